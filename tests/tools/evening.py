"""Whole games on the simulated table with real eyes, in one thread: answers right, asked, wrong and missing.

Every throw is compared with the truth; those asked about, wrong or without a verdict are printed in full and
corrected by hand, and the game goes on.  dicers_evening.py and stones_evening.py have the games.
"""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import hypot
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from calibration.storage.table_files import load_eyes
from hardware.simulated.art import Piece
from hardware.simulated.table import SimulatedTable
from referee.devices import throw
from referee.model.commands import Enter, NewGame, Reply, SimulatedThrow, Undo
from referee.observe.questions import BY
from referee.wizards.setup import set_up_simulated_table
from rules.core.asks import Ask
from rules.core.facts import Choose, Fact, Throw
from tests.referee.random_players import next_ask, taken_pieces
from tests.referee.simulated import A_THROW, Bench, Clock

PATIENT = 25  # Glances more than a throw takes, where nothing came of it.
EMPTY = 50  # Glances at the empty mat before a game: each seed has a table top of its own, which the eyes get to know.
LONGEST = 120  # Facts in a game.
LATER_S = 1000.0  # Every countdown has run out by then.


class Evening(ABC):
    """One game on a fresh table; ``count`` counts the outcomes of the throws of all games.

    ``taught``: a home after its first day; ``pieces``: those on the table, empty for all.
    """

    def __init__(self, taught: Path, fresh: Path, seed: int, count: Counter[str], pieces: Sequence[Piece] = ()) -> None:
        self.rng, self.count, self.name = Random(seed), count, f"game {seed}"
        fresh.mkdir()
        self.bench = self.laid(fresh, taught, pieces, seed)
        self.bench.look(EMPTY)
        answer = self.bench.submit(NewGame(self.setup()))
        assert answer.ok, answer.words

    def laid(self, fresh: Path, taught: Path, pieces: Sequence[Piece], seed: int) -> Bench:
        """The table of the evening."""
        return Bench(fresh, taught, pieces, seed)

    @abstractmethod
    def setup(self) -> dict[str, Any]:
        """A game with the pieces of the table."""

    @abstractmethod
    def same(self, ask: Ask, due: Sequence[str], fact: Throw, truth: Mapping[str, str]) -> bool:
        """Whether *fact* is the true throw; ``due`` are the players who must throw."""

    def one_throw(self, new: Sequence[Fact]) -> Throw | None:
        """The throw that *new* facts of the log are; None where they are another play, or more than one throw."""
        return new[0] if len(new) == 1 and isinstance(new[0], Throw) else None

    def chosen(self, ask: Ask) -> tuple[str, ...]:
        """The pieces that somebody throws when asked so: as many as allowed."""
        return tuple(taken_pieces(ask, self.rng))

    @property
    def asks(self) -> Sequence[Ask]:
        table = self.bench.now().table
        return table.asks if table else ()

    @property
    def log(self) -> list[Fact]:
        return [line.fact for line in self.bench.now().log]

    def mishap(self) -> str:
        """A mishap of a throw, a key of `hardware.simulated.script.MISHAPS`; empty for nothing."""
        return ""

    def play(self) -> None:
        while self.asks and len(self.log) < LONGEST:
            self.step()

    def step(self) -> None:
        """A throw, where one is due and nobody would rather keep; else a choice.  Hands do not wait for the eyes."""
        self.bench.look(self.rng.choice((1, 1, 2, 6)))
        ask, is_throw = next_ask(self.asks, self.rng)
        (self.throw if is_throw else self.choose)(ask)

    def choose(self, ask: Ask) -> None:
        pick = self.rng.choice(ask.options).pick
        answer = self.bench.submit(Enter(Choose(ask.player, ask.kind, pick), self.bench.now().length))
        if not answer.ok and self.bench.now().countdown:
            self.bench.controller.wake(LATER_S)
            return
        assert answer.ok, answer.words
        if self.rng.random() < 0.1:
            self.clear_something()

    def clear_something(self) -> None:
        """Somebody takes a piece off the mat."""
        lying = sorted(self.bench.table.lying())
        if lying:
            self.bench.table.take([self.rng.choice(lying)])
            self.bench.look(A_THROW)

    def throw(self, ask: Ask) -> None:
        chosen = self.chosen(ask)
        before, asked, due = len(self.log), 0, self.asks
        thrown = SimulatedThrow(player=ask.player, pieces=chosen, mishap=self.mishap())
        assert throw(self.bench.table, thrown, self.bench.now()).ok
        truth = {piece: side for piece, side in self.bench.table.lying().items() if piece in chosen}
        self.bench.look(A_THROW)
        if len(self.log) == before and not self.bench.now().question:
            self.bench.look(PATIENT)
        if self.bench.now().eyes == "reading":
            self.bench.look(1)
        while self.bench.now().question and asked < 9 and self.answer(ask.player, truth):
            asked += 1
        self.judge(ask, [one.player for one in due if one.pieces], truth, before, asked)

    def answer(self, player: str, truth: Mapping[str, str]) -> bool:
        """Answer the open question truthfully; False where the truth is not among the choices."""
        question = self.bench.now().question
        assert question is not None
        keys = [choice.key for choice in question.choices]
        answers = {"yes", BY + player, *(f"{piece}={side}" for piece, side in truth.items())}
        if "this die" in question.words:  # Its name is a guess, so the players look at the picture.
            answers = {key for key in keys if key.endswith(f"={self.shown(question.piece)}")}
        true = [key for key in keys if key in answers]
        if not true:
            self.tell("question without the truth", f"{question.words} {keys}", truth)
            return False
        self.tell("questions", f"{question.words} {keys}", truth)
        assert self.bench.submit(Reply(question.id, true[0])).ok
        return True

    def shown(self, index: int) -> str:
        """What the piece of the last reading really shows."""
        last = self.bench.now().last_reading
        assert last is not None
        x, y = last.reading.pieces[index].centre_mm or (0.0, 0.0)
        nearest = min(self.bench.table.truth(), key=lambda piece: hypot(piece.centre_mm[0] - x, piece.centre_mm[1] - y))
        return nearest.side

    def judge(self, ask: Ask, due: Sequence[str], truth: Mapping[str, str], before: int, asked: int) -> None:
        """Count the outcome of a throw; a wrong one is corrected."""
        new = self.log[before:]
        self.count["throws"] += 1
        if (fact := self.one_throw(new)) and self.same(ask, due, fact, truth):
            self.count["asked" if asked else "right"] += 1
            return
        if self.bench.now().question is None or new:
            self.tell("WRONG" if new else "nothing came of it", str(new), truth)
        for _ in new:
            assert self.bench.submit(Undo(self.bench.now().length)).ok
        answer = self.bench.submit(Enter(Throw(ask.player, tuple(truth.items())), self.bench.now().length))
        assert answer.ok, answer.words

    def tell(self, what: str, more: str, truth: Mapping[str, str]) -> None:
        """Print all that is known of a throw that was not simply read."""
        now = self.bench.now()
        self.count[what] += 1
        print(f"--- {self.name}, {self.bench.clock.now:.1f} s, {what}: {more}")
        print(
            f"    thrown {dict(truth)}; waits for {[(a.player, a.kind, [p for p, _ in a.pieces]) for a in self.asks]}"
        )
        print(f"    last {self.log[-3:]}; notices {[n.words for n in now.notices]}; eyes {now.eyes}")
        for name, track in now.tracks.items():
            last = track.last_piece
            print(f"    track {name} {track.side} {track.state} at {last.centre_mm} sure={last.sure} {last.side}")
        for piece in now.last_reading.reading.pieces if now.last_reading else ():
            likely = [(c.piece, c.side, round(c.score, 2)) for c in piece.candidates[:4]]
            print(f"    seen {piece.piece} {piece.side} sure={piece.sure} at {piece.centre_mm} {piece.notes} {likely}")
        for true in self.bench.table.truth():
            print(f"    truth {true.piece} {true.side} at {true.centre_mm}")


def taught(home: Path, pieces: Sequence[Piece] = ()) -> Path:
    """The simulated table's first day with these pieces, empty for all."""
    home.mkdir(parents=True, exist_ok=True)
    set_up_simulated_table(home, SimulatedTable(Clock(), pieces=pieces), lambda _: None, partial(load_eyes, home))
    return home


def parser(description: str | None) -> argparse.ArgumentParser:
    """The options that all evenings have."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--games", type=int, default=4)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--home", type=Path)
    return options


def play(seeds: Sequence[int], begun: Callable[[int, Counter[str]], Evening]) -> None:
    """Play a game for each seed, and print how the throws were judged."""
    count: Counter[str] = Counter()
    began = monotonic()
    for seed in seeds:
        begun(seed, count).play()
        print(f"after game {seed}, {monotonic() - began:.0f} s: {dict(count)}", flush=True)
