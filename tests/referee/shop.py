"""The wizards of a simulated table with three stones, in one thread."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from calibration.storage.table_files import Calibration, save_calibration, save_gallery
from calibration.table.calibrate import calibrate
from hardware.simulated.art import Piece as Art
from hardware.simulated.art import starter
from hardware.simulated.table import SimulatedTable
from referee.model.progress import WizardProgress
from referee.model.snapshot import CameraState
from referee.observe.table_reading import VisionContext
from referee.wizards.session import WizardSession
from referee.wizards.worker import WizardDispatch
from tests.referee.simulated import Clock, Eye
from vision.geometry.lens import Lens
from vision.geometry.plane import Geometry
from vision.recognition.gallery import Gallery

PIECES = [piece for piece in starter() if piece.id in ("stone:1", "stone:4", "stone:12")]


class Shop:
    """The wizards (``bench``) of a simulated table with three stones; ``progress`` is what they published so far."""

    def __init__(self, home: Path, pieces: Sequence[Art] = PIECES) -> None:
        self.clock, self.home = Clock(), home
        self.word: CameraState = "settled"
        self.table = SimulatedTable(self.clock, pieces=pieces)
        self.progress: list[WizardProgress] = []
        empty = self.table.empty()
        plane = calibrate(empty, lens=Lens.from_dict(self.table.lens())).plane
        save_calibration(home, Calibration("c1", "2026-01-01", plane, Geometry(), plane.error_mm), empty)
        self.bench = self.started()

    def started(self) -> WizardDispatch:
        """The wizards as after a start of the program."""
        self.eye, self.vision = Eye(self.table, self.clock), VisionContext(self.home)
        return WizardDispatch(WizardSession(self.vision, self.eye, self.progress.append, lambda: self.word, self.table))

    def note_locks(self, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
        """For each gallery that is saved from now on, whether its lock was held."""
        locked: list[bool] = []

        def saved(home: Path, gallery: Gallery) -> None:
            locked.append(self.vision.gallery_lock.locked())
            save_gallery(home, gallery)

        for wizard in ("teach_stones", "teach_die"):
            monkeypatch.setattr(f"referee.wizards.{wizard}.save_gallery", saved)
        return locked
