"""Dicers on the pages: a game from the form to its end, the texts of its buttons, and the page of each secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.model.commands import CameraStateChanged, ReadingOccasion, Saw
from rules.core.facts import Throw
from rules.dicers.house_rules import HOUSE_RULES
from tests.referee.observe.sequence_table import piece_of
from tests.referee.observe.test_dicers_at_table import SETUP as DICERS
from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.table import basic, dealt
from tests.rules.dicers.test_basic import TIED
from tests.rules.dicers.test_setup import middle
from tests.web.games.dicers.kit import FORM, NEW, begun, lines, simulated_dice, sitting, with_dice
from tests.web.kit import FRAME, Bench, piece, plain
from tests.web.security.test_rights import phone, post
from vision.types import Reading
from web.games.dicers.effects import POWERS


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = with_dice(tmp_path)
    yield bench
    bench.close()


def test_a_family_begins_with_two_names(bench: Bench) -> None:
    assert bench.post(NEW, **FORM).status_code == 303
    assert "Ana rolls any one die." in bench.text("/")
    setup = bench.now.table.setup if bench.now.table else {}
    assert list(setup["dice"]) == ["die:1", "die:2", "die:3", "die:4", "die:5", "die:6"]
    assert "collections" not in setup


def test_a_die_that_was_rolled_to_its_old_place_is_counted_by_one_tap(tmp_path: Path) -> None:
    bench = begun(tmp_path, DICERS)
    lines(bench, "Ana advance die:1", "Bo advance die:4")

    def saw(x: float, y: float, why: ReadingOccasion) -> None:
        looked_for = bench.now.expect
        bench.table.submit(Saw(Reading((piece_of("die:1", "2", x, y),), (), {}), FRAME, {}, looked_for, why))
        bench.table.submit(CameraStateChanged("settled"))

    again = 'aria-label="It lies there? Read it again"'
    saw(0.0, 60.0, "rest")
    assert bench.now.length == 3
    assert "It lies there?" not in bench.text("/")
    assert again not in bench.client.get("/children").text
    saw(3.0, 63.0, "rest")
    saw(3.0, 63.0, "again")
    assert bench.now.length == 3
    assert "It lies there? Read it again" in bench.text("/")
    assert again in bench.client.get("/children").text
    bench.table.submit(CameraStateChanged("trouble"))
    assert again not in bench.client.get("/children").text
    saw(3.0, 63.0, "asked")
    assert bench.now.log[-1].fact == Throw("Ana", (("die:1", "2"),))
    assert bench.now.length == 4
    bench.close()


def test_a_die_that_was_taken_for_another_is_corrected_with_the_side_that_was_read(bench: Bench) -> None:
    assert bench.post(NEW, **FORM).status_code == 303
    assert bench.post("/say/throw", player="Ana", **{"part": 1, "again": "die:1", "side.die:1": "4"}).status_code == 303
    page = bench.client.get("/history/1").text
    assert [f"side.{die}" in page for die in simulated_dice()][:6] == [True] * 6
    assert set(re.findall(r'<input type="radio" name="side\.die:\d" value="(\w+)" checked', page)) == {"4"}
    assert re.findall(r'name="again" value="([^"]+)" checked', page) == ["die:1"]
    typed = bench.client.get("/").text
    assert not re.search(r'<input type="radio" name="side\.die:2" value="\w+" checked', typed), "nobody saw it"


def somebody_threw(bench: Bench) -> None:
    """Begin a game, and let a die come to rest that may be either player's."""
    assert bench.post(NEW, **FORM).status_code == 303
    die = replace(piece("", "4", 0), kind="die", piece=None, candidates=())
    bench.table.submit(CameraStateChanged("settled"))
    bench.table.submit(Saw(Reading((die,), (), {}), FRAME, {}, (), "rest"))


def test_the_page_says_why_it_asks_who_threw(bench: Bench) -> None:
    somebody_threw(bench)
    assert "Who threw? More than one of you may throw now, and the camera does not see" in bench.text("/")


@pytest.mark.parametrize(("seat", "player"), [(0, "Ana"), (1, "Bo")])
def test_children_are_asked_who_threw_by_the_signs_of_the_players(bench: Bench, seat: int, player: str) -> None:
    somebody_threw(bench)
    page = bench.client.get("/children").text
    answer = re.search(
        rf'<button class="child-button([^"]*)" name="key" value="by:{player}"[^>]*>(.*?)</button>', page, re.S
    )
    assert answer is not None
    assert answer[1].strip() == f"seat-{seat}"
    assert f"seat-mark seat-{seat}" in answer[2]
    assert f">{player}" not in answer[2], "who plays here may not read yet"


