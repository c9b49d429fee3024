"""The fold: facts that stand, facts that lapse, powers that stay revealed, and facts that are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.asks import Ask, Excluded, Option, sift, visible_asks
from rules.core.facts import Amend, Choose, Fact, Play, Restore, Retract, Throw
from rules.core.fold import advance, opening, perft, referee
from rules.core.game import whole_number
from rules.core.refusals import refusal
from rules.core.rulings import Message, Reason, audience
from tests.rules.toy import Toy

GAME = Toy()
SETUP = {"game": "toy", "players": ["Ana", "Bo"], "powers": {"Ana": "turn", "Bo": "nudge"}}


def throw(player: str, side: str) -> Throw:
    return Throw(player, ((f"die:{player}", side),))


def pick(player: str, what: str) -> Choose:
    return Choose(player, "power", what)


BOTH: list[Fact] = [throw("Ana", "1"), throw("Bo", "2")]
LATE = "only until something else is recorded"
WHOLE: list[Fact] = [*BOTH, pick("Ana", "turn"), pick("Bo", "keep")]


def words(log: list[Fact]) -> list[str]:
    return [ruling.text for ruling in referee(GAME, SETUP, log).rulings]


def test_a_whole_game_is_folded() -> None:
    assert words(WHOLE) == ["Ana throws 1.", "Bo throws 2.", "Ana shows turn: now 3.", "Bo keeps 2.", "Ana wins."]
    assert referee(GAME, SETUP, WHOLE).asks == ()


# 3 faces, 3 faces, 2 choices, 2 choices: 3, 9, 18, 36, and nothing after the end.
@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 3), (2, 9), (3, 18), (4, 36), (9, 36)])
def test_perft(depth: int, count: int) -> None:
    assert perft(GAME, GAME.start(SETUP), depth) == count


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        ("-20", -20),
        ("+3", 3),
        ("0", 0),
        *((text, None) for text in ("", "2.5", " 7", "+-3", "٣", "9" * 5000)),
    ],
)
def test_a_whole_number_has_a_few_plain_digits(text: str, number: int | None) -> None:
    assert whole_number(text) == number


def test_facts_are_numbered_from_one_and_corrections_count() -> None:
    table = referee(GAME, SETUP, [*BOTH, Amend(1, throw("Ana", "3")), pick("Ana", "keep")])
    assert [entry.seq for entry in table.entries] == [1, 2, 4]
    assert table.length == 4


def test_a_misread_throw_is_corrected_and_what_followed_stands() -> None:
    log: list[Fact] = [*BOTH, pick("Ana", "keep"), pick("Bo", "keep")]
    assert words(log)[-1] == "Bo wins."
    table = referee(GAME, SETUP, [*log, Amend(1, throw("Ana", "3"))])
    assert table.rulings[-1].text == "Ana wins."
    assert table.lapsed == ()


def test_a_correction_can_itself_be_corrected() -> None:
    log: list[Fact] = [*BOTH, Amend(1, throw("Ana", "3")), Amend(1, throw("Ana", "2"))]
    assert referee(GAME, SETUP, log).state == referee(GAME, SETUP, [throw("Ana", "2"), throw("Bo", "2")]).state


def test_a_choice_made_impossible_by_a_correction_lapses_with_all_later_facts() -> None:
    table = referee(GAME, SETUP, [*BOTH, pick("Ana", "keep"), pick("Bo", "keep"), Amend(2, throw("Bo", "cocked"))])
    assert table.lapsed == (3, 4)
    assert [(ask.player, ask.kind) for ask in table.asks] == [("Bo", "throw")]
    again = advance(GAME, table, throw("Bo", "3"))
    assert again.lapsed == (3, 4)
    assert [(ask.player, ask.kind) for ask in again.asks] == [("Ana", "power")]


def test_a_throw_after_an_end_that_a_correction_brings_forward_lapses() -> None:
    late = [throw("Ana", "cocked"), *WHOLE, Amend(1, throw("Ana", "1"))]
    table = referee(GAME, SETUP, late)
    # The first throw now counts, so number 2 is nobody's turn, and the rest goes on as before.
    assert table.asks == ()
    table = advance(GAME, table, throw("Bo", "1"))
    assert table.lapsed == (7,)
    assert table.state == referee(GAME, SETUP, late).state


def test_taking_back_a_fact_takes_back_all_later_ones() -> None:
    assert referee(GAME, SETUP, [*WHOLE, Retract(2)]).state == referee(GAME, SETUP, WHOLE[:1]).state


def test_what_was_taken_back_is_put_back_in_the_reverse_order() -> None:
    undone = referee(GAME, SETUP, [*WHOLE, Retract(3), Retract(2)])
    once = advance(GAME, undone, Restore(2))
    twice = advance(GAME, once, Restore(3))
    assert (undone.entries, once.entries, twice.entries) == tuple(
        referee(GAME, SETUP, WHOLE[:n]).entries for n in (1, 2, 4)
    )
    assert (once.retracted and once.retracted.seq, twice.retracted, twice.length) == (3, None, 8)
    assert twice.asks == ()


def test_a_restoration_that_comes_too_late_changes_nothing() -> None:
    log: list[Fact] = [*BOTH, Retract(2), throw("Bo", "3")]
    late = referee(GAME, SETUP, [*log, Restore(2)])
    assert (late.entries, late.length) == (referee(GAME, SETUP, log).entries, 5)


def test_a_revealed_power_stays_revealed_after_it_is_taken_back() -> None:
    table = referee(GAME, SETUP, [*WHOLE, Retract(3)])
    assert GAME.view(table.state, "Bo", table.revealed)["powers"] == {"Ana": "turn", "Bo": "nudge"}


def test_an_irregular_throw_is_kept_and_judged() -> None:
    table = referee(GAME, SETUP, [throw("Bo", "2")])
    assert [(entry.seq, entry.regular) for entry in table.entries] == [(1, False)]
    assert table.rulings[0].rules == ("TOY-2",)


def test_an_unoffered_choice_changes_nothing() -> None:
    table = referee(GAME, SETUP, [pick("Ana", "turn"), *BOTH])
    assert table.lapsed == (1,)
    assert table.state == referee(GAME, SETUP, BOTH).state


@pytest.mark.parametrize(
    ("log", "fact", "reason"),
    [
        ([], throw("Ana", "1"), None),
        ([], throw("Bo", "cocked"), None),
        (BOTH, pick("Ana", "turn"), None),
        (BOTH, Retract(1), None),
        (BOTH, Amend(2, throw("Bo", "3")), None),
        ([], Throw("Ana", ()), "at least one piece"),
        ([], throw("Cy", "1"), "Nobody called 'Cy'"),
        ([], pick("Cy", "keep"), "Nobody called 'Cy'"),
        (WHOLE, throw("Ana", "1"), "over"),
        ([], pick("Ana", "turn"), "Ana throws."),
        (
            BOTH,
            pick("Ana", "nudge"),
            "Powers are shown in order, after both throws, and only one's own. [TOY-3, TOY-1] Ana keeps or changes.",
        ),
        (BOTH, pick("Bo", "keep"), "Powers are shown in order"),
        (WHOLE, pick("Bo", "keep"), "Powers are shown in order"),
        (BOTH, Choose("Ana", "dance", "x"), "no choice of that kind. Ana keeps or changes."),
        (BOTH, Retract(3), "Nothing stands at number 3"),
        ([*BOTH, Retract(2)], Retract(2), "Nothing stands at number 2"),
        ([*BOTH, Amend(1, throw("Ana", "2"))], Amend(3, throw("Ana", "1")), "Nothing stands at number 3"),
        ([*BOTH, Retract(2)], Restore(2), None),
        ([*BOTH, Retract(2), Retract(1), Restore(1)], Restore(2), None),
        ([*BOTH, Retract(2), Retract(1)], Restore(2), LATE),
        ([*BOTH, Retract(2), throw("Bo", "1")], Restore(2), LATE),
        ([*BOTH, Retract(2), Amend(1, throw("Ana", "2"))], Restore(2), LATE),
        ([*BOTH, Retract(2), Restore(2)], Restore(2), LATE),
        ([*BOTH, Amend(2, throw("Bo", "2"))], Restore(2), None),
        ([*BOTH, Amend(2, throw("Bo", "2"))], Restore(1), LATE),
        ([*BOTH, Amend(2, throw("Bo", "2")), Retract(2), Restore(2)], Restore(2), None),
        ([*BOTH, Amend(2, throw("Bo", "2")), throw("Bo", "1")], Restore(2), LATE),
        (BOTH, Restore(2), LATE),
        (BOTH, pick("Ana", "jump"), "Nobody jumps. [TOY-3] Ana keeps or changes."),
        (WHOLE, Amend(3, pick("Ana", "nudge")), "Powers are shown in order"),
        (WHOLE, Amend(3, pick("Ana", "keep")), None),
        (WHOLE, Amend(1, Throw("Ana", ())), "at least one piece"),
        (WHOLE, Amend(1, throw("Cy", "1")), "Nobody called"),
    ],
)
def test_only_admissible_facts_are_logged(log: list[Fact], fact: Fact, reason: str | None) -> None:
    why = refusal(GAME, referee(GAME, SETUP, log), fact)
    assert (why is None) if reason is None else (why is not None and reason in why)


def test_an_excluded_option_is_refused_with_its_reason_unless_the_refusal_is_public() -> None:
    table = referee(GAME, SETUP, BOTH)
    why = Reason("That power is spent.", ("TOY-3",))
    [ask] = table.asks
    restricted = replace(table, waits=lambda: (replace(ask, excluded=(Excluded(Option("nudge", "Nudge"), why),)),))
    assert refusal(GAME, restricted, pick("Ana", "nudge")) == "That power is spent. [TOY-3] Ana keeps or changes."
    assert refusal(GAME, restricted, pick("Ana", "nudge"), public=True) == (
        "Only Ana may know what is offered here. [TOY-3] Ana keeps or changes."
    )
    assert visible_asks(restricted.asks, "Bo")[0].excluded == ()
    assert visible_asks(restricted.asks, "Ana")[0].excluded


def test_a_reason_cites_at_most_four_rules() -> None:
    assert str(Reason("No.", ("A", "B", "C", "D", "E"))) == "No. [A, B, C, D]"


def test_a_sentence_that_ends_with_a_name_has_one_full_stop() -> None:
    message = Message("door", "Ana opens the door: {card}.", ("R",))
    assert message(card="Ha!").text == "Ana opens the door: Ha!"
    assert message(card="Troll").text == "Ana opens the door: Troll."


def test_one_predicate_splits_options_and_exclusions() -> None:
    one, two = Option("1", "One"), Option("2", "Two")
    why = Reason("Even.", ("TOY-3",))
    assert sift((one, two), lambda pick: why if pick == "2" else None) == ((one,), (Excluded(two, why),))


def test_a_refusal_reveals_nothing_of_a_hidden_ask() -> None:
    table = opening(GAME, SETUP)
    secret = Ask("Bo", "secret", "Bo may use his power.", ("TOY-3",), (Option("x", "X"),), hides="ask")
    why = refusal(GAME, replace(table, waits=lambda: (*table.asks, secret)), pick("Ana", "keep"))
    assert why is not None
    assert "Bo" not in why


@pytest.mark.parametrize(
    ("player", "waits"),
    [
        ("Ana", "Ana casts. Ana keeps."),
        ("Bo", "Bo casts. Bo keeps. Bo sells."),
        ("Cy", "Ana casts. Bo casts. Ana keeps."),
    ],
)
def test_a_refusal_ends_with_at_most_three_things_that_the_table_waits_for(player: str, waits: str) -> None:
    """Those of the player who chose; where there are none, the first ones of all players."""
    table = opening(GAME, {**SETUP, "players": ["Ana", "Bo"]})
    sentences = ("Ana casts.", "Bo casts.", "Ana keeps.", "Bo keeps.", "Bo sells.", "Bo buys.")
    asks = tuple(Ask(words.split()[0], words, words, ("TOY-1",), (Option("x", "X"),)) for words in sentences)
    three = replace(table, waits=lambda: asks, setup={**table.setup, "players": ["Ana", "Bo", "Cy"]})
    assert refusal(GAME, three, Choose(player, "dance", "x")) == f"This game has no choice of that kind. {waits}"


SIDES = ("symbol", "number")
SOME = Ask("Ana", "second", "", (), (Option("stand", "Keep"),), (("a", SIDES), ("b", SIDES)), some=True)
ALL = Ask("Ana", "cast", "", (), (), (("a", SIDES), ("b", SIDES)))


@pytest.mark.parametrize(
    ("ask", "play", "admitted"),
    [
        (ALL, Throw("Ana", (("a", "symbol"), ("b", "number"))), True),
        (ALL, Throw("Ana", (("b", "number"), ("a", "symbol"))), True),
        (ALL, Throw("Bo", (("a", "symbol"), ("b", "number"))), False),
        (ALL, Throw("Ana", (("a", "symbol"),)), False),
        (ALL, Throw("Ana", (("a", "symbol"), ("a", "symbol"), ("b", "number"))), False),
        (ALL, Throw("Ana", (("a", "leaner"), ("b", "number"))), False),
        (ALL, Throw("Ana", (("a", "symbol"), ("b", "number"), ("c", "number"))), False),
        (ALL, Choose("Ana", "cast", "stand"), False),
        (SOME, Throw("Ana", (("b", "number"),)), True),
        (SOME, Throw("Ana", ()), False),
        (replace(SOME, most=1), Throw("Ana", (("b", "number"),)), True),
        (replace(SOME, most=1), Throw("Ana", (("a", "symbol"), ("b", "number"))), False),
        (SOME, Throw("Ana", (("c", "number"),)), False),
        (SOME, Choose("Ana", "second", "stand"), True),
        (SOME, Choose("Bo", "second", "stand"), False),
        (SOME, Choose("Ana", "cast", "stand"), False),
    ],
)
def test_only_matching_plays_answer_an_ask(ask: Ask, play: Play, admitted: bool) -> None:
    assert ask.admits(play) is admitted


def test_all_answers_of_an_ask_are_admitted_and_counted() -> None:
    assert len(list(ALL.plays())) == 2 * 2
    assert len(list(SOME.plays())) == 1 + 2 + 2 + 2 * 2
    assert all(SOME.admits(play) for play in SOME.plays())
    assert len(list(replace(SOME, most=1).plays())) == 1 + 2 + 2


def test_each_viewer_gets_only_the_rulings_and_asks_meant_for_them() -> None:
    ask = GAME.asks(referee(GAME, SETUP, BOTH).state)
    assert [len(a.options) for a in visible_asks(ask, "Ana")] == [2]
    assert [len(a.options) for a in visible_asks(ask, "Bo")] == [0]
    assert [len(a.options) for a in visible_asks(ask, None)] == [0]
    hidden = Ask("Ana", "x", "", (), (Option("y", "Y"),), hides="ask")
    assert visible_asks((hidden,), "Ana") == (hidden,)
    assert visible_asks((hidden,), "Bo") == visible_asks((hidden,), None) == ()
    ruling = GAME.book.message("s", "Only you.", "TOY-5")(to="Ana")
    assert [len(audience((ruling,), viewer)) for viewer in ("Ana", "Bo", None)] == [1, 0, 0]
