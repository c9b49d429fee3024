"""The piece tracker: which piece of a reading belongs to which track, and the life of the tracks.  Pure.

Association is the global nearest neighbour in two rounds: first the pieces that lie where a track is (or are identified
as its piece), then dice that were pushed.  Pieces outside of the gate of every track begin a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.model.tracks import (
    FAR_MM,
    MOVED_MM,
    Track,
    TrackKey,
    Tracks,
    TrackState,
    by_name,
    identified,
    unidentified,
    without,
)
from vision.recognition.assignment import FORBIDDEN, assign
from vision.types import Note, Piece, Reading

IDENTITY = 2.0  # Weight of the same identity, and of the same place and side; nearness adds less than 1.
PATIENCE = 3  # Readings in a row that may miss an unidentified piece before its track is lost.
PASSING = frozenset({Note.STILL, Note.GUESSED, Note.UNIDENTIFIED})
"""Notes about one reading, which a track does not keep."""
Affinity = Callable[[Piece, TrackKey, Track], float]


@dataclass(frozen=True, slots=True)
class Association:
    """The track of each piece (by index) that has one; ``pushed`` are the unidentified dice that were pushed."""

    keys: Mapping[int, TrackKey]
    pushed: frozenset[int] = frozenset()

    def names(self) -> frozenset[str]:
        """The identified pieces that are on the table."""
        return frozenset(key for key in self.keys.values() if isinstance(key, str))

    def index_of(self, key: TrackKey) -> int | None:
        """The piece of a track; None where it is not seen."""
        return next((i for i, other in self.keys.items() if other == key), None)


def associate(pieces: Sequence[Piece], tracks: Tracks, due: Collection[str] = ()) -> Association:
    """The tracks of *pieces*; no track gets two of them.  Where several are *due*, none of those counts as pushed."""
    near = _assigned(pieces, tracks, range(len(pieces)), _in_place)
    left = [i for i in range(len(pieces)) if i not in near]
    thrown = due if len(due) > 1 else ()
    pushed = _assigned(pieces, without(tracks, (*near.values(), *thrown)), left, _pushed)
    return Association({**near, **pushed}, frozenset(i for i, key in pushed.items() if isinstance(key, int)))


def revived(tracks: Tracks, pieces: Sequence[Piece], found: Association) -> Tracks:
    """The tracks; dice that were covered and lie exactly as before are confirmed again."""
    seen = {key: pieces[i] for i, key in found.keys.items()}
    back = {key: track for key, track in tracks.items() if track.held and key in seen and track.same_pose(seen[key])}
    return {**tracks, **{key: replace(track, state=TrackState.CONFIRMED) for key, track in back.items()}}


def named_by_place(pieces: Sequence[Piece], tracks: Tracks, found: Association, due: Collection[str]) -> list[Piece]:
    """The pieces, a die with the identity of its track.

    An identity that two pieces claim stays with the one that has not moved, unless the game waits for that piece:
    then neither is certain.
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
    """Whether a die was there at the last look, but not detected: it does not take an identity now."""
    return index not in found.keys and piece.kind == "die" and Note.STILL in piece.notes


def _with_identity(piece: Piece, key: TrackKey, track: Track) -> Piece:
    if isinstance(key, int):
        return piece if track.state == TrackState.TENTATIVE else replace(piece, piece=None)
    if piece.piece == key:
        return piece
    return replace(track.seen, notes=piece.notes) if Note.STILL in piece.notes else called(piece, key)


def called(piece: Piece, name: str) -> Piece:
    """A die with an identity."""
    candidates = tuple(replace(one, piece=name) for one in piece.candidates if one.piece in (None, name))
    return replace(piece, piece=name, candidates=candidates)


def _assigned(
    pieces: Sequence[Piece], tracks: Tracks, indices: Sequence[int], affinity: Affinity
) -> dict[int, TrackKey]:
    """The assignment of highest total affinity (Hungarian method); a negative affinity is out of the gate."""
    keys = list(tracks)
    if not keys or not indices:
        return {}
    table = np.array([[affinity(pieces[i], key, tracks[key]) for key in keys] for i in indices])
    columns = assign(np.where(table < 0, FORBIDDEN, table), np.zeros(len(indices))).columns
    return {i: keys[column] for i, column in zip(indices, columns, strict=True) if column >= 0}


