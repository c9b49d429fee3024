"""The reading pipeline: detect the pieces, look at their crops, answer with a margin, list the problems."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.detect import find_on_plane
from vision.eyes import Eyes
from vision.geometry.plane import Plane
from vision.looks import Looks, Recognition
from vision.recognition.assignment import FORBIDDEN, is_possible
from vision.recognition.colour import colour_word, is_overexposed, overexposed_part, rim_colour, white_of
from vision.recognition.gallery import Gallery
from vision.recognition.identification import Identity, value_of
from vision.recognition.likelihood import SideOption
from vision.types import Candidate, Detection, Kind, Note, Piece, Reading
from vision.uncalibrated import close_up, find_anywhere

Floats = NDArray[np.float32]
Image = NDArray[np.uint8]
UNSETTLED = frozenset({Note.LEANER, Note.COCKED, Note.FAINT, Note.SIZE, Note.OVEREXPOSED})
"""Notes of pieces whose reading is never sure, so that the players are asked."""
BESIDE = frozenset({Note.OFF, Note.SIZE, Note.UNCLEAR})
"""Notes of detections that are not counted as pieces lying on the mat."""
MOST_MARGIN = 30.0
"""Margins (log odds) are clipped to this: without a contradicting answer a margin is unbounded."""


def read(image: Image, eyes: Eyes, expect: Sequence[str] = ()) -> Reading:
    """Read all pieces in a picture (H x W x 3, BGR bytes).

    ``expect``: ids of the pieces that the game waits for; empty where it waits for none in particular. Raises
    PlaneError for a picture whose aspect ratio differs from that of the plane.
    """
    start = perf_counter()
    found = find(image, eyes.plane, eyes.empty, eyes.gallery.edges_mm(expect)) or close_up(image)
    between = perf_counter()
    pieces = read_detections(image, found, eyes, expect)
    ms = {"find": 1e3 * (between - start), "read": 1e3 * (perf_counter() - between)}
    return Reading(pieces, tuple(_problems(pieces, eyes, expect)), {name: round(t, 2) for name, t in ms.items()})


def find(
    image: Image, plane: Plane | None = None, empty: Image | None = None, edges_mm: Sequence[float] = ()
) -> tuple[Detection, ...]:
    """Detect the pieces in a BGR picture, with or without a known plane, in no particular order.

    ``empty``: picture of the empty table from the same camera; unchanged places hold no piece. ``edges_mm``: edges of
    the dice that may lie there; empty where they are not known. Raises PlaneError for a picture whose aspect ratio
    differs from the plane's.
    """
    return find_anywhere(image) if plane is None else find_on_plane(image, plane, empty, edges_mm)


def read_detections(
    image: Image, detections: Sequence[Detection], eyes: Eyes, expect: Sequence[str] = ()
) -> tuple[Piece, ...]:
    """Read the pieces at known detections, in their order; raises like `read`."""
    if not detections:
        return ()
    looks = Looks(image, detections, eyes, expect)
    recognition, white, plane = looks.recognition(), white_of(image), eyes.plane_of(image)
    return tuple(
        _piece(detection, looks.crops[i], recognition, i, eyes, plane, white, bool(expect))
        for i, detection in enumerate(detections)
    )


def _piece(
    detection: Detection,
    crop: Image,
    recognition: Recognition,
    row: int,
    eyes: Eyes,
    plane: Plane | None,
    white: NDArray[np.float32],
    expected: bool,
) -> Piece:
    """Return the reading of one piece; ``plane`` and ``white`` are those of the picture."""
    kind, hidden, identity = recognition.kinds[row], recognition.hidden[row], recognition.identities[row]
    notes = _notes(detection, crop, hidden)
    piece, side, value, margin = _answer(identity, kind, [] if hidden else recognition.options[row], eyes, expected)
    margin = float(np.clip(margin, -MOST_MARGIN, MOST_MARGIN))
    taught_colour = identity.taught.colour if piece is not None and identity.taught is not None else None
    unread_number = identity.taught is None and side == "number" and value is None
    return Piece(
        kind=_kind(kind),
        piece=piece,
        side=side,
        value=value,
        colour=taught_colour or _colour(kind, crop, white),
        confidence=round(1 / (1 + float(np.exp(-margin))), 4),
        sure=margin >= eyes.threshold * (thresholds.STACKED_MARGINS if Note.STACKED in notes else 1.0)
        and not _irregular(hidden or unread_number, notes),
        candidates=_listed(recognition.weights[row], recognition.options[row], eyes.gallery.with_numbers),
        centre_px=detection.centre_px,
        outline_px=tuple((float(x), float(y)) for x, y in detection.outline_px),
        centre_mm=_centre_mm(detection, plane),
        notes=notes,
        margin=round(margin, 3),
    )


def _irregular(hidden: bool, notes: Sequence[str]) -> bool:
    return hidden or bool(UNSETTLED.intersection(notes))


def _answer(
    identity: Identity, kind: str, options: Sequence[SideOption], eyes: Eyes, expected: bool
) -> tuple[str | None, str | None, int | None, float]:
    """Return piece, side, value and margin.

    The piece is None where only the side is sure: for dice of one make, which are often too similar, and for stones
    that show the same side while the game waits for neither.
    """
    if identity.taught is None:
        value = options[0].value if options else None
        margin = identity.side_margin if _is_side_enough(kind, expected) else identity.margin
        return None, options[0].side if options else None, value, margin
    value = value_of(identity.taught, eyes.gallery)
    needed = eyes.threshold * (thresholds.DICE_ALIKE_MARGINS if kind == "die" and not expected else 1)
    if identity.margin < needed and identity.side_margin >= eyes.threshold and _is_side_enough(kind, expected):
        return None, identity.taught.side, value, identity.side_margin
    return identity.taught.piece, identity.taught.side, value, identity.margin


def _is_side_enough(kind: str, expected: bool) -> bool:
    """Whether the side alone is an answer: always for a die, for a stone only where the game expects none."""
    return kind == "die" or not expected


def _kind(word: str) -> Kind:
    return "stone" if word == "stone" else "die" if word == "die" else "unknown"


def _colour(kind: str, crop: Image, white: NDArray[np.float32]) -> str | None:
    return colour_word(rim_colour(crop), white) if kind == "stone" else None


def _notes(detection: Detection, crop: Image, hidden: bool) -> tuple[Note, ...]:
    return (*detection.notes, *_light(crop), *[Note.UNCLEAR] * hidden)


def _light(crop: Image) -> tuple[Note, ...]:
    """Return the note on how much of a face is overexposed."""
    if is_overexposed(crop):
        return (Note.OVEREXPOSED,)
    return (Note.GLARE,) if overexposed_part(crop) > thresholds.GLARE_PART else ()


def _listed(weights: NDArray[np.float64], options: Sequence[SideOption], gallery: Gallery) -> tuple[Candidate, ...]:
    """Return the answers that are not negligible, likeliest first, with scores that sum to 1."""
    known = zip(gallery.sides, weights.tolist(), is_possible(weights), strict=True)
    merged: dict[tuple[str | None, str], float] = {
        (side.piece, side.side): w for side, w, possible in known if possible
    }
    for option in options:
        merged[None, option.side] = max(merged.get((None, option.side), FORBIDDEN), option.weight)
    if not merged:
        return ()
    least = max(merged.values()) + float(np.log(thresholds.LISTED))
    top = sorted(((fact, w) for fact, w in merged.items() if w >= least), key=lambda item: -item[1])
    shares = np.exp(np.array([w for _, w in top]) - top[0][1])
    shares /= shares.sum()
    return tuple(Candidate(p, s, float(share)) for ((p, s), _), share in zip(top, shares, strict=True))


def _centre_mm(detection: Detection, plane: Plane | None) -> tuple[float, float] | None:
    if plane is None:
        return None
    x, y = plane.to_mm(np.array([detection.centre_px], np.float64))[0]
    return round(float(x), 2), round(float(y), 2)


def _problems(pieces: Sequence[Piece], eyes: Eyes, expect: Sequence[str]) -> list[str]:
    """Return sentences about problems with the whole picture."""
    if not pieces:
        return ["Nothing was found on the table. Check the light and that the pieces lie in view."]
    problems = []
    lying = [piece for piece in pieces if not BESIDE.intersection(piece.notes)]
    if expect and len(lying) != len(expect):
        problems.append(f"Pieces expected: {len(expect)}, seen: {len(lying)}. Check that all lie on the mat.")
    missing = [piece for piece in expect if not eyes.gallery.of(piece)]
    if missing:
        problems.append(f"Never taught: {', '.join(missing)}. Teach them with `owleye teach`.")
    return problems
