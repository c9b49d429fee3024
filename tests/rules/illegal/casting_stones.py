"""Steps that the rules of Casting Stones forbid, each with the rules of which one must be named."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.facts import Fact
from rules.core.game import Setup
from tests.rules.casting_stones.kit import (
    ADVANCED_HANDS,
    CHARM,
    NOTHING,
    POTION,
    SPELL,
    advanced,
    ana,
    bo,
    casts,
    intermediate,
    setup,
    throw,
    turn,
)

PICKED = setup(picked=True)
CARDS = intermediate()
OWN = advanced()


def with_own(pattern: str) -> Fact:
    """Bo casts the five stones of the card Draco Malfoy."""
    return casts("Bo", pattern, ADVANCED_HANDS)


SPELL_WON, POTION_WON, CHARM_WON = turn(SPELL, POTION), turn(POTION, CHARM), turn(CHARM, SPELL)
ON_ONE = [*SPELL_WON, bo("victory", "gem 1")]
BOTH_UP = [*ON_ONE, *turn(CHARM, SPELL)[:1], casts("Ana", POTION), ana("victory", "swap-stone stone:14 stone:44")]
FAILED = turn(NOTHING, NOTHING)
LEANING = [casts("Bo", "ssnnl")]
LEANING_AGAIN = [*FAILED, throw("Bo", s21="leaner")]
DRAFTED = [
    *(bo("draft", "stone:21"), ana("draft", "stone:11")),
    *(bo("draft", "stone:35"), ana("draft", "stone:12")),
    *(bo("draft", "stone:46"), ana("draft", "stone:14")),
]
TWO_CHARMS = [*turn(CHARM, POTION), *turn(CHARM, POTION)]
DRACO = [with_own("sssnn"), casts("Ana", CHARM)]

ALL_OUT: list[Fact] = [step for n in (1, 2, 3, 5, 6, 7) for step in (*SPELL_WON, bo("victory", f"gem {n}"))]
FOUR: list[Fact] = [step for n in (1, 2, 3, 8) for step in (*SPELL_WON, bo("victory", f"gem {n}"))]
TIPPED: list[Fact] = [*LEANING, bo("tip", "stone:39 number"), casts("Ana", SPELL)]
OTHER_HAND = {"Ana": ["stone:11", "stone:44", "stone:14", "stone:3", "stone:15"]}
TWO_LOST: list[Fact] = [
    *(*CHARM_WON, bo("victory", "knock-stone stone:12"), ana("replace", "stone:44")),
    *(casts("Bo", CHARM), casts("Ana", POTION, OTHER_HAND)),
]
KNOCKED: list[Fact] = [
    *(*TWO_LOST, ana("victory", "swap-stone stone:3 stone:120"), bo("card", "card:charms")),
    bo("gain", "knock-stone stone:11"),
]
CALLED: list[Fact] = [with_own("nnnnn"), casts("Ana", "sssnn"), ana("call", "card:owl-post")]

Case = tuple[str, Setup, Sequence[Fact], Fact, str]

CASES: tuple[Case, ...] = (
    # Picking stones.
    ("the other picks first", setup(), [], ana("draft", "stone:21"), "B-07"),
    ("twice in a row", setup(), DRAFTED[:1], bo("draft", "stone:11"), "B-07"),
    ("a stone that was picked", setup(), DRAFTED[:2], bo("draft", "stone:11"), "B-07"),
    (
        "a second Character",
        setup(),
        [bo("draft", "stone:21"), ana("draft", "stone:3")],
        bo("draft", "stone:11"),
        "B-08",
    ),
    (
        "a third Artifact",
        setup(),
        [*DRAFTED[:4], bo("draft", "stone:46"), ana("draft", "stone:3")],
        bo("draft", "stone:14"),
        "B-08",
    ),
    ("no such stone", setup(), [], bo("draft", "stone:99"), "G-03 B-07"),
    ("picked already", PICKED, [], bo("draft", "stone:3"), "B-07 B-09"),
    ("a cast while stones are picked", setup(), DRAFTED, throw("Bo", s21="symbol"), "B-11 G-13 B-07"),
    # Who casts, and how often.
    ("not the youngest", PICKED, [], casts("Ana", SPELL), "B-13"),
    ("a good cast again", PICKED, [casts("Bo", SPELL)], casts("Bo", SPELL), "B-31 Q-06"),
    ("both first casts come first", PICKED, [casts("Bo", NOTHING)], casts("Bo", SPELL), "Q-07"),
    ("the other decides first", PICKED, FAILED, casts("Ana", SPELL), "B-32"),
    ("a third cast", PICKED, [*FAILED, casts("Bo", NOTHING)], casts("Bo", SPELL), "B-37 G-14"),
    ("a cast after standing", PICKED, [*FAILED, bo("second", "stand")], casts("Bo", SPELL), "B-37 Q-08 B-33 G-14"),
    ("a stone of the other", PICKED, [], throw("Bo", s11="symbol"), "G-13"),
    ("a stone of the vault", PICKED, [], throw("Bo", s44="symbol"), "G-13"),
    ("a cast instead of a reward", PICKED, SPELL_WON, casts("Bo", SPELL), "B-43 B-11"),
    ("the loser casts first", PICKED, ON_ONE, casts("Ana", SPELL), "B-56"),
    ("standing before casting", PICKED, [], bo("second", "stand"), "G-14 B-11"),
    ("standing with a good cast", PICKED, [casts("Bo", CHARM)], bo("second", "stand"), "B-31 Q-06"),
    ("standing first", PICKED, FAILED, ana("second", "stand"), "B-32"),
    ("standing twice", PICKED, [*FAILED, bo("second", "stand")], bo("second", "stand"), "B-37 G-14 Q-08"),
    # Stones that lean, lie on another or are off.
    ("tipped by the other", PICKED, LEANING, ana("tip", "stone:39 symbol"), "B-17"),
    ("tipping a stone that lies flat", PICKED, LEANING, bo("tip", "stone:21 number"), "B-17 B-18"),
    ("tipping twice", PICKED, [*LEANING, bo("tip", "stone:39 symbol")], bo("tip", "stone:39 number"), "B-17 B-18"),
    ("telling a leaner", PICKED, LEANING, bo("tell", "stone:39 number"), "B-17 B-19"),
    ("the other's stack", PICKED, [casts("Bo", "ssnnk")], ana("tell", "stone:39 number"), "Q-37 B-16"),
    ("a stone off the table", PICKED, [casts("Bo", "ssnno")], bo("tell", "stone:39 number"), "Q-35"),
    ("standing while a stone leans", PICKED, [*LEANING, casts("Ana", NOTHING)], bo("second", "stand"), "B-19"),
    ("a second cast while a stone leans", PICKED, [*LEANING, casts("Ana", NOTHING)], casts("Bo", SPELL), "B-19"),
    ("the other's second cast while a stone leans", PICKED, LEANING_AGAIN, casts("Ana", SPELL), "B-19 Q-34"),
    ("the other stands while a stone leans", PICKED, LEANING_AGAIN, ana("second", "stand"), "B-19 Q-34"),
    (
        "the other's second cast before a Counter Spell is called",
        {**OWN, "youngest": "Ana"},
        [casts("Ana", "snnnn"), with_own(NOTHING), throw("Ana", s12="symbol", s14="symbol")],
        with_own(SPELL),
        "B-32",
    ),
    ("nothing cast yet", PICKED, [], bo("tell", "stone:39 number"), "Q-37"),
    ("a stone that never leaned", PICKED, LEANING, bo("tip", "stone:18 number"), "B-17"),
    ("a cast while a stone is off the table", PICKED, [casts("Bo", "ssnno")], casts("Ana", SPELL), "Q-35"),
    ("others with the stone off the table", PICKED, [casts("Bo", "ssnno")], throw("Bo", s21="symbol"), "Q-35"),
    (
        "a cast before the stone is replaced",
        PICKED,
        [*CHARM_WON, bo("victory", "knock-stone stone:11")],
        casts("Bo", SPELL),
        "B-50",
    ),
    # The reward of a Spell.
    ("the loser's gem", PICKED, SPELL_WON, ana("victory", "gem 1"), "B-43"),
    ("a turret that is not there", PICKED, SPELL_WON, bo("victory", "gem 12"), "B-45"),
    ("a turret with a gem", PICKED, [*ON_ONE, *SPELL_WON], bo("victory", "gem 1"), "B-45"),
    ("a swap for a Spell", PICKED, SPELL_WON, bo("victory", "swap-stone stone:35 stone:44"), "B-45 B-43"),
    ("moving a gem", PICKED, [*ON_ONE, *SPELL_WON], bo("victory", "move-gem 1 2"), "Q-11"),
    ("two rewards", PICKED, ON_ONE, bo("victory", "gem 2"), "B-44 B-43"),
    ("a reward before the casts", PICKED, [], bo("victory", "gem 1"), "B-11 B-43"),
    ("a reward after a tie", PICKED, turn(POTION, POTION), bo("victory", "gem 1"), "B-24"),
    # The reward of a Potion.
    ("a gem for a Potion", PICKED, POTION_WON, bo("victory", "gem 1"), "B-54"),
    ("a knock-out for a Potion", PICKED, POTION_WON, bo("victory", "knock-stone stone:11"), "B-43"),
    ("a stone not in hand", PICKED, POTION_WON, bo("victory", "swap-stone stone:11 stone:44"), "B-47"),
    ("a stone not in the vault", PICKED, POTION_WON, bo("victory", "swap-stone stone:21 stone:11"), "B-47"),
    ("no gems to swap", PICKED, POTION_WON, bo("victory", "swap-gem 1 2"), "B-46"),
    ("a gem with an empty turret", PICKED, [*ON_ONE, *POTION_WON], bo("victory", "swap-gem 1 2"), "B-46"),
    ("cards in a Basic game", PICKED, POTION_WON, bo("victory", "swap-card card:charms card:x"), "A-22"),
    # The reward of a Charm.
    ("a gem for a Charm", PICKED, CHARM_WON, bo("victory", "gem 1"), "B-54"),
    ("an own gem", PICKED, [*ON_ONE, *CHARM_WON], bo("victory", "knock-gem 1"), "B-48"),
    ("an empty turret", PICKED, CHARM_WON, bo("victory", "knock-gem 3"), "B-48"),
    ("an own stone", PICKED, CHARM_WON, bo("victory", "knock-stone stone:21"), "B-49"),
    ("a stone of the vault knocked out", PICKED, CHARM_WON, bo("victory", "knock-stone stone:44"), "B-49"),
    ("a swap for a Charm", PICKED, CHARM_WON, bo("victory", "swap-stone stone:21 stone:44"), "B-43"),
    ("nothing of that name", PICKED, CHARM_WON, bo("victory", "fly"), "B-52"),
    (
        "the winner replaces",
        PICKED,
        [*CHARM_WON, bo("victory", "knock-stone stone:11")],
        bo("replace", "stone:44"),
        "B-50",
    ),
    (
        "the same stone back",
        PICKED,
        [*CHARM_WON, bo("victory", "knock-stone stone:11")],
        ana("replace", "stone:11"),
        "B-51",
    ),
    ("from elsewhere", PICKED, [*CHARM_WON, bo("victory", "knock-stone stone:11")], ana("replace", "stone:21"), "B-50"),
    ("nothing to replace", PICKED, ON_ONE, ana("replace", "stone:44"), "B-50"),
    ("the loser picks the stone", PICKED, CHARM_WON, ana("give", "stone:11"), "Q-17 B-49"),
    (
        "by house rule the loser picks",
        setup(picked=True, victim_picks=True),
        CHARM_WON,
        bo("victory", "knock-stone stone:11"),
        "Q-17",
    ),
    (
        "by house rule of the same type only",
        setup(picked=True, always_1_2_2=True),
        POTION_WON,
        bo("victory", "swap-stone stone:21 stone:44"),
        "Q-18",
    ),
    # Cards.
    ("cards in the Basic game", PICKED, SPELL_WON, bo("card", "card:charms"), "I-01 B-01"),
    ("taking cards in the Basic game", PICKED, [], bo("take-card", "card:charms"), "I-01 B-01"),
    ("a card before the comparison", CARDS, [], bo("card", "card:charms"), "Q-20 Q-23"),
    (
        "only one Charm",
        CARDS,
        [*CHARM_WON, bo("victory", "knock-stone stone:11"), ana("replace", "stone:44")],
        bo("card", "card:charms"),
        "I-09",
    ),
    ("the other's card", CARDS, ON_ONE, bo("card", "card:double-potion"), "I-05"),
    ("a gain without a card", CARDS, SPELL_WON, bo("gain", "gem 1"), "I-02"),
    ("cards were dealt", CARDS, [], ana("take-card", "card:charms"), "I-04 I-05"),
    ("cards before the stones", intermediate(picked=False), [], bo("take-card", "card:charms"), "I-03"),
    # The Advanced game.
    ("a sixth stone", OWN, [], ana("hand", "stone:46"), "G-13 A-05"),
    ("a stone of the other's ten", advanced(picked=False), [], ana("hand", "stone:21"), "A-05 A-06"),
    (
        "a stone of the other's vault",
        OWN,
        [with_own("nnnnn"), casts("Ana", POTION)],
        ana("victory", "swap-stone stone:11 stone:35"),
        "A-07 B-47",
    ),
    ("no Counter Spell was cast", OWN, [with_own(NOTHING)], bo("call", "card:draco-malfoy"), "A-12"),
    ("the other's Counter Spell", OWN, [with_own(NOTHING)], bo("call", "card:owl-post"), "I-05 A-12"),
    (
        "not as the card shows",
        OWN,
        [with_own("nnnnn"), casts("Ana", SPELL)],
        bo("card", "card:draco-malfoy"),
        "A-10 A-16",
    ),
    ("the turn was lost", OWN, DRACO, bo("card", "card:draco-malfoy"), "A-11"),
    (
        "a card that is not there",
        OWN,
        [with_own("sssss"), casts("Ana", CHARM)],
        bo("victory", "swap-card card:charms card:puzzle"),
        "A-24",
    ),
    (
        "an own card knocked out",
        OWN,
        [with_own("nnnnn"), casts("Ana", SPELL)],
        bo("victory", "knock-card card:puzzle"),
        "A-23",
    ),
    ("a Chaser for the whole game", OWN, [], ana("chaser", "character"), "Q-29 G-12"),
    # The reason that holds, with the deciding rule first.
    ("tipped, and then the other casts", PICKED, TIPPED, bo("tip", "stone:39 symbol"), "B-18"),
    ("a reward with no gem left", PICKED, [*ALL_OUT, *SPELL_WON], bo("victory", "gem 4"), "Q-11"),
    ("the second knock-out before the stone is replaced", CARDS, KNOCKED, bo("gain", "knock-stone stone:14"), "Q-42"),
    ("the same card twice", CARDS, KNOCKED[:-1], bo("card", "card:charms"), "I-06"),
    ("the loser's card before the winner's reward", CARDS, TWO_LOST, bo("card", "card:charms"), "Q-23"),
    ("a gain for the other's card", CARDS, KNOCKED[:-1], ana("gain", "knock-stone stone:21"), "I-02 I-05 I-12"),
    ("a gem by Charms", CARDS, KNOCKED[:-1], bo("gain", "gem 1"), "I-12"),
    (
        "by house rule the other begins after two Bungles",
        setup(picked=True, bungle_tie_swaps_order=True),
        [*FAILED, bo("second", "stand"), ana("second", "stand")],
        casts("Bo", CHARM),
        "Q-04",
    ),
    (
        "by house rule the first caster finishes first",
        setup(picked=True, cast_both_then_opponent=True),
        [casts("Bo", NOTHING)],
        casts("Ana", POTION),
        "Q-07",
    ),
    ("after the end", PICKED, FOUR, bo("victory", "gem 4"), "B-58"),
    ("turrets that are no neighbours", PICKED, [*BOTH_UP[:3], *POTION_WON], bo("victory", "swap-gem 1 3"), "B-46"),
    (
        "by house rule the loser's card comes first",
        intermediate(before_winner=True),
        TWO_LOST,
        ana("victory", "swap-stone stone:3 stone:120"),
        "Q-23",
    ),
    (
        "by house rule the card comes instead of the reward",
        advanced(card_replaces_action=True),
        [with_own("sssnn"), casts("Ana", POTION)],
        bo("victory", "gem 1"),
        "Q-20",
    ),
    (
        "by house rule tied turns are no row",
        intermediate(ties_break_streak=True),
        [*turn(POTION, POTION), *turn(POTION, POTION)],
        ana("card", "card:double-potion"),
        "Q-03 I-08",
    ),
    ("a Counter Spell called twice", OWN, CALLED, ana("call", "card:owl-post"), "A-13 A-14 A-21 I-06"),
    ("a Counter Spell stands", OWN, CALLED, ana("second", "stand"), "A-13"),
    ("a turret that the mat does not have", PICKED, SPELL_WON, bo("victory", "gem 0"), "B-45"),
    ("a turret below zero", PICKED, SPELL_WON, bo("victory", "gem -1"), "B-45"),
    ("a turret that is no number", PICKED, SPELL_WON, bo("victory", "gem x"), "B-45"),
    ("a gem knocked off no turret", PICKED, CHARM_WON, bo("victory", "knock-gem 0"), "B-48"),
    ("a gem knocked off any turret", PICKED, CHARM_WON, bo("victory", "knock-gem"), "B-48"),
    ("a swap of one gem", PICKED, POTION_WON, bo("victory", "swap-gem 1"), "B-46"),
    ("a swap without stones", PICKED, POTION_WON, bo("victory", "swap-stone"), "B-47"),
    ("a swap with a stone that nobody has", PICKED, POTION_WON, bo("victory", "swap-stone stone:21 stone:99"), "B-47"),
    ("a reward that there is not", PICKED, POTION_WON, bo("victory", "jump 3"), "B-52"),
    ("a gain that there is not", CARDS, KNOCKED[:-1], bo("gain", "jump 3"), "I-12"),
    ("a gain that nobody has to do by hand", CARDS, KNOCKED[:-1], bo("gain", "done"), "I-12"),
    ("a card that there is not", CARDS, TWO_LOST, bo("card", "card:nobody"), "I-05"),
    ("a stone to tip that there is not", PICKED, LEANING, bo("tip", "stone:99 symbol"), "B-17 Q-37"),
    ("a stone to tip that lies in the vault", PICKED, LEANING, bo("tip", "stone:44 symbol"), "B-17 Q-37"),
    ("a side that no stone has", PICKED, [casts("Bo", "ssnnh")], bo("tell", "stone:39 edge"), "Q-37"),
    ("a leaner that the table shall know", PICKED, LEANING, bo("tell", "stone:39 symbol"), "B-17"),
    ("no card before the first comparison", CARDS, [], bo("card", "no"), "Q-20"),
    ("a stone tipped onto no side", PICKED, LEANING, bo("tip", "stone:39 edge"), "B-17"),
    ("a stone in the cast that there is not", PICKED, [], throw("Bo", s99="symbol"), "G-13"),
    ("a cast after the end", PICKED, FOUR, casts("Bo", SPELL), "B-58"),
    ("another reward with no gem left", PICKED, [*ALL_OUT, *SPELL_WON], bo("victory", "knock-gem 4"), "B-44"),
)


def games(cases: Sequence[Case]) -> list[tuple[str, Setup, list[Fact], Fact, frozenset[str]]]:
    """Every case: its name, the set-up, what is played, what is forbidden, and the rules of which one decides."""
    return [
        (name, of, list(log), step, frozenset(f"CST-{rule}" for rule in rules.split()))
        for name, of, log, step, rules in cases
    ]