def _in_place(piece: Piece, key: TrackKey, track: Track) -> float:
    """How well *piece* fits a track by identity, place and side."""
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
    alike = piece.side in (track.side, track.seen.side) or Note.STILL in piece.notes
    unsure = track.state == TrackState.TENTATIVE and not (piece.sure and track.seen.sure)
    return IDENTITY + 1 - distance / FAR_MM if inside and (alike or unsure) else 0.0


def _pushed(piece: Piece, key: TrackKey, track: Track) -> float:
    """How well an unidentified die fits a die that lay there and is seen no more: near, and on the same side."""
    distance = track.distance_mm(piece.centre_px, piece.centre_mm)
    lay_there = track.state == TrackState.CONFIRMED and track.seen.kind == "die"
    free = piece.kind == "die" and piece.piece is None
    near = distance <= FAR_MM and piece.side == track.seen.side
    return 1 - distance / (2 * FAR_MM) if lay_there and free and near else -1.0


# The life of tracks ---------------------------------------------------------------------------------------------------


def already_there(tracks: Tracks, pieces: Sequence[Piece], found: Association) -> Tracks:
    """The tracks with everything that lies on the table before a throw: it is no part of that throw.

    Pieces that are tracked already keep their track.
    """
    new: Tracks = {
        piece.piece: _track(piece) for piece in pieces if piece.piece is not None and piece.piece not in tracks
    }
    return confirmed(born({**tracks, **new, **_in_reading(tracks, pieces, found)}, pieces, found))


def confirmed(tracks: Tracks) -> Tracks:
    """The tracks; what came to rest and was not counted is no part of the next throw."""
    return {key: _with_state(track, TrackState.TENTATIVE, TrackState.CONFIRMED) for key, track in tracks.items()}


def reopened(tracks: Tracks, due: Collection[str]) -> Tracks:
    """The tracks when somebody asks to read the throw that is due: its pieces count wherever they lie.

    The tracks of the pieces that are due are dropped, and any unidentified die may be one of them.
    """
    left = without(tracks, due)
    open_: Tracks = {
        key: _with_state(track, TrackState.CONFIRMED, TrackState.TENTATIVE)
        for key, track in left.items()
        if isinstance(key, int)
    }
    return {**left, **open_}


def followed(
    tracks: Tracks, pieces: Sequence[Piece], found: Association, looked_for: Collection[str], due: Collection[str]
) -> Tracks:
    """The tracks after a reading was judged.

    A piece that was looked for and is not in the reading is held.  A piece that nobody was to throw has only been
    pushed: its track follows it, and keeps the counted side.
    """
    seen = {piece.piece: piece for piece in pieces if piece.piece is not None}
    pushed: Tracks = {
        name: _moved(track, seen[name]) for name, track in identified(tracks) if name in seen and name not in due
    }
    unnamed = _in_reading(tracks, pieces, found)
    kept = without(tracks, [key for key, _ in unidentified(tracks) if key not in unnamed])
    return born({**with_held(kept, seen, looked_for), **pushed, **unnamed}, pieces, found)


def _in_reading(tracks: Tracks, pieces: Sequence[Piece], found: Association) -> Tracks:
    """The tracks of unidentified pieces after a reading, less those that are lost."""
    there: Tracks = {key: _seen(tracks[key], pieces[i]) for i, key in found.keys.items() if isinstance(key, int)}
    lost = _lost(tracks, there)
    missed: Tracks = {
        key: _missed(track) for key, track in unidentified(tracks) if key not in there and key not in lost
    }
    return {**there, **missed}


def with_held(tracks: Tracks, seen: Collection[str], looked_for: Collection[str]) -> dict[TrackKey, Track]:
    """The tracks; identified pieces that were looked for and are not *seen* are held."""
    held: Tracks = {
        name: replace(track, state=TrackState.HELD)
        for name, track in identified(tracks)
        if name in looked_for and name not in seen
    }
    return {**tracks, **held}


