"""`owleye update` with a local source: a new version, one that does not start, and power lost at every step."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import update
from referee.cli.update import TRIAL, checkout, confirm, in_use, install, outcome, restart
from referee.cli.update_calls import UpdateError
from referee.startup.safe_start import FILE
from tests.install.commands import Commands
from tests.install.updates import DIES_LATER, FAILS, MAKEFILE, STARTS, Table


def test_a_new_version_is_installed_beside_and_used_from_the_next_start_on(table: Table) -> None:
    assert table.start().stdout == "runs 1\n"
    table.publish("2", STARTS)
    assert "It is installed: owleye 2." in table.update()
    assert table.start().stdout == "runs 2\n"
    table.confirm()
    assert not (table.home / TRIAL).exists()
    assert [table.start().stdout for _ in range(5)] == ["runs 2\n"] * 5
    table.publish("3", STARTS)
    table.update()
    table.confirm()
    assert table.start().stdout == "runs 3\n"
    table.publish("4", STARTS)
    table.update()
    assert len(table.installed()) == 2  # the one in use, and the new one


@pytest.mark.parametrize(
    ("run", "left", "back"),
    [(FAILS, "new\n", "games\n"), (DIES_LATER, *["games\n" + "and a throw\n" * 3] * 2)],
)
def test_a_version_that_does_not_start_is_given_up_without_a_lost_fact(
    table: Table, run: str, left: str, back: str
) -> None:
    """What it wrote stays where the version before can read it; otherwise it is set aside for what was there before."""
    table.publish("2", run)
    table.update()
    assert [table.start().returncode for _ in range(3)] == [1, 1, 1]
    assert table.games() == left
    (table.home / FILE).write_text('{"failed": 3}')
    output = table.start().stdout
    assert not (table.home / FILE).exists()
    assert output.splitlines()[-1] == "runs 1"
    assert "the one before is back" in output
    assert table.games() == back
    aside = list(table.home.glob("update/games-*/owleye.sqlite"))
    assert [path.read_text() for path in aside] == ([] if left == back else [left])
    assert all(str(path.parent) in output for path in aside)
    assert table.start().stdout == "runs 1\n"
    table.publish("3", STARTS)
    table.update()
    assert table.start().stdout == "runs 3\n"


@pytest.mark.parametrize("command", ["mktemp", "cp", "sync", "mv"])
def test_a_disk_that_takes_no_changes_never_keeps_the_table_from_starting(
    table: Table, tmp_path: Path, command: str
) -> None:
    (tmp_path / "full").mkdir()
    full = Commands(tmp_path / "full")
    full.answer(command, "exit 1")
    table.publish("2", FAILS)
    table.update()
    while_full = [table.start(str(full.folder)).stdout for _ in range(4)]
    assert while_full[-1].endswith("runs 1\n")
    for _ in range(4):
        table.start()
    assert (table.ran(), table.games()) == ("runs 1", "games\n")


@pytest.mark.parametrize("trial", ["", "a\nb\n", "{new}\n{old}\nthree\n", "{new}\n{old}\n-1\n", "\0"])
def test_a_damaged_trial_ends(table: Table, trial: str) -> None:
    table.publish("2", STARTS)
    table.update()
    new = in_use(table.home, table.folder)
    (table.home / TRIAL).write_text(trial.format(new=new, old=table.folder))
    assert table.ran() == "runs 2"
    assert not (table.home / TRIAL).exists()


@pytest.mark.parametrize("steps", range(1, 6))
def test_power_lost_during_an_update_leaves_a_table_that_starts(table: Table, steps: int) -> None:
    table.publish("2", STARTS)
    messages = table.update(steps)
    assert len(messages) == steps
    assert table.start().stdout in ("runs 1\n", "runs 2\n")
    assert table.games() == "games\n"
    table.confirm()
    table.publish("3", STARTS)
    table.update()
    assert table.start().stdout == "runs 3\n"


BACK = ["cp 1", "sync 2", "mv 1", "rm 1", "cp 2", "ln 1", "rm 2", "rm 4"]
CUT = '[ "$(grep -c "^{name}" {log})" -ne {call} ] || kill -9 $PPID\nPATH=${{PATH#*:}} exec {name} "$@"'


@pytest.mark.parametrize("cut", BACK)
def test_power_lost_on_the_way_back_leaves_the_old_version_and_its_games(
    table: Table, tmp_path: Path, cut: str
) -> None:
    """The power is lost before this call of this command."""
    table.publish("2", FAILS)
    table.update()
    for _ in range(3):
        table.start()
    name, call = cut.split()
    (tmp_path / "cut").mkdir()
    commands = Commands(tmp_path / "cut")
    commands.answer(name, CUT.format(name=name, call=call, log=commands.folder / "log"))
    assert table.start(str(commands.folder)).returncode == -9
    assert (table.ran(), table.games()) == ("runs 1", "games\n")


PIP = "'  ERROR: No matching distribution found for x\\n  [end of output]\\nnote: This is not a problem with pip.\\n'"
BROKEN = [
    (".venv/bin/.installed:\n\t@false\n", "echo", "Error 1"),
    (".venv/bin/.installed:\n\t@echo No space left on device >&2; false\n", "echo", "No space left on device"),
    (f".venv/bin/.installed:\n\t@printf {PIP} >&2; false\n", "echo", r"failed \(No matching distribution"),
    (".venv/bin/.installed:\n\t@true\n", "echo", r"^owleye cannot be started \(No such file or directory\); the old"),
    (MAKEFILE, "exec sleep 30", "did not end within"),
    (MAKEFILE, "echo cannot import numpy >&2; exit 1", "cannot import numpy"),
]


@pytest.mark.parametrize(("makefile", "version", "why"), BROKEN)
def test_a_version_that_cannot_be_installed_changes_nothing_and_takes_no_room(
    table: Table, makefile: str, version: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update, "VERSION_S", 0.3)
    table.publish("2", STARTS, version)
    (table.source / "Makefile").write_text(makefile)
    table.git("commit", "--all", "--quiet", "--allow-empty", "--message", "Broken")
    with pytest.raises(UpdateError, match=why):
        table.update()
    assert table.installed() == []
    assert table.start().stdout == "runs 1\n"


def test_an_update_without_a_newer_version_changes_nothing(table: Table, tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="newest version already"):
        table.update()
    with pytest.raises(UpdateError, match="git failed"):
        list(install(table.home, table.folder, str(tmp_path / "nowhere")))
    assert table.installed() == []


def test_a_stop_during_the_installation_leaves_nothing_behind(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_: Path) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(update, "_installed", stop)
    table.publish("2", STARTS)
    with pytest.raises(KeyboardInterrupt):
        table.update()
    assert table.installed() == []


@pytest.mark.parametrize("version", [r"printf '\377\033\n\n'", "yes | head -c 100000"])
def test_a_strange_version_name_is_printed_in_one_line(table: Table, version: str) -> None:
    table.publish("2", STARTS, version)
    (message,) = (words for words in table.update() if "installed" in words)
    assert message.isprintable()
    assert len(message) < 120


def test_a_checkout_that_git_does_not_know_can_be_updated(table: Table) -> None:
    shutil.rmtree(table.folder / ".git")
    table.update()
    assert table.ran() == "runs 1"
    assert len(table.installed()) == 1


def test_an_update_without_a_known_source_asks_for_one(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(("git", "-C", table.folder, "remote", "remove", "origin"), check=True)
    monkeypatch.setattr(update, "HERE", table.folder)
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    done = CliRunner().invoke(update.update_command, [], obj=table.home)
    assert str(done.exception).startswith("It is not known where this Owleye came from: say --from SOURCE")


def test_nobody_else_updates_a_table(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With sudo it would be another home, whose update would remove the version that the table uses."""
    table.publish("2", STARTS)
    table.update()
    monkeypatch.setattr(os, "getuid", lambda: table.folder.stat().st_uid + 1)
    with pytest.raises(UpdateError, match=f"belongs to the user {table.folder.owner()}: .* without sudo"):
        list(install(tmp_path / "root", table.folder, str(table.source)))
    assert table.ran() == "runs 2"


