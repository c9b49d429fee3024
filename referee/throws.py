"""From a reading of the table at rest to a throw, a question or patience.  Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from math import hypot

from rules.core import Ask
from rules.facts import Throw
from vision.reading import Piece, Point, Reading

MOVED_MM = 8.0  # A third of a stone: less is a nudge of the table, or the reading's own noise.
MOVED_PX = 16.0  # The same without a mat, at the two pixels a millimetre that cameras see here.
PLAUSIBLE = 0.01  # Of the best candidate's score: well below the margin at which the eyes call themselves sure.

IRREGULAR = {
    "leaner": "{piece} stands on its edge: whoever threw it tips it over, then it counts.",
    "stacked": "{piece} lies on another: slide them apart without turning them.",
    "cocked": "{piece} does not lie flat: roll it again.",
    "hidden": "{piece} is covered: make it visible.",
}


@dataclass(frozen=True, slots=True)
class Rest:
    """How a piece lay when it was last counted: the side that counted, and the piece as the eyes saw it."""

    side: str
    seen: Piece

    def differs(self, piece: Piece) -> bool:
        """Whether *piece* has moved or turned since."""
        turned = piece.sure and piece.side != self.seen.side
        return turned or not self.lies_at(piece.centre_px, piece.centre_mm)

    def lies_at(self, px: Point, mm: Point | None) -> bool:
        """Whether this is its place still."""
        if self.seen.centre_mm is not None and mm is not None:
            return _apart(self.seen.centre_mm, mm) <= MOVED_MM
        return _apart(self.seen.centre_px, px) <= MOVED_PX


Lying = Mapping[str, Rest]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A piece whose side or name the eyes cannot tell; ``picks`` are (piece, side), the likeliest first.

    An empty ``picks`` doubts something else: whether these pieces were thrown at all, or only moved.
    """

    index: int
    picks: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw by *player*; ``doubts`` must be settled before it may be logged."""

    player: str
    shown: tuple[tuple[str, str], ...]
    doubts: tuple[Doubt, ...] = ()

    @property
    def throw(self) -> Throw:
        """The fact, once nothing is in doubt."""
        return Throw(self.player, self.shown)


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to judge; ``words`` says what the table needs, empty where all is as it should be."""

    words: str = ""


def expected(asks: Sequence[Ask]) -> tuple[str, ...]:
    """Every piece that somebody is to throw now."""
    return tuple(dict.fromkeys(piece for ask in asks for piece, _ in ask.pieces))


def judge(asks: Sequence[Ask], reading: Reading, lying: Lying, names: Mapping[str, str]) -> Thrown | Wait:
    """What *reading* means for what the table waits for; *lying* is how pieces lay when they were last counted."""
    verdicts = [_judge(ask, reading, lying, names) for ask in asks if ask.pieces]
    thrown = [verdict for verdict in verdicts if isinstance(verdict, Thrown)]
    return thrown[0] if thrown else next((v for v in verdicts if isinstance(v, Wait) and v.words), Wait())


def _judge(ask: Ask, reading: Reading, lying: Lying, names: Mapping[str, str]) -> Thrown | Wait:
    sides = dict(ask.pieces)
    here = {i: piece for i, piece in enumerate(reading.pieces) if piece.piece in sides}
    missing = [piece for piece in sides if piece not in {seen.piece for seen in here.values()}]
    strange = [piece for piece in reading.pieces if piece.piece is None] if missing else []
    if trouble := _irregular([*here.values(), *strange], names):
        return Wait(trouble)
    if not here:
        return Wait()
    if missing and not ask.some:
        return Wait(_incomplete(sides, missing, bool(strange), names))
    fresh = {i: piece for i, piece in here.items() if _fresh(piece, lying)}
    if not fresh or (not ask.some and len(fresh) * 2 <= len(here)):
        return Wait()
    return _thrown(ask, fresh if ask.some else here, lying)


def _irregular(pieces: Sequence[Piece], names: Mapping[str, str]) -> str:
    """A sentence for the first piece that cannot be judged as it lies."""
    for piece in pieces:
        for note in piece.notes:
            if note in IRREGULAR:
                return IRREGULAR[note].format(piece=names.get(piece.piece or "", piece.piece or "A piece"))
    return ""


