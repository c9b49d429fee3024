"""The eyes of a home follow its files, and keep everything that did not change."""

from functools import partial
from pathlib import Path

import numpy as np

from calibration.storage.table_files import load_eyes, load_gallery, save_gallery
from hardware.simulated.art import starter
from hardware.simulated.table import SimulatedTable
from referee.observe.table_reading import VisionContext
from referee.wizards.setup import set_up_simulated_table


def test_a_lesson_changes_the_gallery_and_keeps_the_followed_light(tmp_path: Path) -> None:
    set_up_simulated_table(
        tmp_path, SimulatedTable(lambda: 0.0, pieces=starter()[:1]), lambda _: None, partial(load_eyes, tmp_path)
    )
    vision = VisionContext(tmp_path)
    empty = vision.eyes().empty
    assert empty is not None
    duller = (empty * 0.9).astype(np.uint8)
    vision.learn(duller[::4, ::4], duller)
    save_gallery(tmp_path, load_gallery(tmp_path).without("stone:1"))
    assert vision.eyes().gallery.pieces() == ()
    assert vision.eyes().empty is duller
