"""Commands that move the simulated table, and the buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from calibration.storage.damaged import unseen
from calibration.storage.table_files import load_calibration, save_calibration
from hardware.cameras.camera import CameraId
from hardware.panel import Hold as PinHold
from hardware.panel import Press as PinPress
from hardware.panel import open_panel
from hardware.simulated.table import SimulatedTable
from referee.devices import Devices
from referee.model.commands import (
    CameraStateChanged,
    Command,
    FaultsChanged,
    Hold,
    Inform,
    Key,
    PanelChanged,
    Press,
    SimulatedClear,
    SimulatedFault,
    SimulatedPress,
    SimulatedThrow,
    Trouble,
)
from referee.model.panel import Begin
from referee.model.snapshot import Answer, Snapshot
from referee.observe.table_reading import VisionContext
from referee.panel.panel_controller import PanelController
from rules.core.fold import opening
from rules.games import GAMES, game_of
from tests.referee.shop import Shop
from tests.referee.simulated import Clock, Eye
from tests.rules.casting_stones.kit import setup
from tests.rules.dicers.table import basic as dicers


@dataclass
class Listener:
    """A live table that only records commands."""

    commands: list[Command] = field(default_factory=list)
    snapshot: Snapshot = field(default_factory=lambda: Snapshot(version=1, simulated=True))

    def submit(self, command: Command) -> Answer:
        self.commands.append(command)
        return Answer(True, "")

    def now(self) -> Snapshot:
        return self.snapshot


Wired = tuple[Devices, SimulatedTable, Listener]


@pytest.fixture
def wired(tmp_path: Path) -> Iterator[Wired]:
    clock, listener = Clock(), Listener()
    table = SimulatedTable(clock)
    panel = open_panel(tmp_path, simulated=True, clock=clock)
    yield (
        Devices(listener, VisionContext(tmp_path), Eye(table, clock), PanelController(panel, tmp_path), table),
        table,
        listener,
    )
    panel.close()


def playing() -> Snapshot:
    """Two play with stones of the simulated table's names."""
    stones = [{"piece": f"stone:{n}", "type": t, "number": n} for n, t in enumerate(TYPES, 1)]
    hands = {"Ana": [f"stone:{n}" for n in (1, 3, 4, 7, 8)], "Bo": [f"stone:{n}" for n in (2, 5, 6, 9, 10)]}
    line = {**setup(), "pieces": stones, "hands": hands, "youngest": "Ana"}
    game = game_of(line)
    return Snapshot(version=1, simulated=True, game_id="1", game=game, table=opening(game, line))


TYPES = ("character",) * 2 + ("artifact",) * 4 + ("element",) * 6


def test_the_simulated_hand_throws_the_expected_pieces(wired: Wired) -> None:
    around, table, listener = wired
    listener.snapshot = playing()
    answer = around.simulate(SimulatedThrow(sides=(("stone:1", "number"), ("stone:2", "number"))))
    assert answer == Answer(True, "Ana throws.", lasts_s=1.35)
    assert set(table.lying()) == {"stone:1", "stone:3", "stone:4", "stone:7", "stone:8"}
    assert table.lying()["stone:1"] == "number"
    around.simulate(SimulatedClear())
    assert table.lying() == {}


def test_without_a_game_nobody_throws(wired: Wired) -> None:
    around, table, _ = wired
    assert not around.simulate(SimulatedThrow()).ok
    assert table.lying() == {}


def test_a_fault_is_shown_while_it_lasts(wired: Wired) -> None:
    around, _, listener = wired
    listener.snapshot = playing()
    assert around.simulate(SimulatedFault("dark")).ok
    assert around.simulate(SimulatedFault("dark", on=False)).ok
    assert listener.commands == [FaultsChanged(("dark",)), FaultsChanged(())]
    assert "knows no fault 'flood'" in around.simulate(SimulatedFault("flood")).words
    assert "knows no mishap 'flood'" in around.simulate(SimulatedThrow(mishap="flood")).words


def test_a_real_table_is_not_moved_by_the_program(wired: Wired, tmp_path: Path) -> None:
    _, table, listener = wired
    panel_controller = PanelController(open_panel(tmp_path, simulated=False), tmp_path)
    real = Devices(listener, VisionContext(tmp_path), Eye(table, Clock()), panel_controller, None)
    assert real.simulate(SimulatedThrow()).words == "This table is real: use your hands."


