"""Random Advanced games: private vaults, Chasers, cards and Counter Spells, by the engine and by a second model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rules.casting_stones.state import State
from rules.core.facts import Choose, Fact, Throw
from rules.core.fold import Table, advance, opening
from rules.core.game import Setup
from tests.rules.casting_stones.kit import KIT, MORE, TYPES, advanced
from tests.rules.casting_stones.test_sheet_model import NUMBER, OTHER, Asked, Model, Play

GAMES, BOUND = 100, 200
STONES = {str(stone["piece"]): stone for stone in [*advanced()["pieces"], *MORE]}
NAMES = {piece: str(stone["name"]) for piece, stone in STONES.items()}
VALUE = NUMBER | {str(stone["piece"]): int(str(stone["number"])) for stone in MORE}
OWNED = {
    "Ana": [f"stone:{number}" for number in (11, 12, 14, 3, 15, 46, 44, 123, 112, 120)],
    "Bo": [f"stone:{number}" for number in (21, 22, 67, 60, 43, 35, 18, 39, 100, 121)],
}
TURRET_NAMES = ("Gryffindor", "Slytherin", "Hufflepuff", "Ravenclaw")
Sides = Mapping[str, str]


def _kind(sides: Sides) -> str:
    """What the stones make; a Chaser is of any type (A-25)."""
    up = [TYPES[stone] for stone, side in sides.items() if side == "symbol"]
    if len(up) in (0, 5):
        return "potion" if up else "charm"
    plain = [kind for kind in up if kind != "chaser"]
    return "spell" if len(up) == 3 and len(set(plain)) == len(plain) else "bungle"


def _total(sides: Sides) -> int:
    return sum(VALUE[stone] for stone, side in sides.items() if side == "number")


def _some_card(rng: Random, player: str, number: int) -> dict[str, Any]:
    """A card of any kind."""
    hand = rng.sample(OWNED[player][:8], rng.choice((1, 2, 5)))
    up = rng.randint(0, len(hand))
    card: dict[str, Any] = {"card": f"card:{player}-{number}", "name": f"Card {player} {number}"}
    kind = rng.choice(("row", "shown", "shown", "counter", "holds"))
    if kind == "row":
        card |= {"row": rng.choice(("spell", "potion", "charm")), "even_lost": rng.random() < 0.5}
    elif kind == "holds":
        card["holds"] = [rng.choice(TURRET_NAMES)]
    else:
        card |= {"symbols": [NAMES[one] for one in hand[:up]], "numbers": [NAMES[one] for one in hand[up:]]}
    if kind == "counter":
        return card | {"counter_spell": True}
    gains = ("gem", "swap", "knock-out", f"gem {rng.choice(TURRET_NAMES)}")
    return card | {"gives": rng.sample(gains, rng.choice((1, 2)))}


class Advanced(Model):
    """The Advanced game: every player has a vault, and several cards face up, used or in the vault."""

    def __init__(self, cards: Mapping[str, Mapping[str, Any]], turrets: tuple[str, ...]) -> None:
        super().__init__(cards=False)
        self.hands = {player: set(stones[:5]) for player, stones in OWNED.items()}
        self.vaults = {player: set(stones[5:]) for player, stones in OWNED.items()}
        self.card, self.names = cards, turrets
        self.up = {player: {card for card in cards if player in card} for player in OTHER}
        self.used = {player: set[str]() for player in OTHER}
        self.away = {player: set[str]() for player in OTHER}

    def _turn(self, order: tuple[str, str]) -> Play:
        sides, called = dict[str, dict[str, str]](), set[str]()
        for player in order:
            sides[player] = dict((yield Asked(player, "cast", frozenset(self.hands[player]))))
        for player in order:
            if _kind(sides[player]) == "bungle":
                sides[player] |= yield Asked(player, "second", frozenset(self.hands[player]))
            yield from self._call(player, sides[player], called)
        made = {player: "spell" if player in called else _kind(sides[player]) for player in order}
        in_a_row = {player: kind for player, kind in made.items() if self.before.get(player) == kind}
        self.before = made
        winner = self._better(order, made, sides)
        if winner:
            self.first = winner
            yield from self._reward(winner, "victory", made[winner])
        for player in (self.first, OTHER[self.first]):
            yield from self._use_cards(player, in_a_row.get(player, ""), sides[player], player == winner)

    def _better(self, order: tuple[str, str], made: Sides, sides: Mapping[str, Sides]) -> str:
        one, two = order
        if made[one] == made[two]:
            difference = _total(sides[one]) - _total(sides[two]) if made[one] in ("spell", "charm") else 0
            return (one if difference > 0 else two) if difference else ""
        beaten = {"spell": "potion", "potion": "charm", "charm": "spell"}
        return one if made[two] == "bungle" or beaten.get(made[one]) == made[two] else two

    # Cards -----------------------------------------------------------------------------------------------------------

    def _shows(self, card: str, sides: Sides) -> bool:
        facts = self.card[card]
        needs = Counter([(name, "symbol") for name in facts.get("symbols", ())])
        needs += Counter([(name, "number") for name in facts.get("numbers", ())])
        return not needs - Counter((NAMES[stone], side) for stone, side in sides.items())

    def _holds(self, player: str, card: str) -> bool:
        return all(self.turrets[self.names.index(name)] == player for name in self.card[card].get("holds", ()))

    def _call(self, player: str, sides: Sides, called: set[str]) -> Play:
        fits = {card for card in self.up[player] if self.card[card].get("counter_spell") and self._shows(card, sides)}
        if _kind(sides) == "spell" or not fits:
            return
        if (answer := (yield Asked(player, "call", frozenset(fits | {"no"})))) != "no":
            called.add(player)
            self._turn_down(player, answer)

    def _turn_down(self, player: str, card: str) -> None:
        self.up[player].remove(card)
        self.used[player].add(card)

    def _use_cards(self, player: str, row: str, sides: Sides, won: bool) -> Play:
        while not self.winner:
            fits = {card for card in self.up[player] if self._fits(player, card, row, sides, won)}
            answer = (yield Asked(player, "card", frozenset(fits | {"no"}))) if fits else "no"
            if answer == "no":
                return
            self._turn_down(player, answer)
            for give in self.card[answer]["gives"]:
                yield from self._gain(player, give)

    def _fits(self, player: str, card: str, row: str, sides: Sides, won: bool) -> bool:
        facts = self.card[card]
        in_a_row = facts.get("row", row) == row
        is_earned = (won or facts.get("even_lost")) and self._holds(player, card)
        return bool(is_earned and in_a_row and self._shows(card, sides) and not facts.get("counter_spell"))

    def _gain(self, player: str, give: str) -> Play:
        if self.winner:
            return
        if give in ("gem", "swap", "knock-out"):
            yield from self._reward(player, "gain", {"gem": "spell", "swap": "potion", "knock-out": "charm"}[give])
            return
        turret = self.names.index(give.removeprefix("gem "))
        if self.turrets[turret] != player and self.gems(player):
            self.turrets[turret] = player
            self.winner = player if self._has_four(player) else ""

    # Rewards ---------------------------------------------------------------------------------------------------------

    def _reward(self, player: str, ask: str, kind: str) -> Play:
        self.vault = self.vaults[player]
        self.with_cards = ask == "victory"
        yield from super()._reward(player, ask, kind)

    def _swaps(self, player: str) -> set[str]:
        pairs = {f"swap-card {own} {other}" for own in self.up[player] for other in self.away[player]}
        return super()._swaps(player) | (pairs if self.with_cards else set())

    def _knock_outs(self, player: str) -> set[str]:
        cards = {f"knock-card {card}" for card in self.up[OTHER[player]]}
        return super()._knock_outs(player) | (cards if self.with_cards else set())

    def _move(self, player: str, verb: str, about: list[str]) -> Play:
        if verb == "knock-card":
            self.up[OTHER[player]].remove(about[0])
            self.away[OTHER[player]].add(about[0])
        elif verb == "swap-card":
            self.up[player] = self.up[player] - {about[0]} | {about[1]}
            self.away[player] = self.away[player] - {about[1]} | {about[0]}
        elif verb == "knock-stone":
            yield from self._knock_stone(OTHER[player], about[0])
        else:
            yield from super()._move(player, verb, about)
            self.vaults[player] = self.vault

    def _knock_stone(self, player: str, out: str) -> Play:
        others = self.vaults[player]
        self.hands[player] -= {out}
        self.vaults[player] = others | {out}
        new = yield Asked(player, "replace", frozenset(others))
        self.hands[player] |= {new}
        self.vaults[player] -= {new}


def _cast(model: Advanced, asked: Asked, rng: Random) -> dict[str, str]:
    """Sides for the stones; now and then what a card shows; of a second cast some, or none, are thrown."""
    stones = sorted(asked.picks)
    if asked.kind == "second":
        stones = [stone for stone in stones if rng.random() < 0.6]
    three = {TYPES[stone]: stone for stone in rng.sample(stones, len(stones))}
    some = [stone for stone in stones if rng.random() < 0.5]
    card = model.card[rng.choice(sorted(model.card))]
    shown = [stone for stone in stones if NAMES[stone] in card.get("symbols", ())]
    up = rng.choice(([], stones, some, list(three.values())[:3], shown, shown, shown))
    return {stone: "symbol" if stone in up else "number" for stone in stones}


def _pick(asked: Asked, rng: Random) -> str:
    """Rather do something with cards or to gems."""
    good = sorted(pick for pick in asked.picks if "card" in pick or "gem" in pick)
    return rng.choice(good if good and rng.random() < 0.7 else sorted(asked.picks))


def _fact(asked: Asked, answer: str | dict[str, str]) -> Fact:
    if isinstance(answer, str):
        return Choose(asked.player, asked.kind, answer)
    return Throw(asked.player, tuple(answer.items())) if answer else Choose(asked.player, "second", "stand")


def _compare(table: Table, model: Advanced, asked: Asked) -> None:
    state = table.state
    assert isinstance(state, State)
    [ask] = [ask for ask in table.asks if (ask.player, ask.kind) == (asked.player, asked.kind)]
    assert {piece for piece, _ in ask.pieces} | {option.pick for option in ask.options if not ask.pieces} == asked.picks
    assert list(state.turrets) == model.turrets
    assert dict(state.gems) == {player: model.gems(player) for player in OTHER}
    assert {player: set(hand) for player, hand in state.hands.items()} == model.hands
    assert {player: set(vault) for player, vault in state.vaults.items()} == model.vaults
    for player, shelf in state.shelves.items():
        shelves = (model.up[player], model.used[player], model.away[player])
        assert (set(shelf.up), set(shelf.used), set(shelf.vault)) == shelves


def _setup(cards: Mapping[str, Mapping[str, Any]]) -> Setup:
    owned = {
        player: {"stones": stones, "cards": [card for card in cards if player in card]}
        for player, stones in OWNED.items()
    }
    hands = {player: stones[:5] for player, stones in OWNED.items()}
    return {**advanced(), "cards": list(cards.values()), "collections": owned, "hands": hands}


@pytest.mark.parametrize("number", range(GAMES))
def test_the_engine_plays_as_the_sheet_says(number: int) -> None:
    rng = Random(number)
    cards = {card["card"]: card for player in OTHER for i in range(4) for card in [_some_card(rng, player, i)]}
    table = opening(KIT.game, _setup(cards))
    assert isinstance(table.state, State)
    model = Advanced(cards, table.state.setting.turret_names)
    game = model.game()
    asked: Asked | None = next(game)
    while asked and table.length < BOUND:
        _compare(table, model, asked)
        answer = _cast(model, asked, rng) if asked.kind in ("cast", "second") else _pick(asked, rng)
        table = advance(KIT.game, table, _fact(asked, answer))
        try:
            asked = game.send(answer)
        except StopIteration:
            asked = None
    assert isinstance(table.state, State)
    assert (table.state.winner or "") == model.winner
    assert bool(table.asks) == (not model.winner)
