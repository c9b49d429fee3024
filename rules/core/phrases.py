"""Texts for people: English as they stand, and in any other language whose catalogue has their template.

A `Phrase` is a plain English ``str`` for whoever does not care for languages: logs, the command line, comparisons.  It
keeps its template and values, so that whoever shows it to a person can put the values into the template of another
language.  f-strings, ``+`` and ``str.join`` lose them: build phrases from phrases with `Phrase`, `plural`, `sentences`
and `listing`.  The rules know no language and no catalogue file; `translated` is given a catalogue of ``gettext``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Protocol, Self

QUOTED = 80  # most letters of a wrong value that a refusal quotes


class Catalogue(Protocol):
    """The texts of one language, such as ``gettext.GNUTranslations``."""

    def gettext(self, message: str, /) -> str:
        """The text for *message*; *message* itself where there is none."""

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        """The singular or plural form for the number *n*."""


FIGURES = "Figures are written like 1,000.5"
"""Its translation shows the two separators of another language."""
MINUS = "\N{MINUS SIGN}"
HAS_WORDS = re.compile(r"[^\W\d_]")
GAP = re.compile(r"{[^}]*}")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
KEPT = "\N{WORD JOINER}"
"""Stands in `names_kept` after each mark of a name that would otherwise end a sentence."""


class Phrase(str):
    """An English text that remembers its ``template`` and the ``values`` in its named gaps; these may be phrases, too.

    `plural` also sets ``many``, the template for any number but 1, and ``number``; elsewhere ``many`` is empty.

    >>> Phrase("{player} casts {stone}.", player="Bo", stone="Flute")
    'Bo casts Flute.'
    """

    __slots__ = ("many", "number", "template", "values")
    template: str
    many: str
    number: int
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """The phrase with *values* in the gaps of *template*; without any values the template stays as it is."""
        phrase = super().__new__(cls, cls._shaped(_filled(template, values)))
        phrase.template, phrase.many, phrase.number, phrase.values = template, "", 1, values
        return phrase

    def __str__(self) -> str:
        """The phrase itself, so that ``str`` of an error made with a phrase can still be said in another language."""
        return self

    def about(self, **values: object) -> Phrase:
        """The same phrase with further or other values."""
        return Phrase(self.template, **{**self.values, **values})

    def translation(self, catalogue: Catalogue) -> str:
        """This phrase in the language of *catalogue*; in English where the catalogue does not have it."""
        values = {name: translated(value, catalogue) for name, value in self.values.items()}
        return self._shaped(_filled(self._template(catalogue), values))

    @staticmethod
    def _shaped(text: str) -> str:
        return text

    def _template(self, catalogue: Catalogue) -> str:
        if self.many:
            return catalogue.ngettext(self.template, self.many, self.number)
        return catalogue.gettext(self.template) if has_words(self.template) else self.template


class SentenceError(ValueError):
    """A failure whose message is a sentence with the next step, which pages say in the reader's language."""

    def __init__(self, words: Phrase) -> None:
        super().__init__(words)
        self.words = words


class Capital(Phrase):
    """A phrase that begins a sentence."""

    __slots__ = ()

    @staticmethod
    def _shaped(text: str) -> str:
        return text[:1].upper() + text[1:]


class Figure(Phrase):
    """A number in digits, with the separators of the reader's language."""

    __slots__ = ()

    def translation(self, catalogue: Catalogue) -> str:
        """The number as the translation of `FIGURES` writes one."""
        written = catalogue.gettext(FIGURES)
        return self.translate({ord(","): written[-6], ord("."): written[-2]})


def figure(value: float, decimals: int = 0) -> Figure:
    """*value* with this many *decimals*.

    >>> figure(0.25, 1), figure(10_000)
    ('0.2', '10,000')
    """
    return Figure(f"{value:,.{decimals}f}")


def signed(number: int) -> str:
    """*number* with its sign.

    >>> signed(2), signed(-1)
    ('+2', '−1')
    """
    return f"{number:+d}".replace("-", MINUS)


def quoted(value: object) -> str:
    """A wrong value as a refusal quotes it: as Python writes it, and no more of it than can be read."""
    return shortened(repr(value))


