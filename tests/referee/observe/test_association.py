"""Dice whose side can be read but which cannot be identified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.model.tracks import Tracks
from referee.observe.interpretation import GameContext, NoThrow, PossibleThrow, interpret
from referee.observe.questions import question_for
from referee.observe.tracker import with_counted
from rules.core.asks import Ask
from rules.dicers.table import TABLE as DICERS
from rules.munchkin.table import TABLE as MUNCHKIN
from tests.referee.kit import piece, reading
from tests.referee.observe.dice import RUN, identified, pips
from vision.types import Piece

ORDER = [replace(RUN, player=name, kind="loot order") for name in ("Ana", "Bo")]


def escape(*pieces: Piece, tracks: Tracks | None = None, asks: Sequence[Ask] = (RUN,)) -> PossibleThrow | NoThrow:
    return interpret(
        asks,
        identified(reading(*pieces), asks, tracks or {}),
        tracks or {},
        GameContext(names={"die:munchkin": "The die"}),
    )


def test_the_only_unknown_die_is_the_due_one() -> None:
    assert escape(pips("4")) == PossibleThrow("Ana", (("die:munchkin", "4"),))
    assert escape(piece("die:munchkin", "power")) == PossibleThrow("Ana", (("die:munchkin", "power"),))
    assert escape(pips("4"), piece("stone:3", "symbol", (300.0, 300.0))) == PossibleThrow(
        "Ana", (("die:munchkin", "4"),)
    )


def test_two_unknown_dice_are_asked_about() -> None:
    thrown = escape(pips("4"), pips("2", 300.0))
    assert isinstance(thrown, PossibleThrow)
    assert thrown.ambiguities[0].candidates[0] == ("die:munchkin", "4")
    assert escape(pips("4", 100.0, "off")) == NoThrow()
    assert escape(pips("4", 100.0, "size", sure=False)) == NoThrow()
    assert escape(pips("4", 100.0, "size")) == PossibleThrow("Ana", (("die:munchkin", "4"),))
    assert escape(pips("number")) == NoThrow()


def test_the_unsure_side_of_an_unknown_die_is_asked_about() -> None:
    thrown = escape(pips("4", sure=False, other="6"))
    assert isinstance(thrown, PossibleThrow)
    assert thrown.ambiguities[0].candidates[:2] == (("die:munchkin", "4"), ("die:munchkin", "6"))


def test_a_question_names_the_picture_on_a_die_in_the_words_of_its_game() -> None:
    thrown = escape(pips("6", sure=False, other="power"))
    assert isinstance(thrown, PossibleThrow)
    munchkin, dicers = (
        question_for(thrown, "1", "", GameContext(rules=rules, names={"die:munchkin": "the die"}))
        for rules in (MUNCHKIN, DICERS)
    )
    assert munchkin is not None
    assert dicers is not None
    assert "Picture side" in [choice.words for choice in munchkin.choices]
    assert "Power side" in [choice.words for choice in dicers.choices]


def test_the_die_goes_round_for_the_order_of_looting() -> None:
    first = identified(reading(pips("4")), ORDER, {})
    tracks = with_counted({}, first, {"die:munchkin": "4"})
    assert escape(pips("4"), tracks=tracks, asks=ORDER[1:]) == NoThrow()
    assert escape(pips("2", 300.0), tracks=tracks, asks=ORDER[1:]) == PossibleThrow("Bo", (("die:munchkin", "2"),))
    assert escape(pips("4", 300.0), tracks=tracks, asks=ORDER[1:]) == PossibleThrow("Bo", (("die:munchkin", "4"),))


def test_a_cocked_die_is_thrown_again() -> None:
    wait = escape(pips("4", 100.0, "cocked"))
    assert isinstance(wait, NoThrow)
    assert wait.words == "The die does not lie flat: roll it again. It costs nothing."


def test_an_unknown_die_that_lay_there_before_is_not_the_thrown_one() -> None:
    old = [pips("2", 300.0)]
    named = identified(reading(pips("4"), pips("2", 301.0)), [RUN], {}, known=old)
    assert [one.piece for one in named.pieces] == ["die:munchkin", None]


def test_while_the_die_is_in_the_hand_an_identified_die_on_the_mat_is_not_mistaken_for_it() -> None:
    old = [replace(pips("4", 300.0), piece="die:4")]
    assert [one.piece for one in identified(reading(pips("4", 301.0)), [RUN], {}, known=old).pieces] == ["die:4"]


def test_the_due_die_may_land_where_it_lay() -> None:
    old = [replace(pips("4", 300.0), piece="die:munchkin")]
    assert [one.piece for one in identified(reading(pips("2", 301.0)), [RUN], {}, known=old).pieces] == ["die:munchkin"]


def test_where_only_numbers_count_each_die_gets_its_likeliest_name() -> None:
    roll = replace(RUN, kind="first-roll", pieces=(("die:1", ("1", "3")), ("die:4", ("1", "3"))), some=True)
    likely = {"die:1": 0.2, "die:4": 0.7}
    candidates = tuple((name, "3", score) for name, score in likely.items())
    four = replace(piece(None, "3", (100.0, 100.0), True, (), candidates), kind="die")
    named = identified(reading(four, pips("1", 300.0)), [roll], {}, only_numbers=True)
    assert [(one.piece, one.notes) for one in named.pieces] == [("die:4", ("guessed",)), ("die:1", ("guessed",))]
    tracks = with_counted({}, named, {"die:4": "3", "die:1": "1"})
    assert [
        (key, track.side, max(track.names, key=lambda name: track.names[name])) for key, track in tracks.items()
    ] == [
        (1, "3", "die:4"),
        (2, "1", "die:1"),
    ]
