"""The page of buttons and lamps: what it shows, and that only the host changes the pins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.panel import Press
from hardware.wiring import BAR_LAMPS, BUTTON_PINS, LAMP_PINS, Wiring
from referee.model.panel import Begin
from rules.core.phrases import translated
from tests.web.kit import Bench, playing
from web import languages
from web.languages import LANGUAGES

USUAL = {f"button__{name}": str(pin) for name, pin in BUTTON_PINS.items()} | {
    f"lamp__{n}": str(pin) for n, pin in enumerate(LAMP_PINS)
}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    yield bench
    bench.close()


def test_every_press_is_shown_with_the_player_of_the_seat(bench: Bench) -> None:
    assert "Seat 1: Ana not pressed yet" in bench.text("/panel")
    before = bench.now.version
    bench.devices.panel_controller.handle_press(Press("seat1", 1.0))
    bench.devices.panel_controller.handle_press(Press("seat1", 2.0))
    page = bench.text("/panel")
    assert "Seat 1: Ana pressed 2 times, the last" in page
    assert "Simulated buttons and lamps" in page
    assert "Level down not pressed yet" in page
    assert bench.now.version == before


def test_seats_are_assigned_step_by_step(bench: Bench) -> None:
    assert bench.post("/panel/seats").status_code == 303
    assert bench.now.panel == 1  # open pages are drawn again
    assert "Press the button of seat 1" in bench.text("/panel")
    bench.devices.panel_controller.handle_press(Press("seat2", 1.0))
    assert "Press the button of seat 2" in bench.text("/panel")
    bench.post("/panel/done")
    assert bench.devices.panel_controller.panel.wiring.buttons["seat1"] == BUTTON_PINS["seat2"]


def test_pins_are_chosen_in_one_form(bench: Bench) -> None:
    bar = {f"bar__{n}": str(pin) for n, pin in enumerate((2, 3, 4, 7, 8, 9, 10, 11, 14, 15))}
    assert bench.post("/panel/pins", **USUAL, **bar, buzzer="18").status_code == 303
    assert bench.devices.panel_controller.panel.wiring == Wiring(bar=(2, 3, 4, 7, 8, 9, 10, 11, 14, 15), buzzer=18)
    assert "Level bar: 0 of 10 lamps are lit." in bench.text("/panel")
    assert '<select name="buzzer"><option value="">none</option>' in bench.client.get("/panel").text
    bench.post("/panel/default")
    assert bench.devices.panel_controller.panel.wiring == Wiring()


@pytest.mark.parametrize("step", [Begin("seats"), Begin("lamps"), Begin("test")])
def test_each_task_is_confirmed_in_the_language_of_the_page(bench: Bench, step: Begin) -> None:
    answer = bench.devices.set_up_panel(step)
    assert answer.ok
    assert translated(answer.words, languages.catalogue("de")) != answer.words


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"buzzer": "17"}, "GPIO 17 is chosen for lamp 1 and buzzer"),
        ({"buzzer": "seven"}, "is no number"),
        ({"bar__0": "2"}, f"The level bar has {BAR_LAMPS} lamps"),
    ],
)
def test_impossible_pins_are_refused_and_change_nothing(bench: Bench, fields: dict[str, str], words: str) -> None:
    answer = bench.post("/panel/pins", **{**USUAL, **fields})
    assert (answer.status_code, words in answer.text) == (400, True)
    assert bench.devices.panel_controller.panel.wiring == Wiring()


def test_parts_and_pins_are_named_in_german(bench: Bench) -> None:
    bench.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    answer = bench.post("/panel/pins", **{**USUAL, "buzzer": "17"})
    assert "GPIO 17 ist mehrfach gewählt (Lampe 1 und Summer)" in answer.text


@pytest.mark.parametrize("what", ["seats", "pins", "default", "beep"])
def test_only_the_host_changes_anything(bench: Bench, what: str) -> None:
    bench.client.environ_base["REMOTE_ADDR"] = "192.168.1.9"
    assert bench.post(f"/panel/{what}").status_code == 403
    assert "Use these pins" not in bench.client.get("/panel").text
    assert "Seat 1: Ana" in bench.text("/panel")
    assert "Only the host of the table can do that." in bench.text("/panel")
    assert "begins a game" not in bench.text("/panel")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("url", ["/panel/card.pdf", "/calibration/mat.pdf", "/calibration/lens-sheet.pdf"])
def test_labels_can_be_printed_in_every_language(bench: Bench, language: str, url: str) -> None:
    answer = bench.client.get(url, headers={"Accept-Language": language})
    assert (answer.mimetype, answer.data[:5]) == ("application/pdf", b"%PDF-")
