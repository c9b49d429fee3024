"""What the kernel tells about a camera: which program uses it, and which model it is."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

LONGEST = 60  # characters of a name in a descriptor, which may have 126: some end as names of folders


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


def model_of(path: Path, known: Path = Path("/sys/class/video4linux")) -> str:
    """The model of the V4L2 camera *path*: product and USB ids, such as "HD Webcam C920 (046d:082d)", else its name.

    The kernel's own name of a USB camera is not used, because it differs between kernels. Empty where the kernel tells
    nothing; *known* lists the video devices.
    """
    node = known / path.resolve().name
    usb = (node / "device").resolve().parent
    maker, kind = _line(usb / "idVendor"), _line(usb / "idProduct")
    if maker and kind:
        return f"{_line(usb / 'product') or 'USB camera'} ({maker}:{kind})"
    return _line(node / "name")


def _line(path: Path) -> str:
    """The printable ASCII characters of a file of the kernel, at most LONGEST; empty where there is none."""
    try:
        text = path.read_bytes().decode("ascii", "ignore")
    except OSError:
        return ""
    return re.sub(r"[^ -~]", "", text)[:LONGEST].strip()
