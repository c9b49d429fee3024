"""Crops of whole dice from rendered pictures: cut at the fitted cube, labelled by the true pose."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, cast

import cv2
import numpy as np
import pytest

from hardware.simulated.paint import paint
from hardware.simulated.view import looking_down
from tests.vision.detection.test_die_pose import calibrated, die
from tests.vision.painted import Scene
from tests.vision.training.test_set_files import save_empty_atlas
from vision.training.painted.glyphs import Atlas
from vision.training.render import whole_dice
from vision.training.render.layout import HELD_EVERY
from vision.training.render.pieces import FACE_PX, marked
from vision.training.render.printing import Print
from vision.training.render.whole_dice import VARIANTS, crop_of, crops, dice_in, with_print
from vision.training.scenes.dice_crops import STORED, UNSAID

VIEW = looking_down()
PLACES = ((-60.0, 20.0), (0.0, -30.0), (60.0, 20.0))
SQUARE = 26.5 / 2 * np.array([[-1.0, 1], [1, 1], [1, -1], [-1, -1]])
"""Corners of a face relative to its centre, mm."""


def rendered_file(path: Path, tilts: tuple[float, float, float] = (0.0, 6.0, 25.0), kind: str = "pips") -> Path:
    """A file as the renderer writes it, of three painted clear dice, labelled with these tilts (degrees)."""
    plane, empty = calibrated("wood", VIEW)
    image = paint(Scene("wood", VIEW).painted(None), [die(x, y, 20) for x, y in PLACES], 7)
    camera = {"matrix": plane.lens.matrix, "rotation": plane.rotation, "translation": plane.translation}
    dice = [
        {"die": 0, "up": 2, "tilt_deg": tilt, "position_mm": [x, y, 13.0], "edge_mm": 26.5, "visible": 1.0}
        | {"face_px": plane.to_px((SQUARE + np.array([x, y])).tolist(), 26.5).tolist()}
        for (x, y), tilt in zip(PLACES, tilts, strict=True)
    ]
    record = {
        "dice": [{"kinds": [kind] * 6, "values": [1, 2, 3, 4, 5, 6]}],
        "shots": [{"camera": {name: each.tolist() for name, each in camera.items()}, "dice": dice}],
    }
    packed: dict[str, Any] = {
        name: cv2.imencode(".jpg", each)[1] for name, each in (("picture0", image), ("empty0", empty))
    }
    path.parent.mkdir(exist_ok=True)
    np.savez(path, truth=np.array(json.dumps(record)), **packed)
    return path


@pytest.mark.parametrize(("kind", "up"), [("pips", 3), ("numeral", 0), ("blank", 0)])
def test_labels_are_those_of_the_true_pose(tmp_path: Path, kind: str, up: int) -> None:
    dice = list(dice_in(np.random.default_rng(1), rendered_file(tmp_path / "set00001.npz", kind=kind)))
    assert [(each.pips, each.level) for each in dice] == [(up, 1), (UNSAID, UNSAID), (UNSAID, 0)]


def test_the_outline_is_that_of_the_fitted_cube(tmp_path: Path) -> None:
    plane, _ = calibrated("wood", VIEW)
    dice = list(dice_in(np.random.default_rng(1), rendered_file(tmp_path / "set00001.npz")))
    for each, place in zip(dice, PLACES, strict=True):
        assert np.linalg.norm(plane.to_mm(each.outline, 26.5).mean(axis=0) - place) < 3
    crop = crop_of(np.random.default_rng(1), dice[0])
    assert crop.shape == (STORED, STORED, 4)
    assert 0.2 < float((crop[..., 3] > 0).mean()) < 0.8, "the fourth plane is the level cube"


def print_everywhere(monkeypatch: pytest.MonkeyPatch, kind: Literal["pips", "numeral"]) -> None:
    """Let every blank die be printed with white faces of this kind, each the 5."""
    white = replace(marked(np.ones(3, np.float32), np.ones((FACE_PX, FACE_PX), np.float32), True, 5), kind=kind)
    monkeypatch.setattr(whole_dice, "any_print", lambda *_: Print((white,) * 6, 0.0, 1.0, 0.0))


@pytest.mark.parametrize(("kind", "pips"), [("pips", 5), ("numeral", 0)])
def test_a_blank_die_gets_a_print_on_its_upper_face_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Literal["pips", "numeral"], pips: int
) -> None:
    print_everywhere(monkeypatch, kind)
    level, _, cocked = dice_in(np.random.default_rng(1), rendered_file(tmp_path / "set00001.npz", kind="blank"))
    new = with_print(np.random.default_rng(1), level, cast(Atlas, None), False)
    assert level.blank is not None
    assert (new.pips, new.level, new.blank) == (pips, 1, None)
    changed = np.argwhere((new.picture.astype(int) - level.picture > 20).all(axis=2))[:, ::-1]
    assert np.abs(changed.min(axis=0) - level.blank.min(axis=0)).max() < 2
    assert np.abs(changed.max(axis=0) - level.blank.max(axis=0)).max() < 2
    assert with_print(np.random.default_rng(1), cocked, cast(Atlas, None), False).pips == UNSAID


def test_held_out_sets_are_kept_apart_and_blank_ones_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    print_everywhere(monkeypatch, "pips")
    save_empty_atlas(tmp_path / "atlas.npz")
    with pytest.raises(FileNotFoundError, match=r"render\.make first"):
        crops(tmp_path, held=False, seed=1)
    for number in (1, HELD_EVERY, HELD_EVERY + 1):
        rendered_file(tmp_path / "rendered" / f"set{number:05d}.npz")
    rendered_file(tmp_path / "blank" / f"set{HELD_EVERY:05d}.npz", kind="blank")
    for held, files, fives in ((True, 2, VARIANTS), (False, 2, 0)):
        with np.load(crops(tmp_path, held, seed=1)) as file:
            assert len(file["crops"]) == len(file["pips"]) == len(file["level"]) == files * 3 * VARIANTS
            assert (file["pips"] == 5).sum() == fives
