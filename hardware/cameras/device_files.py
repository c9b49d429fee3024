"""Which program uses a camera: the kernel lists the open files of each program."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def program_with(path: Path, proc: Path = Path("/proc")) -> str | None:
    """The other program that has *path* open, as "name (process 123)"; None where none is seen.

    Without root rights only programs of the same user are seen.
    """
    for link in proc.glob("[0-9]*/fd/*"):
        with contextlib.suppress(OSError):
            pid = link.parts[len(proc.parts)]
            if os.readlink(link) == str(path) and pid != str(os.getpid()):
                return f"{(proc / pid / 'comm').read_text().strip()} (process {pid})"
    return None
