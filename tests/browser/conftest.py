"""A browser, or a clear reason why there is none; a table to look at, and to kill."""

from __future__ import annotations

import os
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.browser.chromium import Page, installed
from tests.browser.served_table import serve_home
from tests.web.kit import playing

ROOT = Path(__file__).resolve().parents[2]
PROCESSES = get_context("forkserver")
"""Starts tables as copies of one process, which has imported what they need."""
PROCESSES.set_forkserver_preload(["tests.browser.served_table"])


class Process:
    """The table's own process; a new one continues at the same address."""

    def __init__(self, home: Path) -> None:
        self._home, self.port = home, 0
        self.start()

    @property
    def url(self) -> str:
        """The address of its pages."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        ready, announce = PROCESSES.Pipe(duplex=False)
        self._process = PROCESSES.Process(target=serve_home, args=(self._home, self.port, announce))
        self._process.start()
        announce.close()
        self.port = ready.recv()
        ready.close()

    def kill(self) -> None:
        """SIGKILL, as if the power went."""
        self._process.kill()
        self._process.join(timeout=10)


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    running = Process(tmp_path)
    yield running
    running.kill()


@pytest.fixture
def dealt(tmp_path: Path) -> Iterator[Process]:
    """A table on which a game with its stones picked waits for Bo's first cast."""
    playing(tmp_path).close()
    running = Process(tmp_path)
    yield running
    running.kill()


@pytest.fixture(scope="session")
def tab() -> Iterator[Page]:
    """One browser for all tests: starting it takes longer than most of them."""
    browser = installed()
    if browser is None:
        assert not os.environ.get("OWLEYE_REQUIRE_BROWSER"), "OWLEYE_REQUIRE_BROWSER is set, but there is no Chromium"
        pytest.skip("there is no Chromium here: install the package chromium to run the browser tests")
    tab = Page(browser)
    yield tab
    tab.close()


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """A blank page; the test fails where anything is left in its ``complaints`` at the end.

    Tests ask for it after the table, so that it is blank again before the table ends.
    """
    tab.size(1280, 800)
    tab.letters(16)
    tab.prefer("en")
    yield tab
    complaints = list(tab.complaints)
    tab.blank()
    assert complaints == []
