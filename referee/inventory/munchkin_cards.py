"""The table's box of cards: typed once, kept in HOME/munchkin-cards.json, known to every game from then on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from calibration.storage.files import save_json
from rules.munchkin.cards import read_card

Body = Mapping[str, Any]
FILE = "munchkin-cards.json"
MOST = 1000  # cards; all sets together have fewer
_writing = Lock()


def kept(home: Path) -> tuple[Body, ...]:
    """The cards of the box as a set-up's ``cards`` lists them, in the order of their names."""
    return tuple(sorted((body for body in _read(home / FILE) if _is_card(body)), key=lambda body: str(body["name"])))


def keep(home: Path, body: Body) -> None:
    """Put a card into the box, in the place of one with its name.

    Raises:
        ValueError: with one sentence for people, where it is no card, or the box is full.
    """
    read_card(body)
    _change(home / FILE, lambda cards: [*_without(cards, body["name"]), dict(body)])


def throw_out(home: Path, name: str) -> None:
    """Take the card of that name out of the box; running games still know it."""
    _change(home / FILE, lambda cards: _without(cards, name))


def _without(cards: list[Any], name: str) -> list[Any]:
    return [card for card in cards if _name(card) != name]


def _change(path: Path, change: Callable[[list[Any]], list[Any]]) -> None:
    with _writing:
        cards = change(_read(path))
        if len(cards) > MOST:
            raise ValueError(f"The box is full: it holds {MOST} cards. Throw out some that you do not own any more.")
        if path.exists() and not _readable(path):
            path.rename(path.with_suffix(".damaged"))  # somebody may still save what is in it
        save_json(path, cards)


def _read(path: Path) -> list[Any]:
    return _list(path) or []


def _readable(path: Path) -> bool:
    return _list(path) is not None


def _list(path: Path) -> list[Any] | None:
    try:
        cards = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return cards if isinstance(cards, list) else None


def _name(card: Any) -> Any:
    return card.get("name") if isinstance(card, Mapping) else None


def _is_card(body: Any) -> bool:
    try:
        read_card(body)
    except ValueError:
        return False
    return True
