"""What the referee says of cards: laid down, Curses, losses, death.

Each sentence has the rules that it rests on, the deciding one first.
"""

from __future__ import annotations

from rules.munchkin.rulebook import BOOK

_says = BOOK.says

# Laid down

ROLE = _says("role", "{player} is {card} now.", "MUN-ROLE-02", "MUN-ROLE-01")
ROLE_TWICE = _says("role-twice", "No: {player} is {card} already.", "MUN-ROLE-08")
ROLE_TOO_MANY = _says(
    "role-too-many", "No: {player} has no room for another Role. One must be discarded first.", "MUN-ROLE-06"
)
DUAL_ROLE = _says("dual-role", "{player} has a Dual Role: a second Role may be added.", "MUN-ROLE-07", "MUN-ROLE-06")
DUAL_ROLE_REFUSED = _says("dual-role-refused", "No: {player} has no Role for a Dual Role to lie on.", "MUN-ROLE-07")
DUAL_ROLE_TWICE = _says("dual-role-twice", "No: {player} has a Dual Role already.", "MUN-ROLE-06")
PROFICIENCY = _says(
    "proficiency",
    "{player} learns {card}, Rank {rank}: the Ranks add up to {sum}, of at most {level}.",
    *("MUN-PROF-04", "MUN-PROF-06", "MUN-PROF-03", "MUN-PROF-02", "MUN-PROF-11"),
)
PROFICIENCY_TWICE = _says("proficiency-twice", "No: {player} has learnt {card} already.", "MUN-ROLE-08", "MUN-PROF-11")
PROFICIENCY_REFUSED = _says(
    "proficiency-refused",
    "No: with {card} {player}'s Ranks add up to {sum}, which is more than Level {level}.",
    *("MUN-PROF-04", "MUN-PROF-06"),
)
PROFICIENCY_NOT_FIRST = _says(
    "proficiency-not-first",
    "No: before the first turn a player may lay down one Proficiency, of Rank 1.",
    "MUN-SETUP-15",
    "MUN-Q-32",
)
ALLY = _says("ally", "{card} is {player}'s Ally now.", "MUN-ALLY-01", "MUN-ALLY-02", "MUN-ALLY-03", "MUN-TIMING-02")
ALLY_REPLACED = _says("ally-replaced", "{old} leaves {player}, who may have one Ally.", "MUN-ALLY-01", "MUN-ALLY-04")
ITEM = _says(
    "item",
    "{player} lays down {card}{price}: {how}.",
    *(
        "MUN-ITEM-02",
        "MUN-TIMING-09",
        "MUN-ITEM-04",
        "MUN-ITEM-08",
        "MUN-ITEM-01",
        "MUN-ITEM-03",
        "MUN-CARD-04",
        "MUN-CARD-06",
    ),
)
CHEAT = _says("cheat", "{player} cheats: {card} takes no room.", "MUN-ITEM-10")
OTHER = _says("other", "{player} plays {card}: do what the card says.", "MUN-ITEM-24", "MUN-ITEM-01")
GO_UP = _says("go-up", "{player} plays {card} on {target}.", "MUN-ITEM-25", "MUN-TIMING-02", "MUN-ITEM-24")

# Played

CURSE_PLAYED = _says("curse-played", "{player} plays a Curse on {target}: enter what it does.", "MUN-CURSE-03")

# Curses

CURSE = _says("curse", "{curse} strikes {victim}.", "MUN-CURSE-04")
CURSE_KEPT = _says("curse-kept", "{victim} keeps {curse} in sight until it is used up or lifted.", "MUN-CURSE-05")
CURSE_UNDESCRIBED = _says("curse-undescribed", "Enter what {curse} does: Levels or cards lost.", "MUN-CURSE-04")
CURSE_TURN_OVER = _says("curse-turn-over", "{curse} was for this turn: {player} discards it.", "MUN-CURSE-05")

# Losses

LOSES = _says("loses", "{player} loses {card}: {about}.", "MUN-CARD-09")
LOSES_HAND = _says("loses-hand", "{player} discards {number}: {about}.", "MUN-CARD-07")
VICTIM_CHOOSES = _says("victim-chooses", "{player} chooses what to lose: {about}.", "MUN-CURSE-09")
HARM_PASSES = _says("harm-passes", "{player} has nothing that {about} could take: it does nothing.", "MUN-CURSE-10")
HARM_INSTEAD = _says(
    "harm-instead", "{player} has nothing that {about} could take, so its other effect happens.", "MUN-CURSE-12"
)
BAD_STUFF = _says("bad-stuff", "{player} suffers the Bad Stuff of {about} at once.", "MUN-RUN-05", "MUN-RUN-07")
BAD_STUFF_DONE = _says("bad-stuff-done", "{player} has suffered all the Bad Stuff of {about}.", "MUN-RUN-05")

# Death and looting

DIES = _says(
    "dies",
    "{player} dies: {about}. House, Level, Roles, Proficiencies and lasting Curses stay; the other cards are laid out. "
    "Until the next turn {player} gets no card, no Level and no Curse, and cannot win.",
    *("MUN-DEATH-01", "MUN-DEATH-03", "MUN-DEATH-11", "MUN-DEATH-12", "MUN-DEATH-02"),
    *("MUN-PROF-09", "MUN-Q-03", "MUN-Q-26", "MUN-Q-40"),
)
LAID_OUT = _says("laid-out", "The cards of {player} may now be looted{number}.", "MUN-DEATH-04")
NOTHING_LEFT = _says("nothing-left", "There is nothing to loot, or nobody to loot {player}.", "MUN-DEATH-08")
LOOT_ORDER = _says("loot-order", "The order of looting: {players}.", "MUN-DEATH-06")
LOOT_THROW = _says("loot-throw", "{player} throws {number} for the order of looting.", "MUN-DEATH-07")
LOOTS = _says("loots", "{player} takes {card} and keeps it.", "MUN-DEATH-06", "MUN-DEATH-10")
LOOTED_OUT = _says("looted-out", "Nothing is left for {players}.", "MUN-DEATH-08")
LOOT_REST = _says("loot-rest", "Everybody has taken a card: the rest is discarded.", "MUN-DEATH-09")
LIVES_AGAIN = _says(
    "lives-again",
    "{player} is alive again and may help, with no cards but those that others give.",
    *("MUN-DEATH-13", "MUN-DEATH-14"),
)
NEW_CARDS = _says(
    "new-cards",
    "{player} draws four Doors and four Treasures and may lay down what is legal.",
    *("MUN-DEATH-15", "MUN-DEATH-16"),
)
