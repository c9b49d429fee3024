"""Associates each piece of a reading with the track that it belongs to: global nearest neighbour in two rounds.  Pure.

Before the rounds, a die loses its identity where its looks fit another die too.  The first round assigns pieces at the
place of a track (or identified as its piece), the second round dice that were pushed.  A piece outside the gate of
every track stays without a track.  After the rounds each associated die has the identity of its track.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.model.tracks import (
    FAR_MM,
    MOVED_MM,
    Track,
    TrackKey,
    Tracks,
    TrackState,
    is_uncounted,
    without,
)
from vision.recognition.assignment import FORBIDDEN, assign
from vision.types import Note, Piece

IDENTITY = 2.0  # Affinity of the same identity, and of the same place and side; nearness adds at most 1.
LIKELY = 0.2
"""A new die's side is not sure if another side has at least this probability."""
CERTAIN = 0.95
"""No question is asked about an identity, or about who threw, if its probability is at least this."""
Affinity = Callable[[Piece, TrackKey, Track], float]


@dataclass(frozen=True, slots=True)
class Association:
    """The track key of each associated piece, by its index in the reading.

    ``pushed`` has the indices of unidentified dice that were pushed from the place of their track.
    """

    keys: Mapping[int, TrackKey]
    pushed: frozenset[int] = frozenset()

    def names(self) -> frozenset[str]:
        """The identified pieces that are on the table."""
        return frozenset(key for key in self.keys.values() if isinstance(key, str))

    def without(self, pieces: Collection[int]) -> Association:
        """The association without these pieces, by their indices."""
        return Association({i: key for i, key in self.keys.items() if i not in pieces}, self.pushed - set(pieces))

    def index_of(self, key: TrackKey) -> int | None:
        """The index of a track's piece; None where it is not seen."""
        return next((i for i, other in self.keys.items() if other == key), None)


def associate_reading(
    pieces: Sequence[Piece], tracks: Tracks, due: Collection[str]
) -> tuple[list[Piece], Association, Tracks]:
    """The pieces with the identities of their tracks, which track each belongs to, and the tracks found again."""
    read = [_with_doubts(piece, tracks) for piece in pieces]
    found = associate(read, tracks, due)
    tracks = _with_uncovered(tracks, read, found)
    return _named_by_place(read, tracks, found, due), found, tracks


def _with_doubts(piece: Piece, tracks: Tracks) -> Piece:
    """A die without its identity where its looks fit another die too, and unsure where another side is likely."""
    if piece.kind != "die":
        return piece
    if not piece.sure and not is_certain(piece):
        piece = replace(piece, piece=None)
    other = any(one.side != piece.side and one.score >= LIKELY for one in piece.candidates)
    return replace(piece, sure=False) if other and is_uncounted(piece, tracks) else piece


def is_certain(piece: Piece) -> bool:
    """Whether the identity of a die is certain by its looks, among all dice that it may be."""
    named = [one for one in piece.candidates if one.piece is not None]
    return sum(one.score for one in named if one.piece == piece.piece) >= CERTAIN * sum(one.score for one in named)


def associate(pieces: Sequence[Piece], tracks: Tracks, due: Collection[str] = ()) -> Association:
    """Associate *pieces* with tracks, one to one.  Where several pieces are *due*, no due piece counts as pushed."""
    near = _assigned(pieces, tracks, range(len(pieces)), _in_place)
    left = [i for i in range(len(pieces)) if i not in near]
    thrown = due if len(due) > 1 else ()
    pushed = _assigned(pieces, without(tracks, (*near.values(), *thrown)), left, _pushed)
    return Association({**near, **pushed}, frozenset(i for i, key in pushed.items() if isinstance(key, int)))


def _assigned(
    pieces: Sequence[Piece], tracks: Tracks, indices: Sequence[int], affinity: Affinity
) -> dict[int, TrackKey]:
    """The assignment with the highest total affinity (Hungarian method); pairs with negative affinity are gated out."""
    keys = list(tracks)
    if not keys or not indices:
        return {}
    table = np.array([[affinity(pieces[i], key, tracks[key]) for key in keys] for i in indices])
    columns = assign(np.where(table < 0, FORBIDDEN, table), np.zeros(len(indices))).columns
    return {i: keys[column] for i, column in zip(indices, columns, strict=True) if column >= 0}


