"""Build dice, stones and fingers as Blender objects."""

from __future__ import annotations

from typing import Any

import bmesh
import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from vision.training.render.layout import NORMALS, UNIT_MM, Placed
from vision.training.render.pieces import FACE_PX, Die, Face, Stone

_COLUMNS, _ROWS = 3, 2
Floats = NDArray[np.float64]
Rng = np.random.Generator


def atlas_image(name: str, faces: tuple[Face, ...]) -> Any:
    """Return an image with the drawings of all faces, three per row: linear colour and coverage."""
    sheet = np.zeros((_ROWS * FACE_PX, _COLUMNS * FACE_PX, 4), np.float32)
    for k, face in enumerate(faces):
        top, left = (k // _COLUMNS) * FACE_PX, (k % _COLUMNS) * FACE_PX
        sheet[top : top + FACE_PX, left : left + FACE_PX, :3] = face.colour[..., ::-1]
        sheet[top : top + FACE_PX, left : left + FACE_PX, 3] = face.alpha
    image = bpy.data.images.new(name, sheet.shape[1], sheet.shape[0], alpha=True, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    image.alpha_mode = "CHANNEL_PACKED"
    image.pixels.foreach_set(sheet[::-1].ravel())
    image.pack()
    return image


def die_mesh(name: str, die: Die) -> Any:
    """Return a bevelled cube with the drawings on its six faces; material slots: body, print, sticker."""
    mesh = bpy.data.meshes.new(name)
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=die.edge_mm / UNIT_MM)
    bevel = max(die.bevel, 0.004) * die.edge_mm / UNIT_MM
    bmesh.ops.bevel(
        shape,
        geom=[*shape.edges, *shape.verts],
        offset=bevel,
        segments=4,
        profile=0.5,
        affect="EDGES",
        clamp_overlap=True,
    )
    _draw_faces(shape, die)
    shape.to_mesh(mesh)
    shape.free()
    return mesh


def _draw_faces(shape: Any, die: Die) -> None:
    """Map the six large faces to their parts of the image; the bevel keeps the plain material."""
    layer = shape.loops.layers.uv.new("face")
    half = die.edge_mm / UNIT_MM / 2
    for polygon in shape.faces:
        along = NORMALS @ np.array(polygon.normal)
        side = int(along.argmax())
        if along[side] < 0.999:
            polygon.smooth = True
            continue
        polygon.material_index = 2 if die.faces[side].kind == "picture" else 1
        right, up = face_axes(side)
        for loop in polygon.loops:
            at = np.array(loop.vert.co) / (2 * half)
            u, v = at @ right + 0.5, at @ up + 0.5
            column, row = side % _COLUMNS, side // _COLUMNS
            loop[layer].uv = ((column + u) / _COLUMNS, 1 - (row + 1 - v) / _ROWS)


def face_axes(side: int) -> tuple[Floats, Floats]:
    """Return right and up of the drawing on a face (0 to 5), as unit vectors of the die; right x up = normal."""
    normal = NORMALS[side]
    right = np.roll(np.abs(normal), 1)
    return right, np.cross(normal, right)


class Nodes:
    """A material's node tree with short methods to add and link nodes."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()

    def add(self, kind: str, **inputs: Any) -> Any:
        """Add a node; an input is a value, or a socket to link.  Underscores in names stand for spaces."""
        node = self.tree.nodes.new(kind)
        for name, value in inputs.items():
            socket = node.inputs[int(name[1:])] if name[1:].isdigit() else node.inputs[name.replace("_", " ")]
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, socket)
            else:
                socket.default_value = value
        return node

    def mix(self, factor: Any, first: Any, second: Any) -> Any:
        """Return a mix of two shaders."""
        return self.add("ShaderNodeMixShader", _0=factor, _1=first, _2=second).outputs[0]

    def done(self, surface: Any) -> Any:
        """Connect the surface and return the material."""
        self.add("ShaderNodeOutputMaterial", Surface=surface)
        return self.material


def _colour(values: tuple[float, ...]) -> tuple[float, float, float, float]:
    """Convert linear BGR to Blender's RGBA."""
    return (float(values[2]), float(values[1]), float(values[0]), 1.0)


def _bumps(nodes: Nodes, die: Die, alpha: Any | None) -> Any:
    """Return the normal of a worn surface, with the print engraved or raised."""
    noise = nodes.add("ShaderNodeTexNoise", Scale=6.0, Detail=6.0).outputs[0]
    normal = nodes.add("ShaderNodeBump", Strength=0.05 * die.scratches, Distance=0.02, Height=noise).outputs[0]
    if alpha is None or not die.relief:
        return normal
    sunk = nodes.add("ShaderNodeMath", _0=alpha, _1=die.relief)
    sunk.operation = "MULTIPLY"
    return nodes.add("ShaderNodeBump", Strength=0.7, Distance=0.04, Height=sunk.outputs[0], Normal=normal).outputs[0]


def _body(nodes: Nodes, die: Die, normal: Any) -> Any:
    colour = _colour(die.tint)
    if not die.clear:
        return nodes.add("ShaderNodeBsdfPrincipled", Base_Color=colour, Roughness=die.roughness, Normal=normal).outputs[
            0
        ]
    glass = nodes.add("ShaderNodeBsdfGlass", Color=colour, Roughness=die.roughness, IOR=die.ior, Normal=normal).outputs[
        0
    ]
    light = nodes.add("ShaderNodeBsdfTransparent", Color=(*(die.shadow * v for v in colour[:3]), 1.0)).outputs[0]
    return nodes.mix(nodes.add("ShaderNodeLightPath").outputs["Is Shadow Ray"], glass, light)


def die_materials(name: str, die: Die) -> list[Any]:
    """Return the materials of body, printed face and sticker."""
    image = atlas_image(name, die.faces)
    plain = Nodes(f"{name} body")
    body = plain.done(_body(plain, die, _bumps(plain, die, None)))
    return [body, _printed(name, die, image, sticker=False), _printed(name, die, image, sticker=True)]


def _printed(name: str, die: Die, image: Any, sticker: bool) -> Any:
    nodes = Nodes(f"{name} sticker" if sticker else f"{name} print")
    picture = nodes.add("ShaderNodeTexImage")
    picture.image, picture.extension, picture.interpolation = image, "EXTEND", "Cubic"
    colour, alpha = picture.outputs["Color"], picture.outputs["Alpha"]
    normal = _bumps(nodes, die, None if sticker else alpha)
    if sticker:
        back = nodes.add("ShaderNodeNewGeometry").outputs["Backfacing"]
        mixed = nodes.add("ShaderNodeMixRGB", Fac=back, Color1=colour, Color2=(0.8, 0.8, 0.78, 1))
        colour = mixed.outputs[0]
    ink = nodes.add(
        "ShaderNodeBsdfPrincipled",
        Base_Color=colour,
        Roughness=0.25 if sticker else 0.45,
        Metallic=0.0 if sticker else die.metallic,
        Normal=normal,
    ).outputs[0]
    return nodes.done(nodes.mix(alpha, _body(nodes, die, normal), ink))


def add_object(name: str, mesh: Any, materials: list[Any]) -> Any:
    """Add an object to the scene."""
    for material in materials:
        mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def add_die(name: str, die: Die) -> Any:
    """Add a die with its figure and bubbles as children."""
    thing = add_object(name, die_mesh(name, die), die_materials(name, die))
    rng = np.random.default_rng(abs(die.figure))
    if die.figure >= 0:
        for k in range(int(rng.integers(1, 5))):
            _inside(thing, f"{name} figure {k}", rng, die.edge_mm, _paint(f"{name} figure {k}", rng))
    for k in range(die.bubbles):
        _bubble(thing, f"{name} bubble {k}", rng, die)
    return thing


def _paint(name: str, rng: Rng) -> Any:
    nodes = Nodes(name)
    colour = rng.random(3) ** rng.uniform(0.5, 2.5)
    surface = nodes.add(
        "ShaderNodeBsdfPrincipled", Base_Color=(*colour.tolist(), 1.0), Roughness=float(rng.uniform(0.2, 0.8))
    )
    return nodes.done(surface.outputs[0])


def _inside(die: Any, name: str, rng: Rng, edge_mm: float, material: Any) -> None:
    """Add one part of a figure: a lump, a cone or a bar, 3 to 14 mm large, near the centre of the die."""
    shape, mesh = bmesh.new(), bpy.data.meshes.new(name)
    kind = rng.integers(3)
    if kind == 0:
        bmesh.ops.create_icosphere(shape, subdivisions=3, radius=0.5)
    elif kind == 1:
        bmesh.ops.create_cone(
            shape, segments=24, radius1=0.5, radius2=float(rng.uniform(0, 0.4)), depth=1.0, cap_ends=True
        )
    else:
        bmesh.ops.create_cube(shape, size=0.8)
    shape.to_mesh(mesh)
    shape.free()
    part = add_object(name, mesh, [material])
    size = rng.uniform(0.1, 0.5, 3) * edge_mm / UNIT_MM
    room = (edge_mm / UNIT_MM - float(np.linalg.norm(size))) / 2 * 0.7
    part.scale, part.rotation_euler = size.tolist(), rng.uniform(0, 6.3, 3).tolist()
    part.location = (rng.normal(0, 0.35, 3).clip(-1, 1) * max(room, 0.0)).tolist()
    part.parent = die
    for polygon in mesh.polygons:
        polygon.use_smooth = True


def _bubble(die: Any, name: str, rng: Rng, made: Die) -> None:
    shape, mesh = bmesh.new(), bpy.data.meshes.new(name)
    bmesh.ops.create_icosphere(shape, subdivisions=2, radius=float(rng.uniform(0.02, 0.08)))
    shape.to_mesh(mesh)
    shape.free()
    nodes = Nodes(name)
    glass = nodes.add("ShaderNodeBsdfGlass", IOR=1 / made.ior, Roughness=0.0)
    bubble = add_object(name, mesh, [nodes.done(glass.outputs[0])])
    bubble.location = (rng.uniform(-0.42, 0.42, 3) * made.edge_mm / UNIT_MM).tolist()
    bubble.parent = die


def add_stone(name: str, stone: Stone) -> Any:
    """Add a disc with a rounded rim and drawings on both sides."""
    shape, mesh = bmesh.new(), bpy.data.meshes.new(name)
    radius, high = stone.diameter_mm / 2 / UNIT_MM, stone.thick_mm / UNIT_MM
    bmesh.ops.create_cone(shape, segments=64, radius1=radius, radius2=radius, depth=high, cap_ends=True)
    rims = [edge for edge in shape.edges if abs(edge.verts[0].co.z - edge.verts[1].co.z) < 1e-6]
    bmesh.ops.bevel(shape, geom=rims, offset=high * 0.3, segments=3, profile=0.5, affect="EDGES")
    layer = shape.loops.layers.uv.new("face")
    for polygon in shape.faces:
        polygon.smooth = abs(polygon.normal.z) < 0.999
        polygon.material_index = 0 if polygon.smooth else 1
        below = polygon.normal.z < 0
        for loop in polygon.loops:
            u, v = loop.vert.co.x / radius / 2 + 0.5, loop.vert.co.y / radius / 2 + 0.5
            loop[layer].uv = ((int(below) + (1 - u if below else u)) / _COLUMNS, 1 - (1 - v) / _ROWS)
    shape.to_mesh(mesh)
    shape.free()
    return add_object(name, mesh, _stone_materials(name, stone))


def _stone_materials(name: str, stone: Stone) -> list[Any]:
    plain = Nodes(f"{name} body")
    looks = {"Roughness": stone.roughness, "Metallic": stone.metallic}
    body = plain.done(plain.add("ShaderNodeBsdfPrincipled", Base_Color=_colour(stone.body), **looks).outputs[0])
    nodes = Nodes(f"{name} print")
    picture = nodes.add("ShaderNodeTexImage")
    picture.image = atlas_image(name, stone.faces)
    face = nodes.add("ShaderNodeBsdfPrincipled", Base_Color=picture.outputs["Color"], **looks).outputs[0]
    return [body, nodes.done(face)]


def add_finger(rng: Rng, tip_mm: Floats, heading: float) -> Any:
    """Add a finger that reaches over a spot from outside: a skin-coloured ellipsoid."""
    shape, mesh = bmesh.new(), bpy.data.meshes.new("finger")
    bmesh.ops.create_uvsphere(shape, u_segments=24, v_segments=16, radius=1.0)
    shape.to_mesh(mesh)
    shape.free()
    nodes = Nodes("finger")
    skin = np.array([0.55, 0.3, 0.2]) * rng.uniform(0.25, 1.5)
    surface = nodes.add("ShaderNodeBsdfPrincipled", Base_Color=(*skin.clip(0, 1).tolist(), 1.0), Roughness=0.5)
    finger = add_object("finger", mesh, [nodes.done(surface.outputs[0])])
    wide, long = rng.uniform(0.7, 1.0), rng.uniform(4, 8)
    finger.scale = (long, wide, wide)
    finger.rotation_euler = (0.0, float(rng.uniform(-0.3, 0.1)), heading)
    back = np.array([np.cos(heading), np.sin(heading), 0.0]) * long
    finger.location = (tip_mm / UNIT_MM + back).tolist()
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    return finger


def place(thing: Any, placed: Placed) -> None:
    """Move an object to the pose of a piece."""
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = placed.rotation, placed.position / UNIT_MM
    thing.matrix_world = Matrix(matrix.tolist())
