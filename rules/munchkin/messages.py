"""What the referee says: turns, Levels, belongings, sales, cards, Curses, losses, death; fights: fight/messages.py.

Each sentence has the rules that it rests on, the deciding one first.
"""

from __future__ import annotations

from rules.munchkin.rulebook import BOOK

_message = BOOK.message

# Throws and the dead in a fight

THROW_NOT_DUE = _message("throw-not-due", "That throw does not count. {why}", "MUN-RUN-03")
THROW_AGAIN = _message("throw-again", "The die is thrown alone and must lie flat: {player} throws again.", "MUN-RUN-03")
THROW_OTHER = _message(
    "throw-other", "That throw does not count: {player} throws the Munchkin die, and nothing else.", "MUN-RUN-03"
)
FIGHTER_DEAD = _message("fighter-dead", "{player} is dead: the fight is over.", "MUN-DEATH-02")
HELPER_DEAD = _message("helper-dead", "{player} is dead and no longer helps.", "MUN-DEATH-02")

# The turn

GAME_BEGINS = _message(
    "game-begins",
    "All {number} players are ready. They begin on Level 1 with eight cards. "
    "{player} has the first turn; play goes to the left.",
    *("MUN-SETUP-01", "MUN-SETUP-08", "MUN-SETUP-11", "MUN-SETUP-17", "MUN-SETUP-19", "MUN-STAT-01", "MUN-CARD-05"),
)
READY = _message("ready", "{player} is ready.", "MUN-SETUP-17")
TURN = _message("turn", "It is {player}'s turn: arrange your cards, then open the door.", "MUN-TURN-01", "MUN-TURN-02")
TURN_LISTENS = _message(
    "turn-listens", "It is {player}'s turn: listen at the door first.", "MUN-FAST-01", "MUN-TURN-01"
)
TURN_MAY = _message(
    "turn-may",
    "{player} may sell Items and lay cards down. Anybody out of combat may trade and change Items.",
    *("MUN-TIMING-04", "MUN-TIMING-05", "MUN-TIMING-07", "MUN-TIMING-08", "MUN-TIMING-09"),
)
LISTENS = _message(
    "listens", "{player} listens at the door: draws a Door card without showing it.", "MUN-FAST-01", "MUN-FAST-02"
)

# The door and the room

OPENS = _message("opens", "{player} opens the door: {card}.", "MUN-TURN-03")
DOOR_KEPT = _message("door-kept", "{player} keeps {card}.", "MUN-TURN-06")
DOOR_PLAYED = _message("door-played", "{player} may play {card} at once.", "MUN-TURN-06")
DOOR_CURSE = _message("door-curse", "A Curse strikes {player}: enter what it does.", "MUN-CURSE-01", "MUN-TURN-05")
ROOM = _message("room", "{player} may now be Up to No Good or loot the room.", "MUN-TURN-08")
UP_TO_NO_GOOD = _message("no-good", "{player} is Up to No Good and plays a monster.", "MUN-TURN-09")
NO_GOOD_DRAWS = _message("no-good-draws", "{player} draws a Treasure face down with it.", "MUN-FAST-03", "MUN-Q-01")
LOOTS_ROOM = _message("loots-room", "{player} loots the room: draws a Door card without showing it.", "MUN-TURN-10")
LOOTS_TREASURE = _message(
    "loots-treasure", "{player} loots the room: draws a Treasure card without showing it.", "MUN-FAST-03", "MUN-Q-01"
)

# The end of the turn

CHARITY_DUE = _message(
    "charity-due",
    "{player} holds {number} cards: play some, or give away the cards above five.",
    *("MUN-CARD-08", "MUN-CHARITY-01", "MUN-CHARITY-02", "MUN-Q-20"),
)
CHARITY_DUE_LOWEST = _message(
    "charity-due-lowest",
    "{player} holds {number} cards: play some, or discard the cards above five.",
    *("MUN-CARD-08", "MUN-CHARITY-04", "MUN-CHARITY-01", "MUN-Q-20"),
)
CHARITY = _message("charity", "{player} gives away the cards above five: {shares}.", "MUN-CHARITY-02", "MUN-CHARITY-01")
CHARITY_LOWEST = _message(
    "charity-lowest", "{player} has the lowest Level and discards {number}.", "MUN-CHARITY-04", "MUN-CHARITY-01"
)
TURN_ENDS = _message("turn-ends", "{player} holds {number} and ends the turn.", "MUN-TURN-14", "MUN-CARD-08")
TURN_OVER = _message("turn-over", "{player} ends the turn.", "MUN-TURN-14")

# Levels

