"""A camera that is absent, unplugged or hung is reported in a sentence and never stops the table."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import CameraTrouble, Device, Image, Meta
from hardware.cameras.feed import Feed, Patience

PATIENT = Patience(retry_s=(0.01,), hung_s=60, open_s=60)  # a busy machine is no hung camera
QUICK = Patience(retry_s=(0.01,), hung_s=0.08, open_s=0.08)
SOON = 30.0  # for what must come, however busy the machine


class Wire:
    """A scripted device: takes its next action ("picture", "hang" or an exception) from a queue."""

    def __init__(self) -> None:
        self.deeds: queue.Queue[str | Exception] = queue.Queue()
        self.freed = threading.Event()
        self.closed = threading.Event()

    def small(self) -> tuple[Image, Meta]:
        deed = self.deeds.get(timeout=60)
        if isinstance(deed, Exception):
            raise deed
        if deed == "hang":
            self.freed.wait(60)
        return np.full((36, 64, 3), 90, np.uint8), {"gain": 2.0}

    def full(self) -> tuple[Image, Image, Meta]:
        small, meta = self.small()
        return np.repeat(np.repeat(small, 2, 0), 2, 1), small, meta

    def close(self) -> None:
        self.closed.set()


@pytest.fixture
def wires() -> list[Wire]:
    return [Wire() for _ in range(8)]


@pytest.fixture
def patience(request: pytest.FixtureRequest) -> Patience:
    return QUICK if "hung" in request.node.name else PATIENT


@pytest.fixture
def feed(wires: list[Wire], patience: Patience) -> Iterator[Feed]:
    numbers, ticks = count(), count()

    def open_wire() -> Device:
        return wires[next(numbers)]

    made = Feed("test", open_wire, clock=lambda: float(next(ticks)), patience=patience)
    yield made
    for wire in wires:
        wire.freed.set()
        wire.deeds.put(CameraTrouble("over"))
    made.close()


def test_each_small_picture_is_delivered_once(feed: Feed, wires: list[Wire]) -> None:
    wires[0].deeds.put("picture")
    assert feed.glance(SOON).meta == {"gain": 2.0}
    assert feed.trouble() is None
    with pytest.raises(CameraTrouble, match="in time"):
        feed.glance(0.02)


def test_a_closed_camera_delivers_nothing_not_even_a_picture_that_came_before(feed: Feed, wires: list[Wire]) -> None:
    wires[0].deeds.put("picture")
    wires[0].deeds.put(CameraTrouble("over"))
    assert wires[0].closed.wait(SOON)
    feed.close()
    with pytest.raises(CameraTrouble, match="was closed"):
        feed.glance(SOON)


def test_a_whole_picture_is_taken_after_the_request(feed: Feed, wires: list[Wire]) -> None:
    wires[0].deeds.put("picture")
    earlier = feed.glance(SOON)
    for _ in range(2):  # one small picture may be under way already
        wires[0].deeds.put("picture")
    frame = feed.frame(SOON)
    assert frame.image.shape == (72, 128, 3)
    assert frame.small.shape == (36, 64, 3)
    assert frame.t > earlier.t


def test_an_unplugged_camera_is_reported_and_opened_again(feed: Feed, wires: list[Wire]) -> None:
    wires[0].deeds.put(CameraTrouble("It was unplugged: plug it in."))
    assert wires[0].closed.wait(SOON)
    with pytest.raises(CameraTrouble, match="unplugged: plug"):
        feed.glance(0.01)
    wires[1].deeds.put("picture")
    assert feed.glance(SOON).small.shape == (36, 64, 3)
    assert feed.trouble() is None


def test_closing_waits_for_a_picture_that_is_being_read(feed: Feed, wires: list[Wire]) -> None:
    wires[0].deeds.put("picture")
    feed.glance(SOON)
    wires[0].deeds.put("hang")
    closing = threading.Thread(target=feed.close)
    closing.start()
    closing.join(0.05)
    assert closing.is_alive()
    wires[0].freed.set()
    closing.join(SOON)
    assert wires[0].closed.is_set()


def test_a_camera_that_stays_unplugged_is_logged_once(
    feed: Feed, wires: list[Wire], caplog: pytest.LogCaptureFixture
) -> None:
    for wire in wires[:3]:
        wire.deeds.put(CameraTrouble("Plug the camera in."))
    wires[3].deeds.put("picture")
    feed.glance(SOON)
    wires[3].deeds.put(CameraTrouble("Plug the camera in."))
    wires[4].deeds.put("picture")
    feed.glance(SOON)
    assert caplog.messages == ["Plug the camera in."] * 2


def test_any_exception_of_a_library_becomes_a_sentence(feed: Feed, wires: list[Wire]) -> None:
    wires[0].deeds.put(ZeroDivisionError("oops"))
    assert wires[0].closed.wait(SOON)
    with pytest.raises(CameraTrouble, match="The camera test failed: oops"):
        feed.glance(0.01)


def test_a_hung_camera_blocks_nobody_and_is_opened_anew(feed: Feed, wires: list[Wire]) -> None:
    wires[0].deeds.put("hang")
    for wire in wires[1:]:
        wire.deeds.put("picture")
    assert feed.glance(SOON).small.shape == (36, 64, 3)  # another device answers
    wires[0].freed.set()  # the first wakes up too late and goes
    assert wires[0].closed.wait(SOON)


def test_a_camera_that_a_hung_device_holds_is_opened_as_soon_as_that_is_closed() -> None:
    first, second, tries = Wire(), Wire(), list[bool]()

    def open_wire() -> Device:
        tries.append(first.closed.is_set())
        if len(tries) > 1 and not first.closed.is_set():
            raise CameraTrouble("The camera is busy.")
        return first if len(tries) == 1 else second

    first.deeds.put("hang")
    second.deeds.put("picture")
    feed = Feed("test", open_wire, patience=Patience(retry_s=(2 * SOON,), hung_s=60, open_s=0.08))
    while len(tries) < 2:
        with pytest.raises(CameraTrouble):
            feed.glance(0.1)
    first.freed.set()
    assert feed.glance(SOON).small.shape == (36, 64, 3)
    assert tries[-1]
    second.deeds.put(CameraTrouble("over"))
    feed.close()


def test_a_device_that_failed_just_in_time_has_time_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening the camera again while it still closes is refused as busy."""
    now, closing, opened = [0.0], threading.Event(), list[Wire]()
    monkeypatch.setattr("hardware.cameras.feed.time", SimpleNamespace(monotonic=lambda: now[0]))

    class Slow(Wire):
        def close(self) -> None:
            closing.set()
            self.freed.wait(60)

    def open_wire() -> Device:
        opened.append(Slow())
        opened[-1].deeds.put("picture")
        return opened[-1]

    feed = Feed("test", open_wire, clock=lambda: now[0], patience=Patience(retry_s=(60,), hung_s=4, open_s=20))
    feed.glance(SOON)
    now[0] = 3.0
    opened[0].deeds.put(CameraTrouble("No picture came within 3 s."))
    assert closing.wait(SOON)
    now[0] = 6.0
    assert feed.trouble() == "No picture came within 3 s."
    assert len(opened) == 1
    now[0] = 8.0
    assert "sent no picture in time" in str(feed.trouble())
    feed.glance(SOON)
    for wire in opened:
        wire.freed.set()
        wire.deeds.put(CameraTrouble("over"))
    feed.close()


def test_nobody_waits_longer_than_the_deadline(feed: Feed, wires: list[Wire]) -> None:
    wires[0].deeds.put("hang")
    for ask in (feed.glance, feed.frame):
        with pytest.raises(CameraTrouble):
            ask(0.01)


def test_the_live_picture_is_encoded_once_for_all_viewers(feed: Feed, wires: list[Wire]) -> None:
    assert feed.live_jpeg() is None
    wires[0].deeds.put("picture")
    feed.glance(SOON)
    first, second = feed.live_jpeg(), feed.live_jpeg()
    assert first is not None
    assert first is second
    decoded = cv2.imdecode(np.frombuffer(first[1], np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape == (36, 64, 3)


def test_a_closed_camera_reports_it_even_if_it_hung(feed: Feed, wires: list[Wire]) -> None:
    feed.close()
    wires[0].deeds.put("picture")
    with pytest.raises(CameraTrouble, match="closed"):
        feed.glance(1.0)
    assert wires[0].closed.wait(SOON)
