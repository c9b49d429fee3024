"""Drives the panel's outputs with their blink patterns: a lamp for each seat, a bar of ten lamps, a buzzer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hardware.wiring import SEATS, Wiring

Claim = Callable[[str, str, int], Any]
"""Opens a pin: (name of the part, gpiozero class, GPIO number) -> device, or None where the pin cannot be used."""

BEEPS: dict[str, tuple[tuple[float, float], ...]] = {  # intervals (s from the start) in which the buzzer sounds
    "question": ((0.0, 0.15), (0.3, 0.45)),
    "refused": ((0.0, 0.6),),
    "test": ((0.0, 0.3),),
}
BLINK_S, FLICKER_S = 0.5, 0.125  # time for which a lamp is lit, and again for which it is dark
FLASH_S, PAUSE_S = 0.3, 1.8  # a flash and the time between two flashes, and the pause after a number of them
CODE_FLASH_S, CODE_PAUSE_S = 0.15, 1.2  # the same for a `Code`


class Outputs:
    """The lamps, bar and buzzer of a table, without parts whose pin cannot be used.  Not thread-safe."""

    def __init__(self, wiring: Wiring, claim: Claim) -> None:
        self._lamps = [None if pin is None else claim(f"lamp {n}", "LED", pin) for n, pin in _counted(wiring.lamps)]
        self._bar = [claim(f"bar lamp {n}", "LED", pin) for n, pin in _counted(wiring.bar)]
        self._buzzer = None if wiring.buzzer is None else claim("buzzer", "LED", wiring.buzzer)
        self._patterns: tuple[Lamp, ...] = ()
        self._height = 0
        self._beeps: tuple[tuple[float, float], ...] = ()
        self._brief: dict[int, tuple[Lamp, float]] = {}

    def show(self, lamps: Sequence[Lamp], height: int) -> None:
        """Show one pattern a seat, seat 1 first (other seats are dark), and light *height* lamps of the bar."""
        self._patterns, self._height = tuple(lamps[:SEATS]), height

    def show_briefly(self, seat: int, lamp: Lamp, until: float) -> None:
        """Show *lamp* at *seat* (from 0) until *until* s, then the pattern of `show` again."""
        self._brief[seat] = lamp, until

    def sound(self, beeps: str, now: float) -> None:
        """Begin the sound *beeps*, a key of `BEEPS`, at *now* s; a running sound is cut off."""
        self._beeps = tuple((now + start, now + end) for start, end in BEEPS[beeps])

    def drive(self, now: float) -> None:
        """Set every pin as the patterns require at *now* s."""
        self._brief = {seat: brief for seat, brief in self._brief.items() if now < brief[1]}
        for n, lamp in enumerate(self._lamps):
            _set(lamp, is_lit(self._lamp_of(n), now))
        for n, lamp in enumerate(self._bar):
            _set(lamp, n < self._height)
        _set(self._buzzer, any(start <= now < end for start, end in self._beeps))

    def _lamp_of(self, seat: int) -> Lamp:
        if seat in self._brief:
            return self._brief[seat][0]
        return self._patterns[seat] if seat < len(self._patterns) else "off"

    def lit(self) -> tuple[bool, ...]:
        """Which seat lamps are lit at this moment, read back from the pins."""
        return tuple(lamp is not None and bool(lamp.value) for lamp in self._lamps)

    def sounds(self) -> bool:
        """Whether the buzzer sounds, read back from its pin."""
        return self._buzzer is not None and bool(self._buzzer.value)

    def close(self) -> None:
        """Switch everything off and release the pins."""
        for device in (*self._lamps, *self._bar, self._buzzer):
            if device is not None:
                device.close()
        self._lamps, self._bar, self._buzzer = [], [], None


def _counted(pins: Sequence[Any]) -> list[tuple[int, Any]]:
    return list(enumerate(pins, start=1))


def _set(device: Any, on: bool) -> None:
    if device is not None and bool(device.value) != on:
        device.value = on


@dataclass(frozen=True, slots=True)
class Code:
    """A number of short flashes for a reason why no throw is judged, repeated after a pause (docs/wiring.md)."""

    flashes: int


Lamp = Literal["off", "on", "blink", "flicker"] | int | Code
"""What a lamp shows; a number means this number of flashes, repeated after a pause."""


def is_lit(lamp: Lamp, now: float) -> bool:
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
