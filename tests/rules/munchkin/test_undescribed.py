"""Cards that nobody described are as easy to play as known ones.  Numbers in names: see test_defects.py."""

from __future__ import annotations

from rules.munchkin.asks import AT_ANY_TIME
from tests.rules.munchkin.play import (
    GAME,
    ask_of,
    last,
    last_text,
    levels,
    picks,
    play,
    setup,
    state,
    why,
)

SWORD = {"name": "Big Sword", "kind": "item", "bonus": 20}
BIG = "monster of level 18, treasures 5"
SMALL = "monster of level 3, treasures 1"
NINE = "monster of level 9, treasures 1"


def test_d1_a_monster_without_a_card_can_be_worth_two_levels_from_the_door_on() -> None:
    start = setup(characters={"Ana": {"level": 8}}, cards=[SWORD])
    table = play(start, "Ana play: Big Sword", f"Ana unlock: {BIG}, levels 2", "Ana time: passed")
    assert state(table).winners == ("Ana",)


def test_d1_its_levels_are_asked_for_during_the_fight_and_one_is_the_default() -> None:
    start = setup(characters={"Ana": {"level": 8}}, cards=[SWORD])
    table = play(start, "Ana play: Big Sword", f"Ana unlock: {BIG}")
    assert picks(table, "Ana", "kill levels") == {f"{BIG} > 2"}
    assert levels(play(start, "Ana play: Big Sword", f"Ana unlock: {BIG}", "Ana time: passed"))["Ana"] == 9
    two = play(start, "Ana play: Big Sword", f"Ana unlock: {BIG}", f"Bo kill levels: {BIG} > 2", "Ana time: passed")
    assert state(two).winners == ("Ana",)


def test_d26_the_card_of_that_monster_can_be_described_in_the_fight() -> None:
    start = setup(characters={"Ana": {"level": 8}}, cards=[SWORD])
    card = f"Ana card: {BIG} > monster > level 18 > treasures 5 > levels 2"
    table = play(start, "Ana play: Big Sword", f"Ana unlock: {BIG}", card, "Ana time: passed")
    assert state(table).winners == ("Ana",)
    assert "its own name" in why(play(start), card), "without that monster in the fight the card needs a name"


def test_d2_a_bonus_from_the_hand_leaves_the_hand_and_the_turn_can_end() -> None:
    start = setup(characters={"Ana": {"level": 3, "hand": 5}, "Bo": {"hand": 5}})
    lines = (
        "Ana unlock: monster of level 5, treasures 1",
        "Ana bonus: players +5",
        "Ana time: passed",
        "Ana end: turn",
    )
    assert state(play(start, *lines)).active == "Bo"
    assert state(play(start, *lines[:3])).who("Ana").hand == 5, "one card played, one Treasure drawn"


def test_d2_a_count_of_cards_that_may_be_wrong_blocks_nothing() -> None:
    start = setup(characters={"Ana": {"level": 3, "hand": 6}})
    table = play(start, "Ana unlock: another curse", "Ana room: loot")
    assert ask_of(table, "Ana", "end").words == "The table counts 7 cards in Ana's hand. Are there only five?"
    table = play(start, "Ana unlock: another curse", "Ana room: loot", "Ana end: five")
    assert (state(table).active, state(table).who("Ana").hand) == ("Bo", 5)


def test_d10_unknown_values_of_an_item_are_not_stated() -> None:
    start = setup(cards=[{"name": "Chain Mail", "kind": "item", "slot": "armor"}])
    table = play(start, "Ana play: Dress Robes")
    assert "gold" not in last_text(table)
    assert {"Dress Robes > slot armor", "Dress Robes > gold 300"} <= picks(table, "Ana", "describe")
    item = GAME.view(state(table), None, frozenset())["characters"]["Ana"]["items"][0]
    assert (item["gold"], item["slot"], item["bonus"]) == (None, None, 2)


def test_known_values_of_a_card_stay_when_it_is_described_again() -> None:
    sold = ("Ana play: Sock > item > bonus 1", "Ana sell: Sock", "Ana price: 1100", "Ana sell: done")
    sock = state(play(setup(), *sold, "Bo card: Sock > item > bonus 2")).card("Sock")
    assert (sock.gold, sock.bonus, sock.unknown) == (1100, 2, ("slot",))


def test_d10_a_price_is_asked_once_and_kept() -> None:
    table = play(setup(), "Ana play: Dress Robes", "Ana sell: Dress Robes")
    assert {ask.kind for ask in table.asks} - set(AT_ANY_TIME) == {"price"}
    lines = ("Ana play: Dress Robes", "Ana sell: Dress Robes", "Ana price: 300", "Ana sell: take back")
    table = play(setup(), *lines, "Ana sell: Dress Robes")
    assert "300 gold in all" in last_text(table)
    assert not [pick for pick in picks(table, "Ana", "describe") if "gold" in pick]


def test_d10_a_curse_on_armor_asks_about_an_item_whose_slot_is_unknown() -> None:
    table = play(setup(), "Ana play: Dress Robes", "Ana unlock: Sectumsempra!")
    assert picks(table, "Ana", "harm") == {"Dress Robes", "none of them"}
    worn = play(
        setup(), "Ana play: Dress Robes", "Ana describe: Dress Robes > slot headgear", "Ana unlock: Sectumsempra!"
    )
    assert "harm-passes" in last(worn)


def test_d13_an_item_is_described_in_one_step_and_keeps_its_name() -> None:
    table = play(setup(), "Ana play: Elder Stick > item > bonus 3 > slot 1 hand > gold 400")
    ana = state(table).who("Ana")
    assert ([item.name for item in ana.items], ana.hand) == (["Elder Stick"], 4)


def test_d16_a_card_that_removes_a_monster_leaves_the_hand() -> None:
    start = setup(characters={"Ana": {"level": 4, "hand": 6}})
    table = play(start, f"Ana unlock: {NINE}", f"Ana remove: {NINE} > no reward", "Ana end: turn")
    assert state(table).active == "Bo"


def test_d24_a_monster_joins_by_its_mark_where_the_mark_is_unknown() -> None:
    table = play(setup(), f"Ana unlock: {NINE}", "Bo play: monster of level 4, treasures 1")
    assert {"MUN-MULTI-08", "MUN-MULTI-09"} <= set(last(table)["joins"])
    assert state(table).who("Bo").hand == 4
    described = "Bo play: Bellatrix > monster > level 10 > treasures 3 > tag Death Eater"
    assert "joins" in last(play(setup(), f"Ana unlock: {NINE}", described))


def test_d28_a_curse_that_no_list_knows_is_played_from_the_hand() -> None:
    table = play(setup(), "Bo play: another curse > Ana")
    assert state(table).who("Bo").hand == 4
    assert "Bo plays a Curse on Ana" in last_text(table)
    table = play(setup(characters={"Ana": {"level": 3}}), "Bo play: Nose Hex > curse > harm levels 1 > at Ana")
    assert levels(table)["Ana"] == 2


def test_d34_an_enhancer_entered_by_bonus_and_treasures_is_one_card() -> None:
    lines = (f"Ana unlock: {SMALL}", f"Bo bonus: {SMALL} +5", f"Bo treasures: {SMALL} +1")
    table = play(setup(characters={"Ana": {"level": 4}}), *lines)
    assert state(table).who("Bo").hand == 4
    assert last_text(table).startswith("The Level 3 monster is worth 2 Treasures now.")
    described = play(setup(), f"Ana unlock: {SMALL}", f"Bo play: Howl > enhancer > bonus 5 > treasures 1 > at {SMALL}")
    assert state(described).who("Bo").hand == 4
