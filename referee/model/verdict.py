"""The last verdict that somebody may hear, for pages, sound and voice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from referee.model.snapshot import Snapshot
from rules.core.fold import Entry
from rules.core.rulings import Ruling, audience

LOUD = ("compared", "wins", "drawn")  # rulings that decide, said in big words


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the play ``seq`` brought in one sentence or two, and how it sounds."""

    seq: int
    words: str
    tone: Literal["won", "decided", "noted"]


def last_said(snapshot: Snapshot, viewer: str | None) -> Entry | None:
    """The last play of which *viewer* (None: the whole table) hears anything; None before the first."""
    entries = snapshot.table.entries if snapshot.table else ()
    return next((entry for entry in reversed(entries) if audience(entry.rulings, viewer)), None)


def loudest(rulings: Sequence[Ruling]) -> Ruling:
    """The ruling that matters most: one that decides, else the first; there must be one."""
    return next((ruling for ruling in rulings if ruling.key in LOUD), rulings[0])


def last_verdict(snapshot: Snapshot) -> Verdict | None:
    """The last verdict that everybody may hear; None before the first."""
    entry = last_said(snapshot, None)
    if entry is None:
        return None
    ruling = loudest(audience(entry.rulings, None))
    tone: Literal["won", "decided", "noted"] = (
        "won" if ruling.key == "wins" else "decided" if ruling.key in LOUD else "noted"
    )
    return Verdict(entry.seq, ruling.text, tone)


def is_news(verdict: Verdict, before: Verdict | None) -> bool:
    """Whether *verdict* was not heard yet: a later play, or the same one corrected; an undo uncovers nothing new."""
    if before is None or verdict.seq > before.seq:
        return True
    return verdict.seq == before.seq and verdict.words != before.words
