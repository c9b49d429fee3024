"""What disturbs the simulated picture: faults of light and camera, and a hand, which the settling must recognise."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.art import Image
from hardware.simulated.paint import Light, strips
from hardware.simulated.view import View

Floats = NDArray[np.float64]

PICTURE_FAULTS = ("dark", "glare", "lamp", "bump", "shove")  # the faults that change the picture
LASTING_FAULTS = (*PICTURE_FAULTS, "hung", "unplugged", "bouncing")
ABOVE_MM = 45.0  # the hand above the table
SKIN, SLEEVE = np.array([105.0, 140.0, 200.0]), np.array([120.0, 70.0, 50.0])
# Limbs as (from, to, thickness) in mm: palm at (0, 0), arm towards the players (-y).
FINGERS = (
    ((-28, 8), (-44, 44), 17),
    ((-16, 20), (-20, 72), 16),
    ((0, 22), (2, 80), 16),
    ((15, 20), (22, 72), 15),
    ((30, -8), (52, 24), 17),
)
PALM = (((-8, -12), (8, 14), 66),)
ARM = (((0, -30), (6, -130), 50),)
CLOTH = (((6, -110), (20, -520), 74),)


def knocked(view: View, faults: Collection[str]) -> View:
    """The camera's view while these faults are on: bumped a little, or pushed away."""
    view = view.bumped(3.0, (16.0, -10.0)) if "bump" in faults else view
    return view.bumped(-9.0, (70.0, 45.0)) if "shove" in faults else view


def light_under(faults: Collection[str]) -> Light:
    """The light while these faults are on."""
    light = Light()
    if "dark" in faults:
        light = replace(light, gain_bgr=(0.06, 0.06, 0.06))
    if "lamp" in faults:
        light = replace(light, gain_bgr=(1.01, 1.25, 1.4))
    if "glare" in faults:
        light = replace(light, glare_mm=(20.0, 10.0), glare=1.2)
    return light


def paint_hand(picture: Image, view: View, light: Light, at_mm: tuple[float, float]) -> None:
    """Paint a hand whose palm is over *at_mm* into the picture, and its shadow below it."""
    middle, gain = np.array(at_mm), np.array(light.gain_bgr)
    below = middle + np.array((25.0, -30.0))
    shade = _mask(view, below, (*PALM, *FINGERS, *ARM, *CLOTH), 0.0, max(1.0, view.size[0] / 160))
    _blend(picture, shade, np.zeros(3), light.shadow)
    for limbs, colour in ((CLOTH, SLEEVE), (ARM, SKIN * 0.92), (PALM, SKIN), (FINGERS, SKIN * 1.04)):
        _blend(picture, _mask(view, middle, limbs, ABOVE_MM, max(0.6, view.size[0] / 900)), colour * gain)


def _blend(picture: Image, mask: Image, colour: Floats, strength: float = 1.0) -> None:
    """Cover with *colour* what the mask (0..255) covers, strip by strip."""
    for rows in strips(picture.shape[0]):
        if mask[rows].any():
            part = mask[rows][..., None].astype(np.float32) * np.float32(strength / 255)
            picture[rows] = np.clip(picture[rows] + part * (colour.astype(np.float32) - picture[rows]), 0, 255)


def _mask(
    view: View,
    middle: Floats,
    limbs: tuple[tuple[tuple[int, int], tuple[int, int], int], ...],
    z: float,
    soft_px: float,
) -> Image:
    mask = np.zeros((view.size[1], view.size[0]), np.uint8)
    scale = float(view.matrix[0, 0]) / (float(view.eye[2]) - z)
    for start, end, thick in limbs:
        ends = np.array([(*(middle + np.array(start)), z), (*(middle + np.array(end)), z)])
        a, b = (tuple(int(n) for n in point) for point in np.round(view.to_px(ends)))
        cv2.line(mask, a, b, 255, max(1, round(thick * scale)), cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), soft_px), np.uint8)
