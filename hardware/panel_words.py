"""What the panel says of its pins: templates for people, whose gaps are filled in their language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

SIMULATED = "Simulated buttons and lamps: press them on the screen."
ON_PINS = "Buttons and lamps are on the Pi's pins (gpiozero, LGPIOFactory)."
NO_PINS = (
    "No buttons and lamps: the pins cannot be used here ({why}). Play on with the screen; "
    "on a Raspberry Pi, `sudo apt install python3-lgpio` and `make clean run`."
)
NOT_FREE = "Not usable: {parts}. Stop the program that holds the pin, then start Owleye again."
HELD = "{part} (GPIO {pin}: held by {why})"
NOT_GIVEN = (
    "Refused by the system: {parts}. Perhaps another part uses the same pin: choose another pin on the page "
    "“Buttons and lamps”, or remove that part's line from /boot/firmware/config.txt and start the Pi again."
)
REFUSED = "{part} (GPIO {pin}: {why})"


QUOTED = re.compile("^'([^']*)'$")


@dataclass(frozen=True, slots=True)
class LostPart:
    """A part that cannot be used, its pin, and why: the name of who holds the pin (*held*), or an error."""

    part: str
    pin: int
    why: str
    held: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template, the values in its gaps, and the parts that its gap ``parts`` lists, each in the template ``each``."""

    template: str
    values: Mapping[str, str] = field(default_factory=dict)
    lost: tuple[LostPart, ...] = ()
    each: str = ""

    def __str__(self) -> str:
        """The sentence in English."""
        parts = "; ".join(self.each.format(part=part.part, pin=part.pin, why=part.why) for part in self.lost)
        return self.template.format(**self.values, parts=parts)


def sentences_about(lost: Sequence[LostPart]) -> tuple[Sentence, ...]:
    """One sentence about the parts whose pins are held by others, and one about those that the system refuses."""
    held = tuple(part for part in lost if part.held)
    refused = tuple(part for part in lost if not part.held)
    both = (Sentence(NOT_FREE, lost=held, each=HELD), Sentence(NOT_GIVEN, lost=refused, each=REFUSED))
    return tuple(sentence for sentence in both if sentence.lost)


def short(why: Exception) -> str:
    """The kind of an error and the first line of its message, which lgpio puts into quotes."""
    lines = str(why).strip().splitlines()
    return ": ".join((type(why).__name__, *(QUOTED.sub(r"\1", line) for line in lines[:1])))
