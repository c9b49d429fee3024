"""Journals with some facts."""

from __future__ import annotations

from pathlib import Path

from referee.journal.journal import Journal
from referee.model.snapshot import LogEntry
from rules.core.facts import Fact
from tests.referee.kit import PLAYED, SETUP, clock


def line(seq: int, fact: Fact) -> LogEntry:
    """An entry of the log."""
    return LogEntry(seq, fact, clock(), "hand", None)


def written(path: Path, facts: tuple[Fact, ...] = PLAYED) -> Journal:
    """A new journal with one game."""
    journal = Journal(path)
    game = journal.begin(SETUP, clock())
    for seq, fact in enumerate(facts, 1):
        journal.append(game, line(seq, fact))
    return journal


def written_large(path: Path) -> Journal:
    """A new journal of 3 MB: more than SQLite keeps in memory while it copies."""
    journal = Journal(path)
    for _ in range(3):
        journal.begin({**SETUP, "note": "x" * 1_000_000}, clock())
    return journal
