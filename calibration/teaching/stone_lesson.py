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
from calibration.teaching.pairing import Couple, couples
from calibration.teaching.shots import ELSEWHERE
from rules.core.phrases import Phrase, listing
from vision.detection.stones import STONE_MM
from vision.eyes import Eyes
from vision.geometry.crops import FINE, alone, cut
from vision.pipeline import find
from vision.recognition.colour import colour_word, rim_colour
from vision.recognition.embedder import KINDS, NUMBERS, Prediction
from vision.recognition.gallery import Gallery, Side
from vision.types import Found, Note, Point

Image = NDArray[np.uint8]
Shown = Literal["first", "second"]
MOST = 20
ON_STONES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 50)
"""The numbers that the edition prints on stones."""
SURE_NUMBER = 0.9
SURE_SIDES = 1.5
"""Margin (log odds) from which a side counts as the number side."""
REACH = 1.2
"""Largest displacement of a turned stone, in diameters."""
KNOWN = 0.8
"""Cosine similarity from which a side counts as one that was taught before."""
SAME = 0.95
"""Usual cosine similarity of two pictures of the same symbol."""
DISORDER = {
    Note.STACKED: Phrase("Some stones lie on one another: spread them out flat, then take the picture again."),
    Note.LEANER: Phrase("A stone leans on its edge: spread them out flat, then take the picture again."),
    Note.CUT: Phrase("A stone lies partly outside of the picture: spread them out flat, then take the picture again."),
}


class SeenStone(BaseModel):
    """One side of a stone in a picture: its place, and what was recognised.

    ``number_odds``: log odds of being a number side; ``value``: the likeliest number.
    """

    model_config = ConfigDict(frozen=True)
    picture: Shown
    index: int
    outline: tuple[Point, ...]
    centre: Point
    size: float
    number_odds: float
    value: int
    value_sure: bool
    colour: str
    embedding: tuple[float, ...]

    @property
    def key(self) -> str:
        """The name of its cut-out, such as first-3."""
        return f"{self.picture}-{self.index}"


class StoneRow(BaseModel):
    """One stone of the lesson: its two sides, what was recognised, and what the owner entered.

    ``known``: the taught piece that it resembles; ``remarks``: sentences about what the owner should check.
    """

    model_config = ConfigDict(frozen=True)
    symbol: SeenStone
    number: SeenStone
    sure: bool
    value: int | None
    colour: str | None
    known: str | None = None
    remarks: tuple[Words, ...] = ()
    piece: str = ""
    name: str = ""
    keep: bool = True
    afresh: bool = False


class Lesson(BaseModel):
    """The progress of a lesson; ``alone``: sides without a match, ``words``: problems to be solved first."""

    model_config = ConfigDict(frozen=True)
    stage: Literal["lay", "flip", "name"] = "lay"
    first: tuple[SeenStone, ...] = ()
    rows: tuple[StoneRow, ...] = ()
    alone: tuple[SeenStone, ...] = ()
    words: tuple[Words, ...] = ()


def look_at(image: Image, picture: Shown, eyes: Eyes) -> tuple[tuple[SeenStone, ...], tuple[str, ...]]:
    """Return all stones of a BGR picture in reading order, and sentences about problems (then repeat the picture)."""
    found = [stone for stone in find(image, eyes.plane, eyes.empty) if stone.kind == "stone"]
    lying = _in_order([stone for stone in found if not ELSEWHERE.intersection(stone.notes)])
    words = _disorders(found)
    if len(lying) > MOST:
        words.append(
            Phrase("I see {count} stones: at most {most} at a time. Take some away.", count=len(lying), most=MOST)
        )
    if not lying:
        return (), (*words, Phrase("I see no stone on the mat: lay some down, flat and in good light."))
    crops = np.stack([cut(image, stone.outline_px, "stone") for stone in lying])
    predictions = eyes.embedder.predict_rotated(alone(crops, ["stone"] * len(crops)))
    white = paper_white(image, eyes.plane)
    colours = [colour_word(rim_colour(crop), white) for crop in crops]
    return tuple(_seen(picture, i, stone, predictions, colours[i]) for i, stone in enumerate(lying)), tuple(words)


def _disorders(found: Sequence[Found]) -> list[str]:
    return [problem for note, problem in DISORDER.items() if any(note in one.notes for one in found)]


def _in_order(found: Sequence[Found]) -> list[Found]:
    """Return the stones in reading order: row by row, from the left."""
    if not found:
        return []
    row = 1.3 * float(np.median([one.size_px for one in found]))
    return sorted(found, key=lambda one: (round(one.centre_px[1] / row), one.centre_px[0]))


