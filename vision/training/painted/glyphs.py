"""An atlas of thousands of glyphs from all installed fonts: the vocabulary on which the reader is trained."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from fontTools.ttLib import TTCollection, TTFont
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

EDGE = 80
"""Edge of a glyph's mask, px; the glyph touches two opposite borders."""
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25, 50)
OTHERS = (0, 13, 14, 16, 17, 18, 19, 21, 24, 30, 36, 40, 42, 60, 75, 99, 100)
HELD_BLOCKS = ((0x16A0, 0x16FF), (0x13A0, 0x13FF), (0x1F740, 0x1F77F), (0x101D0, 0x101FF))
BLOCKS = (
    (0x531, 0x556), (0x5D0, 0x5EA), (0x10A0, 0x10FF), (0x1200, 0x1368), (0x13A0, 0x13FF), (0x1400, 0x167F),
    (0x1680, 0x169F), (0x16A0, 0x16FF), (0x2190, 0x23FF), (0x25A0, 0x27BF), (0x2900, 0x297F), (0x2980, 0x2BFF),
    (0x2C00, 0x2CFF), (0x2D30, 0x2D7F), (0x2E80, 0x2FDF), (0x3041, 0x30FF), (0x4DC0, 0x4DFF), (0xA000, 0xA4CF),
    (0xA500, 0xA61F), (0x10000, 0x100FF), (0x101D0, 0x101FF), (0x10280, 0x1049F), (0x10800, 0x1093F),
    (0x10A60, 0x10B7F), (0x13000, 0x1342F), (0x1D200, 0x1D24F), (0x1D300, 0x1D356), (0x1F000, 0x1F02B),
    (0x1F0A0, 0x1F0FF), (0x1F300, 0x1F77F), (0x1F780, 0x1F9FF),
)  # fmt: skip
"""Where symbols are taken from; not from Latin, Greek and Cyrillic, nor from fonts' private corners: too many of those
are digits to the eye, and with their accents they would make the dots on a number's token speak for a letter."""
LIKE_DIGITS = frozenset("Օאו") | {chr(p) for p in range(0x2776, 0x2794)}
"""Symbols that look like digits and are left out."""
LOOK_ALIKE = 0.82
"""Correlation with a number, at any rotation, above which a symbol is left out."""
GAP = 6
"""Gap between two digits, px."""
A_GLYPH = 3
"""Largest number of fonts from which one code point is drawn."""
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Atlas:
    """Symbols (N masks) and numbers (M fonts x values), each with a flag: held out from training."""

    symbols: Mask
    symbol_held: NDArray[np.bool_]
    numbers: Mask
    number_held: NDArray[np.bool_]


def load_atlas(path: Path) -> Atlas:
    """Return the atlas that `make_atlas` wrote."""
    with np.load(path) as file:
        return Atlas(file["symbols"], file["symbol_held"], file["numbers"], file["number_held"])


def number_mask(numbers: Mask, font: int, value: int) -> Mask:
    """Return the mask of a number in one font; numbers that were not drawn are composed of digits."""
    listed = NUMBERS + OTHERS
    if value in listed:
        return np.asarray(numbers[font, listed.index(value)], np.uint8)
    digits = [number_mask(numbers, font, int(digit)) for digit in str(value)]
    strips = [digit[:, digit.any(axis=0)] for digit in digits]
    between = np.zeros((EDGE, GAP), np.uint8)
    return fitted(np.hstack([part for strip in strips for part in (strip, between)][:-1]))


def make_atlas(path: Path, folder: Path = Path("/usr/share/fonts"), seed: int = 1) -> None:
    """Draw the glyphs of every font under ``folder`` and save the masks."""
    rng = np.random.default_rng(seed)
    files = sorted(p for p in folder.rglob("*") if p.suffix.lower() in {".ttf", ".otf", ".ttc"})
    drawn: dict[int, int] = {}
    symbols, symbol_held, numbers, number_held = [], [], [], []
    checksums: set[int] = set()
    for file in [files[i] for i in rng.permutation(len(files))]:
        held = crc32(file.stem.split("-")[0].encode()) % 12 == 0
        for point, mask in _symbols(file, drawn, rng):
            symbols.append(mask)
            symbol_held.append(held or any(low <= point <= high for low, high in HELD_BLOCKS))
        row = _numbers(file)
        if row is not None and crc32(row.tobytes()) not in checksums:
            checksums.add(crc32(row.tobytes()))
            numbers.append(row)
            number_held.append(held)
    vocabulary, digits = np.stack(symbols), np.stack(numbers)
    is_symbol = ~like_numbers(vocabulary, digits)
    np.savez(
        path,
        symbols=vocabulary[is_symbol],
        symbol_held=np.array(symbol_held)[is_symbol],
        numbers=digits,
        number_held=np.array(number_held),
    )


