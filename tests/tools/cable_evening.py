"""Games in real time on the real Picamera2 while the camera's cable is pulled: pictures back, throws right or not.

``python -m tests.tools.cable_evening [--pulls 24] [--seed 1] [--home HOME]`` plays random Basic games of Casting
Stones; table, camera thread and pages are those of ``owleye run``, only the camera below Picamera2 is made up and
sees the simulated table.  The cable is out for 1, 10 and 60 s in turn, each time at a random moment.  The players go on
as in outage_evening.py.  Needs what ``make test-picamera`` needs.
"""

from __future__ import annotations

import os
import threading
import time
from argparse import ArgumentParser
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

from calibration.storage.table_files import load_calibration, save_calibration
from hardware.cameras.camera import WATCH_WIDTH, CameraId, Image
from hardware.simulated.art import Piece
from hardware.simulated.table import SimulatedTable
from owleye import Wired, table_at
from referee.model.commands import Command
from referee.model.snapshot import Answer, Snapshot
from referee.observe.table_reading import VisionContext
from referee.startup.settings import Settings
from tests.referee.simulated import BETWEEN_S, STONES
from tests.tools.evening import taught
from tests.tools.outage_evening import APART_S, PULLED_S, STORY, StonesWithOutages
from tests.tools.real_picamera import BACK_S, put_below, skipped
from web.server import serve

CAMERA = "picamera"
AFTER_S = 30.0  # the game goes on for so long after the last pull
LOADED_S = 1.0  # from one load of a page to the next
PAGES = ("/", "/small", "/api/table")


class Moment(threading.local):
    """The clock (s) of the simulated table: now, and for a thread that paints a picture the time when it was taken."""

    taken_s: float | None = None

    def __call__(self) -> float:
        return time.monotonic() if self.taken_s is None else self.taken_s

    @property
    def now(self) -> float:
        return self()


class LiveBench:
    """The running table with its camera, in place of a bench in made-up time."""

    def __init__(self, wired: Wired, sight: VisionContext, below: Any, seed: int) -> None:
        self.clock, self.sight, self.cable = Moment(), sight, below.CABLE
        self.table = SimulatedTable(self.clock, seed, STONES)
        self.story: deque[str] = deque(maxlen=STORY)
        self.eye = self  # the players only ask it whether it is away
        self.controller = SimpleNamespace(wake=lambda _: None)  # countdowns run out by themselves
        self._live, self.devices, self.sharing = wired
        below.MANAGER.cameras[0].view = self._view

    def _view(self, width: int, taken_s: float) -> Image:
        self.clock.taken_s = taken_s
        try:
            return self.table.small() if width <= WATCH_WIDTH else self.table.full()
        finally:
            self.clock.taken_s = None

    @property
    def is_away(self) -> bool:
        """Whether no pictures come now."""
        return not self.cable.is_set() or self.now().eyes == "trouble"

    def submit(self, command: Command) -> Answer:
        answer = self._live.submit(command)
        self.note(f"{command}: {answer.words}")
        return answer

    def now(self) -> Snapshot:
        return self._live.now()

    def note(self, what: str) -> None:
        self.story.append(f"    {self.clock.now:8.2f} {what}")

    def look(self, glances: int) -> None:
        """Let the time of so many glances pass."""
        time.sleep(glances * BETWEEN_S)

    def pictures(self) -> int:
        """The number of the newest picture that the camera's thread has shown."""
        return (self.devices.frame() or (0, b""))[0]


class CableEvening(StonesWithOutages):
    """A game at the running table, in real time."""

    def __init__(self, bench: LiveBench, fresh: Path, seed: int, count: Counter[str], ended: threading.Event) -> None:
        self._live_bench, self._ended = bench, ended
        super().__init__(fresh, fresh, seed, count)

    def laid(self, fresh: Path, taught: Path, pieces: Sequence[Piece], seed: int) -> Any:
        return self._live_bench

    def play(self) -> None:
        """Play until the game ends, or the cable has been pulled for the last time."""
        for seconds in self._moves():
            if self._ended.wait(seconds):
                return


