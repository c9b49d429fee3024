"""A reading is a throw, a question, or a notice to wait for."""

from __future__ import annotations

import pytest

from referee.observe.interpretation import Ambiguity, NoThrow, PossibleThrow, interpret, settle
from rules.games import GAMES
from tests.referee.kit import piece, reading
from tests.referee.observe.casts import FIRST, NAMES, counted, lie, second
from vision.types import Piece


def test_pieces_that_are_all_seen_and_sure_are_a_throw() -> None:
    assert interpret([FIRST], reading(*lie("symbol", "number", "number")), {}, NAMES) == PossibleThrow(
        "Ana", (("s:1", "symbol"), ("s:2", "number"), ("s:3", "number"))
    )


def test_other_things_on_the_table_do_not_matter() -> None:
    on_table = reading(*lie("symbol", "number", "number"), piece(None, None, (500, 500), notes=("leaner",)))
    assert isinstance(interpret([FIRST], on_table, {}, NAMES), PossibleThrow)


def test_an_empty_table_gives_no_notice() -> None:
    assert interpret([FIRST], reading(), {}, NAMES) == NoThrow()
    assert interpret([], reading(*lie("symbol")), {}, NAMES) == NoThrow()


@pytest.mark.parametrize(
    ("pieces", "words", "rule"),
    [
        (
            lie("symbol", "number"),
            "I see 2 of 3; not Ring. Slide onto the mat what lies beside it, and uncover what is covered, without "
            "turning it; throw again what fell off the table.",
            "CST-Q-35",
        ),
        (
            (*lie("symbol", "number"), piece("s:3", "symbol", (300, 300), sure=False, notes=("off",))),
            "Ring lies beside the mat: slide it onto the mat without turning it.",
            "CST-Q-37",
        ),
        (
            (*lie("symbol", "number"), piece(None, None, (300, 300), notes=("off",))),
            "I see 2 of 3; not Ring. Something lies beside the mat: if that is it, slide it onto the mat without "
            "turning it.",
            "CST-Q-35",
        ),
        (
            (*lie("symbol", "number"), piece(None, None, (300, 300))),
            "I see 2 of 3; not Ring. Something else lies there: if that is it, move it a little without turning it.",
            "CST-Q-35",
        ),
        (
            (*lie("symbol"), piece(None, None, (300, 300), notes=("off",)), piece(None, None, (400, 300))),
            "I see 1 of 3; not Cup, Ring. Something else lies there: if that is it, move it a little without turning "
            "it.",
            "CST-Q-35",
        ),
        (
            (*lie("symbol"), piece(None, None, (300, 300))),
            "I see 1 of 3; not Cup, Ring. Something else lies there: if one lies on another, slide them apart "
            "without turning them.",
            "CST-B-16",
        ),
        (
            (*lie("symbol", "number"), piece("s:3", None, (300, 300), notes=("leaner",))),
            "Ring stands on its edge: whoever cast it tips it to either side, then it counts.",
            "CST-B-17",
        ),
        (
            (*lie("symbol", "number"), piece(None, None, (300, 300), notes=("stacked",))),
            "Ring lies on another: slide them apart without turning them.",
            "CST-B-16",
        ),
    ],
)
def test_a_piece_that_cannot_be_judged_is_named_and_blocks_the_throw(
    pieces: tuple[Piece, ...], words: str, rule: str
) -> None:
    wait = interpret([FIRST], reading(*pieces), {}, NAMES)
    assert isinstance(wait, NoThrow)
    assert wait.words == words
    assert rule in wait.rules


def test_a_throw_is_not_counted_again_while_most_pieces_have_not_moved() -> None:
    tracks = counted("symbol", "number", "number")
    still = lie("symbol", "number", "number")
    nudged = (piece("s:1", "symbol", (30.0, 80.0)), *still[1:])
    assert interpret([FIRST], reading(*still), tracks, NAMES) == NoThrow()
    assert interpret([FIRST], reading(*nudged), tracks, NAMES) == NoThrow()
    assert isinstance(
        interpret([FIRST], reading(*lie("symbol", "number", "number", x=40)), tracks, NAMES), PossibleThrow
    )


def test_in_a_second_cast_only_the_stones_cast_again_count() -> None:
    tracks = counted("symbol", "number", "number")
    unmoved = lie("symbol", "number")
    turned = piece("s:3", "symbol", (200.0, 200.0))
    assert second(tracks, *unmoved, turned) == PossibleThrow("Ana", (("s:3", "symbol"),))
    assert second(tracks, turned) == PossibleThrow("Ana", (("s:3", "symbol"),))


