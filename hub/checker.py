"""Judges every game a second time, with the same rules: a verdict that differs is shown, and counts for nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from hub.store import Row, Store
from rules.core.fold import Table, advance, opening
from rules.core.game import Game
from rules.core.refusals import refusal
from rules.core.serialise import from_json
from rules.games import game_of
from sharing.public import result, said

ROOM = 1500  # games whose position is kept; others are judged from their beginning when they go on


class WrongError(ValueError):
    """A fact that the hub judges otherwise; the message says how."""


@dataclass(slots=True)
class Position:
    """A game as far as it was judged."""

    game: Game
    table: Table


class Checker:
    """Judges games fact by fact and remembers the positions; no threads here."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, Position] = OrderedDict()

    def check(self, games: Sequence[str]) -> list[Row]:
        """Judge what is new of these games and store the outcome; the answer has one row a game."""
        rows = [row for game in games if (row := self._check(game)) is not None]
        self._store.check(rows)
        return rows

    def _check(self, game_id: str) -> Row | None:
        game = self._store.game(game_id)
        if game is None or game["setup"] is None or game["wrong"]:
            return None  # a game with secrets is judged when its record has come
        position = self._kept.pop(game_id, None) if game["checked"] else None
        done = position.table.length if position else 0
        try:
            position = position or self._begin(game)
            for fact in takewhile(lambda row: row["fact"] is not None, self._store.facts(game_id, done)):
                self._judge(position, fact)
                done += 1
        except WrongError as error:
            return _outcome(game_id, done, done + 1, str(error))
        except (ValueError, KeyError, TypeError) as error:
            return _outcome(game_id, done, done + 1, f"The hub cannot judge this: {error}")
        self._remember(game_id, position)
        return _outcome(game_id, done, 0, "")

    def _begin(self, game: Row) -> Position:
        rules = game_of(game["setup"])
        if rules.name != game["game"] or list(game["setup"].get("players", ())) != game["players"]:
            raise WrongError("The game began otherwise than it was announced.")
        return Position(rules, opening(rules, game["setup"]))

    def _judge(self, position: Position, row: Row) -> None:
        """Judge one fact.

        Raises:
            WrongError: where the table's verdict was another one.
        """
        fact = from_json(row["fact"])
        if why := refusal(position.game, position.table, fact):
            raise WrongError(f"The hub does not admit this: {why}")
        table = advance(position.game, position.table, fact)
        ours = {"said": said(table, fact), **result(position.game, table)}
        for field, words in _differences(ours, row):
            raise WrongError(f"The hub's {field} differs: {words}")
        position.table = table

    def _remember(self, game_id: str, position: Position) -> None:
        if position.table.asks:
            self._kept[game_id] = position
        while len(self._kept) > ROOM:
            self._kept.popitem(last=False)


def _differences(ours: Mapping[str, Any], theirs: Row) -> Iterator[tuple[str, str]]:
    if ours["said"] != theirs["said"]:
        yield "verdict", " ".join(ruling["text"] for ruling in ours["said"]) or "nothing is ruled."
    if ours["over"] != theirs["over"] or sorted(ours["winners"]) != sorted(theirs["winners"]):
        yield "result", f"{' and '.join(ours['winners']) or 'nobody'} has won." if ours["over"] else "it goes on."


def _outcome(game: str, checked: int, wrong: int, why: str) -> Row:
    return {"of_game": game, "checked_to": checked, "wrong_at": wrong, "reason": why[:2000]}
