"""The small network that says where discs and dice are: a picture in, candidates out, in that picture's pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.models.inference import model_path, open_session

Floats = NDArray[np.float64]
Maps = NDArray[np.float32]
Image = NDArray[np.uint8]


_MODEL = model_path("finder")
_KINDS: tuple[Literal["disc", "die", "leaner"], ...] = ("disc", "die", "leaner")
_STRIDE = 4
_SHAPE_PX = 16.0
_OFFSET_PX = 8.0


@dataclass(frozen=True, eq=False)
class Spot:
    """Something the network saw.

    ``middle`` 2 px; ``shape`` the symmetric 2x2 whose image of the unit circle is the outline of a disc, and which,
    after a turn by ``angle``, carries the square (+-1, +-1) onto the top face of a die.
    """

    kind: Literal["disc", "die", "leaner"]
    score: float
    middle: Floats
    shape: Floats
    angle: float

    @property
    def size(self) -> float:
        """Diameter of a disc or side of a die's face: the geometric mean of both directions, px."""
        return float(2 * np.sqrt(abs(np.linalg.det(self.shape))))

    @property
    def axes(self) -> Floats:
        """Half axes: columns of a 2x2."""
        c, s = np.cos(self.angle), np.sin(self.angle)
        return np.asarray(self.shape @ np.array([[c, -s], [s, c]]))

    def moved(self, scale: float, shift: Floats) -> Spot:
        """The same spot in a picture that is ``scale`` times larger, and then shifted by px."""
        middle = (self.middle + 0.5) * scale - 0.5 + shift
        return Spot(self.kind, self.score, middle, self.shape * scale, self.angle)

    def mirrored(self, wide: int) -> Spot:
        """The same spot in the mirror image of a picture that is ``wide`` px across."""
        middle = np.array([wide - 1 - self.middle[0], self.middle[1]])
        return Spot(self.kind, self.score, middle, self.shape * [[1, -1], [-1, 1]], -self.angle)


@cache
def _session() -> onnxruntime.InferenceSession:
    return open_session(_MODEL)


def spots(picture: Image, least: float = 0.3) -> list[Spot]:
    """Look at a BGR picture as it is, best first; nothing below the score ``least``."""
    rows, columns = (-side % 16 for side in picture.shape[:2])
    padded = cv2.copyMakeBorder(picture, 0, rows, 0, columns, cv2.BORDER_REPLICATE) if rows or columns else picture
    (found,) = spots_in(np.asarray(padded, dtype=np.uint8)[None], least)
    high, wide = picture.shape[:2]
    return [s for s in found if -1 < s.middle[0] < wide and -1 < s.middle[1] < high]


def spots_in(pictures: Image, least: float) -> list[list[Spot]]:
    """The same for several pictures of one size at once: N x H x W x 3, sides multiples of 16."""
    (maps,) = _session().run(None, {"picture": np.ascontiguousarray(pictures)})
    return [decode(np.asarray(one, dtype=np.float32), least) for one in maps]


def decode(maps: Maps, least: float) -> list[Spot]:
    """Peaks of the network's maps (10 x rows x columns) as spots, best first."""
    heat = maps[:3]
    ring = np.stack([cv2.dilate(one, np.ones((3, 3), dtype=np.uint8)) for one in heat])
    found = []
    for kind, row, column in np.argwhere((heat >= least) & (heat == ring)):
        said = maps[:, row, column]
        at = np.array([column, row]) * _STRIDE + (_STRIDE - 1) / 2 + said[3:5] * _OFFSET_PX
        angle = float(np.arctan2(said[9], said[8])) / 4
        found.append(Spot(_KINDS[kind], float(heat[kind, row, column]), at, _shape(said[5:8]), angle))
    return sorted(found, key=lambda s: -s.score)


def _shape(log: Maps) -> Floats:
    values, vectors = np.linalg.eigh(np.array([[log[0], log[1]], [log[1], log[2]]], dtype=np.float64))
    return np.asarray(vectors @ np.diag(np.exp(np.clip(values, -4, 4)) * _SHAPE_PX) @ vectors.T)


def non_max_suppression(found: list[Spot], faces: float = 0.75) -> list[Spot]:
    """Of spots that cannot be two pieces, keep the best.

    Discs may lie one on another; what looks like a second die within three quarters of its side (``faces``) is a face
    of the same.
    """
    kept: list[Spot] = []
    for spot in sorted(found, key=lambda s: -s.score):
        if all(np.hypot(*(spot.middle - other.middle)) > _room(spot, other, faces) for other in kept):
            kept.append(spot)
    return kept


def _room(one: Spot, other: Spot, faces: float) -> float:
    share = faces if one.kind == other.kind == "die" else 0.3
    return share * max(one.size, other.size)
