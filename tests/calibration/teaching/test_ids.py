"""An id belongs to one piece: neither another kind nor another name gets it."""

from __future__ import annotations

from dataclasses import replace

from calibration.teaching.ids import id_for, known_as, taught_names
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


STONES, DICE = taught_names(TAUGHT, "stone"), taught_names(TAUGHT, "die")


def test_a_taught_piece_keeps_its_id_in_its_own_kind_alone() -> None:
    assert known_as("CAT", STONES) == "stone:112"
    assert known_as("Cat", DICE) is None
    assert known_as("", STONES) is None
    assert id_for("cat", "stone", STONES, LISTED) == "stone:112"
    assert id_for("猫", "die", DICE, {}) == "die:own"


def test_a_new_piece_gets_its_number_of_the_list_or_its_name() -> None:
    assert id_for("Fang", "stone", STONES, LISTED) == "stone:9"
    assert id_for("Nimbus 2000!", "die", DICE, LISTED) == "die:nimbus-2000"
    assert id_for("Rook", "stone", STONES, {"rook": 5}) == "stone:5"


def test_no_id_is_given_twice() -> None:
    assert id_for("犬", "die", DICE, {}) == "die:own.2"
    assert id_for("Tom", "stone", STONES, {"tom": 112}, {"stone:112.2"}) == "stone:112.3"
