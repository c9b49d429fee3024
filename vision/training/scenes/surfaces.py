"""Textures for training scenes: table tops, and prints and reliefs of pieces.  float32 BGR in 0..1."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Texture = NDArray[np.float32]
Rng = np.random.Generator

TABLE_PX = 640
FACE_PX = 96
_FONTS = (0, 1, 2, 3, 4, 5, 6, 7)


def colour(rng: Rng, dull: float = 0.5) -> Texture:
    """Return a random BGR colour; with probability ``dull`` a greyish one."""
    strength = rng.uniform(0, 0.15) if rng.random() < dull else np.sqrt(rng.random())
    hue, light = rng.uniform(0, 1, 3), rng.uniform(0.04, 1)
    pure = (hue - hue.min()) / (float(np.ptp(hue)) + 1e-6)
    return np.asarray(light * (1 - strength + strength * pure), dtype=np.float32)


def noise(rng: Rng, size: tuple[int, int], cells: float, stretch: float = 1.0, octaves: int = 3) -> Texture:
    """Return smooth noise of mean 0 and deviation 1: ``size`` rows x columns, ``cells`` of the coarsest across."""
    total = np.zeros(size, dtype=np.float32)
    for octave in range(octaves):
        count = cells * 2**octave
        rows = max(2, min(size[0], int(count)))
        columns = max(2, min(size[1], int(count / stretch)))
        small = rng.normal(0, 1, (rows, columns)).astype(np.float32)
        total += cv2.resize(small, (size[1], size[0]), interpolation=cv2.INTER_CUBIC) * 0.6**octave
    return np.asarray((total - total.mean()) / (total.std() + 1e-6), dtype=np.float32)


def _mixed(amount: Texture, low: Texture, high: Texture) -> Texture:
    a = np.clip(amount, 0, 1)[..., None]
    return np.asarray(low * (1 - a) + high * a, dtype=np.float32)


def _near(rng: Rng, base: Texture, spread: float) -> Texture:
    return np.asarray(np.clip(base * rng.uniform(1 - spread, 1 + spread) + rng.normal(0, 0.04, 3), 0, 1), np.float32)


def _wood(rng: Rng) -> Texture:
    light, warm = rng.uniform(0.2, 0.95), rng.uniform(0.1, 0.75)
    base = (light * np.array([1 - warm, 1 - 0.5 * warm, 1.0])).astype(np.float32)
    shape = (TABLE_PX, TABLE_PX)
    grain = noise(rng, shape, rng.uniform(40, 160), stretch=rng.uniform(8, 30))
    rings = np.sin(noise(rng, shape, rng.uniform(2, 6), stretch=rng.uniform(2, 8), octaves=2) * rng.uniform(3, 20))
    amount = 0.5 + 0.25 * rings * rng.uniform(0, 1) + 0.2 * grain * rng.uniform(0.2, 1)
    board = _mixed(amount, _near(rng, base, 0.5) * 0.6, _near(rng, base, 0.3))
    if rng.random() < 0.5:
        for row in np.cumsum(rng.integers(60, 260, 8)):
            if row < TABLE_PX:
                board[row : row + rng.integers(1, 4)] *= rng.uniform(0.2, 0.8)
                board[row:] = np.clip(board[row:] * rng.uniform(0.8, 1.2), 0, 1)
    return board


def _weave(rng: Rng) -> Texture:
    y, x = np.mgrid[:TABLE_PX, :TABLE_PX].astype(np.float32)
    pitch = rng.choice([rng.uniform(3, 10), rng.uniform(20, 70)])
    wobble = noise(rng, (TABLE_PX, TABLE_PX), 12) * rng.uniform(0, 3)
    power = rng.uniform(0.5, 4)
    ribs = np.abs(np.sin((x + wobble) * np.pi / pitch)) ** power + np.abs(np.sin((y + wobble) * np.pi / pitch)) ** power
    base = colour(rng)
    amount = ribs / 2 + 0.15 * noise(rng, (TABLE_PX, TABLE_PX), 90)
    return _mixed(amount, base, _near(rng, base, rng.uniform(0.1, 0.7)))


def _plain(rng: Rng) -> Texture:
    shape = (TABLE_PX, TABLE_PX)
    base = colour(rng, 0.6)
    amount = 0.5 + 0.3 * noise(rng, shape, rng.uniform(2, 8)) + 0.2 * noise(rng, shape, rng.uniform(60, 300), octaves=1)
    return _mixed(amount, base, _near(rng, base, rng.uniform(0.02, 0.3)))


def _marbled(rng: Rng) -> Texture:
    shape = (TABLE_PX, TABLE_PX)
    base = colour(rng, 0.6)
    picture = _mixed(noise(rng, shape, rng.uniform(3, 20), octaves=5) * 0.4 + 0.5, base, _near(rng, base, 0.8))
    return _mixed(noise(rng, shape, rng.uniform(3, 40), octaves=4) * 0.5, picture, colour(rng, 0.6))


def _stripes(rng: Rng) -> Texture:
    picture = np.empty((TABLE_PX, TABLE_PX, 3), dtype=np.float32)
    picture[:] = colour(rng)
    for axis in (0, 1)[: rng.integers(1, 3)]:
        at, see_through = 0, rng.uniform(0, 0.7)
        while at < TABLE_PX:
            wide = int(rng.integers(4, 120))
            band = picture[at : at + wide] if axis else picture[:, at : at + wide]
            band[:] = band * see_through + colour(rng) * (1 - see_through)
            at += wide + int(rng.integers(4, 160))
    grain = noise(rng, (TABLE_PX, TABLE_PX), 120, octaves=1)[..., None]
    return np.asarray(np.clip(picture * (1 + 0.05 * grain), 0, 1), np.float32)


def _printed(rng: Rng) -> Texture:
    """Return shapes, lines and writing, as on table cloths and boards, without discs, which look like tokens."""
    picture = _plain(rng) if rng.random() < 0.5 else _marbled(rng)
    for _ in range(int(rng.integers(10, 90))):
        ink = [float(v) for v in colour(rng, 0.4)]
        at = rng.uniform(0, TABLE_PX, 2)
        reach = rng.uniform(5, 130)
        draw = rng.integers(0, 4)
        if draw == 0:
            corners = at + rng.normal(0, reach / 2, (int(rng.integers(3, 8)), 2))
            cv2.fillPoly(picture, [corners.astype(np.int32)], ink, lineType=cv2.LINE_AA)
        elif draw == 1:
            end = at + rng.normal(0, 3 * reach, 2)
            cv2.line(picture, _xy(at), _xy(end), ink, int(rng.integers(1, 9)), cv2.LINE_AA)
        elif draw == 2:
            words = "".join(chr(rng.integers(33, 126)) for _ in range(int(rng.integers(1, 14))))
            mask = np.zeros(picture.shape[:2], dtype=np.uint8)
            cv2.putText(mask, words, _xy(at), int(rng.choice(_FONTS)), reach / 40, 255, int(rng.integers(1, 5)), 16)
            picture[mask > 0] = ink
        else:
            hexagon = at + reach * np.array([[np.cos(a), np.sin(a)] for a in np.arange(6) * np.pi / 3 + rng.random()])
            cv2.polylines(picture, [hexagon.astype(np.int32)], True, ink, int(rng.integers(1, 7)), cv2.LINE_AA)
    return picture


def _fields(rng: Rng) -> Texture:
    """Return a game board: hexagonal or square fields of painted terrain, with a border around each."""
    terrains = np.stack([_terrain(rng) for _ in range(int(rng.integers(3, 7)))])
    reach = float(np.exp(rng.uniform(np.log(25), np.log(140))))
    rows, columns = (int(TABLE_PX / reach / step) + 2 for step in (1.5, np.sqrt(3)))
    corners = np.arange(6) * np.pi / 3 + np.pi / 6 if rng.random() < 0.7 else np.arange(4) * np.pi / 2 + np.pi / 4
    field = reach * rng.uniform(0.85, 1.0) * np.column_stack([np.cos(corners), np.sin(corners)])
    which = np.zeros((TABLE_PX, TABLE_PX), dtype=np.uint8)
    for row, column in np.ndindex(rows, columns):
        middle = reach * np.array([np.sqrt(3) * (column + row % 2 / 2), 1.5 * row])
        cv2.fillConvexPoly(which, np.round(field + middle).astype(np.int32), int(rng.integers(len(terrains))))
    picture = np.take_along_axis(terrains, which[None, ..., None].astype(np.intp), axis=0)[0]
    return np.ascontiguousarray(picture)


def _terrain(rng: Rng) -> Texture:
    """Return ground with plants, waves or stones on it: one colour in many shades, with spots of a second one."""
    shape = (TABLE_PX, TABLE_PX)
    base = colour(rng, 0.3)
    shades = 0.5 + rng.uniform(0.1, 0.5) * noise(rng, shape, rng.uniform(15, 120), stretch=rng.choice([1.0, 4.0]))
    picture = _mixed(shades, base * 0.5, _near(rng, base, 0.3))
    spots = noise(rng, shape, rng.uniform(20, 90), octaves=2) - rng.uniform(0.3, 2.0)
    return _mixed(spots * rng.uniform(1, 6), picture, colour(rng, 0.3))


def _xy(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def table_top(rng: Rng) -> Texture:
    """Return a random table top, TABLE_PX square."""
    makers = (_wood, _weave, _plain, _marbled, _stripes, _printed, _fields)
    return makers[int(rng.choice(len(makers), p=(0.24, 0.14, 0.22, 0.05, 0.06, 0.14, 0.15)))](rng)


def ink(rng: Rng, pips: bool = False) -> Texture:
    """Return the coverage (0..1, FACE_PX x FACE_PX) of a face by a random print: a word, number, sign or pips."""
    if pips:
        return pipped(rng, int(rng.integers(1, 7)))
    face = np.zeros((FACE_PX, FACE_PX), dtype=np.float32)
    if rng.random() < 0.6:
        _draw_words(face, rng)
    else:
        _draw_sign(face, rng)
    return _softened(rng, face)


def pipped(rng: Rng, value: int) -> Texture:
    """Return a face with ``value`` pips."""
    face = np.zeros((FACE_PX, FACE_PX), dtype=np.float32)
    _draw_pips(face, rng, value)
    return _softened(rng, face)


def _softened(rng: Rng, face: Texture) -> Texture:
    return np.asarray(cv2.GaussianBlur(face, (0, 0), 0.6), np.float32) if rng.random() < 0.5 else face


def _draw_pips(face: Texture, rng: Rng, value: int) -> None:
    spread = rng.uniform(0.2, 0.3)
    places = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
    radius = rng.uniform(0.06, 0.125) * (rng.uniform(1.2, 1.7) if value == 1 and rng.random() < 0.3 else 1)
    for place in places[value]:
        x, y = (0.5 + spread * (place % 3 - 1)) * FACE_PX, (0.5 + spread * (place // 3 - 1)) * FACE_PX
        cv2.circle(face, (round(x * 16), round(y * 16)), round(radius * FACE_PX * 16), 1.0, -1, cv2.LINE_AA, 4)


def _draw_words(face: Texture, rng: Rng) -> None:
    words = str(
        rng.choice(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "15", "20", "25", "50", "A", "W", "Z", "?"])
    )
    font, thick = int(rng.choice(_FONTS)), int(rng.integers(2, 9))
    scale = rng.uniform(1.3, 2.4) / (1.5 if len(words) > 1 else 1)
    (wide, high), _ = cv2.getTextSize(words, font, scale, thick)
    mask = np.zeros(face.shape, dtype=np.uint8)
    cv2.putText(mask, words, ((FACE_PX - wide) // 2, (FACE_PX + high) // 2), font, scale, 255, thick, cv2.LINE_AA)
    np.maximum(face, mask.astype(np.float32) / 255, out=face)


def _draw_sign(face: Texture, rng: Rng) -> None:
    for _ in range(int(rng.integers(1, 6))):
        points = (FACE_PX * (0.5 + rng.uniform(-0.3, 0.3, (int(rng.integers(2, 6)), 2)))).astype(np.int32)
        if rng.random() < 0.3:
            cv2.fillPoly(face, [points], 1.0, cv2.LINE_AA)
        else:
            cv2.polylines(face, [points], bool(rng.random() < 0.4), 1.0, int(rng.integers(2, 9)), cv2.LINE_AA)
    if rng.random() < 0.25:
        cv2.circle(
            face, (FACE_PX // 2, FACE_PX // 2), int(rng.uniform(0.15, 0.35) * FACE_PX), 1.0, int(rng.integers(2, 6))
        )


def disc_face(rng: Rng) -> Texture:
    """Return the upper side of a coin or a stone, FACE_PX square; the disc touches the border."""
    base = _metal(rng) if rng.random() < 0.55 else colour(rng, 0.6)
    face = np.empty((FACE_PX, FACE_PX, 3), dtype=np.float32)
    face[:] = base
    y, x = (np.mgrid[:FACE_PX, :FACE_PX].astype(np.float32) + 0.5) / FACE_PX * 2 - 1
    far = np.hypot(x, y)
    if rng.random() < 0.2:
        face[far < rng.uniform(0.6, 0.8)] = _metal(rng)
    _grain(face, rng)
    if rng.random() < 0.45:
        face *= (
            1 + rng.uniform(0.05, 0.5) * np.cos(2 * (np.arctan2(y, x) - rng.uniform(0, 6)))[..., None] * far[..., None]
        )
    mark = ink(rng)
    if rng.random() < 0.4:
        relief = mark + 0.4 * (noise(rng, far.shape, 14) > 0.6) * (rng.random() < 0.6)
        face += (cv2.Sobel(cv2.GaussianBlur(relief.astype(np.float32), (0, 0), 1.2), -1, 1, 1) * rng.uniform(0.1, 0.5))[
            ..., None
        ]
    else:
        face += mark[..., None] * (_contrast(rng, base) - face) * rng.uniform(0.6, 1)
    _rim(face, far, rng)
    return np.clip(face, 0, 1)


def _metal(rng: Rng) -> Texture:
    tint = np.array([(1, 1, 1), (0.45, 0.75, 0.9), (0.35, 0.55, 0.85), (0.9, 0.95, 1)][int(rng.integers(0, 4))])
    return np.asarray(np.clip(tint * rng.uniform(0.2, 0.95) * rng.normal(1, 0.05, 3), 0, 1), np.float32)


def _contrast(rng: Rng, base: Texture) -> Texture:
    other = colour(rng, 0.6)
    return other if abs(float(other.mean() - base.mean())) > 0.25 else np.asarray(1 - base.round(), np.float32)


def _grain(face: Texture, rng: Rng) -> None:
    face *= 1 + rng.uniform(0, 0.12) * noise(rng, face.shape[:2], rng.uniform(3, 30))[..., None]


def _rim(face: Texture, far: Texture, rng: Rng) -> None:
    kind = rng.integers(0, 4)
    if kind == 0:
        return
    inner = rng.uniform(0.8, 0.96)
    face[(far > inner) & (far < inner + (1 if kind == 1 else rng.uniform(0.03, 0.08)))] *= rng.uniform(0.4, 1.5)
