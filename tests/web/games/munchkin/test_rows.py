"""How the options of one kind are laid out in rows: what stands together, and what the buttons say."""

from __future__ import annotations

import pytest

from rules.core.asks import Option
from web.games.munchkin.rows import Button, Row, rows_of

LEVEL_7 = "monster of level 7, treasures 2"


def laid_out(kind: str, *options: Option) -> dict[str, dict[str, str]]:
    """For each row its buttons: the pick of each, by its words."""
    return {row.name: {button.words: button.pick for button in row.buttons} for row in rows_of(kind, options)}


def card(name: str, target: str = "", group: str = "") -> Option:
    """An option to use this card, with a text that no row shows."""
    return Option(f"{name} > {target}" if target else name, f"{name}: a long text", group, name, target)


def test_what_is_given_stands_in_one_row_for_each_item_with_a_button_for_each_player() -> None:
    options = (card("Cap", "Bo"), card("Cap", "Cy"), card("Wand", "Bo"))
    assert laid_out("give", *options) == {
        "Cap": {"Bo": "Cap > Bo", "Cy": "Cap > Cy"},
        "Wand": {"Bo": "Wand > Bo"},
    }


def test_an_option_without_a_card_or_without_a_target_is_a_button_with_its_own_words() -> None:
    options = (Option("yes > Bo", "Yes, and Bo helped", target="Bo"), Option("Cap", "Put on Cap", piece="Cap"))
    assert list(rows_of("won", options)) == [
        Row("", (Button("Yes, and Bo helped", "yes > Bo"), Button("Put on Cap", "Cap")))
    ]


def test_monsters_without_a_name_are_called_by_their_level() -> None:
    assert laid_out("bribe", card(LEVEL_7, "Ana")) == {"Level 7 monster": {"Ana": f"{LEVEL_7} > Ana"}}
    assert laid_out("play", card("Howl", LEVEL_7)) == {"Howl": {"Level 7 monster": f"Howl > {LEVEL_7}"}}


def test_a_card_of_the_hand_is_played_or_used_for_a_side() -> None:
    options = (card("Prefect", group="Roles"), card("Potion", "players"), card("Potion", "Troll"))
    assert laid_out("play", *options) == {
        "Prefect": {"Play it": "Prefect"},
        "Potion": {"For the players": "Potion > players", "Troll": "Potion > Troll"},
    }


def test_a_card_behind_the_door_is_fought_strikes_or_is_kept_or_played() -> None:
    options = (
        Option("another card > hand", "Another card: keep it", "Other", "another card", "hand"),
        Option("another curse", "A Curse that is not listed", "Other", "another curse"),
        card("Troll", group="Monsters"),
        card("Hex", group="Curses"),
        card("Prefect", "hand", "Roles"),
        card("Prefect", "play", "Roles"),
    )
    assert laid_out("unlock", *options) == {
        "": {"Another card: keep it": "another card > hand", "A Curse that is not listed": "another curse"},
        "Troll": {"Fight it": "Troll"},
        "Hex": {"It strikes": "Hex"},
        "Prefect": {"Keep it": "Prefect > hand", "Play it now": "Prefect > play"},
    }


def test_in_a_room_one_loots_or_fights_a_monster_of_the_hand() -> None:
    troll = Option("no good > Troll", "Fight Troll, Level 8", "Up to No Good", "Troll")
    assert laid_out("room", Option("loot", "Loot the room"), troll) == {
        "": {"Loot the room": "loot"},
        "Troll": {"Fight it": "no good > Troll"},
    }


def test_only_handy_bonuses_are_buttons_of_the_players_and_of_each_monster() -> None:
    amounts = [n for n in range(-20, 21) if n]
    options = [Option(f"{side} {n:+d}", "", target=side, amount=n) for side in ("players", LEVEL_7) for n in amounts]
    rows = laid_out("bonus", *options)
    assert list(rows) == ["The players", "Level 7 monster"]
    assert [f"{side} {n:+d}" for side in ("players", LEVEL_7) for n in (-10, -5, -3, -2, -1, 1, 2, 3, 5, 10)] == [
        pick for buttons in rows.values() for pick in buttons.values()
    ]
    assert list(rows["The players"])[:2] == ["\u221210", "\u22125"]
    assert list(rows["The players"])[-1] == "+10"


