"""What is said is true of the moment: offers after a loss, the dead in a fight, harm of several parts, payments."""

from __future__ import annotations

import pytest

from rules.core.phrases import Phrase
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import GAME, first_rule, last, last_text, picks, play, state, why
from tests.rules.munchkin.scenes.scene import FLED, at

PETER = "Ana unlock: Peter Pettigrew"
THIEF = {"name": "Thief", "kind": "curse", "harm": {"levels": 1, "hand": 1, "lose": "armor"}}
CLAWS = {"name": "Claws", "kind": "monster", "level": 6, "treasures": 1, "harm": {"levels": 1, "lose": "armor"}}
GRIP = {"name": "Grip", "kind": "monster", "level": 6, "harm": {"lose": "ally"}}
GRASP = {"name": "Grasp", "kind": "monster", "level": 6, "harm": {"lose": "ally", "instead": {"levels": 1}}}
HARMS = [THIEF, CLAWS, GRIP, GRASP]


@pytest.mark.rule("MUN-HELP-05")
def test_an_item_that_the_fighter_has_lost_is_not_offered_for_help() -> None:
    offered = (PETER, "Ana bribe: Dress Robes", "Ana bribe: Hat", "Ana lose: Dress Robes")
    asked = play(at({"carried": ["Dress Robes", "Hat"]}), *offered, "Ana help: Bo > 0 treasures")
    assert last_text(asked) == "Ana asks Bo for help and offers Hat."
    combat = state(asked).combat
    assert combat is not None
    assert combat.offer is not None
    assert combat.offer.items == ("Hat",)


def test_without_the_only_item_offered_there_is_nothing_to_withdraw() -> None:
    table = play(at({"carried": ["Dress Robes", "Hat"]}), PETER, "Ana bribe: Dress Robes", "Ana lose: Dress Robes")
    assert picks(table, "Ana", "bribe") == {"Hat"}


@pytest.mark.rule("MUN-DEATH-04")
def test_the_dead_are_looted_after_the_fight() -> None:
    helped = (FLED[0], "Ana help: Bo > 0 treasures", "Bo answer: yes", *FLED[1:], "Ana throws 1")
    table = play(at(), *helped)
    assert not state(table).who("Ana").alive
    reason = why(table, "Cy loot: a card of the hand")
    assert reason.startswith("Ana is looted once the fight is over.")
    assert first_rule(reason) == "MUN-DEATH-04"


@pytest.mark.rule("MUN-ITEM-25")
@pytest.mark.parametrize("target", ["Nobody", "Nobody > bonus 4"])
def test_a_known_card_on_a_wrong_target_is_not_taken_for_a_new_card(target: str) -> None:
    reason = why(play(at()), f"Ana play: Go Up a Level > {target}")
    assert reason.startswith("Say on which player the card is played.")


@pytest.mark.rule("MUN-CURSE-10")
def test_harm_that_took_something_is_not_said_to_do_nothing() -> None:
    struck = play(at(bo={"level": 3}, cards=HARMS), "Ana play: Thief > Bo")
    assert last_text(struck).endswith("Bo discards 1 card: Thief. Bo has nothing else that Thief could take.")
    assert last(struck)["harm-takes-no-more"] == ("MUN-CURSE-10", "MUN-CURSE-11")


@pytest.mark.rule("MUN-RUN-05")
@pytest.mark.parametrize(
    ("monster", "key", "words"),
    [
        ("Claws", "harm-takes-no-more", "Ana has nothing else that Claws could take."),
        ("Grip", "harm-passes", "Ana has nothing that Grip could take: it does nothing."),
        ("Grasp", "harm-instead", "Ana has nothing that Grasp could take, so its other effect happens."),
    ],
)
def test_bad_stuff_without_anything_to_take_cites_the_rule_of_bad_stuff(monster: str, key: str, words: str) -> None:
    flight = (f"Ana unlock: {monster}", "Ana run: away", "Ana time: passed", "Ana throws 1")
    caught = play(at({"level": 3}, cards=HARMS), *flight)
    assert words in last_text(caught)
    assert last(caught)[key][0] == "MUN-RUN-05"


@pytest.mark.rule("MUN-ROLE-03")
def test_a_dual_role_in_play_pays_for_a_power() -> None:
    roles = {"roles": ["Prefect", "Quidditch Captain"], "dual_role": True}
    paid = play(at(roles), PETER, "Ana power: Prefect > Dual Role")
    assert "Ana uses Prefect and discards Dual Role: +2 for the players." in last_text(paid)
    assert not state(paid).who("Ana").dual
    assert picks(paid, "Ana", "roles") == {"Prefect", "Quidditch Captain"}


