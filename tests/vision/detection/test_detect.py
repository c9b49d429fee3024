"""Detection: the network's spots, checked against the plane and the empty table."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.paint import paint, truth
from hardware.simulated.poses import lying
from hardware.simulated.surface import MARKERS_MM, PAPER_MM
from tests.vision.detection.test_die_pose import VIEWS, calibrated, die
from tests.vision.painted import CLEAR, PIECES, STONES, Scene, strewn
from tests.vision.table import camera_over
from vision.detection import detect as finding
from vision.detection import refinement as looking
from vision.detection.change_mask import what_changed
from vision.detection.detect import with_neighbours
from vision.detection.detector import Spot, decode, detection_from, non_max_suppression
from vision.detection.refinement import near_by, shrunk
from vision.detection.stones import STONE_MM, STONE_THICK_MM
from vision.geometry.plane import Plane
from vision.pipeline import find
from vision.types import Detection

Floats = NDArray[np.float64]
CIRCLE = np.column_stack([np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)])
SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)


def picture_of(plane: Plane) -> NDArray[np.uint8]:
    return np.full((plane.size[1], plane.size[0], 3), 128, dtype=np.uint8)


def stone_spot(plane: Plane, at: tuple[float, float], diameter: float = STONE_MM, score: float = 0.9) -> Spot:
    """The spot that the network reports for a stone of this size at this place, in pixels of the full picture."""
    ring = plane.to_px(np.array(at) + CIRCLE * diameter / 2, 3.0)
    about = ring - ring.mean(axis=0)
    values, vectors = np.linalg.eigh(2 * about.T @ about / len(ring))
    return Spot("disc", score, ring.mean(axis=0), vectors @ np.diag(np.sqrt(values)) @ vectors.T, 0.0)


def die_spot(plane: Plane, at: tuple[float, float], side: float, degrees: float) -> Spot:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    quad = plane.to_px(np.array(at) + SQUARE @ np.array([[c, s], [-s, c]]) * side / 2, side)
    axes = np.column_stack([(quad[1] - quad[0] + quad[2] - quad[3]) / 4, (quad[3] - quad[0] + quad[2] - quad[1]) / 4])
    u, values, v = np.linalg.svd(axes)
    turned = u @ v
    return Spot("die", 0.9, quad.mean(axis=0), u @ np.diag(values) @ u.T, float(np.arctan2(turned[1, 0], turned[0, 0])))


def found_from(monkeypatch: pytest.MonkeyPatch, plane: Plane, *reported: Spot) -> tuple[Detection, ...]:
    """Run `find` with these spots in place of the network's."""

    def network_output(small: NDArray[np.uint8], least: float) -> list[Spot]:
        left, top, right, bottom = finding._search_box(plane, (plane.size[1], plane.size[0]))
        scale = np.sqrt(small.shape[0] * small.shape[1] / ((right - left) * (bottom - top)))
        return [s.moved(1.0, np.array([-left, -top])).moved(float(scale), np.zeros(2)) for s in reported]

    monkeypatch.setattr(looking, "spots", network_output)
    return find(picture_of(plane), plane)


def test_the_networks_maps_are_read_to_a_fraction_of_a_cell() -> None:
    maps = np.zeros((10, 12, 16), dtype=np.float32)
    maps[1, 5, 7] = 0.8
    maps[1, 5, 8] = 0.6
    maps[3:5, 5, 7] = (0.25, -0.125)
    maps[5:8, 5, 7] = (np.log(2.0), 0.0, 0.0)
    maps[8:10, 5, 7] = (np.cos(4 * 0.3), np.sin(4 * 0.3))
    (spot,) = decode(maps, 0.3)
    assert spot.kind == "die"
    assert spot.score == pytest.approx(0.8)
    np.testing.assert_allclose(spot.middle, (7 * 4 + 1.5 + 2, 5 * 4 + 1.5 - 1))
    np.testing.assert_allclose(spot.shape, [[32, 0], [0, 16]], rtol=1e-5)
    assert spot.angle == pytest.approx(0.3, abs=1e-5)
    assert spot.size == pytest.approx(2 * np.sqrt(32 * 16), rel=1e-5)