def test_a_level_changes_by_a_reason_or_is_put_right_by_a_list() -> None:
    options = (
        Option("set 4", "", "set", amount=4),
        Option("+1 kill", "", "kill", amount=1),
        Option("-1 curse", "", "curse", amount=-1),
        Option("+2 kill", "", "kill", amount=2),
    )
    assert list(rows_of("level", options)) == [
        Row("Killed a monster", (Button("+1", "+1 kill"), Button("+2", "+2 kill"))),
        Row("A Curse", (Button("\u22121", "-1 curse"),)),
        Row("The figure stands elsewhere", (Button("Level 4", "set 4"),), menu=True),
    ]


def test_help_is_asked_for_by_a_list_of_deals_for_each_player() -> None:
    options = (
        Option("Bo > 0 treasures", "", "Bo", amount=0),
        Option("Bo > 2 treasures > Ana", "", "Bo", target="Ana", amount=2),
        Option("Cy > 1 treasure > Cy", "", "Cy", target="Cy", amount=1),
    )
    bo = (Button("For nothing", "Bo > 0 treasures"), Button("2 Treasures, Ana picks first", "Bo > 2 treasures > Ana"))
    cy = (Button("1 Treasure, Cy picks first", "Cy > 1 treasure > Cy"),)
    assert list(rows_of("help", options)) == [Row("Bo", bo, menu=True), Row("Cy", cy, menu=True)]


def test_each_unknown_field_of_each_item_has_a_list() -> None:
    options = (
        Option("Cap > bonus 2", "", "bonus", "Cap", "+2"),
        Option("Cap > bonus 3", "", "bonus", "Cap", "+3"),
        Option("Cap > gold 300", "", "gold", "Cap", "300 gold"),
        Option("Wand > gold 300", "", "gold", "Wand", "300 gold"),
    )
    assert list(rows_of("describe", options)) == [
        Row("Cap: bonus", (Button("+2", "Cap > bonus 2"), Button("+3", "Cap > bonus 3")), menu=True),
        Row("Cap: price", (Button("300 gold", "Cap > gold 300"),), menu=True),
        Row("Wand: price", (Button("300 gold", "Wand > gold 300"),), menu=True),
    ]


def test_a_power_is_paid_for_with_a_card_of_the_hand_or_with_one_named_and_may_help_a_side() -> None:
    options = (
        Option("Brew > hand", "", "Brew", "hand"),
        Option("Call > Troll > players", "", "Call", "Troll", "players"),
        Option(f"Call > Troll > {LEVEL_7}", "", "Call", "Troll", LEVEL_7),
    )
    assert laid_out("power", *options) == {
        "Brew": {"a card you hold": "Brew > hand"},
        "Call": {
            "Troll, for the players": "Call > Troll > players",
            "Troll, for Level 7 monster": f"Call > Troll > {LEVEL_7}",
        },
    }


def test_items_on_the_table_have_buttons_and_those_in_the_hand_are_listed_by_price_and_by_name() -> None:
    options = (
        Option("done", "Sell them"),
        Option("Cap", "Cap, 300 gold", "table", "Cap", amount=300),
        Option("200 gold > hand", "", "hand", "200 gold", "hand", 200),
        Option("0 gold > hand", "", "hand", "0 gold", "hand", 0),
        Option("Wand > hand", "", "hand", "Wand", "hand"),
    )
    by_price = (Button("200 gold", "200 gold > hand"), Button("No Value", "0 gold > hand"))
    assert list(rows_of("sell", options)) == [
        Row("", (Button("Sell them", "done"),)),
        Row("Cap", (Button("Sell it", "Cap"),)),
        Row("An Item you hold, by price", by_price, menu=True),
        Row("An Item you hold, by name", (Button("Wand", "Wand > hand"),), menu=True),
    ]
    assert list(rows_of("sell", options[:1])) == [Row("", (Button("Sell them", "done"),))]


@pytest.mark.parametrize(("letters", "wide"), [(22, False), (23, True)])
def test_a_row_with_more_than_thirty_six_letters_is_wide(letters: int, *, wide: bool) -> None:
    """Each button takes the room of four letters more than its words."""
    buttons = (Button("Bo", "Bo"), Button("Dora", "Dora"))
    assert Row("C" * letters, buttons).wide == wide
