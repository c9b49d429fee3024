"""What the referee says of a play: a sentence, and the rules it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.copies import replace
from rules.core.phrases import Phrase

Param = str | int


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says, and the rules it rests on, the deciding one first.

    ``to`` names the only player who may hear it, None the whole table; ``reveals`` names secrets that are now public.
    """

    key: str
    text: str
    params: tuple[tuple[str, Param], ...]
    rules: tuple[str, ...]
    to: str | None = None
    reveals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Says:
    """A sentence with gaps, and the rules it rests on: call it with the gaps to get a Ruling."""

    key: str
    words: str
    rules: tuple[str, ...]

    def by(self, rules: tuple[str, ...]) -> Says:
        """The same sentence where the moment knows the deciding rules: they are cited first."""
        return replace(self, rules=tuple(dict.fromkeys(rules + self.rules)))

    def __call__(
        self,
        *,
        also: tuple[str, ...] = (),
        to: str | None = None,
        reveals: tuple[str, ...] = (),
        **gaps: Param,
    ) -> Ruling:
        """Say it; *also* adds rules that only the moment knows, such as a power's own."""
        rules = tuple(dict.fromkeys(self.rules + also))
        return Ruling(self.key, Phrase(self.words, **gaps), tuple(gaps.items()), rules, to, reveals)

    def retold(self, ruling: Ruling, **gaps: Param) -> Ruling:
        """*ruling*, which says this, with other values in some of its gaps."""
        filled = dict(ruling.params) | gaps
        return replace(ruling, text=Phrase(self.words, **filled), params=tuple(filled.items()))


def audience(rulings: Iterable[Ruling], viewer: str | None) -> tuple[Ruling, ...]:
    """The rulings that *viewer* may hear."""
    return tuple(ruling for ruling in rulings if ruling.to in (None, viewer))
