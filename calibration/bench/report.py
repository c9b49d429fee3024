"""The report of `owleye bench sight`: answers counted by group of pieces, and the mistakes as an HTML page."""

from __future__ import annotations

import base64
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from html import escape

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.bench.labels import Truth
from calibration.bench.video import Watched
from calibration.table.accuracy import wilson
from vision.types import Piece

ANSWERS = ("right", "asked", "wrong", "missed")

Image = NDArray[np.uint8]
TILE_PX = 240
_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Owleye: mistakes</title>
<style>body{font:16px/1.4 sans-serif;margin:2em}figure{display:inline-block;margin:.5em;width:240px;vertical-align:top}
img{display:block;width:240px}pre{overflow-x:auto;font-size:13px}</style>"""


@dataclass(frozen=True, slots=True, eq=False)
class Mistake:
    """A wrong answer: picture, label, reading, and the part of the picture around the piece.

    ``corner``: the pixel (x, y) of the whole picture at which ``part`` begins.
    """

    picture: str
    truth: Truth
    piece: Piece
    part: Image
    corner: tuple[int, int]

    @property
    def words(self) -> tuple[str, str, str]:
        """The picture's name, the label and the reading."""
        return self.picture, words_of(self.truth), words_of(self.piece)


@dataclass
class SightReport:
    """Counts of answers by group of pieces and by kind, the mistakes, and all likeliest answers, sure or not.

    ``guesses``: (kind, true face, likeliest face) -> count. ``found``: counts "found", "missed" and "extra" of discs in
    pictures where all discs are labelled.
    """

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    kinds: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    mistakes: list[Mistake] = field(default_factory=list)
    guesses: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    videos: list[Watched] = field(default_factory=list)

    def confusions(self) -> str:
        """Return the confusion matrix of each kind as text; empty without any answer."""
        kinds = sorted({kind for kind, _, _ in self.guesses})
        tables = ((f"What each face of a {kind} was taken for, sure or not:", self._confusion(kind)) for kind in kinds)
        return "\n".join(line for table in tables for line in table)

    def _confusion(self, kind: str) -> str:
        lines = []
        for face in sorted({true for of, true, _ in self.guesses if of == kind}, key=_by_number):
            taken = Counter(
                {read_as: n for (of, true, read_as), n in self.guesses.items() if (of, true) == (kind, face)}
            )
            lines.append(f"{face:>8}: " + ", ".join(f"{read_as} {n}" for read_as, n in taken.most_common()))
        return "\n".join(lines)

    def table(self) -> str:
        """Return the counts and proportions with 95 % intervals by group and kind, then disc detection and videos."""
        lines = [f"{'':32}{'n':>6}  " + "".join(f"{answer:>22}" for answer in ANSWERS)]
        in_all = {f"{kind}: all": counted for kind, counted in sorted(self.kinds.items())}
        for group, counted in [*sorted(self.counts.items()), *in_all.items()]:
            n = sum(counted[answer] for answer in ANSWERS)
            shares = "".join(f"{_share(counted[answer], n):>22}" for answer in ANSWERS)
            lines.append(f"{group:32}{n:>6}  {shares}")
        return "\n".join([*lines, *self._where(), *(video.words for video in self.videos)])

    def _where(self) -> list[str]:
        if not self.found:
            return []
        hit, missed, extra = (self.found[word] for word in ("found", "missed", "extra"))
        f1 = 2 * hit / (2 * hit + missed + extra)
        return [f"discs: where they are            F1 {f1:.3f} ({hit} found, {missed} missed, {extra} too many)"]


def _share(count: int, n: int) -> str:
    low, high = wilson(count, n)
    return f"{100 * count / max(n, 1):.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def _by_number(face: str) -> tuple[int, str]:
    return (int(face), "") if face.isdigit() else (1000, face)


def words_of(each: Truth | Piece | None) -> str:
    """Return a short description of a label or a reading."""
    return "nothing" if each is None else f"{each.piece or each.kind} {each.side} {each.value or ''}".strip()


def page_of(report: SightReport, title: str) -> str:
    """Return the whole page: the table of figures, then each mistake with the reading and the truth."""
    figures = "".join(_figure(mistake) for mistake in report.mistakes)
    none = "" if report.mistakes else "<p>No answer that was sure is wrong.</p>"
    report_text = escape(f"{report.table()}\n\n{report.confusions()}")
    return f"{_HEAD}<h1>{escape(title)}</h1><pre>{report_text}</pre>{none}{figures}</html>\n"


def _figure(mistake: Mistake) -> str:
    name, true, read = (escape(word) for word in mistake.words)
    coded = base64.b64encode(cv2.imencode(".jpg", _tile(mistake))[1].tobytes()).decode()
    caption = f"{name}<br>said <b>{read}</b> ({mistake.piece.confidence:.3f})<br>is <b>{true}</b>"
    return f'<figure><img src="data:image/jpeg;base64,{coded}" alt=""><figcaption>{caption}</figcaption></figure>'


def _tile(mistake: Mistake) -> Image:
    """Return the part of the picture with the outline at which the piece was read."""
    outline = np.asarray(mistake.piece.outline_px) - mistake.corner
    part = mistake.part.copy()
    cv2.polylines(part, [np.round(outline).astype(np.int32)], True, (0, 220, 0), max(1, max(part.shape) // 150))
    scale = TILE_PX / max(part.shape[:2])
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.uint8)
