"""A new card in the middle of a game: entered once, known from then on, and corrected later."""

from __future__ import annotations

import pytest

from rules.core.facts import Amend, Choose
from rules.core.fold import referee
from rules.core.refusals import refusal
from rules.munchkin.cards.cards import library, read_card
from rules.munchkin.cards.notation import body_of, card_line, read_line
from rules.munchkin.fight.strength import monsters_side, total
from tests.rules.munchkin.cards import CARDS, SHOWN_CARDS
from tests.rules.munchkin.play import GAME, facts, last, picks, play, setup, state, why
from tests.rules.munchkin.scenes.scene import at

TROLL = "Ana card: Troll > monster > level 6 > treasures 2 > harm levels 2"


@pytest.mark.parametrize("body", CARDS, ids=lambda body: str(body["name"]))
def test_every_card_can_be_written_on_a_line_and_read_again(body: dict[str, object]) -> None:
    assert read_line(card_line(body)) == read_card(body)


@pytest.mark.parametrize("line", SHOWN_CARDS)
def test_a_card_line_is_written_as_it_was_read(line: str) -> None:
    assert sorted(card_line(body_of(line)).split(" > ")) == sorted(line.split(" > "))


@pytest.mark.parametrize(
    "line",
    [
        "Hex > curse > harm instead fine > instead levels 2",
        "Hex > curse > harm instead > instead levels 2",
        "Troll > monster > level 6 > tags > tag Dragon",
    ],
)
def test_a_part_that_no_card_has_is_refused_whatever_follows(line: str) -> None:
    assert "cannot have" in why(play(setup()), f"Bo card: {line}")


def test_a_harm_that_goes_on_for_ever_is_no_card() -> None:
    harm: dict[str, object] = {"lose": "armor"}
    for _ in range(180):  # what a parser of JSON still takes
        harm = {"lose": "armor", "instead": harm}
    with pytest.raises(ValueError, match="cannot have"):
        play(setup(cards=[{"name": "Hex", "kind": "curse", "harm": harm}]), "Ana play: Hex > Bo")


def test_a_new_monster_can_be_met_with_all_that_it_does() -> None:
    table = play(setup(), TROLL, "Ana unlock: Troll", "Ana run: away", "Ana time: passed", "Ana throws 1")
    assert "level-bottom" in last(table), "caught, and its harm is known"
    assert "Troll" not in library(()), "the known cards stay as they are"


def test_a_new_item_is_worn_with_its_bonus() -> None:
    table = play(setup(), "Bo card: Sword > item > bonus 4 > slot 1 hand > gold 900", "Ana play: Sword")
    assert [item.name for item in state(table).who("Ana").items if item.equipped] == ["Sword"]
    assert "Sword" not in picks(table, "Bo", "play"), "out of turn nobody lays down Items"


def test_a_corrected_monster_is_corrected_in_the_fight_too() -> None:
    table = play(setup(), TROLL, "Ana unlock: Troll", "Bo card: Troll > monster > level 8")
    combat = state(table).combat
    assert combat is not None
    assert total(monsters_side(state(table), combat)) == 8
    assert {"card-corrected", "losing"} <= set(last(table))


@pytest.mark.rule("MUN-ITEM-20")
@pytest.mark.parametrize(("kind", "strength"), [("item", 5), ("one-shot", 1)])
def test_a_one_shot_on_the_table_adds_nothing_until_it_is_used(kind: str, strength: int) -> None:
    table = play(at({"equipped": ["Flask"]}, cards=[{"name": "Flask", "kind": kind, "bonus": 4}]))
    assert GAME.view(table.state, None, table.revealed)["characters"]["Ana"]["alone"]["strength"] == strength


def test_a_corrected_proficiency_may_exceed_the_ranks() -> None:
    start = setup(cards=CARDS, characters={"Ana": {"proficiencies": ["Charms"]}})
    table = play(start, "Ana card: Charms > proficiency > rank 2")
    assert picks(table, "Ana", "ranks") == {"Charms"}


