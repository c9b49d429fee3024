"""The values of a fight: the monsters, the strengths that cards add, offers for help, and the running away after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.munchkin.cards.cards import Card


class Line(NamedTuple):
    """One named part of a strength; ``treasures`` is what an enhancer changes beside it."""

    name: str
    amount: int
    rules: tuple[str, ...] = ()
    treasures: int = 0


@dataclass(frozen=True, slots=True)
class Foe:
    """A monster in the fight; ``name`` distinguishes two monsters of the same card."""

    name: str
    card: Card
    enhancers: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """An offer for help: Treasures, who picks first (a player, or "" where none are offered), and Items."""

    helper: str
    treasures: int = 0
    first: str = ""
    items: tuple[str, ...] = ()


class Combat(NamedTuple):
    """The fight going on.

    ``at_door``: it came from the door, not from a hand.  ``deal``: what the helper gets; ``offer``: a request for help
    that is not answered yet; ``refused``: requests turned down since the strengths last changed; ``bribe``: Items that
    the fighter adds to the next request.  ``boosts``: what was played for or against the players; ``powers``: each
    power used, as ``player: card``.  ``level_only``: a card says that only Levels count.  ``removed``: monsters that
    went without being killed, ``booty``: their Treasures.  ``spent``: cards to discard with it.  ``run_called``: the
    fighter gives up and will run.  ``clock``: "" not running, "running" or "stopped"; ``objector`` stopped it.
    """

    fighter: str
    foes: tuple[Foe, ...]
    at_door: bool = True
    helper: str = ""
    deal: Deal | None = None
    offer: Deal | None = None
    refused: tuple[Deal, ...] = ()
    bribe: tuple[str, ...] = ()
    boosts: tuple[Line, ...] = ()
    powers: tuple[str, ...] = ()
    level_only: bool = False
    removed: tuple[str, ...] = ()
    booty: int = 0
    spent: int = 0
    run_called: bool = False
    clock: str = ""
    objector: str = ""

    @property
    def side(self) -> tuple[str, ...]:
        """Fighter and helper."""
        return (self.fighter, self.helper) if self.helper else (self.fighter,)

    @property
    def foe_names(self) -> tuple[str, ...]:
        """The names of the monsters in the fight."""
        return tuple([foe.name for foe in self.foes])

    def foe(self, name: str) -> Foe:
        """The monster in the fight called *name*; KeyError where there is none."""
        for foe in self.foes:
            if foe.name == name:
                return foe
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Flight:
    """Running away: who still runs, the first of ``runners`` now, and the ``foes`` from which that player still runs.

    ``chosen``: the monster to run from next, "" where none was chosen; ``bonus``: what cards add to the next throw;
    ``thrown``: this runner has thrown before.
    """

    runners: tuple[str, ...]
    foes: tuple[str, ...]
    chosen: str = ""
    bonus: int = 0
    thrown: bool = False
