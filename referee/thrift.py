"""A small computer's memory: what pictures took is given back as soon as they are done with."""

from __future__ import annotations

import ctypes

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # mallopt(3)
LARGE_BYTES = 1 << 20
HEAPS = 1


def give_memory_back() -> None:
    """Have the C library return large arrays to the system when they are freed, and keep one heap for all threads.

    Left alone, it learns to keep blocks of up to 32 MB, and every thread its own.  Where there is no such library
    (not Linux, or another one than GNU's), nothing happens.
    """
    try:
        tune = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return
    tune(_MMAP_THRESHOLD, LARGE_BYTES)
    tune(_ARENA_MAX, HEAPS)
