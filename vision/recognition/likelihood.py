"""Convert the network's predictions into log odds of each side, untaught and taught."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.geometry.crops import grey
from vision.recognition.appearance import appearances
from vision.recognition.assignment import FORBIDDEN, Weights, is_possible
from vision.recognition.colour import Floats, die_colours
from vision.recognition.embedder import KINDS, NUMBERS, Embedder, Prediction
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side, is_numbered, is_sticker, shows_appearance

FAMILIES = {"stone": ("symbol", "number"), "die": ("pips", "numeral", "picture")}
Fact = tuple[str, int | None]
"""A side and the number it shows."""
_MARKS = np.array([KINDS.index("pips"), KINDS.index("numeral")])
LOG_P_FLOOR = -9.0
"""Floor of log probabilities, so that no single feature can rule out an answer."""
POWER_VALUE = 6
"""The number that the Power side of a die counts."""


@dataclass(frozen=True, slots=True)
class SideOption:
    """A side that is read untaught, its number, and its log probability."""

    side: str
    value: int | None
    weight: float


def family(kind: str, predictions: Prediction, row: int) -> str:
    """Return "stone", "die" or "unknown" for a crop that was detected as ``kind``, one of these.

    The detector decides, but clear pips make a die; without its answer the network decides. ``row``: index of the crop
    in the predictions.
    """
    if kind == "stone" and _kind(predictions, row, "pips") > thresholds.PLAIN_PIPS:
        return "die"
    summed = {name: sum(_kind(predictions, row, k) for k in kinds) for name, kinds in FAMILIES.items()}
    best = max(summed, key=lambda name: summed[name])
    return kind if kind != "unknown" else best if summed[best] > thresholds.LIKELIER_THAN_NOT else "unknown"


def _kind(predictions: Prediction, row: int, kind: str) -> float:
    return float(predictions.kind[row, KINDS.index(kind)])


def is_no_face(predictions: Prediction, row: int) -> bool:
    """Whether a crop shows no face: half hidden, on its edge, or no piece at all."""
    return _kind(predictions, row, "junk") > thresholds.LIKELIER_THAN_NOT


def side_options(kind: str, predictions: Prediction, row: int) -> list[SideOption]:
    """Return all sides that an untaught stone or die may show, likeliest first.

    ``row``: index of its crop in the predictions.
    """
    if kind == "unknown":
        return []
    options = _stone(predictions, row) if kind == "stone" else _die(predictions, row)
    whole = sum(chance for _, _, chance in options) or 1.0
    listed = [SideOption(side, value, _log(chance / whole)) for side, value, chance in options]
    return sorted(listed, key=lambda option: -option.weight)


def _stone(predictions: Prediction, row: int) -> list[tuple[str, int | None, float]]:
    number = _kind(predictions, row, "number")
    values: list[int | None] = [*NUMBERS, None]
    options: list[tuple[str, int | None, float]] = [("symbol", None, _kind(predictions, row, "symbol"))]
    return options + [("number", v, number * float(predictions.number[row, i])) for i, v in enumerate(values)]


def _die(predictions: Prediction, row: int) -> list[tuple[str, int | None, float]]:
    """Return the sides of a die, pips and numerals added; a nine on a die is a six."""
    numeral = np.array([predictions.number[row, NUMBERS.index(n)] for n in range(1, 7)], np.float64)
    numeral[5] += predictions.number[row, NUMBERS.index(9)]
    numeral /= max(float(numeral.sum()), 1e-6)
    each = _kind(predictions, row, "pips") * predictions.pips[row] + _kind(predictions, row, "numeral") * numeral
    options: list[tuple[str, int | None, float]] = [(str(n), n, float(each[n - 1])) for n in range(1, 7)]
    return [*options, ("power", POWER_VALUE, _kind(predictions, row, "picture"))]


def _log(chance: float) -> float:
    return float(np.log(max(chance, np.exp(LOG_P_FLOOR))))


def counted_twice(predictions: Prediction, pips: Sequence[Sequence[float]]) -> Prediction:
    """Combine the predictions of pips with those of the network for whole dice.

    ``pips``: for each crop the probabilities of none and of one to six, or empty. Two networks trained on different
    pictures count as independent.
    """
    both = predictions.pips.copy()
    for row, counted in enumerate(pips):
        if counted:
            product = both[row] * np.maximum(counted[1:], np.exp(LOG_P_FLOOR))
            both[row] = product / product.sum()
    return replace(predictions, pips=both)


def of_one_make(predictions: Prediction, kinds: Sequence[str]) -> Prediction:
    """Adjust the predictions so that dice of one picture (``kinds``, by crop) tend to be all pips or all numerals.

    The prior of each die follows from the others in the picture (rule of succession).
    """
    dice = np.flatnonzero([kind == "die" for kind in kinds])
    probabilities = predictions.kind.copy()
    marks = probabilities[np.ix_(dice, _MARKS)]
    others = marks.sum(axis=0) - marks
    probabilities[np.ix_(dice, _MARKS)] *= (others + 1) / (others.sum(axis=1, keepdims=True) + 2) * 2
    return replace(predictions, kind=probabilities / probabilities.sum(axis=1, keepdims=True))


def log_odds_of(
    kinds: Sequence[str],
    predictions: Prediction,
    fine: Mapping[int, NDArray[np.uint8]],
    gallery: Gallery,
    embedder: Embedder,
    compared: NDArray[np.bool_],
) -> Weights:
    """Log odds (pieces x taught sides) of being this taught side against being nothing taught.

    A side with crops is weighed by four features: the similarity of the crop to the taught crops, what the network
    reads untaught and, where ``fine`` holds its crop (128 x 128 x 3) by its row, the similarity of a stone's lines and
    the inks of what is printed on it.  A side without crops is weighed by what the network reads.  Sides that are not
    ``compared`` are impossible.
    """
    likeness = _likeness(kinds, predictions, fine, gallery, embedder)
    numbers = [gallery.number(side.piece) for side in gallery.sides]
    table = np.full(likeness.shape, FORBIDDEN)
    for row, kind in enumerate(kinds):
        by_reading = {(one.side, one.value): one.weight for one in side_options(kind, predictions, row)}
        best = {side: max(w for (s, _), w in by_reading.items() if s == side) for side in {s for s, _ in by_reading}}
        for column, side in enumerate(gallery.sides):
            if compared[column] and side.kind == kind:
                untaught = _untaught_log_p(side, numbers[column], by_reading, best)
                similar = likeness[row, column] * gallery.pictured[column]
                if is_numbered(side):  # What is read counts in full, for all faces of a die look alike.
                    table[row, column] = similar * (thresholds.UNLIKE_FACE if similar < 0 else 1.0) + untaught
                else:
                    table[row, column] = similar + embedder.trust * untaught
    return _unseen_as_likely(table, gallery)


def other_stones(gallery: Gallery, expected: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether each taught side is of a stone whose design (`Gallery.designs`) is not among the ``expected`` (sides).

    Such a stone may lie there too: left from the last game, or put down by somebody who looks on.
    """
    stones = np.array([side.kind == "stone" for side in gallery.sides], bool)
    return stones & ~np.isin(gallery.designs, gallery.designs[expected])


