"""How a game of Dicers is told: dice that were put out of the game, Rounds, the best rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.facts import Throw
from rules.core.phrases import Phrase, plural
from web.past.telling import Feat, Telling, View

OUT = ("dungeon", "banished", "out")


def scores(view: View) -> Mapping[str, int]:
    """How many dice of the others each player has put out of the game: in a Dungeon, or hostages."""
    out = {player: sum(len(rows[row]) for row in OUT) for player, rows in view["rows"].items()}
    for under in view["hostages"].values():
        for die in under:
            owner = view["dice"][die]["owner"]
            out[owner] = out.get(owner, 0) + 1
    return {player: sum(lost for other, lost in out.items() if other != player) for player in view["rows"]}


def winners(view: View) -> tuple[str, ...]:
    """The winner, if there is one and it is no draw."""
    return (view["winner"],) if view["winner"] in view["rows"] else ()


def length(view: View) -> str:
    """How many Rounds were begun."""
    return plural("{number} Round", "{number} Rounds", view["round"])


def feats(throw: Throw, seq: int, view: View) -> Iterator[Feat]:
    """The roll of a die in the Arena, by what it is worth."""
    cast = view["arena"].get(throw.player)
    if cast and cast["value"]:
        name = view["dice"][cast["die"]]["name"]
        words = Phrase(
            "The highest roll: {die} shows {value}, by {player}", die=name, value=cast["value"], player=throw.player
        )
        yield Feat("roll", words, seq, cast["value"])


TELLING = Telling(Phrase("Dice put out of the game"), 0, scores, winners, length, feats)
