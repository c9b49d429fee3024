"""Runs the programs that an update needs: git, make, and the new version itself."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE

ERROR = "ERROR: "  # how pip begins an error, which notes may follow
MAKES_OWN = re.compile(r"make(\[\d+\])?: \*\*\*")  # how make's own line begins, also under another make


class UpdateError(ValueError):
    """The update failed; the message is a sentence with the next step, and the old version stays in use."""


def call(*command: str, hint: str = "", limit_s: float | None = None) -> str:
    """What a command prints; raises UpdateError where it fails or takes longer than *limit_s*."""
    program = Path(command[0]).name
    try:
        code, printed, complaint = _run(command, limit_s)
    except OSError as error:
        step = f"sudo apt install {program}" if program == command[0] else hint
        raise _failed(f"{program} cannot be started ({error.strerror})", step) from None
    except subprocess.TimeoutExpired:
        raise _failed(f"{program} did not end within {limit_s:.0f} s", hint) from None
    if code:
        raise _failed(f"{program} failed ({_reason(complaint)})", hint)
    return printed.strip()


def _failed(why: str, step: str) -> UpdateError:
    return UpdateError(f"{why}; the old version stays. {step}".strip())


def _run(command: Sequence[str], limit_s: float | None) -> tuple[int, str, str]:
    """Run a command, which inherits the lock: its exit status, what it prints, and what it complains about.

    A command that takes too long or is stopped is ended with all that it has started, such as the pip of a make: it
    would go on writing to files that are removed now. Raises like `subprocess.run`.
    """
    with (
        _late_interrupt() as interrupt,
        subprocess.Popen(
            command, stdout=PIPE, stderr=PIPE, text=True, errors="replace", start_new_session=True, close_fds=False
        ) as running,
    ):
        try:
            interrupt()
            printed, complaint = running.communicate(timeout=limit_s)
        except BaseException:
            with suppress(ProcessLookupError):  # all have ended already
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()
            raise
    return running.returncode, printed, complaint


@contextmanager
def _late_interrupt() -> Iterator[Callable[[], None]]:
    """Keep back an interrupt (Ctrl-C) until the yielded function is called, which delivers it.

    While a command is started there is nobody yet who would end it.
    """
    kept: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: kept.append(number))

    def deliver() -> None:
        signal.signal(signal.SIGINT, before)
        while kept:
            signal.raise_signal(kept.pop())

    try:
        yield deliver
    finally:
        deliver()


def _reason(printed: str) -> str:
    """Why a command failed: the last error that it printed, else its last line, but never the report of make itself."""
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    own = [line for line in lines if not MAKES_OWN.match(line)]
    errors = [line.removeprefix(ERROR) for line in own if line.startswith(ERROR)]
    return (errors or own or lines or ["no reason given"])[-1]
