"""What a house rule changes, and that no sentence or citation says otherwise."""

from __future__ import annotations

import pytest

from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import GAME, first_rule, last, last_text, picks, play, setup, state, why
from tests.rules.munchkin.scenes.scene import FLED, at, house

HERMIONE = {"ally": "Hermione Granger"}
TWO = ("Ana unlock: Hood", "Bo play: Mask", "Ana help: Bo > 0 treasures", "Bo answer: yes")
BOTH_RUN = (*TWO, "Ana run: away", "Ana time: passed")
GHOST = "monster of level 1, treasures 0"
NO_FIGHT = house(loot_after_no_fight=True)


# Allies -----------------------------------------------------------------------------------------------------------


def test_an_ally_of_the_helper_that_saves_both_can_be_given_up_before_the_fighter_has_run() -> None:
    running = play(at(bo=HERMIONE, **house(helper_ally_saves_both=True)), *BOTH_RUN)
    assert picks(running, "Bo", "ally") == {"give up > with Ana"}
    assert first_rule(why(running, "Bo ally: give up")) == "MUN-Q-10"
    saved = play(at(bo=HERMIONE, **house(helper_ally_saves_both=True)), *BOTH_RUN, "Bo ally: give up > with Ana")
    assert (state(saved).phase, state(saved).who("Bo").ally) == ("charity", "")
    assert "Ana gets away with Bo." in last_text(saved)


def test_an_ally_of_the_fighter_saves_the_helper_who_runs_first() -> None:
    start = at(HERMIONE, **house(helper_first=True))
    running = play(start, *BOTH_RUN, "Bo run from: Hood", "Bo throws 6")
    assert picks(running, "Ana", "ally") == {"give up > with Bo"}
    saved = play(start, *BOTH_RUN, "Bo run from: Hood", "Bo throws 6", "Ana ally: give up > with Bo")
    assert state(saved).phase == "charity"
    strict = at(HERMIONE, **house(helper_first=True, ally_before_first_roll=True))
    late = play(strict, *BOTH_RUN, "Bo run from: Hood", "Bo throws 6")
    assert first_rule(why(late, "Ana ally: give up > with Bo")) == "MUN-Q-11"


@pytest.mark.parametrize(("ana", "bo"), [({}, HERMIONE), (HERMIONE, {})])
def test_by_the_sheet_nobody_gives_an_ally_up_before_it_is_their_run(ana: dict[str, str], bo: dict[str, str]) -> None:
    running = play(at(ana, bo=bo), *BOTH_RUN)
    assert not picks(running, "Bo", "ally")
    assert picks(running, "Ana", "ally") == ({"give up", "give up > with Bo"} if ana else set())


def test_an_escape_by_a_card_is_no_throw() -> None:
    start = at(HERMIONE, **house(ally_before_first_roll=True))
    lines = ("Ana unlock: Hood", "Bo play: Mask", "Ana run: away", "Ana time: passed", "Ana run from: Hood")
    assert picks(play(start, *lines, "Bo run bonus: escape"), "Ana", "ally") == {"give up"}
    assert not picks(play(start, *lines, "Ana throws 6"), "Ana", "ally")


def test_whom_an_ally_saves_is_told_by_the_house_rule() -> None:
    helper_runs = (*BOTH_RUN, "Ana run from: Hood", "Ana throws 6", "Ana throws 6")
    by_sheet = why(play(at(bo=HERMIONE), *helper_runs), "Bo ally: give up > with Ana")
    assert by_sheet.startswith("A helper's Ally saves the helper only.")
    both = why(play(at(bo=HERMIONE, **house(helper_ally_saves_both=True)), *helper_runs), "Bo ally: give up > with Ana")
    assert both.startswith("Nobody else still runs away whom the Ally could save.")


# Rewards ----------------------------------------------------------------------------------------------------------


def test_a_monster_without_treasures_brings_none_where_lowered_ones_bring_one() -> None:
    start = at({"level": 3, "hand": 0}, **house(min_treasure_1=True))
    assert state(play(start, f"Ana unlock: {GHOST}", "Ana time: passed")).who("Ana").hand == 0
    lowered = play(start, "Ana unlock: Gnome", "Bo treasures: Gnome -2")
    assert GAME.view(lowered.state, None, frozenset())["combat"]["each"][0]["treasures"] == 1


