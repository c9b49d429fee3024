"""Compare the network with classical methods (templates, keypoints, gradients) on the same generated stones.

    python -m vision.training.painted.baselines ATLAS.npz --held

The fonts and symbols are held out from training. Two views of a side are taught, the other two are tested.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.crops import SIZE, alone
from vision.recognition.embedder import load_embedder
from vision.training.painted.glyphs import load_atlas
from vision.training.painted.light import lit, taken
from vision.training.painted.stones import VIEWS
from vision.training.painted.surface import surface
from vision.training.reader_crops import STORED, stones

Crops = NDArray[np.uint8]
Likeness = Callable[[Crops, Crops], NDArray[Any]]
TURNS = 24


def _grey(crop: Crops) -> NDArray[Any]:
    return cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)


def templates(asked: Crops, taught: Crops) -> NDArray[Any]:
    """Return the correlation of grey crops in polar coordinates at the best of 64 rotations."""
    a, b = (np.fft.rfft(np.stack([_unrolled(c) for c in crops]), axis=1) for crops in (asked, taught))
    return np.stack([np.fft.irfft((one[None].conj() * b).sum(axis=2), n=64, axis=1).max(axis=1) for one in a])


def _unrolled(crop: Crops) -> NDArray[Any]:
    middle = (SIZE - 1) / 2
    flat = cv2.warpPolar(_grey(crop), (24, 64), (middle, middle), SIZE * 0.36, cv2.WARP_POLAR_LINEAR)
    rings = (flat - flat.mean()) * np.sqrt(np.arange(24) + 0.5)
    return np.asarray(rings / (np.linalg.norm(rings) + 1e-6))


def keypoints(asked: Crops, taught: Crops) -> NDArray[Any]:
    """Return the number of matching ORB keypoints (Rublee 2011), on crops enlarged four times."""
    finder, matcher = cv2.ORB.create(300, fastThreshold=8), cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True)
    a, b = ([_points(finder, crop) for crop in crops] for crops in (asked, taught))
    return np.array([[_agreeing(matcher, one, other) for other in b] for one in a], np.float32)


def _points(finder: Any, crop: Crops) -> Any:
    large = cv2.resize(_grey(crop).astype(np.uint8), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    return finder.detectAndCompute(large, None)[1]


def _agreeing(matcher: Any, one: Any, other: Any) -> int:
    if one is None or other is None:
        return 0
    return sum(match.distance < 50 for match in matcher.match(one, other))


def gradients(asked: Crops, taught: Crops) -> NDArray[Any]:
    """Return the cosine of histograms of oriented gradients (Dalal 2005) at the best of 24 rotations."""
    known = np.stack([_oriented(crop) for crop in taught])
    best = np.full((len(asked), len(taught)), -1.0)
    for k in range(TURNS):
        turn = cv2.getRotationMatrix2D(((SIZE - 1) / 2,) * 2, 360 * k / TURNS, 1)
        turned = [_oriented(cv2.warpAffine(crop, turn, (SIZE, SIZE))) for crop in asked]
        best = np.maximum(best, np.stack(turned) @ known.T)
    return best


def _oriented(crop: Any) -> NDArray[Any]:
    """Return a unit histogram of eight by eight cells and nine directions."""
    grey = _grey(_masked(crop))
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    bins = np.floor(np.mod(np.arctan2(down, across), np.pi) / np.pi * 9).clip(0, 8)
    strength = np.sqrt(np.hypot(across, down))
    cells = [cv2.resize(strength * (bins == k), (8, 8), interpolation=cv2.INTER_AREA) for k in range(9)]
    flat = np.stack(cells).ravel()
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-6))


def _masked(crop: Any) -> Crops:
    """Return the disc without its surroundings."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    cv2.circle(mask, (SIZE // 2, SIZE // 2), int(SIZE * 0.36), 1, -1)
    return np.asarray(crop * mask[..., None], np.uint8)


def network(asked: Crops, taught: Crops) -> NDArray[Any]:
    """Return the cosine of the network's embeddings."""
    faces = load_embedder()
    a, b = (faces.predict(alone(crops, ["stone"] * len(crops))).embedding for crops in (asked, taught))
    return np.asarray(a @ b.T)


def compare(crops: Crops, likeness: Likeness) -> tuple[float, float]:
    """Return the re-identification rate among all sides and the ms per tested crop; crops are sides x views."""
    sides = len(crops)
    taught, asked = crops[:, :2].reshape(-1, SIZE, SIZE, 3), crops[:, 2:].reshape(-1, SIZE, SIZE, 3)
    start = time.process_time()
    similarity = likeness(asked, taught).reshape(len(asked), sides, 2).max(axis=2)
    spent = 1e3 * (time.process_time() - start) / len(asked)
    return float((similarity.argmax(axis=1) == np.repeat(np.arange(sides), VIEWS - 2)).mean()), spent


def main() -> None:
    """Draw some sets, test every method, print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("atlas", type=Path)
    parser.add_argument("--sets", type=int, default=6)
    parser.add_argument("--held", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(77)
    atlas, grounds = load_atlas(options.atlas), [surface(rng) for _ in range(8)]
    edge = (STORED - SIZE) // 2
    drawn = []
    for _ in range(options.sets):
        for views in stones(atlas, rng, options.held, grounds):
            drawn.append([taken(rng, lit(rng, view), STORED)[edge:-edge, edge:-edge] for _, view in views])
    crops = np.ascontiguousarray(np.array(drawn, np.uint8))
    for method in (templates, keypoints, gradients, network):
        right, spent = compare(crops, method)
        print(f"{method.__name__:12} {100 * right:5.1f} % of {len(crops) * (VIEWS - 2)}, {spent:6.2f} ms each")


if __name__ == "__main__":
    main()
