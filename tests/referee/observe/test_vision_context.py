"""The eyes of a home follow its files, and keep everything that did not change."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from calibration.storage.table_files import load_eyes, load_gallery, save_gallery
from hardware.simulated.art import starter
from hardware.simulated.table import SimulatedTable
from referee.observe.table_reading import VisionContext
from referee.wizards.setup import set_up_simulated_table
from vision.geometry.camera_drift import DriftCheck


@pytest.fixture
def vision(tmp_path: Path) -> VisionContext:
    """The eyes of a table that knows one stone."""
    set_up_simulated_table(
        tmp_path, SimulatedTable(lambda: 0.0, pieces=starter()[:1]), lambda _: None, partial(load_eyes, tmp_path)
    )
    return VisionContext(tmp_path)


def test_a_lesson_changes_the_gallery_and_keeps_the_followed_light(vision: VisionContext, tmp_path: Path) -> None:
    empty = vision.eyes().empty
    assert empty is not None
    duller = (empty * 0.9).astype(np.uint8)
    vision.learn(duller[::4, ::4], duller)
    save_gallery(tmp_path, load_gallery(tmp_path).without("stone:1"))
    assert vision.eyes().gallery.pieces() == ()
    assert vision.eyes().empty is duller


def test_a_lesson_that_ends_while_a_moved_camera_is_followed_is_not_forgotten(
    vision: VisionContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty, plane = vision.eyes().empty, vision.eyes().plane
    assert empty is not None
    assert plane is not None
    moved = replace(plane)

    def followed(*_: object) -> DriftCheck:
        save_gallery(tmp_path, load_gallery(tmp_path).without("stone:1"))
        vision.eyes()  # of a page
        return DriftCheck(moved)

    monkeypatch.setattr("referee.observe.table_reading.check_drift", followed)
    eyes, _ = vision.corrected(empty, upset=True)
    assert eyes is not None
    assert (eyes.plane, eyes.gallery.pieces(), vision.eyes().gallery.pieces()) == (moved, (), ())
