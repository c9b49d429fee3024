"""A turn, rule by rule: its asks, its rulings, and its refusals."""

from __future__ import annotations

import pytest

from rules.core.asks import Ask
from rules.core.facts import Choose, Fact, Play
from rules.core.fold import Table, referee
from rules.core.game import Setup
from rules.core.refusals import refusal
from tests.rules.casting_stones.kit import CHARM, KIT, NOTHING, POTION, SPELL, casts, setup, throw
from tests.rules.casting_stones.match import cited

READY = setup(picked=True)
STAND_BO, STAND_ANA = Choose("Bo", "second", "stand"), Choose("Ana", "second", "stand")
BO, ANA = "Bo", "Ana"


def table(*log: Fact, of: Setup = READY) -> Table:
    return referee(KIT.game, of, log)


def bo(pattern: str) -> Play:
    return casts("Bo", pattern)


def ana(pattern: str) -> Play:
    return casts("Ana", pattern)


def waits(now: Table) -> list[tuple[str, str]]:
    return [(ask.player, ask.kind) for ask in now.asks]


def last(now: Table) -> str:
    return now.entries[-1].rulings[0].text


def ask(now: Table) -> Ask:
    [only] = now.asks
    return only


@pytest.mark.rule("CST-B-12", "CST-B-13", "CST-Q-07")
def test_the_youngest_casts_first_then_the_other_then_second_casts_follow() -> None:
    assert waits(table()) == [(BO, "cast")]
    assert waits(table(bo(NOTHING))) == [(ANA, "cast")]
    assert waits(table(bo(NOTHING), ana(NOTHING))) == [(BO, "second")]
    assert waits(table(bo(NOTHING), ana(NOTHING), STAND_BO)) == [(ANA, "second")]
    too_early = table(ana(SPELL))
    assert last(too_early) == "The youngest casts first in the first turn. Bo casts now: Ana's throw does not count."
    assert waits(too_early) == [(BO, "cast")]
    assert "CST-Q-07" in cited(table(bo(NOTHING), bo(SPELL)))


@pytest.mark.rule("CST-B-30", "CST-B-31", "CST-Q-06")
def test_only_a_failed_first_cast_may_be_cast_again() -> None:
    now = table(bo(POTION), ana(NOTHING))
    assert [ruling.text for ruling in now.entries[-1].rulings][-1] == "Bo keeps the Potion."
    assert waits(now) == [(ANA, "second")]
    assert waits(table(bo(NOTHING), ana(POTION))) == [(BO, "second")]


@pytest.mark.rule("CST-G-14", "CST-B-37")
def test_a_third_cast_is_refused() -> None:
    now = table(bo(NOTHING), ana(NOTHING), throw(BO, s18="number"), throw(BO, s18="symbol"))
    assert last(now) == "Bo's cast is final: that throw does not count."
    assert waits(now) == [(ANA, "second")]


@pytest.mark.rule("CST-B-31", "CST-B-34", "CST-B-35")
def test_a_second_cast_changes_only_what_was_cast_again() -> None:
    now = table(bo(NOTHING), ana(CHARM), throw(BO, s18="symbol", s39="number"))
    assert last(now) == ("Bo keeps Draco Malfoy, Remembrall and Cauldron and casts Garlic and Porcupine Quills again.")
    seat = KIT.game.view(table(bo(NOTHING), ana(NOTHING), throw(BO, s18="symbol")).state, None, frozenset())
    sides = [stone["side"] for stone in seat["seats"]["Bo"]["hand"]]
    assert sides == ["symbol", "symbol", "number", "symbol", "number"]


@pytest.mark.rule("CST-B-31", "CST-B-37")
def test_which_stones_were_cast_to_the_same_sides_again_decides_nothing() -> None:
    """After an outage the players may only say that some were: all five are logged."""
    some = table(bo(NOTHING), ana(NOTHING), throw(BO, s18="number"))
    whole = table(bo(NOTHING), ana(NOTHING), bo(NOTHING))
    ruling = whole.entries[-1].rulings[0]
    assert ruling.text == "Bo casts again, and all stones show the same sides as before."
    assert whole.state == some.state


