"""Drawings printed on path-traced blank faces."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.training.test_face_crops import rendered_file
from vision.training.render.face_crops import Observation
from vision.training.render.make import in_play
from vision.training.render.pieces import FACE_PX, Die, marked
from vision.training.render.printing import Print, blank_faces, ground_of, printed, surroundings, warped

FACE = np.array([[30.0, 20], [70, 20], [70, 60], [30, 60]])
BLACK = np.zeros(3, np.float32)


def test_no_two_blank_faces_of_a_die_are_opposite() -> None:
    for seed in range(30):
        faces = in_play(np.random.default_rng(seed), blank=True)
        assert len({min(face, 5 - face) for face in faces}) == 3


def test_a_die_loses_the_print_of_the_named_faces_only() -> None:
    faces = tuple(marked(BLACK, corner_mark(), False, value) for value in range(1, 7))
    die = Die(26.5, faces, 0.02, 1.0, 1.5, 0.0, (1, 1, 1), 0.0, 0.0, -1, 0, 0.0, 1.0).without_print([0, 4])
    assert [face.kind for face in die.faces] == ["blank", *["numeral"] * 3, "blank", "numeral"]
    assert [bool(face.alpha.any()) for face in die.faces] == [False, True, True, True, False, True]
    assert [face.value for face in die.faces] == [1, 2, 3, 4, 5, 6]


def blank() -> Observation:
    return Observation(np.full((80, 100, 3), 180, np.uint8), FACE, "blank", 2, True)


def corner_mark() -> np.ndarray:
    """A drawing that covers the upper left quarter of a face."""
    alpha = np.zeros((FACE_PX, FACE_PX), np.float32)
    alpha[: FACE_PX // 2, : FACE_PX // 2] = 1
    return alpha


def test_a_drawing_is_neither_mirrored_nor_turned_on_its_face() -> None:
    _, cover = warped(marked(BLACK, corner_mark(), False, 4), FACE, (80, 100))
    assert cover[22:38, 32:48].min() > 0.99
    assert cover[22:38, 52:68].max() < 0.01
    assert cover[42:58, 32:48].max() < 0.01
    assert cover.sum() == pytest.approx(400, rel=0.02)


def test_a_turned_face_carries_the_drawing_in_the_same_corner() -> None:
    _, cover = warped(marked(BLACK, corner_mark(), False, 4), np.roll(FACE, -1, axis=0), (80, 100))
    assert cover[22:38, 52:68].min() > 0.99
    assert cover[22:38, 32:48].max() < 0.01


def test_ink_darkens_its_place_and_leaves_the_rest_of_the_picture() -> None:
    face = marked(BLACK, corner_mark(), False, 4)
    die = Print((face,) * 6, relief=0.0, opacity=1.0, gloss=0.0)
    face_view = printed(np.random.default_rng(1), blank(), die, face)
    assert (face_view.kind, face_view.value) == ("numeral", 4)
    left, top = face_view.face_px.min(axis=0).astype(int)
    assert face_view.picture[top + 2 : top + 18, left + 2 : left + 18].max() < 20
    outside = face_view.picture.copy()
    outside[top - 1 : top + 21, left - 1 : left + 21] = 180
    assert (np.abs(outside.astype(int) - 180) <= 1).all()


def test_a_black_picture_has_a_black_ground() -> None:
    dark = Observation(np.zeros((80, 100, 3), np.uint8), FACE, "blank", 2, True)
    assert (ground_of(np.random.default_rng(1), dark) == 0).all()


def test_worn_ink_lets_the_face_shine_through() -> None:
    face = marked(BLACK, corner_mark(), False, 4)
    darkest = [
        printed(np.random.default_rng(1), blank(), Print((face,) * 6, 0.0, opacity, 0.0), face).picture.min()
        for opacity in (1.0, 0.7)
    ]
    assert darkest[0] < 20 < 80 < darkest[1]


def test_the_surroundings_of_a_face_near_the_border_end_there() -> None:
    near = surroundings(Observation(np.zeros((50, 60, 3), np.uint8), FACE - (28, 18), "blank", 1, True))
    assert near.picture.shape == (50, 60, 3)
    assert near.face_px.tolist() == (FACE - (28, 18)).tolist()


def test_held_out_blank_dice_are_kept_apart(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="--blank first"):
        blank_faces(tmp_path, held=False)
    (tmp_path / "blank").mkdir()
    rendered_file(tmp_path / "blank" / "set00012.npz")
    with pytest.raises(FileNotFoundError, match="--blank first"):
        blank_faces(tmp_path, held=False)
    assert len(blank_faces(tmp_path, held=True)) == 1
