"""Where the names of pieces stand in a picture: beside them, with a line to each, covering as little as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from web.pictures.evidence import EvidencePicture, bounds

LETTERS = 46  # the width of a picture as a multiple of the size of a letter
WIDE, HIGH = 0.56, 1.7  # of a letter, as shares of its size; of a label, the same
PAD = 1.0  # around a label's words, in letters
GAP = 0.55  # between a piece and its label, in letters
SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))
WAYS = (*SIDES, *((across, down) for across in (0.5, -0.5, 1, -1) for down in (1, -1)))
VERDICT = (0.6, 0.2)  # the part of the picture from its upper left corner where the verdict stands, as shares
REACH = (1.0, 2.6, 4.4, 6.5, 9.0)  # how far a label may move away, in gaps
ROUNDS = 2  # in the second one, each label knows where all the others stand
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
    """The labels of *pieces* in the picture *proof*, in their order; where there is room, none covers anything."""
    listed = list(pieces)
    verdict = (0.0, 0.0, VERDICT[0] * proof.size[0], VERDICT[1] * proof.size[1])
    covered = [verdict, *(bounds(piece) for piece in proof.pieces)]
    placed: dict[int, Label] = {}
    unsure_first = sorted(range(len(listed)), key=lambda at: bool(listed[at]["sure"]))
    for at in unsure_first * ROUNDS:
        taken = [*covered, *(box for other, label in placed.items() if other != at for box in _area(label))]
        placed[at] = _placed(proof.size, listed[at], name_of(listed[at]), mark_of(listed[at]), taken)
    return [placed[at] for at in range(len(listed))]


def _placed(size: tuple[int, int], piece: Mapping[str, Any], name: str, mark: str, taken: Sequence[Box]) -> Label:
    letter, own = size[0] / LETTERS, bounds(piece)
    width = (len(f"{mark} {name}") * WIDE + PAD) * letter
    others = [box for box in taken if box != own]
    places = _places(own, width, HIGH * letter, GAP * letter)

    def crossed(place: Box) -> float:
        return sum(_overlap(dot, other) for dot in _dots(_line(own, place), letter) for other in others)

    box = _freest(places, lambda place: _harm(place, size, taken), crossed)
    return Label(piece, name, mark, round(letter, 1), box, _line(own, box))


def _freest(places: Iterable[Box], harm: Callable[[Box], float], crossed: Callable[[Box], float]) -> Box:
    """The first place with the least *harm* and the fewest things *crossed*, which takes longer to find out."""
    least, freest = inf, (0.0, 0.0, 0.0, 0.0)
    for place in places:
        done = harm(place)
        if done < least:
            done += crossed(place)
        if done < least:
            least, freest = done, place
        if not least:
            break
    return freest


def _area(label: Label) -> Iterator[Box]:
    """The boxes that a label and its line cover."""
    yield label.box
    yield from _dots(label.line, label.letter)


def _dots(line: Box, letter: float) -> Iterator[Box]:
    """A line as squares of half a letter."""
    from_x, from_y, to_x, to_y = line
    half = letter / 4
    steps = int(max(abs(to_x - from_x), abs(to_y - from_y)) / (2 * half))
    for step in range(1, steps):
        x, y = from_x + (to_x - from_x) * step / steps, from_y + (to_y - from_y) * step / steps
        yield x - half, y - half, x + half, y + half


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
