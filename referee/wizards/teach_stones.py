"""The wizard that teaches stones; each step is stored at once, so that a power cut costs nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from calibration.storage.lesson_files import (
    PORTRAIT,
    end_lesson,
    forget_portraits,
    keep_cutout,
    keep_picture,
    keep_portrait,
    load_lesson,
    picture,
    save_lesson,
)
from calibration.storage.table_files import save_gallery
from calibration.teaching.ids import id_for, known_as, taught_names
from calibration.teaching.pairing import PictureName, SeenStone, StoneRow
from calibration.teaching.stone_lesson import Lesson, flip, lay, learn, look_at, swapped
from hardware.cameras.camera import Image
from hardware.simulated.table import SimulatedTable
from referee.model.snapshot import Answer
from referee.model.wizard_commands import KeepStones, SimulatedShow, StartOver, Step, StoneEntry, TakePicture
from referee.observe.table_reading import VisionContext
from referee.wizards.session import FINE, MOVED_ON, MOVING, WizardSession
from rules.casting_stones.stones import CATALOGUE, disagreement
from rules.casting_stones.table import COLOURS
from rules.core.game import plain_name, whole_number
from rules.core.phrases import Phrase, listing, plural, sentences
from vision.eyes import Eyes
from vision.geometry.crops import cut
from vision.recognition.gallery import Gallery

LISTED = {entry.name.casefold(): entry.number for entry in CATALOGUE}
LAID = 12  # Stones that the simulated hand lays down at once.
BUSY = {"lay": Phrase("I look at the stones …"), "flip": Phrase("I look at the other sides and pair them …")}


class TeachStonesWizard:
    """Teaches stones; a lesson in progress is stored in the home folder and can be continued."""

    def __init__(self, session: WizardSession) -> None:
        self._session, self._home = session, session.home

    def begin(self) -> None:
        """Continue the unfinished lesson, or begin one."""
        self._session.show(lesson=load_lesson(self._home, Lesson) or Lesson())

    def look(self) -> None:
        """Show hints about the picture before it is taken."""
        self._session.look()

    def on_rest(self) -> None:
        """Drop what was wrong with the last picture, because something was changed since, and show hints."""
        lesson = self._session.state.lesson
        if lesson is not None and lesson.words:
            self._session.show(lesson=lesson.model_copy(update={"words": ()}), words="")
        self.look()

    def do(self, step: Step) -> Answer:
        """Carry out one step of the lesson."""
        lesson = self._session.state.lesson or Lesson()
        match step:
            case TakePicture() if lesson.stage != "name":
                return self._photograph(lesson)
            case StartOver():
                self._session.show(lesson=self._start_over())
                return FINE
            case KeepStones() if lesson.stage == "name":
                self._session.show(busy=Phrase("I learn the stones …"))
                lesson, answer = self._learn_checked(lesson, step, self._session.vision.eyes().gallery)
                self._session.show(lesson=lesson)
                return answer
            case SimulatedShow() if self._session.table is not None:
                return _show_stones(self._session.table, lesson, self._session.vision.eyes().gallery)
        return MOVED_ON

    def _start_over(self) -> Lesson:
        """Begin a new lesson in place of the current one."""
        end_lesson(self._home)
        return Lesson()

    def _photograph(self, lesson: Lesson) -> Answer:
        if self._session.moving:
            return MOVING
        self._session.show(busy=BUSY[lesson.stage], words="")
        after = self._photographed(lesson, *self._session.see())
        self._session.show(lesson=after, stamp=self._session.state.stamp + 1)
        return Answer(not after.words, sentences(*after.words))

    def _photographed(self, lesson: Lesson, image: Image, eyes: Eyes) -> Lesson:
        """The lesson after its next picture (BGR): the first one, or the second with all stones turned over."""
        which: PictureName = "first" if lesson.stage == "lay" else "second"
        stones, words = look_at(image, which, eyes)
        after = lay(stones, words) if which == "first" else flip(lesson, stones, words, eyes)
        table = self._session.table
        if table is not None and after.stage == "name":
            after = after.model_copy(update={"rows": tuple(_entered_by_hand(row, table, eyes) for row in after.rows)})
        if after.stage != lesson.stage:
            keep_picture(self._home, which, image)
            for side in stones:
                keep_cutout(self._home, side.key, cut(image, side.outline, "stone", PORTRAIT))
            save_lesson(self._home, after)
        return after

    def _learn_checked(self, lesson: Lesson, step: KeepStones, gallery: Gallery) -> tuple[Lesson, Answer]:
        """Learn the stones as entered; missing or doubtful entries keep the lesson open."""
        rows = _entered(lesson.rows, step.entries)
        lesson = lesson.model_copy(update={"rows": rows})
        save_lesson(self._home, lesson)
        chosen = [row for row in rows if row.keep]
        if not chosen:
            return lesson, Answer(False, Phrase("No stone is ticked: tick those that I shall learn."))
        if missing := [f"{n}" for n, row in enumerate(rows, 1) if row.keep and not _is_complete(row)]:
            return lesson, Answer(
                False,
                Phrase("Say name, number and kind of stone {missing} too, or leave it out.", missing=listing(missing)),
            )
        differing = [
            *_twins(chosen),
            *_called_otherwise(rows, gallery),
            *(words for row in chosen if (words := _differs(row))),
        ]
        if differing and not step.certain:
            words = sentences(*differing, Phrase("Is that so? Then keep them all the same."))
            return lesson, Answer(False, words, confirm=True)
        learnt = self._learn(lesson.model_copy(update={"rows": _with_ids(chosen, gallery)}))
        return learnt, Answer(True, _learnt_words(chosen, differing))

    def _learning(self, lesson: Lesson, number: int) -> None:
        everything = sum(row.keep for row in lesson.rows)
        self._session.show(busy=Phrase("I learn the stones, {number} of {all} …", number=number, all=everything))

    def _learn(self, lesson: Lesson) -> Lesson:
        pictures, vision = {name: picture(self._home, name) for name in ("first", "second")}, self._session.vision
        with vision.gallery_lock:
            save_gallery(self._home, learn(lesson, pictures, vision.eyes(), partial(self._learning, lesson)))
        for row in lesson.rows:
            if row.keep:
                for side, picture_side in (("symbol", row.symbol), ("number", row.number)):
                    large = cut(pictures[picture_side.picture], picture_side.outline, "stone", PORTRAIT)
                    keep_portrait(self._home, row.piece, side, large)
        return self._start_over()


def forget(vision: VisionContext, piece: str) -> Answer:
    """Remove a taught piece, a stone or a die, from the gallery, with its portraits.

    Raises:
        StoreError: where the gallery cannot be saved.
    """
    with vision.gallery_lock:
        gallery = vision.eyes().gallery
        if not gallery.of(piece):
            return Answer(False, Phrase("That piece is not known any more."))
        name = gallery.of(piece)[0].name or piece
        save_gallery(vision.home, gallery.without(piece))
    forget_portraits(vision.home, piece)
    return Answer(True, Phrase("{name} is forgotten.", name=name))


def _show_stones(table: SimulatedTable, lesson: Lesson, gallery: Gallery) -> Answer:
    """Let the simulated hand lay stones down, unknown ones first, or turn them over."""
    if lesson.stage == "flip":
        table.turn_over()
        return Answer(True, Phrase("The hand turns every stone over."))
    stones = [name for name, piece in table.pieces.items() if piece.kind == "stone"]
    table.throw(sorted(stones, key=lambda name: bool(gallery.of(name)))[:LAID], alone=True)
    return Answer(True, Phrase("The hand lays the stones down."))


def _entered_by_hand(row: StoneRow, table: SimulatedTable, eyes: Eyes) -> StoneRow:
    """The row of a simulated stone with id and name filled in, which the simulated table knows."""
    piece = table.pieces[_lying_at(row.symbol if row.symbol.picture == "second" else row.number, table)]
    known = piece.id if eyes.gallery.of(piece.id) else None
    return row.model_copy(update={"piece": piece.id, "name": row.name or piece.name, "known": known})


def _lying_at(stone: SeenStone, table: SimulatedTable) -> str:
    away = {one.piece: float(np.hypot(*np.subtract(one.centre_px, stone.centre))) for one in table.truth()}
    return min(away, key=lambda piece: away[piece])


def _entered(rows: Sequence[StoneRow], entries: Sequence[StoneEntry]) -> tuple[StoneRow, ...]:
    """The rows with the owner's entries."""
    entered: list[StoneRow] = []
    for row, entry in zip(rows, entries, strict=True):
        row = swapped(row) if entry.swap else row
        more = {"value": _number(entry.number), "colour": COLOURS.get(entry.type), "keep": entry.keep}
        entered.append(row.model_copy(update={**more, "name": plain_name(entry.name), "afresh": entry.afresh}))
    return tuple(entered)


