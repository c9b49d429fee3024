"""Measure the speed of detection, reading and refereeing on this machine for `owleye bench speed`.

Refereeing is measured by the processor time of the answer to a correction early in a long game, for each game.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import cv2
import numpy as np

from calibration.table.calibrate import calibrate
from calibration.teaching.shots import shot_of, teach_pictures
from hardware.cameras.camera import Image, shrunk
from hardware.simulated.art import starter
from hardware.simulated.table import SimulatedTable
from rules.casting_stones import stones
from rules.core.asks import Ask
from rules.core.facts import Amend, Choose, Play, Throw
from rules.core.fold import Table, advance, opening
from rules.core.game import Game, Setup
from rules.dicers.dice import EVOKED
from rules.games import game_of
from vision.eyes import Eyes
from vision.geometry.lens import Lens
from vision.pipeline import read
from vision.settling import Settling, reference, watch

FACTS = 500
EARLY = 10  # Only the first facts are corrected, so that the whole game follows them.
OTHERS = 3  # Other answers that are tried in place of each.
ROUNDS = 3  # The time of a correction is the median of these repetitions.
SEEDS = 20  # Games that are played at random until one is long enough; the longest counts.
LIKELY = 8.0  # A throw that is due, and what moves the game on, are chosen this many times as often as other plays.
HAND = tuple(f"stone:{number}" for number in (1, 3, 4, 7, 8))  # One silver, two white, two brown.
YARDSTICK = Path(__file__).parents[3] / "shared" / "bench" / "yolov8n-random.onnx"
FPS = 30


class Corrections(NamedTuple):
    """How many facts the game has, and the processor time of each correction in ms, in rising order."""

    facts: int
    ms: list[float]

    def __str__(self) -> str:
        slowest = f"slowest of {len(self.ms)} {self.ms[-1]:.1f} ms"
        return f"median {statistics.median(self.ms):.1f} ms, {slowest} ({self.facts} facts)"


def setups() -> Iterator[Setup]:
    """Yield a set-up of each game, with nothing but what the rules bring along."""
    hands = {"Ana": _starter_hand(0), "Bo": _starter_hand(1)}
    yield {"game": "casting-stones", "players": ["Ana", "Bo"], "pieces": stones.starter(), "hands": hands}
    dice = {f"die:{n}": {"cb": 2, "power": power} for n, power in enumerate(EVOKED[:10], 1)}
    own = {"Ana": [*dice][:5], "Bo": [*dice][5:]}
    yield {"game": "dicers", "level": "advanced", "players": ["Ana", "Bo"], "dice": dice, "collections": own}
    yield {"game": "munchkin", "players": ["Ana", "Bo", "Cy", "Di"], "begin": "turn"}


def corrections(setup: Setup) -> Corrections:
    """Play a long game at random, and correct each of its first facts in several ways."""
    game = game_of(setup)
    table = _long_game(game, setup)
    return Corrections(table.length, sorted(_answer_ms(game, table, other) for other in _amendments(game, table)))


def _long_game(game: Game, setup: Setup) -> Table:
    longest = opening(game, setup)
    for seed in range(SEEDS):
        longest = max(longest, _played(game, setup, Random(seed)), key=lambda table: table.length)
        if longest.length == FACTS:
            break
    return longest


def _played(game: Game, setup: Setup, rng: Random) -> Table:
    table = opening(game, setup)
    while table.asks and table.length < FACTS:
        table = advance(game, table, _any_play(game, table, rng))
    return table


def _any_play(game: Game, table: Table, rng: Random) -> Play:
    ask = rng.choices(table.asks, [_weight(game, ask) for ask in table.asks])[0]
    if ask.options:
        return Choose(ask.player, ask.kind, rng.choice(ask.options).pick)
    size = rng.randint(1, ask.most or len(ask.pieces)) if ask.some else len(ask.pieces)
    return Throw(ask.player, tuple((piece, rng.choice(sides)) for piece, sides in rng.sample(ask.pieces, size)))


def _weight(game: Game, ask: Ask) -> float:
    """How often an ask is answered: never where a text is wanted, or where a Level would end the game early."""
    if ask.kind == game.at_table.step or not (ask.options or ask.pieces):
        return 0.0
    return LIKELY if ask.pieces or ask.kind in game.at_table.turn + game.at_table.onward else 1.0


def _amendments(game: Game, table: Table) -> Iterator[Amend]:
    """Yield a few other answers to the asks that the first facts answered."""
    rng, before = Random(0), opening(game, table.setup)
    for entry in table.entries[:EARLY]:
        same = (ask for ask in before.asks if ask.admits(entry.play))
        others = [play for ask in same for play in ask.plays() if play != entry.play]
        yield from (Amend(entry.seq, other) for other in rng.sample(others, min(OTHERS, len(others))))
        before = advance(game, before, entry.play)


def _answer_ms(game: Game, table: Table, fact: Amend) -> float:
    taken = []
    for _ in range(ROUNDS):
        started = time.process_time()
        _ = advance(game, table, fact).asks  # They belong to the answer, and are made when they are first read.
        taken.append(time.process_time() - started)
    return 1000 * statistics.median(taken)


def _starter_hand(n: int) -> list[str]:
    """Return one Character, two Artifacts and two Elements of the starter set."""
    of_type = {kind: [s["piece"] for s in stones.starter() if s["type"] == kind] for kind in stones.TYPES}
    two = slice(2 * n, 2 * n + 2)
    return [of_type["character"][n], *of_type["artifact"][two], *of_type["element"][two]]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured quantity and its value as text."""

    what: str
    figure: str


