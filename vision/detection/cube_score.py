"""Score cubes against a picture by gradients across their edges and by change inside their outline.

The score of a cube is the sum of two weighted means, each about -1..1. Over its visible edges: the gradient across the
edge minus the gradient along it. Over its outline: the change of colour and structure against the empty table just
inside minus the change just outside.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detection.change import ChangeMaps, sampled
from vision.geometry.cube import CENTRE, ENDS, OUTLINES, STARTS, CubeEdges, EdgeKind, cube_edges
from vision.geometry.plane import Plane

Floats = NDArray[np.float32]

# Weight of each kind of edge: the edges of the top face are seen best; the foot lies in the contact shadow and behind
# caustics; a vertical crease may vanish between two sides under the same light.
_WEIGHTS = {
    EdgeKind.HIDDEN: 0.0,
    EdgeKind.TOP_OUTLINE: 1.0,
    EdgeKind.TOP_CREASE: 1.0,
    EdgeKind.FOOT_OUTLINE: 0.7,
    EdgeKind.VERTICAL_OUTLINE: 0.7,
    EdgeKind.VERTICAL_CREASE: 0.5,
}
_WEIGHT = np.array([_WEIGHTS[kind] for kind in EdgeKind], np.float32)
_IS_OUTLINE = np.array([kind in OUTLINES for kind in EdgeKind])
# Distance inside and outside of the outline at which the change is compared, in edges: beyond a rounded edge.
_BESIDE = np.float32(0.06)
# Part of an edge that is not sampled at each end, because corners are rounded.
_ENDS = 0.05


@dataclass(frozen=True, eq=False)
class _Visible:
    """The M visible edges of N cubes in pixels of the maps.

    ``owner`` (M): index of the cube; ``points`` 2 x samples x M; ``outward`` 2 x M: unit normals.
    """

    owner: NDArray[np.int64]
    kinds: NDArray[np.int64]
    points: Floats
    length: Floats
    outward: Floats


def scores(cubes: NDArray[np.float64], maps: ChangeMaps, plane: Plane, samples: int) -> NDArray[np.float64]:
    """Return the scores (N) of cubes (N x 4, as for `cube.top_corners`), with ``samples`` points on each edge."""
    return score_of_edges(cube_edges(cubes, plane), maps, samples)


def score_of_edges(edges: CubeEdges, maps: ChangeMaps, samples: int) -> NDArray[np.float64]:
    """Return the scores (N) of projected cubes, with ``samples`` points on each edge."""
    visible, count = _visible(edges, maps, samples), len(edges.points)
    return _edge_score(visible, maps, count) + _outline_score(visible, maps, count)


def _visible(edges: CubeEdges, maps: ChangeMaps, samples: int) -> _Visible:
    owner, which = np.nonzero(edges.kinds)
    points, first = maps.to_map(edges.points).reshape(-1, 2).T, owner * edges.points.shape[1]
    start, end, centre = (points.take(first + at, axis=1) for at in (STARTS[which], ENDS[which], CENTRE))
    along = end - start
    length = np.hypot(*along) + np.float32(1e-6)
    normal = np.stack([-along[1], along[0]]) / length
    away = start + along / 2 - centre
    normal *= np.where((away * normal).sum(axis=0) < 0, np.float32(-1), np.float32(1))
    places = np.linspace(_ENDS, 1 - _ENDS, samples, dtype=np.float32)[:, None]
    return _Visible(owner, edges.kinds[owner, which], start[:, None] + along[:, None] * places, length, normal)


def _edge_score(visible: _Visible, maps: ChangeMaps, count: int) -> NDArray[np.float64]:
    x, y = visible.outward
    across = sampled(maps.across, visible.points).mean(axis=0)
    strength = across[:, 0] * (x * x - y * y) + across[:, 1] * (2 * x * y)
    return _weighted_mean(visible.owner, strength, visible.length * _WEIGHT[visible.kinds], count)


def _outline_score(visible: _Visible, maps: ChangeMaps, count: int) -> NDArray[np.float64]:
    outline = np.flatnonzero(_IS_OUTLINE[visible.kinds])
    owner, length = visible.owner[outline], visible.length[outline]
    points = visible.points[:, ::2].take(outline, axis=2)
    size = _weighted_mean(visible.owner, visible.length, np.ones_like(visible.length), count).astype(np.float32)
    step = (visible.outward.take(outline, axis=1) * (_BESIDE * size[owner]))[:, None]
    inside, outside = (sampled(maps.change, at).mean(axis=0) for at in (points - step, points + step))
    return _weighted_mean(owner, inside - outside, length, count)


def _weighted_mean(owner: NDArray[np.int64], values: Floats, weights: Floats, count: int) -> NDArray[np.float64]:
    """Return the weighted mean of the values of each owner (``count`` values)."""
    return np.asarray(np.bincount(owner, weights * values, count) / np.bincount(owner, weights, count))