def odds_of_others(table: Weights, others: NDArray[np.bool_], gallery: Gallery) -> Weights:
    """Log odds (pieces) of being one of the ``others`` (sides), each of these pieces as likely; -inf without others.

    ``table`` (pieces x taught sides): log odds from `log_odds_of`.
    """
    pieces = {side.piece for side, is_other in zip(gallery.sides, others, strict=True) if is_other}
    return np.asarray(np.logaddexp.reduce(table[:, others], axis=1) - np.log(max(1, len(pieces))))


def _likeness(
    kinds: Sequence[str],
    predictions: Prediction,
    fine: Mapping[int, NDArray[np.uint8]],
    gallery: Gallery,
    embedder: Embedder,
) -> Weights:
    """Log odds (pieces x taught sides) from the similarity of the crops, of a stone's lines and of the inks."""
    likeness = embedder.log_odds(gallery.likeness(predictions.embedding))
    discs = [row for row in fine if kinds[row] == "stone"]
    if embedder.lines and discs:
        relief = gallery.relief_similarity(grey(np.stack([fine[row] for row in discs])))
        likeness[discs] += embedder.line_log_odds(relief)
    if embedder.ink and fine:
        rows = list(fine)
        apart = other_inks(gallery, np.stack([fine[row] for row in rows]), [kinds[row] for row in rows])
        likeness[rows] -= embedder.ink * apart
    return likeness


