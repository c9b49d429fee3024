"""Open-set recognition of stones: estimate how similar an untaught stone may look to a taught one.

The log odds are fitted to stones of many makes under many lights. Stones of one make under one lamp are more alike. How
much more is measured by comparing the taught stones with each other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.recognition.assignment import Weights
from vision.recognition.embedder import Embedder
from vision.recognition.gallery import Gallery


def stranger_odds(gallery: Gallery, embedder: Embedder) -> float:
    """Return the log odds of being a taught side that an untaught stone rarely exceeds when its lines are compared.

    Estimated by comparing each taught crop with those of other stones, without their inks, because an untaught stone
    may have the same ink. It is limited to what most crops reach with other crops of their own side, which matters for
    embossed coins. -inf without two stones or without two crops of a side.
    """
    rows, cosine, relief = gallery.stones_compared
    sides = gallery.owner[rows]
    return highest_odds(embedder.log_odds(cosine) + embedder.line_log_odds(relief), sides, gallery.designs[sides])


def highest_odds(odds: Weights, sides: NDArray[np.int64], designs: NDArray[np.int64]) -> float:
    """Compute `stranger_odds` from the log odds (N x N) that each crop shows the same side as each other crop.

    ``sides`` and ``designs`` (N): indices of the side and of the design that each crop shows.
    """
    others = designs[:, None] != designs
    same = (sides[:, None] == sides) & ~np.eye(len(sides), dtype=bool)
    if not others.any() or not same.any():
        return -np.inf
    strangers, pictures = (np.where(each, odds, -np.inf).max(axis=1)[each.any(axis=1)] for each in (others, same))
    return float(
        min(
            np.percentile(strangers, thresholds.STRANGERS_PERCENT), np.percentile(pictures, thresholds.ONE_SIDE_PERCENT)
        )
    )
