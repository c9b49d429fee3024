"""From a bouncing contact to one press: a pure step over samples and their times."""

from __future__ import annotations

from dataclasses import dataclass, replace

STEADY_S = 0.015  # contacts bounce for a few milliseconds; a finger holds for at least fifty
HOLD_S = 0.8  # nobody presses that long without meaning it


@dataclass(frozen=True, slots=True)
class Contact:
    """A button as far as it is certain: *down* or not, and since when (s) the wire says otherwise (None: it agrees).

    ``pressed`` is when it went down (s), until that press has been told as held.
    """

    down: bool = False
    doubted: float | None = None
    pressed: float | None = None


def sample(contact: Contact, down: bool, t: float) -> tuple[Contact, float | None]:
    """The next state after the wire said *down* at *t* s, and the time of the press where that completes one.

    Samples may come from edges and from looking again every now and then, so that a missed edge is made up for: the
    wire must say the same for STEADY_S, whatever it said in between.
    """
    if down == contact.down:
        return replace(contact, doubted=None), None
    if contact.doubted is None:
        return replace(contact, doubted=t), None
    if t - contact.doubted < STEADY_S:
        return contact, None
    pressed = contact.doubted if down else None
    return Contact(down, pressed=pressed), pressed


def hold(contact: Contact, t: float) -> tuple[Contact, float | None]:
    """The next state at *t* s, and when the press began that has become a hold by now; each press holds once."""
    if contact.pressed is None or t - contact.pressed < HOLD_S:
        return contact, None
    return replace(contact, pressed=None), contact.pressed
