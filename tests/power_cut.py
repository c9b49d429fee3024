"""Losses of power in tests: nothing of the program runs after one, so no handler for errors may catch it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


class PowerCut(BaseException):
    """The power goes."""


def cut_power_after(patch: pytest.MonkeyPatch, changes: int, *places: tuple[type, str]) -> None:
    """Let the power go when *changes* calls were made of the methods that change the disk: (class, name) each."""
    left = [changes]

    def counted(change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*arguments: Any, **options: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise PowerCut
            return change(*arguments, **options)

        return changed

    for place, name in places:
        patch.setattr(place, name, counted(getattr(place, name)))
