"""Dice that the eyes can read but not tell by name: never taught, or too much alike.  Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from referee.model.tracks import MOVED_MM, Track, Tracks, is_uncounted
from rules.core.asks import Ask
from vision.types import Candidate, Note, Piece, Reading

ALOOF = frozenset({Note.OFF, Note.CUT, Note.UNCLEAR})
"""Notes of strange things that are not taken for a die that was thrown; of odd "size" only where the side is unsure."""
LIKELY = 0.2
"""Another side of a die that is at least so likely leaves a doubt."""


def associate(
    reading: Reading,
    asks: Sequence[Ask],
    tracks: Tracks,
    watched: Sequence[str] = (),
    known: Sequence[Piece] = (),
    only_numbers: bool = False,
) -> Reading:
    """*reading* with names for the strange dice in it, as far as they can be told otherwise.

    Who lies where a die was counted is that die, and what lies still keeps the name that it had, or had not.  One that
    newly came is the one die that is waited for (or, where none is missing, the one of *watched* that is); of several
    it may be any, and the players are asked.  With *only_numbers* nobody is asked, and the likeliest name is
    a guess.  *known* are the dice that lay there before.
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
    """The dice that a newcomer may be.

    Where it came *alone* and nobody who is due is missing, what lay there may have been taken wrongly for the one that
    is: all the likelier where that was a guess.
    """
    if missing := _missing(due, pieces, placed):
        return missing
    taken = [name for name in due if name in placed] if alone and len(due) == 1 else []
    guessed = [name for name in taken if Note.GUESSED in tracks[name].seen.notes]
    return guessed or _missing(watched, pieces, placed) or taken


def _doubtful(piece: Piece) -> Piece:
    """A die that came and of which another side is likely too, whoever may show it, is not sure."""
    other = any(one.side != piece.side and one.score >= LIKELY for one in piece.candidates)
    return replace(piece, sure=False) if piece.kind == "die" and other else piece


def _named_as_before(piece: Piece, known: Sequence[Piece]) -> Piece:
    """A die that lies as it lay is not called by a name that it had not."""
    if Note.STILL not in piece.notes:
        return piece
    same = (one for one in known if one.piece == piece.piece and Note.GUESSED not in one.notes)
    return piece if any(_lies_where(one, piece) for one in same) else replace(piece, piece=None)


def _one_each(pieces: Sequence[Piece], due: Collection[str], tracks: Tracks) -> list[Piece]:
    """Where one that newly came surely looks like a die that lies there, one of them is not it: it is asked about."""
    came = {one.piece for one in pieces if one.piece in due and one.sure and is_uncounted(one, tracks)}
    both = {one.piece for one in pieces if one.piece in came and not is_uncounted(one, tracks)}
    return [_doubted(one, tracks) if one.piece in both else one for one in pieces]


def _doubted(piece: Piece, tracks: Tracks) -> Piece:
    return replace(piece, sure=False) if is_uncounted(piece, tracks) else replace(piece, piece=None)


def _by_place(pieces: Sequence[Piece], names: Sequence[str], tracks: Tracks) -> dict[str, int]:
    """The strange dice that lie, as they lay, where a die was counted that is not seen by name."""
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
    """The *names* that are neither seen nor told by their place."""
    seen = {piece.piece for piece in pieces}
    return [name for name in dict.fromkeys(names) if name not in seen and name not in placed]


def _is_strange(piece: Piece) -> bool:
    odd = Note.SIZE in piece.notes and not piece.sure
    return piece.piece is None and piece.kind == "die" and not odd and not ALOOF.intersection(piece.notes)


def _lay_there(piece: Piece, known: Sequence[Piece], due: Collection[str]) -> bool:
    """Whether a die lay there already; one that is to be thrown may have come down where it lay, on another side.

    What lies still and may have been thrown, but was not counted yet, may be counted now.
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
    """Names for dice that one player has thrown: the one whose dice they, and those that fell with them, look like."""
    best: tuple[float, list[tuple[int, str]]] = (-1.0, [])
    for ask in asks:
        own = dict(ask.pieces)
        fell = [one for one in reading.pieces if one.piece in own and is_uncounted(one, tracks)]
        score, pairs = _likeliest(pieces, [name for name in names if name in own])
        best = max(best, (score + len(fell), pairs), key=lambda guess: guess[0])
    return best[1]


def _likeliest(pieces: Mapping[int, Piece], names: Sequence[str]) -> tuple[float, list[tuple[int, str]]]:
    """A name for each piece while there are any, the likeliest pair first; and how likely all are together."""
    scores = {(i, one.piece): one.score for i, piece in pieces.items() for one in reversed(piece.candidates)}
    pairs = sorted(((i, name) for i in pieces for name in names), key=lambda pair: -scores.get(pair, 0.0))
    found: dict[int, str] = {}
    for i, name in pairs:
        if i not in found and name not in found.values():
            found[i] = name
    return sum(scores.get(pair, 0.0) for pair in found.items()), list(found.items())


def _guessed(piece: Piece, name: str) -> Piece:
    """Called so because only its number counts; it may be another."""
    called = _called(piece, name)
    return replace(called, notes=(*called.notes, Note.GUESSED))


def _may_be(piece: Piece, due: Collection[str], tracks: Tracks) -> bool:
    """Whether a die that newly came looks like another one, but not surely: it may be the one that is waited for."""
    other = piece.kind == "die" and piece.piece is not None and piece.piece not in due
    return (
        other and not piece.sure and is_uncounted(piece, tracks) and not {*ALOOF, Note.STILL}.intersection(piece.notes)
    )


def _perhaps(piece: Piece) -> Piece:
    """Without its name, to be asked about; what it shows as it was read."""
    first = (Candidate(None, piece.side, piece.confidence),) if piece.side else ()
    return replace(piece, piece=None, candidates=first)


def _called(piece: Piece, name: str) -> Piece:
    candidates = tuple(replace(one, piece=name) for one in piece.candidates if one.piece is None)
    return replace(piece, piece=name, candidates=candidates)


def _one_of(piece: Piece, name: str, names: Sequence[str]) -> Piece:
    """One of *names*, nobody knows which: the likeliest first, all with the side that shows."""
    likely = [one.piece for one in piece.candidates if one.piece in names]
    order = dict.fromkeys((*likely, *names))
    candidates = tuple(Candidate(one, piece.side or "", 1 / (n + 2)) for n, one in enumerate(order) if one)
    return replace(piece, piece=name, sure=False, candidates=candidates)
