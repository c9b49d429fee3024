from __future__ import annotations

from typing import Any

import pytest

from rules.core.facts import Retract
from rules.core.fold import advance
from rules.core.phrases import Phrase
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import GAME, facts, last, levels, picks, play, setup, state

HOUSE = {"format": 1, "game": "munchkin", "level": "levels", "players": ["Ana", "Bo", "Cy"]}


def at(level: int, **more: Any) -> dict[str, Any]:
    return {**HOUSE, "characters": {"Ana": {"level": level}}, **more}


def test_where_only_levels_are_kept_all_are_asked_in_the_order_of_their_seats() -> None:
    assert [(ask.player, ask.kind) for ask in play(HOUSE).asks] == [("Ana", "level"), ("Bo", "level"), ("Cy", "level")]


@pytest.mark.parametrize(
    ("before", "pick", "after", "key", "rule"),
    [
        (1, "+1 kill", 2, "level-kill", "MUN-STAT-03"),
        (1, "+2 kill", 3, "level-kill", "MUN-COMBAT-09"),
        (3, "+1 card", 4, "level-card", "MUN-STAT-03"),
        (3, "+2 sale", 5, "level-sale", "MUN-SELL-01"),
        (3, "-1 curse", 2, "level-lost", "MUN-STAT-04"),
        (3, "-2 bad stuff", 1, "level-lost", "MUN-STAT-04"),
        (2, "-3 bad stuff", 1, "level-bottom", "MUN-CONF-03"),
        (1, "-1 curse", 1, "level-bottom", "MUN-CONF-03"),
        (5, "set 2", 2, "level-set", "MUN-STAT-02"),
        (9, "+1 card", 9, "level-card-refused", "MUN-Q-08"),
        (9, "+1 sale", 9, "level-sale-refused", "MUN-SELL-05"),
        (8, "+2 sale", 9, "level-capped", "MUN-CONF-07"),
        (8, "+1 sale", 9, "last-step", "MUN-WIN-02"),
        (9, "+1 kill", 9, "is-it-won", "MUN-WIN-01"),
        (8, "+2 kill", 8, "is-it-won", "MUN-WIN-01"),
        (9, "+3 kill", 9, "is-it-won", "MUN-WIN-01"),
        (9, "+1 winning card", 9, "is-it-won", "MUN-WIN-02"),
    ],
)
def test_a_level_changes_for_a_reason(before: int, pick: str, after: int, key: str, rule: str) -> None:
    table = play(at(before), f"Ana level: {pick}")
    assert levels(table)["Ana"] == after
    assert rule in last(table)[key]


def test_a_change_without_effect_is_not_in_the_history() -> None:
    assert state(play(at(1), "Ana level: -1 curse")).history == ()


def test_level_ten_by_a_kill_ends_the_game() -> None:
    table = play(at(9), "Ana level: +1 kill", "Ana won: yes")
    assert levels(table)["Ana"] == 10
    assert last(table)["won"][0] == "MUN-WIN-01"
    assert table.asks == ()
    assert state(table).winners == ("Ana",)


def test_epic_goes_on_to_twenty() -> None:
    start = at(9, house_rules={"epic": True})
    assert levels(play(start, "Ana level: +1 card"))["Ana"] == 10
    won = play(at(19, house_rules={"epic": True}), "Ana level: +1 kill", "Ana won: yes")
    assert "MUN-EPIC-01" in last(won)["won-epic"]
    assert levels(play(at(19, house_rules={"epic": True}), "Ana level: +1 sale"))["Ana"] == 19


def test_the_last_level_is_no_correction() -> None:
    assert "set 9" in picks(play(at(1)), "Ana", "level")
    assert "set 10" not in picks(play(at(1)), "Ana", "level")


def test_players_may_share_a_level() -> None:
    table = play(HOUSE, "Ana level: +1 kill", "Bo level: +1 card")
    assert "MUN-WIN-03" in last(table)["level-card"]
    assert [ruling.key for ruling in table.entries[-1].rulings] == ["level-card"], "nothing is said of the shared Level"


