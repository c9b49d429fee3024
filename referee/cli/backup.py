"""`owleye backup`, `owleye restore`, `owleye reset`: save, restore and put away all files of a table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from calibration.storage.files import name_stamp, utc_now
from referee.backup.archive import Progress, write_backup
from referee.backup.restore import check_finished, finish, prepare, reset
from referee.cli.stopped_table import MUST_STOP, RUNNING
from referee.startup.home_files import check_backup
from referee.startup.home_lock import HomeLock
from referee.startup.terminal import say

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("backup")
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--pictures", is_flag=True, help="Also the pictures of the throws: a file of some hundred MB.")
@click.pass_obj
def backup_command(home: Path, file: Path, pictures: bool) -> None:
    """Save everything that the table keeps in one file, also while a game is running.

    It holds all games with the players' secrets, so keep it to yourself.  The PIN is not in it.
    """
    if not home.is_dir():
        raise click.ClickException(f"There is no table in {home}: say with --home where yours is.")
    check_finished(home)
    with _progress_bar("Saving") as progress:
        write_backup(home, file, utc_now(), pictures, progress)
    say(f"{file} is ready ({file.stat().st_size / 1e6:.1f} MB). Keep a copy of it on another machine.")


@click.command("restore")
@click.argument("file", metavar="FILE", type=FILE)
@click.pass_obj
def restore_command(home: Path, file: Path) -> None:
    """Replace the table's data by a backup; the table must be stopped.

    The backup is checked first.  What was there before is kept in a folder of its own.
    """
    with closing(HomeLock(home, RUNNING)):
        finish(home)
        with _progress_bar("Checking") as progress:
            prepare(home, file, name_stamp(), check_backup, progress)
        say(finish(home))


@click.command("reset")
@click.confirmation_option("--yes", prompt="Put away all games, taught pieces, seats and settings of this table?")
@click.pass_obj
def reset_command(home: Path) -> None:
    """Make the table as new; it must be stopped.

    Everything that it keeps, the PIN included, is moved into a folder of its own.
    """
    with closing(HomeLock(home, MUST_STOP)):
        finish(home)
        aside = reset(home, name_stamp())
    say(f"The table is as new. What it kept is in {aside}: delete that folder when nobody needs it any more.")


@contextmanager
def _progress_bar(label: str) -> Iterator[Progress]:
    """Show the progress of a long task on a terminal."""
    with click.progressbar(length=100, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield lambda done, total: bar.update(100 * done // max(total, 1) - bar.pos)
