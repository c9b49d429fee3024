"""The table as a plane: from pixels to millimetres and back, on the table and at a height above it.

World: origin in the middle of the play area, x right, y away from the players, z up, in mm.
Pixels: (0, 0) is the centre of the first pixel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.geometry.camera_pose import Pose, fit_anywhere, fit_known, project, raised
from vision.geometry.lens import Lens, LensError
from vision.geometry.markers import CORNER_WORDS, area, find_markers, square

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


class PlaneError(ValueError):
    """The mat could not be found well enough; the sentence says why and what to do next."""


@dataclass(frozen=True)
class Geometry:
    """The printed mat: side of a marker, and the distances between the markers' middles (across, deep), in mm."""

    marker_mm: float = 30.0
    mat_mm: tuple[float, float] = (400.0, 300.0)

    def corners(self) -> dict[int, Floats]:
        """Each marker's corners, id -> 4x2 mm."""
        x, y = self.mat_mm[0] / 2, self.mat_mm[1] / 2
        return {i: square(self.marker_mm) + at for i, at in enumerate([(-x, y), (x, y), (x, -y), (-x, -y)])}


#: The mats that fit on one sheet of paper, A3 and A4, as they are printed.
PAPER_MATS = (Geometry(30.0, (376.0, 253.0)), Geometry(30.0, (253.0, 166.0)))


@dataclass(frozen=True, eq=False)
class Plane:
    """A camera over a table.

    ``rotation`` 3x3 and ``translation`` mm as in x_cam = R X + t; ``markers`` id -> 4x2 mm where the markers lie;
    ``error_mm`` how far the found corners lie from there (root mean square); ``lens_given`` False when the lens was
    estimated from the one picture; ``laid_anywhere`` True for corner cards that form no printed mat.
    """

    lens: Lens
    rotation: Floats
    translation: Floats
    markers: dict[int, Floats]
    error_mm: float
    lens_given: bool
    laid_anywhere: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in px of the pictures that the plane holds for."""
        return self.lens.size

    @property
    def camera_mm(self) -> Floats:
        """Where the camera is: x, y, z in mm."""
        return np.asarray(-self.rotation.T @ self.translation)

    @property
    def tilt_deg(self) -> float:
        """0 when the camera looks straight down."""
        return float(np.degrees(np.arccos(np.clip(-self.rotation[2, 2], -1, 1))))

    @property
    def play_area(self) -> Floats:
        """The polygon of the markers' middles: Nx2 mm, far left first, clockwise as seen from above."""
        return np.array([self.markers[i].mean(axis=0) for i in sorted(self.markers)])

    def to_px(self, mm: Floats, height_mm: float = 0.0) -> Floats:
        """Nx2 mm at a height above the table to Nx2 px."""
        return self.points_to_px(raised(mm, height_mm))

    def points_to_px(self, mm: Floats) -> Floats:
        """Nx3 mm in space to Nx2 px."""
        return project(self.lens, self.rotation, self.translation, mm)

    def to_mm(self, px: Floats, height_mm: float = 0.0) -> Floats:
        """Nx2 px to Nx2 mm, for points that are at this height above the table."""
        points = np.asarray(px, dtype=np.float64).reshape(-1, 1, 2)
        undistorted = cv2.undistortPoints(points, self.lens.matrix, self.lens.dist).reshape(-1, 2)
        rays = np.column_stack([undistorted, np.ones(len(undistorted))]) @ self.rotation
        eye = self.camera_mm
        reach = (height_mm - eye[2]) / rays[:, 2]
        return np.asarray(eye[:2] + rays[:, :2] * reach[:, None])

    def mm_per_px_at(self, px: Floats, height_mm: float = 0.0) -> Floats:
        """How many mm a pixel spans on average about each of Nx2 px: N."""
        points = np.asarray(px, dtype=np.float64).reshape(-1, 2)
        here, right, down = (self.to_mm(points + step, height_mm) for step in ((0, 0), (1, 0), (0, 1)))
        across, deep = right - here, down - here
        return np.asarray(np.sqrt(np.abs(across[:, 0] * deep[:, 1] - across[:, 1] * deep[:, 0])))

    def resized(self, size: tuple[int, int]) -> Plane:
        """The same plane for pictures of another size from the same camera; raises PlaneError for another shape."""
        try:
            lens = self.lens.resized(size)
        except LensError as trouble:
            raise PlaneError("This picture has another shape than the calibration's: calibrate again.") from trouble
        return self if lens is self.lens else self._with(lens=lens)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; `from_dict` reads them."""
        return {
            "lens": self.lens.to_dict(),
            "rotation": self.rotation.tolist(),
            "translation": self.translation.tolist(),
            "markers": {str(i): corners.tolist() for i, corners in self.markers.items()},
            "error_mm": self.error_mm,
            "lens_given": self.lens_given,
            "laid_anywhere": self.laid_anywhere,
        }

    @classmethod
    def from_dict(cls, said: Mapping[str, Any]) -> Plane:
        """Read `to_dict`'s values; KeyError, TypeError or ValueError where they are none."""
        return cls(
            Lens.from_dict(said["lens"]),
            np.asarray(said["rotation"], dtype=np.float64).reshape(3, 3),
            np.asarray(said["translation"], dtype=np.float64).reshape(3),
            {int(i): np.asarray(c, dtype=np.float64).reshape(4, 2) for i, c in said["markers"].items()},
            float(said["error_mm"]),
            bool(said["lens_given"]),
            bool(said["laid_anywhere"]),
        )

    def _with(self, lens: Lens) -> Plane:
        return Plane(
            lens, self.rotation, self.translation, self.markers, self.error_mm, self.lens_given, self.laid_anywhere
        )


