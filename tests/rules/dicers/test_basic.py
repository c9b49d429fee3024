"""The Basic game, rule by rule."""

import pytest

from rules.core.facts import Amend, Choose, Retract, Throw
from rules.core.fold import opening, referee
from rules.core.refusals import refusal
from rules.dicers.game import DICERS
from tests.rules.dicers.table import (
    basic,
    cites,
    dealt,
    fact,
    facts,
    keys,
    last_rulings,
    more,
    picks,
    play,
    row,
    state,
    view,
    waits,
)

READY = """
Ana advance die:1
Bo advance die:5
"""


def test_the_higher_first_roll_chooses_first_and_a_tie_is_rolled_again() -> None:
    table = play(basic(), "Ana throw die:1=power", "Bo throw die:2=6")
    assert "DIC-B-04" in cites(table)
    assert "DIC-G-07" in {rule for ruling in table.rulings for rule in ruling.rules}
    assert waits(table) == {("Ana", "draft-roll"), ("Bo", "draft-roll")}
    table = more(table, "Bo throw die:2=3", "Ana throw die:1=2")
    assert {"DIC-B-03", "DIC-B-06"} <= cites(table)
    assert waits(table) == {("Bo", "draft")}
    assert len(picks(table, "draft")) == 6


def test_of_two_dice_thrown_at_once_for_the_first_choice_one_counts() -> None:
    table = play(basic(), "Ana throw die:1=4 die:2=5")
    assert [ruling.text for ruling in last_rulings(table)] == [
        "Ana rolls 4 with Malfoy.",
        "Each player rolls one die: Hagrid does not count.",
    ]


def test_dice_are_chosen_in_turn_until_each_has_three() -> None:
    table = play(
        basic(), "Ana throw die:1=4", "Bo throw die:2=3", "Ana draft die:6", "Bo draft die:1", "Ana draft die:2"
    )
    table = more(table, "Bo draft die:3", "Ana draft die:4", "Bo draft die:5")
    assert row(table, "Ana", "front") == {"die:2", "die:4", "die:6"}
    assert row(table, "Bo", "front") == {"die:1", "die:3", "die:5"}
    assert {"DIC-B-07", "DIC-B-08", "DIC-B-09"} <= cites(table)
    assert waits(table) == {("Ana", "advance")}


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("Ana throw die:2=3", "enough"),  # rolled already
        ("Bo throw die:1=3", "roll-another"),  # the other player took that die
        ("Bo throw die:2=cocked", "again"),
        ("Bo throw die:9=3", "stranger"),
    ],
)
def test_first_rolls_that_do_not_count(line: str, key: str) -> None:
    table = play(basic(), "Ana throw die:1=4", line)
    assert keys(table) == [key]
    assert waits(table) == {("Bo", "draft-roll")}


def test_the_challenger_advances_first_and_both_see_the_bonus() -> None:
    table = play(dealt())
    assert waits(table) == {("Ana", "advance")}
    table = more(table, "Ana advance die:2")
    assert {"DIC-B-11", "DIC-B-13", "DIC-B-14", "DIC-G-08"} <= cites(table)
    assert waits(table) == {("Bo", "advance")}
    table = more(table, "Bo advance die:6")
    assert view(table)["arena"]["Ana"] == {
        **dict.fromkeys(("face", "value", "guards", "again")),
        "die": "die:2",
        "rolls": 3,
        "made": 0,
        "left": 3,
        "lent": 0,
        "set": False,
        "frozen": False,
    }
    assert waits(table) == {("Ana", "cast")}


def test_nothing_can_be_kept_before_the_first_roll() -> None:
    table = play(dealt(), READY)
    reason = refusal(DICERS, table, fact("Ana keep"))
    assert reason is not None
    assert "no roll to keep yet. [DIC-B-19]" in reason


def test_only_the_latest_roll_counts_and_the_last_one_is_set() -> None:
    table = play(dealt(), "Ana advance die:3", "Bo advance die:4", "Ana throw die:3=5", "Ana throw die:3=2")
    assert "DIC-B-18" in cites(table)
    assert view(table)["arena"]["Ana"]["value"] == 2
    assert view(table)["arena"]["Ana"]["left"] == 1
    table = more(table, "Ana throw die:3=1")
    assert "DIC-B-17" in cites(table)
    assert view(table)["arena"]["Ana"]["set"]
    assert view(table)["to_roll"] == ["Bo"]


