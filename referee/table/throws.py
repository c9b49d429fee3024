"""Decides what becomes of a reading, of a fact entered by hand, of an answer, of a correction and of an undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from referee.model.commands import Saw
from referee.model.snapshot import Answer, By, LastReading, LogEntry, Question, most_important, taken_back
from referee.observe.interpretation import NoThrow, PossibleThrow, no_throw_from
from referee.observe.questions import NO, PendingThrow, with_answer
from referee.table.live_table import DONE, NO_GAME, STALE, LiveTable, public_rulings
from rules.core.facts import Amend, Choose, Fact, Play, Restore, Retract, Throw, restored, to_json
from rules.core.fold import Corrected, Table
from rules.core.phrases import Phrase

UNSETTLED = ("hand", "moving", "reading", "trouble")
"""States of the camera in which the table may not look as in the picture of the open question."""
CORRECTION_TAKEN_BACK = Phrase("The correction is taken back.")
LATER = Answer(True, Phrase("I look once more: your answer counts if the same still lies there."))
WITH_CAMERA = Answer(True, Phrase("Your answer counts once the camera is back, if the same still lies there."))


def take_reading(live: LiveTable, reading: Saw) -> Answer:
    """Judge a reading of the resting table; the answer is not ok where a second reading may tell more."""
    table = live.now.table
    waits = table is not None and table.is_throw_due
    became_due = waits and not reading.was_due and reading.why != "asked"
    if reading.why in ("before", "back") or became_due:
        missed = live.tracker.track_before_throw(table, reading)
        live.show()
        if missed.words:
            _advise(live, "throw", missed)
        return DONE
    observed = live.tracker.observe(table, reading, live.wall_clock(), live.now.game_id)
    live.notify("evidence", live.evidence.trouble)
    _advise(live, "kept", observed.warning)
    live.show(last_reading=observed.last_reading)
    if observed.repeated:
        return Answer(not isinstance(observed.verdict, NoThrow), DONE.words)  # else a second reading may see a throw
    live.unlogged = None
    match observed.verdict:
        case PossibleThrow() as thrown if table:
            return _decide(live, table, PendingThrow(thrown, observed.last_reading, observed.readings), "camera")
        case Choose() as choice if table:
            return _log_reading(live, table, choice, observed.last_reading, "camera")
        case NoThrow(words) as wait:
            live.tracker.pending = None
            _advise(live, "throw", wait)
            return Answer(not words and not waits, words or DONE.words)
    return NO_GAME


def _advise(live: LiveTable, source: str, advice: NoThrow) -> None:
    """Show what the players have to do about the pieces, with the rules behind it."""
    live.notify(source, advice.words, advice.rules)


def enter(live: LiveTable, table: Table, fact: Fact) -> Answer:
    """Log a fact that was entered by hand."""
    if isinstance(fact, Restore):
        return _restore(live, table, fact)
    answer = live.log(table, fact, "hand")
    if answer.ok and isinstance(fact, Throw):
        live.tracker.mark_entered(fact, live.now.length, may_lie=live.now.eyes != "watching")
        live.show()
    return answer


def reply(live: LiveTable, table: Table, question: str, key: str, by: By) -> Answer:
    """Answer the open question, if it is still *question* and offers the choice *key*."""
    now, pending = live.now.question, live.tracker.pending
    if now is None or pending is None or now.id != question or all(key != c.key for c in now.choices):
        return STALE
    if live.tracker.has_moved or live.now.eyes in UNSETTLED:
        live.tracker.pending = replace(pending, answer=(key, by))
        live.show()
        return WITH_CAMERA if live.now.eyes == "trouble" else LATER
    return _answered(live, table, pending, key, by)


def count_late_answer(live: LiveTable) -> None:
    """Count the answer that was given while the table moved, now that it is at rest and was seen again."""
    table, pending = live.now.table, live.tracker.pending
    if table and pending and pending.answer and not live.tracker.has_moved:
        _answered(live, table, replace(pending, answer=None), *pending.answer)


def _answered(live: LiveTable, table: Table, pending: PendingThrow, key: str, by: By) -> Answer:
    return _not_thrown(live, table, pending, by) if key == NO else _decide(live, table, with_answer(pending, key), by)


def _not_thrown(live: LiveTable, table: Table, pending: PendingThrow, by: By) -> Answer:
    """Settle that the piece in question was not thrown: it was turned over, moved as a choice, or moved only."""
    ambiguity = pending.thrown.ambiguities[0]
    if ambiguity.turned:
        live.tracker.pending = None
        _advise(live, "throw", no_throw_from(ambiguity.turned.advice))
        return DONE
    live.tracker.mark_counted(pending)
    live.show()
    if ambiguity.instead:
        return _log_reading(live, table, ambiguity.instead, pending.last_reading, by)
    return Answer(True, Phrase("Then I wait for the throw."))


def confirm(live: LiveTable, table: Table, question: Question, player: str) -> Answer:
    """Answer the open question by the button of *player*: this player threw, or else the first choice."""
    own = (choice.key for choice in question.choices if choice.player == player)
    key = next(own, question.choices[0].key)
    return reply(live, table, question.id, key, "button")


def _decide(live: LiveTable, table: Table, pending: PendingThrow, by: By) -> Answer:
    """Log the throw where nothing is ambiguous; otherwise ask."""
    if pending.thrown.ambiguities:
        live.tracker.ask_about(pending)
        live.notify("throw")
        return Answer(True, live.now.question.words if live.now.question else DONE.words)
    live.unlogged = partial(_count, live, table, pending, by)
    return _count(live, table, pending, by)


def _count(live: LiveTable, table: Table, pending: PendingThrow, by: By) -> Answer:
    """Log a throw that nothing is ambiguous about; it stays `unlogged` where the journal refuses it."""
    answer = _log_reading(live, table, pending.thrown.throw, pending.last_reading, by)
    live.unlogged = None
    if answer.ok and live.now.table is not None:
        live.tracker.mark_counted(pending)
        live.tracker.ask_about_rest(live.now.table, pending.last_reading, pending.thrown.player)
        live.show()
    return answer


def _log_reading(live: LiveTable, table: Table, play: Play, last_reading: LastReading, by: By) -> Answer:
    """Log a play from a reading; rulings and identities chosen by players are added to the record of its picture."""
    answer = live.log(table, play, by, last_reading.evidence or None)
    judged = live.now.table
    if answer.ok and judged is not None:
        rules = sorted({rule for ruling in public_rulings(judged, judged.length) for rule in ruling.rules})
        more = {} if by == "camera" else {"reading": last_reading.reading.to_json()}
        live.evidence.note(last_reading.evidence, {"fact": to_json(play), "seq": judged.length, "rules": rules, **more})
    return answer


def undo(live: LiveTable, table: Table) -> Answer:
    """Take back the last play, or the last correction of one; the answer says which."""
    fact = taking_back(live.now.log, table)
    if fact is None:
        return Answer(False, Phrase("There is nothing to undo."))
    if isinstance(fact, Restore):
        return _restore(live, table, fact)
    answer = _amend(live, table, fact) if isinstance(fact, Amend) else live.log(table, fact, "hand")
    if not answer.ok or live.now.table is None:
        return answer
    return replace(answer, words=taken_back(live.now.table) or CORRECTION_TAKEN_BACK)


def _restore(live: LiveTable, table: Table, fact: Restore) -> Answer:
    """Take the last correction back; the answer says what counts again."""
    last, answer = table.corrected, live.log(table, fact, "hand")
    if not answer.ok or last is None:
        return answer
    if isinstance(last.fact, Retract):
        return replace(answer, words=_brought_back(last))
    _follow(live, last.fact.play, _play(last.before, fact.seq))
    again = len(last.before.entries) > len(table.entries)
    words = Phrase("The correction is taken back, and the steps after it count again.")
    return replace(answer, words=words if again else CORRECTION_TAKEN_BACK)


def _brought_back(retracted: Corrected) -> str:
    """What was brought back when this retraction was taken back; of plays without a public ruling no more than that."""
    entries = retracted.entries
    rulings = public_rulings(retracted.before, retracted.seq)
    if len(entries) > 1:
        return Phrase("{count} steps are brought back.", count=len(entries))
    if not rulings:
        return Phrase("The last step is brought back.")
    return Phrase("Brought back: {what}", what=most_important(rulings).text)


def correct(live: LiveTable, table: Table, seq: int, piece: str, side: str) -> Answer:
    """Log that *piece* showed *side* in the throw number *seq*."""
    play = _play(table, seq)
    if not isinstance(play, Throw) or piece not in dict(play.shown):
        return Answer(False, Phrase("Number {seq} is no throw of that piece: look again.", seq=seq))
    sides = tuple((name, side if name == piece else old) for name, old in play.shown)
    return _amend(live, table, Amend(seq, replace(play, shown=sides)))


def _amend(live: LiveTable, table: Table, fact: Amend) -> Answer:
    """Amend a play, and correct the tracks of the pieces that were read wrong."""
    answer = live.log(table, fact, "hand")
    if answer.ok:
        _follow(live, _play(table, fact.seq), fact.play)
    return answer


def _follow(live: LiveTable, before: Play | None, now: Play | None) -> None:
    """Correct the tracks of the pieces that show another side, now that one play counts instead of another."""
    if isinstance(before, Throw) and isinstance(now, Throw):
        for piece, side in set(now.shown) - set(before.shown):
            live.tracker.correct(piece, side)


def _play(table: Table, seq: int) -> Play | None:
    return next((entry.play for entry in table.entries if entry.seq == seq), None)


@dataclass(frozen=True, slots=True)
class _Step:
    """A play at *seq*, or a correction of it with the play that it replaced in *before*."""

    seq: int
    before: Play | None


def taking_back(log: Sequence[LogEntry], table: Table) -> Amend | Retract | Restore | None:
    """The fact that undoes the last step; None where there is none.

    A correction after which nothing was logged is restored, so that what lapsed with it counts again. One that was
    undone already is skipped, so that repeated undo goes further back.
    """
    standing = {entry.seq for entry in table.entries}
    steps = [step for step in _steps(log) if step.seq in standing]
    if not steps:
        return None
    last, corrected = steps[-1], table.corrected
    if last.before is None:
        return Retract(last.seq)
    is_latest = corrected is not None and isinstance(corrected.fact, Amend) and corrected.seq == last.seq
    return Restore(last.seq) if is_latest else Amend(last.seq, last.before)


def _steps(log: Sequence[LogEntry]) -> list[_Step]:
    plays: dict[int, Play] = {}
    steps: list[_Step] = []
    taken_back = restored(line.fact for line in log)
    for line in log:
        match line.fact:
            case Amend() | Retract() if line.seq in taken_back:
                continue
            case Retract(seq):
                steps = [step for step in steps if step.seq < seq]
            case Amend(seq, play):
                as_before = bool(steps) and steps[-1] == _Step(seq, play)
                steps = steps[:-1] if as_before else [*steps, _Step(seq, plays.get(seq, play))]
                plays[seq] = play
            case Throw() | Choose() as play:
                plays[line.seq] = play
                steps.append(_Step(line.seq, None))
    return steps
