"""Help for first-time players of Dicers: how to win, and the words of the game."""

from __future__ import annotations

from rules.core.guide import guide
from rules.dicers.rulebook import BOOK

GUIDE = guide(
    BOOK,
    "Put the other player's dice out of the game. Without a die left to advance, a player has lost.",
    ("DIC-G-04", "DIC-B-29", "DIC-I-30"),
    (
        (
            "Round|Rounds",
            "Each player brings one die into the Arena and rolls it. The higher roll wins.",
            "DIC-B-10",
        ),
        ("Arena", "The space between the players. Only dice that lie there are rolled.", "DIC-B-13"),
        (
            "Challenger",
            "Moves a die into the Arena first, and rolls first. The winner of a Round is the next Challenger.",
            "DIC-B-11",
        ),
        ("Defender", "The other player. You see the Challenger's die before you choose yours.", "DIC-B-12"),
        (
            "Casting bonus|casting bonus",
            "The number at the lower left of the Power side. It says how often you may roll the die in a Round.",
            "DIC-G-08",
        ),
        ("Set|set", "A die whose roll its player keeps. It is not rolled again in this Round.", "DIC-B-20"),
        (
            "Power side|Power sides",
            "The side with the coloured sticker. It counts as a 6 and says what the die can do.",
            "DIC-G-07",
        ),
        (
            "Expel|expel|expels|expelled",
            "The beaten die goes to its owner's Dungeon. Every winner may do that.",
            "DIC-P-EXP-01",
        ),
        (
            "Power|Powers",
            "What the winning die can do instead of expelling. Its picture is on the sticker.",
            "DIC-I-25",
        ),
        ("Front Line", "The row of dice before you. Only from there a die goes into the Arena.", "DIC-I-07"),
        (
            "Keep",
            "The row behind the Front Line. Dice rest there until the Front Line is empty; then all move up.",
            "DIC-I-08",
        ),
        (
            "Dungeon",
            "Where your expelled dice lie. They are out of the game, unless a Power brings them back.",
            "DIC-I-13",
        ),
        (
            "Banished|banished|Banish",
            "In the Dungeon and marked. Only a 6, rolled when you have won a Round, frees the die.",
            "DIC-P-BAN-04",
        ),
        (
            "Hostage|hostage|hostages",
            "A die under the one that captured it. It is out of play until it is rescued.",
            "DIC-P-CAP-02",
        ),
        (
            "Alliance|Alliances",
            "The small symbol. Dice of your Front Line that share it lend your die one roll each.",
            "DIC-A-11",
        ),
        ("Reserve", "Dice at your right, Power side up. You use each of them once, at the right moment.", "DIC-A-22"),
        (
            "Group|Groups",
            "The colour of the sticker: Student, Artifact, Wizard, Ghost or Creature. "
            "Some Powers work on one Group only.",
            "DIC-I-03",
        ),
        (
            "All Power|All Powers",
            "A Power with the word All: it works on all dice of one Group or Alliance. "
            "The die names which, or its owner does.",
            "DIC-M-ALL-01",
        ),
        (
            "Double Down",
            "Behind a Power, as x2: roll once more. 4 to 6 doubles the Power, 1 to 3 loses it.",
            "DIC-M-DBL-01",
        ),
        ("Tie|tie|ties|tied", "Both dice show the same. Both are rolled again at the same time.", "DIC-B-22"),
    ),
)
