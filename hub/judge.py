"""Judges every game again with the same rules; a game with a different verdict is marked and not counted.

The judge runs in a separate process, so that receiving messages and showing pages never wait for it.  The process
(``python -m hub.judge``) reads lines of JSON from its input: the database's URL, then lists of games.  It answers each
list with a line: what `Checker.check` returns, or null where the database does not answer.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import groupby, islice
from queue import SimpleQueue
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from calibration.storage.phrases import packed
from hub.schema import engine_at
from hub.store import Row, Store
from rules.core.copies import replace
from rules.core.facts import from_json
from rules.core.fold import Table, advance, opening
from rules.core.game import Game
from rules.core.phrases import Phrase, SentenceError, listing, plural, sentences
from rules.core.refusals import refusal
from rules.games import game_of
from sharing.public import public_rulings, result

log = logging.getLogger(__name__)
NOT_JUDGED = Phrase("The hub cannot judge this; its log says why.")
MOST_POSITIONS = 1500  # games kept in memory; any other game is judged from its first fact again when it continues
MOST_ENTRIES = 32  # plays of a game kept in memory, as most corrections are of late plays; each takes some 4 KB
COLLECT = 700, 10, 1000  # thresholds of Python's search for cycles: in all objects, which are many, seldom
NICE = 5  # added to the process's niceness: receiving messages and showing pages come first
STOP_S = 10.0
JUDGED_AT_ONCE = 200  # games in one request


class WrongError(SentenceError):
    """The hub judges a fact differently from the table; the message says how."""


@dataclass(slots=True)
class Position:
    """A game, folded up to the last fact that was judged.

    Only its latest plays are kept: a correction of one up to number ``dropped`` needs the game from its first fact.
    ``whole``: such a correction has come, so that from then on every play is kept.
    """

    game: Game
    table: Table
    dropped: int = 0
    whole: bool = False

    def drop_early_plays(self) -> None:
        """Drop all but the latest `MOST_ENTRIES` plays, unless the game is kept whole."""
        entries = self.table.entries[-MOST_ENTRIES:]
        if not self.whole and len(entries) < len(self.table.entries):
            self.table, self.dropped = replace(self.table, entries=entries), entries[0].seq

    def needs_dropped_play(self, fact: object) -> bool:
        """Whether *fact* corrects a dropped play, or the first one kept, which needs the play before it."""
        match fact:
            case {"seq": int(seq)}:
                return seq <= self.dropped
        return False

    def restarted(self, whole: bool) -> Position:
        """The position at the beginning of the same game; *whole*: every play is kept from then on."""
        return Position(self.game, opening(self.game, self.table.setup), whole=whole)


class Checker:
    """Judges games fact by fact and keeps their positions in memory; without threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._positions: OrderedDict[str, Position] = OrderedDict()

    def check(self, games: Collection[str]) -> list[Row]:
        """Judge all new facts of these games, store the outcome, and return one row for each game with new facts.

        A game with secrets can be judged only after its record has arrived.
        """
        known = [game for game in games if game in self._positions]
        found = self._store.games([game for game in games if game not in self._positions])
        begun = {game["id"]: game for game in found if game["checked"] < game["facts"]}
        facts = self._store.unchecked_facts([*known, *begun], [*begun])
        rows = [
            self._check(game, begun.get(game), list(facts_of_game))
            for game, facts_of_game in groupby(facts, key=lambda fact: str(fact["game_id"]))
        ]
        self._store.check(rows)
        return rows

    def _check(self, game_id: str, begun: Row | None, facts: Sequence[Row]) -> Row:
        position, before, done = self._positions.pop(game_id, None), facts[0]["checked"], 0
        try:
            if position is None:
                position = _opened(begun)
            elif before <= 0:
                position = position.restarted(position.whole)
            elif any(position.needs_dropped_play(row["fact"]) for row in facts):
                position, facts = position.restarted(whole=True), self._store.unchecked_facts([game_id], [game_id])
            done = position.table.length
            for fact in facts:
                if fact["seq"] == done + 1:  # a fact that is still secret stops the judging of all later facts
                    _judge(position, fact)
                    done += 1
        except WrongError as error:
            return _outcome(game_id, before, done, done + 1, error.words)
        except Exception as error:  # of any kind: the table may send anything, and the other games go on
            log.warning("game %s, fact %d cannot be judged: %r", game_id, done + 1, error)
            return _outcome(game_id, before, done, done + 1, NOT_JUDGED)
        self._remember(game_id, position)
        return _outcome(game_id, before, done, 0, "")

    def _remember(self, game_id: str, position: Position) -> None:
        if position.table.asks:
            position.drop_early_plays()
            self._positions[game_id] = position
        while len(self._positions) > MOST_POSITIONS:
            self._positions.popitem(last=False)


