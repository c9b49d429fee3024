"""Writes a stored game as a file (JSON lines), and replays one fact by fact: rulings, asks, and what each seat sees."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, TextIO

from calibration.storage.files import LARGEST
from referee.journal.journal import StoredGame
from rules.core.asks import ask_json
from rules.core.facts import Fact, from_json, to_json
from rules.core.fold import Table, advance, opening
from rules.core.game import Game
from rules.core.refusals import refusal
from rules.core.rulings import Ruling, ruling_json, short
from rules.games import game_of

LONGEST = 400
"""Letters of a sentence; a file may hold values of any length."""


class ReplayError(ValueError):
    """A line that is not allowed there; the message names the line and the reason."""


@dataclass(frozen=True, slots=True)
class Step:
    """The table after one line: ``line`` in the file (1 is the set-up), the fact (None for the set-up)."""

    line: int
    fact: Fact | None
    game: Game
    table: Table

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings on the play of this line; after a correction, the rulings on all plays that stand."""
        judged = [entry.rulings for entry in self.table.entries if entry.seq == self.table.length]
        corrected = self.fact is not None and not judged and self.table.length not in self.table.lapsed
        return self.table.rulings if corrected else tuple(ruling for rulings in judged for ruling in rulings)

    def views(self) -> dict[str, Any]:
        """What may be seen, by player; the key "" is the whole table."""
        seats = ("", *self.table.setup["players"])
        return {seat: self.game.view(self.table.state, seat or None, self.table.revealed) for seat in seats}

    def to_json(self) -> dict[str, Any]:
        """The object that `owleye replay --json` prints for a line (docs/cli.md)."""
        return {
            "line": self.line,
            "seq": self.table.length,
            "fact": None if self.fact is None else to_json(self.fact),
            "rulings": [ruling_json(ruling) for ruling in self.rulings],
            "asks": [ask_json(ask) for ask in self.table.asks],
            "lapsed": list(self.table.lapsed),
            "views": self.views(),
        }


def lines_of(stored: StoredGame) -> Iterator[str]:
    """The lines of the file of a stored game (docs/facts.md), each without its end: the set-up, then the facts."""
    for body in (stored.setup, *(to_json(line.fact) for line in stored.log)):
        yield json.dumps(body, ensure_ascii=False)


def lines_in(file: TextIO) -> Iterator[str]:
    """The lines of a game file, read one at a time.

    Raises:
        ReplayError: at a line of more than `LARGEST` characters.
    """
    for number in count(1):
        line = file.readline(LARGEST + 1)
        if not line:
            return
        if len(line) > LARGEST:
            raise ReplayError(f"Line {number}: it is longer than any line of a game.")
        yield line


def replay(lines: Iterable[str]) -> Iterator[Step]:
    """Fold a game file line by line; empty lines are skipped.

    Raises:
        ReplayError: at the first line that is no set-up, no fact, or may not be logged there.
    """
    step: Step | None = None
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            step = _opened(number, text) if step is None else _next(step, number, text)
        except (ValueError, RecursionError) as error:
            raise ReplayError(f"Line {number}: {shortened(str(error))}") from None
        yield step
    if step is None:
        raise ReplayError("Line 1: the file is empty; the set-up of a game comes first (docs/facts.md).")


def shortened(words: str) -> str:
    """*words*, without their middle where they have more than `LONGEST` letters."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST // 2]} ... {words[-LONGEST // 2 :]}"


def _opened(number: int, text: str) -> Step:
    setup = _parsed(text)
    if not isinstance(setup, dict) or "game" not in setup:
        raise ValueError('the first line is the set-up, such as {"game": "casting-stones", ...} (docs/facts.md).')
    game = game_of(setup)
    return Step(number, None, game, opening(game, setup))


def _next(step: Step, number: int, text: str) -> Step:
    fact = from_json(_parsed(text))
    if why := refusal(step.game, step.table, fact, recorded=True):
        raise ValueError(why)
    return Step(number, fact, step.game, advance(step.game, step.table, fact))


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not JSON ({error.msg} at column {error.colno}).") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, thousands of brackets
        raise ValueError("this holds a longer number or more brackets than any game has.") from None


def in_words(step: Step) -> str:
    """A step as text for people."""
    head = "The set-up" if step.fact is None else f"{step.table.length}. {_fact_words(step.fact)}"
    rulings = [f"    {ruling.text}  [{', '.join(short(ruling.rules))}]" for ruling in step.rulings]
    asks = [f"    waits: {ask.words}" for ask in step.table.asks] or ["    the game is over"]
    lapsed = [f"    lapsed: {', '.join(map(str, step.table.lapsed))}"] if step.table.lapsed else []
    views = [
        f"    {seat or 'the table'} sees: {json.dumps(view, ensure_ascii=False)}" for seat, view in step.views().items()
    ]
    return "\n".join([head, *rulings, *lapsed, *asks, *views])


def _fact_words(fact: Fact) -> str:
    body = to_json(fact)
    return f"{body.pop('fact')} " + json.dumps(body, ensure_ascii=False)
