"""A club's evening whose hub, tables and broker are killed with SIGKILL at any moment: every fact arrives once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic

from calibration.storage.files import write_atomically
from hub.cli import HubSettings
from hub.schema import open_database
from hub.service import HubService
from hub.store import Store
from sharing.publisher import Publisher
from sharing.settings import Broker, ShareSettings
from tests.sharing.kit import Mosquitto, mosquitto
from tests.torture.club_cuts import PATIENCE_S, differences, log_of, snapshot_at
from tests.torture.report import Report
from tests.torture.victims import Tell, Victim, victim

NAMES = ("Table 1", "Table 2", "Table 3")
HUB = "hub"
WHEN = "2026-01-01T20:00:00+00:00"
LONGEST_S = 3.0  # between two kills
PACE_S = 0.3  # longest time for a fact
PLAYED, ENOUGH = "played.json", "enough"


def club_kills(folder: Path, kills: int, seed: int) -> Report:
    """Kill the hub, a table or the broker *kills* times; each starts again after a while."""
    report, rng = Report("a club killed"), Random(seed)
    with mosquitto(folder, "allow_anonymous true", "max_queued_messages 100000") as broker, ExitStack() as stack:
        club = _Club(folder, broker, stack)
        for _ in range(kills):
            Event().wait(rng.uniform(0.0, LONGEST_S))
            whom = rng.choice((HUB, "broker", *NAMES))
            club.kill(whom, rng.uniform(0.0, LONGEST_S), report)
            report.count(f"kills of {'a table' if whom in NAMES else f'the {whom}'}")
        (folder / ENOUGH).touch()
        club.settle(report)
    return report


@dataclass
class _Club:
    """Processes for the hub and each table, and the facts that each table played."""

    folder: Path
    broker: Mosquitto
    stack: ExitStack
    running: dict[str, Victim] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with closing(self._store()) as store:
            self.codes = {name: store.pair(name) for name in NAMES}
        for name in (HUB, *NAMES):
            self._start(name)
        self.stack.callback(lambda: [one.kill() for one in self.running.values()])

    def kill(self, whom: str, pause_s: float, report: Report) -> None:
        """Kill one of them, and start it again after a pause."""
        if whom == "broker":
            self.broker.kill()
            Event().wait(pause_s)
            self.broker.start()
            return
        report.check(self.running.pop(whom).kill() == -9, f"the {whom} ended by itself: {self._last_words(whom)}")
        Event().wait(pause_s)
        self._start(whom)

    def settle(self, report: Report) -> None:
        """Wait until every fact has arrived; one that has not after `PATIENCE_S` is a failure."""
        ends = monotonic() + PATIENCE_S
        with closing(self._store()) as store:
            while (missing := [*self._waiting(), *differences(store, self._played())]) and monotonic() < ends:
                Event().wait(1.0)
        for words in missing:
            report.check(False, words)
        for last, facts in self._played().values():
            report.count("facts", sum(len(log_of(number)) for number in range(last)) + facts)

    def _start(self, name: str) -> None:
        address = self.broker.settings()
        if name == HUB:
            work = partial(_run_hub, self.folder / HUB, address)
        else:
            work = partial(_run_table, self.folder, name, address, self.codes[name])
        self.running[name] = self.stack.enter_context(victim(self.folder / f"{name}.acknowledged", work))

    def _store(self) -> Store:
        (self.folder / HUB).mkdir(exist_ok=True)
        return Store(open_database("", self.folder / HUB))

    def _waiting(self) -> Sequence[str]:
        return [f"{name}: {progress}" for name in NAMES if (progress := self._last_words(name)) != {"waiting": 0}]

    def _last_words(self, name: str) -> object:
        return (Victim(0, self.folder / f"{name}.acknowledged").acknowledged() or [None])[-1]

    def _played(self) -> dict[str, tuple[int, int]]:
        return {name: _progress(self.folder / name) for name in NAMES}


def _progress(folder: Path) -> tuple[int, int]:
    """The number of a table's game, and the facts that it has stored of it."""
    path = folder / PLAYED
    number, facts = json.loads(path.read_bytes()) if path.exists() else (0, 0)
    return number, facts


def _run_hub(folder: Path, broker: Broker, tell: Tell) -> None:
    """Serve as the hub until killed."""
    store = Store(open_database("", folder))
    service = HubService(HubSettings(**broker.model_dump()), store, lambda: WHEN)
    while True:
        tell({"refused": service.refused})
        Event().wait(PACE_S)


def _run_table(folder: Path, name: str, broker: Broker, code: str, tell: Tell) -> None:
    """Play and share until killed; each fact is stored before it is shared, as the journal does."""
    rng, home = Random(), folder / name
    number, facts = _progress(home)
    body = {**broker.model_dump(), "on": True, "table": name, "code": code}
    publisher = Publisher(ShareSettings.model_validate(body), home)
    for version in count(1):
        publisher.on_snapshot(replace(snapshot_at(number, facts), version=version))
        Event().wait(rng.uniform(0.0, PACE_S))
        if (folder / ENOUGH).exists():
            tell({"waiting": publisher.waiting})
            continue
        number, facts = (number + 1, 0) if facts == len(log_of(number)) else (number, facts + 1)
        write_atomically(home / PLAYED, json.dumps([number, facts]).encode())
