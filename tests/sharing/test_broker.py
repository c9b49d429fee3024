"""A table shared over a real Mosquitto, which is killed, cut off and started again."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from calibration.storage.damaged import unseen
from referee.model.snapshot import Snapshot
from rules.core.facts import Fact, Throw
from sharing.link import Connected, Link, LinkEvent
from sharing.messages import LARGEST, Message
from sharing.outbox import Outbox
from sharing.publisher import OUTBOX, OUTBOX_FAILS, Publisher
from sharing.settings import FOLDER, Broker, ShareSettings, SharingError
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.rules.toy import Toy
from tests.sharing.kit import TOY_LOG, TOY_SETUP, Mosquitto, mosquitto, needs_broker, snapshot_of, until

pytestmark = needs_broker
STATUS, STATE, EVENT = "owleye/table-3/status", "owleye/table-3/state", "owleye/table-3/event"
KIT = kit_of("casting-stones")
GAME = play(KIT, 3)


class Onlooker:
    """Another client of the broker, which receives every message."""

    def __init__(self, broker: Broker, topics: str = "#") -> None:
        self.messages: list[Message] = []
        self._news: SimpleQueue[LinkEvent] = SimpleQueue()
        self.link = Link(broker, self._news.put, [topics])
        self.link.start()
        self.is_connected = False
        until(lambda: self.look().is_connected, "the onlooker is connected")

    def look(self) -> Onlooker:
        """Note the messages and connections that have arrived."""
        while not self._news.empty():
            news = self._news.get()
            self.is_connected |= isinstance(news, Connected)
            if isinstance(news, Message):
                self.messages.append(news)
        return self

    def bodies(self, topic: str) -> list[Any]:
        """The bodies of the messages under this topic."""
        return [json.loads(message.payload) for message in self.look().messages if message.topic == topic]

    def last(self, topic: str) -> bytes:
        """The latest message under this topic."""
        return next((message.payload for message in reversed(self.look().messages) if message.topic == topic), b"")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path) as broker:
        yield broker


def shared(broker: Broker, folder: Path, **fields: object) -> Publisher:
    body = {**broker.model_dump(), "on": True, "table": "Table 3", **fields}
    return Publisher(ShareSettings.model_validate(body), folder)


def after(count: int) -> Snapshot:
    return snapshot_of(KIT.game, GAME.setup, GAME.log[:count])


def ids(onlooker: Onlooker) -> list[str]:
    """The events in the order in which they first came: at QoS 1 a message may come twice."""
    return list(dict.fromkeys(event["id"].partition("/")[2] for event in onlooker.bodies(EVENT)))


def test_a_shared_table_is_online_until_it_ends(broker: Mosquitto, tmp_path: Path) -> None:
    onlooker = Onlooker(broker.settings())
    publisher = shared(broker.settings(), tmp_path)
    publisher.on_snapshot(after(3))
    until(lambda: len(ids(onlooker)) == 4, "all events")
    until(lambda: onlooker.last(STATUS) == b"online", "online")
    assert json.loads(onlooker.last(STATE))["facts"] == 3
    assert publisher.words.startswith("Shared as “Table 3”")
    until(lambda: publisher.waiting == 0, "everything is confirmed")
    publisher.close()
    until(lambda: onlooker.last(STATUS) == b"offline", "offline")
    late = Onlooker(broker.settings())
    until(lambda: late.last(STATUS) == b"offline" and bool(late.last(STATE)), "retained")
    assert ids(late) == []
    onlooker.link.close()
    late.link.close()


def test_the_broker_holds_back_messages_that_are_too_large(broker: Mosquitto) -> None:
    sizes: list[int] = []
    onlooker, flood = Onlooker(broker.settings()), Onlooker(broker.settings(), "none")
    onlooker.link._client.on_message = lambda client, data, message: sizes.append(len(message.payload))
    for size in (2_000_000, LARGEST, 5):
        flood.link.send(Message(EVENT, b"x" * size, retain=False))
    until(lambda: 5 in sizes, "the last message")
    assert sizes == [LARGEST, 5]
    onlooker.link.close()
    flood.link.close()


def test_facts_wait_while_the_broker_is_killed(broker: Mosquitto, tmp_path: Path) -> None:
    publisher = shared(broker.settings(), tmp_path)
    for count in (0, 3, 6):
        publisher.on_snapshot(after(count))
        until(lambda: publisher.words.startswith("Shared") and not publisher.waiting, "everything is delivered")
        broker.kill()
        until(lambda: not publisher.words.startswith("Shared"), "the loss is noticed")
        publisher.on_snapshot(after(count + 2))
        until(lambda: publisher.waiting == 2, "the facts wait")
        broker.start()
    until(lambda: publisher.words.startswith("Shared") and not publisher.waiting, "everything is delivered")
    publisher.close()


def test_facts_wait_while_the_disk_refuses_them(
    broker: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("sharing.publisher.RETRY_S", 0.05)
    onlooker = Onlooker(broker.settings())
    with monkeypatch.context() as context:
        context.setattr("sharing.outbox._opened", fails)
        publisher = shared(broker.settings(), tmp_path)
        publisher.on_snapshot(after(2))
        until(lambda: publisher.words == OUTBOX_FAILS, "the trouble is reported")
    until(lambda: len(ids(onlooker)) == 3, "the facts from before are sent")
    with monkeypatch.context() as context:
        context.setattr(Outbox, "put", fails)
        publisher.on_snapshot(after(4))
        publisher.on_snapshot(snapshot_of(KIT.game, GAME.setup, GAME.log[:1], "2"))
        until(lambda: publisher.words == OUTBOX_FAILS, "the trouble is reported")
    until(lambda: len(ids(onlooker)) == 5, "the facts of both games are sent")
    until(lambda: publisher.words.startswith("Shared as") and not publisher.waiting, "sharing goes on")
    publisher.close()
    onlooker.link.close()


def waits_for_a_broker(broker: Broker, folder: Path, count: int) -> None:
    """A table that runs for a while and finds no broker."""
    publisher = shared(broker, folder)
    publisher.on_snapshot(after(count))
    until(lambda: publisher.waiting == count + 1, "everything is in the outbox")
    assert "No broker answers" in publisher.words or "Connecting" in publisher.words
    publisher.close()


def test_facts_without_a_broker_are_sent_after_a_restart_of_the_table(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    for count in (2, 5, 9):
        waits_for_a_broker(broker.settings(), tmp_path, count)
    broker.start()
    onlooker = Onlooker(broker.settings())
    publisher = shared(broker.settings(), tmp_path)
    until(lambda: len(ids(onlooker)) == 10, "all events")
    assert ids(onlooker) == [str(number) for number in range(10)]
    publisher.close()
    onlooker.link.close()
    broker.kill()


def test_a_damaged_outbox_is_kept_and_the_game_is_sent_again(broker: Mosquitto, tmp_path: Path) -> None:
    path = tmp_path / FOLDER / OUTBOX
    path.parent.mkdir()
    path.write_bytes(b"notes" * 1000)
    onlooker = Onlooker(broker.settings())
    publisher = shared(broker.settings(), tmp_path)
    publisher.on_snapshot(after(2))
    until(lambda: len(ids(onlooker)) == 3, "the whole game is sent")
    publisher.close()
    onlooker.link.close()
    assert (tmp_path / "damaged" / OUTBOX).read_bytes() == b"notes" * 1000
    assert [report.file for report in unseen(tmp_path)] == [OUTBOX]


def test_no_secret_reaches_the_broker(broker: Mosquitto, tmp_path: Path) -> None:
    onlooker = Onlooker(broker.settings())
    publisher = shared(broker.settings(), tmp_path)
    throws: list[Fact] = [*TOY_LOG[:2], TOY_LOG[2], Throw("B", (("die:B", "2"),))]
    for count in range(4):
        publisher.on_snapshot(replace(snapshot_of(Toy(), TOY_SETUP, throws[:count]), version=count + 2))
    until(lambda: len(ids(onlooker)) == 4, "all events")
    publisher.close()
    until(lambda: onlooker.last(STATUS) == b"offline", "offline")
    assert not any(b"nudge" in message.payload + message.topic.encode() for message in onlooker.messages)
    onlooker.link.close()


def test_a_wrong_password_is_reported(tmp_path: Path) -> None:
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, "t3", "right"], check=True, capture_output=True)
    with mosquitto(tmp_path, "allow_anonymous false", f"password_file {passwords}") as broker:
        publisher = shared(broker.settings(), tmp_path, user="t3", password="wrong")
        until(lambda: "does not let Owleye in" in publisher.words, "the refusal is said")
        publisher.close()
        publisher = shared(broker.settings(), tmp_path, user="t3", password="right")
        until(lambda: publisher.words.startswith("Shared"), "shared")
        publisher.close()


def certificate(folder: Path) -> Path:
    """A certificate of the broker's own, for this machine."""
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    names = [
        "-addext",
        "subjectAltName=IP:127.0.0.1",
        "-keyout",
        str(folder / "key.pem"),
        "-out",
        str(folder / "ca.pem"),
    ]
    subprocess.run([*made, *names], check=True, capture_output=True)
    return folder / "ca.pem"


