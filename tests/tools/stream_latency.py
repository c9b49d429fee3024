"""How soon 30 event streams get a fact: ``python -m tests.tools.stream_latency [FACTS]``; prints milliseconds.

Each fact is typed in at the table; the clock runs from before its command until the last of the streams has its event.
"""

from __future__ import annotations

import json
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from urllib.parse import urlsplit

from referee.model.commands import Enter, NewGame, Undo
from rules.core.facts import Throw
from tests.browser.painted import PaintedTable, painted_table
from tests.web.kit import SETUP, SPELL, sides_of

STREAMS = 30
PER_ADDRESS = 10
PATIENCE_S = 30.0


def stream(table: PaintedTable, number: int) -> socket.socket:
    """One open stream; ten come from each loopback address, because the server limits those of one address."""
    client = socket.create_connection(
        ("127.0.0.1", urlsplit(table.url).port), PATIENCE_S, (f"127.0.0.{2 + number // PER_ADDRESS}", 0)
    )
    client.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return client


def moment_of(clients: Sequence[socket.socket], length: int) -> float:
    """The moment (s of the steady clock) when the last client has the event of a log of this *length*."""
    wanted = f'"length": {length},'.encode()
    got = dict.fromkeys(clients, b"")
    with DefaultSelector() as selector:
        for client in clients:
            selector.register(client, EVENT_READ)
        while selector.get_map():
            ready = selector.select(PATIENCE_S)
            if not ready:
                raise SystemExit(f"{len(selector.get_map())} streams heard nothing within {PATIENCE_S:.0f} s.")
            for key, _ in ready:
                one = key.fileobj
                assert isinstance(one, socket.socket)
                got[one] += one.recv(65536)
                if wanted in got[one]:
                    selector.unregister(one)
    return time.monotonic()


def main(facts: int) -> None:
    """Measure *facts* casts, each taken back before the next one."""
    cast = Throw("Bo", tuple(zip(SETUP["hands"]["Bo"], sides_of(SPELL), strict=True)))
    with tempfile.TemporaryDirectory() as home, painted_table(Path(home)) as table, ExitStack() as open_:
        table_service = table.bench.table
        table_service.submit(NewGame(SETUP))
        clients = [open_.enter_context(stream(table, number)) for number in range(STREAMS)]
        moment_of(clients, 0)
        took = []
        for _ in range(facts):
            length = table_service.now().length
            begin = time.monotonic()
            table_service.submit(Enter(cast, length))
            took.append(1000 * (moment_of(clients, length + 1) - begin))
            table_service.submit(Undo(length + 1))
            moment_of(clients, table_service.now().length)
    took.sort()
    middle, most = took[len(took) // 2], took[int(0.95 * (len(took) - 1))]
    print(json.dumps({"streams": STREAMS, "facts": facts, "median_ms": round(middle), "p95_ms": round(most)}))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
