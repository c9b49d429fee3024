"""Videos, pictures and folders of pictures in place of a camera."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras.camera import CameraTrouble, Image, Meta, shrunk

PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
SHOWN_S = 3.0  # time for which each picture of a folder is shown
PACE_S = 0.1  # time between two small pictures


def open_recorded(path: Path) -> Pictures | Video:
    """A folder's pictures in the order of their names, one picture, or a video; the last picture stays.

    Raises:
        CameraTrouble: for a path that holds no picture.
    """
    if not path.exists():
        raise CameraTrouble("There is no file or folder {path}: check the path after --camera.", path=path)
    _check_name(path)
    if path.is_dir():
        found = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES)
        if not found:
            raise CameraTrouble("The folder {path} holds no pictures ({kinds}).", path=path, kinds=", ".join(PICTURES))
        for picture in found:
            _check_name(picture)
            if not cv2.haveImageReader(str(picture)):
                raise _no_picture(picture)
        return Pictures(tuple(found))
    if path.suffix.lower() in PICTURES:
        return Pictures((path,))
    wire = cv2.VideoCapture(str(path))
    if not wire.isOpened():
        raise CameraTrouble("{path} is no video that OpenCV can play: convert it to MP4 (H.264) first.", path=path)
    return Video(path, wire)


def _check_name(path: Path) -> None:
    """Check that a name is in UTF-8: OpenCV crashes at another one, and no page can show it."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        shown = os.fsencode(path).decode(errors="backslashreplace")
        raise CameraTrouble("The name {path} is not in UTF-8: rename it first.", path=shown) from None


def _picture_in(path: Path) -> Image:
    """The picture in a file; raises CameraTrouble where there is none, or one that OpenCV may not decode."""
    try:
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise _no_picture(path)
    return np.asarray(image, np.uint8)


def _no_picture(path: Path) -> CameraTrouble:
    return CameraTrouble(
        "{path} is no picture: take it out of its folder, or choose another one with --camera.", path=path
    )


class Pictures:
    """Still pictures shown one after the other: a Device."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self._paths = paths
        self._looks = 0
        self._pause = threading.Event()
        self._at, self._image = 0, _picture_in(paths[0])

    def small(self) -> tuple[Image, Meta]:
        """The picture shown now, made small."""
        self._pause.wait(PACE_S)
        self._looks += 1
        self._turn_to(min(int(self._looks * PACE_S / SHOWN_S), len(self._paths) - 1))
        return shrunk(self._image), {"source": str(self._paths[self._at])}

    def full(self) -> tuple[Image, Image, Meta]:
        """The picture shown now."""
        return self._image, shrunk(self._image), {"source": str(self._paths[self._at])}

    def close(self) -> None:
        """End a wait for the next picture."""
        self._pause.set()

    def _turn_to(self, number: int) -> None:
        if number != self._at:
            self._at, self._image = number, _picture_in(self._paths[number])


class Video:
    """A video played once at its own pace: a Device."""

    def __init__(self, path: Path, wire: cv2.VideoCapture) -> None:
        self._path, self._wire = path, wire
        self._pause = threading.Event()
        rate = wire.get(cv2.CAP_PROP_FPS)
        self._pace_s = 1 / rate if rate > 0 else PACE_S
        self._last: Image | None = None

    def small(self) -> tuple[Image, Meta]:
        """The next frame, made small."""
        self._pause.wait(self._pace_s)
        return shrunk(self._next()), {"source": str(self._path)}

    def full(self) -> tuple[Image, Image, Meta]:
        """The next frame."""
        image = self._next()
        return image, shrunk(image), {"source": str(self._path)}

    def close(self) -> None:
        """Close the file."""
        self._pause.set()
        self._wire.release()

    def _next(self) -> Image:
        good, image = self._wire.read()
        if good and image is not None:
            self._last = np.asarray(image, np.uint8)
        if self._last is None:
            raise CameraTrouble("The video {path} holds no picture: choose another file.", path=self._path)
        return self._last
