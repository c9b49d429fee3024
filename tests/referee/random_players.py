"""Random players of a camera game: whether they throw or choose, with which pieces, and the log that is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from rules.core.asks import Ask
from rules.core.facts import Throw

ANY_DIE = ("draft-roll", "first-roll")
"""Asks of Dicers in which only the numbers count."""
THROWS = 0.6  # The part of players who throw where they may also choose.


def next_ask(asks: Sequence[Ask], rng: Random) -> tuple[Ask, bool]:
    """The next ask to answer, and whether by a throw."""
    throws = [ask for ask in asks if ask.pieces]
    choices = [ask for ask in asks if ask.options]
    is_throw = bool(throws) and (not choices or rng.random() < THROWS)
    return rng.choice(throws if is_throw else choices), is_throw


def taken_pieces(ask: Ask, rng: Random) -> list[str]:
    """The pieces that are thrown for *ask*: as many as are allowed."""
    pieces = [piece for piece, _ in ask.pieces]
    return rng.sample(pieces, ask.most) if ask.most and len(pieces) > ask.most else pieces


def is_roll_of(fact: Throw, ask: Ask, due: Sequence[str], truth: Mapping[str, str]) -> bool:
    """Whether *fact* is a roll of *truth* (sides by die) for *ask*; ``due`` are the players who must roll.

    In the opening of Dicers only the numbers count, and a tie is rolled by both at once.
    """
    thrown = dict(fact.shown)
    alike = sorted(thrown.values()) == sorted(truth.values()) if ask.kind in ANY_DIE else thrown == dict(truth)
    return alike and fact.player in (due if ask.kind == "tie" else (ask.player,))
