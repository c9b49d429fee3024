"""The club's pages: what everybody sees, and what only the host may do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from hub.cli import HubSettings
from hub.service import HubService
from hub.web.app import create_app
from hub.web.public_pages import event_stream
from rules.core.fold import referee
from rules.core.game import INVISIBLE
from rules.core.phrases import translated
from sharing.public import waits_for
from sharing.settings import SharingError
from tests.hub.kit import Hub, SharedTable
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.sharing.kit import free_port
from tests.web.kit import plain
from web.languages import catalogue

KIT = kit_of("casting-stones")
GAME = next(game for seed in range(1, 30) if not (game := play(KIT, seed)).table.asks)
PAGES = ("/", "/screen", "/results", "/pairings", "/host")


@pytest.fixture
def client(hub: Hub, tmp_path: Path) -> Iterator[FlaskClient]:
    settings = HubSettings(broker="127.0.0.1", port=free_port(), tls=False)
    service = HubService(settings, hub.store, lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    service.board = hub.board
    app = create_app(service, tmp_path, b"only for tests")
    app.testing = True
    yield app.test_client()
    service.close()


def post(client: FlaskClient, url: str, **fields: Any) -> Any:
    token = re.search(r'name="token" value="([^"]+)"', client.get("/host").text)
    assert token is not None
    return client.post(url, data={"token": token[1], "back": "/club", **fields})


def stranger(client: FlaskClient) -> FlaskClient:
    other = client.application.test_client()
    other.environ_base["REMOTE_ADDR"] = "192.168.1.23"
    return other


def text(client: FlaskClient, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, answer.text
    return plain(answer.text)


def evening(hub: Hub, tmp_path: Path, name: str = "Table 1") -> None:
    """A whole game at one table, which ends now."""
    hub.intake.clock = lambda: datetime.now(UTC).isoformat(timespec="seconds")
    table = SharedTable(tmp_path, name, hub.pair(name))
    for count in range(0, len(GAME.log) + 20, 20):
        table.hear(hub.take(table.play(KIT.game, GAME.setup, GAME.log[:count])))
    hub.take(table.publication.first_messages()[:1])
    table.close()


def test_pages_of_an_empty_club(client: FlaskClient) -> None:
    for url in PAGES:
        assert text(client, url)
    assert "No table is paired yet." in text(client, "/")
    assert "No broker answers" in text(client, "/") or "Connecting" in text(client, "/")


def test_a_game_appears_on_every_page(hub: Hub, client: FlaskClient, tmp_path: Path) -> None:
    evening(hub, tmp_path)
    [winner] = hub.store.ended("", "9")[0]["winners"]
    page = text(client, "/")
    assert f"{winner} has won" in page
    assert "each verdict checked twice" in page
    assert "Table 1" in text(client, "/screen")
    results = text(client, "/results")
    assert f"{winner} has won." in results
    assert f"1 {winner} 1 1 1" in results


def test_texts_of_the_tables_are_in_the_language_of_the_reader(hub: Hub, client: FlaskClient, tmp_path: Path) -> None:
    table = SharedTable(tmp_path, "Table 1", hub.pair("Table 1"))
    hub.take(table.play(KIT.game, GAME.setup, GAME.log[:0]))
    german = catalogue("de")
    for count in (0, 12):
        hub.take(table.play(KIT.game, GAME.setup, GAME.log[:count]))
        waits = waits_for(referee(KIT.game, GAME.setup, GAME.log[:count]))
        page = plain(client.get("/", headers={"Accept-Language": "de"}).text)
        assert translated(waits, german) in page
        assert translated(waits, german) != waits
        assert waits in text(client, "/")
    screen = plain(client.get("/screen", headers={"Accept-Language": "de"}).text)
    assert translated(hub.board.latest[0].text, german) in screen
    assert hub.board.latest[0].words not in screen
    table.close()


def test_a_table_that_needs_somebody_comes_first(hub: Hub, client: FlaskClient) -> None:
    hub.pair("Table 1")
    hub.board._show("table-1", trouble="The camera sees nothing.")
    for url in ("/", "/screen"):
        assert "Somebody is needed Table 1 The camera sees nothing." in text(client, url)


def test_names_from_tables_are_text_on_the_pages(hub: Hub, client: FlaskClient) -> None:
    hub.pair("Table <b>1")
    hub.board._show("table-b-1", verdict="<script>alert(1)</script>", game="x", waits="<img src=x>")
    page = client.get("/").text
    assert "<script>alert" not in page
    assert "<img" not in page


def test_pairing_shows_the_code_once(hub: Hub, client: FlaskClient) -> None:
    page = post(client, "/club/pair", name="Table 7").text
    code = re.search(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", page)
    assert code is not None
    assert code[0] not in client.get("/club").text
    assert "table-7" in hub.store.pairings()
    assert post(client, "/club/unpair", table="table-7").status_code == 303
    assert hub.store.pairings() == {}
    assert post(client, "/club/pair", name="?").status_code == 400


def test_every_form_of_the_page_with_a_new_code_leads_to_a_page(hub: Hub, client: FlaskClient) -> None:
    pages = post(client, "/club/pair", name="Table 7"), post(client, "/club/pair", name="?")
    for page in pages:
        for back in set(re.findall(r'name="back" value="([^"]*)"', page.text)):
            assert client.get(back).status_code == 200, back


def test_only_the_host_changes_anything(hub: Hub, client: FlaskClient) -> None:
    other = stranger(client)
    for url in PAGES:
        assert other.get(url).status_code == 200
    assert other.get("/club").status_code == 403
    for url in ("/club/pair", "/club/unpair", "/club/season", "/pairings", "/pairings/draw", "/pairings/result"):
        assert post(other, url, name="X", players="A\nB").status_code == 403
        assert client.post(url, data={"name": "X"}).status_code == 400, "no token"
    assert hub.store.pairings() == {}


def test_another_device_hosts_with_the_pin(client: FlaskClient) -> None:
    other = stranger(client)
    assert post(other, "/host", pin="000").headers["Location"] == "/host"
    assert "notice trouble" in other.get("/host").text
    assert other.get("/club").status_code == 403
    pin = re.search(r"<b class=\"pin\">(\d+)</b>", client.get("/host").text)
    assert pin is not None
    assert pin[1] not in other.get("/host").text
    assert post(other, "/host", pin=pin[1]).status_code == 303
    assert other.get("/club").status_code == 200


def test_results_are_listed_by_season_and_an_impossible_day_is_refused(
    hub: Hub, client: FlaskClient, tmp_path: Path
) -> None:
    evening(hub, tmp_path)
    for name in ("Autumn", "Winter"):  # a slip is put right on the same evening
        assert post(client, "/club/season", name=name).status_code == 303
    assert "Season Winter" in text(client, "/results")
    assert post(client, "/club/season", name=" ").status_code == 400
    assert "No game has ended yet." in text(client, "/results?day=2020-01-01")
    for day in ("soon", "0001-01-01", "9999-12-31"):
        assert client.get(f"/results?day={day}").status_code == 400


def round_of(client: FlaskClient) -> str:
    """The last round, as the forms of its pairs send it."""
    found = re.search(r'name="round" value="([^"]+)"', client.get("/pairings").text)
    assert found is not None
    return found[1]


def test_a_tournament_takes_its_results_from_the_tables(hub: Hub, client: FlaskClient, tmp_path: Path) -> None:
    first, second = GAME.setup["players"]
    assert post(client, "/pairings/draw").status_code == 400
    assert post(client, "/pairings", name="Cup", players=f"{first}\n{second}\nCy\n").status_code == 303
    assert post(client, "/pairings/draw").status_code == 303
    assert "Cy has a bye" in text(client, "/pairings")
    assert post(client, "/pairings/draw").status_code == 400, "a result is missing"
    evening(hub, tmp_path)
    [winner] = hub.store.ended("", "9")[0]["winners"]
    assert f"{'1 : 0' if winner == first else '0 : 1'} 1 : 0" in text(client, "/pairings")
    before, drawn = round_of(client), post(client, "/pairings/draw").status_code
    assert (drawn, round_of(client) == before) == (303, False)
    late = post(client, "/pairings/result", round=before, board="1", result="draw")  # of another host's page
    assert (late.status_code, "Another round was drawn" in late.text) == (400, True)
    assert "<td>½ : ½" not in client.get("/pairings").text
    entered = {"round": round_of(client), "board": "1", "result": "draw"}
    for wrong in ({"result": "cheat"}, {"board": "9"}, {"board": "0"}, {"board": "9" * 30}):
        assert post(client, "/pairings/result", **{**entered, **wrong}).status_code == 400
    assert post(client, "/pairings/result", **entered).status_code == 303
    assert "<td>½ : ½" in client.get("/pairings").text


@pytest.mark.parametrize("players", ["", "A", "A\na", "\n".join(f"P{n}" for n in range(201))])
def test_an_impossible_tournament_is_refused(client: FlaskClient, players: str) -> None:
    assert post(client, "/pairings", name="Cup", players=players).status_code == 400


@pytest.mark.parametrize(
    ("url", "fields"),
    [
        ("/club/pair", {"name": "Table\0 7"}),
        ("/club/season", {"name": "Win\0ter"}),
        ("/pairings", {"name": "Cup\0", "players": "A\nB"}),
        ("/pairings", {"name": "Cup", "players": "A\nB\0"}),
        ("/club/season", {"name": "Winter \x1b[2J"}),
    ],
)
def test_a_name_with_control_characters_is_refused(client: FlaskClient, url: str, fields: dict[str, str]) -> None:
    answer = post(client, url, **fields)
    assert (answer.status_code, str(INVISIBLE) in answer.text) == (400, True)


@pytest.mark.parametrize("name", ["Win\0ter", "Win\ud800ter", "\u2028\x7f"])
def test_no_name_that_a_database_refuses_reaches_it(hub: Hub, name: str) -> None:
    for enter in (hub.store.pair, lambda text: hub.store.begin_season(text, "2026-01-31")):
        with pytest.raises(SharingError, match="cannot be shown"):
            enter(name)
    hub.store.unpair(name)


GERMAN = {"Accept-Language": "de"}


def test_every_page_exists_in_german(hub: Hub, client: FlaskClient, tmp_path: Path) -> None:
    evening(hub, tmp_path)
    words = {"/": "Tische", "/screen": "neuesten Urteile", "/results": "Dieser Abend", "/pairings": "Turnier beginnen"}
    for url, german in {**words, "/club": "Tisch koppeln", "/host": "Clubleitung"}.items():
        page = client.get(url, headers=GERMAN).text
        assert german in page
        assert '<html lang="de">' in page
    post(client, "/language", language="de")
    assert "Gib dem Tisch einen Namen" in post(client, "/club/pair", name="!").text


def test_the_same_table_is_drawn_in_each_language(hub: Hub, client: FlaskClient) -> None:
    hub.pair("Table 1")
    assert ["No game yet" in client.get("/").text, "No game yet" in client.get("/", headers=GERMAN).text] == [
        True,
        False,
    ]


def test_open_pages_receive_changes(hub: Hub, client: FlaskClient) -> None:
    service = client.application.extensions["owleye.hub"]
    stream = event_stream(service, {}, NullTranslations())
    assert next(stream).startswith("retry")
    before = client.get("/version").get_json()["id"]
    event = next(stream)
    after = client.get("/version").get_json()["id"]  # meanwhile the hub may have given up its broker
    assert json.loads(event.partition("data: ")[2])["id"] in (before, after)
    hub.pair("Table 1")
    assert client.get("/version").get_json()["id"] not in (before, after)
    assert "event: table" in next(stream)


def test_an_open_page_fetches_only_the_parts_that_changed(hub: Hub, client: FlaskClient) -> None:
    first = client.get("/", headers={"X-Owleye-Parts": ""}).get_json()
    assert first["names"] == ["needing", "cards"]
    hub.pair("Table 1")
    known = " ".join(f"{name}={part['digest']}" for name, part in first["parts"].items())
    changed = client.get("/", headers={"X-Owleye-Parts": known}).get_json()["parts"]
    assert list(changed) == ["cards"]
    assert "Table 1" in changed["cards"]["html"]


def test_pages_work_without_scripts_and_fetch_nothing_from_elsewhere(
    hub: Hub, client: FlaskClient, tmp_path: Path
) -> None:
    evening(hub, tmp_path)
    for url in (*PAGES, "/club"):
        answer = client.get(url)
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert not re.search(r"(src|href)=\"(https?:)?//", answer.text)
        assert "<script>" not in answer.text
    assert '<noscript><meta http-equiv="refresh"' in client.get("/").text
    with client.get("/static/club.css") as style:
        assert style.status_code == 200
