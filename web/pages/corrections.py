"""Which pieces of the last throws can be corrected by a tap, and to which sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from referee.model.snapshot import Snapshot
from rules.core.facts import Throw
from rules.core.fold import Entry, Table
from rules.core.game import Game

THROWS = 4  # the last throws; older ones are corrected in the history


@dataclass(frozen=True, slots=True)
class Correction:
    """A piece of the throw numbered ``seq``: the side that was read, and the ``others`` that it can be corrected to."""

    piece: str
    player: str
    side: str
    seq: int
    others: tuple[str, ...]


def corrections(snapshot: Snapshot) -> Mapping[str, Correction]:
    """The correction that each piece of the last throws admits, by piece; none once the game is over.

    A piece that was thrown several times is corrected in its latest throw.  A finished game is corrected in its
    history, so that a stray tap cannot undo a win.
    """
    game, table = snapshot.game, snapshot.table
    if game is None or table is None or not table.asks:
        return {}
    found: dict[str, Correction] = {}
    throws = ((at, entry) for at, entry in reversed(list(enumerate(table.entries))) if isinstance(entry.play, Throw))
    for at, entry in islice(throws, THROWS):
        found = {**_of_throw(game, table, at, entry), **found}
    return found


def _of_throw(game: Game, table: Table, at: int, entry: Entry) -> Mapping[str, Correction]:
    """The correction of each piece in *entry*, the play at index *at*: it may show any side that its ask listed."""
    if not isinstance(entry.play, Throw):
        return {}
    before = table.entries[at - 1].after if at else game.start(table.setup)
    sides = {piece: sides for ask in game.asks(before) for piece, sides in ask.pieces}
    return {
        piece: Correction(
            piece, entry.play.player, side, entry.seq, tuple(one for one in sides.get(piece, ()) if one != side)
        )
        for piece, side in entry.play.shown
        if sides.get(piece)
    }
