"""Rewards: which cast allows whom which reward, and what is refused (CST-EX-05)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.facts import Choose, Fact, Play
from rules.core.fold import Table, referee
from rules.core.game import Setup
from tests.rules.casting_stones.kit import (
    ADVANCED_HANDS,
    CHARM,
    KIT,
    NOTHING,
    POTION,
    SPELL,
    advanced,
    casts,
    setup,
    turn,
)
from tests.rules.casting_stones.match import table

READY = setup(picked=True)


class Match:
    """A game written turn by turn: the winner, both casts, and the rewards taken."""

    def __init__(self, of: Setup = READY) -> None:
        self.setup, self.log, self.first = of, list[Fact](), "Bo"

    def wins(self, winner: str, pattern: str, loses: str, *take: Play) -> Match:
        loser = {"Ana": "Bo", "Bo": "Ana"}[winner]
        order = (winner, loser) if self.first == winner else (loser, winner)
        self.log += [casts(player, pattern if player == winner else loses, self.hands()) for player in order]
        if loses == NOTHING:
            self.log.append(Choose(loser, "second", "stand"))
        self.log += take
        self.first = winner
        return self

    def gem(self, winner: str, turret: int) -> Match:
        return self.wins(winner, SPELL, POTION, Choose(winner, "victory", f"gem {turret}"))

    def table(self) -> Table:
        return referee(KIT.game, self.setup, self.log)

    def hands(self) -> dict[str, list[str]]:
        hands: dict[str, tuple[str, ...]] = self.table().state.hands
        return {player: list(hand) for player, hand in hands.items()}

    def view(self) -> Any:
        return KIT.game.view(self.table().state, None, frozenset())


def picks(match: Match) -> list[str]:
    [ask] = match.table().asks
    return [option.pick for option in ask.options]


@pytest.mark.rule("CST-B-45", "CST-B-54")
def test_a_spell_puts_a_gem_on_any_empty_turret_and_nothing_else() -> None:
    match = Match().gem("Ana", 3)
    assert match.view()["turrets"][2] == {"turret": 3, "name": "Ravenclaw", "gem": "Ana"}
    assert match.view()["seats"]["Ana"]["gems_left"] == 5
    assert picks(match.wins("Bo", SPELL, POTION)) == [f"gem {turret}" for turret in (1, 2, 4, 5, 6, 7, 8)]


@pytest.mark.rule("CST-B-46")
def test_a_potion_swaps_gems_only_between_neighbours() -> None:
    match = Match().gem("Ana", 1).gem("Bo", 3).wins("Ana", POTION, CHARM)
    assert not [pick for pick in picks(match) if pick.startswith("swap-gem")]
    match = Match().gem("Ana", 1).gem("Bo", 8).gem("Bo", 3).gem("Ana", 2).wins("Ana", POTION, CHARM)
    assert [pick for pick in picks(match) if pick.startswith("swap-gem")] == ["swap-gem 2 3", "swap-gem 1 8"]
    match.log.append(Choose("Ana", "victory", "swap-gem 1 8"))
    assert [turret["gem"] for turret in match.view()["turrets"]] == ["Bo", "Ana", "Bo", None, None, None, None, "Ana"]
    assert [match.view()["seats"][player]["gems_left"] for player in ("Ana", "Bo")] == [4, 4]


def test_an_open_row_of_turrets_has_ends() -> None:
    match = Match(setup(picked=True, ring_open=True)).gem("Ana", 1).gem("Bo", 8).wins("Ana", POTION, CHARM)
    assert not [pick for pick in picks(match) if pick.startswith("swap-gem")]


@pytest.mark.rule("CST-B-47")
def test_a_potion_swaps_a_stone_with_the_vault() -> None:
    match = Match().wins("Ana", POTION, CHARM)
    assert len(picks(match)) == 5 * 2
    match.log.append(Choose("Ana", "victory", "swap-stone stone:12 stone:44"))
    assert "stone:44" in match.hands()["Ana"]
    assert [stone["piece"] for stone in match.view()["vault"]] == ["stone:120", "stone:12"]


@pytest.mark.rule("CST-B-48")
def test_a_charm_sends_an_opposing_gem_home() -> None:
    match = Match().gem("Bo", 4).gem("Ana", 5).wins("Ana", CHARM, SPELL)
    assert [pick for pick in picks(match) if pick.startswith("knock-gem")] == ["knock-gem 4"]
    match.log.append(Choose("Ana", "victory", "knock-gem 4"))
    assert match.view()["turrets"][3]["gem"] is None
    assert match.view()["seats"]["Bo"]["gems_left"] == 6


@pytest.mark.rule("CST-B-49", "CST-B-50", "CST-B-51", "CST-Q-17", "CST-Q-19")
def test_a_stone_knocked_out_is_replaced_at_once_by_another() -> None:
    match = Match().wins("Ana", CHARM, SPELL, Choose("Ana", "victory", "knock-stone stone:46"))
    [ask] = match.table().asks
    assert (ask.player, ask.kind) == ("Bo", "replace")
    assert picks(match) == ["stone:44", "stone:120"]  # not stone:46, which lies in the vault as well
    match.log.append(Choose("Bo", "replace", "stone:44"))
    assert match.hands()["Bo"] == ["stone:21", "stone:35", "stone:18", "stone:39", "stone:44"]
    assert [stone["piece"] for stone in match.view()["vault"]] == ["stone:120", "stone:46"]
    assert match.table().asks[0].player == "Ana"


def test_by_house_rule_the_victim_picks() -> None:
    match = Match(setup(picked=True, victim_picks=True)).wins("Ana", CHARM, SPELL)
    assert picks(match) == ["knock-stone"]
    match.log.append(Choose("Ana", "victory", "knock-stone"))
    [ask] = match.table().asks
    assert (ask.player, ask.kind, len(ask.options)) == ("Bo", "give", 5)
    match.log.append(Choose("Bo", "give", "stone:39"))
    assert picks(match) == ["stone:44", "stone:120"]


@pytest.mark.rule("CST-Q-18")
def test_hands_may_change_their_types_unless_the_house_says_otherwise() -> None:
    strict = setup(picked=True, always_1_2_2=True)
    assert len(picks(Match(strict).wins("Ana", POTION, CHARM))) == 2 * 2  # two Elements for two in the vault
    knock = Match(strict).wins("Ana", CHARM, SPELL)
    assert picks(knock) == ["knock-stone stone:18", "knock-stone stone:39"]  # only Elements can be replaced
    free = Match().wins("Ana", POTION, CHARM, Choose("Ana", "victory", "swap-stone stone:12 stone:44"))
    same = Match().wins("Ana", POTION, CHARM, Choose("Ana", "victory", "swap-stone stone:3 stone:44"))
    assert "CST-Q-18" in free.table().entries[-1].rulings[0].rules
    assert "CST-Q-18" not in same.table().entries[-1].rulings[0].rules


@pytest.mark.rule("CST-B-55")
def test_no_spell_without_a_character() -> None:
    match = Match().wins("Bo", CHARM, SPELL, Choose("Bo", "victory", "knock-stone stone:11"))
    match.log.append(Choose("Ana", "replace", "stone:44"))
    assert "Ana has no Character now, so Ana can cast no Spell." in [r.text for r in match.table().rulings]
    match.log += [casts("Bo", POTION), casts("Ana", "snsns", match.hands())]
    assert match.view()["seats"]["Ana"]["cast"]["kind"] == "bungle"
    with_character = Match().wins("Bo", CHARM, SPELL, Choose("Bo", "victory", "knock-stone stone:12"))
    with_character.log.append(Choose("Ana", "replace", "stone:44"))
    assert not [r for r in with_character.table().rulings if r.key == "no-character"]


@pytest.mark.rule("CST-B-53", "CST-Q-05")
@pytest.mark.parametrize("pattern", [SPELL, POTION, CHARM])
def test_beating_a_bungle_earns_the_same_reward(pattern: str) -> None:
    beaten = {SPELL: POTION, POTION: CHARM, CHARM: SPELL}[pattern]
    bungled, usual = Match().wins("Ana", pattern, NOTHING), Match().wins("Ana", pattern, beaten)
    assert picks(bungled) == picks(usual)
    take = Choose("Ana", "victory", picks(usual)[0])
    for match, cites in ((bungled, True), (usual, False)):
        match.log.append(take)
        assert ("CST-B-53" in match.table().entries[-1].rulings[0].rules) is cites


def four(of: Setup = READY) -> Match:
    """Ana on 1 2 3 5, Bo on 4 6 7 8, and Ana wins with a Potion."""
    match = Match(of)
    for winner, turret in [("Ana", 1), ("Bo", 4), ("Ana", 2), ("Bo", 6), ("Ana", 3), ("Bo", 7), ("Ana", 5), ("Bo", 8)]:
        match.gem(winner, turret)
    return match.wins("Ana", POTION, CHARM)


@pytest.mark.rule("CST-Q-16")
@pytest.mark.parametrize(("both_four", "winner"), [("acting", "Ana"), ("opponent_wins", "Bo"), ("draw", None)])
def test_a_swap_that_gives_both_four_ends_the_game(both_four: str, winner: str | None) -> None:
    match = four(setup(picked=True, both_four=both_four))
    match.log.append(Choose("Ana", "victory", "swap-gem 5 4"))
    assert match.view()["winner"] == winner
    assert match.view()["over"] is True
    assert match.table().asks == ()


def test_a_swap_may_give_the_opponent_the_game() -> None:
    match = Match()
    for winner, turret in [("Ana", 1), ("Bo", 4), ("Bo", 5), ("Bo", 6), ("Ana", 7), ("Bo", 8)]:
        match.gem(winner, turret)
    match.wins("Ana", POTION, CHARM, Choose("Ana", "victory", "swap-gem 7 8"))
    assert match.view()["winner"] == "Bo"


@pytest.mark.rule("CST-G-06", "CST-B-58")
def test_four_in_a_row_end_the_game_at_once() -> None:
    match = Match().gem("Ana", 7).gem("Ana", 8).gem("Ana", 2)
    assert match.view()["over"] is False
    match.gem("Ana", 1)
    assert match.view()["winner"] == "Ana"
    assert match.view()["phase"] == "over"
    assert match.table().rulings[-1].text == (
        "Ana has gems on the Hufflepuff turret, the Counter-Spell turret, the Gryffindor turret and the Spell turret, "
        "four side by side: Ana wins the game!"
    )


def full(of: Setup) -> Match:
    """Turrets 1 to 6 taken in turn, none empty."""
    match = Match(of)
    for turret in range(1, 7):
        match.gem("Ana" if turret % 2 else "Bo", turret)
    return match


@pytest.mark.rule("CST-Q-11")
def test_a_spell_without_an_empty_turret_puts_nothing() -> None:
    match = full(setup(picked=True, turret_count=6)).wins("Ana", SPELL, POTION)
    assert "No turret is empty: Ana puts no gem." in [r.text for r in match.table().rulings]
    assert [ask.kind for ask in match.table().asks] == ["cast"]


@pytest.mark.rule("CST-Q-11")
@pytest.mark.parametrize("move", [False, True])
def test_a_spell_without_a_gem_left_moves_one_only_by_house_rule(move: bool) -> None:
    match = Match(setup(picked=True, turret_count=12, move_own_gem=move))
    for turret in (1, 2, 3, 5, 6, 7):
        match.gem("Ana", turret)
    match.wins("Ana", SPELL, POTION)
    if move:
        assert len(picks(match)) == 6 * 6
        match.log.append(Choose("Ana", "victory", "move-gem 7 4"))
        assert match.view()["winner"] == "Ana"
    else:
        assert [ask.kind for ask in match.table().asks] == ["cast"]


@pytest.mark.parametrize(
    ("of", "log", "words", "rule"),
    [
        (setup(picked=True), turn(POTION, CHARM), "Swap two gems", "CST-B-46"),
        (setup(picked=True), turn(CHARM, SPELL), "Knock a gem off a turret", "CST-B-48"),
        (advanced(), [casts("Bo", CHARM, ADVANCED_HANDS), casts("Ana", POTION)], "Swap a card", "CST-A-24"),
    ],
)
def test_an_impossible_kind_of_reward_is_explained_once(of: Setup, log: list[Fact], words: str, rule: str) -> None:
    [ask] = table(of, *log).asks
    assert [one.reason.rules[0] for one in ask.excluded if one.option.words == words] == [rule]
    assert len(ask.excluded) <= 2
