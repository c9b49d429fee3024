"""Accepts messages of paired tables only, checks each signature, and applies each event once and in order.

It has no threads and no network: `receive` checks one message and queues it, `store_received` stores everything in the
queue, and `acknowledgements` returns the messages that tell each table up to which event it is stored.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace

from calibration.storage.phrases import packed, unpacked
from hub.board import Board
from hub.events import Begin, Event, Fact, Record, read_event, read_summary
from hub.store import Batch, Pairing, Store
from sharing.messages import (
    LARGEST,
    ONLINE,
    Message,
    Stamp,
    as_json,
    is_signed,
    read_stamp,
    read_topic,
    stamped,
    topic_of,
)

log = logging.getLogger(__name__)
MOST_GAMES = 5000  # games kept in memory, most of them long over; those that go on are read from the database again


@dataclass(slots=True)
class GameProgress:
    """One game as far as the hub has received it: number of facts, latest texts, and the result once it is over.

    ``ended`` is the hub's time (ISO 8601, UTC) at which the game was over, empty before.
    """

    facts: int = 0
    over: bool = False
    ended: str = ""
    winners: list[str] = field(default_factory=list)
    waits: str = ""
    verdict: str = ""
    phrases: str = ""


PROGRESS_COLUMNS = tuple(field.name for field in fields(GameProgress))


@dataclass(slots=True)
class Intake:
    """Receives and stores the messages of all tables.

    ``clock`` returns the hub's time (ISO 8601, UTC), because a table's clock may be wrong.  ``refused`` counts dropped
    messages by reason.  ``changed`` has the ids of games with facts that the judge has not checked yet.
    """

    store: Store
    board: Board
    clock: Callable[[], str]
    refused: Counter[str] = field(default_factory=Counter)
    changed: set[str] = field(default_factory=set)
    _pairings: dict[str, Pairing] = field(default_factory=dict)
    _games: dict[str, GameProgress] = field(default_factory=dict)
    _batch: Batch = field(default_factory=Batch)
    _events: list[tuple[str, Event]] = field(default_factory=list)  # (id of the table, event), in order of arrival
    _summaries: dict[str, bytes] = field(default_factory=dict)
    _latest_numbers: dict[tuple[str, str], int] = field(default_factory=dict)  # by table and kind (summary, status)
    _to_acknowledge: dict[str, bool] = field(default_factory=dict)  # by table: whether it must send again

    def load(self) -> list[Message]:
        """Read pairings and games from the database; returns messages that ask the tables for unconfirmed events."""
        self._pairings, self._games, self._batch = self.store.pairings(), {}, Batch()
        self._events.clear()
        self._summaries.clear()
        self._to_acknowledge.clear()
        self.board.show_tables({pairing.id: pairing.name for pairing in self._pairings.values()})
        for game in self.store.latest_games():
            self.board.show_game(game)
        return [self._acknowledgement(pairing, again=True) for pairing in self._pairings.values() if pairing.stream]

    def receive(self, message: Message) -> None:
        """Queue one message; one without the signature of a paired table is counted in ``refused`` and dropped."""
        self._receive(message, message.payload)

    def leave_out(self, message: Message) -> None:
        """Handle a message whose content cannot be stored: an event counts as received, so that none waits for it."""
        self._receive(message, b"")

    def _receive(self, message: Message, content: bytes) -> None:
        found = read_topic(message.topic)
        pairing = self._pairings.get(found[0]) if found else None
        if found is None or pairing is None:
            self.refused["not paired"] += 1
            return
        stamp = read_stamp(message.stamp)
        small = len(message.payload) <= LARGEST
        if (
            not small
            or stamp is None
            or not is_signed(pairing.key, message.topic, stamp, message.payload, message.signed)
        ):
            self.refused["not signed"] += 1
            return
        match found[1]:
            case "event":
                self._receive_event(pairing, stamp, content)
            case "summary" if self._is_newer(pairing, "summary", stamp):
                self._summaries[pairing.id] = content
            case "status" if self._is_newer(pairing, "status", stamp):
                self.board.show_online(pairing.id, content == ONLINE)

    def store_received(self) -> None:
        """Store everything received since the last call in one transaction.

        Raises:
            Exception: nothing was stored; call `load` before receiving again.
        """
        for table, payload in self._summaries.items():
            self._show_summary(table, payload)
        self._summaries.clear()
        self._apply_events()
        batch, self._batch = self._batch, Batch()
        if batch.reached:
            self.store.write(batch)
            self.changed.update(batch.results)
        if len(self._games) > MOST_GAMES:
            self._games.clear()  # all of it is stored now

    def acknowledgements(self) -> list[Message]:
        """Acknowledge what is stored to each table with events since the last call; call `store_received` first."""
        answers = [self._acknowledgement(self._pairings[table], again) for table, again in self._to_acknowledge.items()]
        self._to_acknowledge.clear()
        return answers

    def _is_newer(self, pairing: Pairing, kind: str, stamp: Stamp) -> bool:
        """Whether a summary or status is newer than the shown one; a repeated old message changes nothing."""
        if stamp.number <= self._latest_numbers.get((pairing.id, kind), -1) or (
            stamp.stream != pairing.stream and stamp.stream in pairing.streams
        ):
            self.refused["old"] += 1
            return False
        self._latest_numbers[pairing.id, kind] = stamp.number
        return True

    def _receive_event(self, pairing: Pairing, stamp: Stamp, payload: bytes) -> None:
        if stamp.stream != pairing.stream and stamp.number == 1 and stamp.stream not in pairing.streams:
            self._begin_stream(pairing, stamp.stream)
        if stamp.stream != pairing.stream or stamp.number <= pairing.number:
            self._to_acknowledge.setdefault(pairing.id, False)
            return
        if stamp.number > pairing.number + 1:
            self._to_acknowledge[pairing.id] = True
            return
        pairing.number = stamp.number
        self._to_acknowledge.setdefault(pairing.id, False)
        self._batch.reached[pairing.id] = {
            "of_table": pairing.id,
            "current": pairing.stream,
            "through": pairing.number,
        }
        try:
            self._events.append((pairing.id, read_event(payload)))
        except ValueError:
            self.refused["not understood"] += 1

    def _begin_stream(self, pairing: Pairing, stream: str) -> None:
        pairing.stream, pairing.number = stream, 0
        pairing.streams.add(stream)
        self._latest_numbers = {key: number for key, number in self._latest_numbers.items() if key[0] != pairing.id}
        self._batch.streams.append({"table_id": pairing.id, "stream": stream})

    def _apply_events(self) -> None:
        events, self._events = self._events, []
        self._recall({_game_id(table, event.game) for table, event in events})
        for table, event in events:
            try:
                self._apply(table, event)
            except ValueError:
                self.refused["not understood"] += 1

    def _recall(self, games: set[str]) -> None:
        """Read those of these games from the database that are stored and not in memory."""
        for row in self.store.games(games - self._games.keys()):
            self._games[row["id"]] = GameProgress(**{name: row[name] for name in PROGRESS_COLUMNS})

    def _apply(self, table: str, event: Event) -> None:
        game = _game_id(table, event.game)
        if isinstance(event, Begin):
            self._begin(table, game, event)
            return
        progress = self._games.get(game)
        if progress is None or event.seq > progress.facts + 1:
            raise ValueError("facts of a game that never began")
        if isinstance(event, Record):
            self._batch.records.append((game, event.setup, event.facts[: progress.facts]))
        else:
            self._fact(table, game, progress, event)
        self._batch.results[game] = _result(game, progress)

    def _begin(self, table: str, game: str, event: Begin) -> None:
        row = {
            "id": game,
            "table_id": table,
            "game": event.name,
            "level": event.level,
            "players": list(event.players),
            "setup": event.setup,
            "began": self.clock(),
            "winners": [],
        }
        self._batch.begun.setdefault(game, row)
        progress = self._games.setdefault(game, GameProgress(waits=event.waits, phrases=event.phrases))
        self._batch.results.setdefault(game, _result(game, progress))
        self._show_game(table, game)

    def _fact(self, table: str, game: str, progress: GameProgress, event: Fact) -> None:
        if event.seq <= progress.facts:  # the table lost its outbox or part of its journal, and sends from here again
            self._batch.facts = [row for row in self._batch.facts if row["game_id"] != game or row["seq"] < event.seq]
            self._batch.cut_from[game] = min(event.seq, self._batch.cut_from.get(game, event.seq))
        progress.facts = event.seq
        row = {"game_id": game, "seq": event.seq, "at": event.at, "fact": event.fact}
        self._batch.facts.append({**row, "said": event.said, "over": event.over, "winners": event.winners})
        if event.over and not progress.over:
            progress.ended = self.clock()
        progress.over, progress.winners, progress.waits = event.over, list(event.winners), event.waits
        if event.verdict:
            progress.verdict = event.verdict
            progress.phrases = event.phrases
        else:
            verdict = unpacked(progress.phrases, "verdict", progress.verdict)
            progress.phrases = packed(waits=unpacked(event.phrases, "waits", event.waits), verdict=verdict)
        self._show_game(table, game)
        self.board.show_fact(table, event, progress.verdict, progress.phrases)

    def _show_game(self, table: str, game: str) -> None:
        """Show a game on the card of its table, where another one is shown: a table may go back to an earlier game."""
        if self.board.game_on(table) != game:
            stored = {row["id"]: row for row in self.store.games([game])}
            row = stored.get(game) or {**self._batch.begun[game], "wrong": 0, "checked": 0}
            self.board.show_game({**row, **asdict(self._games[game])})

    def _show_summary(self, table: str, payload: bytes) -> None:
        try:
            summary = read_summary(payload)
        except ValueError:
            self.refused["not understood"] += 1
            return
        game = _game_id(table, summary.key)
        self._recall({game})
        if game in self._games:  # otherwise its first event follows
            self._show_game(table, game)
        self.board.show_summary(table, summary)

    def _acknowledgement(self, pairing: Pairing, again: bool) -> Message:
        """Say up to which event the table is stored.

        A lost acknowledgement needs no repetition here: a later one replaces it, or the table sends its events again.
        """
        stamp = Stamp(pairing.stream or "0", pairing.number)
        payload = as_json({"again": again})
        return replace(stamped(topic_of(pairing.id, "received"), payload, stamp, pairing.key, retain=True), qos=0)


def _game_id(table: str, key: str) -> str:
    """The id of a game in the database; two tables may use the same key for different games."""
    return f"{table}/{key}"


def _result(game: str, progress: GameProgress) -> dict[str, object]:
    return {
        "of_game": game,
        "length": progress.facts,
        "done": progress.over,
        "won": progress.winners,
        "when": progress.ended if progress.over else "",
        "waiting": progress.waits,
        "said_last": progress.verdict,
        "translatable": progress.phrases,
    }
