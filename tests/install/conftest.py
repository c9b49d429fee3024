"""The machine on which install.sh is tried, and the table that is updated."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.install.machine import Machine
from tests.install.updates import Table


@pytest.fixture(autouse=True, scope="session")
def _ends_at_an_interrupt() -> None:
    """Programs started here end at SIGINT, also where the tests run in the background of a shell, which ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)
