"""House rules: a question for each point that the sheet leaves open, with a default answer."""

from __future__ import annotations

from rules.core.house_rules import HouseRule, either, with_sheet
from rules.dicers.rulebook import BOOK
from rules.dicers.rulebook.questions import SHEET

TIES_AND_CASTS = (
    either(
        "tie_reroll_costs_bonus",
        "DIC-Q-01",
        "Does rolling again after a tie use up casting bonus?",
        "No, both roll once more for free",
        "Yes; a player without rolls left keeps the roll, and if both have none left, the roll is free",
    ),
    either(
        "bonus_carries_to_tie",
        "DIC-Q-02",
        "A tie, and rolls are left: may they be used?",
        "No, both roll exactly once",
        "Yes, each has the rolls that are left, but at least one; the Challenger rolls first",
    ),
    either(
        "mods_persist_on_tie",
        "DIC-Q-03",
        "Do Add and Subtract also count for the roll after a tie?",
        "No, only for the roll on which they were used",
        "Yes",
    ),
    either(
        "cap_rolls_1_6",
        "DIC-Q-05",
        "May Add raise a roll above 6, and Subtract lower it below 1?",
        "Yes",
        "No, a roll counts from 1 to 6",
    ),
    either(
        "off_table_counts",
        "DIC-Q-51",
        "A die leans, or falls off the table: what now?",
        "It is rolled again, at no cost",
        "It counts as it lies",
    ),
    either(
        "defender_roll_keeps",
        "DIC-Q-52",
        "The second player rolls before the first has kept a roll: what now?",
        "That roll waits until the first player has decided",
        "The first player's roll is kept",
    ),
)
RESERVE = (
    either(
        "reserve_only_during_cast",
        "DIC-Q-04",
        "Until when may Reserve Powers be used?",
        "Until the winner of the Round has chosen what to do",
        "Until both dice are set; not in ties, and not afterwards",
    ),
    HouseRule(
        "loser_moment_seconds",
        BOOK.cite("DIC-Q-04")[0],
        "How long must the winner wait when the loser of a Round may still use a Reserve Power?",
        ((3, "3 seconds"), (0, "Not at all"), (5, "5 seconds"), (10, "10 seconds")),
    ),
    either(
        "always_beats_natural_face",
        "DIC-Q-06",
        "What does Always Beats look at: the roll with Add and Subtract, or the side of the die?",
        "The roll with Add and Subtract",
        "The side of the die",
    ),
    either(
        "always_beats_anytime",
        "DIC-Q-07",
        "When does Always Beats work?",
        "When the other die is set",
        "After any roll of the other player",
    ),
    HouseRule(
        "always_beats_clash",
        BOOK.cite("DIC-Q-08")[0],
        "Both players use Always Beats: who wins?",
        ((False, "Whoever used it first"), ("tie_reroll", "Nobody, both dice are rolled again")),
    ),
    either(
        "extra_roll_beats_freeze",
        "DIC-Q-10",
        "May a frozen die be rolled again with Extra Roll?",
        "No, only a Force Roll makes it roll",
        "Yes",
    ),
    either(
        "extra_roll_only_if_exhausted",
        "DIC-Q-12",
        "When may Extra Roll be used?",
        "At any time, also when a roll was kept",
        "Only when the casting bonus is used up",
    ),
    either(
        "challenge_before_advance_only",
        "DIC-Q-14",
        "Until when may Challenge be used?",
        "Until the first roll; a die already advanced goes back to the Front Line",
        "Until the Defender has advanced a die",
    ),
    either(
        "escape_swaps_roles",
        "DIC-Q-15",
        "Who is Challenger after an Escape?",
        "The same player as before",
        "The other player",
    ),
    either(
        "escape_any_time_in_cast",
        "DIC-Q-16",
        "Until when may Escape be used?",
        "While a roll is still to be made",
        "Until the winner of the Round chooses",
    ),
    either(
        "guardian_uses_protected_bonus",
        "DIC-Q-17",
        "How often may a Guardian be rolled?",
        "By its own casting bonus and Alliance",
        "By those of the die that it protects",
    ),
    either("shield_not_on_guardian", "DIC-Q-19", "May a Shield save a beaten Guardian?", "Yes", "No"),
    either(
        "shield_any_expel",
        "DIC-Q-20",
        "Which die does a Shield save?",
        "Only the beaten die in the Arena",
        "Any die that the other player expels",
    ),
    either(
        "defender_first",
        "DIC-Q-50",
        "Both could use a Reserve Power at the same moment: who goes first?",
        "Whoever speaks first",
        "The Defender uses one or passes, then the Challenger",
    ),
)
POWERS = (
    either(
        "strict_zone_lists",
        "DIC-Q-21",
        "May Greater Expel and Banish choose the beaten die in the Arena?",
        "Yes",
        "No, only dice in the places that the Power lists",
    ),
    either("swap_reaches_reserve", "DIC-Q-23", "Does Swap reach dice in Reserve?", "No", "Yes"),
    either("swap_reaches_arena", "DIC-Q-24", "Does Swap reach the two dice in the Arena?", "No", "Yes"),
    HouseRule(
        "rescued_to",
        BOOK.cite("DIC-Q-25")[0],
        "A hostage is freed: where does it go?",
        (
            (False, "To the Keep when the die on top is expelled, to the Front Line when it is summoned"),
            ("front_line", "Always to the Front Line"),
            ("keep", "Always to the Keep"),
        ),
    ),
    either(
        "hostages_go_with_captor",
        "DIC-Q-27",
        "A die with hostages is captured or banished: what becomes of them?",
        "They are freed and go to their owner's Keep",
        "They stay under it, wherever it goes",
    ),
    either(
        "hostage_reserve_allowed",
        "DIC-Q-28",
        "May the winner use the Reserve Power of a hostage?",
        "No",
        "Yes, the winning die then goes to the Reserve with that Power",
    ),
    either(
        "banished_blocks_summon_keep",
        "DIC-Q-29",
        "Only banished dice lie in the Dungeon: may Summon take a die of the Keep?",
        "Yes",
        "No, then Summon brings nothing",
    ),
    either(
        "excess_hostages_freed",
        "DIC-Q-31",
        "The new die on top has a smaller casting bonus than there are hostages: what now?",
        "All stay; it captures again once there is room",
        "Those beyond its casting bonus go free, the newest first",
    ),
    either(
        "powers_chain",
        "DIC-Q-32",
        "How many Powers may the winner of a Round use?",
        "One",
        "That of the winning die and of each hostage, once each",
    ),
    HouseRule(
        "mimic_mimic",
        BOOK.cite("DIC-Q-33")[0],
        "Mimic beats Mimic: what does it copy?",
        (
            (False, "Nothing; both dice go to the Keep"),
            ("copy_self_power", "The Power of an own die in Front Line or Keep, but no Reserve Power"),
        ),
    ),
    either(
        "mimic_strips_modifiers",
        "DIC-Q-34",
        "Does Mimic also copy All, the type and Double Down?",
        "Yes",
        "No, only the bare Power",
    ),
    either(
        "must_have_effect",
        "DIC-Q-35",
        "May the winner use a Power that does nothing, to spare a die?",
        "Yes",
        "No",
    ),
    either(
        "all_fizzle_allows_expel",
        "DIC-Q-36",
        "An All Power finds no die of the type named: may its player expel after all?",
        "No",
        "Yes",
    ),
    either(
        "activate_reserve_uses_now",
        "DIC-Q-47",
        "What does Activate Reserve do?",
        "It puts the other die in Reserve",
        "It also uses that die's Power as the next Round begins, if it can be used then",
    ),
    either(
        "double_means_twice",
        "DIC-Q-48",
        "What does Double Down do to a Power without a number?",
        "Nothing",
        "The Power works twice",
    ),
    either(
        "counter_capture_all",
        "DIC-Q-60",
        "How much does Counter Capture undo?",
        "One stack, with all your dice in it",
        "Every stack that holds dice of yours",
    ),
    either(
        "summon_all_dungeon_only",
        "DIC-Q-61",
        "What does Summon All reach?",
        "Dungeon and Keep, and the Reserve if you like",
        "The Dungeon only",
    ),
)
ROUNDS = (
    either(
        "escape_before_clean_up",
        "DIC-Q-37",
        "When are banished dice rolled to escape?",
        "After the winner has chosen, before the next die is advanced",
        "Before the dice leave the Arena",
    ),
    either(
        "refill_immediately",
        "DIC-Q-39",
        "When is an empty Front Line filled from the Keep?",
        "At the end of the Round",
        "At once",
    ),
    either(
        "check_immediately",
        "DIC-Q-40",
        "When does a player without dice lose?",
        "At the end of the Round, after refill and escape rolls",
        "As soon as Front Line, Keep and Arena are empty",
    ),
    HouseRule(
        "double_empty",
        BOOK.cite("DIC-Q-41")[0],
        "Both players run out of dice at once: who wins?",
        ((False, "The winner of the Round"), ("draw", "Nobody, the game is a draw")),
    ),
    either(
        "forbid_reserve_last_die",
        "DIC-Q-42",
        "May a player put the last die in Reserve, and so lose the game?",
        "Yes, after a warning",
        "No",
    ),
    either(
        "alliance_live",
        "DIC-Q-44",
        "When are the rolls lent by Alliances counted?",
        "Once, when both dice have been advanced",
        "Anew before every roll",
    ),
)
HOUSE_RULES = with_sheet((*TIES_AND_CASTS, *RESERVE, *POWERS, *ROUNDS), SHEET)
assert all(rule.rule in BOOK for rule in HOUSE_RULES)
