"""Reads a picture of the table, using tracks and the last picture so that unchanged pieces are not read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from hardware.cameras.camera import Image
from referee.model.tracks import Track, Tracks
from vision.eyes import Eyes
from vision.motion.change import Ground
from vision.pipeline import find, read_found
from vision.types import Found, Note, Piece, Point, Reading


@dataclass(frozen=True, slots=True)
class EarlierLook:
    """The pieces of the previous reading, and the mask of what has changed in the picture since."""

    pieces: tuple[Piece, ...]
    ground: Ground

    def keeps(self, track: Track) -> bool:
        """Whether a die was seen at this track, and the picture there has not changed."""
        seen = any(track.lies_at(old.centre_px, old.centre_mm) for old in self.pieces if old.kind == "die")
        return seen and self.ground.keeps(track.seen.outline_px)


def read_table(
    image: Image, eyes: Eyes, asked: Sequence[str], tracks: Tracks, earlier: EarlierLook | None = None
) -> Reading:
    """Find and read all pieces in a whole picture (BGR).

    A detection at the place of a track that is not asked for belongs to that track; it is read only to see whether the
    piece was turned.  Where the picture has not changed since the *earlier* reading, a counted die keeps its track,
    even if it was not detected; other dice there get the note `Note.STILL`.
    """
    started = perf_counter()
    found = find(image, eyes.plane, eyes.empty)
    between = perf_counter()
    still = {name: track.seen for name, track in tracks.items() if _stays(track, earlier, name in asked)}
    _, found_else = _sorted_out(found, eyes, {name: tracks[name] for name in still})
    resting = {name: track for name, track in tracks.items() if name not in asked and name not in still}
    places, fresh = _sorted_out(found_else, eyes, {name: track for name, track in resting.items() if not track.taken})
    expect = (*asked, *(name for name in resting if name not in places))
    stayed = [one for one in fresh if earlier and one.kind == "die" and earlier.ground.keeps(one.outline_px)]
    came = read_found(image, [one for one in fresh if one not in stayed], eyes, expect)
    stay = [replace(one, notes=(*one.notes, Note.STILL)) for one in read_found(image, stayed, eyes, expect)]
    known = _looked_at_again(image, places, eyes, resting)
    ms = {"find": 1e3 * (between - started), "read": 1e3 * (perf_counter() - between)}
    return Reading((*came, *stay, *known, *still.values()), (), {part: round(taken, 2) for part, taken in ms.items()})


def _stays(track: Track, earlier: EarlierLook | None, asked: bool) -> bool:
    """Whether a counted die has not moved; an *asked* die whose name was guessed may be another one."""
    counted = not track.taken and track.seen.kind == "die" and not (asked and Note.GUESSED in track.seen.notes)
    return counted and earlier is not None and earlier.keeps(track)


def is_bare(image: Image, eyes: Eyes) -> bool:
    """Whether no detector finds anything on the mat, with the picture of the empty table or without it."""
    if eyes.plane is None:
        return False
    seen = (*find(image, eyes.plane, eyes.empty), *find(image, eyes.plane))
    return all(Note.OFF in one.notes for one in seen)


def _sorted_out(found: Sequence[Found], eyes: Eyes, tracks: Tracks) -> tuple[dict[str, Found], list[Found]]:
    """Splits detections into those at the place of a track, by name, and those that must be read."""
    known: dict[str, Found] = {}
    fresh = []
    for one in found:
        px, mm = one.centre_px, _mm(eyes, one.centre_px)
        name = next((name for name, track in tracks.items() if name not in known and track.lies_at(px, mm)), None)
        if name is None:
            fresh.append(one)
        else:
            known[name] = one
    return known, fresh


def _looked_at_again(image: Image, places: Mapping[str, Found], eyes: Eyes, tracks: Tracks) -> list[Piece]:
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
