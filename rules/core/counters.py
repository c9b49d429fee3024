"""Counters of a state: numbers and lists that only grow, that are shown, and on which no rule depends.

Such are the number of the turn, or the history of Levels.  A correction may shift them for the rest of a game while
everything else comes out as it was; then later entries are shifted instead of judged again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any

from rules.core.copies import replace
from rules.core.rulebook import Book
from rules.core.rulings import Ruling

Counters = tuple[str, ...]


def alike(one: Any, other: Any, counters: Counters) -> bool:
    """Whether two states are equal but for their *counters* (names of fields)."""
    kind: type = type(one)
    rest = _but(kind, counters)
    return bool(rest(one) == rest(other))


def shifted(later: Any, before: Any, now: Any, counters: Counters) -> Any:
    """The state *later*, which followed *before*, as it follows *now*, which is alike."""
    moved = {name: _shifted(*(getattr(state, name) for state in (later, before, now))) for name in counters}
    return replace(later, **moved)


def retold(book: Book, ruling: Ruling, before: Any, now: Any, counters: Counters) -> Ruling:
    """What was said after *before*, as it is said after *now*: a sentence may name a counter, such as the turn."""
    gaps = {
        name: _shifted(value, getattr(before, name), getattr(now, name))
        for name, value in ruling.params
        if name in counters
    }
    return book.retold(ruling, **gaps) if gaps else ruling


@cache
def _but(kind: type, counters: Counters) -> Callable[[Any], Any]:
    """How to read all fields that are compared, but the *counters*."""
    return attrgetter(*(field.name for field in fields(kind) if field.compare and field.name not in counters))


def _shifted(later: Any, before: Any, now: Any) -> Any:
    """A number that has grown as much since *now* as *later* had since *before*; or a list with the same end."""
    return now + later[len(before) :] if isinstance(later, tuple) else now + later - before
