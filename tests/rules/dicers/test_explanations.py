"""Rulings, asks and refusals give the true reason, and the deciding rule first."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.asks import Ask, Option, visible_asks
from rules.core.fold import Table, advance
from rules.core.game import Setup
from rules.core.refusals import refusal, why_not
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.table import basic, fact, more, play, view

MET = "Ana advance a\nBo advance b\n"
EVOKE = WON + "Ana win evoke\n"


def ask(table: Table, kind: str, player: str = "Ana") -> Ask:
    [only] = [ask for ask in table.asks if (ask.player, ask.kind) == (player, kind)]
    return only


def texts(table: Table) -> list[str]:
    return [ruling.text for ruling in table.entries[-1].rulings]


def excluded(table: Table, kind: str) -> dict[str, str]:
    """The options that are missing, with the rule that decides."""
    return {one.option.pick: one.reason.rules[0] for one in ask(table, kind).excluded}


SWAP = duel({"a": "swap"}, "front a a2 | keep a3 | reserve r", "front b b2 | keep b3")
SPELL = duel({"a": "cast-spell"})
FORCE = duel({"r": "force-roll"}, "front a | reserve r", "front b b2")
BANISHED = duel({}, bo="front b b2 | banished b3", challenger="Bo")
SUMMON = duel({"a": "summon"}, "front a a4 | keep a3 | dungeon a2")
FIRST_CAST = duel({"r": "first-cast"}, bo="front b b2 | reserve r")
FREEZE = duel({"a": {"cb": 2}, "r": "freeze"}, bo="front b b2 | reserve r")
FROZEN = MET + "Ana throw a=4\nBo reserve r\n"


@pytest.mark.parametrize(
    ("setup", "lines", "choice", "rules", "words"),
    [
        (SWAP, EVOKE + "Ana swap a2", "Ana swap-with b3", ("DIC-P-SWP-10",), "One of yours is never swapped"),
        (SWAP, EVOKE, "Ana swap r", ("DIC-P-SWP-03", "DIC-Q-23"), "Swap does not reach dice in Reserve."),
        (SPELL, EVOKE + "Ana throw a=5", "Ana cast-spell b", ("DIC-Q-21", "DIC-P-SPL-06"), "Front Line and Keep."),
        (SPELL, EVOKE, "Ana win expel", ("DIC-I-23", "DIC-Q-32"), "The winner has chosen already"),
        (
            FORCE,
            MET + "Ana throw a=3\nBo throw b=5\nAna reserve r",
            "Bo keep",
            ("DIC-P-FRL-01",),
            "b has to be rolled once more: the roll that lies there cannot be kept.",
        ),
        (duel({}), MET + "Ana throw a=3\nBo throw b=3", "Ana advance a2", ("DIC-B-22",), "The Round is tied"),
        (FREEZE, FROZEN, "Ana keep", ("DIC-P-FRZ-01",), "The die is frozen: its roll stays"),
        (FREEZE, FROZEN + "Bo throw b=4", "Ana keep", ("DIC-B-22",), "The Round is tied: the roll that breaks the tie"),
        (SUMMON, EVOKE, "Ana summon a3", ("DIC-P-SUM-02", "DIC-P-SUM-01"), "only while the Dungeon is empty."),
        (FIRST_CAST, MET, "Bo reserve r", ("DIC-P-FST-01",), "First Cast is used by the Challenger"),
        (
            duel({"r": "challenge"}, "front a | reserve r"),
            MET + "Ana throw a=3",
            "Ana reserve r",
            ("DIC-P-CHL-02",),
            "",
        ),
        (duel({"r": "freeze"}, "front a | reserve r"), MET, "Ana reserve r", ("DIC-P-FRZ-02",), ""),
        (duel({}), MET, "Ana challenge b", ("DIC-P-CHL-01",), "No Challenge is being used."),
        (duel({}), MET, "Ana cast-spell b", ("DIC-P-SPL-01",), "No Power that asks for this is at work."),
        (duel({}), MET, "Ana double roll", ("DIC-M-DBL-01",), "No Power that asks for this is at work."),
        (basic(challenger="Ana"), "", "Ana advance die:1", ("DIC-B-07", "DIC-B-10"), "The first Round has not begun."),
    ],
)
def test_each_refusal_gives_the_true_reason(
    setup: Setup, lines: str, choice: str, rules: tuple[str, ...], words: str
) -> None:
    table, chosen = play(setup, lines), fact(choice)
    reason = why_not(DICERS, table, chosen)  # type: ignore[arg-type]
    assert reason is not None
    assert reason.rules == rules
    assert words in reason.words
    assert str(refusal(DICERS, table, chosen)).startswith(str(reason))


def test_an_escape_roll_that_comes_too_late_names_its_rule() -> None:
    lines = "Bo advance b\nAna advance a\nBo throw b=5\nAna throw a=2\nBo win expel\nBo advance b2"
    late = play(BANISHED, lines, "Bo throw b3=power")
    assert late.entries[-1].rulings[0].rules[0] == "DIC-P-BAN-08"


def test_the_ruling_names_the_power_that_always_beats() -> None:
    setup = duel({"r": "always-beats-odd"}, "front a | reserve r", "front b b2")
    table = play(setup, MET, "Ana throw a=1", "Bo throw b=5", "Ana reserve r", "Ana win expel")
    won = table.entries[-1].rulings[0]
    assert won.text == "Ana wins the Round with a, by Always Beats."
    assert won.rules[0] == "DIC-P-ABT-01"
    assert "DIC-B-24" not in won.rules


@pytest.mark.rule("DIC-P-ABT-01")
@pytest.mark.parametrize(("parity", "rolled"), [("odd", 5), ("even", 4)])
def test_a_die_beaten_by_always_beats_is_called_odd_or_even(parity: str, rolled: int) -> None:
    setup = duel({"r": f"always-beats-{parity}"}, "front a | reserve r", "front b b2")
    table = play(setup, MET, "Ana throw a=1", f"Bo throw b={rolled}", "Ana reserve r")
    assert f"b is beaten: its {rolled} is {parity}." in [ruling.text for ruling in table.entries[-1].rulings]


@pytest.mark.rule("DIC-A-14")
def test_the_chosen_alliance_says_how_many_rolls_it_lends() -> None:
    friends = {"g": {"alliance": "gryffindor"}, "s": {"alliance": "slytherin"}, "s2": {"alliance": "slytherin"}}
    both: dict[str, Any] = {"a": {"cb": 2, "alliances": ["gryffindor", "slytherin"]}, **friends}
    table = play(duel(both, "front a g s s2"), MET, "Ana alliance gryffindor")
    assert table.entries[-1].rulings[0].text == "a may be rolled 3 times, 1 of them lent by Alliances."


def test_a_full_capture_die_and_a_mimic_say_what_is_missing() -> None:
    full = play(duel({"a": "capture"}, "front a", "front b b2", hostages={"a": ["h"]}), WON)
    assert excluded(full, "win") == {"evoke": "DIC-P-CAP-06"}
    mimic = play(duel({"a": "mimic", "b": "add"}), WON)
    assert excluded(mimic, "win") == {"evoke": "DIC-P-MIM-03"}
    assert visible_asks(mimic.asks, "Bo")[0].excluded == ()


def test_the_list_of_types_reveals_no_hidden_die() -> None:
    def offered(alliance: str) -> tuple[Option, ...]:
        dice = {"a": {"power": "retire", "all": "any"}, "b2": {"alliances": [alliance]}}
        return ask(play(duel(dice), EVOKE), "type").options  # type: ignore[arg-type]

    assert offered("hufflepuff") == offered("dragons")
    assert "hufflepuff" in [option.pick for option in offered("dragons")]
    named = play(duel({"a": {"power": "retire", "all": "any"}, "b2": {"alliances": ["dragons"]}}), EVOKE)
    assert "names Dragons" in texts(more(named, "Ana type Dragons"))[0]
    assert "is a word" in str(refusal(DICERS, named, fact("Ana type 12")))


def test_a_misspelt_type_is_refused_and_any_other_word_accepted_whatever_lies_hidden() -> None:
    def refused(hidden: str, named: str) -> str | None:
        dice = {"a": {"power": "retire", "all": "any"}, "b2": {"alliances": [hidden]}}
        return refusal(DICERS, play(duel(dice), EVOKE), fact(f"Ana type {named}"))  # type: ignore[arg-type]

    for hidden in ("dragons", "hufflepuff"):
        assert refused(hidden, "Dragons") is refused(hidden, "Quidditch") is refused(hidden, "slytherin") is None
        assert str(refused(hidden, "Gryfindor")).startswith("Gryfindor looks like a slip for Gryffindor: ")
        assert "[DIC-M-ALL-03" in str(refused(hidden, "Students"))


def test_a_game_with_a_misspelt_type_replays() -> None:
    asked_for = play(duel({"a": {"power": "retire", "all": "any"}}), EVOKE)
    assert refusal(DICERS, asked_for, fact("Ana type Gryfindor"), recorded=True) is None
    replayed = advance(DICERS, asked_for, fact("Ana type Gryfindor"))
    assert replayed.lapsed == ()
    assert "no die of the type Gryfindor" in texts(replayed)[1]


def test_a_single_roll_is_written_in_the_singular() -> None:
    table = play(duel({"r": "extra-roll"}, "front a | reserve r"), MET, "Ana throw a=1", "Ana reserve r")
    assert texts(table)[1] == "a has 1 roll left."


def test_a_fourth_die_cites_the_rule_of_its_level() -> None:
    dice = {die: {"cb": 2, "power": "expel", "name": die} for die in ("a0", "a1", "a2", "a3", "b0", "b1", "b2", "b3")}
    setup = {**duel({}), "dice": dice, "collections": {"Ana": ["a0", "a1", "a2", "a3"], "Bo": ["b0", "b1", "b2", "b3"]}}
    setup = {key: value for key, value in setup.items() if key not in ("position", "challenger")}
    table = play(setup, "Ana throw a0=1 a1=1 a2=1 a3=6")
    assert table.entries[-1].rulings[-1].rules == ("DIC-A-07",)


def test_a_paid_extra_roll_is_never_lost() -> None:
    extra = duel({"r": "extra-roll", "b": {"cb": 3}}, "front a | reserve r", "front b b2")
    early = play(extra, MET, "Ana throw a=2", "Bo throw b=1", "Ana reserve r", "Bo throw b=4", "Ana throw a=6")
    assert view(early)["arena"]["Ana"]["value"] == 6
    both = duel({"r": "challenge", "x": "extra-roll"}, "front a | reserve r", "front b b2 | reserve x")
    for die in ("b", "b2"):
        table = play(both, MET, "Bo reserve x", "Ana reserve r", f"Ana challenge {die}")
        rolls = view(play(both, MET))["arena"]["Bo"]["rolls"]
        assert view(table)["arena"]["Bo"]["rolls"] == rolls + 1


def test_a_position_can_say_that_a_die_captures_since_a_spell() -> None:
    setup = duel({"a": {"cb": 2, "power": "cast-spell"}}, "front a a2", "front b b2", hostages={"a": ["h"]})
    assert "capture" not in [option.pick for option in ask(play(setup, WON_OF_TWO), "win").options]
    setup = {**setup, "position": {**setup["position"], "capturing": ["a"]}}
    assert "capture" in [option.pick for option in ask(play(setup, WON_OF_TWO), "win").options]
    with pytest.raises(ValueError, match="name it in 'hostages'"):
        play({**setup, "position": {**setup["position"], "capturing": ["a2"]}})


WON_OF_TWO = MET + "Ana throw a=5\nAna keep\nBo throw b=2"


def test_a_die_of_a_tie_is_not_rolled_twice() -> None:
    table = play(duel({}), MET, "Ana throw a=3", "Bo throw b=3", "Bo throw b=1", "Bo throw b=6")
    assert texts(table) == ["b was rolled in this tie already: Ana's die is still due."]
    assert table.entries[-1].rulings[0].rules[0] == "DIC-B-22"


def test_buttons_name_the_die_its_owner_and_place() -> None:
    won = play(duel({"a": "greater-expel"}, bo="front b b2 | keep b3"), WON)
    assert ask(won, "win").options[0].words == "Expel b"
    words = {option.pick: option.words for option in ask(more(won, "Ana win evoke"), "greater-expel").options}
    assert words["b3"] == "b3 (Bo's Keep)"
    assert words["b2"] == "b2 (Bo's Front Line)"


def test_above_basic_the_two_rolls_are_compared_before_the_winner_chooses() -> None:
    assert texts(play(duel({}), WON))[-1] == "5 against 2: Ana is ahead."


@pytest.mark.parametrize(
    ("ana", "words"),
    [
        ("front a a2", "Put a in Reserve: Add 1"),
        ("front a", "Put a in Reserve: Add 1 (your last die: you would lose)"),
        (
            "front a | banished a2",
            "Put a in Reserve: Add 1 (your last die: you lose unless a banished die escapes)",
        ),
    ],
)
def test_a_reserve_power_that_wins_is_put_in_reserve_and_not_used(ana: str, words: str) -> None:
    assert ask(play(duel({"a": "add"}, ana), WON), "win").options[1].words == words


def test_a_banished_die_saves_nobody_where_the_game_is_lost_at_once() -> None:
    table = play(duel({"a": "add"}, "front a | banished a2", check_immediately=True), WON)
    assert ask(table, "win").options[1].words == "Put a in Reserve: Add 1 (your last die: you would lose)"
    assert view(more(table, "Ana win evoke"))["winner"] == "Bo"


@pytest.mark.parametrize(
    ("setup", "lines", "kind", "die", "rule"),
    [
        (duel({"a": "summon"}, "front a a2 | dungeon a3 | banished a4"), "", "summon", "a4", "DIC-P-BAN-03"),
        (duel({"a": "greater-expel"}, bo="front b | banished b3"), "", "greater-expel", "b3", "DIC-P-BAN-03"),
        (duel({"a": "swap"}, "front a a2 | keep a3"), "", "swap", "a", "DIC-Q-24"),
        (duel({"a": "retire"}), "", "retire", "b", "DIC-P-RET-01"),
        (duel({"a": "cast-spell"}), "\nAna throw a=5", "cast-spell", "b", "DIC-Q-21"),
    ],
)
def test_a_die_that_a_power_does_not_affect_is_named(setup: Setup, lines: str, kind: str, die: str, rule: str) -> None:
    excluded = ask(play(setup, WON, "Ana win evoke" + lines), kind).excluded
    assert {one.option.pick: one.reason.rules[0] for one in excluded}[die] == rule


def test_a_power_without_effect_is_marked_and_stays_legal() -> None:
    idle = ask(play(duel({"a": "refresh"}), WON), "win").options[1]
    assert (idle.pick, idle.words) == ("evoke", "Use Refresh: it would do nothing now")
    busy = ask(play(duel({"a": "refresh"}, "front a a2 | keep a3"), WON), "win").options[1]
    assert busy.words == "Use Refresh"
    spell = play(duel({"a": "cast-spell"}), EVOKE, "Ana throw a=2")
    assert "Nothing happens: there is no die that the spell could work on." in texts(spell)


@pytest.mark.rule("DIC-P-CAP-06", "DIC-Q-35")
@pytest.mark.parametrize(
    ("power", "lines"), [("mimic", ""), ("cast-spell", "\nAna throw a=4")], ids=["mimics Capture", "the spell's 4"]
)
def test_a_captor_without_room_is_the_reason_that_nothing_is_captured(power: str, lines: str) -> None:
    full = duel({"a": power, "b": "capture"}, hostages={"a": ["h"]})
    said = texts(play(full, WON + "\nAna win evoke" + lines))
    assert "Nothing happens: a has no room for another hostage." in said
    assert not [text for text in said if "no die that" in text]
