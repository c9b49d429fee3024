"""A referee is a fold over what the table saw.

The log of facts is the only thing saved.  State, asks, rulings and views are recomputed from it; so a correction is one
more fact, and the corrected game is the game played right.  Choices are validated before they are logged (`refusal`);
a throw has happened, so it is logged and then judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Any, Literal, Protocol

from rules.book import Book, Ruling
from rules.facts import Amend, Choose, Fact, Play, Retract, Throw

Setup = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a player may pick, and how it reads on a button."""

    pick: str
    words: str


@dataclass(frozen=True, slots=True)
class Ask:
    """What the table waits for: a choice among ``options``, or a throw of ``pieces``; ``words`` is a whole sentence.

    ``pieces`` pairs each piece to throw with the sides it may regularly show; with ``some`` any part of them, but not
    none, may be thrown, and with ``most`` no more than so many.  ``hides`` tells what nobody but *player* may know: the
    options, or even that there is an ask.

    ``reads`` is there where the answer is a text that no list could hold, such as a new card: it says in one sentence
    what is wrong with a text, and "" of one that will do.
    """

    player: str
    kind: str
    words: str
    rules: tuple[str, ...]
    options: tuple[Option, ...] = ()
    pieces: tuple[tuple[str, tuple[str, ...]], ...] = ()
    some: bool = False
    most: int = 0
    hides: Literal["nothing", "options", "ask"] = "nothing"
    reads: Callable[[str], str] | None = field(default=None, compare=False)

    def admits(self, play: Play) -> bool:
        """Whether *play* is a regular answer."""
        match play:
            case Choose(player, kind, pick):
                return (player, kind) == (self.player, self.kind) and self._admits_pick(pick)
            case Throw(player, shown):
                return player == self.player and self._admits_throw(shown)

    def _admits_pick(self, pick: str) -> bool:
        return any(pick == o.pick for o in self.options) or (self.reads is not None and not self.reads(pick))

    @property
    def _limit(self) -> int:
        return self.most or len(self.pieces)

    def _admits_throw(self, shown: tuple[tuple[str, str], ...]) -> bool:
        sides = dict(self.pieces)
        thrown = {piece for piece, _ in shown}
        complete = 0 < len(thrown) <= self._limit if self.some else thrown == set(sides)
        once = len(thrown) == len(shown)
        return bool(sides) and complete and once and all(side in sides.get(piece, ()) for piece, side in shown)

    def plays(self) -> Iterator[Play]:
        """Every regular answer, in a fixed order; free texts are none of them."""
        for option in self.options:
            yield Choose(self.player, self.kind, option.pick)
        for size in range(1 if self.some else len(self.pieces), self._limit + 1):
            for part in combinations(self.pieces, size) if self.pieces else ():
                names = [piece for piece, _ in part]
                for sides in product(*(sides for _, sides in part)):
                    yield Throw(self.player, tuple(zip(names, sides, strict=True)))


