"""Crops of whole dice from path-traced pictures, as input of the network of `vision.detection.die_stance`.

A die is cropped where the program finds it: at the level cube fitted to the picture, also where the die leans.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.cube_search import Start
from vision.detection.dice import fitted_outline
from vision.detection.die_pose import fit_dice
from vision.detection.die_stance import wide_crop
from vision.geometry.cube import foot_px
from vision.geometry.lens import Lens
from vision.geometry.plane import Plane
from vision.training.render.face_crops import VISIBLE, as_photographed, fitted, is_held
from vision.training.render.layout import LEVEL_DEG
from vision.training.scenes.dice_crops import COCKED_DEG, STORED, UNSAID
from vision.training.set_files import save_arrays

VARIANTS = 6
"""Crops of each die in each picture, with other outlines, exposure, blur and noise."""
OFF_MM = 3.0
"""Standard deviation of the place at which the search for a pose starts."""
RANGE = 0.85, 1.15
"""Range of the edge, in true edges, in which the pose is searched."""
AROUND = 1.4
"""Distance of the picture's cut about a die from its outline, in sizes of the outline."""
Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class LabelledDie:
    """A die in a picture: outline of the fitted top face (4x2 px), pip count that is up (0: none), level (1) or not.

    UNSAID for the pips of a cocked die, and for the level of one between level and cocked.
    """

    picture: Image
    plane: Plane
    outline: Floats
    pips: int
    level: int


def crops(work: Path, held: bool, seed: int) -> Path:
    """Write the missing file of all rendered sets, held-out ones or the others, and return it.

    Raises FileNotFoundError where nothing was rendered.
    """
    sets = sorted((work / "rendered").glob("set?????.npz"))
    chosen = [path for path in sets if is_held(path) == held]
    if not chosen:
        raise FileNotFoundError(f"{work} holds no rendered sets: run python -m vision.training.render.make first.")
    path = work / "traced_dice" / f"{'held' if held else 'sets'}-{len(chosen)}.npz"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, chosen, np.random.default_rng([seed, held]))
    return path


def _write(path: Path, sets: list[Path], rng: Rng) -> None:
    dice = [each for file in sets for each in dice_in(rng, file) for _ in range(VARIANTS)]
    save_arrays(
        path,
        crops=np.stack([crop_of(rng, each) for each in dice]),
        pips=np.array([each.pips for each in dice], np.int64),
        level=np.array([each.level for each in dice], np.int64),
    )


def dice_in(rng: Rng, path: Path) -> Iterator[LabelledDie]:
    """Yield the dice of a rendered set whose top face is visible and to which a cube was fitted."""
    with np.load(path) as file:
        record = json.loads(str(file["truth"]))
        for k, shot in enumerate(record["shots"]):
            picture = _decoded(file[f"picture{k}"])
            empty = _decoded(file[f"empty{k}"]) if f"empty{k}" in file else None
            plane = _plane(shot["camera"], picture)
            fits = fit_dice(picture, plane, empty, [_start(rng, die) for die in shot["dice"]])
            for die, fit in zip(shot["dice"], fits, strict=True):
                if fit.pose is not None and die["visible"] >= VISIBLE:
                    outline = np.array(fitted_outline(fit.pose, plane, 1.0).outline_px)
                    yield LabelledDie(picture, plane, outline, *_labels(die, record["dice"][die["die"]]))


def _decoded(packed: Image) -> Image:
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _plane(camera: Mapping[str, Any], picture: Image) -> Plane:
    lens = Lens(np.array(camera["matrix"]), np.zeros(5), (picture.shape[1], picture.shape[0]))
    return Plane(lens, np.array(camera["rotation"]), np.array(camera["translation"]), {}, 0.0, lens_given=True)


def _start(rng: Rng, die: Mapping[str, Any]) -> Start:
    x, y = np.array(die["position_mm"][:2]) + rng.normal(0, OFF_MM, 2)
    edge = die["edge_mm"]
    return Start(float(x), float(y), (edge,), RANGE[0] * edge, RANGE[1] * edge)


def _labels(pose: Mapping[str, Any], die: Mapping[str, Any]) -> tuple[int, int]:
    """Return pips and level."""
    tilt, up = pose["tilt_deg"], pose["up"]
    if tilt >= LEVEL_DEG:
        return UNSAID, 0 if tilt >= COCKED_DEG else UNSAID
    return die["values"][up] if die["kinds"][up] == "pips" else 0, 1


def crop_of(rng: Rng, labelled: LabelledDie) -> Image:
    """Return the crop of a die (STORED x STORED x 4) with the errors of a fit, as a camera's sensor shows it."""
    outline = fitted(rng, labelled.outline)
    foot = foot_px(outline, labelled.plane)
    both = np.concatenate([outline, foot])
    reach = AROUND * float(np.ptp(outline, axis=0).max())
    low = np.maximum(np.floor(both.min(axis=0) - reach), 0).astype(int)
    high = np.ceil(both.max(axis=0) + reach).astype(int)
    part = as_photographed(rng, labelled.picture[low[1] : high[1], low[0] : high[0]])
    return wide_crop(part, outline - low, foot - low, STORED)
