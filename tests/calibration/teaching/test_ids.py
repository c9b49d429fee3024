"""An id belongs to one piece: neither another kind nor another name gets it."""

from __future__ import annotations

from dataclasses import replace

from calibration.teaching.ids import id_for, taught_as
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side

LISTED = {"cat": 112, "fang": 9}
TAUGHT = replace(
    Gallery.empty(),
    sides=(
        Side("stone:112", "stone", "symbol", name="Cat"),
        Side("stone:5", "stone", "symbol"),
        Side("die:own", "die", "power", name="猫"),
    ),
)


def test_a_taught_piece_keeps_its_id_in_its_own_kind_alone() -> None:
    assert taught_as("CAT", "stone", TAUGHT) == "stone:112"
    assert taught_as("Cat", "die", TAUGHT) is None
    assert taught_as("", "stone", TAUGHT) is None
    assert id_for("cat", "stone", TAUGHT, LISTED) == "stone:112"
    assert id_for("猫", "die", TAUGHT, {}) == "die:own"


def test_a_new_piece_gets_its_number_of_the_list_or_its_name() -> None:
    assert id_for("Fang", "stone", TAUGHT, LISTED) == "stone:9"
    assert id_for("Nimbus 2000!", "die", TAUGHT, LISTED) == "die:nimbus-2000"
    assert id_for("Rook", "stone", TAUGHT, {"rook": 5}) == "stone:5"


def test_no_id_is_given_twice() -> None:
    assert id_for("犬", "die", TAUGHT, {}) == "die:own.2"
    assert id_for("Tom", "stone", TAUGHT, {"tom": 112}, {"stone:112.2"}) == "stone:112.3"