def test_a_camera_that_is_swapped_while_the_table_runs_is_noticed_and_its_return_too(tmp_path: Path) -> None:
    shop, listener = Shop(tmp_path), Listener()
    first = load_calibration(tmp_path)
    assert first is not None
    save_calibration(tmp_path, replace(first, camera=CameraId("simulated", "imx708")))
    real = Devices(
        listener, shop.vision, shop.eye, PanelController(open_panel(tmp_path, simulated=False), tmp_path), None
    )
    watcher = real._watchdog.watcher
    for model, words in (("imx708", ""), ("imx219", "simulated imx708"), ("imx708", "")):
        shop.eye.model = model
        for _ in range(3):
            watcher.step()
        said = [command.words for command in listener.commands if isinstance(command, Trouble)]
        assert words in said[-1]
        assert bool(said[-1]) == bool(words)
    again = load_calibration(tmp_path)
    assert again is not None
    assert again.id == first.id
    real.close()


def test_a_set_up_that_works_at_the_second_try_clears_the_trouble(
    wired: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    around, _, listener = wired
    watcher, tries = around._watchdog.watcher, iter((1, 2))

    def set_up(*given: Any) -> None:
        if next(tries) == 1:
            raise ValueError("The card is full.")
        for words in ("1 of 3", "2 of 3"):
            given[2](words)
        watcher.abandon()

    monkeypatch.setattr("referee.devices.set_up_simulated_table", set_up)
    watcher._watch()
    assert listener.commands[:6] == [
        *(Trouble("camera", "The card is full."), CameraStateChanged("trouble"), Inform("first day", "1 of 3")),
        *(Trouble("camera", ""), CameraStateChanged("starting"), Inform("first day", "2 of 3")),
    ]


def test_button_presses_carry_their_time(wired: Wired) -> None:
    around, _, listener = wired
    for press in (PinPress("seat2", 4.0), PinHold("seat2", 4.0), PinPress("next", 6.0), PinHold("next", 6.0)):
        around.on_press(press)
    assert listener.commands == [PanelChanged(), Press(1, 4.0), Hold(1, 4.0), PanelChanged(), Key("next")]
    assert around.simulate(SimulatedPress("seat2")).ok
    assert around.simulate(SimulatedPress("up", held=True)).ok
    assert "no button" in around.simulate(SimulatedPress("seat9")).words


def test_a_step_of_setting_up_the_panel_draws_its_pages_again(wired: Wired) -> None:
    around, _, listener = wired
    assert around.set_up_panel(Begin("seats")).ok
    assert around.panel().task == "seats"
    assert listener.commands == [PanelChanged()]


def test_an_untaught_home_has_no_stones(wired: Wired, tmp_path: Path) -> None:
    around, _, _ = wired
    assert around.stones() == ()
    (tmp_path / "gallery.npz").write_bytes(b"scribble")
    assert around.stones() == ()
    assert [report.file for report in unseen(tmp_path)] == ["gallery.npz"]


def test_dice_are_entered_and_named(wired: Wired) -> None:
    around, _, _ = wired
    assert around.enter_die("die:2", {"cb": 3}).ok
    assert "from 1 to 9" in around.enter_die("die:2", {"cb": 30}).words
    assert around.dice() == ({"piece": "die:2", "name": "Hagrid", "taught": frozenset(), "facts": {"cb": 3}},)
    assert around.enter_die("die:2", None).ok
    assert around.dice() == ()


def test_only_the_expected_player_throws_the_expected_dice(wired: Wired) -> None:
    around, table, listener = wired
    game = GAMES["dicers"]
    start = opening(game, dicers())
    listener.snapshot = Snapshot(version=1, simulated=True, game_id="1", game=game, table=start)
    assert around.simulate(SimulatedThrow(player="Bo")).words == "Bo rolls."
    assert list(table.lying()) == ["die:1"]
    assert "still flying" in around.simulate(SimulatedThrow(pieces=("die:4",))).words
    table.clock = lambda: 60.0
    listener.snapshot = replace(listener.snapshot, eyes="reading")
    assert "wait for the verdict" in around.simulate(SimulatedThrow(pieces=("die:4",))).words
    assert list(table.lying()) == ["die:1"]
    listener.snapshot = replace(listener.snapshot, eyes="settled")
    around.simulate(SimulatedThrow(pieces=("die:4",)))
    assert set(table.lying()) == {"die:1", "die:4"}
    assert not around.simulate(SimulatedThrow(player="Cy")).ok
