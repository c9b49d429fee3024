"""Hostile requests to every address of the pages, made from the app's own list of addresses."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from urllib.parse import quote

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from hardware.panel import open_panel
from hardware.simulated.table import SimulatedTable
from referee.devices import Devices
from referee.journal.journal import Journal
from referee.model.commands import Enter, NewGame
from referee.model.snapshot import Snapshot
from referee.observe.evidence import Evidence
from referee.observe.table_reading import VisionContext
from referee.panel.panel_controller import PanelController
from referee.table.controller import TableController
from referee.table.service import TableService
from rules.games import GAMES
from sharing.publisher import TableSharing
from tests.referee.evening import Blind
from tests.referee.kit import clock
from tests.rules.kit import kit_of
from tests.torture.report import Report
from web.app import create_app
from web.security.seat_codes import SeatCodes

KITS = {name: kit_of(name) for name in GAMES}
STRANGER = "192.168.1.23"
NEW_GAME_EVERY, MOVE_EVERY = 400, 3  # requests
METHODS = ("GET",) * 9 + ("POST",) * 9 + ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "QUERY")
VALUES = (
    "",
    "1",
    "0",
    "-1",
    "2",
    "99999999",
    "9" * 40,
    "9" * 5000,
    "²",
    "١",
    "1e9",
    "nan",
    "true",
    "None",
    "..",
    ".",
    "../../etc/passwd",
    "..%2f..%2fpin",
    "/etc/passwd",
    "C:\\pin",
    "x" * 255,
    "x" * 3000,
    "\x00",
    "a\nb",
    "\r\nSet-Cookie: a=b",
    "\x1b[31m",
    "\ud7ff",
    "\u202e",
    "𝄞" * 50,
    "<script>alert(1)</script>",
    "\"'><img src=x>",
    "{{ 8123 * 7919 }}",
    "{% include 'host.html' %}",
    "${8123*7919}",
    "%s%n%x",
    "' OR 1=1 --",
    "[" * 900,
    "{}",
    "[]",
    "symbol",
    "power",
    "stone:11",
    "die:1",
    "die:5",
    "Ana",
    "Bo",
    "casting-stones",
    "dicers",
    "munchkin",
    "000001",
    "gem 1",
)
BODIES = (
    b"[" * 100_000,
    b"[" * 30_000 + b"]" * 30_000,
    b'{"say": "fact", "at": 0, "fact": ' + b'{"fact": ' * 5000 + b"1" + b"}" * 5001,
    b'{"say": "undo", "at": ' + b"9" * 5000 + b"}",
    b'{"say": "undo", "at": NaN}',
    b'{"say": "correct", "seq": 1e400, "piece": "", "side": "", "at": -0.0}',
    b'{"say": "reply", "question": "\\ud800", "key": "\xff"}',
    b"\xff\xfe\x00",
    b"null",
    b"",
)
REFLECTED = ("<script>alert", str(8123 * 7919))  # a tag that is not escaped, and a template that was evaluated
HEADERS = (
    ("Cookie", "owleye=x"),
    ("Cookie", "owleye=" + "e" * 4000),
    ("Cookie", "\xff"),
    ("Accept", "application/json"),
    ("Accept", "\x00;q=x"),
    ("Range", "bytes=0-1,5-"),
    ("If-None-Match", "*"),
    ("If-Modified-Since", "yesterday"),
    ("Last-Event-ID", "x" * 500),
    ("X-Forwarded-For", "127.0.0.1"),
    ("X-HTTP-Method-Override", "DELETE"),
    ("Referer", "javascript:alert(1)"),
    ("Origin", "null"),
    ("Content-Type", "application/json"),
    ("Content-Type", "multipart/form-data; boundary="),
    ("Content-Type", "text/plain; charset=utf-7"),
    ("Host", "localhost:x"),
    ("Host", "[::1"),
    ("Host", "owl.local"),
    ("Host", "elsewhere.example"),
    ("Host", ""),
)


@dataclass
class Attacked:
    """A table with its pages, the browsers that attack it, and the fields that the forms of its pages send."""

    app: Flask
    table: TableService
    browsers: dict[str, FlaskClient]
    fields: dict[str, set[str]]

    def learn(self, page: str) -> None:
        """Take note of the names and values in the forms of a page."""
        for tag in re.findall(r"<(?:input|button|select|option|textarea)\b[^>]*>", page):
            attributes = dict(re.findall(r'(name|value)="([^"]*)"', tag))
            if "name" in attributes and attributes["name"] != "token":
                self.fields.setdefault(attributes["name"], set()).add(attributes.get("value", ""))


@contextmanager
def attacked(home: Path) -> Iterator[Attacked]:
    """A real table without a camera, and three browsers: the host's, a player's and a stranger's."""
    evidence = Evidence(home / "evidence", 10)
    now = Snapshot(version=1, simulated=True, eyes="watching")
    live = TableService(TableController(Journal(home / "owleye.sqlite"), evidence, GAMES, clock, now), evidence)
    table = SimulatedTable(lambda: 1000.0)
    around = Devices(
        live, VisionContext(home), Blind(), PanelController(open_panel(home, simulated=True), home, uses=dict), table
    )
    app = create_app(live, around, TableSharing(home), home, b"only for tests")
    browsers = {name: app.test_client() for name in ("host", "player", "stranger")}
    for name in ("player", "stranger"):
        browsers[name].environ_base["REMOTE_ADDR"] = STRANGER
    yield Attacked(app, live, browsers, {})
    around.close()
    live.close()


