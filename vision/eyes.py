"""Everything that a reading needs in addition to the picture, as one value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import Plane
from vision.recognition.embedder import Embedder, Prediction, load_die_reader, load_embedder
from vision.recognition.gallery import Gallery
from vision.thresholds import MARGIN

_Predict = Callable[[Embedder, NDArray[np.uint8]], Prediction]


@dataclass(frozen=True, eq=False)
class Eyes:
    """The table's plane (None: no mat), picture of the empty table (None: not known), gallery, and network.

    ``threshold``: the margin (log odds) from which an answer is sure.
    """

    plane: Plane | None = None
    empty: NDArray[np.uint8] | None = None
    gallery: Gallery = field(default_factory=Gallery.empty)
    threshold: float = MARGIN
    embedder: Embedder = field(default_factory=load_embedder)

    @property
    def die_reader(self) -> Embedder:
        """The second network, which takes 10 MB: loaded with the first die, so that a table of stones needs none."""
        return load_die_reader()

    def predict(self, crops: NDArray[np.uint8], kinds: Sequence[str]) -> Prediction:
        """Return the predictions for N crops (N x 64 x 64 x 3, BGR) of these kinds: "stone", "die" or "unknown".

        Two networks read the faces of dice; `Prediction.averaged` joins what they read.
        """
        return self._predicted(Embedder.predict, crops, kinds)

    def predict_rotated(self, crops: NDArray[np.uint8], kinds: Sequence[str]) -> Prediction:
        """Return the mean predictions over four rotations of N crops: steadier, at four times the cost."""
        return self._predicted(Embedder.predict_rotated, crops, kinds)

    def _predicted(self, predict: _Predict, crops: NDArray[np.uint8], kinds: Sequence[str]) -> Prediction:
        read = predict(self.embedder, crops)
        dice = np.array([i for i, kind in enumerate(kinds) if kind == "die"], np.int64)
        return read.averaged(dice, predict(self.die_reader, crops[dice])) if len(dice) else read
