"""install.sh: a service for the calling user; twice changes nothing, and --remove leaves the machine as it was."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

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
        -* | update) ;;
        *) if [ $way = install ]; then echo "$word" >>{packages}; else sed -i "/^$word$/d" {packages}; fi ;;
    esac
    # As Debian's avahi-daemon does: it adds a user and two groups, which stay when it is purged.
    [ "$word" != avahi-daemon ] || [ $way = purge ] || echo avahi >>{here}/users
    [ "$word" != avahi-daemon ] || [ $way = purge ] || printf "avahi\\nnetdev\\n" >>{here}/system-groups
done
"""
# getent lists one user, or all users or groups.
GETENT = """
case "$*" in
    "passwd ana") echo "ana:x:1000:1000::{home}:/bin/sh" ;;
    passwd) sed 's/$/:x:100:100::/' {here}/users ;;
    group) sed 's/$/:x:100:/' {here}/system-groups ;;
esac
"""


# raspi-config keeps each switch as it was told; blanking: 0 is on; autologin: 0 is on.
RASPI = """
case "$2" in
    get_*) cat {here}/${{2#get_}} ;;
    do_boot_behaviour) [ "$3" = B4 ] && echo 0 >{here}/autologin || echo 1 >{here}/autologin ;;
    do_*) echo "$3" >{here}/${{2#do_}} ;;
esac
"""
# nmcli adds a second connection of the same name without a word, and fails to show or delete one that is not there.
# With a list of fields, such as -g NAME, it shows no single connection: those fields belong to the list of connections.
NMCLI = """
case "$*" in
    "radio wifi") cat {here}/wifi ;;
    "connection add "*) echo "$*" >>{here}/connections ;;
    "connection show "*) grep -q owleye-hotspot {here}/connections ;;
    "-"*) exit 2 ;;
    "connection delete "*) grep -q owleye-hotspot {here}/connections && sed -i /owleye-hotspot/d {here}/connections ;;
esac
"""
STATE = {
    "packages": "base\n",
    "packages.needing": "",
    "offered": "Package: chromium\nPackage: chromium-browser\n",
    "groups": "ana\n",
    "users": "root\nana\n",
    "system-groups": "root\nvideo\n",
    "i2c": "1\n",
    "blanking": "0\n",
    "autologin": "1\n",
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
        for name in ("install.sh", "docs/owleye.service", "packaging/start", "constraints/prepare"):
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
        answer("dpkg", f'grep -qx "$2" {here}/packages')
        answer("apt-get", APT.format(packages=here / "packages", here=here))
        answer("getconf", "echo 64")
        answer("python3", f"grep -qx python3-venv {here}/packages")
        answer(
            "make",
            'mkdir -p "$3/.venv/bin" "$3/rules/__pycache__"; touch "$3/rules/__pycache__/a.pyc"; '
            'printf "#!/bin/sh\\n" >"$3/.venv/bin/owleye"; chmod +x "$3/.venv/bin/owleye"',
        )
        answer("systemctl")

    def install(self, *words: str, user: str = "ana") -> subprocess.CompletedProcess[str]:
        return self.commands.run(str(self.project / "install.sh"), *words, SUDO_USER=user, DESTDIR=str(self.folder))

    def cut_after(self, command: str) -> None:
        """Lose power once, just after the next call of this command has changed something."""
        name, _, words = command.partition(" ")
        stub = self.commands.folder / name
        once = f'code=$?; case "$*" in "{words}"*) mv {stub}.whole {stub}; kill -9 $PPID ;; esac; exit $code\n'
        shutil.copy(stub, f"{stub}.whole")
        stub.write_text(stub.read_text().removesuffix("exit 0\n") + once)

    def files(self) -> dict[str, bytes]:
        found = (path for path in self.folder.rglob("*") if path.is_file() and self.home not in path.parents)
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in found}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_service_is_made_for_the_calling_user_and_started(machine: Machine) -> None:
    done = machine.install()
    assert (done.returncode, done.stderr) == (0, "")
    unit = (machine.folder / UNIT).read_text()
    assert f"User=ana\nWorkingDirectory={machine.project}\nEnvironment=OWLEYE_HOME={machine.home}/.owleye " in unit
    assert f"ExecStart={machine.project}/packaging/start\n" in unit
    assert "@" not in unit.replace("@system-service", "")
    assert machine.commands.noted("systemctl") == ["daemon-reload", "enable -q owleye", "restart owleye"]
    assert (machine.folder / "i2c").read_text() == "0\n"
    assert (machine.folder / "groups").read_text().split() == ["ana", "video", "gpio", "i2c"]


