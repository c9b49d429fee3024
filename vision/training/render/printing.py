"""Print drawings on path-traced blank faces, so that one rendered picture serves many invented dice.

Ink lies on top of the upper face: it covers what is seen through the die, and receives the light that the face
receives.  Refraction, the figure and mirrored light stay as they were rendered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.painted.glyphs import Atlas, load_atlas
from vision.training.painted.stones import A_SET, VIEWS
from vision.training.render.face_crops import (
    JUNK,
    Observation,
    Side,
    as_set,
    edge_px,
    no_face,
    observations,
    rendered_sets,
    side,
)
from vision.training.render.pieces import FACE_PX, Face, any_ink, marked, numeral_shapes, pip_shapes, stickered
from vision.training.set_files import LabelledCrops, missing, save

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Pixels = NDArray[np.float32]
Rng = np.random.Generator
GAMMA = 2.2
FINER = 4
"""Subpixels per pixel along each axis in which a drawing is warped."""
ROOM = 0.75
"""Width of the surroundings of a face that are kept, in edges."""
TABLE = (0.12, 0.7)
"""Range of the albedo assumed of a table, from which the light on the ink follows."""
DARKEST = 5e-4
"""Least linear brightness assumed of a table: some tables are rendered black."""
PIPPED, STICKERED = 0.3, 0.15
"""Proportions of dice with pips instead of numerals, and of dice whose six is a sticker."""
GLOSSY = 0.5
"""Probability that the ink mirrors a lamp as the face around it does."""
OPACITY = (0.7, 1.0)
SETS = 20
"""Sets in one file."""
FILES = 160
"""Files of printed sets for training."""


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """The print of one die: drawings of its six faces, height of their edges (-1..1), opacity and gloss (0..1)."""

    faces: tuple[Face, ...]
    relief: float
    opacity: float
    gloss: float


def any_print(atlas: Atlas, rng: Rng, held: bool, ground: Pixels) -> Print:
    """Return a random print for a die whose faces have this mean colour (linear BGR, 1: white in full light)."""
    pipped = bool(rng.random() < PIPPED)
    shape = pip_shapes(rng) if pipped else numeral_shapes(atlas, rng, held)
    ink = any_ink(rng, ground)
    faces = [marked(ink, shape(value), pipped, value) for value in range(1, 7)]
    if rng.random() < STICKERED:
        faces[5] = stickered(atlas, rng, held)
    relief = float(rng.uniform(-1, 1)) if rng.random() < 0.4 else 0.0
    gloss = float(rng.uniform(0, 1)) if rng.random() < GLOSSY else 0.0
    return Print(tuple(faces), relief, float(rng.uniform(*OPACITY)), gloss)


def ground_of(rng: Rng, blank: Observation) -> Pixels:
    """Return the mean colour of a blank face at its centre (linear BGR, 1: white in full light)."""
    x, y = blank.face_px.mean(axis=0).astype(int)
    ground = _linear(blank.picture)[y - 5 : y + 6, x - 5 : x + 6].mean(axis=(0, 1))
    return np.asarray(ground / _light(rng, blank.picture), np.float32)


def printed(rng: Rng, blank: Observation, die: Print, face: Face) -> Observation:
    """Return a blank face with a drawing on it; the picture is cut to the surroundings of the face."""
    near = surroundings(blank)
    light = _light(rng, blank.picture)
    ground = _linear(near.picture)
    colour, cover = warped(face, near.face_px, near.picture.shape[:2])
    veil = die.gloss * np.clip(cv2.GaussianBlur(ground, (0, 0), edge_px(near.face_px) / 6) - light * TABLE[1], 0, None)
    ink = colour * light + veil
    cover = cover * (1.0 if face.kind == "picture" else die.opacity)
    out = ground * (1 - cover[..., None]) + ink * cover[..., None]
    if face.kind != "picture":
        out = out + (0.25 * light * die.relief * _edges(rng, cover))[..., None]
    return replace(near, picture=_bytes(out), kind=face.kind, value=face.value)


def surroundings(observation: Observation) -> Observation:
    """Return the same observation in the part of its picture around the face."""
    room = ROOM * edge_px(observation.face_px)
    left, top = np.maximum(np.floor(observation.face_px.min(axis=0) - room), 0).astype(int)
    right, bottom = np.ceil(observation.face_px.max(axis=0) + room).astype(int)
    return replace(
        observation, picture=observation.picture[top:bottom, left:right], face_px=observation.face_px - (left, top)
    )


def warped(face: Face, outline: Floats, size: tuple[int, int]) -> tuple[Pixels, Pixels]:
    """Return a drawing as it appears inside an outline (4 x 2 px): colours (linear BGR) and coverage (0..1)."""
    high, wide = size
    square = np.array([[0, 0], [FACE_PX, 0], [FACE_PX, FACE_PX], [0, FACE_PX]], np.float32) - 0.5
    corners = ((outline + 0.5) * FINER - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(square, corners)
    both = np.dstack([face.colour * face.alpha[..., None], face.alpha]).astype(np.float32)
    large = cv2.warpPerspective(both, matrix, (wide * FINER, high * FINER), flags=cv2.INTER_LINEAR)
    small = cv2.resize(large, (wide, high), interpolation=cv2.INTER_AREA)
    cover = np.clip(small[..., 3], 0, 1)
    return np.asarray(small[..., :3] / np.maximum(cover, 1e-3)[..., None], np.float32), np.asarray(cover, np.float32)


def _light(rng: Rng, picture: Image) -> float:
    """Return the linear brightness of a white sheet in this picture, for a table of random albedo; never 0."""
    return max(float(np.median(_linear(picture))), DARKEST) / float(rng.uniform(*TABLE))


def _edges(rng: Rng, cover: Pixels) -> Pixels:
    """Return the light and dark edges (-1..1) of a drawing in relief, under a lamp in a random direction."""
    turn = rng.uniform(0, 2 * np.pi)
    across, along = (cv2.Sobel(cover, cv2.CV_32F, dx, dy, ksize=3) / 4 for dx, dy in ((1, 0), (0, 1)))
    return np.asarray(across * np.cos(turn) + along * np.sin(turn), np.float32)


def _linear(picture: Image) -> Pixels:
    return np.asarray((np.arange(256) / 255) ** GAMMA, np.float32)[picture]


def _bytes(light: Pixels) -> Image:
    return np.asarray(np.round(255 * np.clip(light, 0, 1) ** (1 / GAMMA)), np.uint8)


def blank_faces(work: Path, held: bool) -> list[Observation]:
    """Return the visible blank faces of the rendered sets in ``work``.

    Raises FileNotFoundError where none were rendered.
    """
    files = rendered_sets(work / "blank", held)
    if not files:
        raise FileNotFoundError(f"{work} holds no blank dice: run python -m vision.training.render.make --blank first.")
    groups = (group for path in files for group in observations(path).values())
    return [surroundings(observation) for group in groups for observation in group if observation.readable]


def write_printed(work: Path, atlas_file: Path, seed: int, share: tuple[int, int]) -> None:
    """Write the files of printed sets that are missing: the held-out one, then those for training.

    ``share``: see `vision.training.set_files.missing`.
    """
    (work / "printed").mkdir(parents=True, exist_ok=True)
    blanks, atlas = {held: blank_faces(work, held) for held in (False, True)}, load_atlas(atlas_file)
    for number, path in missing(printed_files(work), share):
        shard(path, atlas, blanks[number == 0], seed * 1000 + number, held=number == 0)


def printed_files(work: Path) -> list[Path]:
    """Return the files of printed sets: the held-out one, then those for training."""
    return [work / "printed" / name for name in ("held.npz", *(f"shard{number:03d}.npz" for number in range(FILES)))]


def shard(path: Path, atlas: Atlas, blanks: Sequence[Observation], seed: int, held: bool) -> None:
    """Write a file of printed sets: SETS x A_SET sides x VIEWS crops, the last sides of a set without a face."""
    rng = np.random.default_rng(seed)
    save(path, [_a_set(rng, atlas, blanks, held) for _ in range(SETS)])


def _a_set(rng: Rng, atlas: Atlas, blanks: Sequence[Observation], held: bool) -> LabelledCrops:
    chosen: list[Side] = []
    while len(chosen) < A_SET - JUNK:
        chosen += _sides(rng, atlas, blanks, held)
    return as_set(chosen[: A_SET - JUNK] + [no_face(rng, blanks) for _ in range(JUNK)])


def _sides(rng: Rng, atlas: Atlas, blanks: Sequence[Observation], held: bool) -> Iterator[Side]:
    """Yield the crops and labels of the six sides of one invented die, each seen on other blank faces."""
    die = any_print(atlas, rng, held, ground_of(rng, blanks[int(rng.integers(len(blanks)))]))
    for face in die.faces:
        views = [printed(rng, blanks[int(rng.integers(len(blanks)))], die, face) for _ in range(VIEWS)]
        yield side(rng, views)