def test_a_second_cast_may_be_of_any_own_stones() -> None:
    second = ask(table(bo(NOTHING), ana(POTION)))
    assert second.admits(throw(BO, s21="number"))
    assert second.admits(bo(CHARM))
    assert not second.admits(throw(BO, s44="number"))


@pytest.mark.rule("CST-Q-08", "CST-Q-40", "CST-G-18", "CST-B-38", "CST-Q-10")
def test_a_failed_cast_that_is_kept_is_a_bungle() -> None:
    now = table(bo("sssnn"), ana(POTION), STAND_BO)
    assert last(now) == "Bo does not cast again and has a Bungle."
    assert {"CST-Q-08", "CST-Q-40", "CST-G-18", "CST-Q-10"} <= cited(now)


SPOKEN = "Bo: Spell — 6 + 4 = 10. Ana: Spell — 15 + 10 = 25. The higher sum wins. Ana wins the turn."


@pytest.mark.rule("CST-B-21")
def test_the_verdict_has_names_and_numbers() -> None:
    now = table(bo(SPELL), ana(SPELL))
    assert SPOKEN in [ruling.text for ruling in now.rulings]
    assert waits(now) == [(ANA, "victory")]


@pytest.mark.rule("CST-B-56", "CST-B-57")
def test_who_won_casts_first_in_the_next_turn() -> None:
    now = table(bo(SPELL), ana(SPELL), Choose(ANA, "victory", "gem 2"))
    assert waits(now) == [(ANA, "cast")]
    assert {"CST-B-56", "CST-B-57"} <= cited(now)


@pytest.mark.parametrize(
    ("house_rules", "first"),
    [({}, BO), ({"tie_order": "alternate"}, ANA), ({"tie_order": "youngest"}, BO)],
)
@pytest.mark.rule("CST-Q-01", "CST-B-24")
def test_after_a_tie_the_house_rule_decides_who_casts_first(house_rules: dict[str, str], first: str) -> None:
    now = table(bo(POTION), ana(POTION), of=setup(picked=True, **house_rules))
    assert waits(now) == [(first, "cast")]
    assert "Nobody wins the turn." in now.rulings[-2].text


def test_the_youngest_again_after_a_tie_when_the_other_had_cast_first() -> None:
    log = [bo(POTION), ana(SPELL), Choose(ANA, "victory", "gem 1"), ana(POTION), bo(POTION)]
    assert waits(table(*log)) == [(ANA, "cast")]
    assert waits(table(*log, of=setup(picked=True, tie_order="youngest"))) == [(BO, "cast")]
    assert waits(table(*log, of=setup(picked=True, tie_order="alternate"))) == [(BO, "cast")]


@pytest.mark.parametrize(("swaps", "first"), [(False, BO), (True, ANA)])
@pytest.mark.rule("CST-Q-04")
def test_after_two_bungles_the_house_rule_decides_who_casts_first(swaps: bool, first: str) -> None:
    rules = setup(picked=True, bungle_tie_swaps_order=swaps, tie_order="same")
    assert waits(table(bo(NOTHING), ana(NOTHING), STAND_BO, STAND_ANA, of=rules)) == [(first, "cast")]


@pytest.mark.rule("CST-Q-02")
def test_by_house_rule_a_tie_gives_new_hands() -> None:
    assert waits(table(bo(POTION), ana(POTION))) == [(BO, "cast")]
    redraft = setup(picked=True, tie_redraft=True)
    now = table(bo(POTION), ana(POTION), of=redraft)
    assert waits(now) == [(BO, "draft")]
    assert len(ask(now).options) == 12
    bungles = table(bo(NOTHING), ana(NOTHING), STAND_BO, STAND_ANA, of=redraft)
    assert waits(bungles) == [(BO, "cast")]


