"""The gallery keeps the taught sides until they are removed."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry.crops import FINE, alone, grey
from vision.recognition import gallery as module
from vision.recognition.colour import inks
from vision.recognition.embedder import EMBEDDING, load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.likelihood import other_inks
from vision.recognition.relief import spectra
from vision.recognition.sides import Side
from vision.thresholds import SAME_INK

Pixels = NDArray[Any]

CAT = Side("stone:1", "stone", "symbol", 9, "brown", "Cat")
NINE = Side("stone:1", "stone", "number", 9, "brown", "Cat")
OWL = Side("stone:2", "stone", "symbol", 4, "white", "Owl")


def crops(seed: int, count: int = 2) -> Pixels:
    return np.random.default_rng(seed).integers(0, 256, (count, 64, 64, 3), dtype=np.uint8)


def taught() -> Gallery:
    gallery = Gallery.empty()
    for seed, side in enumerate((CAT, NINE, OWL)):
        gallery = gallery.with_crops(side, crops(seed), load_embedder())
    return gallery


def test_a_taught_crop_is_most_like_its_own_side() -> None:
    gallery = taught()
    stacked = alone(crops(2), ["stone", "stone"])
    likeness = gallery.likeness(load_embedder().predict_rotated(stacked).embedding)
    assert likeness.shape == (2, 3)
    assert (likeness.argmax(axis=1) == 2).all()
    assert np.allclose(likeness[:, 2], 1, atol=1e-4)


def test_pieces_of_one_kind_with_the_same_name_and_number_share_a_design() -> None:
    lesson = [
        Side(piece, "stone", side, number if side == "number" else None, name=name)
        for piece, name, number in (("1", "Cat", 9), ("2", "Owl", 4), ("3", "Cat", 9), ("4", "Cat", 4), ("5", None, 9))
        for side in ("symbol", "number")
    ]
    sides = (*lesson, Side("die", "die", "power", name="Cat"), Side("6", "stone", "number", 9))
    designs = replace(Gallery.empty(), sides=sides).designs
    assert designs.tolist() == [0, 0, 2, 2, 0, 0, 6, 6, 8, 8, 10, 11]


def test_the_taught_stones_are_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    gallery = taught().with_crops(Side("die:1", "die", "power"), crops(7), load_embedder())
    assert len(gallery.with_numbers.sides) > len(gallery.sides)
    described: list[int] = []

    def counted(discs: Pixels) -> Pixels:
        described.append(len(discs))
        return spectra(discs)

    monkeypatch.setattr(module, "spectra", counted)
    gallery.prepared().with_numbers.relief_similarity(gallery.fine[:1])
    assert described == [6, 0, 1], "all taught stones, none to compare with them yet, and one that is read"


def test_more_pictures_of_a_side_belong_to_that_side() -> None:
    gallery = taught().with_crops(CAT, crops(9, 1), load_embedder())
    assert gallery.sides == (CAT, NINE, OWL)
    assert gallery.owner.tolist() == [0, 0, 1, 1, 2, 2, 0]


def test_edges_are_known_where_the_game_waits_for_measured_dice_only() -> None:
    gallery = taught()
    dice = (("die:1", "power", 26.0), ("die:1", "3", 27.0), ("die:2", "power", 24.0), ("die:3", "power", None))
    for piece, side, edge in dice:
        gallery = gallery.with_crops(Side(piece, "die", side, edge_mm=edge), crops(7, 1), load_embedder())
    assert gallery.edges_mm(["die:2", "die:1"]) == gallery.edges_mm(["die:1"]) == (26.5, 24.0)
    for unknown in ((), ("die:3", "die:1"), ("die:9",), ("stone:1", "die:1")):
        assert gallery.edges_mm(unknown) == ()


def test_a_removed_piece_leaves_the_others_unchanged() -> None:
    gallery = taught().without("stone:1")
    assert gallery.sides == (OWL,)
    assert gallery.owner.tolist() == [0, 0]
    assert gallery.pieces() == ("stone:2",)


def test_a_number_is_known_from_either_side() -> None:
    gallery = Gallery.empty().with_crops(Side("stone:3", "stone", "symbol"), crops(1), load_embedder())
    assert gallery.number("stone:3") is None
    assert taught().number("stone:1") == 9


def test_the_lines_of_a_stone_are_most_like_its_own_side_and_dice_have_none() -> None:
    die = Side("die:1", "die", "3")
    fine = np.random.default_rng(5).integers(0, 256, (1, FINE, FINE, 3), dtype=np.uint8)
    gallery = taught().with_crops(OWL, fine, load_embedder()).with_crops(die, crops(7), load_embedder())
    likeness = gallery.relief_similarity(grey(fine))
    assert likeness.shape == (1, 4)
    assert likeness.argmax() == gallery.sides.index(OWL)
    assert likeness[0, gallery.sides.index(die)] == 0


def test_an_empty_gallery_has_no_similarities() -> None:
    assert Gallery.empty().likeness(np.zeros((3, EMBEDDING), np.float32)).shape == (3, 0)
    assert Gallery.empty().relief_similarity(np.zeros((3, FINE, FINE), np.uint8)).shape == (3, 0)


def test_another_network_computes_the_embeddings_again() -> None:
    from dataclasses import replace

    gallery = taught()
    old = replace(gallery, model="another", embeddings=np.zeros_like(gallery.embeddings))
    assert np.allclose(old.seen_by(load_embedder()).embeddings, gallery.embeddings, atol=1e-4)


def fifteen(stuff: tuple[int, int, int], ink: tuple[int, int, int], light: tuple[float, float, float]) -> Pixels:
    """A stone's number side under a lamp of this colour (BGR), 128 px, as a stack of one crop."""
    face = np.full((FINE, FINE, 3), 90, np.uint8)
    cv2.circle(face, (64, 64), 53, stuff, -1, cv2.LINE_AA)
    cv2.putText(face, "15", (34, 82), cv2.FONT_HERSHEY_SIMPLEX, 1.6, ink, 6, cv2.LINE_AA)
    lit = cv2.GaussianBlur(face, (0, 0), 1.2) * np.array(light)
    return np.asarray(lit.clip(0, 255), np.uint8)[None]


