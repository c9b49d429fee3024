"""The owner's page: enter a die once, as it looks; impossible dice are refused, and secrets stay on their own page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.dicers.dice import read_die
from rules.dicers.dice_list import NAMES
from tests.web.games.dicers.kit import with_dice
from tests.web.kit import Bench, plain
from tests.web.security.test_rights import phone, post

SORTING_HAT = {
    "listed": "6",
    "cb": "2",
    "group": "artifact",
    "power": "summon",
    "alliance": ["Gryffindor", "Slytherin"],
    "all": "one",
    "all-type": "Students",
    "double": "on",
}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = with_dice(tmp_path, {})
    yield bench
    bench.close()


def test_a_die_is_entered_as_its_sticker_reads(bench: Bench) -> None:
    assert bench.post("/dice/new", **SORTING_HAT).status_code == 303
    facts = bench.devices.told_dice["die:6"]["facts"]
    die = read_die("die:6", facts)
    assert (die.name, die.cb, die.group, die.alliances) == ("Sorting Hat", 2, "artifact", ("gryffindor", "slytherin"))
    assert die.power is not None
    assert die.power.words == "Summon All Students x2"
    page = bench.client.get("/dice/die:6").text
    assert 'value="summon" checked' in page
    assert 'value="artifact" checked' in page
    assert 'value="Students"' in page


def test_every_die_of_the_list_can_be_chosen_and_a_second_copy_gets_its_own_name(bench: Bench) -> None:
    page = bench.text("/dice/new")
    assert all(name in page for name in NAMES)
    for _ in range(2):
        assert bench.post("/dice/new", listed="3", cb="1").status_code == 303
    assert bench.post("/dice/new", listed="0", name="Grandpa's Die", cb="2").status_code == 303
    assert list(bench.devices.told_dice) == ["die:3", "die:3.2", "die:grandpa-s-die"]
    assert read_die("die:3.2", bench.devices.told_dice["die:3.2"]["facts"]).name == "Harry Potter"
    assert "Harry Potter" in bench.text("/dice/die:3.2")


def test_a_die_that_was_taught_with_a_long_name_can_be_described(bench: Bench) -> None:
    piece = "die:" + "n" * 60
    bench.devices.told_dice[piece] = {"piece": piece, "name": "n" * 60, "taught": frozenset({"1"}), "facts": {}}
    assert bench.post(f"/dice/{piece}", listed="9", cb="2").status_code == 303


@pytest.mark.parametrize("side", ["1", "power"])
def test_the_picture_of_the_power_side_is_shown_where_it_was_taught(bench: Bench, side: str) -> None:
    bench.devices.told_dice["die:9"] = {"piece": "die:9", "name": "A", "taught": frozenset({side}), "facts": {}}
    assert ("/dicers/sticker/die:9.jpg" in bench.client.get("/dice/die:9").text) == (side == "power")


def test_with_only_a_casting_bonus_it_can_play_the_basic_game(bench: Bench) -> None:
    bench.post("/dice/new", listed="9", cb="2")
    assert "Firenze ready for the Basic game" in bench.text("/dice")
    bench.post("/dice/die:9", listed="9", cb="2", power="spy")
    assert "Firenze ready for all levels" in bench.text("/dice")
    bench.post("/dice/die:9", listed="9", power="spy")
    assert "Firenze its casting bonus is missing" in bench.text("/dice")
    bench.post("/dice/die:9", listed="9")
    assert "Firenze nothing entered yet" in bench.text("/dice")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cb": "12"}, "from 1 to 9"),
        ({"cb": "0"}, "from 1 to 9"),
        ({"power": "add", "number": "0"}, "from 1 to 9"),
        ({"all-type": " "}, "All of one type: write which type"),
        ({"cb": "two"}, "plain number"),
        ({"listed": "55"}, "to 54"),
        ({"listed": "0"}, "Which figure"),
        ({"power": "sneeze"}, "is no Power"),
        ({"group": "toad"}, "is no Group"),
        ({"name": "x" * 40}, "at most 24"),
    ],
)
def test_an_impossible_die_is_refused_in_a_sentence(bench: Bench, change: dict[str, str], words: str) -> None:
    answer = bench.post("/dice/new", **{**SORTING_HAT, **change})
    assert answer.status_code == 400
    assert words in plain(answer.text)
    assert bench.devices.told_dice == {}


def test_the_list_keeps_secrets_and_the_page_is_the_hosts(bench: Bench) -> None:
    bench.post("/dice/new", **SORTING_HAT)
    assert "Sorting Hat" in bench.text("/dice")
    assert "ummon" not in bench.text("/dice")
    stranger = phone(bench)
    for url in ("/dice", "/dice/die:6"):
        assert stranger.get(url).status_code == 403
    assert post(stranger, bench, "/dice/die:6", **SORTING_HAT).status_code == 403
    assert post(stranger, bench, "/dice/die:6/forget").status_code == 403


@pytest.mark.parametrize("die", ["die:own.2", f"die:{'x' * 40}", "die:猫"])
def test_every_die_that_can_be_taught_can_be_described(bench: Bench, die: str) -> None:
    bench.devices.told_dice[die] = {"piece": die, "name": "Rook", "taught": frozenset({"power"}), "facts": {}}
    assert bench.client.get(f"/dice/{die}").status_code == 200
    assert bench.post(f"/dice/{die}", name="Rook", cb="2").status_code == 303
    assert bench.devices.told_dice[die]["facts"]["cb"] == 2


def test_a_die_is_forgotten(bench: Bench) -> None:
    bench.post("/dice/new", **SORTING_HAT)
    assert bench.post("/dice/die:6/forget").status_code == 303
    assert bench.client.get("/dice/die:6").status_code == 404
    assert bench.client.get("/dice/../x").status_code == 404
