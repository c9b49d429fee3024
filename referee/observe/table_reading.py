"""Reading the table with what is known of it already."""

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
    """An earlier look: what was seen then, and where the table changed since."""

    pieces: tuple[Piece, ...]
    ground: Ground

    def keeps(self, track: Track) -> bool:
        """Whether a die was seen in this place then, and the picture there is as it was."""
        seen = any(track.lies_at(old.centre_px, old.centre_mm) for old in self.pieces if old.kind == "die")
        return seen and self.ground.keeps(track.seen.outline_px)


def read_table(
    image: Image, eyes: Eyes, asked: Sequence[str], tracks: Tracks, earlier: EarlierLook | None = None
) -> Reading:
    """Find and read all pieces in a whole picture (BGR).

    What was counted before, is not to be thrown now, and lies where it lay, is known by its place: nothing else is
    taken for it, and it is looked at only to see whether somebody turned it.  Where the picture is as it was at an
    *earlier* look, a counted die lies there still, asked for or not, found or overlooked; other dice get the
    note `Note.STILL`, and take no name from one that came.
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
    """Whether a counted die lies as it lay; one that is *asked* for may be another where its name was but guessed."""
    counted = not track.taken and track.seen.kind == "die" and not (asked and Note.GUESSED in track.seen.notes)
    return counted and earlier is not None and earlier.keeps(track)


def is_bare(image: Image, eyes: Eyes) -> bool:
    """Whether nothing at all is found on the mat, neither beside the picture of the empty table nor without it."""
    if eyes.plane is None:
        return False
    seen = (*find(image, eyes.plane, eyes.empty), *find(image, eyes.plane))
    return all(Note.OFF in one.notes for one in seen)


def _sorted_out(found: Sequence[Found], eyes: Eyes, tracks: Tracks) -> tuple[dict[str, Found], list[Found]]:
    """The pieces known by their place, and what must be read."""
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
    """The pieces as they were seen when they counted; with another side where one is surely seen now."""
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
