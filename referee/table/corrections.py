"""What people correct by hand: one piece of a throw, any play, or the last step by "undo"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.model.snapshot import Answer, LogEntry
from referee.table.live_table import LiveTable
from rules.core.facts import Amend, Fact, Play, Retract, Throw
from rules.core.fold import Table
from rules.core.phrases import Phrase


def undo(live: LiveTable, table: Table) -> Answer:
    """Take back the last play, or the last correction of one."""
    fact = _taking_back(live.now.log, table)
    if fact is None:
        return Answer(False, Phrase("There is nothing to undo."))
    return _amend(live, table, fact) if isinstance(fact, Amend) else live.log(table, fact, "hand")


def correct(live: LiveTable, table: Table, seq: int, piece: str, side: str) -> Answer:
    """Log that *piece* showed *side* in the throw number *seq*."""
    play = _play(table, seq)
    if not isinstance(play, Throw) or piece not in dict(play.shown):
        return Answer(False, Phrase("Number {seq} is no throw of that piece: look again.", seq=seq))
    shown = tuple((name, side if name == piece else old) for name, old in play.shown)
    return _amend(live, table, Amend(seq, replace(play, shown=shown)))


def _amend(live: LiveTable, table: Table, fact: Amend) -> Answer:
    """Amend a play, and correct the tracks of the pieces that were read wrong."""
    before = _play(table, fact.seq)
    answer = live.log(table, fact, "hand")
    if answer.ok and isinstance(before, Throw) and isinstance(fact.play, Throw):
        for piece, side in set(fact.play.shown) - set(before.shown):
            live.tracker.corrected(piece, side)
    return answer


def _play(table: Table, seq: int) -> Play | None:
    return next((entry.play for entry in table.entries if entry.seq == seq), None)


@dataclass(frozen=True, slots=True)
class _Step:
    """A play at *seq*, or a correction of it with the play that it replaced in *before*."""

    seq: int
    before: Play | None


def _taking_back(log: Sequence[LogEntry], table: Table) -> Fact | None:
    """The fact that undoes the last step; None where there is none.

    A correction that was taken back is no step: the next one takes back what came before it.
    """
    standing = {entry.seq for entry in table.entries}
    steps = [step for step in _steps(log) if step.seq in standing]
    if not steps:
        return None
    last = steps[-1]
    return Retract(last.seq) if last.before is None else Amend(last.seq, last.before)


def _steps(log: Sequence[LogEntry]) -> list[_Step]:
    said: dict[int, Play] = {}
    steps: list[_Step] = []
    for line in log:
        match line.fact:
            case Retract(seq):
                steps = [step for step in steps if step.seq < seq]
            case Amend(seq, play):
                restored = bool(steps) and steps[-1] == _Step(seq, play)
                steps = steps[:-1] if restored else [*steps, _Step(seq, said.get(seq, play))]
                said[seq] = play
            case play:
                said[line.seq] = play
                steps.append(_Step(line.seq, None))
    return steps
