"""Which piece a lesson's picture shows, or what to change about the picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detection.lone_die import lone_die
from vision.eyes import Eyes
from vision.pipeline import find
from vision.types import Found, Note
from vision.uncalibrated.close_up import close_up

Image = NDArray[np.uint8]
ELSEWHERE = frozenset({Note.OFF, Note.SIZE, Note.CUT})
"""Notes of detections that are not the piece that the owner shows."""
NO_DIE = "I see no die on the mat: set it down in the middle, in good light."
NOT_FLAT = "The die does not lie flat: set it down again."
NO_OUTLINE = (
    "I see the die, but not its outline: turn it a little, move it to another place on the mat, or change the light."
)


def pieces_shown(image: Image, eyes: Eyes) -> list[Found]:
    """All pieces of a BGR picture that lie wholly on the mat; without a mat all, or the face that fills the picture."""
    found = find(image, eyes.plane, eyes.empty) or close_up(image)
    return [one for one in found if not ELSEWHERE.intersection(one.notes)]


def the_die(image: Image, eyes: Eyes) -> Found | str:
    """The one die in a BGR picture, or a sentence that says what to change.

    On a mat the die's outline must be certain: a wrong one would teach the front of a clear die for its top.  There it
    is found even where the detector overlooks it, by what changed on the mat.
    """
    seen = pieces_shown(image, eyes)
    dice = [one for one in seen if one.kind == "die"]
    if not dice and eyes.plane is not None:
        dice = [one for one in (lone_die(image, eyes.plane, eyes.empty),) if one is not None]
    elif not dice:
        dice = [one for one in seen if one.kind == "stone"] or seen
    clear = [one for one in dice if Note.FAINT not in one.notes] or dice
    if not clear:
        return NO_DIE
    if len(clear) > 1:
        return f"I see {len(clear)} pieces: leave only this die on the mat."
    return _advice(clear[0]) or clear[0]


def _advice(die: Found) -> str:
    """What to change before a die can be learnt; empty where nothing is in the way."""
    if Note.COCKED in die.notes:
        return NOT_FLAT
    return NO_OUTLINE if Note.FAINT in die.notes else ""