class Cable:
    """Pulls the cable at random moments, and measures how long pictures stay away after it is back."""

    def __init__(self, bench: LiveBench, pulls: int, rng: Random) -> None:
        self._bench, self._rng, self.took = bench, rng, list[float]()
        self.ended = threading.Event()
        self._lengths_s = [PULLED_S[number % len(PULLED_S)] for number in range(pulls)]

    def pull_all(self) -> None:
        """Pull and put back, again and again."""
        for seconds in self._lengths_s:
            time.sleep(self._rng.uniform(*APART_S))
            self._pull(seconds)
        time.sleep(AFTER_S)
        self.ended.set()

    def _pull(self, seconds: float) -> None:
        self._bench.note(f"CABLE OUT for {seconds:.0f} s")
        self._bench.cable.clear()
        time.sleep(seconds)
        shown, began = self._bench.pictures(), time.monotonic()
        self._bench.cable.set()
        while self._bench.pictures() == shown and time.monotonic() - began < 10 * BACK_S:
            time.sleep(0.02)
        self.took.append(time.monotonic() - began)
        self._bench.note(f"CABLE IN, pictures back after {self.took[-1]:.1f} s")
        late = "" if self.took[-1] <= BACK_S else " TOO LATE"
        print(f"    pulled for {seconds:.0f} s: pictures {self.took[-1]:.1f} s after it was back{late}", flush=True)


def load_pages(address: str, loads: Counter[str]) -> None:
    """Load pages for ever, and count those that came and those that did not."""
    while True:
        for page in PAGES:
            try:
                with urlopen(address + page, timeout=10) as answer:
                    answer.read()
                loads["came"] += 1
            except OSError as error:
                loads["failed"] += 1
                print(f"    {page}: {error}", flush=True)
        time.sleep(LOADED_S)


def serve_pages(wired: Wired, home: Path, loads: Counter[str]) -> None:
    """Serve the pages of the table, and load them, in threads of their own."""

    def ready(port: int) -> None:
        address = f"http://127.0.0.1:{port}"
        threading.Thread(target=load_pages, args=(address, loads), daemon=True).start()

    threading.Thread(target=serve, args=(*wired, home, "127.0.0.1", 0, ready), daemon=True).start()


def calibrate_for_the_pi(home: Path) -> None:
    """Make the calibration of the simulated camera that of the camera below Picamera2."""
    calibration = load_calibration(home)
    assert calibration is not None
    save_calibration(home, replace(calibration, camera=CameraId(CAMERA, "imx708")))


def play_at(wired: Wired, home: Path, below: Any, pulls: int, seed: int) -> bool:
    """Play games until the cable was pulled so often, and print what came of it; returns whether all went well."""
    bench, count, loads = LiveBench(wired, VisionContext(home), below, seed), Counter[str](), Counter[str]()
    bench.devices.start()
    serve_pages(wired, home, loads)
    cable = Cable(bench, pulls, Random(seed))
    games = 0
    with TemporaryDirectory() as scratch:
        while not cable.ended.is_set():
            evening = CableEvening(bench, Path(scratch, str(games)), seed + games, count, cable.ended)
            if not games:
                threading.Thread(target=cable.pull_all, daemon=True).start()
            evening.play()
            games += 1
            print(f"after game {games}: {dict(count)}; pages {dict(loads)}", flush=True)
    print(f"cable pulled {pulls} times: pictures {max(cable.took):.1f} s after it was back, at the latest", flush=True)
    return max(cable.took) <= BACK_S and not count["WRONG"] and not loads["failed"]


def main() -> None:
    """Play, or say why it is skipped."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--pulls", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--home", type=Path)
    chosen = parser.parse_args()
    try:
        below = put_below()
    except ImportError as error:
        return skipped("cable-evening", error)
    with TemporaryDirectory() as scratch:
        home = taught(chosen.home or Path(scratch, "home"), STONES)
        calibrate_for_the_pi(home)
        with table_at(home, Settings(), CAMERA) as wired:
            went_well = play_at(wired, home, below, chosen.pulls, chosen.seed)
            os._exit(not went_well)  # Picamera2 leaves threads behind that wait for a camera


if __name__ == "__main__":
    main()
