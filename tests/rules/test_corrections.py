"""A fact corrected in the middle of a game: who wins, what is asked next, and which later plays lapse."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.core.facts import Amend, Fact, Retract, Throw
from rules.core.fold import referee
from rules.core.game import Setup
from rules.games import GAMES
from tests.rules.casting_stones.kit import CHARM, POTION, SPELL, bo, casts, setup
from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.table import facts as dice
from tests.rules.munchkin.play import facts as cards
from tests.rules.munchkin.play import says
from tests.rules.munchkin.scenes.scene import at

PICKED = setup(picked=True)


def spells(*turrets: int) -> list[Fact]:
    """Bo wins with a Spell again and again, and puts a gem on each of the *turrets*."""
    return [fact for n in turrets for fact in (casts("Bo", SPELL), casts("Ana", POTION), bo("victory", f"gem {n}"))]


CASES: Sequence[tuple[str, Setup, list[Fact], set[tuple[str, str]], int]] = (
    (
        "the other player's roll was the higher one",
        duel({}),
        [*dice(WON + "Ana win expel"), Amend(4, Throw("Bo", (("b", "power"),)))],
        {("Bo", "win")},
        1,
    ),
    (
        "the last expelling is taken back",
        duel({}, "front a", "front b"),
        [*dice(WON + "Ana win expel"), Retract(5)],
        {("Ana", "win")},
        0,
    ),
    ("the other cast was a Charm", PICKED, [*spells(1), Amend(2, casts("Ana", CHARM))], {("Ana", "victory")}, 1),
    (
        "the fourth gem stands beside the others",
        PICKED,
        [*spells(1, 2, 3, 5), Amend(12, bo("victory", "gem 4"))],
        set(),
        0,
    ),
    (
        "an earlier gem stands elsewhere",
        PICKED,
        [*spells(1, 2, 3, 4), Amend(3, bo("victory", "gem 6"))],
        {("Bo", "cast")},
        0,
    ),
    (
        "a throw after the end counts once the end is undone",
        PICKED,
        [*spells(1, 2, 3, 4), Amend(12, bo("victory", "gem 6")), casts("Bo", SPELL)],
        {("Ana", "cast")},
        0,
    ),
)


@pytest.mark.parametrize(("of", "log", "waits", "lapsed"), [pytest.param(*rest, id=name) for name, *rest in CASES])
def test_what_a_correction_leads_to(of: Setup, log: list[Fact], waits: set[tuple[str, str]], lapsed: int) -> None:
    table = referee(GAMES[of["game"]], of, log)
    assert {(ask.player, ask.kind) for ask in table.asks} == waits
    assert len(table.lapsed) == lapsed


def test_another_monster_behind_the_door_turns_a_flight_into_a_win() -> None:
    fled = cards("Ana unlock: Hood", "Ana run: away", "Ana time: passed", "Ana throws 1")
    table = referee(GAMES["munchkin"], at({"level": 5}), [*fled, Amend(1, says("Ana", "unlock", "Mask"))])
    assert table.lapsed == (2, 3, 4)
    assert table.state.who("Ana").alive
    assert ("Ana", "time") in {(ask.player, ask.kind) for ask in table.asks}
