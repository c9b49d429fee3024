"""Where the names of pieces stand in a picture: beside the pieces, never over one, each tied to its own by a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from web.pictures.evidence import EvidencePicture, bounds

LETTERS = 46  # letters of this size side by side are as high as a picture is wide
WIDE, HIGH = 0.56, 1.7  # of a letter, as shares of its size; of a label, the same
PAD = 1.0  # around a label's words, in letters
GAP = 0.55  # between a piece and its label, in letters
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
VERDICT = (0.6, 0.2)  # the part of the picture from its upper left corner where the verdict stands, as shares
REACH = (1.0, 2.6, 4.4)  # how far a label may move away, in gaps
ALONE = 1.5  # between a piece and its mark where no name is shown, in letters

Box = tuple[float, float, float, float]  # left, top, right, bottom in px


@dataclass(frozen=True, slots=True)
class Label:
    """The label of *piece* in its picture: its box and the line from the piece's edge to it, all in px.

    ``mark`` is the number or the sign of the side that shows, ``letter`` the size of the letters.
    """

    piece: Mapping[str, Any]
    name: str
    mark: str
    letter: float
    box: Box
    line: Box

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the label (px)."""
        left, top, right, bottom = self.box
        return round((left + right) / 2, 1), round((top + bottom) / 2, 1)

    @property
    def mark_alone(self) -> tuple[float, float]:
        """Where the mark stands on a screen too small for names: beside the piece, on the side of the label (px)."""
        from_x, from_y, to_x, to_y = self.line
        far = max(1.0, ((to_x - from_x) ** 2 + (to_y - from_y) ** 2) ** 0.5)
        step = ALONE * self.letter / far
        return round(from_x + (to_x - from_x) * step, 1), round(from_y + (to_y - from_y) * step, 1)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height (px)."""
        left, top, right, bottom = self.box
        return round(right - left, 1), round(bottom - top, 1)


def labels(
    proof: EvidencePicture,
    pieces: Iterable[Mapping[str, Any]],
    name_of: Callable[[Mapping[str, Any]], str],
    mark_of: Callable[[Mapping[str, Any]], str],
) -> list[Label]:
    """The labels of *pieces* in the picture *proof*: none covers a piece or another label, as far as there is room."""
    shown = list(pieces)
    verdict = (0.0, 0.0, VERDICT[0] * proof.size[0], VERDICT[1] * proof.size[1])
    taken: list[Box] = [verdict, *(bounds(piece) for piece in proof.pieces)]
    placed = []
    for piece in sorted(shown, key=lambda piece: bool(piece["sure"])):  # labels of unsure pieces are placed first
        label = _placed(proof.size, piece, name_of(piece), mark_of(piece), taken)
        taken.append(label.box)
        placed.append(label)
    return sorted(placed, key=lambda label: shown.index(label.piece))


def _placed(size: tuple[int, int], piece: Mapping[str, Any], name: str, mark: str, taken: Sequence[Box]) -> Label:
    letter = size[0] / LETTERS
    width = (len(f"{mark} {name}") * WIDE + PAD) * letter
    places = list(_places(bounds(piece), width, HIGH * letter, GAP * letter))
    box = min(places, key=lambda place: _harm(place, size, taken))
    return Label(piece, name, mark, round(letter, 1), box, _line(bounds(piece), box))


def _places(piece: Box, width: float, height: float, gap: float) -> Iterator[Box]:
    """The places around a piece, the nearest first."""
    left, top, right, bottom = piece
    x, y = (left + right) / 2, (top + bottom) / 2
    for reach in REACH:
        for across, down in WAYS:
            at_x = x + across * ((right - left + width) / 2 + gap * reach)
            at_y = y + down * ((bottom - top + height) / 2 + gap * reach)
            yield at_x - width / 2, at_y - height / 2, at_x + width / 2, at_y + height / 2


def _harm(place: Box, size: tuple[int, int], taken: Iterable[Box]) -> float:
    """How much of *place* is covered or outside of the picture (px²)."""
    inside = _overlap(place, (0, 0, *size))
    left, top, right, bottom = place
    return (right - left) * (bottom - top) - inside + sum(_overlap(place, other) for other in taken)


def _overlap(one: Box, other: Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, across) * max(0.0, down)


def _line(piece: Box, label: Box) -> Box:
    """From the edge of the piece to the nearest point of its label."""
    x, y = (piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2
    to_x, to_y = min(max(x, label[0]), label[2]), min(max(y, label[1]), label[3])
    far = max(1.0, ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5)
    share = min(1.0, max(piece[2] - piece[0], piece[3] - piece[1]) / 2 / far)
    return round(x + (to_x - x) * share, 1), round(y + (to_y - y) * share, 1), round(to_x, 1), round(to_y, 1)
