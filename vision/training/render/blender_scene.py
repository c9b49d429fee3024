"""Build table, light and camera of one training scene in Blender, and render it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from vision.geometry.markers import DICTIONARY
from vision.geometry.plane import Geometry
from vision.training.render.blender_pieces import Nodes, add_object
from vision.training.render.layout import UNIT_MM, View, border, mirror_direction

TABLE_MM = 1600.0
FRESNEL = 0.04
"""Reflectance of a clear surface at normal incidence."""
MARKER_PX, PAPER_MM = 60, 6.0
"""Pixels of a printed marker, and its white border."""
Floats = NDArray[np.float64]
Pixels = NDArray[np.float32]
Rng = np.random.Generator


def new_scene(samples: int) -> Any:
    """Return an empty scene for Cycles on one thread with the denoiser."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.use_persistent_data = True
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_denoising = "CPU", samples, True
    cycles.use_adaptive_sampling = False
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.max_bounces, cycles.transmission_bounces, cycles.glossy_bounces = 10, 10, 3
    cycles.diffuse_bounces, cycles.sample_clamp_indirect = 1, 4.0
    scene.view_settings.view_transform = "Raw"
    settings = scene.render.image_settings
    settings.file_format, settings.color_depth, settings.color_mode = "OPEN_EXR", "16", "RGB"
    scene.camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.collection.objects.link(scene.camera)
    return scene


