"""The Munchkin cards that the owner entered (HOME/munchkin-cards.json), which all later games know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from calibration.storage.files import JsonStore
from rules.core.phrases import Phrase
from rules.munchkin.cards.cards import read_card

Body = Mapping[str, Any]
FILE = "munchkin-cards.json"
MOST = 1000  # cards; all sets together have fewer


def saved_cards(home: Path) -> tuple[Body, ...]:
    """The stored cards as a set-up's ``cards`` lists them, sorted by name.

    Raises:
        StoreError: where the file is damaged.
    """
    return tuple(sorted(filter(_is_card, _STORE.load(home)), key=lambda body: str(body["name"])))


def keep(home: Path, body: Body) -> None:
    """Store a card, in place of one with the same name.

    Raises:
        ValueError: with a sentence for people, where it is no card, or MOST cards are stored already.
    """
    read_card(body)
    _STORE.change(home, lambda cards: _with(cards, body))


def throw_out(home: Path, name: str) -> None:
    """Remove the card of that name; running games still have it.

    Raises:
        StoreError: where the file is damaged or cannot be written.
    """
    _STORE.change(home, lambda cards: _without(cards, name))


def _with(cards: Sequence[Any], body: Body) -> Sequence[Any]:
    changed = [*_without(cards, body["name"]), dict(body)]
    if len(changed) > MOST:
        raise ValueError(
            Phrase("The box is full: it holds {most} cards. Throw out some that you do not own any more.", most=MOST)
        )
    return changed


def _without(cards: Sequence[Any], name: str) -> Sequence[Any]:
    return [card for card in cards if _name(card) != name]


def _cards(body: Any) -> Sequence[Any]:
    if not isinstance(body, list):
        raise TypeError("not a list")
    return body


def _name(card: Any) -> Any:
    return card.get("name") if isinstance(card, Mapping) else None


def _is_card(body: Any) -> bool:
    try:
        read_card(body)
    except ValueError:
        return False
    return True


_STORE: JsonStore[Sequence[Any]] = JsonStore(
    name=FILE, read=_cards, body=list, empty=(), mend=Phrase("Enter your Munchkin cards again, or restore a backup.")
)
