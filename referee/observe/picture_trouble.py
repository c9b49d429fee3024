"""What is wrong with the pictures of a camera that works: too dark, white, noise, too slow, or exposure not locked."""

from __future__ import annotations

import numpy as np

from hardware.cameras.camera import Glance, Image
from rules.core.phrases import Phrase

DARK, WHITE = 50, 240  # grey levels: too dark if the 99th percentile is below, too bright if the 1st is above
NOISE_STD = 20.0  # grey levels: a picture with less contrast is no noise
NOISE_LIKE = 0.3  # correlation of neighbouring pixels: that of a picture is over 0.8, that of noise 0
SLOW_S = 1.0  # time between two pictures from which on a camera is too slow to watch a throw
SLOW_MOST = 3  # slow pictures in a row that begin the trouble, and quick pictures in a row that end it

ADAPTS_S = 3.0  # a camera without locked values after this time cannot lock them

TOO_DARK = Phrase("It is too dark to see the table: bring a lamp nearer.")
TOO_BRIGHT = Phrase("The picture is all white: turn the lamp away from the camera, or take off what covers its lens.")
ONLY_NOISE = Phrase(
    "The camera sends noise instead of a picture: switch off, seat its cable at both ends, and start again."
)
TOO_SLOW = Phrase(
    "The camera sends less than one picture a second: plug it into another port, and close other programs. "
    "Until then type throws in by hand."
)
ADAPTING = Phrase(
    "The camera is getting used to the light: a throw is judged as soon as that is done. If it takes long, choose "
    "“Focus and adapt to the light anew” under “Calibrate”."
)


def light_words(small: Image) -> str:
    """A sentence where a small picture is too dark or all white; empty otherwise."""
    few = small[::8, ::8]
    if np.percentile(few, 99) < DARK:
        return TOO_DARK
    return TOO_BRIGHT if np.percentile(few, 1) > WHITE else ""


def noise_words(small: Image) -> str:
    """A sentence where a small picture is noise, because neighbouring pixels are not correlated; empty otherwise."""
    rows = small[::4, :, 1].astype(np.float32)
    left, right = rows[:, :-1] - rows.mean(), rows[:, 1:] - rows.mean()
    spread = float((left * left).mean())
    if spread < NOISE_STD**2:
        return ""
    return ONLY_NOISE if float((left * right).mean()) < NOISE_LIKE * spread else ""


class Pace:
    """Notices a camera that sends its pictures too slowly."""

    def __init__(self) -> None:
        self._last: float | None = None
        self._slow = 0
        self.words = ""

    def see(self, glance: Glance) -> str:
        """Measure the time since the last small picture; returns a sentence while the camera is too slow, else ""."""
        if self._last is not None:
            is_slow = glance.t - self._last > SLOW_S
            self._slow = self._slow + 1 if is_slow == (not self.words) else 0
            if self._slow >= SLOW_MOST:
                self._slow, self.words = 0, "" if self.words else TOO_SLOW
        self._last = glance.t
        return self.words


class Exposure:
    """Notices that exposure and white balance are not locked, during which no throw is judged.

    A camera that cannot lock them, such as a simple USB camera, is waited for only `ADAPTS_S` seconds.
    """

    def __init__(self) -> None:
        self._begun: float | None = None
        self._held = False

    def see(self, glance: Glance) -> str:
        """Check the metadata of a small picture; returns a sentence while throws have to wait, else ""."""
        self._begun = glance.t if self._begun is None else self._begun
        locked = glance.meta.get("locked", "yes") == "yes"
        self._held = self._held or locked
        waits = not locked and (self._held or glance.t - self._begun < ADAPTS_S)
        return ADAPTING if waits else ""
