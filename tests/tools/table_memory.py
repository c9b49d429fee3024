"""Measures the memory of `owleye run` with a camera: ``python -m tests.tools.table_memory [--taught DIR]`` (Linux).

This process paints a table and plays Casting Stones on it with three browsers.  `owleye run` is a process of its own
whose USB camera is replaced at the lowest seam: its pictures of 2304 x 1296 px come through a socket.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError

import click
import numpy as np
from numpy.typing import NDArray

from calibration.storage.table_files import load_calibration, save_calibration
from hardware.cameras import sources
from hardware.cameras.camera import FULL_SIZE, WATCH_WIDTH, CameraId, CameraTrouble, Meta
from hardware.simulated.table import SimulatedTable
from owleye_launch import ENVIRONMENT
from referee.cli.bench_live import parts_mb
from referee.cli.bench_table import CHOOSE, REPLY, Browser, address_of, lay_out, wait
from referee.observe.table_reading import VisionContext
from referee.wizards.setup import set_up_simulated_table

SMALL, WHOLE = b"s", b"w"
SHAPES = {SMALL: (WATCH_WIDTH * 9 // 16, WATCH_WIDTH, 3), WHOLE: (FULL_SIZE[1], FULL_SIZE[0], 3)}
CAMERA, RATE = "usb:0", 30
BROWSERS = 3
Image = NDArray[np.uint8]


class Wire:
    """A camera at the other end of a socket: a Device."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))

    def small(self) -> tuple[Image, Meta]:
        """The next small picture."""
        return self._picture(SMALL), {"source": CAMERA, "locked": "yes"}

    def full(self) -> tuple[Image, Image, Meta]:
        """A whole picture and a small one."""
        return self._picture(WHOLE), *self.small()

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def _picture(self, kind: bytes) -> Image:
        self._socket.sendall(kind)
        image = np.empty(SHAPES[kind], np.uint8)
        rest = memoryview(image.data).cast("B")
        while rest:
            count = self._socket.recv_into(rest)
            if not count:
                raise CameraTrouble("The painted table has gone.")
            rest = rest[count:]
        return image


def run_table(path: Path, home: Path) -> None:
    """Run `owleye run` in this process with the camera behind the socket at *path*."""
    from owleye import main as owleye

    setattr(sources, "open_usb", lambda *_, **__: Wire(path))  # noqa: B010 (mypy knows it as another module's)
    owleye(["--home", str(home), "run", "--camera", CAMERA, "--host", "127.0.0.1", "--port", "0"])


@contextmanager
def camera_of(table: SimulatedTable, path: Path) -> Iterator[None]:
    """Serve the pictures of *table* on the socket *path*."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        threading.Thread(target=_accept, args=(listener, table), daemon=True).start()
        yield


def _accept(listener: socket.socket, table: SimulatedTable) -> None:
    with suppress(OSError):
        while True:
            wire, _ = listener.accept()
            threading.Thread(target=_serve, args=(wire, table), daemon=True).start()


def _serve(wire: socket.socket, table: SimulatedTable) -> None:
    with suppress(OSError), wire:
        while kind := wire.recv(1):
            if kind == SMALL:
                time.sleep(1 / RATE)
            wire.sendall((table.small() if kind == SMALL else table.full()).tobytes())


def play(home: Path, table: SimulatedTable, throws: int) -> Mapping[str, float]:
    """Throw *throws* times on *table*, which is taught in *home*; returns memory of the process (MB)."""
    lay_out(home)
    path = home.parent / "camera"
    command = [sys.executable, "-m", "tests.tools.table_memory", "--camera", str(path), "--taught", str(home)]
    environment = os.environ | ENVIRONMENT
    with (
        camera_of(table, path),
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process,
    ):
        try:
            page = Browser(url := address_of(process))
            for _ in range(BROWSERS - 1):
                threading.Thread(target=_follow, args=(Browser(url),), daemon=True).start()
            wait(lambda: _camera(page) == "watching")
            figures = {"at its largest, when ready": _status_mb(process.pid, "VmHWM")}
            for number in range(1, throws + 1):
                _throw(page, table)
                figures[f"at its largest, after throw {number}"] = _status_mb(process.pid, "VmHWM")
            parts = parts_mb(Path(f"/proc/{process.pid}/smaps").read_text())
            return {**figures, **{f"at the end: {part}": mb for part, mb in parts.items()}}
        finally:
            process.terminate()


def _throw(page: Browser, table: SimulatedTable) -> None:
    """Answer with first buttons until a throw is due; throw its pieces, and wait until it is judged or asked about."""
    while not (due := [ask for ask in _read(page, "/api/asks")["asks"] if ask["pieces"]]):
        forms = page.forms()
        action = next((action for action in (REPLY, CHOOSE) if action in forms), "")
        if action:
            page.send(action, forms[action])
        time.sleep(0.2)
    before = page.length()
    table.throw(list(due[0]["pieces"]))
    wait(lambda: page.length() > before or REPLY in page.forms())


def _camera(page: Browser) -> str:
    return str(_read(page, "/api/table")["camera"]["state"])


def _read(page: Browser, path: str) -> dict[str, Any]:
    return dict(json.loads(page.get(path)))


def _follow(page: Browser) -> None:
    """Look at the table after each event, as a browser does."""
    with suppress(URLError, ValueError, ConnectionError):
        for _ in page.events():
            page.forms()


def _status_mb(pid: int, name: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1]) / 1024


def _calibrate_for_the_wire(home: Path) -> None:
    """Make the calibration of the simulated camera that of the camera at the socket."""
    calibration = load_calibration(home)
    assert calibration is not None
    save_calibration(home, replace(calibration, camera=CameraId(CAMERA)))


def _tell(words: str) -> None:
    click.echo(words, err=True, nl=bool(words))


@click.command()
@click.option("--camera", type=click.Path(path_type=Path), hidden=True, help="The socket of the camera's pictures.")
@click.option("--taught", type=click.Path(exists=True, path_type=Path), help="A simulated home that is taught already.")
@click.option("--throws", default=8, show_default=True)
def main(camera: Path | None, taught: Path | None, throws: int) -> None:
    """Print the memory of a table with a camera in MB."""
    if camera is not None and taught is not None:
        run_table(camera, taught)
        return
    with TemporaryDirectory() as folder:
        home, table = Path(folder) / "home", SimulatedTable()
        if taught is None:
            home.mkdir()
        else:
            shutil.copytree(taught, home)
        set_up_simulated_table(home, table, _tell, VisionContext(home).eyes)
        _calibrate_for_the_wire(home)
        for what, mb in play(home, table, throws).items():
            click.echo(f"{what:60} {mb:.0f} MB")


if __name__ == "__main__":
    main()
