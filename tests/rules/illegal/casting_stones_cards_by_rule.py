"""Steps that the rules of Casting Stones forbid, one or more for each rule of cards and open points."""

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
    setup,
    turn,
)
from tests.rules.illegal.casting_stones import (
    CARDS,
    CHARM_WON,
    FAILED,
    KNOCKED,
    ON_ONE,
    OWN,
    PICKED,
    POTION_WON,
    SPELL_WON,
    Case,
    with_own,
)

ANA_WINS = [casts("Bo", POTION), casts("Ana", SPELL)]
SHARED: list[Fact] = [
    *(bo("draft", "stone:21"), ana("draft", "stone:11"), bo("draft", "stone:35"), ana("draft", "stone:12")),
    *(bo("draft", "stone:46"), ana("draft", "stone:14"), bo("draft", "stone:18"), ana("draft", "stone:3")),
    *(bo("draft", "stone:39"), ana("draft", "stone:15")),
]
DRACO_WON = [with_own("sssnn"), casts("Ana", POTION), bo("victory", "gem 1")]
DRACO_USED = [*DRACO_WON, bo("card", "card:draco-malfoy")]
OWL = [with_own("nnnnn"), casts("Ana", "sssnn")]
OWL_CALLED = [*OWL, ana("call", "card:owl-post")]
POTIONS = [*turn(POTION, POTION), *turn(POTION, POTION)]
DOUBLE = [*POTIONS, ana("card", "card:double-potion")]

FIXED = {
    **advanced(chaser_fixed=True),
    "hands": {**ADVANCED_HANDS, "Ana": ["stone:123", "stone:12", "stone:14", "stone:3", "stone:15"]},
}

