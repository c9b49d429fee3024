"""What every test begins with."""

from __future__ import annotations

import sqlite3
import warnings
from collections.abc import Iterator
from functools import partial
from weakref import WeakSet

import pytest


class WatchedConnection(sqlite3.Connection):
    """A database that warns where nobody closes it, as every database does from Python 3.13 on."""

    is_open = True

    def close(self) -> None:
        self.is_open = False
        super().close()

    def __del__(self) -> None:
        if self.is_open:
            warnings.warn("a database was not closed", ResourceWarning, source=self, stacklevel=2)


@pytest.fixture(autouse=True)
def databases(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close the databases that a test still holds at its end; one that the program forgot is an error."""
    opened: WeakSet[sqlite3.Connection] = WeakSet()
    connect = partial(sqlite3.connect, factory=WatchedConnection)

    def watched(*args: object, **options: object) -> sqlite3.Connection:
        connection = connect(*args, **options)
        opened.add(connection)
        return connection

    monkeypatch.setattr(sqlite3, "connect", watched)
    yield
    for connection in opened:
        connection.close()


SLOW = ("tests/browser/", "tests/vision/test_hard_cases.py", "test_real_throws_are_read_at_rest_and_at_no_other_moment")
"""Where the tests that take seconds are: whole processes with a browser, many painted tables, real videos."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests."""
    for item in items:
        if any(part in item.nodeid for part in SLOW):
            item.add_marker(pytest.mark.slow)
