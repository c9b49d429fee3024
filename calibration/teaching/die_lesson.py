"""A lesson about one die: a picture of its sticker, then pictures of its numbered faces.

    lesson = DieLesson(piece="die:5", name="Snape", faces=FACES["numbers"])
    lesson = with_picture(lesson)  # of `lesson.wanted`; enough after the first, complete when `wanted` is None
    gallery = learn_die(lesson, crops, eyes)

A lesson is plain data, so that it can be saved and continued after a power cut.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from calibration.table.hints import Words
from calibration.teaching.pairing import SAME
from rules.core.phrases import Phrase, listing
from vision import thresholds
from vision.eyes import Eyes
from vision.geometry.crops import cut
from vision.geometry.plane import Plane
from vision.recognition.colour import Floats, die_colours
from vision.recognition.gallery import Gallery
from vision.recognition.likelihood import side_options
from vision.recognition.sides import Side, is_sticker
from vision.types import Detection

Image = NDArray[np.uint8]
FACES: Mapping[str, tuple[str, ...]] = {
    "numbers": ("power", "1", "2", "3", "4", "5"),
    "pips": ("6", "1", "2", "3", "4", "5"),
    "picture": ("power", "1", "2", "3", "4", "5"),
}
"""The faces of a die in the order in which a lesson asks for them (``picture``: pips, a picture in place of the six).

The first must be taught.  Numerals and pips are read untaught; pictures of them distinguish dice of one make."""
SAME_COLOURS = 0.9
"""Similarity of the colours of two pictures of one sticker: typically more, less under another light."""
LOOKS_LIKE = Phrase("That looks like a {seen} to me, and I asked for the {side}. Is it the {side}?")
SAME_DRAWING = 0.85
"""Cosine similarity of two pictures of one die above which both show one sticker.

Twelve dice of three rendered houses: two pictures of a sticker at least 0.95, a sticker and a number at most 0.81.
"""
DOUBT = 3.0
"""Margin (log odds) of another number from which on the owner is asked whether it is the right face."""


class DieLesson(BaseModel):
    """The progress of a lesson.

    ``pictured``: faces whose pictures were taken. ``doubt``: an open question about a further picture, or empty.
    ``edges_mm``: the edge of the die as measured in each picture, that one included; None where it was not fitted.
    """

    model_config = ConfigDict(frozen=True)
    piece: str
    name: str
    faces: tuple[str, ...]
    pictured: tuple[str, ...] = ()
    doubt: Words = ""
    edges_mm: tuple[float | None, ...] = ()

    @property
    def wanted(self) -> str | None:
        """The face to be shown next; None when all were shown."""
        return next((face for face in self.faces if face not in self.pictured), None)

    @property
    def first(self) -> str:
        """The face that must be taught: the sticker, or the six."""
        return self.faces[0]

    @property
    def edge_mm(self) -> float | None:
        """The median of the measured edges; None without a measurement."""
        known = [edge for edge in self.edges_mm if edge is not None]
        return median(known) if known else None


def key_of(face: str) -> str:
    """Return the name of the saved cut-out of a face."""
    return f"die-{face}"


def measured(lesson: DieLesson, detection: Detection) -> DieLesson:
    """Return the lesson with the edge of the die as fitted in the picture that follows those taken."""
    return lesson.model_copy(update={"edges_mm": (*_edges_of(lesson, lesson.pictured), detection.edge_mm)})


def with_picture(lesson: DieLesson) -> DieLesson:
    """Return the lesson after the picture of the wanted face was taken."""
    more = (lesson.wanted,) if lesson.wanted else ()
    return lesson.model_copy(update={"pictured": (*lesson.pictured, *more), "doubt": ""})


def without_last(lesson: DieLesson) -> DieLesson:
    """Return the lesson without the doubted picture, or else without the last one."""
    pictured = lesson.pictured if lesson.doubt else lesson.pictured[:-1]
    return lesson.model_copy(update={"pictured": pictured, "doubt": "", "edges_mm": _edges_of(lesson, pictured)})


def _edges_of(lesson: DieLesson, pictured: Sequence[str]) -> tuple[float | None, ...]:
    """Return the edges measured in the first pictures of a lesson, those of the faces *pictured*."""
    return lesson.edges_mm[: len(pictured)]


def doubt_about(crop: Image, side: str, eyes: Eyes) -> str:
    """Return a question where the face in a crop looks like another number than the requested one; else empty.

    ``crop``: 64 x 64 x 3, BGR; ``side``: the requested one.
    """
    options = side_options("die", eyes.predict(crop[None], ["die"]), 0)
    weights = {option.side: option.weight for option in options}
    best = options[0]
    if best.side == side or side == "power" or best.side == "power" or best.weight - weights[side] < DOUBT:
        return ""
    return LOOKS_LIKE.about(seen=best.side, side=side)


def is_same_drawing(crop: Image, earlier: Image, eyes: Eyes) -> bool:
    """Return whether two crops of a die (64 x 64 x 3, BGR) show one sticker, also where the die was moved between."""
    one, other = eyes.embedder.predict(np.stack((crop, earlier))).embedding
    return bool(one @ other > SAME_DRAWING * np.linalg.norm(one) * np.linalg.norm(other))


def alike_sticker(crop: Image, piece: str, eyes: Eyes) -> str:
    """Return a question where the sticker in a crop (64 x 64 x 3, BGR) is too similar to another die's; else empty."""
    gallery = eyes.gallery
    drawings = gallery.likeness(eyes.embedder.predict(crop[None]).embedding)[0]
    alike = are_alike(drawings, gallery.sticker_similarity(die_colours(crop[None]))[0], eyes)
    others = [
        side.name or side.piece
        for side, is_alike in zip(gallery.sides, alike, strict=True)
        if is_sticker(side) and side.piece != piece and is_alike
    ]
    if not others:
        return ""
    return Phrase(
        "It looks like {others}: is it another die? A sharper picture, nearer to the middle, may tell them apart.",
        others=listing(others[:3]),
    )


