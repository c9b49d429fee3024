"""Everything that a reading needs in addition to the picture, as one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import Plane
from vision.recognition.colour import UNKNOWN_TABLE, table_colour
from vision.recognition.embedder import Embedder, Prediction, load_die_reader, load_embedder
from vision.recognition.gallery import Gallery
from vision.thresholds import MARGIN


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

    @cached_property
    def table(self) -> NDArray[np.float32]:
        """The colour of the table (`table_colour`), where its plane and its empty picture are known."""
        if self.plane is None or self.empty is None:
            return UNKNOWN_TABLE
        return table_colour(self.empty, self.plane.to_px(self.plane.play_area))

    def plane_of(self, image: NDArray[np.uint8]) -> Plane | None:
        """Return the plane for a picture (H x W x 3), whatever its size; None without a mat.

        Raises PlaneError for a picture whose aspect ratio differs from that of the plane.
        """
        return self.plane and self.plane.resized((image.shape[1], image.shape[0]))

    @property
    def die_reader(self) -> Embedder:
        """The second network, which takes 10 MB: loaded with the first die, so that a table of stones needs none."""
        return load_die_reader()

    def predict(self, crops: NDArray[np.uint8], kinds: Sequence[str]) -> Prediction:
        """Return the predictions for one look at N crops (N x 64 x 64 x 3, BGR).

        ``kinds`` (N): as what each was detected: "stone", "die" or "unknown". On a known plane two networks read the
        faces of dice; `Prediction.averaged` joins what they read.
        """
        read, dice = self.embedder.predict(crops), self._dice_on_mat(kinds)
        return read.averaged(dice, self.die_reader.predict(crops[dice])) if len(dice) else read

    def predict_rotated(self, crops: NDArray[np.uint8], kinds: Sequence[str]) -> Prediction:
        """Return the mean predictions over four rotations of N crops: steadier, at four times the cost.

        On a known plane the die reader alone reads the faces of dice: one look of it is more often wrong than the mean
        of both networks, four are more often right (docs/training.md).
        """
        read, dice = self.embedder.predict_rotated(crops), self._dice_on_mat(kinds)
        return read.read_by(dice, self.die_reader.predict_rotated(crops[dice])) if len(dice) else read

    def _dice_on_mat(self, kinds: Sequence[str]) -> NDArray[np.int64]:
        """Return the indices of the dice that the die reader reads: all on a known plane, else none.

        The die reader has learnt the outlines of fitted cubes; without a plane they are rougher.
        """
        dice = [i for i, kind in enumerate(kinds) if kind == "die"]
        return np.array([] if self.plane is None else dice, np.int64)
