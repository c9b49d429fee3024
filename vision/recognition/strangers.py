"""How like a taught stone another one may look: the taught stones tell, for they are strangers to each other.

Log odds are fitted to stones of many makes under many lights. Stones of one make, under one lamp, are more alike, and a
stone that nobody has taught may look like a taught one, too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.recognition.assignment import Weights
from vision.recognition.embedder import Embedder
from vision.recognition.gallery import Gallery


def stranger_odds(gallery: Gallery, embedder: Embedder) -> float:
    """Return the log odds, after a look at the lines, that few stones reach with the side of another stone.

    Measured between the taught crops, without their inks: a stranger may have the same one. Where pictures of one side
    are hardly more alike than those of different stones, as of embossed coins, it is what most of them reach. -inf
    without two stones or without two pictures of a side.
    """
    rows, cosine, relief = gallery.stones_compared
    sides = gallery.owner[rows]
    return highest_odds(embedder.log_odds(cosine) + embedder.line_log_odds(relief), sides, _stones(gallery)[sides])


def highest_odds(odds: Weights, sides: NDArray[np.int64], stones: NDArray[np.int64]) -> float:
    """Return `stranger_odds` from the log odds (N x N) of each crop to show the side of each other one.

    ``sides`` and ``stones`` (N): which side and which stone each crop shows, as numbers.
    """
    others = stones[:, None] != stones
    same = (sides[:, None] == sides) & ~np.eye(len(sides), dtype=bool)
    if not others.any() or not same.any():
        return -np.inf
    strangers, pictures = (np.where(each, odds, -np.inf).max(axis=1)[each.any(axis=1)] for each in (others, same))
    return float(
        min(
            np.percentile(strangers, thresholds.STRANGERS_PERCENT), np.percentile(pictures, thresholds.ONE_SIDE_PERCENT)
        )
    )


def _stones(gallery: Gallery) -> NDArray[np.int64]:
    """Return for each taught side a number for its stone; twins, of one name and number, share one."""
    names = [(side.name, gallery.number(side.piece)) if side.name else side.piece for side in gallery.sides]
    return np.array([names.index(name) for name in names], np.int64)
