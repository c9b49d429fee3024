"""What the pages read off Munchkin's public view: who is called, the quick bonuses, the targets of cards, the steps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.core.asks import Ask, Option
from tests.web.games.munchkin.kit import SETUP, playing
from web.games.munchkin.actions import Block, Section
from web.games.munchkin.board import Board, draw, targets
from web.games.munchkin.rows import Button

FIGHT = ("Ana unlock: Horntail", "Ana help: Bo > 0 treasures", "Bo answer: yes")
WEAK = {**SETUP, "characters": {}, "house_rules": {"lose_wait": False}}


def block(player: str, kind: str, *options: Option, section: Section = "now") -> Block:
    return Block(Ask(player, kind, f"{player}: {kind}", (), options), kind, section, "card")


def drawn(home: Path, *lines: str, setup: dict[str, Any] | None = None) -> Board:
    """What the pages draw after these lines."""
    bench = playing(home, *lines, setup=setup)
    board: Board = draw(bench.now, None)["munchkin"]
    bench.close()
    return board


def bonus(target: str, amount: int) -> Option:
    return Option(f"{target} {amount:+d}", "", target=target, amount=amount)


def test_under_a_score_stand_the_quick_bonuses_of_that_side_alone() -> None:
    options = [bonus(side, amount) for side in ("players", "Troll") for amount in range(-5, 11) if amount]
    board = Board(blocks=(block("Bo", "bonus", bonus("Troll", 1)), block("Ana", "bonus", *options)))
    quick = (-1, 1, 2, 3, 5)
    assert board.quick("Ana", "Troll") == tuple(
        Button(f"{n:+d}".replace("-", "\u2212"), f"Troll {n:+d}") for n in quick
    )
    assert board.quick("Cy", "Troll") == (), "nobody asks Cy"


def test_the_game_waits_for_the_helper_first_else_for_the_first_who_can_move_it_on() -> None:
    fight, run, answer = block("Flo", "bonus", section="fight"), block("Ana", "run"), block("Bo", "answer")
    assert Board(blocks=(fight,)).awaited is None
    assert Board(blocks=(fight, run)).awaited == run
    assert Board(blocks=(fight, run, answer)).awaited == answer
    assert Board(blocks=(fight, run, answer)).called == (("Ana", (run,)), ("Bo", (answer,)))


def test_an_ask_is_open_only_for_what_it_offers() -> None:
    hand = block("Ana", "hand", Option("3", "3 cards"), section="any")
    board = Board(blocks=(block("Bo", "hand", Option("4", "4 cards"), section="any"), hand))
    assert board.open("Ana", "hand", "3") == hand.ask
    assert board.open("Ana", "hand", "4") is None
    assert board.open("Ana", "sell", "3") is None


@pytest.mark.parametrize(
    ("player", "sides"),
    [("Ana", ("players", "Horntail")), ("Bo", ("players", "Horntail")), ("Cy", ("Horntail", "players"))],
    ids=["fighter", "helper", "another"],
)
def test_in_a_fight_cards_are_played_first_on_the_side_that_they_are_likely_for(
    tmp_path: Path, player: str, sides: tuple[str, ...]
) -> None:
    found = targets(drawn(tmp_path, *FIGHT).view, player)
    assert found["one-shot"] == sides
    assert found["enhancer"] == ("Horntail",)


def test_outside_a_fight_cards_are_played_on_players_and_their_items(tmp_path: Path) -> None:
    view = drawn(tmp_path).view
    assert targets(view, "Bo") == {
        "enhancer": (),
        "one-shot": (),
        "curse": ("Ana", "Cy", "Di", "Eve", "Flo", "Bo"),
        "level up": ("Bo", "Ana", "Cy", "Di", "Eve", "Flo"),
        "cheat": ("Felix Felicis",),
    }
    items = {item["name"] for item in view["characters"]["Ana"]["items"]}
    assert set(targets(view, "Ana")["cheat"]) == items != set()


def test_the_fighter_and_the_helper_fight_and_the_lowest_are_marked(tmp_path: Path) -> None:
    board = drawn(tmp_path, *FIGHT)
    assert [figure.name for figure in board.figures if figure.fights] == ["Ana", "Bo"]
    assert [figure.name for figure in board.figures if figure.active] == ["Ana"]
    least = min(figure.level for figure in board.figures)
    assert [figure.name for figure in board.figures if figure.lowest] == [
        figure.name for figure in board.figures if figure.level == least
    ]
    assert board.figure("Di").seat == 3


def states(board: Board) -> Mapping[str, str]:
    return {step.name: step.state for step in board.steps}


def test_the_steps_before_the_present_one_are_past(tmp_path: Path) -> None:
    later = {"flight": "", "room": "", "charity": ""}
    board = drawn(tmp_path, *FIGHT)
    assert states(board) == {"arrange": "past", "unlock": "past", "combat": "now", **later}
    assert board.words == "Ana fights"


def test_listening_is_a_step_of_a_house_rule(tmp_path: Path) -> None:
    board = drawn(tmp_path, setup={**SETUP, "house_rules": {"listen_at_the_door": True}})
    assert states(board)["listen"] == "now"
    assert "listen" not in states(drawn(tmp_path / "usual"))


def sections(board: Board, *kinds: str) -> Mapping[str, str]:
    return {one.ask.kind: one.section for one in board.blocks if one.ask.kind in kinds and one.ask.player == "Ana"}


def test_cards_are_played_into_a_fight_but_not_into_a_flight_and_a_sale_moves_the_game_on(tmp_path: Path) -> None:
    assert sections(drawn(tmp_path / "turn"), "play", "sell") == {"play": "any", "sell": "things"}
    assert sections(drawn(tmp_path / "fight", *FIGHT), "play") == {"play": "fight"}
    assert sections(drawn(tmp_path / "flight", *FIGHT, "Ana run: away", setup=WEAK), "play") == {"play": "any"}
    assert sections(drawn(tmp_path / "sale", "Ana sell: Wand"), "sell") == {"sell": "now"}


def test_a_fight_in_which_only_levels_count_says_so_at_every_bonus(tmp_path: Path) -> None:
    board = drawn(tmp_path, "Ana unlock: Horntail", "Ana fight: level only")
    noted = {one.ask.kind for one in board.blocks if one.note}
    assert {"play", "bonus", "effect"} <= noted <= {"play", "bonus", "effect", "power"}
    assert not any(one.note for one in drawn(tmp_path / "usual", *FIGHT).blocks)


def named(kind: str, *names_and_groups: tuple[str, str]) -> Block:
    return block("Ana", kind, *(Option(name, name, group, name) for name, group in names_and_groups))


def test_the_cards_most_likely_behind_the_door_or_in_the_hand_come_first() -> None:
    cards = [("Hex", "Curses"), ("Prefect", "Roles"), ("Troll", "Monsters"), ("Potion", "One-Shots")]
    in_hand = [row.name for row in named("play", *cards).named]
    assert in_hand == ["Potion", "Prefect", "Hex", "Troll"]
    behind_the_door = [row.name for row in named("unlock", *cards[:1], cards[2]).named]
    assert behind_the_door == ["Troll", "Hex"]


def test_a_list_of_eight_cards_needs_no_search_and_of_nine_one_waits_behind_it() -> None:
    cards = [(f"Card {n}", "Items") for n in range(9)]
    assert not named("play", *cards[:8]).long
    assert [row.name for row in named("play", *cards).rows if row.rest] == ["Card 8"]


def test_buttons_without_a_card_stand_apart_from_the_rows_of_cards() -> None:
    mixed = block("Ana", "room", Option("loot", "Loot the room"), Option("no good > Troll", "Fight Troll", "", "Troll"))
    assert mixed.loose == (Button("Loot the room", "loot"),)
    assert [row.name for row in mixed.named] == ["Troll"]
