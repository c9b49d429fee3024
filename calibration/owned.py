"""Stones of the edition that a family has but has not taught yet: HOME/owned.json, numbers of the concordance."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from calibration.files import StoreError, write_atomically
from rules.casting_stones.catalogue import CATALOGUE

FILE = "owned.json"
LISTED = frozenset(entry.number for entry in CATALOGUE)


def load_owned(home: Path) -> frozenset[int]:
    """The numbers that were ticked.

    Raises:
        StoreError: where the file is damaged.
    """
    path = home / FILE
    if not path.exists():
        return frozenset()
    try:
        return LISTED.intersection(json.loads(path.read_bytes())["stones"])
    except (OSError, ValueError, KeyError, TypeError):
        raise StoreError(f"{path} is damaged. Delete it, and tick your stones again under “Collection”.") from None


def save_owned(home: Path, stones: Iterable[int]) -> None:
    """Keep the numbers that are ticked; raises StoreError where the disk will not take them."""
    write_atomically(home / FILE, json.dumps({"format": 1, "stones": sorted(LISTED.intersection(stones))}).encode())
