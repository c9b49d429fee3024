"""What the referee says: turns, Levels, belongings, sales.

Each sentence has the rules that it rests on, the deciding one first.
"""

from __future__ import annotations

from rules.munchkin.rulebook import BOOK

_says = BOOK.says

# Throws and the dead in a fight

THROW_NOT_DUE = _says(
    "throw-not-due", "That throw of {player} counts for nothing: no die is due from {player}.", "MUN-RUN-03"
)
THROW_AGAIN = _says(
    "throw-again", "That was no throw of the die alone, flat on a side: {player} throws again.", "MUN-RUN-03"
)
THROW_OTHER = _says(
    "throw-other", "{player} throws the die alone, which is {die} here: that throw does not count.", "MUN-RUN-03"
)
FIGHTER_DEAD = _says("fighter-dead", "{player} is dead: the fight is over.", "MUN-DEATH-02")
HELPER_DEAD = _says("helper-dead", "{player} is dead and helps no more.", "MUN-DEATH-02")

# The turn

GAME_BEGINS = _says(
    "game-begins",
    "All {number} are ready: they began on Level 1 with eight cards. {player} has the first turn, and it goes left.",
    *("MUN-SETUP-01", "MUN-SETUP-08", "MUN-SETUP-11", "MUN-SETUP-17", "MUN-SETUP-19", "MUN-STAT-01", "MUN-CARD-05"),
)
READY = _says("ready", "{player} is ready.", "MUN-SETUP-17")
TURN = _says(
    "turn", "It is the turn of {player}: set out your cards, then open the door.", "MUN-TURN-01", "MUN-TURN-02"
)
TURN_MAY = _says(
    "turn-may",
    "{player} may sell Items and lay cards down. Anybody out of combat may trade and change Items.",
    *("MUN-TIMING-04", "MUN-TIMING-05", "MUN-TIMING-07", "MUN-TIMING-08", "MUN-TIMING-09"),
)
LISTENS = _says("listens", "{player} listens at the door and draws a Door card, unseen.", "MUN-FAST-01", "MUN-FAST-02")

# The door and the room

OPENS = _says("opens", "{player} opens the door: {card}.", "MUN-TURN-03")
DOOR_KEPT = _says("door-kept", "{player} keeps {card}.", "MUN-TURN-06")
DOOR_PLAYED = _says("door-played", "{player} may play {card} at once.", "MUN-TURN-06")
DOOR_CURSE = _says("door-curse", "A Curse strikes {player}: enter what it does.", "MUN-CURSE-01", "MUN-TURN-05")
ROOM = _says("room", "{player} may now be Up to No Good or loot the room.", "MUN-TURN-08")
UP_TO_NO_GOOD = _says("no-good", "{player} is Up to No Good and plays a monster.", "MUN-TURN-09")
NO_GOOD_DRAWS = _says("no-good-draws", "{player} draws a Treasure face down with it.", "MUN-FAST-03", "MUN-Q-01")
LOOTS_ROOM = _says("loots-room", "{player} loots the room and draws a Door card, unseen.", "MUN-TURN-10")
LOOTS_TREASURE = _says(
    "loots-treasure", "{player} loots the room and draws a Treasure card, unseen.", "MUN-FAST-03", "MUN-Q-01"
)

# The end of the turn

CHARITY_DUE = _says(
    "charity-due",
    "{player} holds {number} cards: play some, as in any turn out of combat, or give away what is more than five.",
    *("MUN-CARD-08", "MUN-CHARITY-01", "MUN-CHARITY-02", "MUN-Q-20"),
)
CHARITY_DUE_LOWEST = _says(
    "charity-due-lowest",
    "{player} holds {number} cards: play some, as in any turn out of combat, or discard what is more than five.",
    *("MUN-CARD-08", "MUN-CHARITY-04", "MUN-CHARITY-01", "MUN-Q-20"),
)
CHARITY = _says(
    "charity", "{player} gives away what is more than five cards: {shares}.", "MUN-CHARITY-02", "MUN-CHARITY-01"
)
CHARITY_LOWEST = _says(
    "charity-lowest", "{player} stands lowest and discards {number}.", "MUN-CHARITY-04", "MUN-CHARITY-01"
)
TURN_ENDS = _says("turn-ends", "{player} holds {number} and ends the turn.", "MUN-TURN-14", "MUN-CARD-08")
TURN_OVER = _says("turn-over", "{player} ends the turn.", "MUN-TURN-14")

