"""Where the pieces are: discs and dice in a picture, on a known plane or on none.

With a plane each candidate is asked whether it has the size of a piece at that very place.  Without one the pieces'
size in the picture is searched for; pieces in one picture are taken to be about equally large.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder_net import Spot, apart, spots, spots_in
from vision.plane import Plane
from vision.reading import Kind, Point

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

STONE_MM, STONE_THICK_MM = 25.0, 3.0
#: A stone may be found this much smaller or larger than it is; coins of 24 and 26 mm pass for stones.
_STONE_RANGE_MM = (22.0, 28.0)
_DIE_RANGE_MM = (11.0, 33.0)
#: Found this large it is a Dicer, whose true side is in the middle: of clear ones the edges are hard to see.
_DICER_MM = (23.5, 29.5)
_ROUND_MARGIN_MM = 30.0

# Pieces are looked for where they are this large, and then looked at again a little larger.
_BEST_PX, _AGAIN_PX, _PATCH_PX = 26.0, 44.0, 96
_LEAST, _LEAST_AGAIN, _SURE = 0.3, 0.25, 0.5
# Of a piece at least this much looks different from the empty table; of a spot of light or a knot in the wood less.
_CHANGED = 0.12
# Two stones share more of their area than this only where one lies on the other.
_SHARED = 0.06
_COARSE_TO_FINE_PX = (224, 512, 1280)
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
_CIRCLE = np.column_stack([np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)])


@dataclass(frozen=True, slots=True)
class Found:
    """One thing on the table.

    ``outline_px``: of a stone 24 points about the ellipse of its upper face, of a die the 4 corners of its top face,
    clockwise in the picture.  ``size_px``: the stone's diameter or the side of the face (geometric mean of both
    directions).  ``score`` 0..1.  ``notes``: "touching", "stacked" (one on another), "leaner" (a stone on its edge),
    "cocked" (a die that does not lie flat), "cut" (partly out of the picture), "off" (its middle is outside of the
    play area), "size" (unknown things: not as large as any piece).
    """

    kind: Kind
    centre_px: Point
    outline_px: tuple[Point, ...]
    size_px: float
    score: float
    notes: tuple[str, ...] = ()


def find(image: Image, plane: Plane | None = None, empty: Image | None = None) -> tuple[Found, ...]:
    """Find the pieces in a BGR picture, best first.

    ``empty`` is the picture of the empty table from the same camera: what looks the same there is no piece.
    """
    if plane is None:
        seen = _anywhere(image)
        found = [_described(spot) for spot in seen]
    else:
        plane = plane.resized((image.shape[1], image.shape[0]))
        found = [_placed(spot, plane) for spot in _on_plane(image, plane, empty) if not _marker(spot, plane)]
    return tuple(_cut(one, image) for one in _together(found))


def _on_plane(image: Image, plane: Plane, empty: Image | None) -> list[Spot]:
    """Look once, at the scale at which a stone has its best size."""
    left, top, right, bottom = _round(plane, image.shape)
    middle = plane.play_area.mean(axis=0)[None]
    scale = min(1.0, float(_BEST_PX * plane.mm_per_px_at(plane.to_px(middle))[0] / STONE_MM))
    small = shrunk(image[top:bottom, left:right], scale)
    seen = apart(spots(small, _LEAST))
    if empty is not None and empty.shape == image.shape:
        changed = what_changed(small, shrunk(empty[top:bottom, left:right], scale))
        seen = [spot for spot in seen if _part_inside(changed, spot) > _CHANGED]
    back = np.sqrt((bottom - top) * (right - left) / (small.shape[0] * small.shape[1]))
    return _again(image, [spot.moved(float(back), np.array([left, top])) for spot in seen])


def _again(image: Image, seen: list[Spot]) -> list[Spot]:
    """Look at each candidate once more, near by: for its exact outline, and whether it is one at all."""
    if not seen:
        return []
    scales = [min(1.0, _AGAIN_PX / spot.size) for spot in seen]
    patches = np.stack([_patch(image, spot.middle, scale) for spot, scale in zip(seen, scales, strict=True)])
    said = spots_in(patches, _LEAST_AGAIN)
    sharper = [_nearest(spot, scale, near) for spot, scale, near in zip(seen, scales, said, strict=True)]
    return apart([spot for spot in sharper if spot is not None])


def _nearest(spot: Spot, scale: float, said: list[Spot]) -> Spot | None:
    """What a second look says of this candidate; without an answer only one that was sure at first stays."""
    centre = np.full(2, (_PATCH_PX - 1) / 2)
    near = [s for s in said if np.hypot(*(s.middle - centre)) < 0.2 * spot.size * scale]
    if not near:
        return spot if spot.score > _SURE else None
    best = max(near, key=lambda s: s.score + 0.2 * (s.kind == spot.kind))
    middle = (best.middle - centre) / scale + spot.middle
    return Spot(best.kind, (best.score + spot.score) / 2, middle, best.shape / scale, best.angle)


def _patch(image: Image, middle: Floats, scale: float) -> Image:
    """A square of _PATCH_PX about a point of the picture, which is made smaller by ``scale`` (at most 1)."""
    reach = _PATCH_PX / 2 / scale + 3
    left, top = (max(0, int(v - reach)) for v in middle)
    right, bottom = (max(0, int(v + reach) + 1) for v in middle)
    part, at = image[top:bottom, left:right], middle - (left, top)
    while scale <= 0.5 and min(part.shape[:2]) > 1:
        half = (part.shape[1] // 2, part.shape[0] // 2)
        part = np.asarray(cv2.resize(part[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA), np.uint8)
        scale, at = 2 * scale, (at + 0.5) / 2 - 0.5
    shift = (_PATCH_PX - 1) / 2 - scale * at
    warp = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    size = (_PATCH_PX, _PATCH_PX)
    return np.asarray(
        cv2.warpAffine(part, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def shrunk(picture: Image, scale: float) -> Image:
    """A picture made smaller (scale at most 1): halved while it can be (quick and smooth), then interpolated."""
    high, wide = picture.shape[:2]
    size = (max(16, round(wide * scale)), max(16, round(high * scale)))
    while picture.shape[1] >= 2 * size[0] and picture.shape[0] >= 2 * size[1]:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(
            cv2.resize(picture[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA), np.uint8
        )
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def what_changed(now: Image, before: Image) -> Image:
    """Where two small pictures of the same size differ, 0 or 1, when all of the light has changed alike."""
    few_now, few_before = now[::8, ::8].astype(np.float32) + 4, before[::8, ::8].astype(np.float32) + 4
    gain = np.median((few_now / few_before).reshape(-1, 3), axis=0)
    alike = cv2.multiply(before, np.append(gain, 1.0))
    blue, green, red = cv2.split(cv2.absdiff(now, alike))
    apart_by = np.asarray(cv2.max(cv2.max(blue, green), red))
    noise = float(np.median(apart_by[::8, ::8]))
    return np.asarray(apart_by > max(12.0, 4 * noise), dtype=np.uint8)


def _part_inside(mask: Image, spot: Spot) -> float:
    """How much of a spot's outline is set in a mask, 0..1."""
    outline = np.round(spot.middle + _CIRCLE @ spot.shape).astype(np.int32)
    left, top, wide, high = cv2.boundingRect(outline)
    here = np.zeros((high, wide), dtype=np.uint8)
    cv2.fillConvexPoly(here, outline - (left, top), 1)
    rows, columns = slice(max(top, 0), top + high), slice(max(left, 0), left + wide)
    part = mask[rows, columns]
    here = here[rows.start - top :, columns.start - left :][: part.shape[0], : part.shape[1]]
    return float((part & here).sum() / max(1, here.sum()))


