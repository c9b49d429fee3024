"""The clock of the live table: the countdown of the game, what it holds up, and what only it may say."""

from __future__ import annotations

from rules.core.at_table import Countdown
from rules.core.facts import Choose, Fact
from rules.core.fold import Table

GRACE_S = 0.1  # A press in the last moment is known this much later at most: contacts bounce, and threads take turns.
LATE_S = 1.0  # A press this soon after the end of a countdown was meant to stop it, and means nothing else.


class TableClock:
    """Time passes only when a command or the service says so; ``t`` is the latest time (s of a steady clock)."""

    def __init__(self) -> None:
        self.t: float | None = None  # No countdown runs before the first command has a time.
        self._countdown: Countdown | None = None
        self._ran_out: float | None = None

    @property
    def countdown(self) -> Countdown | None:
        """The countdown that everybody sees; None once it is over, or while a player holds it up."""
        countdown = self._countdown
        return None if countdown is None or countdown.stopped or self._is_over(countdown) else countdown

    @property
    def due(self) -> float | None:
        """When the countdown must be looked at again (s); None where none runs."""
        countdown = self._countdown
        return None if countdown is None or self._is_over(countdown) else countdown.ends + GRACE_S

    @property
    def is_late(self) -> bool:
        """Whether a countdown ran out a moment ago."""
        return self._ran_out is not None and self.t is not None and self.t - self._ran_out < LATE_S

    def follow(self, table: Table | None) -> None:
        """Begin, keep or drop the countdown, as the game on the table wants it now."""
        if self.t is not None:
            self._countdown = table.at_table.countdown(table, self._countdown, self.t)[0] if table else None

    def restart(self) -> None:
        """Drop the countdown: where the game still wants one, it begins anew."""
        self._countdown = None

    def pass_time(self, table: Table | None, t: float) -> Fact | None:
        """Let the time be *t* s; returns the fact to log where the countdown has run out, and drops the countdown."""
        self.t = t
        fact = table.at_table.countdown(table, self._countdown, t)[1] if table else None
        if fact:
            self.restart()  # If the journal refuses the fact, the countdown begins anew.
        return fact

    def ran_out(self) -> None:
        """Remember that the fact of a countdown was logged now."""
        self._ran_out = self.t

    def too_early(self, table: Table, fact: Fact) -> str:
        """Why *fact* has to wait for the countdown; empty where it need not."""
        waiting = table.at_table.waiting(table) if self.countdown else None
        if waiting is None or not isinstance(fact, Choose) or fact.kind not in waiting.kinds:
            return ""
        return waiting.words

    def says(self, table: Table, fact: Fact) -> bool:
        """Whether only the clock may log *fact*, which ends the countdown."""
        return self._countdown is not None and isinstance(fact, Choose) and fact.kind == table.at_table.time

    def _is_over(self, countdown: Countdown) -> bool:
        """Whether a countdown has run out and has left no fact to log."""
        return self.t is not None and self.t > countdown.ends
