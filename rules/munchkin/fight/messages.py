"""What the referee says in a fight: strengths, help, kills, running away, rewards.

Each sentence has the rules that it rests on, the deciding one first.
"""

from __future__ import annotations

from rules.munchkin.rulebook import BOOK

_message = BOOK.message

# Powers

USES_POWER = _message("power", "{player} uses {power} and discards {cost}: {amount} for {side}.", "MUN-COMBAT-06")

# The fight

FIGHT = _message(
    "fight",
    "{player} must fight {monster}.",
    "MUN-COMBAT-01",
)
FIGHT_MEANWHILE = _message(
    "fight-meanwhile",
    "Until the fight is over, {player} cannot sell, trade or change Items. "
    "Anybody may play cards for or against either side.",
    *("MUN-ITEM-07", "MUN-ITEM-16", "MUN-TIMING-05", "MUN-TIMING-08", "MUN-COMBAT-06", "MUN-COMBAT-08"),
)
WINNING = _message(
    "winning", "{ours} for {players}, {theirs} for {monsters}: the players are winning.", "MUN-COMBAT-04"
)
LOSING = _message("losing", "{ours} for {players}, {theirs} for {monsters}: the monsters are winning.", "MUN-COMBAT-05")
LEVEL_ONLY = _message("level-only", "Only Levels count in this fight, for all of it.", "MUN-MULTI-03")
WAIT = _message(
    "wait",
    "If nobody speaks up for {seconds} seconds, {what}.",
    "MUN-COMBAT-14",
)
OBJECT = _message("object", "{player} speaks up: the countdown stops.", "MUN-COMBAT-14")
GO_ON = _message("go-on", "{player} has nothing to add: the countdown starts again.", "MUN-COMBAT-14")

# The decision

RUN_CALLED = _message("run-called", "{player} cannot win and is about to run away.", "MUN-RUN-01", "MUN-COMBAT-05")
KILLED = _message(
    "killed",
    "Nobody spoke up: {player} kills {monsters}. That is final.",
    *("MUN-COMBAT-15", "MUN-COMBAT-13", "MUN-CONF-05", "MUN-CONF-06"),
)
KILLED_WITH_HELP = _message(
    "killed-with-help",
    "{player} gets the Levels for the kill; {helper}, who helped, gets none.",
    *("MUN-HELP-13", "MUN-HELP-14", "MUN-HELP-12"),
)

# Help

HELP_ASKED = _message("help-asked", "{player} asks {helper} for help and offers {offer}.", "MUN-HELP-01", "MUN-HELP-06")
HELP_REFUSED = _message("help-refused", "{helper} refuses to help. {player} may ask another player.", "MUN-HELP-02")
HELP_GIVEN = _message(
    "help-given",
    "{helper} helps {player}, and stays in the fight to its end. Anybody may still play cards on it.",
    *("MUN-HELP-03", "MUN-HELP-04", "MUN-Q-14", "MUN-Q-44"),
)
HELP_WITHDRAWN = _message("help-withdrawn", "{player} no longer asks {helper} for help.", "MUN-HELP-01", "MUN-HELP-02")
BRIBE_OFFERED = _message("bribe-offered", "{player} offers {item} to whoever helps.", "MUN-HELP-05")
BRIBE_WITHDRAWN = _message("bribe-withdrawn", "{player} no longer offers Items.", "MUN-HELP-05")

# Running away

FLIGHT = _message(
    "flight",
    "{players} must run away from {monsters}: no Level, no Treasure, no looting.",
    *("MUN-RUN-01", "MUN-RUN-02"),
)
RUN_FROM = _message("run-from", "{player} runs away from {monster} next.", "MUN-RUN-06")
ESCAPED = _message("escaped", "{player} throws {thrown} and gets away from {monster}.", "MUN-RUN-03")
CAUGHT = _message("caught", "{player} throws {thrown}: {monster} catches {player}.", "MUN-RUN-03")
RUN_BONUS = _message("run-bonus", "{player} plays {amount} on the next throw of {runner}: {sum} in all.", "MUN-RUN-04")
ALLY_GIVEN_UP = _message(
    "ally-given-up",
    "{player} gives up {ally} and gets away from all monsters that are left.",
    *("MUN-ALLY-06", "MUN-Q-11"),
)
ALLY_SAVES_BOTH = _message("ally-saves-both", "{other} gets away with {player}.", "MUN-ALLY-07")
ALLY_SAVES_ONE = _message("ally-saves-one", "{other} still has to run.", "MUN-ALLY-07")
ESCAPED_BY_CARD = _message(
    "escaped-by-card", "{player} gets away from {monster} without a throw, by a card.", "MUN-RUN-04"
)
FLIGHT_OVER = _message("flight-over", "Nobody has to run away any more.", "MUN-RUN-11")

