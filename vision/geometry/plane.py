"""The table as a plane: conversion between pixels and millimetres, on the table and at a height above it.

World: origin in the middle of the play area, x right, y away from the players, z up, in mm. Pixels: (0, 0) is the
centre of the first pixel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
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
    """The mat was not found well enough; the message says why and what to do next.

    ``template`` and the ``values`` in its named gaps are kept, so that it can be said in another language; a value may
    be a tuple of words.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        written = {name: " and ".join(value) if isinstance(value, tuple) else value for name, value in values.items()}
        super().__init__(template.format(**written) if values else template)
        self.template, self.values = template, values


@dataclass(frozen=True)
class Geometry:
    """The printed mat: side of a marker, and distances between the markers' centres (across, deep), in mm."""

    marker_mm: float = 30.0
    mat_mm: tuple[float, float] = (400.0, 300.0)

    def corners(self) -> dict[int, Floats]:
        """Return the corners of each marker, id -> 4x2 mm."""
        x, y = self.mat_mm[0] / 2, self.mat_mm[1] / 2
        return {i: square(self.marker_mm) + at for i, at in enumerate([(-x, y), (x, y), (x, -y), (-x, -y)])}


#: The mats that fit on one sheet of paper, A3 and A4, as they are printed.
PAPER_MATS = (Geometry(30.0, (376.0, 253.0)), Geometry(30.0, (253.0, 166.0)))


