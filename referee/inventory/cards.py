"""What the owner of Casting Stones tells once and no camera reads: cards, the mat's turrets, who owns what.

Kept in HOME/casting-stones.json.  Cards are described as in a set-up (docs/facts/casting-stones.md, "Cards").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from calibration.storage.files import JsonStore, check_format
from rules.casting_stones.cards.cards import KNOWN, cards_of
from rules.casting_stones.pieces.ring import NAMES

MOST = 100
"""Cards that one home keeps."""


@dataclass(frozen=True, slots=True)
class OwnersCards:
    """``cards`` by id as the owner described them, ``turrets`` in their order around the mat, clockwise.

    ``collections``: by player's name the ``stones`` and ``cards`` of the last Advanced game.
    """

    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    turrets: tuple[str, ...] = NAMES
    collections: Mapping[str, Mapping[str, list[str]]] = field(default_factory=dict)

    def body(self, card: str) -> str | Mapping[str, Any]:
        """A card as a set-up tells it.

        Raises:
            ValueError: with one sentence, where nobody described it.
        """
        if card in self.cards:
            return self.cards[card]
        if card in KNOWN:
            return card
        raise ValueError(f"Nobody has described the card {card} here. Describe it under “Cards” first.")


def load_cards(home: Path) -> OwnersCards:
    """What was told so far.

    Raises:
        StoreError: where the file is damaged.
    """
    return _STORE.load(home)


def change_cards(home: Path, change: Callable[[OwnersCards], OwnersCards]) -> None:
    """Keep *change* of what was told so far; no other thread changes it in between.

    Raises:
        StoreError: where the file is damaged or cannot be written.
    """
    _STORE.change(home, change)


def keep_card(home: Path, told: Mapping[str, Any]) -> None:
    """Keep a card as its owner described it; the same id again replaces it.

    Raises:
        ValueError: with one sentence for people, where no such card can be, or (StoreError) the file cannot be used.
    """
    change_cards(home, lambda inventory: _with(inventory, told))


def _with(inventory: OwnersCards, told: Mapping[str, Any]) -> OwnersCards:
    cards_of([told], [*inventory.turrets, *told.get("holds", ()), *_aims(told)])
    cards = {**inventory.cards, str(told["card"]): dict(told)}
    if len(cards) > MOST:
        raise ValueError(f"This table keeps {MOST} cards at most: forget one first.")
    return replace(inventory, cards=cards)


def forget_card(home: Path, card: str) -> None:
    """The owner has it no longer; games that were begun with it go on.

    Raises:
        StoreError: where the file cannot be used.
    """
    change_cards(home, lambda inventory: _without(inventory, card))


def _without(inventory: OwnersCards, card: str) -> OwnersCards:
    return replace(inventory, cards={known: told for known, told in inventory.cards.items() if known != card})


def _cards(kept: Any) -> OwnersCards:
    check_format(kept)
    return OwnersCards(dict(kept["cards"]), tuple(map(str, kept["turrets"])), dict(kept["collections"]))


def _body(inventory: OwnersCards) -> Mapping[str, Any]:
    return {
        "format": 1,
        "cards": {card: dict(told) for card, told in inventory.cards.items()},
        "turrets": list(inventory.turrets),
        "collections": {player: dict(owned) for player, owned in inventory.collections.items()},
    }


def _aims(told: Mapping[str, Any]) -> list[str]:
    """Turrets that a card names stay its own words: another mat may have them."""
    return [str(give).removeprefix("gem ") for give in told.get("gives", ()) if str(give).startswith("gem ")]


_STORE = JsonStore(
    name="casting-stones.json",
    read=_cards,
    body=_body,
    empty=OwnersCards(),
    mend="Describe your cards again, or restore a backup.",
)
