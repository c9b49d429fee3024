"""A made-up Raspberry Pi for install.sh: commands that keep its packages, users and switches in files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.install.commands import ROOT, Commands

UNIT = "etc/systemd/system/owleye.service"
APT = """
if [ "$1" = -s ]; then
    shift 2
    printf 'Purg %s [1.0-1]\\n' "$@" $(cat {packages}.needing)
    exit
fi
for word in "$@"; do
    case "$word" in
        install | purge) way=$word ;;
        -* | DPkg::* | APT::* | check | update) ;;
        *) if [ $way = install ]; then echo "$word" >>{packages}; else sed -i "/^$word$/d" {packages}; fi ;;
    esac
    # As Debian's avahi-daemon does: it adds a user and two groups, which stay when it is purged.
    [ "$word" != avahi-daemon ] || [ $way = purge ] || echo avahi >>{here}/users
    [ "$word" != avahi-daemon ] || [ $way = purge ] || printf "avahi\\nnetdev\\n" >>{here}/system-groups
done
case "$*" in # apt-get keeps what it has downloaded, unless it is told not to
    *Keep-Downloaded-Packages=false*) ;;
    *" install "*) touch {here}/downloaded.deb ;;
esac
"""
# dpkg also knows packages of which only a part is there; it says so, and succeeds.
DPKG = """
sed -n "s/^$2 /Status: /p" {here}/packages.parts | grep . && exit
grep -qx "$2" {here}/packages && echo "Status: install ok installed"
"""
# getent lists one user, or all users or groups.
GETENT = """
case "$*" in
    "passwd ana") echo "ana:x:1000:1000::{home}:/bin/sh" ;;
    passwd) sed 's/$/:x:100:100::/' {here}/users ;;
    group) sed 's/$/:x:100:/' {here}/system-groups ;;
esac
"""


# raspi-config keeps each switch as it was told; 0 is on, also for boot_cli (a start into the console).
# Without lightdm it refuses to start a desktop, after a dialogue.
RASPI = """
case "$2" in
    get_*) cat {here}/${{2#get_}} ;;
    do_boot_behaviour)
        case "$3" in B3 | B4) command -v lightdm || exit 1 ;; esac
        case "$3" in B1 | B2) echo 0 ;; *) echo 1 ;; esac >{here}/boot_cli
        case "$3" in B2 | B4) echo 0 ;; *) echo 1 ;; esac >{here}/autologin
        ;;
    do_*) echo "$3" >{here}/${{2#do_}} ;;
esac
"""
# nmcli adds a second connection of the same name without a word, and fails to show or delete one that is not there.
# With a list of fields, such as -g NAME, it shows no single connection: those fields belong to the list of connections.
NMCLI = """
case "$*" in
    "radio wifi") cat {here}/wifi ;;
    "connection add "*) echo "$*" >>{here}/connections ;;
    "connection modify owleye-hotspot "*)
        words=${{*#*owleye-hotspot }}
        grep -qF "$words" {here}/connections || sed -i "/owleye-hotspot/s/$/ $words/" {here}/connections
        ;;
    "connection show "*) grep -q owleye-hotspot {here}/connections ;;
    *"psk connection show owleye-hotspot") sed -n 's/.*wifi-sec.psk \\([^ ]*\\).*/\\1/p' {here}/connections ;;
    "-"*) exit 2 ;;
    "connection delete "*) grep -q owleye-hotspot {here}/connections && sed -i /owleye-hotspot/d {here}/connections ;;