def _unseen_as_likely(table: Weights, gallery: Gallery) -> Weights:
    """Raise a side without crops to the likelihood of the likeliest same side of the other dice.

    Its appearance is unknown, so similarity to another die is no evidence against it. The players are asked which die
    it is until a confirmed throw has shown the side.
    """
    for column in np.flatnonzero(~gallery.pictured):
        name = gallery.sides[column].side
        same = [i for i in np.flatnonzero(gallery.pictured) if gallery.sides[i].side == name]
        if same:
            known = is_possible(table[:, column])
            table[known, column] = np.maximum(table[known, column], table[np.ix_(known, same)].max(axis=1))
    return table


def other_dice(crops: NDArray[np.uint8], gallery: Gallery, allowed: NDArray[np.bool_], table: Floats) -> Weights:
    """Return the log odds (N crops x taught sides) of each die, against the mean die, from the appearance of its faces.

    ``table``: the colour of the table on which they lie (`colour.table_colour`). The log odds count for the sides among
    ``allowed`` with `shows_appearance`, also for those without crops; 0 for all others.
    """
    due = allowed & np.array([shows_appearance(side) for side in gallery.sides], bool)

    def similarity(faces: NDArray[np.uint8]) -> Floats:
        similar, known = gallery.die_similarity(appearances(faces), table)
        return _with_strangers(similar[:, due], known[due])

    return _odds_of_due(crops, due, similarity, thresholds.APPEARANCE_WEIGHT)


def other_stickers(crops: NDArray[np.uint8], gallery: Gallery, allowed: NDArray[np.bool_]) -> Weights:
    """Return log odds that faces (N crops) have the colours of each sticker, against the mean one: N x taught sides.

    They count for the stickers among ``allowed``; 0 for all other sides.
    """
    due = allowed & np.array([is_sticker(side) for side in gallery.sides], bool)
    return _odds_of_due(
        crops,
        due,
        lambda faces: gallery.sticker_similarity(die_colours(faces))[:, due],
        thresholds.STICKER_COLOURS_WEIGHT,
    )


def _odds_of_due(
    crops: NDArray[np.uint8],
    due: NDArray[np.bool_],
    similarity: Callable[[NDArray[np.uint8]], Floats],
    weight: float,
) -> Weights:
    """Return log odds (crops x taught sides) from the *similarity* to the sides that are due; 0 for the others.

    The similarity costs time, and is only computed where a side is due. The mean factor of the sides that are due is 1.
    """
    odds = np.zeros((len(crops), len(due)))
    if due.any():
        similar = similarity(crops).astype(np.float64)
        apart = similar.max(axis=1, keepdims=True) - similar
        factor = np.exp(-np.minimum(weight * apart, thresholds.APPEARANCE_MOST))
        odds[:, due] = np.log(factor / factor.mean(axis=1, keepdims=True))
    return odds


def _with_strangers(similar: Floats, known: NDArray[np.int64]) -> Floats:
    """Draw the similarities to dice (N x sides) towards that of a stranger, the more the fewer faces are known (sides).

    As if one more face of each die were known, with the similarity of a stranger.
    """
    nearest = np.where(known, similar, -np.inf).max(axis=1, keepdims=True)
    stranger = np.minimum(thresholds.UNKNOWN_DIE, nearest + thresholds.UNKNOWN_DIE_MARGIN)
    return np.asarray((known * similar + np.where(known.any(), stranger, 0.0)) / (known + 1), np.float32)


def other_inks(gallery: Gallery, crops: NDArray[np.uint8], kinds: Sequence[str]) -> NDArray[np.float32]:
    """How much farther the ink of each crop is from a taught side's than from the nearest's of that kind of piece.

    ``crops``: N x edge x edge x 3, ``kinds``: N.  The answer, N x sides, is 0 for sides that nothing is printed on.
    """
    alike = np.array([[side.kind == kind for side in gallery.sides] for kind in kinds])
    apart = np.where(alike, gallery.ink_distance(crops), np.inf)
    nearest = apart.min(axis=1, keepdims=True, initial=thresholds.FARTHEST_INK)
    farther = np.clip(apart - nearest - thresholds.SAME_INK, 0, thresholds.FARTHEST_INK)
    return np.asarray(np.where(np.isfinite(apart), farther, 0), np.float32)


def _untaught_log_p(side: Side, number: int | None, options: dict[Fact, float], best: dict[str, float]) -> float:
    """Return the log probability, as read without lessons, that a crop shows what is on a taught side.

    ``number``: the number on the stone; ``options``: log probabilities by side and number; ``best``: by side alone.
    """
    if side.side == "number" and number is not None:
        return options.get(("number", number), options.get(("number", None), LOG_P_FLOOR))
    return best.get(side.side, LOG_P_FLOOR)
