"""How soon 30 pages have the HTML of a fact: ``python -m tests.tools.parts_latency [FACTS]``; prints milliseconds.

Each fact is typed in at the table; the clock runs from before its command until a page has read and parsed the parts
that have changed, which it asks for as soon as its event stream says so.  The pages run in a process of their own.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from urllib.parse import urlsplit

from referee.model.commands import Enter, NewGame, Undo
from rules.core.facts import Throw
from tests.browser.painted import painted_table
from tests.tools.stream_latency import PATIENCE_S, PER_ADDRESS, STREAMS
from tests.web.kit import SETUP, SPELL, sides_of
from web.parts import HEADER


def main(facts: int) -> None:
    """Measure *facts* casts, each taken back before the next one."""
    cast = Throw("Bo", tuple(zip(SETUP["hands"]["Bo"], sides_of(SPELL), strict=True)))
    ours, theirs = Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as home, painted_table(Path(home)) as table:
        service = table.bench.table
        service.submit(NewGame(SETUP))
        pages = Process(target=open_pages, args=(urlsplit(table.url).port, theirs), daemon=True)
        pages.start()
        moments_of(ours, 0)
        took: list[float] = []
        for _ in range(facts):
            length = service.now().length
            begin = time.monotonic()
            service.submit(Enter(cast, length))
            took += [1000 * (moment - begin) for moment in moments_of(ours, length + 1)]
            service.submit(Undo(length + 1))
            moments_of(ours, service.now().length)
        pages.terminate()
    took.sort()
    figures = {"median_ms": took[len(took) // 2], "p95_ms": took[int(0.95 * (len(took) - 1))], "most_ms": took[-1]}
    print(json.dumps({"pages": STREAMS, "facts": facts, **{name: round(ms) for name, ms in figures.items()}}))


def moments_of(pages: Connection, length: int) -> list[float]:
    """The moments (s of the steady clock) at which the pages show a log of this *length*."""
    while pages.poll(PATIENCE_S):
        at, moments = pages.recv()
        if at == length:
            return list(moments)
    raise SystemExit(f"Some page did not show fact {length} within {PATIENCE_S:.0f} s.")


def open_pages(port: int, results: Connection) -> None:
    """Run the pages; send the times at which each shows a log of one length."""
    moments: dict[int, list[float]] = defaultdict(list)
    lock = Lock()

    def note(length: int) -> None:
        with lock:
            moments[length].append(time.monotonic())
            if len(moments[length]) == STREAMS:
                results.send((length, moments.pop(length)))

    threads = [Thread(target=keep_open, args=(number, port, note)) for number in range(STREAMS)]
    for thread in threads:
        thread.start()


def keep_open(number: int, port: int, note: Callable[[int], None]) -> None:
    """One page: fetch the changed parts at each event of the stream, and note the length that it shows then."""
    home = (f"127.0.0.{2 + number // PER_ADDRESS}", 0)
    line, digests = HTTPConnection("127.0.0.1", port, PATIENCE_S, source_address=home), dict[str, str]()
    cookie = ""
    for length in lengths(HTTPConnection("127.0.0.1", port, PATIENCE_S, source_address=home)):
        known = " ".join(f"{part}={digest}" for part, digest in digests.items())
        line.request("GET", "/", headers={"Host": "localhost", HEADER: known or "-", "Cookie": cookie})
        answer = line.getresponse()
        parts = json.loads(answer.read())["parts"]
        cookie = (answer.getheader("Set-Cookie") or cookie).partition(";")[0]
        digests |= {part: drawn["digest"] for part, drawn in parts.items()}
        note(length)


def lengths(line: HTTPConnection) -> Iterator[int]:
    """The length of the log at each event of the table's stream that changes it."""
    line.request("GET", "/api/events", headers={"Host": "localhost"})
    stream, before = line.getresponse(), None
    for text in map(bytes.decode, stream):
        if text.startswith("data: ") and (length := json.loads(text[6:]).get("length", before)) != before:
            before = length
            yield length


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
