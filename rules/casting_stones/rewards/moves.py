"""Everything that can be done to gems, stones and cards.

A move is written as a verb and what it is done to, such as ``swap-gem 2 3``; turrets are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rules.casting_stones.rewards import card_moves, gem_moves, stone_moves
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import State, Step
from rules.core.asks import Option, Sifted, sift
from rules.core.reasons import Reason


@dataclass(frozen=True, slots=True)
class Move:
    """One verb: the moves that a player would expect, why one of them is not legal, and what it does."""

    options: Callable[[State, str], Iterable[Option]]
    why_not: Callable[[State, str, list[str]], Reason | None]
    does: Callable[[State, str, list[str], tuple[str, ...]], Step]


_MOVES: Mapping[str, Move] = {
    "gem": Move(gem_moves.put_options, gem_moves.why_not_put, gem_moves.put_on),
    "move-gem": Move(gem_moves.move_options, gem_moves.why_not_move, gem_moves.move_to),
    "swap-gem": Move(gem_moves.swap_options, gem_moves.why_not_swap, gem_moves.swap_with),
    "swap-stone": Move(stone_moves.swap_options, stone_moves.why_not_swap, stone_moves.swap_for),
    "swap-card": Move(card_moves.swap_options, card_moves.why_not_swap, card_moves.swap_for),
    "knock-gem": Move(gem_moves.knock_options, gem_moves.why_not_knock, gem_moves.knock_off),
    "knock-stone": Move(stone_moves.knock_options, stone_moves.why_not_knock, stone_moves.knock_out),
    "knock-card": Move(card_moves.knock_options, card_moves.why_not_knock, card_moves.knock_out),
}
EVERY = tuple(_MOVES)
GEM = ("gem", "move-gem")
SWAP = ("swap-gem", "swap-stone", "swap-card")
KNOCK_OUT = ("knock-gem", "knock-stone", "knock-card")

ONLY_SPELL = BOOK.because("Only a Spell puts a gem on a turret.", "CST-B-54")
NO_MOVE = BOOK.because("There is no such reward.", "CST-B-43")


def offers(
    state: State, player: str, expected: tuple[str, ...], why_not_pick: Callable[[str], Reason | None]
) -> Sifted:
    """The moves of the *expected* verbs, sifted by one predicate over their picks."""
    options = [option for verb in expected for option in _MOVES[verb].options(state, player)]
    return sift(options, why_not_pick)


def why_not(
    state: State, player: str, pick: str, verbs: tuple[str, ...], not_earned: Reason = NO_MOVE
) -> Reason | None:
    """Why *player* cannot make that move; *not_earned* says which verbs were earned."""
    verb, *about = pick.split() or [""]
    if verb not in _MOVES:
        return NO_MOVE
    if verb not in verbs:
        return not_earned
    return _MOVES[verb].why_not(state, player, about)


def move(state: State, player: str, pick: str, rules: tuple[str, ...]) -> Step:
    """Do one move that was offered; *rules* say what earned it."""
    verb, *about = pick.split()
    return _MOVES[verb].does(state, player, about, rules)
