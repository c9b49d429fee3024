"""The painter: an empty table once, then only the patches where something lies.

view = looking_down()
empty = paint_empty(view, surface("wood", seed=3), Light())
picture = paint(empty, [lying(piece, "symbol", 40, -20, 75)], noise_seed=1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.art import Image
from hardware.simulated.poses import Placed, hull, outline_mm, top_face
from hardware.simulated.solids import FINER, Canvas, paint_piece
from hardware.simulated.surface import PX_PER_MM, SPAN_MM
from hardware.simulated.view import View

Floats = NDArray[np.float64]
STRIP = 96  # px: a multiple of COARSE
COARSE = 16  # px: spacing of the grid on which lens and light, which change slowly, are computed
MARGIN = 6  # px around a patch
GRAIN, SHIFT = 512, 64  # px: a tile of noise, and how far it is shifted at most


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp, and the properties of lens and sensor.

    ``lamp_mm`` is where it hangs; ``gain_bgr`` colour and exposure; ``slope`` how much darker the table gets away from
    the lamp (0..1); ``vignette`` the lens's dark corners (0..1); ``shadow`` how dark shadows are (0..1); ``glare_mm``
    where the lamp mirrors (None: nowhere) and ``glare`` how strongly (0..1); ``blur_px`` the lens's softness at
    2304 px; ``noise`` the sensor's, in grey levels.
    """

    lamp_mm: tuple[float, float, float] = (-220.0, 260.0, 800.0)
    gain_bgr: tuple[float, float, float] = (0.92, 1.0, 1.04)
    slope: float = 0.35
    vignette: float = 0.18
    shadow: float = 0.45
    glare_mm: tuple[float, float] | None = None
    glare: float = 0.9
    blur_px: float = 0.8
    noise: float = 2.5

    def at(self, mm: Floats, px: Floats, size: tuple[int, int]) -> Floats:
        """The gain at points of the table (Nx2 mm, Nx2 px): Nx3, BGR."""
        lamp = np.array(self.lamp_mm)
        away = 1 / (1 + ((mm - lamp[:2]) ** 2).sum(-1) / lamp[2] ** 2)
        off = (((px - (np.array(size) - 1) / 2) / (size[0] / 2)) ** 2).sum(-1)
        fall = (1 - self.slope + self.slope * away) * (1 - self.vignette * off)
        return np.asarray(fall[..., None] * np.array(self.gain_bgr))


@dataclass(frozen=True, slots=True, eq=False)
class Empty:
    """A painted table without pieces or noise, and what is needed to paint on it.

    ``grain`` is a sheet of noise, SHIFT px wider than the picture, that goes on below its last row with its first.
    """

    view: View
    light: Light
    picture: Image
    grain: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Truth:
    """The correct reading of one piece: side, and outline of the top face in px of this picture."""

    piece: str
    kind: str
    side: str
    centre_px: tuple[float, float]
    outline_px: tuple[tuple[float, float], ...]
    centre_mm: tuple[float, float]


