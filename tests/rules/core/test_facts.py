"""Facts survive the journey through JSON, and nonsense is refused with a sentence."""

import json
from typing import Any

import pytest

from rules.core.facts import Amend, Choose, Fact, Restore, Retract, Throw, from_json, restored, to_json

FACTS: list[Fact] = [
    Throw("Ana", (("stone:11", "symbol"), ("stone:12", "number"))),
    Choose("Bo", "victory", "gem 3"),
    Amend(4, Throw("Ana", (("die:5", "power"),))),
    Amend(4, Choose("Ana", "second", "stand")),
    Retract(1),
    Restore(1),
]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_facts_survive_json(fact: Fact) -> None:
    assert from_json(json.loads(json.dumps(to_json(fact)))) == fact


def test_sides_are_read_without_capitals() -> None:
    body = {"fact": "throw", "player": "Ana", "shown": {"die:2": "POWER"}}
    assert from_json(body) == Throw("Ana", (("die:2", "power"),))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (None, "JSON object"),
        ([], "JSON object"),
        ({}, "no kind of fact"),
        ({"fact": "roll"}, "'roll' is no kind of fact"),
        ({"fact": "throw", "shown": {"a": "b"}}, "'player'"),
        ({"fact": "throw", "player": 3, "shown": {"a": "b"}}, "'player'"),
        ({"fact": "throw", "player": "Ana"}, "'shown'"),
        ({"fact": "throw", "player": "Ana", "shown": ["a"]}, "'shown'"),
        ({"fact": "throw", "player": "Ana", "shown": {"a": 3}}, "'shown'"),
        ({"fact": "choose", "player": "Ana", "kind": "", "pick": "x"}, "'kind'"),
        ({"fact": "choose", "player": "Ana", "kind": "k"}, "'pick'"),
        ({"fact": "retract"}, "'seq'"),
        ({"fact": "retract", "seq": 0}, "'seq'"),
        ({"fact": "retract", "seq": True}, "'seq'"),
        ({"fact": "retract", "seq": "1"}, "'seq'"),
        ({"fact": "restore"}, "'seq'"),
        ({"fact": "restore", "seq": 0}, "'seq'"),
        ({"fact": "amend", "seq": 1, "play": {"fact": "retract", "seq": 1}}, "'play'"),
        ({"fact": "amend", "seq": 1}, "'play'"),
        ({"fact": "amend", "seq": 1, "play": [1]}, "'play'"),
    ],
)
def test_malformed_facts_are_refused(body: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        from_json(body)


def test_amends_in_an_amend_are_refused_however_many() -> None:
    body: dict[str, Any] = {}
    for _ in range(5000):
        body = {"fact": "amend", "seq": 1, "play": body}
    with pytest.raises(ValueError, match="'play'"):
        from_json(body)


CAST, PICK = FACTS[0], FACTS[1]
AMENDED = Amend(1, Throw("Ana", (("die:A", "3"),)))


@pytest.mark.parametrize(
    ("log", "taken_back"),
    [
        ([CAST, Retract(1), Restore(1)], {2}),
        ([CAST, PICK, Retract(2), Retract(1), Restore(1), Restore(2)], {3, 4}),
        ([CAST, PICK, Retract(2), Retract(1), Restore(1)], {4}),
        ([CAST, AMENDED, Restore(1)], {2}),
        ([CAST, AMENDED, Retract(1), Restore(1), Restore(1)], {2, 3}),
        ([CAST, AMENDED, CAST, Restore(1)], set()),
        ([CAST, Retract(1)], set()),
        ([CAST, Retract(1), CAST, Restore(1)], set()),
        ([CAST, Retract(1), Restore(2), Restore(1)], set()),
        ([Restore(1), CAST], set()),
    ],
    ids=[
        "one",
        "two",
        "the last of two",
        "an amendment",
        "both",
        "an amendment too late",
        "none",
        "after another fact",
        "after a wrong one",
        "of nothing",
    ],
)
def test_a_correction_is_taken_back_only_while_it_is_the_last_fact(log: list[Fact], taken_back: set[int]) -> None:
    assert restored(log) == taken_back