def _in_place(piece: Piece, key: TrackKey, track: Track) -> float:
    """Affinity of *piece* and a track by identity, place and side; negative: out of the gate."""
    by_name = IDENTITY if piece.piece == key and Note.LEANER not in piece.notes else 0.0
    by_place = _place(piece, track) if _is_tracked_by_place(piece, key) else 0.0
    return by_name + by_place if by_name + by_place > 0 else -1.0


def _is_tracked_by_place(piece: Piece, key: TrackKey) -> bool:
    if Note.LEANER in piece.notes:
        return isinstance(key, int)
    free = piece.piece in (None, key) or Note.STILL in piece.notes or isinstance(key, int)
    return piece.kind == "die" and free


def _place(piece: Piece, track: Track) -> float:
    distance = track.distance_mm(piece.centre_px, piece.centre_mm)
    inside = track.same_pose(piece) if track.held else distance <= MOVED_MM
    alike = piece.side in (track.side, track.last_piece.side) or Note.STILL in piece.notes
    unsure = track.state == TrackState.TENTATIVE and not (piece.sure and track.last_piece.sure)
    return IDENTITY + 1 - distance / FAR_MM if inside and (alike or unsure) else 0.0


def _pushed(piece: Piece, key: TrackKey, track: Track) -> float:
    """Affinity of an unidentified die and the track of a missing die on the same side; negative: too far away."""
    distance = track.distance_mm(piece.centre_px, piece.centre_mm)
    was_there = track.state == TrackState.CONFIRMED and track.last_piece.kind == "die"
    free = piece.kind == "die" and piece.piece is None
    near = distance <= FAR_MM and piece.side == track.last_piece.side
    return 1 - distance / (2 * FAR_MM) if was_there and free and near else -1.0


def _with_uncovered(tracks: Tracks, pieces: Sequence[Piece], found: Association) -> Tracks:
    """The tracks, where a held die that lies exactly as before is confirmed again: it was only covered."""
    matched = {key: pieces[i] for i, key in found.keys.items()}
    back = {
        key: track for key, track in tracks.items() if track.held and key in matched and track.same_pose(matched[key])
    }
    return {**tracks, **{key: replace(track, state=TrackState.CONFIRMED) for key, track in back.items()}}


def _named_by_place(pieces: Sequence[Piece], tracks: Tracks, found: Association, due: Collection[str]) -> list[Piece]:
    """The pieces, where each associated die has the identity of its track.

    If two pieces claim an identity, the one that has not moved keeps it; if that piece is due, neither is certain.
    """
    named = list(pieces)
    for i, key in found.keys.items():
        if pieces[i].kind == "die" and Note.LEANER not in pieces[i].notes:
            named[i] = _with_identity(pieces[i], key, tracks[key])
    named = [replace(one, piece=None) if _was_overlooked(i, one, found) else one for i, one in enumerate(named)]
    for i, piece in enumerate(named):
        other = found.index_of(piece.piece) if piece.piece is not None and piece.kind == "die" else None
        if other is not None and other != i and piece.piece in due:
            named[i], named[other] = replace(piece, sure=False), replace(named[other], piece=None)
        elif other is not None and other != i:
            named[i] = replace(piece, piece=None)
    return named


def _was_overlooked(index: int, piece: Piece, found: Association) -> bool:
    """Whether a die was in the last picture but not detected in it, so that it gets no identity from a track now."""
    return index not in found.keys and piece.kind == "die" and Note.STILL in piece.notes


def _with_identity(piece: Piece, key: TrackKey, track: Track) -> Piece:
    if isinstance(key, int):
        return piece if track.state == TrackState.TENTATIVE else replace(piece, piece=None)
    if piece.piece == key:
        return piece
    return replace(track.last_piece, notes=piece.notes) if Note.STILL in piece.notes else with_name(piece, key)


def with_name(piece: Piece, name: str) -> Piece:
    """*piece* with the identity *name*."""
    candidates = tuple(replace(one, piece=name) for one in piece.candidates if one.piece in (None, name))
    return replace(piece, piece=name, candidates=candidates)
