"""Takes in what tables tell: only from paired tables, only signed, each message once and in order.

No threads and no network here.  `hear` sorts a message in, `settle` stores everything that came since, and `answers`
are the messages that tell the tables up to where it is stored.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace

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


@dataclass(slots=True)
class Growing:
    """A game that a table goes on telling: how many facts of it are known, how it stands, and its result."""

    facts: int = 0
    over: bool = False
    ended: str = ""
    winners: list[str] = field(default_factory=list)
    waits: str = ""
    verdict: str = ""


GROWING = tuple(field.name for field in fields(Growing))


@dataclass(slots=True)
class Intake:
    """One hub's ear; ``clock`` gives the time as ISO 8601 in UTC: a table's own clock may be wrong."""

    store: Store
    board: Board
    clock: Callable[[], str]
    refused: Counter[str] = field(default_factory=Counter)
    changed: set[str] = field(default_factory=set)  # games with facts that are not judged a second time yet
    _pairings: dict[str, Pairing] = field(default_factory=dict)
    _games: dict[str, Growing] = field(default_factory=dict)
    _batch: Batch = field(default_factory=Batch)
    _events: list[tuple[str, Event]] = field(default_factory=list)  # each with its table, in the order they came in
    _summaries: dict[str, bytes] = field(default_factory=dict)
    _newest: dict[tuple[str, str], int] = field(default_factory=dict)  # of summaries and of status, by table
    _answer: dict[str, bool] = field(default_factory=dict)  # tables to tell how far, and whether something is missing

    def load(self) -> list[Message]:
        """Know the tables as the database has them; the answer asks each for what it has not delivered."""
        self._pairings, self._games, self._batch = self.store.pairings(), {}, Batch()
        self._events.clear()
        self._answer.clear()
        self.board.show_tables({pairing.id: pairing.name for pairing in self._pairings.values()})
        for game in self.store.latest_games():
            self.board.show_game(game)
        return [self._received(pairing, again=True) for pairing in self._pairings.values() if pairing.stream]

    def hear(self, message: Message) -> None:
        """Sort one message in; what is not a paired table's own is counted and dropped."""
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
                self._event(pairing, stamp, message.payload)
            case "summary" if self._is_newer(pairing, "summary", stamp):
                self._summaries[pairing.id] = message.payload
            case "status" if self._is_newer(pairing, "status", stamp):
                self.board.show_online(pairing.id, message.payload == ONLINE)

    def settle(self) -> None:
        """Store what came.

        Raises:
            SQLAlchemyError: where the database does not take it: then nothing is stored, and `load` begins anew.
        """
        for table, payload in self._summaries.items():
            self._show_summary(table, payload)
        self._summaries.clear()
        self._take_events()
        batch, self._batch = self._batch, Batch()
        if batch.reached:
            self.store.write(batch)
            self.changed.update(batch.results)

    def answers(self) -> list[Message]:
        """Tell each table that was heard since the last answers how far it is stored; call `settle` before."""
        answers = [self._received(self._pairings[table], again) for table, again in self._answer.items()]
        self._answer.clear()
        return answers

    def _is_newer(self, pairing: Pairing, kind: str, stamp: Stamp) -> bool:
        """Whether a summary or status is newer than what is shown: an old one that is sent again changes nothing."""
        if stamp.number <= self._newest.get((pairing.id, kind), -1) or (
            stamp.stream != pairing.stream and stamp.stream in pairing.streams
        ):
            self.refused["old"] += 1
            return False
        self._newest[pairing.id, kind] = stamp.number
        return True

    def _event(self, pairing: Pairing, stamp: Stamp, payload: bytes) -> None:
        if stamp.stream != pairing.stream and stamp.number == 1 and stamp.stream not in pairing.streams:
            self._begin_stream(pairing, stamp.stream)
        if stamp.stream != pairing.stream or stamp.number <= pairing.number:
            self._answer.setdefault(pairing.id, False)
            return
        if stamp.number > pairing.number + 1:
            self._answer[pairing.id] = True
            return
        pairing.number = stamp.number
        self._answer.setdefault(pairing.id, False)
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
        self._newest = {key: number for key, number in self._newest.items() if key[0] != pairing.id}
        self._batch.streams.append({"table_id": pairing.id, "stream": stream})

    def _take_events(self) -> None:
        events, self._events = self._events, []
        unknown = {_game_id(table, event) for table, event in events} - self._games.keys()
        for row in self.store.games(unknown):
            self._games[row["id"]] = Growing(**{name: row[name] for name in GROWING})
        for table, event in events:
            try:
                self._take(table, event)
            except ValueError:
                self.refused["not understood"] += 1

    def _take(self, table: str, event: Event) -> None:
        game = _game_id(table, event)
        if isinstance(event, Begin):
            self._begin(table, game, event)
            return
        growing = self._games.get(game)
        if growing is None or event.seq > growing.facts + 1:
            raise ValueError("facts of a game that never began")
        if isinstance(event, Record):
            self._batch.records.append((game, event.setup, event.facts[: growing.facts]))
        else:
            self._fact(table, game, growing, event)
        self._batch.results[game] = _result(game, growing)

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
        self._games.setdefault(game, Growing())
        self.board.show_game({**row, **asdict(Growing()), "wrong": 0, "checked": 0})

    def _fact(self, table: str, game: str, growing: Growing, event: Fact) -> None:
        if event.seq <= growing.facts:  # a table that lost its outbox, or part of its journal, tells it again
            self._batch.facts = [row for row in self._batch.facts if row["game_id"] != game or row["seq"] < event.seq]
            self._batch.cut[game] = min(event.seq, self._batch.cut.get(game, event.seq))
        growing.facts = event.seq
        row = {"game_id": game, "seq": event.seq, "at": event.at, "fact": event.fact}
        told = {"said": [ruling.model_dump(mode="json") for ruling in event.said], "over": event.over}
        self._batch.facts.append({**row, **told, "winners": list(event.winners)})
        if event.over and not growing.over:
            growing.ended = self.clock()
        growing.over, growing.winners, growing.waits = event.over, list(event.winners), event.waits
        growing.verdict = event.verdict or growing.verdict
        self.board.show_fact(table, event)

    def _show_summary(self, table: str, payload: bytes) -> None:
        try:
            self.board.show_summary(table, read_summary(payload))
        except ValueError:
            self.refused["not understood"] += 1

    def _received(self, pairing: Pairing, again: bool) -> Message:
        """How far everything of a table is stored.  Where it is lost, the next one or the table's patience helps."""
        stamp = Stamp(pairing.stream or "0", pairing.number)
        payload = as_json({"again": again})
        return replace(stamped(topic_of(pairing.id, "received"), payload, stamp, pairing.key, retain=True), qos=0)


def _game_id(table: str, event: Event) -> str:
    """The id of an event's game: tables that use the same key share nothing else."""
    return f"{table}/{event.game}"


def _result(game: str, growing: Growing) -> dict[str, object]:
    return {
        "of_game": game,
        "length": growing.facts,
        "done": growing.over,
        "won": growing.winners,
        "when": growing.ended if growing.over else "",
        "waiting": growing.waits,
        "said_last": growing.verdict,
    }
