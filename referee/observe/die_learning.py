"""Learns the numbered sides of dice from throws that were not corrected.

A die is taught with one picture of its sticker only.  When a throw is not corrected during the next `FACTS_AFTER`
facts, the pictures of its dice are added to the gallery, so that ink, figure and numerals of each die become known.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.storage.files import StoreError
from calibration.storage.table_files import save_gallery
from referee.model.snapshot import LogEntry, Snapshot
from referee.observe.association import is_certain
from referee.observe.evidence import Evidence
from referee.observe.table_reading import VisionContext
from rules.core.facts import Throw
from rules.core.fold import Table
from vision.eyes import Eyes
from vision.geometry.crops import cut
from vision.recognition.colour import is_one_table
from vision.recognition.gallery import Gallery
from vision.types import Note, Piece, Reading

log = logging.getLogger(__name__)
FACTS_AFTER = 3
"""A throw counts as confirmed after this number of further facts."""
PICTURES, ALL_PICTURES = 3, 9
"""Pictures of one side of one die that are learnt on one table and on all tables; more add little."""
UNFIT = frozenset(Note) - {Note.GLARE, Note.STILL}
"""Notes of pieces whose name or outline may be wrong."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A throw that was not corrected: its number in the log, the side of each piece, and the id of its evidence."""

    seq: int
    shown: tuple[tuple[str, str], ...]
    evidence: str


class DieLearning:
    """Adds pictures of confirmed throws to the gallery, one throw at a time.

    Example:
        learning = DieLearning(vision, evidence)
        learning.step(table.now())  # whenever the table is at rest
    """

    def __init__(self, vision: VisionContext, evidence: Evidence) -> None:
        self._vision, self._evidence = vision, evidence
        self._game: str | None = None
        self._done = 0

    def step(self, now: Snapshot) -> None:
        """Learn from the oldest confirmed throw not used yet; where that fails, only this throw is skipped.

        While somebody teaches, nothing is learnt yet, because the watcher must not wait.
        """
        if now.table is None:
            return
        if now.game_id != self._game:
            self._game, self._done = now.game_id, now.table.length - FACTS_AFTER
        throw = next((throw for throw in confirmed_throws(now.table, now.log) if throw.seq > self._done), None)
        if throw is not None and self._vision.gallery_lock.acquire(blocking=False):
            try:
                self._done = throw.seq
                self._learn(throw)
            finally:
                self._vision.gallery_lock.release()

    def _learn(self, throw: Confirmed) -> None:
        try:
            eyes = self._vision.eyes()
            learnt = self._with(eyes, throw)
            if learnt is not eyes.gallery:
                save_gallery(self._vision.home, learnt)
        except (StoreError, ValueError, KeyError, TypeError) as error:
            log.warning("no picture was learnt from %s: %s", throw.evidence, error)

    def _with(self, eyes: Eyes, throw: Confirmed) -> Gallery:
        """Return the gallery with a crop of each die of a confirmed throw whose side may still be learnt."""
        gallery = eyes.gallery
        wanted = {piece: side for piece, side in throw.shown if _may_learn(gallery, piece, side, eyes.table)}
        if not wanted:
            return gallery  # Its picture is large, and most throws teach nothing.
        record, image = self._evidence.record(throw.evidence), self._evidence.image(throw.evidence)
        if record is None or image is None:
            return gallery
        for piece, observed in _dice_of(Reading.from_json(record["reading"]), wanted):
            learnt = replace(gallery.of(piece)[0], side=wanted[piece])
            crop = cut(image, observed.outline_px, "die")
            gallery = gallery.with_crops(learnt, crop[None], eyes.embedder, eyes.table)
        return gallery


def confirmed_throws(table: Table, log: Sequence[LogEntry]) -> Iterator[Confirmed]:
    """The throws with evidence that at least `FACTS_AFTER` facts followed, with all corrections applied."""
    evidence = {entry.seq: entry.evidence for entry in log}
    for entry in table.entries:
        name = evidence.get(entry.seq)
        if isinstance(entry.play, Throw) and name and entry.seq + FACTS_AFTER <= table.length:
            yield Confirmed(entry.seq, entry.play.shown, name)


def _may_learn(gallery: Gallery, piece: str, side: str, table: NDArray[np.float32]) -> bool:
    """Whether *side* is a numbered side of a taught die with fewer pictures than wanted; *table*: its colour."""
    known = gallery.of(piece)
    if not known or known[0].kind != "die" or not side.isdigit():
        return False
    columns = [i for i, one in enumerate(gallery.sides) if (one.piece, one.side) == (piece, side)]
    pictures = gallery.tables[np.isin(gallery.owner, columns)]
    return len(pictures) < ALL_PICTURES and int(is_one_table(pictures, table).sum()) < PICTURES


def _dice_of(reading: Reading, wanted: dict[str, str]) -> Iterator[tuple[str, Piece]]:
    """The wanted dice and their pieces in the reading; a single unidentified die is taken for the last wanted one."""
    fit = [piece for piece in reading.pieces if piece.kind == "die" and not UNFIT.intersection(piece.notes)]
    named = {piece.piece: piece for piece in fit if piece.piece in wanted and not _may_be_exchanged(piece, wanted)}
    yield from ((piece, observed) for piece, observed in named.items() if piece is not None)
    nameless = [piece for piece in reading.pieces if piece.kind == "die" and piece.piece is None]
    left = [piece for piece in wanted if piece not in named]
    if len(left) == 1 and len(nameless) == 1 and nameless[0] in fit:
        yield left[0], nameless[0]


def _may_be_exchanged(piece: Piece, wanted: dict[str, str]) -> bool:
    """Whether the piece may be another wanted die with the same side up: the throw would be the same."""
    rivals = [name for name, side in wanted.items() if side == piece.side and name != piece.piece]
    return bool(rivals) and not is_certain(piece)
