"""Crops of the evidence: the right part of the picture, small enough that the history of a whole game loads at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.web.kit import SPELL, Bench, playing, sides_of, throw_ask
from web.pictures import evidence

WHOLE_GAME = 500_000  # bytes
THROWS = 12  # that the history shows with crops
PIECES = 5


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    yield bench
    bench.close()


def cast_by_camera(bench: Bench) -> None:
    ask = throw_ask(bench.now)
    assert ask is not None
    bench.devices.sees(list(zip((name for name, _ in ask.pieces), sides_of(SPELL), strict=True)))


def decoded(jpeg: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)


def cut_up(image: Any, squares: list[evidence.Square]) -> evidence.Cut:
    cut = evidence.cut_up(lambda: image, squares)
    assert cut is not None
    return cut


def test_a_crop_shows_the_square_around_its_piece() -> None:
    image = np.zeros((400, 600, 3), np.uint8)
    image[100:200, 300:400] = (0, 0, 255)
    piece = {"centre_px": (350, 150), "outline_px": [(300, 100), (400, 100), (400, 200), (300, 200)]}
    left, top, side = evidence.square_of(piece)
    assert (left, top, side) == (265.0, 65.0, 170.0)
    cut = cut_up(image, [(left, top, side)])
    crop = decoded(cut.crops[0])
    assert crop.shape == (170, 170, 3)
    assert crop[85, 85, 2] > 200
    assert crop[10, 10].max() < 60


def test_a_piece_at_the_edge_and_one_without_outline_have_crops_too() -> None:
    image = np.full((90, 160, 3), 90, np.uint8)
    pieces: tuple[dict[str, Any], ...] = (
        {"centre_px": (0, 0), "outline_px": []},
        {"centre_px": (5, 5), "outline_px": [(5, 5)] * 3},
    )
    cut = cut_up(image, [evidence.square_of(piece) for piece in pieces])
    assert [decoded(crop).ndim for crop in cut.crops] == [3, 3]


def test_a_picture_is_read_once_for_all_viewers_and_not_remembered_whole() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (90, 160, 3), np.uint8)
    reads: list[str] = []
    cuts = evidence.Cuts()

    def asked(name: str) -> evidence.Cut | None:
        def read() -> Any:
            reads.append(name)
            return noise

        return cuts.of(name, read, [(0.0, 0.0, 20.0)])

    assert asked("first") is asked("first") is not None
    assert reads == ["first"]
    for number in range(evidence.REMEMBERED):
        asked(str(number))
    asked("first")
    assert reads.count("first") == 2, "the oldest is forgotten"
    assert cuts.of("gone", lambda: None, []) is None


def test_the_crops_of_a_whole_game_are_small() -> None:
    noise = np.random.default_rng(3).normal(128, 20, (1296, 2304, 3)).clip(0, 255).astype(np.uint8)
    cut = cut_up(cv2.GaussianBlur(noise, (3, 3), 0), [(300.0, 300.0, 260.0)])
    assert len(cut.crops[0]) * THROWS * PIECES < WHOLE_GAME
    assert decoded(cut.small).shape == (270, 480, 3)
    assert decoded(cut.phone).shape == (648, 1152, 3)


def test_the_history_loads_crops_and_no_whole_picture(bench: Bench) -> None:
    cast_by_camera(bench)
    page = bench.client.get("/history").text
    links = re.findall(r'(?:href|src)="(/pictures/[^"]+)"', page)
    assert links == [f"/pictures/000001/{number}.jpg" for number in range(PIECES)]
    for link in links:
        answer = bench.client.get(link)
        assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
        assert "immutable" in answer.headers["Cache-Control"]


def test_a_phone_is_offered_a_smaller_copy(bench: Bench) -> None:
    cast_by_camera(bench)
    page = bench.client.get("/").text
    offered = re.search(
        r'<source media="[^"]+" srcset="(/pictures/000001/phone.jpg)">\s*<img class="still-picture"', page
    )
    assert offered is not None
    assert decoded(bench.client.get(offered[1]).data).shape == (90, 160, 3)


@pytest.mark.parametrize(
    "url",
    ["/pictures/000001/5.jpg", "/pictures/000009/0.jpg", "/pictures/000009/small.jpg", "/pictures/000009/phone.jpg"],
)
def test_pictures_that_were_not_stored_are_not_found(bench: Bench, url: str) -> None:
    cast_by_camera(bench)
    assert bench.client.get(url).status_code == 404
    assert bench.client.get("/pictures/000001/small.jpg").mimetype == "image/jpeg"
