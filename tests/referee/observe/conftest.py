"""A simulated table on which two play Casting Stones; its home is taught once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.simulated import Bench, taught_home


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that knows the stones of the simulated table."""
    return taught_home(tmp_path_factory.mktemp("taught"))


@pytest.fixture
def bench(tmp_path: Path, home: Path) -> Bench:
    """A table with a game of Casting Stones on it."""
    bench = Bench(tmp_path, home)
    bench.begin()
    return bench
