"""Buttons, lamps and buzzer on gpiozero: one button and one lamp a seat, and three more buttons (docs/wiring.md)."""

from __future__ import annotations

import importlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from hardware.debounce import READ_S, Contact, Fact
from hardware.outputs import Lamp, Outputs
from hardware.panel_words import NO_PINS, ON_PINS, SIMULATED, LostPart, Sentence, sentences_about, short
from hardware.pins import open_pins, other_holder
from hardware.simulated.presses import Presses, mock_pins
from hardware.wiring import Wiring

log = logging.getLogger(__name__)

Clock = Callable[[], float]
Watcher = Callable[[float, float], None]  # takes the time and the level of an edge
Device = Any  # a gpiozero device: the library has no types

LOOK_S, IDLE_S = 0.005, 0.05  # time between two polls of the pins: while a contact bounces, and otherwise
RETRY_S = 5.0  # time until the pins are polled again after a failure


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down at *t* s of the panel's clock: "seat1".."seat6", "next", "up" or "down"."""

    button: str
    t: float


@dataclass(frozen=True, slots=True)
class Hold:
    """A button that went down at *t* s is held; its `Press` was reported before."""

    button: str
    t: float


class Panel:
    """The buttons, lamps and buzzer of a table; a machine without pins has none.

    ``words`` says which pins are used, or why there are none; ``simulated`` is True for mock pins.  Call `start` once:
    the panel's own thread then polls the pins, blinks the lamps and reports each `Press` and `Hold`.
    """

    def __init__(
        self,
        about: str,
        factory: Any = None,
        clock: Clock = time.monotonic,
        simulated: bool = False,
        holder: Callable[[int], str | None] = lambda pin: None,
        wiring: Wiring | None = None,
        why: str = "",
    ) -> None:
        """Open the pins of *wiring* with *factory* (gpiozero; None: no pins).

        *about* is a template for ``words``; *why* is the value of its field ``why``.  A pin that cannot be used costs
        only its own button or lamp; ``words`` then names the pin and, where *holder* knows another program that holds
        it, that program, else the error.
        """
        self.simulated = simulated
        self._about, self._why = about, why
        self._clock, self._factory, self._holder = clock, factory, holder
        self._changed = threading.Condition(threading.RLock())
        self._closed = False
        self._on_press: Callable[[Press | Hold], None] = lambda press: None
        self._take_pins(wiring or Wiring())

    def _take_pins(self, wiring: Wiring) -> None:
        self.wiring = wiring
        self._lost: list[LostPart] = []
        self._contacts: dict[str, Contact] = {}
        self._buttons: dict[str, Device] = {}
        self._watchers: dict[str, Watcher] = {}  # gpiozero keeps only weak references to them
        for name, pin in wiring.buttons.items():
            button = self._claim(f"button {name}", "DigitalInputDevice", pin, pull_up=True)
            if button is not None:
                self._contacts[name] = Contact()
                self._buttons[name] = button
                self._watchers[name] = self._watcher_of(name)
                button.pin.when_changed = self._watchers[name]
        self._outputs = Outputs(wiring, self._claim)
        self._presses = Presses()

    def rewire(self, wiring: Wiring) -> None:
        """Release all pins and open those of *wiring*; the lamps are dark until the next `show`."""
        with self._changed:
            self._let_go()
            self._take_pins(wiring)

    @property
    def words(self) -> str:
        """One sentence about the pins, and at most two about pins that cannot be used."""
        return " ".join(map(str, self.sentences))

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of `words`, for translation."""
        return Sentence(self._about, {"why": self._why}), *sentences_about(self._lost)

    def _claim(self, part: str, kind: str, pin: int, **options: Any) -> Device | None:
        """The gpiozero device of class *kind* on *pin*; None, and a note for people, where the pin cannot be used."""
        if self._factory is None:
            return None
        try:
            return getattr(importlib.import_module("gpiozero"), kind)(pin, pin_factory=self._factory, **options)
        except Exception as why:  # lgpio and gpiozero raise errors of many kinds
            holder = self._holder(pin)
            self._lost.append(LostPart(part, pin, holder or short(why), held=holder is not None))
            return None

    def _watcher_of(self, name: str) -> Watcher:
        """Return the callback for the edges of a button's pin, which come with the times at which the kernel saw them.

        The kernel merges edges of a bouncing contact, and then reports two in a row to the same level; the events of a
        gpiozero device leave out the second one.
        """

        def changed(ticks: float, level: float) -> None:
            with self._changed:
                news = self._learn(name, Fact(self._clock() if self.simulated else ticks, not level, is_edge=True))
            self._report(news)

        return changed

    @property
    def buttons(self) -> tuple[str, ...]:
        """The buttons that exist; none without pins."""
        return tuple(self._buttons)

    def start(self, on_press: Callable[[Press | Hold], None]) -> None:
        """Start the panel's thread, which polls the pins and calls *on_press*."""
        self._on_press = on_press
        log.info("%s", self.words)
        if self._factory is not None:
            threading.Thread(target=self._work, name="panel", daemon=True).start()

    def show(self, lamps: Sequence[Lamp], height: int = 0) -> None:
        """Show one pattern a seat, seat 1 first (other seats are dark), and light *height* lamps of the bar."""
        with self._changed:
            self._outputs.show(lamps, height)
            self._outputs.drive(self._clock())

    def show_briefly(self, seat: int, lamp: Lamp, seconds: float) -> None:
        """Show *lamp* at *seat* (from 0) for *seconds*, then the pattern of `show` again."""
        with self._changed:
            now = self._clock()
            self._outputs.show_briefly(seat, lamp, now + seconds)
            self._outputs.drive(now)

    def sound(self, beeps: str) -> None:
        """Begin a sound of the buzzer: a name of `hardware.outputs.BEEPS`."""
        with self._changed:
            self._outputs.sound(beeps, self._clock())

    def lit(self) -> tuple[bool, ...]:
        """Which seat lamps are lit at this moment, read back from the pins."""
        return self._outputs.lit()

    def push(self, button: str, bounces: int = 0, held: bool = False) -> None:
        """Press and release a simulated button (*held*: hold it), with *bounces* bounces of the contact each way.

        While the button is still down from an earlier push, this one waits until it is up.

        Raises:
            ValueError: where the pins are real or the button does not exist, with a sentence for people.
        """
        if not self.simulated:
            raise ValueError("Only simulated buttons can be pressed from the screen; press the real one.")
        with self._changed:  # while the pins are changed there are no buttons for a moment
            if button not in self._buttons:
                raise ValueError(f"There is no button {button!r}; there are: {', '.join(self._buttons)}.")
            self._presses.add(button, bounces, held)
            self._changed.notify_all()
        self._press_simulated()

    def look(self) -> None:
        """Poll all pins and update lamps and simulated presses once; the panel's thread calls this."""
        self._press_simulated()
        with self._changed:  # no edge is taken between reading a pin and taking what was read
            before = self._clock()
            levels = [(name, bool(button.is_active)) for name, button in self._buttons.items()]
            now = self._clock()
            if now - before > READ_S:
                levels = []  # the machine stalled meanwhile: nobody knows when the contacts had these levels
            news = [new for name, down in levels for new in self._learn(name, Fact(now, down))]
        self._report(news)
        with self._changed:
            self._outputs.drive(now)

    def close(self) -> None:
        """Switch the lamps off, release the pins and end the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            self._let_go()
        if self._factory is not None:
            self._factory.close()

    def _let_go(self) -> None:
        for button in self._buttons.values():
            button.close()
        self._buttons = {}
        self._outputs.close()

    def _press_simulated(self) -> None:
        """Begin and end the simulated presses that are due."""
        with self._changed:
            moves = [(self._buttons[move.button].pin, move) for move in self._presses.due(self._clock(), self._is_up)]
        for pin, move in moves:
            move.drive(pin)

    def _is_up(self, button: str) -> bool:
        return self._contacts[button].is_up

    def _work(self) -> None:
        while not self._closed:
            failed = False
            try:
                self.look()
            except Exception:
                failed = True
                if not self._closed:
                    log.exception("looking at the panel failed")
            with self._changed:
                if not self._closed:
                    self._changed.wait(RETRY_S if failed else LOOK_S if self._is_bouncing() else IDLE_S)

    def _is_bouncing(self) -> bool:
        return any(not contact.is_settled for contact in self._contacts.values())

    def _learn(self, name: str, fact: Fact) -> list[Press | Hold]:
        if name not in self._contacts:
            return []  # the pins were chosen anew meanwhile
        contact = self._contacts[name]
        was_settled = contact.is_settled
        presses = [Press(name, t) for t in contact.learn(fact)]
        held = contact.new_hold()
        if was_settled and not contact.is_settled:
            self._changed.notify_all()
        return [*presses, *([] if held is None else [Hold(name, held)])]

    def _report(self, news: list[Press | Hold]) -> None:
        for new in news:
            self._on_press(new)


def open_panel(run_dir: Path, simulated: bool, clock: Clock = time.monotonic, wiring: Wiring | None = None) -> Panel:
    """Open the panel: with mock pins where *simulated*, else on the Pi's pins through lgpio, else without pins.

    *run_dir* is a folder for lgpio's pipe.  Missing pins raise nothing: the game is then played from the screen.
    """
    if simulated:
        return Panel(SIMULATED, mock_pins(), clock, True, wiring=wiring)
    try:
        factory = open_pins(run_dir)
        return Panel(ON_PINS, factory, clock, holder=partial(other_holder, factory), wiring=wiring)
    except Exception as why:  # lgpio and gpiozero raise errors of many kinds; the sentence carries the reason
        return Panel(NO_PINS, clock=clock, wiring=wiring, why=short(why))
