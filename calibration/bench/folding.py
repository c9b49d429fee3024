"""Measure the processor time of the answer to a correction early in a long game, for each game."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from rules.casting_stones import stones
from rules.core.asks import Ask
from rules.core.facts import Amend, Choose, Play, Throw
from rules.core.fold import Table, advance, opening
from rules.core.game import Game, Setup
from rules.dicers.dice import EVOKED
from rules.games import game_of

FACTS = 500
EARLY = 10  # Only the first facts are corrected, so that the whole game follows them.
OTHERS = 3  # Other answers that are tried in place of each.
ROUNDS = 3  # The median of so many is the time of a correction.
SEEDS = 20  # Games that are played at random until one is long enough; the longest counts.
LIKELY = 8.0  # A throw that is due, and what moves the game on, are chosen so much more often than other plays.


class Corrections(NamedTuple):
    """How many facts the game has, and the processor time of each correction in ms, in rising order."""

    facts: int
    ms: list[float]

    def __str__(self) -> str:
        slowest = f"slowest of {len(self.ms)} {self.ms[-1]:.1f} ms"
        return f"median {statistics.median(self.ms):.1f} ms, {slowest} ({self.facts} facts)"


def setups() -> Iterator[Setup]:
    """Yield a set-up of each game, with nothing but what the rules bring along."""
    hands = {"Ana": _starter_hand(0), "Bo": _starter_hand(1)}
    yield {"game": "casting-stones", "players": ["Ana", "Bo"], "pieces": stones.starter(), "hands": hands}
    dice = {f"die:{n}": {"cb": 2, "power": power} for n, power in enumerate(EVOKED[:10], 1)}
    own = {"Ana": [*dice][:5], "Bo": [*dice][5:]}
    yield {"game": "dicers", "level": "advanced", "players": ["Ana", "Bo"], "dice": dice, "collections": own}
    yield {"game": "munchkin", "players": ["Ana", "Bo", "Cy", "Di"], "begin": "turn"}


def corrections(setup: Setup) -> Corrections:
    """Play a long game at random, and correct each of its first facts in several ways."""
    game = game_of(setup)
    table = _long_game(game, setup)
    return Corrections(table.length, sorted(_answer_ms(game, table, other) for other in _amendments(game, table)))


def _long_game(game: Game, setup: Setup) -> Table:
    longest = opening(game, setup)
    for seed in range(SEEDS):
        longest = max(longest, _played(game, setup, Random(seed)), key=lambda table: table.length)
        if longest.length == FACTS:
            break
    return longest


def _played(game: Game, setup: Setup, rng: Random) -> Table:
    table = opening(game, setup)
    while table.asks and table.length < FACTS:
        table = advance(game, table, _any_play(game, table, rng))
    return table


def _any_play(game: Game, table: Table, rng: Random) -> Play:
    ask = rng.choices(table.asks, [_weight(game, ask) for ask in table.asks])[0]
    if ask.options:
        return Choose(ask.player, ask.kind, rng.choice(ask.options).pick)
    size = rng.randint(1, ask.most or len(ask.pieces)) if ask.some else len(ask.pieces)
    return Throw(ask.player, tuple((piece, rng.choice(sides)) for piece, sides in rng.sample(ask.pieces, size)))


def _weight(game: Game, ask: Ask) -> float:
    """How often an ask is answered: never where a text is wanted, or where a Level would end the game early."""
    if ask.kind == game.at_table.step or not (ask.options or ask.pieces):
        return 0.0
    return LIKELY if ask.pieces or ask.kind in game.at_table.turn + game.at_table.onward else 1.0


def _amendments(game: Game, table: Table) -> Iterator[Amend]:
    """Yield a few other answers to the asks that the first facts answered."""
    rng, before = Random(0), opening(game, table.setup)
    for entry in table.entries[:EARLY]:
        same = (ask for ask in before.asks if ask.admits(entry.play))
        others = [play for ask in same for play in ask.plays() if play != entry.play]
        yield from (Amend(entry.seq, other) for other in rng.sample(others, min(OTHERS, len(others))))
        before = advance(game, before, entry.play)


def _answer_ms(game: Game, table: Table, fact: Amend) -> float:
    taken = []
    for _ in range(ROUNDS):
        started = time.process_time()
        advance(game, table, fact)
        taken.append(time.process_time() - started)
    return 1000 * statistics.median(taken)


def _starter_hand(n: int) -> list[str]:
    """Return one Character, two Artifacts and two Elements of the starter set."""
    of_type = {kind: [s["piece"] for s in stones.starter() if s["type"] == kind] for kind in stones.TYPES}
    two = slice(2 * n, 2 * n + 2)
    return [of_type["character"][n], *of_type["artifact"][two], *of_type["element"][two]]
