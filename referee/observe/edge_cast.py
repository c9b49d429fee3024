"""A stone on its edge, where the game counts it as part of the throw until it is tipped.  Pure."""

from __future__ import annotations

from dataclasses import replace

from referee.model.tracks import Tracks
from referee.observe.interpretation import PossibleThrow, interpret
from referee.observe.irregular import Names
from rules.core.asks import Ask
from rules.core.fold import Table
from vision.types import Note, Piece, Reading


def leaning(table: Table, reading: Reading, tracks: Tracks, names: Names) -> PossibleThrow | None:
    """The cast with its one leaner, where all other stones lie flat and are surely read; None in any other case."""
    edges = [piece for piece in reading.pieces if Note.LEANER in piece.notes]
    ask = next((ask for ask in table.asks if table.at_table.edge_side(ask)), None)
    if ask is None or len(edges) != 1:
        return None
    name = _name(ask, reading, edges[0])
    flat = replace(reading, pieces=tuple(piece for piece in reading.pieces if piece is not edges[0]))
    others = replace(ask, pieces=tuple(one for one in ask.pieces if one[0] != name))
    cast = interpret([others], flat, tracks, names)
    if name is None or (isinstance(cast, PossibleThrow) and cast.ambiguities):
        return None
    if isinstance(cast, PossibleThrow):
        return replace(cast, shown=(*cast.shown, (name, table.at_table.edge_side(ask))))
    alone = ask.some and not cast.words  # All others were kept.
    return PossibleThrow(ask.player, ((name, table.at_table.edge_side(ask)),)) if alone else None


def _name(ask: Ask, reading: Reading, edge: Piece) -> str | None:
    """Which stone leans: its own name, or the only one that is not seen otherwise."""
    stones = [stone for stone, _ in ask.pieces]
    if edge.piece is not None:
        return edge.piece if edge.piece in stones else None
    seen = {piece.piece for piece in reading.pieces}
    missing = [stone for stone in stones if stone not in seen]
    return missing[0] if len(missing) == 1 else None
