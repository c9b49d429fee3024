"""Throws: from a reading, logged where it is sure and asked about where it is not; or entered by hand."""

from __future__ import annotations

from referee.model.commands import Saw
from referee.model.snapshot import Answer, By, LastReading, Question
from referee.observe.interpretation import NoThrow, PossibleThrow
from referee.observe.questions import BY, NO
from referee.observe.throw_tracker import Pending, answered
from referee.table.live_table import DONE, NO_GAME, STALE, LiveTable, public_rulings
from rules.core.facts import Choose, Fact, Play, Throw
from rules.core.fold import Table
from rules.core.phrases import Phrase
from rules.core.serialise import to_json


def saw(live: LiveTable, reading: Saw) -> Answer:
    """Judge a reading of the resting table; the answer is not ok where a throw is still due."""
    table = live.now.table
    if reading.why in ("before", "back"):
        missed = live.tracker.saw_before(table, reading)
        if missed.words:
            live.notify("throw", missed)
        return DONE
    observed = live.tracker.observe(table, reading, live.wall_clock(), live.now.game_id)
    live.notify("evidence", live.tracker.trouble)
    live.notify("kept", observed.warning)
    live.show(seen=observed.seen)
    if observed.repeated:
        return DONE
    match observed.verdict:
        case PossibleThrow() as thrown if table:
            return _decide(live, table, Pending(thrown, observed.seen, observed.readings), "camera")
        case Choose() as choice if table:
            return _log_seen(live, table, choice, observed.seen, "camera")
        case NoThrow(words) as wait:
            live.tracker.pending = None
            live.notify("throw", wait)
            waits = table is not None and any(ask.pieces for ask in table.asks)
            return Answer(not words and not waits, words or DONE.words)
    return NO_GAME


def enter(live: LiveTable, table: Table, fact: Fact) -> Answer:
    """Log a fact that was entered by hand."""
    answer = live.log(table, fact, "hand")
    if answer.ok and isinstance(fact, Throw):
        live.tracker.entered(fact)
        live.show()
    return answer


def reply(live: LiveTable, table: Table, question: str, key: str, by: By) -> Answer:
    """Answer the open question, if it is still *question* and offers the choice *key*."""
    now, pending = live.now.question, live.tracker.pending
    if now is None or pending is None or now.id != question or all(key != c.key for c in now.choices):
        return STALE
    if key == NO:
        live.tracker.counted(pending)
        live.show()
        if instead := pending.thrown.ambiguities[0].instead:
            return _log_seen(live, table, instead, pending.seen, by)
        return Answer(True, Phrase("Then I wait for the throw."))
    return _decide(live, table, answered(pending, key), by)


def confirm(live: LiveTable, table: Table, question: Question, player: str) -> Answer:
    """The button of *player* answers the open question: that this player threw, or with the first choice."""
    own = BY + player
    key = next((choice.key for choice in question.choices if choice.key == own), question.choices[0].key)
    return reply(live, table, question.id, key, "button")


def _decide(live: LiveTable, table: Table, pending: Pending, by: By) -> Answer:
    """Log the throw where nothing is ambiguous; otherwise ask."""
    if pending.thrown.ambiguities:
        live.tracker.ask_about(pending)
        live.notify("throw")
        return Answer(True, live.now.question.words if live.now.question else DONE.words)
    answer = _log_seen(live, table, pending.thrown.throw, pending.seen, by)
    if answer.ok:
        live.tracker.counted(pending)
        live.show()
    return answer


def _log_seen(live: LiveTable, table: Table, play: Play, seen: LastReading, by: By) -> Answer:
    """Log a play that was read; the record of its picture gets the rulings, and the identities that people chose."""
    answer = live.log(table, play, by, seen.evidence or None)
    judged = live.now.table
    if answer.ok and judged is not None:
        rules = sorted({rule for ruling in public_rulings(judged, judged.length) for rule in ruling.rules})
        more = {} if by == "camera" else {"reading": seen.reading.to_json()}
        live.tracker.note(seen.evidence, {"fact": to_json(play), "seq": judged.length, "rules": rules, **more})
    return answer
