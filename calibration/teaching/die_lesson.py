"""A lesson in one die: each face is turned up as asked and shown in several rotations.

    lesson = DieLesson(piece="die:5", name="Snape", faces=FACES["numbers"])
    lesson = with_shot(lesson, shot)                # until `wanted` is None
    gallery = learn_die(lesson, crops, eyes)

Plain data, so that a lesson can be kept and go on after a power cut.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from calibration.teaching.shots import ELSEWHERE
from calibration.teaching.stone_lesson import SAME
from vision.eyes import Eyes
from vision.geometry.plane import Plane
from vision.pipeline import find
from vision.recognition.crops import cut
from vision.recognition.gallery import Gallery, Side
from vision.recognition.likelihood import shown
from vision.types import Found, Note

Image = NDArray[np.uint8]
FACES: Mapping[str, tuple[str, ...]] = {
    "numbers": ("1", "2", "3", "4", "5", "power"),
    "pips": ("1", "2", "3", "4", "5", "6"),
    "picture": ("1", "2", "3", "4", "5", "power"),
}
"""What a die may have on its faces; ``picture``: pips, and a picture in place of the six."""
ROTATIONS = 3
"""Pictures of each face."""
DOUBT = 3.0
"""Log odds by which another number must look likelier before it is asked about."""


class Shot(BaseModel):
    """One picture of one face; ``key`` is the name of its kept cut-out."""

    model_config = ConfigDict(frozen=True)
    side: str
    key: str


class DieLesson(BaseModel):
    """How far the lesson is.  ``doubt`` is a sentence about a shot that waits: is it really the face that was asked?"""

    model_config = ConfigDict(frozen=True)
    piece: str
    name: str
    faces: tuple[str, ...]
    shots: tuple[Shot, ...] = ()
    doubt: str = ""

    @property
    def wanted(self) -> str | None:
        """The face to be turned up next; None when every face was shown often enough."""
        return next((face for face in self.faces if self.count(face) < ROTATIONS), None)

    @property
    def enough(self) -> bool:
        """Whether every face was shown at least once, so that the die can be learnt."""
        return all(self.count(face) for face in self.faces)

    def count(self, face: str) -> int:
        """How many pictures of a face there are."""
        return sum(shot.side == face for shot in self.shots)

    @property
    def next_key(self) -> str:
        """The name for the next cut-out."""
        return f"die-{self.wanted}-{len(self.shots)}"


def with_shot(lesson: DieLesson, shot: Shot) -> DieLesson:
    """The lesson with one more picture."""
    return lesson.model_copy(update={"shots": (*lesson.shots, shot), "doubt": ""})


def without_last(lesson: DieLesson) -> DieLesson:
    """The lesson without its last picture."""
    return lesson.model_copy(update={"shots": lesson.shots[:-1], "doubt": ""})


def without_sticker(lesson: DieLesson) -> DieLesson:
    """The lesson without the pictures of its Power side, which is then asked for again."""
    kept = tuple(shot for shot in lesson.shots if shot.side != "power")
    return lesson.model_copy(update={"shots": kept, "doubt": ""})


def the_die(image: Image, eyes: Eyes) -> Found | str:
    """The one die in a picture (BGR), or the sentence why it cannot be told."""
    found = [one for one in find(image, eyes.plane, eyes.empty) if not ELSEWHERE.intersection(one.notes)]
    dice = [one for one in found if one.kind == "die"] or [one for one in found if one.kind == "stone"]
    if not dice:
        return "I see no die on the mat: set it down in the middle, in good light."
    if len(dice) > 1:
        return f"I see {len(dice)} pieces: leave only this die on the mat."
    if Note.COCKED in dice[0].notes:
        return "The die does not lie flat: set it down again."
    return dice[0]


def doubt_about(crop: Image, side: str, eyes: Eyes) -> str:
    """A sentence where the face in a crop looks like another number than the one that was asked; else empty."""
    said = shown("die", eyes.faces.look(crop[None]), 0)
    weights = {one.side: one.weight for one in reversed(said)}
    best = said[0]
    if best.side == side or side == "power" or best.side == "power" or best.weight - weights.get(side, -9.0) < DOUBT:
        return ""
    return f"That looks like a {best.side} to me, and I asked for the {side}. Is it the {side}?"


def alike_sticker(crop: Image, piece: str, eyes: Eyes) -> str:
    """A sentence where the Power side in a crop is so like another die's that the margin would not tell them apart."""
    near = eyes.gallery.likeness(eyes.faces.look(crop[None]).embedding)[0]
    alike = SAME - eyes.margin / eyes.faces.scale
    others = [
        side.name or side.piece
        for side, likeness in zip(eyes.gallery.sides, near, strict=True)
        if side.side == "power" and side.piece != piece and likeness > alike
    ]
    if not others:
        return ""
    return f"I mix it up with {' or '.join(others[:3])}: show the sticker again, nearer to the middle and sharper."


def upright(portrait: Image, found: Found, plane: Plane | None) -> Image:
    """A square cut-out turned by quarters so that what points away from the players is its top."""
    if plane is None:
        return portrait
    here = plane.to_mm(np.array([found.centre_px], np.float64))
    near, far = plane.to_px(np.concatenate([here, here + np.array([0.0, 20.0])]))
    right, up = far[0] - near[0], near[1] - far[1]
    return np.ascontiguousarray(np.rot90(portrait, round(float(np.degrees(np.arctan2(right, up))) / 90)))


def learn_die(lesson: DieLesson, crops: Mapping[str, Image], eyes: Eyes) -> Gallery:
    """The gallery with this die as it was shown (``crops`` by key, 64 x 64 x 3), in place of what was known of it."""
    gallery = eyes.gallery.without(lesson.piece)
    for face in lesson.faces:
        mine = np.stack([crops[shot.key] for shot in lesson.shots if shot.side == face])
        gallery = gallery.with_crops(Side(lesson.piece, "die", face, None, None, lesson.name), mine, eyes.faces)
    return gallery


def face_crop(image: Image, found: Found) -> Image:
    """What the network is shown of a die's top face."""
    return cut(image, found.outline_px, "die")
