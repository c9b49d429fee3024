"""What the sheet of Dicers says where a house rule decides, in our words, by the key of the house rule."""

from collections.abc import Mapping

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
    "powers_chain": "The winner of a Round expels the die or uses the Power of the own one.",
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
