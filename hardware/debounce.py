"""The debounce of the buttons: finds the presses and holds in what becomes known of a bouncing contact.  Pure.

Samples and edges become known after any delay, the edges in order.  The kernel merges edges that follow each other
closely, so that two in a row can be to the same level; of more than 16 that wait, it drops the oldest.  So all recent
facts are kept in the order of their times: each new one is put in its place, the contact is followed through them from
the start, and the presses are reported that were not reported before.
"""

from __future__ import annotations

from bisect import bisect, insort
from dataclasses import dataclass, replace
from math import inf
from operator import attrgetter

STEADY_S = 0.015  # a level counts that lasts this long; contacts bounce for a few ms, a finger presses at least 50 ms
READ_S = 0.005  # a sample can be older than its time by this: the levels of all buttons are read one after another
HOLD_S = 0.8  # a press of this length is a hold; ordinary presses are shorter
LATE_S = 2.0  # an edge counts that becomes known within this time after newer samples: so long can a machine stall
MOST_FACTS = 128  # limits the work with a wire that picks up noise; a press that bounces much has about 30


@dataclass(frozen=True, slots=True)
class Fact:
    """A sample (the contact was *down*, closed, at *t* s) or an edge (it was from *t* on, and until then as before)."""

    t: float
    down: bool
    is_edge: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """The state of a contact after some facts in the order of their times (all in s).

    ``down``, ``since``, ``until``: the level, and the time in which no fact contradicts it.  ``opened``: until when the
    contact was last steadily open.  ``pressed``: when the press began that followed; None: none did.
    """

    down: bool = False
    since: float = -inf
    until: float = -inf
    opened: float = -inf
    pressed: float | None = None

    @property
    def is_steady(self) -> bool:
        """Whether the level lasted long enough to count."""
        return self.until >= self.since + STEADY_S

    def after(self, fact: Fact) -> Course:
        """The state after one more fact; a sample that may be older than the level it contradicts changes nothing."""
        agrees = fact.down == self.down
        if not agrees and not fact.is_edge and fact.t < self.since + READ_S:
            return self
        course = self._lasting(fact.t) if agrees or fact.is_edge else self
        return course if agrees and not fact.is_edge else replace(course, down=fact.down, since=fact.t, until=fact.t)

    def _lasting(self, t: float) -> Course:
        course = replace(self, until=t)
        if course.is_steady and not course.down:
            return replace(course, opened=t, pressed=None)
        return replace(course, pressed=self.since) if course.is_steady and course.pressed is None else course


class Contact:
    """The contact of one button, and what was reported of it."""

    def __init__(self) -> None:
        self._start, self._now = Course(), Course()  # before the facts that are kept, and after them
        self._facts: list[Fact] = []
        self._reported: list[float] = []  # a moment of each press
        self._held: float | None = None  # a moment of the last hold

    @property
    def is_settled(self) -> bool:
        """Whether the contact has been steady since it last changed."""
        return self._now.is_steady

    @property
    def is_up(self) -> bool:
        """Whether the contact is steadily open."""
        return self.is_settled and not self._now.down

    def learn(self, fact: Fact) -> list[float]:
        """Take a fact; returns when the presses began that it completes (s)."""
        if fact.t < self._start.until:
            return []
        insort(self._facts, fact, key=attrgetter("t"))
        presses = self._follow()
        reported = {bisect([opened for opened, _ in presses], moment) - 1 for moment in self._reported}
        new = [began for n, (_, began) in enumerate(presses) if n not in reported]
        self._reported += new
        self._forget()
        return new

    def _follow(self) -> list[tuple[float, float]]:
        """Until when the contact was open before each press that the facts complete, and when that began (s)."""
        presses, self._now = list[tuple[float, float]](), self._start
        for fact in self._facts:
            before, self._now = self._now, self._now.after(fact)
            if before.pressed is None and self._now.pressed is not None:
                presses.append((self._now.opened, self._now.pressed))
        return presses

    def _forget(self) -> None:
        """Forget a sample between two facts of its level, what is too old, and reports of presses before that."""
        facts = self._facts
        if len(facts) > 2 and not facts[-2].is_edge and facts[-3].down == facts[-2].down == facts[-1].down:
            del facts[-2]
        while len(facts) > MOST_FACTS or facts[0].t < facts[-1].t - LATE_S:
            self._start = self._start.after(facts.pop(0))
        self._reported = [moment for moment in self._reported if moment >= self._start.opened]

    def hold(self) -> float | None:
        """When the press began that has become a hold (s); it is returned once."""
        now = self._now
        is_held = now.pressed is not None and now.down and now.until >= now.pressed + HOLD_S
        if not is_held or (self._held is not None and self._held >= now.opened):
            return None
        self._held = now.pressed
        return now.pressed