def add_table(texture: Pixels, rng: Rng) -> Any:
    """Add a table top with this texture (H x W x 3, BGR as seen), repeated every 150 to 500 mm."""
    high, wide = texture.shape[:2]
    image = bpy.data.images.new("table", wide, high, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    pixels = np.ones((high, wide, 4), np.float32)
    pixels[..., :3] = np.clip(texture[..., ::-1], 0, 1) ** 2.2 * 0.85
    image.pixels.foreach_set(pixels[::-1].ravel())
    image.pack()
    nodes = Nodes("table")
    place = nodes.add("ShaderNodeTexCoord").outputs["Object"]
    scale = UNIT_MM / rng.uniform(150, 500)
    turned = nodes.add(
        "ShaderNodeMapping", Vector=place, Scale=(scale,) * 3, Rotation=(0, 0, float(rng.uniform(0, 6.3)))
    )
    picture = nodes.add("ShaderNodeTexImage", Vector=turned.outputs[0])
    picture.image, picture.extension = image, "MIRROR"
    rough = float(rng.choice([rng.uniform(0.7, 1), rng.uniform(0.15, 0.5)], p=[0.65, 0.35]))
    fibres = nodes.add("ShaderNodeTexNoise", Vector=place, Scale=float(rng.uniform(5, 40)), Detail=4.0).outputs[0]
    bump = nodes.add("ShaderNodeBump", Height=fibres, Strength=float(rng.uniform(0, 0.5)), Distance=0.03).outputs[0]
    surface = nodes.add("ShaderNodeBsdfPrincipled", Base_Color=picture.outputs[0], Roughness=rough, Normal=bump)
    mesh = bpy.data.meshes.new("table")
    half = TABLE_MM / UNIT_MM / 2
    mesh.from_pydata([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], [], [(0, 1, 2, 3)])
    return add_object("table", mesh, [nodes.done(surface.outputs[0])])


def add_markers(geometry: Geometry) -> None:
    """Lay the printed markers of a mat on the table, each on a square of white paper."""
    printed = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    for number, corners in geometry.corners().items():
        marker = printed.generateImageMarker(number, MARKER_PX)
        border = round(MARKER_PX * PAPER_MM / geometry.marker_mm)
        sheet = np.pad(marker, border, constant_values=255)
        _lay_paper(
            f"marker {number}", np.asarray(sheet, np.uint8), corners.mean(axis=0), geometry.marker_mm / 2 + PAPER_MM
        )


def _lay_paper(name: str, sheet: NDArray[np.uint8], middle_mm: Floats, half_mm: float) -> None:
    """Lay a printed square (N x N) on the table, its upper edge away from the player."""
    image = bpy.data.images.new(name, *sheet.shape, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    pixels = np.ones((*sheet.shape, 4), np.float32)
    pixels[..., :3] = 0.03 + 0.8 * (sheet[::-1, :, None] / 255.0)
    image.pixels.foreach_set(pixels.ravel())
    image.pack()
    nodes = Nodes(name)
    picture = nodes.add("ShaderNodeTexImage")
    picture.image, picture.interpolation = image, "Closest"
    paper = nodes.add("ShaderNodeBsdfPrincipled", Base_Color=picture.outputs[0], Roughness=0.8)
    mesh = bpy.data.meshes.new(name)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    flat = np.column_stack([(middle_mm + square * half_mm) / UNIT_MM, np.full(4, 0.01)])
    mesh.from_pydata(flat.tolist(), [], [(0, 1, 2, 3)])
    for loop, at in zip(mesh.uv_layers.new().data, (square + 1) / 2, strict=True):
        loop.uv = at.tolist()
    add_object(name, mesh, [nodes.done(paper.outputs[0])])


def set_room(scene: Any, rng: Rng) -> None:
    """Set the ambient light: brighter and darker walls, warm or cold."""
    world = bpy.data.worlds.new("room")
    scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    background = tree.nodes["Background"]
    noise, ramp = tree.nodes.new("ShaderNodeTexNoise"), tree.nodes.new("ShaderNodeValToRGB")
    noise.inputs["Scale"].default_value = float(rng.uniform(0.8, 5))
    warm = rng.uniform(-0.25, 0.25)
    for element, light in zip(ramp.color_ramp.elements, (rng.uniform(0.1, 0.8), rng.uniform(0.8, 2.0)), strict=True):
        element.color = (light * (1 + warm), light, light * (1 - warm), 1.0)
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.35, 0.65
    tree.links.new(noise.outputs[0], ramp.inputs[0])
    tree.links.new(ramp.outputs[0], background.inputs["Color"])
    background.inputs["Strength"].default_value = 1.0


def add_light(rng: Rng, position: Floats, wide: float, radiance: float) -> Any:
    """Add a lamp or window at a position (mm), directed at the centre of the table.

    ``wide``: its width in units of its distance; ``radiance`` relative to that of the room, which is about 1.
    """
    lamp = bpy.data.lights.new("light", "AREA")
    lamp.shape = str(rng.choice(["SQUARE", "DISK", "RECTANGLE"]))
    away = float(np.linalg.norm(position)) / UNIT_MM
    lamp.size = wide * away
    lamp.size_y = lamp.size * float(rng.uniform(0.3, 1.5))
    area = lamp.size * (lamp.size_y if lamp.shape == "RECTANGLE" else lamp.size)
    lamp.energy = float(radiance * np.pi * area)
    warm = rng.uniform(-0.2, 0.35)
    lamp.color = (1.0, 1 - 0.4 * max(warm, 0), 1 - max(warm, 0)) if warm > 0 else (1 + warm, 1 + 0.4 * warm, 1.0)
    thing = bpy.data.objects.new("light", lamp)
    bpy.context.scene.collection.objects.link(thing)
    thing.matrix_world = _facing(position / UNIT_MM, position / np.linalg.norm(position))
    return thing


def add_lamps(rng: Rng, count: int) -> list[Any]:
    """Add so many lamps or windows above the table, small and wide, near and far."""
    lamps = []
    for _ in range(count):
        tilt, turn = np.arccos(rng.uniform(0.25, 1.0)), rng.uniform(0, 2 * np.pi)
        direction = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
        wide = float(np.exp(rng.uniform(np.log(0.03), np.log(0.8))))
        irradiance = float(np.exp(rng.uniform(-1.0, 2.3)))
        lamps.append(add_light(rng, direction * rng.uniform(600, 2200), wide, irradiance / wide**2))
    return lamps


def add_mirrored_lamp(rng: Rng, view: View, spot: Floats, albedo: float) -> Any:
    """Add a lamp that a level top face at a spot (3, mm) mirrors, with a veil 0.1 to 3 times as bright as the table."""
    direction = mirror_direction(view, spot) + rng.normal(0, 0.05, 3)
    wide = rng.uniform(0.05, 0.6)
    veil = albedo * float(np.exp(rng.uniform(np.log(0.1), np.log(3))))
    return add_light(rng, spot + direction * rng.uniform(500, 1600), wide, veil / FRESNEL)


def _facing(position: Floats, backward: Floats) -> Any:
    """Return a matrix that places an object and directs it along -backward."""
    side = np.cross([0.0, 1.0, 0.001], backward)
    side /= np.linalg.norm(side)
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2], matrix[:3, 3] = side, np.cross(backward, side), backward, position
    return Matrix(matrix.tolist())


def remove(things: Sequence[Any]) -> None:
    """Remove objects from the scene."""
    for thing in things:
        bpy.data.objects.remove(thing, do_unlink=True)


def set_camera(scene: Any, view: View, box: tuple[int, int, int, int]) -> None:
    """Set the camera, and the part of its picture to render (left, top, right, bottom px)."""
    camera = scene.camera
    camera.data.sensor_fit, camera.data.sensor_width = "HORIZONTAL", 36.0
    camera.data.lens = float(36 * view.matrix[0, 0] / view.size[0])
    camera.data.clip_end = 1000
    matrix = np.eye(4)
    matrix[:3, :3] = view.rotation.T @ np.diag([1.0, -1.0, -1.0])
    matrix[:3, 3] = view.position / UNIT_MM
    camera.matrix_world = Matrix(matrix.tolist())
    render = scene.render
    render.resolution_x, render.resolution_y = view.size
    render.resolution_percentage = 100
    render.use_border = render.use_crop_to_border = True
    render.border_min_x, render.border_max_x, render.border_min_y, render.border_max_y = border(view.size, box)


def rendered(scene: Any, folder: Path) -> Pixels:
    """Render the scene: linear BGR (H x W x 3)."""
    path = folder / f"render{os.getpid()}.exr"
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(path))
    wide, high = image.size
    pixels = np.empty(wide * high * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    path.unlink()
    return np.ascontiguousarray(pixels.reshape(high, wide, 4)[::-1, :, 2::-1])