def paint_empty(view: View, table: Image, light: Light) -> Empty:
    """Paint the picture of an empty table top (from `surface`) through *view* in *light*."""
    grid_px, shape = _grid(view.size)
    mm = view.to_mm(grid_px)
    flat = (mm * (1, -1) + np.array(SPAN_MM) / 2) * PX_PER_MM - 0.5
    where = flat.reshape(*shape, 2).astype(np.float32)
    gain = light.at(mm, grid_px, view.size).reshape(*shape, 3).astype(np.float32)
    shine = None if light.glare_mm is None else _glare(mm, light).reshape(*shape, 1).astype(np.float32)
    lit = np.empty((view.size[1], view.size[0], 3), np.uint8)
    for rows in strips(view.size[1]):
        across, down = cv2.split(_stretch(where, view.size, rows))
        warped = cv2.remap(table, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        strip = warped * _stretch(gain, view.size, rows)
        if shine is not None:
            strip += _stretch(shine, view.size, rows)[..., None]
        lit[rows] = np.clip(strip, 0, 255)
    soft = cv2.GaussianBlur(lit, (0, 0), _softness(view, light))
    return Empty(view, light, np.asarray(soft, np.uint8), _grain(view.size, light.noise))


def strips(height: int) -> list[slice]:
    """Return the rows of a picture as slices of at most `STRIP` rows: the whole picture in floats takes 120 MB."""
    return [slice(top, min(top + STRIP, height)) for top in range(0, height, STRIP)]


def paint(empty: Empty, placed: Sequence[Placed], noise_seed: int | None = 0) -> Image:
    """The picture with these pieces, far and low ones first; *noise_seed* None leaves the noise out."""
    picture = empty.picture.copy()
    for piece in placed:
        _cast_shadow(picture, empty, piece)
    for piece in sorted(placed, key=lambda p: float(p.at[2])):
        _paint_solid(picture, empty, piece)
    if noise_seed is not None:
        add_noise(empty, picture, noise_seed)
    return picture


def add_noise(empty: Empty, picture: Image, seed: int) -> None:
    """Add sensor noise to *picture*: the sheet of noise, shifted differently for each seed."""
    height, width = picture.shape[:2]
    top, left = np.random.default_rng(seed).integers(0, SHIFT + 1, 2)
    row = 0
    while row < height:
        grain = empty.grain[(top + row) % GRAIN :][: height - row, left : left + width]
        rows = slice(row, row + len(grain))
        cv2.add(picture[rows], grain, picture[rows], dtype=cv2.CV_8U)
        row = rows.stop


def truth(view: View, placed: Sequence[Placed]) -> tuple[Truth, ...]:
    """The correct readings of these pieces, without those completely outside the picture."""
    every = [_truth(view, piece) for piece in placed]
    return tuple(t for t in every if 0 <= t.centre_px[0] < view.size[0] and 0 <= t.centre_px[1] < view.size[1])


def _truth(view: View, placed: Placed) -> Truth:
    outline = view.to_px(outline_mm(placed, view))
    middle = top_face(placed, view).corners.mean(0)
    x, y = view.to_px(middle[None])[0]
    corners = tuple((round(float(a), 2), round(float(b), 2)) for a, b in outline)
    at = (round(float(placed.at[0]), 2), round(float(placed.at[1]), 2))
    return Truth(placed.piece.id, placed.piece.kind, placed.side, (round(float(x), 2), round(float(y), 2)), corners, at)


def _paint_solid(picture: Image, empty: Empty, placed: Placed) -> None:
    box = _box(empty.view, hull(placed))
    if box is None:
        return
    x0, y0, x1, y1 = box
    before = picture[y0:y1, x0:x1]
    fine = np.repeat(np.repeat(before, FINER, 0), FINER, 1).astype(np.float32)
    bare = fine.copy()
    middle = np.array([[placed.at[0], placed.at[1]]])
    gain = empty.light.at(middle, empty.view.to_px(placed.at[None]), empty.view.size)[0]
    canvas = Canvas(empty.view, fine, (x0, y0), np.array(empty.light.lamp_mm), gain)
    paint_piece(canvas, placed)
    if empty.light.glare_mm is not None:
        fine += _shine(empty, box)[..., None] * canvas.shape(hull(placed))[..., None]
    # The lens blurs only the added pieces: the picture of the table is blurred already.
    change = cv2.GaussianBlur(fine - bare, (0, 0), _softness(empty.view, empty.light) * FINER)
    change = cv2.resize(change, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    before[...] = np.clip(before + change, 0, 255).astype(np.uint8)


def _cast_shadow(picture: Image, empty: Empty, placed: Placed) -> None:
    """Darken the table where the piece hides the lamp; higher pieces throw softer shadows."""
    body, lamp = hull(placed), np.array(empty.light.lamp_mm)
    reach = body[:, 2:] / (lamp[2] - body[:, 2:])
    ground = body[:, :2] + (body[:, :2] - lamp[:2]) * reach
    flat = np.column_stack([ground, np.zeros(len(ground))])
    soft = _px_per_mm(empty.view) * (0.5 + 0.09 * float(body[:, 2].max()))
    box = _box(empty.view, flat, round(3 * soft))
    if box is None:
        return
    x0, y0, x1, y1 = box
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    outline = cv2.convexHull(np.round(empty.view.to_px(flat) - (x0, y0)).astype(np.int32).reshape(-1, 1, 2))
    cv2.fillConvexPoly(mask, outline, empty.light.shadow * (0.6 if placed.piece.look == "clear" else 1.0))
    dark = 1 - cv2.GaussianBlur(mask, (0, 0), soft)[..., None]
    picture[y0:y1, x0:x1] = (picture[y0:y1, x0:x1] * dark).astype(np.uint8)


def _box(view: View, mm: Floats, more: int = 0) -> tuple[int, int, int, int] | None:
    """The bounding box of these points in the picture, with a margin; None outside the picture."""
    px = view.to_px(mm)
    low = np.maximum(np.floor(px.min(0)) - MARGIN - more, 0)
    high = np.minimum(np.ceil(px.max(0)) + MARGIN + more, view.size)
    x0, y0, x1, y1 = (int(n) for n in (*low, *high))
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def _px_per_mm(view: View) -> float:
    return float(view.matrix[0, 0]) / float(view.eye[2])


def _softness(view: View, light: Light) -> float:
    return max(0.35, light.blur_px * view.size[0] / 2304)


def _grid(size: tuple[int, int]) -> tuple[Floats, tuple[int, int]]:
    """The pixels of the coarse grid as `_stretch` needs them (N x 2), and the grid's numbers of rows and columns."""
    columns, rows = (-(-n // COARSE) for n in size)
    y, x = np.mgrid[0:rows, 0:columns] * COARSE + (COARSE - 1) / 2
    return np.column_stack([x.ravel(), y.ravel()]).astype(np.float64), (rows, columns)


def _stretch(coarse: NDArray[np.float32], size: tuple[int, int], rows: slice) -> NDArray[np.float32]:
    """Values of the coarse grid, interpolated for a strip (rows of the picture, from a multiple of COARSE on)."""
    first, last = max(0, rows.start // COARSE - 1), -(-rows.stop // COARSE) + 1
    part = coarse[first:last]
    fine = cv2.resize(part, (part.shape[1] * COARSE, part.shape[0] * COARSE), interpolation=cv2.INTER_LINEAR)
    top = rows.start - first * COARSE
    return np.asarray(fine[top : top + rows.stop - rows.start, : size[0]], np.float32)


def _glare(mm: Floats, light: Light) -> Floats:
    away = ((mm - np.array(light.glare_mm)) ** 2).sum(-1)
    return np.asarray(255 * light.glare * (np.exp(-away / 18**2) + 0.35 * np.exp(-away / 60**2)))


def _shine(empty: Empty, box: tuple[int, int, int, int]) -> NDArray[np.float32]:
    """The glare over a patch, FINER times as fine: glossy pieces mirror the lamp as the table does."""
    x0, y0, x1, y1 = box
    y, x = np.mgrid[y0:y1, x0:x1]
    mm = empty.view.to_mm(np.column_stack([x.ravel(), y.ravel()]).astype(np.float64))
    glare = _glare(mm, empty.light).reshape(y1 - y0, x1 - x0).astype(np.float32)
    return np.repeat(np.repeat(glare, FINER, 0), FINER, 1)


def _grain(size: tuple[int, int], noise: float) -> NDArray[np.int8]:
    """The sheet of noise for `Empty`, made of equal tiles."""
    tile = np.random.default_rng(size[0]).normal(0, noise, (GRAIN, GRAIN, 3)).round().clip(-127, 127).astype(np.int8)
    wide = size[0] + SHIFT
    return np.ascontiguousarray(np.tile(tile, (1, -(-wide // GRAIN), 1))[:, :wide])
