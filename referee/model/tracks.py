"""How pieces lay when they were last counted, so that nothing is counted twice.  Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

from vision.types import Note, Piece, Point, Reading

MOVED_MM = 8.0  # A third of a stone: less is a nudge of the table, or the reading's own noise.
FAR_MM = 40.0  # Nobody pushes a die that far without meaning it.
PX_PER_MM = 2.0  # Where there is no mat: what cameras see here.


@dataclass(frozen=True, slots=True)
class Track:
    """How a piece lay when it was last counted: the side that counted, and the piece as the eyes saw it.

    ``taken``: it has been taken up since.  Elsewhere it comes back thrown; at its old place a stone was put back.
    """

    side: str
    seen: Piece
    taken: bool = False

    def differs(self, piece: Piece) -> bool:
        """Whether *piece* has moved or turned since."""
        return self.turned(piece) or not self.lies_at(piece.centre_px, piece.centre_mm)

    def turned(self, piece: Piece) -> bool:
        """Whether *piece* surely shows another side than it was seen to show."""
        return piece.sure and piece.side != self.seen.side

    def lies_at(self, px: Point, mm: Point | None, within_mm: float = MOVED_MM) -> bool:
        """Whether this is its place still."""
        if self.seen.centre_mm is not None and mm is not None:
            return _apart(self.seen.centre_mm, mm) <= within_mm
        return _apart(self.seen.centre_px, px) <= within_mm * PX_PER_MM


Tracks = Mapping[str, Track]


def with_counted(tracks: Tracks, reading: Reading, shown: Mapping[str, str]) -> Tracks:
    """How the pieces lie after a throw was counted; *shown* has the sides that counted.

    Of a die whose name was guessed nothing is sure afterwards.
    """
    return {**tracks, **{name: _rest(shown[name], piece) for name, piece in by_name(reading).items() if name in shown}}


def renamed(reading: Reading, index: int, name: str) -> Reading:
    """*reading* with the name that people gave to one of its pieces; what it shows stays as the eyes saw it."""
    pieces = [replace(one, piece=name) if i == index else one for i, one in enumerate(reading.pieces)]
    return replace(reading, pieces=tuple(pieces))


def _rest(side: str, piece: Piece) -> Track:
    return Track(side, replace(piece, sure=False) if Note.GUESSED in piece.notes else piece)


def with_already_there(tracks: Tracks, reading: Reading) -> Tracks:
    """What already lies there when a throw is first waited for is no throw; what was counted before stays so."""
    return {**{name: Track(piece.side or "", piece) for name, piece in by_name(reading).items()}, **tracks}


def updated(tracks: Tracks, reading: Reading, looked_for: Sequence[str], asked_for: Sequence[str]) -> Tracks:
    """How pieces lie once a reading was judged.

    What was looked for and is no longer in view has been taken up.  What nobody was to throw was only pushed about, and
    lies where it lies now, whatever it shows.
    """
    seen = by_name(reading)
    pushed = {
        name: _pushed(track, seen[name]) for name, track in tracks.items() if name in seen and name not in asked_for
    }
    return {**with_taken_marked(tracks, reading, looked_for), **pushed}


def with_taken_marked(tracks: Tracks, reading: Reading, looked_for: Sequence[str]) -> Tracks:
    """What was looked for and is no longer in view has been taken up."""
    seen = by_name(reading)
    taken = {
        name: replace(track, taken=True) for name, track in tracks.items() if name in looked_for and name not in seen
    }
    return {**tracks, **taken}


def _pushed(track: Track, piece: Piece) -> Track:
    return Track(track.side, replace(piece, side=track.seen.side, value=track.seen.value, sure=track.seen.sure))


def is_uncounted(piece: Piece, tracks: Tracks) -> bool:
    """Whether *piece* was not counted as it lies now; a die that was taken up may be thrown to where it lay."""
    track = tracks.get(piece.piece or "")
    return track is None or track.differs(piece) or (track.taken and piece.kind == "die")


def by_name(reading: Reading) -> dict[str, Piece]:
    """The pieces that have a name."""
    return {piece.piece: piece for piece in reading.pieces if piece.piece is not None}


def _apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
