"""New games, kept games, copies."""

from __future__ import annotations

import json
import re
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.journal.journal import Journal
from rules.casting_stones.house_rules import HOUSE_RULES
from rules.core.facts import from_json
from rules.core.fold import referee
from rules.games import GAMES
from tests.web.kit import SETUP, SPELL, Bench, clock, open_bench, playing

FORM = {"player": ["Ana", " Bo  Peep "], "youngest": "1", "level": "basic"}
NEW = "/games/new/casting-stones"


def test_two_names_and_one_button_begin_a_game(bench: Bench) -> None:
    page = bench.client.get(NEW).text
    assert 'name="back" value="/"' in page, "then the table is what one wants to see"
    assert bench.post(NEW, **FORM).status_code == 303
    assert bench.now.players == ("Ana", "Bo Peep")
    assert bench.now.table is not None
    assert bench.now.table.setup["youngest"] == "Bo Peep"
    assert bench.now.table.setup["house_rules"] == {}
    assert "Bo Peep picks a stone." in bench.text("/")


def test_a_form_that_is_sent_twice_begins_one_game(bench: Bench) -> None:
    assert 'name="instead" value=""' in bench.client.get(NEW).text
    assert bench.post(NEW, **FORM, instead="").status_code == 303
    again = bench.post(NEW, **FORM, instead="")
    assert again.headers["Location"] == "/"
    assert "The table has moved on" not in bench.text("/")
    assert len(bench.now.games) == 1


def test_every_house_rule_is_asked_in_its_own_words_with_its_default(bench: Bench) -> None:
    page = unescape(bench.client.get(NEW).text)
    for rule in HOUSE_RULES:
        assert re.search(rf'name="rule\.{rule.key}" value="0" checked', page)
        assert rule.question in page
        assert all(words in page for _, words in rule.answers)


def test_a_house_rule_that_differs_is_kept_with_the_game_and_proposed_again(bench: Bench) -> None:
    assert bench.post(NEW, **FORM, **{"rule.turret_count": "1", "rule.tie_redraft": "1"}).status_code == 303
    assert bench.now.table is not None
    assert bench.now.table.setup["house_rules"] == {"turret_count": 6, "tie_redraft": True}
    page = bench.client.get(NEW).text
    assert re.search(r'name="rule\.turret_count" value="1" checked', page)
    assert 'value="Bo Peep"' in page


@pytest.mark.parametrize("change", [{"pieces": ["stone:11"]}, {"players": []}, {"house_rules": []}])
def test_a_set_up_that_the_rules_no_longer_take_is_not_proposed(tmp_path: Path, change: dict[str, Any]) -> None:
    with closing(Journal(tmp_path / "owleye.sqlite")) as journal:
        journal.begin({**SETUP, "level": "advanced", "players": ["Zoe", "Kai"], **change}, clock())
    bench = open_bench(tmp_path)
    page = bench.client.get(NEW)
    bench.close()
    assert page.status_code == 200
    assert re.search(r'name="level" value="basic"[^>]* checked', page.text)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"player": ["Ana", ""]}, "give both players a name"),
        ({"player": ["Ana"]}, "give both players a name"),
        ({"player": ["Ana", "ana"]}, "different names"),
        ({"player": ["Ana", "x" * 25]}, "at most 24 letters"),
        ({"player": ["Ana", "B\x00o"]}, "cannot be shown"),
        ({"player": ["Ana", "B\u202eo"]}, "cannot be shown"),
        ({"level": "expert"}, "no such choice"),
        ({"youngest": "2"}, "no such choice"),
        ({"rule.tie_order": "7"}, "no such choice"),
        ({"rule.tie_order": "x"}, "no such choice"),
    ],
)
def test_a_wrongly_filled_form_is_refused_with_a_sentence(bench: Bench, fields: dict[str, str], words: str) -> None:
    answer = bench.post(NEW, **{**FORM, **fields})
    assert (answer.status_code, words in answer.text) == (400, True), answer.text
    assert bench.now.games == ()


@pytest.mark.parametrize(("simulated", "words"), [(True, "in a moment"), (False, "Set up")])
def test_without_stones_the_page_names_the_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, simulated: bool, words: str
) -> None:
    bench = open_bench(tmp_path, simulated=simulated)
    monkeypatch.setattr(bench.devices, "stones", tuple)
    assert words in bench.text(NEW)
    answer = bench.post(NEW, **FORM)
    assert (answer.status_code, words in answer.text) == (400, True)
    bench.close()


def test_a_name_is_shown_as_text_and_never_as_html(bench: Bench) -> None:
    bench.post(NEW, **{**FORM, "player": ["<b>Ana</b>", "Bo"]})
    for url in ("/", "/small", "/games", NEW, "/history"):
        assert "<b>Ana</b>" not in bench.client.get(url).text


def test_an_earlier_game_continues_where_it_stopped(bench: Bench, tmp_path: Path) -> None:
    bench.post(NEW, **FORM)
    bench.post("/say/choose", player="Bo Peep", kind="draft", pick="stone:11")
    assert "Watch again" in bench.text("/games"), "the game on the table counts on"
    bench.post(NEW, **{**FORM, "player": ["Cleo", "Dora"]})
    assert "Ana and Bo Peep" in bench.text("/games")
    assert bench.post("/games/1/resume").status_code == 303
    assert bench.now.length == 1
    bench.close()
    again = open_bench(tmp_path)
    assert len(again.now.games) == 2
    again.close()


def test_after_a_restart_the_game_last_played_continues(bench: Bench, tmp_path: Path) -> None:
    bench.post(NEW, **FORM)
    bench.post(NEW, **{**FORM, "player": ["Cleo", "Dora"]})
    bench.post("/games/1/resume")
    bench.post("/say/choose", player="Bo Peep", kind="draft", pick="stone:11")
    bench.close()
    again = open_bench(tmp_path)
    assert (again.now.game_id, again.now.length) == ("1", 1)
    again.post(NEW, **{**FORM, "player": ["Eve", "Finn"]})
    again.close()
    once_more = open_bench(tmp_path)
    assert once_more.now.game_id == "3"
    once_more.close()


@pytest.mark.parametrize("record", [b"", b"7\n", b"\xff\xfe", b"../1"])
def test_without_a_valid_record_the_newest_game_continues(bench: Bench, tmp_path: Path, record: bytes) -> None:
    bench.post(NEW, **FORM)
    bench.post(NEW, **{**FORM, "player": ["Cleo", "Dora"]})
    bench.post("/games/1/resume")
    bench.close()
    (tmp_path / "on-table.txt").write_bytes(record)
    again = open_bench(tmp_path)
    assert again.now.game_id == "2"
    again.close()


def test_an_exported_copy_has_every_fact_of_the_game(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    bench.throw(SPELL)
    answer = bench.client.get("/games/1.jsonl")
    assert "attachment" in answer.headers["Content-Disposition"]
    setup, *facts = map(json.loads, answer.text.splitlines())
    assert setup == SETUP
    assert referee(GAMES["casting-stones"], setup, map(from_json, facts)) == bench.now.table
    bench.close()
