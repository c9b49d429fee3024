"""What the tests of played games begin with."""

from __future__ import annotations

from tests.web.past.kit import bench

__all__ = ["bench"]
