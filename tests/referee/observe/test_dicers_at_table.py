"""The camera as a second referee of Dicers: unexpected rolls, rolls kept by moving a die, irregular dice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.model.tracks import Tracks, TrackState
from referee.observe.association import Association
from referee.observe.identity import Hypothesis
from referee.observe.interpretation import NoThrow, PossibleThrow, context_of
from referee.observe.tracker import as_entered, with_counted
from referee.observe.verdicts import Verdict, looked_for, verdict, verdict_over
from rules.core.facts import Choose, Fact, Throw
from rules.core.fold import Table, advance, opening
from rules.dicers.game import DICERS
from tests.referee.kit import lying_there, reading
from tests.rules.dicers.table import basic
from vision.types import Candidate, Note, Piece

DICE = [f"die:{n}" for n in range(1, 7)]
SETUP = {
    "game": "dicers",
    "format": 1,
    "level": "basic",
    "players": ["Ana", "Bo"],
    "challenger": "Ana",
    "dice": {die: {"cb": 3} for die in DICE},
    "collections": {"Ana": DICE[:3], "Bo": DICE[3:]},
}
ADVANCED = (Choose("Ana", "advance", "die:1"), Choose("Bo", "advance", "die:4"))


def die(
    name: str | None, side: str | None, x: float = 100.0, y: float = 60.0, *notes: Note, sure: bool = True
) -> Piece:
    """A die at that place of the mat, mm."""
    candidates = (Candidate(name, side, 0.9),) if side else ()
    return Piece("die", name, side, None, None, 0.9, sure, candidates, (500 + 2 * x, 500 - 2 * y), (), (x, y), notes)


def table(*facts: Fact) -> Table:
    table = opening(DICERS, SETUP)
    for fact in (*ADVANCED, *facts):
        table = advance(DICERS, table, fact)
        assert table.lapsed == ()
    return table


def rolled(player: str, name: str, side: str) -> Throw:
    return Throw(player, ((name, side),))


def counted_dice(**sides: str) -> Tracks:
    """Both dice at their places of the mat, counted with these sides."""
    return with_counted({}, reading(*both(**sides)), {f"die:{name[1]}": side for name, side in sides.items()})


def both(**sides: str) -> tuple[Piece, ...]:
    return tuple(die(f"die:{name[1]}", side, 100.0 * (1 if name == "d1" else -1)) for name, side in sides.items())


def ruled(table: Table, fact: Fact | None) -> tuple[list[str], set[str]]:
    """The sentences of the rulings on a fact, and the ids of their rules."""
    assert fact is not None
    rulings = advance(DICERS, table, fact).entries[-1].rulings
    return [ruling.text for ruling in rulings], {rule for ruling in rulings for rule in ruling.rules}


def verdict_on(table: Table, tracks: Tracks, *pieces: Piece, came_to_rest: bool = True) -> Verdict:
    return verdict(table, reading(*pieces), tracks, came_to_rest)


def thrown(found: Verdict) -> Throw:
    assert isinstance(found, PossibleThrow)
    assert found.ambiguities == ()
    return found.throw


def test_where_both_may_roll_any_die_the_question_who_threw_names_both() -> None:
    begun = opening(DICERS, basic())
    possible = [Hypothesis((die("die:1", "3", 0, 0, Note.GUESSED),), player) for player in ("Ana", "Bo")]
    readings = [reading(*hypothesis.pieces) for hypothesis in possible]
    outcome = verdict_over(begun, possible, readings, {}, Association({}), "again")
    assert isinstance(outcome, PossibleThrow)
    assert [one.player for one in outcome.ambiguities[0].throws] == ["Ana", "Bo"]


def test_both_dice_of_the_arena_are_expected() -> None:
    assert looked_for(table(), ("die:6",)) == ("die:1", "die:4", "die:6")
    assert looked_for(opening(DICERS, SETUP), ()) == ()
    assert looked_for(None, ()) == ()


def test_each_settled_roll_counts_and_the_last_sets_the_die() -> None:
    now = table(rolled("Ana", "die:1", "2"), rolled("Ana", "die:1", "3"))
    assert thrown(verdict_on(now, counted_dice(d1="3"), die("die:1", "5"))) == rolled("Ana", "die:1", "5")
    texts, _ = ruled(now, rolled("Ana", "die:1", "5"))
    assert "That was the last roll: it is set." in texts[0]


def test_the_same_face_far_away_is_a_roll_and_nearby_it_is_asked() -> None:
    now = table(rolled("Ana", "die:1", "2"))
    assert thrown(verdict_on(now, counted_dice(d1="2"), die("die:1", "2", -60.0))) == rolled("Ana", "die:1", "2")
    near = verdict_on(now, counted_dice(d1="2"), die("die:1", "2", 120.0))
    assert isinstance(near, PossibleThrow)
    assert [doubt.candidates for doubt in near.ambiguities] == [()]
    assert verdict_on(now, counted_dice(d1="2"), die("die:1", "2", 102.0)) == NoThrow()


def test_a_die_moved_to_the_middle_is_kept_unless_it_may_have_been_rolled_there() -> None:
    now = table(rolled("Ana", "die:1", "4"))
    moved = verdict_on(now, counted_dice(d1="4"), die("die:1", "4", 10.0, -8.0))
    assert isinstance(moved, PossibleThrow)
    assert [doubt.instead for doubt in moved.ambiguities] == [Choose("Ana", "keep", "keep")]
    assert thrown(verdict_on(now, counted_dice(d1="4"), die("die:1", "1", 10.0, -8.0))) == rolled("Ana", "die:1", "1")
    in_the_hand = {name: replace(rest, state=TrackState.HELD) for name, rest in counted_dice(d1="4").items()}
    assert not isinstance(verdict_on(now, in_the_hand, die("die:1", "4", 10.0, -8.0)), Choose)
    in_the_middle = with_counted({}, reading(die("die:1", "4", 0.0, 0.0)), {"die:1": "4"})
    assert not isinstance(verdict_on(now, in_the_middle, die("die:1", "4", 20.0, 0.0)), Choose)


def test_the_opponents_early_roll_is_held() -> None:
    now = table(rolled("Ana", "die:1", "4"))
    for tracks in (counted_dice(d1="4", d4="2"), counted_dice(d1="4")):
        fact = thrown(verdict_on(now, tracks, *both(d1="4", d4="3")))
        assert fact == rolled("Bo", "die:4", "3")
        texts, rules = ruled(now, fact)
        assert texts[0].startswith("Bo rolls 3 early: it is held.")
        assert "DIC-Q-52" in rules


def test_a_die_put_into_the_arena_is_no_roll() -> None:
    now = table()
    assert verdict_on(now, {}, die("die:4", "3")) == NoThrow()
    waiting = table(rolled("Ana", "die:1", "4"))
    assert verdict_on(waiting, counted_dice(d1="4"), *both(d1="4", d4="3"), came_to_rest=False) == NoThrow()
    there = both(d1="4", d4="3")
    tracks = lying_there(counted_dice(d1="4"), there)
    assert verdict_on(waiting, tracks, *both(d1="4", d4="3")) == NoThrow()


def test_rolling_a_set_die_gets_its_ruling() -> None:
    now = table(rolled("Ana", "die:1", "4"), Choose("Ana", "keep", "keep"))
    fact = thrown(verdict_on(now, counted_dice(d1="4"), *both(d1="2")))
    _, rules = ruled(now, fact)
    assert fact == rolled("Ana", "die:1", "2")
    assert "DIC-B-20" in rules


def test_a_surplus_roll_gets_its_ruling() -> None:
    now = table(*(rolled("Ana", "die:1", side) for side in "245"))
    _, rules = ruled(now, thrown(verdict_on(now, counted_dice(d1="5"), *both(d1="1"))))
    assert {"DIC-B-17", "DIC-B-20"} <= rules


def test_rolling_out_of_turn_gets_its_ruling() -> None:
    now = table()
    fact = thrown(verdict_on(now, counted_dice(d1="1", d4="2"), *both(d1="1", d4="5")))
    texts, rules = ruled(now, fact)
    assert fact == rolled("Bo", "die:4", "5")
    assert texts[0].startswith("It is Ana's turn to roll")
    assert "DIC-B-15" in rules


def test_dice_cleared_away_once_it_is_decided_are_no_roll() -> None:
    setup = {**SETUP, "level": "intermediate", "dice": {name: {"cb": 1, "power": "expel"} for name in DICE}}
    now = opening(DICERS, setup)
    for fact in (*ADVANCED, rolled("Ana", "die:1", "5"), rolled("Bo", "die:4", "3")):
        now = advance(DICERS, now, fact)
    assert [ask.kind for ask in now.asks] == ["win"]
    assert verdict_on(now, counted_dice(d1="5", d4="3"), *both(d1="1", d4="4")) == NoThrow()


def test_in_a_tie_both_are_rolled_again_at_once() -> None:
    now = table(*(rolled("Ana", "die:1", side) for side in "245"), *(rolled("Bo", "die:4", side) for side in "125"))
    assert {ask.kind for ask in now.asks} == {"tie"}
    fact = thrown(verdict_on(now, counted_dice(d1="5", d4="5"), *both(d1="3", d4="1")))
    assert dict(fact.shown) == {"die:1": "3", "die:4": "1"}
    after = advance(DICERS, now, fact)
    assert {ask.kind for ask in after.asks} != {"tie"}


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        (die("die:1", None, 100.0, 60.0, Note.COCKED, sure=False), "die:1 does not lie flat: roll it again."),
        (die("die:1", None, 100.0, 60.0, Note.LEANER, sure=False), "die:1 does not lie flat: roll it again."),
        (die("die:1", "3", 100.0, 60.0, Note.OFF), "die:1 lies off the mat: roll it again."),
        (die("die:1", "3", 100.0, 60.0, Note.TOUCHING, sure=False), "die:1 touches another and cannot be read"),
        (die("die:1", None, 100.0, 60.0, Note.UNCLEAR, sure=False), "die:1 cannot be seen well: uncover it"),
    ],
)
def test_an_irregular_die_is_rolled_again_at_no_cost(piece: Piece, words: str) -> None:
    wait = verdict_on(table(), {}, piece)
    assert isinstance(wait, NoThrow)
    assert words.replace("die:1", context_of(table()).name_of("die:1")) in wait.words
    assert wait.rules == ("DIC-Q-51",)


@pytest.mark.parametrize("note", [Note.COCKED, Note.LEANER])
def test_by_house_rule_a_die_that_leans_is_entered(note: Note) -> None:
    setup = {**SETUP, "house_rules": {"off_table_counts": True}}
    now = advance(DICERS, advance(DICERS, opening(DICERS, setup), ADVANCED[0]), ADVANCED[1])
    wait = verdict_on(now, {}, die("die:1", None, 100.0, 60.0, note, sure=False))
    assert isinstance(wait, NoThrow)
    assert wait.words.endswith("enter what it shows.")


def test_by_house_rule_a_die_off_the_table_counts() -> None:
    now = opening(DICERS, {**SETUP, "house_rules": {"off_table_counts": True}})
    for fact in ADVANCED:
        now = advance(DICERS, now, fact)
    assert thrown(verdict_on(now, {}, die("die:1", "3", 100.0, 60.0, Note.OFF))) == rolled("Ana", "die:1", "3")


def test_a_number_that_many_dice_show_may_be_the_one_that_was_entered() -> None:
    entered = {"die:1": "5", "die:2": "3", "die:3": "4"}
    seen = (die("die:2", "3"), die(None, "5", 20.0), die(None, "5", 60.0), die(None, "6", -40.0))
    there = as_entered(reading(*seen), entered, partly=False)
    assert [(piece.piece, piece.side, piece.notes) for piece in there] == [
        ("die:2", "3", ()),
        ("die:1", "5", (Note.GUESSED,)),
    ]
    tracks = with_counted({}, reading(*there), entered)
    assert {(key, track.side, track.state) for key, track in tracks.items()} == {
        ("die:2", "3", TrackState.CONFIRMED),
        (1, "5", TrackState.CONFIRMED),
    }
