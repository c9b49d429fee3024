"""SIGKILL of the real server while a player plays; every fact that it acknowledged is there afterwards."""

from __future__ import annotations

import json
import os
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from signal import SIGKILL
from threading import Event, Thread, Timer
from time import monotonic
from typing import Any

from calibration.storage.files import utc_now
from hardware.cameras.sources import AbsentCamera
from hardware.panel import open_panel
from referee.devices import Devices
from referee.journal.journal import Journal
from referee.journal.recovery import open_journal
from referee.model.commands import NewGame
from referee.model.snapshot import Snapshot
from referee.observe.evidence import Evidence
from referee.observe.table_reading import VisionContext
from referee.panel.panel_controller import PanelController
from referee.table.controller import TableController
from referee.table.service import TableService
from rules.core.facts import Fact, to_json
from rules.core.fold import referee
from rules.games import GAMES
from sharing.publisher import TableSharing
from tests.rules.kit import kit_of
from tests.torture.report import Report
from tests.torture.victims import Tell, Victim, victim
from web.security.guard import TOKEN
from web.server import serve

KIT = kit_of("casting-stones")
OPEN = [setup for setup in KIT.setups if KIT.game.at_table.nothing_hidden(setup)]  # the host may say everything
LONGEST_S, PATIENCE_S = 2.0, 60.0
LOOK_S = 0.02


class GoneError(Exception):
    """The server does not answer any more."""


class Client:
    """A device on the machine itself, which plays over the JSON interface on one connection."""

    def __init__(self, port: int) -> None:
        self._wire = HTTPConnection("127.0.0.1", port, timeout=20)
        self._headers = {"Host": "localhost"}
        self._headers[TOKEN] = self.ask("GET", "/api/me")[1]["token"]

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request and read the answer.

        Raises:
            GoneError: where the server is gone.
        """
        headers = {**self._headers, "Content-Type": "application/json"} if body else self._headers
        try:
            self._wire.request(method, path, json.dumps(body) if body else None, headers)
            answer = self._wire.getresponse()
            answered = json.loads(answer.read())
        except (OSError, HTTPException, ValueError):
            raise GoneError from None
        if cookie := answer.headers["Set-Cookie"]:
            self._headers["Cookie"] = cookie.split(";")[0]
        return answer.status, answered

    def close(self) -> None:
        """Close the connection."""
        self._wire.close()


@dataclass
class Player:
    """Plays one game after the other; it judges each fact itself to know what may follow."""

    rng: Random
    report: Report
    games: list[list[Fact]] = field(default_factory=list)  # the acknowledged facts of each game

    def play(self, client: Client) -> None:
        """Play until the server is gone."""
        ends = monotonic() + PATIENCE_S
        while monotonic() < ends:
            game = self.games[-1]
            table = referee(KIT.game, _setup(len(self.games)), game)
            if table.asks:
                self._say(client, KIT.answer(KIT.ask(table.asks, self.rng), self.rng), len(game))
            elif client.ask("GET", "/api/asks")[1]["length"] == 0:
                self.games.append([])
            else:
                Event().wait(LOOK_S)
        self.report.check(False, "the server was not killed")

    def _say(self, client: Client, fact: Fact, at: int) -> None:
        status, answer = client.ask("POST", "/api/say", {"say": "fact", "fact": to_json(fact), "at": at})
        self.report.check(status == 200, f"{to_json(fact)} was answered with {status}: {answer}")
        if status != 200:
            raise GoneError
        self.games[-1].append(fact)
        self.report.count("acknowledged facts")


def _setup(game: int) -> Any:
    """The set-up of the game of this number, from 1."""
    return OPEN[game % len(OPEN)]


def http_kills(folder: Path, kills: int, seed: int) -> Report:
    """Kill the server while a device plays as fast as it can; some kills meet the start."""
    report, rng = Report("kills of the server"), Random(seed)
    home, player = folder / "home", Player(rng, report)
    home.mkdir()
    for _ in range(kills):
        after_s = rng.uniform(0.0, LONGEST_S)
        with victim(folder / "acks", lambda tell, after_s=after_s: _serve(home, after_s, tell)) as one:  # type: ignore[misc]
            one.wait_until_acknowledged()
            before = report.counts.get("acknowledged facts", 0)
            _meet(player, one)
            report.check(one.kill() == -9, f"the server ended by itself: {one.acknowledged()[-1:]}")
        report.count("kills")
        report.count("kills after a fact", int(report.counts.get("acknowledged facts", 0) > before))
        _compare(player, home, report)
    return report


def _meet(player: Player, one: Victim) -> None:
    """Play until the kill."""
    try:
        with closing(Client(_port(one, player.report))) as client:
            if not player.games:
                player.games.append([])
            player.play(client)
    except GoneError:
        pass


def _port(one: Victim, report: Report) -> int:
    lines = one.acknowledged()
    report.check(lines and "port" in lines[0], f"the server did not start: {lines}")
    return int(lines[0].get("port", 0)) if lines else 0


def _compare(player: Player, home: Path, report: Report) -> None:
    """Read the journal: each game has every acknowledged fact, and at most the one whose answer was under way."""
    with closing(Journal(home / "owleye.sqlite")) as journal:
        journal.prove()
        stored = [journal.load(game.id) for game in reversed(journal.games())]
    for number, (acknowledged, game) in enumerate(zip(player.games, stored, strict=False), 1):
        log = [line.fact for line in game.log] if game else []
        report.check(log[: len(acknowledged)] == acknowledged, f"game {number}: acknowledged facts are lost or changed")
        report.check(
            len(log) <= len(acknowledged) + 1, f"game {number}: {len(log)} facts, {len(acknowledged)} acknowledged"
        )
        player.games[number - 1] = log
    report.check(len(stored) >= len(player.games), f"{len(player.games)} games were played, {len(stored)} are there")


def _serve(home: Path, after_s: float, tell: Tell) -> None:
    """Open the home as `owleye run` does, keep a game on the table, and be killed after some time."""
    journal, words = open_journal(home / "owleye.sqlite", utc_now().replace(":", ""))
    assert not words, words
    evidence = Evidence(home / "evidence", 10)
    now = Snapshot(version=1, simulated=False, eyes="by hand")
    live = TableService(TableController(journal, evidence, GAMES, utc_now, now), evidence)
    Thread(target=_begin_games, args=(live, len(journal.games())), daemon=True).start()

    def ready(port: int) -> None:
        Timer(after_s, lambda: os.kill(os.getpid(), SIGKILL)).start()
        tell({"port": port})

    panel = PanelController(open_panel(home, simulated=True), home, uses=dict)
    devices = Devices(live, VisionContext(home), AbsentCamera("No camera here."), panel, None)
    serve(live, devices, TableSharing(home), home, "127.0.0.1", 0, ready)


def _begin_games(live: TableService, begun: int) -> None:
    """Begin the next game whenever none is on the table, or the one there is over."""
    while True:
        table = live.now().table
        if table is None or not table.asks:
            begun += 1
            assert live.submit(NewGame(_setup(begun))).ok
        Event().wait(LOOK_S)
