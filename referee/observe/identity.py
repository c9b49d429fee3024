"""Identifies new dice by their looks, by what the game waits for, and by what is missing on the table.  Pure.

Joint data association: each one-to-one assignment of possible names to new dice is weighed by the product of its
likelihoods; the probability of an identity is the share of the assignments that contain it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import prod

from referee.model.tracks import FAR_MM, Track, Tracks, TrackState, is_uncounted, unidentified
from referee.observe.association import CERTAIN, Association, is_certain, with_name
from rules.core.asks import Ask
from vision import thresholds
from vision.types import Candidate, Note, Piece

NEVER_DUE = frozenset({Note.OFF, Note.CUT, Note.UNCLEAR})
"""Dice with one of these notes are never identified by what the game waits for."""
PLAUSIBLE = 0.01
"""A player may have thrown if the probability is at least this."""
STRAY = 0.05
"""Likelihood that a die missing on the table is not one of the new dice: it is covered, or was put away."""
MOST_DICE = 4
"""Most new dice that are identified together; with more dice no question is asked."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the game waits for: its asks for throws, further pieces to watch, and whether only the numbers count."""

    asks: Sequence[Ask]
    watched: Sequence[str] = ()
    only_numbers: bool = False

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """The possible sides of each due piece, by its name."""
        return {piece: sides for ask in self.asks for piece, sides in ask.pieces}


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """The pieces of a reading under one hypothesis about who threw; ``player`` is None where only one player can.

    ``moved``: a due name and the key of an unidentified track that was pushed, which may be the die of that name.
    """

    pieces: tuple[Piece, ...]
    player: str | None = None
    moved: tuple[str, int] | None = None


def hypotheses(pieces: Sequence[Piece], tracks: Tracks, found: Association, awaited: Awaited) -> list[Hypothesis]:
    """Identify the new dice: one hypothesis, or one for each player who may have thrown, the likeliest first."""
    sides = awaited.sides
    if _missing(sides, _names_on_table(pieces, found)):  # A missing due die may have been taken for another one.
        doubtful = {i for i, piece in enumerate(pieces) if _may_be_due(piece, sides, tracks)}
        pieces = [replace(piece, piece=None) if i in doubtful else piece for i, piece in enumerate(pieces)]
        found = found.without(doubtful)
    new = [i for i, piece in enumerate(pieces) if may_be_thrown(i, piece, tracks, found)]
    if awaited.only_numbers:
        return _who_threw(_new_dice(pieces, new, tracks, found, awaited), awaited.asks)
    names = _possible_names(pieces, new, found, awaited)
    if new and len(new) + len(found.pushed) <= len(names):  # The dice that moved may have been thrown as well.
        new = sorted({*new, *found.pushed})
    new = [i for i in new if any(pieces[i].side in sides.get(name, (pieces[i].side,)) for name in names)]
    if not new and len(names) == 1 and len(found.pushed) == 1 and names[0] in sides:  # The only due die, if thrown.
        return [_moved(pieces, next(iter(found.pushed)), names[0], found)]
    # A possible name is free for the new dice only: no other die keeps it.
    cleared = [replace(one, piece=None) if one.piece in names and i not in new else one for i, one in enumerate(pieces)]
    return [Hypothesis(tuple(_identified(cleared, new, names)))]


def may_be_thrown(index: int, piece: Piece, tracks: Tracks, found: Association) -> bool:
    """Whether the piece with this *index* is an unidentified die that may be part of the due throw."""
    odd = Note.SIZE in piece.notes and not piece.sure
    if piece.piece is not None or piece.kind != "die" or odd or NEVER_DUE.intersection(piece.notes):
        return False
    key = found.keys.get(index)
    return Note.STILL not in piece.notes if key is None else tracks[key].state == TrackState.TENTATIVE


def _names_on_table(pieces: Sequence[Piece], found: Association) -> frozenset[str | None]:
    return found.names() | {piece.piece for piece in pieces}


def _missing(names: Iterable[str], on_table: Collection[str | None]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name not in on_table]


