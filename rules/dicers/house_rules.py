"""House rules: a question for each point that the sheet leaves open, with a default answer."""

from __future__ import annotations

from rules.core.house_rules import HouseRule, either, with_sheet
from rules.dicers.powers.house_rules import POWERS, RESERVE
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
