"""What a reading of the table at rest means in the game that is played.  Pure."""

from __future__ import annotations

from referee.model.piece_names import piece_names
from referee.model.tracks import Tracks
from referee.observe import arena
from referee.observe import counted_stones as kept
from referee.observe.interpretation import PossibleThrow, expected, interpret
from referee.observe.irregular import Names, NoThrow
from rules.core.facts import Choose
from rules.core.fold import Table
from vision.types import Reading

Verdict = PossibleThrow | Choose | NoThrow


def verdict(table: Table, reading: Reading, tracks: Tracks, fell: bool = True) -> Verdict:
    """A throw, a roll kept by moving its die, or patience; *fell*: the pieces were seen to come to rest."""
    if not_cast := kept.turned_in_place(table, reading, tracks, names_of(table)):
        return not_cast
    if choice := arena.kept(table, reading, tracks):
        return choice
    due = interpret(table.asks, reading, tracks, names_of(table))
    return due if isinstance(due, PossibleThrow) else arena.undue(table, reading, tracks, fell) or due


def disturbed(table: Table, reading: Reading, tracks: Tracks) -> NoThrow:
    """What to say of pieces that were counted and are no longer as they were."""
    return kept.disturbed(table, reading, tracks, names_of(table))


def looked_for(table: Table | None) -> tuple[str, ...]:
    """The pieces that must be told from all others: what is to be thrown, and what might be thrown by mistake."""
    asks = table.asks if table else ()
    return tuple(dict.fromkeys((*expected(asks), *arena.dice(table))))


def names_of(table: Table) -> Names:
    """How the pieces of the game on the table are called."""
    house = table.setup.get("house_rules") or {}
    return Names(str(table.setup.get("game", "")), piece_names(table.setup), bool(house.get("off_table_counts")))
