"""The table as `owleye run --simulate` starts it: painted stones, real eyes, the real journal; one turn and a kill."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import Page
from tests.browser.conftest import ROOT
from tests.browser.test_play import POTION, SPELL, begin, position, step, throw, types

pytestmark = pytest.mark.browser
EYES_S = 120  # a throw flies, settles and is read; a busy machine may take its time


class Table:
    """`owleye run --simulate` in a process of its own."""

    def __init__(self, home: Path, host: str = "127.0.0.1") -> None:
        self._home, self._host, self.url = home, host, ""
        self.start()

    def start(self) -> None:
        """Start it, and wait until it prints its address."""
        command = [sys.executable, "owleye.py", "--home", str(self._home), "run", "--simulate"]
        self._process = subprocess.Popen(
            [*command, "--host", self._host, "--port", "0"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        output = ""
        while not (address := re.search(r"http://[\w.]+:\d+", output)):
            assert self._process.stdout is not None
            line = self._process.stdout.readline()
            assert line, f"the table did not start: {output}"
            output += line
        self.url = address[0]

    def kill(self) -> None:
        """SIGKILL, as if the power went."""
        self._process.kill()
        self._process.wait(timeout=20)
        if self._process.stdout is not None:
            self._process.stdout.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    running = Table(tmp_path)
    yield running
    running.kill()


def test_a_turn_read_by_the_eyes_survives_a_kill(table: Table, page: Page) -> None:
    page.go(f"{table.url}/games/new/casting-stones")
    page.until("document.querySelectorAll('#stones li').length === 12", EYES_S)
    begin(table, page)
    known = types(page)
    page.until("!!document.querySelector('.eyes-watching')", EYES_S)  # the empty table was seen
    throw(page, SPELL, known, EYES_S)
    assert page.js("document.querySelectorAll('.still .named').length") == 5
    throw(page, POTION, known, EYES_S)
    page.until("document.querySelector('.cast.won .kind')?.innerText === 'Spell'")
    step(page, lambda: page.click(".option"))
    before = position(page)
    table.kill()
    table.start()
    page.go(table.url)
    page.until("document.querySelectorAll('.ring .gem').length === 1")
    page.until("!document.querySelector('.eyes-starting')", EYES_S)  # until then nothing can be thrown
    assert position(page) == before
    page.complaints.clear()  # while the table was gone, the page could not but notice