def encrypted(folder: Path) -> tuple[str, ...]:
    """The lines that make a broker encrypt, with a certificate of its own."""
    return ("allow_anonymous true", f"certfile {certificate(folder)}", f"keyfile {folder / 'key.pem'}")


def test_an_encrypted_broker_is_used_with_its_certificate(tmp_path: Path) -> None:
    with mosquitto(tmp_path, *encrypted(tmp_path)) as broker:
        publisher = shared(broker.settings(), tmp_path, tls=True, ca_file=str(tmp_path / "ca.pem"))
        until(lambda: publisher.words.startswith("Shared"), "shared")
        publisher.close()
    with pytest.raises(SharingError, match="cannot be used"):
        shared(broker.settings(), tmp_path, tls=True, ca_file=str(tmp_path / "mosquitto.conf"))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho leaves the refused socket open
def test_a_broker_with_another_certificate_gets_nothing(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with mosquitto(tmp_path, *encrypted(tmp_path)) as broker:
        publisher = shared(broker.settings(), tmp_path, tls=True, ca_file=str(certificate(tmp_path / "other")))
        until(lambda: "certificate of 127.0.0.1 is refused" in publisher.words, "the wrong certificate is refused")
        publisher.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # as above
def test_a_missing_or_needless_encryption_is_reported(tmp_path: Path) -> None:
    with mosquitto(tmp_path, *encrypted(tmp_path)) as broker:
        publisher = shared(broker.settings(), tmp_path)
        until(lambda: "switch encryption (TLS) on" in publisher.words, "the broker encrypts, and the table does not")
        publisher.close()
    with mosquitto(tmp_path) as broker:
        publisher = shared(broker.settings(), tmp_path, tls=True)
        until(lambda: "switch encryption (TLS) off" in publisher.words, "the table encrypts, and the broker does not")
        publisher.close()
