"""Tracks: how each piece lay when it was last counted, so that nothing is counted twice.  Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

from vision.types import Note, Piece, Point, Reading

MOVED_MM = 8.0  # A third of a stone's diameter: a smaller displacement is a nudge of the table or measurement noise.
FAR_MM = 40.0  # One and a half dice: nobody pushes a die that far by accident.
PX_PER_MM = 2.0  # The usual scale of a full picture, used where there is no calibration.


@dataclass(frozen=True, slots=True)
class Track:
    """The pose and side of a piece when it was last counted.

    ``side`` is the side that counted, which people may have corrected; ``seen`` is the piece as it was read.
    ``taken``: the piece has left the picture since.  When it comes back elsewhere it was thrown; a stone at its old
    place was put back.
    """

    side: str
    seen: Piece
    taken: bool = False

    def differs(self, piece: Piece) -> bool:
        """Whether *piece* has moved or turned since."""
        return self.turned(piece) or not self.lies_at(piece.centre_px, piece.centre_mm)

    def turned(self, piece: Piece) -> bool:
        """Whether *piece* certainly shows another side than the one that was read."""
        return piece.sure and piece.side != self.seen.side

    def lies_at(self, px: Point, mm: Point | None, within_mm: float = MOVED_MM) -> bool:
        """Whether a point (px, and mm where the table is calibrated) is within *within_mm* of the track."""
        if self.seen.centre_mm is not None and mm is not None:
            return _apart(self.seen.centre_mm, mm) <= within_mm
        return _apart(self.seen.centre_px, px) <= within_mm * PX_PER_MM


Tracks = Mapping[str, Track]


def with_counted(tracks: Tracks, reading: Reading, shown: Mapping[str, str]) -> Tracks:
    """The tracks after a throw was counted; *shown* has the side of each counted piece.

    A die whose name was guessed is tracked as not sure.
    """
    return {**tracks, **{name: _rest(shown[name], piece) for name, piece in by_name(reading).items() if name in shown}}


def renamed(reading: Reading, index: int, name: str) -> Reading:
    """*reading* with another name for the piece at *index*; its side stays as it was read."""
    pieces = [replace(one, piece=name) if i == index else one for i, one in enumerate(reading.pieces)]
    return replace(reading, pieces=tuple(pieces))


def _rest(side: str, piece: Piece) -> Track:
    return Track(side, replace(piece, sure=False) if Note.GUESSED in piece.notes else piece)


def with_already_there(tracks: Tracks, reading: Reading) -> Tracks:
    """The tracks with everything that lies on the table before a throw: it is no part of that throw.

    Pieces that are tracked already keep their track.
    """
    return {**{name: Track(piece.side or "", piece) for name, piece in by_name(reading).items()}, **tracks}


def updated(tracks: Tracks, reading: Reading, looked_for: Sequence[str], asked_for: Sequence[str]) -> Tracks:
    """The tracks after a reading was judged.

    A piece that was looked for and is not in the reading has been taken up.  A piece that nobody was to throw has only
    been pushed: its track follows it, and keeps the counted side.
    """
    seen = by_name(reading)
    pushed = {
        name: _pushed(track, seen[name]) for name, track in tracks.items() if name in seen and name not in asked_for
    }
    return {**with_taken_marked(tracks, reading, looked_for), **pushed}


def with_taken_marked(tracks: Tracks, reading: Reading, looked_for: Sequence[str]) -> Tracks:
    """The tracks with ``taken`` set for every piece that was looked for and is not in the reading."""
    seen = by_name(reading)
    taken = {
        name: replace(track, taken=True) for name, track in tracks.items() if name in looked_for and name not in seen
    }
    return {**tracks, **taken}


def _pushed(track: Track, piece: Piece) -> Track:
    return Track(track.side, replace(piece, side=track.seen.side, value=track.seen.value, sure=track.seen.sure))


def is_uncounted(piece: Piece, tracks: Tracks) -> bool:
    """Whether *piece* differs from its track, or has none; a die that was taken up may be thrown to its old place."""
    track = tracks.get(piece.piece or "")
    return track is None or track.differs(piece) or (track.taken and piece.kind == "die")


def by_name(reading: Reading) -> dict[str, Piece]:
    """The pieces with a known identity, by name."""
    return {piece.piece: piece for piece in reading.pieces if piece.piece is not None}


def _apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
