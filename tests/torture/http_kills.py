"""SIGKILL of the real server while a browser plays; all facts that the browser was told of are there afterwards."""

from __future__ import annotations

import json
import os
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from signal import SIGKILL
from threading import Timer
from time import monotonic
from urllib.parse import urlencode

from calibration.storage.files import utc_now
from hardware.cameras.sources import AbsentCamera
from hardware.panel import open_panel
from referee.cli.bench_table import CHOOSE, forms_of
from referee.devices import Devices
from referee.journal.journal import Journal
from referee.journal.recovery import open_journal
from referee.model.commands import NewGame
from referee.model.snapshot import Snapshot
from referee.observe.evidence import Evidence
from referee.observe.table_reading import VisionContext
from referee.panel.panel_desk import PanelDesk
from referee.table.controller import TableController
from referee.table.service import TableService
from rules.core.serialise import to_json
from rules.games import GAMES
from sharing.table_sharing import TableSharing
from tests.rules.kit import kit_of
from tests.torture.report import Report
from tests.torture.victims import Tell, Victim, victim
from web.server import serve

LONGEST_S, PATIENCE_S = 2.0, 60.0
Answer = tuple[int, bytes]


class Browser:
    """One browser of the host; it keeps its cookie over all starts."""

    def __init__(self) -> None:
        self.port, self._cookie = 0, ""

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> Answer:
        """Send a request; raises OSError or HTTPException where the server is gone."""
        headers = {"Host": "localhost", "Accept": "application/json" if fields else "text/html"}
        headers |= {"Cookie": self._cookie} if self._cookie else {}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if fields else {}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=20)) as wire:
            wire.request(method, path, urlencode(fields) if fields else None, headers)
            answer = wire.getresponse()
            body = answer.read()
            self._cookie = (answer.headers["Set-Cookie"] or self._cookie).split(";")[0]
        return answer.status, body


def http_kills(folder: Path, kills: int, seed: int) -> Report:
    """Kill the server while a browser chooses; its cookie holds over all starts."""
    report, rng, browser = Report("kills of the server"), Random(seed), Browser()
    home, known = folder / "home", list[str]()
    home.mkdir()
    for number in range(kills):
        after_s = rng.uniform(0.0, LONGEST_S)
        with victim(folder / "acks", lambda tell, after_s=after_s: _serve(home, seed, after_s, tell)) as one:  # type: ignore[misc]
            one.wait_until_told()
            browser.port = _port(one, report)
            told = _play(browser, report)
            report.check(one.kill() == -9, f"the server ended by itself: {one.told()[-1:]}")
        report.count("kills")
        with closing(Journal(home / "owleye.sqlite")) as journal:
            journal.prove()
            game = journal.games()[0]
            kept = journal.load(game.id)
        log = [json.dumps(to_json(line.fact)) for line in kept.log] if kept else []
        report.check(log[: len(known)] == known, f"start {number}: earlier facts have changed")
        report.check(len(log) >= told, f"start {number}: {told} facts were told, {len(log)} are there")
        known = log
    report.count("facts", len(known))
    return report


def _port(one: Victim, report: Report) -> int:
    told = one.told()
    report.check(told and "port" in told[0], f"the server did not start: {told}")
    return int(told[0].get("port", 0)) if told else 0


def _play(browser: Browser, report: Report) -> int:
    """Send what the page offers until the server is killed; returns how many facts the browser was told of."""
    told, ends = 0, monotonic() + PATIENCE_S
    try:
        while monotonic() < ends:
            forms = forms_of(browser.ask("GET", "/")[1].decode())
            if CHOOSE in forms:
                status, _ = browser.ask("POST", CHOOSE, dict(forms[CHOOSE]))
                report.check(status in (200, 400, 409), f"a choice was answered with {status}")
                report.count("choices", int(status == 200))
            told = int(json.loads(browser.ask("GET", "/version")[1])["length"])
    except (OSError, HTTPException):
        return told
    report.check(False, "the server was not killed")
    return told


def _serve(home: Path, seed: int, after_s: float, tell: Tell) -> None:
    """Open the home as `owleye run` does, with a game of Munchkin on the table, and be killed after some time."""
    journal, words = open_journal(home / "owleye.sqlite", utc_now().replace(":", ""))
    assert not words, words
    evidence = Evidence(home / "evidence", 10)
    now = Snapshot(version=1, simulated=False, eyes="by hand")
    live = TableService(TableController(journal, evidence, GAMES, utc_now, now), evidence)
    if live.now().table is None:
        assert live.submit(NewGame(kit_of("munchkin").setups[seed % 2])).ok

    def ready(port: int) -> None:
        Timer(after_s, lambda: os.kill(os.getpid(), SIGKILL)).start()
        tell({"port": port})

    panel = PanelDesk(open_panel(home, simulated=True), home, uses=dict)
    devices = Devices(live, VisionContext(home), AbsentCamera("No camera here."), panel, None)
    serve(live, devices, TableSharing(home), home, "127.0.0.1", 0, ready)
