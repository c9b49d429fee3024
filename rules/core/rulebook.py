"""The rule book of a game, and sentences that always cite it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import Formatter

from rules.core.phrases import Phrase
from rules.core.rulings import Message, Reason


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own words.

    ``honour`` says why the table cannot see it, so that the players keep it themselves; empty where it is refereed.
    """

    id: str
    text: str
    honour: str = ""

    @property
    def refereed(self) -> bool:
        """Whether the referee watches this rule."""
        return not self.honour


class Book:
    """All rules of one game by id."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        listed = tuple(rules)
        self._rules = {rule.id: rule for rule in listed}
        if len(self._rules) != len(listed):
            ids = [rule.id for rule in listed]
            raise ValueError(f"Twice in the book: {sorted({i for i in ids if ids.count(i) > 1})}")

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __len__(self) -> int:
        return len(self._rules)

    def cite(self, *rule_ids: str) -> tuple[str, ...]:
        """Return the ids, after checking that the book has them all.

        Raises:
            KeyError: for an id that is not in the book, or without any id; citations are made at import, so that a
                slip fails at once.
        """
        if not rule_ids or not all(rule_id in self._rules for rule_id in rule_ids):
            raise KeyError(f"not in the book: {[i for i in rule_ids if i not in self._rules] or 'no rule cited'}")
        return rule_ids

    def because(self, words: str, *rule_ids: str) -> Reason:
        """Why something may not be done: a whole sentence, and the rules it rests on, the deciding one first.

        Raises:
            KeyError: for an id that is not in the book, or without any id.
        """
        return Reason(words if isinstance(words, Phrase) else Phrase(words), self.cite(*rule_ids))

    def message(self, key: str, words: str, *rule_ids: str) -> Message:
        """A sentence of the referee; *words* has named gaps, such as ``{player} casts a Spell``.

        Raises:
            ValueError: for a gap without a name, or with one that `Message` needs itself.
            KeyError: for an id that is not in the book.
        """
        gaps = [name for _, name, _, _ in Formatter().parse(words) if name is not None]
        if not all(gap.isidentifier() and gap not in ("also", "to", "reveals") for gap in gaps):
            raise ValueError(f"gaps are named, and not also, to or reveals: {words!r}")
        return Message(key, words, self.cite(*rule_ids))
