"""Decide from small pictures and their times whether the table is settled, cleared, moving, or a hand is over it.

    backdrop = reference(empty_small, play_area_px)
    state = Settling()
    state = watch(state, small, t, backdrop)      # for each watched picture
    if state.word == "settled": ...               # state.since: the time (s) of the change

Pictures are compared by *contrast*: each channel against its surroundings. A lamp, clouds and slow drift change
brightness but hardly contrast; a stone, a die or an arm changes it sharply.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]
Word = Literal["hand", "moving", "settled", "cleared"]

PIXELS = 160 * 90  # a 16 mm die is still 3 px wide here, and one look costs about a millisecond
AROUND = 41  # px: the surroundings; wider than an arm, so that an arm stands out
FLOOR = 24.0  # grey levels added to the surroundings, so that dark noise is not blown up


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A prepared picture: contrast (HxWx3, about -1..1) of PIXELS, and brightness in coarse cells (grey levels)."""

    contrast: Floats
    bright: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """The empty table (None: not known) and the mask of the pixels that count (255; None: all)."""

    empty: Prepared | None
    region: Mask | None

    def fitting(self, now: Prepared) -> Backdrop:
        """This backdrop; an empty one for a picture of another shape."""
        fits = self.empty is not None and self.empty.contrast.shape == now.contrast.shape
        return self if fits else Backdrop(None, None)


@dataclass(frozen=True, slots=True)
class Features:
    """Measurements of one picture; areas in pixels of a picture of PIXELS.

    ``moved``: changed since the previous picture; ``drifted``: changed since the table came to rest; ``pieces``:
    different from the empty table (None: not known); ``arm``: the largest such region that touches the border;
    ``flash``: the light changed at once; ``upset``: the whole table looks different from the empty one.
    """

    moved: int
    drifted: int
    pieces: int | None
    arm: int
    flash: bool
    upset: bool


@dataclass(frozen=True, slots=True, eq=False)
class Settling:
    """The state of the table and the time (s) since when it holds.

    ``upset``: the whole table looks different from the empty one (camera moved, light gone). ``stirred_since``: when
    the movement began (s; None: the table has come to rest since). ``still_since``: since when nothing moves (s; None:
    something does). ``last``: the previous picture. ``rest``: the first one since nothing moves, or since a lamp was
    switched (None: something moves).
    """

    word: Word = "moving"
    since: float = 0.0
    upset: bool = False
    stirred_since: float | None = None
    still_since: float | None = None
    last: Prepared | None = None
    rest: Prepared | None = None


def reference(empty_small: Image | None = None, region_px: NDArray[np.float64] | None = None) -> Backdrop:
    """Return the backdrop for a small picture of the empty table and the outline of the play area in it (Nx2 px).

    Without a picture the outline is ignored and all pixels count.
    """
    if empty_small is None:
        return Backdrop(None, None)
    empty = prepare(empty_small)
    if region_px is None:
        return Backdrop(empty, None)
    region: Mask = np.zeros(empty.contrast.shape[:2], np.uint8)
    scale = empty.contrast.shape[1] / empty_small.shape[1]
    cv2.fillPoly(region, [np.round((region_px + 0.5) * scale - 0.5).astype(np.int32).reshape(-1, 1, 2)], (255,))
    return Backdrop(empty, region)


def watch(state: Settling, small: Image, t: float, backdrop: Backdrop) -> Settling:
    """Return the next state after a small picture (BGR uint8, any size) taken at *t* s."""
    now = prepare(small)
    if state.last is not None and state.last.contrast.shape != now.contrast.shape:
        state = Settling(since=t)
    measured = features(now, state.last, state.rest, backdrop)
    after = step(state, measured, t)
    restarted = measured.flash or after.still_since == t
    return replace(after, last=now, rest=now if restarted else after.rest)


def unchanged(state: Settling, small: Image, backdrop: Backdrop) -> bool:
    """Whether a small picture shows the same as the last watched one."""
    now = prepare(small)
    if state.last is None or state.last.contrast.shape != now.contrast.shape:
        return False
    region = backdrop.fitting(now).region
    return _count(_differs(now, state.last, thresholds.MOVED_CONTRAST, region)) <= thresholds.SPECKS_PX


def prepare(small: Image) -> Prepared:
    """Prepare a picture: shrink it and divide each channel's difference from its surroundings by their brightness."""
    scale = min(1.0, float(np.sqrt(PIXELS / (small.shape[0] * small.shape[1]))))
    size = (max(1, round(small.shape[1] * scale)), max(1, round(small.shape[0] * scale)))
    tiny = cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    around = np.asarray(cv2.blur(tiny, (AROUND, AROUND)), np.float32)
    level = around.mean(axis=2, keepdims=True)
    bright = cv2.resize(level, (16, 9), interpolation=cv2.INTER_AREA)
    return Prepared(np.asarray((tiny - around) / (level + FLOOR), np.float32), np.asarray(bright, np.float32))


