"""Measures the memory of a table: `owleye run --simulate` as a separate process, played through its pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from calibration.bench.speed import Figure
from referee.cli.bench_table import REPLY, THROW, Browser, simulated_table, until_form, until_throw, wait

THROWS = 6


def bench_memory(throws: int = THROWS, watch: Callable[[str], None] = lambda words: None) -> tuple[Figure, ...]:
    """Measure the memory of a simulated table over *throws* throws in a new home; *watch* gets a sentence for each.

    Raises:
        ValueError: with a sentence, where the table does not start or nothing can be thrown on it.
    """
    what = "memory of `owleye run --simulate` at its largest"
    if not Path("/proc/self/status").exists():
        return (Figure(what, "skipped: only Linux tells it"),)
    watch("The simulated table has its first day ...")
    with simulated_table() as (page, pid):
        until_form(page, THROW)
        ready = _largest_mb(pid)
        for number in range(1, throws + 1):
            watch(f"Throw {number} of {throws} ...")
            _throw(page)
        largest = f"{_largest_mb(pid):.0f} MB ({throws} throws; {ready:.0f} MB when ready)"
        maps = Path(f"/proc/{pid}/smaps").read_text()
        parts = (Figure(f"of it at the end: {part}", f"{mb:.0f} MB") for part, mb in parts_mb(maps).items())
        return (Figure(what, largest), *parts)


def _throw(page: Browser) -> None:
    """Throw once, and wait until the throw is judged or asked about."""
    fields, before = until_throw(page), page.length()
    page.send(THROW, fields)
    wait(lambda: page.length() > before or REPLY in page.forms())


LIBRARIES = {"onnxruntime": "onnxruntime's code", "cv2": "OpenCV's code", "opencv": "OpenCV's code"}
PART = re.compile(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)")


def parts_mb(maps: str) -> dict[str, float]:
    """The resident memory of a process by part (MB), from its /proc/PID/smaps; the largest part first.

    Code read from files can be dropped and read again when memory is short; the other parts cannot.
    """
    parts: Counter[str] = Counter()
    part = ""
    for line in maps.splitlines():
        if found := PART.fullmatch(line):
            part = _part(found[1])
        elif line.startswith("Rss:"):
            parts[part] += int(line.split()[1])
    return {part: kb / 1024 for part, kb in parts.most_common()}


def _part(path: str) -> str:
    if path == "[heap]":
        return "heap: small arrays and objects"
    if not path or path.startswith("["):
        return "blocks: pictures, large arrays, Python's objects"
    return next((words for key, words in LIBRARIES.items() if key in path), "other code read from files")


def _largest_mb(pid: int) -> float:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0
