"""A correction judges again only as much as it changes, and comes to the same table as judging everything again."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.asks import Ask
from rules.core.facts import Amend, Choose, Restore, Retract, Throw
from rules.core.fold import Table, advance, opening, referee
from rules.core.refusals import refusal
from rules.games import GAMES
from rules.munchkin.game import Munchkin
from rules.munchkin.state import State
from tests.rules import fuzz
from tests.rules.kit import Kit, kit_of

every_game = pytest.mark.parametrize("name", GAMES)
SEEDS = 12


@cache
def played(name: str, seed: int) -> Table:
    return fuzz.play(kit_of(name), seed).table


def judged_afresh(kit: Kit, table: Table, amended: Amend) -> tuple[Table, list[int]]:
    """The corrected game played from its first fact, and the facts that are no longer possible."""
    right = opening(kit.game, table.setup)
    for place, entry in enumerate(table.entries):
        play = amended.play if entry.seq == amended.seq else entry.play
        offered = any(ask.admits(play) for ask in right.asks)
        if not right.asks or (isinstance(play, Choose) and not offered):
            return right, [later.seq for later in table.entries[place:]]
        right = advance(kit.game, right, play)
    return right, []


@every_game
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_throw_of_nobody_at_the_table_does_not_count(name: str, seed: int) -> None:
    """A log that was tampered with may hold one; `refusal` admits none."""
    game, table = kit_of(name).game, played(name, seed)
    stranger = Throw("Nobody", (("die:munchkin", "3"), ("stone:11", "symbol"), ("die:5", "4")))
    before = opening(game, table.setup)
    for entry in table.entries:
        after = advance(game, before, stranger)
        assert (after.lapsed, after.state) == ((*before.lapsed, after.length), before.state)
        before = advance(game, before, entry.play)
    if table.entries:
        last = table.entries[-1].seq
        assert last in advance(game, table, Amend(last, stranger)).lapsed


@every_game
@settings(max_examples=25)
@given(seed=st.integers(0, SEEDS - 1), place=st.floats(0, 1, exclude_max=True), salt=st.integers(0, 9))
def test_a_correction_equals_judging_everything_afresh(name: str, seed: int, place: float, salt: int) -> None:
    kit, table = kit_of(name), played(name, seed)
    if not table.entries:
        return
    entry = table.entries[int(place * len(table.entries))]
    amended = Amend(entry.seq, fuzz.otherwise(kit, table, entry.seq, entry.play, Random(salt)))
    fast = advance(kit.game, table, amended)
    slow, lapsed = judged_afresh(kit, table, amended)
    assert fast.lapsed == (*table.lapsed, *lapsed)
    assert (fast.state, fast.asks) == (slow.state, slow.asks)
    assert [(e.play, e.regular, e.rulings, e.after) for e in fast.entries] == [
        (e.play, e.regular, e.rulings, e.after) for e in slow.entries
    ]
    assert fast.revealed == table.revealed | slow.revealed


@every_game
@settings(max_examples=8)
@given(seed=st.integers(0, SEEDS - 1), places=st.lists(st.floats(0, 1, exclude_max=True), min_size=2, max_size=4))
def test_successive_corrections_equal_judging_everything_afresh(name: str, seed: int, places: list[float]) -> None:
    kit, table = kit_of(name), played(name, seed)
    for place in places if table.entries else ():
        entry = table.entries[int(place * len(table.entries))]
        amended = Amend(entry.seq, fuzz.otherwise(kit, table, entry.seq, entry.play, Random(seed)))
        table = advance(kit.game, table, amended) if refusal(kit.game, table, amended) is None else table
    right = referee(kit.game, table.setup, [entry.play for entry in table.entries])
    assert (right.state, right.asks, right.rulings) == (table.state, table.asks, table.rulings)
    assert [(e.regular, e.after) for e in right.entries] == [(e.regular, e.after) for e in table.entries]


@every_game
@settings(max_examples=25)
@given(seed=st.integers(0, SEEDS - 1), places=st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=4))
def test_retractions_in_a_row_are_taken_back_one_by_one(name: str, seed: int, places: list[float]) -> None:
    kit, table = kit_of(name), played(name, seed)
    retracted: list[Table] = []
    for place in places:
        if table.entries:
            retracted.append(table)
            table = advance(kit.game, table, Retract(table.entries[int(place * len(table.entries))].seq))
    for before in reversed(retracted):
        assert table.retracted is not None
        restoring = Restore(table.retracted.seq)
        assert refusal(kit.game, table, restoring) is None
        table = advance(kit.game, table, restoring)
        assert replace(table, length=before.length) == before
        assert (table.asks, table.retracted) == (before.asks, before.retracted)
        assert [entry.after for entry in table.entries] == [entry.after for entry in before.entries]


def test_a_correction_without_lasting_effect_does_not_judge_the_rest_again() -> None:
    """A thousand throws after the corrected one would take far longer than this."""
    kit = kit_of("casting-stones")
    setup = next(setup for setup in kit.setups if setup.get("hands") and setup["level"] == "basic")
    hands = {"Bo": setup["hands"]["Bo"], "Ana": setup["hands"]["Ana"]}
    potions = [Throw(who, tuple((piece, "symbol") for piece in hand)) for who, hand in hands.items()]
    table = opening(kit.game, setup)
    for play in potions * 250:
        table = advance(kit.game, table, play)
    started = process_time()
    after = advance(kit.game, table, Amend(1, potions[0]))
    assert process_time() - started < 0.02
    assert after.state == table.state


class Asking(Munchkin):
    """Munchkin that counts how often its asks are made."""

    made = 0

    def asks(self, state: State) -> tuple[Ask, ...]:
        self.made += 1
        return super().asks(state)


def test_a_log_is_folded_without_the_asks_of_every_position() -> None:
    game, table = Asking(), played("munchkin", 1)
    folded = referee(game, table.setup, [entry.play for entry in table.entries if entry.regular])
    assert game.made == 0
    assert folded.asks is folded.asks
    assert game.made == 1