def features(now: Prepared, last: Prepared | None, rest: Prepared | None, backdrop: Backdrop) -> Features:
    """Compare a picture with the previous one, with that at rest, and with the empty table."""
    backdrop = backdrop.fitting(now)
    region, size = backdrop.region, now.contrast[..., 0].size
    moved = size if last is None else _count(_differs(now, last, thresholds.MOVED_CONTRAST, region))
    drifted = 0 if rest is None else _count(_differs(now, rest, thresholds.DRIFTED_CONTRAST, region))
    flash = last is not None and _flashed(now, last)
    if backdrop.empty is None:
        return Features(moved, drifted, None, 0, flash, False)
    change = _differs(now, backdrop.empty, thresholds.CHANGED_CONTRAST, region)
    upset = _count(change) > thresholds.UPSET_PART * (size if region is None else _count(region))
    return Features(moved, drifted, _piece_pixels(change), _arm_pixels(change, region), flash, upset)


def step(state: Settling, features: Features, t: float) -> Settling:
    """Return the next state from the features of a picture at *t* s.

    Movement ends the rest; a rest of STILL_S makes the table settled or cleared; a flash of light changes nothing.
    """
    if features.flash and state.still_since is not None:
        return state
    if features.moved > thresholds.SPECKS_PX or features.drifted > 2 * thresholds.SPECKS_PX:
        return _stirred(state, features, t)
    return _resting(state, features, t)


def _stirred(state: Settling, features: Features, t: float) -> Settling:
    began = t if state.stirred_since is None else state.stirred_since
    arm = features.arm >= thresholds.ARM_PX and not features.upset and t - began >= thresholds.JOLT_S
    word: Word = "hand" if arm else "moving"
    return _with_word(replace(state, stirred_since=began, still_since=None, rest=None), word, t)


def _resting(state: Settling, features: Features, t: float) -> Settling:
    still_since = t if state.still_since is None else state.still_since
    state = replace(state, still_since=still_since)
    if t - still_since < thresholds.STILL_S - 1e-6:
        return state
    state = replace(state, upset=features.upset)
    if state.word in ("settled", "cleared") or _hand_rests(state, features, t - still_since):
        return state
    empty = features.pieces is not None and features.pieces < thresholds.PIECE_PX
    return _with_word(replace(state, stirred_since=None), "cleared" if empty else "settled", t)


def _hand_rests(state: Settling, features: Features, still_s: float) -> bool:
    """Whether the hand that came is still over the table."""
    is_arm = features.arm >= thresholds.ARM_PX and not features.upset
    return state.word == "hand" and is_arm and still_s < thresholds.HAND_RESTS_S


def _with_word(state: Settling, word: Word, t: float) -> Settling:
    return state if state.word == word else replace(state, word=word, since=t)


def _differs(a: Prepared, b: Prepared, limit: float, region: Mask | None) -> Mask:
    """Return where two pictures differ in any channel by more than *limit*, or than their noise where that is more."""
    apart = cv2.absdiff(a.contrast, b.contrast)
    most = np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2])
    noise = min(thresholds.LOUDEST, float(np.median(most[::3, ::3])) * thresholds.NOISES)
    mask = (most > max(limit, noise)).astype(np.uint8) * 255
    return mask if region is None else np.asarray(cv2.bitwise_and(mask, region), np.uint8)


def _flashed(now: Prepared, last: Prepared) -> bool:
    change = np.abs((now.bright + 1) / (last.bright + 1) - 1)
    return float(np.median(change)) > thresholds.FLASH


def _count(mask: Mask) -> int:
    return int(cv2.countNonZero(mask))


def _piece_pixels(change: Mask) -> int:
    """Return the number of changed pixels without isolated specks."""
    return _count(np.asarray(cv2.morphologyEx(change, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8))


def _arm_pixels(change: Mask, region: Mask | None) -> int:
    """Return the size of the largest changed region that touches the border of the play area."""
    if _count(change) < thresholds.ARM_PX:
        return 0
    joined = cv2.dilate(change, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    inside = np.full(change.shape, 255, np.uint8) if region is None else region
    inner = cv2.erode(inside, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=(0,))
    touching = np.unique(labels[(inside > 0) & (np.asarray(inner) == 0)])
    return max((int(stats[n, cv2.CC_STAT_AREA]) for n in touching if n), default=0)
