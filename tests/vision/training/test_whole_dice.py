"""Crops of whole dice from rendered pictures: cut at the fitted cube, labelled by the true pose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.simulated.paint import paint
from hardware.simulated.view import looking_down
from tests.vision.detection.test_die_pose import calibrated, die
from tests.vision.painted import Scene
from vision.training.render.layout import HELD_EVERY
from vision.training.render.whole_dice import VARIANTS, crop_of, crops, dice_in
from vision.training.scenes.dice_crops import STORED, UNSAID

VIEW = looking_down()
PLACES = ((-60.0, 20.0), (0.0, -30.0), (60.0, 20.0))


def rendered_file(path: Path, tilts: tuple[float, float, float] = (0.0, 6.0, 25.0), pips: bool = True) -> Path:
    """A file as the renderer writes it, of three painted clear dice, labelled with these tilts (degrees)."""
    plane, empty = calibrated("wood", VIEW)
    image = paint(Scene("wood", VIEW).painted(None), [die(x, y, 20) for x, y in PLACES], 7)
    camera = {"matrix": plane.lens.matrix, "rotation": plane.rotation, "translation": plane.translation}
    dice = [
        {"die": 0, "up": 2, "tilt_deg": tilt, "position_mm": [x, y, 13.0], "edge_mm": 26.5, "visible": 1.0}
        for (x, y), tilt in zip(PLACES, tilts, strict=True)
    ]
    record = {
        "dice": [{"kinds": ["pips" if pips else "numeral"] * 6, "values": [1, 2, 3, 4, 5, 6]}],
        "shots": [{"camera": {name: each.tolist() for name, each in camera.items()}, "dice": dice}],
    }
    packed: dict[str, Any] = {
        name: cv2.imencode(".jpg", each)[1] for name, each in (("picture0", image), ("empty0", empty))
    }
    path.parent.mkdir(exist_ok=True)
    np.savez(path, truth=np.array(json.dumps(record)), **packed)
    return path


@pytest.mark.parametrize(("pips", "up"), [(True, 3), (False, 0)])
def test_labels_are_those_of_the_true_pose(tmp_path: Path, pips: bool, up: int) -> None:
    dice = list(dice_in(np.random.default_rng(1), rendered_file(tmp_path / "set00001.npz", pips=pips)))
    assert [(each.pips, each.level) for each in dice] == [(up, 1), (UNSAID, UNSAID), (UNSAID, 0)]


def test_the_outline_is_that_of_the_fitted_cube(tmp_path: Path) -> None:
    plane, _ = calibrated("wood", VIEW)
    dice = list(dice_in(np.random.default_rng(1), rendered_file(tmp_path / "set00001.npz")))
    for each, place in zip(dice, PLACES, strict=True):
        assert np.linalg.norm(plane.to_mm(each.outline, 26.5).mean(axis=0) - place) < 3
    crop = crop_of(np.random.default_rng(1), dice[0])
    assert crop.shape == (STORED, STORED, 4)
    assert 0.2 < float((crop[..., 3] > 0).mean()) < 0.8, "the fourth plane is the level cube"


def test_held_out_sets_are_kept_apart(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"render\.make first"):
        crops(tmp_path, held=False, seed=1)
    for number in (1, HELD_EVERY, HELD_EVERY + 1):
        rendered_file(tmp_path / "rendered" / f"set{number:05d}.npz")
    for held, files in ((True, 1), (False, 2)):
        with np.load(crops(tmp_path, held, seed=1)) as file:
            assert len(file["crops"]) == len(file["pips"]) == len(file["level"]) == files * 3 * VARIANTS