def _may_be_due(piece: Piece, due: Collection[str], tracks: Tracks) -> bool:
    """Whether a new die may be a due one, because it was identified as another one, but not for certain.

    A die that shows the side of its track near its place may only have been pushed.
    """
    if piece.kind != "die" or piece.piece is None or {*NEVER_DUE, Note.STILL}.intersection(piece.notes):
        return False
    track = tracks.get(piece.piece)
    if track and not track.turned(piece) and track.lies_at(piece.centre_px, piece.centre_mm, FAR_MM):
        return False
    return piece.piece not in due and not (piece.sure and is_certain(piece))


def _possible_names(pieces: Sequence[Piece], new: Sequence[int], found: Association, awaited: Awaited) -> list[str]:
    """The names that a new, unidentified die may have.

    These are the missing due dice; else the missing watched dice; else, where one die is due and one is new, the due
    die, because another die on the table was mistaken for it.
    """
    on_table, sides = _names_on_table(pieces, found), awaited.sides
    if missing := _missing(sides, on_table) or (_missing(awaited.watched, on_table) if new else []):
        return missing
    return [name for name in sides if len(new) == len(sides) == 1 and _is_by_place_alone(name, pieces, found)]


def _is_by_place_alone(name: str, pieces: Sequence[Piece], found: Association) -> bool:
    """Whether the die *name* on the table is identified by the place of its track only."""
    index = found.index_of(name)
    return index is not None and likelihood(pieces[index], name) < CERTAIN


def _identified(pieces: Sequence[Piece], new: Sequence[int], names: Sequence[str]) -> list[Piece]:
    """The pieces with the *new* dice identified where that is certain, else with the possible names as candidates."""
    known = list(pieces)
    if len(new) == len(names) == 1:
        known[new[0]] = with_name(pieces[new[0]], names[0])
    elif names and new:
        shares = _shares([pieces[i] for i in new], names)
        of_many = len(new) > len(names)  # Then each side may be the thrown one, and each of these dice.
        for i in new if of_many else ():
            known[i] = replace(pieces[i], notes=(*pieces[i].notes, Note.UNIDENTIFIED))
        for i, share, name in zip(new, shares, _distinct(shares), strict=False):
            sure = share[name] >= CERTAIN
            known[i] = with_name(pieces[i], name) if sure else _ambiguous(pieces[i], share, name, of_many)
    return known


def _distinct(shares: Sequence[Mapping[str, float]]) -> list[str]:
    """A different name for each piece: the likeliest that is left, as long as there are names."""
    taken: dict[str, None] = {}
    for share in shares:
        if left := [name for name in share if name not in taken]:
            taken[max(left, key=lambda name: share[name])] = None
    return list(taken)


def _ambiguous(piece: Piece, share: Mapping[str, float], name: str, of_many: bool) -> Piece:
    """A die for a question to the players: its candidates are the possible names, the likeliest first."""
    order = sorted(share, key=lambda name: -share[name])
    candidates = tuple(Candidate(name, piece.side or "", share[name]) for name in order)
    notes = (*piece.notes, Note.UNIDENTIFIED) if piece.sure and not of_many else piece.notes
    return replace(piece, piece=name, sure=False, candidates=candidates, notes=notes)


def _moved(pieces: Sequence[Piece], index: int, name: str, found: Association) -> Hypothesis:
    """The hypothesis for a table without new dice on which a tracked die has moved: it may be the due die, thrown."""
    key = found.keys[index]
    assert isinstance(key, int)
    named = [_only_guessed(with_name(piece, name)) if i == index else piece for i, piece in enumerate(pieces)]
    return Hypothesis(tuple(named), moved=(name, key))


def _only_guessed(piece: Piece) -> Piece:
    return replace(piece, notes=(*piece.notes, Note.GUESSED))


