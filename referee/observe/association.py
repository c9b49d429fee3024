"""Association: which die is which, where a die was read but not identified (not taught, or too similar).  Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from referee.model.tracks import MOVED_MM, Track, Tracks, is_uncounted
from rules.core.asks import Ask
from vision.types import Candidate, Note, Piece, Reading

ALOOF = frozenset({Note.OFF, Note.CUT, Note.UNCLEAR})
"""Notes of detections that are never associated with a die that is due."""
LIKELY = 0.2
"""Probability of another side from which on the side of a new die is not sure."""


def associate(
    reading: Reading,
    asks: Sequence[Ask],
    tracks: Tracks,
    watched: Sequence[str] = (),
    known: Sequence[Piece] = (),
    only_numbers: bool = False,
) -> Reading:
    """*reading* with an identity for each unidentified die, as far as one can be inferred.

    1. A die at the place and on the side of a track belongs to that track; a die that has not moved keeps its identity.
    2. One new die and one due die (or, where none is due, one die of *watched*) that is missing: it is that die.
    3. Several are possible: the die is marked unsure, with all of them as candidates, and the players are asked.
    4. With *only_numbers* nobody is asked: the likeliest identities are guessed (`Note.GUESSED`).

    *known* are the dice of the previous reading.
    """
    sides = {piece: sides for ask in asks for piece, sides in ask.pieces}
    read = [_doubtful(piece) if is_uncounted(piece, tracks) else piece for piece in reading.pieces]
    pieces = _one_each([_named_as_before(piece, known) for piece in read], sides, tracks)
    if _missing(sides, pieces, ()):
        pieces = [_perhaps(piece) if _may_be(piece, sides, tracks) else piece for piece in pieces]
    placed = _by_place(pieces, (*sides, *watched), tracks)
    strange = [i for i, piece in enumerate(pieces) if _is_strange(piece) and i not in placed.values()]
    fresh = [i for i in strange if not _lay_there(pieces[i], known, sides)]
    names = _who_came(sides, watched, pieces, placed, tracks, alone=len(fresh) == 1)
    placed = {name: i for name, i in placed.items() if name not in names}
    fresh = [i for i in fresh if any(pieces[i].side in sides.get(name, (pieces[i].side,)) for name in names)]
    if only_numbers:
        for i, name in _guesses({i: pieces[i] for i in fresh}, names, asks, reading, tracks):
            pieces[i] = _guessed(pieces[i], name)
    else:
        sure = len(names) == len(fresh) == 1
        for i, name in zip(fresh, names, strict=False):
            pieces[i] = _called(pieces[i], name) if sure else _one_of(pieces[i], name, names)
    for name, i in placed.items():
        pieces[i] = tracks[name].seen if Note.STILL in pieces[i].notes else _called(pieces[i], name)
    return replace(reading, pieces=tuple(pieces))


def _who_came(
    due: Collection[str],
    watched: Sequence[str],
    pieces: Sequence[Piece],
    placed: Mapping[str, int],
    tracks: Tracks,
    alone: bool,
) -> list[str]:
    """The dice that a new, unidentified die may be.

    These are the due dice that are missing; else, where the new die is *alone*, a due die that was associated by place
    with a guessed identity; else a missing die of *watched*; else that due die itself.
    """
    if missing := _missing(due, pieces, placed):
        return missing
    taken = [name for name in due if name in placed] if alone and len(due) == 1 else []
    guessed = [name for name in taken if Note.GUESSED in tracks[name].seen.notes]
    return guessed or _missing(watched, pieces, placed) or taken


def _doubtful(piece: Piece) -> Piece:
    """A die is not sure if another side of it is likely too."""
    other = any(one.side != piece.side and one.score >= LIKELY for one in piece.candidates)
    return replace(piece, sure=False) if piece.kind == "die" and other else piece


def _named_as_before(piece: Piece, known: Sequence[Piece]) -> Piece:
    """A die that has not moved does not take a new identity."""
    if Note.STILL not in piece.notes:
        return piece
    same = (one for one in known if one.piece == piece.piece and Note.GUESSED not in one.notes)
    return piece if any(_lies_where(one, piece) for one in same) else replace(piece, piece=None)


def _one_each(pieces: Sequence[Piece], due: Collection[str], tracks: Tracks) -> list[Piece]:
    """A new die with the identity of a die that has not moved is not sure: one of the two identities is wrong."""
    came = {one.piece for one in pieces if one.piece in due and one.sure and is_uncounted(one, tracks)}
    both = {one.piece for one in pieces if one.piece in came and not is_uncounted(one, tracks)}
    return [_doubted(one, tracks) if one.piece in both else one for one in pieces]


def _doubted(piece: Piece, tracks: Tracks) -> Piece:
    return replace(piece, sure=False) if is_uncounted(piece, tracks) else replace(piece, piece=None)


def _by_place(pieces: Sequence[Piece], names: Sequence[str], tracks: Tracks) -> dict[str, int]:
    """Unidentified dice at the place, and on the side, of a track that no identified die belongs to: index by name."""
    found: dict[str, int] = {}
    for i, piece in enumerate(pieces):
        there = (name for name in _missing(names, pieces, found) if name in tracks and _lies_as(piece, tracks[name]))
        name = next(there, None) if _is_strange(piece) else None
        if name is not None:
            found[name] = i
    return found


def _lies_as(piece: Piece, track: Track) -> bool:
    same = track.side == piece.side or Note.STILL in piece.notes
    return not track.taken and same and track.lies_at(piece.centre_px, piece.centre_mm)


def _missing(names: Iterable[str], pieces: Sequence[Piece], placed: Collection[str]) -> list[str]:
    """The *names* that no piece has, neither by identity nor by place."""
    seen = {piece.piece for piece in pieces}
    return [name for name in dict.fromkeys(names) if name not in seen and name not in placed]


def _is_strange(piece: Piece) -> bool:
    odd = Note.SIZE in piece.notes and not piece.sure
    return piece.piece is None and piece.kind == "die" and not odd and not ALOOF.intersection(piece.notes)


def _lay_there(piece: Piece, known: Sequence[Piece], due: Collection[str]) -> bool:
    """Whether a die was already there at the last reading.

    A die that is due may land where it lay, on another side.  A die that has not moved since, is due and was not sure
    then may be counted now.
    """
    there = [old for old in known if _lies_where(old, piece)]
    if Note.STILL in piece.notes:
        return not any(old.piece in due and not old.sure for old in there)
    return any(old.piece not in due or old.side == piece.side for old in there)


def _lies_where(old: Piece, piece: Piece) -> bool:
    return Track(old.side or "", old).lies_at(piece.centre_px, piece.centre_mm, MOVED_MM)


def _guesses(
    pieces: Mapping[int, Piece], names: Sequence[str], asks: Sequence[Ask], reading: Reading, tracks: Tracks
) -> list[tuple[int, str]]:
    """Identities for unidentified dice, as (index, name), assuming that one player threw all dice that are new.

    The player is the one whose dice have the highest total likelihood.
    """
    best: tuple[float, list[tuple[int, str]]] = (-1.0, [])
    for ask in asks:
        own = dict(ask.pieces)
        fell = [one for one in reading.pieces if one.piece in own and is_uncounted(one, tracks)]
        score, pairs = _likeliest(pieces, [name for name in names if name in own])
        best = max(best, (score + len(fell), pairs), key=lambda guess: guess[0])
    return best[1]


def _likeliest(pieces: Mapping[int, Piece], names: Sequence[str]) -> tuple[float, list[tuple[int, str]]]:
    """Greedy one-to-one assignment of names to pieces, the likeliest pair first, and its total likelihood."""
    scores = {(i, one.piece): one.score for i, piece in pieces.items() for one in reversed(piece.candidates)}
    pairs = sorted(((i, name) for i in pieces for name in names), key=lambda pair: -scores.get(pair, 0.0))
    found: dict[int, str] = {}
    for i, name in pairs:
        if i not in found and name not in found.values():
            found[i] = name
    return sum(scores.get(pair, 0.0) for pair in found.items()), list(found.items())


def _guessed(piece: Piece, name: str) -> Piece:
    """The die under a name that is only the likeliest, because just its number counts."""
    called = _called(piece, name)
    return replace(called, notes=(*called.notes, Note.GUESSED))


def _may_be(piece: Piece, due: Collection[str], tracks: Tracks) -> bool:
    """Whether a new die was identified, without certainty, as a die that is not due: it may be one that is."""
    other = piece.kind == "die" and piece.piece is not None and piece.piece not in due
    return (
        other and not piece.sure and is_uncounted(piece, tracks) and not {*ALOOF, Note.STILL}.intersection(piece.notes)
    )


def _perhaps(piece: Piece) -> Piece:
    """The die without its identity, so that the players are asked; its side stays as it was read."""
    first = (Candidate(None, piece.side, piece.confidence),) if piece.side else ()
    return replace(piece, piece=None, candidates=first)


def _called(piece: Piece, name: str) -> Piece:
    candidates = tuple(replace(one, piece=name) for one in piece.candidates if one.piece is None)
    return replace(piece, piece=name, candidates=candidates)


def _one_of(piece: Piece, name: str, names: Sequence[str]) -> Piece:
    """The die as any of *names*: candidates with the side that shows, the likeliest first."""
    likely = [one.piece for one in piece.candidates if one.piece in names]
    order = dict.fromkeys((*likely, *names))
    candidates = tuple(Candidate(one, piece.side or "", 1 / (n + 2)) for n, one in enumerate(order) if one)
    return replace(piece, piece=name, sure=False, candidates=candidates)
