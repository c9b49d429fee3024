"""Random Basic and Intermediate games, by the engine and by a model written from the sheet alone, without words."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest

from rules.casting_stones.state import State
from rules.casting_stones.stones import starter
from rules.core.facts import Choose, Fact, Throw
from rules.core.fold import Table, advance, opening
from tests.rules.casting_stones.kit import FIVE_EACH, KIT, TYPES, intermediate, setup

GAMES, BOUND, TURRETS = 150, 300, 8
OTHER = {"Ana": "Bo", "Bo": "Ana"}
BEATS = {("spell", "potion"), ("potion", "charm"), ("charm", "spell")}
NUMBER = {str(stone["piece"]): int(str(stone["number"])) for stone in starter()}
CARDS = {"Ana": "card:double-potion", "Bo": "card:charms"}
NEEDS = {"card:double-potion": "potion", "card:charms": "charm"}


class Asked(NamedTuple):
    """A question: the picks, or the stones that may be thrown."""

    player: str
    kind: str
    picks: frozenset[str]


Play = Generator[Asked, Any, None]


def _kind(sides: Mapping[str, str]) -> str:
    up = sorted(TYPES[stone] for stone, side in sides.items() if side == "symbol")
    if len(up) in (0, 5):
        return "potion" if up else "charm"
    return "spell" if up == ["artifact", "character", "element"] else "bungle"


def _total(sides: Mapping[str, str]) -> int:
    return sum(NUMBER[stone] for stone, side in sides.items() if side == "number")


def _winner(order: tuple[str, str], sides: Mapping[str, Mapping[str, str]]) -> str:
    """Who wins the turn; empty for a tie."""
    first, second = (_kind(sides[player]) for player in order)
    if first != second:
        return order[0] if (first, second) in BEATS or second == "bungle" else order[1]
    difference = _total(sides[order[0]]) - _total(sides[order[1]]) if first in ("spell", "charm") else 0
    return "" if not difference else order[difference < 0]


class Model:
    """The stones, gems and cards; Bo is the youngest."""

    def __init__(self, cards: bool) -> None:
        self.hands = {player: set(hand) for player, hand in FIVE_EACH.items()}
        self.vault = set(NUMBER) - self.hands["Ana"] - self.hands["Bo"]
        self.turrets: list[str | None] = [None] * TURRETS
        self.cards = dict(CARDS) if cards else {}
        self.before: dict[str, str] = {}
        self.first, self.winner = "Bo", ""

    def gems(self, player: str) -> int:
        """The gems left in the line."""
        return 6 - self.turrets.count(player)

    def game(self) -> Play:
        """Play turns until somebody has four turrets side by side."""
        while not self.winner:
            yield from self._turn((self.first, OTHER[self.first]))

    def _turn(self, order: tuple[str, str]) -> Play:
        sides = dict[str, dict[str, str]]()
        for player in order:
            sides[player] = dict((yield Asked(player, "cast", frozenset(self.hands[player]))))
        for player in order:
            if _kind(sides[player]) == "bungle":
                sides[player] |= yield Asked(player, "second", frozenset(self.hands[player]))
        made = {player: _kind(sides[player]) for player in order}
        in_a_row = {player: kind for player, kind in made.items() if self.before.get(player) == kind}
        self.before = made
        if winner := _winner(order, sides):
            self.first = winner
            yield from self._reward(winner, "victory", made[winner])
        for player in (self.first, OTHER[self.first]):
            yield from self._card(player, in_a_row.get(player))

    def _card(self, player: str, kind: str | None) -> Play:
        card = self.cards.get(player, "")
        if self.winner or kind is None or NEEDS.get(card) != kind:
            return
        if (yield Asked(player, "card", frozenset({card, "no"}))) == card:
            del self.cards[player]
            for _ in range(2):
                yield from self._reward(player, "gain", kind)

    def _reward(self, player: str, ask: str, kind: str) -> Play:
        picks = {"spell": self._gems, "potion": self._swaps, "charm": self._knock_outs}[kind](player)
        if picks and not self.winner:
            verb, *about = (yield Asked(player, ask, frozenset(picks))).split()
            yield from self._move(player, verb, about)
            # The acting player wins if both have four.
            self.winner = next((who for who in (player, OTHER[player]) if self._has_four(who)), "")

    def _gems(self, player: str) -> set[str]:
        return {f"gem {at + 1}" for at, owner in enumerate(self.turrets) if owner is None and self.gems(player)}

    def _swaps(self, player: str) -> set[str]:
        near = [(at, (at + step) % TURRETS) for at in range(TURRETS) for step in (1, -1)]
        gems = {
            f"swap-gem {a + 1} {b + 1}"
            for a, b in near
            if (self.turrets[a], self.turrets[b]) == (player, OTHER[player])
        }
        return gems | {f"swap-stone {own} {other}" for own in self.hands[player] for other in self.vault}

    def _knock_outs(self, player: str) -> set[str]:
        other = OTHER[player]
        gems = {f"knock-gem {at + 1}" for at, owner in enumerate(self.turrets) if owner == other}
        return gems | {f"knock-stone {stone}" for stone in self.hands[other]}

    def _move(self, player: str, verb: str, about: list[str]) -> Play:
        if verb == "swap-stone":
            self._exchange(player, *about)
        elif verb == "knock-stone":
            self.hands[OTHER[player]] -= {about[0]}
            new = yield Asked(OTHER[player], "replace", frozenset(self.vault))
            self._exchange(OTHER[player], about[0], new)
        elif verb == "swap-gem":
            one, two = (int(turret) - 1 for turret in about)
            self.turrets[one], self.turrets[two] = self.turrets[two], self.turrets[one]
        else:
            self.turrets[int(about[0]) - 1] = player if verb == "gem" else None

    def _exchange(self, player: str, out: str, new: str) -> None:
        self.hands[player] = self.hands[player] - {out} | {new}
        self.vault = self.vault - {new} | {out}

    def _has_four(self, player: str) -> bool:
        return any(all(self.turrets[(at + step) % TURRETS] == player for step in range(4)) for at in range(TURRETS))


def _cast(asked: Asked, rng: Random) -> dict[str, str]:
    """Sides for the stones; of a second cast some, or none, are thrown."""
    stones = sorted(asked.picks)
    if asked.kind == "second":
        stones = [stone for stone in stones if rng.random() < 0.6]
    one_of_each = {TYPES[stone]: stone for stone in rng.sample(stones, len(stones))}
    some = [stone for stone in stones if rng.random() < 0.5]
    up = rng.choice(([], stones, some, list(one_of_each.values()), list(one_of_each.values())))
    return {stone: "symbol" if stone in up else "number" for stone in stones}


def _pick(asked: Asked, rng: Random) -> str:
    """Rather do something to gems, so that games end."""
    gems = sorted(pick for pick in asked.picks if "gem" in pick)
    return rng.choice(gems if gems and rng.random() < 0.7 else sorted(asked.picks))


def _fact(asked: Asked, answer: str | dict[str, str]) -> Fact:
    if isinstance(answer, str):
        return Choose(asked.player, asked.kind, answer)
    return Throw(asked.player, tuple(answer.items())) if answer else Choose(asked.player, "second", "stand")


def _compare(table: Table, model: Model, asked: Asked) -> None:
    [ask] = [ask for ask in table.asks if (ask.player, ask.kind) == (asked.player, asked.kind)]
    offered = [piece for piece, _ in ask.pieces] or [option.pick for option in ask.options]
    assert set(offered) == asked.picks
    state = table.state
    assert isinstance(state, State)
    assert list(state.turrets) == model.turrets
    assert dict(state.gems) == {player: model.gems(player) for player in OTHER}
    assert {player: set(hand) for player, hand in state.hands.items()} == model.hands


@pytest.mark.parametrize("number", range(GAMES))
def test_the_engine_plays_as_the_sheet_says(number: int) -> None:
    rng, with_cards = Random(number), bool(number % 2)
    model, table = Model(with_cards), opening(KIT.game, intermediate() if with_cards else setup(picked=True))
    game = model.game()
    asked: Asked | None = next(game)
    while asked and table.length < BOUND:
        _compare(table, model, asked)
        answer = _cast(asked, rng) if asked.kind in ("cast", "second") else _pick(asked, rng)
        table = advance(KIT.game, table, _fact(asked, answer))
        try:
            asked = game.send(answer)
        except StopIteration:
            asked = None
    assert isinstance(table.state, State)
    assert (table.state.winner or "") == model.winner
    assert bool(table.asks) == (not model.winner)
