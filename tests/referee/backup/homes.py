"""A home to back up, and how it is restored."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np

from calibration.storage.table_files import Calibration, save_calibration
from referee.backup.restore import MOVING, READY, finish, prepare
from referee.journal.journal import Journal
from referee.startup.home_files import check_backup
from tests.referee.journal.test_recovery import fill
from tests.referee.kit import SETUP, clock
from vision.geometry.plane import Geometry

SINGLE_FILES = {
    "dice.json": b'{"format": 1, "dice": {}}',
    "munchkin-cards.json": b"[]",
    "settings.json": b'{"evidence_mb": 900}',
    "on-table.txt": b"1\n",
    "deleted.json": b"[]",
    "language.json": b'"de"',
    "panel.json": b"{}",
    "portraits/stone%3A1/number.jpg": b"a portrait",
    "calibrations/picamera%202304x1296/calibration.json": b"another camera",
}
PICTURES = {"evidence/000001.jpg": b"a picture", "evidence/000001.json": b"its record"}
SECRETS = {"pin": b"123456", "secret": b"k" * 32, "seats.json": b"{}", "sharing/outbox.sqlite": b"facts"}


def home_at(path: Path) -> Path:
    """A home with a game and an example of every other file."""
    path.mkdir()
    with closing(Journal(path / "owleye.sqlite")) as journal:
        fill(journal, journal.begin(SETUP, clock()), 12)
    empty = np.full((40, 60, 3), 90, np.uint8)
    save_calibration(path, Calibration("a1", clock(), None, Geometry(), 0.4), empty)
    for name, data in {**SINGLE_FILES, **PICTURES, **SECRETS}.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def restore(home: Path, file: Path) -> str:
    """Put a backup into a home, as `owleye restore` does."""
    home.mkdir(exist_ok=True)
    prepare(home, file, "20260101", check_backup)
    return finish(home)


def is_prepared(home: Path) -> bool:
    """Whether a restore is decided and not yet finished."""
    return any(home.glob(f"{READY}*")) or any(home.glob(f"{MOVING}*"))


def contents(home: Path) -> dict[str, bytes]:
    """Every file of a home."""
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}
