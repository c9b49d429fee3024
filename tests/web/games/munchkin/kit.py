"""A table with a game of Munchkin, entered line by line, and the answers that its forms send."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.model.commands import Enter, NewGame
from rules.core.facts import Choose
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.kit import POOR, RICH, SIX
from tests.rules.munchkin.play import facts
from tests.web.kit import Bench, open_bench
from web.security.rights import seat_codes

SETUP: dict[str, Any] = {
    "game": "munchkin",
    "format": 1,
    "players": SIX,
    "begin": "turn",
    "cards": CARDS,
    "characters": {"Ana": RICH, "Bo": POOR, "Di": {"level": 9}},
}
LEVELS: dict[str, Any] = {"game": "munchkin", "format": 1, "level": "levels", "players": SIX[:3]}
FORM = re.compile(r"<form.*?</form>", re.S)
FIELD = re.compile(r'name="(player|kind)" value="([^"]*)"')
PICK = re.compile(r'(?:name="pick" value|<option value)="([^"]*)"')


def playing(home: Path, *lines: str, setup: dict[str, Any] | None = None) -> Bench:
    """A table on which *lines* (see `tests.rules.munchkin.play.facts`) were entered."""
    bench = open_bench(home)
    answer = bench.table.submit(NewGame(setup or SETUP))
    assert answer.ok, answer.words
    tell(bench, *lines)
    return bench


def tell(bench: Bench, *lines: str) -> None:
    """Enter these lines at the table."""
    for fact in facts(*lines):
        answer = bench.table.submit(Enter(fact, bench.now.length))
        assert answer.ok, answer.words


def offered(html: str) -> set[Choose]:
    """Every choice that a button or a list of the page sends."""
    found = set()
    for form in FORM.findall(html):
        fields = dict(FIELD.findall(form))
        if "kind" in fields and "/munchkin/describe" not in form:
            player, kind = unescape(fields["player"]), unescape(fields["kind"])
            found |= {Choose(player, kind, unescape(pick)) for pick in PICK.findall(form)}
    return found


def seated(bench: Bench, player: str) -> FlaskClient:
    """The phone of a player, elsewhere in the network."""
    client = stranger(bench)
    with bench.client.application.app_context():
        code = seat_codes().code_of(bench.now.game_id or "", player)
    assert client.get(f"/seat/{code}").status_code == 303
    return client


def stranger(bench: Bench) -> FlaskClient:
    """A browser of the network without a seat."""
    client = bench.client.application.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.23"
    return client


def post(client: FlaskClient, url: str, **fields: Any) -> TestResponse:
    """Send a form from that browser."""
    token = re.search(r'name="token" value="([^"]+)"', client.get("/host").text)
    assert token is not None
    return client.post(url, data={"token": token[1], **fields})
