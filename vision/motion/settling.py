"""When to look: hand, moving, settled or cleared, told from small pictures and their times.

    backdrop = reference(empty_small, play_area_px)
    state = Settling()
    state = watch(state, small, t, backdrop)      # for each watched picture
    if state.word == "settled": ...               # state.since says since when

Pictures are compared by *contrast*: each channel against its surroundings.  A lamp, clouds and slow drift change
brightness, but hardly contrast; a stone, a die or an arm changes it sharply.
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
class Look:
    """One picture made ready: contrast (HxWx3, about -1..1) of PIXELS, and brightness in coarse cells (grey levels)."""

    contrast: Floats
    bright: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """What the empty table looks like (None: not known) and which part of the picture counts (255; None: all)."""

    empty: Look | None
    region: Mask | None


@dataclass(frozen=True, slots=True)
class Features:
    """One picture in a few numbers; areas in pixels of a picture of PIXELS.

    ``moved`` since the picture before; ``drifted`` since all came to rest; ``pieces`` differing from the empty table
    (None: not known); ``arm`` the largest such part that reaches in from the edge; ``flash`` True where the light
    changed at once; ``upset`` True where the whole table looks different from the empty one.
    """

    moved: int
    drifted: int
    pieces: int | None
    arm: int
    flash: bool
    upset: bool


@dataclass(frozen=True, slots=True, eq=False)
class Settling:
    """What the table is doing, since when (s).

    ``upset``: the whole table looks different from the empty one (camera knocked, light gone): calibrate or look.
    """

    word: Word = "moving"
    since: float = 0.0
    upset: bool = False
    stirred_since: float | None = None
    still_since: float | None = None
    last: Look | None = None
    rest: Look | None = None


def reference(empty_small: Image | None = None, region_px: NDArray[np.float64] | None = None) -> Backdrop:
    """The backdrop from a small picture of the empty table and the play area's outline in it (Nx2 px), where known.

    The outline needs the picture: without one, the whole picture counts.
    """
    if empty_small is None:
        return Backdrop(None, None)
    empty = look(empty_small)
    if region_px is None:
        return Backdrop(empty, None)
    region: Mask = np.zeros(empty.contrast.shape[:2], np.uint8)
    scale = empty.contrast.shape[1] / empty_small.shape[1]
    cv2.fillPoly(region, [np.round((region_px + 0.5) * scale - 0.5).astype(np.int32).reshape(-1, 1, 2)], (255,))
    return Backdrop(empty, region)


def watch(state: Settling, small: Image, t: float, backdrop: Backdrop) -> Settling:
    """The next state after a small picture (BGR uint8, any size) taken at *t* s."""
    now = look(small)
    if state.last is not None and state.last.contrast.shape != now.contrast.shape:
        state = Settling(since=t)
    seen = features(now, state.last, state.rest, backdrop)
    after = step(state, seen, t)
    anew = seen.flash or after.still_since == t
    return replace(after, last=now, rest=now if anew else after.rest)


def unchanged(state: Settling, small: Image, backdrop: Backdrop) -> bool:
    """Whether a small picture still shows what the last one that was watched shows."""
    now = look(small)
    if state.last is None or state.last.contrast.shape != now.contrast.shape:
        return False
    return _count(_differs(now, state.last, thresholds.MOVED_CONTRAST, backdrop.region)) <= thresholds.SPECKS_PX


def look(small: Image) -> Look:
    """Make a picture ready: shrink it, and set each channel against its surroundings."""
    scale = min(1.0, float(np.sqrt(PIXELS / (small.shape[0] * small.shape[1]))))
    size = (max(1, round(small.shape[1] * scale)), max(1, round(small.shape[0] * scale)))
    tiny = cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    around = np.asarray(cv2.blur(tiny, (AROUND, AROUND)), np.float32)
    level = around.mean(axis=2, keepdims=True)
    bright = cv2.resize(level, (16, 9), interpolation=cv2.INTER_AREA)
    return Look(np.asarray((tiny - around) / (level + FLOOR), np.float32), np.asarray(bright, np.float32))


def features(now: Look, last: Look | None, rest: Look | None, backdrop: Backdrop) -> Features:
    """Compare a look with the one before, the one at rest, and the empty table."""
    region, size = backdrop.region, now.contrast[..., 0].size
    moved = size if last is None else _count(_differs(now, last, thresholds.MOVED_CONTRAST, region))
    drifted = 0 if rest is None else _count(_differs(now, rest, thresholds.DRIFTED_CONTRAST, region))
    flash = last is not None and _flashed(now, last)
    if backdrop.empty is None or backdrop.empty.contrast.shape != now.contrast.shape:
        return Features(moved, drifted, None, 0, flash, False)
    change = _differs(now, backdrop.empty, thresholds.CHANGED_CONTRAST, region)
    upset = _count(change) > thresholds.UPSET_PART * (size if region is None else _count(region))
    return Features(moved, drifted, _in_pieces(change), _reaching_in(change, region), flash, upset)


def step(state: Settling, seen: Features, t: float) -> Settling:
    """The next state: a stir ends the rest, rest long enough decides what lies there; a lamp changes nothing."""
    if seen.flash and state.still_since is not None:
        return state
    if seen.moved > thresholds.SPECKS_PX or seen.drifted > 2 * thresholds.SPECKS_PX:
        return _stirred(state, seen, t)
    return _resting(state, seen, t)


def _stirred(state: Settling, seen: Features, t: float) -> Settling:
    began = t if state.stirred_since is None else state.stirred_since
    arm = seen.arm >= thresholds.ARM_PX and not seen.upset and t - began >= thresholds.JOLT_S
    word: Word = "hand" if arm else "moving"
    return _turned(replace(state, stirred_since=began, still_since=None, rest=None), word, t)


def _resting(state: Settling, seen: Features, t: float) -> Settling:
    still_since = t if state.still_since is None else state.still_since
    state = replace(state, still_since=still_since)
    if t - still_since < thresholds.STILL_S - 1e-6:
        return state
    state = replace(state, upset=seen.upset)
    if state.word in ("settled", "cleared") or _hand_rests(state, seen, t - still_since):
        return state
    empty = seen.pieces is not None and seen.pieces < thresholds.PIECE_PX
    return _turned(replace(state, stirred_since=None), "cleared" if empty else "settled", t)


def _hand_rests(state: Settling, seen: Features, still_s: float) -> bool:
    """Whether the hand that came is still there; *word* "hand" says that one came."""
    is_arm = seen.arm >= thresholds.ARM_PX and not seen.upset
    return state.word == "hand" and is_arm and still_s < thresholds.HAND_RESTS_S


def _turned(state: Settling, word: Word, t: float) -> Settling:
    return state if state.word == word else replace(state, word=word, since=t)


def _differs(a: Look, b: Look, limit: float, region: Mask | None) -> Mask:
    """Where two looks differ in any channel by more than *limit*, or than their noise where that is more."""
    apart = cv2.absdiff(a.contrast, b.contrast)
    most = np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2])
    noise = min(thresholds.LOUDEST, float(np.median(most[::3, ::3])) * thresholds.NOISES)
    mask = (most > max(limit, noise)).astype(np.uint8) * 255
    return mask if region is None else np.asarray(cv2.bitwise_and(mask, region), np.uint8)


def _flashed(now: Look, last: Look) -> bool:
    change = np.abs((now.bright + 1) / (last.bright + 1) - 1)
    return float(np.median(change)) > thresholds.FLASH


def _count(mask: Mask) -> int:
    return int(cv2.countNonZero(mask))


def _in_pieces(change: Mask) -> int:
    """Changed pixels without lone specks."""
    return _count(np.asarray(cv2.morphologyEx(change, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8))


def _reaching_in(change: Mask, region: Mask | None) -> int:
    """The size of the largest changed part that touches the edge of what counts."""
    if _count(change) < thresholds.ARM_PX:
        return 0
    joined = cv2.dilate(change, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    inside = np.full(change.shape, 255, np.uint8) if region is None else region
    inner = cv2.erode(inside, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=(0,))
    touching = np.unique(labels[(inside > 0) & (np.asarray(inner) == 0)])
    return max((int(stats[n, cv2.CC_STAT_AREA]) for n in touching if n), default=0)
