"""Secrets of a player never reach the bytes that the whole table gets, nor can they be touched from its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.model.commands import Enter, NewGame
from rules.core.facts import Choose, Throw
from rules.core.game import Game
from tests.rules.toy import Toy
from tests.web.kit import Bench, open_bench

TOY: dict[str, Game] = {"toy": Toy()}
URLS = ("/", "/small", "/history", "/history/1", "/history/2", "/history/3", "/games", "/games/new", "/version")


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = open_bench(tmp_path, TOY)
    powers = {"A": "turn", "B": "nudge"}
    bench.table.submit(NewGame({"game": "toy", "format": 1, "players": ["A", "B"], "powers": powers}))
    for at, throw in enumerate((Throw("A", (("die:A", "1"),)), Throw("B", (("die:B", "3"),)))):
        assert bench.table.submit(Enter(throw, at)).ok
    yield bench
    bench.close()


def bytes_of(bench: Bench) -> bytes:
    return b"".join(bench.client.get(url).data for url in URLS)


def test_no_power_is_in_the_bytes_before_it_is_shown(bench: Bench) -> None:
    assert b"A keeps or changes." in bytes_of(bench)
    assert b"nudge" not in bytes_of(bench)
    assert b'value="turn"' not in bytes_of(bench)
    assert b"Show your power" not in bytes_of(bench)


def test_a_secret_choice_is_not_offered_to_the_whole_table(bench: Bench) -> None:
    right = bench.post("/say/choose", player="A", kind="power", pick="turn")
    wrong = bench.post("/say/choose", player="A", kind="power", pick="nudge")
    assert right.status_code == wrong.status_code == 400
    assert right.data == wrong.data
    assert bench.now.length == 2


def test_revealed_powers_are_public(bench: Bench) -> None:
    assert bench.table.submit(Enter(Choose("A", "power", "turn"), 2)).ok
    assert b"A shows turn" in bytes_of(bench)
    assert b"nudge" not in bytes_of(bench)


def test_a_running_game_with_secrets_cannot_be_exported(bench: Bench) -> None:
    answer = bench.client.get("/games/1.jsonl")
    assert (answer.status_code, b"nudge" in answer.data) == (409, False)
    for at, choice in enumerate((Choose("A", "power", "keep"), Choose("B", "power", "keep")), start=2):
        assert bench.table.submit(Enter(choice, at)).ok
    assert b"nudge" in bench.client.get("/games/1.jsonl").data


def test_only_the_own_page_shows_and_takes_a_secret(bench: Bench) -> None:
    assert bench.post("/seats/take", player="A").status_code == 303
    assert b"nudge" not in bytes_of(bench)
    assert b'value="turn"' not in bytes_of(bench), "the table's page is the same in every browser"
    own = bench.client.get("/mine").text
    assert 'value="turn"' in own
    assert "Show your power" in own
    assert bench.post("/say/choose", player="A", kind="power", pick="turn").status_code == 303
    assert "B keeps or changes." in bench.text("/mine")
    assert bench.post("/say/choose", player="B", kind="power", pick="nudge").status_code == 400