def test_installing_twice_changes_nothing_more(machine: Machine) -> None:
    machine.install()
    once, calls = machine.files(), machine.commands.noted("systemctl")
    assert machine.install().returncode == 0
    assert machine.files() == once
    assert machine.commands.noted("systemctl") == calls


@pytest.mark.parametrize("times", [1, 2])
def test_remove_leaves_the_machine_as_it_was_and_keeps_the_games(machine: Machine, times: int) -> None:
    (machine.folder / "groups").write_text("ana\nvideo\n")  # what was there before must stay
    (machine.folder / "packages").write_text("base\nmake\n")
    before = machine.files()
    for _ in range(times):
        machine.install()
    (machine.home / ".owleye" / "owleye.sqlite").write_bytes(b"games")
    done = machine.install("--remove")
    assert (done.returncode, done.stderr) == (0, "")
    assert machine.files() == before
    assert (machine.home / ".owleye" / "owleye.sqlite").read_bytes() == b"games"
    assert machine.install("--remove").returncode == 0


def test_the_machines_own_screen_shows_the_small_page(machine: Machine) -> None:
    assert machine.install("--kiosk").returncode == 0
    assert f"\nExec={machine.project}/packaging/kiosk\n" in (machine.home / AUTOSTART).read_text()
    assert [(machine.folder / name).read_text() for name in ("blanking", "autologin")] == ["1\n", "0\n"]


def test_labwc_alone_starts_the_small_page_from_its_own_file(machine: Machine) -> None:
    file = machine.home / ".config/labwc/autostart"
    machine.install("--kiosk")
    machine.install("--kiosk")
    assert file.read_text() == f"{machine.project}/packaging/kiosk &\n"
    machine.install("--remove")
    assert not (machine.home / ".config").exists()
    file.parent.mkdir(parents=True)
    file.write_text("kanshi &\n")
    machine.install("--kiosk")
    machine.install("--remove")
    assert file.read_text() == "kanshi &\n"


def test_a_desktop_that_reads_the_autostart_folder_gets_no_second_start(machine: Machine) -> None:
    machine.commands.answer("lxsession-xdg-autostart")
    machine.install("--kiosk")
    assert not (machine.home / ".config/labwc").exists()


def test_a_browser_is_installed_where_there_is_none(machine: Machine) -> None:
    machine.install("--kiosk")
    assert "chromium-browser" in (machine.folder / "packages").read_text().split()
    machine.install("--remove")
    (machine.folder / "packages").write_text("base\nchromium\n")
    machine.install("--kiosk")
    assert "chromium-browser" not in (machine.folder / "packages").read_text().split()


def test_debians_browser_is_installed_where_the_pis_is_a_mere_name(machine: Machine) -> None:
    (machine.folder / "offered").write_text("Package: chromium\n")
    machine.install("--kiosk")
    assert (machine.folder / "packages").read_text().split()[-1] == "chromium"


def test_the_table_gets_its_own_name_unless_somebody_chose_one(machine: Machine) -> None:
    done = machine.install("--name")
    assert (machine.folder / AVAHI).read_text().splitlines()[1:3] == ["[server]", "host-name=owleye"]
    assert "http://owleye.local:8000" in done.stdout
    (machine.folder / AVAHI).write_text("[server]\nhost-name=parlour\n")
    machine.install("--name")
    assert (machine.folder / AVAHI).read_text() == "[server]\nhost-name=parlour\n"


