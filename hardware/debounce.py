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
    it (s).  ``sampled``, ``sampled_since``, ``sampled_at``: the level that the samples show, the first and the last of
    them that showed it (s).
    ``pressed_at``: when it went down (s; None: it is up, or its hold was reported already).
    ``by_edges``: the state before the samples that changed it until ``decided_at`` (s); None: no sample changed it.
    ``reported``: presses that samples completed and later edges have yet to tell: when each began and was found (s).
    """

    down: bool = False
    level: bool = False
    since: float = -inf
    sampled: bool = False
    sampled_since: float = -inf
    sampled_at: float = -inf
    pressed_at: float | None = None
    by_edges: Contact | None = None
    decided_at: float = -inf
    reported: tuple[tuple[float, float], ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether the contact has been found steady since it last changed."""
        return self.level == self.down == self.sampled


def sample(contact: Contact, down: bool, t: float) -> tuple[Contact, float | None]:
    """Take one sample (*down* at *t* s); returns the next state, and the time of a press that this sample completes.

    A press begins when the contact closed, not when it was found steady.  Samples that contradict the last `edge` count
    only after `STEADY_S`: the next edge may be late, and it knows when the contact changed.
    """
    contact = replace(
        contact, sampled=down, sampled_since=contact.sampled_since if down == contact.sampled else t, sampled_at=t
    )
    changed, pressed = contact, None
    if down != contact.level:
        if t - contact.sampled_since < STEADY_S:
            return contact, None
        changed, pressed = _change(contact, down, contact.sampled_since)
    settled, found_now = _settle(changed, t)
    if settled is contact:
        return contact, None
    pressed = found_now if pressed is None else pressed
    by_edges = contact.by_edges or contact
    if pressed is not None:
        by_edges = replace(by_edges, reported=(*by_edges.reported, (pressed, t)))
    return replace(settled, by_edges=by_edges, decided_at=t), pressed


def edge(contact: Contact, down: bool, t: float) -> tuple[Contact, float | None]:
    """Take an edge (the contact went *down* or up at *t* s, however late this is known); returns what `sample` does.

    Edges come in the order of time.  Until the edge the contact was steady, so that a press counts even where nothing
    was sampled while it lasted.  That also holds of an edge to the level before: the kernel merged it with the edge at
    *t* away from that level.
    """
    before = _without_later_samples(contact, t)
    if not before.level and t - before.since >= STEADY_S:  # presses found until now are over; in a bounce they are not
        before = replace(before, reported=tuple((began, found) for began, found in before.reported if found > t))
    changed, pressed = _change(before, down, t)
    shown = changed.sampled if changed.sampled_at > t else down  # samples before the edge say nothing about now
    return replace(changed, sampled=shown, sampled_since=max(changed.sampled_since, t)), pressed


def _without_later_samples(contact: Contact, t: float) -> Contact:
    """The state before an edge at *t* s: samples count that came before it, and later ones only as presses reported."""
    if contact.by_edges is None or contact.decided_at <= t:
        return replace(contact, by_edges=None)
    return replace(
        contact.by_edges,
        sampled=contact.sampled,
        sampled_since=contact.sampled_since,
        sampled_at=contact.sampled_at,
    )


def _change(contact: Contact, down: bool, t: float) -> tuple[Contact, float | None]:
    before, pressed = _settle(contact, t)
    return replace(before, level=down, since=t), pressed


def _settle(contact: Contact, t: float) -> tuple[Contact, float | None]:
    """Let the level count where it was steady for `STEADY_S` until *t* s; returns what `sample` does.

    A press that was reported before, by samples that were earlier than its edges, is not reported again.
    """
    if contact.level == contact.down or t - contact.since < STEADY_S:
        return contact, None
    if not contact.level:
        return replace(contact, down=False, pressed_at=None), None
    settled = replace(contact, down=True, pressed_at=contact.since)
    for press in contact.reported:
        if press[0] <= t:
            return replace(settled, reported=tuple(other for other in contact.reported if other != press)), None
    return settled, contact.since


def hold(contact: Contact, t: float) -> tuple[Contact, float | None]:
    """Look for a hold at *t* s; returns the next state, and the time of the press that became a hold (once a press)."""
    if contact.pressed_at is None or t - contact.pressed_at < HOLD_S:
        return contact, None
    return replace(contact, pressed_at=None), contact.pressed_at
