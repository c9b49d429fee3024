"""Measure reading on labelled pictures: right, asked, wrong and missed, with 95 % confidence intervals.

A folder is one of: a photo set (manifest.jsonl), a folder of rendered pictures (NAME.json with NAME.jpg, shots.jsonl
for teaching), or shots alone (shots.jsonl), of which every second picture of a side teaches and the others are tested.
A file of shots may have any name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.bench.labels import BenchError, Case, Truth, photographed, rendered, shot_case, shot_of, split_shots
from calibration.bench.report import Mistake, SightReport
from calibration.bench.video import watch_videos
from calibration.storage.pictures import open_picture
from calibration.teaching.shots import Shot, boxed, load_shots, teach, teach_pictures
from vision.eyes import Eyes
from vision.geometry.plane import PlaneError, find_plane
from vision.pipeline import read, read_detections
from vision.types import Detection, Piece

OVERLAP = 0.5
"""Least intersection over union of a detected disc and its label."""
AROUND = 0.8
"""Margin around a mistake on every side, in sizes of the piece."""
Image = NDArray[np.uint8]


def bench(
    folder: Path,
    eyes: Eyes,
    expect: bool = False,
    given: bool = False,
    crops: int = 0,
    watch: Callable[[str], None] = lambda words: None,
) -> SightReport:
    """Read every labelled picture of a folder; *watch* receives a progress sentence for each.

    ``expect``: tell the reader which pieces are there, as the game does. ``given``: take the places from the labels, to
    measure reading without detection. ``crops``: number of labels of each side of a photo set that teach and are not
    tested. Raises BenchError where there is nothing to measure.
    """
    watch("Teaching from the labels ...")
    found, taught = cases_of(folder, eyes, crops)
    cases, report = list(found), SightReport()
    for number, case in enumerate(cases, 1):
        watch(f"Reading picture {number} of {len(cases)} ...")
        measure(case, taught, report, expect, given)
    for video in watch_videos(folder, taught) if folder.is_dir() else ():
        report.videos.append(video)
        _count(Case(video.path, video.truths), match_labels(video.truths, video.pieces), report, video.image)
    if not report.counts and not report.videos:
        raise BenchError(f"{folder} holds labels, but of nothing that these eyes read.")
    return report


def cases_of(folder: Path, eyes: Eyes, crops: int = 0) -> tuple[Iterable[Case], Eyes]:
    """Return the labelled pictures of a folder, and the eyes after its lessons; options as for `bench`."""
    if folder.is_file():
        return _by_shots(folder, eyes)
    if (folder / "manifest.jsonl").exists():
        return _taught_by_labels(list(photographed(folder)), eyes, crops)
    shots = folder / "shots.jsonl"
    if not shots.exists():
        raise BenchError(f"{folder} holds neither manifest.jsonl nor shots.jsonl. Give a labelled folder.")
    if any(folder.glob("cast*.json")):
        placed = _placed(folder, eyes)
        return rendered(folder), replace(placed, gallery=teach(load_shots(shots), placed).gallery)
    return _by_shots(shots, eyes)


def _by_shots(shots: Path, eyes: Eyes) -> tuple[Iterable[Case], Eyes]:
    teaching, tested = split_shots(load_shots(shots))
    return [shot_case(shot) for shot in tested], replace(eyes, gallery=teach(teaching, eyes).gallery)


def _taught_by_labels(cases: Sequence[Case], eyes: Eyes, crops: int) -> tuple[list[Case], Eyes]:
    """Teach with the first ``crops`` labels of every side; return the other labels and the taught eyes."""
    counts: Counter[tuple[str, str]] = Counter()
    shots: list[tuple[Image | str, Shot]] = []
    remaining: list[Case] = []
    for case in cases:
        tested = []
        for truth in case.truths:
            if truth.teaches is None or truth.side is None or counts[truth.teaches, truth.side] >= crops:
                tested.append(truth)
                continue
            counts[truth.teaches, truth.side] += 1
            shots.append((picture_of(case), shot_of(case, truth)))
        if tested:
            remaining.append(
                replace(case, truths=tuple(tested), listed=case.listed and len(tested) == len(case.truths))
            )
    return remaining, replace(eyes, gallery=teach_pictures(shots, eyes).gallery) if shots else eyes


def _placed(folder: Path, eyes: Eyes) -> Eyes:
    """Return the eyes with the plane and the empty table of a folder of rendered pictures."""
    empty = open_picture(folder / "empty.jpg")
    try:
        return replace(eyes, plane=find_plane(empty), empty=empty)
    except PlaneError:
        return eyes


def picture_of(case: Case) -> Image:
    """Return the picture of a case, or the part of it."""
    image = _opened(case.image)
    if case.part is None:
        return image
    x, y, wide, high = case.part
    return np.ascontiguousarray(image[y : y + high, x : x + wide])


@lru_cache(maxsize=1)
def _opened(path: Path) -> Image:
    """Open a picture file; cached because a contact sheet is cut up a thousand times."""
    return open_picture(path)


def measure(case: Case, eyes: Eyes, report: SightReport, expect: bool = False, given: bool = False) -> None:
    """Read one picture and count its answers; options as for `bench`."""
    image = picture_of(case)
    named = [t.piece for t in case.truths if t.piece is not None] if expect else []
    if given:
        pieces: Sequence[Piece] = read_detections(image, [_given(truth) for truth in case.truths], eyes, named)
    else:
        pieces = read(image, eyes, named).pieces
    pairs = match_labels(case.truths, pieces)
    _count(case, pairs, report, image)
    if case.listed and not given:
        report.found += _found(case.truths, pieces)
    if case.named and len(case.truths) == 5 and all(t.kind == "stone" and t.side for t in case.truths):
        report.counts["whole cast"][_cast(pairs)] += 1


def _count(case: Case, pairs: Iterable[tuple[Truth, Piece | None]], report: SightReport, image: Image) -> None:
    for truth, piece in pairs:
        answer = verdict_on(truth, piece)
        report.counts[truth.group][answer] += 1
        report.kinds[truth.kind][answer] += 1
        if truth.side is not None:
            report.guesses[truth.kind, _face(truth), _face(piece)] += 1
        if case.named and truth.piece is not None and truth.side is not None:
            report.counts[f"{truth.kind}: which one{', symbol' * (truth.side == 'symbol')}"][_which(truth, piece)] += 1
        if answer == "wrong" and piece is not None:
            report.mistakes.append(Mistake(case.image.name, truth, piece, *_around(image, piece)))


def _around(image: Image, piece: Piece) -> tuple[Image, tuple[int, int]]:
    """Return a piece with its surroundings, and the corner of this part in the picture."""
    outline = np.asarray(piece.outline_px)
    reach = (0.5 + AROUND) * max(1.0, float(np.ptp(outline, axis=0).max()))
    left, top = (max(0, int(v - reach)) for v in outline.mean(axis=0))
    right, bottom = (int(v + reach) + 1 for v in outline.mean(axis=0))
    return image[top:bottom, left:right].copy(), (left, top)


def _found(truths: Sequence[Truth], pieces: Sequence[Piece]) -> Counter[str]:
    """Count discs found, missed and detected in error; each label and each detection is matched once."""
    boxes = [_box_of(piece) for piece in pieces if piece.kind == "stone"]
    hit = 0
    for truth in truths:
        best = max(boxes, key=lambda box: _overlap(truth.bbox, box), default=None)
        if best is not None and _overlap(truth.bbox, best) >= OVERLAP:
            boxes.remove(best)
            hit += 1
    return Counter(found=hit, missed=len(truths) - hit, extra=len(boxes))


Box = tuple[float, float, float, float]


def _box_of(piece: Piece) -> Box:
    x, y, wide, high = cv2.boundingRect(np.asarray(piece.outline_px, np.float32))
    return float(x), float(y), float(wide), float(high)


def _overlap(one: Box, other: Box) -> float:
    """Return the intersection over union of two boxes."""
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    both = max(wide, 0.0) * max(high, 0.0)
    return both / (one[2] * one[3] + other[2] * other[3] - both)


def _given(truth: Truth) -> Detection:
    plain = boxed(truth.bbox, truth.kind)
    return replace(plain, outline_px=truth.outline) if truth.outline else plain


def match_labels(truths: Sequence[Truth], pieces: Sequence[Piece]) -> list[tuple[Truth, Piece | None]]:
    """Match every label with a piece within half its size, nearest pairs first; a box without size matches anywhere."""
    apart = {(i, k): _apart(truth, piece) for i, truth in enumerate(truths) for k, piece in enumerate(pieces)}
    pairs: dict[int, int] = {}
    for i, k in sorted(apart, key=lambda pair: apart[pair]):
        reach = max(truths[i].bbox[2:]) / 2 or float("inf")
        if i not in pairs and k not in pairs.values() and apart[i, k] <= reach:
            pairs[i] = k
    return [(truth, pieces[pairs[i]] if i in pairs else None) for i, truth in enumerate(truths)]


def _apart(truth: Truth, piece: Piece) -> float:
    x, y = truth.centre
    return float(np.hypot(piece.centre_px[0] - x, piece.centre_px[1] - y))


def verdict_on(truth: Truth, piece: Piece | None) -> str:
    """Return right, asked, wrong or missed, by side and number."""
    if piece is None or piece.side is None:
        return "missed" if piece is None else "asked"
    if not piece.sure:
        return "asked"
    if truth.side is None and truth.group.endswith("hidden"):
        return "wrong" if truth.piece is None or piece.piece != truth.piece else "right"
    right = truth.side in (None, piece.side) and truth.value in (None, piece.value)
    return "right" if right else "wrong"


def _which(truth: Truth, piece: Piece | None) -> str:
    """Return right, asked, wrong or missed, by the identity of the piece too."""
    answer = verdict_on(truth, piece)
    if answer != "right" or piece is None or piece.piece == truth.piece:
        return answer
    return "asked" if piece.piece is None else "wrong"


def _cast(pairs: Sequence[tuple[Truth, Piece | None]]) -> str:
    """Return the worst answer of five stones, which is that of the cast."""
    answers = {verdict_on(truth, piece) for truth, piece in pairs}
    return next(answer for answer in ("wrong", "missed", "asked", "right") if answer in answers)


def _face(each: Truth | Piece | None) -> str:
    """Return the number on a number side, else the side."""
    if each is None or each.side is None:
        return "nothing"
    return str(each.value) if each.side == "number" and each.value is not None else each.side
