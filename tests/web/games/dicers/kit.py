"""A table with Dicers on it, phones in seats, and a stranger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from hardware.simulated.art import starter
from referee.model.commands import Enter, NewGame
from rules.core.facts import Fact, Throw
from rules.core.game import Setup
from tests.rules.dicers.table import facts
from tests.web.kit import Bench, open_bench
from tests.web.security.test_rights import code_of, phone

FORM = {"player": ["Ana", "Bo"], "level": "basic"}
NEW = "/games/new/dicers"


def simulated_dice() -> dict[str, Mapping[str, Any]]:
    """The entries of the owner of the simulated dice, by die."""
    return {p.id: {"name": p.name, **p.sticker.as_entry()} for p in starter() if p.sticker}


def with_dice(home: Path, dice: Mapping[str, Mapping[str, Any]] | None = None) -> Bench:
    """A table whose owner has entered *dice*, or the simulated ones."""
    bench = open_bench(home)
    for die, each in (simulated_dice() if dice is None else dice).items():
        bench.devices.enter_die(die, each)
    return bench


def begun(home: Path, setup: Setup) -> Bench:
    """A table with this game on it."""
    bench = open_bench(home)
    answer = bench.table.submit(NewGame(setup))
    assert answer.ok, answer.words
    return bench


def played(bench: Bench, log: Sequence[Fact], by_camera: bool = False) -> None:
    """Play *log*; with *by_camera* the camera sees the throws of one die."""
    for fact in log:
        if by_camera and isinstance(fact, Throw) and len(fact.shown) == 1:
            answer = bench.devices.sees(list(fact.shown))
        else:
            answer = bench.table.submit(Enter(fact, bench.now.length))
        assert answer.ok, answer.words


def lines(bench: Bench, *plays: str) -> None:
    """Play lines such as ``Ana advance a`` and ``Bo throw b=2``."""
    played(bench, facts(*plays))


def sitting(bench: Bench, player: str) -> FlaskClient:
    """A phone in the player's seat."""
    client = phone(bench)
    assert client.get(f"/seat/{code_of(bench, player)}").status_code == 303
    return client
