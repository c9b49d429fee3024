"""Measures a running table: the latency of a verdict, and the memory.

`owleye run --simulate` runs as a process of its own and is played through its pages. For the latency one client listens
to its event stream and asks for the parts of the page that changed, as the page's script does. The simulated table
knows when its pieces come to rest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, sleep
from typing import Any

from calibration.bench.speed import Figure
from referee.cli.bench_table import REPLY, THROW, Browser, simulated_table, until_form, until_throw, wait
from vision.thresholds import STILL_S

TIMED_THROWS, PLAYED_THROWS = 40, 6  # to measure the latency, and to measure the memory
TARGET_MS = 600
PAUSE_S = 1.0  # between two throws, so that the machine is idle when the next one begins
FIRST_DAY = "First day"
LIBRARIES = {"onnxruntime": "onnxruntime's code", "cv2": "OpenCV's code", "opencv": "OpenCV's code"}
PART = re.compile(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)")


def bench_latency(throws: int = TIMED_THROWS, watch: Callable[[str], None] = lambda words: None) -> tuple[Figure, ...]:
    """Measure *throws* throws of five stones on a simulated table in a new home; *watch* gets a sentence for each.

    Raises:
        ValueError: with a sentence, where the table does not start or nothing can be thrown on it.
    """
    watch("The simulated table has its first day ...")
    with simulated_table() as (page, _):
        ready = monotonic()
        page.send(THROW, until_form(page, THROW)[1])
        wait(lambda: page.length() > 0 or REPLY in page.forms(), 0.05)
        first = monotonic() - ready
        wait(lambda: FIRST_DAY not in page.page())
        events, known = page.events(), dict[str, str]()
        refresh_parts(page, known)
        event_times, page_times = [], []
        for number in range(1, throws + 1):
            watch(f"Throw {number} of {throws} ...")
            sleep(PAUSE_S)
            one = measure_throw(page, events, known)
            event_times.append(one[0])
            page_times.append(one[1])
    return (
        Figure("ready to the first verdict, in a new home", f"{first:.0f} s"),
        Figure(f"rest to the event with the verdict ({throws} throws)", spread(event_times)),
        Figure("rest to the page with the verdict", spread(page_times)),
        Figure("of it settling, by rule", f"{STILL_S * 1000:.0f} ms"),
        Figure(f"pages within {TARGET_MS} ms", f"{sum(s * 1000 <= TARGET_MS for s in page_times)} of {throws}"),
    )


def measure_throw(page: Browser, events: Iterator[dict[str, Any]], known: dict[str, str]) -> tuple[float, float]:
    """Throw once; returns the seconds from the rest of the pieces to the event, and to the new parts of the page."""
    fields = until_throw(page)
    before = page.now()
    lasts_s = float(page.send(THROW, fields).get("lasts_s", 0.0))
    rest = monotonic() + lasts_s
    refresh_parts(page, known)
    for event in events:
        event_at = monotonic()
        if event["version"] <= before["version"]:
            continue  # this event was sent before the throw
        if not event["passing"]:
            refresh_parts(page, known)
        if event["length"] > before["length"] or event["question"]:
            return event_at - rest, monotonic() - rest
    raise ValueError("The event stream has ended: was the table stopped?")


def refresh_parts(page: Browser, known: dict[str, str]) -> None:
    """Ask for the parts of the page that changed, and note their digests in *known*."""
    known.update({name: part["digest"] for name, part in page.parts(known).items()})


def spread(seconds: list[float]) -> str:
    """Median, 95th percentile and largest of *seconds*, in ms.

    >>> spread([0.1, 0.2, 0.3])
    'median 200 ms, 95 % within 290 ms, at most 300 ms'
    """
    figures = median(seconds), quantiles(seconds, n=20, method="inclusive")[-1], max(seconds)
    middle, nearly_all, longest = (round(figure * 1000) for figure in figures)
    return f"median {middle} ms, 95 % within {nearly_all} ms, at most {longest} ms"


def bench_memory(throws: int = PLAYED_THROWS, watch: Callable[[str], None] = lambda words: None) -> tuple[Figure, ...]:
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
