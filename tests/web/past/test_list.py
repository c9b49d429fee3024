"""The list of games: who won, how long it took, its picture; a deleted game comes back with one tap."""

from __future__ import annotations

import re

import pytest

from referee.model.commands import NewGame
from tests.web.kit import SETUP, Bench, plain
from tests.web.security.test_rights import phone
from web.pages.games import AT_ONCE


def test_a_finished_game_shows_who_won_how_fast_and_its_last_picture(bench: Bench) -> None:
    page = bench.client.get("/games").text
    assert "Bo won</b> in 4 turns" in page
    assert 'src="/pictures/000008/small.jpg"' in page
    assert 'href="/games/1/watch"' in page
    assert 'href="/games/1"' in page


def test_a_finished_game_is_not_continued_by_a_stray_tap(bench: Bench) -> None:
    assert bench.table.submit(NewGame(SETUP)).ok
    page = bench.client.get("/games").text
    assert "Go on" not in page
    assert "Put on the table" in page
    assert "On the table" in bench.text("/games")


def test_the_button_that_continues_a_game_does_not_read_like_the_next_page(bench: Bench) -> None:
    for _ in range(2):
        assert bench.table.submit(NewGame(SETUP)).ok
    page = plain(bench.client.get("/games", headers={"Accept-Language": "de"}).text)
    assert "Weiterspielen" in page
    assert not re.search(r"\bWeiter\b", page)


def test_a_deleted_game_leaves_the_list_and_comes_back(bench: Bench) -> None:
    assert bench.table.submit(NewGame(SETUP)).ok
    assert bench.post("/games/1/delete").headers["Location"] == "/"
    page = bench.client.get("/games").text
    assert "Bo won" not in page
    assert re.search(r'action="/games/1/restore".*?Undo', page, re.S)
    assert "until 10 later games have begun" in page
    for url in ("/games/1", "/games/1/watch", "/games/1.jsonl", "/casting-stones/record/1"):
        assert bench.client.get(url).status_code == 404, url
    assert bench.post("/games/1/restore").status_code == 303
    assert "Bo won" in bench.client.get("/games").text
    assert bench.client.get("/games/1.jsonl").status_code == 200


def test_the_game_on_the_table_cannot_be_deleted(bench: Bench) -> None:
    assert "/games/1/delete" not in bench.client.get("/games").text
    answer = bench.post("/games/1/delete")
    assert (answer.status_code, "is on the table" in answer.text) == (400, True)


@pytest.mark.parametrize("url", ["/games/1/delete", "/games/1/restore"])
def test_only_a_host_deletes_and_restores(bench: Bench, url: str) -> None:
    assert bench.table.submit(NewGame(SETUP)).ok
    stranger = phone(bench)
    assert "/delete" not in stranger.get("/games").text
    token = re.search(r'name="token" value="([^"]+)"', stranger.get("/host").text)
    assert token is not None
    assert stranger.post(url, data={"token": token[1]}).status_code == 403
    assert bench.client.post(url).status_code == 400, "without a token nobody does"
    assert len(bench.now.games) == 2


def test_a_long_list_has_pages(bench: Bench) -> None:
    for _ in range(AT_ONCE):
        assert bench.table.submit(NewGame(SETUP)).ok
    first, second = bench.client.get("/games").text, bench.client.get("/games?page=2").text
    assert (first.count("game-line"), second.count("game-line")) == (AT_ONCE, 1)
    assert "Bo won" in second
    assert "Page 2 of 2" in second
    for page in ("0", "-1", "99", "x"):
        assert bench.client.get(f"/games?page={page}").status_code == 200