LEVEL_KILL = _message(
    "level-kill",
    "{player} goes up to Level {level} for the kill.",
    *("MUN-COMBAT-09", "MUN-REWARD-01", "MUN-STAT-03", "MUN-STAT-02"),
)
LEVEL_CARD = _message("level-card", "{player} goes up to Level {level}: a card says so.", "MUN-STAT-03", "MUN-STAT-02")
LEVEL_SALE = _message("level-sale", "{player} goes up to Level {level} for the sale.", "MUN-SELL-01", "MUN-STAT-03")
LEVEL_LOST = _message("level-lost", "{player} goes down to Level {level}: {why}.", "MUN-STAT-04", "MUN-STAT-02")
LEVEL_BOTTOM = _message("level-bottom", "{player} stays on Level 1: nobody goes lower.", "MUN-CONF-03", "MUN-STAT-04")
LEVEL_SET = _message("level-set", "Corrected: {player} is on Level {level}.", "MUN-STAT-02")
LEVEL_CARD_REFUSED = _message(
    "level-card-refused",
    "No: this card cannot give {player} the last Level. Only a kill, or a card that says so, can.",
    *("MUN-Q-08", "MUN-CONF-07", "MUN-WIN-02"),
)
LEVEL_SALE_REFUSED = _message(
    "level-sale-refused",
    "No: the last Level cannot be bought. {player} keeps the Items.",
    *("MUN-SELL-05", "MUN-CONF-07", "MUN-Q-07"),
)
LEVEL_CAPPED = _message(
    "level-capped",
    "{player} goes no higher than Level {level} this way: the last Level takes a kill, or a card that says so.",
    *("MUN-CONF-07", "MUN-WIN-02"),
)
LAST_STEP = _message(
    "last-step",
    "{player} needs one more Level to win. Only a kill, or a card that says so, gives the last Level.",
    *("MUN-WIN-02", "MUN-CONF-07"),
)
IS_IT_WON = _message("is-it-won", "{player} reaches Level {top}: is the game won?", "MUN-WIN-01", "MUN-WIN-02")
NOT_WON = _message("not-won", "{player} stays on Level {level}.", "MUN-WIN-01")
SHARED_VICTORY = _message(
    "shared-victory", "{helper} helped in the winning fight and wins too.", "MUN-FAST-04", "MUN-Q-41"
)
WON = _message("won", "{player} is the first to reach Level {level} and wins the game.", "MUN-WIN-01", "MUN-WIN-02")
WON_EPIC = _message(
    "won-epic", "{player} is the first to reach Level {level} and wins the Epic game.", "MUN-WIN-01", "MUN-EPIC-01"
)

# Belongings

EQUIPS = _message("equips", "{player} equips {card}.", "MUN-TIMING-05", "MUN-ITEM-05", "MUN-ITEM-09")
CARRIES = _message("carries", "{player} turns {card} sideways.", "MUN-TIMING-05", "MUN-ITEM-04", "MUN-ITEM-06")
NO_ROOM = _message("no-room", "No: {player} has no room for {card} ({slot}).", "MUN-ITEM-09")
GIVES = _message(
    "gives",
    "{player} gives {card} to {taker}, who carries it. It stays on the table. Only Items are traded.",
    *("MUN-ITEM-18", "MUN-TIMING-04", "MUN-ITEM-14", "MUN-ITEM-17", "MUN-ITEM-15", "MUN-ALLY-05", "MUN-PROF-05"),
)
DROPS = _message("drops", "{player} discards {card}.", "MUN-CARD-09")
GIVES_UP = _message("gives-up", "{player} loses {card}: a card demands it.", "MUN-CARD-09")
CURSE_LIFTED = _message("curse-lifted", "{card} is lifted from {player}.", "MUN-CURSE-05")
HOLDS = _message("hand", "{player} holds {number}.", "MUN-CARD-08")
SEX = _message("sex", "{player}'s character is {sex} now.", "MUN-SETUP-13", "MUN-Q-43")
OF_HOUSE = _message("house", "{player} is in {house}.", "MUN-SETUP-03", "MUN-SETUP-04", "MUN-SETUP-12")
HOUSE_FULL = _message("house-full", "No: three players are in {house} already.", "MUN-SETUP-06")
RECEIVED = _message("received", "{player} has just received a card, and may play it now.", "MUN-TIMING-06")

# New cards

NEW_CARD = _message("new-card", "{player} shows everybody a new card: {card}.", "MUN-CARD-05")
CARD_CORRECTED = _message("card-corrected", "{player} corrects the card {card}.", "MUN-CARD-05")
CARD_DESCRIBED = _message("card-described", "{player} describes {card}: {what}.", "MUN-CARD-05", "MUN-ITEM-03")

