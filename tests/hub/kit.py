"""A hub without threads, tables that send it their games, and real servers where they are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hub.board import Board
from hub.checker import Checker
from hub.intake import Intake
from hub.schema import open_database
from hub.store import Store
from rules.core.facts import Fact
from rules.core.game import Game, Setup
from sharing.messages import Message
from sharing.outbox import Outbox
from sharing.publication import Publication
from sharing.settings import ShareSettings
from tests.sharing.kit import free_port, snapshot_of

NOW = "2026-01-01T20:00:00+00:00"


@dataclass
class Hub:
    """Intake, checker and board around a database; `take` is one round of the service."""

    store: Store
    board: Board = field(default_factory=Board)

    def __post_init__(self) -> None:
        self.intake = Intake(self.store, self.board, lambda: NOW)
        self.checker = Checker(self.store)
        self.intake.load()

    def take(self, messages: Iterable[Message]) -> list[Message]:
        """Receive these messages, store them and judge the games again."""
        for message in messages:
            self.intake.receive(message)
        self.intake.store_received()
        answers = self.intake.acknowledgements()
        changed, self.intake.changed = self.intake.changed, set()
        for row in self.checker.check(sorted(changed)):
            self.board.show_check(row["of_game"], row["checked_to"], row["wrong_at"])
        return answers

    def pair(self, name: str) -> str:
        """Pair a table; the answer is its code."""
        code = self.store.pair(name)
        self.intake.load()
        return code

    def stored_facts(self, game: str) -> list[int]:
        """The numbers of the facts that are stored of a game."""
        return [row["seq"] for row in self.store.facts(game)]


@contextmanager
def hub_at(folder: Path, url: str = "") -> Iterator[Hub]:
    """A hub with its database in *folder*, or at *url*."""
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(open_database(url, folder))
    try:
        yield Hub(store)
    finally:
        store.close()


class SharedTable:
    """A table that shares its games: the real outbox and publication, without a network."""

    def __init__(self, folder: Path, name: str, code: str) -> None:
        self.settings = ShareSettings(on=True, broker="b", table=name, code=code, home_assistant=False)
        self.outbox = Outbox(folder / f"{self.settings.id}.sqlite", code)
        self.publication = Publication(self.settings, self.outbox, 0.0)
        self._version = 0

    def play(self, game: Game, setup: Setup, log: Sequence[Fact], game_id: str = "1", t: float = 0.0) -> list[Message]:
        """The messages that the table sends when the game stands after *log*, at *t* seconds of its clock."""
        self._version += 1
        state = self.publication.take(replace(snapshot_of(game, setup, log, game_id), version=self._version))
        return [*state, *(message for _, message in self.publication.due(t))]

    def hear(self, answers: Iterable[Message], t: float = 0.0) -> list[Message]:
        """The messages that the table sends in reply to the hub's *answers*."""
        for answer in answers:
            self.publication.on_hub_message(answer, t)
        return [message for _, message in self.publication.due(t)]

    def close(self) -> None:
        """Close the outbox."""
        self.outbox.close()


def _postgres_tools() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or [Path(p) for p in [shutil.which("initdb")] if p]
    return found[-1].parent if found else None


POSTGRES = _postgres_tools()
needs_postgres = pytest.mark.skipif(POSTGRES is None, reason="PostgreSQL is not installed (apt install postgresql)")


class Postgres:
    """A real PostgreSQL on this machine, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        assert POSTGRES is not None
        self._tools, self._data, self.port = POSTGRES, folder / "data", free_port()
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as:
            shutil.chown(folder, "postgres")
        self._folder = folder
        self._run("initdb", "-D", str(self._data), "-U", "hub", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")

    def _run(self, tool: str, *words: str) -> None:
        subprocess.run([*self._as, str(self._tools / tool), *words], check=True, capture_output=True, cwd="/")

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = f"-p {self.port} -h 127.0.0.1 -k {self._folder}"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-o", options, "-l", log, "-w", "start")

    def kill(self) -> None:
        """End it without warning."""
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "stop")

    @property
    def url(self) -> str:
        """Its address for the setting ``database``."""
        return f"postgresql+psycopg://hub@127.0.0.1:{self.port}/postgres"


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that runs, in a folder of its own user: it refuses to run as root."""
    with TemporaryDirectory(prefix="owleye-postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.kill()
