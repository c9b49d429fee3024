"""The wizards of a simulated table with three stones, in one thread."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from calibration.storage.table_files import Calibration, save_calibration
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
        save_calibration(home, Calibration("c1", "2026-01-01", plane, {}, plane.error_mm), empty)
        self.bench = self.started()

    def started(self) -> WizardDispatch:
        """The wizards as after a start of the program."""
        self.eye = Eye(self.table, self.clock)
        return WizardDispatch(
            WizardSession(VisionContext(self.home), self.eye, self.progress.append, lambda: self.word, self.table)
        )
