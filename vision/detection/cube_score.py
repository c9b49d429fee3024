"""Scores level cubes against a picture: edges across which the picture changes, and change inside of the outline.

The score of a cube is the sum of two weighted means, each about -1..1: over its visible edges, how strongly the
picture changes across each edge less along it; over its outline, how much more colour and structure differ from the
empty table just inside than just outside.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry.cube import OUTLINES, EdgeKind, cube_edges
from vision.geometry.plane import Plane
from vision.motion.change_maps import ChangeMaps, sampled

Floats = NDArray[np.float32]

# How much each kind of edge counts: the edges of the top face are seen best; the foot lies in the contact shadow and
# behind caustics; a vertical crease may vanish between two sides that are lit alike.
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
# Colour and structure are compared this far inside and outside of the outline, in edges: beyond a rounded edge.
_BESIDE = np.float32(0.06)
# Edges are sampled without their ends, where corners are rounded.
_ENDS = 0.05


@dataclass(frozen=True, eq=False)
class _Visible:
    """The M visible edges of N cubes in pixels of the maps.

    ``owner`` (M) is the cube; ``points`` M x samples x 2; ``outward`` M x 2, of length 1.
    """

    owner: NDArray[np.int64]
    kinds: NDArray[np.int64]
    points: Floats
    length: Floats
    outward: Floats


def scores(cubes: NDArray[np.float64], maps: ChangeMaps, plane: Plane, samples: int) -> NDArray[np.float64]:
    """The scores of N cubes (N x 4, as for `cube.top_corners`), each edge looked at in this many places."""
    seen = _visible(cubes, maps, plane, samples)
    return _edge_score(seen, maps, len(cubes)) + _outline_score(seen, maps, len(cubes))


def _visible(cubes: NDArray[np.float64], maps: ChangeMaps, plane: Plane, samples: int) -> _Visible:
    edges = cube_edges(cubes, plane)
    owner, which = np.nonzero(edges.kinds)
    start = maps.to_map(edges.starts[owner, which])
    along = maps.to_map(edges.ends[owner, which]) - start
    length = np.hypot(along[:, 0], along[:, 1]) + np.float32(1e-6)
    normal = np.column_stack([-along[:, 1], along[:, 0]]) / length[:, None]
    away = ((start + along / 2 - maps.to_map(edges.centres)[owner]) * normal).sum(axis=1)
    normal[away < 0] *= -1
    places = np.linspace(_ENDS, 1 - _ENDS, samples, dtype=np.float32)
    points = start[:, None] + along[:, None] * places[:, None]
    return _Visible(owner, edges.kinds[owner, which], points, length, normal)


def _edge_score(seen: _Visible, maps: ChangeMaps, count: int) -> NDArray[np.float64]:
    x, y = seen.outward.T
    doubled = np.column_stack([x * x - y * y, 2 * x * y])
    strength = np.einsum("msc,mc->m", sampled(maps.across, seen.points), doubled) / seen.points.shape[1]
    return _weighted_mean(seen.owner, strength, seen.length * _WEIGHT[seen.kinds], count)


def _outline_score(seen: _Visible, maps: ChangeMaps, count: int) -> NDArray[np.float64]:
    of = np.flatnonzero(_IS_OUTLINE[seen.kinds])
    owner, points, length = seen.owner[of], seen.points[of, ::2], seen.length[of]
    size = _weighted_mean(seen.owner, seen.length, np.ones_like(seen.length), count).astype(np.float32)
    step = (seen.outward[of] * (_BESIDE * size[owner])[:, None])[:, None]
    inside, outside = (sampled(maps.change, at) for at in (points - step, points + step))
    return _weighted_mean(
        owner, (inside - outside) @ np.full(inside.shape[1], 1 / inside.shape[1], np.float32), length, count
    )


def _weighted_mean(owner: NDArray[np.int64], values: Floats, weights: Floats, count: int) -> NDArray[np.float64]:
    """The weighted mean of the values of each owner."""
    return np.asarray(np.bincount(owner, weights * values, count) / np.bincount(owner, weights, count))
