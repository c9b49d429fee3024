"""The worked examples of the sheet, by their numbers."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.core.fold import referee
from rules.dicers.game import DICERS
from rules.dicers.state import total_rolls
from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.table import picks, play, row, state, view
from tests.rules.goldens import load

SNAPE_AND_HAGRID = Path(__file__).parent / "goldens" / "snape_and_hagrid.jsonl"
READY = "Ana advance a\nBo advance b\n"


def test_ex_01_snape_and_hagrid() -> None:
    setup, log = load(SNAPE_AND_HAGRID)
    before = referee(DICERS, setup, log[:-1])
    assert picks(before, "win", "Two") == ["expel", "evoke"]
    assert view(before)["arena"]["Two"]["value"] == 6
    table = referee(DICERS, setup, log)
    assert row(table, "One", "dungeon") == {"die:5"}
    assert "die:2" in row(table, "Two", "front")
    assert row(table, "Two", "keep") == set()
    assert view(table)["challenger"] == "Two"


@pytest.mark.parametrize(
    ("ana", "most"),
    [
        ("front a | keep k", 3),
        ("front a f1", 4),
        ("front a f1 f2", 5),
        ("front a f1 f2 f3 f4", 6),
        ("front a x | keep f1 f2", 3),
    ],
)
def test_ex_02_alliances(ana: str, most: int) -> None:
    dice = {die: {"alliance": "gryffindor"} for die in ("f1", "f2", "f3", "f4")}
    table = play(duel({**dice, "a": {"cb": 3, "alliance": "gryffindor"}}, ana), READY)
    assert view(table)["arena"]["Ana"]["rolls"] == most


@pytest.mark.rule("DIC-Q-44")
@pytest.mark.parametrize(("live", "most"), [(False, 3), (True, 4)])
def test_alliances_are_counted_once_or_by_house_rule_before_every_roll(live: bool, most: int) -> None:
    """A friend that comes to the Front Line later in the Round lends a roll by house rule only."""
    dice: dict[str, Any] = {"a": {"cb": 3, "alliance": "gryffindor"}, "f": {"alliance": "gryffindor"}}
    counted = state(play(duel(dice, "front a a2 | keep f", alliance_live=live), READY))
    assert counted.round is not None
    joined = replace(counted, zones={**counted.zones, "f": "front"})
    assert total_rolls(joined, "Ana", counted.round.casts["Ana"]) == most


@pytest.mark.parametrize(
    ("power", "number", "ana", "bo", "waiting"),
    [("add", 1, 5, 5, "tie"), ("add", 2, 6, 5, "win"), ("subtract", 1, 4, 4, "tie"), ("subtract", 2, 4, 3, "win")],
)
def test_ex_03_and_04_add_and_subtract(power: str, number: int, ana: int, bo: int, waiting: str) -> None:
    table = play(
        duel({"r": {"power": power, "number": number}}, "front a a2 | reserve r"),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r",
    )
    assert [view(table)["arena"][player]["value"] for player in ("Ana", "Bo")] == [ana, bo]
    assert {ask.kind for ask in table.asks} == {waiting}
    assert "Ana" in {ask.player for ask in table.asks}


def test_ex_05_the_sorcerers_stone() -> None:
    dice = {"g1": {"alliance": "gryffindor"}, "g2": {"alliance": "gryffindor"}, "other": {"alliance": "slytherin"}}
    setup = duel({**dice, "die:18": {"power": "summon", "all": "any"}}, "front die:18 a2 | dungeon g1 other | keep g2")
    table = play(
        setup, WON.replace(" a\n", " die:18\n").replace("a=5", "die:18=5"), "Ana win evoke", "Ana type gryffindor"
    )
    assert {die: state(table).zones[die] for die in dice} == {"g1": "front", "g2": "front", "other": "dungeon"}


@pytest.mark.parametrize(("face", "dice"), [("1", 0), ("3", 0), ("4", 2), ("power", 2)])
def test_ex_06_double_down_on_summon(face: str, dice: int) -> None:
    setup = duel({"a": {"power": "summon", "double": True}}, "front a a2 | dungeon a3 a4 a5")
    table = play(setup, WON, "Ana win evoke", "Ana double roll", f"Ana throw a={face}")
    for die in ("a3", "a4")[:dice]:
        table = play(setup, f"Ana summon {die}", table=table)
    assert picks(table, "summon") == []
    assert len(row(table, "Ana", "front")) == 1 + dice


SPELLS = {
    "1": ({"a": "dungeon", "b": "keep"}, ()),
    "2": ({"k": "front"}, ("k",)),
    "3": ({"b2": "keep", "b3": "keep"}, ("b2", "b3")),
    "4": ({"b": "hostage"}, ()),
    "5": ({"b2": "dungeon", "b3": "front"}, ("b2",)),
    "power": ({"b2": "dungeon", "bk": "dungeon"}, ("b2", "bk")),
}


@pytest.mark.parametrize("face", SPELLS)
def test_ex_07_the_cast_spell_chart(face: str) -> None:
    zones, chosen = SPELLS[face]
    setup = duel({"a": "cast-spell"}, "front a a2 | keep k", "front b b2 b3 b4 | keep bk")
    table = play(setup, WON, "Ana win evoke", f"Ana throw a={face}", *(f"Ana cast-spell {die}" for die in chosen))
    assert {die: state(table).zones[die] for die in zones} == zones


@pytest.mark.parametrize(
    ("lines", "zone"),
    [
        (WON + "Ana win expel\nAna throw z=power", "keep"),
        (WON + "Ana win expel\nAna throw z=5", "banished"),
        (WON.replace("a=5", "a=1") + "Bo win evoke\nAna throw z=power", "banished"),
        (WON + "Ana win expel\nAna advance a2\nAna throw z=power", "banished"),
    ],
)
def test_ex_08_escape_from_banishment(lines: str, zone: str) -> None:
    table = play(duel({}, "front a a2 | banished z"), lines)
    assert state(table).zones["z"] == zone
