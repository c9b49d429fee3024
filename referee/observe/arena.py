"""The dice in the Arena of Dicers: rolls that nobody waited for, and rolls that are kept by moving the die.  Pure."""

from __future__ import annotations

from math import hypot

from referee.model.tracks import FAR_MM, Tracks, by_name
from referee.observe.interpretation import Ambiguity, PossibleThrow, expected
from rules.core.facts import Choose
from rules.core.fold import Table
from rules.dicers.rounds import caster, running, stage
from rules.dicers.state import Cast, State
from vision.types import Note, Piece, Reading

MIDDLE_MM = 45.0  # Around the middle of the mat: a die put there is kept (DIC-Q-52).


def dice(table: Table | None) -> tuple[str, ...]:
    """The dice in the Arena; none in another game or between two Rounds."""
    state = table.state if table else None
    if not isinstance(state, State) or state.round is None:
        return ()
    return tuple(cast.die for cast in state.round.casts.values())


def undue(table: Table, reading: Reading, tracks: Tracks, fell: bool) -> PossibleThrow | None:
    """A roll in the Arena that is not asked for: too often, a set die, the other player's; None where there is none.

    The rules say what it means; the opponent's first roll keeps the roll that lies there.  *fell*: it was seen to come
    to rest.  Once the Round is decided the dice are cleared away, which is no roll.
    """
    state = table.state
    if not isinstance(state, State) or state.phase != "round" or state.todo or stage(state) not in ("cast", "forced"):
        return None
    due, seen = expected(table.asks), by_name(reading)
    for owner, cast in running(state).casts.items():
        piece = seen.get(cast.die)
        if piece is None or not piece.sure or piece.side not in state.die(cast.die).sides or cast.die in due:
            continue
        rolled = _rolled(piece, tracks, keeps=fell and _would_keep(state, owner, cast))
        if rolled is not None:
            ambiguities = (Ambiguity(reading.pieces.index(piece), ()),) if rolled == "perhaps" else ()
            return PossibleThrow(owner, ((cast.die, piece.side),), ambiguities)
    return None


def _rolled(piece: Piece, tracks: Tracks, keeps: bool) -> str | None:
    """ "surely", "perhaps", or None; *keeps*: this roll would be the first of an opponent whose turn it may well be."""
    track = tracks.get(piece.piece or "")
    if track is None:
        return "surely" if keeps and Note.STILL not in piece.notes else None
    if track.turned(piece) and track.seen.sure:
        return "surely"
    if not keeps or not track.differs(piece):
        return None
    near = not track.taken and track.lies_at(piece.centre_px, piece.centre_mm, FAR_MM)
    return "perhaps" if near else "surely"


def _would_keep(state: State, owner: str, cast: Cast) -> bool:
    """Whether a roll of *owner* keeps what the other player has rolled."""
    first = caster(state) if stage(state) == "cast" else ""
    return first not in ("", owner) and bool(running(state).casts[first].face) and not cast.set


def kept(table: Table, reading: Reading, tracks: Tracks) -> Choose | None:
    """The roll that its player keeps by moving the die, as it lies, to the middle of the mat.

    One that was seen to be taken up first comes back thrown.
    """
    state, seen = table.state, by_name(reading)
    keeps = [ask for ask in table.asks if ask.kind == "keep"] if isinstance(state, State) else []
    for ask in keeps:
        die = running(state).casts[ask.player].die
        piece, track = seen.get(die), tracks.get(die)
        if piece is not None and track is not None and not track.taken and track.side == piece.side and piece.sure:
            moved = not track.lies_at(piece.centre_px, piece.centre_mm)
            if moved and _is_in_the_middle(piece) and not _is_in_the_middle(track.seen):
                return Choose(ask.player, ask.kind, ask.options[0].pick)
    return None


def _is_in_the_middle(piece: Piece) -> bool:
    return piece.centre_mm is not None and hypot(*piece.centre_mm) <= MIDDLE_MM
