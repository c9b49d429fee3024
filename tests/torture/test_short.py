"""The short form of the long tests; `make torture` runs the long one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.torture.parts import PARTS

FORKING = ("controller-kills", "recovery-kills", "backup-kills", "http-kills")
SHORT = {"bit-flips": 12, "torn-logs": 8, "damaged-files": 40, "requests": 600}
# crowd and soak need a machine that does nothing else, and tests/web/test_server.py floods a server; club-cuts and
# club-kills need Mosquitto, and tests/hub/test_club.py has most of their disturbances once.
LONG_ONLY = ("club-cuts", "club-kills", "crowd", "soak")


def test_a_killed_process_loses_nothing() -> None:
    command = [sys.executable, "-m", "tests.torture", *FORKING, "--scale", "0.01"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.count("no failure")) == (0, len(FORKING)), done.stdout + done.stderr


@pytest.mark.parametrize("part", SHORT)
def test_the_short_form_of_each_part_reports_no_failure(tmp_path: Path, part: str) -> None:
    report = PARTS[part][0](tmp_path, SHORT[part], 1)
    assert report.failures == []
    assert report.counts


def test_every_other_part_has_a_short_form() -> None:
    assert {*FORKING, *SHORT, *LONG_ONLY} == set(PARTS)
