"""Help for first-time players of Casting Stones: how to win, and the words of the game."""

from __future__ import annotations

from rules.casting_stones.rulebook import BOOK
from rules.core.guide import guide

GUIDE = guide(
    BOOK,
    "Get your gems onto four turrets side by side. Only a Spell that wins a turn puts a gem on a turret.",
    ("CST-G-06", "CST-B-58", "CST-B-54"),
    (
        ("Cast|cast|casts", "A throw of your five stones. You have at most two in a turn.", "CST-G-14"),
        (
            "Hand|hand|hands",
            "The five stones that you cast. At the start: one Character, two Artifacts, two Elements.",
            "CST-G-13",
        ),
        (
            "Vault|vault|vaults",
            "Where stones lie that nobody holds. Swaps and knock-outs go through it.",
            "CST-B-09",
        ),
        ("Character|Characters", "A silver stone. Without one in hand you cannot cast a Spell.", "CST-B-55"),
        ("Artifact|Artifacts", "A white stone. A Spell needs the symbol of one.", "CST-G-09"),
        ("Element|Elements", "A brown stone. A Spell needs the symbol of one.", "CST-G-10"),
        (
            "Chaser|Chasers",
            "A black stone. It stands for a Character, an Artifact or an Element, as you like.",
            "CST-G-12",
        ),
        (
            "Spell|Spells",
            "Symbols on one Character, one Artifact and one Element, and two numbers. It beats a Potion.",
            "CST-G-15",
        ),
        ("Potion|Potions", "Five symbols. It beats a Charm, and earns a swap.", "CST-G-16"),
        ("Charm|Charms", "Five numbers. It beats a Spell, and earns a knock-out.", "CST-G-17"),
        ("Bungle|Bungles", "Two casts that are no Spell, Potion or Charm. Anything good beats it.", "CST-G-18"),
        (
            "Leaner|leaner|leaners|leans",
            "A stone that stands on its edge. The player who cast it tips it to either side.",
            "CST-B-17",
        ),
        (
            "Turret|turret|turrets|Turrets|Spell turret|Charms turret|Potions turret|Counter-Spell turret",
            "One of the places for gems around the mat. Four of yours in a row win the game.",
            "CST-G-06",
        ),
        ("Gem|gem|gems", "Your mark on a turret. You have six.", "CST-G-05"),
        (
            "Swap|swap|swaps",
            "The reward of a Potion. Your gem changes places with one beside it, or your stone with one of the vault.",
            "CST-B-46",
        ),
        (
            "Knock-out|knock-out|knock-outs",
            "The reward of a Charm. A gem of the other player goes home, or a stone of theirs to the vault.",
            "CST-B-48",
        ),
        (
            "Casting card|card|cards|Double Potion",
            "A card that gives more when you cast what it asks for. It works once in a game.",
            "CST-I-02",
        ),
        ("Library|library", "The cards that lie face up before you. Only those can be used.", "CST-I-05"),
        (
            "Counter Spell|Counter Spells",
            "A card whose stones count as a Spell when you cast them as it shows. Then it is turned over.",
            "CST-A-12",
        ),
    ),
)
