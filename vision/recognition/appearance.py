"""The appearance of dice: recognise one by ink, material and figure, which all of its numbered faces have in common."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.models.inference import model_path, open_session, run
from vision.recognition.colour import COLOURS, die_colours

EMBEDDED = 32
"""Length of the network's embedding."""
_BATCH = 8
"""Crops in one run of the network: large batches keep much memory."""
Floats = NDArray[np.float32]


def appearances(crops: NDArray[np.uint8]) -> Floats:
    """Return the appearance of numbered faces of dice (N x 64 x 64 x 3, BGR): N x D.

    The product of two rows is the sum of two similarities, of the network's embeddings (-1..1) and of the colours
    (0..1). It is large where both faces may be of one die, whatever number they show.
    """
    starts = range(0, len(crops), _BATCH)
    parts = [_appearances(crops[start : start + _BATCH]) for start in starts]
    return np.concatenate(parts) if parts else np.zeros((0, EMBEDDED + COLOURS), np.float32)


def _appearances(crops: NDArray[np.uint8]) -> Floats:
    (embeddings,) = run(_network(), ["appearance"], {"crops": crops})
    return np.hstack([embeddings, die_colours(crops)])


@lru_cache(maxsize=1)
def _network() -> Any:
    """The committed network, on one thread: loaded with the first die."""
    return open_session(model_path("appearance"))
