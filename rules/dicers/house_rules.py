"""Where the sheet is silent or says two things: our rulings, and the house rules that change them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.rulebook import Rule


@dataclass(frozen=True, slots=True)
class Question:
    """One open question: what we rule, and the house rule (if any) by which a table rules otherwise.

    ``key`` and ``value`` are what the set-up writes; ``otherwise`` says what then holds.  ``honour`` as in a Rule.
    """

    id: str
    ruling: str
    key: str = ""
    otherwise: str = ""
    value: str | bool = True
    honour: str = ""

    @property
    def rule(self) -> Rule:
        """The ruling as it stands in the book."""
        return Rule(self.id, self.ruling, self.honour)


QUESTIONS = (
    Question(
        "DIC-Q-01",
        "A tie re-roll is one free roll of both dice; the tied rolls are gone.",
        "tie_reroll_costs_bonus",
        "A tie re-roll uses up casting bonus; who has none left keeps his roll, and with none left at all it is free.",
    ),
    Question(
        "DIC-Q-02",
        "Rolls that were not used are lost; they carry neither to a tie nor to the next Round.",
        "bonus_carries_to_tie",
        "After a tie each may roll as often as his bonus has left, but at least once; the Challenger first.",
    ),
    Question(
        "DIC-Q-03",
        "Add and Subtract belong to the roll on which they were used; a new roll is without them.",
        "mods_persist_on_tie",
        "Add and Subtract stay in force in a tie re-roll.",
    ),
    Question(
        "DIC-Q-04",
        "Reserve Powers may be used until the winner of the Round has chosen what to do.",
        "reserve_only_during_cast",
        "They may be used until both dice are set, not in tie re-rolls or afterwards.",
    ),
    Question(
        "DIC-Q-05",
        "Add may go above 6 and Subtract below 1.",
        "cap_rolls_1_6",
        "A roll never counts more than 6 or less than 1.",
    ),
    Question(
        "DIC-Q-06",
        "Always Beats looks at the other's roll as it counts now, with Add and Subtract used so far.",
        "always_beats_natural_face",
        "It looks at the side that the die shows.",
    ),
    Question(
        "DIC-Q-07",
        "Always Beats works only against a set die, and ends the cast at once.",
        "always_beats_anytime",
        "It works against any roll, set or not.",
    ),
    Question(
        "DIC-Q-08",
        "If both have Always Beats, the first used wins.",
        "always_beats_clash",
        "If both use it, both dice are rolled again.",
        "tie_reroll",
    ),
    Question("DIC-Q-09", "For Always Beats the Power side is even: it is a 6."),
    Question(
        "DIC-Q-10",
        "Freeze ends a cast; an Extra Roll of that player cannot open it again, a Force Roll against him can.",
        "extra_roll_beats_freeze",
        "An Extra Roll opens a frozen cast again.",
    ),
    Question("DIC-Q-11", "Freeze does nothing in a tie re-roll: that is one roll anyway."),
    Question(
        "DIC-Q-12",
        "Extra Roll may be used after the owner has set his die himself.",
        "extra_roll_only_if_exhausted",
        "Only when the casting bonus is used up.",
    ),
    Question("DIC-Q-13", "A forced roll stands even if it is higher: the newest roll counts."),
    Question(
        "DIC-Q-14",
        "Challenge may be used until the first roll; a die already advanced goes back to the Front Line.",
        "challenge_before_advance_only",
        "Only before the Defender has advanced.",
    ),
    Question(
        "DIC-Q-15",
        "After an Escape the Challenger stays Challenger.",
        "escape_swaps_roles",
        "After an Escape the roles change.",
    ),
    Question(
        "DIC-Q-16",
        "Escape needs a roll that is still to be made; with a bonus of 1 that is before the first.",
        "escape_any_time_in_cast",
        "From the beginning of one's own cast until the Round's winner chooses.",
    ),
    Question(
        "DIC-Q-17",
        "A Guardian rolls by its own casting bonus and its own Alliance.",
        "guardian_uses_protected_bonus",
        "It rolls as often as the protected die might have.",
    ),
    Question("DIC-Q-18", "If the Guardian wins, it is the protected die's Power that may be used."),
    Question(
        "DIC-Q-19",
        "A Shield may save a beaten Guardian.",
        "shield_not_on_guardian",
        "A Shield does not save a Guardian.",
    ),
    Question(
        "DIC-Q-20",
        "A Shield works only for the beaten die in the Arena, and never against Banish.",
        "shield_any_expel",
        "A Shield works whenever the other player expels a die of yours.",
    ),
    Question(
        "DIC-Q-21",
        "Greater Expel and Banish may choose the beaten die; Cast Spell may not.",
        "strict_zone_lists",
        "Only the places that the Power lists.",
    ),
    Question("DIC-Q-22", "If a Power hit another die, the beaten one goes to its owner's Keep."),
    Question(
        "DIC-Q-23",
        "Swap does not reach the Reserve: what the Power itself says goes first.",
        "swap_reaches_reserve",
        "Swap reaches the Reserve too.",
    ),
    Question(
        "DIC-Q-24",
        "Swap does not reach the Arena.",
        "swap_reaches_arena",
        "Swap reaches the two dice in the Arena too.",
    ),
    Question(
        "DIC-Q-25",
        "When the die on top is expelled, all its hostages go to their owner's Keep.",
        "rescued_to",
        "Whoever is freed goes to the Front Line.",
        "front_line",
    ),
    Question(
        "DIC-Q-26",
        "A summoned hostage goes to its owner's Front Line; the die on top and other hostages stay.",
        "rescued_to",
        "Whoever is freed goes to the Keep.",
        "keep",
    ),
    Question(
        "DIC-Q-27",
        "When a die with hostages is captured or banished, they are freed to their owner's Keep.",
        "hostages_go_with_captor",
        "Hostages stay under it, wherever it goes.",
    ),
    Question(
        "DIC-Q-28",
        "A hostage's Reserve Power cannot be used.",
        "hostage_reserve_allowed",
        "The die on top may go to the Reserve with its hostage's Reserve Power.",
    ),
    Question(
        "DIC-Q-29",
        "If only banished dice lie in the Dungeon, Summon treats it as empty.",
        "banished_blocks_summon_keep",
        "Then Summon brings nothing.",
    ),
    Question(
        "DIC-Q-30", "By Swap the incoming die becomes the hostage; no limit is checked, for the number is the same."
    ),
    Question(
        "DIC-Q-31",
        "A new die on top with a smaller bonus keeps all hostages, and takes no more until it has room.",
        "excess_hostages_freed",
        "Hostages beyond its bonus go free, the newest first.",
    ),
    Question(
        "DIC-Q-32",
        "One choice for each Round won: one Power does not set off another.",
        "powers_chain",
        "After one Power the winner may use the others of his stack too, each once.",
    ),
    Question(
        "DIC-Q-33",
        "Mimic against Mimic does nothing; both dice go to the Keep.",
        "mimic_mimic",
        "Then it copies one's own: the Power of a die in one's Front Line or Keep, but no Reserve Power.",
        "copy_self_power",
    ),
    Question(
        "DIC-Q-34",
        "Mimic, and the use of a hostage, take the Power with all that modifies it.",
        "mimic_strips_modifiers",
        "Mimic takes the bare Power.",
    ),
    Question(
        "DIC-Q-35",
        "A winner may use a Power that can do nothing, to spare a die.",
        "must_have_effect",
        "Only a Power that can do something.",
    ),
    Question(
        "DIC-Q-36",
        "Who announced an All Power without any die of the type may no longer expel.",
        "all_fizzle_allows_expel",
        "Then he may still expel.",
    ),
    Question(
        "DIC-Q-37",
        "Escape rolls come after the win was used and before the next die is advanced; a 6 joins the same refill.",
        "escape_before_clean_up",
        "They come before the dice leave the Arena.",
    ),
    Question("DIC-Q-38", "The next Round begins when its Challenger moves a die into the Arena."),
    Question(
        "DIC-Q-39",
        "An empty Front Line is filled at the end of the Round.",
        "refill_immediately",
        "It is filled at once.",
    ),
    Question(
        "DIC-Q-40",
        "Who has lost is looked at when the Round is over, after refill and escape rolls.",
        "check_immediately",
        "As soon as a player has nothing in Front Line, Keep and Arena, before any escape roll.",
    ),
    Question(
        "DIC-Q-41",
        "If both are empty at once, the winner of the Round wins the game.",
        "double_empty",
        "Then the game is a draw.",
        "draw",
    ),
    Question(
        "DIC-Q-42",
        "Who puts his last die in Reserve has lost; he is warned.",
        "forbid_reserve_last_die",
        "The last die may not be put in Reserve.",
    ),
    Question("DIC-Q-43", "Of two Alliances the better one is taken, unless its owner says otherwise."),
    Question(
        "DIC-Q-44",
        "Alliances are counted once, when both dice have been advanced.",
        "alliance_live",
        "They are counted afresh before every roll.",
    ),
    Question("DIC-Q-45", "At most three rolls from Alliances for a player in a Round."),
    Question("DIC-Q-46", "An Extra Roll comes on top of that."),
    Question(
        "DIC-Q-47",
        "Activate Reserve only stores the other die in Reserve.",
        "activate_reserve_uses_now",
        "Its Power is used at once, as the next Round begins, if it makes sense then; else the die stays in Reserve.",
    ),
    Question(
        "DIC-Q-48",
        "Double Down doubles numbers; a Power without a number works as ever.",
        "double_means_twice",
        "A Power without a number works twice.",
    ),
    Question("DIC-Q-49", "Doubled, Cast Spell doubles the numbers of dice on its chart; 1 and 4 stay as they are."),
    Question(
        "DIC-Q-50",
        "Powers act in the order in which they were announced.",
        "defender_first",
        "If both could use one at the same moment, the Defender uses his or passes first.",
    ),
    Question(
        "DIC-Q-51",
        "Only a die that lies flat and at rest in the Arena counts; otherwise roll again, no bonus spent.",
        "off_table_counts",
        "Every roll counts: read the die where it lies.",
    ),
    Question(
        "DIC-Q-52",
        "A roll is kept by moving the die to the middle or by saying so; an early roll of the other waits for that.",
        "defender_roll_keeps",
        "It is also kept when the other player begins to roll.",
    ),
    Question(
        "DIC-Q-53",
        "The Basic game has no Escape, so its rule of two Rounds needs no exception.",
        honour="the question never comes up",
    ),
    Question("DIC-Q-54", "In the Basic game nothing is hidden."),
    Question("DIC-Q-55", "For the first Challenger each rolls any three of his dice."),
    Question("DIC-Q-56", "A die whose Power is Expel does what every winner may do."),
    Question("DIC-Q-57", "Reverse works with an empty row too."),
    Question("DIC-Q-58", "Spy adds nothing for dice in Reserve and hostages: those are seen anyway."),
    Question("DIC-Q-59", "The Intermediate game has neither Reserve nor Alliances."),
    Question(
        "DIC-Q-60",
        "Counter Capture undoes one stack, with all your dice in it.",
        "counter_capture_all",
        "It undoes all stacks that hold dice of yours.",
    ),
    Question(
        "DIC-Q-61",
        "Summon All takes Dungeon and Keep, the Reserve only if you like; banished dice and hostages stay.",
        "summon_all_dungeon_only",
        "Summon All takes the Dungeon only.",
    ),
    Question("DIC-Q-62", "Who chose dice first does not therefore start: the sum of three dice decides."),
)

HOUSE_RULES = {(question.key, question.value): question for question in QUESTIONS if question.key}
