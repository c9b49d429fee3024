"""install.sh --kiosk: the machine's own screen shows the small page, without a pointer; --remove takes it back."""

from __future__ import annotations

import struct

import pytest

from tests.install.commands import ROOT
from tests.install.machine import AUTOSTART, Machine

POINTER = ".config/labwc/environment.d/owleye-kiosk.env"
IMAGE = 0xFFFD0002  # the type of a picture in an Xcursor file


def test_the_machines_own_screen_shows_the_small_page(machine: Machine) -> None:
    assert machine.install("--kiosk").returncode == 0
    assert f"\nExec={machine.project}/packaging/kiosk\n" in (machine.home / AUTOSTART).read_text()
    assert [(machine.folder / name).read_text() for name in ("blanking", "autologin")] == ["1\n", "0\n"]


@pytest.mark.parametrize(("console", "login"), [("0", "0"), ("0", "1"), ("1", "1"), ("1", "0")])
def test_the_desktop_starts_by_itself_until_the_removal(machine: Machine, console: str, login: str) -> None:
    (machine.folder / "boot_cli").write_text(f"{console}\n")
    (machine.folder / "autologin").write_text(f"{login}\n")
    before = machine.files()
    assert machine.install("--kiosk").returncode == 0
    assert [(machine.folder / name).read_text() for name in ("boot_cli", "autologin")] == ["1\n", "0\n"]
    machine.install("--remove")
    assert machine.files() == before


def test_a_system_without_a_desktop_is_installed_all_the_same(machine: Machine) -> None:
    (machine.commands.folder / "lightdm").unlink()
    done = machine.install("--kiosk")
    assert (done.returncode, "the small page appears once one is installed" in done.stdout) == (0, True)
    assert not [words for words in machine.commands.noted("raspi-config") if "do_boot" in words]


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
    assert not (machine.home / ".config/labwc/autostart").exists()


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


def test_labwc_gets_a_theme_without_a_pointer_until_the_removal(machine: Machine) -> None:
    for _ in range(2):
        machine.install("--kiosk")
        assert (
            machine.home / POINTER
        ).read_text() == f"XCURSOR_PATH={machine.project}/packaging\nXCURSOR_THEME=no-pointer\n"
    machine.install("--remove")
    assert not (machine.home / ".config").exists()


@pytest.mark.parametrize("name", ["default", "left_ptr"])  # the names that labwc looks for, newest first
def test_the_theme_holds_one_transparent_dot(name: str) -> None:
    data = (ROOT / "packaging/no-pointer/cursors" / name).read_bytes()
    magic, _, _, pictures, kind, _, start = struct.unpack_from("<4s6I", data)
    assert (magic, pictures, kind) == (b"Xcur", 1, IMAGE)
    width, height = struct.unpack_from("<2I", data, start + 16)
    assert data[start + 36 :] == bytes(4 * width * height)  # no red, green or blue, and alpha 0
