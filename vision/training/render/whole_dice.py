"""Crops of whole dice from path-traced pictures, as input of the network of `vision.detection.die_stance`.

A die is cropped where the program finds it: at the level cube fitted to the picture, also where the die leans.  Blank
dice get another print for each crop.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
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
from vision.training.painted.glyphs import Atlas, load_atlas
from vision.training.render.face_crops import VISIBLE, Observation, as_photographed, fitted, rendered_sets
from vision.training.render.layout import LEVEL_DEG
from vision.training.render.printing import any_print, ground_of, printed
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
    """A die in a rendered picture, with what the network has to tell about it.

    ``outline``: the top face as the cube fit found it (4x2 px).  ``pips``: how many pips the top face shows (0: it has
    none); UNSAID for a cocked die.  ``level``: 1 where the die lies level, 0 where it is cocked, UNSAID in between.
    ``blank``: the true outline (4x2 px) of an upper face without a print; None where the face has one.
    """

    picture: Image
    plane: Plane
    outline: Floats
    pips: int
    level: int
    blank: Floats | None


def crops(work: Path, held: bool, seed: int) -> Path:
    """Write the missing file of all rendered sets, printed and blank, held-out ones or the others, and return it.

    Raises FileNotFoundError where no printed dice were rendered.
    """
    with_prints = rendered_sets(work / "rendered", held)
    if not with_prints:
        raise FileNotFoundError(f"{work} holds no rendered sets: run python -m vision.training.render.make first.")
    chosen = with_prints + rendered_sets(work / "blank", held)
    path = work / "traced_dice" / f"{'held' if held else 'sets'}-{len(chosen)}.npz"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, chosen, load_atlas(work / "atlas.npz"), held, np.random.default_rng([seed, held]))
    return path


def _write(path: Path, sets: list[Path], atlas: Atlas, held: bool, rng: Rng) -> None:
    shown: list[tuple[Image, int, int]] = []
    for each in (die for file in sets for die in dice_in(rng, file)):
        for _ in range(VARIANTS):
            die = each if each.blank is None else with_print(rng, each, atlas, held)
            shown.append((crop_of(rng, die), die.pips, die.level))
    crops, pips, level = zip(*shown, strict=True)
    save_arrays(path, crops=np.stack(crops), pips=np.array(pips, np.int64), level=np.array(level, np.int64))


def with_print(rng: Rng, die: LabelledDie, atlas: Atlas, held: bool) -> LabelledDie:
    """Return a die whose upper face was rendered without a print, with a random one drawn on it.

    ``held``: draw it in a font that is held out for measuring; else in one that the network is trained on.
    """
    assert die.blank is not None, "only a blank face can be printed on"
    bare = Observation(die.picture, die.blank, "blank", 0, True)
    design = any_print(atlas, rng, held, ground_of(rng, bare))
    face = design.faces[int(rng.integers(6))]
    new = printed(rng, bare, design, face)
    left, top = np.round(die.blank[0] - new.face_px[0]).astype(int)
    picture = die.picture.copy()
    picture[top : top + len(new.picture), left : left + new.picture.shape[1]] = new.picture
    pips = face.value if face.kind == "pips" else 0
    return replace(die, picture=picture, pips=UNSAID if die.pips == UNSAID else pips, blank=None)


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
                    kind = record["dice"][die["die"]]["kinds"][die["up"]]
                    face = np.array(die["face_px"]) if kind == "blank" else None
                    yield LabelledDie(picture, plane, outline, *_labels(die, record["dice"][die["die"]]), face)


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
