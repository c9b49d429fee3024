"""Determines how far a table is set up, and sets up a simulated table, which calibrates and teaches itself."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count, groupby
from pathlib import Path

from calibration.storage.camera_calibrations import choose_calibration
from calibration.storage.files import written_ns
from calibration.storage.table_files import load_calibration, new_calibration, save_calibration, save_gallery
from calibration.table.accuracy import JudgedThrow, is_other_light, load_proof, of_calibration, report_of
from calibration.table.calibrate import calibrate
from calibration.table.light import Light
from calibration.teaching.shots import Shot, shot_of, teach_pictures
from hardware.cameras.camera import FULL_SIZE, Image
from hardware.simulated.table import Portrait, SimulatedTable
from referee.inventory.pieces import keep_die, load_dice
from referee.model.progress import SetupStatus
from rules.core.phrases import Phrase
from vision.eyes import Eyes
from vision.geometry.lens import Lens
from vision.geometry.plane import Geometry
from vision.recognition.gallery import Gallery

FILES = ("calibration.json", "proof.json")
log = logging.getLogger(__name__)


class SetupStatusReader:
    """Determines how far a table is set up; the answer is cached until one of `FILES` or the gallery changes."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._stamp: tuple[object, ...] = ()
        self._answer = SetupStatus()
        self._throws: tuple[JudgedThrow, ...] = ()

    def now(self, gallery: Gallery, light: Light | None) -> SetupStatus:
        """The status of the set-up with this *gallery*, in the present *light* (None: not measured yet).

        Raises:
            StoreError: where a file of the home is damaged.
        """
        stamp = (gallery.sides, *(written_ns(self._home / name) for name in FILES))
        if stamp != self._stamp:
            self._stamp, self._answer = stamp, self._looked_up(gallery)
        return replace(self._answer, other_light=light is not None and is_other_light(self._throws, light))

    def _looked_up(self, gallery: Gallery) -> SetupStatus:
        calibration = load_calibration(self._home)
        self._throws = of_calibration(load_proof(self._home), calibration.id if calibration else "")
        kinds = {side.piece: side.kind for side in gallery.sides}
        stones = sum(kind == "stone" for kind in kinds.values())
        error_mm = calibration.error_mm if calibration else None
        return SetupStatus(error_mm, stones, len(kinds) - stones, report_of(self._throws))


def set_up_simulated_table(
    home: Path, table: SimulatedTable, report: Callable[[str], None], eyes: Callable[[], Eyes]
) -> None:
    """Calibrate and teach everything that this home lacks; *report* gets a sentence for each step, and "" at the end.

    *eyes* returns the vision model of this home, which detects the pieces in the pictures.

    Raises:
        StoreError: where the home cannot be read or written.
    """
    choose_calibration(home, table.camera, FULL_SIZE)
    if load_calibration(home) is None:
        _calibrate(home, table, report)
    _enter_dice(home, table)
    _teach(home, table, report, eyes())
    report("")


def _calibrate(home: Path, table: SimulatedTable, report: Callable[[str], None]) -> None:
    report(Phrase("First day: the simulated table looks at its empty mat."))
    empty = table.empty()
    done = calibrate(empty, lens=Lens.from_dict(table.lens()))
    save_calibration(home, new_calibration(done.plane, Geometry(), table.camera), empty)
    report(done.words)


def _enter_dice(home: Path, table: SimulatedTable) -> None:
    """Enter the facts of the simulated dice, as an owner would; existing entries are not changed."""
    known = load_dice(home)
    for piece in table.pieces.values():
        if piece.sticker and piece.id not in known:
            keep_die(home, piece.id, {"name": piece.name, **piece.sticker.as_entry()})


def _teach(home: Path, table: SimulatedTable, report: Callable[[str], None], eyes: Eyes) -> None:
    """Teach and save one kind of piece after the other, so that stones can be played while dice are still taught."""
    known, all_pieces = set(eyes.gallery.pieces()), set(table.pieces)
    if all_pieces <= known:
        return
    numbers = count(len(known & all_pieces) + 1)

    def report_piece(name: str) -> None:
        report(
            Phrase(
                "First day: the simulated table shows its pieces to the camera, {number} of {all}: {name}.",
                number=next(numbers),
                all=len(all_pieces),
                name=name,
            )
        )

    for kind, portraits in groupby(table.lessons(), lambda portrait: portrait.kind):
        fresh = (portrait for portrait in portraits if not eyes.gallery.of(portrait.piece))
        taught = teach_pictures(_shots_of(fresh, report_piece), eyes)
        eyes = replace(eyes, gallery=taught.gallery)
        save_gallery(home, eyes.gallery)
        log.debug("%s: %s", kind, taught.problems)


def _shots_of(portraits: Iterable[Portrait], on_piece: Callable[[str], None]) -> Iterator[tuple[Image, Shot]]:
    """Yield pictures for `teach_pictures`; *on_piece* gets the name of each piece before its first picture."""
    for name, pictures in groupby(portraits, lambda portrait: portrait.name):
        on_piece(name)
        yield from ((portrait.image, shot_of(portrait)) for portrait in pictures)
