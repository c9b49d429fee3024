"""Options of a choice: those that are offered, and those that a player would expect and that are excluded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.core.reasons import Reason


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a player may pick, and how it reads on a button.

    The other fields say what the option is about, so that a page can sort options without taking texts apart: ``group``
    is the heading it belongs under, ``piece`` the card, die or stone that is used, ``target`` whom or what it is used
    on, ``amount`` a number.  A field that does not apply is empty.
    """

    pick: str
    words: str
    group: str = ""
    piece: str = ""
    target: str = ""
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Excluded:
    """An option that a player would expect and that is not offered, with the condition that excludes it."""

    option: Option
    reason: Reason


Sifted = tuple[tuple[Option, ...], tuple[Excluded, ...]]


def sift(candidates: Iterable[Option], why_not: Callable[[str], Reason | None]) -> Sifted:
    """Split *candidates* by one predicate over their picks: None offers an option, a reason excludes it."""
    offered: list[Option] = []
    excluded: list[Excluded] = []
    for option in candidates:
        reason = why_not(option.pick)
        if reason is None:
            offered.append(option)
        else:
            excluded.append(Excluded(option, reason))
    return tuple(offered), tuple(excluded)