def find_plane(image: Image, geometry: Geometry | None = None, lens: Lens | None = None) -> Plane:
    """Find the mat in a picture of the table.

    ``geometry`` and the mats for one sheet of paper are tried first: for those three markers are enough.  Corner cards
    laid anywhere need all four.  Without a lens its focal length and k1 are estimated from the picture.
    Raises PlaneError.
    """
    geometry = geometry or Geometry()
    size = (image.shape[1], image.shape[0])
    try:
        lens = lens.resized(size) if lens else None
    except LensError as trouble:
        raise PlaneError(str(trouble)) from trouble
    seen = _enough(find_markers(image))
    printed = [geometry, *(mat for mat in PAPER_MATS if mat.marker_mm == geometry.marker_mm)]
    poses = [fit_known(seen, mat.corners(), size, lens) for mat in printed]
    known = _plane(min(poses, key=lambda pose: pose.cost), seen, lens is not None, laid_anywhere=False)
    if known.error_mm <= thresholds.PLANE_WORST_MM:
        return _checked(known)
    if len(seen) < 4:
        raise PlaneError(f"Corner cards laid freely need all four markers; {_missing(seen)} is not seen.")
    pose = fit_anywhere(seen, geometry.marker_mm, size, lens)
    return _checked(_plane(pose, seen, lens is not None, laid_anywhere=True))


def follow(plane: Plane, image: Image) -> Plane:
    """The plane after the camera or the mat moved a little: same lens, same mat.  Raises PlaneError."""
    seen = _enough({i: corners for i, corners in find_markers(image).items() if i in plane.markers})
    lens = plane.resized((image.shape[1], image.shape[0])).lens
    pose = fit_known(seen, plane.markers, lens.size, lens)
    return _checked(_plane(pose, seen, plane.lens_given, plane.laid_anywhere))


@dataclass(frozen=True)
class Drift:
    """How far each marker that is seen has moved: id -> px and id -> mm.  ``px`` and ``mm`` are the medians."""

    by_px: dict[int, float]
    by_mm: dict[int, float]

    @property
    def px(self) -> float:
        """Median over the markers seen; 0 where none is."""
        return float(np.median(list(self.by_px.values()))) if self.by_px else 0.0

    @property
    def mm(self) -> float:
        """Median over the markers seen; 0 where none is."""
        return float(np.median(list(self.by_mm.values()))) if self.by_mm else 0.0


def drift(plane: Plane, image: Image) -> Drift:
    """Compare where the markers are with where the plane says they are.

    Searches only about their places, so it costs little; a marker that is covered or has left its place altogether is
    not in the answer (none seen at all: the camera was moved, or the mat is gone).
    """
    plane = plane.resized((image.shape[1], image.shape[0]))
    by_px, by_mm = {}, {}
    for i, corners in plane.markers.items():
        expected = plane.to_px(corners)
        if (found := _look_near(image, expected).get(i)) is not None:
            by_px[i] = float(np.linalg.norm(found - expected, axis=1).mean())
            by_mm[i] = float(np.linalg.norm(plane.to_mm(found) - corners, axis=1).mean())
    return Drift(by_px, by_mm)


def _look_near(image: Image, corners: Floats) -> dict[int, Floats]:
    low, high = corners.min(axis=0), corners.max(axis=0)
    room = (high - low).max()
    left, top = np.clip(low - room, 0, None).astype(int)
    right, bottom = np.clip(high + room + 1, 0, (image.shape[1], image.shape[0])).astype(int)
    if right - left < thresholds.MARKER_PX or bottom - top < thresholds.MARKER_PX:
        return {}
    return {i: quad + np.array([left, top]) for i, quad in find_markers(image[top:bottom, left:right]).items()}


def _plane(pose: Pose, seen: Mapping[int, Floats], lens_given: bool, laid_anywhere: bool) -> Plane:
    plane = Plane(pose.lens, pose.rotation, pose.translation, pose.markers, 0.0, lens_given, laid_anywhere)
    misses = np.concatenate([plane.to_mm(quad) - pose.markers[i] for i, quad in seen.items()])
    error = float(np.sqrt((misses**2).sum(axis=1).mean()))
    return Plane(pose.lens, pose.rotation, pose.translation, pose.markers, error, lens_given, laid_anywhere)


def _missing(seen: Mapping[int, Floats]) -> str:
    return " and ".join(word for i, word in enumerate(CORNER_WORDS) if i not in seen)


def _enough(seen: dict[int, Floats]) -> dict[int, Floats]:
    if not seen:
        raise PlaneError("No marker of the play mat is in the picture: lay the mat under the camera, with more light.")
    if len(seen) < 3:
        raise PlaneError(
            f"Only {len(seen)} of the mat's four markers is seen; missing: {_missing(seen)}."
            " Move the camera or uncover them."
        )
    if min(np.sqrt(area(quad)) for quad in seen.values()) < thresholds.MARKER_PX:
        raise PlaneError("The markers are too small in the picture: bring the camera nearer or use larger pictures.")
    return seen


def _checked(plane: Plane) -> Plane:
    if not (np.isfinite(plane.error_mm) and plane.error_mm <= thresholds.PLANE_WORST_MM):
        raise PlaneError(
            f"The mat does not fit the picture (off by {plane.error_mm:.1f} mm): lay it flat, and check that it was"
            " printed at 100 % and that the marker and mat sizes are right."
        )
    if plane.camera_mm[2] <= 0 or plane.tilt_deg > thresholds.PLANE_STEEPEST_DEG:
        raise PlaneError(f"The camera looks too flatly over the table ({plane.tilt_deg:.0f} degrees): place it higher.")
    return plane
