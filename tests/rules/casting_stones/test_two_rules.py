"""Where two rules of Casting Stones meet: the outcome by the sheet, and the rule that is named first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.core.facts import Choose, Fact
from rules.core.game import Setup
from rules.core.refusals import why_not
from rules.core.rulings import short
from tests.rules.casting_stones.kit import (
    ADVANCED_HANDS,
    CHARM,
    KIT,
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
from tests.rules.casting_stones.match import table

PICKED, CARDS, OWN = setup(picked=True), intermediate(), advanced()


def gems(*turrets: int) -> list[Fact]:
    """Bo's Spell wins once for each of the turrets, and puts a gem there."""
    return [fact for turret in turrets for fact in (*turn(SPELL, POTION), bo("victory", f"gem {turret}"))]


FAILED = turn(NOTHING, NOTHING)
KNOCKED = [*turn(CHARM, SPELL), bo("victory", "knock-stone stone:11")]
TWO_CHARMS = [*KNOCKED, ana("replace", "stone:44")]

# The name, the set-up, what is played, who is asked for what then, and a rule among the first four of the last rulings.
COMES: tuple[tuple[str, Setup, Sequence[Fact], Sequence[tuple[str, str]], str], ...] = (
    ("between two Spells the sum of the numbers decides", PICKED, turn(SPELL, SPELL), [("Ana", "victory")], "B-21"),
    ("equal sums: both cast again, in the same order", PICKED, turn("snsns", SPELL), [("Bo", "cast")], "B-22"),
    ("between two Charms the sum of all five decides", PICKED, turn(CHARM, CHARM), [("Ana", "victory")], "B-27"),
    ("two Potions tie, whatever their stones are", PICKED, turn(POTION, POTION), [("Bo", "cast")], "B-24"),
    (
        "two Bungles: a new turn",
        PICKED,
        [*FAILED, bo("second", "stand"), ana("second", "stand")],
        [("Bo", "cast")],
        "Q-04",
    ),
    ("three symbols of two types are no Spell", PICKED, [casts("Bo", "snnss")], [("Ana", "cast")], "Q-10"),
    (
        "a Potion that beats a Bungle swaps",
        PICKED,
        [*turn("snnss", POTION), bo("second", "stand")],
        [("Ana", "victory")],
        "B-42",
    ),
    ("a good first cast is not asked about again", PICKED, turn(NOTHING, SPELL), [("Bo", "second")], "G-15"),
    (
        "one stone cast again makes the Spell",
        PICKED,
        [*FAILED, throw("Bo", s18="symbol")],
        [("Ana", "second")],
        "G-15",
    ),
    ("whoever won casts first", PICKED, [*gems(1)], [("Bo", "cast")], "B-56"),
    (
        "whoever won as the second player casts first, too",
        PICKED,
        [*turn(CHARM, POTION), ana("victory", "swap-stone stone:3 stone:44")],
        [("Ana", "cast")],
        "B-56",
    ),
    ("without a Character no Spell", PICKED, [*KNOCKED, ana("replace", "stone:44")], [("Bo", "cast")], "B-55"),
    ("four in a row end the game at once", PICKED, gems(1, 2, 3, 4), [], "B-58"),
    ("the ring of turrets is closed", PICKED, gems(7, 8, 2, 1), [], "B-58"),
    ("three in a row and one apart do not", PICKED, gems(1, 2, 3, 5), [("Bo", "cast")], "B-45"),
    (
        "a tied turn counts for Double Potion, and a turn that is lost",
        CARDS,
        [*turn(POTION, POTION), *turn(SPELL, POTION), bo("victory", "gem 1")],
        [("Ana", "card")],
        "B-45",
    ),
    (
        "a Counter Spell loses against a Charm as a Spell does",
        {**OWN, "youngest": "Ana"},
        [
            throw("Ana", s11="symbol", s12="symbol", s14="symbol", s3="number", s15="number"),
            ana("call", "card:owl-post"),
            casts("Bo", CHARM, ADVANCED_HANDS),
        ],
        [("Bo", "victory")],
        "B-41",
    ),
)

