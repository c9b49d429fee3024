"""Poses of pieces in space: lying, leaning on another, stacked, cocked, tumbling."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.art import CLEAR_MM, PIPPED_MM, STONE_MM, STONE_THICK_MM, Piece
from hardware.simulated.view import View

Floats = NDArray[np.float64]

# Each side's outward direction and the direction of its print's right hand, in the piece's own axes.
STONE_SIDES = {"symbol": ((0, 0, 1), (1, 0, 0)), "number": ((0, 0, -1), (1, 0, 0))}
DIE_SIDES = {
    "1": ((0, 0, 1), (1, 0, 0)),
    "6": ((0, 0, -1), (1, 0, 0)),
    "2": ((0, 1, 0), (-1, 0, 0)),
    "5": ((0, -1, 0), (1, 0, 0)),
    "3": ((1, 0, 0), (0, 1, 0)),
    "4": ((-1, 0, 0), (0, -1, 0)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A piece with its middle at *at* (mm) and its own axes turned by the 3x3 *turn*.

    ``side`` is what a referee should read: a side, or "leaner", "stacked", "cocked", "off".
    """

    piece: Piece
    side: str
    at: Floats
    turn: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One flat side in space: its print's corners (far left, far right, near right, near left as printed) in mm."""

    side: str
    corners: Floats
    outward: Floats


def edge_mm(piece: Piece) -> float:
    """A die's edge, or a stone's diameter."""
    return {"stone": STONE_MM, "clear": CLEAR_MM, "pipped": PIPPED_MM, "crested": PIPPED_MM}[piece.look]


def thick_mm(piece: Piece) -> float:
    """How high the piece lies."""
    return STONE_THICK_MM if piece.look == "stone" else edge_mm(piece)


def lying(piece: Piece, side: str, x: float, y: float, degrees: float, on_mm: float = 0.0) -> Placed:
    """A piece flat on the table (or *on_mm* above it), *side* up, rotated by *degrees* counter-clockwise from above."""
    return Placed(piece, side, np.array([x, y, on_mm + thick_mm(piece) / 2]), _upright(piece, side, degrees))


def tipped(placed: Placed, side: str, about_deg: float, by_deg: float) -> Placed:
    """The same piece tilted *by_deg* about the level axis at *about_deg*, its lowest point still on the table."""
    axis = np.array([np.cos(np.radians(about_deg)), np.sin(np.radians(about_deg)), 0.0])
    turn, _ = cv2.Rodrigues(axis * np.radians(by_deg))
    turned = np.asarray(turn, np.float64) @ placed.turn
    floor = placed.at[2] - thick_mm(placed.piece) / 2
    drop = hull(Placed(placed.piece, side, np.zeros(3), turned))[:, 2].min()
    return Placed(placed.piece, side, np.array([*placed.at[:2], floor - drop]), turned)


def faces(placed: Placed) -> tuple[Face, ...]:
    """All printed sides in space."""
    piece, out = placed.piece, []
    half, reach = edge_mm(piece) / 2, thick_mm(piece) / 2
    for side, (normal, right) in _sides(piece).items():
        up = np.cross(normal, right)
        square = [-1 * np.array(right) + up, np.array(right) + up, np.array(right) - up, -1 * np.array(right) - up]
        corners = np.array(square) * half + np.array(normal) * reach
        name = side if side in piece.sides else "power"
        out.append(Face(name, corners @ placed.turn.T + placed.at, placed.turn @ np.array(normal, np.float64)))
    return tuple(out)


def rim(placed: Placed, height: float) -> Floats:
    """A stone's circle *height* mm above its middle along its own axis: 40 points in mm."""
    at = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    circle = np.column_stack([np.cos(at), np.sin(at), np.full(40, height / (STONE_MM / 2))]) * STONE_MM / 2
    return np.asarray(circle @ placed.turn.T + placed.at)


def hull(placed: Placed) -> Floats:
    """Points whose convex hull is the whole piece, in mm."""
    if placed.piece.look == "stone":
        return np.vstack([rim(placed, STONE_THICK_MM / 2), rim(placed, -STONE_THICK_MM / 2)])
    return np.vstack([faces(placed)[0].corners, faces(placed)[1].corners])


def top_face(placed: Placed, view: View) -> Face:
    """The side that faces the camera most directly."""
    towards = view.eye - placed.at
    return max(faces(placed), key=lambda face: float(face.outward @ towards))


def outline_mm(placed: Placed, view: View) -> Floats:
    """The outline of the top face: a circle's 40 points, or a die's four corners."""
    face = top_face(placed, view)
    if placed.piece.look != "stone":
        return face.corners
    return rim(placed, STONE_THICK_MM / 2 * (1 if face.side == "symbol" else -1))


def _sides(piece: Piece) -> dict[str, tuple[tuple[int, int, int], tuple[int, int, int]]]:
    return STONE_SIDES if piece.look == "stone" else DIE_SIDES


def _upright(piece: Piece, side: str, degrees: float) -> Floats:
    """The turn that brings *side* up with its print's right hand to the right, then turns it about z."""
    normal, right = _sides(piece)["6" if side == "power" else side]
    own = np.array([right, np.cross(normal, right), normal], np.float64)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ own
