"""Owleye sends nothing to anybody: the library that runs the networks would report each session to its maker."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OPEN_NETWORK = "from vision.models.inference import model_path, open_session; open_session(model_path('relief'))"


@pytest.mark.parametrize("first", ["owleye", "vision.pipeline", "calibration.bench.speed"])
def test_no_usage_report_is_prepared(tmp_path: Path, first: str) -> None:
    """The library keeps an id of this machine and its unsent reports below the user's home."""
    own = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", f"import {first}; {OPEN_NETWORK}"], cwd=ROOT, env=own | home, check=True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
