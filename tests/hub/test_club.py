"""A whole club on real servers: Mosquitto, and SQLite or PostgreSQL, which are killed, cut off and started again."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sharing.link import Connected, Disconnected, Link
from sharing.messages import Message
from sharing.settings import Broker
from tests.hub.evening import Wire, club
from tests.hub.kit import needs_postgres, postgres
from tests.sharing.kit import Mosquitto, mosquitto, needs_broker, until

pytestmark = needs_broker
NAMES = ("Table 1", "Table 2", "Table 3")
DOCS = Path(__file__).parents[2] / "docs"


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


def test_a_cable_that_is_pulled_out_loses_no_fact(broker: Mosquitto, tmp_path: Path) -> None:
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


def test_a_hub_that_was_stopped_receives_the_facts_it_missed(broker: Mosquitto, tmp_path: Path) -> None:
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
def test_no_fact_is_lost_while_postgresql_is_down(broker: Mosquitto, tmp_path: Path) -> None:
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
        until(lambda: "database does not answer" in evening.hub.words, "the trouble is reported")
        database.start()
        until(lambda: evening.has_all(12), "every fact once and in order", 90)


class Hostile:
    """A user of the broker who tries to send messages in the name of another table."""

    def __init__(self, broker: Broker) -> None:
        self.received: list[object] = []
        self.link = Link(broker, self.received.append, ["#"])
        self.link.start()
        until(
            lambda: any(isinstance(one, Connected | Disconnected) for one in self.received), "an answer of the broker"
        )

    def messages(self) -> list[Message]:
        """The messages of others that the broker delivered to this user."""
        return [one for one in self.received if isinstance(one, Message)]


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


def test_the_documented_broker_lets_a_table_publish_only_under_its_own_name(tmp_path: Path) -> None:
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
            evening.hub.wait_until_stored()
            assert hostile.messages() == [], "it overhears nothing"
            assert evening.hub.refused == {}, "its messages do not even reach the hub"
            hostile.link.close()
