"""Cards as data, and set-ups with cards that can and cannot be played."""

from __future__ import annotations

from typing import Any

import pytest

from rules.casting_stones.cards.cards import CHARMS, DOUBLE_POTION, DRACO_MALFOY, KNOWN, cards_of
from rules.casting_stones.ring import NAMES
from tests.rules.casting_stones.kit import (
    ADVANCED_HANDS,
    COLLECTIONS,
    FIVE_EACH,
    KIT,
    OWL_COUNTER,
    TWO_TOWERS,
    advanced,
)
from tests.rules.casting_stones.match import READY


def card(**fields: Any) -> dict[str, Any]:
    return {"card": "card:x", "name": "X", "numbers": ["Goyle"], "gives": ["gem"], **fields}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (None, "lists its cards"),
        (["card:unheard-of"], "is no card"),
        ([card(card="two words")], "'card' is a word"),
        ([card(name="")], "name of card:x"),
        ([card(colour="red")], "cannot have colour"),
        ([card(rules=["CST-A-17"])], "cannot have rules"),
        ([card(numbers="Goyle")], "'numbers' of the card X"),
        ([card(words=3)], "'words' of the card X"),
        ([card(numbers=[])], "must need something"),
        ([card(row="bungle")], "in a row, not of 'bungle'"),
        ([card(numbers=["a", "b", "c"], symbols=["d", "e", "f"])], "more than the five"),
        ([card(gives=[])], "must give something"),
        ([card(gives=["gem Durmstrang"])], "'Durmstrang', which is no turret"),
        ([card(gives=["win"])], "'win', which is no turret"),
        ([card(holds=["Beauxbatons"])], "no turret of your mat"),
        ([card(counter_spell=True)], "Counter Spell X"),
        ([card(counter_spell=True, gives=[], numbers=[], holds=["Spell"])], "Counter Spell X"),
        ([card(), card()], "listed twice"),
    ],
)
def test_impossible_cards_are_refused(body: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        cards_of(body, NAMES)


def test_possible_cards_are_accepted() -> None:
    cards = cards_of(["card:charms", OWL_COUNTER, TWO_TOWERS, card(gives=["gem Slytherin", "swap"])], NAMES)
    assert list(cards) == ["card:charms", "card:owl-post", "card:two-towers", "card:x"]
    assert cards["card:charms"] is CHARMS
    assert {DOUBLE_POTION.card, CHARMS.card, DRACO_MALFOY.card} == set(KNOWN)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"collections": None}, "'collections' gives each player"),
        ({"collections": {**COLLECTIONS, "Bo": {"stones": ["stone:21"]}}}, "lists 'stones' and 'cards'"),
        ({"collections": {**COLLECTIONS, "Bo": {**COLLECTIONS["Bo"], "stones": ["stone:21"]}}}, "ten stones"),
        ({"collections": {**COLLECTIONS, "Bo": COLLECTIONS["Ana"]}}, "one player only"),
        (
            {"collections": {**COLLECTIONS, "Bo": {**COLLECTIONS["Bo"], "cards": ["card:charms"]}}},
            "same number of cards",
        ),
        ({"hands": {**ADVANCED_HANDS, "Bo": FIVE_EACH["Bo"]}}, "own ten stones"),
        ({"hands": {**ADVANCED_HANDS, "Bo": ["stone:21"]}}, "must be five stones"),
        ({"cards": ["card:charms"]}, "among 'pieces' and 'cards'"),
        ({"turrets": ["a", "b", "c", "d", "e", "f", "g", "h"]}, "no turret of your mat"),
    ],
)
def test_impossible_advanced_set_ups_are_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        KIT.game.start({**advanced(), **fields})


@pytest.mark.rule("CST-Q-30")
def test_two_stones_alike_only_where_the_house_allows_it() -> None:
    pieces = [{**s, "name": "Mouse"} if s["name"] == "Crabbe" else s for s in advanced()["pieces"]]
    KIT.game.start({**advanced(), "pieces": pieces})
    with pytest.raises(ValueError, match="brings Mouse twice"):
        KIT.game.start({**advanced(no_duplicates=True), "pieces": pieces})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"cards": ["card:charms"]}, "two cards"),
        ({"libraries": {"Ana": "card:charms"}}, "gives one player 'card:double-potion'"),
        ({"libraries": {"Ana": "card:charms", "Bo": "card:charms"}}, "gives one player 'card:double-potion'"),
        ({"libraries": {"Ana": "card:charms", "Cy": "card:double-potion"}}, "gives one player 'card:double-potion'"),
    ],
)
def test_impossible_intermediate_set_ups_are_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        KIT.game.start({**READY, **fields})
