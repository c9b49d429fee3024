"""The reads and writes of a step are recorded; a part that it did not read cannot change its outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from rules.core.copies import replace
from rules.core.facts import Amend, Choose, Play
from rules.core.fold import advance, opening
from rules.core.recording import Access, parts_of
from rules.munchkin.game import Munchkin
from rules.munchkin.state import Outcome
from rules.munchkin.state import State as MunchkinState


class Seat(NamedTuple):
    player: str
    gold: int = 0
    level: int = 1


class State(NamedTuple):
    active: str
    seats: tuple[Seat, ...]
    rounds: int = 0


START = State("Ana", (Seat("Ana"), Seat("Bo", 3)))
PARTS = parts_of(State, Seat, "seats")
NAMES = ("active", "seats", "rounds", *(f"{seat.player}.{field}" for seat in START.seats for field in Seat._fields))


def named(parts: int) -> set[str]:
    return {name for place, name in enumerate(NAMES) if parts >> place & 1}


def seated(state: State, *seats: Seat) -> State:
    return replace(state, seats=seats)


@pytest.mark.parametrize(
    ("step", "reads", "writes"),
    [
        (lambda s: s, set(), set()),
        (lambda s: replace(s, rounds=s.rounds + 1), {"rounds"}, {"rounds"}),
        (lambda s: replace(s, rounds=0), set(), {"rounds"}),  # the same value: elsewhere it would be another
        (lambda s: replace(s, active=replace(s, active="Bo").active), set(), {"active"}),  # its own writing, read back
        (lambda s: seated(s, replace(s.seats[0], gold=s.seats[1].gold), s.seats[1]), {"Bo.gold"}, {"Ana.gold"}),
        (lambda s: seated(s, s.seats[0], Seat("Bo")), set(), {"Bo.player", "Bo.gold", "Bo.level"}),
        (lambda s: seated(s, *s.seats) if s == s and s.seats == s.seats else s, set(), set()),
        (lambda s: s if replace(s.seats[1], gold=9) != s.seats[1] else None, {"Bo.gold"}, set()),
        (lambda s: s if s.seats[0] != s.seats[1] else None, {"Ana.player", "Bo.player"}, set()),
        (lambda s: seated(s, s.seats[1], s.seats[0]), set(NAMES[3:]), set(NAMES[3:])),  # moved: read and written
    ],
)
def test_reads_and_writes_of_a_step_are_recorded(
    step: Callable[[State], State], reads: set[str], writes: set[str]
) -> None:
    after, rulings, access = PARTS.recorded(START, lambda state: (step(state), ()))
    assert (after, rulings) == (step(START), ())
    assert (type(after), {type(seat) for seat in after.seats}) == (State, {Seat})
    assert (named(access.reads), named(access.writes)) == (reads, writes)


def test_a_step_that_writes_nothing_keeps_the_state_itself() -> None:
    assert PARTS.recorded(START, lambda state: (state, ()))[0] is START


def test_the_difference_of_two_states_is_transferred_to_a_third() -> None:
    other = State("Bo", (START.seats[0], Seat("Bo", 3, 5)), 2)
    apart = PARTS.difference(START, other)
    assert named(apart) == {"active", "rounds", "Bo.level"}
    assert PARTS.taken(START, apart, other) == other
    assert named(PARTS.called(("rounds", "unknown"))) == {"rounds"}


def test_unrecorded_steps_count_as_reading_everything() -> None:
    assert Access().reads & PARTS.called(("rounds",))


def test_a_correction_judges_only_what_it_may_have_changed() -> None:
    """Ana's sex does not matter for Bo's gifts: they are not judged again when it is corrected."""
    judged: list[Play] = []

    class Counting(Munchkin):
        def step(self, state: MunchkinState, play: Play) -> Outcome:
            judged.append(play)
            return super().step(state, play)

    game = Counting()
    table = opening(game, {"game": "munchkin", "players": ["Ana", "Bo", "Cy"], "begin": "turn"})
    for play in [Choose("Ana", "change", "female"), *(Choose("Bo", "hand", str(n % 5)) for n in range(40))]:
        table = advance(game, table, play)
    judged.clear()
    table = advance(game, table, Amend(1, Choose("Ana", "change", "male")))
    assert len(judged) == 1
    assert [seat.sex for seat in table.state.seats] == ["male", "", ""]
    assert table.state.seats[1].hand == 39 % 5
