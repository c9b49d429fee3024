"""Casting Stones as the page draws it: the ring of turrets, the hands, and the casts with their verdicts.

All of it is read off the game's own public view (docs/facts/casting-stones.md); nothing is judged here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import Any

from rules.core import Entry
from rules.facts import Throw

RING = 150.0  # radius in the drawing's units
AT_TURRET = re.compile(r"(?:gem|knock-gem) (\d+)")  # options that a tap on one turret can answer
KINDS = {
    "spell": "Spell",
    "potion": "Potion",
    "charm": "Charm",
    "bungle": "Bungle",
    "unsure": "Not sure",
    "open": "Not yet",
}
COLOURS = {"character": "silver", "artifact": "white", "element": "brown", "chaser": "black"}


@dataclass(frozen=True, slots=True)
class Stone:
    """A piece as it is drawn and called; ``colour`` is its material, ``number`` None where nobody knows it."""

    id: str
    name: str
    colour: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Shown:
    """A stone in a cast; ``other`` is the side a tap turns it to, ``seq`` the throw it was last seen in."""

    stone: Stone
    side: str
    other: str
    seq: int


@dataclass(frozen=True, slots=True)
class Cast:
    """One player's cast of the running or the last turn."""

    player: str
    kind: str
    word: str
    sum: str
    shown: tuple[Shown, ...]
    lacks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """The best chance of one kind in a second cast, and the stones to cast again for it."""

    kind: str
    word: str
    percent: int
    again: tuple[Stone, ...]


@dataclass(frozen=True, slots=True)
class Turret:
    """One turret at its place in the drawing.

    ``colour`` is the gem's on it, if any; ``wanted`` the colour of who would win the game with a gem there.
    """

    number: int
    name: str
    x: float
    y: float
    owner: str | None
    colour: str | None
    winning: bool
    wanted: str | None


@dataclass(frozen=True, slots=True)
class Arc:
    """The bond between two neighbouring turrets of one owner."""

    colour: str
    path: str


@dataclass(frozen=True, slots=True)
class Player:
    """What a player has before him."""

    name: str
    colour: str
    gems: int
    hand: tuple[Stone, ...]
    cards: tuple[str, ...]
    used_cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """All that the page draws of a game."""

    stones: Mapping[str, Stone] = field(default_factory=dict)
    players: tuple[Player, ...] = ()
    casts: tuple[Cast, ...] = ()
    odds: tuple[Chance, ...] = ()
    turrets: tuple[Turret, ...] = ()
    arcs: tuple[Arc, ...] = ()
    middle: tuple[Stone, ...] = ()
    vault: tuple[Stone, ...] = ()
    winner: str | None = None
    turn_winner: str | None = None
    turn: int = 0
    first: str = ""

    def colour_of(self, player: str) -> str:
        """The colour of a player's gems; "none" before it is chosen."""
        return next((p.colour for p in self.players if p.name == player), "none")

    def stone(self, piece: str) -> Stone:
        """The stone to draw for a piece."""
        return self.stones.get(piece) or Stone(piece, piece, "plain", None)

    def stone_in(self, pick: str) -> Stone | None:
        """The one stone that an option names, to be drawn on its button."""
        named = [self.stones[word] for word in pick.split() if word in self.stones]
        return named[0] if len(named) == 1 else None

    @property
    def ring_words(self) -> str:
        """The ring for those who cannot see it."""
        held = [f"{turret.name}: {turret.owner}" for turret in self.turrets if turret.owner]
        return f"{len(self.turrets)} turrets in a ring. " + (", ".join(held) or "All are empty") + "."


def board(view: Mapping[str, Any], entries: Sequence[Entry]) -> Board:
    """The board of a game with this public *view*; *entries* tell which throw each stone was last seen in."""
    seats, last = view["seats"], view["last"]
    running = {name: {**seat["cast"], "stones": seat["hand"]} for name, seat in seats.items() if seat["cast"]}
    casts = running or (last["casts"] if last else {})
    judged = last is not None and (not running or last["turn"] == view["turn"])
    turrets, stones = _turrets(view), {stone.id: stone for stone in _everywhere(view)}
    latest = _latest(entries)
    return Board(
        stones=stones,
        players=tuple(_player(name, seat) for name, seat in seats.items()),
        casts=tuple(_cast(name, casts[name], latest) for name in seats if name in casts),
        odds=tuple(_chance(way, stones) for way in view["odds"]),
        turrets=turrets,
        arcs=_arcs(turrets, bool(view["house_rules"].get("ring_open"))),
        middle=tuple(map(stone_of, view["middle"])),
        vault=tuple(map(stone_of, view["vault"])),
        winner=view["winner"],
        turn_winner=last["winner"] if judged else None,
        turn=view["turn"],
        first=view["casts_first"],
    )


