"""Set-ups: how they are read, and the sentences that refuse them."""

from typing import Any

import pytest

from rules.dicers.dice import Power, read_die
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import duel
from tests.rules.dicers.table import basic, cites, dealt, play, row, waits

SIX = {f"die:{number}": {"cb": 2, "power": "swap"} for number in range(1, 7)}
FOUR = {"Ana": ["a1", "a2", "a3", "a4"], "Bo": ["b1", "b2", "b3", "b4"]}


def middle(**more: Any) -> dict[str, Any]:
    return {**basic(), "level": "intermediate", "dice": SIX, **more}


def advanced(**more: Any) -> dict[str, Any]:
    dice = {die: {"cb": 1, "power": "spy"} for dice in FOUR.values() for die in dice}
    return {**basic(), "level": "advanced", "dice": dice, "collections": FOUR, **more}


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (basic(players=["Ana"]), "DIC-G-01"),
        (basic(players=["Ana", "Ana"]), "DIC-G-01"),
        (basic(players=["Ana", "Bo", "Cy"]), "DIC-G-01"),
        (basic(players="Ana"), "DIC-G-01"),
        (basic(players=[["Ana"], "Bo"]), "DIC-G-01"),
        (basic(players=None), "DIC-G-01"),
        (middle(dice={**SIX, "die:1": {"cb": 1, "power": "swap", "alliances": 5}}), "list of texts"),
        (middle(dice={**SIX, "die:1": {"cb": 1, "power": "swap", "only": [5]}}), "must be a text"),
        (basic(collections={"Ana": 5}), "list of dice"),
        (basic(collections={"Ana": [["die:1"]]}), "list of dice"),
        (basic(position={"Ana": {"front": 5}}, challenger="Ana"), "list of dice"),
        (basic(position={"hostages": {"die:1": "die:2"}}, challenger="Ana"), "list of dice"),
        (basic(house_rules={"rescued_to": ["keep"]}), "'rescued_to' cannot be"),
        (basic(level="expert"), "one of basic, intermediate, advanced"),
        (basic(dice=[]), "field 'dice'"),
        (basic(dice={"die:1": 3}), "field 'dice'"),
        (basic(dice={"die:7": {}}), "casting bonus of Crabbe"),
        (basic(dice={"die:7": {"cb": 0}}), "from 1 to 9"),
        (basic(dice={"die:7": {"cb": True}}), "from 1 to 9"),
        (basic(dice={"die:1": {"cb": 1}}), "DIC-B-07"),
        (basic(dice={"x": {"cb": 1, "listed": "3"}}), "whole number"),
        (middle(dice={**SIX, "die:1": {"cb": 1}}), "Power of Malfoy"),
        (middle(dice={**SIX, "die:1": {"cb": 1, "power": "fly"}}), "DIC-I-04"),
        (middle(dice={**SIX, "die:1": {"cb": 1, "power": 5}}), "must be a text"),
        (middle(dice={**SIX, "die:1": {"cb": 1, "power": "swap", "group": "elf"}}), "DIC-I-03"),
        (middle(dice={**SIX, "die:1": {"cb": 1, "power": "add"}}), "DIC-I-17"),
        (advanced(collections={}), "DIC-A-01"),
        (advanced(collections={"Ana": FOUR["Ana"], "Bo": FOUR["Bo"][:3]}), "b4 belongs to nobody"),
        (advanced(collections={"Ana": [*FOUR["Ana"], "b4"], "Bo": FOUR["Bo"][:3]}), "DIC-A-02"),
        (advanced(collections={**FOUR, "Ana": [*FOUR["Ana"], "b1"]}), "both players"),
        (advanced(collections={**FOUR, "Ana": [*FOUR["Ana"], "z"]}), "tells nothing of z"),
        (basic(collections={"Ana": ["die:1"], "Bo": ["die:2"]}), "belongs to nobody"),
        (basic(house_rules={"fly": True}), "no house rule called 'fly'"),
        (basic(house_rules={"double_empty": True}), "'double_empty' cannot be True"),
        (basic(house_rules={"mimic_mimic": True}), "'mimic_mimic' cannot be True: choose false .Nothing"),
        (basic(house_rules=[1]), "JSON object"),
        (basic(challenger="Cy"), "does not play here"),
        (basic(position={"Ana": {"front": ["die:1"]}}), "needs the field 'challenger'"),
        (basic(position={"Ana": {"front": ["die:1"]}}, challenger="Ana"), "does not say where"),
        (basic(position={"Ana": {"line": ["die:1"]}}, challenger="Ana"), "no place where dice"),
        (duel({}, "front a", "front a"), "both players"),
        (duel({}, "front a | keep a"), "two places"),
        (duel({}, "dungeon a"), "no die to advance"),
        (duel({}, hostages={"z": ["a4"]}), "pairs dice that lie in a row"),
        (duel({}, hostages={"b": ["a2"]}), "pairs dice that lie in a row"),
    ],
)
def test_impossible_set_ups_of_dicers_are_refused(setup: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        DICERS.start(setup)


def test_three_dice_a_side_are_too_few_and_two_alike_too_many() -> None:
    three = {player: dice[:3] for player, dice in FOUR.items()}
    dice = {die: {"cb": 1, "power": "spy"} for share in three.values() for die in share}
    with pytest.raises(ValueError, match="DIC-A-03"):
        DICERS.start(advanced(dice=dice, collections=three))
    twins = {
        **advanced()["dice"],
        "a1": {"cb": 1, "power": "spy", "name": "Ron"},
        "a2": {"cb": 1, "power": "spy", "name": "Ron"},
    }
    with pytest.raises(ValueError, match="DIC-A-04"):
        DICERS.start(advanced(dice=twins))
    versions = {**twins, "a2": {"cb": 1, "power": "spy", "name": "Ron", "listed": 42}}
    DICERS.start(advanced(dice=versions))


def test_a_die_whose_name_has_thousands_of_digits_is_on_no_list() -> None:
    assert read_die(f"die:{'9' * 5000}", {"cb": 1}).listed == 0


def test_public_data_of_a_die_may_be_left_out() -> None:
    hagrid = read_die("die:2", {})
    assert (hagrid.name, hagrid.cb, hagrid.power) == ("Hagrid", 3, Power("swap"))
    stone = read_die("die:18", {"cb": 1})
    assert stone.power == Power("summon", all="any")
    assert read_die("die:3", {"cb": 2}).cb == 2  # what the owner tells goes first


@pytest.mark.parametrize(
    ("entry", "power"),
    [
        ({"power": "Cast Spell"}, Power("cast-spell")),
        ({"power": "always_beats_odd"}, Power("always-beats-odd")),
        ({"power": "Summon", "all": "Students"}, Power("summon", all="student")),
        ({"power": "summon", "all": True}, Power("summon", all="any")),
        ({"power": "retire", "only": "Red"}, Power("retire", only=("student",))),
        ({"power": "retire", "only": ["white"]}, Power("retire", only=("white",))),
        ({"power": "add", "number": 2, "double": True}, Power("add", 2, double=True)),
    ],
)
def test_powers_are_read_as_people_write_them(entry: dict[str, Any], power: Power) -> None:
    assert read_die("x", {"cb": 1, **entry}).power == power


def test_powers_have_readable_names() -> None:
    assert Power("summon", all="student", double=True).words == "Summon All Students x2"
    assert Power("add", 2).words == "Add 2"
    assert Power("retire", only=("ghost",)).words == "Retire (Ghost only)"
    assert Power("summon", all="any").words == "Summon All"


def test_intermediate_shares_out_and_adds_up_three_dice() -> None:
    table = play(
        middle(), "Ana throw die:1=4", "Bo throw die:2=3", "Ana draft die:1", "Bo draft die:2", "Ana draft die:3"
    )
    table = play(middle(), "Bo draft die:4", "Ana draft die:5", "Bo draft die:6", table=table)
    assert {"DIC-I-18", "DIC-I-21"} <= cites(table)
    assert waits(table) == {("Ana", "first-roll"), ("Bo", "first-roll")}
    table = play(middle(), "Ana throw die:1=1 die:3=2 die:5=3", "Bo throw die:2=1", "Bo throw die:4=2", table=table)
    assert waits(table) == {("Bo", "first-roll")}
    table = play(middle(), "Bo throw die:6=3", table=table)
    assert "DIC-I-20" in cites(table)
    table = play(middle(), "Bo throw die:2=1 die:4=2 die:6=4", "Ana throw die:1=1 die:3=2 die:5=3", table=table)
    assert {"DIC-I-19", "DIC-Q-62"} <= cites(table)
    assert waits(table) == {("Bo", "advance")}


def test_advanced_rolls_any_three_of_more() -> None:
    table = play(advanced(), "Ana throw a1=1 a2=2 a4=3")
    assert table.entries[-1].regular
    table = play(advanced(), "Ana throw a3=6", "Bo throw b1=1 a1=6", table=table)
    assert [ruling.key for ruling in table.rulings[-3:]] == ["enough-brought", "first-roll", "not-his"]
    table = play(advanced(), "Bo throw b3=1 b4=1", table=table)
    assert {"DIC-A-01", "DIC-A-06", "DIC-A-07", "DIC-Q-55"} <= cites(table)
    assert waits(table) == {("Ana", "advance")}


def test_a_position_with_an_empty_front_line_is_filled() -> None:
    table = play(duel({}, "keep a a2"))
    assert row(table, "Ana", "front") == {"a", "a2"}


def test_a_house_rule_may_be_given_with_its_default() -> None:
    DICERS.start(dealt(house_rules={"cap_rolls_1_6": False, "loser_moment_seconds": 3}))
