"""The gallery: what the owner's own pieces look like, side by side with what they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognition.colour import inks
from vision.recognition.crops import FINE, SIZE, alone, sized
from vision.recognition.embedder import EMBEDDING, Embedder
from vision.recognition.relief import Spectra, alike, spectra

Floats = NDArray[np.float32]
_AT_ONCE = 8
_FITTED = "dice fitted"
"""Part of a gallery's ``model``: dice were cut out by fitted poses."""
_READ_UNTAUGHT = ("1", "2", "3", "4", "5")


@dataclass(frozen=True, slots=True)
class Side:
    """One taught side: of which piece, which side, and what the owner told about it."""

    piece: str
    kind: str
    side: str
    number: int | None = None
    colour: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class Gallery:
    """Taught sides and the crops they were taught from.

    ``owner[i]`` is the index in ``sides`` of ``crops[i]`` (64 x 64 x 3, BGR) and of ``fine[i]``, the same crop with
    finer lines (128 x 128, grey); ``embeddings[i]`` has length 1; ``model`` says by which network they were made, and
    how.
    """

    sides: tuple[Side, ...]
    owner: NDArray[np.int64]
    crops: NDArray[np.uint8]
    fine: NDArray[np.uint8]
    embeddings: Floats
    model: str

    @staticmethod
    def empty() -> Gallery:
        """A gallery in which nothing has been taught."""
        crops, fine = np.zeros((0, SIZE, SIZE, 3), np.uint8), np.zeros((0, FINE, FINE), np.uint8)
        return Gallery((), np.zeros(0, np.int64), crops, fine, np.zeros((0, EMBEDDING), np.float32), "")

    def pieces(self) -> tuple[str, ...]:
        """The ids of all taught pieces, in the order they were taught."""
        return tuple(dict.fromkeys(side.piece for side in self.sides))

    @cached_property
    def with_numbers(self) -> Gallery:
        """This gallery and the sides of its dice that need no lesson: 1 to 5, and 6 unless a sticker takes its place.

        Those sides have no crops.  Example: a die of which only the sticker was taught can show "power" and "1" to "5".
        """
        missing = [side for piece in self.pieces() for side in _numbers(self.of(piece))]
        return replace(self, sides=(*self.sides, *missing)) if missing else self

    @cached_property
    def pictured(self) -> NDArray[np.bool_]:
        """Of each side whether it has crops."""
        return np.isin(np.arange(len(self.sides)), self.owner)

    def of(self, piece: str) -> tuple[Side, ...]:
        """All taught sides of one piece."""
        return tuple(side for side in self.sides if side.piece == piece)

    def number(self, piece: str) -> int | None:
        """The number printed on a piece, from whichever of its sides it was told."""
        return next((side.number for side in self.sides if side.piece == piece and side.number is not None), None)

    def with_crops(self, side: Side, crops: NDArray[np.uint8], embedder: Embedder) -> Gallery:
        """This gallery and some more crops of one side; newer facts about a side replace older.

        ``crops`` (N x 128 x 128 x 3, BGR); smaller ones serve too, with lines that are less fine.
        """
        sides = [kept for kept in self.sides if (kept.piece, kept.side) != (side.piece, side.side)]
        place = _place(self.sides, side)
        sides.insert(place, side)
        small = sized(crops, SIZE)
        return Gallery(
            tuple(sides),
            np.concatenate([self.owner, np.full(len(crops), place, np.int64)]),
            np.concatenate([self.crops, small]),
            np.concatenate([self.fine, grey(sized(crops, FINE))]),
            np.concatenate([self.embeddings, _directions(small, [side.kind] * len(crops), embedder)]),
            _way(embedder),
        )

    def without(self, piece: str) -> Gallery:
        """This gallery after one piece has been forgotten."""
        kept = [i for i, side in enumerate(self.sides) if side.piece != piece]
        rows = np.isin(self.owner, kept)
        renumbered = np.searchsorted(kept, self.owner[rows]).astype(np.int64)
        sides = tuple(self.sides[i] for i in kept)
        return Gallery(sides, renumbered, self.crops[rows], self.fine[rows], self.embeddings[rows], self.model)

    def cleaned(self) -> Gallery:
        """This gallery without crops that may do harm: those of the faces 1 to 5 of dice, from early lessons.

        Of clear dice these lessons often cut out the front or the foot for the top, and a crop does not show whether.
        The sides stay: numerals and pips are read untaught, and better than with such crops.
        """
        if _FITTED in self.model:
            return self
        numbered = [i for i, side in enumerate(self.sides) if side.kind == "die" and side.side in _READ_UNTAUGHT]
        rows = ~np.isin(self.owner, numbered)
        crops, fine = self.crops[rows], self.fine[rows]
        return replace(self, owner=self.owner[rows], crops=crops, fine=fine, embeddings=self.embeddings[rows])

    def seen_by(self, embedder: Embedder) -> Gallery:
        """The same crops seen by this network; unchanged where it already was."""
        if self.model == _way(embedder) or not len(self.crops):
            return self
        kinds = [self.sides[index].kind for index in self.owner]
        return replace(self, embeddings=_directions(self.crops, kinds, embedder), model=_way(embedder))

    def prepared(self) -> Gallery:
        """This gallery, with the slow part of comparing discs done now and not at the first throw that needs it."""
        self.relief_similarity(self.fine[:0])
        return self

    def likeness(self, embeddings: Floats) -> Floats:
        """How like each looked-at face (N x D) is to each taught side: cosine of the nearest crop, N x sides."""
        return self._nearest(embeddings @ self.embeddings.T, np.arange(len(self.owner)))

    def relief_similarity(self, fine: NDArray[np.uint8]) -> Floats:
        """How like discs (N grey crops, 128 x 128) are, place by place, to each taught stone's sides, N x sides.

        As `relief.alike`, of the nearest crop; 0 for the sides of dice.
        """
        discs, taught = self._spectra
        each = [alike(one, taught) for one in spectra(fine)] if len(discs) else []
        return self._nearest(np.array(each, np.float32).reshape(len(fine), len(discs)), discs)

    def ink_distance(self, crops: NDArray[np.uint8]) -> Floats:
        """How far the inks of discs (N crops, BGR) are, as `colour.inks`, from those of each taught stone's sides.

        N x sides, of the nearest crop; infinitely far for the sides of dice.
        """
        discs, taught = self._inks
        apart = np.linalg.norm(inks(crops)[:, None] - taught, axis=2).astype(np.float32)
        stones = [side.kind == "stone" for side in self.sides]
        return np.where(stones, -self._nearest(-apart, discs), np.inf).astype(np.float32)

    @cached_property
    def _inks(self) -> tuple[NDArray[np.int64], Floats]:
        """Which crops are of stones, and their inks."""
        discs = self._discs()
        return discs, inks(self.crops[discs])

    def _discs(self) -> NDArray[np.int64]:
        return np.flatnonzero([self.sides[index].kind == "stone" for index in self.owner])

    @cached_property
    def _spectra(self) -> tuple[NDArray[np.int64], Spectra]:
        """Which crops are of stones, and their spectra."""
        discs = self._discs()
        return discs, spectra(self.fine[discs])

    def _nearest(self, each: Floats, rows: NDArray[np.int64]) -> Floats:
        """The most of each side's crops: from N x crops (those in ``rows``) to N x sides; 0 where a side has none."""
        best = np.full((len(self.sides), len(each)), -np.inf, np.float32)
        np.maximum.at(best, self.owner[rows], each.T)
        return np.where(np.isfinite(best), best, 0).T.astype(np.float32)


