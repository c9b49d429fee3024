"""Reads pictures of the table with the vision model of its home; unchanged pieces are not read again.

The model is loaded again after a calibration or a lesson, and adapted to camera drift and light.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TypeVar

import numpy as np

from calibration.storage.damaged import without_damaged
from calibration.storage.files import written_ns
from calibration.storage.table_files import load_calibration, load_empty, load_eyes, load_gallery
from calibration.table.light import Light, measure
from hardware.cameras.camera import Image, shrunk
from referee.model.tracks import Track, TrackKey, Tracks, TrackState
from referee.model.words import sentence_of
from vision.detection.change_mask import ChangeMask
from vision.eyes import Eyes
from vision.geometry.camera_drift import carried, check_drift, moved_mm, trouble_of
from vision.geometry.plane import Plane, PlaneError, drift
from vision.models.inference import return_freed
from vision.pipeline import find, read_detections
from vision.settling import Backdrop, reference
from vision.thresholds import CAMERA_STILL_MM
from vision.types import Detection, Note, Piece, Point, Reading

WATCHED = 1.25  # Times the play area: stones that roll off the mat are still watched, sleeves beside it are not.
FILES = ("calibration.json", "empty.png", "gallery.npz")
Key = TypeVar("Key", str, TrackKey)


class VisionContext:
    """The calibrated vision model, reloaded when files change and adapted to how the table looks now.

    A nudged camera and slowly changing light are followed in memory only; no file is written.  ``light`` describes the
    last full picture.  Whoever changes the gallery holds ``gallery_lock`` from reading it until the changed one is
    saved: pictures are learnt from throws in one thread, and taught in another.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self.gallery_lock = threading.Lock()
        self._lock = threading.Lock()
        self._stamp: tuple[int, ...] = ()
        self._calibrated: Plane | None = None
        self._now: Eyes | None = None
        self._backdrop = Backdrop(None, None)
        self._calibration: str | None = None
        self.light: Light | None = None

    def eyes(self) -> Eyes:
        """The current vision model; a damaged file of the home is renamed and reported.

        Raises:
            StoreError: where a damaged file cannot be moved away.
        """
        return without_damaged(self.home, self._loaded)

    def _loaded(self) -> Eyes:
        """The vision model, loaded again where a file has changed.

        Raises:
            DamagedFileError: where a file of the home is damaged.
        """
        with self._lock:
            stamp = tuple(written_ns(self.home / name) for name in FILES)
            if self._now is None or stamp[:-1] != self._stamp[:-1]:
                loaded = load_eyes(self.home)
                calibration = load_calibration(self.home)
                self._calibration = calibration.id if calibration else None
                self._calibrated = loaded.plane
                self._see(loaded)
                return_freed()  # 7 MB of unpacking the files
            elif stamp != self._stamp:
                self._now = replace(self._now, gallery=load_gallery(self.home))
            self._stamp = stamp
            assert self._now is not None
            return self._now

    def _see(self, eyes: Eyes, small: Image | None = None) -> None:
        """Use *eyes* from now on; *small* is a small picture of the empty table (None: the stored one, reduced)."""
        self._now, self._backdrop = eyes, _backdrop(eyes, small)

    def backdrop(self) -> Backdrop:
        """The reference picture of the empty table for settling.  Raises like `eyes`."""
        self.eyes()
        return self._backdrop

    @property
    def is_calibrated(self) -> bool:
        """Whether the table was calibrated when `eyes` or `backdrop` was called last."""
        return self._calibrated is not None

    def corrected(self, image: Image, upset: bool) -> tuple[Eyes | None, str]:
        """The vision model for this full picture, corrected for camera drift; None where no throw may be judged.

        Also returns a sentence about the camera's place or the shape of its pictures, empty where both are unchanged.
        Raises like `eyes`.
        """
        try:
            return self._corrected(image, upset)
        except PlaneError as trouble:  # pictures of another shape
            return None, _words_of(trouble)

    def _corrected(self, image: Image, upset: bool) -> tuple[Eyes | None, str]:
        now, calibrated = self.eyes(), self._calibrated
        self.light = measure(image, now.plane)
        if calibrated is None or now.plane is None:
            return now, ""
        if now.plane is not calibrated and (off := drift(now.plane, image)).by_mm and off.mm <= CAMERA_STILL_MM:
            return now, _words_of(trouble_of(moved_mm(calibrated, now.plane)))
        found = check_drift(calibrated, image, upset)
        if found.plane is None:
            return None, _words_of(found.trouble)
        with self._lock:
            latest = self._now or now  # another thread may have loaded a new gallery or calibration meanwhile
            if self._calibrated is calibrated and found.plane is not latest.plane:
                self._see(replace(latest, plane=found.plane, empty=self._carried(calibrated, found.plane)))
            return self._now, _words_of(found.trouble)

    def _carried(self, calibrated: Plane, plane: Plane) -> Image | None:
        """The stored picture of the empty table, warped to the drifted plane and cached."""
        empty = without_damaged(self.home, lambda: load_empty(self.home))
        return empty if empty is None or plane is calibrated else carried(empty, calibrated, plane)

    @property
    def advice(self) -> str:
        """Advice about the light of the last picture; empty where it is good, or the picture is black."""
        return "" if self.light is None or self.light.bad else " ".join(self.light.words)

    def learn(self, small: Image, whole: Image | None = None) -> None:
        """Use these pictures as the reference of the empty table; call it only while the table is empty and still."""
        with self._lock:
            if self._now is not None:
                self._see(self._now if whole is None else replace(self._now, empty=whole), small)

    @property
    def calibration(self) -> str | None:
        """The id of the calibration in use, for the evidence; None without one."""
        return self._calibration


