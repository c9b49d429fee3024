"""`owleye update` with a local source: a new version, one that does not start, and power lost at every step."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.update import TRIAL, UpdateError, checkout, confirm, in_use, install, outcome, restart
from tests.install.commands import ROOT

# A project whose "installation" is one script, which says its version, or fails.
MAKEFILE = """
.venv/bin/.installed:
\tmkdir -p .venv/bin
\tprintf '#!/bin/sh\\n[ "$$1" = --version ] && echo owleye {version} && exit\\n{run}\\n' >.venv/bin/owleye
\tchmod +x .venv/bin/owleye
\ttouch $@
"""
STARTS = "echo runs {version}"
FAILS = 'echo new >"$$OWLEYE_HOME/owleye.sqlite"; exit 1'


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
        (self.home / "owleye.sqlite").write_text("games")

    def git(self, *words: str) -> None:
        who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
        subprocess.run(("git", "-C", self.source, *who, *words), check=True)

    def publish(self, version: str, run: str) -> None:
        (self.source / "packaging").mkdir(exist_ok=True)
        shutil.copy(ROOT / "packaging/start", self.source / "packaging/start")
        text = MAKEFILE.format(version=version, run=run.format(version=version))
        (self.source / "Makefile").write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", f"Version {version}")

    def update(self, steps: int | None = None) -> list[str]:
        """Update; power is lost after so many steps."""
        told = []
        for words in install(self.home, self.folder, str(self.source)):
            told.append(words)
            if len(told) == steps:
                break
        return told

    def start(self) -> subprocess.CompletedProcess[str]:
        """What systemd does."""
        environment = os.environ | {"OWLEYE_HOME": str(self.home)}
        command = (self.folder / "packaging/start",)
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def games(self) -> str:
        return (self.home / "owleye.sqlite").read_text()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_a_new_version_is_installed_beside_and_used_from_the_next_start_on(table: Table) -> None:
    assert table.start().stdout == "runs 1\n"
    table.publish("2", STARTS)
    assert "It is installed: owleye 2." in table.update()
    assert table.start().stdout == "runs 2\n"
    confirm(table.home)
    assert not (table.home / TRIAL).exists()
    assert [table.start().stdout for _ in range(5)] == ["runs 2\n"] * 5
    table.publish("3", STARTS)
    table.update()
    confirm(table.home)
    assert table.start().stdout == "runs 3\n"
    table.publish("4", STARTS)
    table.update()
    assert len(list((table.folder.with_name("owleye-versions")).iterdir())) == 2  # the one in use, and the new one


def test_a_version_that_does_not_start_is_given_up_with_the_games_as_they_were(table: Table) -> None:
    table.publish("2", FAILS)
    table.update()
    assert [table.start().returncode for _ in range(3)] == [1, 1, 1]
    assert table.games() == "new\n"
    back = table.start()
    assert back.stdout.splitlines()[-1] == "runs 1"
    assert "the one before is back" in back.stdout
    assert table.games() == "games"
    assert table.start().stdout == "runs 1\n"
    table.publish("3", STARTS)
    table.update()
    assert table.start().stdout == "runs 3\n"


@pytest.mark.parametrize("steps", range(1, 6))
def test_power_lost_during_an_update_leaves_a_table_that_starts(table: Table, steps: int) -> None:
    table.publish("2", STARTS)
    told = table.update(steps)
    assert len(told) == steps
    assert table.start().stdout in ("runs 1\n", "runs 2\n")
    assert table.games() == "games"
    table.publish("3", STARTS)
    table.update()
    assert table.start().stdout == "runs 3\n"


BACK = ('rm -f "$home"', 'for file in "$kept"', 'ln -sfn "$old"', 'mv -T "$link.new"', 'rm "$trial"\n    echo')


@pytest.mark.parametrize("cut", BACK)
def test_power_lost_on_the_way_back_leaves_the_old_version_and_its_games(table: Table, cut: str) -> None:
    table.publish("2", FAILS)
    table.update()
    for _ in range(3):
        table.start()
    script = table.folder / "packaging/start"
    whole = script.read_text()
    script.write_text(whole.replace(f"    {cut}", f"    kill -9 $$; {cut}", 1))
    assert table.start().returncode == -9
    script.write_text(whole)
    assert table.start().stdout.splitlines()[-1] == "runs 1"
    assert table.games() == "games"


def test_what_cannot_be_installed_changes_nothing(table: Table, tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="newest version already"):
        table.update()
    with pytest.raises(UpdateError, match="git clone failed"):
        list(install(table.home, table.folder, str(tmp_path / "nowhere")))
    table.publish("2", STARTS)
    (table.source / "Makefile").write_text(".venv/bin/.installed:\n\tfalse\n")
    table.git("commit", "--all", "--quiet", "--message", "Broken")
    with pytest.raises(UpdateError, match="make -s failed"):
        table.update()
    assert table.start().stdout == "runs 1\n"


def test_a_version_whose_folder_is_gone_is_replaced_by_the_checkout(table: Table) -> None:
    table.publish("2", STARTS)
    table.update()
    shutil.rmtree(in_use(table.home, table.folder))
    assert table.start().stdout == "runs 1\n"


def test_the_outcome_is_told(table: Table) -> None:
    table.publish("2", STARTS)
    table.update()
    new = in_use(table.home, table.folder)
    times = iter((0.0, 1.0, 1e9))
    assert outcome(table.home, new, lambda: next(times)) is None
    confirm(table.home)
    assert outcome(table.home, new) is True
    (table.home / "program").unlink()
    (table.home / "program").symlink_to(table.folder)
    assert outcome(table.home, new) is False
    assert checkout(new) == checkout(table.folder) == table.folder


def test_only_a_table_of_the_service_is_ended(table: Table) -> None:
    ended: list[tuple[int, int]] = []
    end: Callable[[int, int], None] = lambda number, how: ended.append((number, how))  # noqa: E731
    assert not restart(table.home, end)
    (table.home / "owleye.lock").write_text(str(os.getpid()))
    assert not restart(table.home, end)
    assert ended == []
