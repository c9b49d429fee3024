"""Render whole tables of clear dice and stones to measure on, in the form that `owleye bench sight` reads.

    python -m vision.training.render.whole_table --work FOLDER --seed 1 --tables 5 --pictures 24
    owleye bench sight FOLDER/table01 --expect

Each table has one surface, one mat, one camera, one light, and pieces with held-out fonts and symbols: `empty.jpg`, a
lesson of the sticker of each of four dice and of both sides of twelve stones (`enrol_*.jpg`, `shots.jsonl`), casts of
five flat stones (`cast_NN.jpg`) and throws of one to four level dice, apart or touching (`arena_NN.jpg`), with the
truth in files of the same names. Never train on them. Needs the `render` extra; ten minutes of one core for a table.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import Geometry
from vision.training.painted.glyphs import Atlas, load_atlas, make_atlas
from vision.training.render.layout import Placed, View, scattered, table_view, thrown, window
from vision.training.render.pieces import POWER, Die, Stone, game_dice, game_stones
from vision.training.render.shot import EMPTY_SAMPLES, SAMPLES, exposed
from vision.training.scenes.surfaces import table_top

DICE, STONES, A_CAST = 4, 12, 5
"""Dice and stones of one table, and stones of one cast."""
OVER = np.diag([1.0, -1, -1])
"""Turns a stone over."""
CIRCLE = np.column_stack([np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12), np.zeros(24)])
BENCH_SIDES = {"rune": "symbol", "number": "number"}
"""Sides of stones in the truth, and in lessons."""
ROOM_MM = 60.0
"""Margin around the dice that is rendered again for each picture; beyond it a die changes nothing that can be seen."""
PLACES_MM = (120.0, 80.0)
"""Casts lie around a place at most this far from the centre of the mat."""
MIRRORED = 0.5
"""Proportion of tables on which a window is mirrored in the top faces of some places."""
MIDDLE_LIGHT, NOT_OVEREXPOSED = (0.15, 0.5), 0.97
"""Linear light of the median of an empty table, and the part of it that is not overexposed."""
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
    """One table with its mat, camera, light, dice and stones in Blender; ``placed`` is by the number of the piece."""

    def __init__(self, folder: Path, atlas: Atlas, rng: Rng) -> None:
        from vision.training.render import blender_scene as blender
        from vision.training.render.blender_pieces import add_die, add_stone

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
        self._pieces: list[Die | Stone] = [*game_dice(atlas, rng, ground, DICE), *game_stones(atlas, rng, STONES)]
        self._things = [
            add_die(f"die{k}", piece) if isinstance(piece, Die) else add_stone(f"stone{k}", piece)
            for k, piece in enumerate(self._pieces)
        ]
        self._empty = self._rendered({}, (0, 0, *self._view.size))
        self._scene.cycles.samples = SAMPLES
        self._camera = Camera(
            exposure(rng, self._empty), float(rng.uniform(0.4, 0.9)), float(rng.uniform(0.003, 0.012))
        )

    def write_empty(self) -> None:
        """Write the picture of the empty table."""
        self._write("empty", self._empty)

    def write_lessons(self) -> list[dict[str, object]]:
        """Write a picture of the sticker of each die and of both sides of each stone; return the lines of shots."""
        lessons: list[dict[str, object]] = []
        for number, piece in enumerate(self._pieces):
            if isinstance(piece, Die):
                lessons.append(self._lesson(number, self._dice([number], [POWER - 1])))
                continue
            place = self._stones([number])
            over = {number: replace(place[number], rotation=place[number].rotation @ OVER)}
            lessons += [self._lesson(number, place), self._lesson(number, over)]
        return lessons

    def _lesson(self, number: int, placed: Mapping[int, Placed]) -> dict[str, object]:
        truth = truth_of(number, self._pieces[number], placed, self._view)
        name = f"enrol_{truth['id']}_{truth['side']}"
        self._write(name, self._with(placed))
        kind, side = ("die", "power") if truth["kind"] == "dicer" else ("stone", BENCH_SIDES[truth["side"]])
        piece = {"piece": f"{kind}:{truth['id']}", "name": f"{kind} {number}", "kind": kind, "side": side}
        return {"image": f"{name}.jpg", **piece, **({"number": truth["value"]} if side == "number" else {})}

    def write_cast(self, number: int) -> None:
        """Write a cast of five stones, or in every second picture of one to four dice, and its truth."""
        if number % 2:
            chosen = self._rng.permutation(DICE)[: int(self._rng.integers(1, DICE + 1))]
            name, placed = f"arena_{number:02d}", self._dice([int(i) for i in chosen], range(6))
        else:
            chosen = DICE + self._rng.permutation(STONES)[:A_CAST]
            name, placed = f"cast_{number:02d}", self._stones([int(i) for i in chosen])
        self._write(name, self._with(placed))
        truth = [truth_of(i, self._pieces[i], placed, self._view) for i in placed]
        (self._folder / f"{name}.json").write_text(json.dumps({"image": f"{name}.jpg", "pieces": truth}, indent=1))

    def _dice(self, chosen: Sequence[int], faces: Sequence[int]) -> dict[int, Placed]:
        """Return poses of level dice, apart or touching; a die for which there is no room is left out."""
        dice = [(piece.edge_mm, faces) for i in chosen if isinstance(piece := self._pieces[i], Die)]
        return dict(zip(chosen, thrown(self._rng, dice, self._place(), leaners=0.0), strict=False))

    def _stones(self, chosen: Sequence[int]) -> dict[int, Placed]:
        stones = [(p.diameter_mm, p.thick_mm) for i in chosen if isinstance(p := self._pieces[i], Stone)]
        return dict(zip(chosen, scattered(self._rng, stones, self._place()), strict=True))

    def _place(self) -> NDArray[np.float64]:
        return self._rng.uniform(-1, 1, 2) * PLACES_MM

    def _with(self, placed: Mapping[int, Placed]) -> Pixels:
        """Return the light of the table with these pieces: the empty table, rendered again around them."""
        corners = np.concatenate([each.corners() for each in placed.values()])
        px_per_mm = self._view.matrix[0, 0] / float(np.linalg.norm(self._view.position))
        left, top, right, bottom = box = window(self._view, corners, ROOM_MM * px_per_mm)
        light = self._empty.copy()
        light[top:bottom, left:right] = self._rendered(placed, box)
        return light

    def _rendered(self, placed: Mapping[int, Placed], box: tuple[int, int, int, int]) -> Pixels:
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


def exposure(rng: Rng, empty: Pixels) -> float:
    """Return the gain of a camera that was set for this empty table: nearly nothing of it is overexposed."""
    middle, brightest = np.quantile(empty, (0.5, NOT_OVEREXPOSED))
    return min(float(rng.uniform(*MIDDLE_LIGHT)) / max(float(middle), 1e-4), 1 / max(float(brightest), 1e-4))


def truth_of(number: int, piece: Die | Stone, placed: Mapping[int, Placed], view: View) -> dict[str, Any]:
    """Return the truth of a piece of a cast, as `owleye bench sight` reads it; ``number``: of the piece."""
    pose = placed[number]
    others = [float(np.linalg.norm(pose.position - one.position)) for i, one in placed.items() if i != number]
    if isinstance(piece, Die):
        value, face = pose.up + 1, pose.top_face()
        named = {"kind": "dicer", "id": f"D{number}", "side": "power" if value == POWER else str(value)}
    else:
        rim = np.array([pose.edge_mm / 2, pose.edge_mm / 2, 1.0]) * CIRCLE
        value, face = piece.faces[1].value, rim + pose.position * [1, 1, 2]
        named = {"kind": "stone", "id": f"S{number}", "side": "rune" if pose.rotation[2, 2] > 0 else "number"}
    return {
        **named,
        "enrolled": True,
        "value": value,
        "position_mm": pose.position.round(3).tolist(),
        "face_polygon_px": view.project(face).round(2).tolist(),
        "visible_fraction": 1.0,
        "nearest_mm": round(min(others), 2) if others else None,
    }


def write_table(folder: Path, atlas: Atlas, seed: int, number: int, pictures: int) -> None:
    """Render one table; its shots file is written last, and a table that has one is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    table = WholeTable(folder, atlas, np.random.default_rng([seed, number]))
    table.write_empty()
    lessons = table.write_lessons()
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