def _words_of(trouble: PlaneError | None) -> str:
    return sentence_of(trouble) if trouble else ""


def _backdrop(eyes: Eyes, small: Image | None) -> Backdrop:
    if small is None:
        small = None if eyes.empty is None else shrunk(eyes.empty)
    if small is None or eyes.plane is None:
        return reference(small)
    plane = eyes.plane.resized((small.shape[1], small.shape[0]))
    return reference(small, plane.to_px(plane.play_area * WATCHED))


def read_table(
    image: Image, eyes: Eyes, asked: Sequence[str], tracks: Tracks, unchanged: ChangeMask | None = None
) -> Reading:
    """Find and read all pieces in a whole picture (BGR).

    A detection at the place of a track whose piece is not among *asked* belongs to that track; it is read only to
    notice that the piece was turned.  Where the picture is *unchanged* since the last reading, a die keeps its track
    even if it is not detected, and all dice get `Note.STILL`.
    """
    started = perf_counter()
    found = find(image, eyes.plane, eyes.empty, eyes.gallery.edges_mm(asked))
    between = perf_counter()
    still = {key: _still(track.last_piece) for key, track in tracks.items() if unchanged and _stays(track, unchanged)}
    _, found_else = _sorted_out(found, eyes, {name: tracks[name] for name in still})
    resting = {
        name: track
        for name, track in tracks.items()
        if isinstance(name, str) and name not in asked and name not in still
    }
    places, fresh = _sorted_out(found_else, eyes, {name: track for name, track in resting.items() if not track.held})
    expect = (*asked, *(name for name in resting if name not in places))
    stayed = [one for one in fresh if unchanged and one.kind == "die" and unchanged.is_unchanged(one.outline_px)]
    came = read_detections(image, [one for one in fresh if one not in stayed], eyes, expect)
    stay = [_still(one) for one in read_detections(image, stayed, eyes, expect)]
    known = _looked_at_again(image, places, eyes, resting)
    ms = {"find": 1e3 * (between - started), "read": 1e3 * (perf_counter() - between)}
    return Reading((*came, *stay, *known, *still.values()), (), {part: round(taken, 2) for part, taken in ms.items()})


def _stays(track: Track, unchanged: ChangeMask) -> bool:
    """Whether a confirmed die is in an unchanged part of the picture."""
    was_there = track.state == TrackState.CONFIRMED and track.last_piece.kind == "die"
    return was_there and unchanged.is_unchanged(track.last_piece.outline_px)


def _still(piece: Piece) -> Piece:
    return replace(piece, notes=(*piece.notes, Note.STILL))


def is_bare(image: Image, eyes: Eyes) -> bool:
    """Whether no detector finds anything on the mat, with the picture of the empty table or without it."""
    if eyes.plane is None:
        return False
    detections = (*find(image, eyes.plane, eyes.empty), *find(image, eyes.plane))
    return all(Note.OFF in one.notes for one in detections)


def _sorted_out(
    detections: Sequence[Detection], eyes: Eyes, tracks: Mapping[Key, Track]
) -> tuple[dict[Key, Detection], list[Detection]]:
    """Split detections into those at the place of a track, by its key, and those that must be read."""
    known: dict[Key, Detection] = {}
    fresh = []
    for one in detections:
        px, mm = one.centre_px, _mm(eyes, one.centre_px)
        name = next((name for name, track in tracks.items() if name not in known and track.lies_at(px, mm)), None)
        if name is None:
            fresh.append(one)
        else:
            known[name] = one
    return known, fresh


def _looked_at_again(
    image: Image, places: Mapping[str, Detection], eyes: Eyes, tracks: Mapping[str, Track]
) -> list[Piece]:
    """The pieces of the tracks at *places*, each with its new side where another side is surely read."""
    again = read_detections(image, list(places.values()), eyes, tuple(places))
    pieces = []
    for name, now in zip(places, again, strict=True):
        before = tracks[name].last_piece
        turned = now.sure and now.piece == name and now.side != before.side
        pieces.append(replace(before, side=now.side, value=now.value, sure=True) if turned else before)
    return pieces


def _mm(eyes: Eyes, px: Point) -> Point | None:
    if eyes.plane is None:
        return None
    x, y = eyes.plane.to_mm(np.array([px]))[0]
    return float(x), float(y)