def grey(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Crops (N x H x W x 3, BGR) without their colours, N x H x W."""
    if not len(crops):
        return np.zeros(crops.shape[:3], np.uint8)
    return np.stack([np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8) for crop in crops])


def _directions(crops: NDArray[np.uint8], kinds: Sequence[str], embedder: Embedder) -> Floats:
    """What the network makes of crops to be known again; a few at a time, for a large batch keeps much memory."""
    shown = alone(crops, kinds)
    parts = [
        embedder.look_all_round(shown[start : start + _AT_ONCE]).embedding for start in range(0, len(shown), _AT_ONCE)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, EMBEDDING), np.float32)


def _way(embedder: Embedder) -> str:
    """Embeddings that were made otherwise are made anew."""
    return f"{embedder.fingerprint} all round, discs alone, {_FITTED}"


def _numbers(taught: Sequence[Side]) -> list[Side]:
    """The numbered sides of a die that were not taught; none of a stone."""
    if not taught or taught[0].kind != "die":
        return []
    have = {side.side for side in taught}
    wanted = [str(n) for n in range(1, 6 if "power" in have else 7)]
    return [replace(taught[0], side=side) for side in wanted if side not in have]


def _place(sides: Sequence[Side], side: Side) -> int:
    """Where a side stands among the taught ones, or would be added."""
    known = [(one.piece, one.side) for one in sides]
    return known.index((side.piece, side.side)) if (side.piece, side.side) in known else len(sides)
