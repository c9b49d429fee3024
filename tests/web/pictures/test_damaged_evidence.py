"""A damaged picture or record costs that picture only: every page still answers, with the verdict and one notice."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.kit import SETUP, Bench, playing, sides_of

PAGES = ("/", "/small", "/history", "/history/1", "/mine", "/games", "/casting-stones/record", "/pictures/000001.jpg")
Record = dict[str, Any]


def changed(change: Callable[[Record], object]) -> Callable[[bytes], bytes]:
    def damage(data: bytes) -> bytes:
        record = json.loads(data)
        change(record)
        return json.dumps(record).encode()

    return damage


def first_piece(name: str, value: Any) -> Callable[[bytes], bytes]:
    return changed(lambda record: record["reading"]["pieces"][0].update({name: value}))


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda data: data[: len(data) // 2],
    "not UTF-8": lambda data: data.replace(b"stone", b"\xff\xfe", 1),
    "far too long": lambda data: data + b" " * (4 << 20),
    "nested": lambda _: b"[" * 100_000,
    "a list": lambda _: b"[]",
    "a number": lambda _: b"7",
    "no size": changed(lambda record: record.pop("size")),
    "size of nothing": changed(lambda record: record.update(size=[0, 0])),
    "size in words": changed(lambda record: record.update(size="ab")),
    "reading is text": changed(lambda record: record.update(reading="x")),
    "pieces are numbers": changed(lambda record: record["reading"].update(pieces=[1, 2])),
    "camera is a list": changed(lambda record: record.update(camera=[1])),
    "centre is missing": first_piece("centre_px", None),
    "centre is text": first_piece("centre_px", ["a", "b"]),
    "centre is infinite": first_piece("centre_px", [float("inf"), 1.0]),
    "outline is short": first_piece("outline_px", [[1.0]]),
    "unknown note": first_piece("notes", ["sticky"]),
}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A table on which the camera has seen one throw."""
    bench = playing(tmp_path)
    thrown = zip(SETUP["hands"]["Bo"], sides_of("ssnsn"), strict=True)
    assert bench.devices.sees(list(thrown)).ok
    assert bench.now.log[0].evidence == "000001"
    yield bench
    bench.close()


@pytest.mark.parametrize("way", DAMAGES)
def test_a_damaged_record_loses_its_picture_only(bench: Bench, tmp_path: Path, way: str) -> None:
    record = tmp_path / "evidence" / "000001.json"
    verdict = bench.now.table.rulings[0].text if bench.now.table else ""
    record.write_bytes(DAMAGES[way](record.read_bytes()))
    assert {page: bench.client.get(page).status_code for page in PAGES} == dict.fromkeys(PAGES, 200)
    page = bench.text("/")
    assert verdict in page
    assert page.count("Picture 000001 cannot be shown") == 1
    assert bench.table.reading("000001") is None


@pytest.mark.parametrize("made", [Path.mkdir, os.mkfifo])
def test_a_record_that_cannot_be_opened_is_a_damaged_one(
    bench: Bench, tmp_path: Path, made: Callable[[Path], None]
) -> None:
    record = tmp_path / "evidence" / "000001.json"
    record.unlink()
    made(record)
    assert bench.client.get("/").status_code == 200
    assert "Picture 000001 cannot be shown" in bench.text("/")


def test_a_missing_record_is_not_reported(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "evidence" / "000001.json").unlink()
    assert "cannot be shown" not in bench.text("/")


def test_a_sound_record_is_drawn(bench: Bench) -> None:
    assert "/pictures/000001.jpg" in bench.client.get("/history/1").text + bench.client.get("/").text


@pytest.mark.parametrize("name", ["1", "²²²²²²", "x" * 255, "1" * 5000, "..%2f000001", "000001%00"])
def test_a_strange_picture_name_is_not_found_and_logs_nothing(
    bench: Bench, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    assert bench.client.get(f"/pictures/{name}.jpg").status_code == 404
    assert caplog.records == []
