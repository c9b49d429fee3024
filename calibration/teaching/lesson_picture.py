"""Find the piece that a lesson's picture shows, or say what to change about the picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detection.dice import lone_die
from vision.eyes import Eyes
from vision.pipeline import find
from vision.types import Found, Note
from vision.uncalibrated import close_up

Image = NDArray[np.uint8]
ELSEWHERE = frozenset({Note.OFF, Note.SIZE, Note.CUT})
"""Notes of detections that are not the piece that the owner shows."""
NO_DIE = "I see no die on the mat: set it down in the middle, in good light."
NOT_FLAT = "The die does not lie flat: set it down again."
NO_OUTLINE = (
    "I see the die, but not its outline: turn it a little, move it to another place on the mat, or change the light."
)


def pieces_shown(image: Image, eyes: Eyes) -> list[Found]:
    """Return all pieces of a BGR picture that lie wholly on the mat; without a mat all, or a close-up of one face."""
    found = find(image, eyes.plane, eyes.empty) or close_up(image)
    return [piece for piece in found if not ELSEWHERE.intersection(piece.notes)]


def the_die(image: Image, eyes: Eyes) -> Found | str:
    """Return the only die in a BGR picture, or a sentence that says what to change.

    On a mat the die's outline must be certain, because a wrong one would teach the front of a clear die as its top. A
    die that the detector overlooks is found there by the change of the mat.
    """
    found = pieces_shown(image, eyes)
    dice = [piece for piece in found if piece.kind == "die"]
    if not dice and eyes.plane is not None:
        dice = [piece for piece in (lone_die(image, eyes.plane, eyes.empty),) if piece is not None]
    elif not dice:
        dice = [piece for piece in found if piece.kind == "stone"] or found
    clear = [piece for piece in dice if Note.FAINT not in piece.notes] or dice
    if not clear:
        return NO_DIE
    if len(clear) > 1:
        return f"I see {len(clear)} pieces: leave only this die on the mat."
    return _advice(clear[0]) or clear[0]


def _advice(die: Found) -> str:
    """Return what to change before a die can be learnt; empty where nothing is wrong."""
    if Note.COCKED in die.notes:
        return NOT_FLAT
    return NO_OUTLINE if Note.FAINT in die.notes else ""