class Game(Protocol):
    """Pure functions over an immutable state; the state is the game's own business."""

    @property
    def name(self) -> str:
        """As it stands in the set-up, e.g. ``casting-stones``."""

    @property
    def book(self) -> Book:
        """Every rule of the game."""

    def start(self, setup: Setup) -> Any:
        """The opening state.

        Raises:
            ValueError: with one sentence for people, where the set-up cannot be played.
        """

    def asks(self, state: Any) -> tuple[Ask, ...]:
        """What the table waits for; nothing means that the game is over."""

    def step(self, state: Any, play: Play) -> tuple[Any, tuple[Ruling, ...]]:
        """Judge one play: an admitted choice, or any throw at all."""

    def why_not(self, state: Any, choice: Choose) -> str:
        """Why a choice that is not offered may not be made now, with rule ids; empty where the asks say enough.

        Everybody may read it: it gives no secret away.
        """

    def view(self, state: Any, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """What *viewer* may see (None: the whole table), JSON-ready; built up from what is allowed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One play that stands, where it stands in the log (from 1), what was said of it, and the state ``after`` it."""

    seq: int
    play: Play
    regular: bool
    rulings: tuple[Ruling, ...]
    after: Any = field(default=None, compare=False, repr=False)  # it follows from the plays so far


@dataclass(frozen=True, slots=True)
class Table:
    """Where a game stands after a log."""

    setup: Setup
    length: int
    state: Any
    asks: tuple[Ask, ...]
    entries: tuple[Entry, ...]
    lapsed: tuple[int, ...]
    revealed: frozenset[str]

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """All that was said of the plays that stand."""
        return tuple(ruling for entry in self.entries for ruling in entry.rulings)


def opening(game: Game, setup: Setup) -> Table:
    """The table before the first fact."""
    state = game.start(setup)
    return Table(setup, 0, state, game.asks(state), (), (), frozenset())


def advance(game: Game, table: Table, fact: Fact) -> Table:
    """The table after one more fact; the same log always gives the same table."""
    table = replace(table, length=table.length + 1)
    match fact:
        case Amend(seq, play):
            mended = [(e.seq, play if e.seq == seq else e.play) for e in table.entries if e.seq >= seq]
            return _refold(game, table, seq, mended)
        case Retract(seq):
            return _refold(game, table, seq, ())
        case _:
            return _judge(game, table, table.length, fact)


def referee(game: Game, setup: Setup, log: Iterable[Fact]) -> Table:
    """Fold a whole log."""
    table = opening(game, setup)
    for fact in log:
        table = advance(game, table, fact)
    return table


def _judge(game: Game, table: Table, seq: int, play: Play) -> Table:
    regular = any(ask.admits(play) for ask in table.asks)
    if not regular and (isinstance(play, Choose) or not table.asks):
        return replace(table, lapsed=(*table.lapsed, seq))
    state, said = game.step(table.state, play)
    return replace(
        table,
        state=state,
        asks=game.asks(state),
        entries=(*table.entries, Entry(seq, play, regular, said, state)),
        revealed=table.revealed.union(*(ruling.reveals for ruling in said)),
    )


def _refold(game: Game, table: Table, since: int, plays: Sequence[tuple[int, Play]]) -> Table:
    """The table before fact *since*, then *plays* judged afresh: the first choice no longer offered, and all after it,
    lapse for good.

    So does what came after an end that the correction brought forward.  What was once revealed stays so: nobody can
    unsee it.
    """
    kept = tuple(entry for entry in table.entries if entry.seq < since)
    state = kept[-1].after if kept else game.start(table.setup)
    fresh = replace(table, state=state, asks=game.asks(state), entries=kept, lapsed=())
    for i, (seq, play) in enumerate(plays):
        judged = _judge(game, fresh, seq, play)
        if judged.lapsed:
            return replace(fresh, lapsed=table.lapsed + tuple(seq for seq, _ in plays[i:]))
        fresh = judged
    return replace(fresh, lapsed=table.lapsed)


def refusal(game: Game, table: Table, fact: Fact) -> str | None:
    """Why *fact* may not be logged now, in words; None where it may.

    What an amendment says must itself have been possible where it is put.
    """
    match fact:
        case Amend(seq, play):
            return _absence(table, seq) or refusal(game, advance(game, table, Retract(seq)), play)
        case Retract(seq):
            return _absence(table, seq)
        case Throw(player, shown):
            if not shown:
                return "A throw needs at least one piece."
            return _stranger(table, player) if table.asks else "The game is over: nothing can be thrown any more."
        case Choose(player):
            return _stranger(table, player) or _choice_refusal(game, table, fact)


def _absence(table: Table, seq: int) -> str | None:
    if any(entry.seq == seq for entry in table.entries):
        return None
    return f"Nothing stands at number {seq} that could be corrected or taken back."


def _stranger(table: Table, player: str) -> str | None:
    return None if player in table.setup["players"] else f"Nobody called {player!r} plays here."


ENOUGH = 3  # sentences on what the table waits for, where nothing like it is asked


def _choice_refusal(game: Game, table: Table, choice: Choose) -> str | None:
    if any(ask.admits(choice) for ask in table.asks):
        return None
    for ask in table.asks:
        if ask.reads and (ask.player, ask.kind) == (choice.player, choice.kind):
            return ask.reads(choice.pick)
    known = [ask for ask in table.asks if ask.hides != "ask"]
    near = [ask for ask in known if ask.kind == choice.kind] or [ask for ask in known if ask.player == choice.player]
    waits = " ".join(ask.words for ask in (near or known)[:ENOUGH]) or "The table waits for nothing."
    why = game.why_not(table.state, choice) if table.asks else ""
    head = f"{choice.player} is not offered {choice.pick!r} for {choice.kind!r} now."
    return f"{head} {why} {waits}" if why else f"{head} {waits}"


def perft(game: Game, state: Any, depth: int) -> int:
    """Number of regular play sequences of *depth* plays (fewer where the game ends)."""
    plays = [play for ask in game.asks(state) for play in ask.plays()] if depth else []
    if not plays:
        return 1
    return sum(perft(game, game.step(state, play)[0], depth - 1) for play in plays)


def audience(rulings: Iterable[Ruling], viewer: str | None) -> tuple[Ruling, ...]:
    """The rulings that *viewer* may hear."""
    return tuple(ruling for ruling in rulings if ruling.to in (None, viewer))


def asked(asks: Iterable[Ask], viewer: str | None) -> tuple[Ask, ...]:
    """The asks that *viewer* may know of, without the options that are not for them."""
    seen = (ask for ask in asks if ask.player == viewer or ask.hides != "ask")
    return tuple(ask if ask.player == viewer or ask.hides == "nothing" else replace(ask, options=()) for ask in seen)
