"""All pieces are identified jointly, expected ones first; an identity with a small margin is never sure."""

from dataclasses import replace

import numpy as np
import pytest

from vision.recognition.assignment import FORBIDDEN
from vision.recognition.gallery import Gallery
from vision.recognition.identification import Identity, identify, value_of
from vision.recognition.likelihood import SideOption
from vision.recognition.sides import Side

SIDES = (
    Side("stone:1", "stone", "symbol", 9, "brown", "Cat"),
    Side("stone:1", "stone", "number", 9, "brown", "Cat"),
    Side("stone:2", "stone", "symbol", 4, "white", "Owl"),
    Side("stone:2", "stone", "number", 4, "white", "Owl"),
)
SYMBOL = [SideOption("symbol", None, -0.1), SideOption("number", 9, -3.0), SideOption("number", 4, -3.0)]


def gallery(sides: tuple[Side, ...] = SIDES) -> Gallery:
    return replace(Gallery.empty(), sides=sides)


def test_each_taught_piece_is_used_once() -> None:
    table = np.array([[5.0, FORBIDDEN, 4.5, FORBIDDEN], [5.0, FORBIDDEN, 1.0, FORBIDDEN]])
    names = identify(table, [SYMBOL, SYMBOL], gallery(), expected=True)
    assert [name.taught and name.taught.piece for name in names] == ["stone:2", "stone:1"]


def test_a_piece_that_looks_most_like_one_that_is_not_expected_gets_no_identity() -> None:
    table = np.array([[6.0, FORBIDDEN, 1.0, FORBIDDEN]])
    (expected,) = identify(table, [SYMBOL], gallery(), expected=True, others=np.array([-4.0]))
    (another,) = identify(table, [SYMBOL], gallery(), expected=True, others=np.array([14.0]))
    assert (expected.taught, another.taught) == (SIDES[0], None)
    assert min(expected.margin, another.margin) > 2


@pytest.mark.parametrize("expected", [True, False])
def test_a_stone_that_strangers_may_look_like_must_look_more_like_it_than_they_do(expected: bool) -> None:
    table = np.array([[9.0, -9.0, -6.0, -9.0]])
    (sure,) = identify(table, [SYMBOL], gallery(), expected, strangers=np.array([5.0]))
    (stranger,) = identify(table, [SYMBOL], gallery(), expected, strangers=np.array([10.0]))
    assert sure.taught is not None
    assert sure.margin == pytest.approx(4.0, abs=0.1)
    assert stranger.taught is None


def test_without_a_game_two_discs_may_be_the_same_taught_piece() -> None:
    table = np.array([[5.0, FORBIDDEN, 1.0, FORBIDDEN], [5.0, FORBIDDEN, 1.0, FORBIDDEN]])
    names = identify(table, [SYMBOL, SYMBOL], gallery(), expected=False)
    assert [name.taught and name.taught.piece for name in names] == ["stone:1", "stone:1"]


def test_an_untaught_piece_gets_no_identity() -> None:
    names = identify(np.array([[-5.0, -9.0, -6.0, -9.0]]), [SYMBOL], gallery(), expected=False)
    assert names[0].taught is None
    assert names[0].margin == pytest.approx(-0.1 - np.log(2 * np.exp(-3)), abs=0.02)


def test_two_nearly_equal_sides_give_a_small_margin() -> None:
    names = identify(np.array([[5.0, 4.6, -3.0, -3.0]]), [SYMBOL], gallery(), expected=True)
    assert names[0].taught == SIDES[0]
    assert names[0].margin == pytest.approx(0.4)
    assert names[0].side_margin == pytest.approx(0.4, abs=0.001)


def test_exchanging_two_equal_sides_does_not_lower_the_margin() -> None:
    table = np.array([[5.0, FORBIDDEN, 4.9, FORBIDDEN], [5.0, FORBIDDEN, 4.9, FORBIDDEN]])
    together = identify(table, [SYMBOL, SYMBOL], gallery(), expected=True)
    assert min(name.margin for name in together) > 3
    alone = identify(table, [SYMBOL, SYMBOL], gallery(), expected=False)
    assert max(alone[0].margin, alone[1].margin) < 1


FOUR = [SideOption("4", 4, -0.1), SideOption("1", 1, -3.0)]
DICE = tuple(Side(f"die:{n}", "die", side) for n in (1, 2) for side in ("4", "1"))


@pytest.mark.parametrize("lead", [0.0, 0.4, 2.0])
def test_a_die_that_may_be_exchanged_for_another_on_the_same_side_has_a_small_margin(lead: float) -> None:
    """Each die has rolls and a Power of its own; that both show a four is sure all the same."""
    table = np.array([[lead, -3.0, 0.0, -3.0], [0.0, -3.0, 0.0, -3.0]])
    names = identify(table, [FOUR, FOUR], gallery(DICE), expected=True)
    assert [name.margin for name in names] == [pytest.approx(lead)] * 2
    assert min(name.side_margin for name in names) > 2.5


