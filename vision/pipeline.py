"""One picture in, one reading out: find, cut, look once at all crops, name all pieces together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.detect import find_on_plane
from vision.eyes import Eyes
from vision.geometry.plane import Plane
from vision.recognition.assignment import Weights
from vision.recognition.colour import colour_word, rim_colour, white_of
from vision.recognition.crops import FINE, SIZE, alone, cut, sized
from vision.recognition.embedder import Prediction
from vision.recognition.gallery import Gallery
from vision.recognition.identification import Identity, identify, value_of
from vision.recognition.likelihood import Shown, counted_twice, family, is_no_face, of_one_make, shown, weigh
from vision.types import Candidate, Found, Kind, Note, Piece, Reading
from vision.uncalibrated.close_up import close_up
from vision.uncalibrated.detector import find_anywhere

Image = NDArray[np.uint8]
UNSETTLED = frozenset({Note.LEANER, Note.COCKED, Note.FAINT, Note.SIZE})
"""Notes under which no reading is sure: the players are asked. A thing of no piece's size is no piece."""
BESIDE = frozenset({Note.OFF, Note.SIZE, Note.UNCLEAR})
"""Notes of things that do not count as pieces lying on the mat."""
CANDIDATES = 5
MOST_MARGIN = 30.0
"""Log odds beyond which an answer is no surer: where nothing contradicts it, its margin is unbounded."""


def read(image: Image, eyes: Eyes, expect: Sequence[str] = ()) -> Reading:
    """Read a whole picture (H x W x 3, BGR bytes); ``expect`` are the ids of the pieces that the game waits for."""
    start = perf_counter()
    found = find(image, eyes.plane, eyes.empty) or close_up(image)
    between = perf_counter()
    pieces = read_found(image, found, eyes, expect)
    ms = {"find": 1e3 * (between - start), "read": 1e3 * (perf_counter() - between)}
    return Reading(pieces, tuple(_problems(pieces, eyes, expect)), {name: round(t, 2) for name, t in ms.items()})


def find(image: Image, plane: Plane | None = None, empty: Image | None = None) -> tuple[Found, ...]:
    """Detect the pieces in a BGR picture, on a known plane or on none, highest score first.

    ``empty`` is the picture of the empty table from the same camera: what looks the same there is no piece.
    """
    return find_anywhere(image) if plane is None else find_on_plane(image, plane, empty)


def read_found(image: Image, found: Sequence[Found], eyes: Eyes, expect: Sequence[str] = ()) -> tuple[Piece, ...]:
    """Read pieces whose places are known already; where a margin is thin, look again, turned and place by place."""
    if not found:
        return ()
    large = np.stack([cut(image, one.outline_px, one.kind, FINE) for one in found])
    crops = sized(large, SIZE)
    shown_alone = alone(crops, [one.kind for one in found])
    looks = eyes.embedder.look(shown_alone)
    seen = _named(found, looks, {}, eyes, expect)
    doubtful = [i for i, name in enumerate(seen.names) if name.margin < thresholds.DOUBTFUL_MARGINS * eyes.threshold]
    if doubtful:
        thin = [i for i in doubtful if seen.names[i].margin < eyes.threshold]
        steadier = looks.with_rows(np.array(thin, np.int64), eyes.embedder.look_all_round(shown_alone[thin]))
        fine = dict(zip(doubtful, large[doubtful], strict=True))
        seen = _named(found, steadier, fine, eyes, expect)
    white = white_of(image)
    return tuple(_piece(one, crops[i], seen, i, eyes, white, bool(expect)) for i, one in enumerate(found))


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a look at all crops of a picture comes to; one entry or row a crop."""

    kinds: list[str]
    hidden: list[bool]
    said: list[list[Shown]]
    table: Weights
    names: list[Identity]


def _named(
    found: Sequence[Found], looks: Prediction, fine: Mapping[int, Image], eyes: Eyes, expect: Sequence[str]
) -> _Seen:
    """From the network's words to names."""
    looks = of_one_make(counted_twice(looks, [one.pips for one in found]), [one.kind for one in found])
    kinds = [_kind_of(one.kind, looks, i, eyes) for i, one in enumerate(found)]
    said = [shown(kind, looks, i) for i, kind in enumerate(kinds)]
    gallery = eyes.gallery.with_numbers
    allowed = np.array([not expect or side.piece in expect for side in gallery.sides], bool)
    table = weigh(kinds, looks, fine, gallery, eyes.embedder, allowed)
    names = identify(table, said, gallery, bool(expect))
    hidden = [not one or _is_hidden(found[i], names[i], looks, i) for i, one in enumerate(said)]
    return _Seen(kinds, hidden, said, table, names)


def _is_hidden(found: Found, name: Identity, looks: Prediction, row: int) -> bool:
    """No face, or not enough of one; but what alone fills a picture and is like a taught side is that side."""
    alone_and_known = found.kind == "unknown" and name.taught is not None
    return is_no_face(looks, row) and not alone_and_known