def _opened(begun: Row | None) -> Position:
    """The position at the beginning of a game.

    Raises:
        WrongError: where the set-up does not match the game that was announced.
    """
    if begun is None:
        raise WrongError(Phrase("The game was never announced."))
    rules = game_of(begun["setup"])
    if rules.name != begun["game"] or list(begun["setup"].get("players", ())) != begun["players"]:
        raise WrongError(Phrase("The game began otherwise than it was announced."))
    return Position(rules, opening(rules, begun["setup"]))


def _judge(position: Position, row: Row) -> None:
    """Judge one fact and move the position on.

    Raises:
        WrongError: where the table's verdict differs.
    """
    fact = from_json(row["fact"])
    if why := refusal(position.game, position.table, fact, recorded=True):
        raise WrongError(Phrase("The hub does not admit this: {why}", why=why))
    table = advance(position.game, position.table, fact)
    ours = {"said": public_rulings(table, fact), **result(position.game, table)}
    for difference in _differences(ours, row):
        raise WrongError(difference)
    position.table = table


def _differences(ours: Mapping[str, Any], theirs: Row) -> Iterator[Phrase]:
    if ours["said"] != theirs["said"]:
        words = sentences(*(ruling["text"] for ruling in ours["said"])) or Phrase("nothing is ruled.")
        yield Phrase("The hub's verdict differs: {words}", words=words)
    if ours["over"] != theirs["over"] or sorted(ours["winners"]) != sorted(theirs["winners"]):
        yield Phrase("The hub's result differs: {words}", words=_result_words(ours))


def _result_words(ours: Mapping[str, Any]) -> Phrase:
    if not ours["over"]:
        return Phrase("it goes on.")
    winners = ours["winners"]
    if not winners:
        return Phrase("nobody has won.")
    return plural("{winners} has won.", "{winners} have won.", len(winners), winners=listing(winners))


def _outcome(game: str, before: int, checked: int, wrong: int, why: str) -> Row:
    reason = {"reason": why[:2000], "reason_phrases": packed(why=why)}
    return {"of_game": game, "checked_before": before, "checked_to": checked, "wrong_at": wrong, **reason}


class JudgingQueue:
    """The games with facts that are not judged yet; those that have waited longest come first.

    Any thread may call `add` and `close`; one thread calls `first` and `remove`.
    """

    def __init__(self) -> None:
        self._added: SimpleQueue[Collection[str] | None] = SimpleQueue()
        self._games: dict[str, None] = {}

    def add(self, games: Collection[str]) -> None:
        """Add these games; those that wait already keep their place."""
        self._added.put(games)

    def close(self) -> None:
        """Let `first` return None from now on."""
        self._added.put(None)

    def first(self) -> list[str] | None:
        """Up to `JUDGED_AT_ONCE` games, which stay until they are removed; waits while there are none.

        None once this queue is closed.
        """
        while not (self._games and self._added.empty()):
            if not self._take(self._added.get()):
                return None
        return list(islice(self._games, JUDGED_AT_ONCE))

    def remove(self, games: Collection[str]) -> None:
        """Remove games that have been judged."""
        for game in games:
            del self._games[game]

    def _take(self, games: Collection[str] | None) -> bool:
        self._games |= dict.fromkeys(games or ())
        return games is not None


class Judge:
    """The hub's side of the judging process, which is started again whenever it ends."""

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
        """What `Checker.check` returns for these games; None where the judging must be repeated later."""
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
        """End the process after it has stored its current judgement; kill it after `STOP_S`."""
        try:
            self._process.communicate(timeout=STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()


def main() -> None:
    """Answer requests from the standard input until it ends, or until the hub was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to the hub, which then ends this process
    os.nice(NICE)
    gc.set_threshold(*COLLECT)
    url = sys.stdin.readline()
    if not url:
        return
    with suppress(BrokenPipeError), closing(Store(engine_at(json.loads(url)))) as store:
        checker = Checker(store)
        for line in sys.stdin:
            answer = json.dumps(_checked(checker, json.loads(line)))
            os.write(sys.stdout.fileno(), f"{answer}\n".encode())


def _checked(checker: Checker, games: list[str]) -> list[Row] | None:
    try:
        return checker.check(games)
    except SQLAlchemyError:
        return None


if __name__ == "__main__":
    main()
