"""When a lamp is lit: steady, blinking, counted flashes, and the short flashes of a code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BLINK_S, FLICKER_S = 0.5, 0.125
FLASH_S, PAUSE_S = 0.3, 1.8
CODE_FLASH_S, CODE_PAUSE_S = 0.15, 1.2


@dataclass(frozen=True, slots=True)
class Code:
    """Short flashes that tell why nothing is judged, repeated after a pause; shorter than those that count a Level."""

    flashes: int


Lamp = Literal["off", "on", "blink", "flicker"] | int | Code
"""What a lamp shows; a number is that many flashes, repeated after a pause."""


def burns(lamp: Lamp, now: float) -> bool:
    """Whether a lamp that shows *lamp* is lit at *now* s."""
    match lamp:
        case "on" | "off":
            return lamp == "on"
        case "blink" | "flicker":
            return int(now / (BLINK_S if lamp == "blink" else FLICKER_S)) % 2 == 0
        case Code(flashes):
            return _flashes(flashes, CODE_FLASH_S, CODE_PAUSE_S, now)
        case flashes:
            return _flashes(flashes, FLASH_S, PAUSE_S, now)


def _flashes(count: int, flash_s: float, pause_s: float, now: float) -> bool:
    phase = now % (count * 2 * flash_s + pause_s)
    return phase < count * 2 * flash_s and int(phase / flash_s) % 2 == 0
