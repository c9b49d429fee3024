"""The reading pipeline: detect the pieces, cut crops, run the embedder on them, identify all pieces jointly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.detect import find_on_plane
from vision.eyes import Eyes
from vision.geometry.crops import FINE, SIZE, alone, cut, sized
from vision.geometry.plane import Plane
from vision.recognition.assignment import Weights
from vision.recognition.colour import colour_word, rim_colour, white_of
from vision.recognition.embedder import Prediction
from vision.recognition.gallery import Gallery
from vision.recognition.identification import Identity, identify, value_of
from vision.recognition.likelihood import (
    SideOption,
    counted_twice,
    family,
    is_no_face,
    log_odds_of,
    of_one_make,
    other_dice,
    other_stickers,
    side_options,
)
from vision.side_stickers import side_sticker_odds
from vision.types import Candidate, Found, Kind, Note, Piece, Reading
from vision.uncalibrated import close_up, find_anywhere

Floats = NDArray[np.float32]
Image = NDArray[np.uint8]
UNSETTLED = frozenset({Note.LEANER, Note.COCKED, Note.FAINT, Note.SIZE})
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
    pieces = read_found(image, found, eyes, expect)
    ms = {"find": 1e3 * (between - start), "read": 1e3 * (perf_counter() - between)}
    return Reading(pieces, tuple(_problems(pieces, eyes, expect)), {name: round(t, 2) for name, t in ms.items()})


def find(
    image: Image, plane: Plane | None = None, empty: Image | None = None, edges_mm: Sequence[float] = ()
) -> tuple[Found, ...]:
    """Detect the pieces in a BGR picture, with or without a known plane, highest score first.

    ``empty``: picture of the empty table from the same camera; unchanged places hold no piece. ``edges_mm``: edges of
    the dice that may lie there; empty where they are not known. Raises PlaneError for a picture whose aspect ratio
    differs from the plane's.
    """
    return find_anywhere(image) if plane is None else find_on_plane(image, plane, empty, edges_mm)


def read_found(image: Image, found: Sequence[Found], eyes: Eyes, expect: Sequence[str] = ()) -> tuple[Piece, ...]:
    """Read the pieces at known detections, in their order.

    Crops whose margin is too small are read again in four rotations and compared in detail with the taught sides.
    """
    if not found:
        return ()
    large = np.stack([cut(image, detection.outline_px, detection.kind, FINE) for detection in found])
    crops = sized(large, SIZE)
    kinds = [detection.kind for detection in found]
    shown_alone = alone(crops, kinds)
    predictions = eyes.predict(shown_alone, kinds)
    allowed = np.array([not expect or side.piece in expect for side in eyes.gallery.with_numbers.sides], bool)
    dice_odds = _dice_odds(found, crops, eyes, allowed)
    recognition = _recognised(found, dice_odds, predictions, {}, eyes, allowed, bool(expect))
    doubtful = [
        i
        for i, identity in enumerate(recognition.identities)
        if identity.margin < thresholds.DOUBTFUL_MARGINS * eyes.threshold
    ]
    if doubtful:
        unsure = [i for i in doubtful if _is_one_look_too_few(recognition.identities[i], kinds[i], eyes)]
        steadier = eyes.predict_rotated(shown_alone[unsure], [kinds[i] for i in unsure])
        averaged = predictions.with_rows(np.array(unsure, np.int64), steadier)
        fine = dict(zip(doubtful, large[doubtful], strict=True))
        nameless = [i for i in doubtful if kinds[i] == "die" and recognition.identities[i].margin < eyes.threshold]
        if expect:
            dice_odds += side_sticker_odds(image, found, nameless, eyes, allowed)
        recognition = _recognised(found, dice_odds, averaged, fine, eyes, allowed, bool(expect))
    white = white_of(image)
    return tuple(
        _piece(detection, crops[i], recognition, i, eyes, white, bool(expect)) for i, detection in enumerate(found)
    )


def _is_one_look_too_few(identity: Identity, kind: str, eyes: Eyes) -> bool:
    """Whether a crop must be read in four rotations.

    It is not sure, or it is a die on the mat whose side is not far from doubt: what one look reads of a clear die
    changes by some log odds when its outline moves by half a millimetre.
    """
    is_doubtful_face = (
        eyes.plane is not None and kind == "die" and identity.side_margin < thresholds.DOUBTFUL_MARGINS * eyes.threshold
    )
    return identity.margin < eyes.threshold or is_doubtful_face


@dataclass(frozen=True, slots=True)
class _Recognition:
    """The recognition result for all crops of a picture, one entry or row per crop."""

    kinds: list[str]
    hidden: list[bool]
    options: list[list[SideOption]]
    weights: Weights
    identities: list[Identity]


def _recognised(
    found: Sequence[Found],
    dice_odds: Weights,
    predictions: Prediction,
    fine: Mapping[int, Image],
    eyes: Eyes,
    allowed: NDArray[np.bool_],
    expected: bool,
) -> _Recognition:
    """Identify all crops jointly from the embedder's predictions and the log odds of `_dice_odds`."""
    predictions = of_one_make(counted_twice(predictions, [each.pips for each in found]), [each.kind for each in found])
    kinds = [_kind_of(each, predictions, i, eyes) for i, each in enumerate(found)]
    options = [side_options(kind, predictions, i) for i, kind in enumerate(kinds)]
    gallery = eyes.gallery.with_numbers
    weights = log_odds_of(kinds, predictions, fine, gallery, eyes.embedder, allowed) + dice_odds
    beside = [i for i, each in enumerate(found) if Note.OFF in each.notes]
    identities = identify(weights, options, gallery, expected, beside)
    hidden = [not each or _is_hidden(found[i], identities[i], predictions, i) for i, each in enumerate(options)]
    return _Recognition(kinds, hidden, options, weights, identities)


