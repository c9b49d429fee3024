"""What the referee says, asks and explains in random games has a translation, down to the words in its gaps."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rules.core.fold import Table, advance, opening
from rules.core.phrases import Phrase, has_words
from rules.games import GAMES
from tests.rules import fuzz
from tests.rules.kit import kit_of
from tests.tools.catalogue import catalogue
from web import languages

OTHERS = [name for name in languages.LANGUAGES if name != languages.SOURCE]
WORD = re.compile(r"[a-z]{2,}(-[a-z]+)*")  # a word of the code; names of people and pieces begin with a capital
QUOTES = "'{"  # what somebody has typed is quoted as it was


def texts_of(table: Table) -> Iterator[str]:
    """The sentences and options of all asks at that moment, and the rulings on the last play."""
    for ask in table.asks:
        yield ask.words
        yield from (option.words for option in ask.options)
        yield from (one.reason.words for one in ask.excluded)
    if table.entries:
        yield from (ruling.text for ruling in table.entries[-1].rulings)


def parts(text: str) -> Iterator[Phrase]:
    """A phrase and all phrases in its gaps."""
    if isinstance(text, Phrase):
        yield text
        for value in text.values.values():
            yield from parts(value) if isinstance(value, str) else ()


def words_of_the_code(phrase: Phrase) -> list[str]:
    """Words in the gaps of *phrase* that no translation is looked up for."""
    plain = [value for value in phrase.values.values() if isinstance(value, str) and not isinstance(value, Phrase)]
    return [] if QUOTES in phrase.template else [value for value in plain if WORD.fullmatch(value)]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_the_rules_can_be_translated(game: str, language: str) -> None:
    kit = kit_of(game)
    known = {one for message in catalogue(language) for one in (message.id if message.pluralizable else (message.id,))}
    by_text = dict[str, Phrase]()
    for seed in range(4):
        played = fuzz.play(kit, seed)
        table = opening(kit.game, played.setup)
        for fact in played.log:
            table = advance(kit.game, table, fact)
            by_text |= {text: text for text in texts_of(table) if isinstance(text, Phrase)}
    phrases = [part for text in by_text.values() for part in parts(text)]
    templates = {part.template for part in phrases if has_words(part.template)}
    sentences = {template for template in templates if template.endswith((".", "?")) or "{" in template}
    assert sentences - known == set()
    assert {(part.template, word) for part in phrases for word in words_of_the_code(part)} == set()
