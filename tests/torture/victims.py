"""Processes that are killed with SIGKILL at any moment; each writes a line for each fact that it has acknowledged.

They are forked from a process that has everything imported already, so that most kills meet work and not imports.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

PATIENCE_S = 60.0
Tell = Callable[[Any], None]


@dataclass(slots=True)
class Victim:
    """A forked process and the file that it writes its acknowledgements to."""

    pid: int
    file: Path

    def acknowledged(self) -> list[Any]:
        """The lines acknowledged so far; one that is being written is left out."""
        lines = self.file.read_bytes().split(b"\n")[:-1]
        return [json.loads(line) for line in lines]

    def wait_until_acknowledged(self) -> None:
        """Wait for the first acknowledgement."""
        ends = time.monotonic() + PATIENCE_S
        while not self.file.stat().st_size and time.monotonic() < ends and not self.has_ended():
            time.sleep(0.002)

    def has_ended(self) -> bool:
        """Whether it ended by itself; it is not reaped yet."""
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def kill(self) -> int:
        """Kill it; returns its exit status, 0 where it had finished and -9 where the kill met it."""
        os.kill(self.pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@contextmanager
def victim(file: Path, work: Callable[[Tell], None]) -> Iterator[Victim]:
    """Run *work* in a forked process, which the caller kills."""
    acks = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_TRUNC)
    pid = os.fork()
    if not pid:
        _work(work, acks)
    os.close(acks)
    yield Victim(pid, file)


def _work(work: Callable[[Tell], None], acks: int) -> None:
    code = 1
    try:
        work(lambda body: _say(acks, body))
        code = 0
    except BaseException as error:
        _say(acks, {"error": f"{type(error).__name__}: {error}"})
    finally:
        os._exit(code)


def _say(acks: int, body: Any) -> None:
    os.write(acks, json.dumps(body).encode() + b"\n")


def any_moment(one: Victim, rng: Random, longest_s: float) -> None:
    """Let the process run for a random time: mostly into its work, sometimes only into its start."""
    if rng.random() < 0.8:
        one.wait_until_acknowledged()
    time.sleep(rng.uniform(0.0, longest_s))
