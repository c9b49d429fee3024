"""The live table of a recorded or made-up sequence of readings, without a camera."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import numpy as np

from referee.journal.journal import Journal
from referee.model.commands import Enter, NewGame, Press, ReadingOccasion, Reply, Saw
from referee.model.snapshot import Snapshot
from referee.observe.evidence import Evidence
from referee.table.controller import TableController
from rules.core.facts import Choose, Fact, Throw
from rules.games import GAMES
from tests.referee.kit import clock
from tests.referee.observe.test_dicers_at_table import SETUP as DICERS
from tests.rules.casting_stones.kit import setup as stones
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import setup as munchkin
from vision.types import Candidate, Note, Piece, Point, Reading

EIGHT = [f"die:{n}" for n in range(1, 9)]
SETUPS: dict[str, Any] = {
    "dicers": DICERS,
    "collections": {
        "game": "dicers",
        "format": 1,
        "level": "advanced",
        "players": ["Ana", "Bo"],
        "dice": {die: {"cb": 3, "power": "expel"} for die in EIGHT},
        "collections": {"Ana": EIGHT[::2], "Bo": EIGHT[1::2]},
    },
    "stones": {**stones(picked=True), "youngest": "Ana"},
    "munchkin": munchkin(cards=CARDS),
}


class SequenceTable:
    """The live table of one sequence."""

    def __init__(self, home: Path, setup: str) -> None:
        evidence = Evidence(home / "evidence", 100)
        now = Snapshot(version=1, simulated=False)
        self.controller = TableController(Journal(home / "owleye.sqlite"), evidence, GAMES, clock, now)
        assert self.controller.do(NewGame(SETUPS[setup])).ok

    def say(self, line: str) -> None:
        answer = self.controller.do(Enter(fact_of(line), self.controller.now.length))
        assert answer.ok, f"{line}: {answer.words}"

    def answer(self, key: str) -> None:
        question = self.controller.now.question
        assert question is not None
        assert self.controller.do(Reply(question.id, key)).ok

    def press(self, seat: int) -> None:
        assert self.controller.do(Press(seat)).ok

    def see(self, pieces: Sequence[Piece], why: ReadingOccasion) -> None:
        looked_for = self.controller.now.expect
        reading = Reading(tuple(pieces), (), {})
        self.controller.do(Saw(reading, np.zeros((9, 16, 3), np.uint8), {}, looked_for, why))

    def log(self) -> list[Fact]:
        return [line.fact for line in self.controller.now.log]


def piece_of(name: str | None, side: str, x: float, y: float, more: dict[str, Any] | None = None) -> Piece:
    """A die of 26 mm or a stone at a place of the mat (mm); a picture has two pixels a millimetre."""
    fields = {"turn": 0.0, "sure": True, "notes": (), "candidates": (), **(more or {})}
    kind = fields.get("kind", "stone" if name and name.startswith("stone") else "die")
    candidates = tuple(Candidate(*one) for one in fields["candidates"]) or (Candidate(name, side, 0.9),)
    px = (960 + 2 * x, 540 - 2 * y)
    notes = tuple(Note(note) for note in fields["notes"])
    return Piece(
        kind, name, side, None, None, 0.9, fields["sure"], candidates, px, corners(px, fields["turn"]), (x, y), notes
    )


def corners(px: Point, turn: float) -> tuple[Point, ...]:
    """The top face of a die of 26 mm, turned by *turn* degrees."""
    angles = [radians(turn + 45 + 90 * n) for n in range(4)]
    return tuple((px[0] + 36.8 * cos(angle), px[1] + 36.8 * sin(angle)) for angle in angles)


def fact_of(line: str) -> Fact:
    """A choice from "Ana keep: keep", or a throw from "Ana throws die:1 4"."""
    player, _, rest = line.partition(" ")
    if rest.startswith("throws "):
        words = rest.split()[1:]
        return Throw(player, tuple(zip(words[::2], words[1::2], strict=True)))
    kind, _, pick = rest.partition(": ")
    return Choose(player, kind, pick)
