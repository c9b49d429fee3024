"""Render whole tables of clear dice to measure on, in the form that `owleye bench sight` reads.

    python -m vision.training.render.whole_table --work FOLDER --seed 1 --tables 5 --pictures 24
    owleye bench sight FOLDER/table01 --expect

Each table has one surface, one mat, one camera, one light and four dice of held-out fonts: `empty.jpg`, a lesson of
each sticker (`enrol_*.jpg`, `shots.jsonl`), and casts of one to four level dice, apart or touching (`cast_NN.jpg`, with
the truth in `cast_NN.json`). Never train on them. Needs the `render` extra; a picture takes half a minute of one core.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import Geometry
from vision.training.painted.glyphs import Atlas, load_atlas, make_atlas
from vision.training.render.layout import Placed, View, table_view, thrown, window
from vision.training.render.pieces import POWER, Die, game_dice
from vision.training.render.shot import EMPTY_SAMPLES, SAMPLES, exposed
from vision.training.scenes.surfaces import table_top

DICE = 4
"""Dice of one table."""
ROOM_MM = 60.0
"""Margin around the dice that is rendered again for each picture; beyond it a die changes nothing that can be seen."""
PLACES_MM = (120.0, 80.0)
"""Casts lie around a place at most this far from the centre of the mat."""
MIRRORED = 0.5
"""Proportion of tables on which a window is mirrored in the top faces of some places."""
QUALITY = 92
"""Quality of the JPEG files."""
Rng = np.random.Generator
Image = NDArray[np.uint8]
Pixels = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Camera:
    """What one camera makes of light: its gain, the blur of its lens (px), and the noise of its sensor (0..1)."""

    gain: float
    blur_px: float
    noise: float

    def picture(self, rng: Rng, linear: Pixels) -> Image:
        """Return the picture of linear light (H x W x 3, BGR)."""
        sharp = exposed(linear, self.gain).astype(np.float32)
        soft = cv2.GaussianBlur(sharp, (0, 0), self.blur_px)
        grain = rng.normal(0, 255 * self.noise, soft.shape)
        return np.asarray(np.round(soft + grain).clip(0, 255), np.uint8)


class WholeTable:
    """One table with its mat, camera, light and dice in Blender."""

    def __init__(self, folder: Path, atlas: Atlas, rng: Rng) -> None:
        from vision.training.render import blender_scene as blender
        from vision.training.render.blender_pieces import add_die

        self._folder, self._rng, self._blender = folder, rng, blender
        self._scene = blender.new_scene(EMPTY_SAMPLES)
        texture = table_top(rng)
        ground = (texture**2.2).mean(axis=(0, 1)).astype(np.float32)
        blender.add_table(texture, rng)
        blender.add_markers(Geometry())
        blender.set_room(self._scene, rng)
        self._view: View = table_view(rng, np.concatenate(list(Geometry().corners().values())))
        blender.add_lamps(rng, int(rng.integers(1, 4)))
        if rng.random() < MIRRORED:
            place = np.array([*rng.uniform(-1, 1, 2) * PLACES_MM, 26.0])
            blender.add_mirrored_lamp(rng, self._view, place, float(ground.mean()))
        self.dice: list[Die] = game_dice(atlas, rng, ground, DICE)
        self._things = [add_die(f"die{k}", die) for k, die in enumerate(self.dice)]
        self._empty = self._rendered({}, (0, 0, *self._view.size))
        self._scene.cycles.samples = SAMPLES
        shade = float(rng.uniform(0.15, 0.5)) / max(float(np.median(self._empty)), 1e-4)
        self._camera = Camera(shade, float(rng.uniform(0.4, 0.9)), float(rng.uniform(0.003, 0.012)))

    def write_empty(self) -> None:
        """Write the picture of the empty table."""
        self._write("empty", self._empty)

    def write_lesson(self, index: int) -> dict[str, str]:
        """Write a picture of one die with its sticker up; return its line of the shots file."""
        name = f"enrol_D{index}_power_0"
        self._write(name, self._with(self._thrown([index], [POWER - 1])))
        piece = {"piece": f"die:D{index}", "name": f"Die {index}", "kind": "die", "side": "power"}
        return {"image": f"{name}.jpg", **piece}

    def write_cast(self, number: int) -> None:
        """Write a cast of one to four dice and its truth."""
        name = f"cast_{number:02d}"
        chosen = self._rng.permutation(DICE)[: int(self._rng.integers(1, DICE + 1))]
        placed = self._thrown([int(i) for i in chosen], range(6))
        self._write(name, self._with(placed))
        truth = {"image": f"{name}.jpg", "pieces": truths(placed, self._view)}
        (self._folder / f"{name}.json").write_text(json.dumps(truth, indent=1))

    def _thrown(self, chosen: Sequence[int], faces: Sequence[int]) -> dict[int, Placed]:
        place = self._rng.uniform(-1, 1, 2) * PLACES_MM
        placed = thrown(self._rng, [(self.dice[i].edge_mm, faces) for i in chosen], place, leaners=0.0)
        return dict(zip(chosen, placed, strict=False))

    def _with(self, placed: dict[int, Placed]) -> Pixels:
        """Return the light of the table with these dice: the empty table, rendered again around them."""
        corners = np.concatenate([each.corners() for each in placed.values()])
        px_per_mm = self._view.matrix[0, 0] / float(np.linalg.norm(self._view.position))
        left, top, right, bottom = box = window(self._view, corners, ROOM_MM * px_per_mm)
        light = self._empty.copy()
        light[top:bottom, left:right] = self._rendered(placed, box)
        return light

    def _rendered(self, placed: dict[int, Placed], box: tuple[int, int, int, int]) -> Pixels:
        from vision.training.render.blender_pieces import place

        for i, thing in enumerate(self._things):
            for part in (thing, *thing.children):
                part.hide_render = i not in placed
            if i in placed:
                place(thing, placed[i])
        self._blender.set_camera(self._scene, self._view, box)
        return self._blender.rendered(self._scene, self._folder)

    def _write(self, name: str, light: Pixels) -> None:
        picture = self._camera.picture(self._rng, light)
        cv2.imwrite(str(self._folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


def truths(placed: Mapping[int, Placed], view: View) -> list[dict[str, Any]]:
    """Return the truth of each die of a cast, by its number on the table, as `owleye bench sight` reads it."""
    listed = []
    for index, die in placed.items():
        others = [float(np.linalg.norm(die.position - one.position)) for i, one in placed.items() if i != index]
        listed.append(
            {
                "kind": "dicer",
                "id": f"D{index}",
                "enrolled": True,
                "side": "power" if die.up + 1 == POWER else str(die.up + 1),
                "value": die.up + 1,
                "position_mm": die.position.round(3).tolist(),
                "face_polygon_px": view.project(die.top_face()).round(2).tolist(),
                "visible_fraction": 1.0,
                "nearest_mm": round(min(others), 2) if others else None,
            }
        )
    return listed


def write_table(folder: Path, atlas: Atlas, seed: int, number: int, pictures: int) -> None:
    """Render one table; its shots file is written last, and a table that has one is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    table = WholeTable(folder, atlas, np.random.default_rng([seed, number]))
    table.write_empty()
    lessons = [table.write_lesson(i) for i in range(DICE)]
    for k in range(pictures):
        table.write_cast(k)
    (folder / "shots.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lessons))


def main() -> None:
    """Read the command line and render the tables that are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--pictures", type=int, default=24)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    atlas = options.work / "atlas.npz"
    if not atlas.exists():
        make_atlas(atlas)
    for number in range(options.tables):
        folder = options.work / f"table{number:02d}"
        if not (folder / "shots.jsonl").exists():
            write_table(folder, load_atlas(atlas), options.seed, number, options.pictures)


if __name__ == "__main__":
    main()
