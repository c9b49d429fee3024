"""Values that Munchkin's pages compute: the form for a new game, the chart, the places of Items."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.core.asks import Ask, Option
from rules.munchkin.asks import ACTIONS
from rules.munchkin.cards.notation import monster_heading as plainly
from rules.munchkin.house_rules import HOUSE_RULES
from rules.munchkin.rulebook import BOOK
from tests.web.games.munchkin.kit import SETUP, playing, tell
from tests.web.kit import Bench, open_bench
from web import languages
from web.games.munchkin.actions import KINDS, LIKELY, UNSHOWN, Block
from web.games.munchkin.board import Slot, changes_of, slots
from web.games.munchkin.plan import OPTIONS, WAYS, Plan, Seat, plan
from web.past.chart import chart_of

NEW = "/games/new/munchkin"
FORM: dict[str, Any] = {
    "player": ["Ana", " Bo  B ", "", "Cy", "", ""],
    "house": ["Slytherin", "", "", "Ravenclaw", "", ""],
    "sex": ["female", "", "", "", "", ""],
    "first": "3",
    "way": "create",
}


def test_a_game_begins_with_the_set_up_of_the_form(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    assert "three to six" in bench.text("/games/new")
    epic = next(rule for rule in HOUSE_RULES if rule.key == "epic")
    assert epic.question in bench.text(NEW)
    assert bench.post(NEW, **FORM, rule__epic="1").status_code == 303
    assert bench.now.table is not None
    assert bench.now.table.setup == {
        "game": "munchkin",
        "format": 1,
        "players": ["Ana", "Bo B", "Cy"],
        "house_rules": {"epic": True},
        "first": "Cy",
        "begin": "create",
        "characters": {"Ana": {"house": "Slytherin", "sex": "female"}, "Bo B": {}, "Cy": {"house": "Ravenclaw"}},
        "cards": [],
    }
    assert "Level 20 wins" in bench.text("/")
    bench.close()


def test_the_first_turn_is_that_of_the_first_player_where_the_chosen_seat_is_empty(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    bench.post(NEW, **{**FORM, "first": "2"})
    assert bench.now.table is not None
    assert bench.now.table.setup["first"] == "Ana"
    bench.close()


def proposed(bench: Bench) -> Plan:
    """What the form for the next game is filled in with."""
    with bench.client.application.app_context():
        form: Plan = plan(bench.now, ())["plan"]
    return form


def test_a_table_without_games_proposes_one_without_names_in_the_first_way(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    form = proposed(bench)
    assert form.way == "own"
    assert form.seats == (Seat("", "", "", first=True), *[Seat("", "", "", first=False)] * 5)
    assert [question.key for question in form.options] == [rule.key for rule in HOUSE_RULES if rule.key in OPTIONS]
    assert {question.key for question in form.questions} == {rule.key for rule in HOUSE_RULES} - set(OPTIONS)
    bench.close()


def test_the_players_of_the_last_game_and_their_choices_are_proposed_again(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    bench.post(NEW, **FORM, rule__epic="1")
    form = proposed(bench)
    assert form.seats == (
        Seat("Ana", "Slytherin", "female", first=False),
        Seat("Bo B", "", "", first=False),
        Seat("Cy", "Ravenclaw", "", first=True),
        *[Seat("", "", "", first=False)] * 3,
    )
    assert {question.key: question.chosen for question in form.options} == {**dict.fromkeys(OPTIONS, 0), "epic": 1}
    bench.close()


@pytest.mark.parametrize("way", [way for way, *_ in WAYS])
def test_the_way_of_the_last_game_is_proposed_again(tmp_path: Path, way: str) -> None:
    bench = open_bench(tmp_path)
    bench.post(NEW, **{**FORM, "way": way})
    assert proposed(bench).way == way
    assert [seat.first for seat in proposed(bench).seats].index(True) == (0 if way == "levels" else 2)
    bench.close()


def test_the_level_tracker_needs_only_names(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    assert bench.post(NEW, player=["Ana", "Bo", "Cy", "", "", ""], way="levels").status_code == 303
    assert bench.now.table is not None
    assert bench.now.table.setup["level"] == "levels"
    assert "killed a monster" in bench.text("/")
    bench.close()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"player": ["Ana", "Bo"]}, "three to six players, and 2 have a name"),
        ({"player": ["Ana", "Bo", "ana"]}, "the same name"),
        ({"player": ["A" * 25, "Bo", "Cy"]}, "at most 24 letters"),
        ({"player": ["A>B", "Bo", "Cy"], "first": "0"}, "without the sign"),
        ({"way": "all"}, "no such choice"),
        ({"first": "9"}, "no such choice"),
        ({"house": ["Durmstrang"]}, "no such choice"),
        ({"rule.epic": "7"}, "no such choice"),
    ],
)
def test_a_form_that_makes_no_game_is_refused_in_a_sentence(tmp_path: Path, change: dict[str, Any], why: str) -> None:
    bench = open_bench(tmp_path)
    answer = bench.post(NEW, **{**FORM, **change})
    assert (answer.status_code, why in answer.text) == (400, True)
    assert bench.now.table is None
    bench.close()


def test_a_form_is_refused_in_the_language_of_the_reader(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    bench.post("/language", language="de")
    answer = bench.post(NEW, **{**FORM, "player": ["A>B", "Bo", "Cy"], "first": "0"})
    assert "dürfen das Zeichen &gt; nicht enthalten" in answer.text
    bench.close()


def test_every_kind_of_action_has_a_title() -> None:
    assert set(KINDS) | set(UNSHOWN) == set(ACTIONS)


def test_a_monster_without_a_name_is_called_by_its_level() -> None:
    assert plainly("monster of level 7, treasures 2") == "Level 7 monster"
    assert plainly("monster of level 7, treasures 2 (2)") == "Level 7 monster (2)"
    assert plainly("Troll") == "Troll"


def test_likely_cards_come_first_and_the_others_need_a_search() -> None:
    names = [f"Card {n}" for n in range(12)]
    ask = Ask("Ana", "play", "Ana may play cards.", (), tuple(Option(name, name, "Items", name) for name in names))
    block = Block(ask, "Play a card", "any", "card", in_play=frozenset(names[:3]))
    assert [row.name for row in block.rows[-3:]] == names[:3], "what lies on the table is hardly in a hand"
    assert [row.rest for row in block.rows].count(False) == LIKELY
    assert block.long
    assert not Block(replace(ask, options=ask.options[:4]), "Play a card", "any", "card").long


def test_the_chart_steps_at_each_change_and_has_no_line_before_the_first() -> None:
    assert chart_of({"Ana": 1, "Bo": 1, "Cy": 1}, [], {"Ana": 1, "Bo": 1, "Cy": 1}, 10) is None
    chart = chart_of({"Ana": 3, "Bo": 1, "Cy": 1}, [("Ana", 2), ("Ana", 3)], {"Ana": 1, "Bo": 1, "Cy": 1}, 10)
    assert chart is not None
    assert [line.path.count("V") for line in chart.lines] == [2, 0, 0]
    heights = dict(chart.grid_lines)
    assert heights[10] < heights[2] < heights[1]
    assert abs(chart.lines[0].y - heights[3]) < heights[1] - heights[2]


def test_every_change_of_level_names_its_play(tmp_path: Path) -> None:
    bench = playing(
        tmp_path, "Ana level: +1 card", "Bo hand: 4", "Bo level: +2 card", "Di level: +1 card", "Cy level: set 4"
    )
    assert bench.now.game is not None
    assert bench.now.table is not None
    history = bench.now.game.view(bench.now.table.state, None, frozenset())["history"]
    changes = [(change.seq, change.player, change.after) for change in changes_of(bench.now, history)]
    assert changes == [(1, "Ana", 6), (3, "Bo", 7), (5, "Cy", 4)], "Di on Level 9 was refused"
    bench.close()


def test_items_lie_in_their_places_and_a_cheat_takes_none(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    assert bench.now.game is not None
    assert bench.now.table is not None
    sheet = bench.now.game.view(bench.now.table.state, None, frozenset())["characters"]["Ana"]
    assert slots(sheet) == (
        Slot("headgear", 1, ()),
        Slot("armor", 1, ("Chain Mail",)),
        Slot("footgear", 1, ()),
        Slot("hands", 2, ("Wand",)),
    )
    text = bench.text("/munchkin/sheet/0").partition("How to win")[0]
    assert "Ranks 3 of 5" in text
    assert "Strength" not in text
    assert "Hat Cheat!" in text
    bench.close()


def test_a_turn_begins_with_listening_only_by_that_house_rule(tmp_path: Path) -> None:
    bench = playing(tmp_path, setup={**SETUP, "house_rules": {"listen_at_the_door": True}})
    assert "Listen" in bench.text("/")
    tell(bench, "Ana listen: draw")
    assert "Ana sets out cards, then opens the door" in bench.text("/")
    bench.close()


HELPER_RUNS = ("Ana unlock: Horntail", "Ana help: Bo > 0 treasures", "Bo answer: yes", "Ana run: away")
NO_WAIT = {**SETUP, "characters": {}, "house_rules": {"lose_wait": False}}


@pytest.mark.parametrize(
    ("language", "answer"), [("en", "Who runs away first? The helper."), ("de", "Wer läuft zuerst weg? Wer hilft.")]
)
def test_a_rule_that_the_house_decided_otherwise_is_given_in_the_words_of_the_house(
    tmp_path: Path, language: str, answer: str
) -> None:
    headers, usual = {"Accept-Language": language}, languages.catalogue(language).gettext(BOOK["MUN-Q-10"].text)
    with closing(playing(tmp_path / "usual", *HELPER_RUNS, setup=NO_WAIT)) as bench:
        assert usual in bench.client.get("/history", headers=headers).text
    house = {**NO_WAIT, "house_rules": {"lose_wait": False, "helper_first": True}}
    with closing(playing(tmp_path / "house", *HELPER_RUNS, setup=house)) as bench:
        shown = bench.client.get("/history", headers=headers).text
        looked_up = bench.client.get("/rules", query_string={"q": "MUN-Q-10", "game": "munchkin"}, headers=headers).text
    assert usual not in shown + looked_up
    assert answer in shown
