"""Buttons and lamps: one of each a seat, and three more buttons, on gpiozero; docs/wiring.md has the picture."""

from __future__ import annotations

import importlib
import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from hardware.debounce import Contact, hold, sample
from hardware.pins import open_pins, pin_holder

log = logging.getLogger(__name__)

Lamp = Literal["off", "on", "blink", "flicker"] | int  # a number: so many flashes and a pause, again and again
Clock = Callable[[], float]

# GPIO numbers; I2C (2, 3), GPIO 4, SPI (7-11), UART (14, 15) and 18 (sound) stay free.
BUTTON_PINS: Mapping[str, int] = {
    "seat1": 5,
    "seat2": 6,
    "seat3": 13,
    "seat4": 19,
    "seat5": 26,
    "seat6": 21,
    "next": 16,
    "up": 20,
    "down": 12,
}
LAMP_PINS = (17, 27, 22, 23, 24, 25)  # seats 1 to 6
LOOK_S, IDLE_S = 0.005, 0.05  # between looks at the wires: while one is doubted, and else
BLINK_S, FLICKER_S = 0.5, 0.125
FLASH_S, PAUSE_S = 0.3, 1.8
PUSH_S, HELD_S = 0.08, 1.2  # how long a simulated finger stays down, and how long when it holds


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down at *t* s of the panel's clock: "seat1".."seat6", "next", "up" or "down"."""

    button: str
    t: float


@dataclass(frozen=True, slots=True)
class Hold:
    """A button that went down at *t* s is held; its Press was told already."""

    button: str
    t: float


