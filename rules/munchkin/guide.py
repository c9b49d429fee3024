"""Help for first-time players of Munchkin: how to win, and the words of the game."""

from __future__ import annotations

from rules.core.guide import guide
from rules.munchkin.rulebook import BOOK

GUIDE = guide(
    BOOK,
    "Kill monsters and be the first on the last Level: Level 10, or Level 20 in an Epic game.",
    ("MUN-WIN-01", "MUN-WIN-02"),
    (
        (
            "Level|Levels",
            "The number under your figure. It goes up by a kill, a card or a sale of Items; the last one takes a kill.",
            "MUN-STAT-03",
        ),
        (
            "Strength|strength",
            "Your Level and everything your cards add or take. You win a fight with more than the monsters have.",
            "MUN-COMBAT-02",
        ),
        (
            "Door|Doors|door",
            "The card that begins your turn. A monster must be fought, a Curse strikes you, anything else is yours.",
            "MUN-TURN-03",
        ),
        (
            "Up to No Good",
            "After a door without a monster you may play a monster that you hold. "
            "You fight it as if it had stood behind the door.",
            "MUN-TURN-09",
        ),
        (
            "Loot the Room|loot the room|loots the room",
            "After a door without a monster you may draw one more Door card instead. The others do not see it.",
            "MUN-TURN-10",
        ),
        (
            "Treasure|Treasures",
            "A card that you draw for a kill. Most are Items, which you may lay down at once.",
            "MUN-REWARD-02",
        ),
        (
            "Item|Items",
            "A Treasure that helps you while it is equipped. Items worth 1,000 gold in all buy a Level.",
            "MUN-ITEM-05",
        ),
        (
            "One-Shot|One-Shots",
            "An Item that is used once and gone. Anybody may use one in any fight, for either side.",
            "MUN-ITEM-20",
        ),
        (
            "Enhancer|enhancer|enhancers",
            "A card that makes one monster stronger or weaker. It changes its Treasures, too.",
            "MUN-ENH-01",
        ),
        (
            "Bad Stuff",
            "What a monster does to a player whom it catches. It happens right after the throw that failed.",
            "MUN-RUN-05",
        ),
        (
            "Run away|run away|runs away|running away|ran away",
            "Whoever cannot win throws the die. With 5 or more, everything added, the player escapes.",
            "MUN-RUN-03",
        ),
        (
            "Curse|Curses",
            "A card that harms a player. Behind the door it strikes you; from your hand you may play it on anybody.",
            "MUN-CURSE-03",
        ),
        (
            "Role|Roles",
            "What your character is, with its own abilities. You have one, or two with a Dual Role.",
            "MUN-ROLE-02",
        ),
        (
            "Dual Role|Dual Roles",
            "A card that lies on a Role and lets you have a second one. On a single Role its bad sides do not count.",
            "MUN-ROLE-09",
        ),
        (
            "Proficiency|Proficiencies",
            "Something that your character has learnt. All their Ranks together may be no more than your Level.",
            "MUN-PROF-04",
        ),
        (
            "Ally|Allies",
            "A companion; you may have one. Give the Ally up instead of a throw, and you escape from every monster.",
            "MUN-ALLY-06",
        ),
        (
            "Charity|charity",
            "Whoever holds more than five cards at the end of the turn gives the rest to the lowest player. "
            "The lowest player discards them.",
            "MUN-CHARITY-02",
        ),
    ),
)