def _kind_of(found: str, looks: Prediction, row: int, eyes: Eyes) -> str:
    """Stone, die or unknown; what the finder cannot tell is what the taught side is that it is most like."""
    if found == "unknown" and eyes.gallery.sides:
        likeness = eyes.gallery.likeness(looks.embedding[row : row + 1])[0]
        if likeness.max() > eyes.embedder.floor:
            return eyes.gallery.sides[int(likeness.argmax())].kind
    return family(found, looks, row)


def _piece(
    found: Found, crop: Image, seen: _Seen, row: int, eyes: Eyes, white: NDArray[np.float32], expected: bool
) -> Piece:
    """Put one piece's answer into words."""
    kind, hidden, name = seen.kinds[row], seen.hidden[row], seen.names[row]
    notes = _notes(found, crop, hidden)
    piece, side, value, margin = _answer(name, kind, [] if hidden else seen.said[row], eyes, expected)
    margin = float(np.clip(margin, -MOST_MARGIN, MOST_MARGIN))
    told = name.taught.colour if piece is not None and name.taught is not None else None
    halfway = name.taught is None and side == "number" and value is None  # a number, but which?
    return Piece(
        kind=_kind(kind),
        piece=piece,
        side=side,
        value=value,
        colour=told or _colour(kind, crop, white),
        confidence=round(1 / (1 + float(np.exp(-margin))), 4),
        sure=margin >= eyes.threshold * (thresholds.STACKED_MARGINS if Note.STACKED in notes else 1.0)
        and not _irregular(hidden or halfway, notes),
        candidates=_listed(seen.table[row], seen.said[row], eyes.gallery.with_numbers),
        centre_px=found.centre_px,
        outline_px=tuple((float(x), float(y)) for x, y in found.outline_px),
        centre_mm=_centre_mm(found, eyes),
        notes=notes,
        margin=round(margin, 3),
    )


def _irregular(hidden: bool, notes: Sequence[str]) -> bool:
    return hidden or bool(UNSETTLED.intersection(notes))


def _answer(
    name: Identity, kind: str, said: Sequence[Shown], eyes: Eyes, expected: bool
) -> tuple[str | None, str | None, int | None, float]:
    """Piece, side, value and margin.

    Where only the side is clear it is told without a name: two clear dice of one make are often too alike, and of two
    stones that both show this side nobody may have asked which it is.
    """
    if name.taught is None:
        value = said[0].value if said else None
        margin = name.side_margin if _is_side_enough(kind, expected) else name.margin
        return None, said[0].side if said else None, value, margin
    value = value_of(name.taught, eyes.gallery)
    enough = eyes.threshold * (thresholds.DICE_ALIKE_MARGINS if kind == "die" and not expected else 1)
    if name.margin < enough and name.side_margin >= eyes.threshold and _is_side_enough(kind, expected):
        return None, name.taught.side, value, name.side_margin
    return name.taught.piece, name.taught.side, value, name.margin


def _is_side_enough(kind: str, expected: bool) -> bool:
    """Whether a side without a name is an answer: of a die always, of a stone only where the game expects none."""
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


def _listed(weights: NDArray[np.float64], said: Sequence[Shown], gallery: Gallery) -> tuple[Candidate, ...]:
    """The likeliest answers with their shares of certainty, taught sides first named."""
    odds = [(side.piece, side.side, float(w)) for side, w in zip(gallery.sides, weights, strict=True) if w > -1e5]
    merged: dict[tuple[str | None, str], float] = {(piece, side): w for piece, side, w in odds}
    for one in said:
        merged[None, one.side] = max(merged.get((None, one.side), -1e5), one.weight)
    if not merged:
        return ()
    top = sorted(merged.items(), key=lambda item: -item[1])[:CANDIDATES]
    shares = np.exp(np.array([w for _, w in top]) - top[0][1])
    shares /= shares.sum()
    return tuple(Candidate(p, s, float(share)) for ((p, s), _), share in zip(top, shares, strict=True))


def _centre_mm(found: Found, eyes: Eyes) -> tuple[float, float] | None:
    if eyes.plane is None:
        return None
    x, y = eyes.plane.to_mm(np.array([found.centre_px], np.float64))[0]
    return round(float(x), 2), round(float(y), 2)


def _problems(pieces: Sequence[Piece], eyes: Eyes, expect: Sequence[str]) -> list[str]:
    """What the players should know about the whole picture."""
    if not pieces:
        return ["Nothing was found on the table. Check the light and that the pieces lie in view."]
    said = []
    lying = [piece for piece in pieces if not BESIDE.intersection(piece.notes)]
    if expect and len(lying) != len(expect):
        said.append(f"{len(expect)} pieces are expected and {len(lying)} were seen. Check that all lie on the mat.")
    missing = [piece for piece in expect if not eyes.gallery.of(piece)]
    if missing:
        said.append(f"Never taught: {', '.join(missing)}. Teach them with `owleye teach`.")
    return said
