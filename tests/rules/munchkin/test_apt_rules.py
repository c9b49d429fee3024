"""The rules that a sentence names are those that decide it, and no others: rewards, charity, looting, losses, Items."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import first_rule, last, last_text, play, why
from tests.rules.munchkin.scenes.scene import at

HOOD = "Ana unlock: Hood"
HELPED = (HOOD, "Ana help: Bo > 1 treasures > Bo first", "Bo answer: yes")
DOOM = {"name": "Doom", "kind": "curse", "harm": {"death": True}}
CLAW = {"name": "Claw", "kind": "monster", "level": 5, "harm": {"lose": "armor"}}


def with_cards(*more: dict[str, Any]) -> list[dict[str, Any]]:
    return [*CARDS, *more]


@pytest.mark.rule("MUN-COMBAT-12", "MUN-COMBAT-10")
@pytest.mark.parametrize(
    ("lines", "key", "rule"),
    [
        ((HOOD, "Cy remove: Hood > its treasures"), "treasures-alone", "MUN-COMBAT-12"),
        ((*HELPED, "Cy remove: Hood > its treasures"), "treasures-helped", "MUN-COMBAT-12"),
        ((HOOD, "Cy bonus: players +9", "Ana time: passed"), "treasures-alone", "MUN-COMBAT-10"),
        (
            (HOOD, "Bo play: Mask", "Cy remove: Hood > its treasures", "Cy bonus: players +9", "Ana time: passed"),
            "treasures-alone",
            "MUN-COMBAT-10",
        ),
    ],
)
def test_treasures_of_a_fight_without_a_kill_are_not_said_to_be_those_of_a_kill(
    lines: tuple[str, ...], key: str, rule: str
) -> None:
    rules = last(play(at({"level": 2}), *lines))[key]
    assert rules[0] == rule
    assert ("MUN-COMBAT-10" in rules) == (rule == "MUN-COMBAT-10"), "only a kill gives the Treasures on the card"


@pytest.mark.rule("MUN-Q-25", "MUN-DEATH-06")
@pytest.mark.parametrize(("dead", "cites"), [("Ana", True), ("Bo", False), ("Cy", False)])
def test_only_of_a_dead_fighter_is_it_said_that_the_helper_loots_too(dead: str, cites: bool) -> None:
    start = at({"level": 2}, bo={"level": 3}, cy={"level": 4}, cards=with_cards(DOOM))
    by = "Cy" if dead != "Cy" else "Ana"
    table = play(start, *HELPED, f"{by} play: Doom > {dead}")
    if dead != "Ana":
        table = play(start, *HELPED, f"{by} play: Doom > {dead}", "Ana remove: Hood > no reward")
    assert ("MUN-Q-25" in last(table)["loot-order"]) == cites


CHARITY = ("Ana unlock: another card > hand", "Ana room: loot")


@pytest.mark.rule("MUN-Q-46", "MUN-CHARITY-02")
@pytest.mark.parametrize(("bo", "cy", "cites"), [(0, 9, False), (5, 0, True), (3, 0, False), (4, 0, True)])
def test_a_hand_above_five_is_mentioned_only_where_what_was_given_makes_it_so(bo: int, cy: int, cites: bool) -> None:
    start = at({"level": 3, "hand": 5}, bo={"level": 1, "hand": bo}, cy={"level": 4, "hand": cy})
    table = play(start, *CHARITY, "Ana charity: Bo 2")
    assert ("MUN-Q-46" in last(table)["charity"]) == cites


@pytest.mark.rule("MUN-Q-21", "MUN-CHARITY-02", "MUN-CHARITY-04")
@pytest.mark.parametrize(
    ("bo", "ana", "pick", "key", "cites"),
    [
        (1, 4, "Cy 2", "charity", True),
        (2, 4, "Cy 2", "charity", True),
        (3, 4, "Cy 2", "charity", False),
        (1, 2, "discard", "charity-lowest", True),
        (3, 2, "discard", "charity-lowest", False),
    ],
)
def test_the_dead_are_said_to_be_passed_over_only_where_they_were_among_the_lowest(
    bo: int, ana: int, pick: str, key: str, cites: bool
) -> None:
    """Bo died as a helper; Cy is on Level 2."""
    start = at({"level": ana, "hand": 7}, bo={"level": bo, "hand": 0}, cy={"level": 2}, cards=with_cards(DOOM))
    died = (HOOD, "Cy play: Doom > Bo", "Cy remove: Hood > no reward")
    table = play(start, *died, f"Ana charity: {pick}")
    assert ("MUN-Q-21" in last(table)[key]) == cites


@pytest.mark.rule("MUN-CURSE-11", "MUN-RUN-05")
def test_bad_stuff_is_not_explained_by_an_example_of_a_curse() -> None:
    flight = ("Ana unlock: Claw", "Ana run: away", "Ana time: passed", "Ana throws 1")
    assert "MUN-CURSE-11" not in last(play(at(cards=with_cards(CLAW)), *flight))["harm-passes"]
    assert "MUN-CURSE-11" in last(play(at(), "Ana unlock: Sectumsempra!"))["harm-passes"]


@pytest.mark.rule("MUN-ROLE-02", "MUN-SETUP-12", "MUN-SETUP-13")
@pytest.mark.parametrize(
    ("only", "rule"), [("Prefect", "MUN-ROLE-02"), ("Slytherin", "MUN-SETUP-12"), ("female", "MUN-SETUP-13")]
)
def test_an_item_for_some_characters_only_is_refused_by_the_rule_for_what_they_lack(only: str, rule: str) -> None:
    tiara = {"name": "Tiara", "kind": "item", "slot": "headgear", "only": only}
    table = play(at({"house": "Ravenclaw", "sex": "male", "carried": ["Tiara"]}, cards=with_cards(tiara)))
    reason = why(table, "Ana equip: Tiara")
    assert reason.startswith(f"Tiara works for {only} only.")
    assert first_rule(reason) == rule
    assert ("MUN-ROLE-02" in reason) == (only == "Prefect")


@pytest.mark.rule("MUN-ROLE-02", "MUN-SETUP-13", "MUN-ITEM-06")
def test_an_item_that_no_longer_works_comes_off_by_the_rule_for_what_has_gone() -> None:
    tiara = {"name": "Tiara", "kind": "item", "slot": "headgear", "only": "female"}
    badge = {"name": "Badge", "kind": "item", "only": "Prefect"}
    worn = {"sex": "female", "roles": ["Prefect"], "equipped": ["Tiara", "Badge"]}
    start = at(worn, cards=with_cards(tiara, badge))
    assert last(play(start, "Ana change: male"))["only-for"] == ("MUN-SETUP-13", "MUN-ITEM-05", "MUN-ITEM-06")
    assert last(play(start, "Ana discard: Prefect"))["only-for"] == ("MUN-ROLE-02", "MUN-ITEM-05", "MUN-ITEM-06")


@pytest.mark.rule("MUN-CONF-07", "MUN-WIN-02")
def test_a_card_that_says_so_is_not_left_out_where_the_last_level_is_denied() -> None:
    raised = last_text(play(at({"level": 8}), "Ana level: +3 card"))
    assert "goes no higher than Level 9 this way: the last Level takes a kill, or a card that says so." in raised


@pytest.mark.rule("MUN-DEATH-02", "MUN-COMBAT-15", "MUN-RUN-11")
@pytest.mark.parametrize(
    ("lines", "rule", "over"),
    [
        (("Cy play: Doom > Ana",), "MUN-DEATH-02", "MUN-COMBAT-13"),
        (("Cy bonus: players +9", "Ana time: passed"), "MUN-COMBAT-15", "MUN-COMBAT-13"),
        (("Ana run: away", "Ana time: passed", "Ana throws 6"), "MUN-RUN-11", "MUN-RUN-11"),
        (("Ana run: away", "Ana time: passed", "Ana throws 1"), "MUN-RUN-11", "MUN-RUN-11"),
    ],
)
@pytest.mark.parametrize("door", [(HOOD,), ("Ana unlock: Day Hex", "Ana room: no good > Hood")])
def test_a_fight_that_is_over_is_over_by_the_rule_that_ended_it(
    door: tuple[str, ...], lines: tuple[str, ...], rule: str, over: str
) -> None:
    """Where the fighter has died, the others loot meanwhile, and no kill stands for good."""
    table = play(at({"level": 2}, cards=with_cards(DOOM)), *door, *lines)
    reason = why(table, "Bo bonus: Hood +5")
    assert reason.startswith("The fight of this turn is over, and nothing changes it any more.")
    assert first_rule(reason) == rule
    assert last(table)["fight-over"][0] == over


@pytest.mark.rule("MUN-ITEM-13", "MUN-CARD-09")
@pytest.mark.parametrize(("card", "an_item"), [("Hat", True), ("Hermione Granger", False), ("Map", False)])
def test_only_an_item_is_lost_by_the_rule_of_items(card: str, an_item: bool) -> None:
    start = at({"carried": ["Hat"], "ally": "Hermione Granger"})
    rules = last(play(start, "Ana play: Map", f"Ana lose: {card}"))["gives-up"]
    assert rules == (("MUN-ITEM-13", "MUN-ITEM-12", "MUN-CARD-09") if an_item else ("MUN-CARD-09",))


@pytest.mark.rule("MUN-RUN-11", "MUN-WIN-01")
def test_a_flight_that_a_victory_ends_is_not_said_to_have_had_its_last_throw() -> None:
    fled = (HOOD, "Ana run: away", "Ana time: passed", "Bo play: Order of Merlin > Cy")
    assert "MUN-RUN-11" not in last(play(at(cy={"level": 9}), *fled))["fight-over"]


@pytest.mark.rule("MUN-CHARITY-04")
@pytest.mark.parametrize(("held", "words"), [(6, "1 card"), (7, "2 cards")])
def test_the_lowest_discards_cards_and_not_a_bare_number(held: int, words: str) -> None:
    table = play(at({"hand": held - 2}, bo={"level": 2}, cy={"level": 2}), *CHARITY, "Ana charity: discard")
    assert last_text(table).startswith(f"Ana has the lowest Level and discards {words}.")


@pytest.mark.rule("MUN-CHARITY-02", "MUN-CHARITY-04")
@pytest.mark.parametrize(
    ("level", "pick", "words", "rule"),
    [
        (3, "discard", "The cards above five go to the player with the lowest Level.", "MUN-CHARITY-02"),
        (1, "Cy 2", "The player with the lowest Level discards the cards above five,", "MUN-CHARITY-04"),
        (3, "all to Bo", "A share is a player and a number of cards;", "MUN-CHARITY-02"),
    ],
)
def test_who_may_not_discard_is_told_why_and_not_how_shares_are_written(
    level: int, pick: str, words: str, rule: str
) -> None:
    """Bo and Cy are on Level 1."""
    reason = why(play(at({"level": level}), *CHARITY), f"Ana charity: {pick}")
    assert reason.startswith(words)
    assert first_rule(reason) == rule
