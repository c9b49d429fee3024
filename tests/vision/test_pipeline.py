"""Reading pieces whose places are known: drawn here, so that the right answer is known."""

import json
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.table import camera_over
from vision.eyes import Eyes
from vision.geometry.crops import FINE, SIZE, cut, sized
from vision.pipeline import read, read_detections
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.likelihood import side_options
from vision.recognition.sides import Side
from vision.types import Detection, Note, Reading

Pixels = NDArray[Any]
SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}


def die(pips: int, body: int, ink: int, edge: int, degrees: float) -> tuple[Pixels, Detection]:
    """A die from straight above, turned, on grey cloth."""
    image = np.full((400, 400, 3), 110, np.uint8)
    image = (image + np.random.default_rng(pips).normal(0, 3, image.shape)).clip(0, 255).astype(np.uint8)
    turn = np.deg2rad(degrees)
    along = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([200, 200]) + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge / 2 @ along.T
    cv2.fillConvexPoly(image, np.round(corners).astype(np.int32), (body,) * 3, cv2.LINE_AA)
    for spot in SPOTS[pips]:
        x, y = np.array([200, 200]) + along @ np.array(spot) * edge * 0.25
        cv2.circle(image, (round(x), round(y)), int(edge * 0.09), (ink,) * 3, -1, cv2.LINE_AA)
    outline = tuple((float(x), float(y)) for x, y in corners)
    return cv2.GaussianBlur(image, (0, 0), 1.0), Detection("die", (200.0, 200.0), outline, float(edge), 1.0, ())


@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize(("body", "ink", "edge", "degrees"), [(235, 20, 60, 10), (30, 230, 90, 40), (235, 20, 200, 70)])
def test_pips_are_read_untaught(pips: int, body: int, ink: int, edge: int, degrees: float) -> None:
    image, found = die(pips, body, ink, edge, degrees)
    piece = read_detections(image, [found], Eyes())[0]
    assert (piece.kind, piece.piece, piece.side, piece.value) == ("die", None, str(pips), pips)


@pytest.mark.parametrize(("threshold", "looks"), [(1.5, 4), (0.4, 1)])
def test_a_die_on_the_mat_whose_face_is_not_far_from_doubt_is_read_in_four_rotations(
    threshold: float, looks: int
) -> None:
    image, found = die(4, 118, 100, 56, 12)
    above = camera_over(size=(400, 400))
    once = read_detections(image, [found], Eyes(plane=above, threshold=0.01))[0]
    assert once.margin > 1
    eyes = Eyes(plane=above, threshold=once.margin / 2 * threshold)
    crops = sized(cut(image, found.outline_px, "die", FINE)[None], SIZE)
    first, *others = (one.weight for one in side_options("die", eyes.die_reader.predict_rotated(crops), 0))
    steadier = first - np.log(np.exp(others).sum())
    assert read_detections(image, [found], eyes)[0].margin == pytest.approx(
        steadier if looks == 4 else once.margin, abs=0.01
    )


def test_a_place_on_the_mat_does_not_depend_on_the_size_of_the_picture() -> None:
    image, found = die(4, 235, 20, 90, 12)
    plane = camera_over(size=(800, 800))
    x, y = plane.to_mm(np.array([[400.5, 400.5]]))[0]
    (piece,) = read_detections(image, [found], Eyes(plane=plane))
    assert piece.centre_mm == (round(float(x), 2), round(float(y), 2))


def test_a_sure_die_in_a_photograph_is_read_once() -> None:
    image, found = die(4, 118, 100, 56, 12)
    once = read_detections(image, [found], Eyes(threshold=0.01))[0]
    assert read_detections(image, [found], Eyes(threshold=once.margin * 0.75))[0].margin == once.margin


def test_a_printed_ring_is_not_the_awaited_die() -> None:
    """Of the awaited die only the sticker was taught, and the ring on the mat, too small for a die, looks like a 1."""
    image, found = die(4, 235, 20, 90, 12)
    cv2.circle(image, (60, 60), 12, (235,) * 3, -1, cv2.LINE_AA)
    cv2.circle(image, (60, 60), 3, (20,) * 3, -1, cv2.LINE_AA)
    corners = ((50.0, 50.0), (70.0, 50.0), (70.0, 70.0), (50.0, 70.0))
    ring = Detection("unknown", (60.0, 60.0), corners, 20.0, 0.6, (Note.SIZE,))
    assert read_detections(image, [replace(ring, kind="die")], Eyes())[0].side == "1"
    sticker = np.random.default_rng(5).integers(0, 255, (1, 8, 8, 3)).astype(np.uint8).repeat(8, 1).repeat(8, 2)
    taught = Gallery.empty().with_crops(Side("die:1", "die", "power"), sticker, load_embedder())
    for detections in ([found], [found, ring]):
        first, *others = read_detections(image, detections, Eyes(gallery=taught), ["die:1"])
        assert (first.piece, first.side, first.sure) == ("die:1", "4", True)
        assert [(other.kind, other.sure) for other in others] == [("unknown", False)] * len(others)


def test_a_cocked_die_is_never_sure() -> None:
    image, found = die(5, 235, 20, 90, 0)
    cocked = Detection(found.kind, found.centre_px, found.outline_px, found.size_px, 1.0, (Note.COCKED,))
    piece = read_detections(image, [cocked], Eyes())[0]
    assert not piece.sure
    assert piece.notes == (Note.COCKED,)


