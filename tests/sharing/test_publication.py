"""Messages are sent in order, within a window, again without progress, and dropped only when acknowledged."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from unittest.mock import Mock

import pytest

from referee.model.snapshot import Notice
from rules.core.facts import Amend, Throw
from rules.core.fold import referee
from sharing import publication as module
from sharing.messages import Message, Stamp, as_json, is_signed, key_of, new_code, read_stamp, stamped
from sharing.outbox import Outbox
from sharing.public import MOST_RULINGS
from sharing.publication import LONGEST_S, RESEND_S, Publication
from sharing.settings import ShareSettings
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.rules.toy import Toy
from tests.sharing.kit import TOY_LOG, TOY_SETUP, snapshot_of

CODE = new_code()
ALONE = ShareSettings(on=True, broker="b", table="Table 3")
PAIRED = ALONE.model_copy(update={"code": CODE})
FACTS = [snapshot_of(Toy(), TOY_SETUP, TOY_LOG[:n]) for n in range(5)]
ALL = ["begin/0", "throw/1", "throw/2", "choice/3", "choice/4", "record/4"]


@pytest.fixture
def outbox(tmp_path: Path) -> Iterator[Outbox]:
    outbox = Outbox(tmp_path / "outbox.sqlite", CODE)
    yield outbox
    outbox.close()


def event_ids(due: list[tuple[int, Message]]) -> list[str]:
    bodies = [json.loads(message.payload) for _, message in due]
    return [f"{body['event_type']}/{body['seq']}" for body in bodies]


def ack(outbox: Outbox, number: int, again: bool = False, code: str = CODE, stream: str = "") -> Message:
    stamp = Stamp(stream or outbox.stream, number)
    return stamped("owleye/table-3/received", as_json({"again": again}), stamp, key_of(code), retain=True)


def test_every_fact_is_sent_once_in_order(outbox: Outbox) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    due = []
    for snapshot in (*FACTS, FACTS[2], *FACTS):
        publication.take(snapshot)
        due += publication.due(1.0)
    assert event_ids(due) == ALL
    assert [number for number, _ in due] == [1, 2, 3, 4, 5, 6]


def test_facts_that_came_while_nothing_listened_are_sent_later(outbox: Outbox) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    publication.take(FACTS[4])
    assert event_ids(publication.due(1000.0)) == ALL


def test_messages_are_signed_by_topic_stamp_and_bytes(outbox: Outbox) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    state = publication.take(FACTS[1])
    for message in [*state, publication.will(), publication.first_messages()[0], publication.due(0.0)[0][1]]:
        stamp = read_stamp(message.stamp)
        assert stamp is not None
        key = key_of(CODE)
        assert is_signed(key, message.topic, stamp, message.payload, message.signed)
        assert not is_signed(key, message.topic + "x", stamp, message.payload, message.signed)
        assert not is_signed(key, message.topic, Stamp(stamp.stream, stamp.number + 1), message.payload, message.signed)
        assert not is_signed(key, message.topic, stamp, message.payload + b" ", message.signed)
        assert not is_signed(key_of(new_code()), message.topic, stamp, message.payload, message.signed)


def test_numbers_of_states_and_connections_grow_over_restarts(tmp_path: Path) -> None:
    stamps = []
    for _ in range(3):
        outbox = Outbox(tmp_path / "outbox.sqlite", CODE)
        publication = Publication(PAIRED, outbox, 0.0)
        for _ in range(2):
            will = publication.will()
            stamps += [publication.first_messages()[0].stamp, will.stamp]
        outbox.close()
    numbers = [stamp.number for text in stamps if (stamp := read_stamp(text))]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == 12


def test_without_a_hub_the_acknowledgement_of_the_broker_is_enough(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite", "")
    publication = Publication(ALONE, outbox, 0.0)
    publication.take(FACTS[2])
    for number, _ in publication.due(0.0):
        publication.on_delivered(number, 0.0)
    assert (publication.waiting, outbox.after(0, 9)) == (0, [])
    assert publication.due(10 * RESEND_S) == []
    outbox.close()


def test_with_a_hub_events_wait_for_its_acknowledgement(outbox: Outbox) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    publication.take(FACTS[2])
    for number, _ in publication.due(0.0):
        publication.on_delivered(number, 0.0)
    assert publication.waiting == 3
    publication.on_hub_message(ack(outbox, 2), 1.0)
    assert (publication.waiting, [number for number, _ in outbox.after(0, 9)]) == (1, [3])


def test_unacknowledged_messages_are_sent_again_at_growing_intervals(outbox: Outbox) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    publication.take(FACTS[2])
    sent = [t for t in range(2000) if publication.due(float(t))]
    assert sent[:4] == [0, int(RESEND_S), int(3 * RESEND_S), int(7 * RESEND_S)]
    assert max(b - a for a, b in pairwise(sent)) <= LONGEST_S
    publication.on_hub_message(ack(outbox, 1), 2000.0)
    assert publication.due(2000.0 + RESEND_S - 1) == []
    assert event_ids(publication.due(2000.0 + RESEND_S)) == ["throw/1", "throw/2"]


def test_the_hub_can_ask_for_what_it_misses(outbox: Outbox) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    publication.take(FACTS[4])
    publication.due(0.0)
    publication.on_hub_message(ack(outbox, 2, again=True), 1.0)
    assert event_ids(publication.due(1.0)) == ALL[2:]


@pytest.mark.parametrize(
    "case", ["another key", "no signature", "another stream", "another table", "an old one", "no JSON"]
)
def test_a_forged_acknowledgement_changes_nothing(outbox: Outbox, case: str) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    publication.take(FACTS[4])
    publication.due(0.0)
    publication.on_hub_message(ack(outbox, 3), 0.0)
    right = ack(outbox, 6)
    forged = {
        "another key": ack(outbox, 6, code=new_code()),
        "no signature": replace(right, signed=""),
        "another stream": ack(outbox, 6, stream="ab"),
        "another table": replace(right, topic="owleye/table-4/received"),
        "an old one": ack(outbox, 1, again=True),
        "no JSON": replace(right, payload=b"\xff{"),
    }[case]
    publication.on_hub_message(forged, 1.0)
    assert [number for number, _ in outbox.after(0, 9)] == [4, 5, 6]
    assert publication.due(1.0) == []


def test_no_more_messages_than_a_window_are_unacknowledged(outbox: Outbox) -> None:
    kit = kit_of("casting-stones")
    game = play(kit, 3)
    publication = Publication(PAIRED, outbox, 0.0)
    for number in range(1, 13):
        publication.take(replace(snapshot_of(kit.game, game.setup, game.log[:40], str(number)), version=number))
    first = publication.due(0.0)
    assert len(first) == module.WINDOW
    assert publication.due(1.0) == []
    publication.on_hub_message(ack(outbox, 50), 1.0)
    assert len(publication.due(1.0)) == 50


def test_facts_without_room_in_the_outbox_wait_in_the_journal(outbox: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sharing.outbox.ROOM", 3)
    publication = Publication(PAIRED, outbox, 0.0)
    due = []
    for number, snapshot in enumerate(FACTS, 1):
        publication.take(replace(snapshot, version=number))
        publication.fill()
    other = snapshot_of(Toy(), TOY_SETUP, TOY_LOG[:1], "2")
    publication.take(replace(other, version=9))
    assert len(outbox.after(0, 99)) <= 4
    for _ in range(20):
        due += publication.due(1.0)
        publication.on_hub_message(ack(outbox, due[-1][0]), 1.0)
    assert event_ids(due) == [*ALL, "begin/0", "throw/1"]


def test_a_journal_that_lost_facts_goes_on_from_what_it_has(outbox: Outbox) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    for snapshot in (FACTS[3], replace(FACTS[1], version=20), replace(FACTS[2], version=21)):
        publication.take(snapshot)
        publication.fill()
    assert event_ids(publication.due(0.0)) == ["begin/0", "throw/1", "throw/2", "choice/3", "throw/2"]


def kinds(messages: list[Message]) -> list[str]:
    return [message.topic.rpartition("/")[2] for message in messages]


def test_summary_and_state_are_sent_when_they_have_changed_and_with_each_connection(outbox: Outbox) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    first = publication.take(FACTS[1])
    assert kinds(first) == ["summary", "state"]
    assert all(message.retain for message in first)
    assert publication.take(replace(FACTS[1], version=50)) == []
    assert publication.take(FACTS[1]) == []
    assert [message.payload for message in publication.first_messages()[-2:]] == [message.payload for message in first]


def test_a_fact_changes_the_state_but_not_the_summary_and_trouble_changes_both(outbox: Outbox) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    publication.take(FACTS[1])
    assert kinds(publication.take(FACTS[2])) == ["state"]
    trouble = (Notice("The camera sees nothing.", trouble=True),)
    assert kinds(publication.take(replace(FACTS[2], version=50, notices=trouble))) == ["summary", "state"]


def test_while_the_disk_is_full_the_state_is_sent_and_the_facts_follow(
    outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    publication = Publication(PAIRED, outbox, 0.0)
    with monkeypatch.context() as full:
        full.setattr(outbox, "put", Mock(side_effect=sqlite3.OperationalError("database or disk is full")))
        assert kinds(publication.take(FACTS[4])) == ["summary", "state"]
        with pytest.raises(sqlite3.OperationalError):
            publication.due(0.0)
    assert event_ids(publication.due(1.0)) == ALL


def test_an_event_that_fits_into_no_message_is_left_out(outbox: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 10)
    publication = Publication(PAIRED, outbox, 0.0)
    publication.take(FACTS[0])
    assert publication.due(0.0) == []


def test_home_assistant_gets_messages_only_if_the_host_wants_it(outbox: Outbox) -> None:
    quiet = PAIRED.model_copy(update={"home_assistant": False})
    assert [message.topic for message in Publication(quiet, outbox, 0.0).first_messages()] == ["owleye/table-3/status"]
    topics = [message.topic for message in Publication(PAIRED, outbox, 0.0).first_messages()]
    assert sum(topic.startswith("homeassistant/") for topic in topics) == 6


def test_a_correction_of_an_early_fact_fits_into_a_message(outbox: Outbox) -> None:
    kit = kit_of("casting-stones")
    game = max((play(kit, seed) for seed in range(1, 6)), key=lambda played: len(played.log))
    first = next(seq for seq, fact in enumerate(game.log, 1) if isinstance(fact, Throw))
    throw = game.log[first - 1]
    assert isinstance(throw, Throw)
    publication = Publication(PAIRED, outbox, 0.0)
    publication.take(snapshot_of(kit.game, game.setup, (*game.log[:-1], Amend(first, throw))))
    *_, (_, last) = publication.due(0.0)
    said = json.loads(last.payload)["said"]
    assert len(said) == MOST_RULINGS
    decided = [ruling.text for ruling in referee(kit.game, game.setup, game.log[:-1]).rulings if ruling.to is None]
    assert [ruling["text"] for ruling in said] == decided[-MOST_RULINGS:]


def test_a_set_up_that_is_too_large_is_left_out(outbox: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 400)
    kit = kit_of("casting-stones")
    game = play(kit, 3)
    publication = Publication(PAIRED, outbox, 0.0)
    publication.take(snapshot_of(kit.game, game.setup, ()))
    [(_, begin)] = publication.due(0.0)
    assert json.loads(begin.payload)["setup"] is None
    assert len(begin.payload) <= 400
