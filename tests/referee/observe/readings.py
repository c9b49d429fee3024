"""An evening of Dicers as a seeded stream of the readings that a camera gives of dice thrown by people.

Nothing is painted: a reading is made from the true poses, with noise.  A die is identified only on the faces that
were learnt; on all others it looks like every other die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from random import Random
from typing import Any

from referee.model.commands import Enter, ReadingOccasion, Reply, Undo
from referee.observe.questions import BY
from rules.core.asks import Ask
from rules.core.facts import Choose, Fact, Throw
from tests.referee.observe.sequence_table import SETUPS, SequenceTable, piece_of
from tests.referee.random_players import ANY_DIE, is_roll_of, next_ask, taken_pieces
from vision.types import Candidate, Note, Piece

DICE = tuple(SETUPS["collections"]["dice"])
REACH_MM = (140.0, 95.0)
APART_MM = 42.0
LONGEST = 90  # Facts in a game.


@dataclass(frozen=True)
class Pose:
    """Where a die lies (mm, degrees) and what it shows."""

    x: float
    y: float
    turn: float
    side: str


@dataclass
class Chances:
    """The probability of each disturbance: a die is overlooked, covered or nudged by a hand, a side is not sure."""

    overlooked: float = 0.005
    covered: float = 0.03
    nudged: float = 0.03
    unsure: float = 0.01
    changed: float = 0.1  # The picture of a die that did not move has changed: a shadow, other light.


@dataclass
class Evening:
    """One game of random plays; ``count`` counts the outcomes of the throws, ``wrong`` describes the wrong ones.

    ``moved`` are the dice that moved since the last reading, ``moved_before`` those since the one before it.
    """

    table: SequenceTable
    rng: Random
    count: Counter[str]
    learnt: set[tuple[str, str]]
    chances: Chances = field(default_factory=Chances)
    lying: dict[str, Pose] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    moved: set[str] = field(default_factory=set)
    moved_before: set[str] = field(default_factory=set)

    def play(self) -> None:
        """Play the game to its end."""
        self.read("before")
        while self.asks and len(self.table.log()) < LONGEST:
            ask, is_throw = next_ask(self.asks, self.rng)
            (self.throw if is_throw else self.choose)(ask)

    @property
    def asks(self) -> Sequence[Ask]:
        """What the game waits for."""
        table = self.table.controller.now.table
        return table.asks if table else ()

    def choose(self, ask: Ask) -> None:
        """A choice, after which somebody may put a die away."""
        pick = self.rng.choice(ask.options).pick
        answer = self.table.controller.do(Enter(Choose(ask.player, ask.kind, pick), self.table.controller.now.length))
        assert answer.ok, answer.words
        if self.lying and self.rng.random() < 0.1:
            del self.lying[self.rng.choice(sorted(self.lying))]
            self.read("rest")
        if self.rng.random() < 0.7:
            self.read("before")

    def throw(self, ask: Ask) -> None:
        """A throw, its reading, and the players' answers."""
        chosen = taken_pieces(ask, self.rng)
        before, due = len(self.table.log()), [one.player for one in self.asks if one.pieces]
        for die in chosen:
            self.lying.pop(die, None)
        self.nudge()
        truth = {die: self.land(die, dict(ask.pieces)[die]) for die in chosen}
        self.read("rest")
        asked = 0
        if len(self.table.log()) == before and not self.table.controller.now.question:
            self.read("again")
        while self.table.controller.now.question and asked < 9 and self.answer(ask.player, truth):
            asked += 1
        self.judge(ask, due, truth, before, asked)
        if self.rng.random() < 0.8:
            self.read("before")

    def land(self, die: str, sides: Sequence[str]) -> str:
        """A die comes to rest apart from all others; returns its side."""
        x, y = (self.rng.uniform(-reach, reach) for reach in REACH_MM)
        while not self.is_free(x, y):
            x, y = (self.rng.uniform(-reach, reach) for reach in REACH_MM)
        self.lying[die] = Pose(x, y, self.rng.uniform(0, 360), self.rng.choice(sides))
        self.moved.add(die)
        return self.lying[die].side

    def is_free(self, x: float, y: float, but: str = "") -> bool:
        """Whether no die, except one, lies near."""
        others = (pose for die, pose in self.lying.items() if die != but)
        return all(hypot(x - other.x, y - other.y) > APART_MM for other in others)

    def nudge(self) -> None:
        """The hand pushes a die that lies there a little."""
        for die, pose in self.lying.items():
            x, y = pose.x + self.rng.uniform(-12, 12), pose.y + self.rng.uniform(-12, 12)
            if self.rng.random() < self.chances.nudged and self.is_free(x, y, die):
                self.lying[die] = replace(pose, x=x, y=y, turn=pose.turn + self.rng.uniform(-20, 20))
                self.moved.add(die)

    def read(self, why: ReadingOccasion) -> None:
        """A reading of all dice on the table; a second one compares with the picture before the first."""
        moved = self.moved_before if why == "again" else self.moved
        pieces = [
            self.piece(die, pose, die in moved) for die, pose in self.lying.items() if not self.is_missed(die in moved)
        ]
        self.moved, self.moved_before = set(), moved
        self.rng.shuffle(pieces)
        self.table.see(pieces, why)

    def is_missed(self, moved: bool) -> bool:
        """Whether a die is overlooked, or covered by a hand; one that was just thrown is not covered."""
        return self.rng.random() < self.chances.overlooked + (0.0 if moved else self.chances.covered)

    def piece(self, die: str, pose: Pose, moved: bool) -> Piece:
        """The die as the reading reports it."""
        still = not moved and self.rng.random() > self.chances.changed
        known = (die, pose.side) in self.learnt
        sure = self.rng.random() > self.chances.unsure
        x, y, turn = (value + self.rng.gauss(0, 0.3) for value in (pose.x, pose.y, pose.turn))
        name = die if known and len([one for one, side in self.learnt if side == pose.side]) == len(DICE) else None
        more: dict[str, Any] = {"turn": turn, "sure": sure, "notes": [Note.STILL] if still else []}
        read = piece_of(name, pose.side, x, y, more)
        return replace(read, candidates=self.candidates(die, pose.side))

    def candidates(self, die: str, side: str) -> tuple[Candidate, ...]:
        """All dice as candidates: those whose face was never taught are as likely as the true one."""
        weights = {one: 0.01 if (one, side) in self.learnt and one != die else 1.0 for one in DICE}
        whole = sum(weights.values())
        order = sorted(weights, key=lambda one: -weights[one])
        return tuple(Candidate(one, side, weights[one] / whole) for one in order)

    def answer(self, player: str, truth: Mapping[str, str]) -> bool:
        """Answer the open question truthfully; False where the truth is not among the choices.

        A question that names no die is about the one in its picture.
        """
        question = self.table.controller.now.question
        assert question is not None
        true_keys = {self.thrown_again(question.piece, truth), BY + player} | set(map("=".join, truth.items()))
        if "this die" in question.words:
            true_keys = {
                choice.key for choice in question.choices if choice.key.endswith(f"={self.shown(question.piece)}")
            }
        self.count[question.words] += 1
        true = [choice.key for choice in question.choices if choice.key in true_keys]
        if not true:
            self.tell(f"no true choice: {question}", truth)
            return False
        assert self.table.controller.do(Reply(question.id, true[0])).ok
        return True

    def thrown_again(self, index: int, truth: Mapping[str, str]) -> str:
        """The answer to the question whether the piece of the last reading was thrown."""
        return "yes" if self.die_at(index) in truth else "no"

    def shown(self, index: int) -> str:
        """What the piece of the last reading really shows."""
        return self.lying[self.die_at(index)].side

    def die_at(self, index: int) -> str:
        """The die that is the piece of the last reading."""
        last = self.table.controller.now.last_reading
        assert last is not None
        x, y = last.reading.pieces[index].centre_mm or (0.0, 0.0)
        return min(self.lying, key=lambda die: hypot(x - self.lying[die].x, y - self.lying[die].y))

    def judge(self, ask: Ask, due: Sequence[str], truth: Mapping[str, str], before: int, asked: int) -> None:
        """Count the outcome of a throw; a wrong one is corrected by hand."""
        new = self.table.log()[before:]
        self.count["throws"] += 1
        throws = [fact for fact in new if isinstance(fact, Throw)]
        shown = tuple(
            pair for throw in throws for pair in throw.shown
        )  # one that was asked about counts after the rest
        whole = len(throws) == len(new) > 0 and len(dict(shown)) == len(shown)
        if whole and is_roll_of(Throw(throws[0].player, shown), ask, due, truth):
            self.count["asked" if asked else "right"] += 1
            if ask.kind not in ANY_DIE:
                self.learnt |= set(truth.items())
            return
        self.count["WRONG" if new else "nothing"] += 1
        if new:
            self.tell(f"logged {new}", truth)
        for _ in new:
            assert self.table.controller.do(Undo(self.table.controller.now.length)).ok
        fact: Fact = Throw(ask.player, tuple(truth.items()))
        assert self.table.controller.do(Enter(fact, self.table.controller.now.length)).ok

    def tell(self, what: str, truth: Mapping[str, str]) -> None:
        """Describe an outcome that was wrong."""
        waits = [(ask.player, ask.kind, [piece for piece, _ in ask.pieces]) for ask in self.asks]
        tracks = [
            f"{key} {track.side} {track.state} {track.last_piece.side} at {track.last_piece.centre_mm}"
            for key, track in self.table.controller.now.tracks.items()
        ]
        lying = [f"{die} {pose.side} at {pose.x:.0f},{pose.y:.0f}" for die, pose in self.lying.items()]
        last = self.table.controller.now.last_reading
        described = [
            f"{one.piece} {one.side} {one.centre_mm} {one.sure} {one.notes}"
            for one in (last.reading.pieces if last else ())
        ]
        log = [f"log {fact}" for fact in self.table.log()[-6:]]
        lines = [what, *log, f"truth {dict(truth)}", f"now waits {waits}", *tracks, "lying", *lying, "seen", *described]
        self.wrong.append("\n  ".join(lines))
