"""Dice that look alike: identified by place and by movement, asked about where that is not certain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.model.snapshot import LastReading
from referee.model.tracks import TrackState
from referee.observe.identity import Awaited
from referee.observe.interpretation import Ambiguity, GameContext, NoThrow, PossibleThrow, interpret
from referee.observe.questions import PendingThrow, with_answer
from referee.observe.tracker import with_counted
from tests.referee.kit import after, piece, reading
from tests.referee.observe.dice import CAST, RUN, identified, pips, ways


def test_an_unmoved_die_keeps_its_identity_and_the_new_one_gets_the_other() -> None:
    tracks = with_counted({}, reading(piece("die:1", "4", (100.0, 100.0))), {"die:1": "4"})
    named = identified(reading(pips("3", 300.0), pips("4", 102.0)), [CAST], tracks, watched=("die:1", "die:4"))
    assert [one.piece for one in named.pieces] == ["die:4", "die:1"]


def test_similar_dice_are_asked_about_only_where_their_identity_matters() -> None:
    tie = replace(RUN, kind="tie", pieces=(("die:1", ("1", "3")), ("die:4", ("1", "3"))), some=True)
    thrown = interpret([tie], identified(reading(pips("3"), pips("1", 300.0)), [tie], {}), {}, GameContext())
    assert isinstance(thrown, PossibleThrow)
    assert [doubt.candidates[:2] for doubt in thrown.ambiguities] == [
        (("die:1", "3"), ("die:4", "3")),
        (("die:1", "1"), ("die:4", "1")),
    ]
    guessed = identified(reading(pips("3"), pips("1", 300.0)), [tie], {}, only_numbers=True)
    assert interpret([tie], guessed, {}, GameContext()) == PossibleThrow("Ana", (("die:1", "3"), ("die:4", "1")))


def test_a_new_die_is_the_due_one_though_another_was_mistaken_for_it_before() -> None:
    tracks = with_counted({}, reading(piece("die:1", "4", (100.0, 100.0))), {"die:1": "4"})
    now = reading(pips("3", 300.0), pips("4", 101.0))
    for arena, names in (
        ((), ["die:1", None]),
        (("die:1",), ["die:1", None]),
        (("die:1", "die:4"), ["die:4", "die:1"]),
    ):
        assert [one.piece for one in identified(now, [CAST], tracks, arena).pieces] == names


def test_a_guessed_name_passes_to_the_new_die() -> None:
    guessed = reading(piece("die:1", "4", (100.0, 100.0), True, ("guessed",)))
    tracks = with_counted({}, guessed, {"die:1": "4"})
    named = identified(reading(pips("3", 300.0), pips("4", 101.0, "still")), [CAST], tracks, watched=("die:1", "die:4"))
    assert [one.piece for one in named.pieces] == ["die:1", None]


@pytest.mark.parametrize(("likely", "notes"), [(0.85, ("guessed",)), (0.97, ())])
def test_a_probable_name_is_a_guess_where_only_the_number_counts(likely: float, notes: tuple[str, ...]) -> None:
    sides = ("1", "4")
    first = replace(RUN, kind="first-roll", pieces=(("die:1", sides), ("die:4", sides)), some=True)
    die = piece("die:4", "4", (100.0, 100.0), True, (), (("die:4", "4", likely), ("die:1", "4", 1 - likely)))
    (one,) = identified(reading(die), [first], {}, only_numbers=True).pieces
    assert (one.piece, one.notes) == ("die:4", notes)


@pytest.mark.parametrize(("likely", "name"), [(0.92, "die:1"), (0.97, "die:4")])
def test_a_new_die_is_the_due_one_unless_it_is_certainly_another(likely: float, name: str) -> None:
    die = piece("die:4", "3", (300.0, 100.0), True, (), (("die:4", "3", likely), ("die:1", "3", 1 - likely)))
    for tracks in ({}, with_counted({}, reading(piece("die:4", "1", (600.0, 100.0))), {"die:4": "1"})):
        (one,) = identified(reading(die), [CAST], tracks).pieces
        assert one.piece == name


def test_a_die_that_was_only_pushed_is_not_the_due_one() -> None:
    tracks = with_counted({}, reading(piece("die:4", "3", (300.0, 100.0))), {"die:4": "3"})
    pushed = piece("die:4", "3", (340.0, 100.0), True, (), (("die:4", "3", 0.92), ("die:1", "3", 0.08)))
    (one,) = identified(reading(pushed), [CAST], tracks).pieces
    assert one.piece == "die:4"


def test_dice_that_fell_together_are_of_one_player() -> None:
    sides = ("1", "3", "4")
    ana = replace(RUN, kind="first-roll", pieces=(("die:1", sides), ("die:3", sides)), some=True)
    bo = replace(ana, player="Bo", pieces=(("die:2", sides), ("die:4", sides)))
    own = replace(piece("die:1", "4", (200.0, 100.0)), kind="die")
    like_bos = replace(piece(None, "3", (100.0, 100.0), True, (), (("die:4", "3", 0.6),)), kind="die")
    assert [one.piece for one in identified(reading(own, like_bos), [ana, bo], {}, only_numbers=True).pieces] == [
        "die:1",
        "die:3",
    ]
    assert [one.piece for one in identified(reading(like_bos), [ana, bo], {}, only_numbers=True).pieces] == ["die:4"]


def test_dice_that_fell_together_are_of_one_player_in_spite_of_one_wrong_identity() -> None:
    sides = ("1", "3", "4")
    ana = replace(RUN, kind="first-roll", pieces=tuple((f"die:{n}", sides) for n in (1, 3, 5)), some=True, most=3)
    bo = replace(ana, player="Bo", pieces=tuple((f"die:{n}", sides) for n in (2, 4, 6)))
    own, second, third, bos = (
        replace(piece(f"die:{n}", side, (100.0 * n, 100.0)), kind="die")
        for n, side in ((1, "4"), (3, "1"), (5, "1"), (4, "3"))
    )
    for dice, names in (
        ((own, bos, pips("1", 600.0)), ["die:1", "die:3", "die:5"]),
        ((own, second, bos), ["die:1", "die:3", "die:5"]),
        ((own, second), ["die:1", "die:3"]),
        ((bos,), ["die:4"]),
        ((own, second, third, bos), ["die:1", "die:3", "die:5", "die:4"]),
    ):
        named = identified(reading(*dice), [ana, bo], {}, only_numbers=True).pieces
        assert [one.piece for one in named] == names
        assert [one.side for one in named] == [one.side for one in dice]


def test_the_due_die_is_asked_about_where_it_looks_like_another_one() -> None:
    quill = replace(
        piece("die:8", "4", (100.0, 100.0), False, (), (("die:8", "4", 0.6), ("die:1", "4", 0.2))), kind="die"
    )
    named = identified(reading(quill), [CAST], {}, watched=("die:1", "die:8"))
    thrown = interpret([CAST], named, {}, GameContext())
    assert isinstance(thrown, PossibleThrow)
    assert thrown.ambiguities[0].candidates[0] == ("die:1", "4")
    tracks = with_counted({}, reading(quill), {"die:8": "4"})
    assert identified(reading(quill), [CAST], tracks, watched=("die:1", "die:8")).pieces[0].piece == "die:8"


def test_an_unmoved_unidentified_die_does_not_get_a_name_later() -> None:
    old = [pips("4", 300.0)]
    heron = replace(piece("die:1", "4", (301.0, 100.0), True, ("still",)), kind="die")
    assert [one.piece for one in identified(reading(heron), [CAST], {}, known=old).pieces] == [None]
    unseen = identified(reading(heron, pips("3")), [CAST], {}, known=[])
    assert [one.piece for one in unseen.pieces] == [None, "die:1"]


def test_an_unmoved_die_that_was_not_counted_may_still_be_counted() -> None:
    tie = replace(RUN, kind="tie", pieces=(("die:1", ("1", "3")), ("die:4", ("1", "3"))))
    tracks = after({}, [pips("3")], (), ("die:1", "die:4"))
    both = reading(*ways(reading(pips("3", 100.0, "still"), pips("1", 300.0)), Awaited([tie]), tracks)[0].pieces)
    assert isinstance(interpret([tie], both, {}, GameContext()), PossibleThrow)


def test_a_new_die_that_looks_like_an_unmoved_one_is_asked_about() -> None:
    lies = replace(piece("die:1", "4", (100.0, 100.0)), kind="die")
    tracks = with_counted({}, reading(lies), {"die:1": "4"})
    came = replace(piece("die:1", "2", (300.0, 100.0), True, (), (("die:1", "2", 0.9),)), kind="die")
    thrown = interpret([CAST], identified(reading(came, lies), [CAST], tracks), tracks, GameContext())
    assert isinstance(thrown, PossibleThrow)
    assert thrown.ambiguities[0].candidates[0] == ("die:1", "2")
    assert thrown.shown == ()


def test_an_answer_about_a_die_identifies_that_die() -> None:
    alike = reading(pips("3"), pips("1", 300.0))
    thrown = PossibleThrow("Ana", (), (Ambiguity(0, (("die:4", "3"),)), Ambiguity(1, (("die:1", "1"),))))
    pending = PendingThrow(thrown, LastReading(alike, "", ""))
    pending = with_answer(pending, "die:4=3")
    assert pending.thrown.ambiguities == ()
    tracks = with_counted({}, pending.last_reading.reading, dict(pending.thrown.shown))
    assert {name: (rest.side, rest.last_piece.centre_px) for name, rest in tracks.items()} == {
        "die:4": ("3", (100.0, 100.0)),
        "die:1": ("1", (300.0, 100.0)),
    }


def test_a_die_that_returns_to_its_old_place_on_its_old_side_is_asked_about() -> None:
    tracks = with_counted({}, reading(replace(piece("die:1", "4", (100.0, 100.0)), kind="die")), {"die:1": "4"})
    taken = {name: replace(rest, state=TrackState.HELD) for name, rest in tracks.items()}
    back = reading(replace(piece("die:1", "4", (104.0, 100.0)), kind="die"))
    assert interpret([CAST], back, tracks, GameContext()) == NoThrow()
    thrown = interpret([CAST], back, taken, GameContext())
    assert isinstance(thrown, PossibleThrow)
    assert [doubt.candidates for doubt in thrown.ambiguities] == [()]


def test_one_of_two_new_dice_may_look_like_a_die_that_nobody_threw() -> None:
    tie = replace(RUN, kind="tie", pieces=(("die:1", ("1", "3")), ("die:4", ("1", "3"))))
    like_eight = replace(piece("die:8", "1", (300.0, 100.0), False, (), (("die:8", "1", 0.6),)), kind="die")
    thrown = interpret([tie], identified(reading(pips("3"), like_eight), [tie], {}), {}, GameContext())
    assert isinstance(thrown, PossibleThrow)
    assert {doubt.candidates[0][1] for doubt in thrown.ambiguities} == {"1", "3"}


def test_a_die_with_a_second_likely_side_is_asked_about() -> None:
    five = replace(piece("die:1", "5", (100.0, 100.0), True, (), (("die:1", "5", 0.6), (None, "1", 0.3))), kind="die")
    thrown = interpret([CAST], identified(reading(five), [CAST], {}), {}, GameContext())
    assert isinstance(thrown, PossibleThrow)
    assert thrown.ambiguities[0].candidates[0] == ("die:1", "5")
