"""Drawings of the casting circles and of the ring of turrets.

A casting circle shows what a player cast, its verdict, and why it is nothing better. A tap on a turret chooses an
option, or shows why it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from rules.casting_stones.table import COLOURS
from rules.core.asks import Ask
from rules.core.facts import Throw
from rules.core.fold import Entry
from rules.core.phrases import Phrase

KINDS = {
    "spell": Phrase("Spell"),
    "potion": Phrase("Potion"),
    "charm": Phrase("Charm"),
    "bungle": Phrase("Bungle"),
    "unsure": Phrase("Not sure"),
    "open": Phrase("Nothing yet"),
}
RING = 150.0  # radius in the drawing's units
AT_TURRET = re.compile(r"(gem|knock-gem) (\d+)")  # options that are chosen by a tap on one turret


@dataclass(frozen=True, slots=True)
class Stone:
    """A piece as it is drawn and called; ``colour`` is its material, ``number`` is None where it is not known."""

    id: str
    name: str
    colour: str
    number: int | None


def stone_of(piece: Mapping[str, Any]) -> Stone:
    """A piece of a set-up or of a view as the page draws it."""
    name = str(piece.get("name") or piece["piece"])
    return Stone(str(piece["piece"]), name, COLOURS.get(str(piece.get("type")), "plain"), piece.get("number"))


@dataclass(frozen=True, slots=True)
class CastStone:
    """A stone in a cast; ``other`` is the side a tap turns it to, ``seq`` the throw it was last seen in."""

    stone: Stone
    side: str
    other: str
    seq: int


@dataclass(frozen=True, slots=True)
class Cast:
    """One player's cast.

    ``numbers``: those that count, empty where none do.  ``wild``: what the Chasers in it count as; ``lacks``: what each
    other kind would need.
    """

    player: str
    kind: str
    word: str
    numbers: tuple[int, ...]
    stones: tuple[CastStone, ...]
    wild: tuple[str, ...]
    lacks: tuple[str, ...]

    @property
    def total(self) -> str:
        """The sum of its numbers; empty where none count."""
        return str(sum(self.numbers)) if self.numbers else ""

    @property
    def addition(self) -> str:
        """Its numbers and their sum, such as ``10 + 6 = 16``; empty where none count."""
        return " + ".join(map(str, self.numbers)) + f" = {self.total}" if self.numbers else ""


@dataclass(frozen=True, slots=True)
class Chance:
    """The best chance of one kind in a second cast, as a share such as ``3/8``, and the stones to cast again for it."""

    kind: str
    word: str
    percent: int
    exact: str
    again: tuple[Stone, ...]


def casts_of(view: Mapping[str, Any], entries: Sequence[Entry]) -> tuple[Cast, ...]:
    """The casts of the running turn, else of the last one; *entries* show in which throw each stone was last seen."""
    seats, last = view["seats"], view["last"]
    running = {name: {**seat["cast"], "stones": seat["hand"]} for name, seat in seats.items() if seat["cast"]}
    casts = running or (last["casts"] if last else {})
    latest = _latest(entries)
    return tuple(cast_of(name, casts[name], latest) for name in seats if name in casts)


def turn_winner(view: Mapping[str, Any]) -> str | None:
    """Who won the turn whose casts are shown; None while it is not compared, or after a tie."""
    last, running = view["last"], any(seat["cast"] for seat in view["seats"].values())
    return last["winner"] if last and (not running or last["turn"] == view["turn"]) else None


def cast_of(name: str, cast: Mapping[str, Any], latest: Mapping[tuple[str, str], int]) -> Cast:
    """One cast from its entry in the view."""
    stones = tuple(
        CastStone(stone_of(stone), stone["side"] or "?", _other(stone["side"]), latest.get((name, stone["piece"]), 0))
        for stone in cast["stones"]
    )
    kind = cast["kind"] if cast.get("final", True) or cast["kind"] != "bungle" else "open"
    counted = tuple(cast["numbers"]) if kind in ("spell", "charm") else ()
    called = {stone["piece"]: stone["name"] for stone in cast["stones"]}
    wild = tuple(  # a stone that has left the hand since the cast is not shown
        COUNTS_AS[kind].about(stone=called[piece]) for piece, kind in cast["counts_as"].items() if piece in called
    )
    return Cast(name, kind, KINDS[kind], counted, stones, wild, tuple(lack["words"] for lack in cast["lacks"]))


def chances(view: Mapping[str, Any], stones: Mapping[str, Stone]) -> tuple[Chance, ...]:
    """The exact odds, while a second cast is due."""
    return tuple(
        Chance(
            way["kind"],
            KINDS[way["kind"]],
            way["percent"],
            way["chance"],
            tuple(stones[piece] for piece in way["again"]),
        )
        for way in view["odds"]
    )


COUNTS_AS = {
    "character": Phrase("{stone} counts as a Character."),
    "artifact": Phrase("{stone} counts as an Artifact."),
    "element": Phrase("{stone} counts as an Element."),
}


def _other(side: str | None) -> str:
    return "symbol" if side == "number" else "number"


def _latest(entries: Sequence[Entry]) -> dict[tuple[str, str], int]:
    throws = [(entry.seq, entry.play) for entry in entries if isinstance(entry.play, Throw)]
    return {(throw.player, piece): seq for seq, throw in throws for piece, _ in throw.shown}


@dataclass(frozen=True, slots=True)
class Turret:
    """One turret at its place in the drawing.

    ``owner`` and ``colour`` are those of the gem on it, if any; ``wanted`` is the colour of the player who would win
    the game with a gem there.
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


def turrets_of(view: Mapping[str, Any]) -> tuple[Turret, ...]:
    """The turrets of a view at their places, clockwise from the top."""
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


def arcs_of(turrets: Sequence[Turret], open_ends: bool) -> tuple[Arc, ...]:
    """The bonds between neighbours of one owner; a row with open ends does not close."""
    pairs = list(zip(turrets, (*turrets[1:], turrets[0]), strict=True))
    return tuple(
        Arc(here.colour, f"M{here.x} {here.y}A{RING} {RING} 0 0 1 {there.x} {there.y}")
        for here, there in (pairs[:-1] if open_ends else pairs)
        if here.colour and here.owner == there.owner
    )


def tap_choices(picks: Iterable[str]) -> dict[int, str]:
    """The option that a tap on each turret chooses, by the turret's number: of *picks* those that name one turret."""
    return {int(aim[2]): pick for pick in picks if (aim := AT_TURRET.fullmatch(pick))}


def why_no_tap(ask: Ask) -> dict[int, str]:
    """The reason why a tap on a turret is refused, by the turret's number, for the turrets that *ask* excludes."""
    shut = ((AT_TURRET.fullmatch(one.option.pick), one.reason.words) for one in ask.excluded)
    return {int(aim[2]): words for aim, words in shut if aim}
