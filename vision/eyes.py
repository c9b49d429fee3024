"""Everything that a reading needs in addition to the picture, as one value."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import Plane
from vision.recognition.embedder import Embedder, load_embedder
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
