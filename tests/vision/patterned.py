"""Painted pieces on table tops with strong patterns: how many are read.

    python -m tests.vision.patterned [--expect]

Checked cloths, stripes, a newspaper, blotches, printed discs and squares, from two cameras; six pictures each of five
stones, two clear and two opaque dice.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.paint import Empty, Light, paint, paint_empty, truth
from hardware.simulated.surface import MARKERS_MM, PAPER_MM, PX_PER_MM, SPAN_MM
from hardware.simulated.view import View, looking_down
from tests.table_tops import drawn_once
from tests.vision.painted import CLEAR, STONES, answer, strewn, take, taught
from vision.eyes import Eyes
from vision.geometry.lens import Lens
from vision.geometry.plane import find_plane
from vision.pipeline import read

Image = NDArray[np.uint8]
Pattern = NDArray[np.float64] | NDArray[np.int64] | Image
HIGH, WIDE = round(SPAN_MM[1] * PX_PER_MM), round(SPAN_MM[0] * PX_PER_MM)
BLACK, WHITE, RED = (40, 40, 40), (215, 215, 215), (40, 40, 190)
PIECES = {"stones": STONES[:5], "clear dice": CLEAR, "opaque dice": ("die:p1", "die:p2")}
VIEWS = (looking_down(), looking_down(height_mm=600, tilt_deg=28))


def checks(side_mm: float, one: tuple[int, ...] = BLACK, other: tuple[int, ...] = WHITE) -> Pattern:
    """Squares of two colours (BGR)."""
    rows, columns = (np.arange(n) // round(side_mm * PX_PER_MM) for n in (HIGH, WIDE))
    return np.where(((rows[:, None] + columns) % 2)[..., None], one, other)


def stripes(wide_mm: float) -> Pattern:
    """Slanting stripes of three colours."""
    y, x = np.mgrid[:HIGH, :WIDE]
    which = ((0.87 * x + 0.5 * y) // (wide_mm * PX_PER_MM)).astype(int) % 3
    return np.asarray(np.array([RED, WHITE, (120, 60, 30)])[which], np.int64)


def newspaper() -> Pattern:
    """Lines of letters and numbers, 5 mm apart."""
    rng, page = np.random.default_rng(9), np.full((HIGH, WIDE, 3), 225, np.uint8)
    for y in range(10, HIGH, 16):
        x = 0
        while x < WIDE:
            word = "".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz0123456789"), rng.integers(2, 9)))
            cv2.putText(page, word, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (30, 30, 30), 1, cv2.LINE_AA)
            x += 10 * len(word)
    return page


def blotches(cells: Sequence[int] = (4, 8, 16)) -> Pattern:
    """Light and dark blotches about as large as the signs on pieces."""
    rng = np.random.default_rng(5)
    layers = [rng.uniform(-1, 1, (HIGH // cell, WIDE // cell)) for cell in cells]
    light = sum(cv2.resize(layer, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC) for layer in layers)
    return np.asarray(np.clip(135 + 250 * light, 25, 250)[..., None] * [1.0, 0.95, 0.95])


def shapes(corners: int) -> Pattern:
    """Overlapping shapes of 10 to 35 mm in all colours, with this many corners."""
    rng, top = np.random.default_rng(9), np.full((HIGH, WIDE, 3), (70, 110, 60), np.uint8)
    for _ in range(900):
        turns = rng.uniform(0, 2 * np.pi) + np.arange(corners) * 2 * np.pi / corners
        ring = np.column_stack([np.cos(turns), np.sin(turns)]) * rng.uniform(12, 42) + rng.uniform(0, (WIDE, HIGH))
        cv2.fillPoly(top, [np.round(ring).astype(np.int32)], rng.integers(30, 240, 3).tolist(), cv2.LINE_AA)
    return top


TOPS: dict[str, Callable[[], Pattern]] = {
    "checks 10 mm": lambda: checks(10),
    "checks 25 mm": lambda: checks(25),
    "checks 40 mm": lambda: checks(40),
    "red checks 15 mm": lambda: checks(15, RED, (230, 230, 235)),
    "stripes 12 mm": lambda: stripes(12),
    "newspaper": newspaper,
    "blotches": blotches,
    "discs": lambda: shapes(24),
    "squares": lambda: shapes(4),
    "plain": lambda: drawn_once("plain", 1),
}


def table(pattern: Pattern, view: View) -> tuple[Empty, Eyes]:
    """A table with a mat on such a top, and eyes that were taught on felt and calibrated here."""
    plain = drawn_once("plain", 1)
    empty = paint_empty(view, np.where(papers(plain)[..., None], plain, pattern).astype(np.uint8), Light())
    picture = paint(empty, [], 3)
    return empty, Eyes(find_plane(picture, lens=Lens(view.matrix, view.lens, view.size)), picture, taught())


def papers(top: Image) -> NDArray[np.bool_]:
    """Where the papers of the mat's markers lie on a table top."""
    mask, half = np.zeros(top.shape[:2], bool), PAPER_MM * PX_PER_MM / 2
    for x, y in MARKERS_MM:
        across, down = (x + SPAN_MM[0] / 2) * PX_PER_MM, (SPAN_MM[1] / 2 - y) * PX_PER_MM
        mask[round(down - half) : round(down + half), round(across - half) : round(across + half)] = True
    return mask


def counted(empty: Empty, eyes: Eyes, names: Sequence[str], expect: bool) -> Counter[str]:
    """The answers to six pictures of these pieces: right, asked, missed, another kind, wrong."""
    count: Counter[str] = Counter()
    due = [name for name in names if expect and eyes.gallery.of(name)]
    for seed in range(6):
        placed = strewn(names, seed, 45.0 if seed % 2 else 30.0)
        pieces = list(read(paint(empty, placed, 7 + seed), eyes, due).pieces)
        for true in truth(empty.view, placed):
            piece = take(pieces, true.centre_px)
            said = answer(true.side, true.piece, piece)
            other = piece is not None and piece.kind != true.kind
            count["another kind" if other else said if said in ("right", "asked", "missed") else "wrong"] += 1
    return count


def main() -> None:
    """Print a line for each top, camera and kind of piece, and the sums."""
    total: dict[str, Counter[str]] = {kind: Counter() for kind in PIECES}
    for name, pattern in TOPS.items():
        for view, camera in zip(VIEWS, ("from above", "aslant"), strict=True):
            empty, eyes = table(pattern(), view)
            for kind, names in PIECES.items():
                count = counted(empty, eyes, names, "--expect" in sys.argv)
                total[kind] += count
                print(f"{name:17} {camera:10} {kind:11} {dict(count)}", flush=True)
    for kind, count in total.items():
        print(f"all tops, {kind}: {dict(count)}")


if __name__ == "__main__":
    main()
