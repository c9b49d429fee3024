"""Steps that the rules of Casting Stones forbid while something else is due: picking, leaning stones, a second cast."""

from __future__ import annotations

from rules.core.facts import Fact
from tests.rules.casting_stones.kit import (
    CHARM,
    NOTHING,
    POTION,
    SPELL,
    ana,
    bo,
    casts,
    intermediate,
    setup,
    throw,
    turn,
)
from tests.rules.illegal.casting_stones import (
    ALL_OUT,
    CHARM_WON,
    FAILED,
    LEANING,
    LEANING_AGAIN,
    ON_ONE,
    PICKED,
    POTION_WON,
    SPELL_WON,
    Case,
)
from tests.rules.illegal.casting_stones_by_rule import FACING
from tests.rules.illegal.casting_stones_cards_by_rule import SHARED

INTER = intermediate(picked=False)
TAKEN1: list[Fact] = [*SHARED, bo("take-card", "card:charms")]
REDRAFT = setup(picked=True, tie_redraft=True)
TIE = turn(POTION, POTION)
ANA_SPELL: list[Fact] = [casts("Bo", POTION), casts("Ana", SPELL)]
ANA_GEM: list[Fact] = [*ANA_SPELL, ana("victory", "gem 1")]
FREE = setup(picked=True, free_second_cast=True)
IN_ONE_GO = setup(picked=True, cast_both_then_opponent=True)
OFF: list[Fact] = [casts("Bo", "ssnno")]
A_OFF: list[Fact] = [casts("Bo", SPELL), casts("Ana", "ssnno")]
HID: list[Fact] = [casts("Bo", "ssnnh")]
VICTIM = setup(picked=True, victim_picks=True)
GIVEN: list[Fact] = [*CHARM_WON, bo("victory", "knock-stone"), ana("give", "stone:11")]
STRICT = setup(picked=True, always_1_2_2=True)
GEMS: list[Fact] = [
    *ON_ONE,
    casts("Bo", SPELL),
    casts("Ana", POTION),
    bo("victory", "gem 3"),
    casts("Bo", POTION),
    casts("Ana", SPELL),
    ana("victory", "gem 2"),
]  # Bo 1, 3; Ana 2; Ana first
A_CHARM: list[Fact] = [*GEMS, casts("Ana", CHARM), casts("Bo", SPELL)]
OUT: list[Fact] = [*CHARM_WON, bo("victory", "knock-stone stone:11")]

