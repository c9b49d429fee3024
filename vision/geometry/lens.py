"""A camera's lens: focal length, principal point and distortion, for pictures of one size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision import thresholds

Floats = NDArray[np.float64]


class LensError(ValueError):
    """A lens description cannot be used; the message says why."""


@dataclass(frozen=True, eq=False)
class Lens:
    """Camera matrix (3x3, px), distortion (k1, k2, p1, p2, k3) and the picture size (width, height) they hold for.

    Pixel (0, 0) is the centre of the first pixel, as in OpenCV.
    """

    matrix: Floats
    dist: Floats
    size: tuple[int, int]

    @classmethod
    def guess(cls, size: tuple[int, int], focal_px: float | None = None, k1: float = 0.0) -> Lens:
        """Return a lens centred on the picture; 64 degrees across its longer side without a focal length."""
        width, height = size
        focal = focal_px or 0.8 * max(size)
        matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]], dtype=np.float64)
        return cls(matrix, np.array([k1, 0.0, 0.0, 0.0, 0.0]), size)

    @classmethod
    def from_dict(cls, body: Mapping[str, Any]) -> Lens:
        """Read camera_matrix (3x3), dist_coeffs (4 or 5 numbers), width and height; raises LensError."""
        try:
            matrix = np.asarray(body["camera_matrix"], dtype=np.float64).reshape(3, 3)
            dist = np.asarray(body["dist_coeffs"], dtype=np.float64).ravel()
            size = (int(body["width"]), int(body["height"]))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise LensError(
                "The lens file must hold camera_matrix (3x3), dist_coeffs (5 numbers), width and height."
            ) from error
        if dist.size not in (4, 5) or not _is_possible(matrix, dist, size):
            raise LensError("The lens file's numbers make no camera: check camera_matrix, dist_coeffs, width, height.")
        return cls(matrix, np.resize(np.append(dist, 0.0), 5), size)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, as `from_dict` reads them."""
        return {
            "camera_matrix": self.matrix.tolist(),
            "dist_coeffs": self.dist.tolist(),
            "width": self.size[0],
            "height": self.size[1],
        }

    def to_px(self, points: Floats) -> Floats:
        """Return the pixels (Nx2) at which the camera sees points (Nx3: right, down, forward).

        The model of `cv2.projectPoints` (Brown, Decentering distortion of lenses, 1966).  That function also derives
        the pixels by every parameter, which takes 3 to 20 times as long for the thousands of corners of a search.
        """
        x, y, z = points.T
        forward = np.where(z == 0, 1.0, z)
        x, y = x / forward, y / forward
        k1, k2, p1, p2, k3 = self.dist
        r2, xy = x * x + y * y, 2 * x * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        across = x * radial + p1 * xy + p2 * (r2 + 2 * x * x)
        down = y * radial + p1 * (r2 + 2 * y * y) + p2 * xy
        (fx, _, cx), (_, fy, cy) = self.matrix[:2]
        return np.column_stack([fx * across + cx, fy * down + cy])

    def resized(self, size: tuple[int, int]) -> Lens:
        """Return the same lens for pictures of another size; raises LensError for another aspect ratio."""
        if size == self.size:
            return self
        across, down = size[0] / self.size[0], size[1] / self.size[1]
        if abs(across / down - 1) > thresholds.LENS_SHAPE:
            raise LensError(
                f"The lens was measured for {self.size[0]}x{self.size[1]} pictures, this one is {size[0]}x{size[1]}:"
                " measure it in this shape, or leave the lens out."
            )
        matrix = self.matrix.copy()
        matrix[0] = (matrix[0] + [0, 0, 0.5]) * across - [0, 0, 0.5]
        matrix[1] = (matrix[1] + [0, 0, 0.5]) * down - [0, 0, 0.5]
        return Lens(matrix, self.dist, size)


def _is_possible(matrix: Floats, dist: Floats, size: tuple[int, int]) -> bool:
    """Whether a camera may have such numbers; the mat's pose cannot be computed with numbers that are far off."""
    if not (
        np.isfinite(matrix).all()
        and np.isfinite(dist).all()
        and min(size) > 0
        and max(size) <= thresholds.LENS_LONGEST_PX
    ):
        return False
    focal, middle = matrix[[0, 1], [0, 1]] / max(size), matrix[:2, 2] / size
    is_focal = (focal >= thresholds.LENS_FOCAL[0]).all() and (focal <= thresholds.LENS_FOCAL[1]).all()
    return bool(is_focal and (np.abs(middle - 0.5) <= 1).all() and (np.abs(dist) <= thresholds.LENS_MOST_BENT).all())
