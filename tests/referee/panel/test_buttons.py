"""The level tracker from the panel alone, and the meaning of buttons in the other games."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.debounce import HOLD_S
from referee.model.commands import Hold, Key, NewGame, Press
from referee.panel import buttons
from referee.panel.buttons import CONFIRM_S, lamps
from rules.core.asks import Ask, Option
from rules.core.facts import Choose
from rules.core.fold import Table
from rules.games import GAMES
from tests.referee.evening import Evening
from tests.rules.munchkin.play import setup

LEVELS = setup(level="levels")


def playing(evening: Evening, fields: dict[str, Any]) -> Evening:
    assert evening.submit(NewGame(fields)).ok
    return evening


def push(evening: Evening, *names: str, held: bool = False) -> None:
    """Press one button after the other."""
    for name in names:
        evening.push(name, held)
        evening.pass_time(1.5 if held else 0.3)


def levels(evening: Evening) -> dict[str, int]:
    table = evening.now().table
    assert table is not None
    return {seat.player: seat.level for seat in table.state.seats}


def test_a_seats_button_raises_once_it_is_pressed_again(evening: Evening) -> None:
    playing(evening, LEVELS)
    push(evening, "seat2")
    assert evening.logged() == []
    assert evening.now().proposals[0].words == "Bo: up 1? Press the button of Bo again."
    assert evening.now().lamps == (1, "blink", 1)
    push(evening, "seat2")
    assert evening.logged() == [Choose("Bo", "level", "+1 kill")]
    assert evening.now().log[0].by == "button"
    assert evening.now().lamps == (1, 2, 1)
    assert levels(evening) == {"Ana": 1, "Bo": 2, "Cy": 1}


def test_holding_a_seats_button_lowers_its_level(evening: Evening) -> None:
    playing(evening, LEVELS)
    push(evening, "seat1", "seat1", "seat1", "seat1")
    push(evening, "seat1", held=True)
    assert evening.now().lamps[0] == "flicker"
    push(evening, "seat1")
    assert evening.last() == Choose("Ana", "level", "-1 bad stuff")
    assert levels(evening)["Ana"] == 2


def test_holding_the_press_that_confirms_does_nothing_more(evening: Evening) -> None:
    playing(evening, LEVELS)
    push(evening, "seat1")
    push(evening, "seat1", held=True)
    assert evening.logged() == [Choose("Ana", "level", "+1 kill")]
    assert evening.now().proposals == ()


def test_an_unconfirmed_proposal_expires(evening: Evening) -> None:
    playing(evening, LEVELS)
    push(evening, "seat3")
    evening.pass_time(CONFIRM_S)
    assert evening.now().proposals == ()
    assert evening.now().lamps == (1, 1, 1)
    push(evening, "seat3")
    assert evening.logged() == []


def test_two_presses_at_once_do_not_disturb_each_other(evening: Evening) -> None:
    playing(evening, LEVELS)
    push(evening, "seat1", "seat2")
    assert evening.now().lamps == ("blink", "blink", 1)
    push(evening, "seat2")
    push(evening, "seat1")
    assert levels(evening) == {"Ana": 2, "Bo": 2, "Cy": 1}


def test_up_and_down_change_the_number_of_levels(evening: Evening) -> None:
    playing(evening, LEVELS)
    assert "Press the button of a seat first" in evening.submit(Key("up")).words
    push(evening, "seat2", "up", "up", "up", "seat2")
    assert evening.last() == Choose("Bo", "level", "+3 kill")
    push(evening, "seat2", "down", "down", "seat2")
    assert evening.last() == Choose("Bo", "level", "-2 bad stuff")


def test_the_last_level_takes_a_kill_and_wins(evening: Evening) -> None:
    playing(evening, LEVELS)
    push(evening, *(["seat1"] * 18))
    assert levels(evening)["Ana"] == 9, "the last step is asked about"
    push(evening, "seat1")
    assert levels(evening)["Ana"] == 10
    assert evening.now().lamps == ("on", "off", "off")
    assert "does not wait for Ana" in evening.submit(Press(0)).words


def test_in_a_full_game_a_button_enters_a_card(evening: Evening) -> None:
    playing(evening, setup())
    assert evening.now().lamps == ("on", "off", "off")
    push(evening, "seat2", "seat2")
    assert evening.last() == Choose("Bo", "level", "+1 card")
    push(evening, "up", "seat1")
    assert evening.last() == Choose("Ana", "level", "+1 card")
    push(evening, "seat2", held=True)
    push(evening, "seat2")
    assert levels(evening) == {"Ana": 2, "Bo": 1, "Cy": 1}


def test_the_next_button_takes_the_only_possible_step(evening: Evening) -> None:
    playing(evening, setup())
    assert "something to choose" in evening.submit(Key("next")).words
    evening.say("Ana unlock: another card > hand")
    evening.say("Ana room: loot")
    for hand in ("Ana hand: 2",):
        evening.say(hand)
    push(evening, "next")
    assert evening.last() == Choose("Ana", "end", "turn")
    assert evening.now().lamps == ("off", "on", "off")


def test_each_player_confirms_the_first_cards_by_button(evening: Evening) -> None:
    playing(evening, {**setup(), "begin": "create"})
    assert evening.now().lamps == ("on",) * 3
    push(evening, "seat2")
    assert evening.last() == Choose("Bo", "ready", "ready")
    assert evening.now().lamps == ("on", "off", "on")


def test_a_button_of_an_empty_seat_is_answered(evening: Evening) -> None:
    playing(evening, LEVELS)
    assert evening.submit(Press(5)).words == "Nobody sits at button 6."
    assert not evening.submit(Hold(5, 0.0)).ok
    assert HOLD_S < 1.5


def table_of(*asks: Ask) -> Table:
    return Table({"players": ["Ana", "Bo"]}, 0, None, (), (), frozenset(), lambda: asks, GAMES["dicers"].at_table)


KEEP = Ask("Ana", "keep", "Ana may keep.", ("X",), options=(Option("keep", "Keep"),))
RESERVE = Ask("Ana", "reserve", "Ana may use a die.", ("X",), options=(Option("die:1", "One"), Option("die:2", "Two")))
SECRET = Ask("Ana", "alliance", "Ana may name one.", ("X",), options=(Option("a", "A"), Option("b", "B")), hides="ask")


def test_a_roll_is_kept_by_button_whatever_else_may_be_used() -> None:
    assert buttons.meaning_of_press(table_of(KEEP, RESERVE, SECRET), "Ana", None, 0.0) == Choose("Ana", "keep", "keep")
    assert buttons.onward(table_of(RESERVE, KEEP)) == Choose("Ana", "keep", "keep")


def test_a_secret_ask_is_invisible_on_the_panel() -> None:
    alone = Ask("Ana", "x", "Secret.", ("X",), options=(Option("a", "A"),), hides="ask")
    assert buttons.meaning_of_press(table_of(alone), "Ana", None, 0.0) == buttons.meaning_of_press(
        table_of(), "Ana", None, 0.0
    )
    assert buttons.meaning_of_press(table_of(KEEP, alone), "Ana", None, 0.0) == Choose("Ana", "keep", "keep")


@pytest.mark.parametrize("secret", [("expel",), ("expel", "evoke")])
def test_no_button_reveals_the_number_of_secret_options(secret: tuple[str, ...]) -> None:
    options = tuple(Option(pick, pick) for pick in secret)
    win = Ask("Ana", "win", "Ana has won.", ("X",), options=options, hides="options")
    assert (
        buttons.meaning_of_press(table_of(win), "Ana", None, 0.0) == "Ana has a choice to make: answer on the screen."
    )
    assert "something to choose" in str(buttons.onward(table_of(win)))


def test_lamps_reveal_nothing_of_a_secret_ask() -> None:
    open_to_all = lamps(table_of(KEEP, RESERVE), None)
    assert lamps(table_of(KEEP, RESERVE, SECRET), None) == open_to_all == ("on", "off")
    assert lamps(table_of(SECRET), None) == ("off", "off")