# The name, the set-up, what is played, what is forbidden then, and a rule among the first four of the reason.
FORBIDDEN: tuple[tuple[str, Setup, Sequence[Fact], Choose, str], ...] = (
    (
        "gems on turrets that are not side by side are not exchanged",
        PICKED,
        [*gems(1), casts("Bo", SPELL), casts("Ana", CHARM), ana("victory", "knock-stone stone:21")],
        ana("victory", "swap-gem 1 3"),
        "B-43",
    ),
    (
        "nobody exchanges two gems of one's own",
        PICKED,
        [*gems(1, 2), *turn(POTION, CHARM)],
        bo("victory", "swap-gem 1 2"),
        "B-46",
    ),
    (
        "no gem stands there to be knocked out",
        PICKED,
        [*gems(1), *turn(CHARM, SPELL)],
        bo("victory", "knock-gem 2"),
        "B-48",
    ),
    ("after four in a row nothing is rewarded", PICKED, gems(1, 2, 3, 4), bo("victory", "gem 5"), "B-58"),
    (
        "a Charm knocks out no card in the Intermediate game",
        CARDS,
        turn(CHARM, SPELL),
        bo("victory", "knock-card card:double-potion"),
        "A-22",
    ),
    (
        "a Potion does not use the Charms card",
        CARDS,
        [*turn(POTION, CHARM), bo("victory", "swap-stone stone:39 stone:44")],
        bo("card", "card:charms"),
        "I-09",
    ),
    ("the stone that was knocked out does not come back at once", PICKED, KNOCKED, ana("replace", "stone:11"), "B-51"),
    (
        "a Counter Spell is no Spell for whoever has no such card",
        OWN,
        [casts("Bo", "sssnn", ADVANCED_HANDS)],
        bo("call", "card:owl-post"),
        "I-05",
    ),
    (
        "after both have stood nobody casts again",
        PICKED,
        [*FAILED, bo("second", "stand"), ana("second", "stand")],
        ana("second", "stand"),
        "B-11",
    ),
)


@pytest.mark.parametrize(("start", "log", "asked", "rule"), [pytest.param(*c[1:], id=c[0]) for c in COMES])
def test_the_outcome_follows_the_sheet(
    start: Setup, log: Sequence[Fact], asked: Sequence[tuple[str, str]], rule: str
) -> None:
    now = table(start, *log)
    assert now.lapsed == ()
    assert [(ask.player, ask.kind) for ask in now.asks] == list(asked)
    rulings = [(ruling.text, short(ruling.rules)) for ruling in now.entries[-1].rulings]
    assert any(f"CST-{rule}" in rules for _, rules in rulings), rulings


@pytest.mark.parametrize(("start", "log", "step", "rule"), [pytest.param(*c[1:], id=c[0]) for c in FORBIDDEN])
def test_a_forbidden_step_names_the_deciding_rule(start: Setup, log: Sequence[Fact], step: Choose, rule: str) -> None:
    now = table(start, *log)
    assert now.lapsed == ()
    reason = why_not(KIT.game, now, step)
    assert reason
    assert f"CST-{rule}" in short(reason.rules), reason


def test_a_used_card_stays_out_of_play() -> None:
    log = [*TWO_CHARMS, *turn(CHARM, POTION)[:1]]
    now = table(CARDS, *log, casts("Ana", POTION, {"Ana": list(table(CARDS, *log).state.hands["Ana"])}))
    offered = [ask.kind for ask in now.asks]
    assert "victory" in offered  # Ana's Potion beats the second Charm
    swapped = next(option.pick for ask in now.asks for option in ask.options)
    used = [*log, casts("Ana", POTION, {"Ana": list(table(CARDS, *log).state.hands["Ana"])}), ana("victory", swapped)]
    now = table(CARDS, *used, bo("card", "card:charms"))
    [gain] = [ask for ask in now.asks if ask.kind == "gain"]
    assert "first of two" in gain.words
    reason = why_not(KIT.game, now, bo("card", "card:charms"))
    assert reason
    assert "CST-I-06" in short(reason.rules)
