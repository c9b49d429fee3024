"""A club's evening with a broker that is killed, cables that are out for up to a minute, and messages sent again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic

from hub.store import Store
from referee.model.snapshot import Snapshot
from rules.core.facts import Fact, to_json
from sharing.link import Link, LinkEvent
from sharing.messages import Message
from sharing.public import game_key
from tests.hub.evening import KIT, Club, Wire, club
from tests.rules.fuzz import play
from tests.sharing.kit import Mosquitto, mosquitto, snapshot_of
from tests.torture.report import Report

TABLES = tuple(f"Table {number}" for number in range(1, 7))
GAMES = [play(KIT, seed) for seed in range(1, 6)]
LONG_CUT_S, SHORT_CUT_S = 60.0, 4.0
LONG_CUT_EVERY = 15  # disturbances
AGAIN = 60  # messages that are sent again at once
PATIENCE_S = 180.0


@dataclass
class Evening:
    """The club, and how far each table has played its games."""

    club: Club
    broker: Mosquitto
    rng: Random
    wires: dict[str, Wire] = field(default_factory=dict)
    played: dict[str, tuple[int, int]] = field(default_factory=dict)  # the number of the game, and its facts so far
    version: int = 0

    def open_table(self, name: str) -> None:
        """Pair a table that reaches the broker over a cable of its own, and begin its first game."""
        self.wires[name] = Wire(self.broker.port)
        self.club.open_table(name, self.broker.settings().model_copy(update={"port": self.wires[name].port}))
        self._play_to(name, 0, 0)

    def play(self, longest_s: float = SHORT_CUT_S) -> None:
        """Every table plays up to four facts, at its own pace, and then time passes."""
        for name in TABLES:
            for _ in range(self.rng.randrange(5)):
                number, facts = self.played[name]
                ended = facts == len(log_of(number))
                self._play_to(name, number + ended, 0 if ended else facts + 1)
        Event().wait(self.rng.uniform(0.0, longest_s))

    def _play_to(self, name: str, number: int, facts: int) -> None:
        self.played[name], self.version = (number, facts), self.version + 1
        self.club.tables[name].on_snapshot(replace(snapshot_at(number, facts), version=self.version))

    def differences(self) -> Iterator[str]:
        """The facts that are not stored, judged or acknowledged as played."""
        yield from differences(self.club.store, self.played)
        for name, table in self.club.tables.items():
            if table.waiting:
                yield f"{name}: {table.waiting} facts are not confirmed"


def differences(store: Store, played: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """The facts that are not stored as played, in order and once, or not judged.

    *played* has for each table the number of its game, and the facts of it so far.
    """
    for name, (last, facts) in played.items():
        for number in range(last + 1):
            game = f"{name.lower().replace(' ', '-')}/{game_key(snapshot_at(number, 0))}"
            wanted = log_of(number)[: facts if number == last else None]
            stored = [(row["seq"], row["fact"]) for row in store.facts(game)]
            if stored != [(seq, to_json(fact)) for seq, fact in enumerate(wanted, 1)]:
                yield f"{name}: the facts of game {number} are not those that were played"
    for row in store.ended("", "9"):
        if (row["checked"], row["wrong"]) != (row["facts"], 0):
            yield f"{row['id']}: {row['checked']} of {row['facts']} facts are judged, wrong is {row['wrong']}"


def log_of(number: int) -> Sequence[Fact]:
    """All facts of game *number* of a table."""
    return GAMES[number % len(GAMES)].log


def snapshot_at(number: int, facts: int) -> Snapshot:
    """A table with the first *facts* facts of game *number*."""
    return snapshot_of(KIT.game, GAMES[number % len(GAMES)].setup, log_of(number)[:facts], str(number))


class Parrot:
    """A client that receives every message at the broker, and sends it again."""

    def __init__(self, broker: Mosquitto) -> None:
        self._overheard: list[Message] = []
        self._link = Link(broker.settings(), self._hear, ["owleye/#"])
        self._link.start()

    def _hear(self, item: LinkEvent) -> None:
        if isinstance(item, Message):
            self._overheard.append(item)

    def say_again(self, rng: Random) -> None:
        """Send some of the received messages again, old ones too, in any order and more than once."""
        for message in rng.choices(self._overheard[:], k=AGAIN) if self._overheard else ():
            self._link.send(message)

    def close(self) -> None:
        """Leave the broker."""
        self._link.close()


def kill_broker(evening: Evening) -> None:
    """Kill the broker, which forgets everything, and start it again."""
    evening.broker.kill()
    evening.play()
    evening.broker.start()


def restart_hub(evening: Evening) -> None:
    """Stop the hub and start it again."""
    evening.club.close_hub()
    evening.play()
    evening.club.open_hub()


def cut_cables(evening: Evening, seconds: float = SHORT_CUT_S) -> None:
    """Pull the cables of some tables for a while; all play on."""
    cut, ends = evening.rng.sample(TABLES, 3), monotonic() + seconds
    for name in cut:
        evening.wires[name].is_cut = True
    while monotonic() < ends:
        evening.play()
    for name in cut:
        evening.wires[name].repair()


def club_cuts(folder: Path, disturbances: int, seed: int) -> Report:
    """Disturb an evening *disturbances* times: every fact is stored once, in order, judged again, and acknowledged."""
    report, rng = Report("a club cut off"), Random(seed)
    with (
        mosquitto(folder, "allow_anonymous true", "max_queued_messages 100000") as broker,
        club(folder / "club", broker.settings()) as running,
        closing(Parrot(broker)) as parrot,
    ):
        evening = Evening(running, broker, rng)
        for name in TABLES:
            evening.open_table(name)
        for number in range(1, disturbances + 1):
            evening.play()
            if number % LONG_CUT_EVERY == 0:
                cut_cables(evening, LONG_CUT_S)
                report.count("cuts of a minute")
            else:
                disturb = rng.choice((kill_broker, restart_hub, cut_cables))
                disturb(evening)
                report.count(disturb.__name__)
            parrot.say_again(rng)
        report.count("messages sent again", disturbances * AGAIN)
        _settle(evening, report)
        for wire in evening.wires.values():
            wire.close()
    return report


def _settle(evening: Evening, report: Report) -> None:
    ends = monotonic() + PATIENCE_S
    while (missing := list(evening.differences())) and monotonic() < ends:
        Event().wait(1.0)
    for words in missing:
        report.check(False, words)
    report.count("facts", sum(len(log_of(n)) for last, _ in evening.played.values() for n in range(last)))
    report.count("facts of the last games", sum(facts for _, facts in evening.played.values()))
    report.count("messages refused", sum(evening.club.hub.refused.values()))
