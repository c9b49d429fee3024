"""Tracks: where each piece lies, which piece it is, and whether it was counted.  Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import atan2, degrees, hypot

from vision.types import Note, Piece, Point

MOVED_MM = 8.0  # A third of a stone's diameter: a smaller displacement is a nudge of the table or measurement noise.
FAR_MM = 40.0  # One and a half pieces: nobody pushes a piece that far by accident.
SAME_MM, SAME_DEG = 2.0, 8.0  # Measurement noise of a die's pose: a thrown die does not land on it by chance.
PX_PER_MM = 2.0  # The usual scale of a full picture, used where there is no calibration.


class TrackState(StrEnum):
    """The state of a track; a track that is lost is dropped."""

    TENTATIVE = "tentative"  # came to rest and is not counted: it may be part of the throw that is due
    CONFIRMED = "confirmed"  # counted, or lay on the table before the throw
    HELD = "held"  # has left the picture: in a hand, or covered


@dataclass(frozen=True, slots=True)
class Track:
    """The pose, side and state of one piece.

    ``side`` is the side that counted, which people may have corrected; ``last_piece`` is the piece as last read, and
    its candidates are the identity distribution of a die that is not identified.  ``hits`` is the number of readings in
    a row that saw the piece at this place, ``misses`` the number of those that did not see it.
    """

    side: str
    last_piece: Piece
    state: TrackState = TrackState.CONFIRMED
    hits: int = 1
    misses: int = 0

    @property
    def held(self) -> bool:
        """Whether the state is `HELD`: the piece has left the picture."""
        return self.state == TrackState.HELD

    @property
    def names(self) -> dict[str, float]:
        """The identity distribution: the probability of each piece that it may be, as far as it was read."""
        return {one.piece: one.score for one in self.last_piece.candidates if one.piece is not None}

    def differs(self, piece: Piece) -> bool:
        """Whether *piece* has moved or turned since."""
        return self.turned(piece) or not self.lies_at(piece.centre_px, piece.centre_mm)

    def turned(self, piece: Piece) -> bool:
        """Whether *piece* certainly shows another side than the one that was read."""
        return (piece.sure or Note.UNIDENTIFIED in piece.notes) and piece.side != self.last_piece.side

    def lies_at(self, px: Point, mm: Point | None, within_mm: float = MOVED_MM) -> bool:
        """Whether a point (px, and mm where the table is calibrated) is within *within_mm* of the track."""
        return self.distance_mm(px, mm) <= within_mm

    def distance_mm(self, px: Point, mm: Point | None) -> float:
        """The distance of a point (px, and mm where the table is calibrated) from the track, mm."""
        if self.last_piece.centre_mm is not None and mm is not None:
            return _apart(self.last_piece.centre_mm, mm)
        return _apart(self.last_piece.centre_px, px) / PX_PER_MM

    def same_pose(self, piece: Piece) -> bool:
        """Whether a die has exactly the pose in which it was last seen: then it was covered, and not thrown."""
        near = self.lies_at(piece.centre_px, piece.centre_mm, SAME_MM)
        return piece.side == self.last_piece.side and near and len(piece.outline_px) == 4 and self.points_like(piece)

    def points_like(self, piece: Piece) -> bool:
        """Whether a die points in the same direction as before; True where a direction is not known."""
        before, now = _angle(self.last_piece), _angle(piece)
        return before is None or now is None or abs((before - now + 45) % 90 - 45) <= SAME_DEG


TrackKey = str | int
"""A track has the name of its piece as key, or a number as long as the piece is not identified."""
Tracks = Mapping[TrackKey, Track]


def is_uncounted(piece: Piece, tracks: Tracks) -> bool:
    """Whether *piece* has no track, or differs from it, so that it may belong to the throw that is due.

    A die that had left the picture counts too, unless it lies exactly as before: it may have been thrown to its place.
    """
    track = tracks.get(piece.piece or "")
    if track is None or track.state == TrackState.TENTATIVE:
        return True
    return track.differs(piece) or (track.held and piece.kind == "die" and not track.same_pose(piece))


def identified(tracks: Tracks) -> Iterator[tuple[str, Track]]:
    """The tracks of identified pieces, by name."""
    return ((key, track) for key, track in tracks.items() if isinstance(key, str))


def unidentified(tracks: Tracks) -> Iterator[tuple[int, Track]]:
    """The tracks of pieces that are not identified, by number."""
    return ((key, track) for key, track in tracks.items() if isinstance(key, int))


def without(tracks: Tracks, keys: Iterable[TrackKey]) -> dict[TrackKey, Track]:
    """*tracks* without those of these *keys*."""
    dropped = set(keys)
    return {key: track for key, track in tracks.items() if key not in dropped}


def _angle(piece: Piece) -> float | None:
    """The direction of the first edge of a die's top face (degrees); None where the outline is not known."""
    if len(piece.outline_px) != 4:
        return None
    (ax, ay), (bx, by) = piece.outline_px[:2]
    return degrees(atan2(by - ay, bx - ax))


def _apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