def bench_speed(rounds: int = 10) -> Iterator[Figure]:
    """Measure on one core, to which this process is pinned from then on; yield each median of *rounds* rounds."""
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    cv2.setNumThreads(1)
    versions = f"Python {platform.python_version()}, OpenCV {cv2.__version__}"
    yield Figure("machine", f"{platform.machine()}, one core, {versions}")
    yield _yardstick(rounds)
    clock = _Clock()
    table = SimulatedTable(clock, pieces=[piece for piece in starter() if piece.kind == "stone"])
    yield from _reading("five stones", table, HAND, clock, rounds)
    yield _watching(table, clock)
    dice = [piece for piece in starter() if piece.kind == "die"][:4]
    names = tuple(die.id for die in dice)
    yield from _reading("four clear dice", SimulatedTable(clock, pieces=dice), names, clock, rounds)
    for setup in setups():
        yield Figure(f"correcting an early fact of {setup['game']}", str(corrections(setup)))


class _Clock:
    """A clock that only changes when it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def _taught(table: SimulatedTable) -> Eyes:
    """Return eyes for the simulated table, taught with one picture per side."""
    empty = table.empty()
    eyes = Eyes(calibrate(empty, lens=Lens.from_dict(table.lens())).plane, empty)
    return replace(eyes, gallery=teach_pictures(((p.image, shot_of(p)) for p in table.enrol_shots(1)), eyes).gallery)


def _yardstick(rounds: int) -> Figure:
    """Measure one pass of a general detection network on the same core, in the same run."""
    what = "one pass of a YOLOv8n at 640 x 640 (yardstick)"
    if not YARDSTICK.exists():
        return Figure(what, f"skipped: {YARDSTICK} is not there")
    import onnxruntime  # after vision, whose settings it reads

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(YARDSTICK), options, providers=["CPUExecutionProvider"])
    entry = session.get_inputs()[0].name
    picture = np.zeros((1, 3, 640, 640), np.float32)
    return Figure(what, f"{_median_ms(lambda: session.run(None, {entry: picture}), rounds):.1f} ms")


def _reading(what: str, table: SimulatedTable, names: Sequence[str], clock: _Clock, rounds: int) -> tuple[Figure, ...]:
    """Measure detecting and reading a throw of these pieces in a whole frame."""
    eyes = _taught(table)
    clock.now = table.throw(names) + 1.0
    frame = table.full()
    readings = [read(frame, eyes, names) for _ in range(rounds + 1)][1:]
    parts = {part: statistics.median(reading.ms[part] for reading in readings) for part in readings[0].ms}
    whole = _median_ms(lambda: read(frame, eyes, names), rounds)
    sides = {piece.piece: piece.side for piece in readings[0].pieces if piece.sure}
    right = sum(sides.get(piece) == side for piece, side in table.lying().items())
    detail = ", ".join(f"{part} {ms:.1f}" for part, ms in parts.items())
    return (
        Figure(f"reading {what} in a 2304 x 1296 frame", f"{whole:.1f} ms ({detail})"),
        Figure(f"of the {what}, read right and sure", str(right)),
    )


def _watching(table: SimulatedTable, clock: _Clock) -> Figure:
    """Measure watching the small stream: processor time per frame, as a part of one core at 30 frames a second."""
    backdrop = reference(shrunk(table.empty()))
    moments = [clock.now + number / FPS for number in range(FPS)]
    pictures = [_small_at(table, clock, moment) for moment in moments]
    state, started = Settling(), time.process_time()
    for _ in range(5):
        for moment, picture in zip(moments, pictures, strict=True):
            state = watch(state, picture, moment, backdrop)
    frame_s = (time.process_time() - started) / (5 * FPS)
    return Figure("watching 640 x 360 at 30 frames a second", f"{frame_s * FPS:.1%} of one core")


def _small_at(table: SimulatedTable, clock: _Clock, moment: float) -> Image:
    clock.now = moment
    return table.small()


def _median_ms(work: Callable[[], Any], rounds: int) -> float:
    work()
    taken = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return 1000 * statistics.median(taken)
