"""The event stream: each change once and at once, resumed where it broke off, limited in number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from referee.model.commands import CameraStateChanged, Trouble
from referee.model.snapshot import CameraState, Snapshot
from rules.core.phrases import Phrase
from tests.web.kit import SPELL, Bench, playing
from web.api import stream
from web.live import event_id
from web.pages.words import CAMERA_WORDS


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    yield bench
    bench.close()


def listening(bench: Bench, address: str) -> TestResponse:
    """A stream to a device with this address."""
    return bench.client.get("/api/events", buffered=False, environ_base={"REMOTE_ADDR": address})


def fields(event: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in event.strip().splitlines())


def test_a_new_stream_gets_the_state_at_once_and_then_each_change(bench: Bench) -> None:
    events = stream.event_stream(bench.table, "")
    assert fields(next(events)) == {"retry": "2000"}
    first = fields(next(events))
    assert json.loads(first["data"])["length"] == 0
    bench.throw(SPELL)
    second = fields(next(events))
    assert json.loads(second["data"])["length"] == 1
    assert second["id"] == event_id(bench.now) != first["id"]


def test_a_page_that_missed_nothing_gets_no_event_twice(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "LOOK_S", stream.PING_S)
    monkeypatch.setattr(bench.table, "wait", lambda *_: bench.now)
    events = stream.event_stream(bench.table, event_id(bench.now))
    next(events)
    assert [fields(next(events))["event"] for _ in range(3)] == ["ping"] * 3


def test_a_page_that_slept_gets_the_present_state(bench: Bench) -> None:
    slept = event_id(bench.now)
    bench.throw(SPELL)
    answer = bench.client.get("/api/events", headers={"Last-Event-ID": slept}, buffered=False)
    chunks = iter(answer.response)
    next(chunks)
    event = next(chunks)
    assert event_id(bench.now) in (event.decode() if isinstance(event, bytes) else event)
    answer.close()


def test_an_event_id_of_an_earlier_run_is_not_taken_for_the_present(bench: Bench) -> None:
    now = bench.now
    events = stream.event_stream(bench.table, f"0ldrun.{now.length}.{now.version}")
    next(events)
    assert fields(next(events))["event"] == "table"


@pytest.mark.parametrize("eyes", ["starting", "watching", "hand", "reading", "settled", "trouble", "by hand"])
def test_the_pill_of_every_page_follows_the_camera(bench: Bench, eyes: CameraState) -> None:
    bench.table.submit(CameraStateChanged(eyes))
    pill = bench.client.get("/version").get_json()["pill"]
    assert pill == {"state": eyes.replace(" ", "-"), "words": CAMERA_WORDS[eyes]}
    for url in ("/", "/history", "/games", "/setup", "/host", "/seats"):
        page = bench.client.get(url).text
        assert f'class="eyes eyes-{pill["state"]}" data-version="/version"><i></i><span>{pill["words"]}<' in page, url


@pytest.mark.parametrize("eyes", ["watching", "settled"])
def test_the_pill_reports_trouble(bench: Bench, eyes: CameraState) -> None:
    bench.table.submit(CameraStateChanged(eyes))
    bench.table.submit(Trouble("dark", "It is too dark to see the table."))
    assert bench.client.get("/version").get_json()["pill"]["state"] == "attention"
    bench.table.submit(Trouble("dark", ""))
    assert bench.client.get("/version").get_json()["pill"]["state"] == eyes


def test_an_event_has_what_a_voice_says(bench: Bench) -> None:
    long = "The camera was pushed away, and the mat is no longer whole in the picture; no throw counts until then."
    words = Phrase("{words} Put it back.", words=Phrase(long))
    bench.table.submit(Trouble("moved", words))
    bench.throw(SPELL)
    event = bench.client.get("/version").get_json()
    assert event["spoken"] == {"said": event["said"]["words"], "question": None, "trouble": long}
    assert event["trouble"] == words


def test_streams_are_counted_and_released(bench: Bench) -> None:
    open_now = [listening(bench, f"192.168.1.{number // 4}") for number in range(stream.STREAMS)]
    assert {answer.status_code for answer in open_now} == {200}
    refused = listening(bench, "192.168.1.99")
    assert (refused.status_code, "every few seconds" in refused.text) == (503, True)
    assert bench.client.get("/version").get_json()["length"] == 0
    for answer in open_now:
        answer.close()
    again = bench.client.get("/api/events", buffered=False)
    assert (again.status_code, again.mimetype) == (200, "text/event-stream")
    again.close()


def test_one_device_cannot_take_all_streams(bench: Bench) -> None:
    mine = [listening(bench, "192.168.1.7") for _ in range(stream.STREAMS_EACH + 3)]
    assert [answer.status_code for answer in mine] == [200] * stream.STREAMS_EACH + [503] * 3
    other = listening(bench, "192.168.1.8")
    assert other.status_code == 200
    for answer in (*mine, other):
        answer.close()


def test_a_stream_ends_soon_after_its_page_has_gone(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    def wait(_: int, timeout_s: float) -> Snapshot:
        waits.append(timeout_s)
        return bench.now

    monkeypatch.setattr(bench.table, "wait", wait)
    events = stream.event_stream(bench.table, "", lambda: len(waits) >= 2)
    assert len(list(events)) == 2
    assert sum(waits) <= 2.0


def test_the_latest_frame_is_sent_once(bench: Bench) -> None:
    answer = bench.client.get("/frame.jpg")
    assert answer.mimetype == "image/jpeg"
    same = bench.client.get("/frame.jpg", headers={"If-None-Match": answer.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")


def test_without_a_camera_the_picture_is_a_sleeping_owl(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.devices, "frame", lambda: None)
    assert bench.client.get("/frame.jpg").mimetype == "image/svg+xml"
