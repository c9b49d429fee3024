"""Reads a picture of the table, using tracks and the last picture so that unchanged pieces are not read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TypeVar

import numpy as np

from hardware.cameras.camera import Image
from referee.model.tracks import Track, TrackKey, Tracks, TrackState
from vision.eyes import Eyes
from vision.motion.change import Ground
from vision.pipeline import find, read_found
from vision.types import Found, Note, Piece, Point, Reading

Key = TypeVar("Key", str, TrackKey)


def read_table(
    image: Image, eyes: Eyes, asked: Sequence[str], tracks: Tracks, unchanged: Ground | None = None
) -> Reading:
    """Find and read all pieces in a whole picture (BGR).

    A detection at the place of a track that is not asked for belongs to that track; it is read only to see whether the
    piece was turned.  Where the picture is *unchanged* since the last reading, a die keeps its track, even if it was
    not detected; all dice there get the note `Note.STILL`.
    """
    started = perf_counter()
    found = find(image, eyes.plane, eyes.empty)
    between = perf_counter()
    still = {key: _still(track.seen) for key, track in tracks.items() if unchanged and _stays(track, unchanged)}
    _, found_else = _sorted_out(found, eyes, {name: tracks[name] for name in still})
    resting = {
        name: track
        for name, track in tracks.items()
        if isinstance(name, str) and name not in asked and name not in still
    }
    places, fresh = _sorted_out(found_else, eyes, {name: track for name, track in resting.items() if not track.held})
    expect = (*asked, *(name for name in resting if name not in places))
    stayed = [one for one in fresh if unchanged and one.kind == "die" and unchanged.keeps(one.outline_px)]
    came = read_found(image, [one for one in fresh if one not in stayed], eyes, expect)
    stay = [_still(one) for one in read_found(image, stayed, eyes, expect)]
    known = _looked_at_again(image, places, eyes, resting)
    ms = {"find": 1e3 * (between - started), "read": 1e3 * (perf_counter() - between)}
    return Reading((*came, *stay, *known, *still.values()), (), {part: round(taken, 2) for part, taken in ms.items()})


def _stays(track: Track, unchanged: Ground) -> bool:
    """Whether a die that was counted, or lay there, has not moved."""
    lay_there = track.state == TrackState.CONFIRMED and track.seen.kind == "die"
    return lay_there and unchanged.keeps(track.seen.outline_px)


def _still(piece: Piece) -> Piece:
    return replace(piece, notes=(*piece.notes, Note.STILL))


def is_bare(image: Image, eyes: Eyes) -> bool:
    """Whether no detector finds anything on the mat, with the picture of the empty table or without it."""
    if eyes.plane is None:
        return False
    seen = (*find(image, eyes.plane, eyes.empty), *find(image, eyes.plane))
    return all(Note.OFF in one.notes for one in seen)


def _sorted_out(
    found: Sequence[Found], eyes: Eyes, tracks: Mapping[Key, Track]
) -> tuple[dict[Key, Found], list[Found]]:
    """Splits detections into those at the place of a track, and those that must be read."""
    known: dict[Key, Found] = {}
    fresh = []
    for one in found:
        px, mm = one.centre_px, _mm(eyes, one.centre_px)
        name = next((name for name, track in tracks.items() if name not in known and track.lies_at(px, mm)), None)
        if name is None:
            fresh.append(one)
        else:
            known[name] = one
    return known, fresh


def _looked_at_again(image: Image, places: Mapping[str, Found], eyes: Eyes, tracks: Mapping[str, Track]) -> list[Piece]:
    """The tracked pieces, each with its new side where another side is read with certainty."""
    again = read_found(image, list(places.values()), eyes, tuple(places))
    pieces = []
    for name, now in zip(places, again, strict=True):
        seen = tracks[name].seen
        turned = now.sure and now.piece == name and now.side != seen.side
        pieces.append(replace(seen, side=now.side, value=now.value, sure=True) if turned else seen)
    return pieces


def _mm(eyes: Eyes, px: Point) -> Point | None:
    if eyes.plane is None:
        return None
    x, y = eyes.plane.to_mm(np.array([px]))[0]
    return float(x), float(y)
