"""The panel as pages see it, and the steps by which a page tests it and chooses its pins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from hardware.outputs import Lamp
from hardware.wiring import Wiring

Task = Literal["", "seats", "lamps", "test"]


@dataclass(frozen=True, slots=True)
class PanelState:
    """The state of the panel, for the page "Buttons and lamps".

    ``words`` is a sentence about the pins; ``real``: they are pins of this machine.  ``buttons`` are those that work,
    such as "seat1"; ``presses`` counts the presses of each since the start, ``last`` is the last one pressed.
    ``lamps`` is what each seat's lamp shows, ``height`` how many lamps of the Level bar are lit.  ``task`` is what
    presses are used for: the game (""), assigning "seats", matching "lamps", or a "test"; ``order`` has the buttons
    pressed for the task so far, None for a skipped lamp.  ``collisions`` are sentences about pins that something else
    uses too, ``trouble`` is one about panel.json.
    """

    words: str = ""
    real: bool = False
    wiring: Wiring = field(default_factory=Wiring)
    buttons: tuple[str, ...] = ()
    presses: Mapping[str, int] = field(default_factory=dict)
    last: str = ""
    lamps: tuple[Lamp, ...] = ()
    height: int = 0
    task: Task = ""
    order: tuple[str | None, ...] = ()
    collisions: tuple[str, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Begin:
    """Presses assign seats, or match lamps, from now on; or all lamps are lit for a test."""

    task: Literal["seats", "lamps", "test"]


@dataclass(frozen=True, slots=True)
class PassOver:
    """Skip the lit lamp, because it has no button beside it or is missing."""


@dataclass(frozen=True, slots=True)
class Finish:
    """End the task and use the assignment so far; ``keep`` False discards it."""

    keep: bool = True


@dataclass(frozen=True, slots=True)
class ChoosePins:
    """Use these pins from now on, and keep them; None: the pins of docs/wiring.md."""

    wiring: Wiring | None


@dataclass(frozen=True, slots=True)
class Beep:
    """Sound the buzzer."""


PanelStep = Begin | PassOver | Finish | ChoosePins | Beep