def test_each_piece_is_detected_once() -> None:
    spots = [
        Spot("disc", s, np.array([x, 50.0]), np.eye(2) * 15, 0.0) for s, x in [(0.5, 52.0), (0.9, 50.0), (0.8, 81.0)]
    ]
    assert [s.score for s in non_max_suppression(spots)] == [0.9, 0.8]


def test_stones_differ_from_coins_by_their_size_on_the_plane(monkeypatch: pytest.MonkeyPatch) -> None:
    plane = camera_over(tilt_deg=30)
    spots = [stone_spot(plane, (-120, 90)), stone_spot(plane, (100, -100)), stone_spot(plane, (0, 0), 20.0)]
    stones = found_from(monkeypatch, plane, *spots)
    assert [(f.kind, f.notes) for f in stones] == [("stone", ()), ("stone", ()), ("unknown", ("size",))]
    for found, spot in zip(stones, spots, strict=True):
        np.testing.assert_allclose(found.centre_px, spot.middle, atol=0.01)


@pytest.mark.parametrize("side", [16.0, 26.5])
def test_the_top_face_of_a_die_is_a_square_at_its_own_height(monkeypatch: pytest.MonkeyPatch, side: float) -> None:
    plane = camera_over(tilt_deg=35)
    (die,) = found_from(monkeypatch, plane, die_spot(plane, (60, -40), side, 25))
    corners = plane.to_mm(np.array(die.outline_px), side)
    assert die.kind == "die"
    np.testing.assert_allclose(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1), side, rtol=0.02)
    np.testing.assert_allclose(corners.mean(axis=0), (60, -40), atol=0.5)


def test_a_stone_with_a_narrow_outline_leans(monkeypatch: pytest.MonkeyPatch) -> None:
    plane = camera_over(tilt_deg=0)
    spot = stone_spot(plane, (0, 0))
    leaning = Spot("disc", 0.8, spot.middle, spot.shape @ np.diag([1.0, 0.75]) * 1.1, 0.0)
    (found,) = found_from(monkeypatch, plane, leaning)
    assert (found.kind, found.notes) == ("stone", ("leaner",))


def test_neighbours_touch_and_those_on_top_are_stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    plane = camera_over(tilt_deg=10)
    places = [(-100, 0), (-74.6, 0), (60, 0), (60, 17), (0, -90), (0, -130)]
    notes = [found.notes for found in found_from(monkeypatch, plane, *(stone_spot(plane, p) for p in places))]
    assert notes == [("touching",), ("touching",), ("stacked",), ("stacked",), (), ()]


def test_a_die_that_is_touched_in_the_middle_of_an_edge_touches_too() -> None:
    """None of its corners is near the other piece: a corner or the rim of the other one is near its edge."""
    die = detection_from("die", SQUARE * 25.0, 50.0, 1.0)
    standing_on_a_corner = np.array([[-1, 0], [0, -1], [1, 0], [0, 1]]) * 25.0 * np.sqrt(2)
    others = (
        detection_from("die", standing_on_a_corner + np.array([26 + 25 * np.sqrt(2), 0]), 50.0, 1.0),
        detection_from("stone", CIRCLE * 25.0 + np.array([51, 0]), 50.0, 1.0),
    )
    for other in others:
        assert [one.notes for one in with_neighbours([die, other])] == [("touching",), ("touching",)]


def test_pieces_beyond_the_markers_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    plane = camera_over(tilt_deg=0, height_mm=900)
    inside, outside = found_from(monkeypatch, plane, stone_spot(plane, (150, 140)), stone_spot(plane, (0, 165)))
    assert (inside.notes, outside.notes) == ((), ("off",))


