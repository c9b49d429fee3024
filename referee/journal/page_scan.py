"""Reads the rows of a damaged SQLite file page by page, without its tables, indexes and schema.

Source: https://www.sqlite.org/fileformat2.html.  A page that cannot be parsed costs only the rows in it.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from calibration.storage.files import open_file

Row = tuple[Any, ...]
"""The values of one row: int, float, str, bytes or None."""
Read = Callable[[int, int], bytes]
"""Reads bytes of a file: where they begin, and how many."""

PAGE = 4096  # bytes; SQLite's default, which the journal never changes
FILE_HEADER, WAL_HEADER, FRAME_HEADER = 100, 32, 24
INDEX_INNER, INDEX_LEAF, TABLE_LEAF = 0x02, 0x0A, 0x0D
INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8)
LONGEST = 1 << 24  # bytes of one row; a longer length is damage


@dataclass(frozen=True, slots=True)
class _Page:
    """A page: its bytes, and where its b-tree header begins."""

    data: bytes
    begin: int


def scan(path: Path) -> Iterator[Row]:
    """Every row that a database at *path* and its write-ahead log hold, in no order; some come more than once.

    The primary key of a table with rowids comes first, in place of the NULL that its rows store.  One page is read at
    a time, because a journal of many years is larger than what a small machine has to spare.
    """
    with _reader(path) as main, _reader(path.with_name(f"{path.name}-wal")) as log:
        latest = {int.from_bytes(frame[:4], "big"): at for at, frame in _chunks(log, WAL_HEADER, FRAME_HEADER)}

        def read_page(number: int) -> bytes:
            return log(latest[number] + FRAME_HEADER, PAGE) if number in latest else main((number - 1) * PAGE, PAGE)

        for at, data in _chunks(main, 0, 0):
            yield from _rows(_Page(data, 0 if at else FILE_HEADER), read_page)
        for _, frame in _chunks(log, WAL_HEADER, FRAME_HEADER):
            is_first = int.from_bytes(frame[:4], "big") == 1
            yield from _rows(_Page(frame[FRAME_HEADER:], FILE_HEADER if is_first else 0), read_page)


@contextmanager
def _reader(path: Path) -> Iterator[Read]:
    """Reads bytes of a file; none where there is no file, or at a place that it does not have."""
    if not path.exists():
        yield lambda at, size: b""
        return
    with open_file(path) as file:
        yield lambda at, size: os.pread(file.fileno(), size, at) if at >= 0 else b""


def _chunks(read: Read, skip: int, header: int) -> Iterator[tuple[int, bytes]]:
    """Whole pages of a file, each with the *header* bytes before it, and where they begin."""
    size = header + PAGE
    return takewhile(lambda chunk: len(chunk[1]) == size, ((at, read(at, size)) for at in count(skip, size)))


def _rows(page: _Page, read_page: Callable[[int], bytes]) -> Iterator[Row]:
    kind = page.data[page.begin]
    if kind not in (INDEX_INNER, INDEX_LEAF, TABLE_LEAF):
        return
    first = page.begin + (12 if kind == INDEX_INNER else 8)
    cells = int.from_bytes(page.data[page.begin + 3 : page.begin + 5], "big")
    for place in range(first, min(first + 2 * cells, PAGE - 1), 2):
        try:
            yield _row(page.data, kind, int.from_bytes(page.data[place : place + 2], "big"), read_page)
        except (ValueError, IndexError, struct.error):
            continue


def _row(data: bytes, kind: int, at: int, read_page: Callable[[int], bytes]) -> Row:
    """The row in the cell at *at*; raises ValueError, IndexError or struct.error where it is damaged."""
    length, at = _varint(data, at + (4 if kind == INDEX_INNER else 0))
    rowid, at = _varint(data, at) if kind == TABLE_LEAF else (None, at)
    row = _record(_payload(data, at, length, kind == TABLE_LEAF, read_page))
    return row if rowid is None else (rowid, *row[1:])


def _payload(data: bytes, at: int, length: int, is_table: bool, read_page: Callable[[int], bytes]) -> bytes:
    """The bytes of a row: its part in the cell, then its overflow pages."""
    if length > LONGEST:
        raise ValueError("too long")
    local = _local(length, is_table)
    parts, missing = [data[at : at + local]], length - local
    follows = data[at + local : at + local + 4]
    while missing > 0:
        page = read_page(int.from_bytes(follows, "big"))
        if len(page) < PAGE:
            raise ValueError("no such page")
        follows = page[:4]
        parts.append(page[4 : 4 + missing])
        missing -= PAGE - 4
    return b"".join(parts)


def _local(length: int, is_table: bool) -> int:
    """How many bytes of a row of this length lie in its cell."""
    most = PAGE - 35 if is_table else (PAGE - 12) * 64 // 255 - 23
    if length <= most:
        return length
    least = (PAGE - 12) * 32 // 255 - 23
    share = least + (length - least) % (PAGE - 4)
    return share if share <= most else least


def _record(payload: bytes) -> Row:
    size, at = _varint(payload, 0)
    body, values = size, []
    while at < size:
        kind, at = _varint(payload, at)
        value, body = _value(payload, body, kind)
        values.append(value)
    return tuple(values)


def _value(payload: bytes, at: int, kind: int) -> tuple[Any, int]:
    """The value of this serial type at *at*, and where the next one begins."""
    if kind in (0, 8, 9):
        return (None, 0, 1)[max(0, kind - 7)], at
    size = INTEGER_BYTES[kind] if kind < 7 else 8 if kind == 7 else (kind - 12) // 2
    data = payload[at : at + size]
    if len(data) < size or kind in (10, 11):
        raise ValueError("cut short")
    if kind < 7:
        return int.from_bytes(data, "big", signed=True), at + size
    if kind == 7:
        return float(struct.unpack(">d", data)[0]), at + size
    return data.decode() if kind % 2 else data, at + size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A big-endian number of 1 to 9 bytes, and where the next one begins."""
    number = 0
    for place in range(at, at + 8):
        number = number << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return number, place + 1
    return number << 8 | data[at + 8], at + 9
