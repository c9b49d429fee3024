"""The referee as a fold over the log of facts.

Only the facts are saved; state, asks, rulings and views are computed from them.  A correction is one more fact, after
which the game is the same as if it had been played and read correctly.  A choice is checked before it is logged
(`refusal`); a throw has already happened, so that it is logged first and then judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from rules.core.asks import Ask
from rules.core.at_table import TableRules
from rules.core.copies import replace
from rules.core.counters import alike, renumbered, shifted
from rules.core.facts import Amend, Choose, Fact, Play, Restore, Retract
from rules.core.game import Game, Setup
from rules.core.recording import ALL, Access, Parts, parts_of
from rules.core.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Entry:
    """A play that was not retracted: its number in the log (from 1), its rulings, and the state ``after`` it.

    ``regular``: an ask admitted the play; a throw may be logged that none did.  ``access`` has the parts of the state
    that its conditions and its step read and wrote.
    """

    seq: int
    play: Play
    regular: bool
    rulings: tuple[Ruling, ...]
    after: Any = field(default=None, compare=False, repr=False)  # it follows from the plays so far
    access: Access = field(default=Access(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Table:
    """The state of a game after a log of ``length`` facts; its asks are made when they are first read.

    ``entries`` are the plays that count, in order.  ``lapsed`` has the numbers of plays that do not: a choice that no
    ask offered, a throw of somebody who does not play, and plays after them or after the end of the game.
    ``revealed`` names secrets that have become known (`Ruling.reveals`).  ``corrected`` is the last correction, as long
    as it can be taken back.
    """

    setup: Setup
    length: int
    state: Any
    entries: tuple[Entry, ...]
    lapsed: tuple[int, ...]
    revealed: frozenset[str]
    waits: Callable[[], tuple[Ask, ...]] = field(compare=False, repr=False)  # it follows from the state
    at_table: TableRules = field(default_factory=TableRules, compare=False, repr=False)
    corrected: Corrected | None = field(default=None, compare=False, repr=False)  # it follows from the log

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What the table waits for."""
        return self.waits()

    @property
    def retracted(self) -> Corrected | None:
        """The last retraction, as long as it can be taken back."""
        return self.corrected if self.corrected and isinstance(self.corrected.fact, Retract) else None

    @property
    def lapsed_now(self) -> tuple[int, ...]:
        """The plays of ``lapsed`` that the last correction made impossible, as long as it can be taken back."""
        return self.lapsed[len(self.corrected.before.lapsed) :] if self.corrected else ()

    @property
    def is_throw_due(self) -> bool:
        """Whether the table waits for pieces to be thrown."""
        return any(ask.pieces for ask in self.asks)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """All rulings on plays that were not retracted."""
        return tuple(ruling for entry in self.entries for ruling in entry.rulings)


@dataclass(frozen=True, slots=True)
class Corrected:
    """The correction ``fact`` of the table ``before``, after which nothing else was logged.

    That table has the correction before it, if nothing was logged between the two, so that several can be taken back
    one after the other, the last one first.
    """

    fact: Amend | Retract
    before: Table

    @property
    def seq(self) -> int:
        """The number of the first play that it changed."""
        return self.fact.seq

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The plays from that number on, as they were before."""
        return tuple(entry for entry in self.before.entries if entry.seq >= self.seq)


def opening(game: Game, setup: Setup) -> Table:
    """The table before the first fact."""
    state = game.start(setup)
    return Table(setup, 0, state, (), (), frozenset(), _waits(game, state), game.at_table)


def _waits(game: Game, state: Any) -> Callable[[], tuple[Ask, ...]]:
    return cache(partial(game.asks, state))


def advance(game: Game, table: Table, fact: Fact) -> Table:
    """The table after one more fact; the same log always gives the same table."""
    before, table = table, replace(table, length=table.length + 1, corrected=None)
    match fact:
        case Amend(seq) | Retract(seq):
            amended = fact.play if isinstance(fact, Amend) else None
            return replace(_refold(game, table, seq, amended), corrected=Corrected(fact, before))
        case Restore(seq):
            last = before.corrected
            if last is None or last.seq != seq:
                return table
            return replace(last.before, length=table.length, revealed=table.revealed)
        case _:
            return _judge(game, table, table.length, fact)


def referee(game: Game, setup: Setup, log: Iterable[Fact]) -> Table:
    """The table after a whole log; whether its facts might be logged (`refusal`) is not checked."""
    table = opening(game, setup)
    for fact in log:
        table = advance(game, table, fact)
    return table


def _judge(game: Game, table: Table, seq: int, play: Play) -> Table:
    regular = game.admits(table.state, play)
    if not regular and _lapses(table.setup, play, table.asks):
        return replace(table, lapsed=(*table.lapsed, seq))
    state, rulings, access = (
        _recorded(game, table.state, play) if regular else (*game.step(table.state, play), Access())
    )
    return replace(
        table,
        state=state,
        waits=table.waits if state is table.state else _waits(game, state),
        entries=(*table.entries, Entry(seq, play, regular, rulings, state, access)),
        revealed=table.revealed.union(*(ruling.reveals for ruling in rulings)),
    )


def _lapses(setup: Setup, play: Play, asks: tuple[Ask, ...]) -> bool:
    """Whether a play that none of the *asks* admits does not count: only a player's throw during the game does."""
    return isinstance(play, Choose) or not asks or play.player not in setup["players"]


