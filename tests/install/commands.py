"""Commands that a script finds before the real ones: each notes its arguments and answers as the test sets."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Commands:
    """A folder at the front of PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._log = folder / "log"
        self._log.touch()

    def answer(self, name: str, script: str = "exit 0") -> None:
        """Have *name* note its arguments, then run *script* (POSIX shell)."""
        path = self.folder / name
        path.write_text(f'#!/bin/sh\nprintf "%s\\n" "{name} $*" >>"{self._log}"\n{script}\n')
        path.chmod(0o755)

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a script of the project with these commands in front, in a process group of its own."""
        path = f"{self.folder}:{os.environ['PATH']}"
        return subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | {"PATH": path} | environment,
            text=True,
            capture_output=True,
            check=False,
            start_new_session=True,
        )

    def noted(self, name: str) -> list[str]:
        """The arguments of each call of *name*, in order."""
        calls = [line.split(" ", 1) for line in self._log.read_text().splitlines()]
        return [words for called, words in calls if called == name]
