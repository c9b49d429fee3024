"""Rulings, asks and refusals give the true reason, and the deciding rule first."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rules.casting_stones.state import unsettled
from rules.casting_stones.why_not import SETTLE_FIRST, TIP_FIRST
from rules.core.asks import Ask
from rules.core.facts import Choose, Fact
from rules.core.fold import Table, referee
from rules.core.game import Setup
from rules.core.refusals import refusal, why_not
from tests.rules import fuzz
from tests.rules.casting_stones.kit import (
    ADVANCED_HANDS,
    CARDS,
    CHARM,
    COLLECTIONS,
    KIT,
    MOUSE_TRAP,
    NOTHING,
    POTION,
    SPELL,
    advanced,
    casts,
    counter,
    intermediate,
    setup,
    throw,
)
from tests.rules.casting_stones.match import table

PICKED = setup(picked=True)
NO_SPELL = casts("Ana", "ssnnn")  # two symbols: no Spell, Potion or Charm, but what that card shows


def bo(pattern: str) -> Fact:
    return casts("Bo", pattern, ADVANCED_HANDS)


def texts(now: Table) -> list[str]:
    return [ruling.text for ruling in now.entries[-1].rulings]


def the(now: Table, player: str, kind: str) -> Ask:
    [ask] = [ask for ask in now.asks if (ask.player, ask.kind) == (player, kind)]
    return ask


def refused(now: Table, player: str, kind: str, pick: str) -> tuple[str, tuple[str, ...]]:
    """The words and the rules of a refusal; the refusal's sentence must say the same."""
    choice = Choose(player, kind, pick)
    reason = why_not(KIT.game, now, choice)
    assert reason is not None
    assert str(refusal(KIT.game, now, choice)).startswith(str(reason))
    return reason.words, reason.rules


def test_a_cast_that_a_counter_spell_shows_is_announced_and_may_be_called_at_once() -> None:
    now = table(counter(), NO_SPELL)
    assert texts(now)[-1] == "Ana's cast matches Owl Post: with that card it counts as a Spell."
    call = the(now, "Ana", "call")
    assert call.words == "Ana may call the cast a Spell at once. The card is turned over, even if the turn is lost."
    assert [option.pick for option in call.options] == ["card:owl-post"]
    called = table(counter(), NO_SPELL, Choose("Ana", "call", "card:owl-post"))
    assert texts(called) == ["Ana shows the card Owl Post and turns it over: the cast counts as a Spell."]
    assert [(ask.player, ask.kind) for ask in called.asks] == [("Bo", "cast")]
    done = table(counter(), NO_SPELL, Choose("Ana", "call", "card:owl-post"), bo(POTION))
    assert texts(done)[-1].endswith("A Spell beats a Potion. Ana wins the turn.")


def test_a_counter_spell_is_offered_beside_casting_again() -> None:
    now = table(counter(), NO_SPELL, bo(POTION))
    assert {ask.kind for ask in now.asks} == {"second", "call"}
    recast = table(counter(), NO_SPELL, bo(POTION), throw("Ana", s14="symbol", s3="symbol", s15="symbol"))
    assert not any(ask.kind == "call" for ask in recast.asks)  # it is a Potion now, which no card shows
    stood = table(counter(), NO_SPELL, bo(POTION), Choose("Ana", "second", "stand"))
    assert [option.pick for option in the(stood, "Ana", "call").options] == ["card:owl-post", "no"]


def test_which_numbers_of_a_counter_spell_are_added_is_a_house_rule() -> None:
    def total(of: Setup) -> int:
        now = table(of, NO_SPELL, Choose("Ana", "call", "card:owl-post"))
        cast = KIT.game.view(now.state, None, frozenset())["seats"]["Ana"]["cast"]
        assert cast["kind"] == "spell"
        return int(cast["sum"])

    assert total(counter()) == 15 + 10 + 10
    assert total(counter(counter_spell_two_numbers=True)) == 15 + 10


def test_no_turret_is_marked_as_winning_without_a_gem_left() -> None:
    def wins_with(gems: int, of: Setup) -> list[int]:
        """Bo's gems stand on 1, 2, 4, 5, 6 and 8; one on 3 or 7 would make four side by side."""
        owners = ("Bo", "Bo", None, "Bo", "Bo", "Bo", None, "Bo")
        state = replace(KIT.game.start(of), turrets=owners, gems={"Ana": 6, "Bo": gems})
        found: list[int] = KIT.game.view(state, None, frozenset())["seats"]["Bo"]["wins_with"]
        return found

    assert wins_with(1, PICKED) == [3, 7]
    assert wins_with(0, PICKED) == []
    assert wins_with(0, setup(picked=True, move_own_gem=True)) == [3, 7]