# Who threw ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _NewDice:
    """The dice of a throw of which only the numbers count, by their indices in ``pieces``.

    ``new`` dice have no name, ``named`` dice were identified as due ones.  ``on_table`` has the names that are taken,
    ``lost`` the tracks of counted dice without a name that are not in the reading.
    """

    pieces: Sequence[Piece]
    new: Sequence[int]
    named: Sequence[int]
    on_table: Collection[str | None]
    lost: Sequence[Track]

    def others(self, ask: Ask) -> list[int]:
        """The dice that were identified as those of another player."""
        own = dict(ask.pieces)
        return [i for i in self.named if self.pieces[i].piece not in own]

    def free(self, ask: Ask) -> list[str]:
        """The names of the player's dice that no die on the table has."""
        return _missing(dict(ask.pieces), self.on_table)

    def may_be_thrown_by(self, ask: Ask, unnamed: Sequence[int]) -> bool:
        """Whether the player of *ask* may have thrown the *unnamed* dice, besides those identified as its own."""
        own = len(self.named) - len(self.others(ask))
        return own + len(unnamed) <= ask.at_once and len(unnamed) <= min(len(self.free(ask)), MOST_DICE)


def _new_dice(
    pieces: Sequence[Piece], new: Sequence[int], tracks: Tracks, found: Association, awaited: Awaited
) -> _NewDice:
    named = [i for i, one in enumerate(pieces) if one.piece in awaited.sides and is_uncounted(one, tracks)]
    doubtful = {i for i in named if not is_certain(pieces[i])}
    pieces = [_only_guessed(one) if i in doubtful else one for i, one in enumerate(pieces)]
    lost = [track for key, track in unidentified(tracks) if track.side and found.index_of(key) is None]
    return _NewDice(pieces, new, named, _names_on_table(pieces, found), lost)


def _who_threw(fallen: _NewDice, asks: Iterable[Ask]) -> list[Hypothesis]:
    """One hypothesis for each player who may have thrown all dice that fell; only one where that is certain."""
    ask_of = {ask.player: ask for ask in asks if ask.pieces}
    unchanged = [Hypothesis(tuple(fallen.pieces))]
    if not fallen.new and any(not fallen.others(ask) for ask in ask_of.values()):
        return unchanged
    weights = {player: _weight(fallen, ask) for player, ask in ask_of.items()}
    whole = sum(weights.values())
    if whole <= 0:
        return unchanged
    order = sorted(weights, key=lambda player: -weights[player])
    likely = [player for player in order if weights[player] >= PLAUSIBLE * whole]
    if weights[order[0]] >= CERTAIN * whole:
        likely = order[:1]
    return [Hypothesis(tuple(_guessed(fallen, ask_of[player])), player) for player in likely]


def _weight(fallen: _NewDice, ask: Ask) -> float:
    """The likelihood that this player threw all new dice, and that the dice missing on the table are among them."""
    if not fallen.may_be_thrown_by(ask, fallen.new):
        return 0.0
    left = prod(max(STRAY, sum(track.names.get(name, 0.0) for name, _ in ask.pieces)) for track in fallen.lost)
    looks = _evidence([fallen.pieces[i] for i in fallen.new], fallen.free(ask))
    return looks * left * thresholds.LISTED ** len(fallen.others(ask))


def _guessed(fallen: _NewDice, ask: Ask) -> list[Piece]:
    """The new dice under names of this player's dice; the names are guesses, because only the numbers count.

    Dice that were identified as another player's are this player's too, unless more fell than are thrown at once.
    """
    pieces, known = fallen.pieces, list(fallen.pieces)
    unnamed = sorted({*fallen.new, *fallen.others(ask)})
    if not fallen.may_be_thrown_by(ask, unnamed):
        unnamed = list(fallen.new)
    shares = _shares([pieces[i] for i in unnamed], fallen.free(ask))
    for i, share, name in zip(unnamed, shares, _distinct(shares), strict=True):
        candidates = tuple(Candidate(name, pieces[i].side or "", score) for name, score in share.items())
        likely = candidates if pieces[i].sure else with_name(pieces[i], name).candidates
        known[i] = _only_guessed(replace(pieces[i], piece=name, candidates=likely))
    return known


# Likelihoods ----------------------------------------------------------------------------------------------------------


def likelihood(piece: Piece, name: str) -> float:
    """How well *piece* looks like the die *name* on the same side, relative to all other dice (0..1)."""
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
