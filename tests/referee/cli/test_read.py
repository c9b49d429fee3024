"""The cast that stones in a picture make; unsure stones count as unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.cli import read
from tests.referee.kit import piece, reading
from vision.types import Piece, Reading

COLOURS = ("silver", "white", "white", "brown", "brown")


def cast_json(observed: Reading) -> Mapping[str, Any]:
    cast = read.cast_json(observed, "casting-stones")
    assert cast is not None
    return cast


def five(sides: str, unsure: int | None = None) -> list[Piece]:
    words = {"s": "symbol", "n": "number"}
    pieces = [piece(f"stone:{i}", words[mark], sure=i != unsure) for i, mark in enumerate(sides)]
    return [
        replace(one, colour=colour, value=10 + i if one.side == "number" else None)
        for i, (one, colour) in enumerate(zip(pieces, COLOURS, strict=True))
    ]


def test_a_spell_with_its_numbers_and_rules() -> None:
    cast = cast_json(reading(*five("ssnsn")))
    assert (cast["kind"], cast["numbers"]) == ("spell", [12, 14])
    assert "CST-G-15" in cast["why"]


def test_one_doubtful_side_makes_the_cast_unsure() -> None:
    assert cast_json(reading(*five("ssnsn", unsure=0)))["kind"] == "unsure"


def test_other_objects_are_no_stones() -> None:
    die = piece("die:1", "4")
    assert cast_json(reading(*five("sssss"), die))["kind"] == "potion"
    assert cast_json(reading(die))["kind"] == "unsure"