def _with_ids(rows: Sequence[StoneRow], gallery: Gallery) -> tuple[StoneRow, ...]:
    """The rows, each with a different id: a recognised stone keeps its own, the others get one by their name."""
    ids: dict[int, str] = {}
    names = taught_names(gallery, "stone")
    for place, row in enumerate(rows):
        if _is_recognised(row, names) and row.piece not in ids.values():
            ids[place] = row.piece
    for place, row in enumerate(rows):
        if place not in ids:
            ids[place] = id_for(row.name, "stone", names, LISTED, ids.values())
    return tuple(row.model_copy(update={"piece": ids[place]}) for place, row in enumerate(rows))


def _is_recognised(row: StoneRow, names: Mapping[str, str]) -> bool:
    """Whether a stone is the taught one that it resembles: not where its owner enters the name of another stone.

    *names*: those of all taught stones, by id.  A name that is neither taught nor, as the taught one, in the edition's
    list may be a better name of the same stone.
    """
    name, called = row.name.casefold(), names.get(row.piece, "").casefold()
    is_another = known_as(name, names) is not None or (name in LISTED and called in LISTED)
    return bool(row.piece) and (name == called or row.afresh or not is_another)


def _number(words: str) -> int | None:
    number = whole_number(words)
    return number if number is not None and 1 <= number <= 50 else None