def test_intermediate_leaves_reserve_dice_out(bench: Bench) -> None:
    assert bench.post(NEW, **{**FORM, "level": "intermediate"}).status_code == 303
    setup = bench.now.table.setup if bench.now.table else {}
    assert {"die:7", "die:8"}.isdisjoint(setup["dice"])
    bench.devices.told_dice.pop("die:1")
    answer = bench.post(NEW, **{**FORM, "level": "intermediate"})
    assert answer.status_code == 400
    assert "of your dice 5 can play the Intermediate game" in plain(answer.text)


def test_the_advanced_game_deals_all_dice_or_takes_the_entered_hands(bench: Bench) -> None:
    assert bench.post(NEW, **{**FORM, "level": "advanced"}).status_code == 303
    setup = bench.now.table.setup if bench.now.table else {}
    assert setup["collections"]["Ana"] == ["die:1", "die:3", "die:5", "die:7"]
    whose = {f"whose.{die}": "0" if i < 4 else "1" for i, die in enumerate(simulated_dice())}
    assert bench.post(NEW, **{**FORM, "level": "advanced", **whose}).status_code == 303
    setup = bench.now.table.setup if bench.now.table else {}
    assert setup["collections"]["Bo"] == ["die:5", "die:6", "die:7", "die:8"]


def test_the_advanced_game_deals_what_nobody_brings_so_that_both_have_equally_many(bench: Bench) -> None:
    bench.devices.enter_die("die:9", {"cb": 1, "power": "spy"})
    whose = {"whose.die:1": "0", "whose.die:2": "0", "whose.die:3": "0", "whose.die:4": "1"}
    assert bench.post(NEW, **{**FORM, "level": "advanced", **whose}).status_code == 303
    brought = bench.now.table.setup["collections"] if bench.now.table else {}
    assert brought == {"Ana": ["die:1", "die:2", "die:3", "die:7"], "Bo": ["die:4", "die:5", "die:6", "die:8"]}


def test_too_few_dice_for_the_advanced_game_are_reported_plainly(bench: Bench) -> None:
    bench.devices.told_dice.pop("die:1")
    answer = bench.post(NEW, **{**FORM, "level": "advanced"})
    assert "eight in all. Of your dice 7" in plain(answer.text)


def test_who_has_too_few_dice_is_told_although_there_are_enough(bench: Bench) -> None:
    five = {f"whose.die:{number}": "0" if number < 6 else "1" for number in range(1, 9)}
    refused = plain(bench.post(NEW, **{**FORM, "level": "advanced", **five}).text)
    assert "Give Bo more under “Which dice?”." in refused
    assert "Describe your dice” under" not in refused
    left_out = {f"whose.die:{number}": "nobody" for number in (1, 2, 3)}
    assert "tick “to share” for 1 more" in plain(bench.post(NEW, **{**FORM, **left_out}).text)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"player": ["Ana"]}, "Dicers is for two"),
        ({"player": ["Ana", "ana "]}, "give them different names"),
        ({"player": ["Zo\u00eb", "Zoe\u0308"]}, "give them different names"),  # the same letters, composed or not
        ({"level": "expert"}, "no such choice"),
        ({"rule.rescued_to": "the moon"}, "no such choice"),
        ({"whose.die:1": "0"}, "three dice"),
    ],
)
def test_an_impossible_form_is_refused_in_a_sentence(bench: Bench, change: dict[str, str], words: str) -> None:
    answer = bench.post(NEW, **{**FORM, **change})
    assert answer.status_code == 400
    assert words in plain(answer.text)
    assert bench.now.table is None


def test_every_house_rule_is_asked_and_saved(bench: Bench) -> None:
    page = bench.text(NEW)
    for rule in HOUSE_RULES:
        assert rule.question in page
        assert all(words in page for _, words in rule.answers)
        assert bench.post(NEW, **{**FORM, f"rule.{rule.key}": "1"}).status_code == 303
        setup = bench.now.table.setup if bench.now.table else {}
        assert setup["house_rules"] == {rule.key: rule.answers[1][0]}
        assert f'name="rule.{rule.key}" value="1" checked' in bench.client.get(NEW).text


def test_only_the_host_sees_the_dice_of_a_new_game(bench: Bench) -> None:
    assert "Thimble" in bench.text(NEW)
    assert "Thimble" not in phone(bench).get(NEW).text


