"""What the owner tells of his dice, which no camera can read and no list tells: kept in HOME/dice.json.

A die's facts are those of a set-up (docs/facts/dicers.md, "of a die"); half-told dice may be kept, and play what they
can.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calibration.files import StoreError, write_atomically
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
    path = home / FILE
    if not path.exists():
        return {}
    try:
        kept = json.loads(path.read_bytes())
        dice: dict[str, Facts] = {str(die): dict(facts) for die, facts in kept["dice"].items()}
        if kept["format"] != 1:
            raise ValueError("a later format")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise StoreError(f"{path} is damaged. Move it away, and tell of your dice again.") from None
    return dice


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
    body = {"format": 1, "dice": kept}
    write_atomically(home / FILE, json.dumps(body, ensure_ascii=False, indent=1).encode())


def check(die: str, facts: Facts) -> None:
    """That such a die can be, as far as it is told.

    Raises:
        ValueError: with one sentence for people.
    """
    read_die(die, _with_bonus(facts))


def figure(die: str, facts: Facts) -> str:
    """What people call it: the name told, or that of its number on the list."""
    return read_die(die, _with_bonus(facts)).name


def _with_bonus(facts: Facts) -> Facts:
    """The casting bonus may still be missing."""
    return {"cb": 1, **{field: told for field, told in facts.items() if told is not None}}