def _round(plane: Plane, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The box of the play area and a margin about it, within the picture: left, top, right, bottom px."""
    area = plane.play_area
    out = area - area.mean(axis=0)
    corners = plane.to_px(area + out / np.linalg.norm(out, axis=1, keepdims=True) * _ROUND_MARGIN_MM)
    low = np.clip(np.floor(corners.min(axis=0)), 0, None).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0)) + 1, (shape[1], shape[0])).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _look(image: Image, scale: float) -> list[Spot]:
    """Candidates in a whole picture seen at a scale (at most 1), in its own pixels."""
    small = shrunk(image, scale)
    back = np.sqrt(image.shape[0] * image.shape[1] / (small.shape[0] * small.shape[1]))
    return apart([spot.moved(float(back), np.zeros(2)) for spot in spots(small, _LEAST)])


def _anywhere(image: Image) -> list[Spot]:
    """Look coarsely and finely, learn how large the pieces are, and look again where that was not their best size."""
    longest = max(image.shape[:2])
    gathered: list[Spot] = []
    for side in _COARSE_TO_FINE_PX:
        if side < longest * 1.3:
            scale = min(1.0, side / longest)
            gathered += [s for s in _look(image, scale) if 13 < s.size * scale < 70]
    whole = apart([spot for spot in gathered if not _inside(spot, gathered)])
    if not whole:
        return []
    usual = _usual_size(whole)
    seen = _again(image, _look(image, min(1.0, _BEST_PX / usual)))
    return [spot for spot in seen if 0.5 < spot.size / usual < 1.9]


def _inside(spot: Spot, others: list[Spot]) -> bool:
    """Is this a part of something larger: a pip of a die, or a sign on a disc that is surer?"""
    return any(
        spot.size < 0.5 * other.size
        and np.hypot(*(spot.middle - other.middle)) < 0.5 * other.size
        and (other.score > spot.score or (other.kind == "die" and spot.kind == "disc"))
        for other in others
    )


def _usual_size(seen: list[Spot]) -> float:
    """The size that most of the sure ones agree on within a third."""
    sizes, weights = np.array([s.size for s in seen]), np.array([s.score**2 for s in seen])
    near = np.abs(np.log(sizes[:, None] / sizes[None])) < 0.35
    best = int((near * weights).sum(axis=1).argmax())
    return float(np.exp(np.average(np.log(sizes[near[best]]), weights=weights[near[best]])))


def _described(spot: Spot) -> Found:
    if spot.kind == "die":
        return _found("die", spot.middle + _SQUARE @ spot.axes.T, spot.size, spot.score)
    notes = ("leaner",) if spot.kind == "leaner" else ()
    return _found("stone", spot.middle + _CIRCLE @ spot.shape, spot.size, spot.score, notes)


def _found(kind: Kind, outline: Floats, size: float, score: float, notes: tuple[str, ...] = ()) -> Found:
    centre = outline.mean(axis=0)
    points = tuple((float(x), float(y)) for x, y in outline)
    return Found(kind, (float(centre[0]), float(centre[1])), points, size, score, notes)


def _marker(spot: Spot, plane: Plane) -> bool:
    """Is this one of the mat's own markers?  They look like dice."""
    at = plane.to_mm(spot.middle[None])[0]
    sides = ((corners.mean(axis=0) - at, np.linalg.norm(corners[1] - corners[0])) for corners in plane.markers.values())
    return spot.kind == "die" and any(np.linalg.norm(away) < 0.4 * side for away, side in sides)


def _placed(spot: Spot, plane: Plane) -> Found:
    """The same on the plane: its true size, whether it lies flat, and where it is in the play area."""
    found = _die_on_plane(spot, plane) if spot.kind == "die" else _stone_on_plane(spot, plane)
    where = plane.to_mm(np.array([found.centre_px]))[0]
    inside = cv2.pointPolygonTest(plane.play_area.astype(np.float32), (float(where[0]), float(where[1])), False)
    return found if inside >= 0 else replace(found, notes=(*found.notes, "off"))


def _stone_on_plane(spot: Spot, plane: Plane) -> Found:
    if spot.kind == "leaner":
        return _described(spot)
    at = plane.to_mm(spot.middle[None], STONE_THICK_MM)
    lying = plane.to_px(at + _CIRCLE * STONE_MM / 2, STONE_THICK_MM)
    like_true = np.linalg.solve(_axes(lying), spot.shape)
    ratio = float(np.sqrt(abs(np.linalg.det(like_true))))
    if not _STONE_RANGE_MM[0] <= STONE_MM * ratio <= _STONE_RANGE_MM[1]:
        return replace(_described(spot), kind="unknown", notes=("size",))
    stretch = np.linalg.svd(like_true, compute_uv=False)
    if stretch[1] < 0.8 * stretch[0]:
        return replace(_described(spot), notes=("leaner",))
    return _found("stone", lying - lying.mean(axis=0) + spot.middle, spot.size / ratio, spot.score)


def _axes(ring: Floats) -> Floats:
    """The symmetric half axes (2x2) of an ellipse given by evenly spread points."""
    about = ring - ring.mean(axis=0)
    values, vectors = np.linalg.eigh(2 * about.T @ about / len(ring))
    return np.asarray(vectors @ np.diag(np.sqrt(values)) @ vectors.T)


def _die_on_plane(spot: Spot, plane: Plane) -> Found:
    """The top face is a square at the height of its own side."""
    quad = spot.middle + _SQUARE @ spot.axes.T
    side = 20.0
    for _ in range(3):
        corners = plane.to_mm(quad, side)
        across, deep = (
            corners[1] - corners[0] + corners[2] - corners[3],
            corners[3] - corners[0] + corners[2] - corners[1],
        )
        side = float(np.clip(np.sqrt(abs(across[0] * deep[1] - across[1] * deep[0])) / 2, 5, 60))
    if _DICER_MM[0] <= side <= _DICER_MM[1]:
        side = float(np.mean(_DICER_MM))
        corners = plane.to_mm(quad, side)
    if not _DIE_RANGE_MM[0] <= side <= _DIE_RANGE_MM[1]:
        return replace(_described(spot), kind="unknown", notes=("size",))
    axes = np.column_stack([across, deep]) / 4
    stretch = np.linalg.svd(axes, compute_uv=False)
    if stretch[1] < 0.8 * stretch[0]:
        return replace(_described(spot), notes=("cocked",))
    u, _, v = np.linalg.svd(axes)
    square = corners.mean(axis=0) + _SQUARE @ (u @ v).T * side / 2
    return _found("die", plane.to_px(square, side), spot.size, spot.score)


def _together(found: list[Found]) -> list[Found]:
    """Say which touch and which lie one on another, from how near their middles are."""
    told = []
    for one in found:
        notes = list(one.notes)
        for other in found:
            if other is not one and "unknown" not in (one.kind, other.kind):
                notes += _neighbourly(one, other)
        told.append(replace(one, notes=tuple(dict.fromkeys(notes))))
    return told


def _neighbourly(one: Found, other: Found) -> list[str]:
    apart_px = float(np.hypot(one.centre_px[0] - other.centre_px[0], one.centre_px[1] - other.centre_px[1]))
    if apart_px > 0.75 * (one.size_px + other.size_px):
        return []
    a, b = (np.array(f.outline_px, dtype=np.float32) for f in (one, other))
    shared = cv2.intersectConvexConvex(a, b)[0] / min(cv2.contourArea(a), cv2.contourArea(b))
    if one.kind == other.kind == "stone" and shared > _SHARED:
        return ["stacked"]
    gap = -max(cv2.pointPolygonTest(b, (float(x), float(y)), True) for x, y in a)
    return ["touching"] if gap < 0.08 * one.size_px else []


def _cut(one: Found, image: Image) -> Found:
    outline = np.array(one.outline_px)
    inside = (outline >= -0.5).all() and (outline <= (image.shape[1] - 0.5, image.shape[0] - 0.5)).all()
    return one if inside else replace(one, notes=(*one.notes, "cut"))
