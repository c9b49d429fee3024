"""Options that hardly ever change during a game, made once from its cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from rules.core.asks import Option
from rules.core.phrases import Phrase, capital, sentences
from rules.munchkin.cards.cards import Card
from rules.munchkin.cards.monsters import called

CardsByName = Mapping[str, Card]
_SIMPLE = ("role", "dual role", "proficiency", "ally", "other", "level up", "curse", "cheat", "enhancer", "one-shot")
MARKS = ("Death Eater", "Dragon")
ANOTHER_CURSE = "another curse"
ANOTHER_CARD = "another card"
GROUPS = {
    "monster": Phrase("Monsters"),
    "curse": Phrase("Curses"),
    "role": Phrase("Roles"),
    "dual role": Phrase("Roles"),
    "proficiency": Phrase("Proficiencies"),
    "ally": Phrase("Allies"),
    "item": Phrase("Items"),
    "one-shot": Phrase("One-Shots"),
    "cheat": Phrase("Items"),
    "level up": Phrase("Levels"),
    "other": Phrase("Other cards"),
    "enhancer": Phrase("Into the fight"),
    "wandering": Phrase("Into the fight"),
}


def offers(cards: CardsByName) -> dict[str, tuple[Option, ...]]:
    """Lists of options by name; whether they apply is for the actions to say."""
    fightable = tuple(card for card in cards.values() if card.kind == "monster" and card.level)
    return {
        "doors": _doors(cards, fightable),
        "room": tuple(
            Option(
                f"no good > {card.name}",
                Phrase("Fight {card}, Level {level}", card=card.name, level=card.level),
                Phrase("Up to No Good"),
                card.name,
            )
            for card in fightable
        ),
        **{f"play {kind}": _named(_of(cards, kind)) for kind in _SIMPLE},
        "play items": _named(card for card in cards.values() if card.is_item),
        "play wandering": aimed(_named(_of(cards, "wandering")), tuple(card.name for card in fightable)),
        **{f"kindred {mark}": _named(c for c in fightable if mark in c.tags) for mark in MARKS},
    }


@lru_cache(maxsize=512)
def aimed(cards: tuple[Option, ...], targets: tuple[str, ...], note: str = "") -> tuple[Option, ...]:
    """Each of *cards* at each of *targets*: ``Felix Felicis > players``; *note* is added to what is for the players."""
    return tuple(
        Option(
            f"{card.pick} > {target}",
            Phrase(
                "{card}: {target}",
                card=card.words,
                target=sentences(called(Phrase(target)), note if target == "players" else ""),
            ),
            card.group,
            card.piece,
            target,
        )
        for card in cards
        for target in targets
    )


@lru_cache(maxsize=128)
def numbers(targets: tuple[str, ...], amounts: tuple[int, ...], note: str = "") -> tuple[Option, ...]:
    """Each amount for each target: ``players +3``; *note* is added to what is for the players."""
    return tuple(
        Option(
            f"{target} {amount:+d}",
            sentences(capital(called(Phrase(target))), f"{amount:+d}", note if target == "players" else ""),
            target=target,
            amount=amount,
        )
        for target in targets
        for amount in amounts
    )


def option_of(card: Card) -> Option:
    """The card as an option under the heading of its kind."""
    return Option(card.name, card.name, GROUPS.get(card.kind, ""), card.name)


def _of(cards: CardsByName, kind: str) -> Iterable[Card]:
    return (card for card in cards.values() if card.kind == kind)


def _named(cards: Iterable[Card]) -> tuple[Option, ...]:
    return tuple(map(option_of, cards))


def _doors(cards: CardsByName, monsters: Iterable[Card]) -> tuple[Option, ...]:
    """The cards that may be turned up: a monster, a Curse, or a card to keep."""
    rest = [card for card in cards.values() if card.is_door and card.kind not in ("monster", "curse")]
    playable = [card for card in rest if card.kind in ("role", "dual role", "proficiency", "ally")]
    return (
        Option(f"{ANOTHER_CARD} > hand", Phrase("Another card: keep it"), Phrase("Other"), ANOTHER_CARD, "hand"),
        Option(ANOTHER_CURSE, Phrase("A Curse that is not listed"), Phrase("Other"), ANOTHER_CURSE),
        *(
            Option(
                card.name,
                Phrase("{card}, Level {level}", card=card.name, level=card.level),
                Phrase("Monsters"),
                card.name,
            )
            for card in monsters
        ),
        *(Option(card.name, card.name, Phrase("Curses"), card.name) for card in _of(cards, "curse")),
        *(Option(f"{c.name} > hand", Phrase("{c}: keep it", c=c.name), GROUPS[c.kind], c.name, "hand") for c in rest),
        *(
            Option(f"{c.name} > play", Phrase("{c}: play it now", c=c.name), GROUPS[c.kind], c.name, "play")
            for c in playable
        ),
    )
