"""Counters of a state, such as the number of the turn: where a correction changes only them, later plays are shifted.

They are not judged again then: their states and the words of their rulings get the new counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

from rules.core.copies import compared, replace
from rules.core.game import Counters
from rules.core.rulings import Ruling


def alike(one: Any, other: Any, counters: Counters) -> bool:
    """Whether two states are equal but for their *counters* (names of fields)."""
    kind: type = type(one)
    rest = _but(kind, counters)
    return bool(rest(one) == rest(other))


def shifted(later: Any, before: Any, now: Any, counters: Counters) -> Any:
    """The state *later*, which followed *before*, changed to follow *now*.

    *before* and *now* are equal except for their *counters* (names of fields).
    """
    moved = {name: _moved_on(*(getattr(state, name) for state in (later, before, now))) for name in counters}
    return replace(later, **moved)


def renumbered(ruling: Ruling, before: Any, now: Any, counters: Counters) -> Ruling:
    """The *ruling* on a play in the state *before*, with the counters in its words changed to those of *now*."""
    gaps = {
        name: _moved_on(value, getattr(before, name), getattr(now, name))
        for name, value in ruling.params
        if name in counters
    }
    return ruling.with_gaps(**gaps) if gaps else ruling


@cache
def _but(kind: type, counters: Counters) -> Callable[[Any], Any]:
    """A function that reads all compared fields except the *counters*."""
    return attrgetter(*(name for name in compared(kind) if name not in counters))


def _moved_on(later: Any, before: Any, now: Any) -> Any:
    """The counter *later*, shifted by the difference of *now* and *before*: a number, or a list that only grows."""
    return now + later[len(before) :] if isinstance(later, tuple) else now + later - before
