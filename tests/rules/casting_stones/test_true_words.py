"""What is said is true of the moment: after a tie, without gems, and while a stone has yet to be picked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rules.core.facts import Choose, Fact
from rules.core.fold import Table
from rules.core.game import Setup
from rules.core.refusals import why_not
from tests.rules.casting_stones.kit import (
    ADVANCED_HANDS,
    CARDS,
    CHARM,
    FIVE_EACH,
    KIT,
    MOUSE_TRAP,
    NOTHING,
    OWL_COUNTER,
    POTION,
    SPELL,
    TYPES,
    advanced,
    ana,
    bo,
    casts,
    intermediate,
    setup,
    throw,
    turn,
)
from tests.rules.casting_stones.match import table

CALLS = "sssnn"  # Ana's Counter Spell: Potter, Wand and Flute show symbols
PICKED = setup(picked=True)
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


@pytest.mark.rule("CST-B-37", "CST-Q-08")
def test_a_player_who_stands_is_not_said_to_have_made_a_second_cast() -> None:
    stood = table(PICKED, *turn(NOTHING, NOTHING), bo("second", "stand"))
    reason = why_not(KIT.game, stood, bo("second", "stone:21"))
    assert reason is not None
    assert reason.words == "The cast is final: its player has decided already whether to cast again."
    assert reason.rules[0] == "CST-B-37"


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


def counter(*symbols: str, **house_rules: bool) -> Setup:
    """Ana casts first and has a Counter Spell for which these stones show their symbols, whatever the others show."""
    card = {**OWL_COUNTER, "symbols": list(symbols), "numbers": []}
    cards = [card if one is OWL_COUNTER else one for one in CARDS]
    return {**advanced(**house_rules), "cards": cards, "youngest": "Ana"}


FLUTE_AND_WAND = "nssnn"
OWL_POST = ana("call", "card:owl-post")
BOTH_FAILED: list[Fact] = [casts("Ana", FLUTE_AND_WAND, ADVANCED_HANDS), casts("Bo", NOTHING, ADVANCED_HANDS)]
TO_CALL = [*BOTH_FAILED, ana("second", "stand")]


@pytest.mark.rule("CST-Q-25", "CST-B-32")
def test_a_player_waits_for_the_other_to_call_a_cast_and_not_to_cast() -> None:
    now = table(counter("Flute", "Harry's Wand"), *TO_CALL)
    thrown = table(counter("Flute", "Harry's Wand"), *TO_CALL, casts("Bo", "snnnn", ADVANCED_HANDS))
    assert texts(thrown) == ["Ana first says whether the cast is called a Spell: Bo's throw does not count."]
    reason = why_not(KIT.game, now, bo("second", "stand"))
    assert reason is not None
    assert reason.words == "Ana first says whether the cast is called a Spell."
    assert reason.rules[0] == "CST-B-32"


@pytest.mark.rule("CST-Q-25", "CST-Q-07")
def test_a_first_cast_also_waits_for_the_other_to_call_a_cast() -> None:
    right_away = counter("Flute", "Harry's Wand", cast_both_then_opponent=True)
    log: list[Fact] = [BOTH_FAILED[0], ana("second", "stand"), BOTH_FAILED[1]]
    assert texts(table(right_away, *log)) == [
        "Ana first says whether the cast is called a Spell: Bo's throw does not count."
    ]


@pytest.mark.rule("CST-Q-25")
def test_a_cast_that_was_not_called_a_spell_is_not_said_to_be_compared_already_or_to_wait_for_it() -> None:
    declined = [*TO_CALL, ana("call", "no")]
    now = table(counter("Flute", "Harry's Wand"), *declined)
    compared = table(counter("Flute", "Harry's Wand"), *declined, casts("Bo", POTION, ADVANCED_HANDS))
    for choice in (OWL_POST, ana("call", "no")):
        reason, later = (why_not(KIT.game, at, choice) for at in (now, compared))
        assert reason is not None
        assert reason.words == "The player has decided already not to call the cast a Spell."
        assert later is not None
        assert later.words == "The casts of that turn have been compared."


@pytest.mark.rule("CST-Q-25", "CST-Q-37")
def test_a_cast_cannot_be_called_while_the_other_players_stones_are_to_be_settled() -> None:
    now = table(counter("Flute", "Harry's Wand"), BOTH_FAILED[0], casts("Bo", "sknnn", ADVANCED_HANDS))
    reason = why_not(KIT.game, now, OWL_POST)
    assert reason is not None
    assert reason.words == "What every stone shows must be settled first."


@pytest.mark.rule("CST-A-13")
def test_a_cast_that_has_just_been_called_is_not_said_to_be_no_spell_any_more() -> None:
    now = table(counter("Flute", "Harry's Wand"), *BOTH_FAILED, OWL_POST)
    for choice in (OWL_POST, ana("call", "no")):
        reason = why_not(KIT.game, now, choice)
        assert reason is not None
        assert reason.words == "That cast is a Spell already."


@pytest.mark.rule("CST-A-14", "CST-G-15")
def test_a_spell_by_itself_is_not_said_to_be_no_longer_one_because_a_card_was_used() -> None:
    called: list[Fact] = [casts("Ana", "nnsnn", ADVANCED_HANDS), OWL_POST, casts("Bo", POTION, ADVANCED_HANDS)]
    again: list[Fact] = [ana("victory", "gem 1"), casts("Ana", "snssn", ADVANCED_HANDS)]
    now = table(counter("Flute"), *called, *again, casts("Bo", POTION, ADVANCED_HANDS))
    assert not any("no longer a Spell" in text for text in texts(now)), texts(now)


@pytest.mark.rule("CST-Q-29")
def test_a_throw_while_a_chaser_is_named_is_not_said_to_wait_for_a_reward() -> None:
    named = advanced(chaser_fixed=True)
    won: list[Fact] = [casts("Bo", POTION, ADVANCED_HANDS), casts("Ana", CHARM, ADVANCED_HANDS)]
    log = [*won, bo("victory", "swap-stone stone:21 stone:121"), casts("Ana", CHARM, ADVANCED_HANDS)]
    now = table(named, *log)
    assert now.asks[0].kind == "chaser"
    assert texts(now) == ["The turn has not begun: Ana's throw does not count."]
    assert now.entries[-1].rulings[0].rules[0] == "CST-Q-29"


def spell(hand: Sequence[str]) -> str:
    """The pattern of a Spell with the stones of *hand*: the first of each type shows its symbol."""
    types = [TYPES[piece] for piece in hand]
    return "".join("s" if kind not in types[:place] else "n" for place, kind in enumerate(types))


def both_cast(of: Setup, log: list[Fact], patterns: Mapping[str, str]) -> list[Fact]:
    """*log* with one more turn, in which each player casts their pattern."""
    order = [table(of, *log).asks[0].player]
    order += [player for player in ("Ana", "Bo") if player not in order]
    return [*log, *(casts(player, patterns[player], of["hands"]) for player in order)]


def full_mat(of: Setup, turrets: int = 8) -> list[Fact]:
    """A gem stands on each turret, in turn Bo's and Ana's, so that nobody has four side by side."""
    log: list[Fact] = []
    for turret in range(1, turrets + 1):
        player = ("Ana", "Bo")[turret % 2]
        log = both_cast(of, log, {"Ana": POTION, "Bo": POTION, player: spell(of["hands"][player])})
        log.append(Choose(player, "victory", f"gem {turret}"))
        log += [Choose(player, "card", "no") for ask in table(of, *log).asks if ask.kind == "card"]
    return log


@pytest.mark.rule("CST-Q-11", "CST-B-45")
def test_a_card_whose_gem_finds_no_empty_turret_says_so() -> None:
    a_gem = {**MOUSE_TRAP, "symbols": ["Draco Malfoy"], "gives": ["gem"]}
    of = {**advanced(), "cards": [a_gem if one is MOUSE_TRAP else one for one in CARDS]}
    won = both_cast(of, full_mat(of), {"Bo": POTION, "Ana": CHARM})
    now = table(of, *won, bo("victory", "swap-stone stone:21 stone:35"), bo("card", "card:mouse-trap"))
    assert now.lapsed == ()
    assert texts(now)[1] == "No turret is empty: Bo puts no gem."


@pytest.mark.rule("CST-Q-11")
def test_where_a_gem_may_move_a_full_mat_is_the_reason_that_none_does() -> None:
    of = setup(picked=True, turret_count=12, move_own_gem=True)
    log = both_cast(of, full_mat(of, 12), {"Ana": POTION, "Bo": SPELL})
    assert table(of, *log).state.gems == {"Ana": 0, "Bo": 0}
    assert "No turret is empty: Bo puts no gem." in texts(table(of, *log))


@pytest.mark.rule("CST-Q-21", "CST-Q-12")
def test_a_second_knock_out_that_a_house_rule_forbids_is_not_said_to_have_no_target() -> None:
    of = intermediate(no_mixing=True)
    log: list[Fact] = [*turn(POTION, SPELL), ana("victory", "gem 1"), casts("Ana", POTION), casts("Bo", CHARM)]
    log += [ana("victory", "swap-stone stone:3 stone:44")]
    hands = {"Ana": [piece for piece in FIVE_EACH["Ana"] if piece != "stone:3"] + ["stone:44"], "Bo": FIVE_EACH["Bo"]}
    log += [casts("Ana", "ssssn", hands), casts("Bo", CHARM), ana("second", "stand")]
    log += [bo("victory", "knock-stone stone:44"), ana("replace", "stone:120"), bo("card", "card:charms")]
    now = table(of, *log, bo("gain", "knock-gem 1"))
    assert now.lapsed == ()
    words = "There is nothing more for Bo to knock out: by your house rules a card's two swaps or knock-outs are alike."
    assert texts(now)[1] == words
    assert now.entries[-1].rulings[1].rules[0] == "CST-Q-21"


@pytest.mark.rule("CST-Q-35")
def test_two_stones_off_the_table_are_both_cast_again_first() -> None:
    now = table(PICKED, casts("Bo", "oossn"), throw("Bo", s46="symbol"))
    words = "That throw does not count: what is off the table is cast again first, alone: Draco Malfoy and Remembrall."
    assert texts(now) == [words]


@pytest.mark.rule("CST-B-19", "CST-Q-07")
def test_a_first_cast_waits_for_a_stone_on_its_edge_and_not_for_another_cast() -> None:
    of = setup(picked=True, cast_both_then_opponent=True)
    now = table(of, casts("Bo", NOTHING), throw("Bo", s21="leaner"), casts("Ana", NOTHING))
    assert texts(now) == ["That throw does not count: Draco Malfoy must be tipped first."]


@pytest.mark.rule("CST-A-05")
def test_a_hand_that_has_lost_a_stone_is_not_said_to_be_full() -> None:
    won: list[Fact] = [casts("Bo", CHARM, ADVANCED_HANDS), casts("Ana", SPELL, ADVANCED_HANDS)]
    now = table(advanced(), *won, bo("victory", "knock-stone stone:15"))
    reason = why_not(KIT.game, now, ana("hand", "stone:46"))
    assert reason is not None
    assert reason.words == "The hand is picked before the first turn."


@pytest.mark.rule("CST-Q-11", "CST-B-44")
def test_a_reward_that_found_no_empty_turret_is_not_said_to_have_been_taken() -> None:
    log = both_cast(PICKED, full_mat(PICKED), {"Ana": POTION, "Bo": SPELL})
    reason = why_not(KIT.game, table(PICKED, *log), bo("victory", "gem 1"))
    assert reason is not None
    assert reason.words == "The time for the reward of that turn is over: a turn has only one."


@pytest.mark.rule("CST-A-12", "CST-Q-26")
@pytest.mark.parametrize(("pattern", "sum_of"), [(POTION, "0"), ("sssns", "10")])
def test_a_counter_spell_with_fewer_than_two_numbers_adds_nothing_up(pattern: str, sum_of: str) -> None:
    log: list[Fact] = [casts("Ana", pattern, ADVANCED_HANDS), OWL_POST, casts("Bo", POTION, ADVANCED_HANDS)]
    assert f"Ana: Spell \N{EM DASH} {sum_of}. Bo: Potion. A Spell beats a Potion. Ana wins the turn." in texts(
        table(counter("Flute"), *log)
    )


LOSES_DRACO = bo("victory", "swap-stone stone:21 stone:100")
WITHOUT_DRACO = {"card": "card:draco-malfoy", "name": "Draco Malfoy", "symbols": ["Draco Malfoy"], "gives": ["gem"]}


@pytest.mark.rule("CST-B-55", "CST-Q-27")
def test_where_a_card_makes_a_spell_a_hand_without_a_character_is_not_said_to_cast_none() -> None:
    """By house rule a cast is a Spell if it shows all five stones as a card does; Mouse Trap names only two."""
    hands = {**ADVANCED_HANDS, "Bo": [f"stone:{number}" for number in (21, 22, 67, 35, 18)]}
    of = {**advanced(card_pattern_is_spell=True), "hands": hands}
    won: list[Fact] = [casts("Bo", POTION, hands), casts("Ana", CHARM, hands), LOSES_DRACO]
    without = {**of, "cards": [WITHOUT_DRACO if one == "card:draco-malfoy" else one for one in CARDS]}
    assert texts(table(of, *won))[1] == "Bo has no Character now, so Bo can cast no Spell but by a card."
    assert texts(table(without, *won))[1] == "Bo has no Character now, so Bo can cast no Spell."


@pytest.mark.rule("CST-Q-21")
def test_two_swaps_of_one_kind_leave_a_card_its_gem() -> None:
    """The house rule about two swaps or two knock-outs does not touch a gem that the same card gives."""
    both = {**MOUSE_TRAP, "symbols": ["Draco Malfoy"], "gives": ["swap", "gem"]}
    of = {**advanced(no_mixing=True), "cards": [both if one is MOUSE_TRAP else one for one in CARDS]}
    won: list[Fact] = [casts("Bo", POTION, ADVANCED_HANDS), casts("Ana", CHARM, ADVANCED_HANDS)]
    used = [bo("victory", "swap-stone stone:21 stone:35"), bo("card", "card:mouse-trap")]
    now = table(of, *won, *used, bo("gain", "swap-stone stone:22 stone:18"))
    assert now.asks[0].kind == "gain"
    assert "gem 1" in [option.pick for option in now.asks[0].options]
