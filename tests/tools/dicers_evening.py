"""Games of Dicers on the simulated table with real eyes, in one thread: how often they are right, ask, err or sleep.

``python -m tests.tools.dicers_evening [--games 4] [--seed 1] [--home HOME] [--level advanced] [--stickers]`` plays
random games.  Every throw is compared with the truth; what was asked, wrong or led to nothing is printed in full, put
right by hand, and the game goes on.  HOME is used again where it has had its first day.  With ``--stickers`` each die
was taught by one picture of its sticker alone; the rest is learnt from its throws.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from shutil import copytree
from time import monotonic
from typing import Any

from calibration.storage.home import load_eyes, load_gallery, save_gallery
from hardware.simulated.table import SimulatedTable
from referee.devices import throw
from referee.inventory.pieces import dice_of
from referee.model.commands import Enter, NewGame, Reply, SimulatedThrow, Undo
from referee.observe.interpretation import BY
from referee.wizards.setup import set_up_simulated_table
from rules.core.asks import Ask
from rules.core.facts import Choose, Fact, Throw
from tests.referee.simulated import A_THROW, Bench, Clock
from vision.recognition.embedder import load_embedder

ANY_DIE = ("draft-roll", "first-roll")
PATIENT = 25  # Glances more than a throw takes, where nothing came of it.
LONGEST = 120  # Facts in a game.
LATER_S = 1000.0  # Every countdown has run out by then.


class Evening:
    """One game on a fresh table; ``count`` gathers what became of the throws of all games."""

    def __init__(self, taught: Path, fresh: Path, level: str, seed: int, count: Counter[str]) -> None:
        self.rng, self.count, self.name = Random(seed), count, f"game {seed}"
        fresh.mkdir()
        self.bench = Bench(fresh, taught, (), seed)
        self.bench.look(5)
        answer = self.bench.submit(
            NewGame(setup(dice_of(self.bench.sight.home, self.bench.sight.eyes().gallery), level))
        )
        assert answer.ok, answer.words

    @property
    def asks(self) -> Sequence[Ask]:
        table = self.bench.now().table
        return table.asks if table else ()

    @property
    def log(self) -> list[Fact]:
        return [line.fact for line in self.bench.now().log]

    def play(self) -> None:
        while self.asks and len(self.log) < LONGEST:
            self.step()

    def step(self) -> None:
        """A throw, where one is due and nobody would rather keep; else a choice.  Hands do not wait for the eyes."""
        self.bench.look(self.rng.choice((1, 1, 2, 6)))
        throws = [ask for ask in self.asks if ask.pieces]
        choices = [ask for ask in self.asks if ask.options]
        if throws and (not choices or self.rng.random() < 0.6):
            self.throw(self.rng.choice(throws))
        else:
            self.choose(self.rng.choice(choices))

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
        """Somebody puts a die beside the mat."""
        lying = sorted(self.bench.table.lying())
        if lying:
            self.bench.table.take([self.rng.choice(lying)])
            self.bench.look(A_THROW)

    def throw(self, ask: Ask) -> None:
        dice = [piece for piece, _ in ask.pieces]
        chosen = tuple(self.rng.sample(dice, ask.most)) if ask.most and len(dice) > ask.most else tuple(dice)
        before, asked, due = len(self.log), 0, self.asks
        assert throw(self.bench.table, SimulatedThrow(player=ask.player, pieces=chosen), self.bench.now()).ok
        truth = {die: side for die, side in self.bench.table.lying().items() if die in chosen}
        self.bench.look(A_THROW)
        if len(self.log) == before and not self.bench.now().question:
            self.bench.look(PATIENT)
        while self.bench.now().question and asked < 9 and self.answer(ask.player, truth):
            asked += 1
        self.judge(ask, [one.player for one in due if one.pieces], truth, before, asked)

    def answer(self, player: str, truth: Mapping[str, str]) -> bool:
        """Answer the open question truthfully; False where the truth is not among the choices."""
        question = self.bench.now().question
        assert question is not None
        keys = [choice.key for choice in question.choices]
        true = [key for key in keys if key in {"yes", BY + player, *(f"{die}={side}" for die, side in truth.items())}]
        if not true:
            self.tell("question without the truth", f"{question.words} {keys}", truth)
            return False
        self.tell("questions", f"{question.words} {keys}", truth)
        assert self.bench.submit(Reply(question.id, true[0])).ok
        return True

    def judge(self, ask: Ask, due: Sequence[str], truth: Mapping[str, str], before: int, asked: int) -> None:
        """What came of a throw; what is wrong is put right."""
        new = self.log[before:]
        self.count["throws"] += 1
        if len(new) == 1 and isinstance(new[0], Throw) and same(ask, due, new[0], truth):
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
            seen = track.seen
            print(f"    track {name} {track.side} {track.state} at {seen.centre_mm} sure={seen.sure} {seen.side}")
        for piece in now.seen.reading.pieces if now.seen else ():
            likely = [(c.piece, c.side, round(c.score, 2)) for c in piece.candidates[:4]]
            print(f"    seen {piece.piece} {piece.side} sure={piece.sure} at {piece.centre_mm} {piece.notes} {likely}")
        for true in self.bench.table.truth():
            print(f"    truth {true.piece} {true.side} at {true.centre_mm}")


def same(ask: Ask, due: Sequence[str], fact: Throw, truth: Mapping[str, str]) -> bool:
    """Whether *fact* is what was thrown; in the opening only the numbers count, and a tie is thrown by both at once."""
    shown = dict(fact.shown)
    alike = sorted(shown.values()) == sorted(truth.values()) if ask.kind in ANY_DIE else shown == dict(truth)
    return alike and fact.player in (due if ask.kind == "tie" else (ask.player,))


def setup(dice: Sequence[Mapping[str, Any]], level: str) -> dict[str, Any]:
    """The simulated table's dice, dealt in turn."""
    told = {one["piece"]: dict(one["facts"]) for one in dice if one["facts"].get("power")}
    names = list(told)
    body = {"game": "dicers", "format": 1, "level": level, "players": ["Ana", "Bo"], "house_rules": {}}
    if level == "advanced":
        return {**body, "dice": told, "collections": {"Ana": names[::2], "Bo": names[1::2]}}
    return {**body, "dice": {name: told[name] for name in names[:6]}}


