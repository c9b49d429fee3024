"""The worked examples of the rule sheet, by their ids."""

from __future__ import annotations

import pytest

from rules.core.fold import Table
from rules.munchkin.fight.strength import monsters_side, players_side, total
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import GAME, first_rule, levels, picks, play, setup, state, why

COLLIN = {"house": "Slytherin", "level": 4, "equipped": ["Dress Robes", "Deluminator"], "hand": 5}
SUSAN = {"house": "Ravenclaw", "level": 2, "equipped": ["Nimbus 2001"], "hand": 5}
HOGWARTS = setup(players=["Collin", "Susan", "Ernie"], characters={"Collin": COLLIN, "Susan": SUSAN})
FIGHT = (
    "Collin unlock: Peter Pettigrew",
    "Collin play: Felix Felicis > players",
    "Susan play: Bombarda! > Peter Pettigrew",
    "Collin power: Slytherin > hand",
    "Collin time: passed",
)


def sides(table: Table) -> tuple[int, int]:
    now = state(table)
    assert now.combat
    return total(players_side(now, now.combat)), total(monsters_side(now, now.combat))


def test_mun_ex_01_collin_susan_and_peter_pettigrew() -> None:
    assert [sides(play(HOGWARTS, *FIGHT[:n])) for n in range(1, 5)] == [(9, 10), (14, 10), (14, 15), (16, 15)]
    table = play(HOGWARTS, *FIGHT)
    collin, susan = state(table).who("Collin"), state(table).who("Susan")
    assert (collin.level, susan.level) == (5, 2)
    # Felix Felicis and the monster are paid from five cards, four Treasures come.
    assert (collin.hand, susan.hand) == (5 - 2 + 4, 5 - 1)
    assert "treasures-alone" in {ruling.key for ruling in table.entries[-1].rulings}


def test_mun_ex_01_susan_would_have_been_enough() -> None:
    helped = play(HOGWARTS, *FIGHT[:3], "Collin help: Susan > 1 treasures > Susan first", "Susan answer: yes")
    assert sides(helped) == (18, 15)
    assert levels(play(HOGWARTS, *FIGHT[:3], "Collin help: Susan > 0 treasures", "Susan answer: no"))["Collin"] == 4


@pytest.mark.parametrize("ana", [[], ["Quidditch Captain"]])
def test_mun_ex_02_a_captain_helps_against_umbridge(ana: list[str]) -> None:
    characters = {"Ana": {"roles": ana}, "Bo": {"roles": ["Quidditch Captain"]}}
    start = setup(cards=[{"name": "Dolores Umbridge", "level": 8, "treasures": 2}], characters=characters)
    fight = ("Ana unlock: Dolores Umbridge", "Ana help: Bo > 0 treasures", "Bo answer: yes")
    assert sides(play(start, *fight)) == (2, 8 + 3)


def test_mun_ex_03_sectumsempra_without_armor() -> None:
    table = play(setup(), "Ana unlock: Sectumsempra!")
    assert state(table).who("Ana") == state(play(setup())).who("Ana")
    assert state(table).discarded == 1


@pytest.mark.parametrize(
    ("gold", "before", "after"), [(999, 1, 1), (1000, 1, 2), (1100, 1, 2), (2000, 1, 3), (2000, 8, 9)]
)
def test_mun_ex_04_selling(gold: int, before: int, after: int) -> None:
    cards = [{"name": "Cauldron", "kind": "item", "gold": gold}]
    start = setup(cards=cards, characters={"Ana": {"level": before, "carried": ["Cauldron"]}})
    table = play(start, "Ana sell: Cauldron", "Ana sell: done")
    assert levels(table)["Ana"] == after
    assert bool(state(table).who("Ana").items) == (after == before)


def test_mun_ex_04_nothing_is_sold_for_the_last_level() -> None:
    table = play(setup(characters={"Ana": {"level": 9, "carried": ["Deluminator"]}}))
    assert first_rule(why(table, "Ana sell: Deluminator")) == "MUN-SELL-05"


def test_mun_ex_05_charity() -> None:
    looted = ("Ana unlock: another curse", "Ana room: loot")
    shared = setup(players=["Ana", "Bo", "Cy"], characters={"Ana": {"level": 3, "hand": 7}})
    assert picks(play(shared, *looted), "Ana", "charity") == {"Bo 2, Cy 1", "Bo 1, Cy 2"}
    lowest = setup(characters={"Ana": {"level": 1, "hand": 6}, "Cy": {"level": 4}})
    assert picks(play(lowest, *looted), "Ana", "charity") == {"discard"}


@pytest.mark.parametrize(("level", "offered"), [(9, "run"), (8, "time")])
def test_mun_ex_06_a_tie_is_lost(level: int, offered: str) -> None:
    start = setup(characters={"Ana": {"level": level}})
    table = play(
        start, "Ana unlock: monster of level 9, treasures 1", *(("Bo bonus: players +2",) if level == 8 else ())
    )
    assert picks(table, "Ana", offered)
    assert not picks(table, "Ana", {"run": "time", "time": "run"}[offered])


def test_mun_ex_07_looting() -> None:
    characters = {
        "Dee": {"equipped": ["Deluminator", "Nimbus 2001"], "hand": 0},
        "Ann": {"level": 5},
        "Ben": {"level": 7},
        "Cas": {"level": 5},
    }
    start = setup(players=["Dee", "Ann", "Ben", "Cas"], characters=characters, cards=CARDS)
    died = ("Dee unlock: Hood", "Ann effect: Hood +9", "Dee run: away", "Dee time: passed", "Dee throws 1")
    table = play(start, *died, "Ann throws 4", "Cas throws 2", "Ben loot: Deluminator", "Ann loot: Nimbus 2001")
    assert {name: state(table).who(name).hand - 5 for name in ("Ann", "Ben", "Cas")} == {"Ann": 1, "Ben": 1, "Cas": 0}
    assert state(table).active == "Ann"


@pytest.mark.parametrize(("ranks", "fits"), [((1, 3), True), ((2, 3), False)])
def test_mun_ex_08_ranks(ranks: tuple[int, int], fits: bool) -> None:
    cards = [{"name": f"Course {n}", "kind": "proficiency", "rank": n} for n in (1, 2, 3)]
    start = setup(cards=cards, characters={"Ana": {"level": 4}})
    table = play(start, *(f"Ana play: Course {n}" for n in ranks))
    assert (len(state(table).who("Ana").proficiencies) == 2) == fits
    if fits:
        assert picks(play(start, *(f"Ana play: Course {n}" for n in ranks), "Ana level: -1 curse"), "Ana", "ranks")


def test_mun_ex_09_a_legal_character() -> None:
    ana = {"level": 8, "house": "Ravenclaw", "roles": ["Head Boy/Girl"], "ally": "Hermione Granger"}
    GAME.start(setup(characters={"Ana": {**ana, "equipped": ["Crystal Ball", "Dress Robes"]}}))
