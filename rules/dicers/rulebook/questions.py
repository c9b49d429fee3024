"""Where the sheet is silent or says two things: what the referee does, and for each house rule what the sheet says."""

from collections.abc import Mapping

from rules.core.rulebook import Rule

QUESTIONS = (
    Rule("DIC-Q-01", "A tie re-roll is one free roll of both dice; the tied rolls are gone."),
    Rule("DIC-Q-02", "Rolls that were not used are lost; they carry neither to a tie nor to the next Round."),
    Rule("DIC-Q-03", "Add and Subtract belong to the roll on which they were used; a new roll is without them."),
    Rule("DIC-Q-04", "Reserve Powers may be used until the winner of the Round has chosen what to do."),
    Rule("DIC-Q-05", "Add may go above 6 and Subtract below 1."),
    Rule("DIC-Q-06", "Always Beats looks at the other's roll as it counts now, with Add and Subtract used so far."),
    Rule("DIC-Q-07", "Always Beats works only against a set die, and ends the cast at once."),
    Rule("DIC-Q-08", "If both have Always Beats, the first used wins."),
    Rule("DIC-Q-09", "For Always Beats the Power side is even: it is a 6."),
    Rule(
        "DIC-Q-10",
        "Freeze ends a cast; an Extra Roll of that player cannot open it again, a Force Roll of the other can.",
    ),
    Rule("DIC-Q-11", "Freeze does nothing in a tie re-roll: that is one roll anyway."),
    Rule("DIC-Q-12", "Extra Roll may be used after its player has kept a roll."),
    Rule("DIC-Q-13", "A forced roll stands even if it is higher: the newest roll counts."),
    Rule("DIC-Q-14", "Challenge may be used until the first roll; a die already advanced goes back to the Front Line."),
    Rule("DIC-Q-15", "After an Escape the Challenger stays Challenger."),
    Rule("DIC-Q-16", "Escape needs a roll that is still to be made; with a bonus of 1 that is before the first."),
    Rule("DIC-Q-17", "A Guardian rolls by its own casting bonus and its own Alliance."),
    Rule("DIC-Q-18", "If the Guardian wins, it is the protected die's Power that may be used."),
    Rule("DIC-Q-19", "A Shield may save a beaten Guardian."),
    Rule("DIC-Q-20", "A Shield works only for the beaten die in the Arena, and never against Banish."),
    Rule("DIC-Q-21", "Greater Expel and Banish may choose the beaten die; Cast Spell may not."),
    Rule("DIC-Q-22", "If a Power has changed another die, the beaten one goes to its owner's Keep."),
    Rule("DIC-Q-23", "Swap does not reach the Reserve: what the Power itself says goes first."),
    Rule("DIC-Q-24", "Swap does not reach the Arena."),
    Rule("DIC-Q-25", "When the die on top is expelled, all its hostages go to their owner's Keep."),
    Rule("DIC-Q-26", "A summoned hostage goes to its owner's Front Line; the die on top and other hostages stay."),
    Rule("DIC-Q-27", "When a die with hostages is captured or banished, they are freed to their owner's Keep."),
    Rule("DIC-Q-28", "A hostage's Reserve Power cannot be used."),
    Rule("DIC-Q-29", "If only banished dice lie in the Dungeon, Summon treats it as empty."),
    Rule("DIC-Q-30", "By Swap the incoming die becomes the hostage; no limit is checked, for the number is the same."),
    Rule("DIC-Q-31", "A new die on top with a smaller bonus keeps all hostages, and takes no more until it has room."),
    Rule("DIC-Q-32", "One choice for each Round won: one Power does not set off another."),
    Rule("DIC-Q-33", "Mimic against Mimic does nothing; both dice go to the Keep."),
    Rule("DIC-Q-34", "Mimic, and the use of a hostage, take the Power with all that modifies it."),
    Rule("DIC-Q-35", "A winner may use a Power that can do nothing, to spare a die."),
    Rule("DIC-Q-36", "After an All Power that finds no die of the type, its player may no longer expel."),
    Rule(
        "DIC-Q-37",
        "Escape rolls come after the win was used and before the next die is advanced; a 6 joins the same refill.",
    ),
    Rule("DIC-Q-38", "The next Round begins when its Challenger moves a die into the Arena."),
    Rule("DIC-Q-39", "An empty Front Line is filled at the end of the Round."),
    Rule("DIC-Q-40", "A loss counts when the Round is over, after refill and escape rolls."),
    Rule("DIC-Q-41", "If both are empty at once, the winner of the Round wins the game."),
    Rule("DIC-Q-42", "A player who puts the last die in Reserve has lost, after a warning."),
    Rule("DIC-Q-43", "The better one of two Alliances is taken, unless its owner says otherwise."),
    Rule("DIC-Q-44", "Alliances are counted once, when both dice have been advanced."),
    Rule("DIC-Q-45", "At most three rolls from Alliances for a player in a Round."),
    Rule("DIC-Q-46", "An Extra Roll comes on top of that."),
    Rule("DIC-Q-47", "Activate Reserve only stores the other die in Reserve."),
    Rule("DIC-Q-48", "Double Down doubles numbers; a Power without a number works as usual."),
    Rule("DIC-Q-49", "Doubled, Cast Spell doubles the numbers of dice on its chart; 1 and 4 stay as they are."),
    Rule("DIC-Q-50", "Powers act in the order in which they were announced."),
    Rule(
        "DIC-Q-51", "Only a die that lies flat and at rest in the Arena counts; otherwise roll again, no bonus spent."
    ),
    Rule(
        "DIC-Q-52",
        "A roll is kept by moving the die to the middle or by saying so; an early roll of the other waits for that.",
    ),
    Rule(
        "DIC-Q-53",
        "The Basic game has no Escape, so its rule of two Rounds needs no exception.",
        "the question never comes up",
    ),
    Rule("DIC-Q-54", "In the Basic game nothing is hidden."),
    Rule("DIC-Q-55", "For the first Challenger each player rolls any three of their dice."),
    Rule("DIC-Q-56", "A die whose Power is Expel does what every winner may do."),
    Rule("DIC-Q-57", "Reverse works with an empty row too."),
    Rule("DIC-Q-58", "Spy adds nothing for dice in Reserve and hostages: those are seen anyway."),
    Rule("DIC-Q-59", "The Intermediate game has neither Reserve nor Alliances."),
    Rule("DIC-Q-60", "Counter Capture undoes one stack, with all your dice in it."),
    Rule(
        "DIC-Q-61", "Summon All takes Dungeon and Keep, the Reserve only if you like; banished dice and hostages stay."
    ),
    Rule("DIC-Q-62", "The player who chose dice first does not start for that reason: the sum of three dice decides."),
)


