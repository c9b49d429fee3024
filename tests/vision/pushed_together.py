"""Painted dice that were pushed together: how many are read.

    python -m tests.vision.pushed_together

Groups of two to four clear dice and of three opaque ones, in rows, corners and squares, on plain and on patterned
table tops, from two cameras; six pictures each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from hardware.simulated.paint import Empty, paint, truth
from hardware.simulated.poses import Placed, lying
from tests.table_tops import drawn_once
from tests.vision.painted import PIECES, answer, take
from tests.vision.patterned import TOPS, VIEWS, Pattern, table
from vision.eyes import Eyes
from vision.pipeline import read

Places = tuple[tuple[int, int], ...]
ARRANGED: dict[int, Sequence[Places]] = {
    2: [((0, 0), (1, 0))],
    3: [((0, 0), (1, 0), (2, 0)), ((0, 0), (1, 0), (0, 1))],
    4: [((0, 0), (1, 0), (0, 1), (1, 1)), ((0, 0), (1, 0), (2, 0), (3, 0)), ((0, 0), (1, 0), (2, 0), (1, 1))],
}
CLEAR = tuple(name for name, piece in PIECES.items() if piece.look == "clear")[:4]
OPAQUE = ("die:p1", "die:p2", "die:munchkin")
PLAIN = ("wood", "felt", "checked")


def tops() -> dict[str, Pattern]:
    """The table tops: three of the simulated ones and those of `patterned`."""
    return {name: drawn_once(name, 1) for name in PLAIN} | {name: pattern() for name, pattern in TOPS.items()}


def pushed_together(names: Sequence[str], edge_mm: float, seed: int) -> list[Placed]:
    """Dice with random sides that touch one another, up to 0.8 mm apart."""
    rng = np.random.default_rng(1000 + seed)
    places = ARRANGED[len(names)][seed % len(ARRANGED[len(names)])]
    degrees, edge = float(rng.uniform(0, 90)), edge_mm + float(rng.uniform(0, 0.8))
    along = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    first = rng.uniform(-60, 30, 2)
    placed = []
    for name, (across, down) in zip(names, places, strict=True):
        x, y = first + edge * (across * along + down * np.array([-along[1], along[0]]))
        placed.append(lying(PIECES[name], str(rng.choice(PIECES[name].sides)), float(x), float(y), degrees))
    return placed


def counted(empty: Empty, eyes: Eyes, names: Sequence[str], edge_mm: float) -> Counter[str]:
    """The answers to six pictures of these dice: right, asked, missed, wrong; and "extra" for what is no die."""
    count: Counter[str] = Counter()
    for seed in range(6):
        placed = pushed_together(names, edge_mm, seed)
        pieces = list(read(paint(empty, placed, 7 + seed), eyes).pieces)
        for true in truth(empty.view, placed):
            said = answer(true.side, true.piece, take(pieces, true.centre_px))
            count[said if said in ("right", "asked", "missed") else "wrong"] += 1
        count["extra"] += len(pieces)
    return count


def main() -> None:
    """Print a line for each top and camera, and the sums."""
    total: dict[str, Counter[str]] = {"clear": Counter(), "opaque": Counter()}
    for top, pattern in tops().items():
        for view, camera in zip(VIEWS, ("from above", "aslant"), strict=True):
            empty, eyes = table(pattern, view)
            clear = sum((counted(empty, eyes, CLEAR[:n], 26.5) for n in (2, 3, 4)), Counter[str]())
            opaque = counted(empty, eyes, OPAQUE, 16.0)
            total["clear"] += clear
            total["opaque"] += opaque
            print(f"{top:17} {camera:10} clear {dict(clear)} opaque {dict(opaque)}", flush=True)
    for kind, count in total.items():
        print(f"all tops, {kind} dice: {dict(count)}")


if __name__ == "__main__":
    main()
