"""The best feats of a game, each of a play of its own."""

from __future__ import annotations

from rules.core.phrases import Phrase
from web.games.game_pages import Feat, best


def feat(kind: str, seq: int, worth: int) -> Feat:
    return Feat(kind, Phrase("Well done"), seq, worth)


def test_the_earliest_of_equal_feats_is_the_best() -> None:
    assert best([feat("spell", 1, 5), feat("spell", 2, 9), feat("spell", 3, 9)]) == (feat("spell", 2, 9),)


def test_a_play_is_the_best_of_one_kind_only() -> None:
    both = [feat("spell", 1, 5), feat("roll", 1, 6), feat("charm", 2, 7)]
    assert best(both) == (feat("spell", 1, 5), feat("charm", 2, 7))
