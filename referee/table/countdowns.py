"""The countdown of a game on the live table: whether it runs, what it holds up, and what only it may say.  Pure."""

from __future__ import annotations

from rules.core.at_table import Countdown
from rules.core.facts import Choose, Fact
from rules.core.fold import Table


def running(countdown: Countdown | None, t: float | None) -> Countdown | None:
    """The countdown that everybody sees at *t* s: none once it is over, or while a player holds it up."""
    return None if countdown is None or countdown.stopped or is_over(countdown, t) else countdown


def is_over(countdown: Countdown, t: float | None) -> bool:
    """Whether it has run out before *t* s and has left no fact to log."""
    return t is not None and t > countdown.ends


def too_early(table: Table, countdown: Countdown | None, fact: Fact) -> str:
    """Why *fact* has to wait for the *countdown* that runs; empty where it need not."""
    waiting = table.at_table.waiting(table) if countdown else None
    if waiting is None or not isinstance(fact, Choose) or fact.kind not in waiting.kinds:
        return ""
    return waiting.words


def tells_time(table: Table, fact: Fact) -> bool:
    """Whether *fact* is what only the clock says."""
    return isinstance(fact, Choose) and fact.kind == table.at_table.time