@pytest.mark.rule("MUN-DEATH-13", "MUN-DEATH-14", "MUN-DEATH-15")
def test_a_player_whose_own_turn_begins_after_death_is_not_said_to_have_no_cards() -> None:
    helped = (FLED[0], "Ana help: Bo > 0 treasures", "Bo answer: yes", *FLED[1:], "Ana throws 5", "Bo throws 1")
    looted = (
        "Ana throws 6",
        "Cy throws 1",
        "Ana loot: a card of the hand",
        "Cy loot: a card of the hand",
        "Ana end: turn",
    )
    words = last_text(play(at({"hand": 4}, bo={"hand": 2}), *helped, *looted))
    assert "Bo is alive again. Bo draws four Doors and four Treasures" in words


NO_GOOD = ("Ana unlock: another card > hand", "Ana room: no good > Hood")


@pytest.mark.rule("MUN-TURN-09", "MUN-RUN-11", "MUN-COMBAT-11", "MUN-COMBAT-15")
@pytest.mark.parametrize(
    ("end", "rule"),
    [
        (("Ana run: away", "Ana time: passed", "Ana throws 6"), "MUN-RUN-11"),
        (("Bo remove: Hood > no reward",), "MUN-COMBAT-11"),
        (("Bo bonus: players +9", "Ana time: passed"), "MUN-COMBAT-15"),
    ],
)
def test_after_a_fight_of_ones_own_choice_the_rule_of_its_end_is_cited(end: tuple[str, ...], rule: str) -> None:
    table = play(at({"level": 3}), *NO_GOOD, *end)
    assert first_rule(why(table, "Bo bonus: Hood +5")) == rule
    assert first_rule(why(table, "Ana room: loot")) == "MUN-TURN-08"
    assert "room-skipped" not in last(table), "the second phase was spent on the fight"


@pytest.mark.rule("MUN-RUN-04")
def test_a_card_on_a_throw_names_who_played_it_and_what_all_cards_add() -> None:
    running = (PETER, "Ana run: away", "Ana time: passed", "Bo run bonus: +2")
    assert last_text(play(at(), *running)) == "Bo plays +2 on the next throw of Ana: +2 in all."
    again = play(at(), *running, "Cy run bonus: -3")
    assert last_text(again) == "Cy plays \N{MINUS SIGN}3 on the next throw of Ana: \N{MINUS SIGN}1 in all."


ROB = {"name": "Rob", "kind": "curse", "harm": {"hand": 2}}
SLOW = {"name": "Slow", "kind": "curse", "lasts": "turn", "run": -2}


@pytest.mark.rule("MUN-CURSE-10", "MUN-CARD-07")
def test_harm_that_takes_cards_of_an_empty_hand_is_said_to_do_nothing() -> None:
    struck = play(at({"hand": 3}, bo={"hand": 0}, cards=[ROB]), "Ana play: Rob > Bo")
    assert last_text(struck) == "Rob strikes Bo. Bo has nothing that Rob could take: it does nothing."
    hurt = {"name": "Hurt", "kind": "curse", "harm": {"hand": 2, "levels": 1}}
    struck = play(at({"hand": 3}, bo={"hand": 0, "level": 3}, cards=[hurt]), "Ana play: Hurt > Bo")
    assert last_text(struck).endswith("Bo has nothing else that Hurt could take.")


@pytest.mark.rule("MUN-CURSE-08")
def test_a_curse_for_the_next_turn_does_not_slow_a_helper_in_another_turn() -> None:
    helped = ("Ana unlock: Mask", "Ana help: Bo > 0 treasures", "Bo answer: yes", "Ana run: away", "Ana time: passed")
    away = play(at({}, bo={"curses": ["Slow"]}, cards=[*CARDS, SLOW]), *helped, "Ana throws 5", "Bo throws 5")
    assert "Bo throws 5 and gets away from Mask." in last_text(away)
    own = play(at({"curses": ["Slow"]}, cards=[*CARDS, SLOW]), *helped, "Ana throws 5")
    assert "Ana throws 5 \N{MINUS SIGN}2 = 3: Mask catches Ana." in last_text(own)


@pytest.mark.rule("MUN-TURN-08")
def test_in_a_fight_of_ones_own_choice_no_monster_is_said_to_be_behind_the_door() -> None:
    reason = why(play(at({"hand": 3}), *NO_GOOD), "Ana room: loot")
    assert reason.startswith("A turn has only one of them: looting the room, or being Up to No Good.")


@pytest.mark.rule("MUN-RUN-06")
def test_a_monster_that_has_caught_its_runner_is_not_said_to_have_been_escaped() -> None:
    joined = ("Ana unlock: Mask", "Bo play: Wandering Monster > Gnome", "Bo play: Wandering Monster > Slug")
    fled = (*joined, "Ana run: away", "Ana time: passed", "Ana run from: Gnome", "Ana throws 1")
    reason = why(play(at(), *fled), "Ana run from: Gnome")
    assert reason.startswith("Ana has run from Gnome already, caught or not.")


