"""A lesson about stones: one picture of up to twenty on the mat, and a second after each was turned over in place.

    lesson = lay(look_at(image, "first", eyes))
    lesson = flip(lesson, look_at(image, "second", eyes), eyes)     # pairs, numbers, colours
    gallery = learn(lesson, {"first": image, "second": image}, eyes)

A lesson is plain data, so that it can be saved and continued after a power cut.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from calibration.table.hints import Words
from calibration.table.light import paper_white
from calibration.teaching.pairing import PictureName, SeenStone, StoneRow, paired
from calibration.teaching.shots import ELSEWHERE
from rules.core.phrases import Phrase
from vision.eyes import Eyes
from vision.geometry.crops import FINE, alone, cut
from vision.pipeline import find
from vision.recognition.colour import colour_word, is_overexposed, rim_colour
from vision.recognition.embedder import KINDS, NUMBERS, Prediction
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side
from vision.types import Detection, Note

Image = NDArray[np.uint8]
MOST = 20
"""Largest number of stones in one lesson."""
ON_STONES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 50)
"""The numbers that the edition prints on stones."""
SURE_NUMBER = 0.9
"""Probability above which the owner need not confirm a number."""
SAME_ROW = 0.65
"""How much lower than the highest stone of a row another one of it lies, in diameters; rows are at least one apart."""
DISORDER = {
    Note.STACKED: Phrase("Some stones lie on one another: spread them out flat, then take the picture again."),
    Note.LEANER: Phrase("A stone leans on its edge: spread them out flat, then take the picture again."),
    Note.CUT: Phrase("A stone lies partly outside of the picture: spread them out flat, then take the picture again."),
}

TOO_BRIGHT = Phrase(
    "A stone is so bright that nothing can be seen on it: turn the lamp aside or make it darker, then take the picture"
    " again."
)

SAME_SIDES = Phrase(
    "I see the same sides as in the first picture: turn each stone over in its place, then take the second picture."
)


class Lesson(BaseModel):
    """The progress of a lesson.

    ``first``: the stones of the first picture; ``rows``: the stones matched in both; ``alone``: sides without a match;
    ``words``: problems to be solved first.
    """

    model_config = ConfigDict(frozen=True)
    stage: Literal["lay", "flip", "name"] = "lay"
    first: tuple[SeenStone, ...] = ()
    rows: tuple[StoneRow, ...] = ()
    alone: tuple[SeenStone, ...] = ()
    words: tuple[Words, ...] = ()


def look_at(image: Image, picture: PictureName, eyes: Eyes) -> tuple[tuple[SeenStone, ...], tuple[str, ...]]:
    """Return all stones of a BGR picture in reading order, and sentences about problems (then repeat the picture)."""
    found = [stone for stone in find(image, eyes.plane, eyes.empty) if stone.kind == "stone"]
    lying = in_reading_order([stone for stone in found if not ELSEWHERE.intersection(stone.notes)])
    words = _disorders(found)
    if len(lying) > MOST:
        words.append(
            Phrase("I see {count} stones: at most {most} at a time. Take some away.", count=len(lying), most=MOST)
        )
    if not lying:
        return (), (*words, Phrase("I see no stone on the mat: lay some down, flat and in good light."))
    crops = np.stack([cut(image, stone.outline_px, "stone") for stone in lying])
    if any(is_overexposed(crop) for crop in crops):
        words.append(TOO_BRIGHT)
    predictions = eyes.embedder.predict_rotated(alone(crops, ["stone"] * len(crops)))
    white = paper_white(image, eyes.plane)
    colours = [colour_word(rim_colour(crop), white) for crop in crops]
    return tuple(_seen_stone(picture, i, stone, predictions, colours[i]) for i, stone in enumerate(lying)), tuple(words)


def _disorders(detections: Sequence[Detection]) -> list[str]:
    return [problem for note, problem in DISORDER.items() if any(note in one.notes for one in detections)]


def in_reading_order(detections: Sequence[Detection]) -> list[Detection]:
    """Return the stones row by row, each row from the left; the highest stone of a row decides what belongs to it."""
    rows: list[list[Detection]] = []
    for one in sorted(detections, key=lambda one: one.centre_px[1]):
        if rows and one.centre_px[1] - rows[-1][0].centre_px[1] < SAME_ROW * one.size_px:
            rows[-1].append(one)
        else:
            rows.append([one])
    return [one for row in rows for one in sorted(row, key=lambda one: one.centre_px[0])]


def _seen_stone(
    picture: PictureName, index: int, detection: Detection, predictions: Prediction, colour: str
) -> SeenStone:
    kind = {name: float(predictions.kind[index, i]) for i, name in enumerate(KINDS)}
    odds = float(np.log(max(kind["number"], 1e-6) / max(kind["symbol"], 1e-6)))
    probabilities = {n: float(predictions.number[index, NUMBERS.index(n)]) for n in ON_STONES}
    value = max(probabilities, key=lambda n: probabilities[n])
    return SeenStone(
        picture=picture,
        index=index,
        outline=detection.outline_px,
        centre=detection.centre_px,
        size=detection.size_px,
        number_odds=odds,
        value=value,
        value_sure=probabilities[value] > SURE_NUMBER,
        colour=colour,
        embedding=tuple(float(x) for x in predictions.embedding[index]),
    )


def lay(stones: tuple[SeenStone, ...], words: tuple[str, ...]) -> Lesson:
    """Return the lesson after the first picture; it continues with the second unless there are problems."""
    return Lesson(stage="lay" if words else "flip", first=stones, words=words)


def flip(lesson: Lesson, stones: tuple[SeenStone, ...], words: tuple[str, ...], eyes: Eyes) -> Lesson:
    """Return the lesson after the second picture, with the matched stones, unless there are problems."""
    if words:
        return lesson.model_copy(update={"words": words})
    rows, alone = paired(lesson.first, stones, eyes)
    if not rows:
        return lesson.model_copy(
            update={"words": (Phrase("No stone lies where one lay before: turn each over in its place."),)}
        )
    if not any(row.keep for row in rows):
        return lesson.model_copy(update={"words": (SAME_SIDES,)})
    return Lesson(stage="name", first=lesson.first, rows=rows, alone=alone, words=())


def swapped(row: StoneRow) -> StoneRow:
    """Return the row with symbol and number side exchanged."""
    value = row.symbol.value if row.symbol.value_sure else None
    return row.model_copy(update={"symbol": row.number, "number": row.symbol, "value": value})


def learn(
    lesson: Lesson, pictures: Mapping[str, Image], eyes: Eyes, begins: Callable[[int], object] = lambda _: None
) -> Gallery:
    """Return the gallery with every stone of the lesson that is to be kept; all must have a piece id by then.

    *begins* is called with the number of each such stone, from 1, before it is learnt.
    """
    gallery = eyes.gallery
    for number, row in enumerate((row for row in lesson.rows if row.keep), start=1):
        begins(number)
        gallery = _learnt(gallery.without(row.piece) if row.afresh else gallery, row, pictures, eyes)
    return gallery


def _learnt(gallery: Gallery, row: StoneRow, pictures: Mapping[str, Image], eyes: Eyes) -> Gallery:
    for side, face in (("symbol", row.symbol), ("number", row.number)):
        crop = cut(pictures[face.picture], face.outline, "stone", FINE)
        value = row.value if side == "number" else None
        taught_side = Side(row.piece, "stone", side, value, row.colour, row.name or None)
        gallery = gallery.with_crops(taught_side, crop[None], eyes.embedder)
    return gallery
