"""What happened at the table.  Facts are the only thing that is ever saved."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Throw:
    """Pieces came to rest: read by the camera or typed by hand, regular or not.

    ``shown`` pairs each thrown piece with the side it shows, e.g. ``("stone:11", "symbol")`` or ``("die:5", "4")``.
    """

    player: str
    shown: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """A player's answer to the ask named *kind*."""

    player: str
    kind: str
    pick: str


Play = Throw | Choose


@dataclass(frozen=True, slots=True)
class Amend:
    """The play at *seq* was misread; *play* is what really happened there."""

    seq: int
    play: Play


@dataclass(frozen=True, slots=True)
class Retract:
    """Every play from *seq* on is taken back."""

    seq: int


Fact = Throw | Choose | Amend | Retract
