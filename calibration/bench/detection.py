"""How well pieces are found: F1 over labelled photographs and over pictures whose exact truth is known.

python -m calibration.bench.detection ../shared
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.lens import Lens
from vision.geometry.plane import Geometry, Plane, PlaneError, find_plane
from vision.pipeline import find
from vision.types import Found

# These boxes hold the whole visible die, or more than the token.
_LOOSE_BOXES = ("kingjacker", "byler", "catanalyzer")

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Truth:
    """A labelled piece: what it is and its outline (Nx2 px; ``whole``: a box about all that is seen of it)."""

    kind: str
    outline: Floats
    whole: bool
    score_it: bool = True


@dataclass(frozen=True)
class FindScore:
    """Counts over a set; ``off`` are the distances of middles of those found, as a part of the piece's size."""

    hit: int
    missed: int
    extra: int
    overlap: tuple[float, ...]
    off: tuple[float, ...]

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.hit / max(1, 2 * self.hit + self.missed + self.extra)

    def line(self) -> str:
        """Figures in one line."""
        off = f"{100 * float(np.median(self.off)):.1f} %, worst {100 * max(self.off):.0f} %" if self.off else "-"
        iou = f"{float(np.median(self.overlap)):.2f}" if self.overlap else "-"
        return (
            f"found {self.hit}, missed {self.missed}, extra {self.extra}, F1 {self.f1:.3f},"
            f" overlap {iou}, middle off by {off} of the size"
        )


def score(found: Iterable[tuple[Sequence[Found], Sequence[Truth]]], least_overlap: float = 0.5) -> FindScore:
    """Match picture by picture, nearest overlap first."""
    hit = missed = extra = 0
    overlaps: list[float] = []
    off: list[float] = []
    for seen, truths in found:
        pieces = [one for one in seen if one.kind != "unknown"]
        table = np.array([[_overlap(one, truth) for truth in truths] for one in pieces]).reshape(
            len(pieces), len(truths)
        )
        taken: set[int] = set()
        for i, j in sorted(np.ndindex(*table.shape), key=lambda ij: -table[ij]):
            if table[i, j] >= least_overlap and i not in taken and j >= 0 and not np.isnan(table[:, j]).all():
                taken.add(i)
                if truths[j].score_it:
                    hit += 1
                    overlaps.append(float(table[i, j]))
                    off.append(_off(pieces[i], truths[j]))
                table[:, j] = np.nan
        missed += (
            sum(t.score_it and not np.isnan(table[:, j]).all() for j, t in enumerate(truths))
            if pieces
            else sum(t.score_it for t in truths)
        )
        extra += len(pieces) - len(taken)
    return FindScore(hit, missed, extra, tuple(overlaps), tuple(off))


def _overlap(one: Found, truth: Truth) -> float:
    if one.kind != truth.kind:
        return 0.0
    mine = np.array(one.outline_px, dtype=np.float32)
    theirs = truth.outline.astype(np.float32)
    if truth.whole:
        mine = _box(mine)
        # A box about a whole die holds its top face and some of its sides: what counts is that the face lies in it.
        inside, _ = cv2.intersectConvexConvex(mine, theirs)
        return float(inside / cv2.contourArea(mine)) if cv2.contourArea(mine) > 0.15 * cv2.contourArea(theirs) else 0.0
    if len(theirs) == 4 and len(mine) > 4:
        mine = _box(mine)
    shared, _ = cv2.intersectConvexConvex(cv2.convexHull(mine), cv2.convexHull(theirs))
    return float(shared / (cv2.contourArea(mine) + cv2.contourArea(theirs) - shared))


def _box(points: NDArray[np.float32]) -> NDArray[np.float32]:
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float32)


def _off(one: Found, truth: Truth) -> float:
    middle = truth.outline.mean(axis=0)
    return float(
        np.hypot(*(np.array(one.centre_px) - middle)) / np.sqrt(abs(cv2.contourArea(truth.outline.astype(np.float32))))
    )


def photo_sets(folder: Path) -> Iterator[tuple[str, list[tuple[Path, list[Truth]]]]]:
    """Each set of photographs that has discs or dice in whole scenes: its name, and pictures with their pieces."""
    for manifest in sorted(folder.glob("*/manifest.jsonl")):
        lines = [json.loads(line) for line in manifest.read_text().splitlines() if line]
        pictures = [
            (manifest.parent / said["image"], [_labelled(piece, manifest.parent.name) for piece in said["pieces"]])
            for said in lines
            if "image" in said and _is_scene(said)
        ]
        if pictures:
            yield manifest.parent.name, pictures


def _is_scene(said: dict[str, Any]) -> bool:
    kinds = {piece["kind"] for piece in said["pieces"]}
    return (
        bool(kinds)
        and kinds <= {"die", "disc"}
        and len(said["pieces"]) < 100
        and max(p["bbox"][2] for p in said["pieces"]) < said["width"] / 2
    )


def _labelled(piece: dict[str, Any], set_name: str) -> Truth:
    x, y, w, h = piece["bbox"]
    corners = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], dtype=np.float64)
    loose = any(word in set_name for word in _LOOSE_BOXES)
    return Truth("die" if piece["kind"] == "die" else "stone", corners, loose)


def rendered(folder: Path, kinds: Sequence[str]) -> Iterator[tuple[str, Image, Plane, list[Truth]]]:
    """Path-traced pictures of these kinds: name, picture, plane found in it with the lens known, pieces."""
    for kind in kinds:
        for path in sorted(folder.glob(f"{kind}_*.json")):
            said = json.loads(path.read_text())
            camera = said["camera"]
            lens = Lens(np.array(camera["K"]), np.array(camera["dist_k1k2p1p2k3"]), (camera["width"], camera["height"]))
            picture = np.asarray(cv2.imread(str(path.with_name(said["image"]))), dtype=np.uint8)
            try:
                plane = find_plane(picture, lens=lens)
            except PlaneError:
                turned = np.array(camera["R"]), np.array(camera["t_mm"])
                plane = Plane(lens, *turned, Geometry().corners(), 0.0, lens_given=True)
            yield path.stem, picture, plane, [_rendered(piece) for piece in said["pieces"]]


def _rendered(piece: dict[str, Any]) -> Truth:
    kind = "stone" if piece["kind"] == "stone" else "die"
    edge = piece["side"] == "edge"
    outline = np.array(piece["polygon_px" if edge else "face_polygon_px"])
    return Truth(kind, outline, False, score_it=not edge and piece["visible_fraction"] > 0.4)


def main() -> None:
    """Print one line a set."""
    shared = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared")
    cv2.setNumThreads(1)
    for name, pictures in photo_sets(shared / "photos"):
        print(f"{name}: {score((find(_read(path)), truths) for path, truths in pictures).line()}", flush=True)
    renders = shared / "renders" / "open"
    empty = _read(renders / "empty.jpg") if renders.is_dir() else None
    for kind in ("cast", "castedge", "arena", "d6", "mixed", "enrol"):
        shown = rendered(renders, [kind])
        print(f"{kind}: {score((find(p, plane, empty), t) for _, p, plane, t in shown).line()}", flush=True)


def _read(path: Path) -> Image:
    return np.asarray(cv2.imread(str(path)), dtype=np.uint8)


if __name__ == "__main__":
    main()
