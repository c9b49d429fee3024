"""The process gets its environment before the libraries are loaded, and a stop ends it without a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

import owleye_launch
from calibration.storage.pictures import LARGEST_MP

SHOW = (
    "import os, owleye_launch; owleye_launch.set_environment(); print(*map(os.environ.get, owleye_launch.ENVIRONMENT))"
)


def started(**environment: str) -> list[str]:
    """The settings that a new process has in its environment after the launch."""
    inherited = {name: value for name, value in os.environ.items() if name not in owleye_launch.ENVIRONMENT}
    process = subprocess.run([sys.executable, "-c", SHOW], env=inherited | environment, capture_output=True, check=True)
    return process.stdout.decode().split()


def test_a_process_restarts_with_the_settings() -> None:
    assert started() == list(owleye_launch.ENVIRONMENT.values())


def test_chosen_environment_values_are_kept() -> None:
    assert started(OPENBLAS_NUM_THREADS="3") == ["3", *list(owleye_launch.ENVIRONMENT.values())[1:]]


def test_a_picture_that_is_too_large_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    """Only the headers of PNG and JPEG are read for the size of a picture."""
    cv2.imwrite(str(tmp_path / "large.tiff"), np.zeros((9000, 8000), np.uint8))
    read = f"from calibration.storage.pictures import open_picture; open_picture({str(tmp_path / 'large.tiff')!r})"
    environment = os.environ | owleye_launch.ENVIRONMENT
    process = subprocess.run([sys.executable, "-c", read], env=environment, capture_output=True, check=False)
    assert "is not a picture that can be opened" in process.stderr.decode()
    assert int(owleye_launch.ENVIRONMENT["OPENCV_IO_MAX_IMAGE_PIXELS"]) == LARGEST_MP * 1_000_000


def test_a_process_with_the_settings_does_not_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in owleye_launch.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("os.execv", lambda *_: pytest.fail("started anew"))
    owleye_launch.set_environment()


CLOSED = "import os; os.closerange(0, 3); os.execv({python!r}, [{python!r}, '-c', {show!r}])".format(
    python=sys.executable,
    show="import os, sys, owleye_launch; owleye_launch.set_environment(); "
    "sys.exit(os.open('pyproject.toml', os.O_RDONLY) if sys.stdout and sys.stderr else 99)",
)


@pytest.mark.parametrize("environment", [{}, owleye_launch.ENVIRONMENT])
def test_no_opened_file_gets_the_number_of_a_closed_standard_file(environment: dict[str, str]) -> None:
    done = subprocess.run([sys.executable, "-c", CLOSED], env={**os.environ, **environment}, check=False)
    assert 2 < done.returncode < 99


@pytest.mark.parametrize(
    ("before", "taken"), [(signal.SIG_DFL, signal.default_int_handler), (signal.SIG_IGN, signal.SIG_IGN)]
)
def test_a_closed_terminal_is_a_stop_unless_nohup_says_otherwise(before: signal.Handlers, taken: object) -> None:
    stops = (*owleye_launch.STOPS, signal.SIGHUP)
    known = {stop: signal.getsignal(stop) for stop in stops}
    signal.signal(signal.SIGHUP, before)
    try:
        owleye_launch.take_stops(signal.default_int_handler)
        assert [signal.getsignal(stop) for stop in stops] == [signal.default_int_handler] * 2 + [taken]
    finally:
        for stop, handler in known.items():
            signal.signal(stop, handler)


STOPPED_SOON = {
    "while the libraries are loaded": ("pass", "import os; os.kill(os.getpid(), 2)"),
    "after the command": ("pass", "def main(): import atexit, os; atexit.register(os.kill, os.getpid(), 2)"),
    "while it starts anew": ("signal.pthread_sigmask(0, {2}); os.kill(os.getpid(), 2)", "def main(): pass"),
}


@pytest.mark.parametrize("moment", STOPPED_SOON)
def test_an_early_or_late_stop_prints_no_traceback(tmp_path: Path, moment: str) -> None:
    before, command_line = STOPPED_SOON[moment]
    (tmp_path / "owleye.py").write_text(command_line)
    heeding = "import os, signal, sys; signal.signal(2, signal.default_int_handler)"
    code = f"{heeding}; {before}; import owleye_launch; sys.path.insert(0, {str(tmp_path)!r}); owleye_launch.main()"
    environment = {**os.environ, **owleye_launch.ENVIRONMENT}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")
