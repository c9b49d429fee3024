"""What is said is true of the moment: after a tie, without gems, and while a stone has yet to be picked."""

from __future__ import annotations

import pytest

from rules.core.facts import Choose, Fact
from rules.core.fold import Table
from rules.core.game import Setup
from rules.core.refusals import why_not
from tests.rules.casting_stones.kit import (
    ADVANCED_HANDS,
    CHARM,
    FIVE_EACH,
    KIT,
    NOTHING,
    POTION,
    SPELL,
    advanced,
    ana,
    bo,
    casts,
    intermediate,
    setup,
    turn,
)
from tests.rules.casting_stones.match import table

CALLS = "sssnn"  # Ana's Counter Spell: Potter, Wand and Flute show symbols
NEW_HANDS = setup(picked=True, tie_redraft=True)
ONE_GEM_OUT = [*turn(SPELL, POTION), bo("victory", "gem 1")]


def texts(now: Table) -> list[str]:
    return [ruling.text for ruling in now.entries[-1].rulings]


def picked(of: Setup, log: list[Fact]) -> Table:
    """The game after *log*, with new hands picked: each player takes the first stone that is offered."""
    picks: list[Fact] = []
    while (now := table(of, *log, *picks)).asks[0].kind in ("draft", "hand"):
        ask = now.asks[0]
        picks.append(Choose(ask.player, ask.kind, ask.options[0].pick))
    return now


@pytest.mark.rule("CST-Q-02", "CST-B-09")
def test_new_hands_are_shared_out_without_new_gems() -> None:
    now = picked(NEW_HANDS, [*ONE_GEM_OUT, *turn(POTION, POTION)])
    assert KIT.game.view(now.state, None, frozenset())["seats"]["Bo"]["gems_left"] == 5
    _, shared, begins = texts(now)
    assert shared == (
        "All twelve stones are shared out again: Bo and Ana have five each. "
        "Dried Nettles and Unicorn Hair go into the vault, for both of you."
    )
    assert begins == "Turn 3: new hands are picked. Bo casts first."


@pytest.mark.rule("CST-Q-02", "CST-A-05")
def test_new_hands_of_own_stones_are_announced_without_a_number_of_cards() -> None:
    won: list[Fact] = [casts("Bo", "sssnn", ADVANCED_HANDS), casts("Ana", POTION), bo("victory", "gem 1")]
    used = [bo("card", "card:puzzle"), bo("gain", "done"), bo("card", "no")]
    tied: list[Fact] = [casts("Bo", POTION, ADVANCED_HANDS), casts("Ana", POTION), ana("card", "no")]
    now = picked(advanced(tie_redraft=True), [*won, *used, *tied])
    assert [len(now.state.shelves[player].up) for player in ("Bo", "Ana")] == [2, 3]
    assert texts(now)[1] == "Bo and Ana each have five stones in hand again, and five in a vault of their own."


def test_a_throw_while_new_hands_are_picked_is_not_said_to_come_before_any_turn() -> None:
    now = table(NEW_HANDS, *turn(POTION, POTION), casts("Bo", POTION))
    assert texts(now) == ["The turn has not begun: Bo's throw does not count."]
    assert now.entries[-1].rulings[0].rules[0] == "CST-B-07"


@pytest.mark.rule("CST-Q-01", "CST-Q-02")
def test_after_a_card_has_changed_a_hand_the_players_do_not_cast_the_same_stones() -> None:
    tied = [*turn(POTION, POTION), *turn(POTION, POTION), ana("card", "card:double-potion")]
    now = table(intermediate(), *tied, ana("gain", "swap-stone stone:11 stone:44"))
    back = table(
        intermediate(),
        *tied,
        ana("gain", "swap-stone stone:11 stone:44"),
        ana("gain", "swap-stone stone:44 stone:11"),
    )
    changed = table(
        intermediate(),
        *tied,
        ana("gain", "swap-stone stone:11 stone:44"),
        ana("gain", "swap-stone stone:14 stone:120"),
    )
    assert now.asks[0].kind == "gain"
    assert texts(back)[-1] == "Turn 3: nobody won, so both cast the same five stones again. Bo casts first."
    assert texts(changed)[-1] == "Turn 3: nobody won the turn before. Bo casts first."
    assert changed.entries[-1].rulings[-1].rules == ("CST-B-24", "CST-Q-01")


@pytest.mark.parametrize("first", [SPELL, CHARM])
@pytest.mark.rule("CST-B-32", "CST-Q-06")
def test_by_house_rule_a_good_cast_waits_only_for_the_player_who_casts_first(first: str) -> None:
    now = table(setup(picked=True, free_second_cast=True), *turn(NOTHING, first))
    reason = why_not(KIT.game, now, ana("second", "stand"))
    assert reason is not None
    assert reason.rules[0] == "CST-B-32", reason.words


@pytest.mark.rule("CST-Q-11")
def test_a_player_without_gems_is_asked_to_move_one_and_not_to_put_one() -> None:
    out = [fact for turret in (1, 3, 5, 7, 9, 11) for fact in (*turn(SPELL, POTION), bo("victory", f"gem {turret}"))]
    now = table(setup(picked=True, turret_count=12, move_own_gem=True), *out, *turn(SPELL, POTION))
    [ask] = now.asks
    assert ask.words == "Bo won with a Spell and has no gem left to put: one moves to an empty turret."
    assert ask.rules[0] == "CST-Q-11"


@pytest.mark.rule("CST-Q-17", "CST-Q-42")
def test_a_stone_that_its_owner_has_yet_to_pick_is_not_said_to_be_knocked_out_already() -> None:
    knocked = [bo("victory", "knock-stone"), ana("give", "stone:15"), ana("replace", "stone:120")]
    first = [*turn(CHARM, NOTHING), ana("second", "stand"), *knocked]
    hand = {"Ana": [*FIVE_EACH["Ana"][:4], "stone:120"]}
    second: list[Fact] = [
        casts("Bo", CHARM),
        casts("Ana", NOTHING, hand),
        ana("second", "stand"),
        bo("victory", "knock-stone"),
    ]
    used = [ana("give", "stone:14"), ana("replace", "stone:15"), bo("card", "card:charms"), bo("gain", "knock-stone")]
    now = table(intermediate(victim_picks=True), *first, *second, *used)
    assert now.asks[0].kind == "give"
    for choice in (bo("gain", "knock-stone"), bo("card", "no")):
        reason = why_not(KIT.game, now, choice)
        assert reason is not None
        assert reason.words.startswith("The stone that is knocked out is replaced ")


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("first", [CALLS, NOTHING])
@pytest.mark.rule("CST-A-13", "CST-Q-25")
def test_a_cast_that_is_called_a_spell_stands_and_is_not_said_to_be_a_good_first_cast(first: str, free: bool) -> None:
    log: list[Fact] = [casts("Bo", POTION, ADVANCED_HANDS), casts("Ana", first, ADVANCED_HANDS)]
    if free:
        log.append(bo("second", "stand"))
    if first == NOTHING:
        log.append(casts("Ana", CALLS, ADVANCED_HANDS))
    now = table(advanced(free_second_cast=free), *log, ana("call", "card:owl-post"))
    reason = why_not(KIT.game, now, ana("second", "stand"))
    assert reason is not None
    assert str(reason.words) == "A cast that is called a Spell stands."
    assert reason.rules == ("CST-A-13", "CST-Q-25")