@pytest.mark.parametrize(("sides", "read"), [(SIDES, SYMBOL), (DICE, FOUR)])
@pytest.mark.parametrize(("weight", "pieces"), [(-1.5, {"stone", "die"}), (-2.5, {"die"}), (-3.5, set())])
def test_a_stone_must_be_more_like_an_expected_one_than_a_die(
    sides: tuple[Side, ...], read: list[SideOption], weight: float, pieces: set[str]
) -> None:
    (name,) = identify(np.array([[weight, -9.0, -9.0, -9.0]]), [read], gallery(sides), expected=True)
    assert (name.taught == sides[0]) is (sides[0].kind in pieces)


@pytest.mark.parametrize("beside", [(), (2,)])
def test_a_thing_beside_the_mat_is_no_rival_of_dice_that_all_lie_on_it(beside: tuple[int, ...]) -> None:
    table = np.array([[3.0, -3.0, 0.0, -3.0], [-1.0, -3.0, 3.0, -3.0], [2.9, -3.0, 2.9, -3.0]])
    names = identify(table, [FOUR] * 3, gallery(DICE), expected=True, beside=beside)
    assert [name.taught and name.taught.piece for name in names[:2]] == ["die:1", "die:2"]
    assert (min(name.margin for name in names[:2]) > 2.5) is bool(beside)


def test_a_die_beside_the_mat_keeps_its_name_where_it_is_missing_on_it() -> None:
    table = np.array([[3.0, -3.0, 0.0, -3.0], [0.0, -3.0, 0.0, -3.0]])
    names = identify(table, [FOUR] * 2, gallery(DICE), expected=True, beside=(1,))
    assert names[1].taught == DICE[2]
    assert names[1].margin > 2.5


def test_pieces_with_one_name_do_not_lower_the_margin() -> None:
    twins = (SIDES[0], SIDES[1], Side("stone:3", "stone", "symbol", 9, "brown", "Cat"))
    table = np.array([[5.0, -4.0, 4.9]])
    assert identify(table, [SYMBOL], gallery(twins), expected=False)[0].margin > 4


def test_pieces_with_one_name_and_two_numbers_lower_the_margin() -> None:
    """As a lesson teaches them, the symbol of a stone has no number."""
    stones = tuple(
        Side(f"stone:{n}", "stone", side, n if side == "number" else None, name="Cat")
        for n in (9, 4)
        for side in ("symbol", "number")
    )
    table = np.array([[5.0, -4.0, 4.9, -4.0]])
    for expected in (True, False):
        (name,) = identify(table, [SYMBOL], gallery(stones), expected)
        assert name.margin < 0.2


def test_indistinguishable_designs_still_show_their_side() -> None:
    coins = tuple(Side(f"stone:{n}", "stone", side) for n in (1, 2) for side in ("number", "symbol"))
    readings = [SideOption("number", 5, -0.7), SideOption("number", 2, -0.9), SideOption("symbol", None, -2.3)]
    name = identify(np.array([[2.0, -2.0, 1.9, -2.0]]), [readings], gallery(coins), expected=False)[0]
    assert name.margin < 0.2
    assert name.side_margin > 2.5


def test_a_side_of_many_similar_stones_is_no_surer_than_its_likeliest_stone() -> None:
    stones = (*(Side(f"stone:{n}", "stone", "symbol") for n in (1, 2, 3)), Side("stone:4", "stone", "number", 9))
    (name,) = identify(np.array([[5.0, 4.95, 4.95, 4.9]]), [SYMBOL], gallery(stones), expected=False)
    assert name.side_margin == pytest.approx(0.1, abs=1e-6)


@pytest.mark.parametrize(("taught", "read"), [(None, 9), (9, None), (9, 9)])
def test_an_unknown_number_contradicts_no_other(taught: int | None, read: int | None) -> None:
    options = [SideOption("number", read, -0.1), SideOption("symbol", None, -3.0)]
    stones = (Side("stone:1", "stone", "number", taught),)
    (name,) = identify(np.array([[3.0]]), [options], gallery(stones), expected=False)
    assert name.side_margin == pytest.approx(6.0)


def test_another_number_contradicts() -> None:
    options = [SideOption("number", 4, -0.1), SideOption("symbol", None, -3.0)]
    (name,) = identify(np.array([[3.0]]), [options], gallery((Side("stone:1", "stone", "number", 9),)), expected=False)
    assert name.side_margin == pytest.approx(3.0 - np.log(np.exp(-0.1) + np.exp(-3)))


def test_a_piece_on_which_nothing_is_read_has_no_side() -> None:
    assert identify(np.array([[-5.0, -9.0, -6.0, -9.0]]), [[]], gallery(), expected=False) == [Identity(None, 0.0, 0.0)]


@pytest.mark.parametrize(
    ("side", "value"),
    [
        (Side("die:1", "die", "power"), 6),
        (Side("die:1", "die", "3"), 3),
        (Side("stone:1", "stone", "number"), 9),
        (Side("stone:1", "stone", "symbol"), None),
    ],
)
def test_the_value_of_a_side_is_what_it_counts(side: Side, value: int | None) -> None:
    assert value_of(side, gallery()) == value


def test_no_detections_give_no_identities() -> None:
    assert identify(np.zeros((0, 4)), [], gallery(), expected=True) == []
