"""How a game of Munchkin is told: Levels, turns, the throws of the die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.facts import Throw
from rules.core.phrases import Phrase, plural
from web.past.telling import Feat, Telling, View


def scores(view: View) -> Mapping[str, int]:
    """Everybody's Level."""
    return dict(view["levels"])


def winners(view: View) -> tuple[str, ...]:
    """Who won; several may win together."""
    return tuple(view["winners"])


def length(view: View) -> str:
    """How many turns were begun; none where only the Levels are kept."""
    return plural("{number} turn", "{number} turns", view["turn"]) if view["turn"] else ""


def feats(throw: Throw, seq: int, view: View) -> Iterator[Feat]:
    """The best and the worst throw of the die."""
    number = next((int(side) for _, side in throw.shown if side.isdecimal()), 0)
    if number:
        yield Feat(
            "best",
            Phrase("The best throw of the die: {number}, by {player}", number=number, player=throw.player),
            seq,
            number,
        )
        yield Feat(
            "worst",
            Phrase("The worst throw of the die: {number}, by {player}", number=number, player=throw.player),
            seq,
            -number,
        )


TELLING = Telling(Phrase("Levels"), 1, scores, winners, length, feats)
