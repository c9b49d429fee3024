"""The process in which a hub has its games judged again; a game with a different verdict is marked and not counted.

It is separate, so that receiving messages and showing pages never wait for it.  The process (``python -m hub.judge``)
reads lines of JSON from its input: the database's URL, then lists of games.  It answers each list with a line: what
`Checker.check` returns, or null where the database does not answer.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Collection, Sequence
from contextlib import closing, suppress
from itertools import islice
from queue import SimpleQueue

from sqlalchemy.exc import SQLAlchemyError

from hub.checker import Checker
from hub.schema import engine_at
from hub.store import Row, Store

COLLECT = 700, 10, 1000  # thresholds of Python's search for cycles: in all objects, which are many, seldom
NICE = 5  # added to the process's niceness: receiving messages and showing pages come first
STOP_S = 10.0
JUDGED_AT_ONCE = 200  # games in one request


class JudgingQueue:
    """The games with facts that are not judged yet; those that have waited longest come first.

    Any thread may call `add` and `close`; one thread calls `first` and `remove`.
    """

    def __init__(self) -> None:
        self._added: SimpleQueue[Collection[str] | None] = SimpleQueue()
        self._games: dict[str, None] = {}

    def add(self, games: Collection[str]) -> None:
        """Add these games; those that wait already keep their place."""
        self._added.put(games)

    def close(self) -> None:
        """Let `first` return None from now on."""
        self._added.put(None)

    def first(self) -> list[str] | None:
        """Up to `JUDGED_AT_ONCE` games, which stay until they are removed; waits while there are none.

        None once this queue is closed.
        """
        while not (self._games and self._added.empty()):
            if not self._take(self._added.get()):
                return None
        return list(islice(self._games, JUDGED_AT_ONCE))

    def remove(self, games: Collection[str]) -> None:
        """Remove games that have been judged."""
        for game in games:
            del self._games[game]

    def _take(self, games: Collection[str] | None) -> bool:
        self._games |= dict.fromkeys(games or ())
        return games is not None


class Judge:
    """The hub's side of the judging process, which starts with the first games, and again after it has ended."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._process: subprocess.Popen[str] | None = None

    def check(self, games: Sequence[str]) -> list[Row] | None:
        """What `Checker.check` returns for these games; None where the judging must be repeated later."""
        try:
            if line := self._ask(games):
                answer: list[Row] | None = json.loads(line)
                return answer
        except OSError:
            pass
        self.close()
        return None

    def _ask(self, games: Sequence[str]) -> str:
        """The line that the process answers; empty where it has ended."""
        if self._process is None:
            command = [sys.executable, "-m", "hub.judge"]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            _send(self._process, self._url)
        _send(self._process, games)
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def close(self) -> None:
        """End the process after it has stored its current judgement; kill it after `STOP_S`."""
        if self._process is None:
            return
        process, self._process = self._process, None
        try:
            process.communicate(timeout=STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _send(process: subprocess.Popen[str], body: object) -> None:
    assert process.stdin is not None
    print(json.dumps(body), file=process.stdin, flush=True)


def main() -> None:
    """Answer each line of the standard input with one line; end with the input, which ends where the hub is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to the hub, which then ends this process
    os.nice(NICE)
    gc.set_threshold(*COLLECT)
    url = sys.stdin.readline()
    if not url:
        return
    with suppress(BrokenPipeError), closing(Store(engine_at(json.loads(url)))) as store:
        checker = Checker(store)
        for line in sys.stdin:
            answer = json.dumps(_checked(checker, json.loads(line)))
            os.write(sys.stdout.fileno(), f"{answer}\n".encode())


def _checked(checker: Checker, games: list[str]) -> list[Row] | None:
    try:
        return checker.check(games)
    except SQLAlchemyError:
        return None


if __name__ == "__main__":
    main()