class Tracebacks(logging.Handler):
    """Collects what the program logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.logged: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message and the kind of the exception."""
        why = record.exc_info[1] if record.exc_info else None
        self.logged.append(f"{record.getMessage()[:200]}: {why!r}")


def hostile_requests(folder: Path, amount: int, seed: int) -> Report:
    """Send hostile requests as host, player and stranger; each gets an answer below 500, and nothing is logged."""
    report, rng, errors = Report("hostile requests"), Random(seed), Tracebacks()
    logging.getLogger().addHandler(errors)
    try:
        with attacked(folder) as target:
            rules = [rule for rule in target.app.url_map.iter_rules() if rule.endpoint != "static"]
            report.count("addresses", len(rules))
            for number in range(amount):
                _play_on(target, folder, number, rng)
                _request(target, rules[number % len(rules)], rng, report)
                for message in errors.logged:
                    report.check(False, f"logged: {message}")
                errors.logged.clear()
    finally:
        logging.getLogger().removeHandler(errors)
    return report


def _play_on(target: Attacked, home: Path, number: int, rng: Random) -> None:
    """Let the game on the table change, so that the pages show many states."""
    if number % NEW_GAME_EVERY == 0:
        kit = KITS[list(KITS)[number // NEW_GAME_EVERY % len(KITS)]]
        assert target.table.submit(NewGame(rng.choice(kit.setups))).ok
        now = target.table.now()
        code = SeatCodes(home).code_of(now.game_id or "", now.players[0])
        target.app.extensions["owleye.seat_codes"] = SeatCodes(home)
        target.browsers["player"].get(f"/seats/{code}")
    now = target.table.now()
    if number % MOVE_EVERY == 0 and now.table and now.table.asks and now.game:
        kit = KITS[now.game.name]
        target.table.submit(Enter(kit.answer(kit.ask(now.table.asks, rng), rng), now.length))


def _request(target: Attacked, rule: Rule, rng: Random, report: Report) -> None:
    role = rng.choice(list(target.browsers))
    browser, method, path = target.browsers[role], _method(rule, rng), _path(rule, rng)
    headers = [rng.choice(HEADERS)] if rng.random() < 0.3 else []
    form: dict[str, list[str]] | bytes | None = _form(target, browser, rng) if method == "POST" else None
    if method == "POST" and (rule.rule.startswith("/api/") or rng.random() < 0.05):
        headers = [("X-Owleye-Token", _token(browser)), ("Content-Type", "application/json")]
        form = rng.choice(BODIES)
    query = {_name(target, rng): _value(target, "", rng)} if rng.random() < 0.2 else None
    answer = browser.open(path, method=method, data=form, query_string=query, headers=headers, buffered=False)
    report.count("requests")
    report.count(f"by {role}")
    report.count(f"answered {answer.status_code}")
    what = f"{method} {path[:90]} {str(form)[:150]} {headers}"
    report.check(answer.status_code < 500 or _is_full(answer), f"{answer.status_code} for {what}")
    if answer.mimetype == "text/html":
        page = answer.get_data(as_text=True)
        for found in (mark for mark in REFLECTED if mark in page):
            report.check(False, f"{found!r} reflected by {what}")
        target.learn(page)
    answer.close()


def _is_full(answer: TestResponse) -> bool:
    """Whether all event streams are taken: the page then asks again by itself."""
    return answer.status_code == 503 and answer.request.path == "/api/events"


def _method(rule: Rule, rng: Random) -> str:
    own = sorted(rule.methods or ())
    return rng.choice(own) if rng.random() < 0.7 else rng.choice(METHODS)


def _path(rule: Rule, rng: Random) -> str:
    """The address with a hostile value in place of each variable, or with one of its allowed words."""
    words = re.search(r"<any\((.*?)\)", rule.rule)
    allowed = words[1].split(", ") if words else []

    def filled(_: re.Match[str]) -> str:
        value = rng.choice(allowed) if allowed and rng.random() < 0.8 else rng.choice(VALUES)
        return quote(value, safe="/" if rng.random() < 0.1 else "")

    return re.sub(r"<[^>]*>", filled, rule.rule)


def _form(target: Attacked, browser: FlaskClient, rng: Random) -> dict[str, list[str]]:
    form = {_name(target, rng): [_value(target, "", rng)] for _ in range(rng.randrange(8))}
    form |= {
        name: [_value(target, name, rng)] for name in rng.sample(sorted(target.fields), min(6, len(target.fields)))
    }
    if rng.random() < 0.9:
        form["token"] = [_token(browser)]
    if rng.random() < 0.5:
        form["at"] = [str(target.table.now().length)]
    return form


def _token(browser: FlaskClient) -> str:
    with browser.session_transaction() as session:
        return str(session.setdefault("token", "only for tests"))


def _name(target: Attacked, rng: Random) -> str:
    names = sorted(target.fields)
    return rng.choice(names) if names and rng.random() < 0.8 else rng.choice(VALUES)


def _value(target: Attacked, name: str, rng: Random) -> str:
    """Mostly a value that the form offers, so that requests get far; else a hostile one."""
    known = sorted(target.fields.get(name, ()))
    return rng.choice(known) if known and rng.random() < 0.7 else rng.choice(VALUES)
