"""Interprets a reading of the resting table as a throw, as questions about ambiguous pieces, or as no throw.  Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.model.tracks import FAR_MM, Tracks, is_uncounted
from rules.core.asks import Ask
from rules.core.at_table import Advice, TableRules, TurnedPiece
from rules.core.facts import Choose, Throw
from rules.core.fold import Table
from rules.core.game import Setup
from rules.core.phrases import Phrase, joined, sentences
from vision.types import Note, Piece, Reading

PLAUSIBLE = 0.01  # Least score of a considered candidate, relative to the best one: 4.6 log odds below it.

Rules = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoThrow:
    """No throw; ``words`` says what the players have to do (empty: nothing), ``rules`` are the rules behind it."""

    words: str = ""
    rules: Rules = ()


@dataclass(frozen=True, slots=True)
class GameContext:
    """What an interpretation needs of a game: its table rules, its set-up, and the display names of its pieces."""

    rules: TableRules = field(default_factory=TableRules)
    setup: Setup = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def name_of(self, piece: str | None) -> str:
        """The display name of *piece*."""
        return self.names.get(piece or "", piece or Phrase("A piece"))


def context_of(table: Table) -> GameContext:
    """The context of the game on the table."""
    return GameContext(table.at_table, table.setup, table.at_table.names(table.setup))


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A piece of a throw whose identity or side is not sure.

    ``index`` is its index in the reading, ``candidates`` are (piece, side), the likeliest first.  With ``throws``, one
    for each possible player, the question is who threw.  With ``turned``, the question is whether that piece was thrown
    or only turned over.  Without these, the question is whether the pieces were thrown or only moved; ``instead`` is
    the choice that moving them means.  ``any_die``: only the number of the die counts, and its name is a guess.
    """

    index: int
    candidates: tuple[tuple[str, str], ...] = ()
    throws: tuple[PossibleThrow, ...] = ()
    turned: TurnedPiece | None = None
    instead: Choose | None = None
    any_die: bool = False

    @property
    def is_whether_thrown(self) -> bool:
        """Whether the question is if the pieces were thrown at all."""
        return not (self.candidates or self.throws)


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


def interpret(asks: Sequence[Ask], reading: Reading, tracks: Tracks, game: GameContext) -> PossibleThrow | NoThrow:
    """The throw that answers one of *asks*; where there is none, a `NoThrow` that says why."""
    verdicts = [_judge(ask, reading, tracks, game) for ask in asks if ask.pieces]
    thrown = sorted((one for one in verdicts if isinstance(one, PossibleThrow)), key=_may_be_none)
    return thrown[0] if thrown else next((v for v in verdicts if isinstance(v, NoThrow) and v.words), NoThrow())


def _may_be_none(thrown: PossibleThrow) -> bool:
    """Whether the players must be asked if the pieces were thrown or only moved."""
    return any(ambiguity.is_whether_thrown for ambiguity in thrown.ambiguities)


def _judge(ask: Ask, reading: Reading, tracks: Tracks, game: GameContext) -> PossibleThrow | NoThrow:
    sides = dict(ask.pieces)
    here = {i: piece for i, piece in enumerate(reading.pieces) if piece.piece in sides}
    missing = [piece for piece in sides if piece not in {one.piece for one in here.values()}]
    strange = [piece for piece in reading.pieces if piece.piece is None] if missing else []
    if trouble := first_irregular([*here.values(), *strange], game, missing):
        return trouble
    if not here:
        return NoThrow()
    if missing and not ask.some:
        return incomplete(len(sides), missing, strange, game)
    fresh = {i: piece for i, piece in here.items() if is_uncounted(piece, tracks)}
    if ask.most and len(fresh) > ask.most:
        fresh = {i: piece for i, piece in fresh.items() if not _only_pushed(piece, tracks)}
    if not fresh or (not ask.some and len(fresh) * 2 <= len(here)):
        return NoThrow()
    return _thrown(ask, fresh if ask.some else here, tracks, game.rules.only_numbers_count(ask))


def _thrown(ask: Ask, pieces: Mapping[int, Piece], tracks: Tracks, any_die: bool) -> PossibleThrow:
    sides, named = dict(ask.pieces), [piece.piece for piece in pieces.values()]
    regular = {i: p for i, p in pieces.items() if p.side in sides[p.piece or ""] and named.count(p.piece) == 1}
    clear = _settled_by_others(regular)
    sure = {i: p for i, p in regular.items() if p.sure or i in clear}
    certain = tuple((p.piece or "", p.side or "") for p in sure.values())
    unsure = {i: p for i, p in pieces.items() if i not in sure}
    free = {name: sides[name] for name in sides if name not in dict(certain)}
    names = [piece.piece or "" for piece in unsure.values()]
    ambiguities = tuple(_ambiguity(i, piece, free, names, any_die) for i, piece in unsure.items())
    if _may_stand_still(ask) and not ambiguities and all(_only_pushed(p, tracks) for p in sure.values()):
        ambiguities = (Ambiguity(next(iter(sure)), ()),)
    return PossibleThrow(ask.player, certain, ambiguities)