def test_by_house_rule_any_cast_may_be_cast_again() -> None:
    free = setup(picked=True, free_second_cast=True)
    now = table(bo(POTION), ana(SPELL), of=free)
    assert waits(now) == [(BO, "second")]
    now = table(bo(POTION), ana(SPELL), STAND_BO, of=free)
    assert last(now) == "Bo keeps the Potion."
    lost = table(bo(POTION), ana(SPELL), throw(BO, s21="number"), STAND_ANA, of=free)
    assert "Bo: Bungle." in lost.rulings[-1].text


def test_by_house_rule_a_player_makes_both_casts_first() -> None:
    rules = setup(picked=True, cast_both_then_opponent=True)
    assert waits(table(bo(NOTHING), of=rules)) == [(BO, "second")]
    assert waits(table(bo(NOTHING), STAND_BO, of=rules)) == [(ANA, "cast")]
    assert waits(table(bo(POTION), of=rules)) == [(ANA, "cast")]


@pytest.mark.rule("CST-B-17", "CST-B-19")
def test_a_leaner_may_wait_until_second_casts_begin() -> None:
    leaning = table(bo("ssnsl"))
    assert waits(leaning) == [(BO, "tip"), (ANA, "cast")]
    assert waits(table(bo("ssnsl"), ana(NOTHING))) == [(BO, "tip")]
    early = table(bo("ssnsl"), ana(NOTHING), throw(BO, s46="symbol"))
    assert last(early) == "That throw does not count: Porcupine Quills must be tipped first."
    assert "CST-B-19" in cited(early)


@pytest.mark.rule("CST-B-17", "CST-B-18")
def test_only_its_caster_tips_a_leaner_and_only_once() -> None:
    leaning = table(bo("ssnsl"))
    assert refusal(KIT.game, leaning, Choose(ANA, "tip", "stone:39 number")) is not None
    tipped = table(bo("ssnsl"), Choose(BO, "tip", "stone:39 number"))
    assert [ruling.text for ruling in tipped.entries[-1].rulings] == [
        "Bo tips Porcupine Quills to its number. It stays that way.",
        "Bo casts a Spell: 6 + 4 = 10.",
    ]
    assert refusal(KIT.game, tipped, Choose(BO, "tip", "stone:39 symbol")) is not None


def test_a_leaner_that_the_camera_sees_flat_is_tipped() -> None:
    by_camera = table(bo("ssnsl"), throw(BO, s39="number"))
    chosen = table(bo("ssnsl"), Choose(BO, "tip", "stone:39 number"))
    assert (by_camera.state, by_camera.rulings) == (chosen.state, chosen.rulings)


@pytest.mark.rule("CST-Q-34")
def test_a_leaner_of_a_second_cast_is_tipped_before_comparing() -> None:
    log = [bo(POTION), ana(NOTHING), throw(ANA, s3="leaner")]
    assert waits(table(*log)) == [(ANA, "tip")]
    tipped = table(*log, Choose(ANA, "tip", "stone:3 symbol"))
    assert "CST-Q-34" in cited(tipped)
    assert "Ana: Spell" in " ".join(ruling.text for ruling in tipped.rulings)


@pytest.mark.rule("CST-B-16", "CST-Q-37")
@pytest.mark.parametrize(("mark", "rule"), [("k", "CST-B-16"), ("h", "CST-Q-37")])
def test_stacked_and_hidden_stones_are_asked_about_before_anything_else(mark: str, rule: str) -> None:
    now = table(bo(f"ssns{mark}"))
    assert waits(now) == [(BO, "tell")]
    assert rule in cited(now)
    answered = table(bo(f"ssns{mark}"), Choose(BO, "tell", "stone:39 number"))
    assert waits(answered) == [(ANA, "cast")]
    assert answered.rulings[-1].text == "Bo casts a Spell: 6 + 4 = 10."