def test_one_update_at_a_time(table: Table) -> None:
    table.publish("2", STARTS)
    first = install(table.home, table.folder, str(table.source))
    next(first)
    with pytest.raises(UpdateError, match="An update is still running"):
        table.update()
    list(first)
    table.publish("3", STARTS)
    for _ in range(2):
        with pytest.raises(UpdateError, match="still on trial"):
            table.update()
        assert table.ran() == "runs 2"
    table.confirm()
    table.update()
    assert table.ran() == "runs 3"


def test_only_the_version_on_trial_ends_its_trial(table: Table) -> None:
    table.publish("2", STARTS)
    table.update()
    confirm(table.home, table.folder)
    assert (table.home / TRIAL).exists()
    table.confirm()
    assert not (table.home / TRIAL).exists()


def test_a_version_with_a_deleted_folder_is_replaced_by_the_checkout(table: Table) -> None:
    table.publish("2", STARTS)
    table.update()
    shutil.rmtree(in_use(table.home, table.folder))
    assert table.start().stdout == "runs 1\n"


def test_the_outcome_of_an_update_is_reported(table: Table) -> None:
    table.publish("2", STARTS)
    table.update()
    new = in_use(table.home, table.folder)
    times = iter((0.0, 1.0, 1e9))
    assert outcome(table.home, new, lambda: next(times)) is None
    table.confirm()
    assert outcome(table.home, new) is True
    (table.home / "program").unlink()
    (table.home / "program").symlink_to(table.folder)
    assert outcome(table.home, new) is False
    assert checkout(new) == checkout(table.folder) == table.folder