# Cards into the fight

ONE_SHOT = _message(
    "one-shot",
    "{player} uses {card}: {amount} for {side} in this fight.",
    *("MUN-ITEM-21", "MUN-COMBAT-06", "MUN-INTERF-01", "MUN-ITEM-20"),
)
ENHANCER = _message(
    "enhancer",
    "{player} plays {card} on {monster}: {amount}, Treasures {treasures}.",
    *("MUN-ENH-01", "MUN-ENH-02", "MUN-ENH-03", "MUN-INTERF-02", "MUN-COMBAT-08"),
)
JOINS_FIGHT = _message("joins", "A monster joins the fight: {monster} ({how}).", "MUN-MULTI-02", "MUN-INTERF-03")

# Effects

KILL_LEVELS = _message("kill-levels", "The kill of {monster} is worth {levels} now.", "MUN-COMBAT-09", "MUN-REWARD-01")
BONUS = _message("bonus", "{player} plays {amount} for {side} in this fight.", "MUN-COMBAT-06")
EFFECT = _message("effect", "{player} adds {amount} for {side}: a card on the table says so.", "MUN-COMBAT-06")
TREASURES_CHANGED = _message("treasures-changed", "{monster} is worth {number} now.", "MUN-ENH-02", "MUN-REWARD-02")
ONLY_LEVELS = _message(
    "only-levels", "Only Levels count in this fight: a card that {player} plays says so.", "MUN-MULTI-03"
)
MONSTER_GONE = _message(
    "monster-gone", "{monster} is out of the fight without being killed.", "MUN-MULTI-04", "MUN-COMBAT-11"
)

# Rewards

TREASURES_ALONE = _message(
    "treasures-alone",
    "{player} draws {number} face down. A Treasure may be played as soon as it is drawn.",
    *("MUN-REWARD-02", "MUN-REWARD-03", "MUN-REWARD-05"),
)
TREASURES_HELPED = _message(
    "treasures-helped",
    "{player} draws {number} face up and gives {share} to {helper} as agreed. {first}",
    *("MUN-REWARD-02", "MUN-REWARD-04", "MUN-REWARD-05", "MUN-HELP-15"),
)
TREASURES_SHORT = _message(
    "treasures-helped",
    "{player} draws {number} face up and gives all to {helper}: {agreed} were agreed. {first}",
    *("MUN-REWARD-02", "MUN-REWARD-04", "MUN-REWARD-05", "MUN-HELP-15"),
)
TREASURES_KEPT = _message(
    "treasures-kept",
    "{player} draws {number} face up and shares none, as agreed.",
    *("MUN-REWARD-02", "MUN-REWARD-04", "MUN-REWARD-05", "MUN-HELP-15"),
)
TREASURES_NONE = _message("treasures-none", "This fight brings no Treasure.", "MUN-COMBAT-10", "MUN-REWARD-02")
TREASURES_NONE_UNKILLED = _message("treasures-none-unkilled", "This fight brings no Treasure.", "MUN-COMBAT-12")
TREASURES_DEAD = _message("treasures-dead", "{player} is dead and draws no Treasure.", "MUN-DEATH-11")
WON_WITHOUT_KILL = _message(
    "won-without-kill", "The fight is won without a kill: {player} gets no Level.", "MUN-COMBAT-11", "MUN-COMBAT-12"
)
BRIBE_DUE = _message(
    "bribe-due",
    "{player} has promised {helper} {items}. Keeping the promise is up to {player}.",
    "MUN-HELP-05",
    "MUN-Q-16",
    "MUN-Q-33",
)
BRIBE_LOST = _message(
    "bribe-lost",
    "{player} has lost what {helper} was promised, so it is not handed over: {items}.",
    *("MUN-HELP-05", "MUN-Q-33"),
)
BRIBE = _message("bribe", "{player} gives {items} to {helper}.", "MUN-HELP-05", "MUN-Q-33")
FIGHT_OVER = _message("fight-over", "The monsters and every card spent on them are discarded.", "MUN-COMBAT-13")
CURSE_USED_UP = _message("curse-used-up", "{curse} was for this fight: {player} discards it.", "MUN-CURSE-05")
ROOM_SKIPPED = _message("room-skipped", "That counts as a fight for {player}: the room is not looted.", "MUN-Q-02")
ROOM_AFTER_ALL = _message("room-after-all", "There was no fight, so {player} may still loot the room.", "MUN-Q-02")
