"""One picture in, one reading out: find, cut, look once at all crops, name all pieces together."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from vision.colour import colour_word, rim_colour, white_of
from vision.crop import SIZE, cut
from vision.evidence import Shown, family, is_no_face, shown, weigh
from vision.eyes import Eyes
from vision.faces import Looks
from vision.find import Found, find
from vision.gallery import Gallery
from vision.naming import Name, name_all, value_of
from vision.reading import Candidate, Kind, Piece, Reading

Image = NDArray[np.uint8]
UNSETTLED = frozenset({"leaner", "stacked", "cocked"})
"""Notes under which no reading is sure: the players are asked."""
BESIDE = frozenset({"off", "size", "unclear"})
"""Notes of things that do not count as pieces lying on the mat."""
CANDIDATES = 5
GLARE = 0.12
"""A piece of whose crop more than this part is blown out gets the note."""


def read(image: Image, eyes: Eyes, expect: Sequence[str] = ()) -> Reading:
    """Read a whole picture (H x W x 3, BGR bytes); ``expect`` are the ids of the pieces that the game waits for."""
    start = perf_counter()
    found = find(image, eyes.plane, eyes.empty)
    between = perf_counter()
    pieces = read_found(image, found, eyes, expect)
    ms = {"find": 1e3 * (between - start), "read": 1e3 * (perf_counter() - between)}
    return Reading(pieces, tuple(_problems(pieces, eyes, expect)), {name: round(t, 2) for name, t in ms.items()})


def read_found(image: Image, found: Sequence[Found], eyes: Eyes, expect: Sequence[str] = ()) -> tuple[Piece, ...]:
    """Read pieces whose places are known already."""
    if not found:
        return ()
    crops = np.stack([cut(image, one.outline_px, one.kind) for one in found])
    looks = eyes.faces.look(crops)
    kinds = [family(one.kind, looks, i) for i, one in enumerate(found)]
    said = [shown(kind, looks, i) for i, kind in enumerate(kinds)]
    allowed = np.array([not expect or side.piece in expect for side in eyes.gallery.sides], bool)
    table = weigh(kinds, looks, eyes.gallery, eyes.faces, allowed)
    names = name_all(table, said, eyes.gallery, bool(expect))
    white = white_of(image)
    return tuple(
        _piece(
            one, kinds[i], said[i], names[i], eyes, _listed(table[i], said[i], eyes.gallery), looks, i, crops[i], white
        )
        for i, one in enumerate(found)
    )


def _piece(
    found: Found,
    kind: str,
    said: list[Shown],
    name: Name,
    eyes: Eyes,
    candidates: tuple[Candidate, ...],
    looks: Looks,
    row: int,
    crop: Image,
    white: NDArray[np.float32],
) -> Piece:
    """Put one piece's answer into words."""
    hidden = is_no_face(looks, row) or kind == "unknown" or not said
    notes = _notes(found, crop, hidden)
    taught, lead = name.taught, name.lead
    if taught is not None and lead < eyes.margin <= name.side_lead and kind == "die":
        value, side, piece, lead = value_of(taught, eyes.gallery), taught.side, None, name.side_lead
    elif taught is not None:
        value, side, piece = value_of(taught, eyes.gallery), taught.side, taught.piece
    elif hidden:
        value, side, piece = None, None, None
    else:
        value, side, piece = said[0].value, said[0].side, None
    sure = lead >= eyes.margin and not hidden and not UNSETTLED.intersection(notes)
    return Piece(
        kind=_kind(kind),
        piece=piece,
        side=side,
        value=value,
        colour=taught.colour if taught is not None and taught.colour else _colour(kind, crop, white),
        confidence=round(1 / (1 + float(np.exp(-np.clip(lead, -30, 30)))), 4),
        sure=bool(sure),
        candidates=candidates,
        centre_px=found.centre_px,
        outline_px=tuple((float(x), float(y)) for x, y in found.outline_px),
        centre_mm=_centre_mm(found, kind, eyes),
        notes=notes,
    )


def _kind(word: str) -> Kind:
    return "stone" if word == "stone" else "die" if word == "die" else "unknown"


def _colour(kind: str, crop: Image, white: NDArray[np.float32]) -> str | None:
    return colour_word(rim_colour(crop), white) if kind == "stone" else None


def _notes(found: Found, crop: Image, hidden: bool) -> tuple[str, ...]:
    inner = crop[SIZE // 6 : -SIZE // 6, SIZE // 6 : -SIZE // 6]
    blown = float((inner.min(axis=2) > 250).mean())
    more = ["glare"] * (blown > GLARE and "glare" not in found.notes) + ["unclear"] * hidden
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


def _centre_mm(found: Found, kind: str, eyes: Eyes) -> tuple[float, float] | None:
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
