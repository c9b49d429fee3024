"""The picks that hardly ever change during a game, made once from the cards and the players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from rules.core.options import Option
from rules.munchkin.cards import Card

CardsByName = Mapping[str, Card]
QUICK = {
    name: Card(name, "monster", level=level, treasures=treasures)
    for level in range(1, 21)
    for treasures in range(1, 6)
    for name in (f"monster of level {level}, treasures {treasures}",)
}
"""Monsters that are not listed: a game tells of them by Level and Treasures."""


def called(monster: str) -> str:
    """A monster as a sentence calls it: one that is not listed by its Level."""
    name, mark, number = monster.partition(" (")
    return f"the level {QUICK[name].level} monster{mark}{number}" if name in QUICK else monster


def new(monster: str) -> str:
    """The same where its Level is said besides: one that is not listed by its Treasures."""
    name, mark, number = monster.partition(" (")
    return f"a monster with {_treasures(QUICK[name].treasures)}{mark}{number}" if name in QUICK else monster


def capital(words: str) -> str:
    """As a sentence begins."""
    return words[0].upper() + words[1:]


def _treasures(number: int) -> str:
    return f"{number} {'Treasure' if number == 1 else 'Treasures'}"


_QUICK = tuple(Option(name, f"A level {c.level} monster, {_treasures(c.treasures)}") for name, c in QUICK.items())
ANOTHER_ITEM = "another item"
_SIMPLE = ("role", "dual role", "proficiency", "ally", "other", "level up", "curse", "cheat", "enhancer", "one-shot")


def offers(cards: CardsByName) -> dict[str, tuple[Option, ...]]:
    """Lists of options by name; which of them apply is for the deeds to say."""
    fightable = tuple(card for card in cards.values() if card.kind == "monster" and card.level)
    monsters = (*_named(fightable), *_QUICK)
    items = _named(card for card in cards.values() if card.is_item)
    return {
        "doors": _doors(cards, fightable),
        "room": aimed((Option("no good", "Up to No Good"),), tuple(option.pick for option in monsters)),
        **{f"play {kind}": _named(_of(cards, kind)) for kind in _SIMPLE},
        "play items": (*items, Option(ANOTHER_ITEM, "An Item that is not listed")),
        "wares": items,
        "play wandering": aimed(_named(_of(cards, "wandering")), tuple(option.pick for option in monsters)),
        **{f"kindred {mark}": _named(c for c in fightable if mark in c.tags) for mark in ("Death Eater", "Dragon")},
    }


@lru_cache(maxsize=512)
def aimed(cards: tuple[Option, ...], targets: tuple[str, ...]) -> tuple[Option, ...]:
    """Each of *cards* at each of *targets*: ``Felix Felicis > players``."""
    return tuple(Option(f"{o.pick} > {target}", f"{o.words}: {called(target)}") for o in cards for target in targets)


@lru_cache(maxsize=128)
def numbers(targets: tuple[str, ...], amounts: tuple[str, ...]) -> tuple[Option, ...]:
    """Each amount for each target: ``players +3``."""
    return tuple(
        Option(f"{target} {amount}", f"{capital(called(target))} {amount}") for target in targets for amount in amounts
    )


def _of(cards: CardsByName, kind: str) -> Iterable[Card]:
    return (card for card in cards.values() if card.kind == kind)


def _named(cards: Iterable[Card], words: Callable[[Card], str] = lambda card: card.name) -> tuple[Option, ...]:
    return tuple(Option(card.name, words(card)) for card in cards)


def _doors(cards: CardsByName, monsters: Iterable[Card]) -> tuple[Option, ...]:
    """What may be turned up: a monster, a Curse, or a card to keep."""
    rest = [card for card in cards.values() if card.is_door and card.kind not in ("monster", "curse")]
    playable = [card for card in rest if card.kind in ("role", "dual role", "proficiency", "ally")]
    return (
        *_named(monsters, lambda card: f"Monster: {card.name}, Level {card.level}"),
        *_QUICK,
        *_named(_of(cards, "curse"), lambda card: f"Curse: {card.name}"),
        *(Option(f"{card.name} > hand", f"{card.name}: take it in hand") for card in rest),
        *(Option(f"{card.name} > play", f"{card.name}: play it now") for card in playable),
        Option("another card > hand", "Another card: take it in hand"),
        Option("another curse", "A Curse that is not listed"),
    )