# Levels

LEVEL_KILL = _says(
    "level-kill",
    "{player} goes up to Level {level}: killed a monster.",
    *("MUN-COMBAT-09", "MUN-REWARD-01", "MUN-STAT-03", "MUN-STAT-02"),
)
LEVEL_CARD = _says("level-card", "{player} goes up to Level {level}: a card says so.", "MUN-STAT-03", "MUN-STAT-02")
LEVEL_SALE = _says("level-sale", "{player} goes up to Level {level}: sold Items.", "MUN-SELL-01", "MUN-STAT-03")
LEVEL_LOST = _says("level-lost", "{player} goes down to Level {level}: {why}.", "MUN-STAT-04", "MUN-STAT-02")
LEVEL_BOTTOM = _says("level-bottom", "{player} stays on Level 1: nobody goes lower.", "MUN-CONF-03", "MUN-STAT-04")
LEVEL_SET = _says("level-set", "Put right: {player} stands on Level {level}.", "MUN-STAT-02")
LEVEL_CARD_REFUSED = _says(
    "level-card-refused",
    "No: {player} is one step from the end, and this card cannot make the last one. The last Level takes a kill.",
    *("MUN-Q-08", "MUN-CONF-07", "MUN-WIN-02"),
)
LEVEL_SALE_REFUSED = _says(
    "level-sale-refused",
    "No: the last Level is not for sale, so {player} keeps the Items. It takes a kill.",
    *("MUN-SELL-05", "MUN-CONF-07", "MUN-Q-07"),
)
LEVEL_CAPPED = _says(
    "level-capped",
    "{player} gets no further than Level {level} that way: the last Level takes a kill.",
    *("MUN-CONF-07", "MUN-WIN-02"),
)
LAST_STEP = _says(
    "last-step",
    "{player} is one step from the end: neither a sale nor a plain card will do, only a kill or a card that says so.",
    *("MUN-WIN-02", "MUN-CONF-07"),
)
IS_IT_WON = _says("is-it-won", "{player} comes to Level {top} with that: is the game won?", "MUN-WIN-01", "MUN-WIN-02")
NOT_WON = _says("not-won", "{player} stays on Level {level}.", "MUN-WIN-01")
SHARED_VICTORY = _says(
    "shared-victory", "{helper} helped in the winning fight and wins too.", "MUN-FAST-04", "MUN-Q-41"
)
WON = _says("won", "{player} is the first on Level {level} and wins the game.", "MUN-WIN-01", "MUN-WIN-02")
WON_EPIC = _says(
    "won-epic", "{player} is the first on Level {level} and wins the Epic game.", "MUN-WIN-01", "MUN-EPIC-01"
)

# Belongings

