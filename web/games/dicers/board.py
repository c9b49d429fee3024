"""Dicers as the page draws them: two lines that face each other, the Arena between them.

All of it is read off the game's own view (docs/facts/dicers.md) for the eyes of one viewer; nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from rules.core.phrases import Phrase
from rules.dicers.view import ROWS

View = Mapping[str, Any]
Taught = Mapping[str, frozenset[str]]
PLACES = {
    "pool": Phrase("in the middle, to be chosen"),
    "front": Phrase("in the Front Line"),
    "keep": Phrase("in the Keep"),
    "arena": Phrase("in the Arena"),
    "aside": Phrase("aside, behind a Guardian"),
    "dungeon": Phrase("in the Dungeon"),
    "banished": Phrase("banished"),
    "reserve": Phrase("in Reserve"),
    "hostage": Phrase("held hostage"),
    "out": Phrase("out of the game"),
}


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it is drawn; fields that the viewer may not know are empty.

    ``group`` is its Group, ``sign`` the bare Power and ``power`` that in words, ``held`` the
    dice under it.  ``taught`` are the sides of which there are pictures; where "1" is none of them, ``figure`` is the
    number of the silhouette that is drawn in the die.
    """

    id: str
    name: str
    owner: str
    seat: int
    zone: str
    cb: int | None = None
    group: str = ""
    power: str = ""
    sign: str = ""
    double: bool = False
    stored: bool = False
    alliances: tuple[str, ...] = ()
    held: tuple[Die, ...] = ()
    capturing: bool = False
    figure: int = 0
    taught: frozenset[str] = frozenset()

    @property
    def place(self) -> str:
        """The zone of the die in words."""
        return PLACES[self.zone]


@dataclass(frozen=True, slots=True)
class Fighter:
    """A player's die in the Arena.

    ``face`` is 1 to 6 or None before the first roll, ``value`` what it counts; ``due``: it is to be rolled now;
    ``won``: it won that Round.  The other fields are those of ``arena`` in the game's view (docs/facts/dicers.md):
    its rolls (``rolls`` with the ``lent`` ones, ``made``, ``left``), ``set``: its player keeps the face, ``frozen``: a
    Power of the other makes it stay.  In a tie both roll again; ``again`` is the new face while the other has not
    rolled.  ``guards`` is the die in whose place this Guardian fights.
    """

    player: str
    seat: int
    die: Die
    face: int | None
    value: int | None
    due: bool = False
    won: bool = False
    rolls: int = 0
    lent: int = 0
    made: int = 0
    left: int = 0
    set: bool = False
    frozen: bool = False
    again: int | None = None
    guards: Die | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One player's side of the table, row by row."""

    player: str
    seat: int
    challenges: bool
    front: tuple[Die, ...]
    keep: tuple[Die, ...]
    dungeon: tuple[Die, ...]
    banished: tuple[Die, ...]
    reserve: tuple[Die, ...]
    aside: tuple[Die, ...]
    out: tuple[Die, ...]

    @property
    def left(self) -> int:
        """The number of dice that may still be advanced, now or later."""
        return len(self.front) + len(self.keep) + len(self.aside)


@dataclass(frozen=True, slots=True)
class Board:
    """All that the page draws; ``sides`` begins with the player who sits near."""

    level: str
    phase: str
    round: int
    sides: tuple[Side, ...]
    dice: Mapping[str, Die]
    arena: tuple[Fighter, ...]
    last: tuple[Fighter, ...]
    pool: tuple[Die, ...]
    rolled: Mapping[str, tuple[tuple[Die, int], ...]] = field(default_factory=dict)
    winner: str | None = None

    @property
    def basic(self) -> bool:
        """Whether it is the Basic game, which has no Keeps."""
        return self.level == "basic"

    @property
    def near(self) -> Side:
        """The side of the viewer, or of the first player."""
        return self.sides[0]

    @property
    def far(self) -> Side:
        """The side of the other player, across from `near`."""
        return self.sides[-1]

    @property
    def fight(self) -> tuple[Fighter, ...]:
        """What the Arena shows: the running Round, or the last one until both dice of the next are there."""
        return self.arena if self.arena or not self.last else self.last

    def seat(self, player: str) -> int:
        """The seat of *player*, 0 or 1, which gives the colour."""
        return next((side.seat for side in self.sides if side.player == player), 0)

    def fighter(self, player: str) -> Fighter | None:
        """The die of *player* in the Arena; None where there is none."""
        return next((one for one in self.fight if one.player == player), None)

    def die_in(self, pick: str) -> Die | None:
        """The die that an option names."""
        return self.dice.get(pick.removeprefix("hostage:"))

    def mine(self, player: str) -> tuple[Die, ...]:
        """The player's own dice, those in play first."""
        order = ("arena", "aside", "front", "keep", "reserve", "hostage", "dungeon", "banished", "out")
        own = [die for die in self.dice.values() if die.owner == player]
        return tuple(sorted(own, key=lambda die: order.index(die.zone)))

    def seen_of_others(self, player: str) -> tuple[Die, ...]:
        """Dice of others whose Power the viewer knows."""
        return tuple(die for die in self.dice.values() if die.owner not in ("", player) and die.sign)


