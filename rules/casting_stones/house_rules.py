"""House rules: a question for each point that the sheet leaves open, with a default answer."""

from __future__ import annotations

from rules.casting_stones.rulebook import BOOK, SHEET
from rules.core.house_rules import HouseRule, either, with_sheet

_QUESTIONS = (
    HouseRule(
        "tie_order",
        "CST-Q-01",
        "Who casts first after a tie?",
        (("same", "The same player as before"), ("alternate", "The other player"), ("youngest", "The youngest")),
    ),
    either(
        "tie_redraft",
        "CST-Q-02",
        "Do you pick new stones after a tie?",
        "No, cast the same five again",
        "Yes, put all stones back and pick again",
    ),
    either(
        "ties_break_streak",
        "CST-Q-03",
        "Cards that need two turns in a row: does a tied turn break the row?",
        "No, a tied turn counts",
        "Yes, a tied turn breaks it",
    ),
    either(
        "bungle_tie_swaps_order",
        "CST-Q-04",
        "Both bungled: does the other player cast first next?",
        "No, the same order again",
        "Yes, swap the order",
    ),
    either(
        "free_second_cast",
        "CST-Q-06",
        "May you cast again although your first cast is good?",
        "No, only a failed cast may be cast again",
        "Yes, always",
    ),
    either(
        "cast_both_then_opponent",
        "CST-Q-07",
        "When does the first player cast a second time?",
        "After both first casts",
        "Right away, before the other player casts at all",
    ),
    either(
        "move_own_gem",
        "CST-Q-11",
        "You win with a Spell but all your gems are out: may you move one?",
        "No, nothing happens",
        "Yes, move one of your gems to an empty turret",
    ),
    HouseRule(
        "turret_count",
        "CST-Q-13",
        "How many turrets has your mat?",
        ((8, "Eight"), (6, "Six"), (7, "Seven"), (9, "Nine"), (10, "Ten"), (12, "Twelve")),
    ),
    either(
        "ring_open",
        "CST-Q-13",
        "Are the first and the last turret neighbours?",
        "Yes, the turrets make a ring",
        "No, the turrets make a row with two ends",
    ),
    HouseRule(
        "both_four",
        "CST-Q-16",
        "A swap gives both of you four in a row: who wins?",
        (
            ("acting", "The player who made the swap"),
            ("opponent_wins", "The other player"),
            ("draw", "Nobody, it is a draw"),
        ),
    ),
    either(
        "victim_picks",
        "CST-Q-17",
        "Who picks the stone that is knocked out?",
        "The winner of the turn",
        "The player who loses it",
    ),
    either(
        "always_1_2_2",
        "CST-Q-18",
        "Must a hand always be 1 Character, 2 Artifacts and 2 Elements (not in the Advanced game)?",
        "No, only at the start",
        "Yes, stones are exchanged only for the same type",
    ),
    either(
        "card_replaces_action",
        "CST-Q-20",
        "You won the turn and use a card: do you get the usual reward as well?",
        "Yes, first the reward, then the card",
        "No, the card instead of the reward",
    ),
    either(
        "no_mixing",
        "CST-Q-21",
        "A card gives two swaps or knock-outs: may you do one with a gem and one with a stone?",
        "Yes, in any mixture",
        "No, twice the same",
    ),
    either(
        "before_winner",
        "CST-Q-23",
        "You lost the turn but may use your card: when?",
        "After the winner's reward",
        "Before the winner's reward",
    ),
    either(
        "only_if_won",
        "CST-Q-25",
        "You cast a Counter Spell and lose: is its card turned over?",
        "Yes, as soon as you call it a Spell",
        "No, only if you win the turn",
    ),
    either(
        "card_pattern_is_spell",
        "CST-Q-27",
        "A card names five stones and you cast them as it shows: is that a Spell by itself?",
        "No, the cast is judged as any other",
        "Yes, it counts as a Spell",
    ),
    either(
        "chaser_wild_always",
        "CST-Q-28",
        "May black Chaser stones be played outside the Advanced game?",
        "No",
        "Yes, and they are wild there too",
    ),
    either(
        "chaser_fixed",
        "CST-Q-29",
        "May a Chaser be another type in each cast?",
        "Yes",
        "No, its player names one type for the whole game",
    ),
    either(
        "chaser_spell_recast",
        "CST-Q-43",
        "A Chaser completes your Spell: may you cast again all the same?",
        "No, the cast is a Spell and stands",
        "Yes, you may take it for no Spell and cast again",
    ),
    either(
        "swapped_card_waits",
        "CST-Q-44",
        "You swap a card in from your vault: when may you use it?",
        "At once, in the same turn",
        "From the next turn on",
    ),
    either(
        "counter_spell_two_numbers",
        "CST-Q-45",
        "A Counter Spell shows three numbers or more: which are added?",
        "All of them",
        "Only the two highest",
    ),
    either(
        "gains_move_cards",
        "CST-Q-46",
        "May cards such as Double Potion and Charms move cards, too?",
        "No, gems and stones only",
        "Yes, in the Advanced game cards too",
    ),
    either(
        "no_duplicates",
        "CST-Q-30",
        "Advanced game: may you bring two stones alike?",
        "Yes",
        "No, ten different stones",
    ),
    either(
        "off_table_stays",
        "CST-Q-35",
        "A stone falls off the table: what now?",
        "Cast that stone again, alone",
        "It counts as it lies",
    ),
    either(
        "strict_throw",
        "CST-Q-36",
        "Do you insist on three good shakes?",
        "No, every throw counts",
        "Yes, the table reminds you, and a weak throw is taken back and cast again",
    ),
)

HOUSE_RULES = with_sheet(_QUESTIONS, SHEET)
assert all(rule.rule in BOOK for rule in HOUSE_RULES)
