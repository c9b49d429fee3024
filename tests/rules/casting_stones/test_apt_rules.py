"""The rules and house rules that a sentence names are those that decide it: casts, cards, gems that go home."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.facts import Fact
from rules.core.fold import Table
from rules.core.refusals import why_not
from rules.core.rulings import Ruling
from tests.rules.casting_stones.kit import (
    ADVANCED_HANDS,
    CARDS,
    CHARM,
    FIVE_EACH,
    KIT,
    NOTHING,
    POTION,
    PUZZLE,
    SHOWN_WHOLE,
    SPELL,
    THREE_ADDED,
    advanced,
    ana,
    bo,
    casts,
    counter,
    intermediate,
    setup,
    throw,
    turn,
    whole_hand,
)
from tests.rules.casting_stones.match import table


def said(now: Table, key: str) -> Ruling:
    """The ruling with that key on the last play."""
    [ruling] = [ruling for ruling in now.entries[-1].rulings if ruling.key == key]
    return ruling


def instead(old: dict[str, Any], **changed: Any) -> list[Any]:
    """The tests' cards, with one of them changed."""
    return [{**old, **changed} if card is old else card for card in CARDS]


TIED_THEN_WON: list[Fact] = [*turn(POTION, POTION), *turn(CHARM, POTION), ana("victory", "swap-stone stone:3 stone:44")]
WON_THEN_TIED: list[Fact] = [
    *turn(CHARM, POTION),
    ana("victory", "swap-stone stone:3 stone:44"),
    casts("Ana", POTION, {"Ana": ["stone:11", "stone:12", "stone:14", "stone:15", "stone:44"]}),
    casts("Bo", POTION),
]
BROKEN = "Double Potion needs two turns in a row, and by your house rules a tied turn breaks the row."
NOT_TWICE = "Double Potion needs a Potion in two turns in a row."


@pytest.mark.rule("CST-Q-03", "CST-I-08")
@pytest.mark.parametrize(
    ("log", "breaks", "words", "rule"),
    [
        (TIED_THEN_WON, True, BROKEN, "CST-Q-03"),
        (WON_THEN_TIED, True, BROKEN, "CST-Q-03"),
        (
            [*turn(POTION, POTION), *turn(CHARM, CHARM), ana("victory", "knock-stone stone:21")],
            True,
            NOT_TWICE,
            "CST-I-08",
        ),
        ([*turn(POTION, POTION)], True, NOT_TWICE, "CST-I-08"),
        ([*turn(POTION, POTION)], False, NOT_TWICE, "CST-I-08"),
    ],
)
def test_a_row_that_a_tie_broke_is_not_said_to_lack_a_potion(
    log: list[Fact], breaks: bool, words: str, rule: str
) -> None:
    reason = why_not(KIT.game, table(intermediate(ties_break_streak=breaks), *log), ana("card", "card:double-potion"))
    assert reason is not None
    assert reason.words == words
    assert reason.rules[0] == rule


@pytest.mark.rule("CST-Q-03", "CST-A-16")
def test_a_card_that_a_tie_keeps_back_says_so_by_itself() -> None:
    ruling = said(table(intermediate(ties_break_streak=True), *WON_THEN_TIED), "card-unmet")
    assert ruling.text == f"Ana cannot use Double Potion this turn. {BROKEN}"
    assert ruling.rules[0] == "CST-Q-03"


AGAIN = throw("Bo", s21="symbol", s35="symbol")


@pytest.mark.rule("CST-Q-06", "CST-B-31")
@pytest.mark.parametrize(
    ("first", "again", "key"),
    [
        (SPELL, AGAIN, "casts-again"),
        (SPELL, casts("Bo", CHARM), "casts-all-again"),
        (SPELL, casts("Bo", SPELL), "casts-alike"),
        (NOTHING, AGAIN, "casts-again"),
        (NOTHING, casts("Bo", CHARM), "casts-all-again"),
    ],
)
def test_a_good_cast_is_cast_again_by_the_house_rule_and_a_failed_one_by_the_sheet(
    first: str, again: Fact, key: str
) -> None:
    good = first == SPELL
    asked = table(setup(picked=True, free_second_cast=True), *turn(first, CHARM))
    rules = said(table(asked.setup, *turn(first, CHARM), again), key).rules
    assert rules[0] == asked.asks[0].rules[0] == ("CST-Q-06" if good else "CST-B-31")
    assert ("CST-B-31" in rules) == ("CST-B-31" in asked.asks[0].rules) == (not good)


CHASER_HANDS = {"Ana": FIVE_EACH["Ana"], "Bo": [f"stone:{number}" for number in (121, 22, 67, 60, 43)]}


