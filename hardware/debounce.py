"""The debounce of the buttons: finds the presses and holds in what becomes known of a bouncing contact.  Pure.

Edges become known in order but perhaps seconds late, and samples at once.  So an edge makes all certain that was before
it, and after the newest known edge the samples alone tell what the contact does.  When an edge turns up late, the
contact is followed anew through the samples after it; presses that were reported are not reported again.

The kernel merges edges that follow each other closely, so that two in a row can be to the same level; of more than 16
that wait, it drops the oldest.  The samples before an edge tell what the dropped ones would have told.
"""

from __future__ import annotations

from bisect import bisect
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf

STEADY_S = 0.015  # a level counts that lasts this long; contacts bounce for a few ms, a finger presses at least 50 ms
READ_S = 0.005  # samples and edges can be off by this: levels are read one after another, and edges merge
CLOSE_S = 0.05  # between two samples of one level that are no further apart no press fits, and no pause between presses
HOLD_S = 0.8  # a press of this length is a hold; ordinary presses are shorter
MOST_SAMPLES = 64  # after the newest known edge: 0.3 s while the contact bounces, and 3 s otherwise


@dataclass(frozen=True, slots=True)
class Fact:
    """A sample (the contact was *down*, closed, at *t* s) or an edge (it was from *t* on, and until then as before)."""

    t: float
    down: bool
    is_edge: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """The state of a contact after some facts in the order of their times (all in s).

    ``down``, ``since``, ``until``: the level, and the time in which no fact contradicts it.  ``seen``: from when to
    ``until`` the samples follow each other closely.  ``opened``: until when the contact was last steadily open.
    ``pressed``: when the press began that followed; None: none did.
    """

    down: bool = False
    since: float = -inf
    seen: float = -inf
    until: float = -inf
    opened: float = -inf
    pressed: float | None = None

    @property
    def is_steady(self) -> bool:
        """Whether the level was seen long enough to count."""
        return self.until >= self.seen + STEADY_S

    def after(self, fact: Fact, certain: bool = False) -> Course:
        """The state after one more fact; *certain*: all edges before it are known.

        A sample that may be older than the level that it contradicts changes nothing.
        """
        if fact.is_edge:
            return self._lasting(fact.t, self.since)._changed(fact)
        if fact.down == self.down:
            return self._lasting(fact.t, self.since if certain else self._seen_by(fact.t))
        return self if fact.t < self.since + READ_S else self._changed(fact)

    def _seen_by(self, t: float) -> float:
        """From when on the samples follow each other closely, where one of the same level was taken at *t*."""
        return self.seen if self.is_steady or t <= self.until + CLOSE_S else t

    def _lasting(self, t: float, seen: float) -> Course:
        course = replace(self, seen=seen, until=t)
        if course.is_steady and not course.down:
            return replace(course, opened=t, pressed=None)
        return replace(course, pressed=self.since) if course.is_steady and course.pressed is None else course

    def _changed(self, fact: Fact) -> Course:
        return replace(self, down=fact.down, since=fact.t, seen=fact.t, until=fact.t)


class Contact:
    """The contact of one button, and what was reported of it."""

    def __init__(self) -> None:
        self._certain = Course()  # after the newest known edge
        self._samples = deque[Fact](maxlen=MOST_SAMPLES)  # those after that edge
        self._now = Course()  # after them
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
        if fact.t < self._certain.until:
            return []
        courses = self._after_edge(fact) if fact.is_edge else self._after_sample(fact)
        self._now = courses[-1]
        return self._new_presses(courses)

    def _after_sample(self, sample: Fact) -> list[Course]:
        """The states before and after it."""
        self._samples.append(sample)
        return [self._now, self._now.after(sample)]

    def _after_edge(self, edge: Fact) -> list[Course]:
        """All states from the edge before it on; a sample just before it may have seen the first of merged edges."""
        times = [sample.t for sample in self._samples]
        samples = list(self._samples)
        courses = [self._certain]
        for fact in (*samples[: bisect(times, edge.t - READ_S)], edge):
            courses.append(courses[-1].after(fact, certain=True))
        self._certain = courses[-1]
        self._samples = deque(samples[bisect(times, edge.t) :], maxlen=MOST_SAMPLES)
        return courses + list(accumulate(self._samples, Course.after, initial=self._certain))

    def _new_presses(self, courses: Sequence[Course]) -> list[float]:
        """When the presses began, in these states, that were not reported before (s).

        Between two moments at which the contact was steadily open there is one press at most.
        """
        opened = sorted({course.opened for course in courses})
        known = {bisect(opened, moment) for moment in self._reported}
        self._reported = [moment for moment in self._reported if moment >= self._certain.opened]
        new = []
        for course in courses:
            place = bisect(opened, course.opened)
            if course.pressed is not None and place not in known:
                known.add(place)
                self._reported.append(course.until)
                new.append(course.pressed)
        return new

    def new_hold(self) -> float | None:
        """When the press began that has become a hold (s); it is returned once, else None."""
        now = self._now
        is_held = now.pressed is not None and now.down and now.until >= now.pressed + HOLD_S
        if not is_held or (self._held is not None and self._held >= now.opened):
            return None
        self._held = now.pressed
        return now.pressed
