"""Casting cards in the Intermediate game: rows of two turns and their bonus (CST-EX-03)."""

from __future__ import annotations

import pytest

from rules.core.facts import Choose
from tests.rules.casting_stones.kit import (
    CHARM,
    FIVE_EACH,
    KIT,
    POTION,
    SPELL,
    intermediate,
)
from tests.rules.casting_stones.match import READY, Match, cited, offered, table


@pytest.mark.rule("CST-I-03", "CST-I-04", "CST-I-05")
def test_the_youngest_takes_a_card_and_the_other_gets_the_other() -> None:
    start = {key: value for key, value in READY.items() if key != "libraries"}
    now = table(start)
    assert offered(now, "Bo", "take-card") == ["card:double-potion", "card:charms"]
    now = table(start, Choose("Bo", "take-card", "card:charms"))
    seats = KIT.game.view(now.state, None, frozenset())["seats"]
    assert [card["name"] for card in seats["Ana"]["library"]] == ["Double Potion"]
    assert [card["name"] for card in seats["Bo"]["library"]] == ["Charms"]


# CST-EX-03, with Ana holding Double Potion and Bo Charms; Ana's and Bo's casts of two or three turns.
@pytest.mark.rule("CST-I-08", "CST-I-09", "CST-I-10", "CST-Q-03")
@pytest.mark.parametrize(
    ("turns", "house_rules", "player", "usable"),
    [
        ([(SPELL, POTION), (SPELL, POTION)], {}, "Ana", True),  # two Potions, both lost
        ([(CHARM, POTION), (CHARM, POTION)], {}, "Ana", True),  # both won
        ([(SPELL, POTION), (SPELL, CHARM), (SPELL, POTION)], {}, "Ana", False),  # not in a row
        ([(SPELL, POTION)], {}, "Ana", False),
        ([(SPELL, POTION), (POTION, CHARM)], {}, "Ana", False),
        ([(CHARM, SPELL), (CHARM, POTION)], {}, "Bo", True),  # a Charm won and a Charm lost
        ([(CHARM, SPELL), (POTION, SPELL)], {}, "Bo", False),
        ([(POTION, POTION), (SPELL, POTION)], {}, "Ana", True),  # a tie counts
        ([(POTION, POTION), (SPELL, POTION)], {"ties_break_streak": True}, "Ana", False),
        ([(SPELL, POTION), (POTION, POTION)], {}, "Ana", True),  # usable after a tie too
        ([(SPELL, POTION), (POTION, POTION)], {"ties_break_streak": True}, "Ana", False),
        ([(SPELL, SPELL), (SPELL, SPELL)], {}, "Ana", False),
    ],
)
def test_a_card_needs_two_such_turns_in_a_row(
    turns: list[tuple[str, str]], house_rules: dict[str, bool], player: str, usable: bool
) -> None:
    match = Match(intermediate(**house_rules))
    for bo, ana in turns:
        match.turn(bo, ana)
    now = match.rewarded()
    while now.asks[0].kind == "card" and now.asks[0].player != player:
        match.log.append(Choose(now.asks[0].player, "card", "no"))
        now = match.table()
    assert bool(offered(now, player, "card")) is usable


def two_potions(**house_rules: bool) -> Match:
    """Ana has lost two turns with a Potion, and Bo, who won, has taken the rewards."""
    match = Match(intermediate(**house_rules)).turn(SPELL, POTION).turn(SPELL, POTION)
    match.rewarded()
    return match


@pytest.mark.rule("CST-I-11", "CST-I-06", "CST-I-07", "CST-Q-21", "CST-Q-24")
def test_double_potion_gives_two_swaps_one_after_the_other_once() -> None:
    match = two_potions()
    match.log.append(Choose("Ana", "card", "card:double-potion"))
    assert all(pick.startswith("swap-stone") for pick in offered(match.table(), "Ana", "gain"))
    match.log.append(Choose("Ana", "gain", "swap-stone stone:3 stone:44"))
    assert "swap-stone stone:44 stone:120" in offered(match.table(), "Ana", "gain")
    match.log.append(Choose("Ana", "gain", "swap-stone stone:44 stone:3"))
    match.hands = {**FIVE_EACH, "Ana": ["stone:11", "stone:12", "stone:14", "stone:15", "stone:3"]}
    seat = KIT.game.view(match.table().state, None, frozenset())["seats"]["Ana"]
    assert seat["library"] == []
    assert [card["name"] for card in seat["used_cards"]] == ["Double Potion"]
    match.turn(SPELL, POTION)
    assert offered(match.rewarded(), "Ana", "card") == []  # the third in a row, but the card is used


@pytest.mark.rule("CST-Q-22")
def test_a_card_may_stay_unused() -> None:
    match = two_potions()
    match.log.append(Choose("Ana", "card", "no"))
    assert match.table().asks[0].kind == "cast"
    match.turn(SPELL, POTION)
    assert offered(match.rewarded(), "Ana", "card") == ["card:double-potion", "no"]


