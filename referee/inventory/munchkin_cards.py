"""The table's box of cards: typed once, kept in HOME/munchkin-cards.json, known to every game from then on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from calibration.storage.files import JsonStore
from rules.munchkin.cards.cards import read_card

Body = Mapping[str, Any]
FILE = "munchkin-cards.json"
MOST = 1000  # cards; all sets together have fewer


def kept(home: Path) -> tuple[Body, ...]:
    """The cards of the box as a set-up's ``cards`` lists them, in the order of their names.

    Raises:
        StoreError: where the file is damaged.
    """
    return tuple(sorted(filter(_is_card, _STORE.load(home)), key=lambda body: str(body["name"])))


def keep(home: Path, body: Body) -> None:
    """Put a card into the box, in the place of one with its name.

    Raises:
        ValueError: with one sentence for people, where it is no card, or the box is full.
    """
    read_card(body)
    _STORE.change(home, lambda cards: _with(cards, body))


def throw_out(home: Path, name: str) -> None:
    """Take the card of that name out of the box; running games still know it.

    Raises:
        StoreError: where the file is damaged or cannot be written.
    """
    _STORE.change(home, lambda cards: _without(cards, name))


def _with(cards: Sequence[Any], body: Body) -> Sequence[Any]:
    changed = [*_without(cards, body["name"]), dict(body)]
    if len(changed) > MOST:
        raise ValueError(f"The box is full: it holds {MOST} cards. Throw out some that you do not own any more.")
    return changed


def _without(cards: Sequence[Any], name: str) -> Sequence[Any]:
    return [card for card in cards if _name(card) != name]


def _cards(kept: Any) -> Sequence[Any]:
    if not isinstance(kept, list):
        raise TypeError("not a list")
    return kept


def _name(card: Any) -> Any:
    return card.get("name") if isinstance(card, Mapping) else None


def _is_card(body: Any) -> bool:
    try:
        read_card(body)
    except ValueError:
        return False
    return True


_STORE: JsonStore[Sequence[Any]] = JsonStore(
    name=FILE, read=_cards, body=list, empty=(), mend="Enter your Munchkin cards again, or restore a backup."
)
