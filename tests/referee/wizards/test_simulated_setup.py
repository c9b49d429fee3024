"""The set-up of the simulated table: done once, and completed where it was interrupted."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from calibration.storage.table_files import load_calibration, load_eyes, load_gallery, save_gallery
from hardware.simulated.art import starter
from hardware.simulated.table import SimulatedTable
from hardware.simulated.view import View, looking_down
from referee.wizards.setup import set_up_simulated_table


def small_table(view: View | None = None) -> SimulatedTable:
    """A stone and a die, a clock that stands still."""
    pieces = {piece.id: piece for piece in starter()}
    return SimulatedTable(lambda: 0.0, pieces=[pieces["stone:1"], pieces["die:p1"]], view=view)


def test_a_new_home_is_calibrated_and_taught_once(tmp_path: Path) -> None:
    progress: list[str] = []
    set_up_simulated_table(tmp_path, small_table(), progress.append, partial(load_eyes, tmp_path))
    calibration = load_calibration(tmp_path)
    assert calibration is not None
    assert calibration.plane is not None
    assert set(load_gallery(tmp_path).pieces()) == {"stone:1", "die:p1"}
    assert len(load_gallery(tmp_path).of("die:p1")) == 6
    assert ["1 of 2: The Ferryman." in progress[2], "2 of 2: " in progress[3]] == [True, True]
    assert progress[-1] == ""
    again: list[str] = []
    set_up_simulated_table(tmp_path, small_table(), again.append, partial(load_eyes, tmp_path))
    assert again == [""]


def test_another_simulated_camera_is_calibrated_anew_and_the_first_comes_back(tmp_path: Path) -> None:
    ids = []
    for view in (None, looking_down(across_deg=58.0), None):
        set_up_simulated_table(tmp_path, small_table(view), lambda _: None, partial(load_eyes, tmp_path))
        calibration = load_calibration(tmp_path)
        assert calibration is not None
        ids.append(calibration.id)
    assert ids[0] == ids[2] != ids[1]


def test_a_die_with_a_sticker_is_taught_by_one_picture_of_it(tmp_path: Path) -> None:
    heron = next(piece for piece in starter() if piece.name == "Heron")
    table = SimulatedTable(lambda: 0.0, pieces=[heron])
    set_up_simulated_table(tmp_path, table, lambda _: None, partial(load_eyes, tmp_path))
    taught = load_gallery(tmp_path)
    assert [side.side for side in taught.of(heron.id)] == ["power"]
    assert len(taught.owner) == 1


def test_an_interrupted_set_up_is_completed(tmp_path: Path) -> None:
    set_up_simulated_table(tmp_path, small_table(), lambda _: None, partial(load_eyes, tmp_path))
    whole = load_gallery(tmp_path)
    save_gallery(tmp_path, whole.without("die:p1"))
    set_up_simulated_table(tmp_path, small_table(), lambda _: None, partial(load_eyes, tmp_path))
    again = load_gallery(tmp_path)
    assert set(again.pieces()) == set(whole.pieces())
    assert len(again.owner) == len(whole.owner)


def test_a_listener_can_stop_the_set_up(tmp_path: Path) -> None:
    def stop(_: str) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        set_up_simulated_table(tmp_path, small_table(), stop, partial(load_eyes, tmp_path))
