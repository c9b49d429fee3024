"""A checkout with a home that is updated from a local repository, whose program is a script."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from referee.cli.update import confirm, in_use, install
from tests.install.commands import ROOT

# A project whose "installation" is one script, which says its version, lists games that it can read, and runs or fails.
MAKEFILE = """
.venv/bin/.installed:
\tmkdir -p .venv/bin
\tcp owleye .venv/bin/owleye
\tchmod +x .venv/bin/owleye
\ttouch $@
"""
PROGRAM = """#!/bin/sh
[ "$1" != --version ] || {{ {version}; exit; }}
[ "$1" != --home ] || exec grep -q "^games" "$2/owleye.sqlite"
{run}
"""
STARTS = "echo runs {number}"
FAILS = 'echo new >"$OWLEYE_HOME/owleye.sqlite"; exit 1'  # games of a new format
DIES_LATER = 'echo and a throw >>"$OWLEYE_HOME/owleye.sqlite"; exit 1'


class Table:
    """A checkout with its home and the repository that it came from."""

    def __init__(self, folder: Path) -> None:
        self.source, self.folder, self.home = folder / "source", folder / "owleye", folder / "home"
        self.source.mkdir()
        self.home.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.publish("1", STARTS)
        subprocess.run(("git", "clone", "--quiet", self.source, self.folder), check=True)
        subprocess.run(("make", "-s", "-C", self.folder, ".venv/bin/.installed"), check=True)
        (self.home / "owleye.sqlite").write_text("games\n")

    def git(self, *words: str) -> None:
        who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
        subprocess.run(("git", "-C", self.source, *who, *words), check=True)

    def publish(self, number: str, run: str, version: str = "echo owleye {number}") -> None:
        (self.source / "packaging").mkdir(exist_ok=True)
        shutil.copy(ROOT / "packaging/start", self.source / "packaging/start")
        (self.source / "Makefile").write_text(MAKEFILE)
        text = PROGRAM.format(run=run.format(number=number), version=version.format(number=number))
        (self.source / "owleye").write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", f"Version {number}")

    def update(self, steps: int | None = None) -> list[str]:
        """Update; power is lost after *steps* steps."""
        messages = []
        for words in install(self.home, self.folder, str(self.source)):
            messages.append(words)
            if len(messages) == steps:
                break
        return messages

    def start(self, path: str = "") -> subprocess.CompletedProcess[str]:
        """Start as systemd does; *path* is searched for commands first."""
        environment = os.environ | {"OWLEYE_HOME": str(self.home), "PATH": f"{path}:{os.environ['PATH']}"}
        command = (self.folder / "packaging/start",)
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def ran(self) -> str:
        """The last word of a start: the version that ran."""
        return self.start().stdout.splitlines()[-1]

    def confirm(self) -> None:
        """End the trial, as the version in use does."""
        confirm(self.home, in_use(self.home, self.folder))

    def games(self) -> str:
        return (self.home / "owleye.sqlite").read_text()

    def installed(self) -> list[str]:
        """The versions beside the checkout."""
        return sorted(path.name for path in self.folder.with_name("owleye-versions").glob("*"))
