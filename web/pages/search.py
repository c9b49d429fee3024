"""Which texts answer a question: words are compared by their stem and meaning, and a rare word counts more."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import log
from unicodedata import normalize

from web.pages.question_words import LANGUAGES, Language

MARKS = re.compile("[\u0300-\u036f]")  # the marks on letters, once they are separate
UNDOUBLED = "ls"  # letters that stay double where an ending is cut off, as in "roll" and "toss"
TEXTS = 8192  # texts whose stems are kept: every rule and option of a few evenings, in both languages
SHORTEST = 3  # letters that are left of a word without its ending
PART = 4  # letters, at least, of each of the two words of a compound
LENGTH = 0.35  # how much a long text is held against its words: 0 not at all, 1 in proportion to its length
IN_TITLE = 1.0  # what the words of a title add to their weight where all of the title is asked for
LIKE = 0.9  # what a word of the same meaning counts, beside 1 for the word itself
UNKNOWN = 2.0  # the weight of a word that stands in no text: as a common word weighs, because the page names it
ENOUGH = 0.3  # part of the question's weight that a text must have to answer it
NEAR = 0.4  # part of the best text's worth below which a text is left out


@dataclass(frozen=True, slots=True)
class Text:
    """A text that a question may find, with the title above it ("" where there is none)."""

    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Found:
    """The numbers of the texts that answer a question, the best first, and its words that stand in no text."""

    numbers: tuple[int, ...]
    unknown: tuple[str, ...]


def search(question: str, texts: Sequence[Text], language: str) -> Found:
    """The *texts* that answer *question*, a text in the language with this code ("en" or "de").

    A text answers it if it has enough of the question's words, weighed by how few of the texts have them.  Equally good
    ones stay in the order given.
    """
    spoken = _spoken(language)
    known = [_Known(_stems(text.title, language), _stems(text.words, language)) for text in texts]
    vocabulary = frozenset[str]().union(*(one.title | one.words for one in known))
    asked = tuple(dict.fromkeys(part for word in spoken.telling(question) for part in spoken.parts(word, vocabulary)))
    stems = [_Stem(spoken.bare(word), spoken.meanings(word)) for word in asked]
    spread = [sum(one.share_of(stem) > 0 for one in known) for stem in stems]
    weights = {
        stem: log(1 + len(texts) / count) if count else UNKNOWN for stem, count in zip(stems, spread, strict=True)
    }
    usual = sum(one.length for one in known) / (len(known) or 1)
    worth = {number: _worth(weights, one, usual) for number, one in enumerate(known)}
    least = NEAR * max(worth.values(), default=0.0)
    order = sorted(worth, key=lambda number: -worth[number])
    numbers = tuple(number for number in order if worth[number] > 0 and worth[number] >= least)
    return Found(numbers, tuple(word for word, count in zip(asked, spread, strict=True) if not count))


@dataclass(frozen=True, slots=True)
class _Stem:
    """What a word is compared by: the word without its ending, and the names of its meanings."""

    bare: str
    meanings: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Known:
    """The stems of a text's title and words, with the names of their meanings."""

    title: frozenset[str]
    words: frozenset[str]

    @property
    def length(self) -> int:
        """How many stems and meanings the text has in all."""
        return len(self.title) + len(self.words)

    def share_of(self, stem: _Stem) -> float:
        """1 where the text has the word itself, `LIKE` where it has one of the same meaning, else 0."""
        if stem.bare in self.title or stem.bare in self.words:
            return 1.0
        return 0.0 if stem.meanings.isdisjoint(self.title | self.words) else LIKE


def _worth(weights: Mapping[_Stem, float], text: _Known, usual: float) -> float:
    """What a text is worth as an answer; 0 where it has too little of the question."""
    common = {stem: weight * text.share_of(stem) for stem, weight in weights.items()}
    share = sum(common.values()) / sum(weights.values()) if common else 0.0
    if share < ENOUGH:
        return 0.0
    titled = [weight for stem, weight in common.items() if not (stem.meanings | {stem.bare}).isdisjoint(text.title)]
    of_title = IN_TITLE * sum(titled) * len(titled) / len(text.title) if titled else 0.0
    return share * (sum(common.values()) / (1 - LENGTH + LENGTH * text.length / usual) + of_title)


class _Spoken:
    """Compares words of one language by their stems and meanings."""

    def __init__(self, language: Language) -> None:
        self._endings = language.endings
        self._infinitive = re.compile(language.infinitive or "(?!)")
        self._silent = frozenset(self.bare(word) for listed in language.silent for word in _words(listed))
        self._meanings: dict[str, frozenset[str]] = {}
        for number, group in enumerate(language.meanings):
            for bare in {self.bare(word) for listed in group for word in _words(listed)}:
                self._meanings[bare] = self._meanings.get(bare, frozenset()) | {f"={number}"}

    def telling(self, text: str) -> list[str]:
        """The words of *text* without stop words; "wegzulaufen" is "weglaufen"."""
        verbs = (self._infinitive.sub(lambda found: "".join(found.groups()), word) for word in _words(text))
        return [word for word in verbs if self.bare(word) not in self._silent]

    def bare(self, word: str) -> str:
        """The word without marks and ending, and without the letter doubled before one: "swapped" is "swap"."""
        word = MARKS.sub("", normalize("NFKD", word))
        ending = next((e for e in self._endings if word.endswith(e) and len(word) - len(e) >= SHORTEST), "")
        bare = word.removesuffix(ending)
        doubled = ending and len(bare) > SHORTEST and bare[-1] == bare[-2] and bare[-1] not in UNDOUBLED
        return bare[:-1] if doubled else bare

    def parts(self, word: str, vocabulary: frozenset[str]) -> tuple[str, ...]:
        """Split a compound such as "handkarten" into its two words, if they are in the vocabulary and it is not.

        A silent part is left out: "runtergefallen" is "gefallen".
        *vocabulary*: the stems and groups of meanings of all texts. Any other *word* stays whole.
        """
        if self._is_in(vocabulary, word):
            return (word,)
        splits = [(word[:at], word[at:]) for at in range(PART, len(word) - PART + 1)]
        split = next((two for two in splits if all(self._is_in(vocabulary, part) for part in two)), (word,))
        return tuple(part for part in split if self.bare(part) not in self._silent)

    def _is_in(self, vocabulary: frozenset[str], word: str) -> bool:
        return self.bare(word) in vocabulary | self._silent or not self.meanings(word).isdisjoint(vocabulary)

    def meanings(self, word: str) -> frozenset[str]:
        """The names of the word's groups of meanings; a name is no word."""
        return self._meanings.get(self.bare(word), frozenset())


def _words(text: str) -> list[str]:
    """The words of *text* in small letters, and its single figures."""
    return re.findall(r"\w{2,}|\d", normalize("NFC", text.casefold()))


@cache
def _spoken(language: str) -> _Spoken:
    return _Spoken(LANGUAGES[language])


@lru_cache(maxsize=TEXTS)
def _stems(text: str, language: str) -> frozenset[str]:
    """The stems of a text's telling words, and the names of their meanings."""
    spoken = _spoken(language)
    words = spoken.telling(text)
    return frozenset(map(spoken.bare, words)).union(*map(spoken.meanings, words))
