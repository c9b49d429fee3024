"""Which step "undo" takes back: the last play, or the last correction of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.model.snapshot import LogEntry
from rules.core.facts import Amend, Fact, Play, Retract
from rules.core.fold import Table


@dataclass(frozen=True, slots=True)
class _Step:
    """A play at *seq*, or a correction of it with the play that it replaced in *before*."""

    seq: int
    before: Play | None


def taking_back(log: Sequence[LogEntry], table: Table) -> Fact | None:
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
