"""Dice that an owner entered are saved whole, checked, and forgotten on demand."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from calibration.storage.files import StoreError
from calibration.storage.table_files import load_eyes
from hardware.simulated.art import starter
from hardware.simulated.table import SimulatedTable
from referee.inventory.pieces import MOST, dice_of, keep_die, load_dice
from referee.wizards.setup import set_up_simulated_table
from vision.recognition.gallery import Gallery

HAGRID = {"cb": 3, "power": "swap", "group": "wizard"}


def test_an_entered_die_stays_until_it_is_forgotten(tmp_path: Path) -> None:
    assert load_dice(tmp_path) == {}
    keep_die(tmp_path, "die:2", HAGRID)
    keep_die(tmp_path, "die:9", {"cb": 1})
    assert load_dice(tmp_path) == {"die:2": HAGRID, "die:9": {"cb": 1}}
    keep_die(tmp_path, "die:2", None)
    assert list(load_dice(tmp_path)) == ["die:9"]


def test_dice_entered_at_the_same_moment_are_all_kept(tmp_path: Path) -> None:
    with ThreadPoolExecutor(20) as threads:
        list(threads.map(lambda number: keep_die(tmp_path, f"die:own{number}", {"cb": 1}), range(20)))
    assert len(load_dice(tmp_path)) == 20


def test_an_incomplete_die_is_accepted_and_an_invalid_one_refused(tmp_path: Path) -> None:
    keep_die(tmp_path, "die:9", {"power": "swap"})
    with pytest.raises(ValueError, match="Firenze may have expel"):
        keep_die(tmp_path, "die:9", {"cb": 1, "power": "sneeze"})
    with pytest.raises(ValueError, match="from 1 to 9"):
        keep_die(tmp_path, "die:9", {"cb": 12})
    assert load_dice(tmp_path) == {"die:9": {"power": "swap"}}


def test_a_fact_that_is_null_in_the_file_was_never_told(tmp_path: Path) -> None:
    """As another program may write it, or a person who empties a value by hand."""
    facts = {"cb": 2, "power": "swap", "number": None, "alliances": None}
    (tmp_path / "dice.json").write_text(json.dumps({"format": 1, "dice": {"die:9": facts}}))
    assert load_dice(tmp_path) == {"die:9": {"cb": 2, "power": "swap"}}


def test_the_number_of_dice_in_a_home_is_limited(tmp_path: Path) -> None:
    for number in range(MOST):
        keep_die(tmp_path, f"die:own{number}", {"cb": 1})
    with pytest.raises(ValueError, match="forget one first"):
        keep_die(tmp_path, "die:one-more", {"cb": 1})


@pytest.mark.parametrize("damage", ["", "[]", '{"format": 2, "dice": {}}', '{"format": 1, "dice": {"die:1": 5}}'])
def test_a_damaged_file_of_dice_is_reported_plainly(tmp_path: Path, damage: str) -> None:
    (tmp_path / "dice.json").write_text(damage)
    with pytest.raises(StoreError, match=r"dice\.json is damaged"):
        load_dice(tmp_path)


@pytest.mark.parametrize("facts", [{"power": 5}, {"cb": "x"}, {"alliances": 5}, {"strange": 1}])
def test_a_die_that_is_not_possible_is_left_out_until_it_is_entered_again(
    tmp_path: Path, facts: dict[str, object]
) -> None:
    (tmp_path / "dice.json").write_text(json.dumps({"format": 1, "dice": {"die:2": facts, "die:9": {"cb": 1}}}))
    assert [die["piece"] for die in dice_of(tmp_path, Gallery.empty())] == ["die:9"]
    keep_die(tmp_path, "die:2", HAGRID)
    assert load_dice(tmp_path) == {"die:2": HAGRID, "die:9": {"cb": 1}}


def test_the_simulated_table_enters_its_dice_once(tmp_path: Path) -> None:
    heron = next(piece for piece in starter() if piece.name == "Heron")
    table = SimulatedTable(lambda: 0.0, pieces=[heron])
    set_up_simulated_table(tmp_path, table, lambda _: None, partial(load_eyes, tmp_path))
    assert heron.sticker is not None
    assert load_dice(tmp_path) == {heron.id: {"name": "Heron", **heron.sticker.as_entry()}}
    keep_die(tmp_path, heron.id, HAGRID)
    set_up_simulated_table(tmp_path, table, lambda _: None, partial(load_eyes, tmp_path))
    assert load_dice(tmp_path) == {heron.id: HAGRID}
