"""A choice that is not offered is refused with the rule that stands against it."""

from collections.abc import Sequence

import pytest

from rules.core.facts import Choose, Fact
from rules.core.fold import referee
from rules.core.game import Setup
from rules.core.refusals import refusal
from tests.rules.casting_stones.kit import CHARM, KIT, NOTHING, POTION, SPELL, advanced, casts, intermediate, setup

PICKED = setup(picked=True)
SPELL_WON = [casts("Bo", SPELL), casts("Ana", POTION)]
POTION_WON = [casts("Bo", POTION), casts("Ana", CHARM)]
CHARM_WON = [casts("Bo", CHARM), casts("Ana", SPELL)]
BO_11 = Choose("Bo", "draft", "stone:11")


@pytest.mark.parametrize(
    ("of", "log", "choice", "rule"),
    [
        (setup(), [BO_11], Choose("Ana", "draft", "stone:11"), "CST-B-07"),
        (setup(), [], Choose("Ana", "draft", "stone:11"), "CST-B-07"),
        (setup(), [BO_11, Choose("Ana", "draft", "stone:3")], Choose("Bo", "draft", "stone:21"), "CST-B-08"),
        (PICKED, [casts("Bo", NOTHING), casts("Ana", NOTHING)], Choose("Ana", "second", "stand"), "CST-B-32"),
        (PICKED, [], Choose("Bo", "second", "stand"), "CST-G-14"),
        (PICKED, [casts("Bo", SPELL)], Choose("Bo", "second", "stand"), "CST-Q-06"),
        (PICKED, [], Choose("Bo", "tip", "stone:18 symbol"), "CST-Q-37"),
        (PICKED, SPELL_WON, Choose("Ana", "victory", "gem 1"), "CST-B-43"),
        (PICKED, SPELL_WON, Choose("Bo", "victory", "gem 9"), "CST-B-45"),
        (PICKED, SPELL_WON, Choose("Bo", "victory", "knock-gem 1"), "CST-B-43"),
        (PICKED, POTION_WON, Choose("Bo", "victory", "gem 1"), "CST-B-54"),
        (PICKED, POTION_WON, Choose("Bo", "victory", "swap-gem 1 2"), "CST-B-46"),
        (PICKED, POTION_WON, Choose("Bo", "victory", "swap-card card:charms card:x"), "CST-A-22"),
        (
            setup(picked=True, always_1_2_2=True),
            POTION_WON,
            Choose("Bo", "victory", "swap-stone stone:21 stone:44"),
            "CST-Q-18",
        ),
        (
            setup(picked=True, victim_picks=True),
            CHARM_WON,
            Choose("Bo", "victory", "knock-stone stone:11"),
            "CST-Q-17",
        ),
        (PICKED, CHARM_WON, Choose("Bo", "victory", "knock-gem 1"), "CST-B-48"),
        (
            PICKED,
            [*CHARM_WON, Choose("Bo", "victory", "knock-stone stone:11")],
            Choose("Ana", "replace", "stone:11"),
            "CST-B-51",
        ),
        (PICKED, [], Choose("Bo", "card", "card:charms"), "CST-I-01"),
        (intermediate(picked=False), [], Choose("Bo", "take-card", "card:charms"), "CST-I-03"),
        (intermediate(), SPELL_WON, Choose("Bo", "card", "card:charms"), "CST-I-09"),
        (intermediate(), SPELL_WON, Choose("Ana", "card", "card:charms"), "CST-I-05"),
        (advanced(picked=False), [], Choose("Bo", "hand", "stone:11"), "CST-A-05"),
        (advanced(), [], Choose("Ana", "call", "card:owl-post"), "CST-A-12"),
    ],
)
def test_refused_with_its_rule(of: Setup, log: Sequence[Fact], choice: Choose, rule: str) -> None:
    said = refusal(KIT.game, referee(KIT.game, of, log), choice)
    assert said is not None
    assert rule in said