@pytest.mark.parametrize(
    ("served", "code", "words"),
    [(True, 0, "new version runs"), (False, 1, "one before is back"), (None, 1, "is not known yet")],
)
def test_the_command_fails_where_the_new_version_did_not_start(
    table: Table, served: bool | None, code: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update, "HERE", table.folder)
    monkeypatch.setattr(update, "restart", lambda home: True)
    monkeypatch.setattr(update, "outcome", lambda home, new: served)
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    table.publish("2", STARTS)
    done = CliRunner().invoke(update.update_command, ["--from", str(table.source)], obj=table.home)
    assert (done.exit_code, words in f"{done.output} {done.exception}") == (code, True)


@pytest.mark.parametrize("file", update.STARTERS)
def test_a_version_that_is_to_be_started_in_another_way_says_how(
    table: Table, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An update does not replace what starts the versions."""
    monkeypatch.setattr(update, "HERE", table.folder)
    monkeypatch.setattr(update, "restart", lambda home: True)
    monkeypatch.setattr(update, "outcome", lambda home, new: True)
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    for folder in (table.source, table.folder):
        (folder / "docs").mkdir()
        (folder / update.STARTERS[1]).write_text("[Service]\n")
    table.publish("2", STARTS)
    done = CliRunner().invoke(update.update_command, [], obj=table.home)
    assert done.output.endswith("The new version runs.\n")
    table.confirm()
    (table.folder / file).write_text("as it was before\n")
    table.publish("3", STARTS)
    done = CliRunner().invoke(update.update_command, [], obj=table.home)
    assert done.output.endswith(f"cd {table.folder}, git pull, then sudo ./install.sh\n")


def test_only_a_table_of_the_service_is_ended(table: Table) -> None:
    ended: list[tuple[int, int]] = []
    end: Callable[[int, int], None] = lambda number, how: ended.append((number, how))  # noqa: E731
    assert not restart(table.home, end)
    (table.home / "owleye.lock").write_text(str(os.getpid()))
    assert not restart(table.home, end)
    assert ended == []