def _is_complete(row: StoneRow) -> bool:
    return bool(row.name and row.value and row.colour)


def _differs(row: StoneRow) -> str | None:
    """A sentence where the entered number differs from the edition's list; None where it agrees."""
    listed = LISTED.get(row.name.casefold())
    return disagreement(listed, row.value) if listed and row.value else None


def _called_otherwise(rows: Sequence[StoneRow], gallery: Gallery) -> list[str]:
    """A sentence for each stone that resembles a taught one and gets the name of another."""
    names = taught_names(gallery, "stone")
    sentence = Phrase("Stone {index} looks like {known}, which is taught already, and you call it {name}.")
    return [
        sentence.about(index=index, known=names.get(row.known, row.known), name=row.name)
        for index, row in enumerate(rows, 1)
        if row.keep and row.known and not _is_recognised(row, names)
    ]


def _twins(chosen: Sequence[StoneRow]) -> list[str]:
    """A sentence for each name that is given to more than one stone."""
    times = Counter(row.name for row in chosen)
    return [Phrase("More than one stone has the name {name}.", name=name) for name, n in times.items() if n > 1]


def _learnt_words(chosen: Sequence[StoneRow], differing: Sequence[str]) -> str:
    count, names = plural("{number} stone", "{number} stones", len(chosen)), listing(row.name for row in chosen)
    return sentences(Phrase("I know {count} now: {names}.", count=count, names=names), *differing)
