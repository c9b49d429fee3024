"""Random Advanced games, played side by side by the engine and by a model written from the sheet alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.facts import Choose, Fact
from rules.core.fold import Table, advance, opening
from rules.core.game import Setup
from rules.dicers.game import DICERS
from rules.dicers.state import State, left
from tests.rules.dicers.advanced_model import STORED, Advanced
from tests.rules.dicers.sheet_model import EVERY, ROLLS, Asked
from tests.rules.dicers.test_sheet_model import _answer as answer_of
from tests.rules.dicers.test_sheet_model import _fact as fact_of

GAMES, BOUND = 120, 150
DICE = {f"{owner[0].lower()}{number}": owner for owner in ("Ana", "Bo") for number in range(1, 6)}
SYMBOLS = ("gryffindor", "slytherin")
MOVING = ("swap", "summon", "capture", "capture", "greater-expel", "banish", "activate-reserve") * 3
OPEN = ("advance", "cast", "tie", "win")


def _model(rng: Random) -> Advanced:
    powers = (*STORED, "activate-reserve", *rng.sample(EVERY, 6), *rng.choice(((), EVERY, MOVING)))
    return Advanced(
        {die: rng.choice((1, 1, 2, 3)) for die in DICE},
        {die: rng.choice(powers) for die in DICE},
        DICE,
        symbols={die: tuple(rng.sample(SYMBOLS, rng.choice((0, 1, 1, 2)))) for die in DICE},
        number={die: rng.choice((1, 1, 2)) for die in DICE},
    )


def _setup(model: Advanced) -> Setup:
    return {
        "game": "dicers",
        "format": 1,
        "level": "advanced",
        "players": ["Ana", "Bo"],
        "challenger": "Ana",
        "dice": {die: _die(model, die) for die in DICE},
        "collections": {player: [die for die in DICE if DICE[die] == player] for player in ("Ana", "Bo")},
    }


def _die(model: Advanced, die: str) -> dict[str, Any]:
    return {
        "cb": model.bonus[die],
        "power": model.power[die],
        "number": model.number[die],
        "alliances": list(model.symbols[die]),
    }


def _answer(model: Advanced, asked: Asked, rng: Random) -> str:
    stored = _ready(model, asked)
    if stored and rng.random() < 0.4:
        return f"use:{rng.choice(sorted(stored))}"
    rolled = Asked(asked.player, "cast", asked.picks) if asked.kind == "forced" else asked
    return answer_of(rolled, rng)


def _ready(model: Advanced, asked: Asked) -> set[str]:
    return model.ready("Ana") | model.ready("Bo") if asked.kind in OPEN else set()


def _fact(asked: Asked, answer: str) -> Fact:
    if answer.startswith("use:"):
        die = answer.removeprefix("use:")
        return Choose(DICE[die], "reserve", die)
    return fact_of(asked if asked.kind != "forced" else Asked(asked.player, "cast", asked.picks), answer)


def _compare(table: Table, model: Advanced, asked: Asked) -> None:
    state = table.state
    assert isinstance(state, State)
    assert dict(state.zones) == model.zone
    assert {top: list(held) for top, held in state.stacks.items()} == model.under
    asks = [ask for ask in table.asks if ask.kind == asked.kind and asked.player in (ask.player, *_tied(ask.kind))]
    assert asks, f"the engine does not ask {asked}"
    if asked.kind in (*ROLLS, "forced"):
        assert asked.picks <= {die for die, _ in asks[0].pieces}
        assert any(one.kind == "keep" for one in table.asks) == asked.may_keep
    else:
        assert {option.pick for option in asks[0].options} == asked.picks
    used = {option.pick for ask in table.asks if ask.kind == "reserve" for option in ask.options} - {"pass"}
    assert used == _ready(model, asked)
    if asked.kind == "cast":
        assert state.round
        assert left(state, asked.player, state.round.casts[asked.player]) == model.left(model.casts[asked.player])


def _tied(kind: str) -> tuple[str, ...]:
    return ("Ana", "Bo") if kind == "tie" else ()


@pytest.mark.parametrize("number", range(GAMES))
def test_the_engine_plays_as_the_sheet_says(number: int) -> None:
    rng = Random(number)
    model = _model(rng)
    table, game = opening(DICERS, _setup(model)), model.game()
    asked: Any = next(game)
    while asked and table.length < BOUND:
        _compare(table, model, asked)
        answer = _answer(model, asked, rng)
        table = advance(DICERS, table, _fact(asked, answer))
        try:
            asked = game.send(answer)
        except StopIteration:
            asked = None
    assert isinstance(table.state, State)
    assert table.state.winner == model.winner or not model.winner
    assert (table.state.phase == "over") == bool(model.winner)
