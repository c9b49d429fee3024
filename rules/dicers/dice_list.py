"""The printed list of the 54 dice: their names, and the few facts that the sheet itself gives away.

The owner enters everything else about a die when it is taught.
"""

from __future__ import annotations

from typing import Any

NAMES = (
    "Malfoy",
    "Hagrid",
    "Harry Potter",
    "Hermione",
    "Snape",
    "Sorting Hat",
    "Crabbe",
    "Dumbledore",
    "Firenze",
    "Fluffy",
    "Goyle",
    "Hedwig",
    "Mirror of Erised",
    "Troll",
    "Norbert",
    "Quirrell",
    "Ron",
    "Sorcerer's Stone",
    "Fred & George",
    "Harry Potter (#2)",
    "McGonagall",
    "Nimbus 2000",
    "Oliver Wood",
    "Snitch",
    "Aragog",
    "Bludger",
    "Dobby",
    "Fawkes",
    "Flying Car",
    "Garden Gnome",
    "Mandrake",
    "Mrs. Norris",
    "Polyjuice Potion",
    "Scabbers",
    "Voldemort",
    "Whomping Willow",
    "Cornish Pixies",
    "Filch",
    "Harry Potter (#3)",
    "Lockhart",
    "Sprout",
    "Ron (#2)",
    "Basilisk",
    "Neville Longbottom",
    "Nearly Headless Nick",
    "Bloody Baron",
    "Floo Powder",
    "Gryffindor's Sword",
    "Lucius Malfoy",
    "Madam Pomfrey",
    "Moaning Myrtle",
    "Mr. Weasley",
    "Riddle's Diary",
    "Tom Riddle",
)

KNOWN: dict[int, dict[str, Any]] = {
    2: {"cb": 3, "power": "swap"},
    3: {"cb": 3, "alliances": ["gryffindor"]},
    4: {"alliances": ["gryffindor"]},
    5: {"cb": 3},
    17: {"alliances": ["gryffindor"]},
    18: {"power": "summon", "all": "any"},
}


def public_facts(listed: int) -> dict[str, Any]:
    """The facts of the die with that number on the list (1..54); nothing for any other number."""
    if not 1 <= listed <= len(NAMES):
        return {}
    return {"name": NAMES[listed - 1], **KNOWN.get(listed, {})}
