"""Teach the gallery from pictures of the owner's pieces, one side per picture."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, model_validator

from calibration.storage.pictures import json_lines, open_picture
from calibration.storage.table_files import SIDES
from calibration.table.light import measure
from calibration.teaching.die_lesson import are_alike
from calibration.teaching.ids import PIECE
from hardware.simulated.table import Portrait
from rules.core.phrases import Phrase
from vision.detection.dice import lone_die
from vision.eyes import Eyes
from vision.geometry.crops import FINE, SIZE, cut, sized
from vision.geometry.plane import PlaneError
from vision.pipeline import find
from vision.recognition.colour import die_colours, is_overexposed
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side, is_sticker
from vision.types import Detection, Note
from vision.uncalibrated import close_up

Image = NDArray[np.uint8]
Length = Annotated[FiniteFloat, Field(gt=0)]
LOOKALIKE = 0.85
"""Cosine similarity above which two taught sides other than stickers are hard to distinguish."""
ELSEWHERE = frozenset({Note.OFF, Note.SIZE, Note.CUT})
"""Notes of detections that are not the piece that the owner shows."""
NO_DIE = Phrase("I see no die on the mat: set it down in the middle, in good light.")
NOT_FLAT = Phrase("The die does not lie flat: set it down again.")
TOO_BRIGHT = Phrase("The die is so bright that nothing can be seen on it: turn the lamp aside, or make it darker.")
NO_OUTLINE = Phrase(
    "I see the die, but not its outline: turn it a little, move it to another place on the mat, or change the light."
)


class Shot(BaseModel):
    """One line of a shots file: a picture of one side of one piece; ``bbox`` = x, y, width, height in px."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    image: str
    piece: str
    kind: Literal["stone", "die"]
    side: str
    number: int | None = None
    colour: str | None = None
    name: str | None = None
    bbox: tuple[FiniteFloat, FiniteFloat, Length, Length] | None = None

    @model_validator(mode="after")
    def _has_an_id(self) -> Shot:
        if not PIECE.fullmatch(self.piece):
            raise ValueError("piece: use letters, digits, -, . and : only, such as stone:11")
        return self

    @model_validator(mode="after")
    def _side_of_its_kind(self) -> Shot:
        if self.side not in SIDES[self.kind]:
            raise ValueError(f"side of a {self.kind} must be one of {', '.join(SIDES[self.kind])}")
        return self

    def taught(self) -> Side:
        """Return the side that this picture teaches."""
        return Side(self.piece, self.kind, self.side, self.number, self.colour, self.name)


@dataclass(frozen=True)
class Taught:
    """The gallery after teaching, and sentences about pictures or sides that should be shown again."""

    gallery: Gallery
    problems: tuple[str, ...]


def load_shots(path: Path) -> list[Shot]:
    """Read a shots file, one JSON object per line; relative picture paths start at its folder.

    Raises ValueError with the line number and the problem, or like `json_lines`.
    """
    shots = [_shot(path, number, line) for number, line in json_lines(path)]
    if not shots:
        raise ValueError(f"{path} holds no shots. Write one JSON object a line.")
    return shots


def _shot(path: Path, number: int, line: str) -> Shot:
    try:
        shot = Shot.model_validate(json.loads(line))
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}, line {number}: not JSON ({error.msg}).") from None
    except RecursionError:
        raise ValueError(f"{path}, line {number}: nested too deep.") from None
    except ValidationError as error:
        raise ValueError(f"{path}, line {number}: {_words(error)}.") from None
    return shot.model_copy(update={"image": str(path.parent / shot.image)})


def _words(error: ValidationError) -> str:
    first: Any = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"]).removeprefix("Value error, ")


def teach(shots: Iterable[Shot], eyes: Eyes) -> Taught:
    """Teach from picture files, in addition to what was taught before."""
    return teach_pictures(_opened(shots), eyes)