# Limits

RANKS_TOO_HIGH = _message(
    "ranks-too-high",
    "{player} is on Level {level}, but the Ranks add up to {sum}: Proficiencies must be discarded.",
    *("MUN-PROF-08", "MUN-PROF-04"),
)
FORGETS = _message("forgets", "{player} discards {card}: the Ranks add up to {sum} now.", "MUN-PROF-08")
DUAL_ROLE_ALONE = _message("dual-role-alone", "{player} has no Role left, so the Dual Role is discarded.", "MUN-Q-29")
ROLES_TOO_MANY = _message(
    "roles-too-many", "{player} has two Roles and no Dual Role: one must be discarded.", "MUN-Q-30", "MUN-ROLE-06"
)
ROLE_GOES = _message("role-goes", "{player} is no longer {card}.", "MUN-Q-30", "MUN-ROLE-02")
CROWDED = _message(
    "crowded", "{player} has too much equipped ({slot}): something must be turned sideways.", "MUN-ITEM-09"
)
ONLY_FOR = _message(
    "only-for", "{card} works for {only} only: {player} turns it sideways.", "MUN-ITEM-05", "MUN-ITEM-06"
)
TAKEN_OFF = _message("taken-off", "{player} turns {card} sideways.", "MUN-ITEM-09", "MUN-ITEM-06")

# Sales

SALE_HEAP = _message("sale-heap", "{player} puts {card} up for sale: {gold} gold in all.", "MUN-SELL-01", "MUN-SELL-04")
SALE_SHRINKS = _message(
    "sale-shrinks", "{player} can no longer sell {cards}: {gold} gold in all.", "MUN-SELL-04", "MUN-SELL-01"
)
SALE_TAKEN_BACK = _message("sale-taken-back", "{player} sells nothing after all.", "MUN-SELL-01")
SALE = _message("sale", "{player} discards Items worth {gold} gold in all for {levels}.", "MUN-SELL-01", "MUN-ITEM-13")
SALE_TOO_LITTLE = _message(
    "sale-too-little",
    "No: a Level costs {price} gold, and the Items are worth {gold}. {player} keeps them.",
    *("MUN-SELL-01", "MUN-ITEM-12", "MUN-Q-07"),
)
SALE_TOO_MUCH = _message(
    "sale-too-much",
    "No: {gold} gold is more than the Levels cost that {player} may still buy. {player} keeps the Items.",
    *("MUN-Q-07", "MUN-SELL-05"),
)
PRICE_IS = _message("price", "The price of {card}: {gold}.", "MUN-ITEM-03")
PRICE_UNKNOWN = _message("price-unknown", "What is the price of {card}?", "MUN-ITEM-03")


# Laid down