@pytest.mark.rule("CST-I-12", "CST-Q-42")
def test_charms_gives_two_knock_outs_each_replaced_at_once() -> None:
    match = Match().turn(CHARM, POTION).turn(CHARM, POTION)
    while not offered(match.table(), "Bo", "card"):
        ask = match.table().asks[0]
        match.log.append(Choose(ask.player, ask.kind, "no" if ask.kind == "card" else ask.options[0].pick))
    match.log += [Choose("Bo", "card", "card:charms"), Choose("Bo", "gain", "knock-stone stone:14")]
    assert "CST-Q-42" not in cited(match.table())
    free = offered(match.table(), "Ana", "replace")
    assert len(free) == 2
    match.log.append(Choose("Ana", "replace", free[0]))
    assert offered(match.table(), "Bo", "gain")
    match.log.append(Choose("Bo", "gain", f"knock-stone {free[0]}"))
    assert "CST-Q-42" in cited(match.table())
    assert sorted(offered(match.table(), "Ana", "replace")) == sorted(["stone:14", free[1]])


@pytest.mark.rule("CST-Q-21")
@pytest.mark.parametrize(("no_mixing", "verbs"), [(False, {"swap-gem", "swap-stone"}), (True, {"swap-stone"})])
def test_a_card_may_mix_gems_and_stones_unless_the_house_says_otherwise(no_mixing: bool, verbs: set[str]) -> None:
    match = Match(intermediate(no_mixing=no_mixing))
    match.turn(POTION, SPELL, Choose("Ana", "victory", "gem 1")).turn(SPELL, POTION, Choose("Bo", "victory", "gem 2"))
    match.turn(SPELL, POTION, Choose("Bo", "victory", "gem 4"), Choose("Ana", "card", "card:double-potion"))
    assert "swap-gem 1 2" in offered(match.table(), "Ana", "gain")
    match.log.append(Choose("Ana", "gain", "swap-stone stone:3 stone:44"))
    assert {pick.split()[0] for pick in offered(match.table(), "Ana", "gain")} == verbs


@pytest.mark.rule("CST-Q-23")
@pytest.mark.parametrize(("before", "kinds"), [(False, ["victory", "card"]), (True, ["card", "victory"])])
def test_the_losers_card_comes_after_the_winners_reward_or_before_it_by_house_rule(
    before: bool, kinds: list[str]
) -> None:
    match = Match(intermediate(before_winner=before)).turn(SPELL, POTION).turn(SPELL, POTION)
    asked = []
    for answer in ({"victory": "gem 8", "card": "no"},) * 2:
        ask = match.table().asks[0]
        asked.append(ask.kind)
        match.log.append(Choose(ask.player, ask.kind, answer[ask.kind]))
    assert asked == kinds


@pytest.mark.rule("CST-Q-20")
def test_a_winners_card_comes_beside_the_reward_or_instead_of_it_by_house_rule() -> None:
    usual = Match().turn(CHARM, POTION).turn(CHARM, POTION)
    assert offered(usual.table(), "Ana", "victory")
    instead = Match(intermediate(card_replaces_action=True)).turn(CHARM, POTION).turn(CHARM, POTION)
    assert offered(instead.table(), "Ana", "card") == ["card:double-potion", "no"]
    instead.log.append(Choose("Ana", "card", "card:double-potion"))
    for _ in range(2):
        instead.log.append(Choose("Ana", "gain", offered(instead.table(), "Ana", "gain")[0]))
    assert offered(instead.table(), "Ana", "victory") == []
    assert [ask.player for ask in instead.table().asks] == ["Bo"]  # whose Charms may follow
    declined = Match(intermediate(card_replaces_action=True)).turn(CHARM, POTION).turn(CHARM, POTION)
    declined.log.append(Choose("Ana", "card", "no"))
    assert offered(declined.table(), "Ana", "victory")


def test_cards_are_no_target_in_the_intermediate_game() -> None:
    match = Match().turn(SPELL, CHARM)
    assert not [pick for pick in offered(match.table(), "Ana", "victory") if "card" in pick]


@pytest.mark.rule("CST-I-13")
@pytest.mark.parametrize(("even_lost", "usable"), [(False, False), (True, True)])
def test_a_row_of_another_card_needs_a_won_turn(even_lost: bool, usable: bool) -> None:
    own = {"card": "card:own", "name": "Own", "row": "potion", "gives": ["swap"], "even_lost": even_lost}
    of = {**READY, "cards": ["card:charms", own], "libraries": {"Ana": "card:own", "Bo": "card:charms"}}
    lost = Match(of).turn(SPELL, POTION).turn(SPELL, POTION).rewarded()
    assert bool(offered(lost, "Ana", "card")) is usable
    won = Match(of).turn(CHARM, POTION).turn(CHARM, POTION).rewarded()
    assert offered(won, "Ana", "card") == ["card:own", "no"]


def test_the_losers_card_never_takes_the_winners_reward() -> None:
    match = Match(intermediate(card_replaces_action=True, before_winner=True)).turn(SPELL, POTION).turn(SPELL, POTION)
    assert offered(match.table(), "Ana", "card") == ["card:double-potion", "no"]
    match.log.append(Choose("Ana", "card", "card:double-potion"))
    for _ in range(2):
        match.log.append(Choose("Ana", "gain", offered(match.table(), "Ana", "gain")[0]))
    assert offered(match.table(), "Bo", "victory")
