"""Measuring the lens: from points of a known camera, from a drawn sheet, and from other people's chessboards."""

import re
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.table.lens_sheet import (
    ACROSS,
    CELL_MM,
    DEEP,
    SQUARE_CELLS,
    View,
    board,
    measure_lens,
    print_lens_sheet,
    see_sheet,
)
from tests.shared import PHOTOS, needs_photos
from vision.geometry.lens import Lens, LensError

SIZE = (2304, 1296)
LENS = Lens(
    np.array([[1500.0, 0, 1160], [0, 1500.0, 640], [0, 0, 1]]), np.array([-0.12, 0.05, 0.001, -0.001, 0.0]), SIZE
)


def views(count: int, tilted: float = 0.5, spread: float = 1.0) -> list[View]:
    """Pictures of the sheet by LENS, each held elsewhere and tilted another way."""
    rng = np.random.default_rng(3)
    sheet = np.asarray(board().getChessboardCorners(), np.float64)
    middle = sheet.mean(axis=0)
    made = []
    for n in range(count):
        turn = np.array([np.cos(n * 2.4), np.sin(n * 2.4), 0.0]) * tilted
        place = np.array([np.cos(n * 1.9) * 160, np.sin(n * 1.9) * 80, 460.0]) * [spread, spread, 1]
        shifted = (sheet - middle).astype(np.float64)
        px, _ = cv2.projectPoints(shifted, turn, place, LENS.matrix, LENS.dist)
        made.append(View(sheet[:, :2], px.reshape(-1, 2) + rng.normal(0, 0.15, (len(sheet), 2))))
    return made


def test_a_known_lens_is_recovered() -> None:
    measured = measure_lens(views(10), SIZE)
    assert measured.lens.matrix[0, 0] == pytest.approx(1500, rel=0.005)
    assert measured.lens.dist[0] == pytest.approx(-0.12, abs=0.03)
    assert measured.error_px < 0.5
    assert "from 10 pictures" in measured.words


@pytest.mark.parametrize(
    ("pictures", "words"),
    [
        (views(3), "3 of at least 6"),
        (views(8, spread=0.1), "further to the"),
        (views(8, tilted=0.0), "too much alike|do not fit"),
    ],
)
def test_too_few_or_too_similar_pictures_are_refused(pictures: list[View], words: str) -> None:
    with pytest.raises(LensError, match=words):
        measure_lens(pictures, SIZE)


def test_pictures_that_do_not_fit_are_refused() -> None:
    torn = [
        View(v.sheet_mm, v.image_px + np.random.default_rng(n).normal(0, 6, v.image_px.shape))
        for n, v in enumerate(views(8))
    ]
    with pytest.raises(LensError, match="do not fit together"):
        measure_lens(torn, SIZE)


@pytest.mark.parametrize("squeezed", [0.0, 0.02, 0.4])
def test_views_without_perspective_measure_no_lens(squeezed: float) -> None:
    sheet = views(1)[0].sheet_mm
    along, aside = np.array([0.88, 0.48]), np.array([-0.48, 0.88]) * squeezed
    seen = np.array(SIZE) / 2 + (sheet - sheet.mean(axis=0)) @ np.array([along, aside]) * 11
    with pytest.raises(LensError, match="hold it nearer to the camera"):
        measure_lens([View(sheet, seen)] * 6, SIZE)


def drawn() -> NDArray[np.uint8]:
    """The sheet on a grey table, seen a little askew."""
    sheet = np.asarray(board().generateImage((1260, 900), marginSize=0))
    corners = np.array([[0, 0], [1260, 0], [1260, 900], [0, 900]], np.float32)
    corners_px = np.array([[400, 200], [1700, 260], [1640, 1150], [460, 1080]], np.float32)
    turn = cv2.getPerspectiveTransform(corners, corners_px)
    return np.asarray(cv2.warpPerspective(sheet, turn, SIZE, borderMode=cv2.BORDER_CONSTANT, borderValue=150), np.uint8)


def test_the_sheet_is_detected_even_half_covered() -> None:
    image = drawn()
    whole = see_sheet(image)
    assert whole is not None
    assert len(whole.sheet_mm) == 24
    image[:, 1000:] = 150
    part = see_sheet(np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8))
    assert part is not None
    assert 8 <= len(part.sheet_mm) < 24
    assert see_sheet(np.full((400, 600), 90, np.uint8)) is None


def test_the_sheet_is_written_as_a_pdf(tmp_path: Path) -> None:
    print_lens_sheet(tmp_path / "sheet.pdf", str.upper)
    pdf = (tmp_path / "sheet.pdf").read_bytes()
    drawn = b"".join(zlib.decompress(part) for part in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL))
    assert b"GLUE IT ONTO SOMETHING FLAT" in drawn
    rects = [[float(number) for number in rect] for rect in re.findall(rb"(\S+) (\S+) (\S+) (\S+) re f", drawn)]
    printed = _cells(np.array(rects) * 25.4 / 72 / CELL_MM)
    wanted = np.asarray(board().generateImage((printed.shape[1], printed.shape[0]), marginSize=0)) < 128
    assert (printed == wanted).all()


def _cells(rects: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The cells that rectangles (left, bottom, width, height, in cells, upwards from the page's foot) cover, by row."""
    left, top = rects[:, 0].min(), (rects[:, 1]).max()
    cells = np.zeros((DEEP * SQUARE_CELLS, ACROSS * SQUARE_CELLS), np.bool_)
    for x, y, wide, _ in rects:
        row, column = round(top - y), round(x - left)
        cells[row, column : column + round(wide)] = True
    return cells


@needs_photos
def test_chessboards_of_a_real_camera_fit() -> None:
    grid = np.array([(x, y) for y in range(6) for x in range(9)], np.float64) * 25
    pictures, size = [], (0, 0)
    for path in sorted((PHOTOS / "barry-chess" / "src").glob("*.jpg")):
        grey = np.asarray(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), np.uint8)
        found, corners = cv2.findChessboardCornersSB(grey, (9, 6))
        size = (grey.shape[1], grey.shape[0])
        if found:
            pictures.append(View(grid, np.asarray(corners, np.float64).reshape(-1, 2)))
    assert len(pictures) >= 6
    assert measure_lens(pictures, size).error_px < 1.0
