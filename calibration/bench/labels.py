"""Labelled pictures in one format, from several kinds of folders.

A photo set (manifest.jsonl), a folder of rendered pictures (NAME.json with NAME.jpg), or lines of shots.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.teaching.shots import Shot

SMALLEST_PX = 40
"""Smaller discs are not tested."""


class BenchError(ValueError):
    """A folder has nothing to measure; the message says what it should contain."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The label of one piece; None for what is not labelled. ``bbox`` = x, y, width, height in px.

    ``teaches``: name under which the labelled side can be taught.
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
        """The centre of the box, px."""
        x, y, wide, high = self.bbox
        return x + wide / 2, y + high / 2


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled picture; ``named``: every piece has a label and a name, ``listed``: every piece has a label.

    ``part`` (x, y, width, height in px): only this part is shown, one cell of a contact sheet.
    """

    image: Path
    truths: tuple[Truth, ...]
    named: bool = False
    listed: bool = False
    part: tuple[int, int, int, int] | None = None


def photographed(folder: Path) -> Iterator[Case]:
    """Yield the pictures of a photo set; each cell of a contact sheet on its own."""
    for line in lines(folder / "manifest.jsonl"):
        pieces = [piece for piece in line.get("pieces", []) if piece.get("kind") in ("die", "disc")]
        if "image" not in line or not pieces:
            continue
        path = folder / line["image"]
        if "contact sheet" in str(line.get("note", "")):
            yield from (_cell(path, piece, line) for piece in pieces)
            continue
        truths = tuple(truth for truth in (label_of(piece) for piece in pieces) if truth is not None)
        if truths:
            yield Case(path, truths, listed=bool(line.get("all_discs_listed")))


def _cell(path: Path, piece: dict[str, Any], line: dict[str, Any]) -> Case:
    """Return one cell of a contact sheet, cut to its middle half because text covers its border."""
    x, y, wide, high = (float(v) for v in piece["bbox"])
    side = min(wide, high) * 46 / 90
    part = (round(x + (wide - side) / 2), round(y + (high - side) / 2), round(side), round(side))
    value, box = str(piece["value"]), (0.0, 0.0, float(part[2]), float(part[3]))
    return Case(
        path, (Truth("die", box, value, None, None, f"{line['face']} {value}", teaches="die:taught"),), part=part
    )


def label_of(piece: dict[str, Any]) -> Truth | None:
    """Return one label of a photo set; None for a disc that is too small to be read."""
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
    stone_side = {"picture": "symbol", "number": "number"}.get(str(piece.get("side")))
    design = f"stone:{piece.get('denomination', word)}:{piece.get('design')}"
    return Truth("stone", bbox, stone_side, None, None, f"stone {stone_side}", teaches=design)


def rendered(folder: Path) -> Iterator[Case]:
    """Yield the scenes of a folder of rendered pictures that are not used for teaching."""
    for path in sorted(folder.glob("*.json")):
        if path.stem.startswith(("enrol", "empty", "catalogue")):
            continue
        scene = json.loads(path.read_text("utf-8"))
        yield Case(folder / scene["image"], tuple(_traced(piece) for piece in scene["pieces"]), named=True)


def _traced(piece: dict[str, Any]) -> Truth:
    """Return the label of one rendered piece; a half hidden piece or one on its edge must be asked about."""
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


def shot_of(case: Case, truth: Truth) -> Shot:
    """Return the line of a shots file that teaches a labelled side."""
    fields = {"image": str(case.image), "piece": truth.teaches, "kind": truth.kind, "side": truth.side}
    return Shot.model_validate(fields | {"number": truth.value, "bbox": truth.bbox})


def split_shots(shots: Sequence[Shot]) -> tuple[list[Shot], list[Shot]]:
    """Split the pictures of each side alternately into teaching and test pictures."""
    counts: Counter[tuple[str, str]] = Counter()
    teaching: list[Shot] = []
    tested: list[Shot] = []
    for shot in shots:
        (tested if counts[shot.piece, shot.side] % 2 else teaching).append(shot)
        counts[shot.piece, shot.side] += 1
    return teaching, tested


def shot_case(shot: Shot) -> Case:
    """Convert a line of a shots file into a labelled picture."""
    value = shot.number if shot.side == "number" else None
    box = shot.bbox or (0.0, 0.0, 0.0, 0.0)
    truth = Truth(shot.kind, box, shot.side, value, shot.piece, f"{shot.kind} {shot.side}")
    return Case(Path(shot.image), (truth,))


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file of JSON lines."""
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)