def test_a_hotspot_opens_below_every_known_network(machine: Machine) -> None:
    done = machine.install("--hotspot")
    added = (machine.folder / "connections").read_text()
    assert "ssid Owleye" in added
    assert "connection.autoconnect-priority -10" in added
    password = re.search(r"password (\w{10})\.", done.stdout)
    assert password is not None
    assert f"wifi-sec.psk {password[1]}" in added
    (machine.folder / "connections").write_text("home\n")
    (machine.folder / "wifi").write_text("disabled\n")
    refused = machine.install("--hotspot")
    assert (refused.returncode, "choose its country" in refused.stderr) == (1, True)


def test_the_extras_twice_change_nothing_more_and_are_undone(machine: Machine) -> None:
    before = machine.files()
    machine.install(*EVERYTHING)
    once = machine.files()
    assert machine.install(*EVERYTHING).returncode == 0
    assert machine.files() == once
    assert machine.install().returncode == 0
    assert machine.files() == once
    (machine.home / ".owleye-kiosk").mkdir()  # as the browser does
    done = machine.install("--remove")
    assert (done.returncode, done.stderr) == (0, "")
    assert machine.files() == before
    assert not (machine.home / AUTOSTART).exists()
    assert not (machine.home / ".owleye-kiosk").exists()


@pytest.mark.parametrize(
    "cut",
    [
        "apt-get install",
        "usermod",
        "raspi-config nonint do_i2c",
        "systemctl daemon-reload",
        "systemctl restart",
        "nmcli connection add",
    ],
)
def test_power_lost_at_a_step_is_made_good_by_installing_again(machine: Machine, cut: str) -> None:
    before = machine.files()
    machine.cut_after(cut)
    assert machine.install(*EVERYTHING).returncode == -9
    done = machine.install(*EVERYTHING)
    assert (done.returncode, done.stderr) == (0, "")
    assert [word for word in machine.commands.noted("systemctl") if "owleye" in word][-1] == "restart owleye"
    machine.cut_after("gpasswd")
    assert machine.install("--remove").returncode == -9
    assert machine.install("--remove").returncode == 0
    unknown = {"users", "system-groups"} if cut == "apt-get install" else set()  # whose these are, nobody noted
    assert {name: data for name, data in machine.files().items() if name not in unknown} == {
        name: data for name, data in before.items() if name not in unknown
    }


def test_packages_that_others_need_by_now_stay(machine: Machine) -> None:
    machine.install()
    (machine.folder / "packages.needing").write_text("cups\n")
    assert "stay, because others need them now: cups" in machine.install("--remove").stdout
    assert "avahi-daemon" in (machine.folder / "packages").read_text().split()
    assert "avahi" in (machine.folder / "users").read_text().split()


def test_without_a_user_or_root_nothing_is_done(machine: Machine) -> None:
    before = machine.files()
    assert "Log in as the user" in machine.install(user="root").stderr
    assert "--purge is not known" in machine.install("--purge").stderr
    machine.commands.answer("id", "echo 1000")
    refused = machine.install()
    assert (refused.returncode, "sudo ./install.sh" in refused.stderr) == (1, True)
    assert machine.files() == before


def test_a_folder_that_systemd_would_read_otherwise_is_refused(machine: Machine) -> None:
    odd = machine.folder / "my %n table"
    shutil.copytree(machine.project, odd)
    machine.project = odd
    before = machine.files()
    assert "move it from" in machine.install().stderr
    assert machine.files() == before


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
def test_systemd_accepts_the_unit_and_rates_it_ok(machine: Machine) -> None:
    machine.install()
    unit = str(machine.folder / UNIT)
    checked = subprocess.run(("systemd-analyze", "verify", unit), capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    rated = subprocess.run(
        ("systemd-analyze", "security", "--offline=true", unit), capture_output=True, text=True, check=False
    )
    found = re.search(r"exposure level for owleye.service: ([\d.]+)", rated.stdout)
    assert found is not None
    assert float(found[1]) < 5.0


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not here")
@pytest.mark.parametrize(
    "script", ["install.sh", "packaging/kiosk", "packaging/start", "constraints/prepare", "constraints/choose"]
)
def test_shellcheck_finds_no_fault_in_the_scripts(script: str) -> None:
    checked = subprocess.run(
        ("shellcheck", "--severity=warning", ROOT / script), capture_output=True, text=True, check=False
    )
    assert checked.stdout == ""
