"""The light meter and the focus score, on the simulated table's empty mat in good and bad light."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.table.calibrate import calibrate
from calibration.table.focus import focus
from calibration.table.hints import hints
from calibration.table.light import flicker, measure
from hardware.simulated.table import SimulatedTable
from tests.shared import RENDERS, needs_renders
from vision.geometry.plane import Plane
from vision.types import Detection, Kind, Note

Image = NDArray[np.uint8]


@pytest.fixture(scope="module")
def empty() -> Image:
    return SimulatedTable(lambda: 0.0).empty()


@pytest.fixture(scope="module")
def plane(empty: Image) -> Plane:
    return calibrate(empty).plane


def dyed(image: Image, bgr: tuple[float, float, float]) -> Image:
    return np.asarray(np.clip(image * np.array(bgr), 0, 255), np.uint8)


def test_good_light_gives_no_advice(empty: Image, plane: Plane) -> None:
    light = measure(empty, plane)
    assert light.words == ()
    assert not light.bad
    assert light.even is not None
    assert light.even > 0.8


@pytest.mark.parametrize(
    ("bgr", "word", "bad"),
    [
        ((0.15, 0.15, 0.15), "too dark", True),
        ((0.4, 0.4, 0.4), "rather dark", False),
        ((1.6, 1.6, 1.6), "too bright", False),
        ((0.35, 0.8, 1.0), "very orange", False),
        ((1.0, 0.7, 0.4), "very blue", False),
        ((0.5, 1.0, 0.5), "very green", False),
    ],
)
def test_bad_light_gives_advice(
    empty: Image, plane: Plane, bgr: tuple[float, float, float], word: str, bad: bool
) -> None:
    light = measure(dyed(empty, bgr), plane)
    assert word in " ".join(light.words)
    assert light.bad is bad


def test_uneven_light_names_the_corner(empty: Image, plane: Plane) -> None:
    across = np.linspace(1.2, 0.0, empty.shape[1])[None, :, None]
    words = " ".join(measure((empty * across).astype(np.uint8), plane).words)
    assert "uneven" in words
    assert "right corner" in words


@pytest.mark.parametrize("exposure", [0.5, 0.8, 1.0])
@pytest.mark.parametrize(("grey", "dark"), [(0.1, True), (0.3, True), (0.4, False), (0.9, False)])
def test_a_table_is_dark_relative_to_the_paper_of_the_markers(
    empty: Image, plane: Plane, grey: float, dark: bool, exposure: float
) -> None:
    """The paper of the simulated mat has a grey level of 200."""
    table = np.full_like(empty, round(200 * grey))
    for corners in plane.markers.values():
        around = np.round(cv2.boxPoints(cv2.minAreaRect((plane.to_px(corners)).astype(np.float32)))).astype(np.int32)
        left, top, wide, high = cv2.boundingRect(around)
        part = np.s_[top - 12 : top + high + 12, left - 12 : left + wide + 12]
        table[part] = empty[part]
    light = measure(dyed(table, (exposure,) * 3), plane)
    assert light.table == pytest.approx(grey, abs=0.03)
    assert light.is_table_dark is dark


def test_without_a_marker_in_view_nothing_is_known_of_the_table(empty: Image) -> None:
    light = measure(empty)
    assert light.table is None
    assert not light.is_table_dark


@pytest.mark.parametrize(
    ("bgr", "red", "blue"), [((0.5, 0.8, 1.0), 1.25, 0.625), ((1.0, 0.8, 0.5), 0.625, 1.25), ((0.7, 0.7, 0.7), 1, 1)]
)
def test_the_colour_of_the_light_is_relative_to_green_and_its_level_that_of_the_brightest_colour(
    empty: Image, plane: Plane, bgr: tuple[float, float, float], red: float, blue: float
) -> None:
    white, light = measure(empty, plane), measure(dyed(empty, bgr), plane)
    assert light.red == pytest.approx(red * white.red, rel=0.03)
    assert light.blue == pytest.approx(blue * white.blue, rel=0.03)
    assert light.warmth == pytest.approx(red / blue * white.warmth, rel=0.03)
    colours = np.array([white.blue, 1, white.red]) * white.level / white.red
    assert light.level == pytest.approx((colours * bgr).max(), rel=0.03)
    assert light.blown == 0


def test_a_corner_in_full_shade_is_uneven(empty: Image, plane: Plane) -> None:
    shade = np.ones((*empty.shape[:2], 1))
    shade[:648, :1152] = 0.6
    assert measure((empty * shade).astype(np.uint8), plane).even == pytest.approx(0.6, abs=0.06)


def test_red_cloth_is_not_overexposed(empty: Image, plane: Plane) -> None:
    spot = empty.copy()
    cv2.circle(spot, (1152, 648), 160, (0, 0, 255), -1)
    assert measure(spot, plane).blown == 0


def test_a_flickering_lamp_gives_advice(empty: Image, plane: Plane) -> None:
    small = np.asarray(cv2.resize(empty, (320, 180)), np.uint8)
    flickering = [np.asarray(small * (0.9 + 0.05 * (n % 2)), np.uint8) for n in range(6)]
    assert [advice.about for advice in measure(empty, plane, flickering).advice] == ["flicker"]
    assert measure(empty, plane, [small] * 6).advice == ()
    assert measure(empty, plane, flickering[:3]).flicker is None


def test_on_a_dark_table_another_ground_is_recommended(empty: Image) -> None:
    light = measure(empty)
    assert replace(light, table=0.2).table_words.startswith("A dark table is fine for stones.")
    assert replace(light, table=0.6).table_words == ""


@pytest.mark.parametrize(("blur", "graves"), [(0.0, []), (1.5, [False]), (4.0, [True])])
def test_hints_say_when_the_picture_is_soft_and_when_it_is_useless(
    empty: Image, plane: Plane, blur: float, graves: list[bool]
) -> None:
    seen = np.asarray(cv2.GaussianBlur(empty, (0, 0), blur) if blur else empty, np.uint8)
    assert [hint.grave for hint in hints(seen, [], plane)] == graves
    assert all("focus" in hint.words for hint in hints(seen, [], plane))


@pytest.mark.parametrize("kind", ["stone", "die", "unknown"])
@pytest.mark.parametrize(("x", "y"), [(35, 600), (2269, 600), (1200, 35), (1200, 1261), (1200, 600)])
def test_a_piece_near_any_border_of_the_picture_is_to_be_moved(empty: Image, kind: Kind, x: float, y: float) -> None:
    square = tuple((x + a, y + b) for a, b in ((-30, -30), (30, -30), (30, 30), (-30, 30)))
    advice = hints(empty, [Detection(kind, (x, y), square, 60.0, 0.9)], None)
    is_near = kind != "unknown" and (x, y) != (1200, 600)
    assert ["too near the edge" in hint.words for hint in advice] == [True] * is_near


def test_an_overexposed_mat_gives_advice(empty: Image, plane: Plane) -> None:
    spot = empty.copy()
    cv2.circle(spot, (1152, 648), 160, (255, 255, 255), -1)
    assert "blown out" in " ".join(measure(spot, plane).words)


def test_flicker_is_measured_in_bands_and_in_whole_pictures(empty: Image) -> None:
    small = np.asarray(cv2.resize(empty, (320, 180)), np.uint8)
    rows = np.arange(180)[:, None, None]
    bands = [(small * (0.9 + 0.06 * np.sin(rows / 20 + 2.0 * n))).astype(np.uint8) for n in range(6)]
    assert (flicker([small] * 6) or 0.0) < 0.001
    assert (flicker(bands) or 0.0) > 0.012
    assert flicker([small] * 3) is None


def test_focus_falls_as_the_picture_blurs(empty: Image, plane: Plane) -> None:
    blurred = [empty, *(np.asarray(cv2.GaussianBlur(empty, (0, 0), s), np.uint8) for s in (2.0, 4.0))]
    scores = [measured.score if (measured := focus(image, plane)) else 0 for image in blurred]
    assert scores[0] == 100 > scores[1] > scores[2]
    assert focus(np.zeros_like(empty), plane) is None


def test_hints_name_glare_edge_and_neighbours(empty: Image, plane: Plane) -> None:
    image = empty.copy()
    cv2.circle(image, (1000, 600), 12, (255, 255, 255), -1)
    ring = np.column_stack([np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)]) * 32

    def stone(x: float, y: float, *notes: Note) -> Detection:
        return Detection("stone", (x, y), tuple((x + a, y + b) for a, b in ring), 64.0, 0.9, notes)

    advice = hints(
        image, [stone(1000, 600), stone(30, 600), stone(1200, 600, Note.TOUCHING), stone(1300, 600, Note.LEANER)], plane
    )
    words = [hint.words for hint in advice]
    assert [hint.grave for hint in advice] == [True, False, False, False]
    assert "stands on its edge" in words[0]
    assert any("shines" in word for word in words)
    assert any("too near the edge" in word for word in words)
    assert any("touches another" in word for word in words)


@needs_renders
def test_the_rendered_table_is_sharp_and_well_lit() -> None:
    image = np.asarray(cv2.imread(str(RENDERS / "empty.jpg")), np.uint8)
    plane = calibrate(image).plane
    focused = focus(image, plane)
    assert focused is not None
    assert focused.sharp
    light = measure(image, plane)
    assert light.words == ()
    assert not light.is_table_dark


@needs_renders
@pytest.mark.parametrize(("house", "dark"), [("cloth", False), ("playmat", True)])
def test_of_the_rendered_tables_the_patterned_mat_is_dark(house: str, dark: bool) -> None:
    image = np.asarray(cv2.imread(str(RENDERS.with_name(house) / "empty.jpg")), np.uint8)
    assert measure(image, calibrate(image).plane).is_table_dark is dark
