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
