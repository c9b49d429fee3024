"""How well these eyes see: right, asked, wrong, missed on labelled pictures, with 95 % intervals.

A folder is one of: a photo set (manifest.jsonl), a house of rendered pictures (NAME.json beside NAME.jpg, shots.jsonl
for teaching), or shots alone (shots.jsonl), of which every second picture of a side teaches and the others are asked.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.pictures import open_picture
from calibration.teach import Shot, boxed, load_shots, teach
from vision.eyes import Eyes
from vision.find import Found
from vision.plane import PlaneError, find_plane
from vision.read import read, read_found
from vision.reading import Piece

ANSWERS = ("right", "asked", "wrong", "missed")
SMALLEST_PX = 40
"""Smaller discs are not asked about."""


class BenchError(ValueError):
    """A folder that holds nothing to measure; the sentence says what it should hold."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What lies where: None for what the label does not say.  ``bbox`` = x, y, width, height in px.

    ``teaches``: under which name the eyes could be taught this label's side.
    """

    kind: str
    bbox: tuple[float, float, float, float]
    side: str | None
    value: int | None
    piece: str | None
    group: str
    outline: tuple[tuple[float, float], ...] = ()
    teaches: str | None = None

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box, px."""
        x, y, wide, high = self.bbox
        return x + wide / 2, y + high / 2


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled picture; ``whole`` is True where every piece in it is labelled and named."""

    image: Path
    truths: tuple[Truth, ...]
    whole: bool = False


@dataclass
class SightReport:
    """Answers counted by group of pieces; mistakes as (picture, truth, what was read); all guesses, sure or not.

    ``guesses``: (kind, true face, likeliest face) -> how often.
    """

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    mistakes: list[tuple[str, str, str]] = field(default_factory=list)
    guesses: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def confusion(self, kind: str) -> str:
        """A line for each true face of "stone" or "die": what it was taken for, sure or not, and how often."""
        lines = []
        for face in sorted({true for of, true, _ in self.guesses if of == kind}, key=_by_number):
            taken = Counter({seen: n for (of, true, seen), n in self.guesses.items() if (of, true) == (kind, face)})
            lines.append(f"{face:>8}: " + ", ".join(f"{seen} {n}" for seen, n in taken.most_common()))
        return "\n".join(lines)

    def table(self) -> str:
        """One line a group: how many, and the shares with their 95 % intervals."""
        lines = [f"{'':32}{'n':>6}  " + "".join(f"{answer:>22}" for answer in ANSWERS)]
        for group, counted in sorted(self.counts.items()):
            n = sum(counted[answer] for answer in ANSWERS)
            shares = "".join(f"{_share(counted[answer], n):>22}" for answer in ANSWERS)
            lines.append(f"{group:32}{n:>6}  {shares}")
        return "\n".join(lines)


def wilson(count: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    if not n:
        return 0.0, 1.0
    z = 1.96
    middle = (count + z * z / 2) / (n + z * z)
    reach = z / (n + z * z) * sqrt(count * (n - count) / n + z * z / 4)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _share(count: int, n: int) -> str:
    low, high = wilson(count, n)
    return f"{100 * count / max(n, 1):.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def bench(folder: Path, eyes: Eyes, expect: bool = False, given: bool = False, crops: int = 0) -> SightReport:
    """Read every labelled picture of a folder.

    ``expect``: say which pieces lie there, as the game does.  ``given``: take the places from the labels, so that only
    reading is measured, not finding.  ``crops``: of a photo set's every side so many labels teach, and are not asked.
    Raises BenchError where there is nothing to measure.
    """
    cases, taught = _cases(folder, eyes, crops)
    report = SightReport()
    for case in cases:
        _measure(case, taught, report, expect, given)
    return report


def _cases(folder: Path, eyes: Eyes, crops: int) -> tuple[Iterable[Case], Eyes]:
    if (folder / "manifest.jsonl").exists():
        return _taught_by_labels(list(_photographed(folder)), eyes, crops)
    shots = folder / "shots.jsonl"
    if not shots.exists():
        raise BenchError(f"{folder} holds neither manifest.jsonl nor shots.jsonl. Give a labelled folder.")
    if any(folder.glob("cast*.json")):
        placed = _placed(folder, eyes)
        return _rendered(folder), replace(placed, gallery=teach(load_shots(shots), placed).gallery)
    teaching, asked = _halved(load_shots(shots))
    return [_shot_case(shot) for shot in asked], replace(eyes, gallery=teach(teaching, eyes).gallery)


def _taught_by_labels(cases: Sequence[Case], eyes: Eyes, crops: int) -> tuple[list[Case], Eyes]:
    """The eyes after the first so many labels of every side have taught them, and the cases without these labels."""
    seen: Counter[tuple[str, str]] = Counter()
    shots: list[Shot] = []
    left: list[Case] = []
    for case in cases:
        asked = []
        for truth in case.truths:
            if truth.teaches is None or truth.side is None or seen[truth.teaches, truth.side] >= crops:
                asked.append(truth)
                continue
            seen[truth.teaches, truth.side] += 1
            shots.append(_shot_of(case, truth))
        left.append(replace(case, truths=tuple(asked)))
    return left, replace(eyes, gallery=teach(shots, eyes).gallery) if shots else eyes


def _shot_of(case: Case, truth: Truth) -> Shot:
    said = {"image": str(case.image), "piece": truth.teaches, "kind": truth.kind, "side": truth.side}
    return Shot.model_validate(said | {"number": truth.value, "bbox": truth.bbox})


def _placed(folder: Path, eyes: Eyes) -> Eyes:
    """The eyes with the plane and the empty table of a rendered house."""
    empty = open_picture(folder / "empty.jpg")
    try:
        return replace(eyes, plane=find_plane(empty), empty=empty)
    except PlaneError:
        return eyes


def _halved(shots: Sequence[Shot]) -> tuple[list[Shot], list[Shot]]:
    """Every second picture of a side for teaching, the others for asking."""
    seen: Counter[tuple[str, str]] = Counter()
    teaching: list[Shot] = []
    asked: list[Shot] = []
    for shot in shots:
        (asked if seen[shot.piece, shot.side] % 2 else teaching).append(shot)
        seen[shot.piece, shot.side] += 1
    return teaching, asked


def _shot_case(shot: Shot) -> Case:
    value = shot.number if shot.side == "number" else None
    box = shot.bbox or (0.0, 0.0, 0.0, 0.0)
    truth = Truth(shot.kind, box, shot.side, value, shot.piece, f"{shot.kind} {shot.side}")
    return Case(Path(shot.image), (truth,))


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)


def _photographed(folder: Path) -> Iterator[Case]:
    for line in _lines(folder / "manifest.jsonl"):
        truths = [_labelled(piece) for piece in line.get("pieces", []) if piece.get("kind") in ("die", "disc")]
        if "image" in line and truths:
            yield Case(folder / line["image"], tuple(truth for truth in truths if truth is not None))


def _labelled(piece: dict[str, Any]) -> Truth | None:
    """One label of a photo set; None for a disc that is too small to ask about."""
    box = tuple(float(v) for v in piece["bbox"])
    bbox = (box[0], box[1], box[2], box[3])
    word = str(piece.get("value"))
    if piece["kind"] == "die":
        side = word if word.isdigit() else "power"
        return Truth("die", bbox, side, None, None, f"die {side}", teaches="die:taught")
    if min(bbox[2:]) < SMALLEST_PX:
        return None
    if word.isdigit():
        return Truth("stone", bbox, "number", int(word), None, "stone number")
    shown = {"picture": "symbol", "number": "number"}.get(str(piece.get("side")))
    design = f"stone:{piece.get('denomination')}:{piece.get('design')}"
    return Truth("stone", bbox, shown, None, None, f"stone {shown}", teaches=design)


def _rendered(folder: Path) -> Iterator[Case]:
    for path in sorted(folder.glob("*.json")):
        if path.stem.startswith(("enrol", "empty", "catalogue")):
            continue
        scene = json.loads(path.read_text("utf-8"))
        yield Case(folder / scene["image"], tuple(_traced(piece) for piece in scene["pieces"]), whole=True)


def _traced(piece: dict[str, Any]) -> Truth:
    """One piece of a rendered scene; what is half hidden or on its rim has no right answer but asking."""
    kind = "stone" if piece["kind"] == "stone" else "die"
    rim = np.array(piece["face_polygon_px"], np.float64)
    low, high = rim.min(axis=0), rim.max(axis=0)
    side = {"rune": "symbol"}.get(piece["side"], piece["side"])
    hidden = side == "edge" or float(piece["visible_fraction"]) < 0.75
    known = piece.get("enrolled", False) and piece["kind"] != "d6"
    value = int(piece["value"]) if kind == "stone" and side == "number" else None
    return Truth(
        kind,
        (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])),
        None if hidden else side,
        None if hidden else value,
        f"{kind}:{piece['id']}" if known else None,
        f"{piece['kind']} hidden" if hidden else f"{piece['kind']} {side if kind == 'stone' else 'face'}",
        tuple((float(x), float(y)) for x, y in rim),
    )


def _measure(case: Case, eyes: Eyes, report: SightReport, expect: bool, given: bool) -> None:
    image = open_picture(case.image)
    named = [t.piece for t in case.truths if t.piece is not None] if expect else []
    if given:
        found = [_given(truth) for truth in case.truths]
        pieces: Sequence[Piece] = read_found(image, found, eyes, named)
    else:
        pieces = read(image, eyes, named).pieces
    pairs = _matched(case.truths, pieces, image)
    for truth, piece in pairs:
        answer = judged(truth, piece)
        report.counts[truth.group][answer] += 1
        if truth.side is not None:
            report.guesses[truth.kind, _face(truth), _face(piece)] += 1
        if case.whole and truth.piece is not None and truth.side is not None:
            report.counts[f"{truth.kind}: which one"][_which(truth, piece)] += 1
        if answer == "wrong":
            report.mistakes.append((case.image.name, _words_of(truth), _words_of(piece)))
    if case.whole and len(case.truths) == 5 and all(t.kind == "stone" and t.side for t in case.truths):
        report.counts["whole cast"][_cast(pairs)] += 1


def _given(truth: Truth) -> Found:
    plain = boxed(truth.bbox, truth.kind)
    return replace(plain, outline_px=truth.outline) if truth.outline else plain


def _matched(
    truths: Sequence[Truth], pieces: Sequence[Piece], image: NDArray[np.uint8]
) -> list[tuple[Truth, Piece | None]]:
    """Every truth with the nearest piece within half its size; a box of no size is anywhere in the picture."""
    pairs: list[tuple[Truth, Piece | None]] = []
    free = list(pieces)
    for truth in truths:
        reach = max(truth.bbox[2:]) / 2 or float(max(image.shape))
        near = min(free, key=lambda p: _apart(truth, p), default=None)
        if near is None or _apart(truth, near) > reach:
            pairs.append((truth, None))
        else:
            free.remove(near)
            pairs.append((truth, near))
    return pairs


def _apart(truth: Truth, piece: Piece) -> float:
    x, y = truth.centre
    return float(np.hypot(piece.centre_px[0] - x, piece.centre_px[1] - y))


def judged(truth: Truth, piece: Piece | None) -> str:
    """Right, asked, wrong or missed: by side and number."""
    if piece is None or piece.side is None:
        return "missed" if piece is None else "asked"
    if not piece.sure:
        return "asked"
    if truth.side is None and truth.group.endswith("hidden"):
        return "wrong" if truth.piece is None or piece.piece != truth.piece else "right"
    right = truth.side in (None, piece.side) and truth.value in (None, piece.value)
    return "right" if right else "wrong"


def _which(truth: Truth, piece: Piece | None) -> str:
    """Right, asked, wrong or missed: by the piece's identity too."""
    answer = judged(truth, piece)
    if answer != "right" or piece is None or piece.piece == truth.piece:
        return answer
    return "asked" if piece.piece is None else "wrong"


def _cast(pairs: Sequence[tuple[Truth, Piece | None]]) -> str:
    """The worst answer of five stones is the cast's."""
    answers = {judged(truth, piece) for truth, piece in pairs}
    return next(answer for answer in ("wrong", "missed", "asked", "right") if answer in answers)


def _face(one: Truth | Piece | None) -> str:
    """The number on a number side, else the side."""
    if one is None or one.side is None:
        return "nothing"
    return str(one.value) if one.side == "number" and one.value is not None else one.side


def _by_number(face: str) -> tuple[int, str]:
    return (int(face), "") if face.isdigit() else (1000, face)


def _words_of(one: Truth | Piece | None) -> str:
    return "nothing" if one is None else f"{one.piece or one.kind} {one.side} {one.value or ''}".strip()
