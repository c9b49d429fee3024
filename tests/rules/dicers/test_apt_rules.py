"""Each sentence is complete, and names the rule or house rule that decides: doubling, Challenge, freed hostages."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.facts import Choose
from rules.core.fold import Table
from rules.core.refusals import why_not
from rules.core.rulings import Ruling
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.table import keys, last_rulings, more, play, row

MET = "Ana advance a\nBo advance b\n"
EVOKED = WON + "Ana win evoke\n"
DOUBLES = "Ana rolls 5: the Power works doubled."
AS_EVER = "Ana rolls 5: the Power works, and there is nothing to double."


def said(table: Table, key: str) -> Ruling:
    """The only ruling with that key on the last play."""
    [ruling] = [ruling for ruling in last_rulings(table) if ruling.key == key]
    return ruling


@pytest.mark.rule("DIC-Q-48", "DIC-Q-49", "DIC-M-DBL-03", "DIC-M-DBL-04")
@pytest.mark.parametrize(
    ("power", "twice", "words"),
    [
        ({"power": "refresh"}, False, DOUBLES),
        ({"power": "banish"}, False, DOUBLES),
        ({"power": "cast-spell"}, False, DOUBLES),
        ({"power": "spy"}, False, AS_EVER),
        ({"power": "capture"}, False, AS_EVER),
        ({"power": "expel"}, False, AS_EVER),
        ({"power": "reverse"}, False, AS_EVER),
        ({"power": "reverse"}, True, DOUBLES),
        ({"power": "spy"}, True, AS_EVER),
        ({"power": "retire", "all": "student"}, False, AS_EVER),
        ({"power": "retire", "all": "student"}, True, AS_EVER),
    ],
)
def test_only_a_power_with_something_to_double_is_said_to_work_doubled(
    power: dict[str, Any], twice: bool, words: str
) -> None:
    dice = {"a": {**power, "double": True}, "b2": {"group": "student"}}
    of = duel(dice, "front a a2 | keep a3 a4", double_means_twice=twice)
    asked = play(of, EVOKED)
    doubled = words == DOUBLES
    assert asked.asks[0].kind == "double"
    assert asked.asks[0].options[1].words == (
        "Roll for double" if doubled else "Roll, though there is nothing to double"
    )
    ruling = said(play(of, EVOKED, "Ana double roll\nAna throw a=5"), "doubled" if doubled else "doubled-alike")
    assert ruling.text == words
    assert (ruling.rules[0] == "DIC-Q-48") == (not doubled)
    assert ("DIC-Q-48" in ruling.rules) == (not doubled or twice)


@pytest.mark.rule("DIC-Q-48", "DIC-M-DBL-03")
@pytest.mark.parametrize(
    ("power", "doubled"), [("add", True), ("extra-roll", True), ("escape", False), ("guardian", False)]
)
def test_only_a_reserve_power_with_a_number_is_said_to_work_doubled(power: str, doubled: bool) -> None:
    dice: dict[str, Any] = {"a": {"cb": 2}, "r": {"power": power, "double": True}}
    of = duel(dice, "front a a2 | reserve r")
    lines = MET + ("Ana throw a=1\n" if power == "add" else "") + "Ana reserve r\n"
    assert ("nothing to double" in play(of, lines).asks[0].options[1].words) == (not doubled)
    table = play(of, lines, "Ana double roll\nAna throw r=5")
    assert said(table, "doubled" if doubled else "doubled-alike").text == (DOUBLES if doubled else AS_EVER)


@pytest.mark.rule("DIC-Q-14", "DIC-P-CHL-01")
@pytest.mark.parametrize(
    ("before", "pick", "back"), [(MET, "b2", True), (MET, "b", False), ("Ana advance a\n", "b2", False)]
)
def test_a_die_that_a_challenge_sends_back_is_named(before: str, pick: str, back: bool) -> None:
    of = duel({"r": "challenge"}, "front a a2 | reserve r", "front b b2 b3")
    table = play(of, before, f"Ana reserve r\nAna challenge {pick}")
    assert said(table, "challenged").text == f"Bo has to advance {pick}."
    assert ("sent-back" in keys(table)) == back
    assert ("DIC-Q-14" in said(table, "challenged").rules) == (before == MET)
    if back:
        assert said(table, "sent-back").text == "b goes back to Bo's Front Line."
        assert said(table, "sent-back").rules[0] == "DIC-Q-14"
        assert row(table, "Bo", "front") == {"b", "b3"}


FRONT, KEEP = "front_line", "keep"


@pytest.mark.rule("DIC-Q-25", "DIC-P-CCP-02", "DIC-Q-26", "DIC-Q-27", "DIC-P-CAP-10")
@pytest.mark.parametrize(
    ("power", "lines", "under", "house", "rule"),
    [
        ("counter-capture", "Ana win evoke\nAna counter-capture b2", "b2", {}, "DIC-P-CCP-01"),
        ("counter-capture", "Ana win evoke\nAna counter-capture b2", "b2", {"rescued_to": KEEP}, "DIC-P-CCP-01"),
        ("counter-capture", "Ana win evoke\nAna counter-capture b2", "b2", {"rescued_to": FRONT}, "DIC-Q-25"),
        ("summon", "Ana win evoke\nAna summon h", "b2", {}, "DIC-P-SUM-03"),
        ("summon", "Ana win evoke\nAna summon h", "b2", {"rescued_to": FRONT}, "DIC-P-SUM-03"),
        ("summon", "Ana win evoke\nAna summon h", "b2", {"rescued_to": KEEP}, "DIC-Q-25"),
        ("capture", "Ana win evoke", "b", {}, "DIC-Q-27"),
        ("capture", "Ana win evoke", "b", {"rescued_to": FRONT}, "DIC-Q-25"),
        ("spy", "Ana win expel", "b", {}, "DIC-P-CAP-10"),
        ("spy", "Ana win expel", "b", {"rescued_to": FRONT}, "DIC-Q-25"),
        ("cast-spell", "Ana win evoke\nAna throw a=1", "a", {}, "DIC-Q-25"),
        ("cast-spell", "Ana win evoke\nAna throw a=5\nAna cast-spell b2", "b2", {}, "DIC-P-CAP-10"),
    ],
)
def test_where_a_freed_hostage_goes_has_the_rule_that_says_so(
    power: str, lines: str, under: str, house: dict[str, str], rule: str
) -> None:
    freed = said(play(duel({"a": power}, hostages={under: ["h"]}, **house), WON, lines), "freed")
    assert freed.rules[0] == rule
    own_player = power == "cast-spell" and under == "a"
    assert ("DIC-P-CAP-10" in freed.rules) == (rule == "DIC-P-CAP-10" or (power == "spy" and not own_player))


@pytest.mark.rule("DIC-Q-25", "DIC-P-SHD-01")
def test_hostages_under_a_shield_are_not_said_to_be_rescued_by_their_owner() -> None:
    of = duel({"s": "shield"}, bo="front b b2 | reserve s", hostages={"s": ["h"]})
    freed = said(play(of, WON, "Ana win expel\nBo shield s"), "freed")
    assert freed.text == "h is free again and goes to Ana's Keep."
    assert freed.rules[0] == "DIC-Q-25"
    assert "DIC-P-CAP-10" not in freed.rules


@pytest.mark.rule("DIC-Q-27")
@pytest.mark.parametrize(
    ("power", "lines", "under"),
    [
        ("greater-expel", "Ana win evoke\nAna greater-expel b2", "b2"),
        ("banish", "Ana win evoke\nAna banish b2", "b2"),
        ("capture", "Ana win evoke", "b"),
    ],
)
@pytest.mark.parametrize("along", [False, True])
def test_hostages_that_stay_by_house_rule_are_said_to_stay(power: str, lines: str, under: str, along: bool) -> None:
    table = play(duel({"a": power}, hostages={under: ["h"]}, hostages_go_with_captor=along), WON, lines)
    assert ("freed" in keys(table)) == (not along)
    if along:
        stays = said(table, "hostages-stay")
        assert stays.text == f"By your house rules the hostages under {under} stay there: h."
        assert stays.rules == ("DIC-Q-27",)


@pytest.mark.rule("DIC-Q-20", "DIC-P-SHD-03")
@pytest.mark.parametrize(("saved", "rule"), [("b2", "DIC-Q-20"), ("b", "DIC-P-SHD-01")])
def test_a_die_that_was_not_beaten_is_saved_by_the_house_rule(saved: str, rule: str) -> None:
    dice: dict[str, Any] = {"a": "greater-expel", "s": "shield"}
    of = duel(dice, bo="front b b2 | reserve s", shield_any_expel=True)
    asked = play(of, EVOKED, f"Ana greater-expel {saved}")
    shielded = said(play(of, EVOKED, f"Ana greater-expel {saved}\nBo shield s"), "shielded")
    assert asked.asks[0].rules[0] == shielded.rules[0] == rule
    assert ("DIC-P-SHD-03" in asked.asks[0].rules) == ("DIC-P-SHD-03" in shielded.rules) == (saved == "b")


@pytest.mark.rule("DIC-Q-14", "DIC-P-CHL-02")
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (MET, "By your house rules Challenge is used before the Defender has advanced a die."),
        (MET + "Ana throw a=3", "Challenge is used before any die was rolled."),
    ],
)
def test_a_challenge_that_a_house_rule_ends_early_is_refused_by_it(lines: str, words: str) -> None:
    of = duel({"r": "challenge"}, "front a a2 | reserve r", challenge_before_advance_only=True)
    reason = why_not(DICERS, play(of, lines), Choose("Ana", "reserve", "r"))
    assert reason is not None
    assert reason.words == words


@pytest.mark.rule("DIC-M-ALL-02", "DIC-P-EXP-01")
@pytest.mark.parametrize(("all_of", "rule"), [("student", "DIC-M-ALL-02"), ("", "DIC-P-EXP-01")])
def test_dice_that_were_not_beaten_are_not_expelled_by_the_rule_for_the_beaten_one(all_of: str, rule: str) -> None:
    student: dict[str, Any] = {"group": "student"}
    of = duel({"a": {"power": "expel", "all": all_of}, "b": student, "b2": student}, bo="front b b2 b3")
    expelled = [ruling for ruling in last_rulings(play(of, EVOKED)) if ruling.key == "expelled"]
    assert len(expelled) == (2 if all_of else 1)
    for ruling in expelled:
        assert ruling.rules[0] == rule
        assert ("DIC-P-EXP-01" in ruling.rules) == (not all_of)


@pytest.mark.rule("DIC-Q-08", "DIC-P-FRL-01")
def test_a_roll_that_two_always_beats_bring_about_is_not_explained_by_force_roll() -> None:
    dice: dict[str, Any] = {"o": "always-beats-odd", "e": "always-beats-even", "b": {"cb": 2}}
    of = duel(dice, "front a a2 | reserve o", "front b b2 | reserve e", always_beats_clash="tie_reroll")
    clash = play(of, MET, "Ana throw a=2\nBo throw b=5\nBo keep\nAna reserve o\nBo reserve e")
    [asked] = clash.asks
    assert (asked.words, asked.rules) == ("Ana has to roll a once more.", ("DIC-Q-08",))
    for pick in (Choose("Ana", "keep", "keep"), Choose("Bo", "win", "expel")):
        reason = why_not(DICERS, clash, pick)
        assert reason is not None
        assert reason.words.startswith("a has to be rolled once more")
        assert reason.rules == ("DIC-Q-08",)
    [early] = last_rulings(more(clash, "Bo throw b=3"))
    assert early.rules[0] == "DIC-Q-08"
    [rolled] = last_rulings(more(clash, "Ana throw a=3"))
    assert (rolled.text, rolled.rules) == ("Ana had to roll again: 3 with a.", ("DIC-Q-08",))


@pytest.mark.rule("DIC-P-FRL-01", "DIC-Q-08")
def test_a_forced_roll_after_two_always_beats_is_explained_by_force_roll() -> None:
    dice: dict[str, Any] = {"o": "always-beats-odd", "e": "always-beats-even", "f": "force-roll"}
    of = duel(dice, "front a a2 | reserve o f", "front b b2 | reserve e", always_beats_clash="tie_reroll")
    clash = play(of, MET, "Ana throw a=2\nBo throw b=5\nAna reserve o\nBo reserve e\nAna throw a=3\nBo throw b=4")
    forced = more(clash, "Ana reserve f")
    assert forced.asks[0].rules == ("DIC-P-FRL-01",)
    assert said(more(forced, "Bo throw b=1"), "forced-roll").rules[0] == "DIC-P-FRL-01"


@pytest.mark.rule("DIC-Q-33", "DIC-P-MIM-03")
def test_a_die_that_mimic_cannot_copy_is_shown_with_the_reason() -> None:
    dice: dict[str, Any] = {"a": "mimic", "b": "mimic", "a2": "retire", "a3": "add", "a4": "mimic"}
    of = duel(dice, "front a a2 a3 | keep a4", mimic_mimic="copy_self_power")
    table = play(of, EVOKED)
    assert [option.pick for option in table.asks[0].options] == ["a2", "none"]
    for die, words, rule in (
        ("a3", "Mimic cannot copy a Reserve Power.", "DIC-P-MIM-03"),
        ("a4", "Mimic cannot copy another Mimic.", "DIC-Q-33"),
    ):
        reason = why_not(DICERS, table, Choose("Ana", "mimic", die))
        assert reason is not None
        assert (str(reason.words), reason.rules[0]) == (words, rule)
        public = why_not(DICERS, table, Choose("Ana", "mimic", die), public=True)
        assert public is not None
        assert public.words == "Only Ana may know what is offered here."


@pytest.mark.rule("DIC-Q-16", "DIC-P-ESC-02", "DIC-P-ESC-04")
@pytest.mark.parametrize(
    ("lines", "in_time"),
    [
        (MET, True),
        (MET + "Ana throw a=3", True),
        (MET + "Ana throw a=3\nAna keep", False),
        (MET + "Ana throw a=3\nAna throw a=4\nBo throw b=5", False),
    ],
)
def test_a_late_escape_is_not_said_to_come_before_the_last_roll(lines: str, in_time: bool) -> None:
    dice: dict[str, Any] = {"a": {"cb": 2}, "e": "escape"}
    of = duel(dice, "front a a2 | reserve e", escape_any_time_in_cast=True)
    rulings = {ruling.key: ruling.rules for ruling in last_rulings(play(of, lines, "Ana reserve e"))}
    assert rulings["escapes"][0] == "DIC-P-ESC-01"
    assert "DIC-Q-16" in rulings["escapes"]
    for late in ("DIC-P-ESC-02", "DIC-P-ESC-04"):
        assert (late in (*rulings["uses"], *rulings["escapes"])) == in_time