@pytest.mark.rule("CST-Q-06", "CST-Q-43")
@pytest.mark.parametrize(("free", "rule"), [(False, "CST-Q-43"), (True, "CST-Q-06")])
def test_the_spell_of_a_chaser_is_cast_again_by_the_house_rule_that_allows_it(free: bool, rule: str) -> None:
    of = {**advanced(free_second_cast=free, chaser_spell_recast=True), "hands": CHASER_HANDS}
    log = [casts("Bo", "sssnn", CHASER_HANDS), casts("Ana", CHARM)]
    assert rule in table(of, *log).asks[0].rules
    assert ("Chaser" in table(of, *log).asks[0].words) == (not free)
    assert said(table(of, *log, throw("Bo", s121="number")), "casts-again").rules[0] == rule
    kept, *_ = table(of, *log, bo("second", "stand")).entries[-1].rulings
    assert kept.rules == ("CST-B-30", rule)


@pytest.mark.rule("CST-Q-27", "CST-A-12", "CST-Q-26")
def test_a_card_that_is_no_counter_spell_is_not_explained_by_the_rules_of_counter_spells() -> None:
    first, second, call = SHOWN_WHOLE
    fits = table(whole_hand(), first)
    assert fits.entries[-1].rulings[-1].text == "Bo's cast matches Mouse Trap: with that card it counts as a Spell."
    assert fits.entries[-1].rulings[-1].rules == ("CST-Q-27",)
    [asked] = [ask for ask in table(whole_hand(), first, second).asks if ask.kind == "call"]
    assert asked.rules == ("CST-Q-27",)
    compared = said(table(whole_hand(), first, second, call), "compared")
    assert compared.text.startswith("Bo: Spell \N{EM DASH} 15 + 15 + 15 + 15 = 60.")
    assert "CST-Q-27" in compared.rules
    assert "CST-Q-26" not in compared.rules


@pytest.mark.rule("CST-A-12", "CST-Q-26")
def test_a_counter_spell_is_explained_by_its_own_rules() -> None:
    called: list[Fact] = [casts("Ana", NOTHING), ana("call", "card:owl-post"), casts("Bo", POTION, ADVANCED_HANDS)]
    first = table(counter(), called[0])
    assert first.entries[-1].rulings[-1].rules == ("CST-A-12",)
    [asked] = [ask for ask in first.asks if ask.kind == "call"]
    assert asked.rules == ("CST-A-12", "CST-Q-25")
    compared = said(table(counter(), *called), "compared")
    assert {"CST-Q-26", "CST-Q-45"} <= set(compared.rules)
    assert "CST-Q-27" not in compared.rules


@pytest.mark.rule("CST-Q-03", "CST-A-20")
def test_a_card_without_a_row_is_not_used_in_a_tied_turn_by_the_rule_of_rows() -> None:
    puzzle = instead(PUZZLE, numbers=[], symbols=["Crabbe"], even_lost=True)
    of = {**advanced(), "cards": puzzle}
    tied = [casts("Bo", POTION, ADVANCED_HANDS), casts("Ana", POTION)]
    used = said(table(of, *tied, bo("card", "card:puzzle")), "card-used")
    assert "CST-Q-03" not in used.rules
    assert used.rules[-1] == "CST-A-20"
    row: list[Fact] = [*turn(POTION, POTION), *turn(POTION, POTION), ana("card", "card:double-potion")]
    assert said(table(intermediate(), *row), "card-used").rules[-1] == "CST-Q-03"


@pytest.mark.rule("CST-Q-41", "CST-B-48")
def test_a_gem_that_a_card_puts_aside_is_not_knocked_out_by_a_charm() -> None:
    ana_first: list[Fact] = [casts("Bo", POTION, ADVANCED_HANDS), casts("Ana", SPELL), ana("victory", "gem 5")]
    draco: list[Fact] = [casts("Ana", POTION), casts("Bo", "sssnn", ADVANCED_HANDS), bo("victory", "gem 1")]
    now = table(advanced(), *ana_first, *draco, bo("card", "card:draco-malfoy"), bo("gain", "gem 2"))
    removed = said(now, "knock-gem")
    assert removed.text == "Ana's gem on the Slytherin turret goes back to Ana's line."
    assert removed.rules == ("CST-Q-41", "CST-I-02")
    charm: list[Fact] = [
        *turn(SPELL, POTION),
        bo("victory", "gem 1"),
        *turn(SPELL, CHARM),
        ana("victory", "knock-gem 1"),
    ]
    assert said(table(setup(picked=True), *charm), "knock-gem").rules[0] == "CST-B-48"


