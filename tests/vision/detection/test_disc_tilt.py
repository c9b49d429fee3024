"""The axis ratio of a disc, measured at its edge in the picture, and how far gradients follow an outline."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detection.change import ChangeMaps
from vision.detection.disc_fit import _strength
from vision.detection.stones import axis_ratio

AXES = np.array([[34.0, 0.0], [0.0, 30.0]])
MIDDLE = np.array([100.3, 98.8])


def disc(narrow: float, degrees: float, noise: float = 4.0) -> NDArray[np.uint8]:
    """A disc that lies in the plane of AXES, squeezed along one direction, on grey cloth."""
    turn = np.radians(degrees)
    along = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shape = AXES @ along @ np.diag([1.0, narrow]) @ along.T
    around = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    rim = MIDDLE + np.column_stack([np.cos(around), np.sin(around)]) @ shape.T
    image = np.full((200, 200, 3), 105, np.uint8)
    cv2.fillPoly(image, [np.round(rim * 16).astype(np.int32)], (205, 210, 215), cv2.LINE_AA, 4)
    cv2.putText(image, "25", (82, 108), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (40, 40, 40), 2, cv2.LINE_AA)
    noisy = image + np.random.default_rng(1).normal(0, noise, image.shape)
    return np.asarray(noisy.clip(0, 255), np.uint8)


@pytest.mark.parametrize("narrow", [1.0, 0.95, 0.9, 0.85])
@pytest.mark.parametrize("degrees", [0, 35, 110])
def test_the_axis_ratio_is_measured_at_the_edge(narrow: float, degrees: float) -> None:
    assert axis_ratio(disc(narrow, degrees), MIDDLE + np.array([1.5, -1.0]), AXES) == pytest.approx(narrow, abs=0.02)


def test_an_unclear_edge_gives_no_axis_ratio() -> None:
    noise = np.random.default_rng(4).integers(0, 256, (200, 200, 3), dtype=np.uint8)
    assert axis_ratio(noise, MIDDLE, AXES) is None


@pytest.mark.parametrize("edge_deg", [0, 20, 45, 110])
@pytest.mark.parametrize("beside_deg", [0, 30, 45, 90])
def test_a_gradient_counts_by_twice_its_angle_to_the_outline(edge_deg: float, beside_deg: float) -> None:
    """1 along the normal, 0 at 45 degrees to it, -1 across it, wherever it points."""
    twice = np.radians(2 * edge_deg)
    across = np.tile(np.array([np.cos(twice), np.sin(twice)], np.float32), (20, 20, 1))
    maps = ChangeMaps(across, np.zeros((20, 20), np.float32), np.zeros(2), 1.0, 1.0, True)
    way = np.radians(edge_deg + beside_deg)
    normals = np.tile(np.array([np.cos(way), np.sin(way)], np.float32), (1, 5, 1))
    points = np.linspace(5, 15, 10).astype(np.float32).reshape(1, 5, 2)
    assert _strength(points, normals, maps) == pytest.approx(np.cos(np.radians(2 * beside_deg)), abs=1e-4)
