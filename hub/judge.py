"""Judges every game a second time, with the same rules: a verdict that differs is shown, and counts for nothing.

The judge runs in a process of its own, so that hearing tables and showing pages never wait for it.  The process
(``python -m hub.judge``) reads lines of JSON from its input: the database's URL, then lists of games.  It answers each
list with a line: what `Checker.check` returns, or null where the database does not answer.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from hub.schema import engine_at
from hub.store import Row, Store
from rules.core.facts import from_json
from rules.core.fold import Table, advance, opening
from rules.core.game import Game
from rules.core.refusals import refusal
from rules.games import game_of
from sharing.public import result, said

ROOM = 1500  # games whose position is kept; others are judged from their beginning when they go on
NICE = 5  # hearing and showing come first
ENDS_S = 10.0


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

    def check(self, games: Collection[str]) -> list[Row]:
        """Judge the facts of these games that are not judged yet, and store the outcome: one row for each such game.

        A game with secrets has facts to judge only after its record has come.
        """
        kept = [game for game in games if game in self._kept]
        found = self._store.games([game for game in games if game not in self._kept])
        begun = {
            game["id"]: game for game in found if game["checked"] < game["facts"]
        }  # not one that is judged already
        facts = self._store.unchecked_facts([*kept, *begun], [*begun])
        rows = [
            self._check(game, begun.get(game), list(told))
            for game, told in groupby(facts, key=lambda fact: str(fact["game_id"]))
        ]
        self._store.check(rows)
        return rows

    def _check(self, game_id: str, begun: Row | None, facts: Sequence[Row]) -> Row:
        position, before, done = self._kept.pop(game_id, None), facts[0]["checked"], 0
        try:
            if position is None or before <= 0:
                position = _restarted(position) if position else _opened(begun)
            done = position.table.length
            for fact in facts:
                if fact["seq"] == done + 1:  # what follows a fact that is still secret waits for it
                    _judge(position, fact)
                    done += 1
        except WrongError as error:
            return _outcome(game_id, before, done, done + 1, str(error))
        except (ValueError, KeyError, TypeError) as error:
            return _outcome(game_id, before, done, done + 1, f"The hub cannot judge this: {error}")
        self._remember(game_id, position)
        return _outcome(game_id, before, done, 0, "")

    def _remember(self, game_id: str, position: Position) -> None:
        if position.table.asks:
            self._kept[game_id] = position
        while len(self._kept) > ROOM:
            self._kept.popitem(last=False)


def _opened(begun: Row | None) -> Position:
    """The position at the beginning of a game.

    Raises:
        WrongError: where the set-up is not that of the game that was announced.
    """
    if begun is None:
        raise WrongError("The game was never announced.")
    rules = game_of(begun["setup"])
    if rules.name != begun["game"] or list(begun["setup"].get("players", ())) != begun["players"]:
        raise WrongError("The game began otherwise than it was announced.")
    return Position(rules, opening(rules, begun["setup"]))


def _restarted(position: Position) -> Position:
    return Position(position.game, opening(position.game, position.table.setup))


def _judge(position: Position, row: Row) -> None:
    """Judge one fact and move the position on.

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


def _differences(ours: Mapping[str, Any], theirs: Row) -> Iterator[tuple[str, str]]:
    if ours["said"] != theirs["said"]:
        yield "verdict", " ".join(ruling["text"] for ruling in ours["said"]) or "nothing is ruled."
    if ours["over"] != theirs["over"] or sorted(ours["winners"]) != sorted(theirs["winners"]):
        yield "result", f"{' and '.join(ours['winners']) or 'nobody'} has won." if ours["over"] else "it goes on."


def _outcome(game: str, before: int, checked: int, wrong: int, why: str) -> Row:
    return {"of_game": game, "checked_before": before, "checked_to": checked, "wrong_at": wrong, "reason": why[:2000]}


class Judge:
    """The process, as the hub uses it; one that ends is started again."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._start()

    def _start(self) -> None:
        command = [sys.executable, "-m", "hub.judge"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._send(self._url)

    def _send(self, body: object) -> None:
        assert self._process.stdin is not None
        print(json.dumps(body), file=self._process.stdin, flush=True)

    def check(self, games: Sequence[str]) -> list[Row] | None:
        """What `Checker.check` says of these games; None where they have to be judged later."""
        assert self._process.stdout is not None
        try:
            self._send(games)
            if line := self._process.stdout.readline():
                answer: list[Row] | None = json.loads(line)
                return answer
        except OSError:
            pass
        self.close()
        self._start()
        return None

    def close(self) -> None:
        """End the process; what it judges at this moment is stored before."""
        try:
            self._process.communicate(timeout=ENDS_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()


def main() -> None:
    """Judge until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the hub ends it
    os.nice(NICE)
    with closing(Store(engine_at(json.loads(sys.stdin.readline())))) as store:
        checker = Checker(store)
        for line in sys.stdin:
            print(json.dumps(_checked(checker, json.loads(line))), flush=True)


def _checked(checker: Checker, games: list[str]) -> list[Row] | None:
    try:
        return checker.check(games)
    except SQLAlchemyError:
        return None


if __name__ == "__main__":
    main()