def _settled_by_others(regular: Mapping[int, Piece]) -> set[int]:
    """Indices of unsure pieces that do not make the throw ambiguous.

    Each other candidate of such a piece is surely seen elsewhere, or is another unsure piece on the same side.
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
    """Whether a player may keep a due piece instead of throwing it, so that it may only have been moved."""
    return ask.some or len(ask.pieces) == 1


def _only_pushed(piece: Piece, tracks: Tracks) -> bool:
    """Whether a piece on its counted side may only have been moved; one that lies far from its place was thrown."""
    track = tracks.get(piece.piece or "")
    if track is None or track.side != piece.side:
        return False
    if track.held:
        return track.lies_at(piece.centre_px, piece.centre_mm)
    return track.lies_at(piece.centre_px, piece.centre_mm, FAR_MM)


def _ambiguity(
    index: int, piece: Piece, free: Mapping[str, Sequence[str]], names: Sequence[str], any_die: bool
) -> Ambiguity:
    """The question about an unsure piece; where any die may be thrown, only its side is in doubt, and not its name."""
    if any_die:
        names = (piece.piece or "",)
        free = {name: free[name] for name in names}
    return Ambiguity(index, _candidates(piece, free, names), any_die=any_die)


def _candidates(piece: Piece, free: Mapping[str, Sequence[str]], names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The (piece, side) choices for *piece*: its candidates, then other sides of it and of the other unsure pieces."""
    likely = [(c.piece, c.side) for c in piece.candidates if c.piece and c.side in free.get(c.piece, ())]
    if Note.UNIDENTIFIED in piece.notes:
        return tuple(likely)
    others = [(name, side) for name in (piece.piece or "", *names) for side in free[name]]
    return tuple(dict.fromkeys(likely + others))


def by_somebody(throws: Sequence[PossibleThrow], index: int) -> PossibleThrow:
    """A throw with the question which player threw; *throws* has one for each, *index* is a piece to point at."""
    return PossibleThrow(throws[0].player, (), (Ambiguity(index, throws=tuple(throws)),))


def settle(thrown: PossibleThrow, pick: tuple[str, str] | None) -> PossibleThrow:
    """Resolve the first ambiguity of *thrown* by *pick*, a (piece, side); None: the pieces were thrown, not moved."""
    certain = (*thrown.shown, pick) if pick else thrown.shown
    taken = {name for name, _ in certain}
    left = (
        replace(ambiguity, candidates=tuple(p for p in ambiguity.candidates if p[0] not in taken))
        for ambiguity in thrown.ambiguities[1:]
    )
    open_still = tuple(ambiguity for ambiguity in left if ambiguity.candidates)
    return replace(thrown, shown=certain, ambiguities=open_still)


# Pieces that cannot be judged as they lie, or are missing -----------------------------------------------------------


def no_throw_from(advice: Advice | None) -> NoThrow:
    """A `NoThrow` with a game's advice; without words where there is none."""
    return NoThrow() if advice is None else NoThrow(advice.words, advice.rules)


def first_irregular(pieces: Sequence[Piece], game: GameContext, missing: Sequence[str] = ()) -> NoThrow | None:
    """The advice about the first piece that cannot be judged as it lies; None where all can be judged.

    An unidentified piece is called by the name of the *missing* piece where only one is missing.
    """
    likely = missing[0] if len(missing) == 1 else None
    for piece in pieces:
        for note in piece.notes:
            advice = game.rules.irregular(note, piece.sure, piece.piece is not None, game.setup)
            if advice:
                return NoThrow(advice.words.about(piece=game.name_of(piece.piece or likely)), advice.rules)
    return None


def incomplete(number: int, missing: Sequence[str], strange: Sequence[Piece], game: GameContext) -> NoThrow:
    """Say which of *number* pieces are *missing*, and what to do where *strange* unknown pieces lie there."""
    listed = joined(", ", map(game.name_of, missing))
    words = Phrase("I see {seen} of {number}; not {listed}.", seen=number - len(missing), number=number, listed=listed)
    hint = _hint(missing, strange)
    rules = game.rules.note_rules
    return NoThrow(sentences(words, game.rules.sentences[hint]), rules.get(hint, rules.get("missing", ())))


def _hint(missing: Sequence[str], strange: Sequence[Piece]) -> str:
    """The key of the sentence that says what to do; where fewer are *strange* than *missing*, one may hide another."""
    if not strange:
        return "missing"
    if all(Note.OFF in piece.notes for piece in strange):
        return "beside"
    return "unknown" if len(strange) >= len(missing) else "hidden"
