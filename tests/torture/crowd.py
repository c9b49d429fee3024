"""One address floods the server with connections, slow bodies, streams and unread answers; another gets its page."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path

from sharing.publisher import TableSharing
from tests.torture.report import Report
from tests.web.kit import playing
from web.server import serve

CROWD, OTHER, HERE = "127.0.0.2", "127.0.0.3", "127.0.0.1"
WITHIN_S = 1.0
SENT = (
    b"",
    b"GET / HTTP/1.1\r\n",
    b"POST /say/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx",
    b"POST /say/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\nx",
    b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\nx",
    b"GET /static/icon-512.png HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100,  # answers that nobody reads
)


def crowd(folder: Path, connections: int, seed: int) -> Report:
    """Open *connections* connections from one address, and after each twenty-fifth fetch a page from another."""
    report, ports, slowest = Report("crowd"), list[int](), 0.0
    bench = playing(folder)
    ready = threading.Event()

    def open_for(port: int) -> None:
        ports.append(port)
        ready.set()

    def run() -> None:
        serve(bench.table, bench.devices, TableSharing(folder), folder, HERE, 0, open_for)

    threading.Thread(target=run, name="server", daemon=True).start()
    report.check(ready.wait(30), "the server did not start")
    with ExitStack() as opened:
        for number in range(connections):
            with suppress(OSError):
                client = opened.enter_context(socket.create_connection((HERE, ports[0]), 5, (CROWD, 0)))
                client.sendall(SENT[number % len(SENT)])
            report.count("connections")
            if number % 25 == 24:
                took, status = _page(ports[0])
                slowest = max(slowest, took)
                report.count("pages for another address")
                report.check(status == 200 and took < WITHIN_S, f"after {number}: {status} in {took:.2f} s")
    report.count("ms for the slowest page", round(1000 * slowest))
    bench.close()
    return report


def _page(port: int) -> tuple[float, int]:
    began = time.monotonic()
    wire = HTTPConnection(HERE, port, timeout=10, source_address=(OTHER, 0))
    try:
        wire.request("GET", "/", headers={"Host": "localhost"})
        answer = wire.getresponse()
        answer.read()
        return time.monotonic() - began, answer.status
    except OSError:
        return time.monotonic() - began, 0
    finally:
        wire.close()