@pytest.mark.rule("CST-Q-35")
def test_a_stone_off_the_table_is_cast_again_alone() -> None:
    now = table(bo("ssnso"))
    assert waits(now) == [(BO, "recast")]
    assert ask(now).pieces == (("stone:39", ("symbol", "number")),)
    assert waits(table(bo("ssnso"), throw(BO, s39="off"))) == [(BO, "recast")]
    again = table(bo("ssnso"), throw(BO, s39="number"))
    assert waits(again) == [(ANA, "cast")]
    assert KIT.game.view(again.state, None, frozenset())["seats"]["Bo"]["casts"] == 1


def test_a_missing_stone_is_cast_again() -> None:
    assert waits(table(throw(BO, s21="symbol", s35="symbol", s46="number", s18="symbol"))) == [(BO, "recast")]


def test_by_house_rule_a_stone_off_the_table_counts() -> None:
    stays = setup(picked=True, off_table_stays=True)
    now = table(bo("ssnso"), of=stays)
    assert waits(now) == [(BO, "tell")]
    assert last(now) == "Porcupine Quills is off the table. It counts as it lies: what does it show?"
    assert "CST-Q-35" in cited(table(bo("ssnso"), Choose(BO, "tell", "stone:39 number"), of=stays))


@pytest.mark.rule("CST-Q-09")
def test_a_stone_that_was_not_to_be_cast_keeps_its_side() -> None:
    log = [bo("ssnso"), throw(BO, s39="number", s46="symbol")]
    assert last(table(*log)) == "Cauldron is not cast now, but it shows another side: turn it back to its number."
    assert table(*log).state == table(bo("ssnso"), throw(BO, s39="number")).state
    still = table(bo("ssnso"), throw(BO, s39="number", s46="number"))
    assert "CST-Q-09" not in cited(still)


@pytest.mark.rule("CST-G-13")
def test_a_foreign_stone_spoils_the_throw() -> None:
    now = table(throw(BO, s21="symbol", s11="symbol"))
    assert last(now) == "Harry Potter is not one of Bo's five stones. The cast does not count: cast again."
    assert waits(now) == [(BO, "cast")]
    assert "stone:99 is not one" in last(table(throw(BO, s99="symbol")))


def test_nobody_casts_while_a_reward_is_due() -> None:
    now = table(bo(POTION), ana(SPELL), ana(SPELL))
    assert last(now) == "Ana finishes the rewards of the turn first: Ana's throw does not count."
    assert now.entries[-1].rulings[0].rules == ("CST-B-43", "CST-B-11")


def test_by_house_rule_shakes_are_asked_for() -> None:
    assert "three good shakes" in ask(table(of=setup(picked=True, strict_throw=True))).words
    assert "shakes" not in ask(table()).words


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("ssnnn", "Bo casts 2 symbols and 3 numbers: no Spell, Potion or Charm."),
        ("snnnn", "Bo casts 1 symbol and 4 numbers: no Spell, Potion or Charm."),
        (
            "sssnn",
            "Bo casts 3 symbols and 2 numbers, but the symbols are 1 Character and 2 Artifacts: "
            "no Spell, Potion or Charm.",
        ),
        ("sssss", "Bo casts a Potion."),
        ("nnnnn", "Bo casts a Charm: 25 + 15 + 6 + 10 + 4 = 60."),
    ],
)
def test_the_ruling_explains_why_there_is_no_spell(pattern: str, words: str) -> None:
    assert last(table(bo(pattern))) == words


def test_the_page_calls_it_a_bungle_only_when_it_is_final() -> None:
    def seat(now: Table) -> dict[str, object]:
        cast = KIT.game.view(now.state, None, frozenset())["seats"]["Bo"]["cast"]
        assert isinstance(cast, dict)
        return cast

    assert seat(table(bo(NOTHING)))["words"] == "Nothing yet"
    assert seat(table(bo(NOTHING), ana(NOTHING), STAND_BO))["words"] == "Bungle"
    assert seat(table(bo("ssnsl")))["words"] == "not sure yet"
    assert seat(table(bo("ssnsl")))["kind"] == "unsure"
