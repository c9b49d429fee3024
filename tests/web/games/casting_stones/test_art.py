"""The drawing's geometry, and the words beside it."""

from __future__ import annotations

import pytest

from hardware.simulated.disturbances import LASTING_FAULTS
from hardware.simulated.script import MISHAPS as MISHAPS_THERE
from rules.casting_stones.game import CastingStones
from rules.core.facts import Throw
from rules.core.fold import Entry
from tests.web.kit import SETUP, sides_of
from web.games.casting_stones.board import board
from web.games.casting_stones.circles import tap_choices
from web.pages.simulation import LASTING, MISHAPS
from web.pages.words import clock
from web.pictures.evidence import box, cast_and_rest, others, ours, points

STONES = CastingStones()


def test_turrets_stand_in_a_ring_clockwise_from_the_top() -> None:
    drawn = board(STONES.view(STONES.start(SETUP), None, frozenset()), ()).turrets
    assert (drawn[0].x, drawn[0].y) == (0.0, -150.0)
    assert (drawn[2].x, drawn[2].y) == (150.0, 0.0)
    assert {round(turret.x**2 + turret.y**2, -2) for turret in drawn} == {22500.0}


@pytest.mark.parametrize(("ring_open", "bonds"), [(False, 2), (True, 1)])
def test_a_bond_joins_neighbours_of_one_owner_and_closes_only_a_closed_ring(ring_open: bool, bonds: int) -> None:
    view = dict(STONES.view(STONES.start(SETUP), None, frozenset()))
    owners = {1: "Ana", 2: "Ana", 8: "Ana", 3: "Bo"}
    view["turrets"] = [{**turret, "gem": owners.get(turret["turret"])} for turret in view["turrets"]]
    view["house_rules"] = {"ring_open": ring_open}
    assert len(board(view, ()).arcs) == bonds


def test_a_stone_is_corrected_in_the_throw_it_was_last_seen_in() -> None:
    hand = SETUP["hands"]["Bo"]
    first = Throw("Bo", tuple(zip(hand, sides_of("ssssn"), strict=True)))
    again = Throw("Bo", ((hand[4], "number"),))
    state, _ = STONES.step(STONES.start(SETUP), first)
    entries = (Entry(1, first, True, ()), Entry(4, again, True, ()))
    (cast,) = board(STONES.view(state, None, frozenset()), entries).casts
    assert [stone.seq for stone in cast.stones] == [1, 1, 1, 1, 4]


def test_a_tap_aims_at_one_turret_only() -> None:
    assert tap_choices(["gem 3", "knock-gem 8", "swap-gem 1 2", "knock-stone stone:3"]) == {
        3: "gem 3",
        8: "knock-gem 8",
    }


def test_a_crop_is_a_square_around_the_piece() -> None:
    outline = [[40, 45], [60, 45], [60, 55], [40, 55]]
    piece = {"centre_px": [50, 50], "outline_px": outline}
    assert box(piece) == "33.0 33.0 34.0 34.0"
    assert points(outline[:2]) == "40.0,45.0 60.0,45.0"
    assert box({"centre_px": [50, 50], "outline_px": []}) == "-18.0 -18.0 136.0 136.0"


def test_every_fault_of_the_panel_exists_on_the_simulated_table() -> None:
    assert {mishap for mishap, _ in MISHAPS} <= set(MISHAPS_THERE)
    assert {fault for fault, _ in LASTING} == set(LASTING_FAULTS)


def test_words() -> None:
    assert clock("no moment") == "no moment"
    assert clock("2026-01-02T12:00:00").startswith(("1 Jan", "2 Jan", "3 Jan"))


def found(piece: str | None, kind: str, sure: bool = True, at: tuple[float, float] = (0.0, 0.0)) -> dict[str, object]:
    return {"piece": piece, "kind": kind, "sure": sure, "centre_px": at, "outline_px": ()}


def test_pieces_of_another_game_are_only_counted() -> None:
    dice = [found("die:a", "die"), found(None, "die", sure=False)]
    left = [found("stone:1", "stone"), found(None, "stone", sure=False)]
    assert ours([*dice, *left], {"die:a"}) == dice
    assert others([*dice, *left], {"die:a"}) == ["2 stones"]
    assert others([*dice, found("die:b", "die")], {"die:a"}) == ["1 die"]


def test_without_known_pieces_of_the_game_none_is_listed_apart() -> None:
    unknown = [found(None, "stone"), found("stone:9", "stone")]
    assert ours(unknown, ()) == unknown


def test_the_cast_comes_first_and_other_pieces_are_listed_apart() -> None:
    mine, unnamed, other = found("stone:1", "stone"), found(None, "stone", sure=False), found("stone:9", "stone")
    assert cast_and_rest([other, mine, unnamed], ("stone:1", "stone:2")) == ([mine, unnamed], [other])
    assert cast_and_rest([other, unnamed], ("stone:1",)) == ([other, unnamed], [])
    assert cast_and_rest([other, mine], ()) == ([other, mine], [])
