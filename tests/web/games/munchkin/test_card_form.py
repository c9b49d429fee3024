"""The text of a card on the pages agrees with its print."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from rules.munchkin.cards.cards import KNOWN, Card, read_card
from tests.rules.munchkin.cards import CARDS
from web.games.munchkin.card_form import facts_of
from web.languages import catalogue

CAP = {"name": "Cap", "kind": "item"}
IMP = {"name": "Imp", "kind": "monster", "level": 4, "treasures": 1}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (CAP, []),
        ({**CAP, "slot": "", "gold": 0, "bonus": 3}, ["Bonus +3", "No slot", "No Value"]),
        (
            {**CAP, "slot": "2 hands", "gold": 400, "run": -1},
            ["\u22121 to the throw for running away", "2 hands", "400 gold"],
        ),
        ({**CAP, "only": "Prefect", "against": {"Dragon": 2}}, ["+2 against Dragon", "For Prefect only"]),
        (IMP, ["Level 4", "1 Treasure"]),
        (
            {**IMP, "levels": 2, "level_only": True},
            ["Level 4", "1 Treasure", "2 Levels for the kill", "Only Levels count against it"],
        ),
        ({**IMP, "harm": {"death": True}}, ["Level 4", "1 Treasure", "Death"]),
        ({**IMP, "harm": {"levels": 2, "hand": 1}}, ["Level 4", "1 Treasure", "Lost: 2 Levels and 1 card"]),
        (
            {"name": "Hex", "kind": "curse", "harm": {"lose": "armor", "instead": {"levels": 1}}, "lasts": "turn"},
            ["Lost: armor (or else: lost: 1 Level)", "Lasts: the next turn"],
        ),
        (
            {"name": "Wit", "kind": "role", "power": 3, "cost": "monster", "lifts": True},
            ["+3 for a monster of the hand", "Its owner has no limits for Items"],
        ),
        ({"name": "Skill", "kind": "proficiency", "rank": 2}, ["Rank 2"]),
        ({"name": "Rise", "kind": "level up", "wins": True}, ["Up by 1 Level", "It may win the game"]),
    ],
)
def test_a_card_is_described_in_plain_words(body: dict[str, Any], words: list[str]) -> None:
    assert list(facts_of(read_card(body))) == words


def test_no_card_is_described_by_the_names_of_its_fields() -> None:
    raw = {field.name for field in fields(Card) if "_" in field.name}
    for card in (*KNOWN.values(), *map(read_card, CARDS)):
        for fact in facts_of(card):
            assert not any(name in fact for name in raw)


def test_a_card_is_described_in_german() -> None:
    card = read_card({**CAP, "slot": "headgear", "gold": 300, "against": {"female": 2}})
    texts = [fact.translation(catalogue("de")) for fact in facts_of(card)]
    assert texts == ["+2 gegen weiblich", "Kopf", "300 Gold"]
