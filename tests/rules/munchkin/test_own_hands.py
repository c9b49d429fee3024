"""The game in which everybody counts their own cards: the table never speaks of hands and never blocks on a count."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rules.core.fold import Table, advance, opening
from tests.rules import fuzz
from tests.rules.munchkin.kit import KIT, POOR, RICH
from tests.rules.munchkin.play import GAME, picks, play, setup, state

OWN = setup(hands="own")
OF_HANDS = re.compile(r"(?<!1 )(?<!2 )(?<!\()\bhands?\b|\bcards held\b|in hand", re.I)  # slots are "1 hand", "2 hands"


def moments(seed: int) -> Iterator[Table]:
    played = fuzz.play(KIT, seed)
    table = opening(GAME, {**played.setup, "hands": "own"})
    for fact in played.log:
        table = advance(GAME, table, fact)
        yield table


@pytest.mark.parametrize("seed", [5, 12, 19, 33, 47])
def test_no_ruling_mentions_hands(seed: int) -> None:
    for table in moments(seed):
        for ask in table.asks:
            assert ask.kind not in ("hand", "charity", "effect")
            assert not OF_HANDS.search(ask.words), ask
            assert [option.words for option in ask.options if OF_HANDS.search(option.words)] == []
        rulings = table.entries[-1].rulings if table.entries else ()
        assert [ruling.text for ruling in rulings if OF_HANDS.search(ruling.text)] == []


def test_the_view_has_no_number_of_cards() -> None:
    view = GAME.view(state(play(OWN)), None, frozenset())
    assert view["counts_hands"] is False
    assert {sheet["hand"] for sheet in view["characters"].values()} == {None}


def test_a_turn_ends_whatever_was_drawn_and_played() -> None:
    lines = ("Ana unlock: another card > hand", "Ana room: loot", "Ana play: Prefect", "Ana end: turn")
    assert state(play(OWN, *lines)).active == "Bo"
    assert state(play(OWN, *(["Ana play: another curse > Bo"] * 9), "Ana unlock: another curse")).phase == "room"


def test_the_cards_of_the_dead_are_shared_until_nothing_is_left() -> None:
    hex_ = {"name": "AK", "kind": "curse", "harm": {"death": True}}
    start = {**OWN, "cards": [hex_], "characters": {"Ana": {"carried": ["Deluminator"]}, "Bo": {"level": 2}}}
    table = play(start, "Ana play: AK > Ana", "Bo loot: Deluminator")
    assert picks(table, "Cy", "loot") == {"a card of the hand", "nothing"}
    for pick in ("a card of the hand", "nothing"):
        assert state(play(start, "Ana play: AK > Ana", "Bo loot: Deluminator", f"Cy loot: {pick}")).active == "Bo"


def test_a_power_and_a_sale_are_paid_with_cards_that_nobody_counts() -> None:
    start = {**OWN, "cards": [], "characters": {"Ana": {"house": "Slytherin"}}}
    table = play(start, "Ana unlock: monster of level 9, treasures 1", "Ana power: Slytherin > hand")
    assert state(table).combat is not None
    sold = play(OWN, "Ana sell: 1000 gold > hand", "Ana sell: done")
    assert state(sold).who("Ana").level == 2


def test_rich_characters_can_be_entered_without_hands() -> None:
    start = {**OWN, "cards": KIT.setups[0]["cards"], "characters": {"Ana": RICH, "Bo": POOR}}
    assert {seat.hand for seat in state(play(start)).seats} == {0}
