"""Phrases are English strings that can be translated later."""

from __future__ import annotations

import copy
from gettext import NullTranslations

import pytest

from rules.core.phrases import (
    FIGURES,
    KEPT,
    Phrase,
    capital,
    figure,
    has_words,
    joined,
    listing,
    names_kept,
    plural,
    sentences,
    split_sentences,
    translated,
)


class Shouting(NullTranslations):
    """A language with its own word order, in capitals."""

    def gettext(self, message: str) -> str:
        return {"{player} takes {piece}.": "{piece}: {player}!", "the die": "THE DIE", FIGURES: "FIGURES: 1.000,5"}.get(
            message, message
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{number} ROLL" if n == 1 else "{number} ROLLS"


def test_a_phrase_is_its_english_text() -> None:
    assert Phrase("{player} takes {piece}.", player="Bo", piece="Flute") == "Bo takes Flute."


def test_a_number_below_zero_has_the_same_minus_sign_as_a_bonus() -> None:
    below = Phrase("{ours} for {player}.", ours=-4, player="Bo-1")
    assert below == "\N{MINUS SIGN}4 for Bo-1."
    assert below.translation(Shouting()) == below
    assert Phrase("{ours} for {player}.", ours=4, player="Bo") == "4 for Bo."


def test_values_that_are_phrases_are_translated_too() -> None:
    phrase = Phrase("{player} takes {piece}.", player="Bo", piece=Phrase("the die"))
    assert phrase.translation(Shouting()) == "THE DIE: Bo!"


def test_a_number_is_formatted_as_the_language_does() -> None:
    phrase = Phrase("{player} takes {piece}.", player=figure(0.25, 2), piece=figure(10_000))
    assert phrase == "0.25 takes 10,000."
    assert phrase.translation(Shouting()) == "10.000: 0,25!"


def test_a_name_is_never_translated() -> None:
    assert Phrase("{player} takes {piece}.", player="the die", piece="x").translation(Shouting()) == "x: the die!"


def test_braces_in_a_value_stay() -> None:
    assert Phrase("{player} takes {piece}.", player="{x}", piece="{0}").translation(Shouting()) == "{0}: {x}!"


def test_a_number_chooses_the_form() -> None:
    both = [plural("{number} roll", "{number} rolls", number) for number in (1, 2)]
    assert (both, [phrase.translation(Shouting()) for phrase in both]) == (["1 roll", "2 rolls"], ["1 ROLL", "2 ROLLS"])


def test_joined_phrases_stay_translatable() -> None:
    the_die = Phrase("the die")
    assert sentences(the_die, "", the_die).translation(Shouting()) == "THE DIE THE DIE"
    assert joined(", ", [the_die, "x"]).translation(Shouting()) == "THE DIE, x"
    assert listing([the_die, the_die, "x"]).translation(Shouting()) == "THE DIE, THE DIE and x"


def test_a_full_stop_after_a_name_is_not_doubled() -> None:
    assert Phrase("Bo says {spell}.", spell="Crucio!") == "Bo says Crucio!"


def test_a_phrase_of_gaps_alone_needs_no_translation() -> None:
    assert not has_words("{player}: {number} 2.")
    assert has_words("{player} wins")


def test_a_copy_remembers_its_template() -> None:
    phrase = Phrase("{player} takes {piece}.", player="Bo", piece="Flute")
    assert copy.deepcopy(phrase).translation(Shouting()) == "Flute: Bo!"


def test_phrases_in_lists_and_dictionaries_are_translated() -> None:
    assert translated({"a": [Phrase("the die"), 1], "b": (Phrase("the die"),)}, Shouting()) == {
        "a": ["THE DIE", 1],
        "b": ["THE DIE"],
    }


DIES = Phrase("{player} dies. Draw {number} cards.", player="Dr. No", number=figure(7.5, 1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (DIES, ["Dr. No dies.", "Draw 7.5 cards."]),
        (sentences(DIES, Phrase("{spell}.", spell="Help!")), ["Dr. No dies.", "Draw 7.5 cards.", "Help!"]),
        (sentences(Phrase("Bo plays {spell}.", spell="Who? Me!"), "Ana wins."), ["Bo plays Who? Me!", "Ana wins."]),
        (Phrase("{who} may roll.", who=capital(Phrase("the {name}", name="St. Bo"))), ["The St. Bo may roll."]),
        (plural("{number} die of {player}.", "{number} dice of {player}.", 2, player="Dr. No"), ["2 dice of Dr. No."]),
        ("No phrase. Two sentences.", ["No phrase.", "Two sentences."]),
        ("", [""]),
    ],
)
def test_a_mark_in_a_name_or_a_number_ends_no_sentence(text: str, expected: list[str]) -> None:
    assert split_sentences(translated(names_kept(text), NullTranslations())) == expected
    assert KEPT not in text


def test_the_sentences_are_those_of_the_translation() -> None:
    named = Phrase("{player} takes {piece}.", player="Dr. No", piece=Phrase("the die"))
    assert split_sentences(translated(names_kept(named), Shouting())) == ["THE DIE: Dr. No!"]
