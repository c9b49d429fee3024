"""Measure settling on videos of throws: the rest must be read, and nothing while a hand or a die moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.bench.labels import Truth, label_of, lines
from hardware.cameras.camera import shrunk
from vision.eyes import Eyes
from vision.pipeline import read
from vision.settling import Settling, reference, watch
from vision.types import Piece

Image = NDArray[np.uint8]
ABOUT = 2
"""Tolerance of the labelled frames."""
START_S = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """A video: the frames at which it was read, and of its rest the frames, labels, first reading and picture."""

    path: Path
    rest: tuple[int, int]
    read_at: tuple[int, ...]
    truths: tuple[Truth, ...]
    pieces: tuple[Piece, ...]
    image: Image

    @property
    def at_rest(self) -> int:
        """Number of readings while everything was at rest."""
        return sum(self.rest[0] - ABOUT <= frame <= self.rest[1] + ABOUT for frame in self.read_at)

    @property
    def words(self) -> str:
        """One line of the report."""
        early = len(self.read_at) - self.at_rest
        rest = "the rest is read" if self.at_rest else "the rest is NOT read"
        return f"video {self.path.name:26} {rest}; {early} readings while something moves"


def watch_videos(folder: Path, eyes: Eyes) -> Iterator[Watched]:
    """Watch every video of a photo set (manifest.jsonl) whose frames at rest are labelled."""
    manifest = folder / "manifest.jsonl"
    for line in lines(manifest) if manifest.exists() else ():
        if "video" in line and "rest_frames" in line:
            yield _watched(folder / line["video"], line, eyes)


def _watched(path: Path, line: dict[str, Any], eyes: Eyes) -> Watched:
    first, last = (int(frame) for frame in line["rest_frames"])
    truths = tuple(truth for truth in (label_of(piece) for piece in line["pieces"]) if truth is not None)
    read_at: list[int] = []
    pieces: tuple[Piece, ...] = ()
    resting = np.zeros((1, 1, 3), np.uint8)
    for number, image in _settled(path, float(line["fps"])):
        inside = first - ABOUT <= number <= last + ABOUT
        if inside and not pieces:
            pieces, resting = read(image, eyes).pieces, image
        read_at.append(number)
    return Watched(path, (first, last), tuple(read_at), truths, pieces, resting)


def _settled(path: Path, fps: float) -> Iterator[tuple[int, Image]]:
    """Yield the frames at which the table has come to rest, as in play; the rest at the start is no throw."""
    video, state, backdrop = cv2.VideoCapture(str(path)), Settling(), reference()
    number, since = 0, 0.0
    while (taken := video.read())[0]:
        image = np.asarray(taken[1], np.uint8)
        state = watch(state, shrunk(image), number / fps, backdrop)
        if state.word == "settled" and state.since != since:
            since = state.since
            if since > START_S:
                yield number, image
        number += 1
    video.release()