@pytest.mark.parametrize("ink", [255, 20])
def test_a_face_on_which_nothing_can_be_seen_is_never_sure(ink: int) -> None:
    """A lesson under the same lamp taught the overexposed side, so that its picture resembles that side perfectly."""
    image, found = die(1, 255, ink, 90, 10)
    taught = Gallery.empty().with_crops(
        Side("die:1", "die", "1"), cut(image, found.outline_px, "die", FINE)[None], load_embedder()
    )
    piece = read_detections(image, [found], Eyes(gallery=taught), ["die:1"])[0]
    assert piece.margin >= Eyes().threshold
    assert (piece.sure, piece.notes) == ((False, (Note.OVEREXPOSED,)) if ink == 255 else (True, (Note.GLARE,)))


@pytest.mark.parametrize("times", [1.5, 2.5])
def test_a_stacked_piece_needs_twice_the_margin(times: float) -> None:
    image, found = die(5, 235, 20, 90, 0)
    stacked = Detection(found.kind, found.centre_px, found.outline_px, found.size_px, 1.0, (Note.STACKED,))
    margin = read_detections(image, [stacked], Eyes(threshold=0.1))[0].margin
    assert read_detections(image, [stacked], Eyes(threshold=margin / times))[0].sure is (times > 2)


def test_an_empty_table_gives_one_problem_sentence() -> None:
    reading = read(np.full((360, 640, 3), 120, np.uint8), Eyes())
    assert reading.pieces == ()
    assert "Nothing was found" in reading.problems[0]
    assert set(reading.ms) == {"find", "read"}


def test_candidate_scores_sum_to_one() -> None:
    image, found = die(3, 235, 20, 90, 0)
    piece = read_detections(image, [found], Eyes())[0]
    assert sum(candidate.score for candidate in piece.candidates) == pytest.approx(1, abs=1e-6)
    assert 0 <= piece.confidence <= 1


def test_the_confidence_follows_from_the_margin() -> None:
    image, found = die(3, 235, 20, 90, 0)
    piece = read_detections(image, [found], Eyes())[0]
    assert piece.margin > 0
    assert piece.confidence == pytest.approx(1 / (1 + np.exp(-piece.margin)), abs=1e-3)


def test_a_reading_survives_json() -> None:
    image, found = die(3, 235, 20, 90, 0)
    reading = Reading(tuple(read_detections(image, [found], Eyes())), (), {})
    body = json.loads(json.dumps(reading.to_json()))
    restored = Reading.from_json(body)
    assert (restored.pieces[0].margin, restored.pieces[0].notes) == (reading.pieces[0].margin, reading.pieces[0].notes)
    del body["pieces"][0]["margin"]  # as older versions wrote it
    assert Reading.from_json(body).pieces[0].margin == 0.0


def test_a_close_up_of_one_face_is_read() -> None:
    image, _ = die(4, 235, 20, 90, 0)
    piece = read(np.ascontiguousarray(image[150:250, 150:250]), Eyes()).pieces[0]
    assert (piece.kind, piece.side) == ("die", "4")


def test_a_close_up_takes_the_kind_of_the_most_similar_taught_side() -> None:
    image = np.full((46, 46, 3), 200, np.uint8)
    cv2.putText(image, "3", (12, 34), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (40, 20, 120), 3, cv2.LINE_AA)
    crop = cut(image, [[0, 0], [45, 0], [45, 45], [0, 45]], "die")
    taught = Gallery.empty().with_crops(Side("die:1", "die", "3"), crop[None], load_embedder())
    piece = read(image, Eyes(gallery=taught)).pieces[0]
    assert (piece.kind, piece.side, piece.value) == ("die", "3", 3)


def test_the_face_of_an_expected_die_can_be_sure_without_its_identity() -> None:
    taught_image, taught_found = die(5, 30, 230, 90, 0)
    crop = cut(taught_image, taught_found.outline_px, "die", FINE)
    taught = Gallery.empty().with_crops(Side("die:1", "die", "5"), crop[None], load_embedder())
    image, found = die(5, 200, 60, 90, 10)
    piece = read_detections(image, [found], Eyes(gallery=taught), ["die:1"])[0]
    assert (piece.piece, piece.side, piece.sure) == (None, "5", True)


def crescent(seed: int) -> Pixels:
    """What looks like no face of a piece: the edge of something round."""
    image = np.full((60, 60, 3), 150, np.uint8)
    cv2.circle(image, (60, 60), 45, (50, 90, 160), -1, cv2.LINE_AA)
    return (image + np.random.default_rng(seed).normal(0, 3, image.shape)).clip(0, 255).astype(np.uint8)


def test_an_untaught_close_up_is_no_face() -> None:
    box = [[0, 0], [59, 0], [59, 59], [0, 59]]
    crops = np.stack([cut(crescent(seed), box, "die", FINE) for seed in (1, 2)])
    strange = read(crescent(3), Eyes()).pieces[0]
    assert (strange.sure, strange.notes) == (False, ("unclear",))
    taught = Gallery.empty().with_crops(Side("die:1", "die", "3"), crops, load_embedder())
    known = read(crescent(3), Eyes(gallery=taught)).pieces[0]
    assert (known.side, known.sure, known.notes) == ("3", True, ())
    assert not read(np.full((60, 60, 3), 120, np.uint8), Eyes(gallery=taught)).pieces[0].sure
