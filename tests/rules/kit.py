"""The kit through which a game joins the shared suite, and where the suite finds it.

A game in ``rules/games.py`` called ``some-game`` has a folder ``tests/rules/some_game`` with ``kit.py`` (a ``KIT``) and
``goldens/*.jsonl``.  Nothing else is needed to get fuzz, corrections, secrecy, perft, goldens and rule coverage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from rules.core.asks import Ask
from rules.core.facts import Choose, Fact, Play, Throw
from rules.core.fold import Table
from rules.core.game import Game, Setup
from rules.games import GAMES
from tests.rules.citations import Citable

HERE = Path(__file__).parent
Retold = tuple[Setup, list[Fact]]


@dataclass(frozen=True, slots=True)
class Perft:
    """A position and how many regular continuations it has, derived by hand in a comment beside it."""

    name: str
    setup: Setup
    log: Sequence[Fact]
    counts: Sequence[int]  # of one play, two plays, ...


def _no_secret(setup: Setup, log: Sequence[Fact], viewer: str | None, table: Table) -> Retold | None:
    return None


def _always_sound(setup: Setup, state: Any) -> None:
    return None


def _any_move(before: Any, play: Play, after: Any) -> None:
    return None


def any_answer(ask: Ask, rng: Random) -> Play:
    """A regular answer to *ask*, each option and each side as likely as the next."""
    if ask.options and (not ask.pieces or rng.random() < 0.3):
        return Choose(ask.player, ask.kind, rng.choice(ask.options).pick)
    size = rng.randint(1, ask.most or len(ask.pieces)) if ask.some else len(ask.pieces)
    part = rng.sample(ask.pieces, size)
    return Throw(ask.player, tuple((piece, rng.choice(sides)) for piece, sides in part))


def any_ask(asks: Sequence[Ask], rng: Random) -> Ask:
    """Each ask as likely as the next."""
    return rng.choice(asks)


@dataclass(frozen=True, slots=True)
class Kit:
    """One game for the shared suite.

    ``setups`` are the games that the fuzz plays.  ``bound``: the most facts of a random game.
    ``sides``: side words for throws, irregular ones included.  ``sound(setup, state)`` asserts what always holds,
    ``moved(before, play, after)`` what holds of every play.
    ``disguise(setup, log, viewer, table)`` tells the same game with other secrets that *viewer* cannot know of, or
    None where there is nothing to hide.  ``ask`` picks an ask, ``answer`` a regular answer.
    ``rarity(state, ask, pick)`` names what that pick would use and games seldom see; the least used is preferred.
    ``cases`` are further games (set-up, log) whose rulings count for the rule coverage.
    ``explains``: whether every refusal of the game is checked for its reason.  ``citations``: which rules each message
    may cite.
    """

    game: Game
    folder: Path
    setups: Sequence[Setup]
    sides: Sequence[str]
    bound: int = 400
    sound: Callable[[Setup, Any], None] = _always_sound
    moved: Callable[[Any, Play, Any], None] = _any_move
    disguise: Callable[[Setup, Sequence[Fact], str | None, Table], Retold | None] = _no_secret
    ask: Callable[[Sequence[Ask], Random], Ask] = any_ask
    answer: Callable[[Ask, Random], Play] = any_answer
    rarity: Callable[[Any, Ask, str], str] | None = None
    perfts: Sequence[Perft] = ()
    cases: Sequence[tuple[Setup, Sequence[Fact]]] = field(default=())
    explains: bool = True
    citations: Mapping[str, Citable] | None = None


def kit_of(name: str) -> Kit:
    """The kit of a registered game."""
    kit = import_module(f"tests.rules.{name.replace('-', '_')}.kit").KIT
    assert isinstance(kit, Kit)
    return kit


def kits() -> list[Kit]:
    """The toy, and every registered game: one without a kit fails here."""
    from tests.rules.toy_kit import KIT as TOY

    return [TOY, *(kit_of(name) for name in GAMES)]