def test_a_room_that_may_still_be_looted_is_not_skipped() -> None:
    gone = "Bo remove: Hood > no reward"
    assert "MUN-TURN-07" not in last(play(at(**NO_FIGHT), "Ana unlock: Hood", gone))["fight-over"]
    assert "MUN-TURN-07" in last(play(at(), "Ana unlock: Hood", gone))["fight-over"]
    assert "MUN-TURN-07" in last(play(at(**NO_FIGHT), *FLED, gone))["fight-over"]


@pytest.mark.rule("MUN-Q-02")
def test_a_monster_gone_from_a_fight_of_ones_own_choice_gives_no_room_to_loot() -> None:
    """The house rule is about the monster behind the door; for a fight in the room the player has chosen no loot."""
    chosen = ("Ana unlock: another card > hand", "Ana room: no good > Hood")
    assert state(play(at(**NO_FIGHT), *chosen, "Bo remove: Hood > no reward")).phase == "charity"


@pytest.mark.rule("MUN-Q-28")
def test_ranks_too_high_in_a_fight_wait_for_its_end_and_are_not_said_to_fit() -> None:
    start = at({"level": 4, "proficiencies": ["Charms", "Flying"]}, **house(after_combat=True))
    table = play(start, "Ana unlock: Hood", "Bo play: Jinx > Ana")
    assert why(table, "Ana ranks: Charms").startswith(
        "By your house rules Proficiencies are discarded after the fight. [MUN-Q-28, MUN-PROF-08]"
    )
    assert why(play(start, "Ana unlock: Hood"), "Ana ranks: Charms").startswith("The Ranks do not exceed the Level")


# Reasons and what is shown ----------------------------------------------------------------------------------------


def test_nothing_is_sold_before_listening() -> None:
    reason = why(play(at({"carried": ["Broom"]}, **house(listen_at_the_door=True))), "Ana sell: Broom")
    assert reason.startswith("Listen at the door first: Items are sold after it. [MUN-FAST-01")


def test_nobody_is_asked_for_help_any_more_once_the_players_run() -> None:
    asked = ("Ana unlock: Hood", "Ana help: Bo > 1 treasures > Bo first")
    running = play(setup(cards=at()["cards"], **house(lose_wait=False)), *asked, "Ana run: away")
    assert state(running).phase == "flight"
    assert GAME.view(running.state, None, frozenset())["combat"]["offer"] is None


def test_a_run_that_was_announced_is_not_said_to_have_a_running_countdown_once_that_is_stopped() -> None:
    stopped = play(at(), "Ana unlock: Hood", "Ana run: away", "Bo object: object")
    assert why(stopped, "Ana run: away").startswith("Running away is announced already: it begins after the countdown.")


# Cards just received ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MUN-TIMING-06", "MUN-ITEM-02")
@pytest.mark.parametrize("until", ["play", "turn"])
def test_a_card_received_in_a_turn_that_death_ended_is_not_laid_down_in_the_next(until: str) -> None:
    doom = {"name": "Doom", "kind": "curse", "harm": {"death": True}}
    start = at({"hand": 1}, bo={"level": 2}, cards=[*CARDS, doom], **house(just_received=until))
    table = play(start, "Cy got: a card", "Bo play: Doom > Ana", "Bo loot: a card of the hand")
    assert (state(table).active, "Hat" in picks(table, "Cy", "play")) == ("Bo", False)
    assert first_rule(why(table, "Cy play: Hat")) == "MUN-ITEM-02"


@pytest.mark.rule("MUN-TIMING-06", "MUN-DEATH-10")
def test_a_card_looted_when_death_has_ended_the_turn_is_laid_down_at_once() -> None:
    doom = {"name": "Doom", "kind": "curse", "harm": {"death": True}}
    start = at({"hand": 2}, bo={"level": 2}, cards=[*CARDS, doom])
    looted = ("Bo loot: a card of the hand", "Cy loot: a card of the hand")
    table = play(start, "Bo play: Doom > Ana", *looted)
    assert (state(table).active, "Hat" in picks(table, "Cy", "play")) == ("Bo", True)
