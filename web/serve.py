"""Serves the pages of a live table until the program is stopped."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Collection
from pathlib import Path
from secrets import token_bytes

from calibration.storage.files import write_atomically
from referee.devices import Devices
from referee.startup.safe_start import NotAFailedStartError
from referee.table.service import TableService
from sharing.table_sharing import TableSharing
from web.app import create_app
from web.server import Server

SECRET = "secret"
SECRET_BYTES = 32


class AddressTakenError(NotAFailedStartError):
    """The address of the pages cannot be had; the message is a sentence with the next step."""


def serve(
    table: TableService,
    devices: Devices,
    sharing: TableSharing,
    home: Path,
    host: str,
    port: int,
    ready: Callable[[int], None],
    names: Collection[str] = (),
    restart: Callable[[], None] | None = None,
) -> None:
    """Serve the pages of *table*, which is shared by *sharing*, until the program is stopped.

    *ready* is called with the port (a free one, for port 0) once the address answers.
    *names* are further names that this machine answers to, as in the setting ``names``.  *restart* starts the whole
    table again.

    Raises:
        AddressTakenError: with one sentence for people, where the address cannot be had.
    """
    app = create_app(table, devices, sharing, home, secret_of(home), names, restart)
    app.config["LISTENS_ON"] = host
    with listening(host, port) as listener:
        ready(listener.getsockname()[1])
        Server(app, listener).run()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens on this address.

    Raises:
        OSError: with one sentence for people, where the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        hint = f"is Owleye running already? Try --port {port + 1}."
        raise AddressTakenError(
            f"Port {port} on {host} cannot be used ({os.strerror(error.errno or 0)}): {hint}"
        ) from error


def secret_of(home: Path) -> bytes:
    """The key that signs the cookies of this home; created once, readable by its owner only."""
    path = home / SECRET
    kept = path.read_bytes() if path.exists() else b""
    if len(kept) < SECRET_BYTES:
        kept = token_bytes(SECRET_BYTES)
        write_atomically(path, kept, private=True)
    return kept
