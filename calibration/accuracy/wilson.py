"""Confidence interval of a proportion."""

from __future__ import annotations

from math import sqrt


def wilson(count: int, n: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of ``count`` successes in ``n`` trials (Wilson 1927)."""
    if not n:
        return 0.0, 1.0
    z = 1.96
    middle = (count + z * z / 2) / (n + z * z)
    reach = z / (n + z * z) * sqrt(count * (n - count) / n + z * z / 4)
    return max(0.0, middle - reach), min(1.0, middle + reach)
