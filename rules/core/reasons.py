"""Why something is not possible now: a sentence for people, and the rule that decides.

A game states each condition once, as a predicate that returns None (allowed) or a `Reason` (excluded).  Build the ask
with ``offered, excluded = sift(candidates, predicate)`` (`rules.core.asks`) and answer `Game.why_not` with the same
predicates; `rules.core.refusals.refusal` then names the true reason by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.phrases import Phrase

SHORT = 4


def short(rules: tuple[str, ...]) -> tuple[str, ...]:
    """The first rules of a citation, at most four: the deciding one comes first."""
    return rules[:SHORT]


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

    def about(self, **gaps: str | int) -> Reason:
        """The same reason with its named gaps filled, such as ``{player}``."""
        return Reason(Phrase(self.words, **gaps), self.rules)
