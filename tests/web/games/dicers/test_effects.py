"""What each option would do, in words beside its button: loans of friends, rolls that would be lost, Powers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.asks import Ask, Option
from web.games.dicers.board import Board, Die, Fighter, Side
from web.games.dicers.effects import POWERS, effect, friends_of

LION, SNAKE = "Gryffindor", "Slytherin"


def die(name: str, *alliances: str, owner: str = "Ana", zone: str = "front", **facts: object) -> Die:
    return replace(Die(name, name.title(), owner, 0, zone, cb=3), alliances=alliances, **facts)  # type: ignore[arg-type]


def table(
    *front: Die, keep: tuple[Die, ...] = (), arena: tuple[Fighter, ...] = (), others: tuple[Die, ...] = ()
) -> Board:
    """An Advanced game with these dice of Ana's in her Front Line; Bo has none there."""
    ana = Side("Ana", 0, True, front, keep, (), (), (), (), ())
    bo = Side("Bo", 1, False, (), (), (), (), (), (), ())
    fighting = tuple(one.die for one in arena)
    dice = {one.id: one for one in (*front, *keep, *fighting, *others)}
    return Board("advanced", "arena", 1, (ana, bo), dice, arena, (), ())


def said(board: Board, kind: str, pick: str) -> str:
    option = Option(pick, pick)
    return str(effect(board, Ask("Ana", kind, "?", (), (option,)), option))


HARRY = die("harry", LION)


@pytest.mark.parametrize(
    ("friends", "count"),
    [
        ((), 0),
        ((die("ron", LION),), 1),
        ((die("ron", LION), die("draco", SNAKE), die("neville", LION, SNAKE)), 2),
        (tuple(die(f"friend {n}", LION) for n in range(5)), 3),
    ],
)
def test_each_die_of_the_front_line_with_its_symbol_lends_a_roll_at_most_three(
    friends: tuple[Die, ...], count: int
) -> None:
    board = table(HARRY, *friends, keep=(die("dean", LION),))
    assert friends_of(board, HARRY) == count
    assert friends_of(replace(board, level="intermediate"), HARRY) == 0
    lent = f" and {count} lent by friends" if count else ""
    assert said(board, "advance", "harry") == f"Up to 3 rolls{lent}."
    fighter = Fighter("Ana", 0, replace(HARRY, zone="arena"), None, None)
    loan = "Lends nothing now." if not count else "Lends 1 roll." if count == 1 else f"Lends {count} rolls."
    assert said(table(*friends, arena=(fighter,)), "alliance", LION) == loan
    assert said(table(*friends), "alliance", LION) == ""


def test_of_two_symbols_the_better_one_counts() -> None:
    both = die("both", LION, SNAKE)
    assert friends_of(table(both, die("ron", LION), die("draco", SNAKE), die("tom", SNAKE)), both) == 2
    assert friends_of(table(die("none"), die("ron", LION)), die("none")) == 0


def test_the_front_line_of_the_other_player_lends_nothing() -> None:
    assert friends_of(table(die("ron", LION)), die("oliver", LION, owner="Bo")) == 0


def test_a_die_whose_casting_bonus_is_not_known_says_nothing() -> None:
    unknown = replace(HARRY, cb=None)
    assert said(table(unknown, die("ron", LION)), "advance", "harry") == ""
    assert said(table(unknown), "draft", "harry") == ""
    assert said(table(HARRY), "draft", "harry") == "Up to 3 rolls."


@pytest.mark.parametrize(("left", "words"), [(2, "2 rolls left would be lost."), (0, "")])
def test_who_keeps_a_face_reads_how_many_rolls_are_lost(left: int, words: str) -> None:
    fighter = Fighter("Ana", 0, replace(HARRY, zone="arena"), 4, 4, left=left)
    assert said(table(arena=(fighter,)), "keep", "keep") == words
    assert said(table(), "keep", "keep") == ""


def test_expelling_names_the_beaten_die_and_evoking_the_power_of_the_own_one() -> None:
    sign = next(iter(POWERS))
    own = Fighter("Ana", 0, die("harry", zone="arena", sign=sign), 5, 5)
    beaten = Fighter("Bo", 1, die("draco", owner="Bo", zone="arena"), 2, 2)
    board = table(arena=(own, beaten))
    assert said(board, "win", "expel") == "Draco goes to Bo's Dungeon."
    assert said(table(arena=(own,)), "win", "expel") == ""
    assert said(board, "win", "evoke") == str(POWERS[sign].line)
    guarded = replace(own, guards=die("ron", stored=True, sign=sign))
    assert said(table(arena=(guarded, beaten)), "win", "evoke") == "This die goes to your Reserve, to be used later."
    nameless = replace(own, die=die("harry", zone="arena"))
    assert said(table(arena=(nameless, beaten)), "win", "evoke") == ""


def test_a_power_of_the_reserve_is_described_where_it_is_known() -> None:
    sign = next(iter(POWERS))
    stored = die("ron", zone="reserve", stored=True, sign=sign)
    board = table(others=(stored, die("tom", zone="reserve")))
    assert said(board, "reserve", "ron") == str(POWERS[sign].line)
    assert said(board, "reserve", "tom") == ""
    assert said(board, "reserve", "no") == ""


def test_the_known_dice_of_a_type_are_listed() -> None:
    board = table(die("ron", LION), die("draco", SNAKE), others=(die("ghost", owner="Bo", group=LION),))
    assert said(board, "type", LION) == "Known dice of this type: Ron, Ghost."
    assert said(board, "type", "Ravenclaw") == ""
