"""A whole simulated table in one thread: time passes only when the camera is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from calibration.storage.table_files import load_eyes
from hardware.cameras.camera import CameraTrouble, Frame, Glance, Image
from hardware.simulated.art import Piece, starter
from hardware.simulated.table import SimulatedTable
from referee.devices import throw
from referee.inventory.pieces import stones_of
from referee.journal.journal import Journal
from referee.model.commands import Command, NewGame, Reply, SimulatedThrow
from referee.model.snapshot import Answer, Snapshot
from referee.observe.camera_watcher import CameraWatcher
from referee.observe.die_learning import DieLearning
from referee.observe.evidence import Evidence
from referee.observe.table_reading import VisionContext
from referee.table.controller import TableController
from referee.wizards.setup import set_up_simulated_table
from rules.core.facts import Throw
from rules.core.game import Game
from rules.games import GAMES
from tests.referee.kit import clock

STONES = tuple(piece for piece in starter() if piece.kind == "stone")
SPELL = ("symbol", "symbol", "number", "symbol", "number")
NOTHING = ("symbol", "symbol", "number", "number", "number")
Change = Callable[[Image], Image]
BETWEEN_S = 0.2  # Between two glances.
A_THROW = 18  # Glances until the hand is gone and all has been at rest for a while.


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Eye:
    """A camera over the simulated table; each glance takes a fifth of a second."""

    name, simulated = "simulated", True

    def __init__(self, table: SimulatedTable, clock: Clock) -> None:
        self._table, self._clock = table, clock
        self.fails = ""
        self.locked = "yes"
        self.model = ""

    def glance(self, deadline_s: float = 2.0) -> Glance:
        self._wait(BETWEEN_S, deadline_s)
        return Glance(self._table.small(), self._clock.now, {"locked": self.locked, "model": self.model})

    def frame(self, deadline_s: float = 5.0) -> Frame:
        self._wait(0.0, deadline_s)
        return Frame(
            self._table.full(), self._clock.now, {"source": "simulated", "model": self.model}, self._table.small()
        )

    def _wait(self, takes_s: float, deadline_s: float) -> None:
        """Let the time pass until the next picture."""
        self._clock.now += takes_s
        if self.fails:
            raise CameraTrouble(self.fails)

    def adapt(self) -> None:
        pass

    def live_jpeg(self) -> tuple[int, bytes] | None:
        return None

    def trouble(self) -> str | None:
        return self.fails or None

    def close(self) -> None:
        pass


class Bench:
    """Controller, camera watcher and simulated table without any thread."""

    def __init__(
        self,
        home: Path,
        taught: Path | None = None,
        pieces: Sequence[Piece] = STONES,
        seed: int = 1,
        games: Mapping[str, Game] = GAMES,
        eye: Callable[[SimulatedTable, Clock], Eye] = Eye,
    ) -> None:
        self.clock = Clock()
        self.table = SimulatedTable(self.clock, seed, pieces)
        self.eye = eye(self.table, self.clock)
        self.controller = TableController(
            Journal(home / "owleye.sqlite"),
            evidence := Evidence(home / "evidence", 100),
            games,
            clock,
            Snapshot(version=1, simulated=True),
        )
        self.sight = VisionContext(taught or home)
        self.asked = 0
        self.watcher = CameraWatcher(self.eye, self.sight, self, on_still=DieLearning(self.sight, evidence).step)

    def submit(self, command: Command) -> Answer:
        return self.controller.do(command)

    def now(self) -> Snapshot:
        return self.controller.now

    def begin(self) -> None:
        """A Basic game with hands of five dealt already."""
        self.look(5)
        assert self.submit(NewGame(setup_of(stones_of(self.sight.eyes().gallery)))).ok
        self.look(5)

    def throw(self, answered: bool = True, **more: Any) -> None:
        """Throw the expected pieces, watch until the throw is judged, and answer a question truthfully."""
        assert throw(self.table, SimulatedThrow(**more), self.now()).ok
        self.look(A_THROW)
        while answered and self.now().question:
            self.answer()

    def answer(self) -> None:
        """Answer the open question with the true side, once its picture was compared with the table."""
        if self.now().eyes == "reading":
            self.look(1)
        question, tracks = self.now().question, self.table.lying()
        assert question is not None
        true = [choice.key for choice in question.choices if choice.key in {f"{p}={s}" for p, s in tracks.items()}]
        assert self.submit(Reply(question.id, true[0] if true else question.choices[0].key)).ok
        self.asked += 1

    def look(self, glances: int, change: Change = np.asarray) -> None:
        """Let the watcher take *glances* pictures, each changed by *change*."""
        small, full = self.table.small, self.table.full
        try:
            self.table.small, self.table.full = lambda: change(small()), lambda: change(full())  # type: ignore[method-assign]
            for _ in range(glances):
                self.watcher.once()
        finally:
            self.table.small, self.table.full = small, full  # type: ignore[method-assign]


def taught_home(home: Path, pieces: Sequence[Piece] = STONES) -> Path:
    """A home that knows the simulated table and its stones, or other *pieces*."""
    set_up_simulated_table(home, SimulatedTable(Clock(), pieces=pieces), lambda _: None, partial(load_eyes, home))
    return home


def setup_of(stones: tuple[Mapping[str, Any], ...]) -> dict[str, Any]:
    """A Basic game: each player has one silver, two white and two brown stones."""
    of_type = {kind: [s["piece"] for s in stones if s["type"] == kind] for kind in ("character", "artifact", "element")}
    one, two, four = of_type["character"], of_type["artifact"], of_type["element"]
    hands = {"Ana": [one[0], *two[:2], *four[:2]], "Bo": [one[1], *two[2:4], *four[2:4]]}
    return {
        "game": "casting-stones",
        "format": 1,
        "level": "basic",
        "players": ["Ana", "Bo"],
        "youngest": "Ana",
        "pieces": [{key: stone[key] for key in ("piece", "name", "type", "number")} for stone in stones],
        "hands": hands,
    }


def hand(bench: Bench, player: str) -> tuple[str, ...]:
    """The stones of a player."""
    table = bench.now().table
    assert table is not None
    return tuple(table.setup["hands"][player])


def named_sides(bench: Bench, player: str, sides: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The stones of a player, each with one of *sides*."""
    return tuple(zip(hand(bench, player), sides, strict=True))


def logged(bench: Bench) -> list[Mapping[str, str]]:
    """The sides of each logged throw, by piece."""
    return [dict(line.fact.shown) for line in bench.now().log if isinstance(line.fact, Throw)]
