"""Casts and the ring of turrets as the page draws them."""

from __future__ import annotations

from typing import Any

import pytest

from web.games.casting_stones.circles import RING, Turret, arcs_of, cast_of, casts_of, turn_winner, turrets_of


def stone(piece: str, side: str | None, number: int = 9) -> dict[str, Any]:
    return {"piece": piece, "name": piece.title(), "type": "brown", "number": number, "side": side}


def cast(kind: str, *stones: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"stones": stones, "kind": kind, "numbers": [6, 4], "counts_as": {}, "lacks": [], **more}


def test_a_stone_that_left_the_hand_since_the_cast_breaks_no_page() -> None:
    assert cast_of("Ana", cast("potion", counts_as={"stone:121": "element"}), {}).wild == ()


def test_a_stone_of_a_cast_shows_its_side_the_other_one_and_its_throw() -> None:
    stones = (stone("cat", "symbol"), stone("owl", "number"), stone("elf", None))
    drawn = cast_of("Ana", cast("potion", *stones), {("Ana", "cat"): 3, ("Ana", "owl"): 5, ("Bo", "elf"): 4})
    assert [(one.side, one.other, one.seq) for one in drawn.stones] == [
        ("symbol", "number", 3),
        ("number", "symbol", 5),
        ("?", "number", 0),
    ]


@pytest.mark.parametrize(("kind", "words"), [("spell", "6 + 4 = 10"), ("charm", "6 + 4 = 10"), ("potion", "")])
def test_the_numbers_of_a_spell_and_a_charm_are_added(kind: str, words: str) -> None:
    drawn = cast_of("Ana", cast(kind), {})
    assert (drawn.addition, drawn.total) == (words, "10" if words else "")


@pytest.mark.parametrize(
    ("kind", "more", "shown"),
    [
        ("bungle", {"final": True}, "bungle"),
        ("bungle", {}, "bungle"),
        ("bungle", {"final": False}, "open"),  # more stones may still be cast
        ("spell", {"final": False}, "spell"),
    ],
)
def test_only_a_final_cast_is_a_bungle(kind: str, more: dict[str, bool], shown: str) -> None:
    assert cast_of("Ana", cast(kind, **more), {}).kind == shown


def view(running: dict[str, Any], last: dict[str, Any] | None, turn: int = 3) -> dict[str, Any]:
    """The view of a turn: the casts of the players who cast in it, and the last turn that was compared."""
    seats = {name: {"cast": running.get(name), "hand": (stone("cat", "symbol"),)} for name in ("Ana", "Bo")}
    return {"seats": seats, "last": last, "turn": turn}


LAST = {"turn": 2, "winner": "Bo", "casts": {"Ana": cast("potion"), "Bo": cast("spell")}}


def test_the_casts_of_the_last_turn_are_shown_until_somebody_casts() -> None:
    assert [(one.player, one.kind) for one in casts_of(view({}, LAST), [])] == [("Ana", "potion"), ("Bo", "spell")]
    assert [(one.player, one.kind) for one in casts_of(view({"Bo": cast("charm")}, LAST), [])] == [("Bo", "charm")]
    assert casts_of(view({}, None), []) == ()


def test_a_turn_is_won_once_it_was_compared() -> None:
    running = {"Ana": cast("spell")}
    assert turn_winner(view({}, LAST)) == "Bo"
    assert turn_winner(view(running, LAST)) is None
    assert turn_winner(view(running, LAST, turn=2)) == "Bo"
    assert turn_winner(view(running, None)) is None


def turrets(gems: dict[int, str]) -> tuple[Turret, ...]:
    """Four turrets with these gems; Ana would win on turret 3, and Bo has won on turret 4."""
    seats = {"Ana": {"colour": "red", "wins_with": [3]}, "Bo": {"colour": "blue", "wins_with": []}}
    ring = [{"turret": number, "name": f"T{number}", "gem": gems.get(number)} for number in range(1, 5)]
    return turrets_of({"turrets": ring, "seats": seats, "winning": [4]})


def test_turrets_stand_clockwise_from_the_top() -> None:
    assert [(one.x, one.y) for one in turrets({})] == [(0, -RING), (RING, 0), (0, RING), (-RING, 0)]


def test_a_turret_shows_its_gem_and_who_would_win_there() -> None:
    drawn = turrets({1: "Ana", 4: "Bo"})
    assert [(one.owner, one.colour) for one in drawn] == [("Ana", "red"), (None, None), (None, None), ("Bo", "blue")]
    assert [one.winning for one in drawn] == [False, False, False, True]
    assert [one.wanted for one in drawn] == [None, None, "red", None]


@pytest.mark.parametrize(
    ("gems", "closed", "opened"),
    [
        ({1: "Ana", 2: "Ana", 3: "Bo"}, ["red"], ["red"]),
        ({1: "Ana", 4: "Ana"}, ["red"], []),
        ({1: "Ana", 2: "Bo", 3: "Ana"}, [], []),
        ({3: "Bo", 4: "Bo", 1: "Bo"}, ["blue", "blue"], ["blue"]),
        ({}, [], []),
    ],
)
def test_neighbours_of_one_owner_are_bound_and_a_row_with_open_ends_does_not_close(
    gems: dict[int, str], closed: list[str], opened: list[str]
) -> None:
    assert [arc.colour for arc in arcs_of(turrets(gems), open_ends=False)] == closed
    assert [arc.colour for arc in arcs_of(turrets(gems), open_ends=True)] == opened
