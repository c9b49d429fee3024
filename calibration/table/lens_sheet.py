"""Measure the lens from several pictures of a printed sheet, held at different tilts and places.

The sheet is a ChArUco board (a chessboard with a marker in each white square), so that a part of it is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from rules.core.phrases import Phrase, figure
from vision.geometry.lens import Lens, LensError

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

ACROSS, DEEP = 7, 5
"""Squares of the sheet across and down."""
CELL_MM = 4.0
SQUARE_CELLS, MARKER_CELLS = 9, 7
"""Cells along the side of a square, and of the marker in it."""
DICTIONARY = cv2.aruco.DICT_5X5_100
"""Not the dictionary of the mat, so that the sheet is never taken for the mat."""
LEAST_CORNERS = 8
ENOUGH = 6
"""Smallest number of pictures."""
WORST_PX = 1.0
"""Largest root mean square error of a fit."""
TILT_DEG, TILTED = 12.0, 3
"""TILTED pictures must show the sheet tilted by TILT_DEG; otherwise distance and focal length are confounded."""
NARROWEST_DEG = 5.0
"""Smallest angle that a lens sees across the picture.  Telephoto lenses for a Pi's camera see 7 degrees; views without
perspective, such as a sheet seen from afar or from its edge, fit an angle near 0."""
COVERED = 0.55
"""Part of the width and of the height that all views together must cover."""


@dataclass(frozen=True, eq=False)
class View:
    """One picture of the sheet: points on it (N x 2 mm) and in the picture (N x 2 px)."""

    sheet_mm: Floats
    image_px: Floats


@dataclass(frozen=True, eq=False)
class Measured:
    """The lens, its root mean square reprojection error (px), and a sentence for people."""

    lens: Lens
    error_px: float
    words: str


def board() -> cv2.aruco.CharucoBoard:
    """Return the printed board."""
    square = SQUARE_CELLS * CELL_MM
    return cv2.aruco.CharucoBoard(
        (ACROSS, DEEP), square, MARKER_CELLS * CELL_MM, cv2.aruco.getPredefinedDictionary(DICTIONARY)
    )


def print_lens_sheet(path: Path | str, translate: Callable[[str], str] = str) -> None:
    """Write the sheet as a PDF on A4; ``translate`` puts its text into another language.

    Raises OSError where the file cannot be written.
    """
    cells = np.asarray(board().generateImage((ACROSS * SQUARE_CELLS, DEEP * SQUARE_CELLS), marginSize=0))
    from fpdf import FPDF  # Takes half a second and 20 MB, and only printing needs it.

    pdf = FPDF(unit="mm")
    pdf.set_title(translate(Phrase("Owleye lens sheet")))
    pdf.set_auto_page_break(False)
    pdf.add_page(orientation="landscape", format=(210.0, 297.0))
    left, top = (297 - cells.shape[1] * CELL_MM) / 2, 12.0
    pdf.set_fill_color(0)
    for row, line in enumerate(cells < 128):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        for start, end in edges.reshape(-1, 2).tolist():
            pdf.rect(left + start * CELL_MM, top + row * CELL_MM, (end - start) * CELL_MM, CELL_MM, style="F")
    pdf.set_font("helvetica", "", 8)
    use = Phrase("Owleye lens sheet. Glue it onto something flat; show it in all corners, tilted, ten times.")
    pdf.text(left, 204, translate(use))
    Path(path).write_bytes(bytes(pdf.output()))


def see_sheet(image: Image) -> View | None:
    """Detect the sheet in a BGR picture; None where fewer than LEAST_CORNERS corners are found."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image, np.uint8)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(grey)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    points = np.asarray(board().getChessboardCorners(), np.float64)[np.ravel(ids), :2]
    return View(points, np.asarray(corners, np.float64).reshape(-1, 2))


def measure_lens(views: Sequence[View], size: tuple[int, int]) -> Measured:
    """Fit a lens to all views, for pictures of this (width, height).

    Raises LensError where the views are too few or too similar, or do not fit; the message says what to show next.
    """
    if len(views) < ENOUGH:
        raise LensError(
            Phrase(
                "{count} of at least {enough} pictures of the sheet: show it in other places and tilts.",
                count=len(views),
                enough=ENOUGH,
            )
        )
    _check_spread(views, size)
    sheets = [np.column_stack([v.sheet_mm, np.zeros(len(v.sheet_mm))]).astype(np.float32) for v in views]
    pixels = [v.image_px.astype(np.float32).reshape(-1, 1, 2) for v in views]
    start = Lens.guess(size)
    error, matrix, dist, turns, _ = cv2.calibrateCamera(
        sheets, pixels, size, start.matrix.copy(), np.zeros(5), flags=cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3
    )
    if not np.isfinite(error) or error > WORST_PX:
        raise LensError(
            Phrase(
                "The pictures do not fit together ({error} px off): hold the sheet flat and still, in focus.",
                error=figure(error, 1),
            )
        )
    if sum(_tilt_deg(turn) > TILT_DEG for turn in turns) < TILTED:
        raise LensError(Phrase("All pictures show the sheet too much alike: tilt it to all sides, by about a third."))
    across = float(np.degrees(2 * np.arctan(size[0] / 2 / matrix[0, 0])))
    if across < NARROWEST_DEG:
        raise LensError(
            Phrase("The pictures show the sheet without perspective: hold it nearer to the camera, and tilt it.")
        )
    lens = Lens(np.asarray(matrix, np.float64), np.resize(np.append(np.ravel(dist)[:5], 0.0), 5), size)
    words = Phrase(
        "The lens is measured from {count} pictures: {across} degrees across, {error} px off.",
        count=len(views),
        across=f"{across:.0f}",
        error=figure(error, 2),
    )
    return Measured(lens, float(error), words)


def _tilt_deg(turn: MatLike) -> float:
    """Return the tilt of the sheet away from facing the camera; *turn* is its rotation vector."""
    facing = np.asarray(cv2.Rodrigues(turn)[0])[2, 2]
    return float(np.degrees(np.arccos(np.clip(abs(facing), 0, 1))))


def _check_spread(views: Sequence[View], size: tuple[int, int]) -> None:
    points = np.concatenate([view.image_px for view in views])
    across, deep = np.ptp(points, axis=0) / np.array(size)
    if min(across, deep) < COVERED:
        way = Phrase("left and right") if across < deep else Phrase("top and bottom")
        raise LensError(
            Phrase("Show the sheet further to the {way} of the picture, too: the lens bends most out there.", way=way)
        )
