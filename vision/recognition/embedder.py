"""The crop network: what one small crop shows."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.models.inference import geometric_mean, model_path, open_session

KINDS = ("symbol", "number", "pips", "numeral", "picture", "junk")
"""What a crop can show: the sides of a stone, the sides of a die, or no face at all."""
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25, 50)
"""The printed numbers that can be read untaught; any other is the last class."""
EMBEDDING = 128
Floats = NDArray[np.float32]
_PARTS = ("embedding", "kind", "number", "pips")
_PLAIN = {"scale": 12.0, "floor": 0.5, "trust": 0.5, "lines": 0.0, "unlike": 0.0, "ink": 0.0}


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the network says about N crops.

    ``embedding`` (N x 128, length one: crops of one side lie close together), and probabilities: ``kind``
    (N x len(KINDS)), ``number`` (N x len(NUMBERS) + 1), ``pips`` (N x 6).  Six and nine share their probability where
    nothing tells them apart.
    """

    embedding: Floats
    kind: Floats
    number: Floats
    pips: Floats

    def with_rows(self, rows: NDArray[np.int64], looks: Prediction) -> Prediction:
        """These looks, but at these crops the others."""
        return Prediction(*(_replaced(getattr(self, part), rows, getattr(looks, part)) for part in _PARTS))


@dataclass(frozen=True)
class Embedder:
    """A loaded network; ``fingerprint`` tells embeddings of different networks apart.

    Its training also fitted how to weigh it, on pieces it had never seen: the log odds of being a taught side are
    ``scale`` x (cosine - ``floor``) + ``trust`` x the heads' log probability of what that side shows, and for a stone
    ``lines`` x (how like the lines on it are - ``unlike``) - ``ink`` x how far its ink is from the taught one's.
    """

    session: Any
    fingerprint: str
    scale: float
    floor: float
    trust: float
    lines: float
    unlike: float
    ink: float

    def look(self, crops: NDArray[np.uint8]) -> Prediction:
        """Look at N crops (N x 64 x 64 x 3, BGR) in one batch."""
        if not len(crops):
            return Prediction(*(np.zeros((0, n), np.float32) for n in (EMBEDDING, len(KINDS), len(NUMBERS) + 1, 6)))
        return Prediction(*self.session.run(list(_PARTS), {"crops": crops}))

    def look_all_round(self, crops: NDArray[np.uint8]) -> Prediction:
        """Look at N crops at each of their four quarter turns, and take the mean: steadier, and four times the work."""
        turned = [np.ascontiguousarray(np.rot90(crops, turns, axes=(1, 2))) for turns in range(4)]
        return _together([self.look(each) for each in turned])


def _replaced(values: Floats, rows: NDArray[np.int64], by: Floats) -> Floats:
    changed = values.copy()
    changed[rows] = by
    return changed


def _together(looks: Sequence[Prediction]) -> Prediction:
    """Several looks at the same crops as one: the mean direction, and the geometric mean of the probabilities."""
    middle = np.sum([one.embedding for one in looks], axis=0)
    heads = (geometric_mean([getattr(one, head) for one in looks]) for head in _PARTS[1:])
    return Prediction(middle / np.linalg.norm(middle, axis=1, keepdims=True), *heads)


@lru_cache(maxsize=1)
def load_embedder() -> Embedder:
    """The network that lies beside this file, on one thread."""
    return open_embedder(model_path("reader"))


def open_embedder(path: Path) -> Embedder:
    """The network in a file; weights that were not fitted yet are taken plainly."""
    session = open_session(path)
    fitted = session.get_modelmeta().custom_metadata_map
    weights = (float(fitted.get(word, plain)) for word, plain in _PLAIN.items())
    return Embedder(session, hashlib.sha256(path.read_bytes()).hexdigest()[:12], *weights)
