"""The painter: the picture and its truth must agree, since training and tests use both."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.art import Piece, collectors, face, starter
from hardware.simulated.paint import Empty, Light, paint, paint_empty, truth
from hardware.simulated.poses import hull, lying, tipped, top_face
from hardware.simulated.surface import KINDS, MARKERS_MM, surface
from hardware.simulated.view import looking_down

PIECES = {piece.id: piece for piece in starter()}
VIEW = looking_down(yaw_deg=5).scaled(1152)


@pytest.fixture(scope="module")
def empty() -> Empty:
    return paint_empty(VIEW, surface("felt", seed=3), Light())


def test_millimetres_to_pixels_and_back_give_the_same_place() -> None:
    mm = np.array([[-180.0, 120.0], [0.0, 0.0], [150.0, -100.0]])
    px = VIEW.to_px(np.column_stack([mm, np.full(3, 26.5)]))
    assert np.allclose(VIEW.to_mm(px, 26.5), mm, atol=0.01)


def test_a_smaller_picture_shows_the_same_places() -> None:
    mm = np.array([[100.0, 50.0, 0.0]])
    half = VIEW.scaled(576).to_px(mm)
    assert np.allclose((half + 0.5) * 2 - 0.5, VIEW.to_px(mm), atol=0.01)


@pytest.mark.parametrize("kind", KINDS)
def test_the_markers_lie_where_the_view_says(kind: str) -> None:
    view = looking_down(yaw_deg=5)
    picture = paint(paint_empty(view, surface(kind, seed=4), Light()), [])
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(words).detectMarkers(picture)
    assert sorted(int(i) for i in ids.ravel()) == [0, 1, 2, 3]
    for number, outline in zip(ids.ravel(), corners, strict=True):
        marker_px = view.to_px(np.array([[*MARKERS_MM[int(number)], 0.0]]))[0]
        assert np.abs(outline[0].mean(0) - marker_px).max() < 0.8


@pytest.mark.parametrize(
    ("name", "side"), [("stone:3", "symbol"), ("stone:8", "number"), ("die:p1", "6"), ("die:2", "power")]
)
def test_only_the_place_of_the_piece_changes_in_the_picture(empty: Empty, name: str, side: str) -> None:
    placed = lying(PIECES[name], side, 35, -20, 75)
    light = replace(empty.light, shadow=0.0)
    changed = cv2.absdiff(paint(replace(empty, light=light), [placed], None), empty.picture).max(2) > 12
    outline = np.round(np.array(truth(VIEW, [placed])[0].outline_px)).astype(np.int32)
    inside = cv2.fillConvexPoly(np.zeros(changed.shape, np.uint8), outline, 1).astype(bool)
    assert changed[inside].mean() > 0.9
    grown = cv2.dilate(inside.astype(np.uint8), np.ones((25, 25), np.uint8)).astype(bool)
    assert not changed[~grown].any()


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES.keys())
def test_the_true_side_is_the_top_face(piece: Piece) -> None:
    for side in piece.sides:
        placed = lying(piece, side, 60, 40, 200)
        assert top_face(placed, VIEW).side == side


def test_a_print_is_not_mirrored(empty: Empty) -> None:
    """A 7 laid upright has its bar at the top and its foot left of the middle, as printed."""
    art = face(PIECES["stone:4"], "number")[..., 2].astype(int)
    view = looking_down(tilt_deg=0).scaled(1152)
    table = paint_empty(view, surface("plain", seed=1), Light())
    placed = lying(PIECES["stone:4"], "number", 0, 0, 0)
    x, y = (round(n) for n in truth(view, [placed])[0].centre_px)
    picture = cv2.resize(paint(table, [placed], None)[y - 12 : y + 13, x - 12 : x + 13, 1], (50, 50))
    printed = cv2.resize(art.astype(np.uint8), (50, 50))
    ways = (printed, printed[:, ::-1], printed[::-1])
    scores = [float(np.corrcoef(picture.ravel(), turned.ravel())[0, 1]) for turned in ways]
    assert scores[0] == max(scores)


def test_a_leaner_rests_on_the_table() -> None:
    leaner = tipped(lying(PIECES["stone:1"], "symbol", 0, 0, 0), "leaner", 30, 40)
    assert abs(float(hull(leaner)[:, 2].min())) < 1e-9
    assert truth(VIEW, [leaner])[0].side == "leaner"


def test_the_same_seed_gives_the_same_picture(empty: Empty) -> None:
    placed = [lying(PIECES["stone:1"], "symbol", 0, 0, 30)]
    assert np.array_equal(paint(empty, placed, 7), paint(empty, placed, 7))
    assert not np.array_equal(paint(empty, placed, 7), paint(empty, placed, 8))


def test_a_piece_outside_the_picture_is_not_in_the_truth(empty: Empty) -> None:
    away = [lying(PIECES["stone:1"], "symbol", 5000, 0, 30)]
    assert truth(VIEW, away) == ()
    assert np.array_equal(paint(empty, away, None), empty.picture)


def test_runes_of_all_stones_differ() -> None:
    stones = [piece for piece in (*PIECES.values(), *collectors()) if piece.look == "stone"]
    faces = [cv2.Canny(face(piece, "symbol")[..., :3], 60, 120) for piece in stones]
    assert len(faces) == 22
    assert all(float((a != b).mean()) > 0.02 for i, a in enumerate(faces) for b in faces[:i])