def test_the_verdict_of_the_opening_says_who_begins(tmp_path: Path) -> None:
    bench = begun(tmp_path, basic())
    lines(bench, "Ana throw die:1=3")
    assert verdict(bench).startswith("Ana: 3 Ana rolls 3")
    lines(bench, "Bo throw die:2=5")
    assert verdict(bench).startswith("Bo: 5 Bo rolled higher and chooses first")
    for place, die in enumerate(("die:1", "die:2", "die:3", "die:4", "die:5", "die:6")):
        assert bench.post("/say/choose", player=("Bo", "Ana")[place % 2], kind="draft", pick=die).status_code == 303
    assert verdict(bench).startswith("Bo is the first Challenger, Ana the first Defender.")
    bench.close()


def test_the_verdict_on_several_dice_says_what_they_make_together(tmp_path: Path) -> None:
    bench = begun(tmp_path, middle())
    lines(bench, "Ana throw die:1=4", "Bo throw die:2=3", "Ana draft die:1", "Bo draft die:2", "Ana draft die:3")
    lines(bench, "Bo draft die:4", "Ana draft die:5", "Bo draft die:6", "Ana throw die:1=1 die:3=2 die:5=3")
    assert "6 so far." in verdict(bench)
    bench.close()


def test_the_verdict_on_a_tie_rolled_again_says_what_came_of_it(tmp_path: Path) -> None:
    bench = begun(tmp_path, dealt())
    lines(bench, *TIED.strip().splitlines(), "Ana throw die:1=2 die:6=2")
    assert verdict(bench).startswith("Both have 2 again: roll once more.")
    bench.close()


def test_one_die_is_no_dice(tmp_path: Path) -> None:
    bench = begun(tmp_path, basic())
    lines(bench, "Ana throw die:1=3", "Bo throw die:2=5")
    assert bench.text("/small").count("0 dice") == 2
    for player, die in (("Bo", "die:1"), ("Ana", "die:2")):
        bench.post("/say/choose", player=player, kind="draft", pick=die)
    assert bench.text("/small").count("1 die") == 2
    bench.close()


def verdict(bench: Bench) -> str:
    """The verdict over the picture."""
    return plain(bench.client.get("/").text.partition('<div class="verdict">')[2].partition("<details")[0])


def test_a_basic_round_is_played_on_the_page(tmp_path: Path) -> None:
    bench = begun(tmp_path, dealt())
    assert "Up to 1 roll." in bench.text("/")
    assert bench.post("/say/choose", player="Ana", kind="advance", pick="die:2").status_code == 303
    assert bench.post("/say/choose", player="Bo", kind="advance", pick="die:5").status_code == 303
    bench.post("/say/throw", player="Ana", **{"side.die:2": "3"})
    assert "Keep the 3 2 rolls left would be lost." in bench.text("/")
    lines(bench, "Ana throw die:2=power")
    assert "Keep the Power side (6)" in bench.text("/")
    lines(bench, "Ana throw die:2=3", "Bo throw die:5=4")
    assert "Bo rolls 4 with Snape" in bench.text("/")
    lines(bench, "Bo keep")
    for page in ("/", "/small", "/children"):
        assert "won" in bench.text(page) or 'aria-label="Bo: won' in bench.client.get(page).text, page
    assert "The last Round" in bench.text("/")
    bench.close()


def test_children_need_no_words(tmp_path: Path) -> None:
    bench = begun(tmp_path, dealt())
    page = bench.client.get("/children").text
    assert 'aria-label="Ana, it is your turn"' in page
    main = plain(page.partition('class="play">')[2].partition("<script")[0])
    assert set(main.split()) <= {"♪"}
    bench.close()


def test_children_are_asked_in_pictures_what_a_die_shows(tmp_path: Path) -> None:
    bench = begun(tmp_path, dealt())
    lines(bench, "Ana advance die:1", "Bo advance die:4")
    bench.devices.sees([("die:1", "4")], unsure="die:1")
    question = bench.now.question
    assert question is not None
    page = bench.client.get("/children").text
    assert all(f'value="{one.key}" aria-label="{one.words}"' in page for one in question.choices)
    assert set(plain(page.partition('class="play">')[2].partition("<script")[0]).split()) <= {"♪", *"12345"}
    assert bench.post("/say/reply", question=question.id, key=question.choices[0].key).status_code == 303
    assert bench.now.question is None
    bench.close()


