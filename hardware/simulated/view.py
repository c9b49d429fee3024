"""The simulated camera: pose and lens."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A camera above the table: ``x_cam = R @ X + t``, then OpenCV's lens model.

    Millimetres: origin in the middle of the play area, x right, y away from the players, z up.  Pixel (0, 0) is the
    centre of the first.  ``size`` is (width, height) in pixels, ``matrix`` the camera matrix (3x3, px), ``lens`` the
    distortion (k1, k2, p1, p2, k3), ``turn`` the rotation R (3x3), and ``shift`` the translation t in mm.
    """

    size: tuple[int, int]
    matrix: Floats
    lens: Floats
    turn: Floats
    shift: Floats

    def to_px(self, mm: Floats) -> Floats:
        """Project points Nx3 in mm to Nx2 in px; they must lie in front of the camera."""
        points = np.ascontiguousarray(mm, dtype=np.float64).reshape(-1, 1, 3)
        turn, _ = cv2.Rodrigues(self.turn)
        px, _ = cv2.projectPoints(points, turn, self.shift, self.matrix, self.lens)
        return np.asarray(px, np.float64).reshape(-1, 2)

    def to_mm(self, px: Floats, height_mm: float = 0.0) -> Floats:
        """Where the rays through Nx2 pixels meet the plane *height_mm* above the table: Nx2 in mm."""
        points = np.ascontiguousarray(px, dtype=np.float64).reshape(-1, 1, 2)
        flat = np.asarray(cv2.undistortPoints(points, self.matrix, self.lens), np.float64).reshape(-1, 2)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.turn
        eye = self.eye
        reach = (height_mm - eye[2]) / rays[:, 2]
        return np.asarray(eye[:2] + rays[:, :2] * reach[:, None])

    @property
    def eye(self) -> Floats:
        """The camera's place in mm."""
        return np.asarray(-self.turn.T @ self.shift)

    def scaled(self, width: int) -> View:
        """The same camera with pictures of *width* px."""
        by = width / self.size[0]
        matrix = self.matrix * by
        matrix[:2, 2] += (by - 1) / 2
        matrix[2] = (0, 0, 1)
        return replace(self, size=(width, round(self.size[1] * by)), matrix=matrix)

    def bumped(self, degrees: float, mm: tuple[float, float]) -> View:
        """The camera after a push: rotated by *degrees* about its optical axis, moved by *mm* (x, y) over the table."""
        spin = _about_z(degrees) @ self.turn
        return replace(self, turn=spin, shift=-spin @ (self.eye + np.array([*mm, 0.0])))


def looking_down(
    size: tuple[int, int] = (2304, 1296),
    height_mm: float = 600.0,
    across_deg: float = 66.0,
    tilt_deg: float = 6.0,
    yaw_deg: float = 0.0,
    lens: tuple[float, float, float, float, float] = (-0.05, 0.004, 0.0, 0.0, 0.0),
) -> View:
    """A camera *height_mm* above the middle, tilted back by *tilt_deg* towards the players, turned by *yaw_deg*."""
    focal = size[0] / 2 / np.tan(np.radians(across_deg) / 2)
    matrix = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
    eye = np.array([0.0, -height_mm * np.tan(np.radians(tilt_deg)), height_mm])
    turn = _about_z(yaw_deg) @ _about_x(180.0 - tilt_deg)
    return View(size, matrix, np.array(lens), turn, -turn @ eye)


def _about_x(degrees: float) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _about_z(degrees: float) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
