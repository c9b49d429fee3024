"""Which parts of a state a step reads and writes, so that a correction judges again only what it may have changed.

While a play is judged, each part of the state lies in a `_Cell`, which notes that it is read.  A part that is no longer
in its cell afterwards was written.  A set of parts is an int with one bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

ALL = -1
"""The set of all parts."""


class Access(NamedTuple):
    """The parts that a step reads and those that it writes.  A step that was not recorded may have read everything."""

    reads: int = ALL
    writes: int = ALL


class Parts:
    """How the states of a game are divided into parts.

    A state is a named tuple, and its field *seats* holds one named tuple for each player.  Parts are the other fields
    of the state, and the fields of each seat.
    """

    def __init__(self, kind: Any, seat_kind: Any, seats: str) -> None:
        self._kind, self._seat_kind = kind, seat_kind
        self._at, self._number = kind._fields.index(seats), len(kind._fields)

    def of(self, state: Any) -> list[Any]:
        """The parts of *state* in order: its own fields, with None for that of the seats, then those of each seat."""
        parts = list(state)
        seats, parts[self._at] = parts[self._at], None
        for seat in seats:
            parts += seat
        return parts

    def called(self, names: Iterable[str]) -> int:
        """The set of the parts that are fields of the state with one of these names."""
        return _set(name in names for name in self._kind._fields)

    def difference(self, one: Any, other: Any) -> int:
        """The set of the parts in which two states differ."""
        found = 0
        for place, (a, b) in enumerate(zip(self.of(one), self.of(other), strict=True)):
            if a is not b and a != b:
                found |= 1 << place
        return found

    def taken(self, state: Any, chosen: int, source: Any) -> Any:
        """*state* with the *chosen* parts (a set as in `difference`) replaced by those of *source*."""
        return self._changed(state, ((place, self._part(source, place)) for place in _places(chosen)))

    def recorded(self, state: Any, judge: Callable[[Any], tuple[Any, Any]]) -> tuple[Any, Any, Access]:
        """The state and the rulings that *judge* makes of *state*, and what it accessed.

        A step that writes nothing gives *state* itself.
        """
        cells = [_Cell(value) for value in self.of(state)]
        after, rulings = judge(self._in_cells(cells))
        parts = self.of(after)
        parts[self._at] = cells[self._at]
        writes = _set(part is not cell for part, cell in zip(parts, cells, strict=True))
        made = self._changed(state, [(place, _value(parts[place])) for place in _places(writes)])
        return made if writes else state, rulings, Access(_set(cell.read for cell in cells), writes)

    def _in_cells(self, cells: list[_Cell]) -> Any:
        width, seat_kind = len(self._seat_kind._fields), _watched(self._seat_kind)
        rows = range(self._number, len(cells), width)
        own: list[Any] = cells[: self._number]
        own[self._at] = tuple([seat_kind._make(cells[row : row + width]) for row in rows])
        return _watched(self._kind)._make(own)

    def _part(self, state: Any, place: int) -> Any:
        if place < self._number:
            return state[place]
        number, field = divmod(place - self._number, len(self._seat_kind._fields))
        return state[self._at][number][field]

    def _changed(self, state: Any, changes: Iterable[tuple[int, Any]]) -> Any:
        own = list(state)
        seats = list(own[self._at])
        for place, value in changes:
            if place < self._number:
                own[place] = value
            else:
                number, field = divmod(place - self._number, len(self._seat_kind._fields))
                seat = seats[number]
                seats[number] = self._seat_kind._make((*seat[:field], value, *seat[field + 1 :]))
        own[self._at] = tuple(seats)
        return self._kind._make(own)


@cache
def parts_of(kind: Any, seat_kind: Any, seats: str) -> Parts:
    """The parts of states of that *kind*, made once."""
    return Parts(kind, seat_kind, seats)


class _Cell:
    """One part of a state, and whether it was read."""

    __slots__ = ("read", "value")

    def __init__(self, value: Any) -> None:
        self.value, self.read = value, False


def _value(part: Any) -> Any:
    """The value of *part*: that of a cell which the step left or moved, else what the step wrote."""
    if type(part) is not _Cell:
        return part
    part.read = True
    return part.value


@cache
def _watched(kind: Any) -> Any:
    """A class like *kind*, a named tuple, whose fields lie in cells."""
    fields = {name: property(partial(_field, place)) for place, name in enumerate(kind._fields)}
    compared = {"__eq__": _equal, "__ne__": _unequal, "__hash__": None}
    return type(kind.__name__, (kind,), {**fields, **compared, "__slots__": ()})


def _field(place: int, record: Any) -> Any:
    return _value(tuple.__getitem__(record, place))


def _equal(one: Any, other: Any) -> bool:
    """Whether two records are equal; a cell that is in both is not read for that."""
    return isinstance(other, tuple) and all(a is b or _value(a) == _value(b) for a, b in zip(one, other, strict=True))


def _unequal(one: Any, other: Any) -> bool:
    return not _equal(one, other)


def _set(chosen: Iterable[bool]) -> int:
    return sum(1 << place for place, one in enumerate(chosen) if one)


def _places(parts: int) -> Iterator[int]:
    while parts:
        last = parts & -parts
        yield last.bit_length() - 1
        parts ^= last
