"""Chosen pins are checked, and pins that other parts use are found in the device tree."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from hardware.pins import pins_in_use
from hardware.wiring import BUTTON_PINS, Wiring


@pytest.mark.parametrize(
    ("wiring", "words"),
    [
        (Wiring(buzzer=17), "GPIO 17 is chosen for lamp 1 and buzzer"),
        (Wiring(buzzer=28), "no GPIO 28"),
        (Wiring(lamps=(1, None, None, None, None, None)), "no GPIO 1 "),
        (Wiring(bar=(2, 3)), "The bar has 10 lamps"),
        (Wiring(buttons={**BUTTON_PINS, "next": 5}), "GPIO 5 is chosen for button seat1 and button next"),
    ],
)
def test_impossible_pins_are_refused_in_a_sentence(wiring: Wiring, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        wiring.check()


def test_the_default_pins_are_accepted() -> None:
    Wiring().check()
    Wiring(lamps=(None,) * 6, buttons={}, bar=(2, 3, 4, 7, 8, 9, 10, 11, 14, 15), buzzer=18).check()


def node(tree: Path, label: str, path: str, status: str) -> Path:
    """A node as the kernel shows it: texts end with a zero byte."""
    folder = tree / path.lstrip("/")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "status").write_bytes(status.encode() + b"\0")
    (tree / "__symbols__").mkdir(exist_ok=True)
    (tree / "__symbols__" / label).write_bytes(path.encode() + b"\0")
    return folder


def uses_in(tree: Path) -> dict[int, str]:
    return pins_in_use(tree, tree / "no console")


def test_a_sound_card_and_a_screen_are_found_in_the_device_tree(tmp_path: Path) -> None:
    assert uses_in(tmp_path) == {}
    node(tmp_path, "i2s", "/soc/i2s@7e203000", "disabled")
    spi = node(tmp_path, "spi0", "/soc/spi@7e204000", "okay")
    screen, off = spi / "piscreen@0", spi / "spidev@1"
    for device, name in ((screen, b"ilitek,ili9486\0"), (off, b"spidev\0")):
        device.mkdir()
        (device / "compatible").write_bytes(name)
        (device / "reset-gpios").write_bytes(struct.pack(">3I", 7, 25 if device is screen else 13, 1))
    (screen / "dc-gpios").write_bytes(struct.pack(">3I", 7, 24, 0) + b"\0\0")  # a tail that is no whole cell
    (screen / "gpio-hog").mkdir()  # a node of its own, no list of pins
    (off / "status").write_bytes(b"disabled\0")
    uses = uses_in(tmp_path)
    assert (uses[24], uses[25]) == ("the SPI device ilitek,ili9486",) * 2
    assert set(uses) == {7, 8, 9, 10, 11, 24, 25}
    assert Wiring().collisions(uses) == (
        (24, "lamp 5", "the SPI device ilitek,ili9486"),
        (25, "lamp 6", "the SPI device ilitek,ili9486"),
    )
    node(tmp_path, "i2s", "/soc/i2s@7e203000", "okay")
    assert (21, "button seat6", "the I2S sound card") in Wiring().collisions(uses_in(tmp_path))


@pytest.mark.parametrize(
    ("active", "pins"),
    [("tty1 ttyS0\n", {14, 15}), ("ttyAMA0", {14, 15}), ("tty1\n", set()), ("ttyAMA10 tty1", set())],
)
def test_a_serial_console_on_the_header_is_found(tmp_path: Path, active: str, pins: set[int]) -> None:
    consoles = tmp_path / "active"
    consoles.write_text(active)
    assert pins_in_use(tmp_path / "no tree", consoles) == {}  # not a Pi
    assert set(pins_in_use(tmp_path, consoles)) == pins