# What the sheet says where a house rule decides, in our words, by the key of the house rule.
SHEET: Mapping[str, str] = {
    "tie_reroll_costs_bonus": (
        "In a tie both roll at the same time, again and again until it is broken; the casting bonus is not mentioned."
    ),
    "bonus_carries_to_tie": (
        "A die in the middle of the Arena is not rolled again, even with rolls left; in a tie both roll again."
    ),
    "mods_persist_on_tie": "Add and Subtract change a roll; its example ends with “You now tie”.",
    "cap_rolls_1_6": "Add and Subtract change a roll by their number; no limit is given.",
    "off_table_counts": "Dice are rolled in the Arena; nothing is said about dice that lean or fall.",
    "defender_roll_keeps": "The Challenger rolls and puts the die in the middle; then the Defender rolls.",
    "reserve_only_during_cast": "A Reserve Power may be used at any point at which it is fitting.",
    "loser_moment_seconds": (
        "A Reserve Power may be used whenever it is fitting; how long the winner waits is not said."
    ),
    "always_beats_natural_face": (
        "It defeats a roll that is odd (or even); other Powers on that roll are not mentioned."
    ),
    "always_beats_anytime": "It defeats the other player's roll; at which of several rolls is not said.",
    "always_beats_clash": "Powers take effect in the order in which they were used.",
    "extra_roll_beats_freeze": (
        "Freeze makes the other player keep a roll; Extra Roll gives one more at any time in the Round."
    ),
    "extra_roll_only_if_exhausted": "It is used at any time in the Round, for example when no rolls are left.",
    "challenge_before_advance_only": (
        "It is used before the dice are cast, and forces the Defender to advance a certain die."
    ),
    "escape_swaps_roles": "Escape ends the Round without a winner; who is Challenger next is not said.",
    "escape_any_time_in_cast": "It is used during your cast, before the final roll.",
    "guardian_uses_protected_bonus": (
        "The Guardian fights in place of another die; whose casting bonus counts is not said."
    ),
    "shield_not_on_guardian": (
        "A lost Round goes on with the Guardian as the beaten die; Shield saves a die that is expelled."
    ),
    "shield_any_expel": "Shield saves a die that is expelled, at the time when the defeated die is expelled.",
    "defender_first": "Powers take effect in the order in which they were used; the same moment is not mentioned.",
    "strict_zone_lists": "Both choose any die of the other player, from places among which the Arena is not named.",
    "swap_reaches_reserve": (
        "The Power says that it does not reach the Reserve, the chapter on the Reserve says that it does."
    ),
    "swap_reaches_arena": "Dice are swapped between Front Line, Keep and Dungeon; the Arena is not named.",
    "rescued_to": (
        "A hostage is freed when the die on top is expelled, or by some Powers; where it goes is said for "
        "Counter Capture only: the Keep."
    ),
    "hostages_go_with_captor": (
        "Expelling the die on top rescues its hostages; that it is captured or banished is not mentioned."
    ),
    "hostage_reserve_allowed": "The die on top may use the Power of a hostage; Mimic cannot copy Reserve Powers.",
    "banished_blocks_summon_keep": (
        "Without dice in the Dungeon, Summon takes one from the Keep; banished dice cannot be summoned."
    ),
    "excess_hostages_freed": (
        "A die holds as many hostages as its casting bonus; one with a lower bonus may be swapped in."
    ),
    "powers_chain": "The winner of a Round expels the beaten die or uses the Power of the winning die.",
    "mimic_mimic": "Mimic copies the Power of the defeated die; two Mimics are not mentioned.",
    "mimic_strips_modifiers": (
        "Mimic follows the instructions of the copied Power; what modifies it is not mentioned."
    ),
    "must_have_effect": (
        "The winner expels the other die or uses the Power; only All may not be used without a die of its type."
    ),
    "all_fizzle_allows_expel": "Without a die of the type the Power may not be used, and the die goes to the Keep.",
    "activate_reserve_uses_now": "It lets you activate a die of Front Line or Keep: that die is put in Reserve.",
    "double_means_twice": "The effect is doubled: what works on one die works on two.",
    "counter_capture_all": "It cancels any capture of the other player; one die or several come back.",
    "summon_all_dungeon_only": (
        "All reaches Front Line, Dungeon, Keep and Reserve; Summon takes from the Keep only without dice in the "
        "Dungeon."
    ),
    "escape_before_clean_up": (
        "A banished die is rolled whenever its owner wins a Round, before the next Round begins."
    ),
    "refill_immediately": (
        "Without dice in the Front Line all dice of the Keep move up; the example does it at the end of the Round."
    ),
    "check_immediately": "The game ends as soon as a player has no dice to advance in Front Line and Keep.",
    "double_empty": "The player with dice left wins; two players without dice are not mentioned.",
    "forbid_reserve_last_die": "Dice in Reserve do not count: without others the game is lost.",
    "alliance_live": (
        "For each die of the Alliance in the Front Line the casting bonus grows by one; when they are counted "
        "is not said."
    ),
}
