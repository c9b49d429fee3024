"""Chooses camera and address of a table, and the sentences about them."""

from __future__ import annotations

import socket

from hardware.cameras.sources import present_camera
from referee.startup.home import Settings

SIMULATED = "simulated"


def chosen_source(simulate: bool, camera: str | None, settled: str) -> tuple[str, str]:
    """The camera to use (--simulate, --camera, the settings, else the connected one), and a sentence about it."""
    source = SIMULATED if simulate else camera or settled
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


def address(host: str, port: int) -> str:
    """A sentence with the address of the pages: on this machine, and for phones if *host* accepts them."""
    if host not in ("0.0.0.0", "::"):
        return f"Owleye is ready: http://{host}:{port}"
    here = f"Owleye is ready: http://localhost:{port}"
    mine = own_address()
    return f"{here}\nOn a phone in the same network: http://{mine}:{port}" if mine else here


def own_address() -> str:
    """This machine's address in its network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
