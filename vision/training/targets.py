"""The target maps of the detection network, at a quarter of the picture's size.

Channels: 3 heat maps (disc, die, leaner), 2 offsets to the centre (units of 8 px), 3 of the logarithm of the shape (see
`vision.detection.detector`), 2 of the quarter-turn angle (cos 4a, sin 4a; dice only). Three masks say where heat, shape
and angle count in the loss.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.crowds import Scene
from vision.training.scenes.photograph import SIDE

Maps = NDArray[np.float32]
Floats = NDArray[np.float64]

STRIDE = 4
CHANNELS = 10
SHAPE_PX = 16.0
OFFSET_PX = 8.0
_KINDS = {"disc": 0, "die": 1, "leaner": 2}
_CELLS = SIDE // STRIDE
_BLUR = 0.3
_LEAST_SEEN = 0.35


def shape_and_turn(axes: Floats) -> tuple[Floats, float]:
    """Decompose half axes (2x2) into a symmetric shape and a rotation: axes = shape @ turn."""
    values, vectors = np.linalg.eigh(axes @ axes.T)
    shape = vectors @ np.diag(np.sqrt(np.maximum(values, 1e-6))) @ vectors.T
    turned = np.linalg.solve(shape, axes)
    return shape, float(np.arctan2(turned[1, 0], turned[0, 0]))


def log_shape(shape: Floats) -> Floats:
    """Return the matrix logarithm of shape / SHAPE_PX as three numbers: xx, xy, yy."""
    values, vectors = np.linalg.eigh(shape / SHAPE_PX)
    log = vectors @ np.diag(np.log(np.maximum(values, 0.05))) @ vectors.T
    return np.array([log[0, 0], log[0, 1], log[1, 1]])


def draw(scene: Scene, mirrored: bool = False) -> tuple[Maps, Maps]:
    """Return the maps (CHANNELS x cells x cells) and masks (3 x cells x cells) of a scene or its mirror image."""
    maps = np.zeros((CHANNELS, _CELLS, _CELLS), dtype=np.float32)
    masks = np.zeros((3, _CELLS, _CELLS), dtype=np.float32)
    masks[0] = 1
    nearest = np.full((_CELLS, _CELLS), np.inf, dtype=np.float32)
    ys, xs = np.mgrid[:_CELLS, :_CELLS].astype(np.float32) * STRIDE + (STRIDE - 1) / 2
    for target in scene.targets:
        middle, axes = target.middle, target.axes
        if mirrored:
            middle, axes = np.array([SIDE - 1 - middle[0], middle[1]]), axes * [[-1], [1]]
        if (middle < -0.5).any() or (middle > SIDE - 0.5).any():
            continue
        shape, angle = shape_and_turn(axes if np.linalg.det(axes) > 0 else axes[:, ::-1])
        dx, dy = middle[0] - xs, middle[1] - ys
        wide = np.linalg.inv(shape @ shape + np.eye(2) * 3.0)
        far = (wide[0, 0] * dx * dx + 2 * wide[0, 1] * dx * dy + wide[1, 1] * dy * dy) / _BLUR**2
        if target.kind not in _KINDS or target.visible < _LEAST_SEEN:
            masks[0][far * _BLUR**2 < 1] = 0
            continue
        kind = _KINDS[target.kind]
        heat = np.exp(-0.5 * far).astype(np.float32)
        row, column = np.unravel_index(int(heat.argmax()), heat.shape)
        heat[row, column] = 1
        maps[kind] = np.maximum(maps[kind], heat)
        inside = (heat > 0.35) & (far < nearest)
        nearest[inside] = far[inside]
        maps[3, inside], maps[4, inside] = dx[inside] / OFFSET_PX, dy[inside] / OFFSET_PX
        maps[5:8, inside] = log_shape(shape)[:, None]
        maps[8:10, inside] = np.array([[np.cos(4 * angle)], [np.sin(4 * angle)]])
        masks[1][inside] = 1
        masks[2][inside] = kind == 1
    return maps, masks
