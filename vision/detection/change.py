"""Map what a piece adds to the table around a place.

The picture of the empty table is fitted to the current exposure in log intensity, robustly: a gain with a slope across
the window, or with the edge of a soft shadow, and a tone curve per channel. Lamps leave no edges in the residual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

# Grey levels added before the logarithm: below it a difference is noise.
_DARK = 8.0
# Columns per call of cv2.remap, which has a limit on the size of its input.
_COLUMNS = 32000
# Standard deviation of the blur before a picture is shrunk, px of the small picture.
_BEFORE_SHRINKING = 0.25
# Degree of the polynomial that follows the light across a window: a slope, and the edge of a soft shadow.
_SLOPE, _SHADOW = 1, 3
_ROUNDS = 5
_SAMPLES = 800
# Tukey's constant: 95 % as efficient as least squares where the noise is Gaussian.
_BIWEIGHT = 4.685


@dataclass(frozen=True, eq=False)
class ChangeMaps:
    """How much each place in a window of a picture differs from the empty table, and the edges there.

    ``across`` (H x W x 2): cosine and sine of twice the gradient's direction, times its strength 0..1; ``change`` (H x
    W): 0..1, colour and structure. Pixel (x, y) of the maps is pixel (x + 0.5) / ``scale`` - 0.5 + ``origin`` of the
    picture. ``px_per_mm`` is the scale of the maps on the table. ``explained``: whether the empty table is known well
    enough for ``change`` to indicate a piece.
    """

    across: Floats
    change: Floats
    origin: NDArray[np.float64]
    scale: float
    px_per_mm: float
    explained: bool

    def to_map(self, px: NDArray[np.float64]) -> Floats:
        """Convert pixels of the picture (... x 2) into pixels of the maps."""
        return _in_maps(px, self.origin, self.scale)

    def smaller(self, scale: float) -> ChangeMaps:
        """Return the maps averaged to a smaller scale (relative to the picture) and smoothed by a pixel."""
        ratio = scale / self.scale
        if ratio >= 1:
            return self
        size = tuple(max(4, round(side * ratio)) for side in self.change.shape[::-1])
        shrunk = [cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (self.across, self.change)]
        soft = [np.asarray(cv2.GaussianBlur(each, (0, 0), 1.0), np.float32) for each in shrunk]
        return replace(self, across=soft[0], change=soft[1], scale=scale, px_per_mm=self.px_per_mm * ratio)


def change_maps(
    image: Image,
    empty: Image | None,
    box: tuple[int, int, int, int],
    px_per_mm: float,
    scale: float,
    pieces: Sequence[NDArray[np.float64]] = (),
) -> ChangeMaps:
    """Compute the maps of a window (left, top, right, bottom px) of a BGR picture, at a scale of at most 1.

    ``px_per_mm`` is the picture's scale there. ``empty`` is the picture of the empty table; without it, or with another
    size, the table is assumed to be uniform. The fit determines how much an outdated picture explains. ``pieces``:
    convex outlines (Nx2 px) of known pieces; the table is fitted to what they leave free, unless that is hardly
    anything.
    """
    left, top, right, bottom = box
    now = _log(image[top:bottom, left:right], scale)
    usable = empty if empty is not None and empty.shape == image.shape else None
    corner = np.array([left, top], np.float64)
    free = _free_places(now.shape[:2], [_in_maps(outline, corner, scale) for outline in pieces])
    bare = None if usable is None else _log(usable[top:bottom, left:right], scale)
    table = _background(now, bare, free)
    residual = table.taken_from(now)
    across, change = _across(residual, free), _change(residual, free)
    return ChangeMaps(across, change, corner, scale, px_per_mm * scale, table.explains)


def _in_maps(px: NDArray[np.float64], origin: NDArray[np.float64], scale: float) -> Floats:
    return ((px - origin + 0.5) * scale - 0.5).astype(np.float32)


def _free_places(shape: tuple[int, ...], outlines: Sequence[Floats]) -> NDArray[np.int64]:
    """Return the indices of a window's pixels that no outline covers; all indices if hardly any are left."""
    free = np.ones(shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(free, np.round(cv2.convexHull(outline)).astype(np.int32), 0)
    places = np.flatnonzero(free)
    return places if len(places) >= thresholds.FREE_PART * free.size else np.arange(free.size)


def sampled(values: Floats, at: Floats) -> Floats:
    """Sample a map at points with interpolation; border values are repeated.

    ``at``: 2 x M x N, across and down: calculations with points are several times as fast where these are apart.
    Returns M x N, or M x N x channels.
    """
    parts = [
        cv2.remap(values, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for across, down in (at[..., first : first + _COLUMNS] for first in range(0, at.shape[2], _COLUMNS))
    ]
    return np.concatenate(parts, axis=1) if len(parts) > 1 else np.asarray(parts[0], np.float32)


def _log(part: Image, scale: float) -> Floats:
    """Return the log intensity (H x W x 3) at a scale, slightly smoothed."""
    if scale < 1:
        size = (max(8, round(part.shape[1] * scale)), max(8, round(part.shape[0] * scale)))
        soft = cv2.GaussianBlur(part, (0, 0), _BEFORE_SHRINKING / scale)
        part = np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(cv2.log(cv2.GaussianBlur(part.astype(np.float32), (0, 0), 0.8) + _DARK), np.float32)


@dataclass(frozen=True, eq=False)
class _Background:
    """A model of the log picture without pieces: the light, and with an empty table its tones.

    ``light`` (H x W x K): terms of the light (`_light`); ``tones`` (H x W x 3): the empty table about its mean, or
    None; ``weights`` (3 x K or 3 x K + 2): of each channel those of the light, the tone and its square.
    """

    light: Floats
    tones: Floats | None
    weights: Floats
    noise: float

    @classmethod
    def fitted(cls, now: Floats, empty: Floats | None, free: NDArray[np.int64], degree: int) -> _Background:
        """Fit the model to a log picture (H x W x 3), at the pixels with the indices ``free``."""
        light = _light(now.shape[0], now.shape[1], degree)
        tones = None if empty is None else np.asarray(cv2.subtract(empty, np.array(cv2.mean(empty))), np.float32)
        chosen = free[np.linspace(0, len(free) - 1, _SAMPLES).astype(np.int64)]
        rows = np.tile(light.reshape(-1, light.shape[2])[chosen].T, (3, 1, 1))
        if tones is not None:
            tone = tones.reshape(-1, 3)[chosen].T[:, None]
            rows = np.concatenate([rows, tone, tone * tone], axis=1)
        weights, noise = _robust_fits(rows, now.reshape(-1, 3)[chosen].T)
        return cls(light, tones, weights, noise)

    @property
    def explains(self) -> bool:
        """Whether the table is known well enough for what remains to indicate a piece."""
        return thresholds.MAP_NOISES * self.noise < thresholds.HALF_COLOUR

    def taken_from(self, now: Floats) -> Floats:
        """Subtract the fitted background from a log picture (both H x W x 3); pieces remain."""
        terms = self.light.shape[2]
        out = now - cv2.transform(self.light, self.weights[:, :terms])
        if self.tones is not None:
            out -= cv2.transform(self.tones, np.diag(self.weights[:, terms]))
            out -= cv2.transform(self.tones * self.tones, np.diag(self.weights[:, terms + 1]))
        return np.asarray(out, np.float32)


def _background(now: Floats, empty: Floats | None, free: NDArray[np.int64]) -> _Background:
    """Fit a slope of the light, and where that does not explain the table, the edge of a soft shadow."""
    sloped = _Background.fitted(now, empty, free, _SLOPE)
    if sloped.explains:
        return sloped
    shaded = _Background.fitted(now, empty, free, _SHADOW)
    return shaded if shaded.explains else sloped


def _light(high: int, wide: int, degree: int) -> Floats:
    """Return the terms of the light (H x W x K): one, the place across and down from -0.5 to 0.5, and their products.

    ``degree``: the highest of a product.
    """
    x, y = np.arange(wide) / wide - 0.5, (np.arange(high) / high - 0.5)[:, None]
    powers = [(n - k, k) for n in range(degree + 1) for k in range(n + 1)]
    light = np.empty((high, wide, len(powers)), np.float32)
    for term, (across, down) in enumerate(powers):
        light[..., term] = x**across * y**down
    return light


def _robust_fits(rows: Floats, values: Floats) -> tuple[Floats, float]:
    """Fit each channel by least squares with Tukey's biweight; return the weights and the mean robust residual.

    ``rows``: channels x basis x samples, ``values``: channels x samples; the weights are channels x basis.
    """
    weight = np.ones_like(values)
    ridge = 1e-4 * np.eye(rows.shape[1], dtype=np.float32)
    columns = rows.swapaxes(1, 2)
    for _ in range(_ROUNDS):
        weighted = rows * weight[:, None]
        fits = np.linalg.solve(weighted @ columns + ridge, weighted @ values[..., None])
        residual = values - (columns @ fits)[..., 0]
        noise = np.maximum([_noise(each) for each in residual], 0.01).astype(np.float32)
        weight = np.clip(1 - (residual / (_BIWEIGHT * noise[:, None])) ** 2, 0, 1) ** 2
    return np.asarray(fits[..., 0], np.float32), float(noise.mean())


def _noise_at(places: NDArray[np.int64], values: NDArray[Any]) -> float:
    """Return the noise of a map (H x W x channels) at the pixels with these indices, from at most 4,000 values."""
    channels = values.shape[2]
    count = len(places) * channels
    chosen = np.arange(0, count, 1 + count // 4000)
    return _noise(values.reshape(-1, channels)[places[chosen // channels], chosen % channels])


def _noise(values: NDArray[Any]) -> float:
    """Return the robust standard deviation, from the median."""
    away = np.abs(values)
    middle = away.size // 2
    return 1.4826 * float(np.partition(away, middle)[middle])


def _across(residual: Floats, free: NDArray[np.int64]) -> Floats:
    """Return the normalised structure tensor over all channels (Di Zenzo 1986) as a double-angle vector.

    ``free``: indices of the pixels whose noise counts.
    """
    x = cv2.Scharr(residual, cv2.CV_32F, 1, 0) / 32
    y = cv2.Scharr(residual, cv2.CV_32F, 0, 1) / 32
    half = (thresholds.HALF_EDGE + thresholds.MAP_NOISES * max(_noise_at(free, x), _noise_at(free, y))) ** 2
    xx, yy, xy = (_over_channels(one * other) for one, other in ((x, x), (y, y), (x, y)))
    strength = 1 / (xx + yy + half)
    return np.asarray(cv2.merge([(xx - yy) * strength, 2 * xy * strength]), np.float32)


def _change(residual: Floats, free: NDArray[np.int64]) -> Floats:
    """Return how much colour and structure differ from the table, 0..1; ``free`` as for `_across`."""
    colour = _over_channels(residual * residual)
    fine = residual - cv2.GaussianBlur(residual, (0, 0), 2.5)
    structure = cv2.GaussianBlur(_over_channels(fine * fine), (0, 0), 1.5)
    parts = (
        colour / (colour + thresholds.HALF_COLOUR**2 + (thresholds.MAP_NOISES * _noise_at(free, residual)) ** 2),
        structure / (structure + thresholds.HALF_STRUCTURE**2 + (thresholds.MAP_NOISES * _noise_at(free, fine)) ** 2),
    )
    return np.asarray((parts[0] + parts[1]) / 2, np.float32)


def _over_channels(values: NDArray[Any]) -> Floats:
    """Return the mean over the three channels (H x W); numpy's own is ten times as slow over so short an axis."""
    return np.asarray(cv2.transform(values, np.full((1, 3), 1 / 3, np.float32)), np.float32)
