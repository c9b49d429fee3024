"""Families of dice for the training of appearance embeddings: crops of the numbered faces of dice in one set.

The dice of a family lie on the same two tables in the same pictures, so that only ink, material and figure distinguish
them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.training.painted.glyphs import Atlas, load_atlas
from vision.training.render.face_crops import Image, Observation, crop_of, fitted, observations, rendered_sets
from vision.training.render.printing import any_print, ground_of, printed, surroundings
from vision.training.set_files import missing, save_arrays, there

FILES = 10
"""Files for training; each has other prints and crops of all rendered sets."""
PRINTS, VARIANTS = 4, 2
"""Families per file of each set of blank dice, and of each set of printed dice."""
ONE_INK = 0.3
"""Proportion of the families of blank dice that get one print, so that only figure and material distinguish them."""
NUMBERED = 5
"""Number of faces with numbers: the six may be a sticker."""
Rng = np.random.Generator
Family = list[list[Image]]
"""Crops of each die of a family."""


@dataclass(frozen=True, slots=True, eq=False)
class Families:
    """Crops (N x STORED x STORED x 3), the family of each crop (N), and its die within the family (N)."""

    crops: NDArray[np.uint8]
    family: NDArray[np.int64]
    die: NDArray[np.int64]


def read(path: Path) -> Families:
    """Return a file of families, after waiting until the other process has written it."""
    with np.load(there(path)) as file:
        return Families(file["crops"], file["family"], file["die"])


def family_files(work: Path) -> list[Path]:
    """Return the files of families: the held-out one, then those for training."""
    return [work / "families" / name for name in ("held.npz", *(f"families{k:03d}.npz" for k in range(FILES)))]


def write_families(work: Path, atlas_file: Path, seed: int, share: tuple[int, int]) -> None:
    """Write the files of families that are missing.

    ``share``: see `vision.training.set_files.missing`.
    """
    (work / "families").mkdir(parents=True, exist_ok=True)
    atlas = load_atlas(atlas_file)
    for number, path in missing(family_files(work), share):
        _write(path, work, atlas, number == 0, np.random.default_rng([seed, number]))


def _write(path: Path, work: Path, atlas: Atlas, held: bool, rng: Rng) -> None:
    families = [family for family in _families(work, atlas, held, rng) if is_usable(family)]
    labels = [
        (number, k)
        for number, family in enumerate(families)
        for k, crops in enumerate(family)
        for _ in range(len(crops))
    ]
    family, die = np.array(labels, np.int64).T
    crops = np.stack([crop for family in families for crops in family for crop in crops])
    save_arrays(path, crops=crops, family=family, die=die)


def is_usable(family: Family) -> bool:
    """Whether a family has two dice, one of them with two crops to compare."""
    return len(family) > 1 and max(len(crops) for crops in family) > 1


def _families(work: Path, atlas: Atlas, held: bool, rng: Rng) -> Iterator[Family]:
    for path in rendered_sets(work / "blank", held):
        blanks = _dice(path)
        for _ in range(PRINTS if blanks else 0):
            yield printed_family(rng, atlas, held, blanks)
    for path in rendered_sets(work / "rendered", held):
        dice = _dice(path)
        for _ in range(VARIANTS):
            yield [[_crop(rng, face) for face in die] for die in dice]


def _dice(path: Path) -> list[list[Observation]]:
    """Return the readable faces of each die of a rendered set, without stickers."""
    faces: dict[int, list[Observation]] = defaultdict(list)
    for (die, _), seen in observations(path).items():
        faces[die] += [surroundings(face) for face in seen if face.readable and face.kind != "picture"]
    return [each for each in faces.values() if each]


def printed_family(rng: Rng, atlas: Atlas, held: bool, blanks: Sequence[Sequence[Observation]]) -> Family:
    """Return a family made of blank dice (the faces of each) by printing numbers on them.

    A single die becomes two with the same figure and different inks.
    """
    dice = list(blanks) if len(blanks) > 1 else [blanks[0], blanks[0]]
    ground = ground_of(rng, dice[0][0])
    prints = [any_print(atlas, rng, held, ground) for _ in dice]
    if len(blanks) > 1 and rng.random() < ONE_INK:
        prints = [prints[0]] * len(dice)
    return [
        [_crop(rng, printed(rng, blank, one, one.faces[int(rng.integers(NUMBERED))])) for blank in faces]
        for one, faces in zip(prints, dice, strict=True)
    ]


def _crop(rng: Rng, face: Observation) -> Image:
    return crop_of(rng, face, fitted(rng, face.face_px))