def test_the_history_has_every_change_and_undo_removes_it() -> None:
    table = play(HOUSE, "Ana level: +1 kill", "Bo level: +1 card", "Ana level: -1 curse")
    assert [(c.player, c.before, c.after, c.reason) for c in state(table).history] == [
        ("Ana", 1, 2, "kill"),
        ("Bo", 1, 2, "card"),
        ("Ana", 2, 1, "curse"),
    ]
    assert levels(advance(GAME, table, Retract(3))) == {"Ana": 2, "Bo": 2, "Cy": 1}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"players": ["Ana", "Bo"]}, "three to six"),
        ({"players": list("ABCDEFG")}, "three to six"),
        ({"players": ["Ana", "Ana", "Bo"]}, "name of their own"),
        ({"players": "Ana"}, "three to six"),
        ({"players": ["Ana", "Bo", 3]}, "list of names"),
        ({"level": "easy"}, "full, levels"),
        ({"die": []}, "name of a piece"),
        ({"characters": {"Ana": {"roles": [[]]}}}, "describe it in the cards"),
        ({"characters": {"Ana": {"level": 1, "proficiencies": ["Potions"]}}, "cards": CARDS}, "more than Level 1"),
        ({"characters": {"Ana": {"equipped": ["Hat", "Helmet"]}}, "cards": CARDS}, "room for: headgear"),
        ({"cards": [{"name": "A", "kind": "item"}, {"name": "A", "kind": "item"}]}, "described twice"),
        ({"cards": {}}, "are a list"),
        ({"characters": {"Zoe": {}}}, "belong to its players"),
        ({"characters": {"Ana": {"level": 10}}}, "from 1 to 9"),
        ({"characters": {"Ana": {"level": True}}}, "from 1 to 9"),
        ({"characters": {"Ana": {"hat": 1}}}, "no field 'hat'"),
        ({"characters": {"Ana": 4}}, "an object"),
        ({"house_rules": {"epic": 1}}, "cannot be 1"),
        ({"house_rules": {"speed": True}}, "no house rule"),
        ({"house_rules": []}, "pairs house rules with answers"),
        ({"begin": "later"}, "'begin'"),
        ({"first": "Zoe"}, "'first'"),
        ({"characters": {"Ana": {"sex": "x"}}}, "'female' or 'male'"),
        ({"characters": {"Ana": {"house": "Dormouse"}}}, "no House"),
        ({"characters": {"Ana": {"ally": "Prefect"}}}, "no Ally"),
        ({"characters": {"Ana": {"roles": ["Prefect", "Prefect"]}}}, "one Role"),
        ({"characters": {"Ana": {"roles": ["Prefect", "Quidditch Captain"]}}}, "one Role"),
        ({"characters": {"Ana": {"dual_role": True}}}, "one Role"),
        ({"characters": {"Ana": {"equipped": ["Spoon"]}}}, "describe it in the cards"),
        ({"characters": {"Ana": {"carried": "Deluminator"}}}, "list of names"),
        ({"characters": {"Ana": {"cheat": ["Deluminator"]}}}, "neither equipped nor carried"),
    ],
)
def test_an_impossible_set_up_is_refused_in_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as caught:
        GAME.start(setup(**changes))
    assert str(caught.value).endswith(".")
    assert isinstance(caught.value.args[0], Phrase), "or nobody can read it in another language"


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("Troll", "A card is an object"),
        ({"kind": "item"}, "A card is an object"),
        ({"name": "A > B", "kind": "item"}, "the sign >"),
        ({"name": "Troll"}, "needs a kind"),
        ({"name": "Troll", "kind": "monster"}, "needs a Level"),
        ({"name": "Charms", "kind": "proficiency"}, "needs a Rank"),
        ({"name": "Charms", "kind": "proficiency", "rank": 5}, "from 1 to 4"),
        ({"name": "Spoon", "kind": "item", "slot": "ear"}, "'slot'"),
        ({"name": "Spoon", "kind": "item", "taste": 1}, "cannot have"),
        ({"name": "Hex", "kind": "curse", "harm": {"levels": -1}}, "harm: levels"),
        ({"name": "Hex", "kind": "curse", "harm": {"lose": "ear"}}, "harm: lose"),
        ({"name": "Hex", "kind": "curse", "harm": {"sing": 1}}, "cannot have"),
    ],
)
def test_an_impossible_card_is_refused_in_one_sentence(card: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GAME.start(setup(cards=[card]))


def test_a_known_card_is_completed_by_the_set_up() -> None:
    begun = GAME.start(setup(cards=[{"name": "Dolores Umbridge", "level": 8, "treasures": 2}]))
    umbridge = begun.card("Dolores Umbridge")
    assert (umbridge.level, umbridge.treasures, umbridge.against) == (8, 2, (("Quidditch Captain", 3),))


def test_three_share_a_house_and_four_do_not() -> None:
    four = {"players": ["Ana", "Bo", "Cy", "Di"]}
    houses = {name: {"house": "Slytherin"} for name in four["players"]}
    with pytest.raises(ValueError, match="three figures"):
        GAME.start(setup(**four, characters=houses))
    GAME.start(setup(**four, characters={**houses, "Di": {"house": "Ravenclaw"}}))


@pytest.mark.parametrize("only", ["male", "Slytherin", "Seeker"])
def test_an_item_that_does_not_work_for_its_owner_is_refused_with_whom_it_works_for(only: str) -> None:
    belt = {"name": "Belt", "kind": "item", "only": only}
    ana = {"sex": "female", "house": "Ravenclaw", "equipped": ["Belt"]}
    with pytest.raises(ValueError, match=f"Ana cannot equip Belt: it works for {only} only."):
        GAME.start(setup(cards=[belt], characters={"Ana": ana}))


@pytest.mark.parametrize("line", ["Bo level: +1 card", "Ana level: -1 curse", "Ana won: yes", "Ana throws 3"])
def test_nothing_is_regular_once_a_game_is_over(line: str) -> None:
    table = play(at(9), "Ana level: +1 kill", "Ana won: yes")
    assert not GAME.admits(state(table), facts(line)[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["Dan level: +1 card", "Dan throws 3"])
def test_a_play_of_somebody_else_is_not_regular(line: str) -> None:
    assert not GAME.admits(state(play(at(3))), facts(line)[0])  # type: ignore[arg-type]
