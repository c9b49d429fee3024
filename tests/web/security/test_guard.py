"""Forged forms, strangers' code, nonsense: each is answered with a sentence, and nothing changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.datastructures import Headers

from sharing.publisher import TableSharing
from tests.web.kit import SPELL, Bench, plain, playing
from web.app import create_app

POSTS = (
    "/say/choose",
    "/say/throw",
    "/say/correct",
    "/say/amend",
    "/say/undo",
    "/say/retract",
    "/say/restore",
    "/say/reply",
    "/say/look",
    "/games/new/casting-stones",
    "/games/1/resume",
    "/host",
    "/host/leave",
    "/host/change",
    "/damaged/seen",
    "/backup/make",
    "/backup/restore",
    "/backup/delete",
    "/backup/bring",
    "/backup/start",
    "/seats/take",
    "/seats/leave",
    "/seats/renew",
    "/simulation/throw",
    "/simulation/clear",
    "/simulation/press",
    "/simulation/fault",
)
PAGES = (
    "/",
    "/small",
    "/history",
    "/history/1",
    "/games",
    "/games/new",
    "/games/new/casting-stones",
    "/host",
    "/seats",
    "/mine",
    "/nothing",
)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    bench.throw(SPELL)
    yield bench
    bench.close()


@pytest.mark.parametrize("url", POSTS)
def test_a_form_without_its_token_changes_nothing(bench: Bench, url: str) -> None:
    before = bench.now
    for token in ({}, {"token": "wrong"}, {"token": "ü"}):
        answer = bench.client.post(url, data={"at": "1", **token})
        assert (answer.status_code, "Load it again" in answer.text) == (400, True)
    assert bench.now == before


def test_a_token_belongs_to_one_browser(bench: Bench) -> None:
    token = re.search(r'name="token" value="([^"]+)"', bench.client.get("/").text)
    assert token is not None
    stranger = bench.client.application.test_client()
    assert stranger.post("/say/undo", data={"token": token[1], "at": "1"}).status_code == 400


@pytest.mark.parametrize("url", POSTS)
def test_get_requests_to_forms_are_refused(bench: Bench, url: str) -> None:
    if url not in ("/games/new/casting-stones", "/host"):
        answer = bench.client.get(url)
        assert (answer.status_code, "Back to the table" in answer.text) == (405, True)


@pytest.mark.parametrize("url", PAGES)
def test_pages_have_no_inline_code_and_a_policy_against_it(bench: Bench, url: str) -> None:
    answer = bench.client.get(url)
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert not re.search(r"<script(?![^>]+src=)|<style|\sstyle=|\son\w+=|https?://(?!www\.w3\.org)", answer.text)


@pytest.mark.parametrize("url", ["/", "/host", "/seats", "/games", "/nothing", "/api/state", "/static/owleye.css"])
def test_every_answer_has_the_headers_that_shield_it(bench: Bench, url: str) -> None:
    with bench.client.get(url) as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert "form-action 'self'" in answer.headers["Content-Security-Policy"]
        assert "base-uri 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("url", ["/", "/host", "/seats", "/games", "/nothing"])
def test_no_browser_keeps_a_page_that_may_hold_a_secret(bench: Bench, url: str) -> None:
    with bench.client.get(url) as answer:
        assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("url", PAGES)
def test_pages_have_alternative_texts_and_one_heading(bench: Bench, url: str) -> None:
    page = bench.client.get(url).text
    assert '<html lang="en">' in page
    assert len(re.findall(r"<h1[ >]", page)) <= 1
    assert all("alt=" in tag for tag in re.findall(r"<img[^>]*>", page))
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for tag in re.findall(r"<svg[^>]*>", page):
        assert "aria-hidden" in tag or "aria-label" in tag, tag


@pytest.mark.parametrize(
    ("url", "fields"),
    [
        ("/say/undo", {"at": "many"}),
        ("/say/undo", {"at": "-1"}),
        ("/say/undo", {"at": "9" * 50}),
        ("/say/undo", {"at": "²"}),
        ("/say/choose", {}),
        ("/say/choose", {"player": "Zoe", "kind": "cast", "pick": "x"}),
        ("/say/choose", {"player": "Ana", "kind": "second", "pick": "x" * 500}),
        ("/say/throw", {"player": "Ana"}),
        ("/say/throw", {"player": "Zoe", "side.stone:11": "symbol"}),
        ("/say/correct", {"seq": "7", "piece": "stone:11", "side": "symbol"}),
        ("/say/correct", {"seq": "1", "piece": "stone:99", "side": "symbol"}),
        ("/say/amend", {"seq": "7", "player": "Bo", "side.stone:21": "symbol"}),
        ("/say/retract", {"seq": "0"}),
        ("/say/retract", {"seq": "99"}),
        ("/say/restore", {"seq": "1"}),
        ("/games/404/resume", {}),
        ("/simulation/press", {"seat": "1"}),
    ],
)
def test_nonsense_in_a_form_is_answered_and_changes_nothing(bench: Bench, url: str, fields: dict[str, str]) -> None:
    before = bench.now.table
    answer = bench.post(url, **fields)
    assert answer.status_code == 400
    assert re.search(r"That cannot be done [^.]{10,}[.?]", plain(answer.text))
    assert bench.now.table == before


@pytest.mark.parametrize(
    "url", ["/nothing", "/history/99", "/history/x", "/pictures/999.jpg", "/pictures/..%2fsecret.jpg", "/games/9.jsonl"]
)
def test_missing_pages_are_answered_with_a_sentence(bench: Bench, url: str) -> None:
    answer = bench.client.get(url)
    assert (answer.status_code, "Nothing lies here" in answer.text) == (404, True)


ELSEWHERE = (
    "elsewhere.example",
    "elsewhere.example:8000",
    "local.elsewhere.example",
    "xlocal.de",
    "a..b",
    "a..local",
    "é.local",
    f"{'x' * 64}.local",
    "a b",
    "",
    "[::1]elsewhere.example",
    "[::1].elsewhere.example:8000",
    "[::1",
    "[localhost]",
    "localhost:80@elsewhere.example",
    "localhost:8000, elsewhere.example",
    "localhost:eighty",
)
HERE = ("localhost:8000", "127.0.0.1:", "192.168.1.5:8000", "[::1]:8000", "[FE80::1]", "owl", "OWL.local.", "owl.lan")


@pytest.mark.parametrize(
    "url", [*PAGES, "/frame.jpg", "/api/events", "/version", "/games/1.jsonl", "/static/owleye.css"]
)
def test_a_foreign_host_name_is_refused(bench: Bench, url: str) -> None:
    for host in ELSEWHERE:
        answer = bench.client.get(url, headers={"Host": host})
        assert (answer.status_code, "does not answer to this name" in answer.text) == (421, True), host
        assert answer.headers["Content-Security-Policy"]


def test_host_names_of_this_network_are_accepted(bench: Bench) -> None:
    assert {host: bench.client.get("/version", headers={"Host": host}).status_code for host in HERE} == dict.fromkeys(
        HERE, 200
    )


def test_a_host_name_in_the_settings_is_accepted(bench: Bench, tmp_path: Path) -> None:
    app = create_app(
        bench.table, bench.devices, TableSharing(tmp_path), tmp_path, b"only for tests", ("owl.example.org",)
    )
    assert app.test_client().get("/version", headers={"Host": "owl.example.org"}).status_code == 200
    assert app.test_client().get("/version", headers={"Host": "example.org"}).status_code == 421


def test_a_file_is_sent_whole_to_whom_asks_for_a_part(bench: Bench) -> None:
    """A part would be sent in small pieces, and a slow reader would lose the connection between two of them."""
    with bench.client.get("/static/icon-512.png", headers={"Range": "bytes=0-99"}) as answer:
        assert (answer.status_code, len(answer.data) > 100) == (200, True)


def test_an_oversized_form_is_refused(bench: Bench) -> None:
    answer = bench.post("/say/undo", junk="x" * 100_000)
    assert (answer.status_code, "Too much at once" in answer.text) == (413, True)


@pytest.mark.parametrize(
    "back", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "/\\x", "//["]
)
def test_a_form_never_redirects_to_another_site(bench: Bench, back: str) -> None:
    assert bench.post("/say/undo", back=back).headers["Location"] == "/"


def test_a_form_redirects_to_its_own_page(bench: Bench) -> None:
    assert bench.post("/say/undo", back="/history").headers["Location"] == "/history"


def test_an_internal_error_is_answered_with_a_page(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("a secret detail")

    bench.client.application.testing = False
    monkeypatch.setattr(bench.devices, "frame", broken)
    answer = bench.client.get("/frame.jpg")
    assert (answer.status_code, "Something went wrong" in answer.text) == (500, True)
    assert "secret detail" not in answer.text


def test_a_phone_without_https_gets_no_header_that_its_browser_would_complain_about(bench: Bench) -> None:
    def headers(base: str) -> Headers:
        return bench.client.get("/", base_url=base).headers

    assert "Cross-Origin-Opener-Policy" not in headers("http://192.168.1.20:8000")
    assert "Cross-Origin-Opener-Policy" in headers("https://192.168.1.20:8443")
