"""The 125 stones of the edition."""

from __future__ import annotations

import pytest

from rules.casting_stones.stones import CATALOGUE, disagreement
from rules.core.phrases import Phrase

VALUES = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 50}


def test_all_125_are_named_once() -> None:
    assert [entry.number for entry in CATALOGUE] == list(range(1, 126))
    assert len({entry.name for entry in CATALOGUE}) == 125


def test_numbers_are_known_likely_or_unknown() -> None:
    assert {entry.trust for entry in CATALOGUE} == {"known", "likely", "unknown"}
    for entry in CATALOGUE:
        assert (entry.value is None) is (entry.trust == "unknown")
        assert entry.value is None or entry.value in VALUES
    assert sum(entry.value is not None for entry in CATALOGUE) == 112


def test_the_five_stones_of_the_draco_malfoy_card_are_known() -> None:
    values = {entry.name: entry.value for entry in CATALOGUE}
    five = ["Draco Malfoy", "Eagle Owl", "Shield Slytherin", "Crabbe", "Goyle"]
    assert [values[name] for name in five] == [25, 15, 15, 15, 15]


@pytest.mark.parametrize(
    ("number", "value", "words"),
    [(11, 25, None), (84, 3, None), (11, 20, "Harry Potter shows 20"), (67, 10, "(likely): yours counts")],
)
def test_a_taught_number_that_differs_from_the_list_is_reported(number: int, value: int, words: str | None) -> None:
    warning = disagreement(number, value)
    assert warning is None if words is None else isinstance(warning, Phrase) and words in warning