def stone_of(piece: Mapping[str, Any]) -> Stone:
    """A piece of a set-up or of a view as the page draws it."""
    name = str(piece.get("name") or piece["piece"])
    return Stone(str(piece["piece"]), name, COLOURS.get(str(piece.get("type")), "plain"), piece.get("number"))


def _everywhere(view: Mapping[str, Any]) -> Iterator[Stone]:
    for pile in (view["middle"], view["vault"], *(seat["hand"] for seat in view["seats"].values())):
        yield from map(stone_of, pile)


def _player(name: str, seat: Mapping[str, Any]) -> Player:
    cards, used = (tuple(card["name"] for card in seat[pile]) for pile in ("library", "used_cards"))
    return Player(name, seat["colour"], seat["gems_left"], tuple(map(stone_of, seat["hand"])), cards, used)


def _cast(name: str, cast: Mapping[str, Any], latest: Mapping[tuple[str, str], int]) -> Cast:
    shown = tuple(
        Shown(stone_of(stone), stone["side"] or "?", _other(stone["side"]), latest.get((name, stone["piece"]), 0))
        for stone in cast["stones"]
    )
    kind = cast["kind"] if cast.get("final", True) or cast["kind"] != "bungle" else "open"
    counted = _sum(cast["numbers"]) if kind in ("spell", "charm") else ""
    return Cast(name, kind, KINDS[kind], counted, shown, tuple(lack["words"] for lack in cast.get("lacks", ())))


def _chance(way: Mapping[str, Any], stones: Mapping[str, Stone]) -> Chance:
    return Chance(way["kind"], KINDS[way["kind"]], way["percent"], tuple(stones[piece] for piece in way["again"]))


def _other(side: str | None) -> str:
    return "symbol" if side == "number" else "number"


def _sum(numbers: Sequence[int]) -> str:
    return " + ".join(map(str, numbers)) + f" = {sum(numbers)}"


def _latest(entries: Sequence[Entry]) -> dict[tuple[str, str], int]:
    throws = [(entry.seq, entry.play) for entry in entries if isinstance(entry.play, Throw)]
    return {(throw.player, piece): seq for seq, throw in throws for piece, _ in throw.shown}


def _turrets(view: Mapping[str, Any]) -> tuple[Turret, ...]:
    ring, seats = view["turrets"], view["seats"]
    return tuple(
        Turret(
            number=t["turret"],
            name=t["name"],
            x=_place(i / len(ring))[0],
            y=_place(i / len(ring))[1],
            owner=t["gem"],
            colour=seats[t["gem"]]["colour"] if t["gem"] else None,
            winning=t["turret"] in view["winning"],
            wanted=next((seat["colour"] for seat in seats.values() if t["turret"] in seat["wins_with"]), None),
        )
        for i, t in enumerate(ring)
    )


def _place(share: float, radius: float = RING) -> tuple[float, float]:
    """The point at this share of the ring, clockwise from the top."""
    angle = 2 * pi * share - pi / 2
    return round(radius * cos(angle), 1), round(radius * sin(angle), 1)


def _arcs(turrets: Sequence[Turret], open_ends: bool) -> tuple[Arc, ...]:
    pairs = list(zip(turrets, (*turrets[1:], turrets[0]), strict=True))
    return tuple(
        Arc(here.colour, f"M{here.x} {here.y}A{RING} {RING} 0 0 1 {there.x} {there.y}")
        for here, there in (pairs[:-1] if open_ends else pairs)
        if here.colour and here.owner == there.owner
    )


def aims(picks: Iterable[str]) -> dict[int, str]:
    """The options that a tap on a turret answers, by the turret's number."""
    return {int(aim[1]): pick for pick in picks if (aim := AT_TURRET.fullmatch(pick))}
