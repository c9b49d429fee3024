"""Counters: later entries are shifted instead of judged again where a correction changed nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from rules.casting_stones.game import CastingStones
from rules.core.copies import replace
from rules.core.counters import alike, renumbered, shifted
from rules.core.facts import Amend, Play, Throw
from rules.core.fold import advance, referee
from rules.core.rulebook import Book, Rule
from rules.games import GAMES
from tests.rules.kit import kit_of

COUNTERS = ("turn", "history")
BOOK = Book([Rule("X-1", "Turns are counted.")])
NEXT = BOOK.message("next", "Turn {turn}: {player} begins.", "X-1")


@dataclass(frozen=True, slots=True)
class State:
    gems: int
    turn: int = 0
    history: tuple[str, ...] = ()


BEFORE, NOW, LATER = State(3, 4, ("a",)), State(3, 6, ("x", "y")), State(1, 9, ("a", "b"))


def test_states_are_alike_but_for_their_counters() -> None:
    assert alike(BEFORE, NOW, COUNTERS)
    assert not alike(BEFORE, NOW, ("turn",))
    assert not alike(BEFORE, replace(NOW, gems=4), COUNTERS)


def test_entries_after_a_correction_are_shifted() -> None:
    assert shifted(LATER, BEFORE, NOW, COUNTERS) == State(1, 11, ("x", "y", "b"))


def test_shifted_rulings_have_the_shifted_number() -> None:
    moved = renumbered(NEXT(turn=5, player="Ana"), BEFORE, NOW, COUNTERS)
    assert (moved.text, moved.params) == ("Turn 7: Ana begins.", (("turn", 7), ("player", "Ana")))


def test_a_copy_takes_fields_only() -> None:
    assert replace(BEFORE, gems=5) == State(5, 4, ("a",))
    with pytest.raises(KeyError):
        replace(BEFORE, gem=5)


@pytest.mark.parametrize("name", GAMES)
def test_every_counter_is_a_field(name: str) -> None:
    kit = kit_of(name)
    assert kit.game.counters
    assert all(hasattr(kit.game.start(kit.setups[0]), counter) for counter in kit.game.counters)


def test_a_correction_that_shifts_all_later_turns_judges_few_plays_again() -> None:
    kit = kit_of("casting-stones")
    setup = next(setup for setup in kit.setups if setup.get("hands") and setup["level"] == "basic")
    hands = {player: setup["hands"][player] for player in ("Bo", "Ana")}
    potions = [Throw(player, tuple((piece, "symbol") for piece in hand)) for player, hand in hands.items()]
    judged: list[Play] = []

    class Counting(CastingStones):
        def step(self, state: Any, play: Play) -> Any:
            judged.append(play)
            return super().step(state, play)

    game = Counting()
    table = referee(game, setup, potions * 50)
    judged.clear()
    failed = Throw("Bo", tuple((piece, "number" if n else "symbol") for n, piece in enumerate(hands["Bo"])))
    after = advance(game, table, Amend(1, failed))
    assert len(judged) < 10
    assert (after.state.turn, table.state.turn) == (50, 51)
    assert after.rulings[-1].text.startswith("Turn 50: ")
    assert after == replace(referee(game, setup, [failed, *(potions * 50)[1:]]), length=101)
