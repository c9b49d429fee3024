"""The small screen, with luma.oled faked at its lowest seam: the picture that goes to the chip."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hardware.display import NoDisplay, Oled, open_display

FIELDS = ("mode", "size", "data")
DOTS = np.zeros((64, 128), np.bool_)
DOTS[3, 5] = True


class Chip:
    """A fake of luma's device of that name."""

    def __init__(self, serial: Any) -> None:
        self.serial, self.pictures, self.fails = serial, list[Any](), False

    def display(self, picture: Any) -> None:
        if self.fails:
            raise OSError("no answer")
        self.pictures.append(picture)

    def cleanup(self) -> None:
        self.display("dark")


def module(monkeypatch: pytest.MonkeyPatch, name: str, **names: Any) -> None:
    made = ModuleType(name)
    made.__dict__.update(names)
    monkeypatch.setitem(sys.modules, name, made)


@pytest.fixture
def luma(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("luma", "luma.core", "luma.core.interface", "luma.oled", "PIL"):
        module(monkeypatch, package)
    module(monkeypatch, "luma.core.interface.serial", i2c=lambda port, address: (port, address))
    module(monkeypatch, "luma.oled.device", ssd1306=Chip, sh1106=Chip)
    module(
        monkeypatch, "PIL.Image", frombytes=lambda mode, size, data: SimpleNamespace(mode=mode, size=size, data=data)
    )


@pytest.mark.usefixtures("luma")
def test_the_dots_reach_the_chip() -> None:
    display = open_display("ssd1306", 0x3D)
    assert display.words == "The small screen (ssd1306) is at 0x3d."
    assert isinstance(display, Oled)
    assert display._device.serial == (1, 0x3D)
    display.show(DOTS)
    (picture,) = display._device.pictures
    assert (picture.mode, picture.size, len(picture.data)) == ("1", (128, 64), 1024)
    bits = np.unpackbits(np.frombuffer(picture.data, np.uint8)).reshape(64, 128)
    assert np.array_equal(bits.astype(np.bool_), DOTS)
    display.close()
    assert display._device.pictures[-1] == "dark"


@pytest.mark.usefixtures("luma")
def test_an_unplugged_screen_is_reported_once_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    display = open_display("sh1106")
    assert isinstance(display, Oled)
    display._device.fails = True
    display.show(DOTS)
    display.show(DOTS)
    display.close()
    assert [record.message for record in caplog.records if "four wires" in record.message] == [
        "The small screen does not answer (no answer): check its four wires."
    ]
    display._device.fails = False
    display.show(DOTS)
    assert len(display._device.pictures) == 1


@pytest.mark.usefixtures("luma")
def test_a_missing_screen_is_reported_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(port: int, address: int) -> None:
        raise RuntimeError("I2C device not found")

    module(monkeypatch, "luma.core.interface.serial", i2c=refuse)
    display = open_display("ssd1306")
    assert "nothing answers at 0x3c" in display.words
    assert "raspi-config" in display.words
    display.show(DOTS)
    display.close()


def test_without_luma_the_next_step_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "luma.oled.device", None)
    monkeypatch.setitem(sys.modules, "luma.core.interface.serial", None)
    assert "apt install python3-luma.oled" in open_display("ssd1306").words


def test_without_a_chosen_screen_nothing_is_reported() -> None:
    display = open_display("none")
    assert isinstance(display, NoDisplay)
    assert display.words == ""
