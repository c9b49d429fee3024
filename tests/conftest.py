"""Fixtures of every test."""

from __future__ import annotations

import gc
import logging
import sqlite3
import sys
import threading
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from weakref import WeakSet

import pytest
from gpiozero.mixins import HoldThread
from gpiozero.pins.local import LocalPiFactory
from hypothesis import HealthCheck, settings

from referee.startup.threads import FAILURES
from tests.compiled import share_compiled
from tests.hardware import fake_lgpio
from tests.table_tops import drawn_once

# No test is timed: a busy machine is no defect.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


class WatchedConnection(sqlite3.Connection):
    """A database that warns where nobody closes it, as every database does from Python 3.13 on."""

    is_open = True

    def close(self) -> None:
        self.is_open = False
        super().close()

    def __del__(self) -> None:
        if self.is_open:
            warnings.warn("a database was not closed", ResourceWarning, source=self, stacklevel=2)


share_compiled()


@pytest.fixture(scope="session", autouse=True)
def table_tops() -> Iterator[None]:
    """Let simulated tables draw their top once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hardware.simulated.table.surface", drawn_once)
        yield


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


@pytest.fixture(autouse=True)
def buttons() -> Iterator[None]:
    """End the threads of the buttons that a test left open: gpiozero starts one a button, which never sleeps long."""
    yield
    for thread in threading.enumerate():
        if isinstance(thread, HoldThread):
            thread.stopping.set()


@pytest.fixture(autouse=True)
def failures() -> Iterator[None]:
    """Let no test report a failure that another one logged: pages show all of this process."""
    yield
    logging.getLogger().removeHandler(FAILURES)
    FAILURES.clear()


SLOW = ("tests/browser/", "tests/vision/test_hard_cases.py", "test_real_throws_are_read_at_rest_and_at_no_other_moment")
"""Where the tests that take seconds are: whole processes with a browser, many painted tables, real videos."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests, and put them first: all workers then end at about the same time."""
    for item in items:
        if any(part in item.nodeid for part in SLOW):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Leave the collected tests out of every later garbage collection: there are thousands, and they stay anyway."""
    gc.collect()
    gc.freeze()


PI_4B = 0xC03114


@pytest.fixture
def lgpio(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[fake_lgpio.Lines]:
    """The lines that a real LGPIOFactory opens through a fake lgpio, which each test imports anew.

    A real lgpio that another test has imported is put back afterwards.
    """
    modules = ("lgpio", "gpiozero.pins.lgpio")
    for name in modules:
        monkeypatch.delitem(sys.modules, name, raising=False)
    site = tmp_path_factory.mktemp("site")
    (site / "lgpio.py").write_text(fake_lgpio.IMPORTED)
    monkeypatch.syspath_prepend(site)
    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda self: PI_4B)
    monkeypatch.setattr(fake_lgpio, "lines", fake_lgpio.Lines())
    monkeypatch.setenv("LG_WD", "elsewhere")
    monkeypatch.chdir(Path.cwd())  # a broken guard is undone after the test
    yield fake_lgpio.lines
    for name in modules:
        sys.modules.pop(name, None)
