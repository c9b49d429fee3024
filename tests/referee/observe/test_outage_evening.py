"""A game with the camera's cable pulled again and again, as `tests.tools.outage_evening` plays many of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.referee.simulated import STONES
from tests.tools import outage_evening
from tests.tools.outage_evening import StonesWithOutages


def test_every_throw_counts_once_while_the_cable_is_pulled(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outage_evening, "LONGEST", 10)
    count: Counter[str] = Counter()
    StonesWithOutages(home, tmp_path / "table", 1, count, STONES).play()
    told = {"throws", "right", "typed in", "asked", "questions", "denied", "refused with a reason"}
    assert count["throws"] > 3
    assert count.keys() <= told