def shortened(text: str) -> str:
    """The first letters of a wrong word, as many as a refusal quotes."""
    return text[:QUOTED]


def capital(text: str) -> Phrase:
    """*text* as the beginning of a sentence.

    >>> capital(Phrase("the {name}", name="Troll"))
    'The Troll'
    """
    return Capital("{text}", text=text)


def plural(one: str, many: str, number: int, /, **values: object) -> Phrase:
    """The phrase *one* or *many*, as *number* needs it; its gap ``{number}`` holds the number.

    >>> plural("{number} roll", "{number} rolls", 2)
    '2 rolls'
    """
    phrase = Phrase(one if number == 1 else many, number=number, **values)
    phrase.template, phrase.many, phrase.number = one, many, number
    return phrase


def sentences(*texts: str) -> Phrase:
    """*texts* one after the other; empty ones are left out.

    >>> sentences("It is a tie.", "", "Roll again.")
    'It is a tie. Roll again.'
    """
    return joined(" ", texts)


def names_kept(text: str) -> str:
    """*text* prepared for `split_sentences`, by which only its template ends a sentence, not a name in its gaps.

    Translate it before it is split, and show it to nobody before.
    """
    if not isinstance(text, Phrase):
        return text
    values = {gap: _kept(value) for gap, value in text.values.items()}
    if text.many:
        del values["number"]  # which `plural` fills in
        return plural(text.template, text.many, text.number, **values)
    return type(text)(text.template, **values)


def _kept(value: object) -> object:
    if isinstance(value, Phrase):
        return names_kept(value)
    return re.sub("[.!?]", rf"\g<0>{KEPT}", value) if isinstance(value, str) else value


def split_sentences(words: str) -> list[str]:
    """The sentences of *words*, which `names_kept` has prepared.

    >>> split_sentences(names_kept(Phrase("{player} dies. Lay out {n} cards.", player="Dr. No", n=7.5)))
    ['Dr. No dies.', 'Lay out 7.5 cards.']
    """
    return [_one_mark(sentence.replace(KEPT, "")) for sentence in SENTENCE_END.split(words)]


def listing(texts: Iterable[str]) -> Phrase:
    """*texts* as people say them.

    >>> listing(["Ana", "Bo", "Cy"]), listing(["Ana"]), listing([])
    ('Ana, Bo and Cy', 'Ana', '')
    """
    *most, last = list(texts) or [""]
    return Phrase("{most} and {last}", most=joined(", ", most), last=last) if most else joined("", (last,))


def joined(separator: str, texts: Iterable[str]) -> Phrase:
    """*texts* with *separator*, which has no words, between them; empty ones are left out."""
    values = {f"part{place}": text for place, text in enumerate(filter(None, texts))}
    return Phrase(separator.join(f"{{{name}}}" for name in values), **values)


def translated(value: Any, catalogue: Catalogue) -> Any:
    """*value* with all phrases in it in the language of *catalogue*: a phrase, or lists and dictionaries of them."""
    match value:
        case Phrase():
            return value.translation(catalogue)
        case dict():
            return {key: translated(item, catalogue) for key, item in value.items()}
        case list() | tuple():
            return [translated(item, catalogue) for item in value]
        case _:
            return value


@lru_cache(maxsize=4096)
def has_words(template: str) -> bool:
    """Whether there is anything to translate in *template*, beside its gaps."""
    return HAS_WORDS.search(GAP.sub("", template)) is not None


def _filled(template: str, values: Mapping[str, object]) -> str:
    """The template with its values."""
    if not values:
        return _one_mark(template)
    return _one_mark(template.format(**{name: _with_minus(value) for name, value in values.items()}))


def _with_minus(value: object) -> object:
    """A whole number below zero with the minus sign that `signed` writes; anything else unchanged."""
    return f"{MINUS}{-value}" if isinstance(value, int) and value < 0 else value


def _one_mark(text: str) -> str:
    """*text* with one mark at its end where that is a name such as ``Crucio!``."""
    return text[:-1] if text.endswith(("!.", "?.")) else text