DAY = (1.0, 1.0, 1.0)
WHITE_AND_RED = ((225, 235, 235), (40, 40, 190))
SILVER_AND_BLUE = ((175, 178, 182), (170, 70, 40))


@pytest.mark.parametrize("lamp", [DAY, (0.7, 0.9, 1.05), (0.5, 0.5, 0.5), (1.0, 0.9, 0.75)])
def test_two_stones_of_one_number_are_told_apart_by_their_inks_in_any_light(lamp: tuple[float, float, float]) -> None:
    white, silver = Side("stone:1", "stone", "number", 15), Side("stone:2", "stone", "number", 15)
    gallery = Gallery.empty().with_crops(white, fifteen(*WHITE_AND_RED, DAY), load_embedder())
    gallery = gallery.with_crops(silver, fifteen(*SILVER_AND_BLUE, DAY), load_embedder())
    gallery = gallery.with_crops(Side("die:1", "die", "3"), crops(5), load_embedder())
    pictures = np.concatenate([fifteen(*WHITE_AND_RED, lamp), fifteen(*SILVER_AND_BLUE, lamp)])
    apart = other_inks(gallery, pictures, ["stone", "stone"])[:, :2]
    assert np.diag(apart).tolist() == [0, 0]
    assert apart[0, 1] > 3 * SAME_INK
    assert apart[1, 0] > 3 * SAME_INK


def test_the_numbered_faces_of_dice_have_no_ink_to_compare() -> None:
    gallery = Gallery.empty().with_crops(Side("die:1", "die", "3"), crops(5), load_embedder())
    assert np.isinf(gallery.ink_distance(fifteen(*WHITE_AND_RED, DAY))).all()
    assert inks(np.zeros((0, FINE, FINE, 3), np.uint8)).shape == (0, 3)


@pytest.mark.parametrize("lamp", [DAY, (0.7, 0.9, 1.05), (0.5, 0.5, 0.5), (1.0, 0.9, 0.75)])
def test_two_dice_are_told_apart_by_the_colours_of_their_stickers(lamp: tuple[float, float, float]) -> None:
    blue, purple = ((200, 60, 30), (235, 235, 235)), ((150, 30, 90), (235, 235, 235))
    gallery = Gallery.empty()
    for piece, colours in (("die:1", blue), ("die:2", purple)):
        gallery = gallery.with_crops(Side(piece, "die", "power"), fifteen(*colours, DAY), load_embedder())
    gallery = gallery.with_crops(Side("die:1", "die", "5"), crops(5), load_embedder())
    gallery = gallery.with_crops(Side("stone:1", "stone", "number", 15), fifteen(*blue, DAY), load_embedder())
    pictures = np.concatenate([fifteen(*blue, lamp), fifteen(*purple, lamp)])
    apart = other_inks(gallery, pictures, ["die", "die"])
    sides = [(side.piece, side.side) for side in gallery.sides]
    stickers = [sides.index((piece, "power")) for piece in ("die:1", "die:2")]
    assert np.diag(apart[:, stickers]).tolist() == [0, 0]
    assert min(apart[0, stickers[1]], apart[1, stickers[0]]) > SAME_INK
    assert (apart[:, [i for i in range(len(sides)) if i not in stickers]] == 0).all()


def test_the_numbers_of_a_die_need_no_lesson() -> None:
    sticker = np.zeros((1, 64, 64, 3), np.uint8)
    gallery = Gallery.empty().with_crops(Side("die:1", "die", "power", name="Troll"), sticker, load_embedder())
    gallery = gallery.with_crops(Side("stone:1", "stone", "number", 7), sticker, load_embedder())
    whole = gallery.with_numbers
    assert [side.side for side in whole.of("die:1")] == ["power", "1", "2", "3", "4", "5"]
    assert {side.name for side in whole.of("die:1")} == {"Troll"}
    assert len(whole.of("stone:1")) == 1
    assert whole.pictured.tolist() == [True, True, *[False] * 5]
    assert len(whole.crops) == len(gallery.crops)
    six = Gallery.empty().with_crops(Side("die:2", "die", "6"), sticker, load_embedder())
    assert sorted(side.side for side in six.with_numbers.sides) == list("123456")


def test_a_gallery_of_early_lessons_loses_the_crops_of_numbered_faces_of_dice() -> None:
    sides = [Side("die:5", "die", side, None, None, "Snape") for side in ("1", "5", "power")]
    gallery = taught()
    for seed, side in enumerate(sides, 5):
        gallery = gallery.with_crops(side, crops(seed), load_embedder())
    assert gallery.cleaned() is gallery
    early = replace(gallery, model="an early network").cleaned()
    assert early.sides == gallery.sides
    assert early.owner.tolist() == [0, 0, 1, 1, 2, 2, 5, 5]
    assert early.pictured.tolist() == [True, True, True, False, False, True]
    assert np.array_equal(early.crops[-2:], gallery.crops[-2:])
