"""Copies of frozen dataclasses with some fields changed, three times as fast as `dataclasses.replace`.

A step of a game makes dozens of such copies, and a correction judges hundreds of steps again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")
Setter = Callable[[Any, Any], None]


def replace(original: T, **changes: Any) -> T:
    """A copy of *original*, an instance of a dataclass with slots, with the fields named in *changes*.

    Raises:
        KeyError: for a name that is no field.
    """
    kind: type = type(original)
    values, setters, places = _shape(kind)
    copied = list(values(original))
    for name in changes:
        copied[places[name]] = changes[name]
    copy: T = object.__new__(kind)
    for setter, value in zip(setters, copied, strict=False):  # equal in length; to check it takes a fifth longer
        setter(copy, value)
    return copy


@cache
def _shape(kind: type) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[Setter, ...], Mapping[str, int]]:
    """How to read all fields of a class at once, how to set each, and the place of each."""
    names = [field.name for field in fields(kind)]
    read = attrgetter(*names) if len(names) > 1 else lambda one: (getattr(one, names[0]),)
    return read, tuple(getattr(kind, name).__set__ for name in names), {name: n for n, name in enumerate(names)}