def _opened(shots: Iterable[Shot]) -> Iterator[tuple[Image | str, Shot]]:
    """Open the picture of every shot; yield a sentence in its place where that fails."""
    for shot in shots:
        try:
            yield open_picture(shot.image), shot
        except ValueError as error:
            yield str(error), shot


def teach_pictures(portraits: Iterable[tuple[Image | str, Shot]], eyes: Eyes) -> Taught:
    """Teach from BGR pictures; a sentence in place of a picture (why it cannot be opened) is a problem."""
    gallery, problems = eyes.gallery, []
    for picture, shot in portraits:
        where = picture if isinstance(picture, str) else _where(picture, shot, replace(eyes, gallery=gallery))
        if isinstance(where, str) or isinstance(picture, str):
            problems.append(str(where))
            continue
        crop = cut(picture, where.outline_px, shot.kind, FINE)
        if is_overexposed(sized(crop[None], SIZE)[0]):
            problems.append(
                f"{shot.image}: {shot.piece} is so bright that nothing can be seen on it. Show it under less light."
            )
            continue
        side = replace(shot.taught(), edge_mm=where.edge_mm)
        gallery = gallery.with_crops(side, crop[None], eyes.embedder, eyes.table)
    return Taught(gallery, (*problems, *too_like(replace(eyes, gallery=gallery))))


def _where(image: Image, shot: Shot, eyes: Eyes) -> Detection | str:
    """Return the only piece in a picture, or a sentence why there is not exactly one."""
    try:
        eyes.plane_of(image)
    except PlaneError as error:
        return f"{shot.image}: {error}"
    if shot.kind == "die" and shot.bbox is None:
        die = the_die(image, eyes)
        return f"{shot.image}: {die}" if isinstance(die, str) else die
    if shot.bbox is not None and not _is_in_picture(shot.bbox, image):
        size = f"{image.shape[1]} x {image.shape[0]}"
        return f"{shot.image}: the bbox of {shot.piece} is not in the picture of {size} px. Correct it."
    found = pieces_shown(image, eyes)
    if shot.bbox is not None:
        inside = [one for one in found if one.kind == shot.kind and _is_in(one, shot.bbox)]
        return inside[0] if len(inside) == 1 else boxed(shot.bbox, shot.kind)
    found = [one for one in found if one.kind == shot.kind] or found
    if not found:
        return f"{shot.image}: no piece was found. Show {shot.piece} alone, in good light."
    if len(found) > 1:
        return f"{shot.image}: {len(found)} pieces were found. Show {shot.piece} alone, or give its bbox."
    return found[0]


def _is_in_picture(bbox: tuple[float, float, float, float], image: Image) -> bool:
    """Whether the centre of a box lies in a picture, and the box is no larger than it."""
    x, y, wide, high = bbox
    rows, columns = image.shape[:2]
    return bool(0 <= x + wide / 2 < columns and 0 <= y + high / 2 < rows and wide <= columns and high <= rows)


def _is_in(detection: Detection, bbox: tuple[float, float, float, float]) -> bool:
    """Whether a detection matches a box: its centre in the middle half, its size similar."""
    x, y, wide, high = bbox
    dx, dy = detection.centre_px[0] - x - wide / 2, detection.centre_px[1] - y - high / 2
    return abs(dx) < wide / 4 and abs(dy) < high / 4 and 0.6 < detection.size_px / max(wide, high) < 1.25


def boxed(bbox: tuple[float, float, float, float], kind: str) -> Detection:
    """Return a detection made from a box (x, y, width, height; px): the inscribed ellipse, or four corners."""
    x, y, wide, high = bbox
    middle = (x + wide / 2 - 0.5, y + high / 2 - 0.5)
    turns = np.arange(24) * (2 * np.pi / 24) if kind == "stone" else np.pi / 4 + np.arange(4) * (np.pi / 2)
    reach = 1.0 if kind == "stone" else float(np.sqrt(2))
    rim = tuple(
        (middle[0] + wide / 2 * reach * float(np.cos(t)), middle[1] + high / 2 * reach * float(np.sin(t)))
        for t in turns
    )
    return Detection("stone" if kind == "stone" else "die", middle, rim, max(wide, high), 1.0, ())


