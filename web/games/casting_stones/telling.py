"""How a game of Casting Stones is told: gems on turrets, turns, the best casts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.facts import Throw
from rules.core.phrases import Phrase, plural
from web.past.telling import Feat, Telling, View

NUMBERED = {
    "spell": Phrase("The highest Spell: {sum}, by {player}"),
    "charm": Phrase("The highest Charm: {sum}, by {player}"),
}
"""The casts whose numbers count."""


def scores(view: View) -> Mapping[str, int]:
    """How many turrets carry a gem of each player."""
    return {player: sum(turret["gem"] == player for turret in view["turrets"]) for player in view["seats"]}


def winners(view: View) -> tuple[str, ...]:
    """The winner, if there is one."""
    return (view["winner"],) if view["winner"] else ()


def length(view: View) -> str:
    """How many turns were begun."""
    return plural("{number} turn", "{number} turns", view["turn"])


def feats(throw: Throw, seq: int, view: View) -> Iterator[Feat]:
    """The cast that lies there after this throw, where its numbers count."""
    seat = view["seats"].get(throw.player)
    cast = seat and seat["cast"]
    if cast and cast["kind"] in NUMBERED:
        words = NUMBERED[cast["kind"]].about(sum=cast["sum"], player=throw.player)
        yield Feat(cast["kind"], words, seq, cast["sum"])


def tint(view: View, player: str) -> str:
    """The class of the player's gems."""
    return f"gem-{view['seats'][player]['colour']}"


TELLING = Telling(Phrase("Gems on turrets"), 0, scores, winners, length, feats, tint)
