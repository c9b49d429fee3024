"""A camera that was away: what was thrown and entered by hand meanwhile counts once, and nothing else does."""

from __future__ import annotations

import pytest

from referee.devices import throw
from referee.model.commands import Correct, Enter, Reply, SimulatedThrow, Undo
from referee.observe.interpretation import Ambiguity, PossibleThrow
from referee.observe.tracker import as_they_lie
from referee.observe.verdicts import again_as_entered
from rules.core.facts import Choose, Throw
from tests.referee.kit import reading
from tests.referee.observe.casts import FIRST, lie
from tests.referee.simulated import A_THROW, NOTHING, SPELL, Bench, hand, logged, named_sides


def test_a_throw_that_was_entered_without_the_camera_is_not_counted_again_when_it_returns(bench: Bench) -> None:
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert throw(bench.table, SimulatedThrow(sides=named_sides(bench, "Bo", NOTHING)), bench.now()).ok
    without_camera(bench, 5.0)
    entered = Throw("Bo", named_sides(bench, "Bo", NOTHING))
    assert bench.submit(Enter(entered, bench.now().length)).ok
    bench.look(A_THROW)
    assert [line.fact for line in bench.now().log[1:]] == [entered]
    again = hand(bench, "Bo")[3]
    bench.throw(pieces=(again,), sides=((again, "symbol"),))
    assert logged(bench)[2] == {again: "symbol"}


def test_a_throw_after_the_one_entered_without_the_camera_counts_when_it_returns(bench: Bench) -> None:
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert bench.submit(Enter(Throw("Bo", named_sides(bench, "Bo", NOTHING)), bench.now().length)).ok
    changed = tuple(
        (stone, "symbol" if side == "number" else "number") for stone, side in named_sides(bench, "Bo", NOTHING)
    )
    assert throw(bench.table, SimulatedThrow(sides=changed), bench.now()).ok
    without_camera(bench, 5.0)
    bench.look(A_THROW)
    assert logged(bench)[2:] == [dict(changed)]


def test_a_stone_cast_again_before_the_camera_returns_is_the_only_one_that_counts(bench: Bench) -> None:
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert throw(bench.table, SimulatedThrow(sides=named_sides(bench, "Bo", NOTHING)), bench.now()).ok
    without_camera(bench, 5.0)
    assert bench.submit(Enter(Throw("Bo", named_sides(bench, "Bo", NOTHING)), bench.now().length)).ok
    again = hand(bench, "Bo")[3]
    assert throw(bench.table, SimulatedThrow(pieces=(again,), sides=((again, "symbol"),)), bench.now()).ok
    without_camera(bench, 5.0)
    bench.look(A_THROW)
    assert logged(bench)[2:] == [{again: "symbol"}]


def test_a_throw_that_shows_what_was_entered_before_counts_on_a_mat_that_was_bare(bench: Bench) -> None:
    """A throw beside the mat was entered by hand, and the next one shows the same sides by chance."""
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    without_camera(bench, 5.0)
    assert bench.submit(Enter(Throw("Bo", named_sides(bench, "Bo", NOTHING)), bench.now().length)).ok
    bench.table.take()
    bench.look(2 * A_THROW)
    assert bench.now().eyes == "watching"
    bench.throw(sides=named_sides(bench, "Bo", NOTHING))
    assert logged(bench)[2] == dict(named_sides(bench, "Bo", NOTHING))


def test_taking_back_what_was_entered_wrong_forgets_no_other_throw(bench: Bench) -> None:
    cast_unseen(bench, "Ana", NOTHING)
    enter(bench, "Ana", NOTHING)
    cast_unseen(bench, "Bo", NOTHING)
    enter(bench, "Bo", SPELL)
    assert bench.submit(Undo(bench.now().length)).ok
    enter(bench, "Bo", NOTHING)
    again = hand(bench, "Ana")[3]
    assert throw(bench.table, SimulatedThrow(pieces=(again,), sides=((again, "symbol"),)), bench.now()).ok
    without_camera(bench, 5.0)
    bench.look(A_THROW)
    assert bench.now().log[-1].fact == Throw("Ana", ((again, "symbol"),))


def test_a_stone_that_was_entered_wrong_and_corrected_was_not_cast_again(second_cast_entered: Bench) -> None:
    bench, before = second_cast_entered, len(second_cast_entered.now().log)
    correct_first(bench)
    bench.look(A_THROW)
    assert len(bench.now().log) == before + 1


def test_stones_that_lie_as_they_were_entered_may_have_been_cast_once_more(second_cast_entered: Bench) -> None:
    """The players are asked; it was the cast that was entered."""
    bench, before = second_cast_entered, len(second_cast_entered.now().log)
    correct_first(bench)
    bench.look(A_THROW)
    answer_whether_bo_cast_again(bench, "no")
    bench.look(A_THROW)
    assert (len(bench.now().log), bench.now().question) == (before + 1, None)


