"""Cards as data: what a card says in numbers, read from the set-up, and the cards that come with the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.copies import replace
from rules.core.phrases import Phrase, listing, quoted

DOORS = ("monster", "enhancer", "wandering", "curse", "role", "dual role", "proficiency", "ally")
ITEMS = ("item", "one-shot")
TREASURES = (*ITEMS, "cheat", "level up", "other")
KINDS = (*DOORS, *TREASURES, "house")
SLOTS = ("headgear", "armor", "footgear", "1 hand", "2 hands")
LASTS = ("", "combat", "turn", "always")
LOSABLE = (*SLOTS, "item", "ally", "role", "proficiency")
MOST_HARMS = len(LOSABLE)  # harms instead of harms: more say nothing new, and hundreds could not be judged


@dataclass(frozen=True, slots=True)
class Harm:
    """The effect of a Curse or Bad Stuff: the victim loses Levels, one thing of a kind, cards of the hand, the life.

    ``instead`` is what happens to those who have nothing of ``lose``.
    """

    levels: int = 0
    lose: str = ""
    hand: int = 0
    death: bool = False
    instead: Harm | None = None

    @property
    def nothing(self) -> bool:
        """Whether nobody has described the harm of the card."""
        return self == Harm()


@dataclass(frozen=True, slots=True)
class Card:
    """One card's numbers; what a kind does not have stays at its default.

    - ``level``, ``treasures``, ``levels`` (for the kill) and ``level_only`` belong to monsters; an enhancer has
      ``bonus`` and ``treasures``, Go Up a Level has ``levels``.
    - ``against`` pairs a trait of the other side (a House, "male", a Role, a tag, a name) with a bonus.
    - ``run`` is added to the throw for running away.
    - ``power`` is a bonus paid for with ``cost``: a "monster" of the hand, or any "card".
    - ``lasts``: how long a Curse stays: "" not at all, the next "combat", the next "turn", "always".
    - ``lifts``: its owner has no limits for Items.
    - ``only``: an Item that works for one Role (or House, sex, Proficiency, Ally) only.
    - ``unknown``: the fields of an Item that nobody has described yet; they stand at their default meanwhile.
    """

    name: str
    kind: str
    level: int = 0
    treasures: int = 0
    levels: int = 1
    bonus: int = 0
    run: int = 0
    slot: str = ""
    gold: int = 0
    rank: int = 0
    tags: tuple[str, ...] = ()
    against: tuple[tuple[str, int], ...] = ()
    level_only: bool = False
    wins: bool = False
    harm: Harm = Harm()
    lasts: str = ""
    lifts: bool = False
    power: int = 0
    cost: str = "card"
    only: str = ""
    unknown: tuple[str, ...] = ()

    @property
    def is_item(self) -> bool:
        """Whether it has a price, which may be 0."""
        return self.kind in ITEMS

    @property
    def is_door(self) -> bool:
        """Whether it may lie behind the door."""
        return self.kind in DOORS


_DESCRIBED: Mapping[str, tuple[str, ...]] = {"item": ("bonus", "slot", "gold"), "one-shot": ("bonus", "gold")}


def _undescribed(kind: str, described: Iterable[str]) -> tuple[str, ...]:
    """The fields of that kind of card which are still to be described."""
    return tuple(field for field in _DESCRIBED.get(kind, ()) if field not in described)


def _made(name: str, kind: str, **fields: Any) -> Card:
    """The card with these fields; those of its kind that are missing are still to be described."""
    return Card(name, kind, **fields, unknown=_undescribed(kind, fields))


def _known() -> Iterable[Card]:
    """The cards that the rule sheet names, with the numbers that it gives; the table adds the others."""
    yield _made("Peter Pettigrew", "monster", level=10, treasures=3)
    yield _made("Dolores Umbridge", "monster", against=(("Quidditch Captain", 3),))
    yield _made("Bombarda!", "enhancer", bonus=5, treasures=1)
    yield _made("Wandering Monster", "wandering")
    yield _made("Felix Felicis", "one-shot", bonus=5)
    yield _made("Deluminator", "item", bonus=3)
    yield _made("Dress Robes", "item", bonus=2)
    yield _made("Nimbus 2001", "item", bonus=2)
    yield _made("Crystal Ball", "item")
    yield _made("Quidditch Robes", "item")
    yield _made("Hermione Granger", "ally")
    yield _made("Sectumsempra!", "curse", harm=Harm(lose="armor"))
    yield _made("Cheat!", "cheat")
    yield _made("Dual Role", "dual role")
    yield _made("Go Up a Level", "level up")
    for role in ("Quidditch Captain", "Head Boy/Girl", "Prefect", "Inquisitorial Squad"):
        yield _made(role, "role")
    yield _made("Slytherin", "house", power=2, cost="monster")
    for house in ("Gryffindor", "Hufflepuff", "Ravenclaw"):
        yield _made(house, "house")


KNOWN = {card.name: card for card in _known()}
NUMBERS: Mapping[str, tuple[int, int]] = {
    "level": (1, 40),
    "treasures": (-9, 20),
    "levels": (0, 9),
    "bonus": (-99, 99),
    "run": (-9, 9),
    "gold": (0, 9999),
    "rank": (1, 4),
    "power": (-99, 99),
}
"""The fields of a card that are whole numbers, each with the least and the most."""
WORDS: Mapping[str, tuple[str, ...]] = {"slot": ("", *SLOTS), "lasts": LASTS, "cost": ("monster", "card")}
"""The fields of a card that are one of a few words; its kind is another one."""
HARM_NUMBERS = ("levels", "hand")
"""The fields of a harm that are whole numbers."""
FLAGS = ("level_only", "wins", "lifts")
"""The fields of a card that are true or false."""
ANOTHER_CURSE = "another curse"
ANOTHER_CARD = "another card"
"""What a card is called that the table does not know and that nobody describes."""
RESERVED = {
    *("players", "hand", "a card of the hand", "nothing", "done", "take back", "death", "give up", "loot", "discard"),
    *(ANOTHER_CARD, ANOTHER_CURSE),
}
"""Names that no card may have, because picks and texts use them."""


def read_card(body: Any) -> Card:
    """One card of the set-up's ``cards``.

    Raises:
        ValueError: with one sentence, where it is no card.
    """
    if not isinstance(body, Mapping) or not isinstance(body.get("name"), str) or not body["name"].strip():
        words = Phrase("A card is an object with a name and a kind, such as {example}.")
        raise ValueError(words.about(example='{"name": "Troll", "kind": "monster"}'))
    name = body["name"]
    if ">" in name:
        raise ValueError(Phrase("The name of a card cannot hold the sign >, as '{card}' does.", card=name))
    if name in RESERVED:
        raise ValueError(Phrase("'{card}' is a word of the game and cannot be the name of a card.", card=name))
    base = KNOWN.get(name)
    given = {**({"kind": base.kind} if base else {}), **body}
    if "kind" not in given:
        raise ValueError(Phrase("The card '{card}' needs a kind: one of {kinds}.", card=name, kinds=", ".join(KINDS)))
    read = {key: _field(name, key, value) for key, value in given.items()}
    if base and base.kind == read["kind"]:
        return _complete(described(base, **read))
    return _complete(_made(**read))


def described(card: Card, **fields: Any) -> Card:
    """*card* with more of its fields described."""
    return replace(card, **fields, unknown=tuple(field for field in card.unknown if field not in fields))


def completed(card: Card, known: Card | None) -> Card:
    """*card* with those fields of *known*, an earlier description of the same card, that it does not tell itself."""
    if known is None or known.kind != card.kind:
        return card
    return described(card, **{field: getattr(known, field) for field in card.unknown if field not in known.unknown})


def _complete(card: Card) -> Card:
    if card.kind == "monster" and not card.level:
        raise ValueError(Phrase("The monster '{card}' needs a Level, from 1.", card=card.name))
    if card.kind == "proficiency" and not card.rank:
        raise ValueError(Phrase("The Proficiency '{card}' needs a Rank from 1 to 4.", card=card.name))
    return card


def _field(name: str, key: str, value: Any) -> Any:
    if key == "name":
        return value
    if key == "only" and isinstance(value, str):
        return value
    if key in NUMBERS:
        return _number(name, key, value, NUMBERS[key])
    if key == "kind" or key in WORDS:
        return _word(name, key, value, WORDS.get(key, KINDS))
    if key in FLAGS and isinstance(value, bool):
        return value
    if key == "tags" and isinstance(value, list | tuple) and all(isinstance(tag, str) for tag in value):
        return tuple(value)
    if key == "against" and isinstance(value, Mapping):
        return tuple((str(trait), _number(name, key, bonus, NUMBERS["bonus"])) for trait, bonus in value.items())
    if key == "harm" and isinstance(value, Mapping):
        return _harm(name, value)
    raise ValueError(
        Phrase("The card '{card}' cannot have {value} as '{field}'.", card=name, value=quoted(value), field=key)
    )


def _number(name: str, key: str, value: Any, bounds: tuple[int, int]) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not bounds[0] <= value <= bounds[1]:
        words = Phrase("'{field}' of the card '{card}' is a whole number from {least} to {most}, not {value}.")
        raise ValueError(words.about(field=key, card=name, least=bounds[0], most=bounds[1], value=quoted(value)))
    return value


def _word(name: str, key: str, value: Any, words: tuple[str, ...]) -> str:
    if value not in words:
        listed = ", ".join(word for word in words if word)
        error = Phrase("'{field}' of the card '{card}' is one of {listed}, not {value}.")
        raise ValueError(error.about(field=key, card=name, listed=listed, value=quoted(value)))
    return str(value)


def _harm(name: str, body: Mapping[str, Any], further: int = MOST_HARMS) -> Harm:
    """The harm of the card *name*, with at most so many *further* ones inside each other."""
    fields: dict[str, Any] = {}
    for key, value in body.items():
        if key in HARM_NUMBERS:
            fields[key] = _number(name, f"harm: {key}", value, (0, 20))
        elif key == "lose":
            fields[key] = _word(name, "harm: lose", value, LOSABLE)
        elif key == "death" and isinstance(value, bool):
            fields[key] = value
        elif key == "instead" and isinstance(value, Mapping) and further:
            fields[key] = _harm(name, value, further - 1)
        else:
            raise ValueError(
                Phrase(
                    "The harm of the card '{card}' cannot have {value} as '{field}'.",
                    card=name,
                    value=quoted(value),
                    field=key,
                )
            )
    return Harm(**fields)


def library(given: Any) -> dict[str, Card]:
    """The known cards and those of the set-up, by name; a known name is changed by what the set-up says of it.

    Raises:
        ValueError: with one sentence for people, where it is no list of cards, or names one twice.
    """
    if not isinstance(given, list | tuple):
        raise ValueError(Phrase("The cards of a set-up are a list."))
    cards = [read_card(body) for body in given]
    names = [card.name for card in cards]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(Phrase("A card is described twice: {cards}.", cards=listing(twice)))
    return {**KNOWN, **{card.name: card for card in cards}}