def _recorded(game: Game, state: Any, play: Play) -> tuple[Any, tuple[Ruling, ...], Access]:
    """Judge a play, and record the parts of the state that its conditions and its step read and write."""
    parts = _parts(game, state)
    if parts is None:
        return (*game.step(state, play), Access())

    def judge(watched: Any) -> tuple[Any, tuple[Ruling, ...]]:
        game.admits(watched, play)
        return game.step(watched, play)

    return parts.recorded(state, judge)


def _parts(game: Game, state: Any) -> Parts | None:
    if not game.seats:
        return None
    kind: type = type(state)
    seat_kind: type = type(getattr(state, game.seats)[0])
    return parts_of(kind, seat_kind, game.seats)


# Corrections ------------------------------------------------------------------------------------------------------


def _refold(game: Game, table: Table, since: int, amended: Play | None) -> Table:
    """Fold again from fact *since* on, with the *amended* play and all later ones; None retracts all of them.

    The first choice that is no longer offered, and all plays after it, lapse; so do plays after an earlier end of the
    game.  Secrets that were revealed stay revealed.  A play that read only unchanged parts of the state keeps its
    outcome.  As soon as the state equals the one before the correction except for counters, later entries are shifted.
    """
    entries = [entry for entry in table.entries if entry.seq < since]
    later = _amended(table.entries[len(entries) :], since, amended)
    state = before = entries[-1].after if entries else game.start(table.setup)
    revealed, gap = table.revealed, ALL
    for place, entry in enumerate(later):
        if not gap:
            entries += _shifted(game, later[place:], before, state)
            break
        judged, gap = _again(game, table.setup, entry, before, state, gap)
        if judged is None:
            table = replace(table, lapsed=table.lapsed + tuple(entry.seq for entry in later[place:]))
            break
        entries.append(judged)
        before, state, revealed = entry.after, judged.after, _with_revealed(revealed, judged)
    state = entries[-1].after if entries else state
    return replace(table, state=state, waits=_waits(game, state), entries=tuple(entries), revealed=revealed)


def _amended(entries: tuple[Entry, ...], seq: int, play: Play | None) -> tuple[Entry, ...]:
    """The entries to judge again, with *play* as fact *seq*; empty where all are retracted."""
    if play is None:
        return ()
    return tuple(replace(entry, play=play, access=Access()) if entry.seq == seq else entry for entry in entries)


def _again(game: Game, setup: Setup, entry: Entry, before: Any, now: Any, gap: int) -> tuple[Entry | None, int]:
    """Judge an entry again after *now*, which differs from *before* in *gap*; also returns the difference after it.

    None where its play is no longer possible.
    """
    if not entry.access.reads & gap:
        gap &= ~entry.access.writes
        return _carried(game, entry, before, now, gap), gap
    judged = _judged_again(game, setup, now, entry)
    return judged, _difference(game, judged.after, entry.after) if judged else ALL


def _judged_again(game: Game, setup: Setup, state: Any, entry: Entry) -> Entry | None:
    """The entry judged again in *state*; None where its play is not possible."""
    regular = game.admits(state, entry.play)
    if not regular and _lapses(setup, entry.play, game.asks(state)):
        return None
    after, rulings = game.step(state, entry.play)
    return Entry(entry.seq, entry.play, regular, rulings, after)


def _difference(game: Game, one: Any, other: Any) -> int:
    """The parts in which two states differ, except for counters."""
    parts = _parts(game, one)
    if parts is None:
        return 0 if alike(one, other, game.counters) else ALL
    return parts.difference(one, other) & ~parts.called(game.counters)


def _carried(game: Game, entry: Entry, before: Any, now: Any, gap: int) -> Entry:
    """An entry that followed *before*, changed to follow *now*: its outcome, with counters and the *gap* adapted."""
    counters = tuple([name for name in game.counters if getattr(before, name) != getattr(now, name)])
    rulings = tuple([renumbered(ruling, before, now, counters) for ruling in entry.rulings])
    after, parts = shifted(entry.after, before, now, counters), _parts(game, now)
    return replace(entry, rulings=rulings, after=parts.taken(after, gap, now) if parts and gap else after)


def _shifted(game: Game, later: tuple[Entry, ...], before: Any, now: Any) -> tuple[Entry, ...]:
    """Entries that followed the state *before*, changed to follow *now*, which equals *before* except for counters."""
    if before == now:
        return later
    return tuple(_carried(game, entry, before, now, 0) for entry in later)


def _with_revealed(revealed: frozenset[str], entry: Entry) -> frozenset[str]:
    return revealed.union(*(ruling.reveals for ruling in entry.rulings if ruling.reveals))


def perft(game: Game, state: Any, depth: int) -> int:
    """Number of regular play sequences of *depth* plays (fewer where the game ends)."""
    plays = [play for ask in game.asks(state) for play in ask.plays()] if depth else []
    if not plays:
        return 1
    return sum(perft(game, game.step(state, play)[0], depth - 1) for play in plays)
