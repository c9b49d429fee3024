"""The chosen pins in HOME/panel.json."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from calibration.storage.files import read_file, save_json
from hardware.wiring import BUTTONS, SEATS, Wiring

FILE = "panel.json"
CHOOSE = "Choose the pins again on the page “Buttons and lamps”."


class _Kept(BaseModel):
    """The fields of panel.json."""

    model_config = ConfigDict(extra="forbid")
    format: Literal[1]
    buttons: dict[str, int]
    lamps: list[int | None]
    bar: list[int]
    buzzer: int | None


def save_wiring(home: Path, wiring: Wiring | None) -> None:
    """Keep the pins; None: those of docs/wiring.md.

    Raises:
        OSError: where the home cannot be written.
    """
    path = home / FILE
    if wiring is None:
        path.unlink(missing_ok=True)
        return
    kept = _Kept(
        format=1,
        buttons=dict(wiring.buttons),
        lamps=list(wiring.lamps),
        bar=list(wiring.bar),
        buzzer=wiring.buzzer,
    )
    save_json(path, kept.model_dump())


def load_wiring(home: Path) -> Wiring:
    """The pins of this home; those of docs/wiring.md where none were chosen.

    Raises:
        StoreError: where the file is damaged.
    """
    path = home / FILE
    return read_file(path, _wiring, CHOOSE) if path.exists() else Wiring()


def _wiring(data: bytes) -> Wiring:
    kept = _Kept.model_validate_json(data)
    wiring = Wiring(kept.buttons, tuple(kept.lamps), tuple(kept.bar), kept.buzzer)
    if not set(kept.buttons) <= set(BUTTONS) or len(kept.lamps) != SEATS:
        raise ValueError("not the pins of this panel")
    wiring.check()
    return wiring
