"""Stones of the edition that a family has but has not taught yet: HOME/owned.json, numbers of the concordance."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from calibration.storage.files import load_json, save_json
from rules.casting_stones.catalogue import CATALOGUE

FILE = "owned.json"
LISTED = frozenset(entry.number for entry in CATALOGUE)


def load_owned_stones(home: Path) -> frozenset[int]:
    """The numbers that were ticked.

    Raises:
        StoreError: where the file is damaged.
    """
    return load_json(home / FILE, _stones, frozenset(), "Delete it, and tick your stones again under “Collection”.")


def save_owned_stones(home: Path, stones: Iterable[int]) -> None:
    """Keep the numbers that are ticked; raises StoreError where the disk will not take them."""
    save_json(home / FILE, {"format": 1, "stones": sorted(LISTED.intersection(stones))})


def _stones(kept: Any) -> frozenset[int]:
    return LISTED.intersection(kept["stones"])