def like_numbers(symbols: Mask, numbers: Mask) -> NDArray[np.bool_]:
    """Return which symbols resemble a number of two to ninety-nine at one of 24 rotations.

    Bars stay symbols, although a one or an eleven may be bars. A sample of the fonts represents all.
    """
    sample = np.random.default_rng(0).permutation(len(numbers))[:120]
    pairs = [(font, value) for font in sample for value in range(2, 10)]
    pairs += [(font, value) for font in sample[:14] for value in range(10, 100) if value != 11]
    known = _turned(_soft(np.stack([number_mask(numbers, font, value) for font, value in pairs])), 0)
    symbols = _soft(symbols)
    best = np.zeros(len(symbols), np.float32)
    for degrees in range(0, 360, 15):
        for part in np.array_split(np.arange(len(symbols)), 1 + len(symbols) // 1000):
            best[part] = np.maximum(best[part], (_turned(symbols[part], degrees) @ known.T).max(axis=1))
    return np.asarray(best > LOOK_ALIKE, np.bool_)


def _soft(masks: Mask) -> Mask:
    """Return the masks blurred at a quarter of their size."""
    small = [cv2.resize(mask, (EDGE // 4, EDGE // 4), interpolation=cv2.INTER_AREA) for mask in masks]
    return np.asarray([cv2.GaussianBlur(mask, (0, 0), 0.6) for mask in small], np.uint8)


def _turned(masks: Mask, degrees: float) -> NDArray[np.float32]:
    """Return rotated masks as rows of mean zero and length one."""
    edge = masks.shape[1]
    turn = cv2.getRotationMatrix2D(((edge - 1) / 2,) * 2, degrees, 0.7)
    small = [cv2.warpAffine(mask, turn, (edge, edge)) for mask in masks]
    rows = np.stack(small).reshape(len(masks), -1).astype(np.float32)
    rows -= rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


def _cmap(file: Path) -> dict[int, str]:
    """Return the code points of a font file; none where it cannot be read."""
    try:
        font = TTCollection(file).fonts[0] if file.suffix.lower() == ".ttc" else TTFont(file, lazy=True)
        return dict(font.getBestCmap() or {})
    except Exception:  # broken fonts fail in many ways, and any other font serves as well
        return {}


def _opened(file: Path) -> ImageFont.FreeTypeFont | None:
    """Return the font at 64 px; None where it has only other sizes or is broken."""
    try:
        return ImageFont.truetype(str(file), 64)
    except OSError:
        return None


def _symbols(file: Path, drawn: dict[int, int], rng: np.random.Generator) -> Iterator[tuple[int, Mask]]:
    """Yield some of a font's symbols that few fonts have drawn so far."""
    cmap = _cmap(file)
    points = (p for low, high in BLOCKS for p in range(low, high + 1) if p in cmap and chr(p) not in LIKE_DIGITS)
    points_left = [p for p in points if drawn.get(p, 0) < A_GLYPH]
    if not points_left:
        return
    font = _opened(file)
    if font is None:
        return
    blank = _draw(font, chr(0x10FFFE))
    for point in rng.permutation(points_left)[:400]:
        mask = _draw(font, chr(point))
        if mask is not None and _is_legible(mask) and not (blank is not None and np.array_equal(blank, mask)):
            drawn[int(point)] = drawn.get(int(point), 0) + 1
            yield int(point), mask


def _numbers(file: Path) -> Mask | None:
    """Return all numbers in one font; None where it has no plain digits."""
    if not all(ord(c) in _cmap(file) for c in "0123456789"):
        return None
    font = _opened(file)
    masks = [_draw(font, str(value)) for value in NUMBERS + OTHERS] if font else [None]
    whole = [mask for mask in masks if mask is not None and _is_legible(mask)]
    return np.stack(whole) if len(whole) == len(masks) else None


def _is_legible(mask: Mask) -> bool:
    """Whether a mask is neither nearly empty nor nearly filled."""
    return 0.04 < float(mask.mean()) / 255 < 0.75


def _draw(font: ImageFont.FreeTypeFont, text: str) -> Mask | None:
    """Return the mask of a text, cropped, centred and scaled to EDGE; None where the font draws nothing."""
    try:
        left, top, right, bottom = font.getbbox(text)
        wide, high = int(right - left), int(bottom - top)
        if not 4 <= max(wide, high) <= 400 or min(wide, high) < 2:
            return None
        sheet = Image.new("L", (wide + 2, high + 2))
        ImageDraw.Draw(sheet).text((1 - left, 1 - top), text, font=font, fill=255)
    except (OSError, ValueError):
        return None
    box = sheet.getbbox()
    return fitted(np.asarray(sheet.crop(box), np.uint8)) if box else None


def fitted(drawn: Mask) -> Mask:
    """Return a cropped drawing centred on EDGE x EDGE so that it touches two opposite borders."""
    ink = Image.fromarray(drawn)
    scale = EDGE / max(ink.size)
    small = ink.resize((max(1, round(ink.width * scale)), max(1, round(ink.height * scale))), Image.Resampling.BILINEAR)
    whole = Image.new("L", (EDGE, EDGE))
    whole.paste(small, ((EDGE - small.width) // 2, (EDGE - small.height) // 2))
    return np.asarray(whole, np.uint8)


if __name__ == "__main__":
    make_atlas(Path(sys.argv[1]))