# Intermediate: Ana has Double Potion, Bo has Charms.
POTION_ONCE: list[Fact] = [casts("Bo", SPELL), casts("Ana", POTION), Choose("Bo", "victory", "gem 3")]
LOST = "Double Potion needs a Potion in two turns in a row."


def test_a_card_that_is_not_earned_says_which_condition_is_missing() -> None:
    now = table(intermediate(), *POTION_ONCE)
    assert f"Ana cannot use Double Potion this turn. {LOST}" in texts(now)
    assert refused(now, "Ana", "card", "card:double-potion") == (LOST, ("CST-I-08",))
    assert refused(now, "Bo", "card", "card:double-potion")[1][0] == "CST-I-05"
    after_a_cast = table(intermediate(), *POTION_ONCE, casts("Bo", SPELL))
    assert refused(after_a_cast, "Ana", "card", "card:double-potion")[1] == ("CST-Q-20", "CST-Q-23")


# Advanced: Ana's card Two Towers asks for Harry Potter's symbol and a gem on Gryffindor (turret 1).
def towers(*log: Fact) -> Table:
    return table({**advanced(), "youngest": "Ana"}, *log)


@pytest.mark.parametrize(
    ("ana", "other", "reward", "rule", "words"),
    [
        (SPELL, POTION, "gem 2", "CST-A-15", "Two Towers needs a gem on the turret Gryffindor."),
        (SPELL, CHARM, "", "CST-A-11", "Two Towers also needs the turn to be won."),
        (
            "nnnnn",
            "sssnn",
            "knock-stone stone:21",
            "CST-A-10",
            "The cast does not match the stones that the card shows.",
        ),
    ],
)
def test_each_condition_of_a_card_is_named(ana: str, other: str, reward: str, rule: str, words: str) -> None:
    log: list[Fact] = [casts("Ana", ana), bo(other)]
    if not reward:
        log += [Choose("Bo", "victory", "knock-stone stone:12"), Choose("Ana", "replace", "stone:46")]
    elif reward.startswith("gem"):
        log += [Choose("Ana", "victory", reward)]
    else:
        log += [Choose("Ana", "victory", reward), Choose("Bo", "replace", "stone:35")]
    assert refused(towers(*log), "Ana", "card", "card:two-towers") == (words, _rules(rule))


def _rules(first: str) -> tuple[str, ...]:
    return {"CST-A-11": ("CST-A-11", "CST-I-13")}.get(first, (first, "CST-A-16"))


def test_a_card_met_in_full_is_offered_and_the_others_are_listed_with_their_reasons() -> None:
    now = towers(casts("Ana", SPELL), bo(POTION), Choose("Ana", "victory", "gem 1"))
    ask = the(now, "Ana", "card")
    assert [option.pick for option in ask.options] == ["card:two-towers", "no"]
    assert {one.option.pick: one.reason.rules[0] for one in ask.excluded} == {
        "card:owl-post": "CST-A-12",
        "card:double-potion": "CST-I-08",
    }


def test_a_throw_out_of_order_cites_the_rule_of_the_order() -> None:
    def forbidden(log: list[Fact], wrong: Fact) -> tuple[str, tuple[str, ...]]:
        [ruling] = table(PICKED, *log, wrong).entries[-1].rulings
        return ruling.text, ruling.rules

    bo_wins: list[Fact] = [casts("Bo", SPELL), casts("Ana", POTION), Choose("Bo", "victory", "gem 1")]
    tie: list[Fact] = [casts("Bo", POTION), casts("Ana", POTION)]
    assert forbidden([], casts("Ana", SPELL))[1][0] == "CST-B-13"
    words, rules = forbidden(bo_wins, casts("Ana", SPELL))
    assert (words, rules[0]) == ("Bo won the turn before. Bo casts now: Ana's throw does not count.", "CST-B-56")
    assert forbidden(tie, casts("Ana", SPELL))[1][0] == "CST-Q-01"
    words, rules = forbidden([casts("Bo", NOTHING), casts("Ana", POTION)], throw("Ana", s11="number"))
    assert rules == ("CST-B-31", "CST-Q-06")
    assert "only a failed one may be cast again" in words
    words, rules = forbidden([casts("Bo", SPELL), casts("Ana", POTION)], casts("Ana", POTION))
    assert rules == ("CST-B-43", "CST-B-11")
    assert words == "Bo finishes the rewards of the turn first: Ana's throw does not count."


