"""The pins of the panel's parts: stored in HOME/panel.json, and chosen by pressing the buttons in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from calibration.storage.files import StoreError, read_file, save_json, writing
from hardware.wiring import BUTTONS, KEYS, SEATS, Wiring
from rules.core.phrases import Phrase

FILE = "panel.json"
CHOOSE = Phrase("Choose the pins again on the page “Buttons and lamps”.")
SEAT_BUTTONS = tuple(f"seat{number}" for number in range(1, SEATS + 1))


class _WiringFile(BaseModel):
    """The fields of panel.json."""

    model_config = ConfigDict(extra="forbid")
    format: Literal[1]
    buttons: dict[str, int]
    lamps: list[int | None]
    bar: list[int]
    buzzer: int | None


def save_wiring(home: Path, wiring: Wiring | None) -> None:
    """Save the pins; None: use those of docs/wiring.md again.

    Raises:
        StoreError: where the home cannot be written.
    """
    path = home / FILE
    if wiring is None:
        with writing(path):
            path.unlink(missing_ok=True)
        return
    body = _WiringFile(
        format=1,
        buttons=dict(wiring.buttons),
        lamps=list(wiring.lamps),
        bar=list(wiring.bar),
        buzzer=wiring.buzzer,
    )
    save_json(path, body.model_dump())


def load_wiring(home: Path) -> Wiring:
    """The saved pins of this home; those of docs/wiring.md by default.

    Raises:
        StoreError: where the file is damaged.
    """
    path = home / FILE
    return read_file(path, _wiring, CHOOSE) if path.exists() else Wiring()


def _wiring(data: bytes) -> Wiring:
    stored = _WiringFile.model_validate_json(data)
    wiring = Wiring(stored.buttons, tuple(stored.lamps), tuple(stored.bar), stored.buzzer)
    if not set(stored.buttons) <= set(BUTTONS) or len(stored.lamps) != SEATS:
        raise ValueError("not the pins of this panel")
    wiring.check()
    return wiring


def wiring_of(home: Path) -> tuple[Wiring, str]:
    """The saved pins of this home, and a sentence where they cannot be read and the default pins are used."""
    try:
        return load_wiring(home), ""
    except StoreError as error:
        return Wiring(), str(error)


# New pins from the order in which buttons were pressed ---------------------------------------------------------------


def by_seats(wiring: Wiring, order: Sequence[str]) -> Wiring:
    """The pins where the seats have the buttons in the *order* of the presses; each lamp goes with its button.

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
    """The pins where each lamp belongs to the button that was pressed while it was lit (*order*).

    Lamps that were passed over (None) go to the seats that are left.
    """
    beside = {name: wiring.lamps[n] for n, name in enumerate(order) if name in SEAT_BUTTONS}
    left = iter([pin for n, pin in enumerate(wiring.lamps) if n >= len(order) or order[n] not in SEAT_BUTTONS])
    return replace(wiring, lamps=tuple(beside[name] if name in beside else next(left) for name in SEAT_BUTTONS))


def _lamp(wiring: Wiring, seat: str) -> int | None:
    return wiring.lamps[SEAT_BUTTONS.index(seat)] if seat in SEAT_BUTTONS else None
