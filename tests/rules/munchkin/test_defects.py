"""Games in which a ruling once was wrong, late or missing, each with the right one.

The number in a name is that of the game among those found by reading the engine against the rule sheet.
"""

from __future__ import annotations

import pytest

from rules.core.at_table import Countdown
from rules.core.refusals import refusal
from rules.munchkin.fight.strength import players_side, total
from rules.munchkin.table import STOPPED_S, tick
from tests.rules.munchkin.play import (
    GAME,
    ask_of,
    at_level,
    facts,
    first_rule,
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


# The fight --------------------------------------------------------------------------------------------------------


def test_d3_a_monster_can_be_removed_while_running_and_a_card_can_save_the_runner() -> None:
    two = "monster of level 9, treasures 2"
    running = (f"Ana unlock: {two}", "Ana run: away", "Ana time: passed")
    removed = play(setup(), *running, f"Ana remove: {two} > no reward")
    assert state(removed).combat is None
    assert levels(removed)["Ana"] == 1
    slipped = play(setup(), *running, "Ana run bonus: escape")
    assert "escaped-by-card" in last(slipped)
    assert state(slipped).combat is None


def test_d3_a_monster_removed_while_running_leaves_the_others_to_run_from() -> None:
    lines = (f"Ana unlock: {NINE}", f"Bo play: Wandering Monster > {SMALL}", "Ana run: away", "Ana time: passed")
    table = play(setup(), *lines, f"Cy remove: {NINE} > its treasures")
    assert state(table).phase == "flight"
    escaped = play(setup(), *lines, f"Cy remove: {NINE} > its treasures", "Ana throws 5")
    assert state(escaped).who("Ana").hand == 5, "whoever runs gets no Treasures"


@pytest.mark.parametrize("helper", [(), ("Ana help: Bo > 0 treasures", "Bo answer: yes")])
def test_d3_whoever_runs_gets_nothing_for_the_last_monster_that_is_removed(helper: tuple[str, ...]) -> None:
    start = setup(house_rules={"loot_after_no_fight": True})
    lines = (f"Ana unlock: {BIG}", *helper, "Ana run: away", "Ana time: passed")
    table = play(start, *lines, f"Cy remove: {BIG} > its treasures")
    assert (state(table).combat, state(table).flight, state(table).phase) == (None, None, "charity")
    assert [state(table).who(name).hand for name in ("Ana", "Bo", "Cy")] == [5, 5, 4]
    assert "won" not in last_text(table)
    assert first_rule(why(table, "Ana room: loot")) == "MUN-RUN-02"


def test_d6_a_stop_is_released_by_the_table_after_a_minute() -> None:
    table = play(setup(characters={"Ana": {"level": 4}}), f"Ana unlock: {SMALL}", "Bo object: object")
    assert "Bo or the host starts it again" in why(table, "Ana object: go on")
    countdown, fact = tick(state(table), None, 100.0)
    assert (countdown, fact) == (Countdown(state(table).beat, 100.0, STOPPED_S, stopped=True), None)
    assert tick(state(table), countdown, 100.0 + STOPPED_S - 0.1)[1] is None
    assert tick(state(table), countdown, 100.0 + STOPPED_S)[1] == facts("Bo object: go on")[0]


def test_d7_help_that_was_refused_may_be_asked_for_again_when_the_strengths_have_changed() -> None:
    start = setup(characters={"Ana": {"level": 4}, "Bo": {"level": 5}})
    lines = ("Ana unlock: monster of level 8, treasures 1", "Ana help: Bo > 0 treasures", "Bo answer: no")
    reason = why(play(start, *lines), "Ana help: Bo > 0 treasures")
    assert first_rule(reason) == "MUN-HELP-02"
    assert "Bo has refused that offer" in reason
    assert "Bo > 0 treasures" in picks(play(start, *lines, "Cy effect: players +1"), "Ana", "help")


def test_a_request_for_help_is_taken_back_by_the_one_who_asked_until_it_is_answered() -> None:
    start = setup(characters={"Ana": {"level": 4}, "Bo": {"level": 5}})
    lines = ("Ana unlock: monster of level 8, treasures 1", "Ana help: Bo > 0 treasures")
    asked = play(start, *lines)
    assert picks(asked, "Ana", "withdraw") == {"offer"}
    assert first_rule(why(asked, "Bo withdraw: offer")) == "MUN-HELP-01"
    back = play(start, *lines, "Ana withdraw: offer")
    assert last_text(back) == "Ana no longer asks Bo for help."
    assert "Bo > 0 treasures" in picks(back, "Ana", "help")
    for over, rule in (("Ana withdraw: offer", "MUN-HELP-01"), ("Bo answer: yes", "MUN-Q-14")):
        assert first_rule(why(play(start, *lines, over), "Ana withdraw: offer")) == rule
    assert first_rule(why(back, "Bo answer: yes")) == "MUN-HELP-01"


def test_d8_bad_stuff_can_take_a_role_and_blocks_nothing_else() -> None:
    start = setup(characters={"Ana": {"level": 4, "role": "Prefect", "equipped": ["Dress Robes"]}})
    eight = "monster of level 8, treasures 1"
    lines = (f"Ana unlock: {eight}", f"Bo bonus: {eight} +3", "Ana run: away", "Ana time: passed", "Ana throws 2")
    table = play(start, *lines, "Ana bad stuff: lose Dress Robes", "Ana bad stuff: lose Prefect")
    assert state(table).who("Ana").roles == ()
    assert last_text(table) == "Ana loses Prefect: the Level 8 monster."
    assert table.entries[-1].rulings[0].rules == ("MUN-RUN-05", "MUN-CARD-09")
    meanwhile = play(start, *lines, "Cy play: another curse > Bo", "Cy level: +1 card", "Ana bad stuff: done")
    assert state(meanwhile).phase == "charity"
    assert first_rule(why(play(start, *lines), "Ana end: turn")) == "MUN-RUN-05"


def test_d29_a_bonus_that_does_not_count_says_so_before_it_is_played() -> None:
    ghoul = {"name": "Ghoul", "kind": "monster", "level": 4, "treasures": 1, "level_only": True}
    start = setup(cards=[ghoul], characters={"Ana": {"level": 5}})
    table = play(start, "Ana unlock: Ghoul")
    words = {option.pick: option.words for option in ask_of(table, "Bo", "play").options}
    assert words["Felix Felicis > players"].endswith("(does not count: only Levels do)")
    assert "count" not in words["Felix Felicis > Ghoul"]
    after = play(start, "Ana unlock: Ghoul", "Bo play: Felix Felicis > players")
    assert "does not count" in last_text(after)
    assert total(players_side(state(after), state(after).combat)) == 5  # type: ignore[arg-type]


def test_d11_a_kill_without_treasures_cites_what_made_them_none() -> None:
    lines = (f"Ana unlock: {SMALL}", f"Bo treasures: {SMALL} -1", "Ana time: passed")
    rules = last(play(setup(characters={"Ana": {"level": 4}}), *lines))["treasures-none"]
    assert rules[0] == "MUN-COMBAT-10"
    assert "MUN-ENH-02" in rules
    assert "MUN-COMBAT-12" not in rules


def test_d32_a_game_won_in_the_middle_of_a_fight_has_no_countdown_left() -> None:
    start = setup(characters={"Ana": {"level": 9}, "Bo": {"level": 9}})
    table = play(start, f"Ana unlock: {SMALL}", "Bo level: +1 winning card")
    assert (state(table).winners, state(table).combat, table.asks) == (("Bo",), None, ())
    assert tick(state(table), None, 0.0) == (None, None)


# Characters -------------------------------------------------------------------------------------------------------

BADGE = {"name": "Prefect Badge", "kind": "item", "bonus": 3, "only": "Prefect"}


def test_d31_an_item_for_one_role_is_carried_by_others_and_equipped_by_none_of_them() -> None:
    table = play(setup(cards=[BADGE]), "Ana play: Prefect Badge")
    assert not state(table).who("Ana").items[0].equipped
    assert "works for Prefect only" in last_text(table)
    assert first_rule(why(table, "Ana equip: Prefect Badge")) == "MUN-ROLE-02"
    table = play(setup(cards=[BADGE]), "Ana play: Prefect", "Ana play: Prefect Badge")
    assert state(table).who("Ana").items[0].equipped


def test_d33_an_item_for_one_role_comes_off_with_the_role() -> None:
    start = setup(cards=[BADGE], characters={"Ana": {"role": "Prefect", "equipped": ["Prefect Badge"]}})
    table = play(start, "Ana discard: Prefect")
    assert not state(table).who("Ana").items[0].equipped
    assert "Prefect Badge works for Prefect only: Ana turns it sideways." in last_text(table)


def test_d4_a_first_role_can_be_discarded_for_another() -> None:
    start = {**setup(), "begin": "create"}
    lines = ("Ana play: Prefect", "Ana play: Quidditch Captain", "Ana discard: Prefect", "Ana play: Quidditch Captain")
    assert state(play(start, *lines)).who("Ana").roles == ("Quidditch Captain",)


def test_d5_a_card_just_received_is_played_out_of_turn() -> None:
    assert first_rule(why(play(setup()), "Bo play: Prefect")) == "MUN-ROLE-05"
    table = play(setup(), "Bo got: a card", "Bo play: Prefect")
    assert (state(table).who("Bo").roles, state(table).who("Bo").hand) == (("Prefect",), 5)
    assert state(play(setup(), "Bo hand: 6", "Bo play: Prefect")).who("Bo").roles == ("Prefect",)


@pytest.mark.parametrize(("answer", "allowed"), [("play", False), ("turn", True)])
def test_d25_a_card_counts_as_just_received_until_the_next_play_or_by_house_rule(answer: str, allowed: bool) -> None:
    start = setup(
        characters={"Ana": {"level": 3, "hand": 6}, "Bo": {"level": 2}, "Cy": {"level": 1, "hand": 2}},
        house_rules={"just_received": answer},
    )
    lines = ("Ana unlock: another card > hand", "Ana room: loot", "Ana charity: Cy 3", "Cy play: Prefect")
    table = play(start, *lines)
    assert (refusal(GAME, table, facts("Cy play: Dress Robes")[0]) is None) == allowed
    assert "Prefect" not in picks(play(start, *lines, f"Bo unlock: {SMALL}"), "Cy", "play") or allowed


# The Levels alone -------------------------------------------------------------------------------------------------

TRACKER = {"game": "munchkin", "format": 1, "level": "levels", "players": ["Ana", "Bo", "Cy"]}


def test_d15_no_ruling_mentions_a_shared_level() -> None:
    table = play(TRACKER, "Ana level: +1 kill", "Bo level: +1 kill", "Bo level: -1 bad stuff")
    assert not [ruling for ruling in table.rulings if "one Level" in ruling.text]


def test_d15_the_last_level_is_asked_about_and_the_victory_can_be_shared() -> None:
    start = {**TRACKER, "house_rules": {"shared_victory": True}, "characters": {"Ana": {"level": 9}}}
    table = play(start, "Ana level: +1 kill")
    assert picks(table, "Ana", "won") == {"yes", "yes > Bo", "yes > Cy", "no"}
    assert state(play(start, "Ana level: +1 kill", "Ana won: yes > Bo")).winners == ("Ana", "Bo")
    on = play(start, "Ana level: +1 kill", "Bo level: +1 kill", "Ana won: no", "Ana level: -1 curse")
    assert levels(on) == {"Ana": 8, "Bo": 2, "Cy": 1}
    alone = {**TRACKER, "characters": {"Ana": {"level": 9}}}
    assert picks(play(alone, "Ana level: +1 kill"), "Ana", "won") == {"yes", "no"}


# Reasons and rules ------------------------------------------------------------------------------------------------


def test_d9_after_up_to_no_good_the_room_is_shut_because_the_choice_was_made() -> None:
    lines = ("Ana unlock: another card > hand", f"Ana room: no good > {SMALL}", "Ana time: passed")
    assert first_rule(why(play(at_level(4), *lines), "Ana room: loot")) == "MUN-TURN-08"


def test_d12_a_lost_card_cites_no_rule_about_levels() -> None:
    jinx = {"name": "Jinx", "kind": "curse", "harm": {"hand": 1}}
    assert last(play(setup(cards=[jinx]), "Ana unlock: Jinx"))["loses-hand"] == ("MUN-CARD-07",)


def test_d14_the_dead_can_be_given_nothing() -> None:
    start = setup(
        cards=[{"name": "AK", "kind": "curse", "harm": {"death": True}}],
        characters={"Ana": {"equipped": ["Nimbus 2001"]}, "Bo": {"hand": 0}},
    )
    assert first_rule(why(play(start, "Ana play: AK > Bo"), "Ana give: Nimbus 2001 > Bo")) == "MUN-DEATH-11"


def test_d17_nothing_is_laid_down_before_listening_at_the_door() -> None:
    start = setup(house_rules={"listen_at_the_door": True})
    for line in ("Ana play: Prefect", "Ana play: Dress Robes"):
        assert first_rule(why(play(start), line)) == "MUN-FAST-01"
    assert state(play(start, "Ana listen: draw", "Ana play: Prefect")).who("Ana").roles == ("Prefect",)


def test_d18_the_lowest_player_must_discard() -> None:
    table = play(setup(characters={"Ana": {"hand": 6}}), "Ana unlock: another curse", "Ana room: loot")
    assert "discard the cards above five" in last_text(table)
    assert "give" not in ask_of(table, "Ana", "charity").words
    assert first_rule(why(table, "Ana charity: Bo 2")) == "MUN-CHARITY-04"


def test_d19_a_kept_curse_pays_for_no_power() -> None:
    cards = [
        {"name": "Prefect", "kind": "role", "power": 1},
        {"name": "Jinx", "kind": "curse", "lasts": "always", "bonus": -1},
    ]
    start = setup(cards=cards, characters={"Ana": {"role": "Prefect", "curses": ["Jinx"]}})
    assert first_rule(why(play(start, f"Ana unlock: {NINE}"), "Ana power: Prefect > Jinx")) == "MUN-CURSE-06"


def test_the_ask_lists_excluded_options_with_reasons() -> None:
    cards = [{"name": "Prefect", "kind": "role", "power": 1}, {"name": "Jinx", "kind": "curse", "lasts": "always"}]
    start = setup(cards=[*cards, BADGE], characters={"Ana": {"role": "Prefect", "curses": ["Jinx"]}})
    (excluded,) = ask_of(play(start, f"Ana unlock: {NINE}"), "Ana", "power").excluded
    assert (excluded.option.pick, excluded.reason.rules[0]) == ("Prefect > Jinx", "MUN-CURSE-06")
    lines = (f"Ana unlock: {NINE}", "Ana help: Bo > 0 treasures", "Bo answer: no")
    (refused,) = ask_of(play(setup(), *lines), "Ana", "help").excluded
    assert refused.reason.rules[0] == "MUN-HELP-02"


def test_d20_an_offer_of_treasures_says_who_picks_first() -> None:
    assert first_rule(why(play(setup(), f"Ana unlock: {NINE}"), "Ana help: Bo > 1 treasures")) == "MUN-HELP-07"


def test_d21_only_items_are_sold() -> None:
    assert first_rule(why(play(setup()), "Ana sell: Go Up a Level > hand")) == "MUN-ITEM-24"


def test_d22_nobody_runs_twice_from_one_monster() -> None:
    two, three = "monster of level 2, treasures 1", SMALL
    lines = (
        *(f"Ana unlock: {NINE}", f"Bo play: Wandering Monster > {two}", f"Bo play: Wandering Monster > {three}"),
        *("Ana run: away", "Ana time: passed", f"Ana run from: {two}", "Ana throws 6"),
    )
    reason = why(play(setup(), *lines), f"Ana run from: {two}")
    assert "has run from the Level 2 monster already" in reason
    assert first_rule(reason) == "MUN-RUN-06"
    ask = ask_of(play(setup(), *lines), "Ana", "run from")
    assert {option.pick for option in ask.options} == {NINE, three}
    assert [one.option.pick for one in ask.excluded] == [two]


def test_rulings_use_the_words_of_the_table() -> None:
    lines = ("Ana unlock: monster of level 18, treasures 5", "Bo effect: monster of level 18, treasures 5 +3")
    table = play(setup(), *lines)
    text = " ".join(ruling.text for ruling in table.rulings)
    assert "Ana must fight a Level 18 monster worth 5 Treasures." in text
    assert "+3 for the Level 18 monster" in text
    assert "another card says so" in ask_of(play(at_level(1, equipped=["Dress Robes"])), "Ana", "lose").words


def test_an_item_without_a_price_is_of_no_value_in_every_sentence() -> None:
    offered = [option.words for ask in play(setup(characters={"Ana": {"hand": 5}})).asks for option in ask.options]
    assert "An Item not on the table: No Value" in offered
    assert not [words for words in offered if " 0 gold" in words]
