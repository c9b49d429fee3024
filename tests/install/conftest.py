"""The machine on which install.sh is tried, and the table that is updated."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.install.machine import Machine
from tests.install.updates import Table


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)
