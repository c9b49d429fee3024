"""Snapshots of games played by fact, and a real Mosquitto for the tests that need a broker."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.model.snapshot import GameSummary, LogEntry, Snapshot
from rules.core.facts import Choose, Fact, Throw
from rules.core.fold import referee
from rules.core.game import Game, Setup
from sharing.settings import Broker

WHEN = "2026-01-01T12:00:00+00:00"
TOY_SETUP = {"game": "toy", "format": 1, "players": ["A", "B"], "powers": {"A": "turn", "B": "nudge"}}
TOY_LOG: tuple[Fact, ...] = (
    Throw("A", (("die:A", "1"),)),
    Throw("B", (("die:B", "3"),)),
    Choose("A", "power", "turn"),
    Choose("B", "power", "keep"),
)
MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
needs_broker = pytest.mark.skipif(MOSQUITTO is None, reason="Mosquitto is not installed (apt install mosquitto)")


def snapshot_of(game: Game, setup: Setup, log: Sequence[Fact], game_id: str = "1") -> Snapshot:
    """The live table after these facts."""
    table = referee(game, setup, log)
    entries = tuple(LogEntry(seq, fact, WHEN, "hand") for seq, fact in enumerate(log, 1))
    summary = GameSummary(game_id, game.name, tuple(setup["players"]), f"2026-01-0{game_id}", len(log))
    return Snapshot(
        version=len(log) + 2, simulated=False, game_id=game_id, game=game, table=table, log=entries, games=(summary,)
    )


def until(condition: Callable[[], bool], what: str, seconds: float = 30.0) -> None:
    """Return as soon as the condition holds; other processes need real time."""
    ends, wait = time.monotonic() + seconds, threading.Event()
    while not condition():
        assert time.monotonic() < ends, f"still not: {what}"
        wait.wait(0.02)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Mosquitto:
    """A real broker on this machine, which can be killed and started again; it keeps nothing over that."""

    def __init__(self, folder: Path, *lines: str) -> None:
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        user = ["user root"] if os.geteuid() == 0 else []
        lines = lines or ("allow_anonymous true",)
        self._config.write_text("\n".join([f"listener {self.port} 127.0.0.1", *user, *lines, ""]))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it listens."""
        assert MOSQUITTO is not None
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", self._config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._listens, "the broker listens")

    def kill(self) -> None:
        """End it without warning."""
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def settings(self) -> Broker:
        """The settings with which a table reaches this broker."""
        return Broker(broker="127.0.0.1", port=self.port, tls=False)


@contextmanager
def mosquitto(folder: Path, *lines: str) -> Iterator[Mosquitto]:
    """A broker that runs."""
    broker = Mosquitto(folder, *lines)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
