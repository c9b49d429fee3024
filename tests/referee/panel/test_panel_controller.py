"""The panel beside the game: presses, seats by pressing, matched lamps, chosen pins, reasons on the lamps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from hardware.outputs import Code
from hardware.panel import Hold, Panel, Press, open_panel
from hardware.panel_words import NO_PINS
from hardware.wiring import BUTTON_PINS, LAMP_PINS, Wiring
from referee.model.panel import Beep, Begin, ChoosePins, Finish, PassOver
from referee.model.progress import WizardProgress
from referee.model.snapshot import Notice, Question, Snapshot
from referee.panel.panel_controller import PanelController
from referee.panel.panel_pins import SEAT_BUTTONS, by_lamps, by_seats, wiring_of
from rules.core.phrases import translated
from tests.hardware.fake_lgpio import Lines
from tests.referee.simulated import Clock
from web.languages import catalogue


@pytest.fixture
def panel(tmp_path: Path) -> Iterator[Panel]:
    made = open_panel(tmp_path, simulated=True, clock=Clock())
    yield made
    made.close()


@pytest.fixture
def controller(panel: Panel, tmp_path: Path) -> PanelController:
    return PanelController(panel, tmp_path, uses=dict)


def press(controller: PanelController, *buttons: str) -> list[bool]:
    return [controller.handle_press(Press(button, 1.0)) for button in buttons]


def test_presses_are_counted_and_belong_to_the_game(controller: PanelController) -> None:
    assert press(controller, "seat2", "seat2", "next") == [False] * 3
    assert controller.state.presses == {"seat2": 2, "next": 1}
    assert controller.state.last == "next"
    assert not controller.handle_press(Hold("seat2", 1.0))


def test_seats_are_assigned_by_pressing_and_kept(controller: PanelController, panel: Panel, tmp_path: Path) -> None:
    controller.do(Begin("seats"))
    assert press(controller, "seat4", "seat2", "seat2") == [True] * 3
    assert panel.lit() == (False, True, False, True, False, False)
    assert controller.handle_press(Hold("seat2", 1.0))
    controller.do(Finish())
    assert panel.wiring.buttons["seat1"] == BUTTON_PINS["seat4"]
    assert panel.wiring.buttons["seat3"] == BUTTON_PINS["seat1"]
    assert panel.wiring.lamps[:3] == (LAMP_PINS[3], LAMP_PINS[1], LAMP_PINS[0])
    assert wiring_of(tmp_path) == (panel.wiring, "")
    assert press(controller, "seat1") == [False]


def test_the_last_seat_ends_the_assignment(controller: PanelController, panel: Panel) -> None:
    controller.do(Begin("seats"))
    press(controller, *reversed(SEAT_BUTTONS))
    assert controller.state.task == ""
    assert [panel.wiring.buttons[seat] for seat in SEAT_BUTTONS] == [BUTTON_PINS[s] for s in reversed(SEAT_BUTTONS)]


@pytest.mark.parametrize("order", [order for n in range(4) for order in permutations(("seat1", "seat6", "up"), n)])
def test_every_pin_keeps_exactly_one_part(order: tuple[str, ...]) -> None:
    wiring = by_seats(Wiring(), order)
    wiring.check()
    assert sorted(pin for _, pin in wiring.parts()) == sorted(pin for _, pin in Wiring().parts())
    assert [wiring.buttons[f"seat{n}"] for n in range(1, len(order) + 1)] == [BUTTON_PINS[name] for name in order]


def test_a_panel_with_few_buttons_is_assigned_too() -> None:
    few = Wiring(buttons={"seat1": 5, "seat2": 6}, lamps=(17, 27, None, None, None, None))
    swapped = by_seats(few, ("seat2", "seat1"))
    assert (swapped.buttons, swapped.lamps[:2]) == ({"seat1": 6, "seat2": 5}, (27, 17))


def test_lamps_are_matched_to_the_buttons_beside_them(controller: PanelController, panel: Panel) -> None:
    controller.do(Begin("lamps"))
    assert panel.lit() == (True, False, False, False, False, False)
    press(controller, "seat3")
    assert panel.lit() == (False, True, False, False, False, False)
    controller.do(PassOver())
    press(controller, "next", "seat3", "seat1")
    controller.do(Finish())
    assert panel.wiring.lamps == (22, 27, 17, 23, 24, 25)
    assert panel.wiring.buttons == BUTTON_PINS


def test_lamps_that_were_passed_over_go_to_the_seats_that_are_left() -> None:
    assert by_lamps(Wiring(), (None, "seat1")).lamps == (27, 17, 22, 23, 24, 25)


def test_stopping_changes_nothing(controller: PanelController, panel: Panel, tmp_path: Path) -> None:
    controller.do(Begin("seats"))
    press(controller, "seat4")
    assert controller.do(Finish(keep=False)).words == "Nothing was changed."
    assert panel.wiring == Wiring()
    assert not (tmp_path / "panel.json").exists()


def test_chosen_pins_are_used_at_once_and_after_a_restart(
    controller: PanelController, panel: Panel, tmp_path: Path
) -> None:
    chosen = Wiring(buttons={"seat1": 26}, lamps=(17, None, None, None, None, None), buzzer=18)
    assert controller.do(ChoosePins(chosen)).ok
    assert panel.buttons == controller.state.buttons == ("seat1",)
    assert wiring_of(tmp_path) == (chosen, "")
    assert not controller.do(ChoosePins(Wiring(buzzer=17))).ok
    assert panel.wiring == chosen
    assert controller.do(ChoosePins(None)).ok
    assert wiring_of(tmp_path) == (Wiring(), "")


def test_pins_that_cannot_be_reset_say_why(controller: PanelController, tmp_path: Path) -> None:
    (tmp_path / "panel.json").mkdir()
    answer = controller.do(ChoosePins(None))
    assert not answer.ok
    assert "panel.json could not be written, because something else lies in its place: move that away" in answer.words


@pytest.mark.parametrize(
    "body", ["scribble", '{"format": 1, "buttons": {"seat9": 5}, "lamps": [], "bar": [], "buzzer": 1}']
)
def test_a_damaged_file_of_pins_costs_only_the_choice(tmp_path: Path, body: str) -> None:
    (tmp_path / "panel.json").write_text(body)
    wiring, words = wiring_of(tmp_path)
    assert wiring == Wiring()
    assert "panel.json" in words


def test_pins_of_a_sound_card_are_named_on_real_pins_only(panel: Panel, tmp_path: Path) -> None:
    panel.simulated = False
    assert PanelController(panel, tmp_path, uses=lambda: {20: "the I2S sound card"}).state.collisions == (
        "GPIO 20 (button up) is also used by the I2S sound card.",
    )
    panel.simulated = True
    assert PanelController(panel, tmp_path, uses=lambda: {20: "the I2S sound card"}).state.collisions == ()


def playing(**changes: object) -> Snapshot:
    return Snapshot(version=1, simulated=True, eyes="watching", lamps=("on", "off"), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sources", "flashes"),
    [
        (("light",), 3),
        (("moved",), 4),
        (("camera",), 5),
        (("light", "camera"), 5),
        (("bump",), None),  # a nudge that is followed
        (("throw",), None),
    ],
)
def test_the_lamps_show_why_nothing_is_judged(
    controller: PanelController, sources: tuple[str, ...], flashes: int | None
) -> None:
    controller.on_snapshot(playing(notices=tuple(Notice("Words.", True, (), source) for source in sources)))
    assert controller.state.lamps == (("on", "off") if flashes is None else (Code(flashes),) * 6)


def test_a_wizard_that_uses_the_camera_is_no_trouble(controller: PanelController) -> None:
    lost = (Notice("The camera was unplugged.", True, (), "camera"),)
    controller.on_snapshot(playing(notices=lost, wizard=WizardProgress("teach")))
    assert controller.state.lamps == ("on", "off")


def test_a_button_without_effect_is_answered_at_its_lamp(controller: PanelController, panel: Panel) -> None:
    controller.on_snapshot(playing())
    controller.show_refused("seat2")
    assert panel.lit()[:2] == (True, True)  # the first of two short flashes
    controller.show_refused("next")


def test_a_question_sounds_once(panel: Panel, tmp_path: Path) -> None:
    panel.rewire(Wiring(buzzer=18))
    controller = PanelController(panel, tmp_path, uses=dict)
    question = Question("q1", "Ana", "Symbol or number?", (), 0, "e1")
    controller.on_snapshot(playing(question=question))
    assert panel._outputs.sounds()
    panel._clock.now += 1.0  # type: ignore[attr-defined]
    panel.look()
    controller.on_snapshot(playing(question=question))
    assert not panel._outputs.sounds()
    controller.do(Beep())
    panel.look()
    assert panel._outputs.sounds()


def test_a_machine_without_pins_is_described_in_the_readers_language(tmp_path: Path) -> None:
    panel = Panel(NO_PINS, why="no gpiochip")
    controller = PanelController(panel, tmp_path, uses=dict)
    assert panel.words in controller.state.words
    assert "(no gpiochip). Spielt am Bildschirm weiter." in translated(controller.state.words, catalogue("de"))


def test_lost_pins_are_described_in_the_readers_language(lgpio: Lines, tmp_path: Path) -> None:
    lgpio.others, lgpio.without_edges = {22: "", 17: "spi0 CS0"}, {16}
    controller = PanelController(open_panel(tmp_path, simulated=False), tmp_path, uses=dict)
    german = translated(controller.state.words, catalogue("de"))
    assert "(GPIO 22: belegt durch den Kernel)" in german
    assert "(GPIO 17: belegt durch spi0 CS0)" in german
    assert "verweigert: Knopf „Weiter“ (GPIO 16: error: bad event request)." in german
    controller.panel.close()
