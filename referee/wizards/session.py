"""The environment of every wizard: camera, vision, home folder, and the progress that pages show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.table.hints import HAND, Hint, hints
from calibration.teaching.shots import ELSEWHERE
from hardware.cameras.camera import Camera, Frame, Image
from hardware.simulated.table import SimulatedTable
from referee.model.progress import WizardProgress
from referee.model.snapshot import Answer, CameraState
from referee.observe.table_reading import VisionContext
from rules.core.phrases import Phrase
from vision.eyes import Eyes
from vision.pipeline import find

MOVING = Answer(False, Phrase("Something still moves: take your hand away, then once more."))
MOVED_ON = Answer(False, Phrase("The table has moved on since this page was drawn: look again."))
FINE = Answer(True, "")  # done, and the page itself shows what came of it


class WizardSession:
    """Camera, vision and progress of the wizards; ``state`` is the progress on the pages, `show` changes it."""

    def __init__(
        self,
        vision: VisionContext,
        camera: Camera,
        publish: Callable[[WizardProgress], Any],
        watched: Callable[[], CameraState],
        table: SimulatedTable | None = None,
    ) -> None:
        """*publish* gets each new progress, *watched* returns the camera state; *table*: the simulated one, if any."""
        self.state = WizardProgress()
        self.vision, self.camera, self.table = vision, camera, table
        self._publish, self._watched = publish, watched

    @property
    def home(self) -> Path:
        """The home folder of the table."""
        return self.vision.home

    @property
    def starting(self) -> bool:
        """Whether the watcher is not ready yet (the simulated table may still be teaching itself)."""
        return self._watched() == "starting"

    @property
    def moving(self) -> bool:
        """Whether a hand or a piece moves now."""
        return self._watched() in ("hand", "moving")

    def show(self, **changes: Any) -> None:
        """Change the progress, and publish it if it differs."""
        state = replace(self.state, **changes)
        if state != self.state:
            self.state = state
            self._publish(state)

    def frame(self) -> Frame:
        """A whole picture taken now; raises CameraTrouble."""
        return self.camera.frame()

    def see(self) -> tuple[Image, Eyes]:
        """A whole picture (BGR) taken now, and the vision model for it: its plane follows a mat that was nudged.

        Raises:
            CameraTrouble: where there is no picture.
            ValueError: where camera or mat was moved too far to read pictures, with a sentence for people.
        """
        image, eyes, words = self._picture_and_eyes()
        if eyes is None:
            raise ValueError(words)
        return image, eyes

    def _picture_and_eyes(self) -> tuple[Image, Eyes | None, str]:
        image = self.frame().image
        return image, *self.vision.corrected(image, upset=False)

    def look(self) -> None:
        """Publish hints about what the camera sees now; raises CameraTrouble and StoreError."""
        if self.moving:
            self.show(hints=(HAND,))
            return
        image, eyes, words = self._picture_and_eyes()
        moved = (Hint(words=words, grave=eyes is None),) if words else ()
        size = (image.shape[1], image.shape[0])
        if eyes is None:
            self.show(hints=moved, pieces=0, size=size)
            return
        found = find(image, eyes.plane, eyes.empty)
        flat = [one for one in found if one.kind != "unknown" and not ELSEWHERE.intersection(one.notes)]
        self.show(hints=(*hints(image, found, eyes.plane, eyes.empty), *moved), pieces=len(flat), size=size)
