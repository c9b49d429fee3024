"""The long tests by name, each with the amount of its long form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.torture import club_cuts, club_kills, crowd, files, flips, http_kills, kills, requests, soak
from tests.torture.report import Report

Run = Callable[[Path, int, int], Report]
PARTS: Mapping[str, tuple[Run, int]] = {
    "controller-kills": (kills.controller_kills, 1000),
    "recovery-kills": (kills.recovery_kills, 400),
    "backup-kills": (kills.backup_kills, 300),
    "http-kills": (http_kills.http_kills, 300),
    "bit-flips": (flips.bit_flips, 1000),
    "torn-logs": (flips.torn_logs, 200),
    "damaged-files": (files.damaged_files, 1000),
    "club-cuts": (club_cuts.club_cuts, 60),
    "club-kills": (club_kills.club_kills, 60),
    "crowd": (crowd.crowd, 1000),
    "requests": (requests.hostile_requests, 50_000),
    "soak": (soak.soak, 3600),
}
