"""The frequency of the mains: lamps flicker twice in each period, and an exposure must last whole flickers."""

from __future__ import annotations

import fcntl
import os
import struct
from pathlib import Path
from typing import Literal

Hertz = Literal[50, 60]
WORLD = Path("/usr/share/zoneinfo")
LOCALTIME = Path("/etc/localtime")
# Countries and territories with 60 Hz (IEC, World Plugs).  Japan has both; 50 Hz is that of Tokyo.
SIXTY = (
    "AG AI AS AW BM BR BS BZ CA CO CR CU DO EC FM GT GU GY HN HT KN KR KY LR MH MP MS MX NI PA PE PH PR PW SA SR SV "
    "TC TT TW US VE VG VI"
)
S_CTRL = 0xC008561C  # VIDIOC_S_CTRL of linux/videodev2.h: a struct of id and value, 32 bits each
POWER_LINE_FREQUENCY = 0x00980918  # V4L2_CID_POWER_LINE_FREQUENCY
POWER_LINE: dict[Hertz, int] = {50: 1, 60: 2}  # its values


def local_mains(localtime: Path = LOCALTIME, world: Path = WORLD) -> Hertz:
    """The mains frequency of this machine's time zone: 60 Hz where the zone's country has it, else 50 Hz.

    *localtime* links to a zone in *world*, whose file zone.tab lists the country of each zone.
    """
    zone = os.path.relpath(localtime.resolve(), world.resolve())
    try:
        lines = (world / "zone.tab").read_text("utf-8").splitlines()
    except OSError:
        return 50
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    countries = {row[2]: row[0] for row in rows if len(row) > 2}
    return 60 if countries.get(zone) in SIXTY.split() else 50


def flicker_us(hertz: Hertz) -> int:
    """How long one flicker of a lamp lasts (µs): half a period of the mains.

    >>> flicker_us(50), flicker_us(60)
    (10000, 8333)
    """
    return 1_000_000 // (2 * hertz)


def set_power_line(device: Path, hertz: Hertz) -> bool:
    """Set a V4L2 camera's control for the frequency of the mains; False where it has no such control."""
    try:
        with open(device, "rb+", buffering=0) as wire:
            fcntl.ioctl(wire, S_CTRL, struct.pack("=Ii", POWER_LINE_FREQUENCY, POWER_LINE[hertz]))
    except OSError:
        return False
    return True
