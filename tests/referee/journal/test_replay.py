"""A game file folded line by line; an impossible line is reported with its number and the reason."""

from __future__ import annotations

import json
from types import MappingProxyType

import pytest

from referee.journal.replay import ReplayError, in_words, replay
from rules.core.facts import Amend, Fact, Retract, to_json
from rules.games import GAMES
from tests.referee.kit import PLAYED, SETUP, THROW_A, TOY
from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.table import facts

LINES = [json.dumps(SETUP), *(json.dumps(to_json(fact)) for fact in PLAYED)]


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.games.GAMES", MappingProxyType(TOY))


def lines(*facts: Fact) -> list[str]:
    return [LINES[0], *(json.dumps(to_json(fact)) for fact in facts)]


def test_every_line_has_rulings_asks_and_views() -> None:
    steps = [step.to_json() for step in replay(LINES)]
    assert [step["line"] for step in steps] == [1, 2, 3, 4, 5]
    assert [step["seq"] for step in steps] == [0, 1, 2, 3, 4]
    assert steps[1]["rulings"] == [
        {
            "key": "thrown",
            "text": "A throws 1.",
            "params": {"player": "A", "face": 1},
            "rules": ["TOY-1"],
            "to": None,
            "reveals": [],
        }
    ]
    assert steps[1]["asks"][0]["pieces"] == {"die:B": ["1", "2", "3"]}
    assert steps[2]["views"] == {
        "": {"faces": [1, 3], "powers": {}},
        "A": {"faces": [1, 3], "powers": {"A": "turn"}},
        "B": {"faces": [1, 3], "powers": {"B": "nudge"}},
    }
    assert steps[4]["asks"] == []
    assert json.loads(json.dumps(steps)) == steps


def test_a_correction_repeats_the_rulings_that_now_hold() -> None:
    *_, last = replay(lines(*PLAYED[:2], Amend(1, THROW_A), Retract(2)))
    assert [ruling.text for ruling in last.rulings] == ["A throws 1."]


def test_a_word_that_only_earlier_versions_accepted_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.games.GAMES", GAMES)
    start = duel({"a": {"power": "retire", "all": "any"}})
    log = facts(WON, "Ana win evoke", "Ana type Gryfindor")
    *_, last = replay([json.dumps(start), *(json.dumps(to_json(fact)) for fact in log)])
    assert last.rulings[0].text.startswith("Ana names Gryfindor")


def test_the_text_output_has_sentences_and_rule_ids() -> None:
    text = "\n".join(in_words(step) for step in replay(LINES))
    assert "A throws 1.  [TOY-1]" in text
    assert "waits: A keeps or changes." in text
    assert "the game is over" in text
    assert 'B sees: {"faces": [1, 3], "powers": {"B": "nudge"}}' in text


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ([], "Line 1: the file is empty"),
        (["{"], "Line 1: this is not JSON"),
        (["[]"], "Line 1: the first line is the set-up"),
        (['{"game": "chess"}'], "Line 1: There is no game called 'chess' here"),
        ([json.dumps({**SETUP, "players": ["A"]})], "Line 1: Two play the toy game."),
        ([LINES[0], "", "{}"], "Line 3: None is no kind of fact"),
        (LINES[:3] + LINES[4:], "Line 4: "),
        ([*LINES, LINES[1]], "Line 6: The game is over"),
        ([LINES[0], json.dumps(to_json(Retract(1)))], "Line 2: Nothing stands at number 1"),
        (["[" * 100_000], "Line 1: "),
    ],
)
def test_an_impossible_line_is_reported(bad: list[str], words: str) -> None:
    with pytest.raises(ReplayError) as error:
        list(replay(bad))
    assert str(error.value).startswith(words)


@pytest.mark.parametrize(
    "line", ["[" * 100_000, '{"fact": ' + "9" * 5000 + "}", '{"fact": "' + "x" * 5000 + '"}', "\ufffd"]
)
def test_an_oversized_line_is_reported_in_a_short_sentence(line: str) -> None:
    with pytest.raises(ReplayError) as refused:
        list(replay([line]))
    assert str(refused.value).startswith("Line 1: ")
    assert len(str(refused.value)) < 500
    assert "limit" not in str(refused.value)
