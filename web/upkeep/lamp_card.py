"""The printed card that says what the lamps mean."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from referee.panel.lamps import CODES

if TYPE_CHECKING:
    from fpdf import FPDF

_A6 = (105.0, 148.0)  # mm
MEANS = {
    "not allowed": "The game does not allow that now",
    "too dark": "Too dark: bring a lamp",
    "mat moved": "The mat or camera was moved: put it back",
    "camera lost": "No picture from the camera: check its cable",
}
CODE_WORDS = {code.flashes: MEANS[reason] for reason, code in CODES.items()}
SIGNS = (
    ("on", "The table waits for you"),
    ("blink", "A question for you: is the camera right?"),
    ("off", "Nothing to do"),
)


def print_lamp_card(path: Path) -> None:
    """Write the card as a PDF of A6: each sign of a lamp with its meaning."""
    from fpdf import FPDF  # Takes half a second and 20 MB, which only printing needs.

    pdf = FPDF(unit="mm", format=_A6)
    pdf.set_title("What the lamps say")
    pdf.set_auto_page_break(False)
    pdf.add_page()
    pdf.set_font("Helvetica", "B", 15)
    pdf.text(8, 14, "What the lamps say")
    for row, (sign, words) in enumerate(SIGNS):
        _lamp(pdf, 12, 25 + 11 * row, sign)
        _words(pdf, 25 + 11 * row, words)
    pdf.set_font("Helvetica", "B", 11)
    pdf.text(8, 64, "Short flashes, a pause, again and again:")
    for row, (flashes, words) in enumerate(CODE_WORDS.items()):
        for n in range(flashes):
            _lamp(pdf, 12 + 6 * n, 74 + 11 * row, "on", 2.2)
        _words(pdf, 74 + 11 * row, words, 46)
    pdf.set_font("Helvetica", "", 8)
    pdf.text(8, 122, "The same flashes at all seats: the table cannot judge.")
    pdf.text(8, 127, "Two at one seat: its button did nothing.")
    pdf.text(8, 132, "Long flashes in Munchkin count the Level.")
    path.write_bytes(bytes(pdf.output()))


def _words(pdf: FPDF, y: float, words: str, x: float = 22) -> None:
    pdf.set_font("Helvetica", "", 9)
    pdf.set_xy(x, y - 4)
    pdf.multi_cell(_A6[0] - x - 6, 4, words)


def _lamp(pdf: FPDF, x: float, y: float, sign: str, radius: float = 3.0) -> None:
    """A lamp as a disc: lit yellow, dark grey; one that blinks is half of each."""
    pdf.set_draw_color(60)
    pdf.set_fill_color(*((255, 205, 40) if sign == "on" else (90, 90, 90)))
    pdf.circle(x=x, y=y - 2, radius=radius, style="FD")
    if sign == "blink":
        pdf.set_fill_color(255, 205, 40)
        pdf.solid_arc(x=x - radius, y=y - 2 - radius, a=2 * radius, start_angle=90, end_angle=270, style="FD")
