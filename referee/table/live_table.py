"""The state of the live table between two commands, its clock, and its two operations: log a fact, show a snapshot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from referee.journal.errors import JournalError
from referee.journal.journal import Journal
from referee.journal.journal_files import back_up
from referee.model.snapshot import Answer, By, LogEntry, Notice, Proposal, Snapshot
from referee.model.tracks import identified
from referee.observe.evidence import Evidence
from referee.observe.throw_tracker import ThrowTracker
from referee.observe.verdicts import looked_for
from referee.panel import buttons
from referee.panel.buttons import lamps
from rules.core.at_table import Countdown
from rules.core.facts import Choose, Correction, Fact
from rules.core.fold import Table, advance
from rules.core.game import Game
from rules.core.phrases import Phrase, sentences
from rules.core.refusals import refusal
from rules.core.rulings import Ruling

GRACE_S = 0.1  # Longest delay from a press to its command, due to debouncing and the queue.
LATE_S = 1.0  # A press within this time after the end of a countdown was meant to stop it, and is ignored.
NO_GAME = Answer(False, Phrase("No game is on the table: begin one first."))
STALE = Answer(False, Phrase("The table has moved on since this page was drawn: look again, then answer."), stale=True)
TOO_LATE = Answer(False, Phrase("Too late: the countdown had run out."))
DONE = Answer(True, Phrase("Done."))
NO_BACKUP = Phrase("No backup could be made after this game.")
ABOUT_PIECES = ("throw", "kept")
"""Sources of notices about the pieces of the game on the table."""
PATIENCE = (*ABOUT_PIECES, "first day", "machine note")
"""Sources of notices that ask for patience; all others are troubles that somebody has to end."""


class TableClock:
    """The countdown of the game, which only `pass_time` ends; ``t`` is the latest time (s, monotonic clock)."""

    def __init__(self) -> None:
        self.t: float | None = None  # No countdown runs before the first command has a time.
        self._countdown: Countdown | None = None
        self._passed: Countdown | None = None  # the last one that ended without a fact to log
        self._ended_s: float | None = None

    @property
    def countdown(self) -> Countdown | None:
        """The running countdown, as pages show it; None once it is over, or while a player has stopped it."""
        countdown = self._countdown
        return None if countdown is None or countdown.stopped or self._is_over(countdown) else countdown

    @property
    def due(self) -> float | None:
        """When `pass_time` must be called for the countdown (s); None where none runs."""
        countdown = self._countdown
        return None if countdown is None or countdown == self._passed else countdown.ends + GRACE_S

    @property
    def is_late(self) -> bool:
        """Whether a countdown ended less than `LATE_S` ago."""
        return self._ended_s is not None and self.t is not None and self.t - self._ended_s < LATE_S

    def follow(self, table: Table | None) -> None:
        """Begin, keep or drop the countdown, as the game on the table wants it now."""
        if self.t is not None:
            self._countdown = table.at_table.countdown(table, self._countdown, self.t)[0] if table else None

    def restart(self) -> None:
        """Drop the countdown; if the game still wants one, a new one begins."""
        self._countdown = None

    def pass_time(self, table: Table | None, t: float) -> Fact | None:
        """Set the time to *t* s; where the countdown has ended, drop it and return the fact to log."""
        self.t = t
        fact = table.at_table.countdown(table, self._countdown, t)[1] if table else None
        if fact:
            self.restart()  # If the journal refuses the fact, the countdown begins anew.
        elif self._countdown and self._is_over(self._countdown):
            self._passed = self._countdown
        return fact

    def note_end(self) -> None:
        """Note that a countdown has ended and its fact was logged now."""
        self._ended_s = self.t

    def too_early(self, table: Table, fact: Fact) -> str:
        """Why *fact* must wait for the end of the countdown; empty where it may be logged now."""
        waiting = table.at_table.waiting(table) if self.countdown else None
        if waiting is None or not isinstance(fact, Choose) or fact.kind not in waiting.kinds:
            return ""
        return waiting.words

    def is_reserved(self, table: Table, fact: Fact) -> bool:
        """Whether only the clock may log *fact*, which ends the countdown."""
        return self._countdown is not None and isinstance(fact, Choose) and fact.kind == table.at_table.time

    def _is_over(self, countdown: Countdown) -> bool:
        """Whether a countdown has run out by the latest time."""
        return self.t is not None and self.t > countdown.ends


class LiveTable:
    """The snapshot ``now`` and the state behind it; only the writer thread may use it."""

    def __init__(self, journal: Journal, evidence: Evidence, wall_clock: Callable[[], str], now: Snapshot) -> None:
        """*wall_clock* gives the time as ISO 8601 in UTC; *now* is the first snapshot, without a game.

        ``unlogged`` is a function that logs the throw which the journal has refused; None where there is none.
        """
        self.now = now
        self.journal, self.evidence, self.wall_clock = journal, evidence, wall_clock
        self.tracker = ThrowTracker(evidence)
        self.clock = TableClock()
        self.proposals: tuple[Proposal, ...] = ()
        self.unlogged: Callable[[], object] | None = None
        self._notices: dict[str, Notice] = {}

    def put(self, game_id: str, game: Game, table: Table, log: tuple[LogEntry, ...]) -> None:
        """Put a game on the table, in place of the one that is there."""
        self.tracker.reset()
        self.clock.restart()
        self.proposals, self.unlogged = (), None
        for source in ABOUT_PIECES:
            self._notices.pop(source, None)
        self.show(game_id=game_id, game=game, table=table, log=log, last_reading=None)

    def log(self, table: Table, fact: Fact, by: By, evidence: str | None = None) -> Answer:
        """Judge a fact, journal it, then publish the result.

        Raises:
            JournalError: where the fact cannot be written; nothing has changed then.
        """
        game, game_id = self.now.game, self.now.game_id
        if game is None or game_id is None:
            return NO_GAME
        if why := refusal(game, table, fact) or self.clock.too_early(table, fact):
            return Answer(False, why)
        judged = advance(game, table, fact)
        line = LogEntry(judged.length, fact, self.wall_clock(), by, evidence)
        self.journal.append(game_id, line)
        self.unlogged = self.tracker.pending = None
        self.proposals = buttons.still_offered(self.proposals, judged, fact)
        if isinstance(fact, Correction):
            self.clock.restart()  # A correction is a change as well: the countdown begins anew.
        self._notices.pop("journal", None)
        self.notify("throw")
        self.show(table=judged, log=(*self.now.log, line))
        if not judged.asks:
            self.attempt("backup", lambda: back_up(self.journal, game_id), NO_BACKUP)
        return Answer(True, sentences(*(ruling.text for ruling in public_rulings(judged, line.seq))) or DONE.words)

    def attempt(self, source: str, work: Callable[[], object], failed: Phrase) -> None:
        """Do *work* on which the game does not depend; a failure becomes the notice *failed* of this *source*."""
        words = ""
        try:
            work()
        except JournalError as error:
            words = sentences(failed, str(error))
        self.notify(source, words)

    def notify(self, source: str, words: str = "", rules: tuple[str, ...] = ()) -> None:
        """Replace the notice of *source*; an empty sentence removes it."""
        self._notices[source] = Notice(words, source not in PATIENCE, rules, source)
        self.show()

    def _by_weight(self) -> Sequence[Notice]:
        """All notices; that of the journal comes first, because without a journal the game does not go on."""
        return sorted(self._notices.values(), key=lambda notice: notice.source != "journal")

    def show(self, **changes: Any) -> None:
        """Publish a new snapshot with these *changes* and all fields that are computed from them."""
        now = replace(self.now, **changes)
        table, tracker = now.table, self.tracker
        self.clock.follow(table)
        question = tracker.question(table)
        entered = tracker.entered_pieces(table)
        known = (name for name, _ in identified(tracker.tracks))
        now = replace(
            now,
            question=question,
            notices=tuple(notice for notice in self._by_weight() if notice.words),
            expect=tuple(dict.fromkeys((*looked_for(table, entered), *known))) if table else (),
            entered=entered,
            tracks=tracker.tracks,
            strange=tracker.strange,
            countdown=self.clock.countdown,
            proposals=self.proposals,
            lamps=lamps(table, question, self.proposals) if table else (),
        )
        if now != self.now:
            self.now = replace(now, version=now.version + 1)


def public_rulings(table: Table, seq: int) -> tuple[Ruling, ...]:
    """All public rulings on play *seq*; none where no such play stands."""
    return tuple(ruling for entry in table.entries if entry.seq == seq for ruling in entry.rulings if ruling.to is None)
