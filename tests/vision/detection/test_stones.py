"""Polished stones on a bright cloth: flat ones are no leaners, although mirrored lamps hide a part of their rim."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.paint import paint
from hardware.simulated.poses import Placed, faces, lying, rim, tipped
from tests.vision.detection.test_die_pose import VIEWS, calibrated
from tests.vision.painted import PIECES, STONES, Scene
from vision.detection.detector import CIRCLE, Spot
from vision.detection.disc_fit import flat_lead
from vision.detection.stones import STONE_MM, STONE_THICK_MM, axis_ratio, stone_on_plane
from vision.types import Note

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
VIEW = VIEWS[1]
PLANE, EMPTY = calibrated("plain", VIEW)
SILVER = next(PIECES[name] for name in STONES if PIECES[name].colour == "silver")
SIZE = (STONE_MM, STONE_THICK_MM)


def stone(x: float, y: float, lean: float = 0.0, way: float = 0.0) -> Placed:
    flat = lying(SILVER, "symbol", x, y, 40.0)
    return tipped(flat, "leaner", way, lean) if lean else flat


def pictured(one: Placed, polished: bool, lamp_deg: float) -> Image:
    """A picture of a dark silver stone; on a polished one two crescents along the rim mirror as much as the cloth."""
    image = paint(Scene("plain", VIEW).painted(), [one], 7)
    top = rim(one, STONE_THICK_MM / 2)
    face = np.round(VIEW.to_px(top) * 16).astype(np.int32)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, face, 255, cv2.LINE_AA, 4)
    image = np.where(mask[..., None] > 0, (image * 0.55).astype(np.uint8), image)
    for turn in (lamp_deg, lamp_deg + 180) if polished else ():
        cv2.fillPoly(image, [_crescent(top, turn)], _cloth(image), cv2.LINE_AA, 4)
    return image


def _cloth(image: Image) -> tuple[float, ...]:
    """The colour of the cloth, a little brighter."""
    return tuple(float(v) + 12 for v in np.median(image.reshape(-1, 3)[::97], axis=0))


def _crescent(top: Floats, turn: float) -> NDArray[np.int32]:
    """The outer part of the upper face (40 points of its rim in mm) along half of it, in sixteenths of a px."""
    first = round(turn / 360 * 40)
    part = [(first + i) % 40 for i in range(-10, 11)]
    outer, middle = top[part], top.mean(axis=0)
    depth = 0.12 * np.cos(np.linspace(-np.pi / 2, np.pi / 2, len(part)))[:, None]
    inner = outer + (middle - outer) * depth
    return np.asarray(np.round(VIEW.to_px(np.concatenate([outer, inner[::-1]])) * 16), np.int32)


def spot_of(one: Placed) -> Spot:
    """The spot of a disc as the network reports it: nearly as if it lay flat."""
    middle = faces(one)[0].corners.mean(axis=0)
    at = PLANE.to_mm(VIEW.to_px(middle[None]), STONE_THICK_MM)
    ring = PLANE.to_px(at + CIRCLE * STONE_MM / 2, STONE_THICK_MM)
    about = ring - ring.mean(axis=0)
    values, vectors = np.linalg.eigh(2 * about.T @ about / len(ring))
    return Spot("disc", 0.9, ring.mean(axis=0), vectors @ np.diag(np.sqrt(values)) @ vectors.T, 0.0)


def shaded(image: Image, spot: Spot, toward_deg: float) -> Image:
    """The picture with a shadow on half of it, whose soft edge crosses a stone; it lies in this direction."""
    turn = np.radians(toward_deg)
    y, x = np.indices(image.shape[:2], np.float64)
    away = (x - spot.middle[0]) * np.cos(turn) + (y - spot.middle[1]) * np.sin(turn)
    return np.asarray(image * (1 - 0.3 / (1 + np.exp(-away / 20)))[..., None], np.uint8)


@pytest.mark.parametrize("toward_deg", [0, 90, 200])
@pytest.mark.parametrize("lamp_deg", [0, 30, 60, 90, 120, 150])
def test_a_flat_polished_stone_at_the_edge_of_a_shadow_is_no_leaner(lamp_deg: float, toward_deg: float) -> None:
    one = stone(40, -20)
    image = shaded(pictured(one, True, lamp_deg), spot_of(one), toward_deg)
    assert Note.LEANER not in stone_on_plane(spot_of(one), PLANE, image, EMPTY).notes


@pytest.mark.parametrize("lamp_deg", [0, 30, 60, 90, 120, 150])
def test_a_flat_polished_stone_is_no_leaner(lamp_deg: float) -> None:
    one = stone(40, -20)
    image = pictured(one, True, lamp_deg)
    assert Note.LEANER not in stone_on_plane(spot_of(one), PLANE, image, EMPTY).notes


def test_highlights_make_the_rim_look_narrow() -> None:
    one = stone(40, -20)
    ratios = [
        axis_ratio(pictured(one, True, turn), spot_of(one).middle, spot_of(one).shape) for turn in range(0, 180, 20)
    ]
    assert sum((narrow or 1.0) < 0.905 for narrow in ratios) >= 2


def test_stones_that_lean_are_still_reported() -> None:
    reported = narrow = 0
    for way in range(10, 370, 45):
        one = stone(-30, 30, 20, way)
        image, spot = pictured(one, False, 0), spot_of(one)
        narrow += (axis_ratio(image, spot.middle, spot.shape) or 1.0) < 0.905
        reported += Note.LEANER in stone_on_plane(spot, PLANE, image, EMPTY).notes
    assert narrow >= 4
    assert reported >= narrow - 1


@pytest.mark.parametrize("lean", [26, 36])
def test_a_stone_that_leans_does_not_look_flat(lean: float) -> None:
    leads = []
    for way in (10, 100, 190, 280):
        one = stone(-30, 30, lean, way)
        at = PLANE.to_mm(spot_of(one).middle[None], STONE_THICK_MM)[0]
        leads.append(flat_lead(pictured(one, False, 0), PLANE, EMPTY, at, SIZE) or 1.0)
    assert max(leads) < 0.02


@pytest.mark.parametrize("lean", [26, 36])
def test_a_stone_that_leans_at_the_edge_of_a_shadow_does_not_look_flat(lean: float) -> None:
    leads = []
    for way in (10, 100, 190, 280):
        spot = spot_of(one := stone(-30, 30, lean, way))
        at = PLANE.to_mm(spot.middle[None], STONE_THICK_MM)[0]
        lead = flat_lead(shaded(pictured(one, False, 0), spot, way + 50), PLANE, EMPTY, at, SIZE)
        assert lead is not None
        leads.append(lead)
    assert max(leads) < 0.02


def test_an_unknown_table_gives_no_lead() -> None:
    noise = np.random.default_rng(4).integers(0, 256, EMPTY.shape, dtype=np.uint8)
    assert flat_lead(noise, PLANE, None, np.array([0.0, 0.0]), SIZE) is None
