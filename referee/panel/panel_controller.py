"""Connects the table with its panel: lamps show snapshots, presses go to the game or to a set-up task of the panel."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hardware.outputs import Lamp
from hardware.panel import Hold, Panel, Press
from hardware.panel_words import Sentence
from hardware.pins import pins_in_use
from hardware.wiring import BAR_LAMPS, COLLIDES, SEATS, Wiring
from referee.model.panel import Beep, Begin, ChoosePins, Finish, PanelState, PanelStep, PassOver
from referee.model.snapshot import Answer, Snapshot
from referee.model.words import sentence_of
from referee.panel.buttons import CODES, reason
from referee.panel.panel_pins import SEAT_BUTTONS, by_lamps, by_seats, save_wiring
from rules.core.phrases import Phrase, joined, sentences

REFUSED_S = 3.0  # how long a lamp flashes after a press without effect
BEGUN = {
    "seats": Phrase("Press the buttons one after the other, seat 1 first."),
    "lamps": Phrase("One lamp is lit: press the button beside it."),
    "test": Phrase("All lamps are lit."),
}


class PanelController:
    """Connects one panel with the table: lamps show its snapshot, presses go to the game or to a set-up task.

    Safe to call from any thread.
    """

    def __init__(
        self, panel: Panel, home: Path, trouble: str = "", uses: Callable[[], Mapping[int, str]] = pins_in_use
    ) -> None:
        """*trouble*: a sentence about panel.json in *home*; *uses* returns other uses of pins, by pin."""
        self.panel = panel
        self._home, self._uses = home, uses
        self._lock = threading.RLock()
        self._now: Snapshot | None = None
        self._asked = ""
        self.state = PanelState()
        self._describe(trouble)

    def on_snapshot(self, now: Snapshot) -> None:
        """Show a new snapshot on lamps and bar; a new question sounds the buzzer."""
        with self._lock:
            asked = now.question.id if now.question else ""
            if asked and asked != self._asked:
                self.panel.sound("question")
            self._now, self._asked = now, asked
            self._change()

    def handle_press(self, press: Press | Hold) -> bool:
        """Count a press; returns True if it belongs to a set-up task and not to the game."""
        with self._lock:
            taken = bool(self.state.task)
            if isinstance(press, Press):
                counted = {**self.state.presses, press.button: self.state.presses.get(press.button, 0) + 1}
                self._change(presses=counted, last=press.button)
                self._assign(press.button)
            return taken

    def show_refused(self, button: str) -> None:
        """Show that the game ignored this button: the lamp of its seat flashes, and the buzzer sounds."""
        self.panel.sound("refused")
        if button in SEAT_BUTTONS:
            self.panel.show_briefly(SEAT_BUTTONS.index(button), CODES["not allowed"], REFUSED_S)

    def do(self, step: PanelStep) -> Answer:
        """Carry out a step from the page "Buttons and lamps"."""
        with self._lock:
            match step:
                case Begin(task):
                    self._change(task=task, order=())
                    return Answer(True, BEGUN[task])
                case PassOver():
                    self._assign(None)
                    return Answer(True, Phrase("Passed over."))
                case Finish(keep):
                    return self._finish(keep)
                case ChoosePins(wiring):
                    return self._choose(wiring)
                case Beep():
                    self.panel.sound("test")
                    return Answer(True, Phrase("The buzzer sounds."))

    def _assign(self, button: str | None) -> None:
        """Use a press, or a skipped lamp (None), for the current task."""
        task, order = self.state.task, self.state.order
        fits = button is None or button in SEAT_BUTTONS if task == "lamps" else task == "seats" and button is not None
        if not fits or (button is not None and button in order):
            return
        self._change(order=(*order, button))
        if len(order) + 1 == SEATS:
            self._finish(keep=True)

    def _finish(self, keep: bool) -> Answer:
        task, order = self.state.task, self.state.order
        self._change(task="", order=())
        if not keep or not order or task == "test":
            return Answer(True, Phrase("Nothing was changed."))
        pressed = [name for name in order if name is not None]
        wiring = self.panel.wiring
        return self._choose(by_seats(wiring, pressed) if task == "seats" else by_lamps(wiring, order))

    def _choose(self, wiring: Wiring | None) -> Answer:
        fresh = wiring or Wiring()
        try:
            fresh.check()
            save_wiring(self._home, wiring)
        except ValueError as error:
            return Answer(False, sentence_of(error))
        self.panel.rewire(fresh)
        self._describe("")
        return Answer(True, Phrase("The pins are kept, and used from now on."))

    def _describe(self, trouble: str) -> None:
        """Update the state after the pins were opened."""
        panel = self.panel
        self._change(
            words=sentences(*map(_sentence, panel.sentences)),
            real=bool(panel.buttons) and not panel.simulated,
            wiring=panel.wiring,
            buttons=panel.buttons,
            collisions=() if panel.simulated else tuple(map(_collision, panel.wiring.collisions(self._uses()))),
            trouble=trouble,
        )

    def _change(self, **changes: Any) -> None:
        """Change the state, and update lamps and bar."""
        self.state = replace(self.state, **changes)
        lamps, height = self._lamps(), self._height()
        self.panel.show(lamps, height)
        self.state = replace(self.state, lamps=lamps, height=height)

    def _lamps(self) -> tuple[Lamp, ...]:
        task, order = self.state.task, self.state.order
        if task == "test":
            return (_lit(True),) * SEATS
        if task == "lamps":
            return tuple(_lit(n == len(order)) for n in range(SEATS))
        if task == "seats":
            return tuple(_lit(name in order) for name in SEAT_BUTTONS)
        if self._now is None:
            return ()
        why = reason(self._now)
        return self._now.lamps if why is None else (CODES[why],) * SEATS

    def _height(self) -> int:
        if self.state.task:
            return BAR_LAMPS if self.state.task == "test" else 0
        table = self._now.table if self._now else None
        return 0 if table is None else round(BAR_LAMPS * table.at_table.share(table))


def _sentence(sentence: Sentence) -> str:
    """What a panel says of its pins, as a phrase."""
    lost = (Phrase(sentence.each, part=Phrase(each.part), pin=each.pin, why=Phrase(each.why)) for each in sentence.lost)
    parts = {"parts": joined("; ", lost)} if sentence.lost else {}
    return Phrase(sentence.template, **sentence.values, **parts)


def _collision(found: tuple[int, str, str]) -> str:
    """A pin that something else uses too, as a phrase."""
    pin, part, use = found
    return Phrase(COLLIDES, pin=pin, part=Phrase(part), use=Phrase(use))


def _lit(on: bool) -> Lamp:
    return "on" if on else "off"
