"""The gallery: crops and embeddings of the taught sides of the owner's pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.geometry.crops import FINE, SIZE, alone, grey, sized
from vision.recognition.appearance import appearances
from vision.recognition.colour import UNKNOWN_TABLE, die_colours, inks, is_one_table
from vision.recognition.embedder import EMBEDDING, Embedder
from vision.recognition.relief import Spectra, alike, spectra
from vision.recognition.sides import Side, is_printed, is_sticker, missing_numbers, shows_appearance

Floats = NDArray[np.float32]
_BATCH = 8
_FITTED = "dice fitted"
"""Part of a gallery's ``model``: dice were cut out by fitted poses."""
_READ_UNTAUGHT = ("1", "2", "3", "4", "5")


@dataclass(frozen=True)
class Gallery:
    """Taught sides and the crops from which they were taught.

    ``owner[i]``: index in ``sides`` of ``crops[i]`` (64 x 64 x 3, BGR) and of ``fine[i]``, the same crop at higher
    resolution (128 x 128, grey); ``embeddings[i]``: unit vector; ``tables[i]``: colour of the table that may be seen
    through it (`colour.table_colour`); ``model``: the network and the method that made the embeddings.
    """

    sides: tuple[Side, ...]
    owner: NDArray[np.int64]
    crops: NDArray[np.uint8]
    fine: NDArray[np.uint8]
    embeddings: Floats
    tables: Floats
    model: str

    @staticmethod
    def empty() -> Gallery:
        """Return a gallery without any taught side."""
        crops, fine = np.zeros((0, SIZE, SIZE, 3), np.uint8), np.zeros((0, FINE, FINE), np.uint8)
        embeddings, tables = np.zeros((0, EMBEDDING), np.float32), np.zeros((0, 3), np.float32)
        return Gallery((), np.zeros(0, np.int64), crops, fine, embeddings, tables, "")

    def pieces(self) -> tuple[str, ...]:
        """Return the ids of all taught pieces, in the order in which they were taught."""
        return tuple(dict.fromkeys(side.piece for side in self.sides))

    @cached_property
    def with_numbers(self) -> Gallery:
        """This gallery with the sides of its dice that need no lesson: 1 to 5, and 6 unless a sticker replaces it.

        Those sides have no crops. Example: a die of which only the sticker was taught can show "power" and "1" to "5".
        """
        missing = [side for piece in self.pieces() for side in missing_numbers(self.of(piece))]
        return replace(self, sides=(*self.sides, *missing)) if missing else self

    @cached_property
    def pictured(self) -> NDArray[np.bool_]:
        """Whether each side has crops (one value per side)."""
        return np.isin(np.arange(len(self.sides)), self.owner)

    def of(self, piece: str) -> tuple[Side, ...]:
        """Return all taught sides of one piece."""
        return tuple(side for side in self.sides if side.piece == piece)

    def number(self, piece: str) -> int | None:
        """Return the number printed on a piece, as entered for any of its sides."""
        return next((side.number for side in self.sides if side.piece == piece and side.number is not None), None)

    @cached_property
    def designs(self) -> NDArray[np.int64]:
        """The design of each taught side, as an index: pieces of one kind with the same name and number share a design.

        They count as equal. A piece without a name has a design of its own.
        """
        names = {side.piece: side.name for side in self.sides if side.name}
        keys = [
            (side.kind, names[side.piece], self.number(side.piece)) if side.piece in names else side.piece
            for side in self.sides
        ]
        return np.array([keys.index(key) for key in keys], np.int64)

    def edges_mm(self, expect: Sequence[str]) -> tuple[float, ...]:
        """Return the measured edge (mm) of each taught die; empty unless all expected pieces are measured dice.

        ``expect``: ids of the pieces that the game waits for.
        """
        is_known = bool(expect) and all(piece in self._edges_mm for piece in expect)
        return tuple(self._edges_mm.values()) if is_known else ()

    @cached_property
    def _edges_mm(self) -> dict[str, float]:
        """The edge of each die that was measured in a lesson, mm: the median over its sides."""
        measured: dict[str, list[float]] = {}
        for side in self.sides:
            if side.edge_mm is not None:
                measured.setdefault(side.piece, []).append(side.edge_mm)
        return {piece: median(edges) for piece, edges in measured.items()}

    def with_crops(
        self, side: Side, crops: NDArray[np.uint8], embedder: Embedder, table: Floats = UNKNOWN_TABLE
    ) -> Gallery:
        """Return this gallery with further crops of one side; newer facts about a side replace older ones.

        ``crops`` (N x 128 x 128 x 3, BGR); smaller crops are accepted, with a coarser relief. ``table``: the colour of
        the table on which they were cut.
        """
        sides = [each for each in self.sides if (each.piece, each.side) != (side.piece, side.side)]
        place = _place(self.sides, side)
        sides.insert(place, side)
        small = sized(crops, SIZE)
        return Gallery(
            tuple(sides),
            np.concatenate([self.owner, np.full(len(crops), place, np.int64)]),
            np.concatenate([self.crops, small]),
            np.concatenate([self.fine, grey(sized(crops, FINE))]),
            np.concatenate([self.embeddings, _embeddings(small, [side.kind] * len(crops), embedder)]),
            np.concatenate([self.tables, np.tile(table, (len(crops), 1))]),
            _method(embedder),
        )

    def without(self, piece: str) -> Gallery:
        """Return this gallery without one piece."""
        remaining = [i for i, side in enumerate(self.sides) if side.piece != piece]
        left = self._with_rows(np.isin(self.owner, remaining))
        renumbered = np.searchsorted(remaining, left.owner).astype(np.int64)
        return replace(left, sides=tuple(self.sides[i] for i in remaining), owner=renumbered)

    def cleaned(self) -> Gallery:
        """Return this gallery without unreliable crops: the faces 1 to 5 of dice from early lessons.

        For clear dice these lessons often cut out the front or the foot instead of the top, which a crop does not
        reveal. The sides stay: numerals and pips are read untaught, and better than with such crops.
        """
        if _FITTED in self.model:
            return self
        numbered = [i for i, side in enumerate(self.sides) if side.kind == "die" and side.side in _READ_UNTAUGHT]
        return self._with_rows(~np.isin(self.owner, numbered))

    def _with_rows(self, rows: NDArray[np.bool_]) -> Gallery:
        """Return this gallery with some of its crops."""
        parts = ("owner", "crops", "fine", "embeddings", "tables")
        return replace(self, **{part: getattr(self, part)[rows] for part in parts})

    def seen_by(self, embedder: Embedder) -> Gallery:
        """Return the gallery with embeddings of this network; unchanged where it has them already."""
        if self.model == _method(embedder) or not len(self.crops):
            return self
        kinds = [self.sides[index].kind for index in self.owner]
        return replace(self, embeddings=_embeddings(self.crops, kinds, embedder), model=_method(embedder))

    def prepared(self) -> Gallery:
        """Return this gallery, after computing what `with_numbers` caches: spectra of discs and appearance of dice."""
        read = self.with_numbers
        read.relief_similarity(self.fine[:0])
        _ = read.stones_compared
        read.die_similarity(appearances(self.crops[:0]), UNKNOWN_TABLE)
        read.sticker_similarity(die_colours(self.crops[:0]))
        return self

    def likeness(self, embeddings: Floats) -> Floats:
        """Return the cosine similarity of N embeddings (N x D) to the nearest crop of each taught side: N x sides."""
        return self._nearest(embeddings @ self.embeddings.T, np.arange(len(self.owner)))

    def relief_similarity(self, fine: NDArray[np.uint8]) -> Floats:
        """Return the relief similarity of discs (N grey crops, 128 x 128) to each side of taught stones: N x sides.

        As `relief.alike`, for the nearest crop; 0 for the sides of dice.
        """
        discs, taught = self._spectra
        each = [alike(one, taught) for one in spectra(fine)] if len(discs) else []
        return self._nearest(np.array(each, np.float32).reshape(len(fine), len(discs)), discs)

    @cached_property
    def stones_compared(self) -> tuple[NDArray[np.int64], Floats, Floats]:
        """The indices of the crops of stones (N), and how alike each two of them are: cosine and relief, N x N each."""
        discs, taught = self._spectra
        relief = np.array([alike(one, taught) for one in taught], np.float32).reshape(len(discs), len(discs))
        return discs, self.embeddings[discs] @ self.embeddings[discs].T, relief

    def ink_distance(self, crops: NDArray[np.uint8]) -> Floats:
        """How far the inks of crops (N, BGR) are, as `colour.inks`, from those of each taught side that is printed.

        N x sides, of the nearest crop; infinitely far for the faces 1 to 6 of dice, which may be clear, and for sides
        without crops.
        """
        rows, taught = self._inks
        apart = np.linalg.norm(inks(crops)[:, None] - taught, axis=2).astype(np.float32)
        printed = np.isin(np.arange(len(self.sides)), self.owner[rows])
        return np.where(printed, -self._nearest(-apart, rows), np.inf).astype(np.float32)

    def die_similarity(self, seen: Floats, table: Floats) -> tuple[Floats, NDArray[np.int64]]:
        """Return how similar faces (`appearances`, N x D) are to the die of each taught side: N x sides, -1..2.

        The mean over the faces of that die that show its appearance and have crops from this ``table``
        (`colour.table_colour`), which is seen through clear dice. Also the number of these faces (sides); where it is
        0, so is the similarity.
        """
        owners, tables, taught = self._appearances
        here = is_one_table(tables, table)
        similar, faces = np.zeros((len(seen), len(self.sides)), np.float32), np.zeros(len(self.sides), np.int64)
        for piece in dict.fromkeys(owners[here]):
            columns, rows = [side.piece == piece for side in self.sides], here & (owners == piece)
            similar[:, columns] = (seen @ taught[rows].mean(axis=0))[:, None]
            faces[columns] = rows.sum()
        return similar, faces

    def sticker_similarity(self, colours: Floats) -> Floats:
        """Return how similar (0..1) colours (`die_colours`, N x D) are to those of each taught sticker: N x sides.

        0 for all other sides.
        """
        rows, taught = self._sticker_colours
        return self._nearest(colours @ taught.T, rows)

    @cached_property
    def _sticker_colours(self) -> tuple[NDArray[np.int64], Floats]:
        """Which crops are of stickers, and their colours."""
        rows = np.flatnonzero([is_sticker(self.sides[index]) for index in self.owner])
        return rows, die_colours(self.crops[rows])

    @cached_property
    def _appearances(self) -> tuple[NDArray[np.object_], Floats, Floats]:
        """The crops of faces that show the appearance of a die: that die, the colour of the table, the appearance."""
        rows = np.flatnonzero([shows_appearance(self.sides[index]) for index in self.owner])
        owners = np.array([self.sides[index].piece for index in self.owner[rows]], object)
        return owners, self.tables[rows], appearances(self.crops[rows])

    @cached_property
    def _inks(self) -> tuple[NDArray[np.int64], Floats]:
        """Which crops are of stones or of the stickers of dice, and their inks."""
        rows = np.flatnonzero([is_printed(self.sides[index]) for index in self.owner])
        return rows, inks(self.crops[rows])

    @cached_property
    def _spectra(self) -> tuple[NDArray[np.int64], Spectra]:
        """Indices of the crops of stones, and their spectra."""
        discs = np.flatnonzero([self.sides[index].kind == "stone" for index in self.owner])
        return discs, spectra(self.fine[discs])

    def _nearest(self, each: Floats, rows: NDArray[np.int64]) -> Floats:
        """Reduce N x crops (those in ``rows``) to the maximum of each side: N x sides; 0 where a side has none."""
        best = np.full((len(self.sides), len(each)), -np.inf, np.float32)
        np.maximum.at(best, self.owner[rows], each.T)
        return np.where(np.isfinite(best), best, 0).T.astype(np.float32)


def _embeddings(crops: NDArray[np.uint8], kinds: Sequence[str], embedder: Embedder) -> Floats:
    """Return the embeddings of crops, in small batches, because large ones keep much memory."""
    masked = alone(crops, kinds)
    parts = [
        embedder.predict_rotated(masked[start : start + _BATCH]).embedding for start in range(0, len(masked), _BATCH)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, EMBEDDING), np.float32)


def _method(embedder: Embedder) -> str:
    """Return the key of how embeddings are computed; stored embeddings with another key are computed again."""
    return f"{embedder.fingerprint} all round, discs alone, {_FITTED}"


def _place(sides: Sequence[Side], side: Side) -> int:
    """Return the index of a side among the taught ones, or the index at which it is added."""
    known = [(each.piece, each.side) for each in sides]
    return known.index((side.piece, side.side)) if (side.piece, side.side) in known else len(sides)