def too_like(eyes: Eyes) -> list[str]:
    """Return a sentence for every two taught sides of different pieces that are hard to distinguish."""
    sides, sentences = eyes.gallery.sides, []
    for i, one in enumerate(sides):
        for other, alike in list(zip(sides, _alike(i, eyes), strict=True))[i + 1 :]:
            if alike and _matters(one, other):
                sentences.append(
                    f"{_called(one)} and {_called(other)} look alike to me: show them again, larger and sharper."
                )
    return sentences


def _alike(index: int, eyes: Eyes) -> NDArray[np.bool_]:
    """Return which taught sides are hard to distinguish from the one with this index (one value per side)."""
    gallery, mine = eyes.gallery, eyes.gallery.owner == index
    drawings = gallery.likeness(gallery.embeddings[mine]).max(axis=0, initial=-1.0)
    if not is_sticker(gallery.sides[index]):
        return np.asarray(drawings > LOOKALIKE)
    colours = gallery.sticker_similarity(die_colours(gallery.crops[mine])).max(axis=0, initial=0.0)
    stickers = np.array([is_sticker(side) for side in gallery.sides])
    return np.where(stickers, are_alike(drawings, colours, eyes), drawings > LOOKALIKE)


def _matters(one: Side, other: Side) -> bool:
    """Whether confusing two sides matters: they belong to different pieces with different names.

    The numbered faces of dice of one make do look alike, and are read without a lesson.
    """
    numbered = one.kind == other.kind == "die" and not (is_sticker(one) and is_sticker(other))
    return not numbered and one.piece != other.piece and (one.name is None or one.name != other.name)


def _called(side: Side) -> str:
    return f"{side.name or side.piece} ({side.side})"


def shot_of(portrait: Portrait) -> Shot:
    """Return the line of a shots file that describes *portrait*."""
    fields = {name: getattr(portrait, name) for name in ("piece", "kind", "side", "number", "colour", "name", "bbox")}
    return Shot.model_validate({"image": "the simulated table", **fields})


def pieces_shown(image: Image, eyes: Eyes) -> list[Detection]:
    """Return the pieces in a BGR picture that lie wholly on the mat.

    Without a mat these are all pieces, or one face that fills the picture.
    """
    found = find(image, eyes.plane, eyes.empty) or close_up(image)
    return [piece for piece in found if not ELSEWHERE.intersection(piece.notes)]


def the_die(image: Image, eyes: Eyes) -> Detection | str:
    """Return the only die in a BGR picture, or a sentence that says what to change.

    On a mat the die's outline must be certain, because a wrong one would teach the front of a clear die as its top. A
    die that the detector overlooks is found there by the change of the mat; in the dark no die is learnt.
    """
    light = measure(image, eyes.plane)
    if eyes.plane is not None and light.bad:
        return light.words[0]
    found = pieces_shown(image, eyes)
    dice = [piece for piece in found if piece.kind == "die"]
    if not dice and eyes.plane is not None:
        dice = [piece for piece in (lone_die(image, eyes.plane, eyes.empty),) if piece is not None]
    elif not dice:
        dice = [piece for piece in found if piece.kind == "stone"] or found
    clear = [piece for piece in dice if Note.FAINT not in piece.notes]
    several = clear or max(dice, found, key=len)
    if len(several) > 1:
        return Phrase("I see {count} pieces: leave only this die on the mat.", count=len(several))
    clear = clear or dice
    if not clear:
        return NO_DIE
    return _advice(clear[0], image) or clear[0]


def _advice(die: Detection, image: Image) -> str:
    """Return what to change before a die can be learnt; empty where nothing is wrong."""
    if Note.COCKED in die.notes:
        return NOT_FLAT
    if is_overexposed(cut(image, die.outline_px, "die")):
        return TOO_BRIGHT
    return NO_OUTLINE if Note.FAINT in die.notes else ""
