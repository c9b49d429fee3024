"""Interprets a reading of the resting table as a throw, a throw with open questions, or no throw.  Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.model.tracks import FAR_MM, Tracks, is_uncounted
from referee.observe import irregular
from referee.observe.irregular import Names, NoThrow
from rules.core.asks import Ask
from rules.core.facts import Throw
from vision.types import Note, Piece, Reading

PLAUSIBLE = 0.01  # Share of the best candidate's score from which on a candidate is considered: ln(100) = 4.6 log odds.


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A piece of a throw whose identity or side is not sure.

    ``index`` is its index in the reading, ``candidates`` are (piece, side), the likeliest first.  No candidates: the
    question is whether the pieces were thrown at all, or only moved.
    """

    index: int
    candidates: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PossibleThrow:
    """A throw by ``player``; it is logged once its ``ambiguities`` are resolved."""

    player: str
    shown: tuple[tuple[str, str], ...]
    ambiguities: tuple[Ambiguity, ...] = ()

    @property
    def throw(self) -> Throw:
        """The fact to log once nothing is ambiguous."""
        return Throw(self.player, self.shown)


def expected(asks: Sequence[Ask]) -> tuple[str, ...]:
    """Every piece that somebody is to throw now."""
    return tuple(dict.fromkeys(piece for ask in asks for piece, _ in ask.pieces))


def interpret(asks: Sequence[Ask], reading: Reading, tracks: Tracks, names: Names) -> PossibleThrow | NoThrow:
    """The throw that answers one of *asks*; where there is none, what the players should be told."""
    verdicts = [_judge(ask, reading, tracks, names) for ask in asks if ask.pieces]
    thrown = [verdict for verdict in verdicts if isinstance(verdict, PossibleThrow)]
    return thrown[0] if thrown else next((v for v in verdicts if isinstance(v, NoThrow) and v.words), NoThrow())


def _judge(ask: Ask, reading: Reading, tracks: Tracks, names: Names) -> PossibleThrow | NoThrow:
    sides = dict(ask.pieces)
    here = {i: piece for i, piece in enumerate(reading.pieces) if piece.piece in sides}
    missing = [piece for piece in sides if piece not in {seen.piece for seen in here.values()}]
    strange = [piece for piece in reading.pieces if piece.piece is None] if missing else []
    if trouble := irregular.first([*here.values(), *strange], names, missing):
        return trouble
    if not here:
        return NoThrow()
    if missing and not ask.some:
        return irregular.incomplete(len(sides), missing, bool(strange), names)
    fresh = {i: piece for i, piece in here.items() if is_uncounted(piece, tracks)}
    if not fresh or (not ask.some and len(fresh) * 2 <= len(here)):
        return NoThrow()
    return _thrown(ask, fresh if ask.some else here, tracks)


def _thrown(ask: Ask, pieces: Mapping[int, Piece], tracks: Tracks) -> PossibleThrow:
    sides, named = dict(ask.pieces), [piece.piece for piece in pieces.values()]
    regular = {i: p for i, p in pieces.items() if p.side in sides[p.piece or ""] and named.count(p.piece) == 1}
    clear = _settled_by_others(regular)
    sure = {i: p for i, p in regular.items() if p.sure or i in clear}
    shown = tuple((p.piece or "", p.side or "") for p in sure.values())
    unsure = {i: p for i, p in pieces.items() if i not in sure}
    free = {name: sides[name] for name in sides if name not in dict(shown)}
    ambiguities = tuple(
        Ambiguity(i, _picks(p, free, [q.piece or "" for q in unsure.values()])) for i, p in unsure.items()
    )
    if _may_stand_still(ask) and not ambiguities and all(_only_pushed(p, ask, tracks) for p in sure.values()):
        ambiguities = (Ambiguity(next(iter(sure)), ()),)
    return PossibleThrow(ask.player, shown, ambiguities)


def _settled_by_others(regular: Mapping[int, Piece]) -> set[int]:
    """Indices of unsure pieces that do not make the throw ambiguous.

    Every other candidate of such a piece is certainly seen elsewhere, or is another unsure piece on the same side.
    """
    taken = {piece.piece for piece in regular.values() if piece.sure}
    fine = {i: piece for i, piece in regular.items() if not piece.sure}
    while wrong := {i for i, piece in fine.items() if not _is_among(piece, fine.values(), taken)}:
        fine = {i: piece for i, piece in fine.items() if i not in wrong}
    return set(fine)


def _is_among(piece: Piece, others: Collection[Piece], taken: Collection[str | None]) -> bool:
    names = {other.piece for other in others if other.side == piece.side}
    least = PLAUSIBLE * max((candidate.score for candidate in piece.candidates), default=1.0)
    plausible = {(c.piece, c.side) for c in piece.candidates if c.score >= least}
    explained = len(plausible) > 1 and Note.UNCLEAR not in piece.notes
    return explained and all(side == piece.side and name in names for name, side in plausible if name not in taken)


def _may_stand_still(ask: Ask) -> bool:
    """Whether a piece that is asked for may have been moved without having been thrown."""
    return ask.some or len(ask.pieces) == 1


def _only_pushed(piece: Piece, ask: Ask, tracks: Tracks) -> bool:
    """Whether a piece on its counted side may only have been moved; a single die that is far away was thrown."""
    track = tracks.get(piece.piece or "")
    if track is None or track.side != piece.side:
        return False
    if track.taken:
        return track.lies_at(piece.centre_px, piece.centre_mm)
    return ask.some or track.lies_at(piece.centre_px, piece.centre_mm, FAR_MM)


def _picks(piece: Piece, free: Mapping[str, Sequence[str]], names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """(piece, side) pairs that *piece* may be: its own candidates, then other sides of it and of the unsure pieces."""
    likely = [(c.piece, c.side) for c in piece.candidates if c.piece and c.side in free.get(c.piece, ())]
    others = [(name, side) for name in (piece.piece or "", *names) for side in free[name]]
    return tuple(dict.fromkeys(likely + others))


def settle(thrown: PossibleThrow, pick: tuple[str, str] | None) -> PossibleThrow:
    """*thrown* with its first ambiguity resolved by *pick* (None: it was thrown)."""
    shown = (*thrown.shown, pick) if pick else thrown.shown
    taken = {name for name, _ in shown}
    left = (
        replace(ambiguity, candidates=tuple(p for p in ambiguity.candidates if p[0] not in taken))
        for ambiguity in thrown.ambiguities[1:]
    )
    open_still = tuple(ambiguity for ambiguity in left if ambiguity.candidates)
    return replace(thrown, shown=shown, ambiguities=open_still)
