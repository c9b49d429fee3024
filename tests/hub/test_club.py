"""A whole club on real servers: Mosquitto, and SQLite or PostgreSQL, which are killed, cut off and started again."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from hub.schema import open_database
from hub.service import HubService, HubSettings
from hub.store import Store
from sharing.link import Connected, Link, Lost
from sharing.messages import Message
from sharing.public import game_key
from sharing.publisher import Publisher
from sharing.settings import Broker, ShareSettings
from tests.hub.kit import needs_postgres, postgres
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.sharing.kit import Mosquitto, mosquitto, needs_broker, snapshot_of, until

pytestmark = needs_broker
KIT = kit_of("casting-stones")
GAME = play(KIT, 3)
NAMES = ("Table 1", "Table 2", "Table 3")
DOCS = Path(__file__).parents[2] / "docs"


class Wire:
    """A network cable between two programs on this machine, which can be pulled out and put back."""

    def __init__(self, to_port: int) -> None:
        self._to, self._pairs = to_port, set[tuple[socket.socket, socket.socket]]()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._to))
                except OSError:
                    near.close()
                    continue
                self._pairs.add((near, far))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if not self.is_cut:  # a cable that is out loses what is sent into it
                    other.sendall(data)
        for end in (one, other):
            end.close()

    def repair(self) -> None:
        """Put the cable back: what was connected has to connect again."""
        self.is_cut = False
        pairs, self._pairs = self._pairs, set()
        for end in (end for pair in pairs for end in pair):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Take everything down."""
        self._listener.close()
        self.repair()


@dataclass
class Club:
    """A hub and tables that play the same game, each at its own pace."""

    folder: Path
    broker: Broker
    url: str = ""
    codes: dict[str, str] = field(default_factory=dict)
    stack: ExitStack = field(default_factory=ExitStack)
    tables: dict[str, Publisher] = field(default_factory=dict)

    def open_hub(self) -> None:
        """Start the hub."""
        self.store = Store(open_database(self.url, self.folder))
        settings = HubSettings(**self.broker.model_dump(), database=self.url)
        self.hub = HubService(settings, self.store, lambda: "2026-01-01T20:00:00+00:00")
        until(lambda: not self.hub.words, "the hub hears the broker")

    def close_hub(self) -> None:
        """Stop the hub."""
        self.hub.close()
        self.store.close()

    def open_table(self, name: str, broker: Broker | None = None) -> None:
        """Pair a table and start sharing it."""
        self.codes[name] = self.hub.pair(name)
        self.hub.settle()
        body = {**(broker or self.broker).model_dump(), "on": True, "table": name, "code": self.codes[name]}
        self.tables[name] = Publisher(ShareSettings.model_validate(body), self.folder / name)

    def play(self, first: int, last: int) -> None:
        """Every table tells its facts from *first* to *last*."""
        for count in range(first, last + 1):
            for publisher in self.tables.values():
                publisher.tell(replace(snapshot_of(KIT.game, GAME.setup, GAME.log[:count]), version=count + 1))

    def facts(self, name: str) -> list[object]:
        """What the hub has stored of a table's game."""
        key = game_key(snapshot_of(KIT.game, GAME.setup, ()))
        return [row["seq"] for row in self.store.facts(f"{name.lower().replace(' ', '-')}/{key}")]

    def has_all(self, count: int) -> bool:
        """Whether every fact of every table is stored, once and in order, judged twice and confirmed."""
        cards = self.hub.board.cards
        return (
            all(self.facts(name) == list(range(1, count + 1)) for name in self.tables)
            and all((card.facts, card.checked, card.wrong) == (count, count, 0) for card in cards)
            and not any(publisher.waiting for publisher in self.tables.values())
        )

    def close(self) -> None:
        """Stop everything."""
        for publisher in self.tables.values():
            publisher.close()
        self.close_hub()


@contextmanager
def club(folder: Path, broker: Broker, url: str = "") -> Iterator[Club]:
    """A club that runs, without tables."""
    folder.mkdir(parents=True, exist_ok=True)
    found = Club(folder, broker, url)
    found.open_hub()
    with closing(found):
        yield found


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path) as broker:
        yield broker


def test_every_fact_arrives_once_though_the_broker_is_killed_three_times(broker: Mosquitto, tmp_path: Path) -> None:
    with club(tmp_path / "club", broker.settings()) as evening:
        for name in NAMES:
            evening.open_table(name)
        for first in (0, 5, 10):
            evening.play(first, first + 3)
            broker.kill()
            evening.play(first + 3, first + 5)
            broker.start()
        until(lambda: evening.has_all(15), "every fact once and in order", 90)


