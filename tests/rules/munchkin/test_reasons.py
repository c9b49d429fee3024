"""A choice that is not offered is refused with the rule that stands against it."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from rules.core.facts import Choose
from rules.core.fold import Table, advance, opening, referee
from rules.core.game import Setup
from rules.core.refusals import refusal
from rules.munchkin.asks import ACTIONS
from tests.rules import fuzz
from tests.rules.munchkin.kit import KIT
from tests.rules.munchkin.play import GAME, facts, state
from tests.rules.munchkin.scenes import FLED, at, house

HOOD = ("Ana unlock: Hood",)
ROOM = ("Ana unlock: Prefect > hand",)
DEAD = (*HOOD, "Bo bonus: Hood +5", "Ana run: away", "Ana time: passed", "Ana throws 1")


@pytest.mark.parametrize(
    ("setup", "lines", "choice", "rule"),
    [
        (at(begin="create"), (), "Ana play: Jinx > Bo", "MUN-SETUP-15"),
        (at(), (), "Bo play: Prefect", "MUN-ROLE-05"),
        (at(), (), "Ana play: Bombarda! > Hood", "MUN-COMBAT-08"),
        (at({"hand": 0}), (), "Ana play: Prefect", "MUN-CARD-06"),
        (at(), HOOD, "Ana play: Hat", "MUN-ITEM-02"),
        (at(), HOOD, "Bo play: Horntail", "MUN-MULTI-09"),
        (at(**house(prof_not_in_combat=True)), HOOD, "Ana play: Charms", "MUN-Q-31"),
        (at({"carried": ["Hat"]}), HOOD, "Ana equip: Hat", "MUN-ITEM-07"),
        (at({"carried": ["Hat"]}), (), "Ana carry: Hat", "MUN-ITEM-06"),
        (at({"roles": ["Prefect"]}), (), "Ana give: Prefect > Bo", "MUN-ITEM-14"),
        (at({"carried": ["Hat"]}), (), "Ana discard: Hat", "MUN-ITEM-12"),
        (at({"carried": ["Hat"]}), HOOD, "Ana sell: Hat", "MUN-SELL-01"),
        (at(), ROOM, "Ana unlock: Hood", "MUN-TURN-03"),
        (at(), (*FLED, "Ana throws 5"), "Ana room: loot", "MUN-TURN-07"),
        (at(), (), "Bo room: loot", "MUN-TURN-08"),
        (at(), (), "Ana charity: Bo 1", "MUN-CHARITY-02"),
        (at({"hand": 6}), (*FLED, "Ana throws 5"), "Ana charity: Bo 1", "MUN-CHARITY-04"),
        (at({"level": 9}), HOOD, "Ana help: Bo > 0 treasures", "MUN-HELP-01"),
        (at(), (*HOOD, "Ana help: Bo > 0 treasures", "Bo answer: yes"), "Ana help: Cy > 0 treasures", "MUN-HELP-03"),
        (at(), HOOD, "Bo answer: yes", "MUN-HELP-01"),
        (at({"level": 9}), HOOD, "Ana run: away", "MUN-RUN-01"),
        (at(), HOOD, "Ana time: passed", "MUN-COMBAT-14"),
        (at({"house": "Slytherin"}), (), "Ana power: Slytherin > hand", "MUN-COMBAT-08"),
        (at(), HOOD, "Ana power: Slytherin > hand", "MUN-COMBAT-06"),
        (at(), FLED, "Bo run from: Hood", "MUN-RUN-06"),
        (at(), FLED, "Ana ally: give up", "MUN-ALLY-06"),
        (at(bo={"hand": 1}), DEAD, "Ana level: +1 card", "MUN-DEATH-12"),
    ],
)
def test_refused_with_its_rule(setup: Setup, lines: Sequence[str], choice: str, rule: str) -> None:
    said = refusal(GAME, referee(GAME, setup, facts(*lines)), facts(choice)[0])
    assert said is not None
    assert rule in said


@pytest.mark.parametrize("seed", range(12))
def test_every_refusal_of_a_random_game_has_a_reason_and_a_rule(seed: int) -> None:
    """Whatever anybody tries at any moment is offered, or refused in a sentence that names the deciding rule."""
    rng, picks = Random(seed), _picks_of(seed)
    for table in _moments(seed):
        for kind, pick in rng.sample(picks, 40):
            choice = Choose(rng.choice(table.setup["players"]), kind, pick)
            reason = GAME.why_not(state(table), choice)
            offered = any(ask.admits(choice) for ask in table.asks)
            assert offered or reason is not None, f"no reason for {choice}"
            assert reason is None or (reason.words[-1] in ".?" and reason.rules[0] in GAME.book), reason


@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_is_closed_by_nothing(seed: int) -> None:
    for table in _moments(seed):
        for ask in table.asks:
            assert ACTIONS[ask.kind].closed(state(table), ask.player) is None, ask


def _moments(seed: int) -> Iterator[Table]:
    """The table now and then in a random game."""
    played = fuzz.play(KIT, seed)
    table = opening(GAME, played.setup)
    for number, fact in enumerate(played.log):
        table = advance(GAME, table, fact)
        if number % 4 == 0 and table.asks:
            yield table


def _picks_of(seed: int) -> list[tuple[str, str]]:
    """All picks that were offered at some moment of some games, and a few that nobody ever offers."""
    found = {
        (ask.kind, option.pick)
        for other in (seed, seed + 1)
        for table in _moments(other)
        for ask in table.asks
        for option in ask.options
    }
    strange = {(kind, pick) for kind in ACTIONS for pick in ("nonsense", "Ana", "Hat > Ana", "+99", "")}
    return sorted(found | strange)
