"""Identity: which dice came to rest, by what they look like, what the game waits for, and what is missing.  Pure.

Joint data association: all one-to-one assignments of the names in question to the dice that came are weighed by the
product of their likelihoods, and each identity has the share of the assignments that agree with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import prod

from referee.model.tracks import Tracks, TrackState, is_uncounted, unidentified
from referee.observe.association import Association, called
from rules.core.asks import Ask
from vision import thresholds
from vision.types import Candidate, Note, Piece

ALOOF = frozenset({Note.OFF, Note.CUT, Note.UNCLEAR})
"""Notes of dice that are never identified by what the game waits for."""
LIKELY = 0.2
"""Probability of another side from which on the side of a new die is not sure."""
CERTAIN = 0.95
"""Probability from which on an identity, or who threw, is not asked."""
PLAUSIBLE = 0.01
"""Probability from which on a player may have thrown."""
STRAY = 0.05
"""Likelihood that a die that left the table is not one of those that came: it is covered, or was put away."""
MOST_DICE = 4
"""Dice that are identified at once; of more nobody is asked."""


@dataclass(frozen=True, slots=True)
class Waited:
    """What the game waits for: its asks for throws, other pieces to watch, and whether only the numbers count."""

    asks: Sequence[Ask]
    watched: Sequence[str] = ()
    only_numbers: bool = False

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """The sides that each piece to be thrown may show."""
        return {piece: sides for ask in self.asks for piece, sides in ask.pieces}


@dataclass(frozen=True, slots=True)
class Thrown:
    """The pieces of a reading under one hypothesis about who threw; ``player`` is None where that is not in question.

    ``moved`` pairs a name with the unidentified track that the die may have had: it may only have been pushed.
    """

    pieces: tuple[Piece, ...]
    player: str | None = None
    moved: tuple[str, int] | None = None


def doubtful(piece: Piece, tracks: Tracks) -> Piece:
    """A die is identified only if no other is likely; a new die is sure only if no other side of it is likely."""
    if piece.kind != "die":
        return piece
    named = [one for one in piece.candidates if one.piece is not None]
    own = sum(one.score for one in named if one.piece == piece.piece)
    if not piece.sure and own < CERTAIN * sum(one.score for one in named):
        piece = _unnamed(piece)
    other = any(one.side != piece.side and one.score >= LIKELY for one in piece.candidates)
    return replace(piece, sure=False) if other and is_uncounted(piece, tracks) else piece


def hypotheses(pieces: Sequence[Piece], tracks: Tracks, found: Association, waited: Waited) -> list[Thrown]:
    """The pieces with the identities that the new dice have or may have.

    There is one hypothesis, or one for each player who may have thrown, the likeliest first.
    """
    sides = waited.sides
    seen = {piece.piece for piece in pieces} | found.names()
    if _missing(sides, seen):
        pieces = [_unnamed(piece) if _may_be_due(piece, sides, tracks) else piece for piece in pieces]
    came = [i for i, piece in enumerate(pieces) if is_open(i, piece, tracks, found)]
    if waited.only_numbers:
        return _who_threw(pieces, came, tracks, found, waited)
    names = _who_came(pieces, came, found, waited)
    if came and len(came) + len(found.pushed) <= len(names):
        came = sorted({*came, *found.pushed})
    came = [i for i in came if any(pieces[i].side in sides.get(name, (pieces[i].side,)) for name in names)]
    if not came and len(names) == 1 and len(found.pushed) == 1 and names[0] in sides:
        return [_moved(pieces, next(iter(found.pushed)), names[0], found)]
    cleared = [
        replace(one, piece=None) if one.piece in names and i not in came else one for i, one in enumerate(pieces)
    ]
    return [Thrown(tuple(_identified(cleared, came, names)))]


def is_open(index: int, piece: Piece, tracks: Tracks, found: Association) -> bool:
    """Whether a die is not identified and may be part of the throw that is due."""
    odd = Note.SIZE in piece.notes and not piece.sure
    if piece.piece is not None or piece.kind != "die" or odd or ALOOF.intersection(piece.notes):
        return False
    key = found.keys.get(index)
    return Note.STILL not in piece.notes if key is None else tracks[key].state == TrackState.TENTATIVE


def _missing(names: Iterable[str], seen: Collection[str | None]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name not in seen]


def _may_be_due(piece: Piece, due: Collection[str], tracks: Tracks) -> bool:
    """Whether a new die was identified, without certainty, as a die that is not due: it may be one that is."""
    other = piece.kind == "die" and piece.piece is not None and piece.piece not in due and not piece.sure
    return other and is_uncounted(piece, tracks) and not {*ALOOF, Note.STILL}.intersection(piece.notes)


def _unnamed(piece: Piece) -> Piece:
    return replace(piece, piece=None)


def _who_came(pieces: Sequence[Piece], came: Sequence[int], found: Association, waited: Waited) -> list[str]:
    """The dice that a new, unidentified die may be.

    These are the due dice that are missing; else the watched dice that are missing; else, where one die is due and one
    came, that die: another one was taken for it.
    """
    seen = {piece.piece for piece in pieces} | found.names()
    sides = waited.sides
    if missing := _missing(sides, seen) or (_missing(waited.watched, seen) if came else []):
        return missing
    return [name for name in sides if len(came) == len(sides) == 1 and _is_by_place_alone(name, pieces, found)]


def _is_by_place_alone(name: str, pieces: Sequence[Piece], found: Association) -> bool:
    """Whether nothing but its place says which die the piece of this track is."""
    index = found.index_of(name)
    return index is not None and likelihood(pieces[index], name) < CERTAIN


def _identified(pieces: Sequence[Piece], came: Sequence[int], names: Sequence[str]) -> list[Piece]:
    """The pieces; the dice that *came* are called by name where that is certain, else they are open."""
    known = list(pieces)
    if len(came) == len(names) == 1:
        known[came[0]] = called(pieces[came[0]], names[0])
    elif names and came:
        shares = _shares([pieces[i] for i in came], names)
        of_many = len(came) > len(names)  # Then any side may be the one thrown.
        for i, share, name in zip(came, shares, _distinct(shares), strict=False):
            sure = share[name] >= CERTAIN
            known[i] = called(pieces[i], name) if sure else _open(pieces[i], share, name, of_many)
    return known


def _distinct(shares: Sequence[Mapping[str, float]]) -> list[str]:
    """A different name for each piece as long as there are names, each the likeliest that is left."""
    taken: dict[str, None] = {}
    for share in shares[: len(shares[0])]:
        taken[max((name for name in share if name not in taken), key=lambda name: share[name])] = None
    return list(taken)


def _open(piece: Piece, share: Mapping[str, float], name: str, of_many: bool) -> Piece:
    """A die that is asked about: its candidates are the names that it may have, the likeliest first."""
    order = sorted(share, key=lambda name: -share[name])
    candidates = tuple(Candidate(name, piece.side or "", share[name]) for name in order)
    notes = (*piece.notes, Note.UNIDENTIFIED) if piece.sure and not of_many else piece.notes
    return replace(piece, piece=name, sure=False, candidates=candidates, notes=notes)


def _moved(pieces: Sequence[Piece], index: int, name: str, found: Association) -> Thrown:
    """Nothing came, and a die that lay there has moved: the die that is due may have been thrown from there."""
    key = found.keys[index]
    assert isinstance(key, int)
    named = [_only_guessed(called(piece, name)) if i == index else piece for i, piece in enumerate(pieces)]
    return Thrown(tuple(named), moved=(name, key))


def _only_guessed(piece: Piece) -> Piece:
    return replace(piece, notes=(*piece.notes, Note.GUESSED))


# Who threw ------------------------------------------------------------------------------------------------------------


def _who_threw(
    pieces: Sequence[Piece], came: Sequence[int], tracks: Tracks, found: Association, waited: Waited
) -> list[Thrown]:
    """One hypothesis for each player who may have thrown all that came; one alone where that is certain."""
    weights = {ask.player: _weight(ask, pieces, came, tracks, found, waited) for ask in waited.asks if ask.pieces}
    whole = sum(weights.values())
    if not came or whole <= 0:
        return [Thrown(tuple(pieces))]
    order = sorted(weights, key=lambda player: -weights[player])
    likely = [player for player in order if weights[player] >= PLAUSIBLE * whole]
    if weights[order[0]] >= CERTAIN * whole:
        likely = order[:1]
    asks = {ask.player: ask for ask in waited.asks}
    return [Thrown(tuple(_guessed(pieces, came, asks[player], found)), player) for player in likely]


def _weight(
    ask: Ask, pieces: Sequence[Piece], came: Sequence[int], tracks: Tracks, found: Association, waited: Waited
) -> float:
    """The likelihood that this player threw all that came, and that the dice that left the table are among it."""
    own = dict(ask.pieces)
    fell = [one.piece for one in pieces if one.piece in waited.sides and is_uncounted(one, tracks)]
    names = _free(ask, pieces, found)
    room = (ask.most or len(own)) - len(fell)
    if not 0 < len(came) <= min(room, len(names), MOST_DICE):
        return 0.0
    gone = [track for key, track in unidentified(tracks) if track.side and found.index_of(key) is None]
    left = prod(max(STRAY, sum(track.names.get(name, 0.0) for name in own)) for track in gone)
    others = prod(1.0 if name in own else thresholds.LISTED for name in fell)
    return _evidence([pieces[i] for i in came], names) * left * others


def _free(ask: Ask, pieces: Sequence[Piece], found: Association) -> list[str]:
    return _missing(dict(ask.pieces), {piece.piece for piece in pieces} | found.names())


def _guessed(pieces: Sequence[Piece], came: Sequence[int], ask: Ask, found: Association) -> list[Piece]:
    """The dice that came under names of this player's dice; which is which does not count, and stays open."""
    names, known = _free(ask, pieces, found), list(pieces)
    shares = _shares([pieces[i] for i in came], names)
    for i, share, name in zip(came, shares, _distinct(shares), strict=True):
        candidates = tuple(Candidate(name, pieces[i].side or "", score) for name, score in share.items())
        likely = candidates if pieces[i].sure else called(pieces[i], name).candidates
        known[i] = _only_guessed(replace(pieces[i], piece=name, candidates=likely))
    return known


