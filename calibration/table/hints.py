"""Hints for people who show pieces to the camera: too dark, glare, light mirrored by a clear die, too near the edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidatorFunctionWrapHandler, WrapValidator

from calibration.table.focus import SOFT_MM, focus
from calibration.table.light import Light, measure
from rules.core.phrases import Phrase
from vision.geometry.crops import cut, drawn
from vision.geometry.plane import Plane
from vision.types import Detection, Note, Point

Image = NDArray[np.uint8]
SHINES = 0.06
"""Largest part of a piece that may be overexposed."""
BRIGHT = 248
"""Level of all channels from which on a pixel of a piece counts as overexposed."""
EDGE_PX = 10
"""Smallest distance (px) of a piece from the border of the picture."""
NOTES = {
    Note.TOUCHING: Phrase("{piece} touches another one: move them apart."),
    Note.STACKED: Phrase("{piece} lies on another one: lay it flat."),
    Note.LEANER: Phrase("{piece} stands on its edge: lay it flat."),
    Note.COCKED: Phrase("{piece} does not lie flat: set it down again."),
    Note.CUT: Phrase("{piece} is too near the edge of the picture: move it towards the middle."),
    Note.OFF: Phrase("{piece} lies outside of the mat: move it onto the mat."),
}
MIRRORED = Phrase("Light is mirrored in the top of this die: move or shade the lamp or window {where}.")
ON_DARK = Phrase(
    "What stands on this die hardly shows on the dark table: for clear dice, lay light and plain paper there, "
    "and calibrate again."
)
Floats = NDArray[np.float64]

CONTRAST = 0.33
"""Smallest contrast of the print, |print - face| / face in grey levels, at which it is read for certain."""
BRIGHTER = 1.05
"""A veiled face is at least this much brighter than the bare table at its place; without a veil it is darker."""
_FACE_PX = 48
_INNER = slice(6, -6)
_DARKEST, _MIDDLE, _BRIGHTEST = 3, 50, 97  # Percentiles of the face: a numeral covers 5 to 25 % of it.
_ABOVE = 0.25
"""A lamp whose direction leans less than this (horizontal part of a unit vector) is called above the table."""
_SIDES = ("right", "far right", "far", "far left", "left", "near left", "near", "near right")
WHERE = {
    "above": Phrase("above the table"),
    "right": Phrase("on the right side"),
    "far right": Phrase("on the far right side"),
    "far": Phrase("on the far side"),
    "far left": Phrase("on the far left side"),
    "left": Phrase("on the left side"),
    "near left": Phrase("on the near left side"),
    "near": Phrase("on the near side"),
    "near right": Phrase("on the near right side"),
}


def _template_kept(text: Any, check: ValidatorFunctionWrapHandler) -> str:
    """A phrase stays one, so that it can be said in other languages; anything else must be a string."""
    return text if isinstance(text, Phrase) else str(check(text))


Words = Annotated[str, WrapValidator(_template_kept)]
"""A sentence for people in a model: a phrase as long as the program runs, plain English once it was stored."""


class Hint(BaseModel):
    """One sentence; ``at`` is the centre (px) of the piece concerned, None for the whole picture.

    ``grave``: the picture is useless until this is corrected.
    """

    model_config = ConfigDict(frozen=True)
    words: Words
    grave: bool = False
    at: Point | None = None


HAND = Hint(words=Phrase("A hand is in the picture: take it away, then all is well."), grave=True)


def hints(
    image: Image, detections: Sequence[Detection], plane: Plane | None, empty: Image | None = None
) -> tuple[Hint, ...]:
    """Return all hints about a BGR picture and the pieces detected in it, grave ones first.

    ``empty``: picture of the bare table, needed to detect light that a clear die mirrors. Raises PlaneError for a
    picture whose aspect ratio differs from the plane's.
    """
    light = measure(image, plane)
    collected = [Hint(words=words, grave=light.bad) for words in light.words]
    sharpness = focus(image, plane) if plane is not None else None
    if sharpness is not None and not sharpness.sharp:
        collected.append(Hint(words=sharpness.words, grave=sharpness.smear_mm > SOFT_MM))
    for piece in detections:
        collected += _of_piece(image, piece)
        collected += _of_print(image, empty, piece, plane, light) if plane is not None else []
    return tuple(sorted(collected, key=lambda hint: not hint.grave))


def _of_piece(image: Image, detection: Detection) -> list[Hint]:
    at = _about(detection)
    piece = {"stone": Phrase("This stone"), "die": Phrase("This die")}.get(detection.kind)
    if piece is None:
        return []
    noted = [(note, words) for note, words in NOTES.items() if note in detection.notes]
    collected = [Hint(words=words.about(piece=piece), grave=note != Note.TOUCHING, at=at) for note, words in noted]
    if not collected and _is_near_the_border(image, detection):
        collected.append(Hint(words=NOTES[Note.CUT].about(piece=piece), at=at))
    if _shine(image, detection) > SHINES:
        shines = Phrase("{piece} shines: turn the lamp aside, or move it a little, so that the light spot leaves it.")
        collected.append(Hint(words=shines.about(piece=piece), at=at))
    return collected


def _of_print(image: Image, empty: Image | None, detection: Detection, plane: Plane, light: Light) -> list[Hint]:
    """Return what helps where the print of a die has too little contrast to be read for certain."""
    side = mirrored_light(image, empty, detection, plane)
    if side is not None:
        return [Hint(words=MIRRORED.about(where=WHERE[side]), at=_about(detection))]
    if light.is_table_dark and detection.kind == "die" and _is_faint(image, detection):
        return [Hint(words=ON_DARK, at=_about(detection))]
    return []


def _about(detection: Detection) -> Point:
    """Return the centre of a piece, rounded so that noise does not make a new hint of the same one."""
    return round(detection.centre_px[0], -1), round(detection.centre_px[1], -1)


def _is_near_the_border(image: Image, detection: Detection) -> bool:
    outline = np.array(detection.outline_px)
    high, wide = image.shape[:2]
    return bool((outline < EDGE_PX).any() or (outline > np.array([wide, high]) - EDGE_PX).any())


def _shine(image: Image, detection: Detection) -> float:
    crop = cut(image, detection.outline_px, detection.kind)
    inner = crop[10:-10, 10:-10]
    return float((inner.min(axis=2) >= BRIGHT).mean())


def mirrored_light(image: Image, empty: Image | None, detection: Detection, plane: Plane) -> str | None:
    """Return the direction of the lamp mirrored by the top face of a die, such as "far left".

    ``image`` and ``empty`` (the bare table) are BGR pictures of the same size and exposure. None where the print keeps
    its contrast.
    """
    if detection.kind != "die" or empty is None or empty.shape != image.shape:
        return None
    face, bare = (np.median(_brightness(picture, detection)) for picture in (image, empty))
    if not _is_faint(image, detection) or face < BRIGHTER * bare:
        return None
    return _side(_towards_lamp(detection, plane.resized((image.shape[1], image.shape[0]))))


def _brightness(image: Image, detection: Detection) -> Floats:
    """Return the grey levels of the inner part of the top face."""
    face = drawn(image, np.array(detection.outline_px, np.float32), _FACE_PX)
    return np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.float64)[_INNER, _INNER]


def _is_faint(image: Image, detection: Detection) -> bool:
    """Whether the print on a die has less contrast than is needed to read it for certain."""
    darkest, middle, brightest = np.percentile(_brightness(image, detection), (_DARKEST, _MIDDLE, _BRIGHTEST))
    return bool(max(brightest - middle, middle - darkest) < CONTRAST * max(middle, 1.0))


def _towards_lamp(detection: Detection, plane: Plane) -> Floats:
    """Return the unit vector (x right, y away, z up) from the top face to the mirrored lamp, for a level face."""
    x, y = plane.to_mm(np.array([detection.centre_px]))[0]
    ray = np.array([x, y, 0.0]) - plane.camera_mm
    return np.asarray(ray / np.linalg.norm(ray) * [1, 1, -1])


def _side(direction: Floats) -> str:
    if np.hypot(direction[0], direction[1]) < _ABOVE:
        return "above"
    octant = round(float(np.arctan2(direction[1], direction[0])) / (np.pi / 4)) % 8
    return _SIDES[octant]