EQUIPS = _says("equips", "{player} equips {card}.", "MUN-TIMING-05", "MUN-ITEM-05", "MUN-ITEM-09")
CARRIES = _says("carries", "{player} turns {card} sideways.", "MUN-TIMING-05", "MUN-ITEM-04", "MUN-ITEM-06")
NO_ROOM = _says("no-room", "No: {player} has no room for {card} ({slot}).", "MUN-ITEM-09")
GIVES = _says(
    "gives",
    "{player} gives {card} to {taker}, who carries it. It stays on the table. Only Items are traded.",
    *("MUN-ITEM-18", "MUN-TIMING-04", "MUN-ITEM-14", "MUN-ITEM-17", "MUN-ITEM-15", "MUN-ALLY-05", "MUN-PROF-05"),
)
DROPS = _says("drops", "{player} discards {card}.", "MUN-CARD-09")
GIVES_UP = _says("gives-up", "{player} loses {card}, as a card demands.", "MUN-ITEM-13", "MUN-ITEM-12", "MUN-CARD-09")
CURSE_LIFTED = _says("curse-lifted", "{card} is lifted from {player}.", "MUN-CURSE-05")
HOLDS = _says("hand", "{player} holds {number}.", "MUN-CARD-08")
SEX = _says("sex", "{player}'s character is {sex} now.", "MUN-SETUP-13", "MUN-Q-43")
OF_HOUSE = _says("house", "{player} is of {house}.", "MUN-SETUP-03", "MUN-SETUP-04", "MUN-SETUP-12")
HOUSE_FULL = _says("house-full", "No: three players are of {house} already.", "MUN-SETUP-06")
RECEIVED = _says("received", "{player} has just received a card, and may play it now.", "MUN-TIMING-06")

# New cards

NEW_CARD = _says("new-card", "{player} shows everybody a new card: {card}.", "MUN-CARD-05")
CARD_CORRECTED = _says("card-corrected", "{player} corrects the card {card}.", "MUN-CARD-05")
CARD_DESCRIBED = _says("card-described", "{player} describes {card}: {what}.", "MUN-CARD-05", "MUN-ITEM-03")

# Limits

RANKS_TOO_HIGH = _says(
    "ranks-too-high",
    "{player} is on Level {level} with Ranks of {sum}: Proficiencies must go.",
    *("MUN-PROF-08", "MUN-PROF-04"),
)
FORGETS = _says("forgets", "{player} discards {card}: Ranks {sum} of {level}.", "MUN-PROF-08")
DUAL_ROLE_ALONE = _says("dual-role-alone", "{player} has no Role left, so the Dual Role goes.", "MUN-Q-29")
ROLES_TOO_MANY = _says(
    "roles-too-many", "{player} has two Roles and no Dual Role: one must go.", "MUN-Q-30", "MUN-ROLE-06"
)
ROLE_GOES = _says("role-goes", "{player} is {card} no more.", "MUN-Q-30", "MUN-ROLE-02")
CROWDED = _says("crowded", "{player} has more equipped than fits ({slot}): something is taken off.", "MUN-ITEM-09")
ONLY_FOR = _says(
    "only-for", "{card} works for {only} only: {player} turns it sideways.", "MUN-ROLE-02", "MUN-ITEM-05", "MUN-ITEM-06"
)
TAKEN_OFF = _says("taken-off", "{player} turns {card} sideways.", "MUN-ITEM-09", "MUN-ITEM-06")

# Sales

SALE_HEAP = _says("sale-heap", "{player} puts {card} up for sale: {gold} gold in all.", "MUN-SELL-01", "MUN-SELL-04")
SALE_TAKEN_BACK = _says("sale-taken-back", "{player} sells nothing after all.", "MUN-SELL-01")
SALE = _says("sale", "{player} discards Items worth {gold} gold in all for {levels}.", "MUN-SELL-01", "MUN-ITEM-13")
SALE_TOO_LITTLE = _says(
    "sale-too-little",
    "No: {gold} gold buys no Level, it takes {price}. {player} keeps the Items.",
    *("MUN-SELL-01", "MUN-ITEM-12", "MUN-Q-07"),
)
SALE_TOO_MUCH = _says(
    "sale-too-much",
    "No: {gold} gold is more than {player} can use below the last Level. The Items stay.",
    *("MUN-Q-07", "MUN-SELL-05"),
)
PRICE_IS = _says("price", "The price of {card} is {gold} gold.", "MUN-ITEM-03")
PRICE_UNKNOWN = _says("price-unknown", "What is the price of {card}?", "MUN-ITEM-03")