def _seen(picture: Shown, index: int, found: Found, predictions: Prediction, colour: str) -> SeenStone:
    kind = {name: float(predictions.kind[index, i]) for i, name in enumerate(KINDS)}
    odds = float(np.log(max(kind["number"], 1e-6) / max(kind["symbol"], 1e-6)))
    probabilities = {n: float(predictions.number[index, NUMBERS.index(n)]) for n in ON_STONES}
    value = max(probabilities, key=lambda n: probabilities[n])
    return SeenStone(
        picture=picture,
        index=index,
        outline=found.outline_px,
        centre=found.centre_px,
        size=found.size_px,
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
    matches = _couples(lesson.first, stones, eyes)
    rows = [_row(lesson.first[c.first], stones[c.second], c.sure, eyes.gallery) for c in matches]
    alone = [s for i, s in enumerate(lesson.first) if i not in {c.first for c in matches}]
    alone += [s for j, s in enumerate(stones) if j not in {c.second for c in matches}]
    if not rows:
        return lesson.model_copy(
            update={"words": (Phrase("No stone lies where one lay before: turn each over in its place."),)}
        )
    return Lesson(stage="name", first=lesson.first, rows=_with_likeness(rows, eyes), alone=tuple(alone), words=())


def _couples(first: Sequence[SeenStone], second: Sequence[SeenStone], eyes: Eyes) -> tuple[Couple, ...]:
    sides = np.array([[a.number_odds * b.number_odds > 0 for b in second] for a in first], bool)
    colours = np.array([[a.colour != b.colour for b in second] for a in first], bool)
    first_places, second_places = (
        np.array([s.centre for s in side], np.float64).reshape(-1, 2) for side in (first, second)
    )
    reach = REACH * float(np.median([s.size for s in (*first, *second)] or [1.0]))
    if eyes.plane is not None:
        first_places, second_places, reach = (
            eyes.plane.to_mm(first_places),
            eyes.plane.to_mm(second_places),
            REACH * STONE_MM,
        )
    return couples(first_places, second_places, reach, (sides | colours).reshape(len(first), len(second)))


def _row(one: SeenStone, other: SeenStone, sure: bool, gallery: Gallery) -> StoneRow:
    symbol, number = sorted((one, other), key=lambda each: each.number_odds)
    apart = number.number_odds - symbol.number_odds > SURE_SIDES
    if not apart and (taught := _as_taught(symbol, number, gallery)):
        (symbol, number), apart = taught, True
    known = _known(symbol, gallery)
    value = number.value if number.value_sure else gallery.number(known) if known else None
    remarks = []
    if not sure:
        remarks.append(Phrase("Do these two sides belong together? It lay close to another one."))
    if not apart:
        remarks.append(Phrase("Which side is the number? Look whether I have them the right way round."))
    if symbol.colour != number.colour:
        remarks.append(
            Phrase(
                "Its colour looks {one} on one side and {other} on the other.",
                one=Phrase(symbol.colour),
                other=Phrase(number.colour),
            )
        )
    if value is None:
        remarks.append(Phrase("I cannot read its number for certain. Is it {number}?", number=number.value))
    taught_side = next(iter(gallery.of(known)), None) if known else None
    return StoneRow(
        symbol=symbol,
        number=number,
        sure=sure and apart,
        value=value,
        colour=taught_side.colour if taught_side else symbol.colour if symbol.colour == number.colour else None,
        known=known,
        remarks=tuple(remarks),
        piece=known or "",
        name=(taught_side.name or "") if taught_side else "",
    )


def _as_taught(one: SeenStone, other: SeenStone, gallery: Gallery) -> tuple[SeenStone, SeenStone] | None:
    """Return symbol and number side as taught, where exactly one order matches a taught stone; else None."""
    places = {(side.piece, side.side): i for i, side in enumerate(gallery.sides) if side.kind == "stone"}
    runes = [piece for piece, side in places if side == "symbol" and (piece, "number") in places]
    pairs = [(places[piece, "symbol"], places[piece, "number"]) for piece in runes]
    near = gallery.likeness(np.array([one.embedding, other.embedding], np.float32))
    fits = [any(min(near[a, i], near[b, j]) > KNOWN for i, j in pairs) for a, b in ((0, 1), (1, 0))]
    if fits[0] == fits[1]:
        return None
    return (one, other) if fits[0] else (other, one)


def _known(symbol: SeenStone, gallery: Gallery) -> str | None:
    near = gallery.likeness(np.array([symbol.embedding], np.float32))[0]
    listed = [
        (float(likeness), side.piece) for likeness, side in zip(near, gallery.sides, strict=True) if _is_rune(side)
    ]
    likeness, piece = max(listed, default=(0.0, ""))
    return piece if likeness > KNOWN else None


def _is_rune(side: Side) -> bool:
    return side.kind == "stone" and side.side == "symbol"


def _with_likeness(rows: Sequence[StoneRow], eyes: Eyes) -> tuple[StoneRow, ...]:
    """Return the rows, with a remark where a symbol is too similar to another one to be distinguished."""
    alike = SAME - eyes.threshold / eyes.embedder.scale
    runes = np.array([row.symbol.embedding for row in rows], np.float32)
    near, taught = runes @ runes.T, eyes.gallery.likeness(runes)
    known = [(i, side) for i, side in enumerate(eyes.gallery.sides) if _is_rune(side)]
    remarked = []
    for i, row in enumerate(rows):
        similar: list[str] = [
            Phrase("stone {number}", number=j + 1) for j in range(len(rows)) if j != i and near[i, j] > alike
        ]
        mine = {row.known, *(rows[j].known for j in range(len(rows)) if near[i, j] > alike)}
        similar += [s.name or s.piece for k, s in known if s.piece not in mine and taught[i, k] > alike]
        remark = Phrase(
            "I mix it up with {similar}: show them again, nearer to the middle and sharper.",
            similar=listing(similar[:3]),
        )
        remarked.append(row.model_copy(update={"remarks": (*row.remarks, remark)}) if similar else row)
    return tuple(remarked)


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
