"""The gallery: what the owner's own pieces look like, side by side with what they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.crop import SIZE, alone
from vision.faces import EMBEDDING, Faces

Floats = NDArray[np.float32]
_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Side:
    """One taught side: of which piece, which side, and what the owner told about it."""

    piece: str
    kind: str
    side: str
    number: int | None = None
    colour: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Gallery:
    """Taught sides and the crops they were taught from.

    ``owner[i]`` is the index in ``sides`` of ``crops[i]`` (64 x 64 x 3, BGR); ``embeddings[i]`` has length 1; ``model``
    says by which network they were made, and how.
    """

    sides: tuple[Side, ...]
    owner: NDArray[np.int64]
    crops: NDArray[np.uint8]
    embeddings: Floats
    model: str

    @staticmethod
    def empty() -> Gallery:
        """A gallery in which nothing has been taught."""
        return Gallery(
            (), np.zeros(0, np.int64), np.zeros((0, SIZE, SIZE, 3), np.uint8), np.zeros((0, EMBEDDING), np.float32), ""
        )

    def pieces(self) -> tuple[str, ...]:
        """The ids of all taught pieces, in the order they were taught."""
        return tuple(dict.fromkeys(side.piece for side in self.sides))

    def of(self, piece: str) -> tuple[Side, ...]:
        """All taught sides of one piece."""
        return tuple(side for side in self.sides if side.piece == piece)

    def number(self, piece: str) -> int | None:
        """The number printed on a piece, from whichever of its sides it was told."""
        return next((side.number for side in self.sides if side.piece == piece and side.number is not None), None)

    def with_crops(self, side: Side, crops: NDArray[np.uint8], faces: Faces) -> Gallery:
        """This gallery and some more crops (N x 64 x 64 x 3) of one side; newer facts about a side replace older."""
        sides = [kept for kept in self.sides if (kept.piece, kept.side) != (side.piece, side.side)]
        place = _place(self.sides, side)
        sides.insert(place, side)
        return Gallery(
            tuple(sides),
            np.concatenate([self.owner, np.full(len(crops), place, np.int64)]),
            np.concatenate([self.crops, crops]),
            np.concatenate([self.embeddings, _directions(crops, [side.kind] * len(crops), faces)]),
            _way(faces),
        )

    def without(self, piece: str) -> Gallery:
        """This gallery after one piece has been forgotten."""
        kept = [i for i, side in enumerate(self.sides) if side.piece != piece]
        rows = np.isin(self.owner, kept)
        renumbered = np.searchsorted(kept, self.owner[rows]).astype(np.int64)
        sides = tuple(self.sides[i] for i in kept)
        return replace(self, sides=sides, owner=renumbered, crops=self.crops[rows], embeddings=self.embeddings[rows])

    def seen_by(self, faces: Faces) -> Gallery:
        """The same crops seen by this network; unchanged where it already was."""
        if self.model == _way(faces) or not len(self.crops):
            return self
        kinds = [self.sides[index].kind for index in self.owner]
        return replace(self, embeddings=_directions(self.crops, kinds, faces), model=_way(faces))

    def likeness(self, embeddings: Floats) -> Floats:
        """How like each looked-at face (N x D) is to each taught side: cosine of the nearest crop, N x sides."""
        if not self.sides:
            return np.zeros((len(embeddings), 0), np.float32)
        order = np.argsort(self.owner, kind="stable")
        each = embeddings @ self.embeddings[order].T
        starts = np.searchsorted(self.owner[order], np.arange(len(self.sides)))
        return np.asarray(np.maximum.reduceat(each, starts, axis=1), np.float32)


def _directions(crops: NDArray[np.uint8], kinds: Sequence[str], faces: Faces) -> Floats:
    """What the network makes of crops to be known again; a few at a time, for a large batch keeps much memory."""
    shown = alone(crops, kinds)
    parts = [
        faces.look_all_round(shown[start : start + _AT_ONCE]).embedding for start in range(0, len(shown), _AT_ONCE)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, EMBEDDING), np.float32)


def _way(faces: Faces) -> str:
    """Embeddings that were made otherwise are made anew."""
    return f"{faces.fingerprint} all round, discs alone"


def _place(sides: Sequence[Side], side: Side) -> int:
    """Where a side stands among the taught ones, or would be added."""
    known = [(one.piece, one.side) for one in sides]
    return known.index((side.piece, side.side)) if (side.piece, side.side) in known else len(sides)
