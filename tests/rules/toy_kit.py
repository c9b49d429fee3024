"""The toy game's kit: the suite proves itself on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.core.facts import Choose, Fact
from rules.core.fold import Table
from rules.core.game import Setup
from tests.rules.kit import HERE, Kit, Perft, Retold
from tests.rules.toy import Toy

OTHER = {"turn": "nudge", "nudge": "turn"}
SETUP: Setup = {"game": "toy", "players": ["Ana", "Bo"], "powers": {"Ana": "turn", "Bo": "nudge"}}


def sound(setup: Setup, state: Any) -> None:
    assert all(0 < face <= 4 for face in state.faces)


def disguise(setup: Setup, log: Sequence[Fact], viewer: str | None, table: Table) -> Retold | None:
    """Give each other player, whose power was never shown, the other power."""
    named = {fact.player for fact in log if isinstance(fact, Choose) and fact.pick != "keep"}
    hidden = {p for p in setup["players"] if p != viewer and f"power:{p}" not in table.revealed} - named
    powers = {p: OTHER[w] if p in hidden else w for p, w in setup["powers"].items()}
    return ({**setup, "powers": powers}, list(log)) if hidden else None


KIT = Kit(
    game=Toy(),
    folder=HERE / "toy_goldens",
    setups=(SETUP,),
    sides=("1", "2", "3", "cocked"),
    bound=12,
    sound=sound,
    disguise=disguise,
    # Ana's 3 faces, Bo's 3, Ana keeps or shows, Bo keeps or shows.
    perfts=(Perft("opening", SETUP, (), (3, 9, 18, 36)),),
)
