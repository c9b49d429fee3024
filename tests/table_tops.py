"""The tops of simulated tables, 13 MB each, drawn once for all tests of a process."""

from __future__ import annotations

from functools import lru_cache

from hardware.simulated.surface import Image, surface


@lru_cache(maxsize=8)
def drawn_once(kind: str, seed: int, mat: bool = True) -> Image:
    """What `surface` returns; nobody may change it."""
    top = surface(kind, seed, mat)
    top.flags.writeable = False
    return top