ROLE = _message("role", "{player} is {card} now.", "MUN-ROLE-02", "MUN-ROLE-01")
ROLE_TWICE = _message("role-twice", "No: {player} is {card} already.", "MUN-ROLE-08")
ROLE_TOO_MANY = _message(
    "role-too-many", "No: {player} has no room for another Role. One must be discarded first.", "MUN-ROLE-06"
)
DUAL_ROLE = _message("dual-role", "{player} has a Dual Role: a second Role may be added.", "MUN-ROLE-07", "MUN-ROLE-06")
DUAL_ROLE_REFUSED = _message("dual-role-refused", "No: {player} has no Role for a Dual Role to lie on.", "MUN-ROLE-07")
DUAL_ROLE_TWICE = _message("dual-role-twice", "No: {player} has a Dual Role already.", "MUN-ROLE-07", "MUN-ROLE-06")
PROFICIENCY = _message(
    "proficiency",
    "{player} learns {card}, Rank {rank}: the Ranks add up to {sum}, of at most {level}.",
    *("MUN-PROF-04", "MUN-PROF-06", "MUN-PROF-03", "MUN-PROF-02", "MUN-PROF-11"),
)
PROFICIENCY_TWICE = _message(
    "proficiency-twice", "No: {player} has learnt {card} already.", "MUN-ROLE-08", "MUN-PROF-11"
)
PROFICIENCY_REFUSED = _message(
    "proficiency-refused",
    "No: with {card} {player}'s Ranks add up to {sum}, which is more than Level {level}.",
    *("MUN-PROF-04", "MUN-PROF-06"),
)
PROFICIENCY_NOT_FIRST = _message(
    "proficiency-not-first",
    "No: before the first turn a player may lay down one Proficiency, of Rank 1.",
    "MUN-SETUP-15",
    "MUN-Q-32",
)
ALLY = _message("ally", "{card} is {player}'s Ally now.", "MUN-ALLY-01", "MUN-ALLY-02", "MUN-ALLY-03", "MUN-TIMING-02")
ALLY_REPLACED = _message("ally-replaced", "{old} leaves {player}, who may have one Ally.", "MUN-ALLY-01", "MUN-ALLY-04")
ITEM = _message(
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
CHEAT = _message("cheat", "{player} cheats: {card} takes no room.", "MUN-ITEM-10")
OTHER = _message("other", "{player} plays {card}: do what the card says.", "MUN-ITEM-24", "MUN-ITEM-01")
GO_UP = _message("go-up", "{player} plays {card} on {target}.", "MUN-ITEM-25", "MUN-TIMING-02", "MUN-ITEM-24")

# Played

CURSE_PLAYED = _message("curse-played", "{player} plays a Curse on {target}: enter what it does.", "MUN-CURSE-03")

# Curses

CURSE = _message("curse", "{curse} strikes {victim}.", "MUN-CURSE-04")
CURSE_KEPT = _message("curse-kept", "{victim} keeps {curse} in sight until it is used up or lifted.", "MUN-CURSE-05")
CURSE_UNDESCRIBED = _message("curse-undescribed", "Enter what {curse} does: Levels or cards lost.", "MUN-CURSE-04")
CURSE_TURN_OVER = _message("curse-turn-over", "{curse} was for this turn: {player} discards it.", "MUN-CURSE-05")

# Losses

LOSES = _message("loses", "{player} loses {card}: {about}.", "MUN-CARD-09")
LOSES_HAND = _message("loses-hand", "{player} discards {number}: {about}.", "MUN-CARD-07")
VICTIM_CHOOSES = _message("victim-chooses", "{player} chooses what to lose: {about}.", "MUN-CURSE-09")
HARM_PASSES = _message("harm-passes", "{player} has nothing that {about} could take: it does nothing.", "MUN-CURSE-10")
HARM_TAKES_NO_MORE = _message(
    "harm-takes-no-more", "{player} has nothing else that {about} could take.", "MUN-CURSE-10"
)
HARM_INSTEAD = _message(
    "harm-instead", "{player} has nothing that {about} could take, so its other effect happens.", "MUN-CURSE-12"
)
BAD_STUFF = _message("bad-stuff", "{player} suffers the Bad Stuff of {about} at once.", "MUN-RUN-05", "MUN-RUN-07")
BAD_STUFF_DONE = _message("bad-stuff-done", "{player} has suffered all the Bad Stuff of {about}.", "MUN-RUN-05")

# Death and looting

DIES = _message(
    "dies",
    "{player} dies: {about}. House, Level, Roles, Proficiencies and lasting Curses stay; the other cards are laid out. "
    "Until the next turn {player} gets no card, no Level and no Curse, and cannot win.",
    *("MUN-DEATH-01", "MUN-DEATH-03", "MUN-DEATH-11", "MUN-DEATH-12", "MUN-DEATH-02"),
    *("MUN-PROF-09", "MUN-Q-03", "MUN-Q-26", "MUN-Q-40"),
)
LAID_OUT = _message("laid-out", "The cards of {player} may now be looted{number}.", "MUN-DEATH-04")
NOTHING_LEFT = _message("nothing-left", "{player} has left nothing to loot.", "MUN-DEATH-08")
NOBODY_LOOTS = _message("nobody-loots", "Nobody is alive to loot {player}.", "MUN-DEATH-11")
LOOT_ORDER = _message("loot-order", "The order of looting: {players}.", "MUN-DEATH-06")
LOOT_THROW = _message("loot-throw", "{player} throws {number} for the order of looting.", "MUN-DEATH-07")
LOOTS = _message("loots", "{player} takes {card} and keeps it.", "MUN-DEATH-06", "MUN-DEATH-10")
LOOTED_OUT = _message("looted-out", "Nothing is left for {players}.", "MUN-DEATH-08")
LOOTERS_DEAD = _message(
    "looters-dead", "{players} died before taking a card: the dead loot nothing.", "MUN-DEATH-11", "MUN-Q-24"
)
LOOT_REST = _message("loot-rest", "Each living player has taken a card: the rest is discarded.", "MUN-DEATH-09")
LIVES_IN_TURN = _message("lives-in-turn", "{player} is alive again.", "MUN-DEATH-13")
LIVES_AGAIN = _message(
    "lives-again",
    "{player} is alive again and may help, with no cards but those that others give.",
    *("MUN-DEATH-13", "MUN-DEATH-14"),
)
NEW_CARDS = _message(
    "new-cards",
    "{player} draws four Doors and four Treasures and may lay down what is legal.",
    *("MUN-DEATH-15", "MUN-DEATH-16"),
)
