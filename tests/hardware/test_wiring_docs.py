"""The page and the picture of the wiring agree with the pins that the program drives."""

from __future__ import annotations

import re
from pathlib import Path

from hardware.wiring import BUTTON_PINS, LAMP_PINS

DOCS = Path(__file__).resolve().parents[2] / "docs"
# Where each GPIO sits on the 40-pin header (the same on every Pi since the B+).
HEADER = dict(zip((5, 6, 13, 19, 26, 21, 16, 20, 12), (29, 31, 33, 35, 37, 40, 36, 38, 32), strict=True)) | dict(
    zip((17, 27, 22, 23, 24, 25), (11, 13, 15, 16, 18, 22), strict=True)
)


def row(start: str) -> list[tuple[int, int]]:
    text = next(line for line in (DOCS / "wiring.md").read_text().splitlines() if line.startswith(f"| {start}"))
    return [(int(gpio), int(pin)) for gpio, pin in re.findall(r"(\d+) \((\d+)\)", text)]


def test_the_documented_pins_equal_the_default_pins() -> None:
    buttons = list(BUTTON_PINS.values())
    assert row("seat buttons") == [(gpio, HEADER[gpio]) for gpio in buttons[:6]]
    assert row("next, level up") == [(gpio, HEADER[gpio]) for gpio in buttons[6:]]
    assert row("seat lamps") == [(gpio, HEADER[gpio]) for gpio in LAMP_PINS]


def test_the_picture_names_every_pin() -> None:
    named = {int(gpio) for gpio in re.findall(r">GPIO (\d+)<", (DOCS / "wiring.svg").read_text())}
    assert named == {*BUTTON_PINS.values(), *LAMP_PINS}