# Likelihoods ----------------------------------------------------------------------------------------------------------


def likelihood(piece: Piece, name: str) -> float:
    """How well a die on this side looks like the die *name*, against all other dice (0..1)."""
    scores = [one.score for one in piece.candidates if one.piece == name and one.side == piece.side]
    listed = [one.score for one in piece.candidates if one.piece is not None]
    if not listed:
        return 1.0
    return max(scores, default=0.0) or thresholds.LISTED


def _evidence(pieces: Sequence[Piece], names: Sequence[str]) -> float:
    """The mean likelihood of all one-to-one assignments of *names* to *pieces* (at least as many names)."""
    weights = [_joint(pieces, chosen) for chosen in permutations(names, len(pieces))]
    return sum(weights) / len(weights)


def _shares(pieces: Sequence[Piece], names: Sequence[str]) -> list[dict[str, float]]:
    """For each piece the probability of each name, over all one-to-one assignments."""
    shares = [dict.fromkeys(names, 0.0) for _ in pieces]
    some, whole = min(len(pieces), len(names), MOST_DICE), 0.0
    for rows in combinations(range(len(pieces)), some):
        for chosen in permutations(names, some):
            weight = _joint([pieces[i] for i in rows], chosen)
            whole += weight
            for i, name in zip(rows, chosen, strict=True):
                shares[i][name] += weight
    return [{name: weight / (whole or 1.0) for name, weight in share.items()} for share in shares]


def _joint(pieces: Sequence[Piece], names: Sequence[str]) -> float:
    return prod(likelihood(piece, name) for piece, name in zip(pieces, names, strict=True))