def test_a_spot_on_the_empty_table_is_no_piece() -> None:
    plane = camera_over(tilt_deg=0)
    spots = [stone_spot(plane, (-50, 0)), stone_spot(plane, (50, 0))]
    empty = picture_of(plane)
    printed(empty, spots[0], (240, 240, 240))
    now = empty.copy()
    printed(now, spots[1], (30, 60, 90))
    assert len(find(now, plane)) == 2
    (left,) = find((now * 0.8).astype(np.uint8), plane, empty)
    np.testing.assert_allclose(left.centre_px, spots[1].middle, atol=2)
    assert find(empty, plane, empty) == ()


def printed(picture: NDArray[np.uint8], spot: Spot, colour: tuple[int, int, int]) -> None:
    """Draw the upper face of a stone, with a rim."""
    middle, radius = (int(spot.middle[0]), int(spot.middle[1])), round(spot.size / 2)
    cv2.circle(picture, middle, radius, colour, -1, cv2.LINE_AA)
    cv2.circle(picture, middle, radius - 3, tuple(c // 2 for c in colour), 2, cv2.LINE_AA)


def test_a_change_of_light_is_no_change_of_the_table() -> None:
    rng = np.random.default_rng(3)
    before = rng.integers(40, 200, (120, 160, 3), dtype=np.uint8)
    now = (before * np.array([0.7, 0.8, 0.9])).astype(np.uint8)
    now[40:60, 50:80] = 240
    changed = what_changed(now, before)
    assert changed[40:60, 50:80].mean() > 0.9
    assert changed.sum() == pytest.approx(changed[40:60, 50:80].sum(), abs=20)


@pytest.mark.parametrize("top", ["felt", "wood", "plain", "checked"])
@pytest.mark.parametrize("seed", [1, 2])
def test_pieces_are_found_beside_and_below_a_shadow_over_half_of_the_table(top: str, seed: int) -> None:
    view = VIEWS[0]
    plane, empty = calibrated(top, view)
    placed = strewn((*STONES[:6], *CLEAR), seed)
    table = Scene(top, view).painted()
    found = find(shaded(paint(table, placed, 7), seed), plane, empty)
    centres = np.array([one.centre_px for one in found])
    for true in truth(view, placed):
        assert np.hypot(*(centres - true.centre_px).T).min() < 12, true
    assert len([one for one in found if one.kind != "unknown"]) == len(placed)
    assert find(shaded(paint(table, [], 8), seed), plane, empty) == ()


def shaded(image: NDArray[np.uint8], seed: int) -> NDArray[np.uint8]:
    """Somebody stands between a lamp and one half of the table: a soft edge in another direction for each seed."""
    high, wide = image.shape[:2]
    across, down = np.cos(2.4 * seed), np.sin(2.4 * seed)
    away = across * (np.arange(wide) - wide / 2) + down * (np.arange(high)[:, None] - high / 2)
    light = 1 - 0.4 / (1 + np.exp(-away / (wide / 60)))
    return np.asarray(image * light[..., None], np.uint8)


@pytest.mark.parametrize("shape", [(1, 1), (5, 900), (301, 303)])
def test_a_picture_of_any_shape_can_be_shrunk_and_searched(shape: tuple[int, int]) -> None:
    picture = np.full((*shape, 3), 90, dtype=np.uint8)
    assert min(shrunk(picture, 0.3).shape[:2]) >= 16
    assert find(picture) == ()


@pytest.mark.parametrize(("top", "view", "apart_mm", "way_deg"), [("felt", 0, 12, 200), ("wood", 1, 14, 200)])
def test_stones_of_a_stack_that_look_like_one_disc_from_afar_are_both_found(
    top: str, view: int, apart_mm: float, way_deg: float
) -> None:
    plane, empty = calibrated(top, VIEWS[view])
    x, y = np.array([30, -20]) + apart_mm * np.array([np.cos(np.radians(way_deg)), np.sin(np.radians(way_deg))])
    upper = lying(PIECES["stone:5"], "number", float(x), float(y), 100, on_mm=STONE_THICK_MM)
    picture = paint(Scene(top, VIEWS[view]).painted(), [lying(PIECES["stone:2"], "symbol", 30, -20, 40), upper], 7)
    assert [one.kind for one in find(picture, plane, empty)] == ["stone", "stone"]


@pytest.mark.parametrize(
    ("away", "score", "detected_at"),
    [
        pytest.param(5.0, 0.2, 5.0, id="beside the candidate"),
        pytest.param(30.0, 0.6, 30.0, id="sure, half a die away"),
        pytest.param(30.0, 0.4, None, id="not sure, half a die away"),
        pytest.param(45.0, 0.9, None, id="sure, but another piece"),
    ],
)
def test_a_candidate_takes_a_distant_spot_only_if_it_is_sure(
    away: float, score: float, detected_at: float | None
) -> None:
    candidate = Spot("die", 0.25, np.zeros(2), np.eye(2) * 25, 0.0)
    other = Spot("die", score, np.array([away, 0.0]), np.eye(2) * 25, 0.0)
    refined = looking.nearest(candidate, [other], 0.3)
    assert (None if refined is None else refined.middle[0]) == detected_at


@pytest.mark.parametrize(("wide", "high", "candidates"), [(8, 12, 0), (26, 20, 1), (44, 52, 1), (90, 60, 0)])
def test_an_undetected_change_as_large_as_a_die_is_a_candidate(wide: int, high: int, candidates: int) -> None:
    """A speck is none, nor is a hand; a clear die with its front and its shadow is twice as large as its top face."""
    changed = np.zeros((200, 300), dtype=np.uint8)
    changed[60 : 60 + high, 100 : 100 + wide] = 1
    assert len(looking._overlooked(changed, [])) == candidates


def test_the_rest_of_a_change_beside_a_detected_piece_is_a_candidate() -> None:
    """Of two stones whose changes touch the network detected one; the front of a detected die is no other piece."""
    changed = np.zeros((200, 300), dtype=np.uint8)
    cv2.circle(changed, (100, 80), 12, 1, -1)
    cv2.circle(changed, (124, 82), 12, 1, -1)
    stone = Spot("disc", 0.8, np.array([100.0, 80.0]), np.eye(2) * 12, 0.0)
    (_, other) = looking._overlooked(changed, [stone])
    assert np.hypot(*(other.middle - (124, 82))) < 5
    changed = np.zeros((200, 300), dtype=np.uint8)
    changed[60:102, 100:126] = 1
    die = Spot("die", 0.8, np.array([113.0, 73.0]), np.eye(2) * 13, 0.0)
    assert looking._overlooked(changed, [die]) == [die]


def test_a_change_in_an_ignored_place_is_no_candidate() -> None:
    empty = np.full((200, 300, 3), 90, dtype=np.uint8)
    now = empty.copy()
    now[60:90, 100:130] = 200
    square = np.array([[95.0, 55.0], [135.0, 55.0], [135.0, 95.0], [95.0, 95.0]])
    (_,), changes = looking.detect_changes_at_scale(now, empty, 1.0)
    assert changes.changed.sum() == 30 * 30
    nothing, changes = looking.detect_changes_at_scale(now, empty, 1.0, [square])
    assert nothing == []
    assert not changes.changed.any()


def test_a_stone_on_the_paper_of_a_marker_is_detected() -> None:
    plane, empty = calibrated("felt", VIEWS[1])
    x, y = np.array(MARKERS_MM[2]) * 0.96
    placed = [lying(PIECES[STONES[0]], "number", float(x), float(y), 20)]
    (one,) = find(paint(Scene("felt", VIEWS[1]).painted(), placed, 7), plane, empty)
    assert one.kind == "stone"
    assert np.hypot(*np.subtract(one.centre_px, truth(VIEWS[1], placed)[0].centre_px)) < 6


def test_the_papers_of_the_markers_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    plane, empty = calibrated("felt", VIEWS[1])
    now = empty.copy()
    for marker in plane.markers.values():
        paper = plane.to_px(marker.mean(axis=0) + SQUARE * PAPER_MM / 2)
        cv2.fillConvexPoly(now, np.round(paper).astype(np.int32), (128, 128, 128))
    candidates: list[list[Spot]] = []

    def second_pass(_: NDArray[np.uint8], found: list[Spot], least: tuple[float, float]) -> list[Spot]:
        candidates.append(found)
        return found

    monkeypatch.setattr(finding, "refine_in_patches", second_pass)
    find(now, plane, empty)
    assert candidates == [[]]


@pytest.mark.parametrize(("kind", "away", "count"), [("die", 60.0, 1), ("die", 20.0, 0), ("disc", 60.0, 0)])
def test_a_die_of_the_first_pass_is_unconfirmed_where_the_second_found_nothing(
    kind: Literal["die", "disc"], away: float, count: int
) -> None:
    candidate = Spot(kind, 0.28, np.zeros(2), np.eye(2) * 25, 0.0)
    refined = Spot("die", 0.6, np.array([away, 0.0]), np.eye(2) * 25, 0.0)
    assert looking.unconfirmed_dice([candidate], [refined]) == [candidate] * count


def test_a_die_that_only_the_first_pass_detects_is_found_by_its_cube(monkeypatch: pytest.MonkeyPatch) -> None:
    plane, empty = calibrated("felt", VIEWS[1])
    picture = paint(Scene("felt", VIEWS[1]).painted(), [die(30, -20, 25)], 7)
    whole = next(one for one in find(picture, plane, empty, (26.5,)) if one.kind == "die")
    monkeypatch.setattr(finding, "refine_in_patches", lambda *_: [])
    (one,) = find(picture, plane, empty, (26.5,))
    assert (one.kind, one.notes) == ("die", ())
    assert np.hypot(*np.subtract(one.centre_px, whole.centre_px)) < 2
    assert find(picture, plane, None) == ()


@pytest.mark.parametrize("scale", [1.0, 0.7, 0.5, 0.3, 0.2])
@pytest.mark.parametrize("middle", [(300.0, 260.0), (20.5, 33.25)], ids=["inside", "at a corner"])
def test_what_is_detected_in_a_patch_is_at_its_place_in_the_picture(
    monkeypatch: pytest.MonkeyPatch, middle: tuple[float, float], scale: float
) -> None:
    """The detector finds the only bright spot of the patch, 24 px beside and 16 px below the candidate."""
    image = np.zeros((600, 640, 3), np.uint8)
    there = np.array(middle) + np.array([24, 16])
    cv2.circle(image, np.round(there * 16).astype(int).tolist(), 12 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)

    def brightest(patches: NDArray[np.uint8], _: float) -> list[list[Spot]]:
        down, across = np.indices(patches.shape[1:3])
        weight = patches[0, ..., 0] / patches[0, ..., 0].sum(dtype=float)
        return [[Spot("disc", 0.9, np.array([(across * weight).sum(), (down * weight).sum()]), np.eye(2), 0.0)]]

    monkeypatch.setattr(looking, "spots_in", brightest)
    ((found,),) = near_by(image, [Spot("disc", 0.9, np.array(middle), np.eye(2) * 60, 0.0)], [scale], 0.3)
    assert found.middle == pytest.approx(there, abs=0.5)


def test_what_was_there_before_is_no_candidate_though_things_changed_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two corners have changed; what the network detects in the middle between them is on the empty table too."""
    empty = np.full((400, 400, 3), 110, np.uint8)
    image = empty.copy()
    for x, y in ((100, 100), (300, 300)):
        cv2.circle(image, (x, y), 20, (240, 240, 240), -1)
    there = [Spot("disc", 0.9, np.array([v, v], float), np.eye(2) * 20, 0.0) for v in (100, 200, 300)]

    def detected(part: NDArray[np.uint8], _: float) -> list[Spot]:
        first = np.argwhere(part[..., 0] > 200).min(axis=0)[::-1] - 80
        return [spot.moved(1.0, first) for spot in there]

    monkeypatch.setattr(looking, "spots", detected)
    found, _ = looking.detect_changes_at_scale(image, empty, 1.0)
    middles = sorted(round(float(spot.middle[0]), -1) for spot in found if spot.score > 0.5)
    assert middles == [100, 300]
