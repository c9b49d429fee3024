"""A table in a process of its own, so that it can be killed: the fake camera of tests/web behind the real server."""

from __future__ import annotations

import sys
from pathlib import Path

from rules.casting_stones.stones import starter
from sharing.publisher import TableSharing
from tests.web.games.casting_stones.test_collections import STONES
from tests.web.games.dicers.kit import with_dice
from web.server import serve


def main() -> None:
    """Serve the home that the first argument names on the port that the second names (0: a free one), and print it."""
    home = Path(sys.argv[1])
    bench = with_dice(home)
    bench.devices.owned = (*starter(), *(stone for stone in STONES if stone not in STONES[:12]))
    serve(
        bench.table,
        bench.devices,
        TableSharing(home),
        home,
        "127.0.0.1",
        int(sys.argv[2]),
        lambda port: print(port, flush=True),
    )


if __name__ == "__main__":
    main()
