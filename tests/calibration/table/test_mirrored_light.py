"""Light that a clear die mirrors is reported where it lowers the contrast of the print, with the lamp's side."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.table.calibrate import calibrate
from calibration.table.hints import hints, mirrored_light
from hardware.simulated.table import SimulatedTable
from vision.geometry.cube import top_px
from vision.geometry.plane import Plane
from vision.types import Detection

Image = NDArray[np.uint8]


@pytest.fixture(scope="module")
def empty() -> Image:
    return SimulatedTable(lambda: 0.0).empty()


@pytest.fixture(scope="module")
def plane(empty: Image) -> Plane:
    return calibrate(empty).plane


def die_picture(
    empty: Image, plane: Plane, face: float, ink: float, x: float = 0.0, y: float = 0.0
) -> tuple[Image, Detection]:
    """A die of 26.5 mm at (x, y) mm whose top is ``face`` times as bright as the table, a bar of ink on it."""
    plane = plane.resized((empty.shape[1], empty.shape[0]))
    outline = top_px(np.array([x, y, 0.2, 26.5]), plane)
    left, top, wide, high = cv2.boundingRect(outline.astype(np.float32))
    table = float(np.median(cv2.cvtColor(empty, cv2.COLOR_BGR2GRAY)[top : top + high, left : left + wide]))
    image = empty.copy()
    cv2.fillConvexPoly(image, np.round(outline).astype(np.int32), (table * face,) * 3)
    middle = outline.mean(axis=0)
    bar = middle + (outline - middle) * [[0.2, 0.6]]
    cv2.fillConvexPoly(image, np.round(bar).astype(np.int32), (table * face * ink,) * 3)
    points = tuple((float(u), float(v)) for u, v in outline)
    return image, Detection("die", (float(middle[0]), float(middle[1])), points, 50.0, 1.0)


@pytest.mark.parametrize(
    ("face", "ink", "veiled"),
    [
        (1.2, 0.8, True),  # dark ink under a veil
        (1.2, 1.15, True),  # light ink under a veil
        (1.2, 0.4, False),  # dark enough to be read all the same
        (0.8, 0.85, False),  # no light is mirrored: the ink itself is faint
    ],
)
def test_a_veil_is_noticed_where_the_print_suffers(
    empty: Image, plane: Plane, face: float, ink: float, veiled: bool
) -> None:
    image, found = die_picture(empty, plane, face, ink)
    assert (mirrored_light(image, empty, found, plane) is not None) == veiled


@pytest.mark.parametrize(
    ("right", "away", "where"),
    [
        (0.0, 0.0, "above"),
        (0.2, -0.1, "above"),
        (0.3, 0.0, "right"),
        (0.3, 0.06, "right"),
        (0.22, 0.22, "far right"),
        (0.0, 0.3, "far"),
        (-0.22, 0.22, "far left"),
        (-0.3, 0.0, "left"),
        (-0.22, -0.22, "near left"),
        (0.22, -0.22, "near right"),
    ],
)
def test_the_lamp_stands_opposite_the_camera(empty: Image, plane: Plane, right: float, away: float, where: str) -> None:
    """The die lies this far from the point beneath the camera, in heights of the camera."""
    x, y, z = (float(v) for v in plane.camera_mm)
    assert (
        mirrored_light(*_args(die_picture(empty, plane, 1.2, 0.9, x + right * z, y + away * z), empty), plane) == where
    )


def _args(made: tuple[Image, Detection], empty: Image) -> tuple[Image, Image, Detection]:
    return made[0], empty, made[1]


def test_stones_and_an_unknown_table_give_no_hint(empty: Image, plane: Plane) -> None:
    image, found = die_picture(empty, plane, 1.2, 0.8)
    assert mirrored_light(image, None, found, plane) is None
    stone = Detection("stone", found.centre_px, found.outline_px, found.size_px, 1.0)
    assert mirrored_light(image, empty, stone, plane) is None


def test_the_wizards_say_which_lamp_to_move(empty: Image, plane: Plane) -> None:
    image, found = die_picture(empty, plane, 1.2, 0.8)
    words = [hint.words for hint in hints(image, [found], plane, empty)]
    assert any(line.startswith("Light is mirrored in the top of this die: move or shade the lamp") for line in words)


@pytest.mark.parametrize(
    ("face", "ink", "table", "said"),
    [
        (0.8, 0.85, 1.0, True),
        (0.8, 0.5, 1.0, False),  # the print shows well enough
        (0.8, 0.85, 2.0, False),  # the table is not dark: the ink itself is faint
        (1.2, 0.85, 1.0, False),  # the mirrored light is the nearer reason
    ],
)
def test_faint_print_on_a_dark_table_gives_the_advice_of_a_lighter_one(
    empty: Image, plane: Plane, face: float, ink: float, table: float, said: bool
) -> None:
    """The felt of the simulated table is dark, with 0.31 of the grey level of the markers' paper."""
    bare = lighter(empty, plane, table)
    image, found = die_picture(bare, plane, face, ink)
    words = [hint.words for hint in hints(image, [found], plane, bare)]
    assert ("lay light and plain paper there" in " ".join(words)) is said


def lighter(empty: Image, plane: Plane, times: float) -> Image:
    """The simulated table with a play area this many times as bright."""
    area = np.zeros(empty.shape[:2], np.uint8)
    cv2.fillConvexPoly(area, np.round(plane.to_px(plane.play_area)).astype(np.int32), 1)
    for marker in plane.markers.values():
        cv2.circle(area, tuple(int(v) for v in plane.to_px(marker).mean(axis=0)), 60, 0, -1)
    return np.where(area[..., None] > 0, cv2.convertScaleAbs(empty, alpha=times), empty).astype(np.uint8)
