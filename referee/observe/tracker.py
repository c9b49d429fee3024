"""The piece tracker: birth, update, holding and loss of tracks.  Pure: each function returns new tracks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from referee.model.tracks import (
    Track,
    TrackKey,
    Tracks,
    TrackState,
    identified,
    is_uncounted,
    unidentified,
    without,
)
from referee.observe.association import Association
from vision.types import Note, Piece, Reading

PATIENCE = 3  # Readings in a row that may miss an unidentified piece before its track is lost.
PASSING = frozenset({Note.STILL, Note.GUESSED, Note.UNIDENTIFIED})
"""Notes about one reading, which a track does not keep."""


def with_present(tracks: Tracks, pieces: Sequence[Piece], found: Association) -> Tracks:
    """The tracks with a confirmed track for each piece on the table before a throw, which is not part of the throw.

    Pieces that are tracked already keep their track. An unidentified piece that is missing in this reading is held: it
    was taken away, or is only covered.
    """
    new: Tracks = {
        piece.piece: _track(piece) for piece in pieces if piece.piece is not None and piece.piece not in tracks
    }
    known = _with_unidentified(all_confirmed(tracks), pieces, found)
    return all_confirmed(with_new({**known, **new}, pieces, found))


def all_confirmed(tracks: Tracks) -> Tracks:
    """The tracks with all tentative ones confirmed: uncounted pieces are not part of the next throw."""
    return {key: _with_state(track, TrackState.TENTATIVE, TrackState.CONFIRMED) for key, track in tracks.items()}


def without_due(tracks: Tracks, due: Collection[str]) -> Tracks:
    """The tracks for a reading on request, where the due pieces count wherever they lie.

    Tracks of due pieces are dropped, and tracks of unidentified dice become tentative, because each may be a due piece.
    """
    left = without(tracks, due)
    open_: Tracks = {
        key: _with_state(track, TrackState.CONFIRMED, TrackState.TENTATIVE)
        for key, track in left.items()
        if isinstance(key, int)
    }
    return {**left, **open_}


def after_reading(
    tracks: Tracks, pieces: Sequence[Piece], found: Association, looked_for: Collection[str], due: Collection[str]
) -> Tracks:
    """The tracks after a reading was judged.

    A piece that was looked for and is missing in the reading is held.  The track of a piece that is not due follows the
    piece to its new place and keeps the counted side.
    """
    by_name = {piece.piece: piece for piece in pieces if piece.piece is not None}
    pushed: Tracks = {
        name: _moved(track, by_name[name]) for name, track in identified(tracks) if name in by_name and name not in due
    }
    known = _with_unidentified(tracks, pieces, found)
    return with_new({**with_held(known, by_name, looked_for), **pushed}, pieces, found)


def _with_unidentified(tracks: Tracks, pieces: Sequence[Piece], found: Association) -> Tracks:
    """All tracks, with those of unidentified pieces updated by a reading and the lost ones left out."""
    there: Tracks = {key: _updated(tracks[key], pieces[i]) for i, key in found.keys.items() if isinstance(key, int)}
    lost = _lost_keys(tracks, there)
    missed: Tracks = {
        key: _missed(track) for key, track in unidentified(tracks) if key not in there and key not in lost
    }
    return {**without(tracks, lost), **there, **missed}


def with_held(tracks: Tracks, present: Collection[str], looked_for: Collection[str]) -> dict[TrackKey, Track]:
    """The tracks, where identified pieces that were looked for and are not among *present* are held."""
    held: Tracks = {
        name: replace(track, state=TrackState.HELD)
        for name, track in identified(tracks)
        if name in looked_for and name not in present
    }
    return {**tracks, **held}


def with_counted(tracks: Tracks, reading: Reading, sides: Mapping[str, str]) -> Tracks:
    """The tracks after a throw was counted; *sides* has the counted side of each piece, by name.

    A die with a guessed identity stays unidentified, with its identity distribution.
    """
    after = dict(tracks)
    for name, piece in reading.by_name().items():
        if name in sides:
            key, there = _key_at(piece, after), Track(sides[name], _without_passing_notes(piece))
            guessed = Note.GUESSED in piece.notes
            after = without(after, () if key is None else (key,))
            new_key: TrackKey = (_next_key(tracks, after) if key is None else key) if guessed else name
            after[new_key] = replace(there, last_piece=replace(there.last_piece, piece=None)) if guessed else there
    uncovered = [piece for piece in reading.pieces if piece.piece is None and _key_at(piece, after) is None]
    return all_confirmed(with_new(after, uncovered, Association({})))


def with_entered(tracks: Tracks, sides: Mapping[str, str]) -> Tracks:
    """The tracks after a throw was entered by hand; *sides* has the side of each piece, by name.

    A piece is identified with the tentative track on its side, where there is exactly one.
    """
    after = dict(tracks)
    for name, side in sides.items():
        came = [
            (key, track)
            for key, track in unidentified(after)
            if track.state == TrackState.TENTATIVE and track.last_piece.side == side
        ]
        if len(came) == 1:
            key, track = came[0]
            after = {**without(after, (key,)), name: Track(side, replace(track.last_piece, piece=name))}
    return all_confirmed(after)


def as_they_lie(throws: Iterable[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """What lies there after *throws* in their order (sides by piece): each piece as thrown last.

    Pieces of a throw that were thrown again stay with those that were kept; of an earlier throw only the rest is left.
    """
    lying: list[Mapping[str, str]] = []
    for thrown in throws:
        whole = next((sides for sides in lying if sides.keys() >= thrown.keys()), {})
        rest = [{p: side for p, side in sides.items() if p not in thrown} for sides in lying if sides is not whole]
        lying = [*filter(None, rest), {**whole, **thrown}]
    return lying


def as_entered(reading: Reading, sides: Mapping[str, str], partly: bool) -> tuple[Piece, ...]:
    """The pieces of a throw that lie as they were entered by hand; *sides* has the side of each piece, by name.

    A piece that surely shows another side was thrown again: with all others, unless *partly* some of them may be.
    A die that is not identified, because many show its number, may be any of them.
    """
    seen = [piece for name, piece in reading.by_name().items() if name in sides]
    there = [piece for piece in seen if not piece.sure or piece.side == sides[piece.piece or ""]]
    if len(there) < len(seen) and not partly:
        return ()
    missing = {name: side for name, side in sides.items() if name not in reading.by_name()}
    return (*there, *_guessed(missing, reading.pieces))


def _guessed(missing: Mapping[str, str], pieces: Sequence[Piece]) -> list[Piece]:
    """Unidentified dice that show the sides of *missing* ones, each with the name that it may have."""
    free = [piece for piece in pieces if piece.kind == "die" and piece.piece is None and piece.sure]
    guessed = []
    for name, side in missing.items():
        if die := next((piece for piece in free if piece.side == side), None):
            free.remove(die)
            guessed.append(replace(die, piece=name, notes=(*die.notes, Note.GUESSED)))
    return guessed


def hardly_moved(reading: Reading, tracks: Tracks) -> dict[str, str]:
    """The sides, by name, of counted dice that lie where they lay, but not exactly: pushed, or thrown to there."""
    dice = {name: piece for name, piece in reading.by_name().items() if piece.kind == "die" and name in tracks}
    return {
        name: piece.side
        for name, piece in dice.items()
        if piece.side and Note.STILL not in piece.notes and not is_uncounted(piece, tracks)
        if not tracks[name].same_pose(piece)
    }


def moved_dice(pieces: Sequence[Piece], tracks: Tracks, found: Association) -> tuple[Piece, ...]:
    """The unidentified dice that lie near their old places, but not exactly: pushed, or others that were thrown."""
    return tuple(
        pieces[i]
        for i, key in found.keys.items()
        if isinstance(key, int) and tracks[key].state == TrackState.CONFIRMED
        if Note.STILL not in pieces[i].notes and not tracks[key].same_pose(pieces[i])
    )


def with_guessed_name(
    reading: Reading, moved: Collection[Piece], due: Sequence[str], tracks: Tracks
) -> tuple[Reading, dict[str, str]]:
    """*reading* with a due name for the first of the *moved* dice, which may be thrown, and its side by that name."""
    free = [name for name in due if name not in tracks and name not in reading.by_name()]
    places = [Track(die.side or "", die) for die in moved]
    for i, piece in enumerate(reading.pieces):
        if free and piece.piece is None and any(not place.differs(piece) for place in places):
            named = replace(piece, piece=free[0], notes=(*piece.notes, Note.GUESSED))
            return replace(reading, pieces=(*reading.pieces[:i], named, *reading.pieces[i + 1 :])), {
                free[0]: piece.side or ""
            }
    return reading, {}


def with_new(tracks: Tracks, pieces: Sequence[Piece], found: Association) -> Tracks:
    """The tracks, with a new one for each untracked piece that is an unidentified die or stands on its edge.

    A die with `Note.STILL` was there in the last picture and only not detected: its track is confirmed at once.
    """
    after = dict(tracks)
    for i, piece in enumerate(pieces):
        if i not in found.keys and _wants_track(piece):
            state = TrackState.CONFIRMED if Note.STILL in piece.notes else TrackState.TENTATIVE
            after[_next_key(after)] = Track("", replace(_without_passing_notes(piece), piece=None), state)
    return after


def _wants_track(piece: Piece) -> bool:
    unidentified_die = piece.kind == "die" and (piece.piece is None or not piece.sure)
    return (unidentified_die or Note.LEANER in piece.notes) and Note.OFF not in piece.notes


def _track(piece: Piece) -> Track:
    return Track(piece.side or "", _without_passing_notes(piece))


def _without_passing_notes(piece: Piece) -> Piece:
    return replace(piece, notes=tuple(note for note in piece.notes if note not in PASSING))


def _with_state(track: Track, before: TrackState, after: TrackState) -> Track:
    return replace(track, state=after) if track.state == before else track


def _moved(track: Track, piece: Piece) -> Track:
    old = track.last_piece
    return Track(track.side, replace(_without_passing_notes(piece), side=old.side, value=old.value, sure=old.sure))


def _updated(track: Track, piece: Piece) -> Track:
    """The track of an unidentified piece after a reading that shows it.

    Once the piece was counted in a throw, later readings do not change which pieces it may be (its candidates).
    """
    state = TrackState.CONFIRMED if track.held else track.state
    candidates = track.last_piece.candidates if track.side else piece.candidates
    last_piece = replace(_without_passing_notes(piece), piece=None, candidates=candidates)
    return Track(track.side, last_piece, state, track.hits + 1)


def _missed(track: Track) -> Track:
    return replace(track, state=TrackState.HELD, misses=track.misses + 1)


def _lost_keys(tracks: Tracks, there: Collection[TrackKey]) -> list[int]:
    """Keys of unidentified, unseen tracks that are tentative, or were missed in `PATIENCE` readings."""
    return [
        key
        for key, track in unidentified(tracks)
        if key not in there and (track.misses >= PATIENCE or track.state == TrackState.TENTATIVE)
    ]


def _key_at(piece: Piece, tracks: Tracks) -> int | None:
    """The key of the unidentified track within 1 mm of *piece*; None where there is none."""
    places = ((key, track.distance_mm(piece.centre_px, piece.centre_mm)) for key, track in unidentified(tracks))
    key, distance = min(places, key=lambda place: place[1], default=(0, 1.0))
    return key if distance < 1.0 else None


def _next_key(*all_tracks: Iterable[TrackKey]) -> int:
    return 1 + max((key for tracks in all_tracks for key in tracks if isinstance(key, int)), default=0)
