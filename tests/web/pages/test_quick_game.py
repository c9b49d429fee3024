"""A quick game: two names, the pieces shared out at random; and the names that forms propose."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from referee.model.commands import CameraStateChanged, Inform
from rules.casting_stones.stones import starter
from rules.core.phrases import Phrase
from tests.web.games.dicers.kit import with_dice
from tests.web.kit import SETUP, Bench, throw_ask
from web.games.casting_stones.plan import dealt as stones_dealt
from web.games.dicers.plan import dealt as dice_dealt

QUICK = "/games/quick"


def test_the_first_page_begins_with_a_quick_game(bench: Bench) -> None:
    page = bench.client.get("/").text
    assert page.index("Quick game") < page.index("Set up the table")
    assert re.findall(r'<a class="quick-choice" href="([^"]+)"', page) == ["/games/new/munchkin"], "needs its form"


def test_a_simulated_table_shows_the_progress_of_its_lessons(bench: Bench) -> None:
    bench.devices.owned = ()
    words = "First day: the simulated table shows its pieces to the camera, {number} of {all}: {name}."
    bench.table.submit(Inform("first day", Phrase(words, number=8, all=32, name="Quill")))
    page = bench.client.get("/").text
    assert re.search(r"<button[^>]* disabled>In a moment", page)
    assert '<progress class="done-so-far" value="0.25"' in page
    bench.devices.owned = tuple(starter())
    assert "Quick game</button>" in bench.client.get("/").text


def test_a_game_begun_during_the_lessons_says_when_throws_are_possible(bench: Bench) -> None:
    words = "First day: the simulated table shows its pieces to the camera, {number} of {all}: {name}."
    bench.table.submit(Inform("first day", Phrase(words, number=8, all=32, name="Quill")))
    bench.table.submit(CameraStateChanged("starting"))
    assert bench.post(QUICK, game="casting-stones", player=["Ana", "Bo"]).status_code == 303
    line = bench.client.get("/").text.partition('id="ask"')[2]
    assert re.search(r'<button[^>]* disabled>Throw the stones.*?<progress class="done-so-far" value="0.25"', line, re.S)
    bench.table.submit(Inform("first day", ""))
    bench.table.submit(CameraStateChanged("watching"))
    assert "disabled" not in bench.client.get("/").text.partition('id="ask"')[2].partition("</form>")[0]


def test_players_without_a_name_are_not_proposed_again(bench: Bench) -> None:
    assert bench.post(QUICK, game="casting-stones", player=["", ""]).status_code == 303
    assert bench.now.players == ("Player 1", "Player 2")
    assert "data-name" not in bench.client.get("/games/new/munchkin", headers={"Accept-Language": "de"}).text
    assert bench.post(QUICK, game="casting-stones", player=["Ana", ""]).status_code == 303
    assert re.findall('data-name="([^"]+)"', bench.client.get("/games/new/munchkin").text) == ["Ana"]


@pytest.mark.parametrize("game", ["casting-stones", "dicers"])
def test_after_a_quick_start_the_page_asks_for_a_throw(tmp_path: Path, game: str) -> None:
    bench = with_dice(tmp_path)
    assert bench.post(QUICK, game=game, player=["Ana", " Bo "]).status_code == 303
    assert bench.now.players == ("Ana", "Bo")
    assert throw_ask(bench.now) is not None
    assert "Throw" in bench.text("/")
    bench.close()


def test_a_name_in_other_letters_is_proposed_once_as_it_was_last_given(bench: Bench) -> None:
    for players in (["Ana", "Bo", "Cy"], ["ana", "Dora", "BO"]):
        assert bench.post("/games/new/munchkin", player=players, way="levels").status_code == 303
    page = bench.client.get("/games/new/munchkin").text
    assert re.findall('data-name="([^"]+)"', page) == ["ana", "Dora", "BO", "Cy"]


def test_players_without_a_name_are_numbered(bench: Bench) -> None:
    assert bench.post(QUICK, game="casting-stones", player=["", "Bo"]).status_code == 303
    assert bench.now.players == ("Player 1", "Bo")


def test_players_without_a_name_are_numbered_in_the_language_of_the_host(bench: Bench) -> None:
    bench.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert bench.post(QUICK, game="casting-stones", player=["", "Bo"]).status_code == 303
    assert bench.now.players == ("Spieler 1", "Bo")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "munchkin", "player": ["Ana", "Bo"]}, "Choose a game for two"),
        ({"player": ["Ana", "Bo"]}, "Choose a game for two"),
        ({"game": "casting-stones", "player": ["Ana", "ana"]}, "different names"),
        ({"game": "dicers", "player": ["Ana", "Bo"]}, "Six dice are shared out"),
    ],
)
def test_an_impossible_quick_game_is_refused_in_a_sentence(bench: Bench, fields: dict[str, str], words: str) -> None:
    answer = bench.post(QUICK, **fields)
    assert (answer.status_code, words in answer.text) == (400, True), answer.text
    assert bench.now.table is None


@pytest.mark.parametrize("seed", range(5))
def test_a_dealt_hand_is_one_character_two_artifacts_and_two_elements(seed: int) -> None:
    setup = stones_dealt(SETUP, Random(seed))
    kind = {piece["piece"]: piece["type"] for piece in SETUP["pieces"]}
    hands = [sorted(kind[piece] for piece in hand) for hand in setup["hands"].values()]
    assert hands == [["artifact", "artifact", "character", "element", "element"]] * 2
    assert len({piece for hand in setup["hands"].values() for piece in hand}) == 10


def test_every_die_is_dealt_once() -> None:
    setup = dice_dealt({"players": ["Ana", "Bo"], "dice": {die: {} for die in "abcdef"}}, Random(3))
    assert [len(dice) for dice in setup["collections"].values()] == [3, 3]
    assert sorted(die for dice in setup["collections"].values() for die in dice) == list("abcdef")


def test_names_of_earlier_evenings_are_proposed_in_every_game(tmp_path: Path) -> None:
    bench = with_dice(tmp_path)
    bench.post(QUICK, game="casting-stones", player=["Cleo", "Dora"])
    bench.post(QUICK, game="dicers", player=["Ana", "Bo"])
    stones = bench.client.get("/games/new/casting-stones").text
    assert 'value="Cleo"' in stones, "who played this game last"
    assert [f'data-name="{name}"' in stones for name in ("Ana", "Bo", "Cleo", "Dora")] == [True] * 4
    assert stones.index('data-name="Ana"') < stones.index('data-name="Cleo"')
    bench.close()


def test_all_pieces_are_shared_out_with_one_press(bench: Bench) -> None:
    bench.post("/games/new/casting-stones", player=["Ana", "Bo"], youngest="0", level="basic")
    assert "Share out at random" in bench.text("/")
    assert bench.post("/say/share").status_code == 303
    assert throw_ask(bench.now) is not None
    assert bench.now.length == 10
