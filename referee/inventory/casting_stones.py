"""The cards of Casting Stones, the turrets on the mat and the players' collections, as the owner entered them.

Stored in HOME/casting-stones.json.  Cards are described as in a set-up (docs/facts/casting-stones.md, "Cards").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from calibration.storage.files import JsonStore, check_format
from rules.casting_stones.cards.cards import KNOWN, cards_of
from rules.casting_stones.ring import NAMES
from rules.core.phrases import Phrase

MOST = 100
"""Most cards that one home stores."""


@dataclass(frozen=True, slots=True)
class OwnersCards:
    """The inventory of one home.

    ``cards`` has the owner's descriptions by id, ``turrets`` the turrets clockwise around the mat, and ``collections``
    the ``stones`` and ``cards`` of each player in the last Advanced game, by the player's name.
    """

    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    turrets: tuple[str, ...] = NAMES
    collections: Mapping[str, Mapping[str, list[str]]] = field(default_factory=dict)

    def body(self, card: str) -> str | Mapping[str, Any]:
        """A card as a set-up lists it: the owner's description, or the id of a card that comes with the program.

        Raises:
            ValueError: with a sentence for people, for a card that nobody described.
        """
        if card in self.cards:
            return self.cards[card]
        if card in KNOWN:
            return card
        raise ValueError(
            Phrase("Nobody has described the card {card} here. Describe it under “Cards” first.", card=card)
        )


def load_cards(home: Path) -> OwnersCards:
    """The stored inventory, without cards that are not possible; an empty one where nothing was entered.

    Raises:
        StoreError: where the file is damaged.
    """
    inventory = _STORE.load(home)
    possible = {card: body for card, body in inventory.cards.items() if _is_possible(body, inventory.turrets)}
    return replace(inventory, cards=possible)


def change_cards(home: Path, change: Callable[[OwnersCards], OwnersCards]) -> None:
    """Replace the stored inventory by *change* of it; the file is locked from reading to writing.

    Example:
        change_cards(home, lambda inventory: replace(inventory, turrets=("Fire", "Water")))

    Raises:
        StoreError: where the file is damaged or cannot be written.
    """
    _STORE.change(home, change)


def keep_card(home: Path, description: Mapping[str, Any]) -> None:
    """Store a card as its owner described it, in place of one with the same id.

    Raises:
        ValueError: with a sentence for people, for an impossible card, or (StoreError) where the file cannot be used.
    """
    change_cards(home, lambda inventory: _with(inventory, description))


def _with(inventory: OwnersCards, description: Mapping[str, Any]) -> OwnersCards:
    _check(description, inventory.turrets)
    cards = {**inventory.cards, str(description["card"]): dict(description)}
    if len(cards) > MOST:
        raise ValueError(Phrase("This table keeps {most} cards at most: forget one first.", most=MOST))
    return replace(inventory, cards=cards)


def forget_card(home: Path, card: str) -> None:
    """Remove a card from the inventory; games that were begun with it go on.

    Raises:
        StoreError: where the file cannot be used.
    """
    change_cards(home, lambda inventory: _without(inventory, card))


def _without(inventory: OwnersCards, card: str) -> OwnersCards:
    return replace(inventory, cards={known: body for known, body in inventory.cards.items() if known != card})


def _check(description: Mapping[str, Any], turrets: Sequence[str]) -> None:
    """Check that a card with this *description* is possible; the turrets that it names need not be among *turrets*.

    Raises:
        ValueError: with a sentence for people, where it is not.
    """
    cards_of([description], [*turrets, *description.get("holds", ()), *_aims(description)])


def _is_possible(description: Mapping[str, Any], turrets: Sequence[str]) -> bool:
    try:
        _check(description, turrets)
    except (ValueError, TypeError):
        return False
    return True


def _cards(body: Any) -> OwnersCards:
    check_format(body)
    cards = {str(card): dict(description) for card, description in body["cards"].items()}
    collections = {str(player): _collection(**owned) for player, owned in body["collections"].items()}
    return OwnersCards(cards, tuple(map(str, body["turrets"])), collections)


def _collection(stones: Sequence[str], cards: Sequence[str]) -> Mapping[str, list[str]]:
    """What one player brought to the last Advanced game, from a file."""
    return {"stones": [str(stone) for stone in stones], "cards": [str(card) for card in cards]}


def _body(inventory: OwnersCards) -> Mapping[str, Any]:
    return {
        "format": 1,
        "cards": {card: dict(description) for card, description in inventory.cards.items()},
        "turrets": list(inventory.turrets),
        "collections": {player: dict(owned) for player, owned in inventory.collections.items()},
    }


def _aims(description: Mapping[str, Any]) -> list[str]:
    """The turrets of the gems that a card gives."""
    return [str(give).removeprefix("gem ") for give in description.get("gives", ()) if str(give).startswith("gem ")]


_STORE = JsonStore(
    name="casting-stones.json",
    read=_cards,
    body=_body,
    empty=OwnersCards(),
    mend=Phrase("Describe your cards again, or restore a backup."),
)
