"""Which part of the panel is on which GPIO pin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

SEATS = 6
BAR_LAMPS = 10
FIRST_PIN, LAST_PIN = 2, 27  # the GPIO numbers on the 40-pin header
KEYS = ("next", "up", "down")
BUTTONS = (*(f"seat{number}" for number in range(1, SEATS + 1)), *KEYS)

# I2C (2, 3), GPIO 4, SPI (7-11), the serial port (14, 15) and 18 (sound) stay free.
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

COLLIDES = "GPIO {pin} ({part}) is also used by {use}."


class WiringError(ValueError):
    """The pins cannot be used as chosen; ``template`` and ``values`` are kept, to be said in another language."""

    def __init__(self, template: str, /, **values: object) -> None:
        written = {name: " and ".join(value) if isinstance(value, tuple) else value for name, value in values.items()}
        super().__init__(template.format(**written))
        self.template, self.values = template, values


@dataclass(frozen=True, slots=True)
class Wiring:
    """The GPIO pins of all parts; a part without a pin (missing button, None) does not exist.

    ``lamps`` has one pin a seat, ``bar`` ten pins with the lowest lamp first, or none.
    """

    buttons: Mapping[str, int] = field(default_factory=lambda: dict(BUTTON_PINS))
    lamps: tuple[int | None, ...] = LAMP_PINS
    bar: tuple[int, ...] = ()
    buzzer: int | None = None

    def parts(self) -> Iterator[tuple[str, int]]:
        """Each part that has a pin, as people call it, with its pin.

        >>> list(Wiring(buttons={"seat1": 5}, lamps=(17, None), buzzer=18).parts())
        [('button seat1', 5), ('lamp 1', 17), ('buzzer', 18)]
        """
        yield from ((f"button {name}", pin) for name, pin in self.buttons.items())
        yield from ((f"lamp {n}", pin) for n, pin in enumerate(self.lamps, start=1) if pin is not None)
        yield from ((f"bar lamp {n}", pin) for n, pin in enumerate(self.bar, start=1))
        if self.buzzer is not None:
            yield "buzzer", self.buzzer

    def check(self) -> None:
        """Check that the pins exist and that each serves one part.

        Raises:
            WiringError: with a sentence that names the pin and its parts.
        """
        if strange := [pin for _, pin in self.parts() if not FIRST_PIN <= pin <= LAST_PIN]:
            raise WiringError(
                "There is no GPIO {pin} on the header: choose one from {first} to {last}.",
                pin=strange[0],
                first=FIRST_PIN,
                last=LAST_PIN,
            )
        if len(self.bar) not in (0, BAR_LAMPS):
            raise WiringError("The bar has {number} lamps: choose a pin for each, or for none.", number=BAR_LAMPS)
        for pin, times in Counter(pin for _, pin in self.parts()).items():
            if times > 1:
                parts = tuple(part for part, own in self.parts() if own == pin)
                raise WiringError("GPIO {pin} is chosen for {parts}: give each its own pin.", pin=pin, parts=parts)

    def collisions(self, uses: Mapping[int, str]) -> tuple[tuple[int, str, str], ...]:
        """Each pin that also serves something else, with its part and the other use; *uses* says what, by pin."""
        return tuple((pin, part, uses[pin]) for part, pin in self.parts() if pin in uses)
