"""Options that hardly ever change during a game, made once from its cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from rules.core.asks import Option
from rules.core.phrases import Phrase, capital, sentences, signed
from rules.munchkin.cards.cards import ANOTHER_CARD, ANOTHER_CURSE, Card
from rules.munchkin.cards.notation import monster_name

CardsByName = Mapping[str, Card]
MARKS = ("Death Eater", "Dragon")
ANOTHER_CARD_KEPT = f"{ANOTHER_CARD} > hand"
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


class Offers(dict[str, tuple[Option, ...]]):
    """Lists of options by name, each made from the cards when it is first read; whether they apply is for the actions.

    The names: ``level`` (changes of Level, which do not depend on the cards), ``doors``, ``room``, ``kindred`` and a
    mark, ``play`` and a kind of card, and ``play items`` for Items and One-Shots together.
    """

    def __init__(self, cards: CardsByName, level: tuple[Option, ...]) -> None:
        super().__init__(level=level)
        self._cards = cards

    def __missing__(self, name: str) -> tuple[Option, ...]:
        self[name] = found = _listed(name, self._cards)
        return found

    def about(self, cards: CardsByName) -> Offers:
        """The same lists for other cards."""
        return Offers(cards, self["level"])


def _listed(name: str, cards: CardsByName) -> tuple[Option, ...]:
    match name.split(maxsplit=1):
        case ["doors"]:
            return _doors(cards)
        case ["room"]:
            return tuple(map(_no_good, _fightable(cards)))
        case ["kindred", mark]:
            return _named(card for card in _fightable(cards) if mark in card.tags)
        case ["play", "items"]:
            return _named(card for card in cards.values() if card.is_item)
        case ["play", "wandering"]:
            return aimed(_named(_of(cards, "wandering")), tuple(card.name for card in _fightable(cards)))
        case ["play", kind]:
            return _named(_of(cards, kind))
    raise KeyError(name)


def _fightable(cards: CardsByName) -> tuple[Card, ...]:
    return tuple(card for card in cards.values() if card.kind == "monster" and card.level)


def _no_good(card: Card) -> Option:
    return Option(
        f"no good > {card.name}",
        Phrase("Fight {card}, Level {level}", card=card.name, level=card.level),
        Phrase("Up to No Good"),
        card.name,
    )


@lru_cache(maxsize=512)
def aimed(cards: tuple[Option, ...], targets: tuple[str, ...], note: str = "") -> tuple[Option, ...]:
    """Each of *cards* at each of *targets*: ``Felix Felicis > players``; *note* is added to what is for the players."""
    return tuple(
        Option(
            f"{card.pick} > {target}",
            Phrase(
                "{card}: {target}",
                card=card.words,
                target=sentences(monster_name(Phrase(target)), note if target == "players" else ""),
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
            sentences(capital(monster_name(Phrase(target))), signed(amount), note if target == "players" else ""),
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


def ways(card: Card) -> tuple[str, ...]:
    """What may become of *card* behind the door: "" it is fought or strikes, "hand" it is kept, "play" it is played."""
    if card.kind in ("monster", "curse"):
        return ("",)
    return ("hand", "play") if card.kind in ("role", "dual role", "proficiency", "ally") else ("hand",)


def _lurking(card: Card) -> Option:
    words = Phrase("{card}, Level {level}", card=card.name, level=card.level)
    return Option(card.name, words, GROUPS["monster"], card.name)


def _doors(cards: CardsByName) -> tuple[Option, ...]:
    """The cards that may be turned up: a monster, a Curse, or a card to keep."""
    doors = [card for card in cards.values() if card.is_door]
    to_hand, playable = ([card for card in doors if way in ways(card)] for way in ("hand", "play"))
    return (
        Option(ANOTHER_CARD_KEPT, Phrase("Another card: keep it"), Phrase("Other"), ANOTHER_CARD, "hand"),
        Option(ANOTHER_CURSE, Phrase("A Curse that is not listed"), Phrase("Other"), ANOTHER_CURSE),
        *map(_lurking, _fightable(cards)),
        *_named(_of(cards, "curse")),
        *(
            Option(f"{c.name} > hand", Phrase("{c}: keep it", c=c.name), GROUPS[c.kind], c.name, "hand")
            for c in to_hand
        ),
        *(
            Option(f"{c.name} > play", Phrase("{c}: play it now", c=c.name), GROUPS[c.kind], c.name, "play")
            for c in playable
        ),
    )
