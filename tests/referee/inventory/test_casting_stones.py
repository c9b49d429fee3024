"""Cards that the owner of Casting Stones entered: none is lost where two people enter cards at once."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from calibration.storage.files import StoreError
from referee.inventory.casting_stones import forget_card, keep_card, load_cards


def card(number: int) -> dict[str, object]:
    return {"card": f"card:own{number}", "name": f"Own {number}", "holds": ["Spell"], "gives": ["swap"]}


def test_cards_kept_and_forgotten_at_the_same_moment(tmp_path: Path) -> None:
    for number in range(10):
        keep_card(tmp_path, card(number))
    with ThreadPoolExecutor(20) as threads:
        saved = [threads.submit(keep_card, tmp_path, card(number)) for number in range(10, 20)]
        forgotten = [threads.submit(forget_card, tmp_path, f"card:own{number}") for number in range(10)]
        assert [one.result() for one in (*saved, *forgotten)] == [None] * 20
    assert set(load_cards(tmp_path).cards) == {f"card:own{number}" for number in range(10, 20)}


OWNED = {"Bo": {"stones": ["stone:1"], "cards": ["card:charms"]}}


def stored(home: Path, cards: object, collections: object) -> None:
    body: dict[str, Any] = {"format": 1, "cards": cards, "turrets": ["Spell"], "collections": collections}
    (home / "casting-stones.json").write_text(json.dumps(body))


@pytest.mark.parametrize(("cards", "collections"), [({"card:own1": 5}, OWNED), ({}, {"Bo": 5}), ({}, {"Bo": {}})])
def test_a_damaged_file_of_cards_is_reported_plainly(tmp_path: Path, cards: object, collections: object) -> None:
    stored(tmp_path, cards, collections)
    with pytest.raises(StoreError, match=r"casting-stones\.json is damaged"):
        load_cards(tmp_path)


@pytest.mark.parametrize("field", ["name", "holds", "gives", "strange"])
def test_a_card_that_is_not_possible_is_left_out_until_it_is_described_again(tmp_path: Path, field: str) -> None:
    stored(tmp_path, {"card:own1": {**card(1), field: 5}, "card:own2": card(2)}, OWNED)
    assert dict(load_cards(tmp_path).collections) == OWNED
    assert dict(load_cards(tmp_path).cards) == {"card:own2": card(2)}
    keep_card(tmp_path, card(1))
    assert set(load_cards(tmp_path).cards) == {"card:own1", "card:own2"}
