"""Fixtures of the tests of played games."""

from __future__ import annotations

from tests.web.past.kit import bench

__all__ = ["bench"]
