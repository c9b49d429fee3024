"""Measure the speed of detection, reading and refereeing on this machine for `owleye bench speed`."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime

from calibration.bench.folding import corrections, setups
from calibration.table.calibrate import calibrate
from calibration.teaching.shots import shot_of, teach_pictures
from hardware.cameras.camera import Image, shrunk
from hardware.simulated.art import starter
from hardware.simulated.table import SimulatedTable
from vision.eyes import Eyes
from vision.geometry.lens import Lens
from vision.motion.settling import Settling, reference, watch
from vision.pipeline import read

HAND = tuple(f"stone:{number}" for number in (1, 3, 4, 7, 8))  # One silver, two white, two brown.
YARDSTICK = Path(__file__).parents[3] / "shared" / "bench" / "yolov8n-random.onnx"
FPS = 30


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
