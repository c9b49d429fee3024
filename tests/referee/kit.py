"""A toy table to test the referee on: the smallest game, a clock that counts, pieces and readings by hand."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit
from typing import Any, NoReturn

import numpy as np

from referee.journal.journal import Journal
from referee.model.commands import NewGame, Saw
from referee.model.snapshot import Snapshot
from referee.model.tracks import Tracks
from referee.observe.association import associate
from referee.observe.evidence import Evidence
from referee.observe.tracker import after_reading, with_present
from referee.table.controller import TableController
from rules.core.facts import Choose, Fact, Throw
from rules.core.game import Game
from tests.rules.toy import Toy
from vision.types import Candidate, Piece, Reading

TOY: Mapping[str, Game] = {"toy": Toy()}
SETUP: dict[str, Any] = {"game": "toy", "format": 1, "players": ["A", "B"], "powers": {"A": "turn", "B": "nudge"}}
THROW_A = Throw("A", (("die:A", "1"),))
THROW_B = Throw("B", (("die:B", "3"),))
PLAYED: tuple[Fact, ...] = (THROW_A, THROW_B, Choose("A", "power", "turn"), Choose("B", "power", "keep"))


def clock() -> str:
    """Always the same moment."""
    return "2026-01-01T12:00:00+00:00"


def controller_at(home: Path, limit_mb: int = 100) -> TableController:
    """A controller with the journal and the evidence of *home*."""
    evidence = Evidence(home / "evidence", limit_mb)
    return TableController(Journal(home / "owleye.sqlite"), evidence, TOY, clock, Snapshot(version=1, simulated=False))


def playing(home: Path) -> TableController:
    """A controller with a fresh toy game on it."""
    controller = controller_at(home)
    assert controller.do(NewGame(SETUP)).ok
    return controller


def places() -> Iterator[tuple[float, float]]:
    """Endless places on the table, far apart."""
    return ((100.0 + 50 * i, 80.0) for i in count())


def piece(
    name: str | None,
    side: str | None,
    at: tuple[float, float] = (100.0, 100.0),
    sure: bool = True,
    notes: tuple[str, ...] = (),
    candidates: tuple[tuple[str | None, str, float], ...] = (),
) -> Piece:
    """A piece of a reading, without a place in mm."""
    kind = "die" if name and name.startswith("die") else "stone"
    listed = tuple(Candidate(*candidate) for candidate in candidates)
    return Piece(kind, name, side, None, None, 0.9, sure, listed, at, (), None, notes)  # type: ignore[arg-type]


def reading(*pieces: Piece) -> Reading:
    """A reading of these pieces, without problems."""
    return Reading(tuple(pieces), (), {"find": 1.0, "read": 1.0})


def saw(*pieces: Piece, why: str = "rest", looked_for: tuple[str, ...] = ("die:A", "die:B")) -> Saw:
    """The camera's thread reports these pieces on a small black picture."""
    return Saw(reading(*pieces), np.zeros((9, 16, 3), np.uint8), {"exposure_us": 9000.0}, looked_for, why)  # type: ignore[arg-type]


def lying_there(tracks: Tracks, pieces: Sequence[Piece]) -> Tracks:
    """The tracks after a reading of these pieces before a throw."""
    return with_present(tracks, pieces, associate(pieces, tracks))


def after(tracks: Tracks, pieces: Sequence[Piece], looked_for: Sequence[str], due: Sequence[str]) -> Tracks:
    """The tracks after a reading of these pieces was judged."""
    return after_reading(tracks, pieces, associate(pieces, tracks), looked_for, due)


def log_of(controller: TableController) -> list[Fact]:
    """The facts that were logged."""
    return [line.fact for line in controller.now.log]


def read_only(path: Path, *arguments: object, **options: object) -> NoReturn:
    """Stands for a call of the operating system that changes a disk which turned read-only."""
    raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))


@contextmanager
def no_file_grows(most: int = 0) -> Iterator[None]:
    """Every write to a file fails after its first *most* bytes, as on a full disk."""
    before = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        setrlimit(RLIMIT_FSIZE, before)
