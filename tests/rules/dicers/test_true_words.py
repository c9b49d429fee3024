"""What is said is true of the moment: after Always Beats, of a doubled spell, of Summon All with dice in Reserve."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.facts import Choose
from rules.core.fold import Table
from rules.core.phrases import Phrase
from rules.core.refusals import why_not
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.table import cites, keys, last_rulings, more, picks, play, row, view, waits

MET = "Ana advance a\nBo advance b\n"
BEATS: dict[str, Any] = {"a": {"cb": 2}, "b": {"cb": 2}, "e": "always-beats-odd"}
STUDENT = {"power": "add", "group": "student"}


def decided(*, anytime: bool = False) -> Table:
    """Ana's 3 is beaten by Always Beats, set as it must be unless the house says otherwise; Bo's die is not set."""
    rolls = "Ana throw a=3\n" + ("" if anytime else "Ana keep\nBo throw b=2\n")
    return play(duel(BEATS, bo="front b b2 | reserve e", always_beats_anytime=anytime), MET + rolls + "Bo reserve e")


@pytest.mark.rule("DIC-P-ABT-01", "DIC-Q-07")
def test_a_roll_cannot_be_kept_once_always_beats_has_decided_the_round() -> None:
    reason = why_not(DICERS, decided(), Choose("Bo", "keep", "keep"))
    assert reason is not None
    assert (reason.words, reason.rules[0]) == ("Bo has won the Round, and first says what to do.", "DIC-I-23")
    early = why_not(DICERS, decided(anytime=True), Choose("Ana", "keep", "keep"))
    assert early is not None
    assert early.words == "Bo has won the Round, and first says what to do."


@pytest.mark.rule("DIC-P-ABT-01", "DIC-Q-07")
@pytest.mark.parametrize(("anytime", "line", "die"), [(False, "Bo throw b=6", "b"), (True, "Ana throw a=6", "a")])
def test_no_roll_is_due_once_always_beats_has_decided_the_round(anytime: bool, line: str, die: str) -> None:
    [ruling] = last_rulings(more(decided(anytime=anytime), line))
    assert ruling.text == f"No roll of {die} is due now: it does not count."
    assert ruling.rules[0] == "DIC-P-ABT-01"


@pytest.mark.rule("DIC-B-19")
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("", "There is no roll to keep yet."),
        ("Ana throw a=3", "That is not one of the answers that the rule allows."),
    ],
)
def test_an_answer_that_is_not_keep_is_not_refused_for_want_of_a_roll(lines: str, words: str) -> None:
    reason = why_not(DICERS, play(duel(BEATS), MET + lines), Choose("Ana", "keep", "a"))
    assert reason is not None
    assert (reason.words, reason.rules) == (words, ("DIC-B-19",))


@pytest.mark.rule("DIC-P-GRD-01", "DIC-Q-07")
def test_no_guardian_fights_once_always_beats_has_decided_the_round() -> None:
    guarded = duel({**BEATS, "g": "guardian"}, bo="front b b2 | reserve e g")
    table = play(guarded, MET + "Ana throw a=3\nAna keep\nBo reserve e")
    assert waits(table) == {("Bo", "win")}
    reason = why_not(DICERS, table, Choose("Bo", "reserve", "g"))
    assert reason is not None
    assert reason.words == "The Round is decided by Always Beats; only the winner's choice is left."


@pytest.mark.rule("DIC-P-GRD-03", "DIC-P-CHL-01")
def test_a_challenge_is_too_late_because_of_a_guardian_and_not_of_the_advance() -> None:
    guarded = duel({"r": "challenge", "g": "guardian"}, "front a a2 | reserve r", "front b b2 | reserve g")
    reason = why_not(DICERS, play(guarded, MET + "Bo reserve g"), Choose("Ana", "reserve", "r"))
    assert reason is not None
    assert reason.words == "A Guardian fights for the Defender's die: another die cannot be named any more."
    assert reason.rules[0] == "DIC-P-GRD-03"


@pytest.mark.rule("DIC-Q-49")
@pytest.mark.parametrize(
    ("face", "words"),
    [
        ("1", "the die itself is expelled."),
        ("2", "two dice move up from the Keep."),
        ("3", "up to four of the other's dice go back to their Keep."),
        ("4", "the beaten die is captured."),
        ("5", "two of the other's dice are expelled."),
        ("power", "four of the other's dice are expelled."),
    ],
)
def test_a_doubled_spell_is_announced_with_its_doubled_numbers(face: str, words: str) -> None:
    spell = duel({"a": {"power": "cast-spell", "double": True}}, ana="front a a2 | keep k", bo="front b b2 b3 b4 b5")
    table = play(spell, WON + f"Ana win evoke\nAna double roll\nAna throw a=6\nAna throw a={face}")
    assert last_rulings(table)[0].text.endswith(words)


SUMMONER = {"a": {"power": "summon", "all": "student"}, "r": STUDENT}


@pytest.mark.rule("DIC-Q-61", "DIC-M-ALL-01")
@pytest.mark.parametrize("strict", [False, True])
def test_summon_all_may_bring_dice_of_the_type_that_lie_in_reserve_only(strict: bool) -> None:
    won = play(duel(SUMMONER, ana="front a a2 | reserve r", must_have_effect=strict), WON)
    [win] = [ask for ask in won.asks if ask.kind == "win"]
    assert [option.words for option in win.options] == ["Expel b", "Use Summon All Students"]
    called = more(won, "Ana win evoke")
    assert waits(called) == {("Ana", "stored-too")}
    assert picks(called, "stored-too") == ["yes", "no"]
    brought = more(called, "Ana stored-too yes")
    assert row(brought, "Ana", "front") == {"a2", "r"}
    assert "DIC-Q-61" in cites(brought)
    assert row(more(called, "Ana stored-too no"), "Ana", "reserve") == {"r"}


def test_by_house_rule_summon_all_does_nothing_for_dice_in_reserve() -> None:
    house = duel(SUMMONER, ana="front a a2 | reserve r", summon_all_dungeon_only=True)
    table = play(house, WON + "Ana win evoke")
    assert "Nothing happens: there is no die that Summon All Students could work on." in [
        ruling.text for ruling in last_rulings(table)
    ]


@pytest.mark.rule("DIC-P-SPL-07", "DIC-M-DBL-03", "DIC-G-07")
def test_the_power_side_is_named_in_the_readers_language_before_a_colon() -> None:
    spell = play(duel({"a": {"power": "cast-spell"}}), WON + "Ana win evoke\nAna throw a=power")
    doubled = play(duel({"a": {"power": "retire", "double": True}}), WON + "Ana win evoke\nAna double roll")
    stored = duel({"r": {"power": "extra-roll", "double": True}}, ana="front a a2 | reserve r")
    kept = play(stored, MET + "Ana reserve r\nAna double roll")
    for table, words in (
        (spell, "The spell shows its Power side, a 6: two of the other's dice are expelled."),
        (more(doubled, "Ana throw a=power"), "Ana rolls its Power side, a 6: the Power works doubled."),
        (more(kept, "Ana throw r=power"), "Ana rolls its Power side, a 6: the Power works doubled."),
    ):
        [ruling] = [ruling for ruling in last_rulings(table) if ruling.text == words]
        assert isinstance(dict(ruling.params)["value"], Phrase), "a plain text is not translated"


@pytest.mark.rule("DIC-I-17")
@pytest.mark.parametrize("level", ["basic", "intermediate"])
@pytest.mark.parametrize(("kind", "pick"), [("shield", "no"), ("shield", "a"), ("challenge", "b")])
def test_no_reserve_power_is_promised_where_there_is_no_reserve(level: str, kind: str, pick: str) -> None:
    reason = why_not(DICERS, play(duel({}, level=level), "Ana advance a"), Choose("Ana", kind, pick))
    assert reason is not None
    assert reason.words == "The Reserve is played in the Advanced game only."


@pytest.mark.rule("DIC-Q-32")
def test_by_house_rule_another_power_of_the_stack_is_offered_by_its_name() -> None:
    dice: dict[str, Any] = {"a": {"power": "capture", "cb": 3, "name": "Fluffy"}, "die:12": "refresh", "die:5": "spy"}
    held = {"a": ["die:12", "die:5"]}
    chain = duel(dice, ana="front a a2 | keep c", hostages=held, powers_chain=True)
    rolls = MET + "Ana throw a=5\nAna keep\nBo throw b=2\n"
    table = play(chain, rolls + "Ana win hostage:die:12\nAna refresh c")
    [more_powers] = [ask for ask in table.asks if ask.kind == "more"]
    assert {option.pick: option.words for option in more_powers.options} == {
        "evoke": "Use Capture",
        "hostage:die:5": "Use Snape's Power: Spy",
        "done": "That is enough",
    }


TWO_BANISHED = duel({}, "front a a2 | banished x y")
ROLLED_ALREADY = "x has been rolled to escape already, once for this win."
NEXT_ROUND = "The next Round has begun: x may be rolled to escape when Ana has won again."


@pytest.mark.rule("DIC-P-BAN-05", "DIC-P-BAN-08")
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("Ana throw x=3", ROLLED_ALREADY),
        ("Ana throw x=3\nAna throw y=2", ROLLED_ALREADY),
        ("Ana throw x=3\nAna throw y=2\nAna advance a2", NEXT_ROUND),
        ("Ana advance a2", NEXT_ROUND),
    ],
)
def test_a_second_escape_roll_does_not_count_whether_the_first_was_made_or_missed(lines: str, words: str) -> None:
    table = play(TWO_BANISHED, WON + "Ana win expel\n" + lines)
    assert [ruling.text for ruling in last_rulings(more(table, "Ana throw x=power"))] == [words]


@pytest.mark.rule("DIC-M-ALL-04", "DIC-M-ALL-02")
@pytest.mark.parametrize(
    ("power", "whose"), [("summon", "Ana's other dice"), ("retire", "Bo's dice"), ("reverse", "the other dice")]
)
def test_an_all_power_without_effect_says_among_whose_dice_it_found_none(power: str, whose: str) -> None:
    """There are dice of the type, but the winning die itself and, under it, a hostage are not reached."""
    student = {"group": "student"}
    dice = {"a": {"power": power, "all": "student", **student}, "h": student}
    table = play(duel(dice, hostages={"a": ["h"]}), WON + "Ana win evoke")
    words = {ruling.key: ruling.text for ruling in last_rulings(table)}
    assert words["no-type"].endswith(f" reaches no die of the type Student among {whose}: nothing happens.")


@pytest.mark.rule("DIC-P-SWP-01", "DIC-P-SWP-04")
def test_two_hostages_change_places_and_so_the_dice_that_hold_them() -> None:
    held = {"b2": ["h", "h2"], "b3": ["k"]}
    table = play(duel({"a": "swap"}, bo="front b b2 | keep b3", hostages=held), WON + "Ana win evoke\nAna swap h")
    [ask] = table.asks
    excluded = {one.option.pick: one.reason.words for one in ask.excluded}
    assert excluded["h2"] == "Both dice lie in the same place: the swap would change nothing."
    assert view(more(table, "Ana swap-with k"))["hostages"] == {"b2": ["k", "h2"], "b3": ["h"]}


@pytest.mark.rule("DIC-P-SWP-10", "DIC-Q-23", "DIC-Q-24")
@pytest.mark.parametrize(
    ("house", "pick", "words"),
    [
        ("swap_reaches_reserve", "b3", "One of yours is never swapped with one of the other player's."),
        ("swap_reaches_reserve", "a4", "Both dice lie in the same place: the swap would change nothing."),
        ("swap_reaches_reserve", "b", "Swap does not reach dice in the Arena."),
        ("swap_reaches_arena", "b", "One of yours is never swapped with one of the other player's."),
        ("swap_reaches_arena", "b3", "Swap does not reach dice in Reserve."),
    ],
)
def test_a_house_rule_on_swap_is_not_contradicted_by_a_reason(house: str, pick: str, words: str) -> None:
    rows = duel({"a": "swap", "a4": "add", "b3": "add"}, "front a | reserve a3 a4 | keep a5", "front b | reserve b3")
    first = "a3" if house == "swap_reaches_reserve" else "a"
    table = play({**rows, "house_rules": {house: True}}, WON + f"Ana win evoke\nAna swap {first}")
    reason = why_not(DICERS, table, Choose("Ana", "swap-with", pick))
    assert reason is not None
    assert reason.words == words


@pytest.mark.rule("DIC-M-COL-01")
@pytest.mark.parametrize(("power", "kind"), [("swap", "swap"), ("summon", "summon")])
def test_a_hostage_of_another_type_is_out_of_reach_for_its_type(power: str, kind: str) -> None:
    wizard = {"group": "wizard"}
    rows = duel(
        {"a": {"power": power, "only": ["wizard"]}, "a2": wizard, "a3": wizard},
        "front a a2 | dungeon a3",
        hostages={"b2": ["h"]},
    )
    table = play(rows, WON + "Ana win evoke")
    reason = why_not(DICERS, table, Choose("Ana", kind, "h"))
    assert reason is not None
    assert reason.words == "The Power works only on dice of its type."


@pytest.mark.rule("DIC-P-FRL-01", "DIC-M-DBL-01", "DIC-P-CAP-08")
def test_a_roll_out_of_turn_names_the_rule_by_which_another_roll_is_due() -> None:
    three: dict[str, Any] = {"cb": 3}
    forced = duel({"a": three, "b": three, "f": "force-roll"}, bo="front b b2 | reserve f")
    [ruling] = last_rulings(play(forced, MET + "Ana throw a=3\nBo reserve f\nBo throw b=4"))
    assert ruling.text == "It is Ana's turn to roll: b does not count yet."
    assert ruling.rules[0] == "DIC-P-FRL-01"

    held = duel({"h": {"power": "retire", "double": True}}, hostages={"a": ["h"]})
    [ruling] = last_rulings(play(held, WON + "Ana win hostage:h\nAna double roll\nBo throw h=6"))
    assert ruling.rules[0] == "DIC-M-DBL-01"
    assert ruling.text == "h is not Bo's to roll: it does not count."


@pytest.mark.rule("DIC-Q-02", "DIC-P-ADD-01", "DIC-P-SUB-01", "DIC-P-FRL-01", "DIC-P-FRZ-01")
@pytest.mark.parametrize("power", ["add", "subtract", "force-roll", "freeze"])
def test_a_tie_whose_rolls_are_taken_up_leaves_none_to_change_but_they_were_rolled(power: str) -> None:
    """By house rule both roll on with what is left: nobody may say that they have not rolled."""
    carried = duel({"a": {"cb": 2}, "b": {"cb": 2}, "r": power}, bo="front b b2 | reserve r", bonus_carries_to_tie=True)
    table = play(carried, MET + "Ana throw a=3\nAna keep\nBo throw b=3\nBo keep")
    reason = why_not(DICERS, table, Choose("Bo", "reserve", "r"))
    assert reason is not None
    assert reason.words.endswith("has none in the Arena yet.")


@pytest.mark.rule("DIC-P-CAP-06", "DIC-Q-31")
def test_a_captor_that_took_over_too_many_hostages_has_the_same_reason_as_a_full_one() -> None:
    held = {"a": ["h", "h2", "h3"]}
    table = play(
        duel({"a": {"power": "capture", "cb": 2}}, hostages=held), MET + "Ana throw a=5\nAna keep\nBo throw b=2"
    )
    [win] = table.asks
    [full] = win.excluded
    assert full.reason.words == "A die captures only while it holds fewer hostages than its casting bonus."


@pytest.mark.rule("DIC-P-CAP-04", "DIC-P-SPL-05")
def test_a_die_whose_hostage_was_rescued_captures_no_more_although_it_did_before() -> None:
    spell = duel({"a": {"power": "cast-spell", "cb": 2}, "b2": "summon"}, "front a a2", "front b b2 b3")
    table = play(spell, MET + "Ana throw a=5\nAna keep\nBo throw b=2\nAna win evoke\nAna throw a=4")
    rescued = more(table, "Ana advance a2\nBo advance b2\nAna throw a2=1\nBo throw b2=5\nBo win evoke\nBo summon b")
    won = more(rescued, "Bo advance b\nAna advance a\nBo throw b=1\nAna throw a=5\nAna keep")
    assert picks(won, "win") == ["expel", "evoke"]
    reason = why_not(DICERS, won, Choose("Ana", "win", "capture"))
    assert reason is not None
    assert reason.words == "A die captures by its own Power, or beside it while it holds a hostage that it captured."


@pytest.mark.rule("DIC-Q-28")
@pytest.mark.parametrize("allowed", [False, True])
def test_a_hostage_with_a_reserve_power_is_called_of_no_use_only_where_it_is(allowed: bool) -> None:
    captor = duel({"a": {"power": "capture", "cb": 2}, "b": "add"}, hostage_reserve_allowed=allowed)
    table = play(captor, MET + "Ana throw a=5\nAna keep\nBo throw b=2\nAna win evoke")
    said = [ruling.text for ruling in last_rulings(table) if ruling.key == "no-use"]
    assert said == ([] if allowed else ["The Reserve Power of b cannot be used while it is a hostage."])


@pytest.mark.parametrize("counts", [False, True])
@pytest.mark.parametrize(
    ("lines", "line", "key"),
    [
        ("", "Ana throw a=off", "no-roll"),
        ("Ana advance a\nBo advance b\nAna throw a=3", "Ana throw a=cocked", "used-up"),
        ("Ana advance a\nBo advance b", "Bo throw b=cocked", "not-yet"),
        ("Ana advance a\nBo advance b", "Ana throw a2=off", "not-this-die"),
        (WON, "Bo throw b=off", "used-up"),
        (WON + "Ana win expel", "Ana throw a=off", "no-roll"),
    ],
)
@pytest.mark.rule("DIC-Q-51", "DIC-B-20")
def test_a_die_of_which_no_roll_is_due_is_not_rolled_again(lines: str, line: str, key: str, counts: bool) -> None:
    table = play(duel({}, off_table_counts=counts), lines, line)
    assert keys(table) == [key]
