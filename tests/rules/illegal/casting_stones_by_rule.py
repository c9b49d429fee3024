"""Steps that the rules of Casting Stones forbid, one or more for each rule of the Basic game."""

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
    setup,
    throw,
    turn,
)
from tests.rules.illegal.casting_stones import (
    CHARM_WON,
    FAILED,
    FOUR,
    ON_ONE,
    PICKED,
    POTION_WON,
    SPELL_WON,
    Case,
)

TWO_GEMS = [*ON_ONE, *SPELL_WON, bo("victory", "gem 2")]
FACING = [*TWO_GEMS, casts("Bo", POTION), casts("Ana", SPELL), ana("victory", "gem 3")]
SHARED: list[Fact] = [
    *(bo("draft", "stone:21"), ana("draft", "stone:11"), bo("draft", "stone:35"), ana("draft", "stone:12")),
    *(bo("draft", "stone:46"), ana("draft", "stone:14"), bo("draft", "stone:18"), ana("draft", "stone:3")),
    *(bo("draft", "stone:39"), ana("draft", "stone:15")),
]
REPLACED = [*CHARM_WON, bo("victory", "knock-stone stone:12"), ana("replace", "stone:44")]


CASES: tuple[Case, ...] = (
    # Components, casts.
    ("a stone more than the hand", PICKED, [], throw("Bo", s21="symbol", s35="symbol", s44="symbol"), "G-13"),
    ("one of the opponent's stones with one's own", PICKED, [], throw("Bo", s21="symbol", s11="symbol"), "G-13"),
    # Basic: picking.
    (
        "a third Element",
        setup(),
        [bo("draft", "stone:18"), ana("draft", "stone:11"), bo("draft", "stone:39"), ana("draft", "stone:12")],
        bo("draft", "stone:44"),
        "B-08",
    ),
    ("one's own stone picked again", setup(), SHARED[:2], bo("draft", "stone:21"), "B-07"),
    ("a sixth stone", setup(), SHARED, bo("draft", "stone:44"), "B-07 B-09"),
    ("standing while stones are picked", setup(), SHARED[:3], bo("second", "stand"), "B-07"),
    ("a reward while stones are picked", setup(), SHARED[:3], ana("victory", "gem 1"), "B-07"),
    ("tipping while stones are picked", setup(), [], bo("tip", "stone:21 number"), "B-07"),
    ("a card while stones are picked", setup(), [], bo("take-card", "card:charms"), "B-01"),
    # Basic: casts.
    ("the eldest casts first after the picking", setup(), SHARED, casts("Ana", SPELL), "B-13"),
    (
        "the winner's opponent casts first after a Potion",
        PICKED,
        [*POTION_WON, bo("victory", "swap-stone stone:35 stone:44")],
        casts("Ana", SPELL),
        "B-56",
    ),
    ("the winner's opponent casts first after a replacement", PICKED, REPLACED, casts("Ana", SPELL), "B-56"),
    (
        "the first caster goes on before the other's first cast",
        PICKED,
        [casts("Bo", NOTHING)],
        throw("Bo", s21="symbol"),
        "Q-07",
    ),
    ("standing before the other's first cast", PICKED, [casts("Bo", NOTHING)], bo("second", "stand"), "Q-07"),
    ("the second caster casts a good cast again", PICKED, turn(NOTHING, POTION), casts("Ana", SPELL), "B-31"),
    ("a good Charm cast again in part", PICKED, turn(CHARM, NOTHING), throw("Bo", s21="symbol"), "B-31"),
    ("the second caster goes on before the first has decided", PICKED, FAILED, throw("Ana", s11="number"), "B-32"),
    (
        "a kept stone cast after the second cast",
        PICKED,
        [*FAILED, throw("Bo", s39="symbol")],
        throw("Bo", s21="number"),
        "B-37",
    ),
    ("a kept stone turned over", PICKED, FAILED, bo("tip", "stone:21 number"), "Q-09"),
    ("standing after the second cast", PICKED, [*FAILED, throw("Bo", s39="number")], bo("second", "stand"), "B-37"),
    (
        "the other's leaner of the first cast",
        PICKED,
        [casts("Bo", SPELL), casts("Ana", "ssnnl")],
        bo("tip", "stone:15 symbol"),
        "B-17",
    ),
    (
        "a leaner's cast goes on",
        PICKED,
        [casts("Bo", NOTHING), casts("Ana", "ssnnl")],
        throw("Bo", s21="number"),
        "B-19",
    ),
    (
        "standing while the other's stone leans",
        PICKED,
        [casts("Bo", NOTHING), casts("Ana", "ssnnl")],
        bo("second", "stand"),
        "B-19",
    ),
    (
        "a reward while a stone leans",
        PICKED,
        [casts("Bo", SPELL), casts("Ana", "ssnnl")],
        bo("victory", "gem 1"),
        "B-11",
    ),
    # Basic: rewards.
    ("the loser of a Potion swaps", PICKED, POTION_WON, ana("victory", "swap-stone stone:11 stone:44"), "B-43"),
    ("the loser of a Charm knocks out", PICKED, CHARM_WON, ana("victory", "knock-stone stone:21"), "B-43"),
    ("both rewards of a Charm", PICKED, REPLACED, bo("victory", "knock-stone stone:14"), "B-44"),
    (
        "a gem on the opponent's",
        PICKED,
        [*ON_ONE, casts("Bo", POTION), casts("Ana", SPELL)],
        ana("victory", "gem 1"),
        "B-45",
    ),
    ("no gem for a Spell", PICKED, SPELL_WON, bo("victory", "none"), "B-45"),
    ("a stone knocked out for a Spell", PICKED, SPELL_WON, bo("victory", "knock-stone stone:11"), "B-45 B-43"),
    ("two own gems swapped", PICKED, [*TWO_GEMS, *POTION_WON], bo("victory", "swap-gem 1 2"), "B-46"),
    (
        "a gem that is no neighbour",
        PICKED,
        [*FACING, casts("Ana", CHARM), casts("Bo", POTION)],
        bo("victory", "swap-gem 1 3"),
        "B-46",
    ),
    ("two own stones swapped", PICKED, POTION_WON, bo("victory", "swap-stone stone:35 stone:46"), "B-47"),
    ("two stones of the vault swapped", PICKED, POTION_WON, bo("victory", "swap-stone stone:44 stone:120"), "B-47"),
    (
        "the opponent's stone swapped for one's own",
        PICKED,
        POTION_WON,
        bo("victory", "swap-stone stone:35 stone:11"),
        "B-47",
    ),
    ("a stone knocked out that nobody has", PICKED, CHARM_WON, bo("victory", "knock-stone stone:99"), "B-49"),
    ("replaced twice", PICKED, REPLACED, ana("replace", "stone:120"), "B-50"),
    ("casting first instead of replacing", PICKED, REPLACED[:-1], casts("Ana", SPELL), "B-50"),
    ("a reward while the stone is replaced", PICKED, REPLACED[:-1], bo("victory", "knock-stone stone:14"), "B-44"),
    ("a gem for a won Potion on an empty turret", PICKED, [*ON_ONE, *POTION_WON], bo("victory", "gem 2"), "B-54"),
    ("replacing after the end", PICKED, FOUR, ana("replace", "stone:44"), "B-58"),
    ("tipping after the end", PICKED, FOUR, bo("tip", "stone:21 symbol"), "B-58"),
    ("picking after the end", PICKED, FOUR, bo("draft", "stone:44"), "B-58"),
)