def board(view: View, players: Sequence[str], viewer: str | None, taught: Taught = MappingProxyType({})) -> Board:
    """The board of a game with this *view* of *viewer*, who sits near; else the first player does.

    *taught*: the sides of each die of which there are pictures.
    """
    dice = _dice(view, players, taught)
    near = viewer if viewer is not None and viewer in players else players[0]
    facing = [near, *(player for player in players if player != near)]
    return Board(
        level=view["level"],
        phase=view["phase"],
        round=view["round"],
        sides=tuple(_side(view, dice, player, list(players).index(player)) for player in facing),
        dice=dice,
        arena=_fighters(view, dice, players),
        last=_past(view, dice, players),
        pool=_named(dice, view["pool"]),
        rolled={p: tuple((dice[die], face) for die, face in rolls.items()) for p, rolls in view["rolled"].items()},
        winner=view["winner"],
    )


def _dice(view: View, players: Sequence[str], taught: Taught) -> dict[str, Die]:
    """Every die, with the dice that lie under it."""
    alone = {
        die: _die(die, facts, players, figure, die in view["capturing"], taught.get(die, frozenset()))
        for figure, (die, facts) in enumerate(view["dice"].items())
    }
    held = {die: tuple(alone[each] for each in view["hostages"].get(die, ())) for die in alone}
    return {die: replace(drawn, held=held[die]) for die, drawn in alone.items()}


def _die(die: str, facts: View, players: Sequence[str], figure: int, capturing: bool, taught: frozenset[str]) -> Die:
    owner = facts["owner"] or ""
    return Die(
        id=die,
        name=facts["name"],
        owner=owner,
        seat=list(players).index(owner) if owner else 0,
        zone=facts["zone"],
        cb=facts.get("cb"),
        group=facts.get("group") or "",
        power=facts.get("power") or "",
        sign=facts.get("sign") or "",
        double=bool(facts.get("double")),
        stored=bool(facts.get("stored")),
        alliances=tuple(facts.get("alliances", ())),
        capturing=capturing,
        figure=figure,
        taught=taught,
    )


def _side(view: View, dice: Mapping[str, Die], player: str, seat: int) -> Side:
    rows = {row: _named(dice, view["rows"][player][row]) for row in ROWS}
    return Side(player, seat, view["challenger"] == player, **rows)


def _named(dice: Mapping[str, Die], ids: Iterable[str]) -> tuple[Die, ...]:
    return tuple(dice[die] for die in ids)


def _fighters(view: View, dice: Mapping[str, Die], players: Sequence[str]) -> tuple[Fighter, ...]:
    return tuple(
        Fighter(
            player=player,
            seat=list(players).index(player),
            die=dice[cast["die"]],
            face=cast["face"],
            value=cast["value"],
            due=player in view["to_roll"],
            rolls=cast["rolls"],
            lent=cast["lent"],
            made=cast["made"],
            left=cast["left"],
            set=cast["set"],
            frozen=cast["frozen"],
            again=cast["again"],
            guards=dice[cast["guards"]] if cast["guards"] else None,
        )
        for player, cast in view["arena"].items()
    )


def _past(view: View, dice: Mapping[str, Die], players: Sequence[str]) -> tuple[Fighter, ...]:
    last = view["last"]
    return tuple(
        Fighter(
            player=player,
            seat=list(players).index(player),
            die=dice[cast["die"]],
            face=cast["face"],
            value=cast["value"],
            won=player == last["winner"],
        )
        for player, cast in (last["casts"] if last else {}).items()
    )
