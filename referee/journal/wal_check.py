"""Checks the write-ahead log of a journal, from which SQLite silently drops a damaged transaction and all later ones.

Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.storage.files import bytes_in
from referee.journal.page_scan import FRAME_HEADER, PAGE, WAL_HEADER

MAGIC = (0x377F0682, 0x377F0683)  # little-endian and big-endian words in the checksums
Words = NDArray[np.uint32]
LARGEST_LOG = 64 << 20  # bytes; SQLite begins a log anew at 4 MB, so that a larger one is not of the journal's making


@dataclass(frozen=True, slots=True)
class _Frame:
    """A page in the log: whether it belongs to the current log, ends a transaction, and matches its checksum."""

    present: bool
    commits: bool
    sound: bool


def is_log_damaged(database: Path) -> bool:
    """Whether the write-ahead log of *database* holds a damaged page that an acknowledged transaction wrote.

    A transaction is on the disk before the next one begins, so that a damaged page before the last transaction cannot
    come from a power cut.  In the last transaction, damage and a power cut look the same.
    """
    path = database.with_name(f"{database.name}-wal")
    data = bytes_in(path, LARGEST_LOG) if path.exists() and path.stat().st_size <= LARGEST_LOG else b""
    if len(data) < WAL_HEADER + FRAME_HEADER + PAGE:
        return False
    big = int.from_bytes(data[:4], "big") == MAGIC[1]
    start = _checksum(data[:24], np.zeros(2, np.uint32), big)
    if int.from_bytes(data[:4], "big") not in MAGIC or not _matches(data[24:32], start):
        return True
    return _holds_damage(_frames(data, start, big))


def _holds_damage(frames: Sequence[_Frame]) -> bool:
    """Whether a complete transaction follows the transaction with the first damaged frame."""
    first = next((number for number, frame in enumerate(frames) if not frame.sound), len(frames))
    ended = False
    for frame in frames[first:]:
        if ended and frame.present:
            return True
        ended = ended or frame.commits
    return False


def _frames(data: bytes, checksum: Words, big: bool) -> list[_Frame]:
    salts, size, frames, sound = data[16:24], FRAME_HEADER + PAGE, [], True
    for at in range(WAL_HEADER, len(data) - size + 1, size):
        head, page = data[at : at + FRAME_HEADER], data[at + FRAME_HEADER : at + size]
        checksum = _checksum(page, _checksum(head[:8], checksum, big), big)
        sound = sound and head[8:16] == salts and _matches(head[16:24], checksum)
        frames.append(_Frame(head[8:16] == salts, any(head[4:8]), sound))
    return frames


def _matches(stored: bytes, checksum: Words) -> bool:
    return stored == checksum.astype(">u4").tobytes()


def _checksum(data: bytes, before: Words, big: bool) -> Words:
    """The checksum (s0, s1) after *data*: for each pair (p, q) of words s0 += p + s1 and then s1 += q + s0.

    That is linear in the words modulo 2**32, so one product does for the whole page.
    """
    words = np.frombuffer(data, ">u4" if big else "<u4").astype(np.uint32)
    power, factors = _factors(len(words) // 2)
    after: Words = (power * before).sum(1, dtype=np.uint32) + (factors * words).sum(1, dtype=np.uint32)
    return after


@cache
def _factors(pairs: int) -> tuple[Words, Words]:
    """The factors of the earlier checksum (2 x 2) and of each word (2 x 2 *pairs*) in the checksum after them."""
    step = np.array([[1, 1], [1, 2]], np.uint32)
    power, of_pairs = np.eye(2, dtype=np.uint32), list[Words]()
    for _ in range(pairs):
        of_pairs.append(power @ np.array([[1, 0], [1, 1]], np.uint32))
        power = power @ step
    return power, np.concatenate(of_pairs[::-1], axis=1)
