"""Render the mistakes of `owleye bench sight` as one HTML page with pictures."""

from __future__ import annotations

import base64
from html import escape

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.bench.reading import Mistake, SightReport

Image = NDArray[np.uint8]
TILE_PX = 240
_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Owleye: mistakes</title>
<style>body{font:16px/1.4 sans-serif;margin:2em}figure{display:inline-block;margin:.5em;width:240px;vertical-align:top}
img{display:block;width:240px}pre{overflow-x:auto;font-size:13px}</style>"""


def page_of(report: SightReport, title: str) -> str:
    """Return the whole page: the table of figures, then each mistake with the reading and the truth."""
    figures = "".join(_figure(mistake) for mistake in report.mistakes)
    none = "" if report.mistakes else "<p>No answer that was sure is wrong.</p>"
    report_text = escape(f"{report.table()}\n\n{report.confusions()}")
    return f"{_HEAD}<h1>{escape(title)}</h1><pre>{report_text}</pre>{none}{figures}</html>\n"


def _figure(mistake: Mistake) -> str:
    name, true, read = (escape(word) for word in mistake.words)
    coded = base64.b64encode(cv2.imencode(".jpg", _tile(mistake))[1].tobytes()).decode()
    caption = f"{name}<br>said <b>{read}</b> ({mistake.piece.confidence:.3f})<br>is <b>{true}</b>"
    return f'<figure><img src="data:image/jpeg;base64,{coded}" alt=""><figcaption>{caption}</figcaption></figure>'


def _tile(mistake: Mistake) -> Image:
    """Return the part of the picture with the outline at which the piece was read."""
    outline = np.asarray(mistake.piece.outline_px) - mistake.corner
    part = mistake.part.copy()
    cv2.polylines(part, [np.round(outline).astype(np.int32)], True, (0, 220, 0), max(1, max(part.shape) // 150))
    scale = TILE_PX / max(part.shape[:2])
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.uint8)
