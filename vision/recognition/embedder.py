"""The reader network: an embedding and class probabilities for each crop."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.models.inference import geometric_mean, model_path, open_session, run

KINDS = ("symbol", "number", "pips", "numeral", "picture", "junk")
"""The kinds of crops: sides of a stone, sides of a die, or no face at all."""
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25, 50)
"""The printed numbers that can be read untaught; any other is the last class."""
EMBEDDING = 128
Floats = NDArray[np.float32]
_PARTS = ("embedding", "kind", "number", "pips")
_PLAIN = {"scale": 12.0, "floor": 0.5, "trust": 0.5, "lines": 0.0, "unlike": 0.0, "ink": 0.0}


@dataclass(frozen=True, slots=True)
class Prediction:
    """The output of the network for N crops.

    ``embedding``: N x 128, unit vectors that are close together for crops of one side. Probabilities: ``kind`` (N x
    len(KINDS)), ``number`` (N x len(NUMBERS) + 1), ``pips`` (N x 6). Six and nine share their probability where no mark
    distinguishes them.
    """

    embedding: Floats
    kind: Floats
    number: Floats
    pips: Floats

    def with_rows(self, rows: NDArray[np.int64], predictions: Prediction) -> Prediction:
        """Return these predictions with some rows replaced."""
        return Prediction(*(_replaced(getattr(self, part), rows, getattr(predictions, part)) for part in _PARTS))

    def averaged(self, rows: NDArray[np.int64], predictions: Prediction) -> Prediction:
        """Return these predictions with the probabilities of some rows averaged with another network's.

        The geometric mean; the embeddings, which only networks of one training share, stay.
        """
        heads = (
            _replaced(own, rows, geometric_mean([own[rows], other]))
            for own, other in ((getattr(self, head), getattr(predictions, head)) for head in _PARTS[1:])
        )
        return Prediction(self.embedding, *heads)

    def read_by(self, rows: NDArray[np.int64], predictions: Prediction) -> Prediction:
        """Return these predictions with the probabilities of some rows replaced; the embeddings stay."""
        return replace(self.with_rows(rows, predictions), embedding=self.embedding)


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

    def predict(self, crops: NDArray[np.uint8]) -> Prediction:
        """Return the predictions for N crops (N x 64 x 64 x 3, BGR) in one batch."""
        if not len(crops):
            return Prediction(*(np.zeros((0, n), np.float32) for n in (EMBEDDING, len(KINDS), len(NUMBERS) + 1, 6)))
        return Prediction(*run(self.session, list(_PARTS), {"crops": crops}))

    def predict_rotated(self, crops: NDArray[np.uint8]) -> Prediction:
        """Return the mean predictions over four rotations of N crops: steadier, at four times the cost."""
        rotations = [np.ascontiguousarray(np.rot90(crops, turns, axes=(1, 2))) for turns in range(4)]
        return _averaged([self.predict(each) for each in rotations])

    def log_odds(self, likeness: Floats) -> NDArray[np.float64]:
        """Return the log odds of being a taught side from the likeness (cosine) of the crops to it alone."""
        return np.asarray(self.scale * (likeness - self.floor).astype(np.float64))

    def line_log_odds(self, relief: Floats) -> NDArray[np.float64]:
        """Return the log odds of being a taught side from the likeness of a stone's lines (`relief.alike`) alone."""
        return np.asarray(self.lines * (relief - self.unlike).astype(np.float64))


def _replaced(values: Floats, rows: NDArray[np.int64], by: Floats) -> Floats:
    changed = values.copy()
    changed[rows] = by
    return changed


def _averaged(predictions: Sequence[Prediction]) -> Prediction:
    """Average several predictions of the same crops: mean direction, geometric mean of the probabilities."""
    total = np.sum([each.embedding for each in predictions], axis=0)
    heads = (geometric_mean([getattr(each, head) for each in predictions]) for head in _PARTS[1:])
    return Prediction(total / np.linalg.norm(total, axis=1, keepdims=True), *heads)


@lru_cache(maxsize=1)
def load_embedder() -> Embedder:
    """Return the committed network, on one thread."""
    return open_embedder(model_path("reader"))


@lru_cache(maxsize=1)
def load_die_reader() -> Embedder:
    """Return the committed network that reads the faces of dice, on one thread; its embeddings are not used."""
    return open_embedder(model_path("die_reader"))


def open_embedder(path: Path) -> Embedder:
    """Return the network in a file, with default weights where none were fitted."""
    session = open_session(path)
    fitted = session.get_modelmeta().custom_metadata_map
    weights = (float(fitted.get(word, plain)) for word, plain in _PLAIN.items())
    return Embedder(session, hashlib.sha256(path.read_bytes()).hexdigest()[:12], *weights)