def test_a_kept_die_is_not_rolled_again() -> None:
    table = play(dealt(), "Ana advance die:3", "Bo advance die:4", "Ana throw die:3=5", "Ana keep")
    assert {"DIC-B-16", "DIC-B-19"} <= cites(table)
    table = more(table, "Ana throw die:3=6")
    assert keys(table) == ["is-set"]
    assert view(table)["arena"]["Ana"]["value"] == 5


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("Ana throw die:1=6", "used-up"),
        ("Bo throw die:1=6", "not-his"),
        ("Ana throw die:5=6", "not-his"),
        ("Bo throw die:4=6", "not-this-die"),
        ("Bo throw die:5=off", "again"),
        ("Bo throw die:5=touching", "again"),
    ],
)
def test_irregular_rolls_do_not_count(line: str, key: str) -> None:
    before = play(dealt(), READY, "Ana throw die:1=4")
    table = more(before, line)
    assert keys(table) == [key]
    assert table.state == before.state


def test_the_defender_waits_for_the_challenger() -> None:
    table = play(dealt(), READY, "Bo throw die:5=6")
    assert keys(table) == ["not-yet"]


EARLY = ("Ana advance die:2", "Bo advance die:5", "Ana throw die:2=4", "Bo throw die:5=3")


def test_an_early_roll_is_held_until_the_challenger_has_decided() -> None:
    held = play(dealt(), *EARLY)
    assert [ruling.text for ruling in held.entries[-1].rulings] == [
        "Bo rolls 3 early: it is held. Ana has 2 rolls left: does Ana keep 4?"
    ]
    assert {(ask.kind, ask.words) for ask in held.asks if ask.kind == "keep"} == {
        ("keep", "Ana has 2 rolls left: does Ana keep 4?")
    }
    decided = more(held, "Ana keep")
    assert keys(decided) == ["keeps", "rolls"]
    assert view(decided)["arena"]["Bo"]["value"] == 3
    again = more(held, "Ana throw die:2=2")
    assert keys(again) == ["rolls", "early-void"]
    assert view(again)["arena"]["Bo"]["value"] is None
    assert view(again)["arena"]["Bo"]["left"] == 3
    assert keys(more(held, "Bo throw die:5=6")) == ["not-yet"]


def test_by_house_rule_the_others_roll_keeps_the_present_die() -> None:
    table = play(dealt(house_rules={"defender_roll_keeps": True}), *EARLY)
    assert keys(table) == ["kept-by-roll", "rolls"]
    assert "DIC-Q-52" in cites(table)
    assert view(table)["arena"]["Ana"]["set"]
    assert view(table)["arena"]["Bo"]["value"] == 3


def test_no_roll_counts_before_both_have_advanced() -> None:
    table = play(dealt(), "Ana advance die:2", "Ana throw die:2=6")
    assert keys(table) == ["no-roll"]


def test_the_winner_keeps_his_die_and_challenges_next() -> None:
    table = play(dealt(), READY, "Ana throw die:1=3", "Bo throw die:5=4", "Bo keep")
    assert {"DIC-B-24", "DIC-B-25", "DIC-B-26", "DIC-B-27", "DIC-B-28", "DIC-G-11"} <= cites(table)
    assert row(table, "Ana", "out") == {"die:1"}
    assert row(table, "Bo", "front") == {"die:4", "die:5", "die:6"}
    assert waits(table) == {("Bo", "advance")}
    assert picks(table, "advance") == ["die:4", "die:6"]  # not the same die two Rounds running


TIED = """
Ana advance die:1
Bo advance die:6
Ana throw die:1=4
Bo throw die:6=4
"""


def test_a_tie_is_rolled_again_by_both_and_free_until_it_is_broken() -> None:
    table = play(dealt(), TIED)
    assert keys(table)[-1] == "tie"
    assert waits(table) == {("Ana", "tie"), ("Bo", "tie")}
    table = more(table, "Bo throw die:6=2", "Ana throw die:1=2")
    assert {"DIC-B-22", "DIC-B-23"} <= cites(table)
    table = more(table, "Ana throw die:1=power die:6=5")
    assert row(table, "Bo", "out") == {"die:6"}


@pytest.mark.parametrize("thrower", ["Ana", "Bo"])
def test_in_a_tie_each_die_counts_for_its_owner(thrower: str) -> None:
    table = play(dealt(), TIED, f"{thrower} throw die:1=2 die:6=5")
    assert row(table, "Ana", "out") == {"die:1"}


def test_a_cocked_die_in_a_tie_is_rolled_again_alone() -> None:
    table = play(dealt(), TIED, "Ana throw die:1=2 die:6=cocked")
    assert waits(table) == {("Bo", "tie")}
    table = more(table, "Ana throw die:1=6")  # hers counts already
    assert keys(table) == ["tie-rolled"]


def test_a_players_only_die_may_be_used_again() -> None:
    rows = {"Ana": {"front": ["die:1", "die:2"]}, "Bo": {"front": ["die:5"], "out": ["die:3", "die:4", "die:6"]}}
    table = play(basic(position=rows, challenger="Ana"), "Ana advance die:1", "Bo advance die:5", "Ana throw die:1=1")
    table = more(table, "Bo throw die:5=4", "Bo keep")
    assert "returns" in keys(table)
    assert picks(table, "advance") == ["die:5"]


