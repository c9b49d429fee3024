"""The eyes of a home, fresh after every calibration or lesson, and the stones they were taught."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calibration.store import load_calibration, load_eyes
from hardware.camera import Image, shrunk
from referee.names import stone_type
from vision.eyes import Eyes
from vision.settling import Backdrop, reference

WATCHED = 1.25  # Times the play area: stones that roll off the mat are still watched, sleeves beside it are not.
FILES = ("calibration.json", "empty.png", "gallery.npz")


class Sight:
    """What the table knows of itself, reread when its files change."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._lock = threading.Lock()
        self._stamp: tuple[int, ...] = ()
        self._eyes: Eyes | None = None
        self._bare: Image | None = None
        self._backdrop = Backdrop(None, None)
        self._calibration: str | None = None

    def eyes(self) -> Eyes:
        """The eyes as they are now.

        Raises:
            StoreError: where a file of the home is damaged.
        """
        with self._lock:
            stamp = tuple(_changed(self.home / name) for name in FILES)
            if self._eyes is None or stamp != self._stamp:
                self._eyes = load_eyes(self.home)
                self._backdrop = _backdrop(self._eyes, self._bare)
                calibration = load_calibration(self.home)
                self._calibration = calibration.id if calibration else None
                self._stamp = stamp
            return self._eyes

    def backdrop(self, bare: Image | None = None) -> Backdrop:
        """What the empty table looks like in the watched picture; *bare* is such a picture, better than the kept one.

        Raises like `eyes`.
        """
        eyes = self.eyes()
        if bare is not self._bare:
            self._bare, self._backdrop = bare, _backdrop(eyes, bare)
        return self._backdrop

    @property
    def calibration(self) -> str | None:
        """The id of the calibration in use, for the evidence; None without one."""
        return self._calibration

    def stones(self) -> tuple[Mapping[str, Any], ...]:
        """The taught stones as a set-up lists its pieces (docs/facts.md), in the order they were taught."""
        gallery = self.eyes().gallery
        known = {side.piece: side for side in reversed(gallery.sides) if side.kind == "stone"}
        return tuple(
            {
                "piece": piece,
                "name": known[piece].name or piece,
                "type": stone_type(known[piece].colour),
                "number": gallery.number(piece),
                "colour": known[piece].colour,
            }
            for piece in gallery.pieces()
            if piece in known
        )


def _backdrop(eyes: Eyes, bare: Image | None) -> Backdrop:
    small = shrunk(eyes.empty) if bare is None and eyes.empty is not None else bare
    if small is None or eyes.plane is None:
        return reference(small)
    plane = eyes.plane.resized((small.shape[1], small.shape[0]))
    return reference(small, plane.to_px(plane.play_area * WATCHED))


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0
