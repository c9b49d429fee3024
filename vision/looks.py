"""Look at the crops of one picture: once at each, and again, more closely, at those that this leaves in doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.eyes import Eyes
from vision.geometry.crops import FINE, SIZE, alone, cut, sized
from vision.recognition.assignment import FORBIDDEN, Weights
from vision.recognition.embedder import Prediction
from vision.recognition.identification import Identity, identify
from vision.recognition.likelihood import (
    SideOption,
    counted_twice,
    family,
    is_no_face,
    log_odds_of,
    odds_of_others,
    of_one_make,
    other_dice,
    other_stickers,
    other_stones,
    side_options,
)
from vision.recognition.strangers import stranger_odds
from vision.side_stickers import side_sticker_odds
from vision.types import Detection, Note

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Recognition:
    """What the crops of a picture show, one entry or row per crop.

    ``kinds``: "stone", "die" or "unknown". ``hidden``: whether the crop shows no face. ``options``: the sides that it
    may show. ``weights`` (crops x taught sides): log odds. ``identities``: the joint answer.
    """

    kinds: list[str]
    hidden: list[bool]
    options: list[list[SideOption]]
    weights: Weights
    identities: list[Identity]


class Looks:
    """The crops of the pieces detected in one picture (H x W x 3, BGR bytes); ``expect`` as for `pipeline.read`.

    ``crops`` (N x SIZE x SIZE x 3): one per detection, in their order.
    """

    def __init__(self, image: Image, detections: Sequence[Detection], eyes: Eyes, expect: Sequence[str]) -> None:
        self._image, self._detections, self._eyes, self._is_expected = image, detections, eyes, bool(expect)
        self._kinds = [detection.kind for detection in detections]
        self._large = np.stack([cut(image, detection.outline_px, detection.kind, FINE) for detection in detections])
        self.crops = sized(self._large, SIZE)
        self._alone = alone(self.crops, self._kinds)
        self._gallery = eyes.gallery.with_numbers
        self._allowed = np.array([not expect or side.piece in expect for side in self._gallery.sides], bool)
        self._others = other_stones(self._gallery, self._allowed)

    def recognition(self) -> Recognition:
        """Return what the crops show, after a second look at those whose margin is small after the first.

        The second look finds evidence that the first does not have. So a piece whose answer it changes, or leaves with
        a small margin, gets a second look as well.
        """
        predictions, dice_odds = self._eyes.predict(self._alone, self._kinds), self._dice_odds()
        first = self._recognised(predictions, dice_odds, {})
        seen, doubtful = first, list[int]()
        while more := [i for i in self._in_doubt(first, seen) if i not in doubtful]:
            doubtful = sorted(doubtful + more)
            seen = self._second_look(first.identities, predictions, dice_odds, doubtful)
        return seen

    def _in_doubt(self, first: Recognition, seen: Recognition) -> list[int]:
        """Return the pieces whose margin is small, or whose answer is another one than after the first look."""
        least = thresholds.DOUBTFUL_MARGINS * self._eyes.threshold
        answers = zip(first.identities, seen.identities, strict=True)
        return [i for i, (one, now) in enumerate(answers) if now.margin < least or now.taught != one.taught]

    def _second_look(
        self, identities: Sequence[Identity], predictions: Prediction, dice_odds: Weights, doubtful: list[int]
    ) -> Recognition:
        """Identify the pieces again: the doubtful ones are compared in detail with the taught sides.

        Those whose answer may change are also read in four rotations, and dice are recognised by a sticker on a visible
        side.
        """
        unsure = [i for i in doubtful if self._is_one_look_too_few(identities[i], self._kinds[i])]
        steadier = self._eyes.predict_rotated(self._alone[unsure], [self._kinds[i] for i in unsure])
        averaged = predictions.with_rows(np.array(unsure, np.int64), steadier)
        nameless = [i for i in doubtful if self._kinds[i] == "die" and identities[i].margin < self._eyes.threshold]
        if self._is_expected:
            dice_odds = dice_odds + side_sticker_odds(
                self._image, self._detections, nameless, self._eyes, self._allowed
            )
        return self._recognised(averaged, dice_odds, dict(zip(doubtful, self._large[doubtful], strict=True)))

    def _is_one_look_too_few(self, identity: Identity, kind: str) -> bool:
        """Whether a crop must be read in four rotations.

        It is not sure, or it is a die on the mat whose side is not far from doubt: what one look reads of a clear die
        changes by some log odds when its outline moves by half a millimetre.
        """
        is_die_on_mat = self._eyes.plane is not None and kind == "die"
        is_doubtful_face = identity.side_margin < thresholds.DOUBTFUL_MARGINS * self._eyes.threshold
        return identity.margin < self._eyes.threshold or (is_die_on_mat and is_doubtful_face)

    def _recognised(self, predictions: Prediction, dice_odds: Weights, fine: Mapping[int, Image]) -> Recognition:
        """Identify all crops jointly; ``fine``: the large crops of those that are compared in detail."""
        detections, eyes = self._detections, self._eyes
        predictions = of_one_make(counted_twice(predictions, [each.pips for each in detections]), self._kinds)
        kinds = [_kind_of(each, predictions, i, eyes) for i, each in enumerate(detections)]
        options = [side_options(kind, predictions, i) for i, kind in enumerate(kinds)]
        compared = self._allowed | self._others
        known = log_odds_of(kinds, predictions, fine, self._gallery, eyes.embedder, compared) + dice_odds
        weights = np.where(self._others, FORBIDDEN, known)
        beside = [i for i, each in enumerate(detections) if Note.OFF in each.notes]
        others = odds_of_others(known, self._others, self._gallery)
        strangers = self._strangers([kind == "stone" and i in fine for i, kind in enumerate(kinds)])
        identities = identify(weights, options, self._gallery, self._is_expected, beside, others, strangers)
        hidden = [
            not each or _is_hidden(detections[i], identities[i], predictions, i) for i, each in enumerate(options)
        ]
        return Recognition(kinds, hidden, options, weights, identities)

    def _strangers(self, compared: Sequence[bool]) -> Weights:
        """Return the least log odds (pieces) of being an untaught stone, for those that are ``compared`` in detail.

        With them a stone is sure only where its log odds of being a taught one exceed `stranger_odds`.
        """
        if not any(compared):
            return np.full(len(compared), -np.inf)
        few_reach = stranger_odds(self._gallery, self._eyes.embedder)
        return np.where(compared, few_reach - self._eyes.threshold, -np.inf)

    def _dice_odds(self) -> Weights:
        """Return log odds (crops x taught sides) of each die from its appearance and the colours of its sticker.

        0 for stones.
        """
        odds = np.zeros((len(self.crops), len(self._gallery.sides)))
        rows = [i for i, kind in enumerate(self._kinds) if kind != "stone"]
        crops = self.crops[rows]
        odds[rows] = other_dice(crops, self._gallery, self._allowed, self._eyes.table)
        odds[rows] += other_stickers(crops, self._gallery, self._allowed)
        return odds


def _is_hidden(detection: Detection, identity: Identity, predictions: Prediction, row: int) -> bool:
    """Whether a crop shows no face; a close-up that matches a taught side always shows one."""
    close_up_of_taught = detection.kind == "unknown" and identity.taught is not None
    return is_no_face(predictions, row) and not close_up_of_taught


def _kind_of(detection: Detection, predictions: Prediction, row: int, eyes: Eyes) -> str:
    """Return "stone", "die" or "unknown"; an unknown detection takes the kind of the most similar taught side.

    Without a similar side the network decides, but not for what has not the size of a piece: a printed ring can look
    like a one, and would be an awaited die of which only the sticker was taught.
    """
    if detection.kind == "unknown" and eyes.gallery.sides:
        similarity = eyes.gallery.likeness(predictions.embedding[row : row + 1])[0]
        if similarity.max() > eyes.embedder.floor:
            return eyes.gallery.sides[int(similarity.argmax())].kind
    return (
        "unknown"
        if detection.kind == "unknown" and Note.SIZE in detection.notes
        else family(detection.kind, predictions, row)
    )
