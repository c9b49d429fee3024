"""The owner's stones: those that were taught, and those that are only ticked in the list (HOME/owned.json)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from calibration.storage.files import load_json, save_json
from rules.casting_stones.stones import CATALOGUE
from rules.casting_stones.table import stone_type
from vision.recognition.gallery import Gallery

FILE = "owned.json"
LISTED = frozenset(entry.number for entry in CATALOGUE)


def stones_of(gallery: Gallery) -> tuple[Mapping[str, Any], ...]:
    """The taught stones as a set-up lists its pieces (docs/facts.md), in the order they were taught."""
    known = {side.piece: side for side in reversed(gallery.sides) if side.kind == "stone"}
    return tuple(
        {
            "piece": piece,
            "name": known[piece].name or piece,
            "type": stone_type(known[piece].colour),
            "number": gallery.number(piece),
            "colour": known[piece].colour,
        }
        for piece in gallery.pieces()
        if piece in known
    )


def load_owned_stones(home: Path) -> frozenset[int]:
    """The catalogue numbers of the stones that the owner has ticked.

    Raises:
        StoreError: where the file is damaged.
    """
    return load_json(
        home / FILE, _stones, frozenset(), "Tick your stones again under “Collection”, or restore a backup."
    )


def save_owned_stones(home: Path, stones: Iterable[int]) -> None:
    """Store the catalogue numbers that are ticked; raises StoreError where they cannot be written."""
    save_json(home / FILE, {"format": 1, "stones": sorted(LISTED.intersection(stones))})


def _stones(kept: Any) -> frozenset[int]:
    return LISTED.intersection(kept["stones"])
