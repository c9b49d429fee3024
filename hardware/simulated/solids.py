"""Painting one piece into a patch of the picture, light and all."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.art import CLEAR_MM, FACE_PX, INKS, STONE_COLOURS, Image, Piece, face
from hardware.simulated.poses import Face, Placed, faces, hull, top_face
from hardware.simulated.view import View

Floats = NDArray[np.float64]
Patch = NDArray[np.float32]

FINER = 2  # patches are painted this many times finer, so that edges come out smooth
BENT = 1.49  # refraction of clear acrylic
CORNERS = np.array([[0, 0], [FACE_PX, 0], [FACE_PX, FACE_PX], [0, FACE_PX]], np.float32) - 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A patch of the picture, FINER times as fine, float BGR, 0..255.

    *corner*: its first pixel (x, y) in the whole picture; *lamp*: where the lamp hangs, mm; *gain*: brightness and
    colour of the light on the piece, a factor for each channel (BGR).
    """

    view: View
    patch: Patch
    corner: tuple[int, int]
    lamp: Floats
    gain: Floats

    def px(self, mm: Floats) -> Floats:
        """Project points (Nx3 mm) to the fine pixels of this patch (Nx2)."""
        return np.asarray((self.view.to_px(mm) - np.array(self.corner) + 0.5) * FINER - 0.5)

    def shape(self, mm: Floats) -> Patch:
        """The convex hull of points as a mask 0..1."""
        mask = np.zeros(self.patch.shape[:2], np.uint8)
        outline = cv2.convexHull(np.round(self.px(mm) * 16).astype(np.int32).reshape(-1, 1, 2))
        cv2.fillConvexPoly(mask, outline, 255, cv2.LINE_AA, 4)
        return np.asarray(mask.astype(np.float32) / 255, np.float32)

    def blend(self, colour: Floats | Patch, mask: Patch) -> None:
        """Blend in *colour* (as in white light) with the weights *mask* (0..1)."""
        self.patch[...] += mask[..., None] * ((colour * self.gain).astype(np.float32) - self.patch)

    def paint_face(self, side: Face, art: Image, shade: float, strength: float = 1.0, soft: float = 0.0) -> None:
        """Paint a face's print at its place in space."""
        place = cv2.getPerspectiveTransform(CORNERS, self.px(side.corners).astype(np.float32))
        size = (self.patch.shape[1], self.patch.shape[0])
        colour = cv2.warpPerspective(art, place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        ink = cv2.warpPerspective(art[..., 3], place, size, flags=cv2.INTER_LINEAR)
        if soft:
            ink = cv2.GaussianBlur(ink, (0, 0), soft)
        self.blend(colour[..., :3].astype(np.float32) * shade, np.asarray(ink, np.float32) * (strength / 255))

    def lit(self, outward: Floats, at: Floats) -> float:
        """Brightness of a matt surface, relative to one straight below the lamp (1)."""
        to_lamp = self.lamp - at
        return 0.62 + 0.38 * max(0.0, float(outward @ to_lamp) / float(np.linalg.norm(to_lamp)))


def paint_piece(canvas: Canvas, placed: Placed) -> None:
    """Paint the piece over what is already there."""
    {"stone": _stone, "clear": _clear, "pipped": _pipped, "crested": _pipped}[placed.piece.look](canvas, placed)


def _stone(canvas: Canvas, placed: Placed) -> None:
    top = top_face(placed, canvas.view)
    base = np.array(STONE_COLOURS[placed.piece.colour], np.float64)
    canvas.blend(base * 0.7, canvas.shape(hull(placed)))
    canvas.paint_face(top, face(placed.piece, top.side), canvas.lit(top.outward, placed.at))


def _pipped(canvas: Canvas, placed: Placed) -> None:
    base = np.array(STONE_COLOURS[placed.piece.colour], np.float64)
    canvas.blend(base * 0.8, canvas.shape(hull(placed)))
    for side in _near(faces(placed), canvas.view):
        canvas.paint_face(side, face(placed.piece, side.side), canvas.lit(side.outward, placed.at))


def _near(sides: tuple[Face, ...], view: View) -> list[Face]:
    """The sides that face the camera."""
    return [side for side in sides if float(side.outward @ (view.eye - side.corners.mean(0))) > 0]


def _clear(canvas: Canvas, placed: Placed) -> None:
    """Paint a clear die from the bottom up: refracted table, far sides, figure, walls, top."""
    sides = faces(placed)
    near = _near(sides, canvas.view)
    far = [side for side in sides if side not in near]
    top = top_face(placed, canvas.view)
    _look_through(canvas, placed)
    for side in far:
        _lay_far(canvas, placed.piece, _lifted(side, top))
    _lay_figure(canvas, placed, top)
    for side in sorted(near, key=lambda s: float(s.outward[2])):
        _lay_near(canvas, placed.piece, side, side is top)


def _look_through(canvas: Canvas, placed: Placed) -> None:
    """Paint the table below the block, seen through it: larger, a little darker and greyer."""
    body = canvas.shape(hull(placed))
    middle = canvas.px(placed.at[None])[0]
    bend = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), 0, 1.06)
    size = (canvas.patch.shape[1], canvas.patch.shape[0])
    through = cv2.warpAffine(canvas.patch, bend, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    through = cv2.GaussianBlur(through, (0, 0), 1.2) * 0.8 + (canvas.gain * 14).astype(np.float32)
    canvas.patch[...] += body[..., None] * (np.asarray(through, np.float32) - canvas.patch)


def _lifted(side: Face, top: Face) -> Face:
    """Where a far side appears to lie: depths below the top face shrink by refraction."""
    depth = (side.corners - top.corners[0]) @ top.outward
    return Face(side.side, side.corners - np.outer(depth * (1 - 1 / BENT), top.outward), side.outward)


def _lay_far(canvas: Canvas, piece: Piece, side: Face) -> None:
    art = face(piece, side.side)
    if side.side == "power":
        back = np.array([150.0, 156.0, 160.0]) * 0.6 + art[40, 60, :3] * 0.35
        canvas.blend(back, canvas.shape(side.corners) * 0.9)
    else:
        canvas.paint_face(side, art, 0.85, 0.6, soft=2.0)
    _lay_edges(canvas, side, 40.0, 0.2)


def _lay_figure(canvas: Canvas, placed: Placed, top: Face) -> None:
    """A little painted figure: a robe and a head, out of focus."""
    own = np.array([[0, -7.0, 0], [0, 2.5, 0], [0, 6.5, 0]]) @ placed.turn.T + placed.at
    depth = (own - top.corners[0]) @ top.outward
    corners_px = canvas.px(own - np.outer(depth * (1 - 1 / BENT), top.outward))
    scale = float(np.linalg.norm(np.diff(canvas.px(top.corners[:2]), axis=0))) / CLEAR_MM
    hues = list(INKS.values())
    robe, skin = np.array(hues[placed.piece.seed * 5 % len(hues)], np.float64), np.array([140.0, 170.0, 215.0])
    for colour, points, mm in ((robe, corners_px[:2], 7.0), (skin, corners_px[[2, 2]], 5.0)):
        mask = np.zeros(canvas.patch.shape[:2], np.uint8)
        ends = [(round(float(x)), round(float(y))) for x, y in points]
        cv2.line(mask, ends[0], ends[1], 255, max(1, round(mm * scale)), cv2.LINE_AA)
        canvas.blend(colour, np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.8 * scale), np.float32) * (0.7 / 255))


def _lay_near(canvas: Canvas, piece: Piece, side: Face, top: bool) -> None:
    """A wall or the top: a breath of sky on it, its print, bright edges."""
    canvas.blend(np.array([235.0, 230.0, 225.0]), canvas.shape(side.corners) * (0.05 if top else 0.14))
    canvas.paint_face(
        side, face(piece, side.side), canvas.lit(side.outward, side.corners.mean(0)), 0.97 if top else 0.8
    )
    _lay_edges(canvas, side, 235.0, 0.35 if top else 0.22)


def _lay_edges(canvas: Canvas, side: Face, grey: float, strength: float) -> None:
    mask = np.zeros(canvas.patch.shape[:2], np.uint8)
    corners = np.round(canvas.px(side.corners) * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(mask, [corners], True, 255, FINER, cv2.LINE_AA, 4)
    canvas.blend(np.full(3, grey), mask.astype(np.float32) * (strength / 255))
