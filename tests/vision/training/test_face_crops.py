"""Layout of path-traced pictures, and the crops that are cut out of them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.recognition.embedder import KINDS
from vision.training.painted.stones import VIEWS
from vision.training.reader_crops import STORED
from vision.training.render.face_crops import VARIANTS, missed, observations, shard, write_shards
from vision.training.render.layout import (
    HELD_EVERY,
    NORMALS,
    Placed,
    any_view,
    border,
    cropped,
    mirror_direction,
    thrown,
    turned,
    window,
)

UP = np.array([0.0, 0.0, 1.0])


def test_opposite_faces_sum_to_seven() -> None:
    values = np.arange(1, 7)
    opposite = [int(values[np.abs(NORMALS + normal).sum(axis=1).argmin()]) for normal in NORMALS]
    assert (values + opposite == 7).all()


@pytest.mark.parametrize("seed", range(20))
def test_thrown_dice_rest_on_the_table_show_an_allowed_face_and_do_not_intersect(seed: int) -> None:
    rng = np.random.default_rng(seed)
    laid = thrown(rng, [(26.5, (0, 3)), (20.0, (5,)), (26.5, (1,))], np.array([10.0, -5.0]))
    assert laid
    for placed in laid:
        assert placed.corners()[:, 2].min() == pytest.approx(0, abs=1e-6)
        assert placed.top_face()[:, 2].mean() > placed.position[2]
    level = [placed for placed in laid if placed.tilt_deg < 1]
    assert {placed.up for placed in level} <= {0, 3, 5, 1}
    for i, one in enumerate(laid):
        for other in laid[:i]:
            a, b = (cv2.convexHull(each.corners()[:, :2].astype(np.float32)) for each in (one, other))
            assert cv2.intersectConvexConvex(a, b)[0] < 0.5


def test_the_tilt_of_a_die_is_measured() -> None:
    placed = Placed(np.array([0.0, 0, 20]), turned(np.array([1.0, 0, 0]), np.radians(20)), 26.5)
    assert placed.up == 0
    assert placed.tilt_deg == pytest.approx(20)


@pytest.mark.parametrize("seed", range(5))
def test_the_part_of_a_picture_that_is_rendered_is_the_part_that_was_asked_for(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(200):
        wide, high = (int(side) for side in rng.integers(400, 3000, 2))
        left, right = sorted(rng.choice(wide + 1, 2, replace=False).tolist())
        top, bottom = sorted(rng.choice(high + 1, 2, replace=False).tolist())
        least_x, most_x, least_y, most_y = (
            np.float32(part) for part in border((wide, high), (left, top, right, bottom))
        )
        columns = [int(part * np.float32(wide)) for part in (least_x, most_x)]
        rows = [high - int(part * np.float32(high)) for part in (most_y, least_y)]
        assert (columns, rows) == ([left, right], [top, bottom])


@pytest.mark.parametrize("seed", range(10))
def test_a_cropped_camera_projects_like_the_whole_one(seed: int) -> None:
    view = any_view(np.random.default_rng(seed), 26.5)
    points = np.array([[0.0, 0, 0], [30, 10, 26.5]])
    box = window(view, points, 20)
    assert cropped(view, box).project(points) + box[:2] == pytest.approx(view.project(points))
    assert view.position[2] > 300


def test_light_from_the_mirror_direction_reaches_the_camera() -> None:
    view = any_view(np.random.default_rng(3), 26.5)
    spot = np.array([20.0, 10.0, 26.5])
    towards = view.position - spot
    mirrored = mirror_direction(view, spot)
    assert mirrored == pytest.approx((2 * UP * (towards @ UP) - towards) / np.linalg.norm(towards))


def rendered_file(path: Path, right_px: float = 0) -> Path:
    """A file as the renderer writes it: die 0 shows its 2 in both pictures, in the second it leans."""
    picture = np.full((80, 100, 3), 120, np.uint8)
    picture[20:60, 30:70] = 230
    face = [[x + right_px, y] for x, y in ((30, 20), (70, 20), (70, 60), (30, 60))]
    shots = [
        {"dice": [{"die": 0, "up": 1, "tilt_deg": tilt, "face_px": face, "visible": visible}]}
        for tilt, visible in ((0.0, 1.0), (25.0, 1.0))
    ]
    record = {"dice": [{"kinds": ["numeral"] * 5 + ["picture"], "values": [1, 2, 3, 4, 5, 6]}], "shots": shots}
    packed = cv2.imencode(".jpg", picture)[1]
    np.savez(path, truth=np.array(json.dumps(record)), picture0=packed, picture1=packed)
    return path


def test_only_level_dice_are_read_from_a_file(tmp_path: Path) -> None:
    faces = observations(rendered_file(tmp_path / "set00001.npz"))
    assert list(faces) == [(0, 1)]
    assert [(one.kind, one.value, one.readable) for one in faces[0, 1]] == [("numeral", 2, True)]


@pytest.mark.parametrize(("right_px", "readable"), [(30, True), (32, False), (200, False)])
def test_a_face_beyond_the_edge_of_its_picture_is_not_readable(tmp_path: Path, right_px: float, readable: bool) -> None:
    (views_of_face,) = observations(rendered_file(tmp_path / "set00001.npz", right_px)).values()
    assert views_of_face[0].readable == readable


def test_a_shard_holds_sets_of_faces_and_two_sides_without_one(tmp_path: Path) -> None:
    files = [rendered_file(tmp_path / f"set{k:05d}.npz") for k in range(14)]
    shard(tmp_path / "shard.npz", files, 1)
    with np.load(tmp_path / "shard.npz") as saved:
        assert saved["crops"].shape == (1, 16, VIEWS, STORED, STORED, 3)
        labels = saved["labels"][0]
    assert labels[:14].tolist() == [[KINDS.index("numeral"), 2, -1]] * 14
    assert labels[14:].tolist() == [[KINDS.index("junk"), -1, -1]] * 2


def test_a_missed_outline_is_off_the_face() -> None:
    face = np.array([[30.0, 20], [70, 20], [70, 60], [30, 60]])
    away = [np.linalg.norm((missed(np.random.default_rng(k), face) - face).mean(axis=0)) for k in range(50)]
    assert min(away) > 8


def test_held_out_sets_are_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "rendered").mkdir()
    with pytest.raises(FileNotFoundError, match=r"render\.make first"):
        write_shards(tmp_path, 1)
    for number in range(1, 15):
        for held in (0, HELD_EVERY):
            rendered_file(tmp_path / "rendered" / f"set{number * HELD_EVERY + (0 if held else 1):05d}.npz")
    trained, held_out = write_shards(tmp_path, 1)
    assert [path.stem for path in trained] == ["set00013-set00169"] * VARIANTS
    assert len({path.read_bytes() for path in trained}) == VARIANTS
    assert [path.stem for path in held_out] == ["set00012-set00168"]
    assert write_shards(tmp_path, 1) == (trained, held_out)
