"""Reads how far a table is set up, again whenever the files of its home change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from calibration.accuracy.record import Throw, card, is_other_light, load_proof, of_calibration
from calibration.storage.files import written_ns
from calibration.storage.home import load_calibration
from calibration.table.light import Light
from referee.model.progress import SetupStatus
from vision.recognition.gallery import Gallery

FILES = ("calibration.json", "proof.json")


class SetupStatusReader:
    """Caches the status until a file changes."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._stamp: tuple[object, ...] = ()
        self._answer = SetupStatus()
        self._throws: tuple[Throw, ...] = ()

    def now(self, gallery: Gallery, light: Light | None) -> SetupStatus:
        """The status of the set-up, in the light as it is now (None: not measured yet).

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
        return SetupStatus(error_mm, stones, len(kinds) - stones, card(self._throws))
