"""The entry point of the command `owleye`: the environment, the standard files and the stops of its process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

ENVIRONMENT = {
    # Its threads wait by spinning: a reading took ten times as long.
    "OPENBLAS_NUM_THREADS": "1",
    # The GNU C library returns freed arrays from 2 MiB on to the system (from 1 MiB: a reading took 8 % longer), uses
    # one heap for all threads, and keeps no freed blocks for each thread: with 84 threads these grew by 10 MB in an
    # evening.  Other C libraries ignore this.
    "GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=2097152:glibc.malloc.arena_max=1:glibc.malloc.tcache_count=0",
    # OpenCV decodes no larger pictures (LARGEST_MP of calibration/storage/pictures.py): a TIFF of 1 MB took 3.6 GB.
    "OPENCV_IO_MAX_IMAGE_PIXELS": "64000000",
}
LAST_STANDARD_FILE = 2  # the number of the standard error output
Handler = Callable[[int, FrameType | None], object] | signal.Handlers
STOPS = (signal.SIGINT, signal.SIGTERM)


def set_environment() -> None:
    """Start this process anew where the environment lacks a setting, or where a standard file was closed.

    Values that somebody chose stay.
    """
    missing = {name: value for name, value in ENVIRONMENT.items() if name not in os.environ}
    if _open_standard_files() or missing:
        os.environ.update(missing)
        start_anew()


def start_anew() -> None:
    """Replace this process by a new one with the same command line; a stop that comes meanwhile ends the new one."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        os.execv(sys.executable, sys.orig_argv)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def take_stops(handler: Handler) -> None:
    """Let *handler* take every stop; a closed terminal is one too, unless nohup lets the process ignore that."""
    for stop in STOPS:
        signal.signal(stop, handler)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, handler)


def _open_standard_files() -> bool:
    """Open the null device as each standard file that is closed; returns whether one was.

    Otherwise the next file that is opened gets its number, and what a library prints is written into that file.
    """
    number = first = os.open(os.devnull, os.O_RDWR)
    while number <= LAST_STANDARD_FILE:
        os.set_inheritable(number, True)
        number = os.open(os.devnull, os.O_RDWR)
    os.close(number)
    return first <= LAST_STANDARD_FILE


def main() -> None:
    """Run the command line; Ctrl-C ends it without a traceback, whenever it comes."""
    _replace_interrupt(signal.default_int_handler, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    set_environment()
    from owleye import main as command_line  # The libraries are loaded in the new environment.

    _replace_interrupt(signal.SIG_DFL, signal.default_int_handler)
    try:
        command_line()
    finally:
        _replace_interrupt(signal.default_int_handler, signal.SIG_DFL)


def _replace_interrupt(known: object, handler: Handler) -> None:
    """Let *handler* take Ctrl-C in place of *known*; another one stays, such as that of a process which ignores it."""
    if signal.getsignal(signal.SIGINT) is known:
        signal.signal(signal.SIGINT, handler)
