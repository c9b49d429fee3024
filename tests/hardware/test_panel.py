"""Buttons and lamps on mock pins, driven at the pin."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from hardware.debounce import HOLD_S
from hardware.outputs import Code, Lamp, is_lit
from hardware.panel import Hold, Panel, Press, open_panel
from hardware.panel_words import short
from hardware.simulated.presses import HELD_S, PUSH_S
from hardware.wiring import BUTTON_PINS, LAMP_PINS, Wiring
from tests.hardware.fake_lgpio import Lines


class Clock:
    """A clock that the test sets."""

    t = 100.0

    def __call__(self) -> float:
        return self.t


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def panel(clock: Clock, tmp_path: Path) -> Iterator[Panel]:
    made = open_panel(tmp_path, simulated=True, clock=clock)
    yield made
    made.close()


def looked(panel: Panel, clock: Clock, seconds: float) -> None:
    for _ in range(round(seconds * 200)):
        clock.t += 0.005
        panel.look()


@pytest.mark.parametrize("button", BUTTON_PINS)
@pytest.mark.parametrize("bounces", [0, 7])
def test_a_push_is_one_press(panel: Panel, clock: Clock, button: str, bounces: int) -> None:
    presses: list[Press | Hold] = []
    panel._on_press = presses.append
    panel.push(button, bounces)
    looked(panel, clock, PUSH_S + 0.1)
    assert presses == [Press(button, 100.0)]
    panel.push(button, bounces)
    looked(panel, clock, PUSH_S + 0.1)
    assert len(presses) == 2


@pytest.mark.parametrize("after_s", [0.0, 0.02, PUSH_S, PUSH_S + 0.01])
def test_a_push_that_follows_another_at_once_is_not_lost(panel: Panel, clock: Clock, after_s: float) -> None:
    presses: list[Press | Hold] = []
    panel._on_press = presses.append
    panel.push("seat3")
    looked(panel, clock, after_s)
    panel.push("seat3")
    looked(panel, clock, 2 * PUSH_S + 0.2)
    assert [press.button for press in presses] == ["seat3", "seat3"]
    assert presses[1].t > presses[0].t + PUSH_S


@pytest.mark.parametrize("bounces", [0, 7])
def test_a_push_counts_where_the_panel_looks_only_after_it(panel: Panel, clock: Clock, bounces: int) -> None:
    presses: list[Press | Hold] = []
    panel._on_press = presses.append
    panel.push("seat3", bounces)
    clock.t += PUSH_S + 0.2
    looked(panel, clock, PUSH_S)
    assert presses == [Press("seat3", 100.0)]


def test_a_press_counts_whose_bounces_the_kernel_merges(lgpio: Lines, tmp_path: Path, clock: Clock) -> None:
    panel = open_panel(tmp_path, simulated=False, clock=clock)
    presses: list[Press | Hold] = []
    panel._on_press = presses.append
    for _ in range(2):
        lgpio.edge(BUTTON_PINS["seat1"], 0, clock.t)
        clock.t += 0.005
        lgpio.levels[BUTTON_PINS["seat1"]] = 1  # a bounce, whose two edges are reported as one to the level before
        panel.look()
    lgpio.edge(BUTTON_PINS["seat1"], 0, clock.t)
    clock.t += 0.05
    lgpio.edge(BUTTON_PINS["seat1"], 1, clock.t)
    looked(panel, clock, 0.1)
    panel.close()
    assert presses == [Press("seat1", 100.01)]


def test_the_fake_lgpio_stands_in_for_one_that_was_imported_before(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", ModuleType("gpiozero.pins.lgpio"))
    lgpio: Lines = request.getfixturevalue("lgpio")
    panel = open_panel(tmp_path, simulated=False)
    assert lgpio.held >= set(BUTTON_PINS.values())
    panel.close()


def test_a_press_counts_with_its_time_where_both_its_edges_are_reported_after_it(
    lgpio: Lines, tmp_path: Path, clock: Clock
) -> None:
    panel = open_panel(tmp_path, simulated=False, clock=clock)
    presses: list[Press | Hold] = []
    panel._on_press = presses.append
    looked(panel, clock, 0.09)
    clock.t = 100.2
    lgpio.edge(BUTTON_PINS["up"], 0, 100.1)
    lgpio.edge(BUTTON_PINS["up"], 1, 100.15)
    looked(panel, clock, 0.1)
    panel.close()
    assert presses == [Press("up", 100.1)]


@pytest.mark.parametrize("looks", [1, 5, 100])
@pytest.mark.parametrize("ends_down", [True, False])
def test_all_presses_count_that_were_made_while_the_process_stalled_for_a_second(
    lgpio: Lines, tmp_path: Path, clock: Clock, looks: int, ends_down: bool
) -> None:
    panel = open_panel(tmp_path, simulated=False, clock=clock)
    presses: list[Press | Hold] = []
    panel._on_press = presses.append
    for began in (100.0, 100.3, 100.6, 100.9):
        lgpio.edge(BUTTON_PINS["up"], 0, began)
        if not (ends_down and began == 100.9):
            lgpio.edge(BUTTON_PINS["up"], 1, began + 0.05)
        lgpio.is_stalled = True  # just after the release of the first press
    clock.t = 100.92 if ends_down else 100.96
    for _ in range(looks):  # the panel looks before the edges are read
        clock.t += 0.005
        panel.look()
    lgpio.resume()
    looked(panel, clock, 0.1)
    panel.close()
    assert [press.button for press in presses if isinstance(press, Press)] == ["up"] * 4


@pytest.mark.parametrize("bounces", [0, 7])
def test_a_button_held_down_is_a_press_and_then_one_hold(panel: Panel, clock: Clock, bounces: int) -> None:
    presses: list[Press | Hold] = []
    panel._on_press = presses.append
    panel.push("seat4", bounces, held=True)
    looked(panel, clock, HOLD_S - 0.02)
    assert presses == [Press("seat4", 100.0)]
    looked(panel, clock, HELD_S)
    assert presses == [Press("seat4", 100.0), Hold("seat4", 100.0)]


def test_the_panels_own_thread_finds_the_press(tmp_path: Path) -> None:
    panel = open_panel(tmp_path, simulated=True)
    pressed, presses = threading.Event(), []

    def on_press(press: Press | Hold) -> None:
        presses.append(press.button)
        pressed.set()

    panel.start(on_press)
    panel.push("seat2", bounces=5)
    assert pressed.wait(30)
    panel.close()
    assert presses == ["seat2"]


def test_an_edge_wakes_the_idle_panel(lgpio: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.panel.IDLE_S", 60.0)
    panel = open_panel(tmp_path, simulated=False)
    pressed = threading.Event()
    panel.start(lambda press: pressed.set())
    lgpio.edge(BUTTON_PINS["seat2"], 0, time.monotonic())
    assert pressed.wait(20)
    panel.close()


def test_lamps_show_the_given_state(panel: Panel, clock: Clock) -> None:
    panel.show(("on", "off", "blink"))
    first = panel.lit()
    clock.t += 0.5
    panel.look()
    second = panel.lit()
    assert first[:2] == second[:2] == (True, False)
    assert first[2] != second[2]
    assert first[3:] == (False, False, False)
    panel.show(())
    assert panel.lit() == (False,) * 6


def flashes(lamp: Lamp, seconds: float) -> int:
    """How often the lamp goes on in a cycle of *seconds*."""
    levels = [is_lit(lamp, n / 100) for n in range(round(seconds * 100))]
    return sum(now and not before for before, now in zip(levels, levels[-1:] + levels[:-1], strict=True))


def test_lamp_patterns_differ_in_how_often_they_flash() -> None:
    assert flashes("blink", 2.0) == 2
    assert flashes("flicker", 2.0) == 8
    for level in (1, 7, 10):
        cycle = level * 0.6 + 1.8
        assert flashes(level, cycle) == level
        assert not any(is_lit(level, level * 0.6 + t / 10) for t in range(1, 17))


def test_a_code_flashes_shorter_than_a_level() -> None:
    for count in (2, 5):
        cycle = count * 0.3 + 1.2
        assert flashes(Code(count), cycle) == count
        lit = [is_lit(Code(count), n / 100) for n in range(15)]
        assert all(lit)
        assert not is_lit(Code(count), 0.2)


def test_the_bar_and_the_buzzer_are_driven_at_their_pins(lgpio: Lines, tmp_path: Path, clock: Clock) -> None:
    bar = (2, 3, 4, 7, 8, 9, 10, 11, 14, 15)
    panel = open_panel(tmp_path, simulated=False, clock=clock, wiring=Wiring(bar=bar, buzzer=18))
    panel.show((), height=3)
    assert [lgpio.levels[pin] for pin in bar] == [1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    panel.sound("question")
    levels = []
    clock.t += 0.01
    for _ in range(12):
        panel.look()
        levels.append(lgpio.levels[18])
        clock.t += 0.05
    assert levels == [1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0]
    panel.close()


def test_a_brief_signal_of_a_lamp_gives_way_to_the_common_one(panel: Panel, clock: Clock) -> None:
    panel.show(("on", "on"))
    panel.show_briefly(1, "off", 3.0)
    assert panel.lit()[:2] == (True, False)
    panel.show(("on", "on", "on"))
    assert panel.lit()[:3] == (True, False, True)
    clock.t += 3.0
    panel.look()
    assert panel.lit()[:3] == (True, True, True)


def test_a_button_that_is_pressed_while_the_pins_are_changed_is_known(
    panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[ValueError] = []

    def push() -> None:
        try:
            panel.push("next")
        except ValueError as error:
            refused.append(error)

    pushing = threading.Thread(target=push)
    let_go = panel._let_go

    def without_buttons() -> None:
        let_go()
        pushing.start()
        pushing.join(timeout=0.2)  # it can end only where it does not wait for the new pins

    with monkeypatch.context() as changed:
        changed.setattr(panel, "_let_go", without_buttons)
        panel.rewire(Wiring())
    pushing.join()
    assert refused == []


def test_pins_can_be_changed_while_the_table_runs(lgpio: Lines, tmp_path: Path, clock: Clock) -> None:
    lgpio.others = {22: "spi0 CS0"}
    panel = open_panel(tmp_path, simulated=False, clock=clock)
    panel.show(("on",) * 6)
    panel.rewire(Wiring(buttons={"seat1": 26}, lamps=(17, None, 4, None, None, None)))
    assert "Not usable" not in panel.words
    assert (panel.buttons, lgpio.outputs) == (("seat1",), {17, 4})
    presses: list[Press | Hold] = []
    panel._on_press = presses.append
    lgpio.levels[26] = 0
    looked(panel, clock, 0.1)
    panel.show(("on", "on", "on"))
    assert [press.button for press in presses] == ["seat1"]
    assert panel.lit() == (True, False, True, False, False, False)
    panel.close()


def test_more_seats_than_lamps_raise_no_error(panel: Panel) -> None:
    panel.show(("on",) * 9)
    assert panel.lit() == (True,) * 6


def test_default_pins_are_distinct_and_leave_the_buses_free() -> None:
    pins = [*BUTTON_PINS.values(), *LAMP_PINS]
    assert len(set(pins)) == len(pins) == 15
    assert not set(pins) & {2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 18}


def test_without_pins_the_panel_reports_it_and_accepts_every_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    monkeypatch.setenv("LG_WD", "elsewhere")
    panel = open_panel(tmp_path, simulated=False)
    assert "No buttons and lamps" in panel.words
    assert "python3-lgpio" in panel.words
    assert not panel.simulated
    assert panel.buttons == ()
    panel.start(lambda press: None)
    panel.show(("on", "blink"))
    panel.look()
    assert panel.lit() == (False,) * 6
    with pytest.raises(ValueError, match="press the real one"):
        panel.push("seat1")
    panel.close()
    assert os.environ["LG_WD"] == str(tmp_path)


def test_real_pins_work_and_leave_the_working_directory_alone(lgpio: Lines, tmp_path: Path, clock: Clock) -> None:
    here = Path.cwd()
    panel = open_panel(tmp_path, simulated=False, clock=clock)
    assert (Path.cwd(), (tmp_path / ".lgd-nfy0").exists()) == (here, True)
    assert panel.words == "Buttons and lamps are on the Pi's pins (gpiozero, LGPIOFactory)."
    panel.show(("on", "off", "on"))
    assert [lgpio.levels[pin] for pin in LAMP_PINS] == [1, 0, 1, 0, 0, 0]
    panel.close()
    assert lgpio.held == set()


def test_a_busy_pin_costs_one_lamp_and_is_named_with_its_holder(lgpio: Lines, tmp_path: Path, clock: Clock) -> None:
    lgpio.others = {22: "spi0 CS0", 13: ""}
    panel = open_panel(tmp_path, simulated=False, clock=clock)
    assert "lamp 3 (GPIO 22: held by spi0 CS0)" in panel.words
    assert "button seat3 (GPIO 13: held by the kernel)" in panel.words
    assert set(panel.buttons) == set(BUTTON_PINS) - {"seat3"}
    panel.show(("on",) * 6)
    assert panel.lit() == (True, True, False, True, True, True)
    presses: list[Press | Hold] = []
    panel._on_press = presses.append
    lgpio.levels[BUTTON_PINS["up"]] = 0
    looked(panel, clock, 0.1)
    assert [press.button for press in presses] == ["up"]
    panel.close()
    lgpio.others = {}
    again = open_panel(tmp_path, simulated=False, clock=clock)
    assert set(again.buttons) == set(BUTTON_PINS)
    again.close()


def test_a_refused_button_is_not_said_to_be_held_by_owleye_itself(lgpio: Lines, tmp_path: Path, clock: Clock) -> None:
    lgpio.without_edges = {16}
    lgpio.others = {17: "lg"}
    panel = open_panel(tmp_path, simulated=False, clock=clock)
    assert "Refused by the system: button next (GPIO 16: error: bad event request)." in panel.words
    assert "choose another pin on the page" in panel.words
    assert "Not usable: lamp 1 (GPIO 17: held by a second Owleye or another program)." in panel.words
    assert set(panel.buttons) == set(BUTTON_PINS) - {"next"}
    panel.rewire(Wiring(buttons={"next": 16, "seat1": 5}))  # the refused line is held by Owleye now
    assert "button next (GPIO 16: error: bad event request)" in panel.words
    assert panel.buttons == ("seat1",)
    panel.close()


def test_pins_that_may_not_be_used_cost_all_buttons_but_not_the_table(lgpio: Lines, tmp_path: Path) -> None:
    lgpio.closed_to_us = True
    here = Path.cwd()
    panel = open_panel(tmp_path, simulated=False)
    assert "the pins cannot be used here (error: can not open gpiochip)" in panel.words
    assert (panel.buttons, Path.cwd()) == ((), here)


def test_a_simulated_panel_is_labelled_as_simulated(panel: Panel) -> None:
    assert panel.simulated
    assert "Simulated" in panel.words
    with pytest.raises(ValueError, match="no button 'seat9'"):
        panel.push("seat9")


def test_the_reason_of_an_error_loses_only_the_quotes_around_all_of_it() -> None:
    assert short(ModuleNotFoundError("No module named 'lgpio'")) == "ModuleNotFoundError: No module named 'lgpio'"
    assert short(RuntimeError("'GPIO busy'\nmore")) == "RuntimeError: GPIO busy"