@pytest.mark.parametrize(
    ("pattern", "first"), [(POTION, "CST-B-24"), (NOTHING, "CST-Q-04")], ids=["two Potions", "two Bungles"]
)
def test_after_a_tie_the_same_five_stones_are_cast(pattern: str, first: str) -> None:
    log: list[Fact] = [casts("Bo", pattern), casts("Ana", pattern)]
    log += [Choose("Bo", "second", "stand"), Choose("Ana", "second", "stand")] if pattern == NOTHING else []
    now = table(PICKED, *log)
    ruling = now.entries[-1].rulings[-1]
    assert ruling.text == "Turn 2: nobody won, so both cast the same five stones again. Bo casts first."
    assert ruling.rules == (first, "CST-Q-02", "CST-Q-01")
    words, rules = refused(now, "Ana", "victory", "gem 1")
    assert (words, rules[-1]) == ("Nobody won turn 1, so nobody is rewarded.", "CST-B-43")


def test_without_a_character_a_counter_spell_still_counts() -> None:
    log: list[Fact] = [casts("Ana", SPELL), bo(CHARM), Choose("Bo", "victory", "knock-stone stone:11")]
    now = table({**advanced(), "youngest": "Ana"}, *log, Choose("Ana", "replace", "stone:44"))
    assert texts(now)[1] == "Ana has no Character now, so Ana can cast no Spell but a Counter Spell."
    assert now.entries[-1].rulings[1].rules == ("CST-B-55", "CST-A-12")
    basic: list[Fact] = [casts("Ana", SPELL), casts("Bo", CHARM), Choose("Bo", "victory", "knock-stone stone:11")]
    plain = table({**PICKED, "youngest": "Ana"}, *basic, Choose("Ana", "replace", "stone:44"))
    assert texts(plain)[1] == "Ana has no Character now, so Ana can cast no Spell."


def test_the_two_effects_of_a_card_are_counted() -> None:
    log: list[Fact] = [*POTION_ONCE, casts("Bo", SPELL), casts("Ana", POTION), Choose("Bo", "victory", "gem 5")]
    used: list[Fact] = [*log, Choose("Ana", "card", "card:double-potion")]
    assert the(table(intermediate(), *used), "Ana", "gain").words.startswith("Ana used Double Potion, first of two:")
    second = table(intermediate(), *used, Choose("Ana", "gain", "swap-stone stone:15 stone:44"))
    assert the(second, "Ana", "gain").words.startswith("Ana used Double Potion, second of two:")
    words, rules = refused(second, "Ana", "gain", "knock-gem 3")
    assert (words, rules) == ("Double Potion gives a swap.", ("CST-I-11",))


def test_another_effect_of_the_card_is_not_counted_with_its_two_swaps() -> None:
    three = {**MOUSE_TRAP, "symbols": ["Draco Malfoy"], "gives": ["swap", "swap", "gem"]}
    of = {**advanced(), "cards": [three if one is MOUSE_TRAP else one for one in CARDS]}
    log: list[Fact] = [bo(POTION), casts("Ana", CHARM), Choose("Bo", "victory", "swap-stone stone:21 stone:35")]
    now = table(of, *log, Choose("Bo", "card", "card:mouse-trap"))
    assert the(now, "Bo", "gain").words.startswith("Bo used Mouse Trap, first of two:")


def test_a_card_warns_before_its_own_gem_is_lost() -> None:
    log: list[Fact] = [casts("Bo", "sssnn", ADVANCED_HANDS), casts("Ana", POTION), Choose("Bo", "victory", "gem 8")]
    used = table(advanced(), *log, Choose("Bo", "card", "card:draco-malfoy"))
    words = {option.pick: option.words for option in the(used, "Bo", "gain").options}
    assert words["gem 5"] == "Put a gem on the Slytherin turret: then the card's own gem for it is lost"
    assert words["gem 1"] == "Put a gem on the Gryffindor turret"


