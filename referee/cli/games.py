"""`owleye replay`, `owleye export`, `owleye games`: games as text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

import click

from referee.backup.restore import check_finished
from referee.journal.errors import DamagedError
from referee.journal.journal import JOURNAL, Journal
from referee.journal.journal_files import game_lists, journal_for_reading
from referee.journal.replay import in_words, lines_in, lines_of, replay
from referee.startup.terminal import say


@click.command("replay")
@click.argument("game_file", metavar="GAME.jsonl", type=click.File(encoding="utf-8", errors="replace"))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line instead of text (docs/cli.md).")
def replay_command(game_file: TextIO, as_json: bool) -> None:
    """Judge a game written as JSON lines again.

    The set-up stands in the first line, then one fact a line (docs/facts.md).  After every fact: what is ruled and by
    which rule, what the table waits for, and what each seat sees.  A fact that may not stand there ends it, with its
    line number and the reason.
    """
    for step in replay(lines_in(game_file)):
        say(json.dumps(step.to_json(), ensure_ascii=False) if as_json else in_words(step))


@click.command("export")
@click.argument("game", metavar="GAME")
@click.pass_obj
def export_command(home: Path, game: str) -> None:
    """Print a kept game as JSON lines, ready for `owleye replay`.

    GAME is the number that `owleye games` shows.
    """
    with _journal(home) as journal:
        stored = journal.load(game) if journal else None
    if stored is None:
        raise click.ClickException(f"There is no game {game} in {home}: `owleye games` lists them.")
    for line in lines_of(stored):
        say(line)


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line instead of text (docs/cli.md).")
@click.pass_obj
def games_command(home: Path, as_json: bool) -> None:
    """List the kept games, the newest first."""
    with _journal(home) as journal:
        lines = game_lists(journal).listed if journal else ()
    if not lines and not as_json:
        say(f"No games are kept in {home} yet: `owleye run` starts the table.")
    for line in lines:
        body = {"id": line.id, "game": line.game, "players": list(line.players), "started": line.started}
        words = f"{line.id:>4}  {line.started[:16].replace('T', ' ')}  {line.game}: {' and '.join(line.players)}"
        say(json.dumps({**body, "facts": line.facts}) if as_json else f"{words}, {line.facts} facts")


@contextmanager
def _journal(home: Path) -> Iterator[Journal | None]:
    """The journal of *home* for reading; None where there is none yet."""
    check_finished(home)
    path = home / JOURNAL
    try:
        with ExitStack() as opened:
            yield opened.enter_context(journal_for_reading(path)) if path.exists() else None
    except DamagedError as error:
        hint = "`owleye run` keeps the file and carries over every game as far as it can be read."
        raise click.ClickException(f"{error} {hint}") from error
