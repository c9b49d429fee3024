"""Invented cards for the tests, of every kind and with every field."""

from __future__ import annotations

from typing import Any

CARDS: list[dict[str, Any]] = [
    {"name": "Dolores Umbridge", "level": 8, "treasures": 2},
    {"name": "Peter Pettigrew", "harm": {"levels": 2}},
    {
        "name": "Mask",
        "kind": "monster",
        "level": 4,
        "treasures": 1,
        "tags": ["Death Eater"],
        "harm": {"lose": "headgear"},
    },
    {"name": "Hood", "kind": "monster", "level": 6, "treasures": 2, "tags": ["Death Eater"], "harm": {"death": True}},
    {"name": "Horntail", "kind": "monster", "level": 16, "treasures": 4, "levels": 2, "tags": ["Dragon"]},
    {
        "name": "Ridgeback",
        "kind": "monster",
        "level": 3,
        "treasures": 1,
        "tags": ["Dragon"],
        "run": -1,
        "harm": {"hand": 2},
    },
    {"name": "Mirror", "kind": "monster", "level": 2, "treasures": 1, "level_only": True, "against": {"Ravenclaw": 4}},
    {"name": "Gnome", "kind": "monster", "level": 1, "treasures": 1, "harm": {"lose": "item"}},
    {"name": "Slug", "kind": "monster", "level": 5, "treasures": 1, "against": {"Prefect": -3}},
    {"name": "Shrinking", "kind": "enhancer", "bonus": -5, "treasures": -1},
    {"name": "Charms", "kind": "proficiency", "rank": 1, "bonus": 1},
    {"name": "Potions", "kind": "proficiency", "rank": 2, "power": 3},
    {"name": "Flying", "kind": "proficiency", "rank": 3, "run": 1},
    {"name": "Prefect", "power": 2, "bonus": 1},
    {"name": "Quidditch Captain", "against": {"Dragon": 2}},
    {"name": "Hat", "kind": "item", "bonus": 1, "slot": "headgear", "gold": 300},
    {"name": "Helmet", "kind": "item", "bonus": 3, "slot": "headgear", "gold": 600},
    {"name": "Chain Mail", "kind": "item", "bonus": 2, "slot": "armor", "gold": 400},
    {"name": "Cloak", "kind": "item", "bonus": 1, "slot": "armor", "gold": 1100},
    {"name": "Boots", "kind": "item", "slot": "footgear", "gold": 700, "run": 2},
    {"name": "Wand", "kind": "item", "bonus": 3, "slot": "1 hand", "gold": 999},
    {"name": "Shield", "kind": "item", "bonus": 1, "slot": "1 hand", "gold": 1000},
    {"name": "Broom", "kind": "item", "bonus": 4, "slot": "2 hands", "gold": 2000},
    {"name": "Felix Felicis", "gold": 200},
    {"name": "Hermione Granger", "bonus": 2},
    {"name": "Big Friend", "kind": "ally", "bonus": 1, "lifts": True},
    {"name": "Jinx", "kind": "curse", "harm": {"levels": 1}},
    {"name": "Pickpocket", "kind": "curse", "harm": {"lose": "item", "instead": {"levels": 1}}},
    {"name": "Butterfingers", "kind": "curse", "harm": {"lose": "role"}},
    {"name": "Duel Hex", "kind": "curse", "bonus": -5, "lasts": "combat"},
    {"name": "Day Hex", "kind": "curse", "bonus": -2, "lasts": "turn"},
    {"name": "Life Hex", "kind": "curse", "bonus": -1, "lasts": "always"},
    {"name": "Order of Merlin", "kind": "level up", "wins": True},
    {"name": "Map", "kind": "other"},
]

# Described together with the move that plays them.
TEXTS = (
    "monster of level 7, treasures 2",
    "monster of level 18, treasures 5, levels 2",
    "no good > monster of level 2, treasures 0",
    "no good > Kelpie > monster > level 4 > treasures 1",
    "Wandering Monster > Doxy > monster > level 2 > treasures 1",
    "Bellatrix > monster > level 9 > treasures 3 > tag Death Eater",
    "Nose Hex > curse > harm levels 1 > at Bo",
    "Shrieking > enhancer > bonus 3 > at Hood",
    "Pepper Brew > one-shot > bonus 2 > gold 100 > at players",
    "Sock > item > bonus 1",
    "Prefect Badge > item > bonus 3 > only Prefect",
    "Astronomy > proficiency > rank 1 > play",
    "House Cup > level up > at Ana",
)

# Described in the middle of a game: new ones, and known ones with other numbers.
SHOWN_CARDS = (
    "Boggart > monster > level 3 > treasures 1 > harm lose item > instead levels 1",
    "Rook > monster > level 9 > treasures 2 > tag Death Eater > against Prefect 2 > level_only",
    "Sword > item > bonus 4 > slot 2 hands > gold 900",
    "Hat > item > bonus 1 > slot armor > gold 300",
    "Charms > proficiency > rank 3 > bonus 1",
    "Gnome > monster > level 2 > treasures 3",
)
