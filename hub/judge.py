"""Judges games in a process of its own, so that hearing tables and showing pages never wait for it.

The process (``python -m hub.judge``) reads lines of JSON from its input: the database's URL, then lists of games.  It
answers each list with a line: what `Checker.check` returns, or null where the database does not answer.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing

from sqlalchemy.exc import SQLAlchemyError

from hub.checker import Checker
from hub.schema import engine_at
from hub.store import Row, Store

NICE = 5  # hearing and showing come first
ENDS_S = 10.0


class Judge:
    """The process, as the hub uses it; one that ends is started again."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._start()

    def _start(self) -> None:
        command = [sys.executable, "-m", "hub.judge"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._send(self._url)

    def _send(self, body: object) -> None:
        assert self._process.stdin is not None
        print(json.dumps(body), file=self._process.stdin, flush=True)

    def check(self, games: Sequence[str]) -> list[Row] | None:
        """What `Checker.check` says of these games; None where they have to be judged later."""
        assert self._process.stdout is not None
        try:
            self._send(games)
            if line := self._process.stdout.readline():
                answer: list[Row] | None = json.loads(line)
                return answer
        except OSError:
            pass
        self.close()
        self._start()
        return None

    def close(self) -> None:
        """End the process; what it judges at this moment is stored before."""
        try:
            self._process.communicate(timeout=ENDS_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()


def main() -> None:
    """Judge until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the hub ends it
    os.nice(NICE)
    with closing(Store(engine_at(json.loads(sys.stdin.readline())))) as store:
        checker = Checker(store)
        for line in sys.stdin:
            print(json.dumps(_checked(checker, json.loads(line))), flush=True)


def _checked(checker: Checker, games: list[str]) -> list[Row] | None:
    try:
        return checker.check(games)
    except SQLAlchemyError:
        return None


if __name__ == "__main__":
    main()
