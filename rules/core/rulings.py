"""What the referee says: rulings on plays, and reasons why something is not possible, each with the rules for it.

A game states each condition once, as a predicate that returns None (allowed) or a `Reason` (excluded).  Build the ask
with ``offered, excluded = sift(candidates, predicate)`` (`rules.core.asks`) and answer `Game.why_not` with the same
predicates; `rules.core.refusals.refusal` then names the true reason by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.core.copies import replace
from rules.core.phrases import Phrase

SHORT = 4
Param = str | int


def short(rules: tuple[str, ...]) -> tuple[str, ...]:
    """The first rules of a citation, at most four: the deciding one comes first."""
    return rules[:SHORT]


def cited(first: tuple[str, ...], then: tuple[str, ...]) -> tuple[str, ...]:
    """A citation with the rules *first* in front of the rules *then*, each once.

    >>> cited(("MUN-Q-01",), ("MUN-RUN-01", "MUN-Q-01"))
    ('MUN-Q-01', 'MUN-RUN-01')
    """
    return tuple(dict.fromkeys(first + then))


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not possible now: a whole sentence, and the rules it rests on, the deciding one first."""

    words: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return (
            Phrase("{words} [{rules}]", words=self.words, rules=", ".join(short(self.rules)))
            if self.rules
            else self.words
        )

    def by(self, rules: tuple[str, ...]) -> Reason:
        """The same reason with *rules*, which decide in this situation, cited first."""
        return Reason(self.words, cited(rules, self.rules))

    def about(self, **gaps: str | int) -> Reason:
        """The same reason with its named gaps filled, such as ``{player}``."""
        return Reason(Phrase(self.words, **gaps), self.rules)


@dataclass(frozen=True, slots=True)
class ComesFirst(Reason):
    """A reason: something else is asked first, and the words say what."""


def comes_first(words: str, rules: tuple[str, ...]) -> ComesFirst:
    """What is asked first, in the words and with the rules of that ask."""
    return ComesFirst(Phrase("First: {says}", says=words), rules)


class Ruling(NamedTuple):
    """What the referee says, and the rules it rests on, the deciding one first.

    ``words`` is a sentence with named gaps, which ``params`` fill.  ``to`` names the only player who may hear it, None
    the whole table; ``reveals`` names secrets that are now public.
    """

    key: str
    words: str
    params: tuple[tuple[str, Param], ...]
    rules: tuple[str, ...]
    to: str | None = None
    reveals: tuple[str, ...] = ()

    @property
    def text(self) -> Phrase:
        """The sentence with its gaps filled; made on demand, because most rulings of a long game are never read."""
        return Phrase(self.words, **dict(self.params))

    def by(self, rules: tuple[str, ...]) -> Ruling:
        """The same ruling with *rules*, which decide in this situation, cited first."""
        return self._replace(rules=cited(rules, self.rules))

    def with_gaps(self, **gaps: Param) -> Ruling:
        """The same ruling with other values in some of its gaps."""
        return self._replace(params=tuple((dict(self.params) | gaps).items()))


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with gaps, and the rules it rests on: call it with the gaps to get a Ruling."""

    key: str
    words: str
    rules: tuple[str, ...]

    def by(self, rules: tuple[str, ...]) -> Message:
        """The same sentence with *rules*, which decide in this situation, cited first."""
        return replace(self, rules=cited(rules, self.rules))

    def __call__(
        self,
        *,
        also: tuple[str, ...] = (),
        to: str | None = None,
        reveals: tuple[str, ...] = (),
        **gaps: Param,
    ) -> Ruling:
        """The ruling with its gaps filled; *also* cites further rules last, such as those of a power."""
        rules = cited(self.rules, also) if also else self.rules
        return Ruling(self.key, self.words, tuple(gaps.items()), rules, to, reveals)


def audience(rulings: Iterable[Ruling], viewer: str | None) -> tuple[Ruling, ...]:
    """The rulings that *viewer* may see (None: those for everybody)."""
    return tuple(ruling for ruling in rulings if ruling.to in (None, viewer))


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    """One ruling as JSON (docs/cli.md)."""
    body = {"key": ruling.key, "text": ruling.text, "params": dict(ruling.params), "rules": list(ruling.rules)}
    return {**body, "to": ruling.to, "reveals": list(ruling.reveals)}
