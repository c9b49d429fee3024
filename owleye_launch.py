"""The entry point of the command `owleye`: the environment and the standard files of its process."""

from __future__ import annotations

import os
import sys

ENVIRONMENT = {
    # Its threads wait by spinning: a reading took ten times as long.
    "OPENBLAS_NUM_THREADS": "1",
    # The GNU C library returns freed arrays from 2 MiB on to the system (from 1 MiB: a reading took 8 % longer), uses
    # one heap for all threads, and keeps no freed blocks for each thread: with 84 threads these grew by 10 MB in an
    # evening.  Other C libraries ignore this.
    "GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=2097152:glibc.malloc.arena_max=1:glibc.malloc.tcache_count=0",
}
LAST_STANDARD_FILE = 2  # the number of the standard error output


def set_environment() -> None:
    """Start this process anew where the environment lacks a setting, or where a standard file was closed.

    Values that somebody chose stay.
    """
    missing = {name: value for name, value in ENVIRONMENT.items() if name not in os.environ}
    if _open_standard_files() or missing:
        os.environ.update(missing)
        os.execv(sys.executable, sys.orig_argv)


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
    """Run the command line."""
    set_environment()
    from owleye import main as command_line  # The libraries are loaded in the new environment.

    command_line()
