"""Games on the simulated table while the camera's cable is pulled again and again: throws right, asked, wrong, lost.

``python -m tests.tools.outage_evening [--game dicers] [--games 4] [--seed 1] [--home HOME] [--stickers]`` plays random
games of Casting Stones or Dicers with real eyes in made-up time; HOME and ``--stickers`` as in dicers_evening.py.  The
camera is away for 1, 10 or 60 s at random moments: over a hand, rolling pieces, a reading or an open question.  A
reading takes up to 6 s, as on a busy machine.  The players go on: they throw again for the camera, type throws in,
correct them, and take pieces off the mat.  A throw that is not right is printed after all that led to it.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

from hardware.cameras.camera import CameraTrouble
from hardware.simulated.art import Piece
from hardware.simulated.table import SimulatedTable
from referee.devices import throw
from referee.model.commands import CameraStateChanged, Command, Correct, Enter, Reply, Saw, SimulatedThrow, Undo
from referee.model.snapshot import Answer
from referee.observe.questions import NO
from rules.core.asks import Ask
from rules.core.facts import Choose, Fact, Throw
from tests.referee.random_players import next_ask
from tests.referee.simulated import STONES, Bench, Clock, Eye
from tests.tools.dicers_evening import DicersEvening, only_stickers
from tests.tools.evening import LATER_S, LONGEST, Evening, parser, play, taught
from tests.tools.stones_evening import StonesEvening

PULLED_S = (1.0, 10.0, 60.0)
APART_S = (0.5, 12.0)  # from one outage to the next
NOTICED_S, REOPENED_S = 3.0, 9.0  # a longer outage is noticed, and the camera is open again within this time after it
READING_S = (0.2, 0.2, 1.0, 6.0)  # from a picture to what was read in it
FRAME_S = 0.15  # until a whole picture comes
GLANCE_S = 0.3  # between two looks of a player at the page
PATIENT_S = (4.0, inf)  # how long a player waits for the camera before typing the throw in
ENOUGH_S = 20.0  # at rest before the camera, after which a throw without a verdict is lost
PAUSES_S = (0.1, 0.5, 1.5, 4.0)  # before a player's next move
SILENT = "The camera sent no picture in time; if this stays, unplug it and plug it in again."
STORY = 60  # lines printed before a throw that is not right


class PulledEye(Eye):
    """A camera whose cable is pulled; while anybody waits for it the players move, as beside the real thread."""

    def __init__(self, table: SimulatedTable, clock: Clock) -> None:
        super().__init__(table, clock)
        self._players: Iterator[float] = iter(())
        self._outages: Iterator[tuple[float, float]] = iter(())
        self._from, self._to = inf, inf
        self._move_at = inf

    def begin(self, players: Iterator[float], rng: Random) -> None:
        """Let the *players* play from now on, each yielding the seconds until the next move, and pull the cable."""
        self._players, self._move_at = players, self._clock.now
        self._outages = _outages(rng, self._clock.now)
        self._from, self._to = next(self._outages)

    @property
    def is_away(self) -> bool:
        """Whether no pictures come now."""
        return self._from <= self._clock.now < self._to

    @property
    def ended(self) -> bool:
        """Whether the players have no more moves."""
        return self._move_at == inf

    def pass_time(self, seconds: float) -> None:
        """Let *seconds* pass; the players move meanwhile."""
        end = self._clock.now + seconds
        while self._move_at <= end:
            self._clock.now = self._move_at
            self._move_at += next(self._players, inf)
        self._clock.now = end

    def _wait(self, takes_s: float, deadline_s: float) -> None:
        """Wait for the next picture.

        Raises:
            CameraTrouble: where none comes in time.
        """
        while self._clock.now >= self._to:
            self._from, self._to = next(self._outages)
        comes = self._clock.now + max(takes_s, FRAME_S)
        comes = self._to if self._from <= comes < self._to else comes
        in_time = comes - self._clock.now <= deadline_s
        self.pass_time(comes - self._clock.now if in_time else deadline_s)
        if not in_time:
            raise CameraTrouble(SILENT)


def _outages(rng: Random, t: float) -> Iterator[tuple[float, float]]:
    """From when to when (s) no pictures come, one outage after the other."""
    while True:
        begins, pulled = t + rng.uniform(*APART_S), rng.choice(PULLED_S)
        t = begins + pulled + (rng.uniform(0.3, REOPENED_S) if pulled > NOTICED_S else 0.0)
        yield begins, t


class ToldBench(Bench):
    """A bench that keeps a story of what was read and submitted, and when."""

    eye: PulledEye

    def __init__(self, home: Path, taught: Path, pieces: Sequence[Piece], seed: int) -> None:
        self.story: deque[str] = deque(maxlen=STORY)
        self._rng = Random(seed)
        super().__init__(home, taught, pieces, seed, eye=PulledEye)

    def note(self, what: str) -> None:
        self.story.append(f"    {self.clock.now:8.2f} {what}")

    def submit(self, command: Command) -> Answer:
        if isinstance(command, Saw):
            self.eye.pass_time(self._rng.choice(READING_S))
        answer = super().submit(command)
        match command:
            case Saw():
                seen = {piece.piece: piece.side for piece in command.reading.pieces}
                self.note(f"read {command.why}: {seen}: {answer.words}")
            case CameraStateChanged(word):
                self.note(f"camera {word}")
            case _:
                self.note(f"{command}: {answer.words}")
        return answer


class OutageEvening(Evening):
    """A game during which the cable is pulled; ``play`` is the table's loop, `_moves` are the players'."""

    bench: ToldBench

    def laid(self, fresh: Path, taught: Path, pieces: Sequence[Piece], seed: int) -> Bench:
        return ToldBench(fresh, taught, pieces, seed)

    @property
    def eye(self) -> PulledEye:
        return self.bench.eye

    def play(self) -> None:
        self.eye.begin(self._moves(), Random(self.rng.random()))
        while not self.eye.ended:
            self.eye.pass_time(self.bench.watcher.step())

    def _moves(self) -> Iterator[float]:
        """What the players do, one move after the other, and how long each takes (s)."""
        while self.asks and len(self.log) < LONGEST:
            known = len(self.log)
            yield self.rng.choice(PAUSES_S)
            self._find_invented(known)
            self._deny()
            ask, is_throw = next_ask(self.asks, self.rng)
            if is_throw and not self.bench.table.busy:
                yield from self._throw(ask)
            elif ask.options:
                yield from self._choose(ask)

    def _find_invented(self, known: int) -> None:
        """Take back what was counted although nobody had thrown."""
        new = self.log[known:]
        if any(isinstance(fact, Throw) for fact in new):
            self.tell("INVENTED", str(new), {})
            for _ in new:
                self.bench.submit(Undo(self.bench.now().length))

    def _deny(self) -> None:
        """Answer a question about a throw, while nobody has thrown."""
        question = self.bench.now().question
        if question and any(choice.key == NO for choice in question.choices):
            self.count["denied"] += 1
            self.bench.submit(Reply(question.id, NO))

    def _choose(self, ask: Ask) -> Iterator[float]:
        answer = self.bench.submit(
            Enter(Choose(ask.player, ask.kind, self.rng.choice(ask.options).pick), len(self.log))
        )
        if not answer.ok and self.bench.now().countdown:
            self.bench.controller.wake(LATER_S)
        if self.rng.random() < 0.1 and (lying := sorted(self.bench.table.lying())) and not self.bench.table.busy:
            taken = [self.rng.choice(lying)]
            self.bench.note(f"takes {taken}")
            yield self.bench.table.take(taken) - self.bench.clock.now

    def _throw(self, ask: Ask) -> Iterator[float]:
        """Throw, and wait for the verdict: answer questions, and type the throw in where the camera stays away.

        A player who throws says yes without looking at the picture, and once more if still asked when all is at rest.
        """
        due, before, asked = [one.player for one in self.asks if one.pieces], len(self.log), 0
        truth = self._thrown(ask, self.chosen(ask))
        patience, again = self.rng.choice(PATIENT_S), self.rng.random() < 0.2
        seen_s, trouble_at, earlier, answered = 0.0, inf, self.bench.now().question, ""
        while seen_s < ENOUGH_S:
            yield GLANCE_S
            now, t = self.bench.now(), self.bench.clock.now
            seen_s += 0.0 if self.eye.is_away or self.bench.table.busy else GLANCE_S
            trouble_at = min(t, trouble_at) if now.eyes == "trouble" and not self.bench.table.busy else inf
            is_new = now.question and (now.question.id != answered or now.eyes == "settled")
            if now.question and now.question != earlier and is_new and asked < 9:
                yield self.rng.uniform(GLANCE_S, 3.0)
                if self.bench.now().question == now.question:
                    asked, answered = asked + 1, now.question.id
                    self.answer(ask.player, truth)
            elif len(self.log) > before:
                break
            elif t - trouble_at > 1.0 and again:
                truth, again, trouble_at = self._thrown(ask, tuple(truth)), False, inf
            elif t - trouble_at > patience:
                yield from self._type_in(ask, truth, before)
                return
        self.judge(ask, due, truth, before, asked)

    def _thrown(self, ask: Ask, pieces: tuple[str, ...]) -> Mapping[str, str]:
        """Throw, and return the sides that the pieces will show."""
        assert throw(self.bench.table, SimulatedThrow(player=ask.player, pieces=pieces), self.bench.now()).ok
        truth = {piece: side for piece, side in self.bench.table.lying().items() if piece in pieces}
        self.bench.note(f"{ask.player} THROWS {truth}{' unseen' if self.eye.is_away else ''}")
        return truth

    def _type_in(self, ask: Ask, truth: Mapping[str, str], before: int) -> Iterator[float]:
        """Type a throw in, sometimes with a wrong side first, which is corrected or taken back."""
        wrong = self.rng.choice(("", "", "", "corrected", "taken back"))
        piece = self.rng.choice(sorted(truth))
        other = next(side for side in dict(ask.pieces)[piece] if side != truth[piece])
        typed = {**truth, piece: other} if wrong else truth
        self._enter(ask, typed, before)
        if wrong:
            yield self.rng.uniform(GLANCE_S, 3.0)
        if wrong == "corrected":
            assert self.bench.submit(Correct(len(self.log), piece, truth[piece], len(self.log))).ok
        elif wrong:
            assert self.bench.submit(Undo(self.bench.now().length)).ok
            yield self.rng.uniform(GLANCE_S, 3.0)
            self._enter(ask, truth, len(self.log))
        self.count["throws"] += 1
        self.count["typed in"] += 1

    def _enter(self, ask: Ask, sides: Mapping[str, str], at: int) -> None:
        answer = self.bench.submit(Enter(Throw(ask.player, tuple(sides.items())), at))
        assert answer.ok or answer.stale, answer.words

    def tell(self, what: str, more: str, truth: Mapping[str, str]) -> None:
        """Print a throw that is not right after the story; what was asked or refused with a reason is only counted."""
        refused = what == "nothing came of it" and any(notice.source == "throw" for notice in self.bench.now().notices)
        if what == "questions" or refused:
            self.count["refused with a reason" if refused else what] += 1
            return
        print("\n".join(self.bench.story))
        super().tell(what, more, truth)


class StonesWithOutages(OutageEvening, StonesEvening):
    """A Basic game of Casting Stones."""

    def judge(self, ask: Ask, due: Sequence[str], truth: Mapping[str, str], before: int, asked: int) -> None:
        """Where the players said that stones were cast again, kept ones may count as cast, which is the same."""
        lying = self.bench.table.lying()
        kept = {stone: lying[stone] for stone, _ in ask.pieces if asked and stone in lying}
        super().judge(ask, due, {**kept, **truth}, before, asked)


class DicersWithOutages(OutageEvening, DicersEvening):
    """A game of Dicers."""

    def one_throw(self, new: Sequence[Fact]) -> Throw | None:
        """Of the dice of a tie, one that lies as it was entered before counts after the other, once asked about."""
        throws = [fact for fact in new if isinstance(fact, Throw)]
        shown = tuple(pair for throw in throws for pair in throw.shown)
        is_whole = len(throws) == len(new) > 0 and len(dict(shown)) == len(shown)
        return Throw(throws[0].player, shown) if is_whole else None


def main() -> None:
    """Play, and print how the throws were judged."""
    arguments = parser(__doc__)
    arguments.add_argument("--game", choices=("casting-stones", "dicers"), default="casting-stones")
    arguments.add_argument("--stickers", action="store_true")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        stones = options.game == "casting-stones"
        home = taught(options.home or Path(scratch, "home"), STONES if stones else ())
        home = only_stickers(Path(copytree(home, Path(scratch, "stickers")))) if options.stickers else home

        def begun(seed: int, count: Any) -> Evening:
            fresh = Path(scratch, str(seed))
            if stones:
                return StonesWithOutages(home, fresh, seed, count, STONES)
            return DicersWithOutages("advanced", home, fresh, seed, count)

        play(range(options.seed, options.seed + options.games), begun)


if __name__ == "__main__":
    main()
