"""A die of which only the sticker was taught is recognised by its sticker on a side that the camera sees."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.painted import sticker
from tests.vision.table import camera_over, photograph
from vision.eyes import Eyes
from vision.geometry.cube import top_px, visible_sides_px
from vision.geometry.plane import Plane
from vision.pipeline import read_detections
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side
from vision.types import Detection

Image = NDArray[np.uint8]
BLUE, GREEN = (190, 70, 20), (40, 150, 40)
EDGE_MM = 26.5
PIPS = {"3": [(-1, -1), (0, 0), (1, 1)], "5": [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)]}
TILTED = camera_over(tilt_deg=35, turn_deg=0)


def taught(*papers: tuple[int, int, int]) -> Gallery:
    """Dice named after the colours of their stickers, each taught by one picture of it."""
    gallery = Gallery.empty()
    for paper in papers:
        gallery = gallery.with_crops(Side(f"die:{paper}", "die", "power"), sticker(paper)[None], load_embedder())
    return gallery


def laid(image: Image, plane: Plane, x: float, side: str, paper: tuple[int, int, int] | None) -> Detection:
    """Paint a grey die with pips; a sticker of this paper is on its side towards the players."""
    cube = np.array([x, 0.0, 0.0, EDGE_MM])
    outline = top_px(cube, plane)
    face = np.full((64, 64, 3), 205, np.uint8)
    for dx, dy in PIPS[side]:
        cv2.circle(face, (32 + 15 * dx, 32 + 15 * dy), 5, (20, 20, 20), -1, cv2.LINE_AA)
    printed(image, face, outline)
    for quad in visible_sides_px(outline, EDGE_MM, plane):
        plain = np.full((64, 64, 3), 150, np.uint8)
        printed(image, plain if paper is None else sticker(paper)[5:-5, 5:-5], quad)
    centre = outline.mean(axis=0)
    corners = tuple((float(a), float(b)) for a, b in outline)
    return Detection("die", (float(centre[0]), float(centre[1])), corners, 55.0, 1.0, (), (), EDGE_MM)


def printed(image: Image, print_: Image, quad: NDArray[np.float64]) -> None:
    size = print_.shape[0]
    whole = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    to_picture = cv2.getPerspectiveTransform(whole, quad.astype(np.float32))
    shown = cv2.warpPerspective(print_, to_picture, image.shape[1::-1], flags=cv2.INTER_AREA)
    inside = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), np.round(quad).astype(np.int32), 1) > 0
    image[inside] = shown[inside]


def names(image: Image, dice: list[Detection], gallery: Gallery, plane: Plane = TILTED) -> list[str | None]:
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)
    pieces = read_detections(blurred, dice, Eyes(plane, gallery=gallery), gallery.pieces())
    assert [piece.sure for piece in pieces] == [True] * len(dice)
    return [piece.piece for piece in pieces]


@pytest.mark.parametrize("paper", [BLUE, GREEN])
def test_the_sticker_on_its_side_names_the_die_and_so_the_other_one(paper: tuple[int, int, int]) -> None:
    image, gallery = photograph(TILTED), taught(BLUE, GREEN)
    dice = [laid(image, TILTED, -50, "3", paper), laid(image, TILTED, 50, "5", None)]
    other = GREEN if paper == BLUE else BLUE
    assert names(image, dice, gallery) == [f"die:{paper}", f"die:{other}"]


def test_without_a_sticker_in_view_neither_die_has_a_name() -> None:
    image = photograph(TILTED)
    dice = [laid(image, TILTED, -50, "3", None), laid(image, TILTED, 50, "5", None)]
    assert names(image, dice, taught(BLUE, GREEN)) == [None, None]


def test_a_sticker_that_was_never_taught_is_no_evidence() -> None:
    image = photograph(TILTED)
    dice = [laid(image, TILTED, -50, "3", (60, 60, 60)), laid(image, TILTED, 50, "5", None)]
    other = np.random.default_rng(5).integers(0, 255, (2, 1, 8, 8, 3)).astype(np.uint8).repeat(8, 2).repeat(8, 3)
    gallery = Gallery.empty()
    for name, crop in zip(("die:1", "die:2"), other, strict=True):
        gallery = gallery.with_crops(Side(name, "die", "power"), crop, load_embedder())
    assert names(image, dice, gallery) == [None, None]


def test_what_lies_before_a_die_is_not_taken_for_its_sticker() -> None:
    image, gallery = photograph(TILTED), taught(BLUE, GREEN)
    dice = [laid(image, TILTED, -50, "3", BLUE), laid(image, TILTED, 50, "5", None)]
    x, y = visible_sides_px(np.array(dice[0].outline_px), EDGE_MM, TILTED)[0].mean(axis=0)
    corners = tuple((x + dx, y + dy) for dx, dy in ((-20, -8), (20, -8), (20, 8), (-20, 8)))
    thing = Detection("unknown", (x, y), corners, 25.0, 0.9)
    first, second, _ = read_detections(image, [*dice, thing], Eyes(TILTED, gallery=gallery), gallery.pieces())
    assert (first.piece, second.piece) == (None, None)


def test_without_a_fitted_cube_nothing_is_known_of_its_sides() -> None:
    image, gallery = photograph(TILTED), taught(BLUE, GREEN)
    dice = [laid(image, TILTED, -50, "3", BLUE), laid(image, TILTED, 50, "5", None)]
    assert names(image, [replace(die, edge_mm=None) for die in dice], gallery) == [None, None]