def counted(tracks: Tracks, reading: Reading, shown: Mapping[str, str]) -> Tracks:
    """The tracks after a throw was counted; *shown* has the side of each counted piece.

    A die whose identity was guessed stays unidentified, with the identity distribution that was found.
    """
    after = dict(tracks)
    for name, piece in by_name(reading).items():
        if name in shown:
            key, there = _key_at(piece, after), Track(shown[name], _kept(piece))
            guessed = Note.GUESSED in piece.notes
            after = without(after, () if key is None else (key,))
            new_key: TrackKey = (_next_key(tracks, after) if key is None else key) if guessed else name
            after[new_key] = replace(there, seen=replace(there.seen, piece=None)) if guessed else there
    uncovered = [piece for piece in reading.pieces if piece.piece is None and _key_at(piece, after) is None]
    return confirmed(born(after, uncovered, Association({})))


def entered(tracks: Tracks, shown: Mapping[str, str]) -> Tracks:
    """The tracks after a throw was entered by hand; the only die that came to rest on a side is the piece with it."""
    after = dict(tracks)
    for name, side in shown.items():
        came = [
            (key, track)
            for key, track in unidentified(after)
            if track.state == TrackState.TENTATIVE and track.seen.side == side
        ]
        if len(came) == 1:
            key, track = came[0]
            after = {**without(after, (key,)), name: Track(side, replace(track.seen, piece=name))}
    return confirmed(after)


def born(tracks: Tracks, pieces: Sequence[Piece], found: Association) -> Tracks:
    """The tracks, with a new one for each unidentified die, and each piece on its edge, that has none.

    A die that lies as at the last look was overlooked then, and did not come now.
    """
    after = dict(tracks)
    for i, piece in enumerate(pieces):
        if i not in found.keys and _wants_track(piece):
            state = TrackState.CONFIRMED if Note.STILL in piece.notes else TrackState.TENTATIVE
            after[_next_key(after)] = Track("", replace(_kept(piece), piece=None), state)
    return after


def _wants_track(piece: Piece) -> bool:
    unidentified_die = piece.kind == "die" and (piece.piece is None or not piece.sure)
    return (unidentified_die or Note.LEANER in piece.notes) and Note.OFF not in piece.notes


def _track(piece: Piece) -> Track:
    return Track(piece.side or "", _kept(piece))


def _kept(piece: Piece) -> Piece:
    return replace(piece, notes=tuple(note for note in piece.notes if note not in PASSING))


def _with_state(track: Track, before: TrackState, after: TrackState) -> Track:
    return replace(track, state=after) if track.state == before else track


def _moved(track: Track, piece: Piece) -> Track:
    old = track.seen
    return Track(track.side, replace(_kept(piece), side=old.side, value=old.value, sure=old.sure))


def _seen(track: Track, piece: Piece) -> Track:
    """An unidentified piece at its place; its identity distribution stays where it was counted."""
    state = TrackState.CONFIRMED if track.held else track.state
    candidates = track.seen.candidates if track.side else piece.candidates
    seen = replace(_kept(piece), piece=None, candidates=candidates)
    return Track(track.side, seen, state, track.hits + 1)


def _missed(track: Track) -> Track:
    return replace(track, state=TrackState.HELD, misses=track.misses + 1)


def _lost(tracks: Tracks, there: Collection[TrackKey]) -> list[int]:
    """Unidentified pieces that came and went without being counted, or have not been seen for long."""
    return [
        key
        for key, track in unidentified(tracks)
        if key not in there and (track.misses >= PATIENCE or track.state == TrackState.TENTATIVE)
    ]


def _key_at(piece: Piece, tracks: Tracks) -> int | None:
    """The track of an unidentified piece at exactly this place."""
    places = ((key, track.distance_mm(piece.centre_px, piece.centre_mm)) for key, track in unidentified(tracks))
    key, distance = min(places, key=lambda place: place[1], default=(0, 1.0))
    return key if distance < 1.0 else None


def _next_key(*all_tracks: Iterable[TrackKey]) -> int:
    return 1 + max((key for tracks in all_tracks for key in tracks if isinstance(key, int)), default=0)
