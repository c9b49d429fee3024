"""Casting Stones for the shared suite."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.casting_stones.game import CastingStones
from rules.casting_stones.state import State
from rules.casting_stones.stones import starter
from rules.core import Ask, Setup
from rules.facts import Choose, Fact, Play, Throw
from tests.rules.kit import HERE, Kit, Perft, any_answer

FIVE_EACH = {
    "Ana": ["stone:11", "stone:12", "stone:14", "stone:3", "stone:15"],
    "Bo": ["stone:21", "stone:35", "stone:46", "stone:18", "stone:39"],
}


def setup(picked: bool = False, **house_rules: str | int | bool) -> Setup:
    """A Basic game of Ana and Bo, the youngest; with *picked* each has five stones already."""
    return {
        "game": "casting-stones",
        "format": 1,
        "level": "basic",
        "players": ["Ana", "Bo"],
        "youngest": "Bo",
        "pieces": starter(),
        "house_rules": house_rules,
        **({"hands": FIVE_EACH} if picked else {}),
    }


def throw(player: str, **sides: str) -> Throw:
    """A throw told by numbers: throw("Ana", s11="symbol")."""
    return Throw(player, tuple((f"stone:{key[1:]}", side) for key, side in sides.items()))


def casts(player: str, pattern: str, hands: Mapping[str, list[str]] = FIVE_EACH) -> Throw:
    """All five stones in the order of the hand: s symbol, n number, l leaner, k stacked, o off, h hidden."""
    sides = {"s": "symbol", "n": "number", "l": "leaner", "k": "stacked", "o": "off", "h": "hidden"}
    return Throw(player, tuple((piece, sides[mark]) for piece, mark in zip(hands[player], pattern, strict=True)))


TYPES = {str(stone["piece"]): str(stone["type"]) for stone in starter()}
SPELL, POTION, CHARM, NOTHING = "ssnsn", "sssss", "nnnnn", "ssnnn"


def sound(setup: Setup, state: Any) -> None:
    """Stones and gems are neither lost nor found, and hands are whole."""
    assert isinstance(state, State)
    places = [*state.hands.values(), *state.vaults.values(), state.middle]
    assert sorted(piece for place in places for piece in place) == sorted(state.setting.stones)
    for player in state.setting.players:
        assert state.gems[player] + state.turrets.count(player) == 6
        assert state.gems[player] >= 0
        assert state.casts.get(player, 0) <= 2
    if state.todo and state.todo[0].kind in ("cast", "second", "victory"):
        assert {len(hand) for hand in state.hands.values()} == {5}
    assert state.winner is None or not state.todo


def lucky(ask: Ask, rng: Random) -> Play:
    """Mostly good casts, so that random games come to an end; else anything."""
    if not ask.pieces or ask.kind not in ("cast", "second") or rng.random() < 0.4:
        return any_answer(ask, rng)
    pieces = [piece for piece, _ in ask.pieces]
    one_of_each = {TYPES[piece]: piece for piece in rng.sample(pieces, len(pieces))}
    up = rng.choice(([], pieces, one_of_each.values(), one_of_each.values(), one_of_each.values()))
    return Throw(ask.player, tuple((piece, "symbol" if piece in up else "number") for piece in pieces))


def _charm_won() -> list[Fact]:
    """Bo's gems stand on turrets 1 and 5; then Ana's Charm beats Bo's Spell."""
    spell = [casts("Bo", SPELL), casts("Ana", POTION)]
    return [
        *spell,
        Choose("Bo", "victory", "gem 1"),
        *spell,
        Choose("Bo", "victory", "gem 5"),
        casts("Bo", SPELL),
        casts("Ana", CHARM),
    ]


KIT = Kit(
    game=CastingStones(),
    folder=HERE / "casting_stones" / "goldens",
    setups=(
        setup(),
        setup(picked=True),
        setup(tie_order="alternate", free_second_cast=True, victim_picks=True, ring_open=True, both_four="draw"),
        setup(
            picked=True,
            tie_order="youngest",
            bungle_tie_swaps_order=True,
            cast_both_then_opponent=True,
            always_1_2_2=True,
            both_four="opponent_wins",
            turret_count=6,
            off_table_stays=True,
            move_own_gem=True,
        ),
        setup(tie_redraft=True, strict_throw=True, turret_count=12),
    ),
    sides=("symbol", "number", "symbol", "number", "leaner", "stacked", "off", "hidden", "upside-down"),
    bound=200,
    sound=sound,
    answer=lucky,
    perfts=(
        # 12 stones to pick from; then 11.  Third: Ana's second stone, after Bo's and her own first.
        #   Bo took a Character (2 ways): Ana the other (1), then no Character is left: 4 + 6 = 10;
        #     or an Artifact (4): Bo's hand needs no Character: 3 + 6 = 9; or an Element (6): 4 + 5 = 9.
        #   Bo took an Artifact (4): Ana a Character (2), an Artifact (3) or an Element (6): 10 stones left, all fit.
        #   Bo took an Element (6): any of 11, and all 10 left fit.
        # 2 * (1*10 + 4*9 + 6*9) + 4 * 11 * 10 + 6 * 11 * 10 = 200 + 440 + 660 = 1300.
        Perft("picking", setup(), (), (12, 132, 1300)),
        # Ana may knock out 2 gems or 5 stones: 7.  After a gem, Ana casts: 2^5 = 32; after a stone, Bo takes 1 of the
        # 2 in the vault: 2 * 32 + 5 * 2 = 74.  Then Bo casts, or Ana: 2 * 32 * 32 + 5 * 2 * 32 = 2368.
        Perft("charm won", setup(picked=True), _charm_won(), (7, 74, 2368)),
    ),
)
