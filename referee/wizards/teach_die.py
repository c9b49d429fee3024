"""The wizard that teaches one die: one picture of its sticker, taken as soon as the die is still."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from calibration.storage.lesson_files import (
    PORTRAIT,
    cutout,
    end_lesson,
    keep_cutout,
    keep_picture,
    keep_portrait,
    load_lesson,
    picture,
    save_lesson,
)
from calibration.storage.pictures import decoded
from calibration.storage.table_files import save_gallery
from calibration.teaching.die_lesson import (
    FACES,
    LOOKS_LIKE,
    DieLesson,
    Image,
    alike_sticker,
    doubt_about,
    face_crop,
    is_same_drawing,
    key_of,
    learn_die,
    measured,
    upright,
    with_picture,
    without_last,
)
from calibration.teaching.ids import id_for
from calibration.teaching.shots import the_die
from hardware.simulated.table import SimulatedTable
from referee.inventory.pieces import dice_names
from referee.model.snapshot import Answer
from referee.model.wizard_commands import (
    BeginDie,
    ConfirmFace,
    DropLastPicture,
    KeepDie,
    SimulatedShow,
    StartOver,
    Step,
    TakePicture,
    TurnPicture,
)
from referee.model.words import side_words
from referee.wizards.session import FINE, MOVED_ON, MOVING, WizardSession
from rules.core.game import plain_name
from rules.core.phrases import Phrase, listing
from rules.dicers.dice_list import NAMES
from vision.eyes import Eyes
from vision.geometry.crops import cut
from vision.types import Detection

LISTED = {name.casefold(): number for number, name in enumerate(NAMES, 1)}
STAYED = 0.12  # Part of a die's size; if all corners moved less, the die was not touched.
NOT_TURNED = Phrase("The die still lies as in the last picture, and I asked for the {side}. Is it the {side}?")


class TeachDieWizard:
    """Teaches one die after the other."""

    def __init__(self, session: WizardSession) -> None:
        self._session, self._home = session, session.home
        self._last: Detection | None = None
        self._taken = ""  # the face whose picture was taken last

    def begin(self) -> None:
        """Continue the unfinished lesson."""
        self._last = None
        self._session.show(die=load_lesson(self._home, DieLesson))

    def look(self) -> None:
        """Show hints about the picture."""
        self._session.look()

    def on_rest(self) -> None:
        """Take the picture of a die that was turned and lies still."""
        lesson = self._session.state.die
        if lesson is not None and lesson.wanted and not lesson.doubt:
            answer = self._photograph(lesson, asked=False)
            self._session.show(words=answer.words, ok=answer.ok)
        self._session.look()

    def do(self, step: Step) -> Answer:
        """Carry out one step of the lesson."""
        lesson = self._session.state.die
        match step:
            case BeginDie(name, look):
                return self._begin(name, look)
            case StartOver():
                end_lesson(self._home)
                self.begin()
                return FINE
            case SimulatedShow() if self._session.table is not None and lesson is not None:
                return _turn(self._session.table, lesson)
        return MOVED_ON if lesson is None else self._of(lesson, step)

    def _of(self, lesson: DieLesson, step: Step) -> Answer:
        match step:
            case TakePicture() if lesson.wanted:
                return self._photograph(lesson)
            case ConfirmFace() if lesson.doubt:
                return self._take(lesson)
            case DropLastPicture() if lesson.pictured or lesson.doubt:
                self._keep(without_last(lesson))
                return FINE
            case TurnPicture():
                return self._turn_picture(lesson)
            case KeepDie() if lesson.pictured:
                return self._learn(lesson)
        return MOVED_ON

    def _begin(self, name: str, look: str) -> Answer:
        name = plain_name(name)[:40]
        if not name:
            return Answer(False, Phrase("Say what the die is called: the figure in it, or any name."))
        if look not in FACES:
            return Answer(False, Phrase("Say what stands on its faces."))
        names = dice_names(self._home, self._session.vision.eyes().gallery)
        piece = _id_of(name, names, self._session.table)
        end_lesson(self._home)
        self._last = None
        self._keep(DieLesson(piece=piece, name=name, faces=FACES[look]))
        return FINE

    def _photograph(self, lesson: DieLesson, asked: bool = True) -> Answer:
        if self._session.moving:
            return MOVING
        image, eyes = self._session.see()
        found = the_die(image, eyes)
        if isinstance(found, str):
            return Answer(False, found)
        stayed = self._last is not None and _untouched(found, self._last)
        if stayed and not asked:
            return FINE
        self._last, lesson = found, measured(lesson, found)
        wanted = lesson.wanted or lesson.first
        crop, key = face_crop(image, found), key_of(wanted)
        keep_picture(self._home, key, crop)
        keep_cutout(self._home, key, upright(cut(image, found.outline_px, "die", PORTRAIT), found, eyes.plane))
        alike = alike_sticker(crop, lesson.piece, eyes) if wanted == "power" else ""
        if words := doubt_about(crop, wanted, eyes) or self._unturned(lesson, crop, stayed, eyes) or alike:
            self._keep(lesson.model_copy(update={"doubt": words}))
            return Answer(False, words)
        return self._take(lesson)

    def _unturned(self, lesson: DieLesson, crop: Image, stayed: bool, eyes: Eyes) -> str:
        """A question where the die seems to show the face of an earlier picture; *stayed*: it was not even touched."""
        wanted, first = lesson.wanted or lesson.first, lesson.first
        sticker = picture(self._home, key_of(first)) if first == "power" and first in lesson.pictured else None
        if sticker is not None and is_same_drawing(crop, sticker, eyes):
            return LOOKS_LIKE.about(seen=side_words(first), side=wanted)
        return NOT_TURNED.about(side=side_words(wanted)) if stayed and self._taken != wanted else ""

    def _take(self, lesson: DieLesson) -> Answer:
        after, self._taken = with_picture(lesson), lesson.wanted or ""
        self._keep(after)
        if after.wanted is None:
            return Answer(True, Phrase("All faces are shown: learn the die."))
        return Answer(True, Phrase("Now the {side} up.", side=side_words(after.wanted)))

    def _keep(self, lesson: DieLesson) -> None:
        save_lesson(self._home, lesson)
        self._session.show(die=lesson, stamp=self._session.state.stamp + 1)

    def _turn_picture(self, lesson: DieLesson) -> Answer:
        """Turn the picture of the sticker, which people look at, a quarter further."""
        image = decoded(cutout(self._home, key_of(lesson.first))) if lesson.pictured else None
        if image is None:
            return MOVED_ON
        keep_cutout(self._home, key_of(lesson.first), np.ascontiguousarray(np.rot90(image, -1)))
        self._session.show(stamp=self._session.state.stamp + 1)
        return FINE

    def _learning(self, lesson: DieLesson, number: int) -> None:
        everything = len(lesson.pictured)
        self._session.show(busy=Phrase("I learn the die, picture {number} of {all} …", number=number, all=everything))

    def _learn(self, lesson: DieLesson) -> Answer:
        crops, vision = {face: picture(self._home, key_of(face)) for face in lesson.pictured}, self._session.vision
        with vision.gallery_lock:
            save_gallery(self._home, learn_die(lesson, crops, vision.eyes(), partial(self._learning, lesson)))
        for face in lesson.pictured:
            image = decoded(cutout(self._home, key_of(face)))
            if image is not None:
                keep_portrait(self._home, lesson.piece, face, image)
        end_lesson(self._home)
        self.begin()
        return Answer(True, Phrase("{name} is learnt.", name=lesson.name))


def _untouched(now: Detection, before: Detection) -> bool:
    """Whether every corner of the top face is at its earlier place."""
    here, there = np.array(now.outline_px), np.array(before.outline_px)
    away = np.linalg.norm(here[:, None] - there[None], axis=2).min(axis=1)
    return bool(away.max() < STAYED * now.size_px)


def _id_of(name: str, names: Mapping[str, str], table: SimulatedTable | None) -> str:
    """The id of a die, as `id_for` with the *names* of all known dice; a simulated die keeps its own.

    Raises:
        ValueError: for a die that the simulated table does not have.
    """
    if table is not None:
        known = {piece.name.casefold(): piece.id for piece in table.pieces.values() if piece.kind == "die"}
        if name.casefold() not in known:
            dice = [piece.name for piece in table.pieces.values() if piece.kind == "die"]
            raise ValueError(
                Phrase("The simulated table has no die {name}; it has: {names}.", name=name, names=listing(dice))
            )
        return known[name.casefold()]
    return id_for(name, "die", names, LISTED)


def _turn(table: SimulatedTable, lesson: DieLesson) -> Answer:
    """Let the simulated hand turn the die to the side that the lesson asks for."""
    if lesson.wanted is None:
        return MOVED_ON
    sides = table.pieces[lesson.piece].sides
    table.throw([lesson.piece], {lesson.piece: lesson.wanted if lesson.wanted in sides else sides[-1]}, alone=True)
    return Answer(True, Phrase("The hand turns the die."))
