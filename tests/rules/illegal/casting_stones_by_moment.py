"""Steps that the rules of Casting Stones forbid at odd moments: after a tie, within a card, by a house rule."""

from __future__ import annotations

from tests.rules.casting_stones.kit import (
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
from tests.rules.illegal.casting_stones import (
    CALLED,
    CARDS,
    CHARM_WON,
    FAILED,
    FOUR,
    KNOCKED,
    LEANING,
    LEANING_AGAIN,
    ON_ONE,
    OTHER_HAND,
    OWN,
    PICKED,
    POTION_WON,
    SPELL_WON,
    Case,
    with_own,
)
from tests.rules.illegal.casting_stones_by_sheet import BY_CHARM, NOBODY
from tests.rules.illegal.casting_stones_cards_by_rule import DOUBLE, DRACO_USED, SHARED

TIED_SPELL = [casts("Bo", "snsns"), casts("Ana", SPELL)]
AGAIN = [
    *CHARM_WON,
    bo("victory", "knock-stone stone:12"),
    ana("replace", "stone:44"),
    casts("Bo", CHARM),
    casts("Ana", "sssnn", OTHER_HAND),
    bo("victory", "knock-stone stone:14"),
]
TAKEN = [*SHARED, bo("take-card", "card:charms")]
BOTH_SWAPS = [*DOUBLE, ana("gain", "swap-stone stone:11 stone:44"), ana("gain", "swap-stone stone:12 stone:11")]
HAND = [ana("hand", f"stone:{n}") for n in (11, 12, 14, 3, 15)]
NO_TOWERS = [
    *BY_CHARM,
    bo("victory", "knock-card card:two-towers"),
    bo("card", "no"),
    with_own("nnnnn"),
    casts("Ana", POTION),
    ana("victory", "swap-stone stone:14 stone:46"),
]
NO_OWL = [
    *BY_CHARM,
    bo("victory", "knock-card card:owl-post"),
    bo("card", "no"),
    with_own(NOTHING),
    casts("Ana", "sssnn"),
    bo("second", "stand"),
]
EIGHT = [
    *ON_ONE,
    casts("Bo", POTION),
    casts("Ana", SPELL),
    ana("victory", "gem 8"),
    casts("Ana", CHARM),
    casts("Bo", POTION),
]
OWN_FOUR = [
    s
    for n in (1, 2, 3, 8)
    for s in (casts("Bo", SPELL), casts("Ana", NOTHING), ana("second", "stand"), bo("victory", f"gem {n}"))
]

CASES: tuple[Case, ...] = (
    ("two stones knocked out", PICKED, CHARM_WON, bo("victory", "knock-stone stone:11 stone:12"), "B-49"),
    ("two cards knocked out", OWN, BY_CHARM, bo("victory", "knock-card card:owl-post card:two-towers"), "A-23"),
    ("a gain while the other's stone is replaced", CARDS, KNOCKED, ana("gain", "knock-stone stone:21"), "I-02"),
    ("a card picked like a stone", setup(), [], bo("draft", "card:charms"), "G-03"),
    (
        "a reward before the second casts",
        PICKED,
        [casts("Bo", NOTHING), casts("Ana", SPELL)],
        ana("victory", "gem 1"),
        "B-11",
    ),
    ("standing after a second cast that leans", PICKED, LEANING_AGAIN, bo("second", "stand"), "B-19 B-37 Q-34"),
    (
        "turning a stone after standing",
        PICKED,
        [*FAILED, bo("second", "stand")],
        bo("tip", "stone:21 number"),
        "Q-09 B-17",
    ),
    ("standing after a tie", PICKED, turn(POTION, POTION), bo("second", "stand"), "G-14 B-11 B-30"),
    (
        "the second caster's reward after a tie",
        PICKED,
        turn(POTION, POTION),
        ana("victory", "swap-stone stone:11 stone:44"),
        "B-24",
    ),
    ("a reward after equal Spells", PICKED, TIED_SPELL, bo("victory", "gem 1"), "B-22"),
    ("the second caster begins after equal Spells", PICKED, TIED_SPELL, casts("Ana", SPELL), "Q-01"),
    ("a card after two Bungles", CARDS, NOBODY, bo("card", "card:charms"), "I-09 Q-20"),
    ("a card before the stone is replaced", CARDS, AGAIN, bo("card", "card:charms"), "B-50 Q-19"),
    ("a cast while the card's knock-out is due", CARDS, KNOCKED[:-1], casts("Ana", SPELL), "I-12 I-02"),
    ("the stone just knocked out by the card", CARDS, KNOCKED, ana("replace", "stone:11"), "B-51"),
    ("a stone out of the other's hand", CARDS, KNOCKED, ana("replace", "stone:21"), "B-50"),
    ("an own stone by Charms", CARDS, KNOCKED[:-1], bo("gain", "knock-stone stone:21"), "B-49"),
    ("gems by Double Potion where none stand", CARDS, DOUBLE, ana("gain", "swap-gem 1 2"), "B-46"),
    ("the other's swap", CARDS, DOUBLE, bo("gain", "swap-stone stone:21 stone:44"), "I-05 I-02 I-11"),
    ("a stone while cards are taken", intermediate(picked=False), SHARED, ana("draft", "stone:44"), "B-07 B-09"),
    (
        "a card that nobody laid down",
        intermediate(picked=False),
        TAKEN,
        ana("take-card", "card:draco-malfoy"),
        "I-04 I-03",
    ),
    ("the loser casts after the end", PICKED, FOUR, casts("Ana", CHARM), "B-58"),
    ("a card after the end", CARDS, OWN_FOUR, ana("card", "card:double-potion"), "B-58"),
    ("a sixth stone for the hand", advanced(picked=False), HAND, ana("hand", "stone:46"), "A-05 G-13"),
    ("a reward before the hands are chosen", advanced(picked=False), [], bo("victory", "gem 1"), "A-05"),
    ("an own stone knocked out", OWN, BY_CHARM, bo("victory", "knock-stone stone:21"), "B-49"),
    (
        "a card swapped with itself",
        OWN,
        [with_own("sssss"), casts("Ana", CHARM)],
        bo("victory", "swap-card card:puzzle card:puzzle"),
        "A-24",
    ),
    ("a card that was knocked out", OWN, NO_TOWERS, ana("card", "card:two-towers"), "I-06 A-23"),
    ("a Counter Spell that was knocked out", OWN, NO_OWL, ana("call", "card:owl-post"), "A-14 I-06 I-05"),
    ("casting again after a call", OWN, CALLED, casts("Ana", SPELL), "B-43"),
    ("the other takes the card's gem", OWN, DRACO_USED, ana("gain", "gem 2"), "I-02 I-05 A-19"),
    ("leaving the card's gem", OWN, DRACO_USED, bo("gain", "done"), "A-19 I-02"),
    (
        "neighbours on an open ring",
        setup(picked=True, ring_open=True),
        EIGHT,
        bo("victory", "swap-gem 1 8"),
        "Q-13 B-46",
    ),
    ("the seventh turret of six", setup(picked=True, turret_count=6), SPELL_WON, bo("victory", "gem 7"), "Q-13 B-45"),
    (
        "the second caster decides first",
        setup(picked=True, free_second_cast=True),
        [casts("Bo", SPELL), casts("Ana", NOTHING)],
        ana("second", "stand"),
        "B-32",
    ),
    (
        "casting after standing freely",
        setup(picked=True, free_second_cast=True),
        [casts("Bo", SPELL), casts("Ana", NOTHING), bo("second", "stand")],
        casts("Bo", CHARM),
        "B-37 Q-08 B-33",
    ),
    (
        "the other stands before his cast",
        setup(picked=True, cast_both_then_opponent=True),
        [casts("Bo", NOTHING)],
        ana("second", "stand"),
        "G-14",
    ),
    (
        "casting after standing in one go",
        setup(picked=True, cast_both_then_opponent=True),
        [casts("Bo", NOTHING), bo("second", "stand")],
        casts("Bo", SPELL),
        "B-37 Q-08 Q-07",
    ),
    (
        "giving a stone of the vault",
        setup(picked=True, victim_picks=True),
        [*CHARM_WON, bo("victory", "knock-stone")],
        ana("give", "stone:44"),
        "B-49",
    ),
    (
        "the elder picks first anew",
        setup(picked=True, tie_redraft=True),
        turn(POTION, POTION),
        ana("draft", "stone:11"),
        "B-07 Q-02",
    ),
    (
        "moving a gem while gems are left",
        setup(picked=True, move_own_gem=True),
        [*ON_ONE, *SPELL_WON],
        bo("victory", "move-gem 1 2"),
        "Q-11",
    ),
    ("tipping to no side", PICKED, LEANING, bo("tip", "stone:39"), "B-17"),
    ("telling a stone that is known", PICKED, [casts("Bo", "ssnnh")], bo("tell", "stone:21 symbol"), "Q-37"),
    ("all five for one off the table", PICKED, [casts("Bo", "ssnno")], casts("Bo", SPELL), "Q-09"),
    (
        "the other casts the stone off the table",
        PICKED,
        [casts("Bo", "ssnno")],
        throw("Ana", s39="symbol"),
        "Q-35 G-13",
    ),
    ("giving a stone unasked", PICKED, [], bo("give", "stone:21"), "Q-17 B-49"),
    ("a gem on no turret", PICKED, SPELL_WON, bo("victory", "gem"), "B-45"),
    ("a gem with itself", PICKED, POTION_WON, bo("victory", "swap-gem 1 1"), "B-46"),
    ("half a swap by a card", CARDS, DOUBLE, ana("gain", "swap-stone stone:11"), "B-47"),
    ("a third swap by Double Potion", CARDS, BOTH_SWAPS, ana("gain", "swap-stone stone:14 stone:12"), "I-11 I-02"),
    (
        "a third knock-out by Charms",
        CARDS,
        [*KNOCKED, ana("replace", "stone:3"), bo("gain", "knock-stone stone:14"), ana("replace", "stone:12")],
        bo("gain", "knock-stone stone:15"),
        "I-12 I-02",
    ),
    (
        "a reward before the other decides",
        PICKED,
        [*FAILED, throw("Bo", s18="symbol")],
        bo("victory", "gem 1"),
        "B-11 B-33",
    ),
    ("a card as a reward", CARDS, POTION_WON, bo("victory", "card:charms"), "B-52"),
    ("a swap told backwards", PICKED, POTION_WON, bo("victory", "swap-stone stone:44 stone:35"), "B-47"),
)
