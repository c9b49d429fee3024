"""The summary of a played game: what is counted, who won, how long it took, what was remarkable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.facts import Throw

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Feat:
    """Something remarkable, in words; ``seq`` is the play, ``worth`` how it compares with others of its ``kind``."""

    kind: str
    words: str
    seq: int
    worth: float


@dataclass(frozen=True, slots=True)
class Telling:
    """A game's own part of its story.

    ``scored`` names what ``scores(view)`` counts for each player; ``lowest`` is where the count begins.  ``feats(throw,
    seq, view)`` are remarkable things about a throw, given the view after it; the best of each kind is told.
    ``tint(view, player)`` is the CSS class of the player's colour; empty: that of the seat.
    """

    scored: str = ""
    lowest: int = 0
    scores: Callable[[View], Mapping[str, int]] = lambda view: {}
    winners: Callable[[View], tuple[str, ...]] = lambda view: ()
    length: Callable[[View], str] = lambda view: ""
    feats: Callable[[Throw, int, View], Iterable[Feat]] = lambda throw, seq, view: ()
    tint: Callable[[View, str], str] = lambda view, player: ""


PLAIN = Telling()
"""The telling of a game that has none of its own."""


def best(feats: Iterable[Feat]) -> tuple[Feat, ...]:
    """The best feat of each kind, such as the highest Spell; the earliest of equal ones."""
    found: dict[str, Feat] = {}
    for feat in feats:
        if feat.kind not in found or feat.worth > found[feat.kind].worth:
            found[feat.kind] = feat
    return tuple(found.values())
