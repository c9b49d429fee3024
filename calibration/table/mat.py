"""Print the play mat: a PDF with corner cards for any table, and whole mats for A3 and A4."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from rules.core.phrases import Phrase
from vision.geometry.markers import CORNER_WORDS, DICTIONARY
from vision.geometry.plane import PAPER_MATS, Geometry

if TYPE_CHECKING:
    from fpdf import FPDF

_QUIET_MM = 6.0  # white margin around a marker
_A4, _A3 = (210.0, 297.0), (297.0, 420.0)
_GREY = 150  # of lines to cut along and of small print


def print_mat(path: Path | str, geometry: Geometry | None = None, translate: Callable[[str], str] = str) -> None:
    """Write the PDF: page 1 corner cards to cut out, then an A3 mat, then an A4 mat.

    ``geometry``: marker size of the corner cards, and the distances that the page recommends; ``translate`` puts its
    texts into another language. Raises OSError where the file cannot be written, ValueError for markers that do not fit
    on the page.
    """
    from fpdf import FPDF  # Takes half a second and 20 MB, and only printing needs it.

    geometry = geometry or Geometry()
    if not 10 <= geometry.marker_mm <= 80:
        raise ValueError("A marker's side must be 10 to 80 mm: four of them have to fit on an A4 page.")
    pdf = FPDF(unit="mm")
    pdf.set_title(translate(Phrase("Owleye play mat")))
    pdf.set_auto_page_break(False)
    _cards(pdf, geometry, translate)
    for (wide, high), mat in zip((_A3[::-1], _A4[::-1]), PAPER_MATS, strict=True):
        _sheet(pdf, wide, high, mat, translate)
    Path(path).write_bytes(bytes(pdf.output()))


def marker_cells(number: int) -> list[tuple[int, int]]:
    """Return the white cells (column, row) of a marker of 6x6 cells, including its black border."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    cells = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, 6))
    return [(int(column), int(row)) for row, column in np.argwhere(cells > 0)]


def _marker(pdf: FPDF, number: int, left: float, top: float, side: float) -> None:
    pdf.set_fill_color(0)
    pdf.rect(left, top, side, side, style="F")
    pdf.set_fill_color(255)
    for column, row in marker_cells(number):
        pdf.rect(left + column * side / 6, top + row * side / 6, side / 6, side / 6, style="F")


def _cards(pdf: FPDF, geometry: Geometry, translate: Callable[[str], str]) -> None:
    pdf.add_page(format=_A4)
    across, deep = geometry.mat_mm
    _heading(pdf, translate(Phrase("Owleye corner cards")))
    how = Phrase(
        "Print at 100 % (not 'fit to page'); check the ruler below. Cut out the four cards and lay them flat on the "
        "table, one in each corner of the playing area: best {across} mm apart across and {deep} mm deep (from middle "
        "to middle), top edges away from the players. Anywhere else works too. Then calibrate the table.",
        across=f"{across:g}",
        deep=f"{deep:g}",
    )
    _paragraph(pdf, translate(how))
    card = geometry.marker_mm + 2 * _QUIET_MM
    gap = 12.0
    left, top = (_A4[0] - 2 * card - gap) / 2, 60.0
    for number, (column, row) in enumerate([(0, 0), (1, 0), (1, 1), (0, 1)]):
        x, y = left + column * (card + gap), top + row * (card + gap + 5)
        pdf.set_draw_color(_GREY)
        pdf.set_dash_pattern(dash=2, gap=2)
        pdf.rect(x, y, card, card)
        pdf.set_dash_pattern()
        _marker(pdf, number, x + _QUIET_MM, y + _QUIET_MM, geometry.marker_mm)
        _label(pdf, x, y + card + 4, translate(Phrase(CORNER_WORDS[number])))
    _ruler(pdf, (_A4[0] - 100) / 2, _A4[1] - 20)


def _sheet(pdf: FPDF, wide: float, high: float, mat: Geometry, translate: Callable[[str], str]) -> None:
    """Add a page with one mat in landscape format."""
    pdf.add_page(orientation="landscape", format=(high, wide))
    side, (across, deep) = mat.marker_mm, mat.mat_mm
    for number, (x, y) in enumerate([(-across, -deep), (across, -deep), (across, deep), (-across, deep)]):
        _marker(pdf, number, (wide + x - side) / 2, (high + y - side) / 2, side)
    inner_wide, inner_high = across - side - 2 * _QUIET_MM, deep - side - 2 * _QUIET_MM
    pdf.set_draw_color(_GREY)
    pdf.rect((wide - inner_wide) / 2, (high - inner_high) / 2, inner_wide, inner_high)
    laid = Phrase(
        "Owleye play mat, markers {across} x {deep} mm apart. Print at 100 %. This edge away from the players.",
        across=f"{across:g}",
        deep=f"{deep:g}",
    )
    _label(pdf, (wide - across) / 2 + side / 2 + _QUIET_MM, (high - deep) / 2, translate(laid))
    _ruler(pdf, (wide - 100) / 2, (high + deep) / 2)


def _heading(pdf: FPDF, words: str) -> None:
    pdf.set_font("helvetica", "B", 18)
    pdf.set_text_color(0)
    pdf.text(20, 24, words)


def _paragraph(pdf: FPDF, words: str) -> None:
    pdf.set_font("helvetica", "", 10)
    pdf.set_xy(19, 30)
    pdf.multi_cell(_A4[0] - 38, 5, words, align="L")


def _label(pdf: FPDF, x: float, y: float, words: str) -> None:
    pdf.set_font("helvetica", "", 8)
    pdf.set_text_color(_GREY)
    pdf.text(x, y, words)


def _ruler(pdf: FPDF, left: float, y: float) -> None:
    """Draw a scale of 100 mm to check against a ruler."""
    pdf.set_draw_color(0)
    pdf.line(left, y, left + 100, y)
    for step in range(11):
        pdf.line(left + 10 * step, y - (3 if step % 5 == 0 else 1.5), left + 10 * step, y)
    _label(pdf, left + 102, y, "100 mm")
