"""A picture on the dot display beside the table: what a game may draw there, and what it is told besides its view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

SCREEN_WIDE, SCREEN_HIGH, LETTER_WIDE = 128, 64, 6
"""The size of the display, and the width of a letter with its gap at scale 1 (dots)."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on the dot display: capitals of 6 x 9 dots times ``scale``, the upper edge at ``y``.

    ``align``: ``x`` is the left end ("left") or the distance of the right end from the right edge ("right"); "middle"
    ignores it.  At most ``letters`` are shown (0: all that fit); ``instead`` replaces a text without any letter of the
    display's font.  ``lines``: the most lines of a wrapped text.
    """

    words: str
    y: int
    x: int = 0
    scale: int = 1
    align: Literal["left", "middle", "right"] = "left"
    letters: int = 0
    instead: str = ""
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar as high as a letter from ``left`` to ``right`` (dots), filled as far as ``part`` (0 to 1)."""

    y: int
    left: int
    right: int
    part: float


@dataclass(frozen=True, slots=True)
class Inverted:
    """The rows from ``top`` to before ``bottom`` are shown dark on light."""

    top: int
    bottom: int


Mark = Text | Bar | Inverted


@dataclass(frozen=True, slots=True)
class ScreenState:
    """What the dot display shows besides the view: steps that buttons proposed, and the countdown.

    ``seconds_left`` is None where no countdown runs; ``share_left`` is the same as a share of the whole.
    """

    steps: Mapping[str, int]
    seconds_left: float | None = None
    share_left: float = 0.0
