"""A lesson in a die: the next face, doubts, the upright sticker, and the learnt sides."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.table.calibrate import calibrate
from calibration.teaching.die_lesson import (
    FACES,
    DieLesson,
    alike_sticker,
    doubt_about,
    face_crop,
    learn_die,
    measured,
    upright,
    with_picture,
    without_last,
)
from calibration.teaching.shots import the_die
from hardware.simulated.poses import edge_mm
from hardware.simulated.table import SimulatedTable
from tests.vision.painted import sticker
from vision.eyes import Eyes
from vision.geometry.lens import Lens
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side
from vision.types import Detection

BLUE, GREEN, RED = (150, 60, 30), (50, 130, 40), (40, 40, 180)
LESSON = DieLesson(piece="die:p1", name="Pipped", faces=FACES["pips"])


class PippedDie:
    """A pipped die on the simulated table, once for all tests."""

    def __init__(self) -> None:
        self.now = 0.0
        self.table = SimulatedTable(lambda: self.now)
        empty = self.table.empty()
        self.eyes = Eyes(calibrate(empty, lens=Lens.from_dict(self.table.lens())).plane, empty)

    def face(self, side: str) -> tuple[np.ndarray, Detection]:
        self.now = self.table.throw(["die:p1"], {"die:p1": side}, alone=True) + 1
        image = self.table.full()
        found = the_die(image, self.eyes)
        assert isinstance(found, Detection)
        return image, found


@pytest.fixture(scope="module")
def pipped_die() -> PippedDie:
    return PippedDie()


def test_a_lesson_asks_for_the_sticker_first_and_then_for_each_number_once() -> None:
    assert [FACES[look][0] for look in ("numbers", "pips", "picture")] == ["power", "6", "power"]
    lesson, asked = LESSON, []
    while lesson.wanted:
        asked.append(lesson.wanted)
        lesson = with_picture(lesson)
    assert asked == list("612345")
    assert without_last(lesson).wanted == "5"
    doubted = lesson.model_copy(update={"pictured": ("6",), "doubt": "Is it the 1?"})
    assert without_last(doubted) == lesson.model_copy(update={"pictured": ("6",)})


def test_a_face_that_looks_like_another_is_asked_about(pipped_die: PippedDie) -> None:
    crop = face_crop(*pipped_die.face("5"))
    assert doubt_about(crop, "5", pipped_die.eyes) == ""
    assert "looks like a 5 to me, and I asked for the 2" in doubt_about(crop, "2", pipped_die.eyes)
    assert doubt_about(crop, "power", pipped_die.eyes) == ""


def test_a_new_lesson_replaces_the_old_one(pipped_die: PippedDie) -> None:
    crop, taught = face_crop(*pipped_die.face("6")), with_picture(LESSON)
    gallery = learn_die(taught, {"6": crop}, pipped_die.eyes)
    begun: list[int] = []
    again = learn_die(with_picture(taught), {"6": crop, "1": crop}, Eyes(gallery=gallery), begun.append)
    assert begun == [1, 2]
    assert [side.side for side in gallery.sides] == ["6"]
    assert [side.side for side in gallery.with_numbers.sides] == list("612345")
    assert [side.side for side in again.sides] == ["6", "1"]
    assert len(again.owner) == 2


def test_the_edge_of_a_die_is_measured_in_its_lesson(pipped_die: PippedDie) -> None:
    image, found = pipped_die.face("6")
    lesson = with_picture(measured(LESSON, found))
    (side,) = learn_die(lesson, {"6": face_crop(image, found)}, pipped_die.eyes).sides
    assert side.edge_mm == pytest.approx(edge_mm(pipped_die.table.pieces["die:p1"]), rel=0.06)
    assert with_picture(measured(lesson, replace(found, edge_mm=None))).edge_mm == lesson.edge_mm


def seen(edge: float | None) -> Detection:
    return Detection("die", (0.0, 0.0), ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)), 9.0, 1.0, edge_mm=edge)


@pytest.mark.parametrize("doubt", ["", "Is it the 6?"])
def test_the_edge_in_a_picture_that_is_dropped_does_not_count(doubt: str) -> None:
    another_die = measured(LESSON, seen(16.0))
    dropped = another_die.model_copy(update={"doubt": doubt}) if doubt else with_picture(another_die)
    lesson = with_picture(measured(without_last(dropped), seen(26.5)))
    assert (lesson.edges_mm, lesson.edge_mm) == ((26.5,), 26.5)
    assert without_last(with_picture(measured(lesson, seen(None)))) == lesson


def test_the_edge_in_a_picture_that_is_taken_again_does_not_count() -> None:
    doubted = measured(LESSON, seen(16.0)).model_copy(update={"doubt": "Is it the 6?"})
    assert measured(doubted, seen(26.5)).edge_mm == 26.5


def test_a_sticker_like_that_of_another_die_is_reported(pipped_die: PippedDie) -> None:
    crop = face_crop(*pipped_die.face("3"))
    known = Gallery.empty().with_crops(
        Side("die:7", "die", "power", None, None, "Troll"), crop[None], pipped_die.eyes.embedder
    )
    eyes = replace(pipped_die.eyes, gallery=known)
    assert "It looks like Troll" in alike_sticker(crop, "die:8", eyes)
    assert alike_sticker(crop, "die:7", eyes) == ""


@pytest.mark.parametrize(("paper", "words"), [(BLUE, "It looks like Troll"), (GREEN, ""), (RED, "")])
def test_stickers_of_one_design_differ_by_the_colour_of_their_paper(paper: tuple[int, int, int], words: str) -> None:
    eyes = Eyes()
    troll = Side("die:7", "die", "power", None, None, "Troll")
    eyes = replace(eyes, gallery=Gallery.empty().with_crops(troll, sticker(BLUE)[None], eyes.embedder))
    assert alike_sticker(sticker(paper, noise=2), "die:8", eyes).startswith(words)
    assert bool(words) == bool(alike_sticker(sticker(paper, noise=2), "die:8", eyes))


def test_an_empty_mat_and_two_dice_are_reported(pipped_die: PippedDie) -> None:
    assert pipped_die.eyes.empty is not None
    assert "no die" in str(the_die(pipped_die.eyes.empty, pipped_die.eyes))
    pipped_die.now = pipped_die.table.throw(["die:p1", "die:p2"], {}, alone=True) + 1
    assert "2 pieces" in str(the_die(pipped_die.table.full(), pipped_die.eyes))


def test_the_sticker_is_turned_to_the_players(pipped_die: PippedDie) -> None:
    plane = pipped_die.eyes.plane
    assert plane is not None
    px = plane.to_px(np.array([[0.0, 0.0]]))[0]
    found = Detection("die", (float(px[0]), float(px[1])), (), 60.0, 1.0)
    portrait = np.zeros((4, 4, 3), np.uint8)
    portrait[0] = 255
    assert (upright(portrait, found, plane) == portrait).all()
    turned = type(plane)(
        plane.lens, np.diag([-1.0, -1.0, 1.0]) @ plane.rotation, np.diag([-1.0, -1.0, 1.0]) @ plane.translation,
        plane.markers, 0.0, True,
    )  # fmt: skip
    px = turned.to_px(np.array([[0.0, 0.0]]))[0]
    found = Detection("die", (float(px[0]), float(px[1])), (), 60.0, 1.0)
    assert (upright(portrait, found, turned) == portrait[::-1, ::-1]).all()
    assert upright(portrait, found, None) is portrait
