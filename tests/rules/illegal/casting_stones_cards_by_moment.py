"""Steps that the rules of Casting Stones forbid before, while and after a card is used."""

from __future__ import annotations

from rules.core.facts import Fact
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
    turn,
)
from tests.rules.illegal.casting_stones import CARDS, KNOCKED, OWN, Case, with_own
from tests.rules.illegal.casting_stones_by_moment import OWN_FOUR
from tests.rules.illegal.casting_stones_by_sheet import BY_CHARM
from tests.rules.illegal.casting_stones_cards_by_rule import DOUBLE, DRACO_USED, FIXED, OWL_CALLED, POTIONS

LATE: list[Fact] = [
    *POTIONS,
    ana("card", "no"),
    casts("Bo", SPELL),
    casts("Ana", CHARM),
    ana("victory", "knock-stone stone:18"),
    bo("replace", "stone:44"),
]
ANA_SPELL: list[Fact] = [casts("Bo", POTION), casts("Ana", SPELL)]
ANA_GEM: list[Fact] = [*ANA_SPELL, ana("victory", "gem 1")]
H44 = {"Ana": ["stone:11", "stone:12", "stone:14", "stone:3", "stone:44"]}
MIX: list[Fact] = [
    *ANA_GEM,
    casts("Ana", SPELL),
    casts("Bo", CHARM),
    bo("victory", "knock-stone stone:15"),
    ana("replace", "stone:44"),
    casts("Bo", CHARM),
    casts("Ana", POTION, H44),
    ana("victory", "swap-stone stone:44 stone:120"),
    bo("card", "card:charms"),
    bo("gain", "knock-stone stone:11"),
    ana("replace", "stone:15"),
]
INSTEAD = intermediate(card_replaces_action=True)
TWO_WON: list[Fact] = [
    casts("Bo", CHARM),
    casts("Ana", POTION),
    ana("victory", "swap-stone stone:15 stone:44"),
    casts("Ana", SPELL, H44),
    casts("Bo", CHARM),
]
PUZZLE_OUT: list[Fact] = [
    with_own("sssnn"),
    casts("Ana", CHARM),
    ana("victory", "knock-card card:puzzle"),
    casts("Ana", SPELL),
    with_own("nnnnn"),
    bo("victory", "knock-stone stone:15"),
    ana("replace", "stone:46"),
]
DRACO_OVER: list[Fact] = [*DRACO_USED, bo("gain", "gem 2")]
H46 = {"Ana": ["stone:11", "stone:12", "stone:14", "stone:3", "stone:46"]}
OWL_GONE: list[Fact] = [
    *OWL_CALLED,
    bo("victory", "knock-stone stone:15"),
    ana("replace", "stone:46"),
    bo("card", "no"),
    with_own("nnnnn"),
    casts("Ana", POTION, H46),
]
TOWER: list[Fact] = [with_own(POTION), casts("Ana", SPELL), ana("victory", "gem 1")]
TOWER_NO: list[Fact] = [*TOWER, ana("card", "no")]
WAITS: list[Fact] = [
    *TOWER_NO,
    casts("Ana", SPELL),
    with_own("nnnnn"),
    bo("victory", "knock-card card:two-towers"),
    bo("card", "no"),
    with_own("nnnnn"),
    casts("Ana", POTION),
    ana("victory", "swap-card card:double-potion card:two-towers"),
]
PUZZLED: list[Fact] = [
    *BY_CHARM,
    bo("victory", "knock-stone stone:15"),
    ana("replace", "stone:46"),
    bo("card", "card:puzzle"),
]
ONLY_WON = advanced(only_if_won=True)
CHASER = {
    **advanced(),
    "hands": {**ADVANCED_HANDS, "Ana": ["stone:123", "stone:12", "stone:14", "stone:3", "stone:15"]},
}
WITH_CHASER = CHASER["hands"]
CARDS_MOVE = advanced(gains_move_cards=True)
SWAPPING: list[Fact] = [
    with_own("sssss"),
    casts("Ana", POTION),
    with_own("sssss"),
    casts("Ana", POTION),
    ana("card", "card:double-potion"),
]
SPELL_CARD = advanced(card_pattern_is_spell=True)