def _incomplete(sides: Sized, missing: Sequence[str], strange: bool, names: Mapping[str, str]) -> str:
    listed = ", ".join(names.get(piece, piece) for piece in missing)
    words = f"I see {len(sides) - len(missing)} of {len(sides)}; not {listed}."
    return f"{words} Something lies there that I do not know." if strange else words


def _fresh(piece: Piece, lying: Lying) -> bool:
    rest = lying.get(piece.piece or "")
    return rest is None or rest.differs(piece)


def _thrown(ask: Ask, pieces: Mapping[int, Piece], lying: Lying) -> Thrown:
    sides, named = dict(ask.pieces), [piece.piece for piece in pieces.values()]
    regular = {i: p for i, p in pieces.items() if p.side in sides[p.piece or ""] and named.count(p.piece) == 1}
    clear = _settled_by_others(regular)
    sure = {i: p for i, p in regular.items() if p.sure or i in clear}
    shown = tuple((p.piece or "", p.side or "") for p in sure.values())
    unsure = {i: p for i, p in pieces.items() if i not in sure}
    free = {name: sides[name] for name in sides if name not in dict(shown)}
    doubts = tuple(Doubt(i, _picks(p, free, [q.piece or "" for q in unsure.values()])) for i, p in unsure.items())
    if ask.some and not doubts and all(_turned_not(p, lying) for p in sure.values()):
        doubts = (Doubt(next(iter(sure)), ()),)
    return Thrown(ask.player, shown, doubts)


def _settled_by_others(regular: Mapping[int, Piece]) -> set[int]:
    """Unsure pieces that leave the throw in no doubt.

    Whatever else they may be is surely seen elsewhere, or they may only be taken for one another, on the same side.
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
    explained = len(plausible) > 1 and "unclear" not in piece.notes
    return explained and all(side == piece.side and name in names for name, side in plausible if name not in taken)


def _turned_not(piece: Piece, lying: Lying) -> bool:
    """Moved, but shows the side it showed: cast again, or only put aside to be kept?"""
    rest = lying.get(piece.piece or "")
    return rest is not None and rest.side == piece.side


def _picks(piece: Piece, free: Mapping[str, Sequence[str]], names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """What *piece* may be: its own candidates, then any side of it, then of the others in doubt."""
    likely = [(c.piece, c.side) for c in piece.candidates if c.piece and c.side in free.get(c.piece, ())]
    rest = [(name, side) for name in (piece.piece or "", *names) for side in free[name]]
    return tuple(dict.fromkeys(likely + rest))


def settle(thrown: Thrown, pick: tuple[str, str] | None) -> Thrown:
    """*thrown* with its first doubt answered by *pick* (None: "yes, it was thrown")."""
    shown = (*thrown.shown, pick) if pick else thrown.shown
    taken = {name for name, _ in shown}
    left = (replace(doubt, picks=tuple(p for p in doubt.picks if p[0] not in taken)) for doubt in thrown.doubts[1:])
    rest = tuple(doubt for doubt in left if doubt.picks)
    return replace(thrown, shown=shown, doubts=rest)


def remember(lying: Lying, reading: Reading, shown: Mapping[str, str]) -> Lying:
    """How the pieces lie after a throw was counted; *shown* has the sides that counted."""
    return {**lying, **{name: Rest(shown[name], piece) for name, piece in _named(reading).items() if name in shown}}


def before(lying: Lying, reading: Reading) -> Lying:
    """What already lies there when a throw is first waited for is no throw; what was counted before stays so."""
    return {**{name: Rest(piece.side or "", piece) for name, piece in _named(reading).items()}, **lying}


def after(lying: Lying, reading: Reading, looked_for: Sequence[str], asked_for: Sequence[str]) -> Lying:
    """How pieces lie once a reading was judged.

    What was looked for and is no longer in view has been taken up: when it comes back, it was thrown.  What nobody was
    to throw was only pushed about, and lies where it lies now.
    """
    seen = _named(reading)
    there = {name: rest for name, rest in lying.items() if name in seen or name not in looked_for}
    pushed = {
        name: Rest(rest.side, seen[name]) for name, rest in there.items() if name in seen and name not in asked_for
    }
    return {**there, **pushed}


def _named(reading: Reading) -> dict[str, Piece]:
    return {piece.piece: piece for piece in reading.pieces if piece.piece is not None}


def _apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
