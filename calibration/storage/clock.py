"""The current time in the form that all files use."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> str:
    """Now, as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
