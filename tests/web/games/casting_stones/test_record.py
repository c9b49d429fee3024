"""The record of games: turn by turn, with the picture of the cast that won."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.kit import CHARM, POTION, SETUP, SPELL, Bench, playing, sides_of
from tests.web.pages.test_games import FORM, NEW

RECORD = "/casting-stones/record"


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    yield bench
    bench.close()


def sees(bench: Bench, player: str, letters: str) -> None:
    bench.devices.sees(list(zip(SETUP["hands"][player], sides_of(letters), strict=True)))


def turn(bench: Bench, turret: int) -> None:
    """Bo wins with a Spell that the camera saw."""
    sees(bench, "Bo", SPELL)
    sees(bench, "Ana", POTION)
    assert bench.post("/say/choose", player="Bo", kind="victory", pick=f"gem {turret}").status_code == 303


def test_the_record_lists_each_turn_with_the_deciding_cast(bench: Bench) -> None:
    for turret in range(1, 5):
        turn(bench, turret)
    assert "Bo won" in bench.text(RECORD)
    assert "4 turns" in bench.text(RECORD)
    assert bench.client.get(RECORD).text.count('class="crop"') == 5
    page = bench.client.get(f"{RECORD}/1").text
    assert page.count('class="crop"') == 4 * 5
    text = bench.text(f"{RECORD}/1")
    assert text.index("Turn 4") < text.index("Turn 1")
    assert "Bo wins the turn Spell 6 + 4 = 10" in text
    assert "Bo puts a gem on the Gryffindor turret." in text
    assert "Bo wins the game" in text
    assert "Turn by turn" in bench.text("/games")


def test_the_cast_that_won_has_no_stone_of_the_other_player(bench: Bench) -> None:
    bos = list(zip(SETUP["hands"]["Bo"], sides_of(CHARM), strict=True))
    anas = list(zip(SETUP["hands"]["Ana"], sides_of(POTION), strict=True))
    bench.devices.sees(bos)
    bench.devices.sees([*bos, *anas])
    names = {stone["piece"]: stone["name"] for stone in SETUP["pieces"]}
    cast, rest = bench.text(f"{RECORD}/1").split("Ana's cast as the camera saw it")[1].split("5 more lie there")
    assert all(names[stone] in cast and names[stone] not in rest for stone in SETUP["hands"]["Ana"])
    assert all(names[stone] in rest and names[stone] not in cast for stone in SETUP["hands"]["Bo"])
    assert bench.client.get(RECORD).text.count('class="crop"') == 5


def test_an_earlier_game_stays_in_the_record(bench: Bench) -> None:
    turn(bench, 1)
    sees(bench, "Bo", SPELL)
    assert bench.post(NEW, **FORM).status_code == 303
    text = bench.text(RECORD)
    assert text.index("Ana and Bo Peep") < text.index("Ana and Bo begun")
    assert text.count("Not over yet") == 2
    assert "No turn of this game has been decided yet." in bench.text(f"{RECORD}/2")
    assert bench.text(f"{RECORD}/1").count("Bo wins the turn Spell") == 1
    assert bench.client.get(f"{RECORD}/7").status_code == 404


def test_a_correction_changes_the_record(bench: Bench) -> None:
    turn(bench, 1)
    assert bench.post("/say/correct", seq=2, piece=SETUP["hands"]["Ana"][0], side="number").status_code == 303
    assert "No turn of this game has been decided yet." in bench.text(f"{RECORD}/1")


def test_each_earlier_throw_names_the_missing_stones(bench: Bench) -> None:
    bench.throw("ssssn")
    bench.throw(POTION)
    for seq, words in ((1, "What was missing? For a Spell, "), (2, "Why no Spell? For a Spell, ")):
        assert words in bench.text(f"/history/{seq}")


def test_before_a_second_cast_the_odds_are_exact(bench: Bench) -> None:
    bench.throw("ssnnn")
    bench.throw(POTION)
    assert "Spell 50 % Cast " in bench.text("/")
    assert "Potion 12 % Cast " in bench.text("/")