CASES: tuple[Case, ...] = (
    ("the other's card offer declined", CARDS, POTIONS, bo("card", "no"), "Q-22"),
    ("the row of two Potions is broken later", CARDS, LATE, ana("card", "card:double-potion"), "I-08"),
    (
        "by house rule a gem, then a stone by Charms",
        intermediate(no_mixing=True),
        MIX,
        bo("gain", "knock-gem 1"),
        "Q-21",
    ),
    (
        "a card swapped by Double Potion without cards in play",
        CARDS,
        DOUBLE,
        ana("gain", "swap-card card:double-potion card:charms"),
        "A-22 Q-46",
    ),
    (
        "a card knocked out by Charms without cards in play",
        CARDS,
        KNOCKED[:-1],
        bo("gain", "knock-card card:double-potion"),
        "A-22 Q-46",
    ),
    (
        "a card swapped by house rule outside the Advanced game",
        intermediate(gains_move_cards=True),
        DOUBLE,
        ana("gain", "swap-card card:double-potion card:charms"),
        "A-22 Q-46",
    ),
    ("a Charms card called as a Counter Spell", CARDS, [casts("Bo", NOTHING)], bo("call", "card:charms"), "A-12"),
    (
        "by house rule the reward after the card",
        INSTEAD,
        [*TWO_WON, bo("card", "card:charms")],
        bo("victory", "knock-stone stone:11"),
        "Q-20",
    ),
    (
        "a card's gain after it is used up",
        CARDS,
        [*KNOCKED, ana("replace", "stone:3"), bo("gain", "knock-stone stone:14"), ana("replace", "stone:12")],
        ana("gain", "swap-stone stone:11 stone:44"),
        "I-02 I-08",
    ),
    ("a card's gain after the end", CARDS, OWN_FOUR, ana("gain", "knock-gem 1"), "B-58"),
    (
        "Charms after a Charm and a Potion",
        CARDS,
        [*turn(CHARM, POTION), ana("victory", "swap-stone stone:14 stone:44")],
        bo("card", "card:charms"),
        "I-09",
    ),
    ("standing while hands are chosen", advanced(picked=False), [], bo("second", "stand"), "A-05"),
    (
        "a throw while one hand is short",
        advanced(picked=False),
        [ana("hand", f"stone:{n}") for n in (11, 12, 14, 3, 15)],
        casts("Ana", SPELL),
        "A-05",
    ),
    ("a Counter Spell while hands are chosen", advanced(picked=False), [], ana("call", "card:owl-post"), "A-05 A-12"),
    (
        "a card of the starter set taken in the Advanced game",
        advanced(picked=False),
        [],
        ana("take-card", "card:double-potion"),
        "A-04 A-02",
    ),
    ("a card used after it was knocked out", OWN, PUZZLE_OUT, bo("card", "card:puzzle"), "I-06 A-23"),
    (
        "a used card knocked out later",
        OWN,
        [*DRACO_OVER, bo("card", "no"), with_own("sssnn"), casts("Ana", CHARM)],
        ana("victory", "knock-card card:draco-malfoy"),
        "Q-32",
    ),
    ("a used card swapped", OWN, OWL_GONE, ana("victory", "swap-card card:owl-post card:two-towers"), "Q-32 A-24"),
    ("a card that was swapped away", OWN, WAITS, ana("card", "card:double-potion"), "I-06 A-24"),
    ("the card's gem off the mat", OWN, DRACO_USED, bo("gain", "gem 9"), "B-45 Q-41"),
    ("a second gem by Draco Malfoy", OWN, DRACO_OVER, bo("gain", "gem 3"), "I-02 A-19 A-21"),
    ("the other ends the card that is done by hand", OWN, PUZZLED, ana("gain", "done"), "I-05 I-02"),
    ("a cast before the card is done by hand", OWN, PUZZLED, with_own(SPELL), "A-19 I-02"),
    (
        "a Spell called as the Counter Spell it is not",
        OWN,
        [with_own("nnnnn"), casts("Ana", SPELL)],
        ana("call", "card:owl-post"),
        "A-12",
    ),
    (
        "by house rule a called Counter Spell called again",
        ONLY_WON,
        [with_own("nnnnn"), casts("Ana", "sssnn"), ana("call", "card:owl-post")],
        ana("call", "card:owl-post"),
        "A-13 A-12 B-11",
    ),
    (
        "the winner replaces out of the loser's vault",
        OWN,
        [*BY_CHARM, bo("victory", "knock-stone stone:11")],
        bo("replace", "stone:46"),
        "B-50 A-07",
    ),
    ("a reward before the Chaser is named", FIXED, [], ana("victory", "gem 1"), "Q-29"),
    (
        "standing with a Chaser's Spell",
        CHASER,
        [with_own("nnnnn"), casts("Ana", SPELL, WITH_CHASER)],
        ana("second", "stand"),
        "B-31 Q-06 Q-43",
    ),
    (
        "a card whose stone shows its number",
        OWN,
        [*TOWER_NO, casts("Ana", CHARM), with_own("sssnn"), ana("victory", "knock-card card:puzzle")],
        ana("card", "card:two-towers"),
        "A-10 A-16",
    ),
    (
        "a card before the Spell's gem",
        OWN,
        [*TOWER_NO, casts("Ana", SPELL), with_own(POTION)],
        ana("card", "card:two-towers"),
        "Q-20",
    ),
    ("a cast while the own card is offered", OWN, TOWER, casts("Ana", SPELL), "Q-20 I-02 Q-22"),
    (
        "the loser's Counter Spell after a lost turn",
        OWN,
        [with_own("nnnnn"), casts("Ana", SPELL), bo("victory", "knock-card card:two-towers"), bo("card", "no")],
        ana("call", "card:owl-post"),
        "A-12 A-13",
    ),
    (
        "by house rule a used card swapped by Double Potion",
        CARDS_MOVE,
        SWAPPING,
        ana("gain", "swap-card card:double-potion card:two-towers"),
        "Q-32 A-24",
    ),
    (
        "by house rule a card knocked out by Double Potion",
        CARDS_MOVE,
        SWAPPING,
        ana("gain", "knock-card card:puzzle"),
        "I-11",
    ),
    (
        "by house rule a card's pattern called that was not cast",
        SPELL_CARD,
        [with_own("ssnsn"), casts("Ana", NOTHING)],
        bo("call", "card:draco-malfoy"),
        "A-12 A-10 Q-27",
    ),
    (
        "a gem by Two Towers before its knock-out",
        OWN,
        [*TOWER, ana("card", "card:two-towers")],
        ana("gain", "gem 2"),
        "I-02",
    ),
    (
        "a card knocked out by Two Towers",
        OWN,
        [*TOWER, ana("card", "card:two-towers")],
        ana("gain", "knock-card card:puzzle"),
        "Q-46 A-22",
    ),
)