@pytest.mark.rule("MUN-FAST-01", "MUN-FAST-02")
def test_a_turn_that_begins_with_listening_says_so_and_does_not_offer_sales_yet() -> None:
    listening = at({"hand": 2}, house_rules={"listen_at_the_door": True})
    ended = ("Ana listen: draw", "Ana unlock: another card > hand", "Ana room: loot", "Ana end: turn")
    table = play(listening, *ended)
    assert last_text(table).endswith("It is Bo's turn: listen at the door first.")
    arranged = play(listening, *ended, "Bo listen: draw")
    assert "Bo may sell Items and lay cards down." in last_text(arranged)


@pytest.mark.rule("MUN-Q-17")
def test_where_each_monster_brings_a_treasure_none_is_said_to_be_worth_none() -> None:
    least = at(house_rules={"min_treasure_1": True})
    lowered = play(least, "Ana unlock: Mask", "Bo treasures: Mask -2")
    assert "Mask is worth 1 Treasure now." in last_text(lowered)
    gone = play(least, "Ana unlock: Mask", "Bo treasures: Mask -2", "Bo remove: Mask > its treasures")
    assert "Ana draws 1 Treasure face down." in last_text(gone)


@pytest.mark.rule("MUN-DEATH-08")
def test_a_dead_player_without_cards_is_said_to_have_none() -> None:
    died = ("Ana unlock: Hood", "Bo bonus: players +1", "Ana run: away", "Ana time: passed", "Ana throws 1")
    assert "Ana has left nothing to loot." in last_text(play(at({"hand": 0}), *died))


@pytest.mark.rule("MUN-PROF-08")
def test_ranks_that_are_still_too_high_are_not_said_to_be_within_the_level() -> None:
    learnt = at({"level": 4, "proficiencies": ["Charms", "Flying"]})
    table = play(learnt, "Ana level: -3 curse", "Ana ranks: Charms")
    assert last_text(table).startswith("Ana discards Charms: the Ranks add up to 3 now.")


def test_what_a_monster_has_against_somebody_can_be_read_in_every_language() -> None:
    """A word such as male is translated as it is on the card's form, and a nameless monster has its usual name."""
    text = "monster of level 7, treasures 2"
    told = (f"Ana unlock: {text}", f"Bo card: {text} > monster > level 7 > treasures 2 > against male 3")
    table = play(at({"sex": "male"}), *told)
    name = GAME.view(table.state, None, frozenset())["combat"]["monsters"]["parts"][1]["name"]
    assert name == "The Level 7 monster: against male"
    assert isinstance(name.values["trait"], Phrase)


@pytest.mark.rule("MUN-HELP-01", "MUN-HELP-02")
@pytest.mark.parametrize("after", ["Bo answer: no|Cy bonus: Hood +1", "Ana withdraw: offer"])
def test_a_player_whose_request_is_closed_is_not_said_to_have_never_been_asked(after: str) -> None:
    table = play(at(), "Ana unlock: Hood", "Ana help: Bo > 0 treasures", *after.split("|"))
    assert why(table, "Bo answer: yes").startswith("No request for help to this player is open. [MUN-HELP-01]")


@pytest.mark.rule("MUN-HELP-06", "MUN-HELP-15")
def test_fewer_treasures_than_agreed_are_not_said_to_be_what_was_agreed() -> None:
    agreed = ("Ana unlock: Hood", "Ana help: Bo > 2 treasures > Bo first", "Bo answer: yes")
    table = play(at(bo={"level": 9}), *agreed, "Cy play: Shrinking > Hood", "Ana time: passed")
    said = "Ana draws 1 Treasure face up and gives all to Bo: 2 Treasures were agreed. Bo picks first."
    assert said in last_text(table)
    assert state(table).who("Bo").hand == 6


DOOM = {"name": "Doom", "kind": "curse", "harm": {"death": True}}


@pytest.mark.rule("MUN-CURSE-05", "MUN-CURSE-07", "MUN-DEATH-02")
@pytest.mark.parametrize(("curse", "stays"), [("Duel Hex", ()), ("Day Hex", ("Day Hex",)), ("Life Hex", ("Life Hex",))])
def test_a_curse_for_one_combat_is_used_up_by_a_helper_who_dies_in_it(curse: str, stays: tuple[str, ...]) -> None:
    start = at({"level": 2}, bo={"level": 3, "curses": [curse]}, cards=[*CARDS, DOOM])
    table = play(start, FLED[0], "Ana help: Bo > 0 treasures", "Bo answer: yes", "Cy play: Doom > Bo")
    assert state(table).who("Bo").curses == stays
    used_up = "Bo is dead and no longer helps. Duel Hex was for this fight: Bo discards it."
    assert (used_up in last_text(table)) == (not stays)