class Panel:
    """The buttons and lamps of a table; without pins it has none and its ``words`` say why.

    ``words`` is one sentence about which pins are used; ``simulated`` is True for mock pins.  Call `start` once; the
    panel's own thread then looks at the wires, blinks the lamps and calls back with each Press and Hold.
    """

    def __init__(
        self,
        words: str,
        factory: Any = None,
        clock: Clock = time.monotonic,
        simulated: bool = False,
        holder: Callable[[int], str | None] = lambda pin: None,
    ) -> None:
        """Take the pins of *factory* (gpiozero; None: there are none).

        A pin that is taken costs its own button or lamp only; ``words`` names it and, if *holder* knows, who has it.
        """
        self.words, self.simulated = words, simulated
        self._clock, self._factory = clock, factory
        self._holder = holder
        self._lost: list[str] = []
        self._contacts: dict[str, Contact] = {}
        self._buttons: dict[str, Any] = {}
        self._lamps: list[Any | None] = []  # one for each seat; None where its pin could not be had
        self._shown: tuple[Lamp, ...] = ()
        self._lit: tuple[bool, ...] = ()
        self._pushes: list[tuple[str, int, float]] = []  # simulated fingers on their way: button, bounces, s
        self._raised: list[tuple[float, str]] = []
        self._changed = threading.Condition()
        self._closed = False
        self._on_press: Callable[[Press | Hold], None] = lambda press: None
        if factory is not None:
            self._take_pins()

    def _take_pins(self) -> None:
        gpiozero = importlib.import_module("gpiozero")
        for name, pin in BUTTON_PINS.items():
            button = self._claim(f"button {name}", gpiozero.Button, pin, pull_up=True, bounce_time=None)
            if button is not None:
                self._contacts[name] = Contact()
                button.when_activated = button.when_deactivated = self._wire_changed(name)
                self._buttons[name] = button
        self._lamps = [self._claim(f"lamp {n}", gpiozero.LED, pin) for n, pin in enumerate(LAMP_PINS, start=1)]
        if self._lost:
            self.words += (
                f" Not usable: {'; '.join(self._lost)}. Stop the program that holds the pin, then start Owleye again."
            )

    def _claim(self, part: str, kind: Any, pin: int, **options: Any) -> Any | None:
        """The gpiozero device on *pin*; None, and a note for people, where the pin cannot be had."""
        try:
            return kind(pin, pin_factory=self._factory, **options)
        except Exception as why:  # lgpio and gpiozero raise errors of many kinds
            holder = self._holder(pin)
            self._lost.append(f"{part} (GPIO {pin}: {f'held by {holder}' if holder else _short(why)})")
            return None

    def _wire_changed(self, name: str) -> Callable[[Any], None]:
        def changed(button: Any) -> None:
            self._sample(name, bool(button.is_active), self._clock())

        return changed

    @property
    def buttons(self) -> tuple[str, ...]:
        """The buttons that exist; none without pins."""
        return tuple(self._buttons)

    def start(self, on_press: Callable[[Press | Hold], None]) -> None:
        """Look at the wires from now on; *on_press* is called from the panel's thread."""
        self._on_press = on_press
        log.info("%s", self.words)
        if self._factory is not None:
            threading.Thread(target=self._work, name="panel", daemon=True).start()

    def show(self, lamps: Sequence[Lamp]) -> None:
        """What each seat's lamp shows, seat 1 first; seats not named are dark."""
        with self._changed:
            self._shown = tuple(lamps[: len(LAMP_PINS)])
            self._light(self._clock())

    def lit(self) -> tuple[bool, ...]:
        """Which lamps burn at this moment, read back from the pins."""
        return tuple(lamp is not None and bool(lamp.value) for lamp in self._lamps)

    def push(self, button: str, bounces: int = 0, held: bool = False) -> None:
        """Press and let go a simulated button (*held*: after a while), its contact bouncing *bounces* times each way.

        One finger a button: where it is down still, this push begins when it is seen to be up again.

        Raises:
            ValueError: with a sentence, where the pins are real or the button does not exist.
        """
        if not self.simulated:
            raise ValueError("Only simulated buttons can be pressed from the screen; press the real one.")
        if button not in self._buttons:
            raise ValueError(f"There is no button {button!r}; there are: {', '.join(self._buttons)}.")
        with self._changed:
            self._pushes.append((button, bounces, HELD_S if held else PUSH_S))
            self._changed.notify_all()
        self._move_fingers(self._clock())

    def look(self) -> None:
        """One look at all wires, lamps and simulated fingers; the panel's thread does this by itself."""
        now = self._clock()
        self._move_fingers(now)
        for name, button in self._buttons.items():
            self._sample(name, bool(button.is_active), now)
        with self._changed:
            self._light(now)

    def close(self) -> None:
        """Lamps off, pins let go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for device in (*self._buttons.values(), *(lamp for lamp in self._lamps if lamp is not None)):
            device.close()
        self._buttons, self._lamps = {}, []
        if self._factory is not None:
            self._factory.close()

    def _move_fingers(self, now: float) -> None:
        """Lift the simulated fingers that are due, and put down those whose buttons are up."""
        with self._changed:
            lifted = [button for when, button in self._raised if when <= now]
            self._raised = [(when, button) for when, button in self._raised if when > now]
            busy = {button for _, button in self._raised}
            ready = {push[0]: push for push in reversed(self._pushes) if self._is_up(push[0]) and push[0] not in busy}
            for push in ready.values():
                self._pushes.remove(push)
                self._raised.append((now + push[2], push[0]))
        for button in lifted:
            self._drive(button, down=False, bounces=0)
        for button, bounces, _ in ready.values():
            self._drive(button, down=True, bounces=bounces)

    def _is_up(self, button: str) -> bool:
        return not self._contacts[button].down and self._contacts[button].doubted is None

    def _work(self) -> None:
        while not self._closed:
            try:
                self.look()
            except Exception:
                if not self._closed:
                    log.exception("looking at the panel failed")
            with self._changed:
                doubted = any(contact.doubted is not None for contact in self._contacts.values())
                self._changed.wait_for(lambda: self._closed, LOOK_S if doubted else IDLE_S)

    def _sample(self, name: str, down: bool, t: float) -> None:
        with self._changed:
            self._contacts[name], pressed = sample(self._contacts[name], down, t)
            self._contacts[name], held = hold(self._contacts[name], t)
            if self._contacts[name].doubted == t:
                self._changed.notify_all()
        if pressed is not None:
            self._on_press(Press(name, pressed))
        if held is not None:
            self._on_press(Hold(name, held))

    def _light(self, now: float) -> None:
        """Drive the lamps that changed (lock held)."""
        wanted = [burns(shown, now) for shown in self._shown]
        lit = tuple(wanted + [False] * (len(self._lamps) - len(wanted)))[: len(self._lamps)]
        for lamp, on, was in zip(self._lamps, lit, self._lit or (None,) * len(lit), strict=True):
            if lamp is not None and on != was:
                lamp.value = on
        self._lit = lit

    def _drive(self, name: str, down: bool, bounces: int) -> None:
        pin = self._buttons[name].pin
        for low in [down, not down] * bounces + [down]:
            (pin.drive_low if low else pin.drive_high)()


def burns(lamp: Lamp, now: float) -> bool:
    """Whether a lamp that shows *lamp* burns at *now* s."""
    match lamp:
        case "on" | "off":
            return lamp == "on"
        case "blink" | "flicker":
            return int(now / (BLINK_S if lamp == "blink" else FLICKER_S)) % 2 == 0
        case flashes:
            phase = now % (flashes * 2 * FLASH_S + PAUSE_S)
            return phase < flashes * 2 * FLASH_S and int(phase / FLASH_S) % 2 == 0


def open_panel(run_dir: Path, simulated: bool, clock: Clock = time.monotonic) -> Panel:
    """The table's panel: mock pins where *simulated*, else the Pi's through lgpio, else none; ``words`` says which.

    *run_dir* is where lgpio may drop its pipe.  Never raises for missing pins: play goes on from the screen.
    """
    if simulated:
        mock = importlib.import_module("gpiozero.pins.mock").MockFactory(revision="d04170")
        return Panel("Simulated buttons and lamps: press them on the screen.", mock, clock, simulated=True)
    try:
        factory = open_pins(run_dir)
        words = "Buttons and lamps are on the Pi's pins (gpiozero, LGPIOFactory)."
        return Panel(words, factory, clock, holder=partial(pin_holder, factory))
    except Exception as why:  # lgpio and gpiozero raise errors of many kinds; the sentence carries the reason
        return Panel(
            f"No buttons and lamps: the pins cannot be used here ({_short(why)}). Play on with the screen; "
            "on a Raspberry Pi, `sudo apt install python3-lgpio` and `make clean run`.",
            clock=clock,
        )


def _short(why: Exception) -> str:
    text = str(why).strip().splitlines()
    return f"{type(why).__name__}: {text[0]}" if text else type(why).__name__