@pytest.mark.parametrize(
    ("of", "log", "choice", "rules"),
    [
        (PICKED, POTION_ONCE, ("Bo", "replace", "stone:44"), ("CST-B-50",)),
        (PICKED, POTION_ONCE, ("Ana", "victory", "gem 1"), ("CST-B-43",)),
        (PICKED, POTION_ONCE, ("Bo", "victory", "gem 1"), ("CST-B-44", "CST-B-43")),
        (PICKED, [], ("Bo", "give", "stone:21"), ("CST-Q-17", "CST-B-49")),
        (PICKED, [], ("Bo", "hand", "stone:21"), ("CST-B-07", "CST-A-05")),
        (PICKED, [], ("Bo", "draft", "stone:21"), ("CST-B-07", "CST-B-09")),
        (PICKED, [], ("Bo", "chaser", "element"), ("CST-G-12", "CST-Q-28")),
        (advanced(), [], ("Bo", "hand", COLLECTIONS["Bo"]["stones"][9]), ("CST-A-05", "CST-G-13")),
        (advanced(picked=False), [], ("Bo", "hand", "stone:11"), ("CST-A-05", "CST-A-06")),
        (intermediate(), [], ("Bo", "gain", "knock-gem 1"), ("CST-I-02",)),
    ],
)
def test_each_refusal_gives_the_true_reason(
    of: Setup, log: list[Fact], choice: tuple[str, str, str], rules: tuple[str, ...]
) -> None:
    assert refused(table(of, *log), *choice)[1] == rules


NO_CARD = Choose("Bo", "card", "no")


def test_a_house_rule_decides_when_a_swapped_card_works() -> None:
    def offered(of: Setup) -> list[str]:
        knocked: list[Fact] = [casts("Ana", NOTHING), bo(CHARM), Choose("Ana", "second", "stand")]
        log = [*knocked, Choose("Bo", "victory", "knock-card card:double-potion"), NO_CARD]
        log += [bo("sssnn"), casts("Ana", POTION), Choose("Bo", "victory", "gem 1"), NO_CARD]
        log += [bo(CHARM), casts("Ana", POTION), Choose("Ana", "victory", "swap-card card:owl-post card:double-potion")]
        now = table(of, *log)
        return [option.pick for ask in now.asks if ask.kind == "card" for option in ask.options]

    of = {**advanced(), "youngest": "Ana"}
    assert offered(of) == ["card:double-potion", "no"]
    assert offered({**of, "house_rules": {"swapped_card_waits": True}}) == []


def test_whether_a_card_moves_cards_is_a_house_rule() -> None:
    def gains(of: Setup) -> tuple[set[str], set[str]]:
        knocked: list[Fact] = [casts("Ana", NOTHING), bo(CHARM), Choose("Ana", "second", "stand")]
        log = [*knocked, Choose("Bo", "victory", "knock-card card:owl-post"), NO_CARD]
        log += [bo("sssnn"), casts("Ana", POTION), Choose("Bo", "victory", "gem 1"), NO_CARD]
        log += [bo("sssnn"), casts("Ana", POTION), Choose("Bo", "victory", "gem 2"), NO_CARD]
        ask = the(table(of, *log, Choose("Ana", "card", "card:double-potion")), "Ana", "gain")
        verbs = {option.pick.split()[0] for option in ask.options}
        return verbs, {one.reason.rules[0] for one in ask.excluded if one.option.pick.startswith("swap-card")}

    of = {**advanced(), "youngest": "Ana"}
    assert gains(of) == ({"swap-stone"}, {"CST-Q-46"})
    verbs, excluded = gains({**of, "house_rules": {"gains_move_cards": True}})
    assert verbs == {"swap-stone", "swap-card"}
    assert "CST-Q-46" not in excluded


def test_only_a_stone_that_is_not_settled_has_to_be_settled_first() -> None:
    """In random games that reason is given only where a stone leans or cannot be seen."""
    rng = Random(5)
    for seed in range(6):
        played = fuzz.play(KIT, seed)
        for length in range(0, len(played.log), 7):
            now = referee(KIT.game, played.setup, played.log[:length])
            picks = [(ask.kind, option.pick) for ask in now.asks for option in ask.options]
            for kind, pick in rng.sample(picks, min(5, len(picks))):
                choice = Choose(rng.choice(now.setup["players"]), kind, f"{pick} {pick.split()[-1]}")
                unsettled_yet = any(unsettled(now.state, player) for player in now.setup["players"])
                assert unsettled_yet or why_not(KIT.game, now, choice) not in (SETTLE_FIRST, TIP_FIRST), choice
