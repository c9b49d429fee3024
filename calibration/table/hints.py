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
"""Share of a piece that may be overexposed."""
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
    """One sentence; ``at`` is the middle (px) of the piece that is meant, None for the whole picture.

    ``grave``: until this is mended a picture is useless.
    """

    model_config = ConfigDict(frozen=True)
    words: str
    grave: bool = False
    at: Point | None = None


HAND = Hint(words="A hand is in the picture: take it away, then all is well.", grave=True)


def hints(image: Image, found: Sequence[Found], plane: Plane | None, empty: Image | None = None) -> tuple[Hint, ...]:
    """Everything that should be said about a picture (BGR) and the pieces found in it, the gravest first.

    ``empty``: the picture of the bare table, without which light that a clear die mirrors is not noticed.
    """
    light = measure(image, plane)
    said = [Hint(words=words, grave=light.bad) for words in light.words]
    sharpness = focus(image, plane) if plane is not None else None
    if sharpness is not None and not sharpness.sharp:
        said.append(Hint(words=sharpness.words, grave=sharpness.smear_mm > SOFT_MM))
    for one in found:
        said += _of_piece(image, one)
        said += _mirrored(image, empty, one, plane) if plane is not None else []
    return tuple(sorted(said, key=lambda hint: not hint.grave))


def _of_piece(image: Image, found: Found) -> list[Hint]:
    at = _about(found)
    called = {"stone": "This stone", "die": "This die"}.get(found.kind)
    if called is None:
        return []
    said = [(note, words) for note, words in NOTES.items() if note in found.notes]
    made = [Hint(words=f"{called} {words}", grave=note != Note.TOUCHING, at=at) for note, words in said]
    if not made and _is_near_the_border(image, found):
        made.append(Hint(words=f"{called} {NOTES[Note.CUT]}", at=at))
    if _shine(image, found) > SHINES:
        words = f"{called} shines: turn the lamp aside, or move it a little, so that the light spot leaves it."
        made.append(Hint(words=words, at=at))
    return made


def _mirrored(image: Image, empty: Image | None, found: Found, plane: Plane) -> list[Hint]:
    side = mirrored_light(image, empty, found, plane)
    if side is None:
        return []
    where = "above the table" if side == "above" else f"on the {side} side"
    words = f"Light is mirrored in the top of this die: move or shade the lamp or window {where}."
    return [Hint(words=words, at=_about(found))]


def _about(found: Found) -> Point:
    """The middle of a piece, rounded so that noise does not make a new hint of an old one."""
    return round(found.centre_px[0], -1), round(found.centre_px[1], -1)


def _is_near_the_border(image: Image, found: Found) -> bool:
    outline = np.array(found.outline_px)
    high, wide = image.shape[:2]
    return bool((outline < EDGE_PX).any() or (outline > np.array([wide, high]) - EDGE_PX).any())


def _shine(image: Image, found: Found) -> float:
    crop = cut(image, found.outline_px, found.kind)
    inner = crop[10:-10, 10:-10]
    return float((inner.min(axis=2) >= BRIGHT).mean())
