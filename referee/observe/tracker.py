"""The piece tracker: the life of the tracks, each a piece of which place, side and identity are followed.  Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from referee.model.tracks import (
    Track,
    TrackKey,
    Tracks,
    TrackState,
    by_name,
    identified,
    unidentified,
    without,
)
from referee.observe.association import Association
from vision.types import Note, Piece, Reading

PATIENCE = 3  # Readings in a row that may miss an unidentified piece before its track is lost.
PASSING = frozenset({Note.STILL, Note.GUESSED, Note.UNIDENTIFIED})
"""Notes about one reading, which a track does not keep."""


def revived(tracks: Tracks, pieces: Sequence[Piece], found: Association) -> Tracks:
    """The tracks; dice that were covered and lie exactly as before are confirmed again."""
    seen = {key: pieces[i] for i, key in found.keys.items()}
    back = {key: track for key, track in tracks.items() if track.held and key in seen and track.same_pose(seen[key])}
    return {**tracks, **{key: replace(track, state=TrackState.CONFIRMED) for key, track in back.items()}}


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
