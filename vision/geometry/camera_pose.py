"""Estimate the camera's pose over the mat by one least-squares fit, with lens and marker places where unknown.

The unknowns form one vector: pose (Rodrigues vector, translation in mm); then log focal length and k1 if no lens is
given; then (x mm, y mm, angle) of each marker but the first if the markers may lie anywhere, otherwise the log of the
factor by which markers look larger than they are (light bleeds over black print), which would be mistaken for a shorter
distance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.lens import Lens
from vision.geometry.markers import area, square

Floats = NDArray[np.float64]

# Prior standard deviations, because one picture hardly determines its lens: phones and Pi cameras see 50 to 85 degrees.
_NOISE_PX = 0.25
_FOCAL_SPREAD = 0.25
_K1_SPREAD = 0.06
_BLEED_SPREAD = 0.01


@dataclass(frozen=True, eq=False)
class Pose:
    """A camera pose and the markers' corners in mm.

    ``rotation`` 3x3 and ``translation`` mm as in x_cam = R X + t; ``markers`` id -> 4x2 mm; ``cost``: residual sum of
    squares.
    """

    lens: Lens
    rotation: Floats
    translation: Floats
    markers: dict[int, Floats]
    cost: float


def least_squares(residual: Callable[[Floats], Floats], start: Floats, rounds: int = 60) -> tuple[Floats, float]:
    """Minimise a sum of squares by Levenberg-Marquardt with a numeric Jacobian; return the best vector and its sum."""
    current, damping = start.astype(np.float64), 1e-3
    residuals = residual(current)
    cost = float(residuals @ residuals)
    for _ in range(rounds):
        jacobian = _jacobian(residual, current, residuals)
        normal, down = jacobian.T @ jacobian, jacobian.T @ residuals
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), down)
        trial = residual(current - step)
        if (new := float(trial @ trial)) < cost:
            gained, current, residuals, cost, damping = cost - new, current - step, trial, new, damping / 5
            if gained < 1e-9 * (1 + cost):
                break
        elif (damping := damping * 8) > 1e8:
            break
    return current, cost


def _jacobian(residual: Callable[[Floats], Floats], current: Floats, residuals: Floats) -> Floats:
    columns = []
    for index, value in enumerate(current):
        nudge = 1e-6 * max(1.0, abs(float(value)))
        near = current.copy()
        near[index] += nudge
        columns.append((residual(near) - residuals) / nudge)
    return np.stack(columns, axis=1)


def project(lens: Lens, rotation: Floats, translation: Floats, world: Floats) -> Floats:
    """Project world points (Nx3 mm) into the picture (Nx2 px)."""
    return lens.to_px(np.asarray(world, dtype=np.float64).reshape(-1, 3) @ rotation.T + translation.ravel())


def raised(flat: Floats, height_mm: float = 0.0) -> Floats:
    """Return points on the table (Nx2 mm) as points in space (Nx3 mm) at a height above it."""
    points = np.asarray(flat, dtype=np.float64).reshape(-1, 2)
    return np.column_stack([points, np.full(len(points), height_mm)])


def fit_known(
    detected: Mapping[int, Floats], markers: Mapping[int, Floats], size: tuple[int, int], lens: Lens | None
) -> Pose:
    """Fit the camera to markers (id -> 4x2 px) whose places on the table (id -> 4x2 mm) are known."""
    ids = sorted(detected)
    world = raised(np.concatenate([markers[i] for i in ids]))
    pixels = np.concatenate([detected[i] for i in ids])
    middles = raised(np.concatenate([np.tile(markers[i].mean(axis=0), (4, 1)) for i in ids]))
    start = np.concatenate([_first_pose(world, pixels, lens or Lens.guess(size)), _lens_start(size, lens), [0.0]])

    def residual(x: Floats) -> Floats:
        enlarged = middles + (world - middles) * np.exp(x[-1])
        residuals = _residuals(project(*_camera(x, size, lens), enlarged), pixels, x, size, lens)
        return np.append(residuals, x[-1] / _BLEED_SPREAD)

    best, cost = least_squares(residual, start)
    return Pose(*_camera(best, size, lens), dict(markers), cost)


def fit_anywhere(detected: Mapping[int, Floats], marker_mm: float, size: tuple[int, int], lens: Lens | None) -> Pose:
    """Fit camera and marker places jointly, from the markers' printed size alone.

    The origin of the world is then the centre of the four markers, and x runs from the left two to the right two.
    """
    ids = sorted(detected)
    pixels = np.concatenate([detected[i] for i in ids])
    cards = square(marker_mm)
    fixed = 6 + (0 if lens else 2)

    def residual(x: Floats) -> Floats:
        world = raised(np.concatenate(_laid(x[fixed:], cards)))
        return _residuals(project(*_camera(x, size, lens), world), pixels, x, size, lens)

    def start(layout: Floats) -> Floats:
        world = raised(np.concatenate(_laid(layout, cards)))
        return np.concatenate([_first_pose(world, pixels, lens or Lens.guess(size)), _lens_start(size, lens), layout])

    starts = [start(layout) for layout in (_flat_layout(detected, cards), _layout_by_largest(detected, cards))]
    best, cost = min((least_squares(residual, s, 120) for s in starts), key=lambda fit: fit[1])
    lens_, rotation, translation = _camera(best, size, lens)
    return _centred(lens_, rotation, translation, dict(zip(ids, _laid(best[fixed:], cards), strict=True)), cost)


def _lens_start(size: tuple[int, int], lens: Lens | None) -> Floats:
    return np.zeros(0) if lens else np.array([np.log(0.8 * max(size)), 0.0])


def _camera(x: Floats, size: tuple[int, int], lens: Lens | None) -> tuple[Lens, Floats, Floats]:
    rotation = np.asarray(cv2.Rodrigues(x[:3])[0], dtype=np.float64)
    return lens or Lens.guess(size, float(np.exp(x[6])), float(x[7])), rotation, x[3:6]


def _residuals(got: Floats, pixels: Floats, x: Floats, size: tuple[int, int], lens: Lens | None) -> Floats:
    residuals = (got - pixels).ravel() / _NOISE_PX
    if lens:
        return residuals
    return np.append(residuals, [(x[6] - np.log(0.8 * max(size))) / _FOCAL_SPREAD, x[7] / _K1_SPREAD])


def _first_pose(world: Floats, pixels: Floats, lens: Lens) -> Floats:
    _, turn, shift = cv2.solvePnP(world, pixels, lens.matrix, lens.dist, flags=cv2.SOLVEPNP_IPPE)
    return np.concatenate([np.ravel(turn), np.ravel(shift)]).astype(np.float64)


def _laid(layout: Floats, cards: Floats) -> list[Floats]:
    """Return the corners in mm of the first marker (at the origin) and of the others, each laid at (x, y, angle)."""
    return [cards, *(_turned(cards, angle) + np.array([x, y]) for x, y, angle in layout.reshape(-1, 3))]


def _turned(points: Floats, angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[c, s], [-s, c]]))


def _rigid(points: Floats, cards: Floats) -> Floats:
    """Return the (x, y, angle) that fits a card best to four points in mm."""
    middle = points.mean(axis=0)
    about = points - middle
    cross = float((cards[:, 0] * about[:, 1] - cards[:, 1] * about[:, 0]).sum())
    return np.array([middle[0], middle[1], np.arctan2(cross, float((cards * about).sum()))])


def _flat_layout(detected: Mapping[int, Floats], cards: Floats) -> Floats:
    """Return a first estimate of the layout that assumes a camera looking straight down."""
    scale = np.sqrt(area(cards) / np.mean([area(quad) for quad in detected.values()]))
    return _against_first([quad * (scale, -scale) for _, quad in sorted(detected.items())], cards)


def _layout_by_largest(detected: Mapping[int, Floats], cards: Floats) -> Floats:
    """Return a first estimate of the layout by the homography of the largest marker."""
    nearest = max(detected.values(), key=area)
    carry, _ = cv2.findHomography(nearest, cards)
    flat = [
        cv2.perspectiveTransform(quad.reshape(-1, 1, 2), carry).reshape(4, 2) for _, quad in sorted(detected.items())
    ]
    return _against_first([np.asarray(quad, dtype=np.float64) for quad in flat], cards)


def _against_first(quads: list[Floats], cards: Floats) -> Floats:
    x, y, angle = _rigid(quads[0], cards)
    return np.concatenate([_rigid(_turned(quad - (x, y), -angle), cards) for quad in quads[1:]])


def _centred(lens: Lens, rotation: Floats, translation: Floats, markers: dict[int, Floats], cost: float) -> Pose:
    middles = {i: quad.mean(axis=0) for i, quad in markers.items()}
    origin = np.mean(list(middles.values()), axis=0)
    across = middles[1] + middles[2] - middles[0] - middles[3]
    angle = float(np.arctan2(across[1], across[0]))
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    moved = {i: _turned(quad - origin, -angle) for i, quad in markers.items()}
    return Pose(lens, rotation @ turn, translation + rotation @ np.append(origin, 0.0), moved, cost)
