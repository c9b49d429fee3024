"""Published phrases: a hub translates them as the table itself would, and forged phrases are not shown."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest

from calibration.storage.phrases import DEEPEST, LONGEST, packed, unpacked
from rules.core.fold import referee
from rules.core.phrases import Capital, Figure, Phrase, listing, plural, sentences, translated
from rules.core.rulings import audience
from rules.games import GAMES
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from web.languages import catalogue

GERMAN = catalogue("de")


@pytest.mark.parametrize(
    "text",
    [
        Phrase("Ana won"),
        Phrase("{winners} wins the game.", winners=listing(["Ana", "Bo"])),
        plural("{number} roll left", "{number} rolls left", 2),
        plural("{number} roll left", "{number} rolls left", 1),
        Capital("{text}", text=Phrase("the die")),
        Phrase("If {seconds} seconds pass", seconds=Figure("2.6")),
        sentences("{no gap}", Phrase("The game is over")),
    ],
)
def test_a_phrase_comes_back_as_it_was(text: Phrase) -> None:
    back = unpacked(packed(a=text), "a", "".join(text))
    assert isinstance(back, Phrase)
    assert (back, translated(back, GERMAN)) == (text, translated(text, GERMAN))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_ruled_in_public_can_be_translated_elsewhere(name: str) -> None:
    kit = kit_of(name)
    game = play(kit, 3)
    table = referee(kit.game, game.setup, game.log)
    ruled = [ruling.text for entry in table.entries for ruling in audience(entry.rulings, None)]
    texts: list[str] = [*ruled, *(ask.words for ask in table.asks)]
    assert texts
    for text in texts:
        assert translated(unpacked(packed(a=text), "a", "".join(text)), GERMAN) == translated(text, GERMAN)


def test_a_value_that_no_gap_shows_is_not_published() -> None:
    assert "Voldemort" not in packed(a=Phrase("{player} casts.", player="Bo").about(secret="Voldemort"))


def test_plain_texts_and_texts_without_end_are_not_packed() -> None:
    assert packed(a="Bo casts.") == ""
    assert packed(a=Phrase("{name}", name="x" * LONGEST)) == ""


@pytest.mark.parametrize(
    "body",
    [
        {"text": "{a.__class__}", "values": {"a": "x"}},
        {"text": "{a[0]}", "values": {"a": "x"}},
        {"text": "{a:>99999999999}", "values": {"a": "x"}},
        {"text": "{a!r}", "values": {"a": "x"}},
        {"text": "{a}"},
        {"text": "{a}", "values": ["a"]},
        {"text": "{", "values": {"a": "x"}},
        {"text": 5, "values": {"a": "x"}},
        {"text": "Bo lost."},
        {"text": "x", "many": {}, "number": "y"},
        "Bo wins.",
        None,
    ],
)
def test_a_forged_phrase_shows_the_published_text(body: Any) -> None:
    text = unpacked(json.dumps({"a": body}), "a", "Bo wins.")
    assert (text, type(text)) == ("Bo wins.", str)


def test_phrases_without_end_show_the_published_text() -> None:
    body: Any = "x"
    for _ in range(DEEPEST + 1):
        body = {"text": "{a}", "values": {"a": body}}
    for phrases in (json.dumps({"a": body}), "[" * LONGEST, "", "[]", '{"b": 1}'):
        assert type(unpacked(phrases, "a", "x")) is str


@pytest.mark.parametrize("many", [{}, {"many": "{a}" * 100, "number": 2}])
def test_a_small_phrase_that_would_grow_without_end_is_left_out(many: dict[str, Any]) -> None:
    body: Any = "x" * 20
    for _ in range(3):
        body = {"text": "{a}" * 100, "values": {"a": body}, **many}
    tracemalloc.start()
    text = unpacked(json.dumps({"a": body}), "a", "Bo wins.")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (text, type(text)) == ("Bo wins.", str)
    assert peak < 1_000_000
