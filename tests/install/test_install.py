"""install.sh: a service for the calling user; twice changes nothing, and --remove leaves the machine as it was."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tests.install.commands import ROOT
from tests.install.machine import AUTOSTART, AVAHI, EVERYTHING, UNIT, Machine


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


@pytest.mark.parametrize("had", ["", ".cache/mesa", ".cache/pip/wheels"])
def test_remove_takes_what_pip_downloaded_but_no_downloads_from_before(machine: Machine, had: str) -> None:
    kept = machine.home / had
    kept.mkdir(parents=True, exist_ok=True)
    for _ in range(2):
        machine.install()
    assert (machine.home / ".cache/pip/http").exists()  # an update need not download the same again
    assert machine.install("--remove").returncode == 0
    assert kept.exists()
    assert (machine.home / ".cache").exists() == bool(had)
    assert (machine.home / ".cache/pip").exists() == ("pip" in had)


def test_what_takes_long_is_announced(machine: Machine) -> None:
    (machine.folder / "packages").write_text("base\n")
    assert "Installing system packages: make avahi-daemon ..." in machine.install().stdout
    words = machine.install("--remove").stdout
    assert words.startswith("Removing Owleye ...\n")
    assert "Removing the system packages that came with Owleye, which takes a minute or two ..." in words


@pytest.mark.parametrize("command", ["apt-get", "make"])  # system packages, and what the environment needs
def test_what_cannot_be_fetched_ends_in_the_next_step(machine: Machine, command: str) -> None:
    machine.commands.answer(command, "echo 'E: a wall of text' >&2; exit 100")
    done = machine.install()
    assert (done.returncode, "Is the network there?" in done.stderr.splitlines()[-1]) == (1, True)
    assert not (machine.folder / UNIT).exists()


@pytest.mark.parametrize(
    "status", ["deinstall ok config-files", "install reinstreq half-installed", "install ok unpacked"]
)
def test_a_package_of_which_only_a_part_is_there_is_installed(machine: Machine, status: str) -> None:
    """Somebody has removed it, or the power failed while it was installed."""
    parts = ("make", "avahi-daemon", "chromium", "dnsmasq-base")
    (machine.folder / "packages.parts").write_text("".join(f"{part} {status}\n" for part in parts))
    (machine.folder / "offered").write_text("Package: chromium\n")
    machine.install(*EVERYTHING)
    assert set(parts) <= set((machine.folder / "packages").read_text().split())


def test_the_table_gets_its_own_name_unless_somebody_chose_one(machine: Machine) -> None:
    done = machine.install("--name")
    assert (machine.folder / AVAHI).read_text().splitlines()[1:3] == ["[server]", "host-name=owleye"]
    assert "http://owleye.local:8000" in done.stdout
    (machine.folder / AVAHI).write_text("[server]\nhost-name=parlour\n")
    machine.install("--name")
    assert (machine.folder / AVAHI).read_text() == "[server]\nhost-name=parlour\n"


def test_the_pin_of_the_host_is_shown_as_soon_as_the_table_has_one(machine: Machine) -> None:
    assert "PIN" not in machine.install().stdout
    (machine.home / ".owleye" / "pin").write_text("314159")
    assert machine.install().stdout.endswith("the host's PIN: 314159\n")


def test_a_service_that_does_not_start_is_said_after_the_findings_and_started_by_the_next_try(machine: Machine) -> None:
    machine.commands.answer("systemctl", '[ "$*" != "restart owleye" ] || { echo Job failed. >&2; exit 1; }')
    done = machine.install("--name")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "owleye doctor")
    assert done.stderr.splitlines()[-1].startswith("Owleye is installed, but does not start: journalctl -u owleye ")
    assert "host-name=owleye" in (machine.folder / AVAHI).read_text()
    machine.commands.answer("systemctl")
    assert machine.install().stdout.startswith("owleye doctor\nOwleye runs, and starts with this machine: ")
    assert machine.commands.noted("systemctl")[-1] == "restart owleye"


def test_a_hotspot_opens_below_every_known_network(machine: Machine) -> None:
    done = machine.install("--hotspot")
    added = (machine.folder / "connections").read_text()
    assert "ssid Owleye" in added
    assert "connection.autoconnect-priority -10" in added
    assert "wifi-sec.proto rsn wifi-sec.pairwise ccmp wifi-sec.group ccmp wifi-sec.pmf disable" in added
    assert "dnsmasq-base" in (machine.folder / "packages").read_text().split()
    password = re.search(r"password (\w{10})\.", done.stdout)
    assert password is not None
    assert f"wifi-sec.psk {password[1]} " in added
    (machine.folder / "connections").write_text(added.replace(" wifi-sec.pmf disable", ""))  # by an older version
    assert f"password {password[1]}." in machine.install("--hotspot").stdout
    assert (machine.folder / "connections").read_text().endswith("wifi-sec.pmf disable\n")
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
    assert machine.files() == before


@pytest.mark.parametrize("code", ["exit 100", "kill -INT 0; exit 0"])  # no network after a part, Ctrl-C
def test_what_an_installation_that_ended_early_added_is_removed(machine: Machine, code: str) -> None:
    before = machine.files()
    whole = (machine.commands.folder / "apt-get").read_text().removesuffix("exit 0\n")
    machine.commands.answer("apt-get", f'{whole}\ncase "$*" in *install*) {code} ;; esac')
    assert machine.install().returncode in (1, 130)
    assert machine.install("--remove").returncode == 0
    assert machine.files() == before


@pytest.mark.parametrize(("call", "left"), [(1, ["before.part"]), (2, ["added", "before"])])
def test_lists_of_packages_are_written_to_the_disk_at_once(machine: Machine, call: int, left: list[str]) -> None:
    """Power is lost while the list of what was there, or of what was added, is written to the disk."""
    log = machine.commands.folder / "log"
    machine.commands.answer("sync", f'[ "$(grep -c "^sync" {log})" -ne {call} ] || kill -9 0')
    assert machine.install().returncode == -9
    assert sorted(path.name for path in (machine.folder / "var/lib/owleye-install").iterdir()) == left


def test_games_that_an_update_set_aside_stay(machine: Machine) -> None:
    machine.install()
    kept = machine.home / ".owleye/update/games-x/owleye.sqlite"
    for path in (kept, machine.home / ".owleye/update/journal/owleye.sqlite"):
        path.parent.mkdir(parents=True)
        path.write_bytes(b"games")
    assert machine.install("--remove").returncode == 0
    assert [path for path in (machine.home / ".owleye/update").rglob("*") if path.is_file()] == [kept]


@pytest.mark.parametrize("installed", [True, False])
def test_packages_that_an_update_adds_are_removed_too(machine: Machine, installed: bool) -> None:
    before = machine.files()
    if installed:
        machine.install()
    added = machine.commands.run("sh", "constraints/fetch", "python3-new", DESTDIR=str(machine.folder))
    assert (added.returncode, "python3-new" in (machine.folder / "packages").read_text()) == (0, True)
    assert machine.install("--remove").returncode == 0
    assert (machine.files() == before) == installed


def test_packages_that_others_need_by_now_stay(machine: Machine) -> None:
    machine.install()
    (machine.folder / "packages.needing").write_text("cups\n")
    assert "stay, because others need them now: cups" in machine.install("--remove").stdout
    assert "avahi-daemon" in (machine.folder / "packages").read_text().split()
    assert "avahi" in (machine.folder / "users").read_text().split()


def test_where_it_cannot_run_nothing_is_done(machine: Machine) -> None:
    before = machine.files()
    assert "Log in as the user" in machine.install(user="root").stderr
    assert "--purge is not known" in machine.install("--purge").stderr
    machine.commands.answer("getconf", "echo 32")
    assert "Raspberry Pi OS (64-bit)" in machine.install().stdout
    machine.commands.answer("id", "echo 1000")
    refused = machine.install()
    assert (refused.returncode, "sudo ./install.sh" in refused.stderr) == (1, True)
    assert machine.files() == before
    assert not (machine.folder / "var/lib/owleye-install").exists()


def test_a_folder_that_systemd_would_read_otherwise_is_refused(machine: Machine) -> None:
    odd = machine.folder / "my %n table"
    shutil.copytree(machine.project, odd)
    machine.project = odd
    before = machine.files()
    assert f"move it from {odd}" in machine.install().stderr
    machine.home = machine.folder / "home/Jörg"
    machine.commands.answer("getent", f"echo jo:x:1000:1000::{machine.home}:/bin/sh")
    assert f"yours is {machine.home}: log in as another user" in machine.install().stderr
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
    "script",
    [
        "install.sh",
        "packaging/kiosk",
        "packaging/start",
        "packaging/image/postrun.sh",
        "packaging/image/stage-owleye/00-install/00-run.sh",
        "constraints/prepare",
        "constraints/fetch",
        "constraints/notes",
        "constraints/choose",
        "constraints/on-pi",
    ],
)
def test_shellcheck_finds_no_fault_in_the_scripts(script: str) -> None:
    checked = subprocess.run(
        ("shellcheck", "--severity=warning", "-x", f"--source-path={ROOT}", ROOT / script),
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stdout == ""