esac
"""
STATE = {
    "packages": "base\n",
    "packages.needing": "",
    "packages.parts": "",
    "offered": "Package: chromium\nPackage: chromium-browser\n",
    "groups": "ana\n",
    "users": "root\nana\n",
    "system-groups": "root\nvideo\n",
    "i2c": "1\n",
    "blanking": "0\n",
    "autologin": "1\n",
    "boot_cli": "1\n",
    "wifi": "enabled\n",
    "connections": "home\n",
}
AVAHI = "etc/avahi/avahi-daemon.conf"
AUTOSTART = ".config/autostart/owleye-kiosk.desktop"
EVERYTHING = ("--kiosk", "--name", "--hotspot")


class Machine:
    """A Pi that keeps its packages, groups and I2C switch in files, and a copy of what install.sh needs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.project, self.home = (
            folder / "machine",
            folder / "machine/owleye",
            folder / "machine/home/ana",
        )
        (self.project / "docs").mkdir(parents=True)
        (self.project / "constraints").mkdir()
        self.home.mkdir(parents=True)
        (self.project / "packaging").mkdir(parents=True)
        for name in (
            "install.sh",
            "docs/owleye.service",
            "packaging/start",
            "constraints/fetch",
            "constraints/notes",
            "constraints/not-fetched",
            "constraints/on-pi",
            "constraints/prepare",
        ):
            shutil.copy(ROOT / name, self.project / name)
        for name, words in STATE.items():
            (self.folder / name).write_text(words)
        (self.folder / "etc/avahi").mkdir(parents=True)
        (self.folder / AVAHI).write_text("# avahi\n[server]\n#host-name=foo\nuse-ipv4=yes\n")
        (folder / "bin").mkdir()
        self.commands = Commands(folder / "bin")
        self._answers()

    def _answers(self) -> None:
        here, answer = self.folder, self.commands.answer
        answer("id", f'[ "$1" = -u ] && echo 0 || tr "\\n" " " <{here}/groups')
        answer("sudo", 'while [ "$1" != -- ]; do shift; done; shift; "$@"')
        answer("getent", GETENT.format(home=self.home, here=here))
        answer("userdel", f'sed -i "/^$1$/d" {here}/users {here}/system-groups')
        answer("groupdel", f'sed -i "/^$1$/d" {here}/system-groups')
        answer("usermod", f'echo "$2" >>{here}/groups')
        answer("gpasswd", f'sed -i "/^$3$/d" {here}/groups')
        answer("raspi-config", RASPI.format(here=here))
        answer("nmcli", NMCLI.format(here=here))
        answer("apt-cache", f'grep -x "Package: $2" {here}/offered || true')
        answer("dpkg-query", f"cat {here}/packages")
        answer("dpkg", DPKG.format(here=here))
        answer("apt-get", APT.format(packages=here / "packages", here=here))
        answer("getconf", "echo 64")
        answer("python3", f"grep -qx python3-venv {here}/packages")
        answer(
            "make",
            'mkdir -p "$3/.venv/bin" "$3/rules/__pycache__"; touch "$3/rules/__pycache__/a.pyc"; '
            f"mkdir -p {self.home}/.cache/pip/http; "  # pip keeps what it has downloaded
            'printf "#!/bin/sh\\necho owleye \\$*\\n" >"$3/.venv/bin/owleye"; chmod +x "$3/.venv/bin/owleye"',
        )
        answer("systemctl")
        answer("lightdm")

    def install(self, *words: str, user: str = "ana") -> subprocess.CompletedProcess[str]:
        return self.commands.run(str(self.project / "install.sh"), *words, SUDO_USER=user, DESTDIR=str(self.folder))

    def cut_after(self, command: str) -> None:
        """Lose power once, just after the next call of this command with these words has changed something."""
        name, _, words = command.partition(" ")
        stub = self.commands.folder / name
        once = f'code=$?; case "$*" in *"{words}"*) mv {stub}.whole {stub}; kill -9 0 ;; esac; exit $code\n'
        shutil.copy(stub, f"{stub}.whole")
        stub.write_text(stub.read_text().removesuffix("exit 0\n") + once)

    def files(self) -> dict[str, bytes]:
        found = (path for path in self.folder.rglob("*") if path.is_file() and self.home not in path.parents)
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in found}
