"""Simulated buttons: mock pins, and presses that hold a button down on them for a while.

A press waits until its button is up from the one before.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

PUSH_S, HELD_S = 0.08, 1.2  # length of a press, and of a hold


def mock_pins() -> Any:
    """The mock pins of gpiozero, with the revision code of a Raspberry Pi 5."""
    return importlib.import_module("gpiozero.pins.mock").MockFactory(revision="d04170")


@dataclass(frozen=True, slots=True)
class Move:
    """A button goes ``down`` or up; ``bounces`` is how often its contact bounces before it is steady."""

    button: str
    down: bool
    bounces: int

    def drive(self, pin: Any) -> None:
        """Drive *pin*, a mock pin of gpiozero, like the contact of the button, which pulls the pin to ground."""
        for low in [self.down, not self.down] * self.bounces + [self.down]:
            (pin.drive_low if low else pin.drive_high)()


@dataclass(frozen=True, slots=True)
class _Waiting:
    move: Move
    seconds: float


class Presses:
    """The presses that wait, and those that hold a button down; times are in s of the caller's clock.

    It takes no lock: the caller calls it under its own.
    """

    def __init__(self) -> None:
        """No presses."""
        self._waiting: list[_Waiting] = []
        self._held: list[tuple[float, str]] = []  # until when, and which button

    def add(self, button: str, bounces: int, held: bool) -> None:
        """Queue a press of *button*, or a hold where *held*."""
        self._waiting.append(_Waiting(Move(button, True, bounces), HELD_S if held else PUSH_S))

    def due(self, now: float, is_up: Callable[[str], bool]) -> list[Move]:
        """The moves to make at *now*: ends of presses first, then the next press of each button that *is_up*."""
        ends = [Move(button, False, 0) for until, button in self._held if until <= now]
        self._held = [(until, button) for until, button in self._held if until > now]
        busy = {button for _, button in self._held}
        next_ones = {waiting.move.button: waiting for waiting in reversed(self._waiting)}
        begun = [each for button, each in next_ones.items() if button not in busy and is_up(button)]
        for each in begun:
            self._waiting.remove(each)
            self._held.append((now + each.seconds, each.move.button))
        return [*ends, *(each.move for each in begun)]
