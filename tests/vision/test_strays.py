"""Stones that nobody waits for, left from another game or never taught: they change no answer about the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from calibration.storage.table_files import load_eyes
from hardware.simulated.table import SimulatedTable
from tests.referee.simulated import STONES, Clock, taught_home
from vision.eyes import Eyes
from vision.pipeline import read

CAST = ("stone:2", "stone:3", "stone:5", "stone:9", "stone:10")
STRAY = "stone:12"
"""Its number is an 8 in the ink of stone:9, which shows a 3, and on the same wood."""
LOOKALIKE = "stone:7"
"""Its symbol is the most like that of stone:9 among all the others."""
AT_REST_S = 30.0
THROWS = 6


@pytest.fixture(scope="module")
def eyes(tmp_path_factory: pytest.TempPathFactory) -> Eyes:
    """Eyes that know all stones of the simulated table."""
    return load_eyes(taught_home(tmp_path_factory.mktemp("home")))


def answers(eyes: Eyes, thrown: Sequence[str]) -> tuple[int, list[tuple[str, str | None]]]:
    """How many answers about the stones of CAST are right in `THROWS` throws, and all sure ones that are wrong."""
    clock, right, wrong = Clock(), 0, []
    table = SimulatedTable(clock, pieces=STONES)
    for _ in range(THROWS):
        table.throw(thrown, {"stone:9": "symbol", STRAY: "number", LOOKALIKE: "symbol"})
        clock.now += AT_REST_S
        lying = table.lying()
        sure = {
            (piece.piece, piece.side) for piece in read(table.full(), eyes, CAST).pieces if piece.sure and piece.piece
        }
        true = {(name, lying[name]) for name in CAST if name in lying}
        right += len(sure & true)
        wrong += sorted(sure - true)
    return right, wrong


@pytest.mark.parametrize("is_taught", [True, False])
def test_a_stray_stone_is_not_taken_for_one_that_was_cast(eyes: Eyes, is_taught: bool) -> None:
    known = eyes if is_taught else replace(eyes, gallery=eyes.gallery.without(STRAY))
    right, wrong = answers(known, (*CAST, STRAY))
    assert wrong == []
    assert right >= THROWS * len(CAST) - 1


def test_a_taught_stone_in_place_of_another_is_not_taken_for_it(eyes: Eyes) -> None:
    right, wrong = answers(eyes, [name for name in (*CAST, STRAY) if name != "stone:9"])
    assert (right, wrong) == (THROWS * (len(CAST) - 1), [])


def test_an_untaught_stone_that_looks_much_like_another_is_not_taken_for_it(eyes: Eyes) -> None:
    known = replace(eyes, gallery=eyes.gallery.without(LOOKALIKE))
    right, wrong = answers(known, [name for name in (*CAST, LOOKALIKE) if name != "stone:9"])
    assert (right, wrong) == (THROWS * (len(CAST) - 1), [])
