"""A table in a process of its own, so that it can be killed: the fake camera of tests/web behind the real server."""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path

from rules.casting_stones.stones import starter
from sharing.publisher import TableSharing
from tests.compiled import share_compiled
from tests.web.games.casting_stones.test_collections import STONES
from tests.web.games.dicers.kit import with_dice
from web.server import serve


def serve_home(home: Path, port: int, announce: Connection) -> None:
    """Serve a home on a port (0: a free one), and announce the port when it answers."""
    share_compiled()
    bench = with_dice(home)
    bench.devices.owned = (*starter(), *(stone for stone in STONES if stone not in STONES[:12]))
    serve(bench.table, bench.devices, TableSharing(home), home, "127.0.0.1", port, announce.send)