def are_alike(drawings: Floats, colours: Floats, eyes: Eyes) -> NDArray[np.bool_]:
    """Return which stickers can be confused with one: it would lead them by less than the margin of this table.

    ``drawings``: cosine similarity of its embedding to each side's; ``colours``: similarity of the colours, 0..1.
    """
    lead = eyes.embedder.scale * (SAME - drawings) + thresholds.STICKER_COLOURS_WEIGHT * (SAME_COLOURS - colours)
    return np.asarray(lead < eyes.threshold)


def upright(portrait: Image, detection: Detection, plane: Plane | None) -> Image:
    """Rotate a square cut-out by quarter turns so that the side away from the players is at the top."""
    if plane is None:
        return portrait
    here = plane.to_mm(np.array([detection.centre_px], np.float64))
    near, far = plane.to_px(np.concatenate([here, here + np.array([0.0, 20.0])]))
    right, up = far[0] - near[0], near[1] - far[1]
    return np.ascontiguousarray(np.rot90(portrait, round(float(np.degrees(np.arctan2(right, up))) / 90)))


def learn_die(
    lesson: DieLesson, crops: Mapping[str, Image], eyes: Eyes, begins: Callable[[int], object] = lambda _: None
) -> Gallery:
    """Return the gallery with this die's crops (by face: 64 x 64 x 3, BGR) in place of earlier ones.

    *begins* is called with the number of each picture, from 1, before it is learnt.
    """
    gallery = eyes.gallery.without(lesson.piece)
    for number, face in enumerate(lesson.pictured, start=1):
        begins(number)
        side = Side(lesson.piece, "die", face, None, None, lesson.name, lesson.edge_mm)
        gallery = gallery.with_crops(side, crops[face][None], eyes.embedder, eyes.table)
    return gallery


def face_crop(image: Image, detection: Detection) -> Image:
    """Return the network's crop of a die's top face in a BGR picture: 64 x 64 x 3."""
    return cut(image, detection.outline_px, "die")
