"""What the owner tells of his dice, which no camera can read and no list tells: kept in HOME/dice.json.

A die's facts are those of a set-up (docs/facts/dicers.md, "of a die"); half-told dice may be kept, and play what they
can.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calibration.storage.files import check_format, load_json, save_json
from rules.dicers.dice import read_die

FILE = "dice.json"
MOST = 200
"""Dice that one home keeps; nobody has so many."""
Facts = Mapping[str, Any]


def load_told(home: Path) -> dict[str, Facts]:
    """Every die that was told of, by its id, in the order of telling.

    Raises:
        StoreError: where the file is damaged.
    """
    return load_json(home / FILE, _dice, {}, "Move it away, and tell of your dice again.")


def keep_told(home: Path, die: str, facts: Facts | None) -> None:
    """Keep what was told of *die*; None forgets it.

    Raises:
        ValueError: with one sentence, where no such die can be, or (StoreError) the file cannot be used.
    """
    kept = load_told(home)
    if facts is None:
        kept.pop(die, None)
    else:
        check(die, facts)
        kept[die] = dict(facts)
    if len(kept) > MOST:
        raise ValueError(f"This table keeps {MOST} dice at most: forget one first.")
    save_json(home / FILE, {"format": 1, "dice": kept})


def check(die: str, facts: Facts) -> None:
    """That such a die can be, as far as it is told.

    Raises:
        ValueError: with one sentence for people.
    """
    read_die(die, _with_bonus(facts))


def figure(die: str, facts: Facts) -> str:
    """What people call it: the name told, or that of its number on the list."""
    return read_die(die, _with_bonus(facts)).name


def _dice(kept: Any) -> dict[str, Facts]:
    check_format(kept)
    return {str(die): dict(facts) for die, facts in kept["dice"].items()}


def _with_bonus(facts: Facts) -> Facts:
    """The casting bonus may still be missing."""
    return {"cb": 1, **{field: told for field, told in facts.items() if told is not None}}
