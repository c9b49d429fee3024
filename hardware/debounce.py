"""The debounce of the buttons: turns edges and samples of a bouncing contact into single presses and holds.  Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

STEADY_S = 0.015  # a new level counts after this time; contacts bounce for a few ms, a finger presses at least 50 ms
HOLD_S = 0.8  # a press of this length is a hold; ordinary presses are shorter


@dataclass(frozen=True, slots=True)
class Contact:
    """The debounced state of a button.

    ``down``: whether it is pressed.  ``level``, ``since``: the level of the contact (True: closed), and when it came to
    it or was found steady (s).  ``missed_since``: when the samples began to contradict ``level`` (s; None: they agree).
    ``pressed_at``: when it went down (s; None: it is up, or its hold was reported already).
    """

    down: bool = False
    level: bool = False
    since: float = -inf
    missed_since: float | None = None
    pressed_at: float | None = None

    @property
    def is_settled(self) -> bool:
        """Whether the contact has been found steady since it last changed."""
        return self.level == self.down and self.missed_since is None


def sample(contact: Contact, down: bool, t: float) -> tuple[Contact, float | None]:
    """Take one sample (*down* at *t* s); returns the next state, and the time of a press that this sample completes.

    A press begins when the contact closed, not when it was found steady.  Samples that contradict the last `edge` count
    only after `STEADY_S`: the next edge may be late, and it knows when the contact changed.
    """
    if down == contact.level:
        return _settle(replace(contact, missed_since=None), t)
    if contact.missed_since is None:
        return replace(contact, missed_since=t), None
    if t - contact.missed_since < STEADY_S:
        return contact, None
    changed, pressed = edge(contact, down, contact.missed_since)
    settled, also_pressed = _settle(changed, t)
    return settled, also_pressed if pressed is None else pressed


def edge(contact: Contact, down: bool, t: float) -> tuple[Contact, float | None]:
    """Take an edge (the contact went *down* or up at *t* s, however late this is known); returns what `sample` does.

    Until the edge the contact was steady, so that a press counts even where nothing was sampled while it lasted.  That
    also holds of an edge to the level before: the kernel merged it with the edge at *t* away from that level.  An edge
    from before the contact was found steady says nothing new.
    """
    if t < contact.since:
        return contact, None
    before, pressed = _settle(contact, t)
    return replace(before, level=down, since=t, missed_since=None), pressed


def _settle(contact: Contact, t: float) -> tuple[Contact, float | None]:
    """Let the level count where it was steady for `STEADY_S` until *t* s; returns what `sample` does."""
    if contact.level == contact.down or t - contact.since < STEADY_S:
        return contact, None
    pressed = contact.since if contact.level else None
    return replace(contact, down=contact.level, since=t, pressed_at=pressed), pressed


def hold(contact: Contact, t: float) -> tuple[Contact, float | None]:
    """Look for a hold at *t* s; returns the next state, and the time of the press that became a hold (once a press)."""
    if contact.pressed_at is None or t - contact.pressed_at < HOLD_S:
        return contact, None
    return replace(contact, pressed_at=None), contact.pressed_at
