"""The current time in the format of all files."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> str:
    """Return the current time as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
