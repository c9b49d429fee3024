"""Labels in a picture: none covers a piece, another label, the verdict or the edge."""

from __future__ import annotations

from itertools import combinations, permutations
from math import hypot
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from web.pictures.evidence import EvidencePicture, bounds
from web.pictures.labels import Box, Label, labels

SIZE = (1920, 1080)
RADIUS = 40.0


def stone(name: str, x: float, y: float, sure: bool = True, radius: float = RADIUS) -> dict[str, Any]:
    outline = ((x - radius, y - radius), (x + radius, y - radius), (x + radius, y + radius), (x - radius, y + radius))
    return {"piece": name, "centre_px": (x, y), "outline_px": outline, "sure": sure}


def placed(*pieces: dict[str, Any]) -> list[Label]:
    proof = EvidencePicture("id", SIZE, pieces, (), ())
    return labels(proof, pieces, lambda piece: str(piece["piece"]), lambda _: "10")


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_a_label_stands_below_its_piece_where_there_is_room() -> None:
    (label,) = placed(stone("Heron", 960, 500))
    assert label.centre[0] == 960
    assert label.box[1] > 500 + RADIUS
    assert label.line[:2] == (960, 540)
    assert label.line[3] == round(label.box[1], 1)


def test_labels_of_five_stones_cover_nothing() -> None:
    pieces = [stone(f"A long name {i}", 700 + 90 * i, 600) for i in range(5)]
    labels = placed(*pieces)
    assert [label.name for label in labels] == [piece["piece"] for piece in pieces]
    assert not any(meet(one.box, other.box) for one, other in combinations(labels, 2))
    assert not any(meet(label.box, bounds(piece)) for label in labels for piece in pieces)


def test_labels_of_doubtful_pieces_are_placed_first() -> None:
    alone = placed(stone("b", 700, 500, sure=False))[0].box
    assert placed(stone("a", 600, 500), stone("b", 700, 500, sure=False))[1].box == alone


def test_a_label_without_a_name_is_placed_at_its_own_piece() -> None:
    pieces = [stone("Brass Key", 900, 500), stone("The Ferryman", 1060, 560), stone("Moon Kite", 780, 560)]
    for label in placed(*pieces):
        x, y = label.mark_alone
        near = min(pieces, key=lambda piece: (piece["centre_px"][0] - x) ** 2 + (piece["centre_px"][1] - y) ** 2)
        assert near is label.piece
        assert max(abs(x - near["centre_px"][0]), abs(y - near["centre_px"][1])) > RADIUS


def test_ten_stones_of_a_turn_hide_little() -> None:
    hidden = 0
    for seed in range(20):
        pieces = _scattered(Random(seed))
        labels = placed(*pieces)
        hidden += sum(meet(one.box, other.box) for one, other in combinations(labels, 2))
        hidden += sum(meet(label.box, bounds(piece)) for label in labels for piece in pieces)
        hidden += sum(_crosses(one.line, other.box) for one, other in permutations(labels, 2))
    assert hidden <= 12, "37 before lines kept clear of labels"


def _scattered(random: Random) -> list[dict[str, Any]]:
    """Ten stones of 54 px that lie about as people throw them, none on another."""
    lying: list[tuple[float, float]] = []
    while len(lying) < 10:
        x, y = random.gauss(960, 200), random.gauss(540, 150)
        if 450 < x < 1470 and 200 < y < 880 and all(hypot(x - a, y - b) > 60 for a, b in lying):
            lying.append((x, y))
    return [stone("The Clockmaker", x, y, radius=27.0) for x, y in lying]


def _crosses(line: Box, box: Box) -> bool:
    from_x, from_y, to_x, to_y = line
    along = (step / 40 for step in range(1, 40))
    return any(
        box[0] < from_x + (to_x - from_x) * share < box[2] and box[1] < from_y + (to_y - from_y) * share < box[3]
        for share in along
    )


@given(st.floats(RADIUS, SIZE[0] - RADIUS), st.floats(RADIUS, SIZE[1] - RADIUS))
def test_one_label_is_always_inside_and_beside_its_piece(x: float, y: float) -> None:
    piece = stone("The Clockmaker", x, y)
    (label,) = placed(piece)
    left, top, right, bottom = label.box
    assert 0 <= left < right <= SIZE[0]
    assert 0 <= top < bottom <= SIZE[1]
    assert not meet(label.box, bounds(piece))
