"""The prove wizard: the owner throws about twenty times and marks what was read wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from calibration.storage.files import utc_now
from calibration.storage.lesson_files import PORTRAIT, keep_cutout
from calibration.storage.table_files import load_calibration
from calibration.table.accuracy import (
    answers_of,
    counted_pieces,
    is_right,
    judged_piece,
    keep_throws,
    load_proof,
    missed_pieces,
    of_calibration,
    report_of,
    throw_in,
)
from calibration.table.light import Light, measure
from calibration.table.margin import keep_margin
from hardware.cameras.camera import Image
from referee.model.progress import ProofProgress, ReadPiece
from referee.model.snapshot import Answer
from referee.model.wizard_commands import JudgeThrow, SimulatedShow, Step, TakePicture
from referee.model.words import side_words
from referee.wizards.session import FINE, MOVED_ON, MOVING, WizardSession
from rules.core.phrases import Phrase, joined
from vision.geometry.crops import cut
from vision.pipeline import read
from vision.types import Piece, Reading

THROWS = 20
STAYED = 0.25  # Part of a piece's size; a piece that moved less is at its earlier place.
A_HAND = 5  # Pieces that the simulated hand throws at once.


class ProveWizard:
    """Reads each throw that comes to rest, and waits until the owner has judged it."""

    def __init__(self, session: WizardSession, clock: Callable[[], str] = utc_now) -> None:
        self._session, self._clock = session, clock
        self._reading: Reading | None = None
        self._light: Light | None = None
        self._rng = np.random.default_rng()

    def begin(self) -> None:
        """Show the accuracy so far, and wait for a throw."""
        self._reading = None
        self._session.show(trial=self._trial())

    def look(self) -> None:
        """Show hints about the picture, except while a throw waits to be judged."""
        if self._trial_now().thrown is None:
            self._session.look()

    def on_rest(self) -> None:
        """Read the pieces that came to rest, if they were thrown."""
        if self._trial_now().thrown is None:
            self._read()

    def do(self, step: Step) -> Answer:
        """Judge a throw, or read the table now."""
        trial = self._trial_now()
        match step:
            case JudgeThrow(count=False) if trial.thrown is not None:
                return self._drop()
            case JudgeThrow() if trial.thrown is not None:
                self._session.show(busy=Phrase("I write it down …"), words="")
                return self._judge(step)
            case TakePicture() if trial.thrown is None:
                self._session.show(busy=Phrase("I read what lies there …"), words="")
                return MOVING if self._session.moving else self._read(asked=True)
            case SimulatedShow() if self._session.table is not None and trial.thrown is None:
                table = self._session.table
                known = [piece for piece in self._session.vision.eyes().gallery.pieces() if piece in table.pieces]
                stones = [piece for piece in known if table.pieces[piece].kind == "stone"] or known
                if not stones:
                    return Answer(False, Phrase("Teach the pieces first."))
                table.throw([str(name) for name in self._rng.permutation(stones)[:A_HAND]], alone=True)
                return Answer(True, Phrase("The hand throws."))
        return MOVED_ON

    def _trial_now(self) -> ProofProgress:
        return self._session.state.trial or ProofProgress()

    def _read(self, asked: bool = False) -> Answer:
        image, eyes = self._session.see()
        if not eyes.gallery.sides:
            return Answer(False, Phrase("Nothing is taught yet: teach the pieces first."))
        reading = read(image, eyes, eyes.gallery.pieces())
        pieces = counted_pieces(reading)
        if not pieces:
            self._reading = None
            return Answer(False, Phrase("I see nothing on the mat: throw some pieces."))
        if not asked and self._reading is not None and _same(pieces, counted_pieces(self._reading)):
            return FINE
        self._light = measure(image, eyes.plane)
        self._reading = reading
        self._session.show(stamp=self._session.state.stamp + 1)
        trial = replace(self._trial(self._read_pieces(image, pieces)), overlooked=self._undetected(len(pieces)))
        self._session.show(trial=trial, pieces=len(pieces), hints=(), words="")
        return FINE

    def _read_pieces(self, image: Image, pieces: tuple[Piece, ...]) -> tuple[ReadPiece, ...]:
        truth = self._session.table.lying() if self._session.table else None
        gallery = self._session.vision.eyes().gallery
        names = {side.piece: side.name or side.piece for side in gallery.sides}
        read_pieces = []
        for i, piece in enumerate(pieces):
            keep_cutout(self._session.home, f"throw-{i}", cut(image, piece.outline_px, piece.kind, PORTRAIT))
            wrong = truth is not None and not is_right(piece, truth)
            read_pieces.append(ReadPiece(f"throw-{i}", _called(piece, names), piece.sure, wrong))
        return tuple(read_pieces)

    def _undetected(self, detected: int) -> int:
        """The number of pieces on the simulated table that were not detected; 0 on a real table, where nobody knows."""
        return max(0, len(self._session.table.lying()) - detected) if self._session.table else 0

    def _judge(self, step: JudgeThrow) -> Answer:
        if self._reading is None or self._light is None:
            return MOVED_ON
        pieces = counted_pieces(self._reading)
        calibration = load_calibration(self._session.home)
        judged_pieces = tuple(judged_piece(piece, i not in step.wrong) for i, piece in enumerate(pieces))
        answers = (*judged_pieces, *missed_pieces(step.overlooked))
        made_with = calibration.id if calibration else ""
        throws = keep_throws(self._session.home, [throw_in(self._light, self._clock(), made_with, answers)])
        if calibration is not None:
            keep_margin(self._session.home, made_with, answers_of(of_calibration(throws, made_with)))
        self._session.show(trial=self._trial())
        return Answer(True, report_of(of_calibration(throws, made_with)).words)

    def _drop(self) -> Answer:
        """Drop this throw without counting it."""
        self._session.show(trial=self._trial())
        return Answer(True, Phrase("Then it does not count."))

    def _trial(self, thrown: tuple[ReadPiece, ...] | None = None) -> ProofProgress:
        calibration = load_calibration(self._session.home)
        throws = of_calibration(load_proof(self._session.home), calibration.id if calibration else "")
        names = {side.piece: side.name or side.piece for side in self._session.vision.eyes().gallery.sides}
        return ProofProgress(THROWS, report_of(throws), tuple(sorted(names.items())), thrown)


def _same(now: tuple[Piece, ...], before: tuple[Piece, ...]) -> bool:
    """Whether every piece is where it was before: nothing was thrown."""
    if len(now) != len(before):
        return False
    here, there = (np.array([piece.centre_px for piece in pieces]) for pieces in (now, before))
    size = float(np.ptp(np.array(now[0].outline_px), axis=0).max())
    return bool((np.linalg.norm(here[:, None] - there[None], axis=2).min(axis=1) < STAYED * size).all())


def _called(piece: Piece, names: dict[str, str]) -> str:
    name = names.get(piece.piece or "", Phrase("a stone") if piece.kind == "stone" else Phrase("a die"))
    if piece.side == "number":
        number = Phrase("number {number}", number=piece.value) if piece.value else Phrase("number side")
        return joined(", ", (name, number))
    return joined(", ", (name, side_words(piece.side) if piece.side else Phrase("no side")))
