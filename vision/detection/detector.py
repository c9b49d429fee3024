"""The detection network: a picture in, candidate discs and dice out, in the pixels of that picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.models.inference import model_path, open_session, run
from vision.types import Detection, Kind, Note

Floats = NDArray[np.float64]
Maps = NDArray[np.float32]
Image = NDArray[np.uint8]


_MODEL = model_path("finder")
_KINDS: tuple[Literal["disc", "die", "leaner"], ...] = ("disc", "die", "leaner")
_STRIDE = 4
_SHAPE_PX = 16.0
_OFFSET_PX = 8.0
_AT_ONCE = 8
"""Pictures in one batch: limits the memory that inference keeps."""
SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
CIRCLE = np.column_stack([np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)])


@dataclass(frozen=True, eq=False)
class Spot:
    """A candidate reported by the network.

    ``middle`` 2 px. ``shape``: symmetric 2x2 matrix that maps the unit circle onto the outline of a disc; after a
    rotation by ``angle`` (radians) it maps the square (+-1, +-1) onto the top face of a die.
    """

    kind: Literal["disc", "die", "leaner"]
    score: float
    middle: Floats
    shape: Floats
    angle: float

    @property
    def size(self) -> float:
        """Diameter of a disc or side of a die's face in px: the geometric mean of both directions."""
        return float(2 * np.sqrt(abs(np.linalg.det(self.shape))))

    @property
    def axes(self) -> Floats:
        """Half axes in px, as the columns of a 2x2 matrix."""
        c, s = np.cos(self.angle), np.sin(self.angle)
        return np.asarray(self.shape @ np.array([[c, -s], [s, c]]))

    def moved(self, scale: float, shift: Floats) -> Spot:
        """Return the spot in a picture that is ``scale`` times larger and then shifted by ``shift`` px."""
        middle = (self.middle + 0.5) * scale - 0.5 + shift
        return Spot(self.kind, self.score, middle, self.shape * scale, self.angle)

    def mirrored(self, wide: int) -> Spot:
        """Return the spot in the mirror image of a picture that is ``wide`` px across."""
        middle = np.array([wide - 1 - self.middle[0], self.middle[1]])
        return Spot(self.kind, self.score, middle, self.shape * [[1, -1], [-1, 1]], -self.angle)


@cache
def _session() -> onnxruntime.InferenceSession:
    return open_session(_MODEL)


def spots(picture: Image, least: float = 0.3) -> list[Spot]:
    """Detect candidates in a BGR picture at its own scale, highest score first, none below the score ``least``."""
    rows, columns = (-side % 16 for side in picture.shape[:2])
    padded = cv2.copyMakeBorder(picture, 0, rows, 0, columns, cv2.BORDER_REPLICATE) if rows or columns else picture
    (found,) = spots_in(np.asarray(padded, dtype=np.uint8)[None], least)
    high, wide = picture.shape[:2]
    return [s for s in found if -1 < s.middle[0] < wide and -1 < s.middle[1] < high]


def spots_in(pictures: Image, least: float) -> list[list[Spot]]:
    """Detect candidates in several pictures of one size: N x H x W x 3, sides multiples of 16."""
    batches = (pictures[first : first + _AT_ONCE] for first in range(0, len(pictures), _AT_ONCE))
    return [decode(maps, least) for batch in batches for maps in _maps(batch)]


def _maps(pictures: Image) -> Maps:
    (maps,) = run(_session(), None, {"picture": np.ascontiguousarray(pictures)})
    return np.asarray(maps, dtype=np.float32)


def decode(maps: Maps, least: float) -> list[Spot]:
    """Return the peaks of the network's output maps (10 x rows x columns) as spots, highest score first."""
    heat = maps[:3]
    ring = np.stack([cv2.dilate(each, np.ones((3, 3), dtype=np.uint8)) for each in heat])
    found = []
    for kind, row, column in np.argwhere((heat >= least) & (heat == ring)):
        output = maps[:, row, column]
        middle = np.array([column, row]) * _STRIDE + (_STRIDE - 1) / 2 + output[3:5] * _OFFSET_PX
        angle = float(np.arctan2(output[9], output[8])) / 4
        found.append(Spot(_KINDS[kind], float(heat[kind, row, column]), middle, _shape(output[5:8]), angle))
    return sorted(found, key=lambda spot: -spot.score)


def _shape(log: Maps) -> Floats:
    values, vectors = np.linalg.eigh(np.array([[log[0], log[1]], [log[1], log[2]]], dtype=np.float64))
    return np.asarray(vectors @ np.diag(np.exp(np.clip(values, -4, 4)) * _SHAPE_PX) @ vectors.T)


def non_max_suppression(found: list[Spot], faces: float = 0.75, accepted: Sequence[Spot] = ()) -> list[Spot]:
    """Return the spots that can be different pieces, preferring high scores.

    Discs may overlap. Two die spots nearer than ``faces`` times the larger side are two faces of one die. ``accepted``:
    spots that are returned in any case, and before the others.
    """
    chosen = list(accepted)
    for spot in sorted(found, key=lambda s: -s.score):
        if all(np.hypot(*(spot.middle - other.middle)) > _min_distance(spot, other, faces) for other in chosen):
            chosen.append(spot)
    return chosen


def _min_distance(one: Spot, other: Spot, faces: float) -> float:
    """Return the least distance in px between the centres of two different pieces."""
    share = faces if one.kind == other.kind == "die" else 0.3
    return share * max(one.size, other.size)


def detection_of(spot: Spot) -> Detection:
    """Return the detection of a spot as it appears in the picture, without a plane."""
    if spot.kind == "die":
        return detection_from("die", quad(spot), spot.size, spot.score)
    notes = (Note.LEANER,) if spot.kind == "leaner" else ()
    return detection_from("stone", spot.middle + CIRCLE @ spot.shape, spot.size, spot.score, notes)


def quad(spot: Spot) -> Floats:
    """Return the corners of a detected die's top face (4x2 px)."""
    return np.asarray(spot.middle + SQUARE @ spot.axes.T)


def detection_from(kind: Kind, outline: Floats, size: float, score: float, notes: tuple[Note, ...] = ()) -> Detection:
    """Return a detection with this outline (Nx2 px), centred at the mean of the outline's points."""
    centre = outline.mean(axis=0)
    points = tuple((float(x), float(y)) for x, y in outline)
    return Detection(kind, (float(centre[0]), float(centre[1])), points, size, score, notes)
