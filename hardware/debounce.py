"""The debounce of the buttons: turns samples of a bouncing contact into single presses and holds.  Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

STEADY_S = 0.015  # a new level counts after this time; contacts bounce for a few ms, a finger presses at least 50 ms
HOLD_S = 0.8  # a press of this length is a hold; ordinary presses are shorter


@dataclass(frozen=True, slots=True)
class Contact:
    """The debounced state of a button.

    ``down``: whether it is pressed.  ``differs_since``: when the samples began to differ from ``down`` (s; None: they
    agree).  ``pressed_at``: when it went down (s; None: it is up, or its hold was reported already).
    """

    down: bool = False
    differs_since: float | None = None
    pressed_at: float | None = None


def sample(contact: Contact, down: bool, t: float) -> tuple[Contact, float | None]:
    """Take one sample (*down* at *t* s); returns the next state, and the time of a press that this sample completes.

    A press begins when the contact closed, not when it was found steady.  The next sample notices a missed `edge`.
    """
    if down == contact.down:
        return replace(contact, differs_since=None), None
    if contact.differs_since is None:
        return replace(contact, differs_since=t), None
    if t - contact.differs_since < STEADY_S:
        return contact, None
    pressed = contact.differs_since if down else None
    return Contact(down, pressed_at=pressed), pressed


def edge(contact: Contact, down: bool, t: float) -> tuple[Contact, float | None]:
    """Take an edge (the contact went *down* or up at *t* s); returns what `sample` does.

    Until the edge the contact was steady, so that a press counts even where nothing was sampled while it lasted.
    """
    before, pressed = sample(contact, not down, t)
    return sample(before, down, t)[0], pressed


def hold(contact: Contact, t: float) -> tuple[Contact, float | None]:
    """Look for a hold at *t* s; returns the next state, and the time of the press that became a hold (once a press)."""
    if contact.pressed_at is None or t - contact.pressed_at < HOLD_S:
        return contact, None
    return replace(contact, pressed_at=None), contact.pressed_at