def taught(home: Path) -> Path:
    """The simulated table's first day."""
    home.mkdir(parents=True, exist_ok=True)
    set_up_simulated_table(home, SimulatedTable(Clock()), lambda _: None, partial(load_eyes, home))
    return home


def only_stickers(home: Path) -> Path:
    """Forget all that was taught of the dice but the first picture of each sticker."""
    whole = load_gallery(home)
    gallery = whole
    for piece in whole.pieces():
        if whole.of(piece)[0].kind == "die":
            last = whole.of(piece)[-1]
            crops = whole.crops[whole.owner == whole.sides.index(last)][:1]
            gallery = gallery.without(piece).with_crops(last, crops, load_embedder())
    save_gallery(home, gallery)
    return home


def main() -> None:
    """Play, and tell what became of the throws."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--level", default="advanced")
    parser.add_argument("--stickers", action="store_true")
    told = parser.parse_args()
    count: Counter[str] = Counter()
    began = monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        home = taught(told.home or Path(scratch, "home"))
        if told.stickers:
            home = only_stickers(Path(copytree(home, Path(scratch, "stickers"))))
        for seed in range(told.seed, told.seed + told.games):
            Evening(home, Path(scratch, str(seed)), told.level, seed, count).play()
            print(f"after game {seed}, {monotonic() - began:.0f} s: {dict(count)}", flush=True)


if __name__ == "__main__":
    main()
