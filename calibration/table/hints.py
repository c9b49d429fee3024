"""Hints for people who show pieces to the camera: too dark, glare on a piece, too near the edge."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from calibration.table.focus import SOFT_MM, focus
from calibration.table.light import measure
from calibration.table.mirrored_light import mirrored_light
from vision.geometry.plane import Plane
from vision.recognition.crops import cut
from vision.types import Found, Note, Point

Image = NDArray[np.uint8]
SHINES = 0.06
"""Largest part of a piece that may be overexposed."""
BRIGHT = 248
EDGE_PX = 10
"""Smallest distance (px) of a piece from the border of the picture."""
NOTES = {
    Note.TOUCHING: "touches another one: move them apart.",
    Note.STACKED: "lies on another one: lay it flat.",
    Note.LEANER: "stands on its edge: lay it flat.",
    Note.COCKED: "does not lie flat: set it down again.",
    Note.CUT: "is too near the edge of the picture: move it towards the middle.",
    Note.OFF: "lies outside of the mat: move it onto the mat.",
}


class Hint(BaseModel):
    """One sentence; ``at`` is the centre (px) of the piece concerned, None for the whole picture.

    ``grave``: the picture is useless until this is corrected.
    """

    model_config = ConfigDict(frozen=True)
    words: str
    grave: bool = False
    at: Point | None = None


HAND = Hint(words="A hand is in the picture: take it away, then all is well.", grave=True)


def hints(image: Image, found: Sequence[Found], plane: Plane | None, empty: Image | None = None) -> tuple[Hint, ...]:
    """Return all hints about a BGR picture and the pieces detected in it, grave ones first.

    ``empty``: picture of the bare table, needed to detect light that a clear die mirrors.
    """
    light = measure(image, plane)
    collected = [Hint(words=words, grave=light.bad) for words in light.words]
    sharpness = focus(image, plane) if plane is not None else None
    if sharpness is not None and not sharpness.sharp:
        collected.append(Hint(words=sharpness.words, grave=sharpness.smear_mm > SOFT_MM))
    for piece in found:
        collected += _of_piece(image, piece)
        collected += _mirrored(image, empty, piece, plane) if plane is not None else []
    return tuple(sorted(collected, key=lambda hint: not hint.grave))


def _of_piece(image: Image, found: Found) -> list[Hint]:
    at = _about(found)
    subject = {"stone": "This stone", "die": "This die"}.get(found.kind)
    if subject is None:
        return []
    noted = [(note, words) for note, words in NOTES.items() if note in found.notes]
    collected = [Hint(words=f"{subject} {words}", grave=note != Note.TOUCHING, at=at) for note, words in noted]
    if not collected and _is_near_the_border(image, found):
        collected.append(Hint(words=f"{subject} {NOTES[Note.CUT]}", at=at))
    if _shine(image, found) > SHINES:
        words = f"{subject} shines: turn the lamp aside, or move it a little, so that the light spot leaves it."
        collected.append(Hint(words=words, at=at))
    return collected


def _mirrored(image: Image, empty: Image | None, found: Found, plane: Plane) -> list[Hint]:
    side = mirrored_light(image, empty, found, plane)
    if side is None:
        return []
    where = "above the table" if side == "above" else f"on the {side} side"
    words = f"Light is mirrored in the top of this die: move or shade the lamp or window {where}."
    return [Hint(words=words, at=_about(found))]


def _about(found: Found) -> Point:
    """Return the centre of a piece, rounded so that noise does not make a new hint of the same one."""
    return round(found.centre_px[0], -1), round(found.centre_px[1], -1)


def _is_near_the_border(image: Image, found: Found) -> bool:
    outline = np.array(found.outline_px)
    high, wide = image.shape[:2]
    return bool((outline < EDGE_PX).any() or (outline > np.array([wide, high]) - EDGE_PX).any())


def _shine(image: Image, found: Found) -> float:
    crop = cut(image, found.outline_px, found.kind)
    inner = crop[10:-10, 10:-10]
    return float((inner.min(axis=2) >= BRIGHT).mean())
