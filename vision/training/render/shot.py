"""One throw of clear dice, rendered with its own camera and light, and the labels of its picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.training.render.layout import UNIT_MM, Placed, View, any_view, cropped, thrown, window
from vision.training.render.pieces import Die

SAMPLES, EMPTY_SAMPLES = 12, 5
"""Paths per pixel, with pieces and without; the denoiser removes the remaining noise."""
EMPTY = 0.2
"""Proportion of pictures for which the empty table is rendered too."""
MIRRORED = 0.4
"""Proportion of pictures in which the top of a die mirrors a lamp."""
Rng = np.random.Generator
Pixels = NDArray[np.float32]
Image = NDArray[np.uint8]


class Shot:
    """One throw of some of the dice, with its own camera and light."""

    def __init__(
        self,
        rng: Rng,
        scene: Any,
        dice: Sequence[Die],
        faces: Sequence[Sequence[int]],
        things: Sequence[Any],
        rocks: Sequence[Any],
        albedo: float,
        folder: Path,
    ) -> None:
        from vision.training.render import blender_scene as blender

        self._blender, self._scene, self._rng, self._folder = blender, scene, rng, folder
        self._things, self._rocks, self._albedo = things, rocks, albedo
        self._chosen = rng.permutation(len(dice))[: int(rng.choice([1, 2, 3, 4], p=[0.3, 0.4, 0.2, 0.1]))]
        self._view = any_view(rng, float(np.mean([die.edge_mm for die in dice])))
        self._about = rng.uniform(-1, 1, 2) * (150, 110)
        self._placed = thrown(rng, [(dice[i].edge_mm, faces[i]) for i in self._chosen], self._about)
        self._chosen = self._chosen[: len(self._placed)]

    def taken(self, shade: float) -> tuple[dict[str, Image], dict[str, Any]]:
        """Render the picture, sometimes also without pieces; return the pictures and the labels."""
        corners = np.concatenate([placed.corners() for placed in self._placed])
        pixels = self._view.matrix[0, 0] * self._placed[0].edge_mm / np.linalg.norm(self._view.position)
        box = window(self._view, corners, 0.75 * float(pixels))
        self._blender.set_camera(self._scene, self._view, box)
        lights = self._lights()
        extras = self._placed_pieces()
        visible = [self._visible(int(i), placed) for i, placed in zip(self._chosen, self._placed, strict=True)]
        picture = self._blender.rendered(self._scene, self._folder)
        empty = self._empty(extras) if self._rng.random() < EMPTY else None
        self._blender.remove([*lights, *extras])
        gain = shade / max(float(np.median(picture if empty is None else empty)), 1e-4)
        pictures = {"picture": picture} | ({} if empty is None else {"empty": empty})
        truth = self._truth(cropped(self._view, box), visible)
        return {name: exposed(each, gain) for name, each in pictures.items()}, truth

    def _empty(self, extras: Sequence[Any]) -> Pixels:
        """Render the same picture without pieces and hands."""
        self._show([])
        for thing in extras:
            thing.hide_render = True
        self._scene.cycles.samples = EMPTY_SAMPLES
        empty = self._blender.rendered(self._scene, self._folder)
        self._scene.cycles.samples = SAMPLES
        return empty

    def _lights(self) -> list[Any]:
        """Add up to three lamps or windows, and in many pictures one that the top of a die mirrors."""
        lights = self._blender.add_lamps(self._rng, int(self._rng.integers(0, 4)))
        if self._rng.random() < MIRRORED:
            spot = self._placed[0].position * [1, 1, 2]
            lights.append(self._blender.add_mirrored_lamp(self._rng, self._view, spot, self._albedo))
        return lights

    def _placed_pieces(self) -> list[Any]:
        """Place the chosen dice on the table, sometimes with stones next to them or fingers above them."""
        from vision.training.render.blender_pieces import add_finger, place

        for i, placed in zip(self._chosen, self._placed, strict=True):
            place(self._things[i], placed)
        self._show(self._chosen)
        rng, fingers = self._rng, []
        for rock in self._rocks:
            rock.hide_render = bool(rng.random() < 0.75)
            if not rock.hide_render:
                heading, away = rng.uniform(0, 2 * np.pi), rng.uniform(30, 60)
                spot = self._placed[0].position[:2] + away * np.array([np.cos(heading), np.sin(heading)])
                if any(np.linalg.norm(spot - placed.position[:2]) < 30 for placed in self._placed):
                    rock.hide_render = True
                turn = np.diag([1.0, -1, -1]) if rng.random() < 0.5 else np.eye(3)
                place(rock, Placed(np.array([*spot, 1.6]), turn, 25.0))
        if rng.random() < 0.1:
            target = self._placed[rng.integers(len(self._placed))]
            heading = rng.uniform(0, 2 * np.pi)
            for k in range(int(rng.integers(1, 4))):
                aside = np.array([-np.sin(heading), np.cos(heading), 0]) * (k - 1) * 19
                tip = target.position + aside + np.array([0, 0, target.edge_mm * rng.uniform(0.4, 0.9)])
                fingers.append(add_finger(rng, tip + rng.normal(0, 6, 3), heading + rng.normal(0, 0.1)))
        return fingers

    def _show(self, chosen: Sequence[int] | NDArray[np.int64]) -> None:
        for i, thing in enumerate(self._things):
            for part in (thing, *thing.children):
                part.hide_render = part.hide_viewport = i not in chosen
        if not len(chosen):
            for rock in self._rocks:
                rock.hide_render = True

    def _visible(self, index: int, placed: Placed) -> float:
        """Return the visible part (0..1) of the upper face, by 25 rays."""
        import bpy

        bpy.context.view_layer.update()
        graph = bpy.context.evaluated_depsgraph_get()
        face, hits = placed.top_face(), 0
        for u in np.linspace(0.1, 0.9, 5):
            for v in np.linspace(0.1, 0.9, 5):
                spot = (1 - u) * ((1 - v) * face[0] + v * face[1]) + u * ((1 - v) * face[3] + v * face[2])
                ray = spot - self._view.position
                start = self._view.position / UNIT_MM
                hit, where, *_ = bpy.context.scene.ray_cast(graph, start.tolist(), (ray / np.linalg.norm(ray)).tolist())
                hits += hit and float(np.linalg.norm(np.array(where) * UNIT_MM - spot)) < 1.0
        return hits / 25

    def _truth(self, view: View, visible: Sequence[float]) -> dict[str, Any]:
        dice = [
            {
                "die": int(i),
                "up": placed.up,
                "tilt_deg": round(placed.tilt_deg, 3),
                "position_mm": placed.position.round(4).tolist(),
                "rotation": placed.rotation.round(6).tolist(),
                "edge_mm": round(placed.edge_mm, 4),
                "face_px": view.project(placed.top_face()).round(3).tolist(),
                "visible": share,
            }
            for i, placed, share in zip(self._chosen, self._placed, visible, strict=True)
        ]
        camera = {
            "matrix": view.matrix.tolist(),
            "rotation": view.rotation.tolist(),
            "translation": view.translation.tolist(),
        }
        return {"camera": camera, "size": list(view.size), "dice": dice}


def exposed(linear: Pixels, gain: float) -> Image:
    """Convert linear light into a camera's bytes: gain, soft shoulder, gamma."""
    light = np.clip(linear * gain, 0, None)
    bent = np.where(light < 0.8, light, 0.8 + 0.2 * np.tanh((light - 0.8) / 0.2))
    return np.asarray(np.round(255 * bent ** (1 / 2.2)).clip(0, 255), np.uint8)
