"""New pins from the order in which buttons were pressed.  Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hardware.wiring import KEYS, SEATS, Wiring

SEAT_BUTTONS = tuple(f"seat{number}" for number in range(1, SEATS + 1))


def by_seats(wiring: Wiring, order: Sequence[str]) -> Wiring:
    """The button pressed first becomes seat 1's, the next one seat 2's; a lamp goes where its button goes.

    Seats that nobody pressed for keep the remaining buttons in their order.  Where "next", "up" or "down" was pressed,
    it changes places with a seat's button that is left over.
    """
    named = [name for name in SEAT_BUTTONS if name in wiring.buttons]
    chosen = [*order, *(name for name in SEAT_BUTTONS if name not in order)]
    seats, left = chosen[:SEATS], [name for name in chosen[SEATS:] if name in named]
    swapped = dict(zip((name for name in seats if name in KEYS), left, strict=False))
    buttons = {**{key: key for key in KEYS}, **{f"seat{n}": name for n, name in enumerate(seats, start=1)}, **swapped}
    return replace(
        wiring,
        buttons={name: wiring.buttons[was] for name, was in buttons.items() if was in wiring.buttons},
        lamps=tuple(_lamp(wiring, swapped.get(name, name)) for name in seats),
    )


def by_lamps(wiring: Wiring, order: Sequence[str | None]) -> Wiring:
    """The lamp that was lit first belongs to the seat whose button was pressed first, and so on.

    Lamps that were passed over (None) go to the seats that are left.
    """
    beside = {name: wiring.lamps[n] for n, name in enumerate(order) if name in SEAT_BUTTONS}
    left = iter([pin for n, pin in enumerate(wiring.lamps) if n >= len(order) or order[n] not in SEAT_BUTTONS])
    return replace(wiring, lamps=tuple(beside[name] if name in beside else next(left) for name in SEAT_BUTTONS))


def _lamp(wiring: Wiring, seat: str) -> int | None:
    return wiring.lamps[SEAT_BUTTONS.index(seat)] if seat in SEAT_BUTTONS else None