CASES: tuple[Case, ...] = (
    ("replacing while stones are picked", setup(), [], bo("replace", "stone:44"), "B-07 B-50"),
    ("giving while stones are picked", setup(), [], bo("give", "stone:21"), "B-07 Q-17"),
    ("telling while stones are picked", setup(), [], ana("tell", "stone:11 symbol"), "B-07"),
    (
        "the second Character of the elder",
        setup(),
        [bo("draft", "stone:35"), ana("draft", "stone:11"), bo("draft", "stone:46")],
        ana("draft", "stone:21"),
        "B-08",
    ),
    ("an unknown card taken", INTER, SHARED, bo("take-card", "card:owl-post"), "I-03 I-04"),
    ("standing while cards are taken", INTER, SHARED, bo("second", "stand"), "I-04 I-03"),
    ("the first card used before the second is taken", INTER, TAKEN1, bo("card", "card:charms"), "I-04 Q-20"),
    ("a reward while cards are taken", INTER, SHARED, ana("victory", "gem 1"), "I-04 I-03"),
    (
        "a second Character picked anew",
        REDRAFT,
        [*TIE, bo("draft", "stone:21"), ana("draft", "stone:3")],
        bo("draft", "stone:11"),
        "B-08",
    ),
    ("a throw while stones are picked anew", REDRAFT, TIE, casts("Bo", SPELL), "B-07 Q-02"),
    ("the elder's stone picked before the youngest's last", setup(), SHARED[:8], ana("draft", "stone:15"), "B-07"),
    ("a gain while cards are taken", INTER, SHARED, ana("gain", "gem 1"), "I-04 I-03"),
    ("the winner stands before casting", PICKED, ANA_GEM, ana("second", "stand"), "G-14 B-11"),
    (
        "the second caster stands before casting",
        PICKED,
        [casts("Bo", NOTHING)],
        ana("second", "stand"),
        "G-14 B-11 Q-07",
    ),
    (
        "a second caster's recast while the first may still decide freely",
        FREE,
        turn(SPELL, POTION),
        casts("Ana", SPELL),
        "B-32",
    ),
    ("a reward before the free decisions", FREE, turn(SPELL, POTION), bo("victory", "gem 1"), "B-11 B-32"),
    (
        "a third cast in one go",
        IN_ONE_GO,
        [casts("Bo", NOTHING), casts("Bo", NOTHING)],
        casts("Bo", SPELL),
        "B-37 G-14 Q-07",
    ),
    (
        "the other's first cast before the first has finished",
        IN_ONE_GO,
        [casts("Bo", "snnnn")],
        throw("Ana", s11="symbol", s12="symbol", s14="symbol", s3="symbol", s15="symbol"),
        "Q-07",
    ),
    (
        "the other's stones thrown in one's own turn",
        PICKED,
        [casts("Bo", SPELL)],
        throw("Ana", s21="symbol", s35="symbol", s46="number", s18="symbol", s39="number"),
        "G-13",
    ),
    ("a stone of the vault in the second cast", PICKED, FAILED, throw("Bo", s44="symbol"), "G-13 B-31"),
    ("casting again by a button", PICKED, FAILED, bo("second", "again"), "B-31 B-35 G-14"),
    (
        "a cast while one of two leaners stands",
        PICKED,
        [casts("Bo", "ssnll"), bo("tip", "stone:39 number"), casts("Ana", NOTHING)],
        throw("Bo", s21="number"),
        "B-19 B-17 Q-37",
    ),
    (
        "a leaner of the second cast tipped again",
        PICKED,
        [*LEANING_AGAIN, bo("tip", "stone:21 symbol")],
        bo("tip", "stone:21 number"),
        "B-18",
    ),
    ("a stone off the table tipped", PICKED, OFF, bo("tip", "stone:39 number"), "Q-35"),
    ("a stone tipped before any cast", PICKED, [], bo("tip", "stone:21 symbol"), "B-17"),
    (
        "the other's cast while a recast stone is off the table",
        PICKED,
        [*FAILED, throw("Bo", s39="off")],
        casts("Ana", SPELL),
        "Q-35 B-32",
    ),
    ("another stone than the one off the table", PICKED, A_OFF, throw("Ana", s11="symbol"), "Q-35 Q-09"),
    ("the second caster stands with a stone off the table", PICKED, A_OFF, ana("second", "stand"), "Q-35"),
    ("standing while the own first cast leans", PICKED, LEANING, bo("second", "stand"), "B-19 B-17 Q-07"),
    ("standing while the own stone is hidden", PICKED, HID, bo("second", "stand"), "Q-37"),
    (
        "standing while the other's first cast is off",
        PICKED,
        [casts("Bo", NOTHING), casts("Ana", "ssnno")],
        bo("second", "stand"),
        "Q-35",
    ),
    (
        "standing while the other's first cast lies stacked",
        PICKED,
        [casts("Bo", NOTHING), casts("Ana", "ssnnk")],
        bo("second", "stand"),
        "Q-37 B-16",
    ),
    (
        "the recast stone turned afterwards",
        PICKED,
        [casts("Bo", "ssnno"), throw("Bo", s39="number")],
        bo("tip", "stone:39 symbol"),
        "B-17 Q-09 Q-35",
    ),
    ("telling twice", PICKED, [*HID, bo("tell", "stone:39 number")], bo("tell", "stone:39 symbol"), "Q-37"),
    (
        "the bungler takes a stone",
        PICKED,
        [*turn(NOTHING, CHARM), bo("second", "stand")],
        bo("victory", "knock-stone stone:11"),
        "B-43 B-42",
    ),
    (
        "gems swapped told backwards",
        PICKED,
        [*FACING, casts("Ana", CHARM), casts("Bo", POTION)],
        bo("victory", "swap-gem 3 2"),
        "B-46",
    ),
    (
        "two gems knocked off",
        PICKED,
        [*FACING, casts("Ana", SPELL), casts("Bo", CHARM)],
        bo("victory", "knock-gem 3 4"),
        "B-48",
    ),
    ("two gems for a Spell", PICKED, SPELL_WON, bo("victory", "gem 1 2"), "B-45"),
    (
        "one stone for two of the vault",
        PICKED,
        POTION_WON,
        bo("victory", "swap-stone stone:35 stone:44 stone:120"),
        "B-47",
    ),
    ("giving before the winner wants a stone", VICTIM, CHARM_WON, ana("give", "stone:11"), "B-49 Q-17"),
    ("the given stone back", VICTIM, GIVEN, ana("replace", "stone:11"), "B-51"),
    ("a stone given twice", VICTIM, GIVEN, ana("give", "stone:12"), "B-49 Q-17 B-50"),
    ("a cast before the stone is given", VICTIM, GIVEN[:-1], casts("Bo", SPELL), "Q-17 B-49"),
    (
        "another type out of the vault",
        setup(picked=True, always_1_2_2=True),
        POTION_WON,
        bo("victory", "swap-stone stone:46 stone:120"),
        "Q-18",
    ),
    (
        "an Artifact knocked out that could not be replaced",
        STRICT,
        CHARM_WON,
        bo("victory", "knock-stone stone:12"),
        "Q-18",
    ),
    (
        "an own gem moved off the mat",
        setup(picked=True, move_own_gem=True),
        [*ALL_OUT, *SPELL_WON],
        bo("victory", "move-gem 1 9"),
        "Q-13 B-45 Q-11",
    ),
    (
        "six turrets in a row",
        setup(picked=True, turret_count=6, ring_open=True),
        [*ON_ONE, *ANA_SPELL, ana("victory", "gem 6"), casts("Ana", CHARM), casts("Bo", POTION)],
        bo("victory", "swap-gem 1 6"),
        "Q-13 B-46",
    ),
    ("a gem moved for a Charm", PICKED, A_CHARM, ana("victory", "move-gem 2 4"), "B-54 B-43 Q-11"),
    ("replacing before anything is knocked out", PICKED, CHARM_WON, ana("replace", "stone:44"), "B-50"),
    ("a reward instead of replacing", PICKED, OUT, ana("victory", "gem 1"), "B-43 B-50"),
    ("a stone turned before the swap", PICKED, POTION_WON, bo("tip", "stone:21 number"), "Q-09 B-17"),
)
