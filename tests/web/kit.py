"""A real live table in a fresh home; only the camera around it is a fake: frames and readings are made by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from hardware.panel import open_panel
from referee.devices import Devices
from referee.journal.journal import Journal
from referee.model.commands import CameraStateChanged, NewGame, PanelChanged, Saw, Simulated, SimulatedThrow
from referee.model.panel import PanelState, PanelStep
from referee.model.progress import SetupStatus
from referee.model.snapshot import Answer, Snapshot
from referee.model.wizard_commands import Step
from referee.observe.evidence import Evidence
from referee.panel.panel_controller import PanelController
from referee.table.controller import TableController
from referee.table.live_table import STALE
from referee.table.service import TableService
from rules.casting_stones.stones import starter
from rules.core.asks import Ask
from rules.core.game import Game
from rules.games import GAMES
from sharing.publisher import TableSharing
from vision.recognition.gallery import Gallery
from vision.types import Candidate, Piece, Reading
from web.app import create_app

SETUP: dict[str, Any] = {
    "game": "casting-stones",
    "format": 1,
    "level": "basic",
    "players": ["Ana", "Bo"],
    "youngest": "Bo",
    "pieces": starter(),
    "hands": {
        "Ana": ["stone:11", "stone:12", "stone:14", "stone:3", "stone:15"],
        "Bo": ["stone:21", "stone:35", "stone:46", "stone:18", "stone:39"],
    },
}
FRAME = np.full((90, 160, 3), 120, np.uint8)
JPEG = cv2.imencode(".jpg", FRAME)[1].tobytes()
SPELL, POTION, CHARM = "ssnsn", "sssss", "nnnnn"  # a hand's sides, in the order of SETUP


def clock() -> str:
    """Always the same moment."""
    return "2026-01-01T12:00:00+00:00"


def piece(name: str, side: str, place: int, sure: bool = True) -> Piece:
    """A stone that the eyes found at one of five places of the frame."""
    x, y = 20.0 + 30 * place, 45.0
    outline = ((x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9))
    candidates = Candidate(name, side, 0.9), Candidate(name, "number" if side == "symbol" else "symbol", 0.1)
    return Piece("stone", name, side, None, "brown", 0.9, sure, candidates, (x, y), outline, None)


def sides_of(letters: str) -> list[str]:
    """ "s" is a symbol, "n" a number."""
    return [{"s": "symbol", "n": "number"}[letter] for letter in letters]


@dataclass
class FakeDevices(Devices):
    """A camera and a simulated table that see a throw at once, with the wanted sides, else the first ones."""

    table: TableService
    panel_controller: PanelController
    received: list[Any] = field(default_factory=list)
    ready: SetupStatus = field(default_factory=SetupStatus)
    taught: Gallery = field(default_factory=Gallery.empty)
    owned: tuple[Mapping[str, Any], ...] = field(default_factory=lambda: tuple(starter()))
    told_dice: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def look(self) -> Answer:
        """No new picture."""
        return Answer(True, "Nothing lies there.")

    def frame(self) -> tuple[int, bytes] | None:
        """Always the same picture."""
        return 1, JPEG

    def stones(self) -> tuple[Mapping[str, Any], ...]:
        """The starter set, unless the test says otherwise."""
        return self.owned

    def dice(self) -> tuple[Mapping[str, Any], ...]:
        """The dice that the test set."""
        return tuple(self.told_dice.values())

    def enter_die(self, die: str, facts: Mapping[str, Any] | None) -> Answer:
        """Keep it as long as the test runs."""
        if facts is None:
            self.told_dice.pop(die, None)
        else:
            self.told_dice[die] = {
                "piece": die,
                "name": facts.get("name") or die,
                "taught": frozenset(),
                "facts": facts,
            }
        return Answer(True, "Kept.")

    def simulate(self, command: Simulated) -> Answer:
        """Throw the pieces of the first ask for a throw, unless the page was out of date."""
        self.received.append(command)
        now = self.table.now()
        if isinstance(command, SimulatedThrow) and command.at not in (None, now.length):
            return STALE
        ask = throw_ask(now)
        if isinstance(command, SimulatedThrow) and ask:
            wished = {name: sides[0] for name, sides in ask.pieces} | dict(command.sides)
            thrown = [name for name, _ in ask.pieces if name in command.pieces or not command.pieces]
            return self.sees([(name, wished[name]) for name in thrown][: ask.most or None])
        return Answer(True, "")

    def prepare(self, step: Step) -> Answer:
        """Note the step."""
        self.received.append(step)
        return Answer(True, "")

    def panel(self) -> PanelState:
        """The state of simulated buttons and lamps, whose thread does not run."""
        return self.panel_controller.state

    def set_up_panel(self, step: PanelStep) -> Answer:
        """A step of the page; the pages that show the panel are drawn again."""
        answer = self.panel_controller.do(step)
        self.table.submit(PanelChanged())
        return answer

    def portrait(self, piece: str, side: str) -> bytes | None:
        """Every stone of the starter set looks the same, and so does every die."""
        sides = ("symbol", "number") if piece.startswith("stone:") else ("1", "power")
        return JPEG if side in sides else None

    def cutout(self, name: str) -> bytes | None:
        """Every cut-out is the same."""
        return JPEG

    def gallery(self) -> Gallery:
        """The gallery that the test set."""
        return self.taught

    def setup_status(self) -> SetupStatus:
        """The status that the test set."""
        return self.ready

    def sees(self, sides: list[tuple[str, str]], unsure: str = "") -> Answer:
        """The camera reports these stones, one of them perhaps unsure."""
        pieces = tuple(piece(name, side, place, name != unsure) for place, (name, side) in enumerate(sides))
        self.table.submit(CameraStateChanged("settled"))
        looked_for = tuple(name for name, _ in sides)
        return self.table.submit(Saw(Reading(pieces, (), {}), FRAME, {"exposure_us": 9000.0}, looked_for, "asked"))


@dataclass
class Bench:
    """A table, its app and a browser without eyes."""

    table: TableService
    devices: FakeDevices
    client: FlaskClient

    @property
    def now(self) -> Snapshot:
        """The present snapshot."""
        return self.table.now()

    def text(self, url: str) -> str:
        """The text of a page without tags."""
        answer = self.client.get(url)
        assert answer.status_code == 200, answer.text
        return plain(answer.text)

    def post(self, url: str, **fields: Any) -> TestResponse:
        """Send a form as the page does: with the token, and with the log length unless *fields* has another."""
        token = re.search(r'name="token" value="([^"]+)"', self.client.get("/host").text)
        assert token is not None
        values = {key.replace("__", "."): value for key, value in fields.items()}
        return self.client.post(url, data={"token": token[1], "at": self.now.length, **values})

    def throw(self, letters: str) -> TestResponse:
        """Enter by hand that the player whose cast is due shows these sides."""
        ask = throw_ask(self.now)
        assert ask is not None
        sides = zip((name for name, _ in ask.pieces), sides_of(letters), strict=True)
        return self.post("/say/throw", player=ask.player, **{f"side.{name}": side for name, side in sides})

    def close(self) -> None:
        """Stop the writer."""
        self.table.close()


def plain(html: str) -> str:
    """A page's words, in one line, without those for scripts; terms with an explanation are plain words here."""
    html = re.sub(r"<script.*?</script>", " ", html, flags=re.DOTALL)
    html = re.sub(r'<button type="button" class="term"[^>]*>([^<]*)</button>', r"\1", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def throw_ask(now: Snapshot) -> Ask | None:
    """The first ask that a throw answers."""
    return next((ask for ask in (now.table.asks if now.table else ()) if ask.pieces), None)


def open_bench(
    home: Path,
    games: Mapping[str, Game] = GAMES,
    simulated: bool = True,
    kind: type[FakeDevices] = FakeDevices,
    steady: Callable[[], float] = lambda: 0.0,
) -> Bench:
    """A table with the home *home*; unless *steady* (s) moves on, no countdown runs out."""
    evidence = Evidence(home / "evidence", 50)
    now = Snapshot(version=1, simulated=simulated, eyes="watching")
    table = TableService(
        TableController(Journal(home / "owleye.sqlite"), evidence, games, clock, now), evidence, clock=steady
    )
    devices = kind(table, PanelController(open_panel(home, simulated=True), home, uses=dict))
    app = create_app(table, devices, TableSharing(home), home, b"only for tests")
    app.testing = True
    return Bench(table, devices, app.test_client())


def playing(home: Path) -> Bench:
    """A table with a game of Casting Stones whose stones are picked already; Bo casts first."""
    bench = open_bench(home)
    answer = bench.table.submit(NewGame(SETUP))
    assert answer.ok, answer.words
    return bench
