"""Cards that the owner of Casting Stones entered: none is lost where two people enter cards at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

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
