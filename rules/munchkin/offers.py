"""The picks that never change during a game, made once from the cards and the players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rules.core import Option
from rules.munchkin.cards import Card

CardsByName = Mapping[str, Card]
QUICK_MONSTERS = tuple((level, treasures) for level in range(1, 21) for treasures in range(1, 6))
HAND = tuple(Option(str(number), f"{number} in hand") for number in range(21))


def offers(cards: CardsByName, players: Iterable[str]) -> dict[str, tuple[Option, ...]]:
    """Lists of options by name; which of them apply is for the deeds to say."""
    monsters = tuple(card for card in cards.values() if card.kind == "monster" and card.level)
    return {
        "monsters": (*_named(monsters), *_quick()),
        "doors": _doors(cards, monsters),
        **{f"play {kind}": _named(_of(cards, kind)) for kind in ("role", "dual role", "proficiency", "ally", "other")},
        "play items": _named(card for card in cards.values() if card.is_item),
        "hand": HAND,
    }


def _of(cards: CardsByName, kind: str) -> Iterable[Card]:
    return (card for card in cards.values() if card.kind == kind)


def _named(cards: Iterable[Card], words: Callable[[Card], str] = lambda card: card.name) -> tuple[Option, ...]:
    return tuple(Option(card.name, words(card)) for card in cards)


def _quick() -> tuple[Option, ...]:
    return tuple(
        Option(f"monster of level {level}, treasures {treasures}", f"A monster of Level {level} worth {treasures}")
        for level, treasures in QUICK_MONSTERS
    )


def _doors(cards: CardsByName, monsters: Iterable[Card]) -> tuple[Option, ...]:
    """What may be turned up: a monster, a Curse, or a card to keep."""
    rest = [card for card in cards.values() if card.is_door and card.kind not in ("monster", "curse")]
    playable = [card for card in rest if card.kind in ("role", "dual role", "proficiency", "ally")]
    return (
        *_named(monsters, lambda card: f"Monster: {card.name}, Level {card.level}"),
        *_quick(),
        *_named(_of(cards, "curse"), lambda card: f"Curse: {card.name}"),
        *(Option(f"{card.name} > hand", f"{card.name}: take it in hand") for card in rest),
        *(Option(f"{card.name} > play", f"{card.name}: play it now") for card in playable),
        Option("another card > hand", "Another card: take it in hand"),
        Option("another curse", "A Curse that is not listed"),
    )