def test_a_player_without_dice_has_lost() -> None:
    rows = {
        "Ana": {"front": ["die:1"], "out": ["die:2", "die:3"]},
        "Bo": {"front": ["die:5"], "out": ["die:4", "die:6"]},
    }
    table = play(basic(position=rows, challenger="Ana"), READY, "Ana throw die:1=5", "Bo throw die:5=1", "Bo keep")
    assert {"DIC-B-29", "DIC-B-30", "DIC-G-04"} <= cites(table)
    assert view(table)["winner"] == "Ana"
    assert table.asks == ()


def test_a_die_thrown_along_with_the_last_roll_counts_nothing() -> None:
    rows = {
        "Ana": {"front": ["die:1"], "out": ["die:2", "die:3"]},
        "Bo": {"front": ["die:6"], "out": ["die:4", "die:5"]},
    }
    table = play(basic(position=rows, challenger="Ana"), "Ana advance die:1", "Bo advance die:6", "Ana throw die:1=5")
    table = more(table, "Bo throw die:6=1 die:1=3")
    assert view(table)["winner"] == "Ana"
    assert last_rulings(table)[-1].key == "no-roll"
    assert last_rulings(table)[-1].rules[0] == "DIC-B-29"


def test_a_corrected_reading_gives_the_game_played_right() -> None:
    lines = "Ana advance die:1\nBo advance die:5\nAna throw die:1=3\nBo throw die:5=4\nBo keep\nBo advance die:4"
    wrong = referee(DICERS, dealt(), [*facts(lines), Amend(3, Throw("Ana", (("die:1", "5"),)))])
    assert wrong.lapsed == (6,)  # now Ana has won that Round, and it is hers to advance
    right = play(dealt(), lines.replace("die:1=3", "die:1=5").rpartition("\n")[0])
    assert (wrong.state, wrong.asks) == (right.state, right.asks)


def test_plays_can_be_taken_back() -> None:
    table = referee(DICERS, dealt(), [*facts(READY, "Ana throw die:1=3"), Retract(2)])
    assert waits(table) == {("Bo", "advance")}


@pytest.mark.parametrize(
    ("rules", "left_a", "left_b", "waiting"),
    [({}, 1, 0, {"Ana", "Bo"}), ({"tie_reroll_costs_bonus": True}, 1, 0, {"Ana"})],
)
def test_by_house_rule_a_tie_costs_casting_bonus(
    rules: dict[str, bool], left_a: int, left_b: int, waiting: set[str]
) -> None:
    table = play(dealt(house_rules=rules), "Ana advance die:2", "Bo advance die:6", "Ana throw die:2=4", "Ana keep")
    table = more(table, "Bo throw die:6=4")
    assert {player for player, _ in waits(table)} == waiting


def test_by_house_rule_remaining_rolls_may_be_used_in_a_tie() -> None:
    rules = {"bonus_carries_to_tie": True}
    table = play(dealt(house_rules=rules), "Ana advance die:2", "Bo advance die:6", "Ana throw die:2=4", "Ana keep")
    table = more(table, "Bo throw die:6=4")
    assert keys(table)[-1] == "carried"
    assert waits(table) == {("Ana", "cast")}
    assert view(table)["arena"]["Ana"]["left"] == 2
    assert view(table)["arena"]["Bo"]["left"] == 1


def test_by_house_rule_a_die_off_the_table_is_read() -> None:
    table = play(dealt(house_rules={"off_table_counts": True}), READY, "Ana throw die:1=off")
    assert keys(table) == ["read-it"]
    assert "DIC-Q-51" in cites(table)


def test_the_challenger_of_a_shared_game_may_still_be_rolled_for() -> None:
    table = play(basic(collections=dealt()["collections"]), "Ana throw die:1=2", "Bo throw die:6=5")
    assert waits(table) == {("Bo", "advance")}


def test_pipped_dice_have_a_plain_six() -> None:
    dice = {die: {"cb": 2, "pips": True} for die in ("die:1", "die:2", "die:3", "die:4", "die:5", "die:6")}
    table = play({**dealt(), "dice": dice}, READY, "Ana throw die:1=6")
    assert table.entries[-1].regular
    assert "rolls 6 with" in last_rulings(table)[0].text


def test_states_are_equal_where_the_games_are() -> None:
    assert state(play(dealt(), READY)) == state(play(dealt(), READY))
    assert isinstance(fact("Ana keep"), Choose)
    assert opening(DICERS, dealt()).state.owners["die:5"] == "Bo"
