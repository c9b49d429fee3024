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
    """What the panel is and does.

    ``words`` is a sentence about the pins; ``real``: they are pins of this machine.  ``presses`` counts how often each
    button was pressed since the start, ``last`` is the one pressed last.  ``lamps`` is what each seat's lamp shows.
    ``task`` is what presses serve for now: the game (""), the seats, or matching lamps; ``order`` are the buttons that
    were pressed for it, None for a lamp that was passed over.  ``trouble`` is a sentence about the file of the pins.
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
    """The lamp that is lit has no button beside it, or is not there."""


@dataclass(frozen=True, slots=True)
class Finish:
    """Use what was assigned so far; ``keep`` False drops it."""

    keep: bool = True


@dataclass(frozen=True, slots=True)
class ChoosePins:
    """Use these pins from now on, and keep them; None: the pins of docs/wiring.md."""

    wiring: Wiring | None


@dataclass(frozen=True, slots=True)
class Beep:
    """Sound the buzzer."""


PanelStep = Begin | PassOver | Finish | ChoosePins | Beep
