"""System packages: installed where the system has them, named where it has not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.install.commands import Commands


@pytest.fixture
def pi(tmp_path: Path) -> Commands:
    """A 64-bit Pi without any of the packages, whose user may become root."""
    commands = Commands(tmp_path)
    commands.answer("grep")
    commands.answer("getconf", "echo 64")
    commands.answer("python3", "exit 1")
    commands.answer("id", "echo 1000")
    commands.answer("sudo", '[ "$1" = -n ] || "$@"')
    commands.answer("apt-get")
    commands.answer("apt-cache", 'echo "Package: $2"')
    commands.answer("dpkg-query")
    return commands


def test_all_packages_are_installed_where_the_system_has_them(pi: Commands) -> None:
    assert pi.run("sh", "constraints/prepare").returncode == 0
    assert pi.noted("apt-get")[0] == "update -qq"
    assert pi.noted("apt-get")[-1].endswith("python3-venv python3-picamera2 python3-lgpio")


@pytest.mark.parametrize("unknown", ["exit 100", "exit 0"])  # 0: other packages mention the name
def test_a_system_without_picamera2_and_lgpio_installs_all_the_same(pi: Commands, unknown: str) -> None:
    pi.answer("apt-cache", unknown)
    done = pi.run("sh", "constraints/prepare")
    assert done.returncode == 0
    assert "no package python3-picamera2: Owleye works without a camera on the ribbon cable" in done.stdout
    assert "no package python3-lgpio: Owleye works without buttons and lamps" in done.stdout
    assert pi.noted("apt-get")[-1].endswith("--no-install-recommends python3-venv")


def test_packages_that_cannot_be_fetched_end_in_the_next_step(pi: Commands) -> None:
    pi.answer("apt-get", 'case "$*" in *install*) exit 100 ;; esac')
    for free_mb, step in ((1000, "there? Put that right"), (999, "there? And is there room? 999 MB are free")):
        pi.answer("df", f"printf 'Name Size Used Free\\na 9 9 5000\\nb 9 9 {free_mb}\\n'")
        done = pi.run("sh", "constraints/prepare")
        assert (done.returncode, f"Is the network {step}" in done.stderr) == (1, True)


def test_an_installation_that_was_cut_off_is_completed(pi: Commands, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    cut.touch()
    pi.answer("apt-get", f'[ "$1" = update ] || [ ! -e {cut} ] || exit 100')
    pi.answer("dpkg", f'[ "$*" = "--configure -a" ] && rm {cut} && exit 1')
    pi.answer("dpkg-query", "printf 'reinstreq python3-lib2to3\\nok python3\\n'")
    assert pi.run("sh", "constraints/prepare").returncode == 0
    assert "--reinstall python3-lib2to3 python3-venv" in pi.noted("apt-get")[-1]
    pi.answer("dpkg-query", "printf 'ok python3-lib2to3\\nok python3\\n'")
    assert pi.run("sh", "constraints/prepare").returncode == 0
    assert "--reinstall" not in pi.noted("apt-get")[-1]
    assert len(pi.noted("dpkg")) == 1


def test_a_user_who_may_not_install_gets_the_missing_packages_named(pi: Commands) -> None:
    pi.answer("sudo", "exit 1")
    done = pi.run("sh", "constraints/prepare")
    assert done.returncode == 1
    assert "sudo apt install python3-venv python3-picamera2 python3-lgpio)" in done.stdout
    assert not pi.noted("apt-get")


def test_a_complete_system_installs_nothing(pi: Commands) -> None:
    pi.answer("python3")
    assert pi.run("sh", "constraints/prepare").returncode == 0
    assert not pi.noted("sudo")


def test_a_32_bit_system_gets_the_system_to_install_named(pi: Commands) -> None:
    pi.answer("getconf", "echo 32")
    done = pi.run("sh", "constraints/prepare")
    assert done.returncode == 1
    assert "Raspberry Pi OS (64-bit)" in done.stdout
    assert not pi.noted("apt-get")
