"""Calibrate a table: find the mat in a picture of the empty table, and describe the result in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.table.focus import SOFT_MM, focus
from calibration.table.light import measure
from rules.core.phrases import Phrase, figure, listing
from vision.geometry.lens import Lens
from vision.geometry.markers import CORNER_WORDS, find_markers
from vision.geometry.plane import Geometry, Plane, PlaneError, find_plane

Image = NDArray[np.uint8]

#: Largest error of a calibration, mm: half of the difference between a stone and the next coin size.
_GOOD_MM = 1.0


@dataclass(frozen=True, eq=False)
class Calibrated:
    """The calibrated plane, and one sentence about it for people."""

    plane: Plane
    words: str


def calibrate(image: Image, geometry: Geometry | None = None, lens: Lens | None = None) -> Calibrated:
    """Find the mat in a BGR picture of the empty table.

    Raises PlaneError, with one sentence for people, unless all four markers are detected and the fit is exact to a
    millimetre; the last good calibration then stays in use.
    """
    missing = [word for i, word in enumerate(CORNER_WORDS) if i not in find_markers(image)]
    if 0 < len(missing) < 4:
        raise PlaneError(
            Phrase(
                "A calibration needs all four markers; not seen: {markers}. Uncover them.",
                markers=listing(map(Phrase, missing)),
            )
        )
    plane = find_plane(image, geometry, lens)
    if plane.error_mm > _GOOD_MM:
        raise PlaneError(
            Phrase(
                "The mat is found, but off by {error} mm: lay it flat, hold the camera still and focus it, and check "
                "that it was printed at 100 %.",
                error=figure(plane.error_mm, 1),
            )
        )
    return Calibrated(plane, _words(plane))


def unfit(image: Image, plane: Plane) -> str:
    """Return why a BGR picture of the mat is unfit for judging throws; empty where it is fit.

    Raises PlaneError for a picture whose aspect ratio differs from the plane's.
    """
    light, sharp = measure(image, plane), focus(image, plane)
    if light.bad:
        return light.words[0]
    return sharp.words if sharp is not None and sharp.smear_mm > SOFT_MM else ""


def _words(plane: Plane) -> str:
    across, deep = (float(np.hypot(*edge)) for edge in np.diff(plane.play_area, axis=0)[:2])
    found = (
        Phrase("The corner cards are found, exact to {error} mm: {more}.")
        if plane.laid_anywhere
        else Phrase("The mat is found, exact to {error} mm: {more}.")
    )
    lens = Phrase("lens as given") if plane.lens_given else Phrase("lens estimated from this picture")
    more = Phrase(
        "markers {across} x {deep} mm apart, camera {high} cm above the table, tilted by {tilt} degrees, {lens}",
        across=f"{across:.0f}",
        deep=f"{deep:.0f}",
        high=f"{plane.camera_mm[2] / 10:.0f}",
        tilt=f"{plane.tilt_deg:.0f}",
        lens=lens,
    )
    return found.about(error=figure(plane.error_mm, 2), more=more)
