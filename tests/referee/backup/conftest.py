"""A home with an example of every file, and its backup."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.backup.archive import write_backup
from tests.referee.backup.homes import home_at
from tests.referee.kit import clock


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home."""
    return home_at(tmp_path / "home")


@pytest.fixture
def file(home: Path, tmp_path: Path) -> Path:
    """Its backup, with the pictures."""
    write_backup(home, tmp_path / "b.zip", clock(), pictures=True)
    return tmp_path / "b.zip"