@dataclass(frozen=True, eq=False)
class Plane:
    """The pose of a camera over a table.

    ``rotation`` 3x3 and ``translation`` mm as in x_cam = R X + t; ``markers`` id -> 4x2 mm: places of the markers;
    ``error_mm``: root mean square distance of the detected corners from these; ``lens_given``: False when the lens was
    estimated from the one picture; ``laid_anywhere``: True for corner cards that form no printed mat.
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
        """Width and height in px of the pictures that the plane applies to."""
        return self.lens.size

    @property
    def camera_mm(self) -> Floats:
        """Position of the camera: x, y, z in mm."""
        return np.asarray(-self.rotation.T @ self.translation)

    @property
    def tilt_deg(self) -> float:
        """Angle in degrees between the camera's axis and straight down."""
        return float(np.degrees(np.arccos(np.clip(-self.rotation[2, 2], -1, 1))))

    @property
    def play_area(self) -> Floats:
        """The polygon of the markers' centres: Nx2 mm, far left first, clockwise as seen from above."""
        return np.array([self.markers[i].mean(axis=0) for i in sorted(self.markers)])

    def to_px(self, mm: Floats, height_mm: float = 0.0) -> Floats:
        """Project points (Nx2 mm) at a height above the table to Nx2 px."""
        return self.points_to_px(raised(mm, height_mm))

    def points_to_px(self, mm: Floats) -> Floats:
        """Project points in space (Nx3 mm) to Nx2 px."""
        return project(self.lens, self.rotation, self.translation, mm)

    def to_mm(self, px: Floats, height_mm: float = 0.0) -> Floats:
        """Return the points (Nx2 mm) at this height above the table that are seen at Nx2 px."""
        points = np.asarray(px, dtype=np.float64).reshape(-1, 1, 2)
        undistorted = cv2.undistortPoints(points, self.lens.matrix, self.lens.dist).reshape(-1, 2)
        rays = np.column_stack([undistorted, np.ones(len(undistorted))]) @ self.rotation
        eye = self.camera_mm
        reach = (height_mm - eye[2]) / rays[:, 2]
        return np.asarray(eye[:2] + rays[:, :2] * reach[:, None])

    def mm_per_px_at(self, px: Floats, height_mm: float = 0.0) -> Floats:
        """Return the mean size of a pixel in mm (N) about each of Nx2 px."""
        points = np.asarray(px, dtype=np.float64).reshape(-1, 2)
        origin, right, down = (self.to_mm(points + step, height_mm) for step in ((0, 0), (1, 0), (0, 1)))
        across, deep = right - origin, down - origin
        return np.asarray(np.sqrt(np.abs(across[:, 0] * deep[:, 1] - across[:, 1] * deep[:, 0])))

    def resized(self, size: tuple[int, int]) -> Plane:
        """Return the plane for another picture size of the same camera; raises PlaneError for another aspect ratio."""
        try:
            lens = self.lens.resized(size)
        except LensError as error:
            raise PlaneError("This picture has another shape than the calibration's: calibrate again.") from error
        return self if lens is self.lens else replace(self, lens=lens)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, as `from_dict` reads them."""
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
    def from_dict(cls, body: Mapping[str, Any]) -> Plane:
        """Read the values of `to_dict`.

        Raises KeyError, TypeError, AttributeError, OverflowError or ValueError for others.
        """
        plane = cls(
            Lens.from_dict(body["lens"]),
            np.asarray(body["rotation"], dtype=np.float64).reshape(3, 3),
            np.asarray(body["translation"], dtype=np.float64).reshape(3),
            {int(i): np.asarray(c, dtype=np.float64).reshape(4, 2) for i, c in body["markers"].items()},
            float(body["error_mm"]),
            bool(body["lens_given"]),
            bool(body["laid_anywhere"]),
        )
        if not plane._is_possible():
            raise ValueError("no camera above a mat")
        return plane

    def _is_possible(self) -> bool:
        """Whether the numbers describe a camera above a mat with all of its markers."""
        corners = [self.markers.get(i, np.full(2, np.nan)) for i in range(len(CORNER_WORDS))]
        is_finite = all(np.isfinite(each).all() for each in (self.rotation, self.translation, *corners))
        is_turn = is_finite and np.allclose(self.rotation @ self.rotation.T, np.eye(3), atol=1e-6)
        return bool(is_turn and self.camera_mm[2] > 0)


def find_plane(image: Image, geometry: Geometry | None = None, lens: Lens | None = None) -> Plane:
    """Find the mat in a BGR picture of the table.

    ``geometry`` and the mats for one sheet of paper are tried first; three markers are enough for those. Corner cards
    laid anywhere need all four. Without a lens, focal length and k1 are estimated from the picture. Raises PlaneError.
    """
    geometry = geometry or Geometry()
    size = (image.shape[1], image.shape[0])
    try:
        lens = lens.resized(size) if lens else None
    except LensError as error:
        raise PlaneError(str(error)) from error
    detected = _enough(find_markers(image))
    printed = [geometry, *(mat for mat in PAPER_MATS if mat.marker_mm == geometry.marker_mm)]
    poses = [fit_known(detected, mat.corners(), size, lens) for mat in printed]
    plane = _plane(min(poses, key=lambda pose: pose.cost), detected, lens is not None, laid_anywhere=False)
    if plane.error_mm <= thresholds.PLANE_WORST_MM:
        return _checked(plane)
    if len(detected) < 4:
        raise PlaneError(
            "Corner cards laid freely need all four markers; {missing} is not seen.", missing=_missing(detected)
        )
    pose = fit_anywhere(detected, geometry.marker_mm, size, lens)
    return _checked(_plane(pose, detected, lens is not None, laid_anywhere=True))


def follow(plane: Plane, image: Image) -> Plane:
    """Return the plane after a small movement of camera or mat, with the same lens and mat; raises PlaneError."""
    detected = _enough({i: corners for i, corners in find_markers(image).items() if i in plane.markers})
    lens = plane.resized((image.shape[1], image.shape[0])).lens
    pose = fit_known(detected, plane.markers, lens.size, lens)
    return _checked(_plane(pose, detected, plane.lens_given, plane.laid_anywhere))


@dataclass(frozen=True)
class Drift:
    """How far each detected marker has moved: id -> px and id -> mm."""

    by_px: dict[int, float]
    by_mm: dict[int, float]

    @property
    def px(self) -> float:
        """Median over the detected markers; 0 without any."""
        return float(np.median(list(self.by_px.values()))) if self.by_px else 0.0

    @property
    def mm(self) -> float:
        """Median over the detected markers; 0 without any."""
        return float(np.median(list(self.by_mm.values()))) if self.by_mm else 0.0


def drift(plane: Plane, image: Image) -> Drift:
    """Measure how far the markers have moved from where the plane expects them.

    Only the surroundings of these places are searched, which is fast. A marker that is covered or has moved farther is
    left out; with no marker at all, the camera was moved or the mat is gone. Raises PlaneError for a picture whose
    aspect ratio differs from the plane's.
    """
    plane = plane.resized((image.shape[1], image.shape[0]))
    by_px, by_mm = {}, {}
    for i, corners in plane.markers.items():
        expected = plane.to_px(corners)
        if (found := _markers_near(image, expected).get(i)) is not None:
            by_px[i] = float(np.linalg.norm(found - expected, axis=1).mean())
            by_mm[i] = float(np.linalg.norm(plane.to_mm(found) - corners, axis=1).mean())
    return Drift(by_px, by_mm)


def _markers_near(image: Image, corners: Floats) -> dict[int, Floats]:
    low, high = corners.min(axis=0), corners.max(axis=0)
    room = (high - low).max()
    left, top = np.clip(low - room, 0, None).astype(int)
    right, bottom = np.clip(high + room + 1, 0, (image.shape[1], image.shape[0])).astype(int)
    if right - left < thresholds.MARKER_PX or bottom - top < thresholds.MARKER_PX:
        return {}
    return {i: quad + np.array([left, top]) for i, quad in find_markers(image[top:bottom, left:right]).items()}


def _plane(pose: Pose, detected: Mapping[int, Floats], lens_given: bool, laid_anywhere: bool) -> Plane:
    plane = Plane(pose.lens, pose.rotation, pose.translation, pose.markers, 0.0, lens_given, laid_anywhere)
    offsets = np.concatenate([plane.to_mm(quad) - pose.markers[i] for i, quad in detected.items()])
    return replace(plane, error_mm=float(np.sqrt((offsets**2).sum(axis=1).mean())))


def _missing(detected: Mapping[int, Floats]) -> tuple[str, ...]:
    return tuple(word for i, word in enumerate(CORNER_WORDS) if i not in detected)


def _enough(detected: dict[int, Floats]) -> dict[int, Floats]:
    if not detected:
        raise PlaneError("No marker of the play mat is in the picture: lay the mat under the camera, with more light.")
    if len(detected) < 3:
        raise PlaneError(
            "Only {number} of the mat's four markers can be seen; missing: {missing}. Move the camera or uncover them.",
            number=len(detected),
            missing=_missing(detected),
        )
    if min(np.sqrt(area(quad)) for quad in detected.values()) < thresholds.MARKER_PX:
        raise PlaneError("The markers are too small in the picture: bring the camera nearer or use larger pictures.")
    return detected


def _checked(plane: Plane) -> Plane:
    if not (np.isfinite(plane.error_mm) and plane.error_mm <= thresholds.PLANE_WORST_MM):
        raise PlaneError(
            "The mat does not fit the picture (off by {error} mm): lay it flat, and check that it was"
            " printed at 100 % and that the marker and mat sizes are right.",
            error=f"{plane.error_mm:.1f}",
        )
    if plane.camera_mm[2] <= 0 or plane.tilt_deg > thresholds.PLANE_STEEPEST_DEG:
        raise PlaneError(
            "The camera looks too flatly over the table ({tilt} degrees): place it higher.",
            tilt=f"{plane.tilt_deg:.0f}",
        )
    return plane
