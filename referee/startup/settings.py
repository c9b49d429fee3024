"""The settings of a table (HOME/settings.json), and the camera and address that they and the command line choose."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from calibration.storage.files import settings_in
from hardware.cameras.mains import Hertz
from hardware.cameras.sources import present_camera
from hardware.display import ADDRESS, Chip

SIMULATED = "simulated"  # the source that is the camera of the simulated table


class Settings(BaseModel):
    """Every choice with its default; the command line overrides them for one run."""

    model_config = ConfigDict(extra="allow", frozen=True)

    camera: Annotated[str, Field(description="Where pictures come from: auto, simulated, picamera, usb:0, path.")] = (
        "auto"
    )
    mains_hz: Annotated[
        Hertz | None, Field(description="The mains' frequency, so that lamps do not flicker; null: that of the region.")
    ] = None
    host: Annotated[str, Field(description="The address to listen on; 127.0.0.1 keeps phones out.")] = "0.0.0.0"
    port: Annotated[int, Field(ge=1, le=65535, description="The port of the pages.")] = 8000
    names: Annotated[tuple[str, ...], Field(description="Further names under which phones reach this machine.")] = ()
    screen: Annotated[Chip, Field(description="The small screen's chip: none, ssd1306, ssd1309 or sh1106.")] = "none"
    screen_address: Annotated[int, Field(ge=0x08, le=0x77, description="Its address on the I2C bus; 60 is 0x3c.")] = (
        ADDRESS
    )
    voice: Annotated[bool, Field(description="Read verdicts out on this machine's loudspeaker, by espeak-ng.")] = False
    evidence_mb: Annotated[int, Field(ge=10, description="Room for pictures; the oldest make room first.")] = 500


def load_settings(home: Path) -> Settings:
    """The settings of this home; the defaults where nothing was chosen.

    Raises:
        DamagedFileError: where the file does not hold settings, or cannot be read.
    """
    return settings_in(home / "settings.json", Settings)


def chosen_source(simulate: bool, camera: str | None, by_settings: str) -> tuple[str, str]:
    """The camera to use, and a sentence about it: by --simulate, else by --camera, else by the settings.

    "auto" is the connected camera, or the simulated table where there is none.
    """
    source = SIMULATED if simulate else camera or by_settings
    if source != "auto":
        return source, "This is the simulated table, as asked." if source == SIMULATED else f"Watching {source}."
    if present := present_camera():
        return present, f"Watching {present}."
    return SIMULATED, (
        "There is no camera on this machine, so this is the simulated table: every page says SIMULATED. "
        "Plug a camera in and start again to play on a real one."
    )


def chosen_address(settings: Settings, host: str | None, port: int | None) -> Settings:
    """The settings with the address of the command line, where it names one; port 0 is any free one."""
    chosen = {"host": host, "port": port}
    return settings.model_copy(update={name: value for name, value in chosen.items() if value is not None})


def chosen_camera(wanted: str) -> str:
    """The real camera to use; "auto" means the connected one.

    Raises:
        ValueError: where there is none.
    """
    source = present_camera() if wanted == "auto" else wanted
    if source is None:
        raise ValueError("There is no camera here: plug one in, name one with --camera, or use pictures with --from.")
    return source
