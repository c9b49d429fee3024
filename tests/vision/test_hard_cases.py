"""The hard cases of real tables, painted: each reading is right or becomes a question, never sure and wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.disturbances import paint_hand
from hardware.simulated.paint import Light, paint
from hardware.simulated.poses import lying, thick_mm
from hardware.simulated.script import MISHAPS
from hardware.simulated.view import View, looking_down
from tests.vision.painted import (
    CLEAR,
    LAMPS,
    PIECES,
    STONES,
    Image,
    Judged,
    Scene,
    Spoil,
    beside_another,
    cards,
    coins,
    judged,
    pens,
    strewn,
    taught,
)
from vision.pipeline import read
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery

SIX, NINE = "stone:6", "stone:5"
LOW = looking_down(height_mm=450, tilt_deg=0, across_deg=90)
HIGH = looking_down(height_mm=700, tilt_deg=12)
SLANTING = looking_down(height_mm=600, tilt_deg=35, across_deg=75)
WIDE = looking_down(height_mm=450, across_deg=100, lens=(-0.22, 0.04, 0.0, 0.0, 0.0))


def holds(counts: Judged, least: int, strange: bool = False) -> None:
    """Nothing is wrong, and at least *least* answers are right."""
    assert counts.wrong == ()
    assert strange or counts.strange == ()
    assert counts.right >= least, counts


@pytest.mark.parametrize("top", ["wood", "checked", "plain"])
def test_stones_taught_on_felt_are_read_on_another_table(top: str) -> None:
    holds(judged(Scene(top), strewn(STONES, 1)), 6)


@pytest.mark.parametrize("view", [LOW, HIGH, SLANTING, WIDE], ids=["45 cm", "70 cm", "35 degrees", "wide lens"])
def test_the_camera_may_stand_anywhere_within_reason(view: View) -> None:
    holds(judged(Scene("wood", view), strewn(STONES[:6], 3)), 4)


@pytest.mark.parametrize("light", LAMPS, ids=["warm", "lower, from the side", "half as bright"])
def test_a_lamp_switched_on_after_teaching_changes_no_reading(light: Light) -> None:
    holds(judged(Scene("wood", light=light, shown_in=Light()), strewn(STONES[:6], 5)), 3)


def test_brown_stones_on_brown_wood() -> None:
    brown = [name for name in STONES if PIECES[name].colour == "brown"]
    holds(judged(Scene("wood", seed=3), strewn(brown, 3)), len(brown) - 1)


def test_silver_stones_under_the_lamps_reflection() -> None:
    silver = [name for name in STONES if PIECES[name].colour == "silver"]
    placed = [lying(PIECES[silver[0]], "symbol", 8, 5, 30), lying(PIECES[silver[1]], "number", -32, 0, 200)]
    holds(judged(Scene("wood", light=Light(glare_mm=(0, 0), glare=0.8)), placed), 1)


def test_stones_in_a_row_that_touch() -> None:
    row = [
        lying(PIECES[name], ("symbol", "number")[n % 2], -100 + 25.3 * n, 20, 37 * n) for n, name in enumerate(STONES)
    ]
    holds(judged(Scene("wood"), row), 6)


@pytest.mark.parametrize("away_mm", [10.0, 16.0, 21.0])
def test_overlapping_stones_give_no_wrong_reading(away_mm: float) -> None:
    below = lying(PIECES[STONES[2]], "number", 0, 0, 70)
    above = lying(PIECES[STONES[7]], "symbol", away_mm, 4, 15, on_mm=thick_mm(below.piece))
    holds(judged(Scene("wood"), [below, above, *strewn(STONES[3:4], 2)]), 1)


@pytest.mark.parametrize("mishap", ["leaner", "off"])
def test_leaning_and_misplaced_pieces_are_never_sure(mishap: str) -> None:
    placed = MISHAPS[mishap](strewn(STONES[:5], 8), (), np.random.default_rng(1))
    holds(judged(Scene("wood"), placed), 2)


def test_a_stone_half_out_of_the_play_area_is_not_read_wrongly() -> None:
    placed = [lying(PIECES[STONES[2]], "symbol", -199, 40, 20), lying(PIECES[STONES[6]], "number", 30, 149, 70)]
    holds(judged(Scene("wood"), placed), 0)


def hand(picture: Image, view: View) -> None:
    """A hand that lies on the table."""
    paint_hand(picture, view, Light(), (60.0, -120.0))


@pytest.mark.parametrize("spoil", [coins, cards, pens, hand])
def test_other_objects_are_no_pieces(spoil: Spoil) -> None:
    placed = [piece for piece in strewn(STONES[:5], 7) if spoil is not hand or piece.at[1] > -20]
    holds(judged(Scene("wood"), placed, spoil=spoil), len(placed) - 2)


@pytest.mark.parametrize("expect", [False, True])
def test_six_and_nine_are_never_confused(expect: bool) -> None:
    for degrees in (0, 100, 180, 260):
        placed = [lying(PIECES[SIX], "number", -50, 20, degrees), lying(PIECES[NINE], "number", 60, -30, degrees + 15)]
        holds(judged(Scene("felt"), placed, expect), 0)


@pytest.mark.parametrize("sides", [("symbol", "number"), ("number", "number")])
def test_two_like_stones_in_one_hand_are_both_read(sides: tuple[str, str]) -> None:
    like, twin, other = STONES[2], "stone:twin", STONES[7]
    placed = [lying(PIECES[like], side, x, 20, 40 * x) for side, x in zip(sides, (-60, 45), strict=True)]
    picture = paint(Scene("wood").painted(), [*placed, lying(PIECES[other], "symbol", 0, -50, 80)], 7)
    eyes = replace(Scene("wood").eyes(), gallery=with_twin(taught(), like, twin))
    pieces = sorted(read(picture, eyes, (like, twin, other)).pieces, key=lambda piece: piece.centre_px[0])
    assert [(piece.side, piece.sure) for piece in pieces] == [(sides[0], True), ("symbol", True), (sides[1], True)]
    assert (pieces[1].piece, {pieces[0].piece, pieces[2].piece}) == (other, {like, twin})


def with_twin(gallery: Gallery, piece: str, twin: str) -> Gallery:
    """The gallery with a second taught stone that has the look and the name of *piece*."""
    for i, side in enumerate(gallery.sides):
        if side.piece == piece:
            gallery = gallery.with_crops(replace(side, piece=twin), gallery.crops[gallery.owner == i], load_embedder())
    return gallery


ABOUT = ((0.0, 90.0), (90.0, 0.0), (200.0, 270.0), (270.0, 180.0))


@pytest.mark.parametrize("by_deg", [30.0, 40.0])
def test_a_die_cocked_against_another_is_rarely_read_as_level(by_deg: float) -> None:
    """Twelve pairs; `tests.vision.leaning` counts more, also at smaller angles, at which many are read as level."""
    scenes = [Scene("wood", view) for view in (looking_down(), HIGH, SLANTING)]
    results = [judged(scene, beside_another(by_deg, *way)) for scene in scenes for way in ABOUT]
    assert sum(len(one.wrong) for one in results) <= 1


@pytest.mark.parametrize("view", [looking_down(), HIGH, SLANTING], ids=["as usual", "70 cm", "35 degrees"])
def test_dice_that_lie_flat_beside_each_other_are_read(view: View) -> None:
    results = [judged(Scene("wood", view), beside_another(0.0, about_deg, 10.0), expect=True) for about_deg in (0, 90)]
    assert [one.wrong for one in results] == [(), ()]
    assert sum(one.right for one in results) >= 3


@pytest.mark.parametrize(("top", "least"), [("wood", 3), ("felt", 3), ("checked", 0)])
def test_clear_dice_with_a_figure_inside(top: str, least: int) -> None:
    results = [judged(Scene(top), strewn(CLEAR, seed), expect=True) for seed in (1, 2)]
    for one in results:
        holds(one, 0)
    assert sum(one.right for one in results) >= least


def test_stickers_under_glare() -> None:
    placed = [lying(PIECES[CLEAR[0]], "power", 12, 0, 30), lying(PIECES[CLEAR[1]], "power", -55, 10, 120)]
    holds(judged(Scene("wood", light=Light(glare_mm=(0, 0), glare=1.0)), placed), 1)


def test_a_clear_die_that_hides_its_edges_is_not_overlooked() -> None:
    """With the 1 up a light sticker shines through the whole die."""
    corners = [(x, y) for x in (-110, -40, 40, 110) for y in (-60, 60)]
    for name in CLEAR:
        placed = [lying(PIECES[name], "1", x, y, 40.0 * n) for n, (x, y) in enumerate(corners)]
        assert judged(Scene("felt"), placed).missed == 0