CASES: tuple[Case, ...] = (
    # Intermediate.
    ("the elder takes a card first", intermediate(picked=False), SHARED, ana("take-card", "card:charms"), "I-04"),
    (
        "the youngest takes both cards",
        intermediate(picked=False),
        [*SHARED, bo("take-card", "card:charms")],
        bo("take-card", "card:double-potion"),
        "I-04",
    ),
    (
        "a card that was taken",
        intermediate(picked=False),
        [*SHARED, bo("take-card", "card:charms")],
        ana("take-card", "card:charms"),
        "I-04",
    ),
    ("a cast before the cards are taken", intermediate(picked=False), SHARED, casts("Bo", SPELL), "I-04"),
    ("a card used before the first comparison", CARDS, [casts("Bo", CHARM)], bo("card", "card:charms"), "Q-20"),
    (
        "a used card in a later turn",
        CARDS,
        [*KNOCKED, ana("replace", "stone:3"), bo("gain", "knock-stone stone:14"), ana("replace", "stone:12")],
        bo("card", "card:charms"),
        "I-06",
    ),
    (
        "Potion, Charm, Potion",
        CARDS,
        [*turn(POTION, POTION), *turn(SPELL, CHARM), ana("victory", "knock-stone stone:21"), bo("replace", "stone:44")],
        ana("card", "card:double-potion"),
        "I-08",
    ),
    ("a knock-out by Double Potion", CARDS, DOUBLE, ana("gain", "knock-stone stone:21"), "I-11"),
    ("a gem by Double Potion", CARDS, DOUBLE, ana("gain", "gem 1"), "I-11"),
    (
        "a cast before the card's second swap",
        CARDS,
        [*DOUBLE, ana("gain", "swap-stone stone:11 stone:44")],
        casts("Bo", SPELL),
        "I-02 I-11",
    ),
    ("a swap by Charms", CARDS, KNOCKED[:-1], bo("gain", "swap-stone stone:21 stone:44"), "I-12"),
    (
        "a stone by Double Potion that is the opponent's",
        CARDS,
        DOUBLE,
        ana("gain", "swap-stone stone:21 stone:44"),
        "B-47",
    ),
    (
        "a card knocked out in the Intermediate game",
        CARDS,
        CHARM_WON,
        bo("victory", "knock-card card:double-potion"),
        "A-22",
    ),
    (
        "a card swapped in the Intermediate game",
        CARDS,
        POTION_WON,
        bo("victory", "swap-card card:charms card:x"),
        "A-22",
    ),
    # Advanced.
    ("a cast before the hands are chosen", advanced(picked=False), [], casts("Bo", SPELL), "A-05"),
    ("a card before the hands are chosen", advanced(picked=False), [], bo("card", "card:puzzle"), "A-05"),
    ("a stone not brought", advanced(picked=False), [], ana("hand", "stone:999"), "A-05"),
    ("a taken card in the Advanced game", OWN, [], bo("take-card", "card:puzzle"), "A-04"),
    (
        "the opponent's vault for a replacement",
        OWN,
        [with_own("nnnnn"), casts("Ana", SPELL), bo("victory", "knock-stone stone:11")],
        ana("replace", "stone:18"),
        "Q-31",
    ),
    (
        "a card for a lost turn",
        OWN,
        [with_own("nnnnn"), casts("Ana", POTION), ana("victory", "swap-stone stone:14 stone:46")],
        bo("card", "card:puzzle"),
        "A-11",
    ),
    (
        "a Counter Spell called after it was left",
        OWN,
        [*OWL, ana("second", "stand"), ana("call", "no")],
        ana("call", "card:owl-post"),
        "A-13 Q-25",
    ),
    (
        "a Counter Spell that was not cast",
        OWN,
        [with_own("nnnnn"), casts("Ana", CHARM)],
        ana("call", "card:owl-post"),
        "A-12",
    ),
    (
        "a Counter Spell called out of turn",
        OWN,
        [with_own(NOTHING), casts("Ana", "sssnn")],
        bo("call", "card:owl-post"),
        "I-05",
    ),
    (
        "a Counter Spell used as a card",
        OWN,
        [with_own("nnnnn"), casts("Ana", POTION), ana("victory", "swap-stone stone:14 stone:46")],
        ana("card", "card:owl-post"),
        "A-12 A-13",
    ),
    (
        "a Counter Spell that was used in an earlier turn",
        OWN,
        [*OWL_CALLED, bo("victory", "knock-stone stone:15"), ana("replace", "stone:46")],
        ana("call", "card:owl-post"),
        "A-14",
    ),
    ("a used card again", OWN, [*DRACO_USED, bo("gain", "gem 2")], bo("card", "card:draco-malfoy"), "A-21 I-06"),
    ("the card's free gem on a taken turret", OWN, DRACO_USED, bo("gain", "gem 1"), "Q-41"),
    ("a knock-out by Draco Malfoy", OWN, DRACO_USED, bo("gain", "knock-stone stone:11"), "A-19"),
    ("a cast before the card's gem", OWN, DRACO_USED, with_own(SPELL), "I-02 A-19"),
    (
        "a card of the vault knocked out",
        OWN,
        [with_own("nnnnn"), casts("Ana", SPELL)],
        bo("victory", "knock-card card:nowhere"),
        "A-23",
    ),
    ("a used card knocked out", OWN, [*OWL_CALLED], bo("victory", "knock-card card:owl-post"), "Q-32"),
    (
        "the opponent's card swapped",
        OWN,
        [with_own("sssss"), casts("Ana", CHARM)],
        bo("victory", "swap-card card:owl-post card:puzzle"),
        "A-24",
    ),
    (
        "a card swapped with an empty vault",
        OWN,
        [with_own("sssss"), casts("Ana", CHARM)],
        bo("victory", "swap-card card:puzzle card:mouse-trap"),
        "A-24",
    ),
    # Points that the sheet leaves open.
    (
        "the youngest's turn after a tie by house rule",
        setup(picked=True, tie_order="youngest"),
        [*ANA_WINS, ana("victory", "gem 1"), casts("Ana", POTION), casts("Bo", POTION)],
        casts("Ana", SPELL),
        "Q-01",
    ),
    (
        "a cast after a tie before new stones are picked",
        setup(picked=True, tie_redraft=True),
        turn(POTION, POTION),
        casts("Bo", SPELL),
        "B-07 Q-02",
    ),
    (
        "a third cast by house rule of free second casts",
        setup(picked=True, free_second_cast=True),
        [*FAILED, casts("Bo", SPELL)],
        casts("Bo", CHARM),
        "B-37 G-14",
    ),
    (
        "an own gem moved onto a taken turret",
        setup(picked=True, move_own_gem=True),
        [*[step for n in (1, 2, 3, 5, 6, 7) for step in (*SPELL_WON, bo("victory", f"gem {n}"))], *SPELL_WON],
        bo("victory", "move-gem 1 2"),
        "B-45",
    ),
    (
        "the opponent's gem moved",
        setup(picked=True, move_own_gem=True),
        [*[step for n in (1, 2, 3, 5, 6, 7) for step in (*SPELL_WON, bo("victory", f"gem {n}"))], *SPELL_WON],
        bo("victory", "move-gem 4 8"),
        "Q-11",
    ),
    (
        "the loser gives a stone of the winner",
        setup(picked=True, victim_picks=True),
        [*CHARM_WON, bo("victory", "knock-stone")],
        ana("give", "stone:21"),
        "B-49",
    ),
    (
        "the winner gives the loser's stone",
        setup(picked=True, victim_picks=True),
        [*CHARM_WON, bo("victory", "knock-stone")],
        bo("give", "stone:11"),
        "Q-17",
    ),
    (
        "a gem and a stone by one card",
        intermediate(no_mixing=True),
        [*ON_ONE, *POTIONS, ana("card", "card:double-potion"), ana("gain", "swap-stone stone:11 stone:44")],
        ana("gain", "swap-gem 1 2"),
        "Q-21",
    ),
    ("a Chaser named twice", FIXED, [ana("chaser", "character")], ana("chaser", "element"), "Q-29"),
    ("the opponent's Chaser named", FIXED, [], bo("chaser", "character"), "Q-29"),
    ("a Chaser named as a Potion", FIXED, [], ana("chaser", "potion"), "G-12"),
    ("a cast before the Chaser is named", FIXED, [], casts("Bo", SPELL), "Q-29"),
    (
        "a card moved by Double Potion",
        advanced(),
        [
            with_own("sssss"),
            casts("Ana", POTION),
            with_own("sssss"),
            casts("Ana", POTION),
            ana("card", "card:double-potion"),
        ],
        ana("gain", "swap-card card:owl-post card:two-towers"),
        "Q-46",
    ),
    ("a stone off the table, and the others stand", PICKED, [casts("Bo", "ssnno")], bo("second", "stand"), "Q-07 Q-35"),
    (
        "a reward before the stone off the table is cast",
        PICKED,
        [casts("Bo", SPELL), casts("Ana", "ssnno")],
        bo("victory", "gem 1"),
        "B-11",
    ),
    (
        "the hidden stone's cast goes on",
        PICKED,
        [casts("Bo", SPELL), casts("Ana", "ssnnh")],
        bo("victory", "gem 1"),
        "B-11",
    ),
)
