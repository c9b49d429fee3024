"""Decides what a reading of the resting table means in the running game: throw, choice, or no throw.  Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot

from referee.model.commands import ReadingOccasion
from referee.model.tracks import FAR_MM, Track, Tracks, TrackState
from referee.observe.association import Association
from referee.observe.identity import Hypothesis
from referee.observe.interpretation import (
    Ambiguity,
    GameContext,
    NoThrow,
    PossibleThrow,
    by_somebody,
    context_of,
    interpret,
    no_throw_from,
)
from rules.core.asks import Ask, pieces_due
from rules.core.at_table import Counted, SeenPiece, TurnedPiece
from rules.core.facts import Choose
from rules.core.fold import Table
from vision.types import Note, Piece, Point, Reading

Verdict = PossibleThrow | Choose | NoThrow


def verdict_over(
    table: Table,
    possible: Sequence[Hypothesis],
    readings: Sequence[Reading],
    tracks: Tracks,
    found: Association,
    why: ReadingOccasion,
) -> Verdict:
    """The verdict over all hypotheses, one reading each; where several players may have thrown, by one of them."""
    came_to_rest = why in ("rest", "again")
    verdicts = [
        verdict(table, reading, _tracks_under(hypothesis, tracks), came_to_rest, hypothesis.player)
        for hypothesis, reading in zip(possible, readings, strict=True)
    ]
    if why == "rest" and any(_is_incomplete(table, one) for one in verdicts):
        return NoThrow()  # A die may have been overlooked: the second reading decides.
    throws = [one for one in verdicts if isinstance(one, PossibleThrow)]
    if len(throws) > 1:
        new = next(i for i, piece in enumerate(readings[0].pieces) if piece.piece in _names_in(throws[0]))
        return by_somebody(throws, new)
    outcome = throws[0] if throws else verdicts[0]
    edge = leaning(table, readings[0], tracks, found, context_of(table)) if isinstance(outcome, NoThrow) else None
    return edge or outcome


def _tracks_under(hypothesis: Hypothesis, tracks: Tracks) -> Tracks:
    """The tracks if *hypothesis* is true, in which a moved die may be the die that is due."""
    if hypothesis.moved is None:
        return tracks
    name, key = hypothesis.moved
    track = tracks[key]
    return {**tracks, name: replace(track, side=track.last_piece.side or "", state=TrackState.CONFIRMED)}


def _is_incomplete(table: Table, verdict: Verdict) -> bool:
    """Whether a throw has fewer pieces than its player may throw at once."""
    if not isinstance(verdict, PossibleThrow):
        return False
    thrown = len(verdict.shown) + len(verdict.ambiguities)
    return any(ask.player == verdict.player and thrown < ask.most for ask in table.asks)


def _names_in(thrown: PossibleThrow) -> set[str]:
    return {name for name, _ in (*thrown.shown, *(pair for one in thrown.ambiguities for pair in one.candidates))}


def verdict(
    table: Table, reading: Reading, tracks: Tracks, came_to_rest: bool = True, thrower: str | None = None
) -> Verdict:
    """The throw, the choice made by moving a piece, or `NoThrow`; *came_to_rest*: pieces were seen coming to rest.

    With *thrower* it can only be that player's throw.
    """
    pieces = seen_pieces(reading, tracks)
    turned = table.at_table.turned(table, pieces)
    if turned and turned.certain:
        return no_throw_from(turned.advice)
    asks = [ask for ask in table.asks if thrower in (None, ask.player)]
    due = interpret(asks, reading, tracks, context_of(table))
    if turned and isinstance(due, PossibleThrow):
        return _turned_or_thrown(due, turned, reading)
    if choice := table.at_table.choice(table, pieces):
        return _moved_or_thrown(due, choice, reading) if isinstance(due, PossibleThrow) else choice
    return due if isinstance(due, PossibleThrow) else _unexpected(table, reading, pieces, came_to_rest) or due


def warning_of_disturbance(table: Table, reading: Reading, tracks: Tracks) -> NoThrow:
    """A warning about counted pieces that have been moved or turned since; empty where there are none."""
    return no_throw_from(table.at_table.disturbed(table, seen_pieces(reading, tracks)))


def looked_for(table: Table | None, entered: Sequence[str]) -> tuple[str, ...]:
    """The pieces that a reading must identify: those to be thrown, that may be thrown by mistake, or were *entered*."""
    return tuple(dict.fromkeys((*pieces_due(table.asks), *table.at_table.watched(table), *entered))) if table else ()


def seen_pieces(reading: Reading, tracks: Tracks) -> tuple[SeenPiece, ...]:
    """The identified pieces for the table rules of a game, each compared with its counted side and place."""
    return tuple(_seen_piece(name, piece, tracks.get(name)) for name, piece in reading.by_name().items())


def _seen_piece(name: str, piece: Piece, track: Track | None) -> SeenPiece:
    still, away = Note.STILL in piece.notes, _from_middle(piece.centre_mm)
    return SeenPiece(name, piece.side, piece.sure, still, away, _counted(piece, track) if track else None)


def _counted(piece: Piece, track: Track) -> Counted:
    place = piece.centre_px, piece.centre_mm
    return Counted(
        track.side,
        track.last_piece.side,
        track.last_piece.sure,
        track.held,
        moved=not track.lies_at(*place),
        far=not track.lies_at(*place, FAR_MM),
        from_middle_mm=_from_middle(track.last_piece.centre_mm),
    )


def _from_middle(mm: Point | None) -> float | None:
    return None if mm is None else hypot(*mm)


def _turned_or_thrown(thrown: PossibleThrow, turned: TurnedPiece, reading: Reading) -> PossibleThrow:
    """A throw, with the question first whether one of its pieces was thrown or only turned over."""
    index = reading.pieces.index(reading.by_name()[turned.piece])
    return replace(thrown, ambiguities=(Ambiguity(index, turned=turned), *thrown.ambiguities))


def _moved_or_thrown(thrown: PossibleThrow, choice: Choose, reading: Reading) -> PossibleThrow:
    """A throw of one piece, with the question whether it was thrown, or moved (which is *choice*)."""
    index = next(i for i, piece in enumerate(reading.pieces) if piece.piece in dict(thrown.shown))
    return replace(thrown, ambiguities=(Ambiguity(index, instead=choice),))


def _unexpected(
    table: Table, reading: Reading, pieces: Sequence[SeenPiece], came_to_rest: bool
) -> PossibleThrow | None:
    """The throw of pieces that are not due; where they may only have been moved, the players are asked."""
    thrown = table.at_table.unexpected(table, pieces, came_to_rest)
    if thrown is None:
        return None
    index = reading.pieces.index(reading.by_name()[thrown.piece])
    ambiguities = () if thrown.certain else (Ambiguity(index, ()),)
    return PossibleThrow(thrown.player, ((thrown.piece, thrown.side),), ambiguities)


def again_as_entered(asks: Sequence[Ask], reading: Reading, entered: Mapping[str, str]) -> PossibleThrow | None:
    """A throw of due pieces that lie as they were counted or *entered* (side by piece): the players are asked about it.

    They may have been thrown once more, to the same sides, before the camera saw them, or to where they lay.
    """
    read = {name: piece.side or "" for name, piece in reading.by_name().items() if piece.sure}
    for ask in asks:
        lying = entered if ask.some else {**read, **entered}
        sides = {piece: lying[piece] for piece, _ in ask.pieces if piece in lying}
        if entered.keys() & sides.keys() and len(sides) <= ask.at_once and (ask.some or len(sides) == len(ask.pieces)):
            named = [i for i, piece in enumerate(reading.pieces) if piece.piece in sides]
            return PossibleThrow(ask.player, tuple(sides.items()), (Ambiguity(named[0] if named else 0),))
    return None


# A stone on its edge, where the game counts it as part of the throw until it is tipped --------------------------------


def leaning(
    table: Table, reading: Reading, tracks: Tracks, found: Association, game: GameContext
) -> PossibleThrow | None:
    """The cast with one leaner, if all other stones lie flat and are read surely, else None.

    A leaner is counted once two readings in a row have seen it.
    """
    on_edge = {i: piece for i, piece in enumerate(reading.pieces) if Note.LEANER in piece.notes}
    edges = [piece for i, piece in on_edge.items() if i in found.keys]
    ask = next((ask for ask in table.asks if table.at_table.edge_side(ask)), None)
    if ask is None or len(on_edge) != 1 or not edges:
        return None
    name = _leaner_name(ask, reading, edges[0])
    flat = replace(reading, pieces=tuple(piece for piece in reading.pieces if piece is not edges[0]))
    others = replace(ask, pieces=tuple(one for one in ask.pieces if one[0] != name))
    cast = interpret([others], flat, tracks, game)
    if name is None or (isinstance(cast, PossibleThrow) and cast.ambiguities):
        return None
    if isinstance(cast, PossibleThrow):
        return replace(cast, shown=(*cast.shown, (name, table.at_table.edge_side(ask))))
    alone = ask.some and not cast.words  # The player kept all other stones.
    return PossibleThrow(ask.player, ((name, table.at_table.edge_side(ask)),)) if alone else None


def _leaner_name(ask: Ask, reading: Reading, edge: Piece) -> str | None:
    """The name of the leaning stone: as it was read, or the only asked stone that is not seen elsewhere."""
    stones = [stone for stone, _ in ask.pieces]
    if edge.piece is not None:
        return edge.piece if edge.piece in stones else None
    on_table = {piece.piece for piece in reading.pieces}
    missing = [stone for stone in stones if stone not in on_table]
    return missing[0] if len(missing) == 1 else None
