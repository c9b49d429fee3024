"""The running figures of each player's rolls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.model.commands import Undo
from rules.core.facts import Amend, Fact, Retract, Throw
from rules.core.fold import referee
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.table import facts
from tests.web.games.dicers.kit import begun, lines
from web.games.dicers.pages import faces_of

BEGUN = ("Ana advance a", "Bo advance b", "Ana throw a=5")


@pytest.mark.parametrize(
    ("more", "faces"),
    [
        ([], {"Ana": [5]}),
        (facts("Bo throw b=power"), {"Ana": [5], "Bo": [6]}),
        (facts("Ana throw a=1"), {"Ana": [5]}),  # not due: its one roll was made
        (facts("Bo throw b=off"), {"Ana": [5]}),  # shows no face
        ([Amend(3, Throw("Ana", (("a", "2"),)))], {"Ana": [2]}),
        ([Retract(3)], {}),
    ],
)
def test_rolls_count_when_they_were_due_and_as_corrected(more: Sequence[Fact], faces: dict[str, list[int]]) -> None:
    table = referee(DICERS, duel({}), [*facts(*BEGUN), *more])
    assert faces_of(table.entries) == faces


def test_the_players_see_the_round_and_their_average(tmp_path: Path) -> None:
    bench = begun(tmp_path, duel({}))
    assert "average" not in bench.text("/")
    lines(bench, *BEGUN, "Ana throw a=1")
    verdict = re.search(r'<div class="verdict">.*?</div>', bench.client.get("/").text, re.S)
    assert verdict is not None
    assert "Ana: " not in verdict[0], "a roll that does not count is not announced as one that does"
    assert "no roll left" in verdict[0]
    for _ in range(4):
        assert bench.table.submit(Undo(bench.now.length)).ok
    lines(bench, *WON.strip().splitlines())
    page = bench.text("/")
    assert "Round 1" in page
    assert "1 roll, average 5.0" in page
    assert "1 roll, average 2.0" in page
    bench.close()
