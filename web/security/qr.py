"""The address of this table for other devices, as text and as a QR code."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from flask import request

from referee.startup.choices import own_address
from web.security.rights import is_here

QUIET = 3  # modules of white around a code


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: ``size`` modules a side, the ``dark`` ones as an SVG path."""

    address: str
    size: int
    dark: str


def code_to(path: str) -> Code:
    """The QR code that opens *path* of this table on a phone."""
    address = _base() + path
    rows = list(segno.make(address, micro=False, error="m").matrix_iter(border=QUIET))
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module)
    return Code(address, len(rows), dark)


def _base() -> str:
    """The address of this table for a phone: not a name that only this machine knows."""
    mine = own_address() if is_here() else ""
    port = request.host.rpartition(":")[2]
    return f"{request.scheme}://{mine}:{port}" if mine and port.isdecimal() else request.host_url.rstrip("/")
