"""What each viewer may know, and what stays known after a correction."""

from typing import Any

import pytest

from rules.core.asks import visible_asks
from rules.core.facts import Retract
from rules.core.fold import Table, advance
from rules.core.rulings import audience
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import LOST, WON, duel
from tests.rules.dicers.table import basic, more, overheard, picks, play, view, waits


def side(table: Table, die: str, viewer: str | None) -> Any:
    return view(table, viewer)["dice"][die].get("power")


def test_each_player_sees_only_own_powers() -> None:
    table = play(duel({"a": "swap", "b": "capture"}), WON)
    assert side(table, "a", "Ana") == "Swap"
    assert side(table, "a", "Bo") is None
    assert side(table, "a", None) is None
    assert view(table, None)["dice"]["a"]["cb"] == 1  # both look it up when it is advanced
    assert "cb" not in view(table, None)["dice"]["a2"]


def test_the_options_of_the_winner_are_secret() -> None:
    table = play(duel({"a": "mimic", "b": "add"}), WON)
    other = play(duel({"a": "greater-expel", "b": "add"}), WON)
    for viewer in (None, "Bo"):
        assert list(overheard(table, viewer)) == list(overheard(other, viewer))
        assert visible_asks(table.asks, viewer)[0].options == ()
    assert picks(table, "win") != picks(other, "win")


HIDDEN = (("retire", "ghost", "student"), ("summon", "student", "ghost"), ("refresh", "ghost", "ghost"))


@pytest.mark.parametrize("house", [{}, {"must_have_effect": True}])
@pytest.mark.parametrize(
    "power",
    [{"power": "retire", "all": "student"}, {"power": "greater-expel", "only": "student"}, {"power": "mimic"}],
)
def test_the_options_of_a_power_reveal_no_hidden_die(power: dict[str, Any], house: dict[str, Any]) -> None:
    hidden = ({"b": {"power": name, "group": beaten}, "b2": {"group": other}} for name, beaten, other in HIDDEN)
    first, *others = (play(duel({"a": power, **dice}, **house), WON).asks for dice in hidden)
    assert others == [first, first]
    assert [option.pick for option in first[0].options] == ["expel", "evoke"]


def test_a_power_over_own_dice_alone_would_do_nothing_where_none_is_of_its_type() -> None:
    dice = {"a": {"power": "refresh", "all": "student"}, "a2": {"group": "ghost"}, "a3": {"group": "ghost"}}
    idle = play(duel(dice, "front a a2 | keep a3"), WON).asks[0].options[1]
    assert idle.words == "Use Refresh All Students: it would do nothing now"
    dice["a3"] = {"group": "student"}
    assert "nothing" not in play(duel(dice, "front a a2 | keep a3"), WON).asks[0].options[1].words


def test_a_power_is_open_once_it_was_used_also_after_it_was_taken_back() -> None:
    table = play(duel({"a": "refresh"}), WON, "Ana win evoke")
    assert side(table, "a", "Bo") == side(table, "a", None) == "Refresh"
    table = advance(DICERS, table, Retract(5))
    assert waits(table) == {("Ana", "win")}
    assert side(table, "a", None) == "Refresh"


def test_expelling_shows_no_power() -> None:
    table = play(duel({"a": "refresh", "b": "capture"}), WON, "Ana win expel")
    assert side(table, "a", "Bo") is side(table, "b", "Ana") is None


def test_spy_reveals_dice_to_its_player_only() -> None:
    table = play(
        duel({"a": "spy", "b": "capture", "b3": "add", "b4": "swap"}, bo="front b b2 | keep b3 | dungeon b4"), WON
    )
    table = more(table, "Ana win evoke")
    assert [side(table, die, "Ana") for die in ("b", "b2", "b3", "b4")] == ["Capture", "Spy", "Add 1", "Swap"]
    assert [side(table, die, None) for die in ("b", "b2", "b3", "b4")] == [None] * 4
    public = [ruling.text for ruling in audience(table.rulings, None)]
    assert not any("Capture" in text for text in public)
    assert any("Capture" in ruling.text for ruling in audience(table.rulings, "Ana"))


def test_mimic_reveals_both_powers() -> None:
    table = play(duel({"a": "mimic", "b": "retire"}), WON, "Ana win evoke")
    assert side(table, "a", "Bo") == "Mimic"
    assert side(table, "b", None) == "Retire"


def test_only_its_holder_sees_a_hostage() -> None:
    table = play(duel({"a": "capture", "b": "retire"}), WON, "Ana win evoke")
    assert side(table, "b", "Ana") == "Retire"
    assert side(table, "b", None) is None


def test_dice_in_reserve_are_public() -> None:
    table = play(
        duel({"a": "activate-reserve", "a2": "freeze"}, "front a a2 a3"),
        WON,
        "Ana win evoke",
        "Ana activate-reserve a2",
    )
    assert side(table, "a2", "Bo") == "Freeze"


def test_which_alliance_counts_is_asked_in_secret() -> None:
    dice: dict[str, Any] = {
        "a": {"alliances": ["g", "h"]},
        "a2": {"alliance": "g"},
        "a3": {"alliance": "h"},
        "a4": {"alliance": "h"},
    }
    table = play(duel(dice, "front a a2 a3 a4"), "Ana advance a", "Bo advance b")
    assert view(table)["arena"]["Ana"]["rolls"] == 3  # two of h
    assert ("Ana", "alliance") in waits(table)
    assert {ask.kind for ask in visible_asks(table.asks, "Bo")} == {"cast"}
    assert not any("DIC-A-14" in ruling.rules for ruling in audience(table.rulings, "Bo"))
    table = more(table, "Ana alliance g")
    assert view(table)["arena"]["Ana"]["rolls"] == 2
    assert ("Ana", "alliance") not in waits(more(table, "Ana throw a=1"))


def test_nothing_is_hidden_in_the_basic_game() -> None:
    assert view(play(basic()), None)["dice"]["die:2"]["cb"] == 3


def test_the_loser_of_a_round_learns_nothing_of_the_winners_hostage_power() -> None:
    table = play(duel({"b4": "swap"}, hostages={"a": ["b4"]}), WON)
    assert visible_asks(table.asks, "Bo")[0].options == ()
    table = play(duel({}), LOST)
    assert visible_asks(table.asks, "Ana")[0].options == ()
