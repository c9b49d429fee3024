"""Secrecy by experiment: with other secret Powers on a player's dice, no byte that others receive changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.panel.dot_display import picture
from rules.core.facts import Fact
from rules.core.fold import referee
from rules.core.game import Setup
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.kit import KIT
from tests.rules.dicers.table import facts
from tests.rules.fuzz import play
from tests.web.games.dicers.kit import begun, played, sitting
from tests.web.kit import Bench
from tests.web.security.test_rights import phone, post
from web.api.stream import event_stream

PAGES = ("/", "/small", "/children", "/history", "/mine", "/games", "/games/new/dicers", "/version", "/games/1.jsonl")
CLOSED = ("/seats", "/dice", "/dice/die:1")
MINE = "front a a2 | reserve r"
SEEDS = (2, 7)  # an Advanced game each


def everything_for(bench: Bench, client: FlaskClient) -> Iterator[object]:
    """Every byte that a browser can get: pages, history, pictures' records, the stream, refusals, and the lamps.

    The random name of the start is left out.
    """
    start = bench.now.start
    with client.session_transaction() as session:
        session["token"] = "the same in both worlds"
    urls = (*PAGES, *CLOSED, *(f"/history/{entry.seq}" for entry in bench.now.log[-4:]))
    for url in urls:
        answer = client.get(url)
        yield url, answer.status_code, answer.data.replace(start.encode(), b"")
    stream = event_stream(bench.table, "")
    yield next(stream), next(stream).replace(start, "")
    yield bench.now.lamps, bench.now.notices, bench.now.version, picture(bench.now, 0.0).tobytes()
    for pick in ("expel", "evoke", "spy", "die:2"):
        answer = post(client, bench, "/say/choose", player="Ana", kind="win", pick=pick)
        yield pick, answer.status_code, answer.data if answer.status_code >= 400 else b""
        if answer.status_code < 400:
            return


def worlds(
    home: Path, setup: Setup, log: Sequence[Fact], viewer: str | None, by_camera: bool
) -> Iterator[list[object]]:
    """Everything that *viewer* (None: a stranger) receives with the Powers of *setup*, then with other Powers."""
    retold = KIT.disguise(setup, log, viewer, referee(DICERS, setup, log))
    if retold is None:
        return
    for folder, (one, lived) in {"as they are": (setup, log), "others": retold}.items():
        bench = begun(home / folder, one)
        played(bench, lived, by_camera)
        yield list(everything_for(bench, sitting(bench, viewer) if viewer else phone(bench)))
        bench.close()


@pytest.mark.parametrize("viewer", [None, "Bo"])
@pytest.mark.parametrize("seed", SEEDS)
def test_other_powers_change_no_byte(tmp_path: Path, seed: int, viewer: str | None) -> None:
    game = play(KIT, seed)
    log = game.log[: 8 + 4 * seed]
    first, *second = worlds(tmp_path, game.setup, log, viewer, by_camera=False)
    assert [first] == second


READY = "Ana advance a\nBo advance b\n"
TYPES: dict[tuple[str | None, str], tuple[Setup, str]] = {
    ("Bo", "its own"): (
        duel({"r": {"power": "add", "only": "red"}, "a": {"group": "red"}}, MINE),
        READY + "Ana throw a=2",
    ),
    (None, "its own, and passed"): (
        duel({"r": {"power": "extra-roll", "only": "red"}, "a": {"group": "red"}}, MINE),
        READY + "Ana throw a=2\nAna reserve pass",
    ),
    ("Ana", "the other's"): (duel({"r": {"power": "subtract", "only": "red"}, "b": {"group": "red"}}, MINE), WON),
    ("Ana", "one of the other's"): (
        duel({"r": {"power": "challenge", "only": "red"}, "b2": {"group": "red"}}, MINE),
        "",
    ),
    ("Ana", "shield"): (
        duel({"s": {"power": "shield", "only": "red"}, "b": {"group": "red"}}, bo="front b b2 | reserve s"),
        WON + "Ana win expel",
    ),
    ("Bo", "alliance"): (duel({"a": {"alliance": "g"}, "a2": {"alliance": "g"}, "b2": {"alliance": "h"}}), READY),
}


@pytest.mark.parametrize(("viewer", "case"), TYPES)
def test_possible_targets_of_a_limited_power_change_no_byte(tmp_path: Path, case: str, viewer: str | None) -> None:
    """Who is asked, and the lamps and counters, tell nothing of the Group or Alliance of a die that is hidden."""
    setup, lines = TYPES[viewer, case]
    first, *second = worlds(tmp_path, setup, facts(lines), viewer, by_camera=False)
    assert [first] == second


@pytest.mark.parametrize("viewer", [None, "Bo"])
def test_a_power_side_seen_by_the_camera_reveals_no_power(tmp_path: Path, viewer: str | None) -> None:
    setup = duel({"a": "mimic", "a2": "banish", "b": "swap"})
    log = facts("Ana advance a\nBo advance b\nAna throw a=power\nBo throw b=2")
    first, *second = worlds(tmp_path, setup, log, viewer, by_camera=True)
    assert [first] == second
    table = first[0]
    assert isinstance(table, tuple)
    assert b"Power side" in table[2]
    assert b"Mimic" not in table[2]


def test_the_owners_page_differs_with_other_powers(tmp_path: Path) -> None:
    """A player's own page differs, because it shows that player's secrets."""
    setup = duel({"a": "mimic", "b": "swap"})
    pages = []
    for folder, power in (("one", "mimic"), ("other", "banish")):
        bench = begun(tmp_path / folder, {**setup, "dice": {**setup["dice"], "a": {"cb": 1, "power": power}}})
        played(bench, facts(WON))
        client = sitting(bench, "Ana")
        with client.session_transaction() as session:
            session["token"] = "the same in both worlds"
        pages.append(client.get("/mine").text)
        bench.close()
    assert pages[0] != pages[1]
    assert "Mimic" in pages[0]


def test_the_host_cannot_guess_a_secret_choice_that_was_made(tmp_path: Path) -> None:
    dice: dict[str, Any] = {"a": {"alliances": ["g", "h"]}, "a2": {"alliance": "g"}, "a3": {"alliance": "h"}}
    bench = begun(tmp_path, duel({**dice, "a4": {"alliance": "h"}}, "front a a2 a3 a4"))
    played(bench, facts(READY))
    secret, at = {"player": "Ana", "kind": "alliance", "at": bench.now.length}, bench.now.length
    ana = sitting(bench, "Ana")
    ana.environ_base["HTTP_ACCEPT"] = bench.client.environ_base["HTTP_ACCEPT"] = "application/json"
    assert post(ana, bench, "/say/choose", **secret, pick="g").get_json()["ok"]
    assert bench.now.length == at + 1
    right, wrong = (bench.post("/say/choose", **secret, pick=pick).data for pick in ("g", "h"))
    assert right == wrong
    assert post(ana, bench, "/say/choose", **secret, pick="g").get_json()["ok"], "sent twice from the own seat"
    bench.close()


def test_the_host_opens_the_page_of_who_chooses_in_secret_by_one_press(tmp_path: Path) -> None:
    bench = begun(tmp_path, duel({}))
    played(bench, facts(WON))
    ask = bench.client.get("/").text.partition('id="ask"')[2]
    form = re.search("""action="/seats/take" data-goes="/mine">(.*?)Open Ana's page</button>""", ask, re.S)
    assert form is not None
    assert 'name="back" value="/mine"' in form[1]
    assert bench.post("/seats/take", player="Ana", back="/mine").headers["Location"] == "/mine"
    assert "Ana" in bench.text("/mine")
    bench.close()