def _dice_odds(found: Sequence[Found], crops: Image, eyes: Eyes, allowed: NDArray[np.bool_]) -> Weights:
    """Return log odds (crops x taught sides) of each die from its appearance and the colours of its sticker.

    0 for stones.
    """
    gallery = eyes.gallery.with_numbers
    odds = np.zeros((len(crops), len(gallery.sides)))
    rows = [i for i, detection in enumerate(found) if detection.kind != "stone"]
    odds[rows] = other_dice(crops[rows], gallery, allowed, eyes.table) + other_stickers(crops[rows], gallery, allowed)
    return odds


def _is_hidden(found: Found, identity: Identity, predictions: Prediction, row: int) -> bool:
    """Whether a crop shows no face; a close-up that matches a taught side always shows one."""
    close_up_of_taught = found.kind == "unknown" and identity.taught is not None
    return is_no_face(predictions, row) and not close_up_of_taught


def _kind_of(found: Found, predictions: Prediction, row: int, eyes: Eyes) -> str:
    """Return "stone", "die" or "unknown"; an unknown detection takes the kind of the most similar taught side.

    Without a similar side the network decides, but not for what has not the size of a piece: a printed ring can look
    like a one, and would be an awaited die of which only the sticker was taught.
    """
    if found.kind == "unknown" and eyes.gallery.sides:
        similarity = eyes.gallery.likeness(predictions.embedding[row : row + 1])[0]
        if similarity.max() > eyes.embedder.floor:
            return eyes.gallery.sides[int(similarity.argmax())].kind
    return "unknown" if found.kind == "unknown" and Note.SIZE in found.notes else family(found.kind, predictions, row)


def _piece(
    found: Found,
    crop: Image,
    recognition: _Recognition,
    row: int,
    eyes: Eyes,
    white: NDArray[np.float32],
    expected: bool,
) -> Piece:
    """Return the reading of one piece."""
    kind, hidden, identity = recognition.kinds[row], recognition.hidden[row], recognition.identities[row]
    notes = _notes(found, crop, hidden)
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
        centre_px=found.centre_px,
        outline_px=tuple((float(x), float(y)) for x, y in found.outline_px),
        centre_mm=_centre_mm(found, eyes),
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


def _notes(found: Found, crop: Image, hidden: bool) -> tuple[Note, ...]:
    inner = crop[SIZE // 6 : -SIZE // 6, SIZE // 6 : -SIZE // 6]
    blown = float((inner.min(axis=2) > thresholds.BLOWN_LEVEL).mean())
    more = [Note.GLARE] * (blown > thresholds.GLARE_PART and Note.GLARE not in found.notes) + [Note.UNCLEAR] * hidden
    return (*found.notes, *more)


def _listed(weights: NDArray[np.float64], options: Sequence[SideOption], gallery: Gallery) -> tuple[Candidate, ...]:
    """Return the answers that are not negligible, likeliest first, with scores that sum to 1."""
    odds = [(side.piece, side.side, float(w)) for side, w in zip(gallery.sides, weights, strict=True) if w > -1e5]
    merged: dict[tuple[str | None, str], float] = {(piece, side): w for piece, side, w in odds}
    for option in options:
        merged[None, option.side] = max(merged.get((None, option.side), -1e5), option.weight)
    if not merged:
        return ()
    least = max(merged.values()) + float(np.log(thresholds.LISTED))
    top = sorted(((fact, w) for fact, w in merged.items() if w >= least), key=lambda item: -item[1])
    shares = np.exp(np.array([w for _, w in top]) - top[0][1])
    shares /= shares.sum()
    return tuple(Candidate(p, s, float(share)) for ((p, s), _), share in zip(top, shares, strict=True))


def _centre_mm(found: Found, eyes: Eyes) -> tuple[float, float] | None:
    if eyes.plane is None:
        return None
    x, y = eyes.plane.to_mm(np.array([found.centre_px], np.float64))[0]
    return round(float(x), 2), round(float(y), 2)


def _problems(pieces: Sequence[Piece], eyes: Eyes, expect: Sequence[str]) -> list[str]:
    """Return sentences about problems with the whole picture."""
    if not pieces:
        return ["Nothing was found on the table. Check the light and that the pieces lie in view."]
    problems = []
    lying = [piece for piece in pieces if not BESIDE.intersection(piece.notes)]
    if expect and len(lying) != len(expect):
        problems.append(f"{len(expect)} pieces are expected and {len(lying)} were seen. Check that all lie on the mat.")
    missing = [piece for piece in expect if not eyes.gallery.of(piece)]
    if missing:
        problems.append(f"Never taught: {', '.join(missing)}. Teach them with `owleye teach`.")
    return problems
