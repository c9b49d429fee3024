"""Who may do what: this machine, a host by PIN, a seat by its code, and a stranger in the same network."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.kit import POTION, SETUP, SPELL, Bench, plain, playing, throw_ask
from tests.web.pages.test_games import FORM, NEW
from web.security.pin import GUESSES
from web.security.rights import pin, seat_codes
from web.security.seats import code_to

PLAYS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/say/choose", {"player": "Bo", "kind": "victory", "pick": "gem 1"}),
    ("/say/throw", {"player": "Bo", "side.stone:21": "symbol"}),
    ("/say/correct", {"seq": 1, "piece": "stone:21", "side": "number"}),
    ("/say/amend", {"seq": 1, "player": "Bo", "side.stone:21": "symbol"}),
    ("/say/undo", {}),
    ("/say/retract", {"seq": 1}),
    ("/say/restore", {"seq": 1}),
    ("/say/reply", {"question": "1", "key": "x"}),
    ("/say/look", {}),
    ("/simulation/throw", {}),
    ("/simulation/clear", {}),
    ("/simulation/press", {"button": "seat2"}),
    ("/simulation/fault", {"fault": "dark"}),
)
HOSTS: tuple[tuple[str, dict[str, Any]], ...] = (
    (NEW, FORM),
    ("/games/quick", {}),
    ("/games/1/resume", {}),
    ("/games/1/again", {}),
    ("/games/1/delete", {}),
    ("/games/1/restore", {}),
    ("/casting-stones/cards", {"name": "Night Owl"}),
    ("/casting-stones/cards/card:night-owl/forget", {}),
    ("/say/share", {}),
    ("/share", {}),
    ("/panel/test", {}),
    ("/calibration/open", {}),
    ("/collection/owned", {}),
    ("/teach/forget", {"piece": "stone:21"}),
    ("/seats/take", {"player": "Bo"}),
    ("/seats/renew", {"player": "Bo"}),
    ("/host/change", {"pin": "123456"}),
    ("/damaged/seen", {}),
    ("/backup/make", {}),
    ("/backup/restore", {"name": "table-20260101T120000.zip"}),
    ("/backup/delete", {"name": "table-20260101T120000.zip"}),
    ("/backup/bring", {"offset": 0}),
    ("/backup/start", {}),
)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    bench.throw(SPELL)
    yield bench
    bench.close()


def phone(bench: Bench, address: str = "192.168.1.23") -> FlaskClient:
    """A browser elsewhere in the network."""
    client = bench.client.application.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


def post(client: FlaskClient, bench: Bench, url: str, **fields: Any) -> TestResponse:
    token = re.search(r'name="token" value="([^"]+)"', client.get("/host").text)
    assert token is not None
    return client.post(url, data={"token": token[1], "at": bench.now.length, **fields})


def tried(client: FlaskClient, bench: Bench, number: str) -> str:
    """The page that a browser shows after it has sent this PIN."""
    answer = post(client, bench, "/host", pin=number, back="/host")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/host"), "going back leads to a page, not a form"
    return plain(client.get("/host").text)


def code_of(bench: Bench, player: str) -> str:
    with bench.client.application.app_context():
        return seat_codes().code_of(bench.now.game_id or "", player)


def seated(bench: Bench, player: str) -> FlaskClient:
    client = phone(bench)
    answer = client.get(f"/seat/{code_of(bench, player)}")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/mine")
    return client


def number_of(bench: Bench) -> str:
    with bench.client.application.app_context():
        return pin().number


@pytest.mark.parametrize(("url", "fields"), PLAYS + HOSTS)
def test_a_stranger_changes_nothing_and_learns_how_to_get_a_seat(
    bench: Bench, url: str, fields: dict[str, Any]
) -> None:
    before = bench.now
    answer = post(phone(bench), bench, url, **fields)
    assert (answer.status_code, "Not from this device" in answer.text) == (403, True)
    assert "People" in answer.text or "enter its PIN" in answer.text
    assert bench.now == before
    assert bench.devices.received == []


@pytest.mark.parametrize(
    "url", ["/", "/small", "/history", "/history/1", "/games", "/games/new", NEW, "/mine", "/host"]
)
def test_a_stranger_sees_the_table_and_no_button_that_plays(bench: Bench, url: str) -> None:
    answer = phone(bench).get(url)
    assert answer.status_code == 200
    assert not re.search(r'action="/(say|simulation|seats)', answer.text)
    assert code_of(bench, "Bo") not in answer.text
    assert number_of(bench) not in answer.text


def test_a_stranger_sees_no_seat_codes(bench: Bench) -> None:
    assert phone(bench).get("/seats").status_code == 403
    here = bench.client.get("/seats").text
    assert f"/seat/{code_of(bench, 'Bo')}" in here
    assert 'class="qr-dark"' in here


def test_the_pin_is_shown_on_this_machine_only(bench: Bench) -> None:
    assert number_of(bench) in bench.text("/host")
    client = phone(bench)
    assert post(client, bench, "/host", pin=number_of(bench)).status_code == 303
    page = client.get("/host").text
    assert "This device hosts the table" in page
    assert number_of(bench) not in page


def test_the_pin_makes_a_phone_the_host_until_it_changes(bench: Bench) -> None:
    client = phone(bench)
    assert "That is not the PIN" in tried(client, bench, "12")
    assert post(client, bench, "/host", pin=number_of(bench)).status_code == 303
    assert post(client, bench, "/say/undo").status_code == 303
    assert post(client, bench, NEW, **FORM).status_code == 303
    other = phone(bench)
    post(other, bench, "/host", pin=number_of(bench))
    assert "digits" in post(other, bench, "/host/change", pin="12a456").text
    assert post(other, bench, "/host/change", pin="271828").status_code == 303
    assert other.get("/seats").status_code == 200
    assert client.get("/seats").status_code == 403
    assert post(other, bench, "/host/leave").status_code == 303
    assert other.get("/seats").status_code == 403


def test_the_host_sees_that_two_devices_have_one_seat(bench: Bench) -> None:
    first, second = phone(bench), phone(bench)
    code = code_of(bench, "Bo")
    for one in (first, first, second):
        assert "devices have this seat" not in bench.text("/seats")
        one.get(f"/seat/{code}")
        one.get("/")
    assert "2 devices have this seat" in plain(bench.text("/seats"))
    post(second, bench, "/seats/leave")
    assert "devices have this seat" not in bench.text("/seats")


def test_a_device_that_left_does_not_host_with_a_copy_of_its_cookie(bench: Bench) -> None:
    client, other = phone(bench), phone(bench)
    for one in (client, other):
        post(one, bench, "/host", pin=number_of(bench))
    cookie = client.get_cookie("owleye")
    assert cookie is not None
    assert post(client, bench, "/host/leave").status_code == 303
    client.set_cookie("owleye", cookie.value)
    assert client.get("/seats").status_code == 403
    assert other.get("/seats").status_code == 200


def test_a_wrong_pin_leads_back_to_its_form_with_the_reason(bench: Bench) -> None:
    client = phone(bench)
    assert "That is not the PIN" in tried(client, bench, "12")
    form = client.get("/host").text
    assert 'name="pin"' in form
    assert "That is not the PIN" not in form


def test_a_script_gets_the_reason_for_a_refused_pin_at_once(bench: Bench) -> None:
    client = phone(bench)
    client.environ_base["HTTP_ACCEPT"] = "application/json"
    for code in (400,) * GUESSES + (429,):
        assert post(client, bench, "/host", pin="12").status_code == code


def test_a_device_that_is_no_host_gets_a_sentence_in_place_of_the_form(bench: Bench) -> None:
    for path in ("/games/new", "/games/new/munchkin"):
        page = phone(bench).get(path).text
        assert "Only the host begins a game" in page
        assert 'href="/host"' in page
        assert 'name="player"' not in page
        assert "which-game" not in page


def test_wrong_pins_make_their_own_device_wait(bench: Bench) -> None:
    wrong = "000000" if number_of(bench) != "000000" else "111111"
    for _ in range(GUESSES):
        assert "That is not the PIN" in tried(phone(bench), bench, wrong)
    late = phone(bench)
    assert "wait 60 seconds" in tried(late, bench, number_of(bench))
    assert late.get("/seats").status_code == 403
    assert "This device hosts the table" in tried(phone(bench, "192.168.1.99"), bench, number_of(bench))


def test_a_device_that_hosted_with_the_pin_before_does_not_wait_for_strangers(bench: Bench) -> None:
    client = phone(bench)
    post(client, bench, "/host", pin=number_of(bench))
    post(bench.client, bench, "/host/change", pin="314159")
    for _ in range(GUESSES):
        post(phone(bench), bench, "/host", pin="000000")
    for number in ("1", "314159"):
        assert "Too many wrong PINs" in tried(phone(bench), bench, number)
    assert "That is not the PIN" in tried(client, bench, "1")
    assert "This device hosts the table" in tried(client, bench, "314159")


def test_a_foreign_page_in_this_machines_browser_is_not_the_host(bench: Bench) -> None:
    page = bench.client.get("/host", headers={"Host": "elsewhere.local:8000"}).text
    assert number_of(bench) not in page
    assert bench.client.get("/seats", headers={"Host": "elsewhere.local"}).status_code == 403
    assert bench.client.get("/seats", headers={"Host": "[::1]:8000"}).status_code == 200


def test_a_seat_plays_for_its_own_player_alone(bench: Bench) -> None:
    ana, bo = seated(bench, "Ana"), seated(bench, "Bo")
    ask = throw_ask(bench.now)
    assert ask is not None
    assert ask.player == "Ana"
    sides = {f"side.{piece}": "symbol" for piece, _ in ask.pieces}
    refused = post(bo, bench, "/say/throw", player="Ana", **sides)
    assert (refused.status_code, "That is for Ana to say" in plain(refused.text)) == (403, True)
    assert post(ana, bench, "/say/throw", player="Ana", **sides).status_code == 303
    choice = {"player": "Bo", "kind": "victory", "pick": "gem 1"}
    assert post(ana, bench, "/say/choose", **choice).status_code == 403
    assert post(bo, bench, "/say/choose", **choice).status_code == 303
    assert post(ana, bench, "/simulation/press", button="seat2").status_code == 403
    assert post(ana, bench, "/say/undo").status_code == 303, "what was seen, all who play may correct"


def test_a_seat_cannot_put_a_throw_in_place_of_a_choice(bench: Bench) -> None:
    """Taking the choice back is another thing: then its player is asked again."""
    bench.throw(POTION)
    assert bench.post("/say/choose", player="Bo", kind="victory", pick="gem 1").status_code == 303
    length = bench.now.length
    fields = {"seq": length, "player": "Ana", "side.stone:11": "symbol"}
    refused = post(seated(bench, "Ana"), bench, "/say/amend", **fields)
    assert (refused.status_code, "Only a throw can be corrected" in plain(refused.text)) == (400, True)
    assert bench.now.length == length


@pytest.mark.parametrize(
    ("asked", "address"),
    [
        ("localhost:8000", "http://192.168.1.5:8000/"),
        ("localhost", "http://192.168.1.5/"),
        ("[::1]", "http://192.168.1.5/"),
    ],
)
def test_the_code_for_a_phone_has_the_address_of_this_machine(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, asked: str, address: str
) -> None:
    monkeypatch.setattr("web.security.seats.own_address", lambda: "192.168.1.5")
    here = {"REMOTE_ADDR": "127.0.0.1"}
    with bench.client.application.test_request_context("/seats", base_url=f"http://{asked}", environ_base=here):
        assert code_to("/").address == address


def test_a_seat_hosts_nothing(bench: Bench) -> None:
    for url, fields in HOSTS:
        assert post(seated(bench, "Ana"), bench, url, **fields).status_code == 403


def test_a_new_code_ends_the_old_seat(bench: Bench) -> None:
    client, old = seated(bench, "Bo"), code_of(bench, "Bo")
    assert "Bo" in plain(client.get("/mine").text)
    assert bench.post("/seats/renew", player="Bo").status_code == 303
    assert "No seat yet" in client.get("/mine").text
    answer = client.get(f"/seat/{old}")
    assert answer.status_code == 404
    assert "Ask the host for a new one" in answer.text
    assert client.get("/seat/wrong").status_code == 404


@pytest.mark.parametrize("jump_s", [-30, -3600, -3 * 365 * 86400, 32 * 86400])
def test_a_jump_of_the_clock_ends_no_seat_and_no_host(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    player, host = seated(bench, "Bo"), phone(bench)
    assert post(host, bench, "/host", pin=number_of(bench)).status_code == 303
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump_s)
    assert "Get up from this seat" in plain(player.get("/mine").text)
    assert host.get("/seats").status_code == 200
    assert post(player, bench, "/say/undo").status_code == 303


@pytest.mark.parametrize("cookie", ["", "x", "e30", "e30.x.y", "." * 2000, "eyJob3N0IjoxfQ.aaaa"])
def test_a_forged_cookie_is_a_stranger(bench: Bench, cookie: str) -> None:
    client = phone(bench)
    client.set_cookie("owleye", cookie)
    assert client.get("/seats").status_code == 403
    assert "No seat yet" in client.get("/mine").text


def test_the_code_of_a_seat_is_valid_for_one_game(bench: Bench) -> None:
    client, old = seated(bench, "Bo"), code_of(bench, "Bo")
    bench.post(NEW, **{**FORM, "player": ["Ana", "Bo"]})
    assert "No seat yet" in client.get("/mine").text
    assert client.get(f"/seat/{old}").status_code == 404


def test_the_host_may_lend_its_screen_to_a_player(bench: Bench) -> None:
    taken = bench.post("/seats/take", player="Bo", back="/mine")
    assert taken.headers["Location"] == "/mine"
    assert "Get up from this seat" in bench.text("/mine")
    assert bench.post("/seats/leave").status_code == 303
    assert "No seat yet" in bench.text("/mine")
    assert bench.post("/seats/take", player="Zoe").status_code == 400


def test_neither_code_nor_pin_is_in_a_copy_or_in_the_journal(bench: Bench, tmp_path: Path) -> None:
    secrets = [code_of(bench, player) for player in SETUP["players"]] + [number_of(bench)]
    copy = bench.client.get("/games/1.jsonl").text
    journal = (tmp_path / "owleye.sqlite").read_bytes()
    for secret in secrets:
        assert secret not in copy
        assert secret.encode() not in journal
    assert json.loads(copy.splitlines()[0]) == SETUP


def test_a_code_renewed_after_play_again_opens_no_earlier_game_either(bench: Bench) -> None:
    first = bench.now.game_id
    lost = seated(bench, "Ana")
    assert bench.post(f"/games/{first}/again").status_code == 303
    assert lost.get("/api/me").get_json()["player"] == "Ana"
    assert bench.post("/seats/renew", player="Ana").status_code == 303
    scanned = seated(bench, "Ana")
    assert bench.post(f"/games/{first}/resume").status_code == 303
    assert lost.get("/api/me").get_json()["player"] is None
    assert scanned.get("/api/me").get_json()["player"] == "Ana", "the new code opens the same seats"


@pytest.mark.parametrize("address", ["", "unix:", "192.168.1.23", "::2", "128.0.0.1"])
def test_only_an_address_of_this_machine_makes_a_host_without_the_pin(bench: Bench, address: str) -> None:
    assert phone(bench, "127.0.0.1").get("/backup").status_code == 200
    assert phone(bench, address).get("/backup").status_code == 403