def test_a_monster_without_a_name_is_corrected_in_plain_words() -> None:
    big = "monster of level 18, treasures 5"
    table = play(setup(), f"Ana unlock: {big}", f"Ana card: {big} > monster > level 18 > treasures 5 > levels 2")
    assert table.entries[-1].rulings[0].text == "Ana corrects the card Level 18 monster."


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Troll", "needs a kind"),
        ("Troll > monster", "needs a Level"),
        ("Troll > monster > level x", "whole number"),
        ("Troll > monster > level 6 > colour green", "colour green"),
        ("Troll > monster > level 6 > harm lose house", "harm: lose"),
        ("Troll > monster > level 6 > level_only yes", "level_only"),
        ("Felix Felicis > curse", "the name of another kind of card, one-shot"),
        ("monster of level 7, treasures 2 > monster > level 6", "not listed"),
        ("players > monster > level 6", "word of the game"),
    ],
)
def test_a_malformed_card_is_refused_with_a_sentence(line: str, words: str) -> None:
    table = play(setup())
    reason = refusal(GAME, table, Choose("Ana", "card", line))
    assert reason
    assert words in reason


@pytest.mark.rule("MUN-TURN-03")
@pytest.mark.parametrize(("way", "ally", "hand"), [(" > play", "Gran", 5), ("", "", 6)])
def test_a_new_card_behind_the_door_is_played_at_once_or_kept(way: str, ally: str, hand: int) -> None:
    ana = state(play(at(), f"Ana unlock: Gran > ally > bonus 3{way}")).who("Ana")
    assert (ana.ally, ana.hand) == (ally, hand)


@pytest.mark.parametrize(
    ("pick", "words"),
    [
        ("Dolores Umbridge", "The Level of Dolores Umbridge is not known yet: describe the card. [MUN-COMBAT-03]"),
        ("Gran > ally > bonus x", "'bonus' of the card 'Gran' is a whole number from −99 to 99, not 'x'."),
        ("Sword > item > bonus 2", "Sword is not a Door card, so it cannot be behind the door. [MUN-TURN-03]"),
    ],
)
def test_a_card_behind_the_door_has_to_be_a_complete_door_card(pick: str, words: str) -> None:
    assert why(play(setup()), f"Ana unlock: {pick}").startswith(words)


def test_an_item_with_a_level_does_not_wander() -> None:
    sword = {"name": "Sword", "kind": "item", "bonus": 2, "level": 3}
    offered = picks(play(at(cards=[sword]), "Ana unlock: Peter Pettigrew"), "Bo", "play")
    assert {"Wandering Monster > Peter Pettigrew"} == {pick for pick in offered if pick.startswith("Wandering")}


def test_a_single_text_is_no_list_of_tags() -> None:
    with pytest.raises(ValueError, match="The card 'Ghoul' cannot have 'Ghost' as 'tags'"):
        read_card({"name": "Ghoul", "kind": "monster", "level": 2, "tags": "Ghost"})


def test_a_wrongly_entered_card_is_corrected_like_any_fact() -> None:
    log = [*facts(TROLL, "Ana unlock: Troll"), Amend(1, facts("Ana card: Troll > monster > level 9")[0])]  # type: ignore[arg-type]
    combat = state(referee(GAME, setup(), log)).combat
    assert combat is not None
    assert combat.foes[0].card.level == 9


def test_an_unlisted_monster_is_described_in_plain_words() -> None:
    table = play(
        at(),
        "Ana unlock: monster of level 3, treasures 1",
        "Bo play: Wandering Monster > monster of level 4, treasures 2",
    )
    texts = " ".join(ruling.text for entry in table.entries for ruling in entry.rulings)
    assert "Ana must fight a Level 3 monster worth 1 Treasure." in texts
    assert "A monster joins the fight: a Level 4 monster worth 2 Treasures (" in texts
    assert "for the Level 3 monster and the Level 4 monster" in texts
    words = [option.words for ask in table.asks for option in ask.options]
    assert not [each for each in words if "monster of level" in each]
