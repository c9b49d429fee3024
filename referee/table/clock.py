"""What happens by itself once its time has come: the countdown before a fight is decided.

Time is an argument here (seconds of one steady clock), so that a test needs no patience.
"""

from __future__ import annotations

from referee.model.snapshot import Countdown
from rules.core.facts import Choose
from rules.core.fold import Table
from rules.munchkin import clock
from rules.munchkin.state import State

GRACE_S = 0.1  # A press in the last moment is known this much later at most: contacts bounce, and threads take turns.
TELLS = "time"  # The kind of ask that only the clock answers.


def follow(table: Table | None, before: Countdown | None, now: float) -> tuple[Countdown | None, Choose | None]:
    """The countdown that runs on *table* at *now* (begun anew where it is another one than *before*).

    With it comes the fact to log, where it has run out.
    """
    state = table.state if table else None
    if not isinstance(state, State):
        return None, None
    seen = clock.Countdown(before.beat, before.since, before.stopped) if before else None
    kept, fact = clock.tick(state, seen, now)
    if kept is None:
        return None, None
    return Countdown(kept.beat, kept.since, clock.seconds(state), kept.stopped), fact