def test_an_answer_that_waits_for_the_camera_is_said_to_wait(tmp_path: Path) -> None:
    bench = begun(tmp_path, dealt())
    lines(bench, "Ana advance die:1", "Bo advance die:4")
    bench.devices.sees([("die:1", "4")], unsure="die:1")
    question = bench.now.question
    assert question is not None
    bench.table.submit(CameraStateChanged("trouble"))
    words, given = "Your answer counts once the camera is back", r'value="([^"]+)"[^>]* aria-pressed="true"'
    for page in ("/", "/children"):
        assert words not in bench.text(page)
        assert not re.findall(given, bench.client.get(page).text)
    assert bench.post("/say/reply", question=question.id, key="die:1=4").status_code == 303
    assert words in bench.text("/setup")  # once, as the answer to the tap
    for page in ("/", "/children"):
        assert words in bench.text(page)
        assert re.findall(given, bench.client.get(page).text) == ["die:1=4"]
    bench.table.submit(CameraStateChanged("reading"))
    assert words not in bench.text("/")
    bench.close()


def test_the_own_page_shows_own_powers_and_their_effects(tmp_path: Path) -> None:
    bench = begun(tmp_path, duel({"a": "refresh", "a2": "shield", "a3": "spy", "b": "swap"}, "front a a2 | keep a3"))
    lines(bench, WON)
    ana, bo = sitting(bench, "Ana"), sitting(bench, "Bo")
    mine = plain(ana.get("/mine").text)
    assert "Your move" in mine
    assert f"Use Refresh {POWERS['refresh'].line}" in mine
    assert "Expel b b goes to Bo's Dungeon." in mine
    assert "Refresh you may use it now" in mine
    assert "DIC-P-REF-01" in mine
    others = plain(bo.get("/mine").text)
    assert "Refresh" not in others
    assert "Your move" not in others
    assert "Swap" in others
    assert "Ana chooses in secret" in bench.text("/")
    assert post(bo, bench, "/say/choose", player="Ana", kind="win", pick="expel").status_code == 403
    assert post(ana, bench, "/say/choose", player="Ana", kind="win", pick="evoke").status_code == 303
    assert "a3 (Ana's Keep) Moves up to Ana's Front Line." in plain(ana.get("/mine").text)
    assert "Refresh" in bench.text("/")
    bench.close()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("2", "a3 (Ana's Keep) Moves up to Ana's Front Line."),
        ("3", "b2 (Bo's Front Line) Goes back to Bo's Keep."),
        ("5", "b2 (Bo's Front Line) Goes to Bo's Dungeon."),
    ],
)
def test_a_spell_shows_its_effect_on_each_die(tmp_path: Path, number: str, words: str) -> None:
    bench = begun(tmp_path, duel({"a": "cast-spell"}, "front a a2 | keep a3"))
    lines(bench, WON, "Ana win evoke", f"Ana throw a={number}")
    assert words in plain(sitting(bench, "Ana").get("/mine").text)
    bench.close()


def test_a_power_that_is_missing_says_why_on_the_winners_page_only(tmp_path: Path) -> None:
    bench = begun(tmp_path, duel({"a": "mimic", "b": "add"}))
    lines(bench, WON)
    words = "Use Mimic : The beaten die has a Reserve Power, which Mimic cannot copy."
    assert words in plain(sitting(bench, "Ana").get("/mine").text)
    assert words not in plain(sitting(bench, "Bo").get("/mine").text)
    assert words not in bench.text("/")
    bench.close()


def test_a_question_about_a_throw_is_asked_on_the_throwers_phone(tmp_path: Path) -> None:
    bench = begun(tmp_path, duel({"a": "refresh", "b": "swap"}))
    lines(bench, "Ana advance a", "Bo advance b")
    bench.devices.sees([("a", "power")], unsure="a")
    question = bench.now.question
    assert question is not None
    ana, bo = sitting(bench, "Ana"), sitting(bench, "Bo")
    mine, public = ana.get("/mine").text, bench.client.get("/").text
    for page in (mine, public):
        asked = page.partition('class="question"')[2].partition("</form>")[0]
        assert "Power side 1 2 3 4 5" in plain(asked)
        assert "Refresh" not in asked
    assert question.words not in bo.get("/mine").text
    key = question.choices[0].key
    assert ana.post("/say/reply", data={"question": question.id, "key": key}).status_code == 400  # without its token
    assert post(ana, bench, "/say/reply", question=question.id, key=key).status_code == 303
    assert bench.now.log[-1].fact == Throw("Ana", (("a", "power"),))
    bench.close()


def test_spied_dice_stay_on_the_spys_page(tmp_path: Path) -> None:
    bench = begun(tmp_path, duel({"a": "spy", "b": "mimic", "b2": "banish"}))
    lines(bench, WON, "Ana win evoke")
    ana = plain(sitting(bench, "Ana").get("/mine").text)
    assert "What you know of the others" in ana
    assert "Mimic" in ana
    assert "Mimic" not in bench.text("/")
    bench.close()


