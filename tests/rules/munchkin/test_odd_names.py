"""Names of players and cards that look like the texts of picks: each offered pick does what it says."""

from __future__ import annotations

from rules.core.facts import Choose
from rules.core.fold import advance
from rules.core.refusals import refusal
from tests.rules.munchkin.play import GAME, ask_of, play, setup, state


def test_a_player_whose_name_has_a_comma_is_given_cards() -> None:
    characters = {"Bo": {"hand": 8, "level": 3}, "Cy, the cat": {"level": 1}, "Ana": {"level": 1}}
    start = setup(players=["Ana", "Bo", "Cy, the cat"], first="Bo", characters=characters)
    table = play(start, "Bo unlock: another card > hand", "Bo room: loot")
    picks = [option.pick for option in ask_of(table, "Bo", "charity").options]
    assert picks == ["Ana 3, Cy, the cat 2", "Ana 2, Cy, the cat 3"]
    hands = {name: state(table).who(name).hand for name in ("Ana", "Cy, the cat")}
    given = Choose("Bo", "charity", "Cy, the cat 2, Ana 3")
    assert refusal(GAME, table, given) is None
    after = advance(GAME, table, given)
    assert after.lapsed == ()
    assert state(after).who("Ana").hand == hands["Ana"] + 3
    assert state(after).who("Cy, the cat").hand == hands["Cy, the cat"] + 2


def test_a_curse_that_is_not_listed_strikes_a_player_called_like_a_kind_of_card() -> None:
    table = play(setup(players=["Ana", "ally", "Cy"]))
    curse = Choose("Ana", "play", "another curse > ally")
    assert any(option.pick == curse.pick for option in ask_of(table, "Ana", "play").options)
    after = advance(GAME, table, curse)
    assert after.lapsed == ()
    assert [ruling.key for ruling in after.rulings] == ["curse-played"]


def test_bad_stuff_takes_a_card_whose_name_begins_with_a_strange_digit() -> None:
    cards = [{"name": "² levels", "kind": "ally"}, {"name": "Ogre", "kind": "monster", "level": 20}]
    start = setup(cards=cards, characters={"Ana": {"ally": "² levels"}})
    caught = ("Ana unlock: Ogre", "Ana run: away", "Ana time: passed", "Ana throws 1")
    table = play(start, *caught, "Ana bad stuff: lose ² levels")
    assert state(table).who("Ana").ally == ""
