"""The moment at which something was made or seen, as it stands in every file."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> str:
    """Now, as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
