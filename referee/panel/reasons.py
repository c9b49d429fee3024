"""Why nothing is judged, told by the lamps: short flashes of all seats together, or of the seat that asked.  Pure."""

from __future__ import annotations

from typing import Literal

from hardware.lamp_patterns import Code
from referee.model.snapshot import Snapshot

Reason = Literal["not allowed", "too dark", "mat moved", "camera lost"]
CODES: dict[Reason, Code] = {
    "not allowed": Code(2),
    "too dark": Code(3),
    "mat moved": Code(4),
    "camera lost": Code(5),
}
SOURCES: dict[str, Reason] = {"camera": "camera lost", "light": "too dark", "moved": "mat moved"}
"""The sources of troubles that the lamps tell, the gravest first (see `referee.observe.camera_watcher`)."""


def reason(now: Snapshot) -> Reason | None:
    """The gravest reason why no throw can be judged now; None where throws are judged, or a wizard uses the camera."""
    if now.wizard.task or now.eyes == "starting":
        return None
    told = {notice.source for notice in now.notices if notice.trouble}
    return next((reason for source, reason in SOURCES.items() if source in told), None)
