"""Measure the detection F1 on labelled photographs and on rendered pictures with exact truth.

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
from vision.types import Detection

# Sets whose boxes contain the whole visible die, or more than the token.
_LOOSE_BOXES = ("kingjacker", "byler", "catanalyzer")

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Truth:
    """A labelled piece: its kind and outline (Nx2 px); ``whole``: a box around all of its visible parts."""

    kind: str
    outline: Floats
    whole: bool
    score_it: bool = True


@dataclass(frozen=True)
class FindScore:
    """Counts over a set; ``off``: distances of the centres of detected pieces, as parts of the piece's size."""

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
        """Return the figures in one line."""
        off = f"{100 * float(np.median(self.off)):.1f} %, worst {100 * max(self.off):.0f} %" if self.off else "-"
        iou = f"{float(np.median(self.overlap)):.2f}" if self.overlap else "-"
        return (
            f"found {self.hit}, missed {self.missed}, extra {self.extra}, F1 {self.f1:.3f},"
            f" overlap {iou}, middle off by {off} of the size"
        )


def score(found: Iterable[tuple[Sequence[Detection], Sequence[Truth]]], least_overlap: float = 0.5) -> FindScore:
    """Match detections with labels picture by picture, largest overlap first, and count."""
    hit = missed = extra = 0
    overlaps: list[float] = []
    off: list[float] = []
    for detected, truths in found:
        pieces = [piece for piece in detected if piece.kind != "unknown"]
        table = np.array([[_overlap(piece, truth) for truth in truths] for piece in pieces]).reshape(
            len(pieces), len(truths)
        )
        taken: set[int] = set()
        for i, j in sorted(np.ndindex(*table.shape), key=lambda ij: -table[ij]):
            if table[i, j] >= least_overlap and i not in taken and not np.isnan(table[:, j]).all():
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


def _overlap(piece: Detection, truth: Truth) -> float:
    if piece.kind != truth.kind:
        return 0.0
    detected = np.array(piece.outline_px, dtype=np.float32)
    labelled = truth.outline.astype(np.float32)
    if truth.whole:
        detected = _box(detected)
        # A box around a whole die contains the top face and some sides: the face must lie inside it.
        inside, _ = cv2.intersectConvexConvex(detected, labelled)
        return (
            float(inside / cv2.contourArea(detected))
            if cv2.contourArea(detected) > 0.15 * cv2.contourArea(labelled)
            else 0.0
        )
    if len(labelled) == 4 and len(detected) > 4:
        detected = _box(detected)
    shared, _ = cv2.intersectConvexConvex(cv2.convexHull(detected), cv2.convexHull(labelled))
    return float(shared / (cv2.contourArea(detected) + cv2.contourArea(labelled) - shared))


def _box(points: NDArray[np.float32]) -> NDArray[np.float32]:
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float32)


def _off(piece: Detection, truth: Truth) -> float:
    middle = truth.outline.mean(axis=0)
    return float(
        np.hypot(*(np.array(piece.centre_px) - middle))
        / np.sqrt(abs(cv2.contourArea(truth.outline.astype(np.float32))))
    )


def photo_sets(folder: Path) -> Iterator[tuple[str, list[tuple[Path, list[Truth]]]]]:
    """Yield each set of photographs of whole scenes with discs or dice: name, and pictures with their labels."""
    for manifest in sorted(folder.glob("*/manifest.jsonl")):
        lines = [json.loads(line) for line in manifest.read_text().splitlines() if line]
        pictures = [
            (manifest.parent / entry["image"], [_labelled(piece, manifest.parent.name) for piece in entry["pieces"]])
            for entry in lines
            if "image" in entry and _is_scene(entry)
        ]
        if pictures:
            yield manifest.parent.name, pictures


def _is_scene(line: dict[str, Any]) -> bool:
    kinds = {piece["kind"] for piece in line["pieces"]}
    return (
        bool(kinds)
        and kinds <= {"die", "disc"}
        and len(line["pieces"]) < 100
        and max(p["bbox"][2] for p in line["pieces"]) < line["width"] / 2
    )


def _labelled(piece: dict[str, Any], set_name: str) -> Truth:
    x, y, w, h = piece["bbox"]
    corners = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], dtype=np.float64)
    loose = any(word in set_name for word in _LOOSE_BOXES)
    return Truth("die" if piece["kind"] == "die" else "stone", corners, loose)


def rendered(folder: Path, kinds: Sequence[str]) -> Iterator[tuple[str, Image, Plane, list[Truth]]]:
    """Yield path-traced pictures of these kinds: name, picture, its plane for a known lens, and labels."""
    for kind in kinds:
        for path in sorted(folder.glob(f"{kind}_*.json")):
            scene = json.loads(path.read_text())
            camera = scene["camera"]
            lens = Lens(np.array(camera["K"]), np.array(camera["dist_k1k2p1p2k3"]), (camera["width"], camera["height"]))
            picture = np.asarray(cv2.imread(str(path.with_name(scene["image"]))), dtype=np.uint8)
            try:
                plane = find_plane(picture, lens=lens)
            except PlaneError:
                pose = np.array(camera["R"]), np.array(camera["t_mm"])
                plane = Plane(lens, *pose, Geometry().corners(), 0.0, lens_given=True)
            yield path.stem, picture, plane, [_rendered(piece) for piece in scene["pieces"]]


def _rendered(piece: dict[str, Any]) -> Truth:
    kind = "stone" if piece["kind"] == "stone" else "die"
    edge = piece["side"] == "edge"
    outline = np.array(piece["polygon_px" if edge else "face_polygon_px"])
    return Truth(kind, outline, False, score_it=not edge and piece["visible_fraction"] > 0.4)


def main() -> None:
    """Print one line per set."""
    shared = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared")
    cv2.setNumThreads(1)
    for name, pictures in photo_sets(shared / "photos"):
        print(f"{name}: {score((find(_read(path)), truths) for path, truths in pictures).line()}", flush=True)
    renders = shared / "renders" / "open"
    empty = _read(renders / "empty.jpg") if renders.is_dir() else None
    for kind in ("cast", "castedge", "arena", "d6", "mixed", "enrol"):
        scenes = rendered(renders, [kind])
        print(f"{kind}: {score((find(p, plane, empty), t) for _, p, plane, t in scenes).line()}", flush=True)


def _read(path: Path) -> Image:
    return np.asarray(cv2.imread(str(path)), dtype=np.uint8)


if __name__ == "__main__":
    main()