@pytest.mark.rule("CST-Q-19", "CST-Q-23", "CST-B-50")
@pytest.mark.parametrize("instead_of", [False, True])
def test_a_winner_who_has_to_replace_a_stone_is_not_said_to_wait_for_an_own_card(instead_of: bool) -> None:
    """Bo lost the turn, and by house rule Bo's card comes before Ana's reward."""
    of = intermediate(before_winner=True, card_replaces_action=instead_of)
    taken = ana("victory", "swap-stone stone:3 stone:44")
    hands = {"Ana": ["stone:11", "stone:12", "stone:14", "stone:15", "stone:44"]}
    rows: list[Fact] = [*turn(CHARM, POTION), taken, casts("Ana", POTION, hands), casts("Bo", CHARM)]
    used = [bo("card", "card:charms"), bo("gain", "knock-stone stone:44")]
    for log, words, rule in (
        (rows, "By your house rules the card comes before the reward.", "CST-Q-23"),
        ([*rows, *used], "The stone that is knocked out is replaced before the reward.", "CST-Q-19"),
        (
            [*rows, *used, ana("replace", "stone:3")],
            "By your house rules the card comes before the reward.",
            "CST-Q-23",
        ),
    ):
        reason = why_not(KIT.game, table(of, *log), ana("victory", "swap-stone stone:12 stone:120"))
        assert reason is not None
        assert reason.words == words
        assert reason.rules[0] == rule


@pytest.mark.rule("CST-Q-17", "CST-I-12")
def test_the_winner_of_a_turn_is_not_said_to_pick_the_stone_that_the_losers_card_knocks_out() -> None:
    """Ana won with a Potion; Bo, who lost with a second Charm in a row, uses Charms."""
    hands = {"Ana": ["stone:11", "stone:12", "stone:14", "stone:15", "stone:44"]}
    rows: list[Fact] = [*turn(CHARM, POTION), ana("victory", "swap-stone stone:3 stone:44")]
    rows += [casts("Ana", POTION, hands), casts("Bo", CHARM), ana("victory", "swap-stone stone:44 stone:3")]
    now = table(intermediate(), *rows, ana("card", "no"), bo("card", "card:charms"))
    for choice in (bo("gain", "knock-stone"), ana("give", "stone:11")):
        reason = why_not(KIT.game, now, choice)
        assert reason is not None
        assert reason.words == "Whoever knocks a stone out picks it."
        assert reason.rules[0] == "CST-Q-17"


@pytest.mark.rule("CST-I-11", "CST-I-12", "CST-B-47", "CST-B-49")
@pytest.mark.parametrize("victim_picks", [False, True])
def test_what_a_card_gives_is_not_said_to_be_the_reward_of_a_cast(victim_picks: bool) -> None:
    """Ana wins twice with a Potion and then uses Double Potion; Bo casts Charms meanwhile, and uses that card."""
    hands = {"Ana": ["stone:11", "stone:12", "stone:14", "stone:15", "stone:44"]}
    of = intermediate(victim_picks=victim_picks)
    rows: list[Fact] = [*turn(CHARM, POTION), ana("victory", "swap-stone stone:3 stone:44")]
    assert said(table(of, *rows), "swap-stone").rules[0] == "CST-B-47"
    rows += [casts("Ana", POTION, hands), casts("Bo", CHARM), ana("victory", "swap-stone stone:44 stone:3")]
    rows += [ana("card", "card:double-potion"), ana("gain", "swap-stone stone:3 stone:44")]
    assert said(table(of, *rows), "swap-stone").rules[0] == "CST-I-11"
    rows += [ana("gain", "swap-stone stone:44 stone:3"), bo("card", "card:charms")]
    picked = (
        [bo("gain", "knock-stone"), ana("give", "stone:3")] if victim_picks else [bo("gain", "knock-stone stone:3")]
    )
    assert said(table(of, *rows, *picked), "knock-stone").rules[0] == "CST-I-12"


@pytest.mark.rule("CST-A-13", "CST-Q-25")
@pytest.mark.parametrize("only_if_won", [False, True])
def test_a_card_is_said_to_be_turned_over_exactly_where_it_is(only_if_won: bool) -> None:
    first, call, second = THREE_ADDED
    called = table(counter(only_if_won=only_if_won), first, call)
    ruling = said(called, "called")
    turned = "card:owl-post" in called.state.shelves["Ana"].used
    assert turned == (not only_if_won)
    assert (" and turns it over" in ruling.text) == ("CST-A-13" in ruling.rules) == turned
    compared = table(counter(only_if_won=only_if_won), first, call, second)
    assert any(ruling.key == "spent" for ruling in compared.entries[-1].rulings) == only_if_won
