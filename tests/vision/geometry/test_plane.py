"""The mat in a picture, against cameras whose place is known."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.shared import RENDERS, needs_renders
from tests.vision.table import camera_over, photograph
from vision.geometry.lens import Lens, LensError
from vision.geometry.markers import square
from vision.geometry.plane import Geometry, Plane, PlaneError, drift, find_plane, follow

Floats = NDArray[np.float64]

GRID = np.stack(np.meshgrid(np.linspace(-190, 190, 7), np.linspace(-140, 140, 5)), axis=-1).reshape(-1, 2)


def worst_mm(found: Plane, true: Plane, height_mm: float) -> float:
    return float(np.linalg.norm(found.to_mm(true.to_px(GRID, height_mm), height_mm) - GRID, axis=1).max())


@pytest.mark.parametrize("height_mm", [0.0, 3.0, 26.0])
def test_pixels_to_millimetres_and_back(height_mm: float) -> None:
    plane = camera_over(tilt_deg=35, k1=-0.05)
    np.testing.assert_allclose(plane.to_mm(plane.to_px(GRID, height_mm), height_mm), GRID, atol=0.02)


def test_a_higher_plane_is_nearer_to_the_camera() -> None:
    plane = camera_over(tilt_deg=0)
    middle = plane.to_px(np.zeros((1, 2)))
    assert plane.mm_per_px_at(middle, 26.0)[0] == pytest.approx(
        plane.mm_per_px_at(middle)[0] * (620 - 26) / 620, rel=1e-4
    )


@pytest.mark.parametrize("tilt", [0, 15, 35, 50])
def test_with_the_lens_known_the_mat_is_found_to_a_tenth_of_a_millimetre(tilt: float) -> None:
    true = camera_over(tilt_deg=tilt, height_mm=700)
    found = find_plane(photograph(true), lens=true.lens)
    assert found.error_mm < 0.4
    assert worst_mm(found, true, 0.0) < 0.2
    assert worst_mm(found, true, 26.0) < 0.3


def test_the_lens_is_estimated_where_none_is_given() -> None:
    true = camera_over(tilt_deg=25, k1=-0.04)
    found = find_plane(photograph(true))
    assert not found.lens_given
    assert worst_mm(found, true, 0.0) < 0.4
    assert worst_mm(found, true, 26.0) < 1.5


def test_three_markers_are_enough() -> None:
    true = camera_over()
    found = find_plane(photograph(true, without=(2,)), lens=true.lens)
    assert worst_mm(found, true, 3.0) < 0.3


def test_corner_cards_lie_anywhere_and_their_printed_size_gives_the_scale() -> None:
    laid = {}
    for i, (x, y, deg) in enumerate([(-180, 110, 10), (150, 130, -35), (190, -120, 80), (-150, -140, 200)]):
        c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
        laid[i] = square(40) @ np.array([[c, s], [-s, c]]) + (x, y)
    true = camera_over(tilt_deg=25, markers=laid)
    found = find_plane(photograph(true), Geometry(marker_mm=40), true.lens)
    assert found.laid_anywhere
    between = np.linalg.norm(np.diff(found.play_area, axis=0), axis=1)
    expected = np.linalg.norm(np.diff(true.play_area, axis=0), axis=1)
    np.testing.assert_allclose(between, expected, rtol=0.015)
    np.testing.assert_allclose(found.play_area.mean(axis=0), 0, atol=1e-6)


def test_a_missing_corner_is_named() -> None:
    with pytest.raises(PlaneError, match="far right and near left"):
        find_plane(photograph(camera_over(), without=(1, 3)))
    with pytest.raises(PlaneError, match="No marker"):
        find_plane(np.full((300, 400, 3), 200, dtype=np.uint8))


def test_a_mat_of_another_size_is_refused_when_a_corner_is_hidden() -> None:
    true = camera_over()
    with pytest.raises(PlaneError, match="all four"):
        find_plane(photograph(true, without=(0,)), Geometry(mat_mm=(300, 300)), true.lens)


def test_a_lens_of_another_shape_is_refused() -> None:
    with pytest.raises(PlaneError, match="measure it in this shape"):
        find_plane(photograph(camera_over()), lens=Lens.guess((1000, 1000)))
    with pytest.raises(LensError, match="camera_matrix"):
        Lens.from_dict({"width": 3})


def test_drift_is_measured_in_pixels_and_millimetres() -> None:
    plane = camera_over()
    picture = photograph(plane)
    still = drift(plane, picture)
    assert set(still.by_px) == {0, 1, 2, 3}
    assert still.px < 0.5
    bumped = np.roll(picture, 6, axis=1)
    moved = drift(plane, bumped)
    assert moved.px == pytest.approx(6, abs=0.3)
    assert moved.mm == pytest.approx(6 * float(plane.mm_per_px_at(np.array([[820.0, 616.0]]))[0]), rel=0.15)
    assert drift(follow(plane, bumped), bumped).px < 0.5
    assert drift(plane, np.zeros_like(picture)).by_px == {}


def test_a_plane_survives_json() -> None:
    plane = camera_over(k1=-0.03)
    again = Plane.from_dict(json.loads(json.dumps(plane.to_dict())))
    np.testing.assert_allclose(again.to_px(GRID, 3.0), plane.to_px(GRID, 3.0))


def test_a_plane_holds_for_smaller_pictures_of_the_same_camera() -> None:
    plane = camera_over()
    half = plane.resized((820, 616))
    np.testing.assert_allclose(half.to_px(GRID), (plane.to_px(GRID) + 0.5) / 2 - 0.5, atol=0.02)
    with pytest.raises(PlaneError, match="calibrate again"):
        plane.resized((800, 800))


@needs_renders
@pytest.mark.parametrize("name", ["empty", "cast_05", "arena_00", "mixed_0"])
@pytest.mark.parametrize("lens_known", [True, False])
def test_independent_pictures_with_their_exact_camera(name: str, lens_known: bool) -> None:
    camera = json.loads((RENDERS / f"{name}.json").read_text())["camera"]
    lens = Lens(np.array(camera["K"]), np.array(camera["dist_k1k2p1p2k3"]), (camera["width"], camera["height"]))
    true = Plane(lens, np.array(camera["R"]), np.array(camera["t_mm"]), Geometry().corners(), 0.0, True)
    picture = np.asarray(cv2.imread(str(RENDERS / f"{name}.jpg")), dtype=np.uint8)
    found = find_plane(picture, lens=lens if lens_known else None)
    assert worst_mm(found, true, 3.0) < 0.4
    assert worst_mm(found, true, 26.0) < (0.4 if lens_known else 0.8)


@pytest.mark.parametrize(
    "change",
    [
        {"rotation": [[0.0] * 3] * 3},
        {"rotation": [[float("nan")] * 3] * 3},
        {"translation": [0.0, 0.0, 0.0]},
        {"translation": [0.0, 0.0, float("inf")]},
        {"markers": {}},
        {"markers": {str(i): [[float("nan")] * 2] * 4 for i in range(4)}},
    ],
)
def test_a_stored_plane_without_a_camera_above_four_markers_is_refused(change: dict[str, object]) -> None:
    stored = camera_over(tilt_deg=20).to_dict()
    Plane.from_dict(stored)
    with pytest.raises(ValueError, match="no camera above a mat"):
        Plane.from_dict({**stored, **change})
