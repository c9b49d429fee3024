"""Old pictures make room, records stay, and the numbering goes on after a restart."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from referee.observe.evidence import Evidence

NOISE = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)  # Half a megabyte as JPEG.


def test_the_oldest_pictures_make_room_and_records_stay(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 2)
    names = [evidence.keep(NOISE, {"when": "now"}) for _ in range(6)]
    kept = [name for name in names if evidence.picture(name)]
    assert kept == names[-len(kept) :]
    assert 0 < len(kept) < 6
    assert all(evidence.record(name) == {"when": "now", "size": [800, 600]} for name in names)


def test_the_numbering_goes_on_after_a_restart(tmp_path: Path) -> None:
    first = Evidence(tmp_path, 10).keep(NOISE, {})
    assert Evidence(tmp_path, 10).keep(NOISE, {}) > first


def test_a_record_grows_by_what_came_of_it(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 10)
    name = evidence.keep(NOISE, {"when": "now"})
    evidence.note(name, {"rules": ["TOY-1"]})
    assert evidence.record(name) == {"when": "now", "size": [800, 600], "rules": ["TOY-1"]}