def test_rows_of_dice_are_arranged_as_on_a_table(tmp_path: Path) -> None:
    """Each player's own left is the screen's right for whoever sits across."""
    bench = begun(tmp_path, duel({}, "front a | keep a2 | reserve a3 | dungeon a4", "front b | banished b2"))
    page = bench.text("/").partition("Back to the live picture")[0]
    far = [page.index(word) for word in ("Reserve", "Keep", "Front Line", "Dungeon")]
    near = [page.rindex(word) for word in ("Dungeon", "Front Line", "Keep", "Reserve")]
    assert [far, near] == [sorted(far), sorted(near)]
    bench.close()


def test_every_power_has_a_line_and_rules() -> None:
    for power in POWERS.values():
        assert power.line.endswith(".")
        assert power.rules, power.name


def test_a_picture_of_a_sticker_is_sent_only_to_those_who_may_see_it(tmp_path: Path) -> None:
    bench = begun(tmp_path, duel({"a": "mimic", "b": "swap"}))
    lines(bench, WON)
    ana, bo, stranger = sitting(bench, "Ana"), sitting(bench, "Bo"), phone(bench)

    def statuses(die: str) -> list[int]:
        return [client.get(f"/dicers/sticker/{die}.jpg").status_code for client in (bench.client, ana, bo, stranger)]

    assert statuses("a") == [200, 200, 404, 404]
    assert statuses("b") == [200, 404, 200, 404]
    assert stranger.get("/dicers/figure/a.jpg").status_code == 200
    lines(bench, "Ana win evoke")
    assert statuses("a") == [200, 200, 200, 200]
    assert stranger.get("/dicers/sticker/nothing.jpg").status_code == 404
    bench.close()


def test_a_picture_is_asked_for_only_of_a_side_that_was_taught(tmp_path: Path) -> None:
    bench = with_dice(tmp_path)
    bench.devices.told_dice["die:1"] = {**bench.devices.told_dice["die:1"], "taught": frozenset({"power"})}
    bench.devices.told_dice["die:2"] = {**bench.devices.told_dice["die:2"], "taught": frozenset({"1"})}
    bench.post(NEW, **FORM)
    page = bench.client.get("/").text
    assert "/dicers/figure/die:2.jpg" in page
    assert "/dicers/figure/die:1.jpg" not in page
    lines(bench, "Ana throw die:1=5", "Bo throw die:2=4")
    children = bench.client.get("/children").text
    assert 'value="die:1"' in children
    assert "/dicers/figure/die:2.jpg" in children
    assert "/dicers/figure/die:1.jpg" not in children
    bench.close()


def test_a_basic_game_can_follow_an_advanced_one_whose_dice_were_dealt(bench: Bench) -> None:
    assert bench.post(NEW, **{**FORM, "level": "advanced"}).status_code == 303
    form = bench.client.get(NEW).text
    ticked = dict(re.findall(r'name="(whose\.[^"]+)" value="([^"]+)"[^>]* checked', form))
    assert len(ticked) == len(simulated_dice())
    assert bench.post(NEW, **{**FORM, **ticked}).status_code == 303
    assert bench.post(NEW, **{**FORM, "level": "advanced", **ticked}).status_code == 303


def test_the_table_shows_what_a_die_in_the_arena_holds(tmp_path: Path) -> None:
    bench = begun(tmp_path, duel({"a": "capture"}, hostages={"a": ["h"]}))
    assert "h" in bench.text("/")
    lines(bench, "Ana advance a", "Bo advance b")
    assert "Holds h." in bench.text("/")
    bench.close()


def test_the_losers_pause_is_a_bar_on_both_pages_and_delays_the_winner(tmp_path: Path) -> None:
    bench = begun(tmp_path, duel({"r": "add"}, bo="front b b2 | reserve r", loser_moment_seconds=10))
    lines(bench, WON)
    ana, bo = sitting(bench, "Ana"), sitting(bench, "Bo")
    words = "Bo may still use a Reserve Power. Choose when the bar has run out."
    for page in (bench.client.get("/"), ana.get("/mine"), bo.get("/mine")):
        assert plain(page.text).count(words) == 1
        assert "moment-bar moment-10" in page.text
    early = post(ana, bench, "/say/choose", player="Ana", kind="win", pick="expel")
    assert (early.status_code, words in plain(early.text)) == (400, True)
    bench.close()