def test_a_cable_that_is_out_loses_nothing(broker: Mosquitto, tmp_path: Path) -> None:
    with club(tmp_path / "club", broker.settings()) as evening, closing(Wire(broker.port)) as wire:
        evening.open_table("Table 1", broker.settings().model_copy(update={"port": wire.port}))
        evening.open_table("Table 2")
        evening.play(0, 4)
        until(lambda: evening.has_all(4), "the first facts")
        wire.is_cut = True
        evening.play(5, 9)
        until(lambda: evening.facts("Table 2") == list(range(1, 10)), "the other table goes on")
        assert evening.facts("Table 1") == [1, 2, 3, 4]
        wire.repair()
        until(lambda: evening.has_all(9), "every fact once and in order", 90)


def test_a_hub_that_was_away_gets_what_it_missed(broker: Mosquitto, tmp_path: Path) -> None:
    with club(tmp_path / "club", broker.settings()) as evening:
        evening.open_table("Table 1")
        evening.play(0, 6)
        until(lambda: evening.has_all(6), "the first facts")
        evening.close_hub()
        evening.play(7, 14)
        until(lambda: evening.tables["Table 1"].waiting == 8, "the facts wait at the table")
        evening.open_hub()
        until(lambda: evening.has_all(14), "every fact once and in order", 90)


@needs_postgres
def test_results_are_kept_in_postgresql_which_is_killed_too(broker: Mosquitto, tmp_path: Path) -> None:
    with (
        postgres() as database,
        club(tmp_path / "club", broker.settings(), database.url) as evening,
    ):
        for name in NAMES[:2]:
            evening.open_table(name)
        evening.play(0, 5)
        until(lambda: evening.has_all(5), "the first facts")
        database.kill()
        evening.play(6, 12)
        until(lambda: "database does not answer" in evening.hub.words, "the trouble is said")
        database.start()
        until(lambda: evening.has_all(12), "every fact once and in order", 90)


class Hostile:
    """A user of the broker who wants to be heard as somebody else."""

    def __init__(self, broker: Broker) -> None:
        self.heard: list[object] = []
        self.link = Link(broker, self.heard.append, ["#"])
        self.link.start()
        until(lambda: any(isinstance(one, Connected | Lost) for one in self.heard), "an answer of the broker")

    def messages(self) -> list[Message]:
        """What it has overheard."""
        return [one for one in self.heard if isinstance(one, Message)]


def rights(folder: Path, *users: str) -> tuple[str, ...]:
    """The lines of docs/mosquitto.conf for a broker of the test, with these users; without encryption."""
    (folder / "passwords").touch()
    for user in users:
        subprocess.run(
            ["mosquitto_passwd", "-b", folder / "passwords", user, "geheim"], check=True, capture_output=True
        )
    text = (DOCS / "mosquitto.conf").read_text("utf-8")
    lines = [
        line for line in text.splitlines() if not re.match(r"#|listener|certfile|keyfile|password_file|acl_file", line)
    ]
    return (*lines, f"password_file {folder / 'passwords'}", f"acl_file {DOCS / 'mosquitto.acl'}")


def test_the_documented_broker_lets_a_table_speak_for_itself_alone(tmp_path: Path) -> None:
    with mosquitto(tmp_path, *rights(tmp_path, "hub", "table-1", "table-2")) as server:
        users = {
            name: server.settings().model_copy(update={"user": name, "password": "geheim"})
            for name in ("hub", "table-1", "table-2")
        }
        with club(tmp_path / "club", users["hub"]) as evening:
            evening.open_table("Table 1", users["table-1"])
            evening.play(0, 3)
            until(lambda: evening.has_all(3), "the table of the club is heard")
            hostile = Hostile(users["table-2"])
            for topic in ("owleye/table-1/event", "owleye/table-1/received", "owleye/table-1/status"):
                hostile.link.send(Message(topic, json.dumps({"event_type": "begin"}).encode(), retain=True))
            evening.play(4, 6)
            until(lambda: evening.has_all(6), "the club goes on")
            evening.hub.settle()
            assert hostile.messages() == [], "it overhears nothing"
            assert evening.hub.refused == {}, "its messages do not even reach the hub"
            hostile.link.close()