def test_stones_that_were_cast_once_more_to_the_sides_that_were_entered_count(second_cast_entered: Bench) -> None:
    bench = second_cast_entered
    correct_first(bench)
    bench.table.throw(hand(bench, "Bo"), dict(named_sides(bench, "Bo", NOTHING)))
    without_camera(bench, 5.0)
    bench.look(A_THROW)
    answer_whether_bo_cast_again(bench, "yes")
    assert bench.now().log[-1].fact == Throw("Bo", named_sides(bench, "Bo", NOTHING))


def test_a_stone_cast_once_more_to_its_entered_side_is_asked_about_while_another_is_taken_away(
    second_cast_entered: Bench,
) -> None:
    bench = second_cast_entered
    correct_first(bench)
    first, *_, last = hand(bench, "Bo")
    bench.table.take([last])
    without_camera(bench, 5.0)
    bench.table.throw((first,), {first: NOTHING[0]})
    without_camera(bench, 5.0)
    bench.look(A_THROW)
    answer_whether_bo_cast_again(bench, "yes")
    assert bench.now().log[-1].fact == Throw("Bo", named_sides(bench, "Bo", NOTHING)[:-1])


def test_stones_that_were_entered_are_looked_for_although_they_are_not_due(bench: Bench) -> None:
    """Bo is due when the camera returns, and Ana casts again before it has looked once more."""
    cast_unseen(bench, "Ana", NOTHING)
    enter(bench, "Ana", NOTHING)
    cast_unseen(bench, "Bo", NOTHING)
    while len(logged(bench)) < 2:
        bench.look(1)
    again = hand(bench, "Ana")[3]
    bench.throw(pieces=(again,), sides=((again, "symbol"),))
    assert logged(bench)[2:] == [{again: "symbol"}]


def test_of_throws_entered_one_after_the_other_the_last_lies_there() -> None:
    first = {"s:1": "symbol", "s:2": "symbol"}
    assert as_they_lie([first, {"s:2": "number"}]) == [{"s:1": "symbol", "s:2": "number"}]
    assert as_they_lie([first, {"s:2": "number", "s:3": "number"}]) == [
        {"s:1": "symbol"},
        {"s:2": "number", "s:3": "number"},
    ]


def test_a_cast_with_a_stone_that_is_new_in_the_hand_is_asked_about_too() -> None:
    entered = {"s:1": "symbol", "s:2": "number"}
    thrown = again_as_entered([FIRST], reading(*lie("symbol", "number", "number")), entered)
    assert thrown == PossibleThrow("Ana", (*entered.items(), ("s:3", "number")), (Ambiguity(0),))
    assert again_as_entered([FIRST], reading(*lie("symbol", "number")), entered) is None


@pytest.fixture
def second_cast_entered(bench: Bench) -> Bench:
    """Bo's cast was entered without the camera, its first stone wrong, and Bo may cast again."""
    bench.throw(sides=named_sides(bench, "Ana", NOTHING))
    cast_unseen(bench, "Bo", NOTHING)
    enter(bench, "Bo", ("number", *NOTHING[1:]))
    assert bench.submit(Enter(Choose("Ana", "second", "stand"), bench.now().length)).ok
    return bench


def correct_first(bench: Bench) -> None:
    """Correct the stone that was entered wrong."""
    assert bench.submit(Correct(2, hand(bench, "Bo")[0], NOTHING[0], bench.now().length)).ok


def answer_whether_bo_cast_again(bench: Bench, key: str) -> None:
    question = bench.now().question
    assert question is not None
    assert question.words == "The same sides as before: has Bo thrown again?"
    assert bench.submit(Reply(question.id, key)).ok


def enter(bench: Bench, player: str, sides: tuple[str, ...]) -> None:
    """Enter a cast of all stones of a player by hand."""
    assert bench.submit(Enter(Throw(player, named_sides(bench, player, sides)), bench.now().length)).ok


def cast_unseen(bench: Bench, player: str, sides: tuple[str, ...]) -> None:
    """A player casts while the camera is away; it is back afterwards, and has not looked yet."""
    assert throw(bench.table, SimulatedThrow(player=player, sides=named_sides(bench, player, sides)), bench.now()).ok
    without_camera(bench, 5.0)


def without_camera(bench: Bench, seconds: float) -> None:
    """The camera fails, and is back after *seconds*."""
    bench.eye.fails = "The camera is unplugged: plug it in again."
    bench.watcher.step()
    assert bench.now().eyes == "trouble"
    bench.clock.now += seconds
    bench.eye.fails = ""
