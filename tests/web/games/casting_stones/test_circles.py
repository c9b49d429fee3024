"""A cast as the page draws it."""

from __future__ import annotations

from web.games.casting_stones.circles import cast_of


def test_a_stone_that_left_the_hand_since_the_cast_breaks_no_page() -> None:
    cast = {"stones": [], "kind": "potion", "numbers": [], "counts_as": {"stone:121": "element"}, "lacks": []}
    assert cast_of("Ana", cast, {}).wild == ()