def test_stones_taken_up_are_not_yet_cast() -> None:
    tracks = counted("symbol", "number", "number")
    assert second(tracks, *lie("symbol", "number")) == NoThrow()


def test_a_stone_that_moved_a_little_without_turning_is_asked_about() -> None:
    tracks = counted("symbol", "number", "number")
    thrown = second(tracks, *lie("symbol", "number"), piece("s:3", "number", (160.0, 50.0)))
    assert thrown == PossibleThrow("Ana", (("s:3", "number"),), (Ambiguity(2, ()),))
    assert settle(thrown, None) == PossibleThrow("Ana", (("s:3", "number"),))


def test_a_stone_that_lies_far_from_its_place_was_cast_again_though_it_shows_the_same_side() -> None:
    tracks = counted("symbol", "number", "number")
    thrown = second(tracks, *lie("symbol", "number"), piece("s:3", "number", (200.0, 200.0)))
    assert thrown == PossibleThrow("Ana", (("s:3", "number"),))


def test_ambiguities_are_resolved_one_by_one_and_a_taken_name_is_not_offered_again() -> None:
    pair = (("s:1", "symbol", 0.4), ("s:2", "symbol", 0.35), ("s:9", "symbol", 0.2))
    doubtful = reading(
        piece("s:1", "symbol", (0, 0), sure=False, candidates=pair),
        piece("s:2", "symbol", (90, 0), sure=False, candidates=pair),
        piece("s:3", "number", (180, 0)),
    )
    thrown = interpret([FIRST], doubtful, {}, NAMES)
    assert isinstance(thrown, PossibleThrow)
    assert [doubt.index for doubt in thrown.ambiguities] == [0, 1]
    assert thrown.ambiguities[0].candidates == (
        ("s:1", "symbol"),
        ("s:2", "symbol"),
        ("s:1", "number"),
        ("s:2", "number"),
    )
    thrown = settle(thrown, ("s:2", "symbol"))
    assert thrown.ambiguities[0].candidates == (("s:1", "symbol"), ("s:1", "number"))


def test_two_pieces_with_one_name_are_both_ambiguous() -> None:
    doubled = reading(*lie("symbol", "number", "number"), piece("s:3", "symbol", (400.0, 400.0)))
    thrown = interpret([FIRST], doubled, {}, NAMES)
    assert isinstance(thrown, PossibleThrow)
    assert [doubt.index for doubt in thrown.ambiguities] == [2, 3]


def swapped(first: str, second: str, other: float) -> PossibleThrow | NoThrow:
    """Stones 1 and 2 may each be the other; *other* is the score of stone 1 showing its other side."""
    pair = (("s:1", "number", 0.5), ("s:2", "number", 0.4), ("s:1", "symbol", other))
    doubtful = reading(
        piece("s:1", first, (0, 0), sure=False, candidates=pair),
        piece("s:2", second, (90, 0), sure=False, candidates=pair[:2]),
        piece("s:3", "number", (180, 0)),
    )
    return interpret([FIRST], doubtful, {}, NAMES)


def test_two_pieces_that_may_only_be_each_other_on_the_same_side_need_no_question() -> None:
    thrown = swapped("number", "number", 0.001)
    assert thrown == PossibleThrow("Ana", (("s:1", "number"), ("s:2", "number"), ("s:3", "number")))


def test_two_pieces_that_may_show_another_side_need_a_question() -> None:
    for thrown in (swapped("number", "number", 0.1), swapped("symbol", "number", 0.1)):
        assert isinstance(thrown, PossibleThrow)
        assert len(thrown.ambiguities) == 2


def test_a_piece_surely_seen_elsewhere_is_no_candidate() -> None:
    rivals = (("s:2", "number", 0.51), ("s:1", "number", 0.49))
    unsure = piece("s:1", "number", (0, 0), sure=False, candidates=rivals)
    others = (piece("s:2", "symbol", (90, 0)), piece("s:3", "number", (180, 0)))
    thrown = interpret([FIRST], reading(unsure, *others), {}, NAMES)
    assert thrown == PossibleThrow("Ana", (("s:1", "number"), ("s:2", "symbol"), ("s:3", "number")))
    own_side = piece("s:1", "number", (0, 0), sure=False, candidates=(*rivals, ("s:1", "symbol", 0.1)))
    assert isinstance(thrown := interpret([FIRST], reading(own_side, *others), {}, NAMES), PossibleThrow)
    assert thrown.ambiguities


@pytest.mark.parametrize("game", GAMES)
def test_every_cited_rule_is_in_the_rulebook(game: str) -> None:
    assert all(rule in GAMES[game].book for rules in GAMES[game].at_table.note_rules.values() for rule in rules)
