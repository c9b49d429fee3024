"""Random Intermediate games, played side by side by the engine and by a model written from the sheet alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.asks import Ask
from rules.core.facts import Choose, Fact, Throw
from rules.core.fold import Table, advance, opening
from rules.core.game import Setup
from rules.dicers.game import DICERS
from rules.dicers.state import State
from tests.rules.dicers.sheet_model import EVERY, ROLLS, Asked, Model

GAMES, BOUND = 300, 150
DICE = {"a1": "Ana", "a2": "Ana", "a3": "Ana", "b1": "Bo", "b2": "Bo", "b3": "Bo"}
OFTEN_HELD = ("summon", "swap", "cast-spell", "capture", "capture", "counter-capture", "mimic")


def _model(rng: Random, number: int) -> Model:
    powers = EVERY if number % 2 else OFTEN_HELD
    return Model({die: rng.choice((1, 1, 2, 3)) for die in DICE}, {die: rng.choice(powers) for die in DICE}, DICE)


def _setup(model: Model) -> Setup:
    return {
        "game": "dicers",
        "format": 1,
        "level": "intermediate",
        "players": ["Ana", "Bo"],
        "challenger": "Ana",
        "dice": {die: {"cb": model.bonus[die], "power": model.power[die]} for die in DICE},
        "collections": {player: [die for die in DICE if DICE[die] == player] for player in ("Ana", "Bo")},
    }


def _answer(asked: Asked, rng: Random) -> str:
    """Rather use a Power than expel."""
    if asked.may_keep and rng.random() < 0.3:
        return "keep"
    if asked.kind in ROLLS:
        return str(rng.randint(1, 6))
    powers = sorted(asked.picks - {"expel"})
    return rng.choice(powers if powers and rng.random() < 0.7 else sorted(asked.picks))


def _fact(asked: Asked, answer: str) -> Fact:
    if asked.kind not in ROLLS:
        return Choose(asked.player, asked.kind, answer)
    if answer == "keep":
        return Choose(asked.player, "keep", "keep")
    (die,) = asked.picks
    return Throw(asked.player, ((die, answer),))


def _ask(table: Table, asked: Asked) -> Ask:
    asks = [ask for ask in table.asks if ask.kind == asked.kind and asked.player in (ask.player, *_tied(ask))]
    assert asks, f"the engine does not ask {asked}"
    return asks[0]


def _tied(ask: Ask) -> tuple[str, ...]:
    return ("Ana", "Bo") if ask.kind == "tie" else ()


def _compare(table: Table, model: Model, asked: Asked) -> None:
    ask, state = _ask(table, asked), table.state
    assert isinstance(state, State)
    assert dict(state.zones) == model.zone
    assert {top: list(held) for top, held in state.stacks.items()} == model.under
    if asked.kind in ROLLS:
        assert asked.picks <= {die for die, _ in ask.pieces}
        assert any(one.kind == "keep" for one in table.asks) == asked.may_keep
    else:
        assert {option.pick for option in ask.options} == asked.picks


def _play(number: int) -> tuple[Table, Model]:
    rng = Random(number)
    model = _model(rng, number)
    table, game = opening(DICERS, _setup(model)), model.game()
    asked: Any = next(game)
    while asked and table.length < BOUND:
        _compare(table, model, asked)
        answer = _answer(asked, rng)
        table = advance(DICERS, table, _fact(asked, answer))
        try:
            asked = game.send(answer)
        except StopIteration:
            asked = None
    return table, model


@pytest.mark.parametrize("number", range(GAMES))
def test_the_engine_plays_as_the_sheet_says(number: int) -> None:
    table, model = _play(number)
    assert isinstance(table.state, State)
    assert table.state.winner == model.winner or not model.winner
    assert (table.state.phase == "over") == bool(model.winner)
