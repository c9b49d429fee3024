"""The form that describes a Munchkin card: its fields for each kind of card, the card that it makes, and its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.core.game import plain_name
from rules.core.phrases import MINUS, Phrase, capital, listing, plural, signed
from rules.munchkin.cards.cards import FLAGS, HARM_NUMBERS, KINDS, LASTS, LOSABLE, NUMBERS, SLOTS, Card, Harm
from rules.munchkin.cards.new_cards import AIM, NO_SLOT
from rules.munchkin.cards.notation import SIGN, card_line, card_number, number_of
from rules.munchkin.cards.offers import MARKS
from web.games.game_pages import Form
from web.games.new_game_form import one_of

KIND_WORDS: Mapping[str, str] = {
    "monster": Phrase("Monster"),
    "enhancer": Phrase("Monster enhancer"),
    "wandering": Phrase("Sends another monster"),
    "curse": Phrase("Curse"),
    "role": Phrase("Role"),
    "dual role": Phrase("Dual Role"),
    "proficiency": Phrase("Proficiency"),
    "ally": Phrase("Ally"),
    "item": Phrase("Item"),
    "one-shot": Phrase("One-Shot Item"),
    "cheat": Phrase("Cheat!"),
    "level up": Phrase("Go up a Level"),
    "other": Phrase("Another Treasure"),
    "house": Phrase("House"),
}
FIELDS: Mapping[str, tuple[str, ...]] = {
    "monster": ("level", "treasures", "levels", "level_only", "tags", "run", "against", "harm"),
    "enhancer": ("bonus", "treasures"),
    "wandering": (),
    "curse": ("harm", "lasts", "bonus"),
    "role": ("bonus", "run", "against", "power", "cost", "lifts"),
    "dual role": (),
    "proficiency": ("rank", "bonus", "run", "against", "power", "cost", "lifts"),
    "ally": ("bonus", "run", "against", "power", "cost", "lifts"),
    "item": ("bonus", "slot", "gold", "run", "against"),
    "one-shot": ("bonus", "gold"),
    "cheat": (),
    "level up": ("levels", "wins"),
    "other": (),
    "house": ("bonus", "run", "power", "cost"),
}
WORDS: Mapping[str, tuple[str, ...]] = {"slot": ("", *SLOTS, NO_SLOT), "lasts": LASTS, "cost": ("card", "monster")}
WORN_AS: Mapping[str, str] = {
    "": Phrase("Not known yet"),
    **{slot: capital(Phrase(slot)) for slot in WORDS["slot"] if slot},
}
"""What an Item may be worn as, by its ``slot``; `NO_SLOT` is an Item that takes no room on the body."""
NAMELESS = {"level": "1", "treasures": "1", "levels": "1"}
"""What a monster without a name is described by, with what is meant where a field is left empty."""
GRUDGES = 3  # rows for what a card has against others
LOSSES = ("", *LOSABLE)
DURATIONS: Mapping[str, Phrase] = {
    "": Phrase("it strikes and is gone"),
    "combat": Phrase("the next fight"),
    "turn": Phrase("the next turn"),
    "always": Phrase("until it is lifted"),
}
"""How long a Curse lasts, by the card's field ``lasts``."""


def body_of(form: Form, kind_field: str = "kind") -> dict[str, Any]:
    """The card that *form* describes, as a set-up lists it; only what its kind has, and what was filled in.

    Raises:
        ValueError: with one sentence for people, where a field cannot be read.
    """
    name = plain_name(form.get("name", ""))
    if not 0 < len(name) <= 60:
        raise ValueError(Phrase("A card needs its name, of at most 60 letters."))
    kind = one_of(form.get(kind_field, ""), KINDS)
    body = {field: value for field in FIELDS[kind] if not _empty(value := _value(form, field))}
    if body.get("cost") == "card":
        del body["cost"]
    if body.get("slot") == NO_SLOT:
        body["slot"] = ""
    return {"name": name, "kind": kind, **body}


def described(form: Form) -> tuple[str, dict[str, Any] | None]:
    """The pick that plays the card of *form*, and the card itself; None for a monster that is left without a name.

    Raises:
        ValueError: with one sentence for people, where a field cannot be read.
    """
    before, after = form.get("before", ""), form.get(f"on.{form.get('card', '')}", "")
    start, end = (f"{before}{SIGN}" if before else ""), (f"{SIGN}{AIM}{after}" if after else "")
    if form.get("card") == "monster" and not form.get("name", "").strip():
        return start + _nameless(form), None
    body = body_of(form, "card")
    return f"{start}{card_line(body)}{end}", body


def _nameless(form: Form) -> str:
    level, treasures, levels = (_whole(form.get(field) or default) for field, default in NAMELESS.items())
    text = f"monster of level {level}, treasures {treasures}"
    return text if levels == 1 else f"{text}, levels {levels}"


def _empty(value: Any) -> bool:
    return value is None or value is False or value in ("", [], {})


def _value(form: Form, field: str) -> Any:
    if field in NUMBERS:
        return _number(form, field)
    if field in FLAGS:
        return field in form
    if field in WORDS:
        return one_of(form.get(field, WORDS[field][0]), WORDS[field])
    if field == "tags":
        return [tag for tag in form.getlist("tag") if tag in MARKS]
    return _against(form) if field == "against" else _typed_harm(form)


def _number(form: Form, field: str) -> int | None:
    text = form.get(field, "").strip()
    return _whole(text) if text else None


def _whole(text: str) -> int:
    number = card_number(text.replace(MINUS, "-"))
    if number is None:
        raise ValueError(Phrase("“{text}” is no whole number: write it in digits, such as 3 or -2.", text=text))
    return number


def _against(form: Form) -> dict[str, int]:
    rows = zip(form.getlist("against"), form.getlist("against_bonus"), strict=False)
    return {plain_name(trait): _whole(bonus.strip()) for trait, bonus in rows if trait.strip() and bonus.strip()}


def _typed_harm(form: Form) -> dict[str, Any]:
    if "harm_death" in form:
        return {"death": True}
    numbers = {name: number for name in HARM_NUMBERS if (number := _number(form, f"harm_{name}"))}
    lost = one_of(form.get("harm_lose", ""), LOSSES)
    otherwise = {name: number for name in HARM_NUMBERS[:1] if (number := _number(form, f"instead_{name}"))}
    return {
        **numbers,
        **({"lose": lost} if lost else {}),
        **({"instead": otherwise} if lost and otherwise else {}),
    }


def facts_of(card: Card) -> tuple[Phrase, ...]:
    """What is known of *card* beside its name and kind, each part as the beginning of a sentence."""
    return tuple(capital(fact) for part in _PARTS for fact in part(card))


def _as_monster(card: Card) -> Iterator[str]:
    if card.level:
        yield Phrase("Level {level}", level=card.level)
    if card.treasures or card.kind == "monster":
        yield number_of(card.treasures, "Treasure")
    if card.kind == "monster" and card.levels != 1:
        yield plural("{number} Level for the kill", "{number} Levels for the kill", card.levels)
    if card.level_only:
        yield Phrase("Only Levels count against it")
    yield from map(Phrase, card.tags)


def _in_a_fight(card: Card) -> Iterator[str]:
    if card.bonus:
        yield Phrase("bonus {bonus}", bonus=signed(card.bonus))
    for trait, bonus in card.against:
        yield Phrase("{bonus} against {trait}", bonus=signed(bonus), trait=Phrase(trait))
    if card.power:
        price = Phrase("a monster of the hand") if card.cost == "monster" else Phrase("any card")
        yield Phrase("{bonus} for {price}", bonus=signed(card.power), price=price)
    if card.run:
        yield Phrase("{bonus} to the throw for running away", bonus=signed(card.run))


def _as_belonging(card: Card) -> Iterator[str]:
    if card.rank:
        yield Phrase("Rank {rank}", rank=card.rank)
    if card.kind == "item" and "slot" not in card.unknown:
        yield Phrase(card.slot or "no slot")
    if card.is_item and "gold" not in card.unknown:
        yield Phrase("{gold} gold", gold=card.gold) if card.gold else Phrase("No Value")
    if card.only:
        yield Phrase("for {only} only", only=Phrase(card.only))
    if card.lifts:
        yield Phrase("Its owner has no limits for Items")


def _as_level_up(card: Card) -> Iterator[str]:
    if card.kind == "level up":
        yield plural("up by {number} Level", "up by {number} Levels", card.levels)
    if card.wins:
        yield Phrase("It may win the game")


def _as_harm(card: Card) -> Iterator[str]:
    if not card.harm.nothing:
        yield _harm_text(card.harm)
    if card.lasts:
        yield Phrase("lasts: {duration}", duration=DURATIONS[card.lasts])


def _harm_text(harm: Harm) -> str:
    """What a card takes from its victim; in brackets what it takes from a victim that has nothing of that."""
    if harm.death:
        return Phrase("Death")
    parts = (
        number_of(harm.levels, "Level") if harm.levels else "",
        number_of(harm.hand, "card") if harm.hand else "",
        Phrase(harm.lose) if harm.lose else "",
    )
    lost = Phrase("lost: {what}", what=listing(part for part in parts if part))
    return Phrase("{lost} (or else: {instead})", lost=lost, instead=_harm_text(harm.instead)) if harm.instead else lost


_PARTS: tuple[Callable[[Card], Iterator[str]], ...] = (_as_monster, _in_a_fight, _as_belonging, _as_level_up, _as_harm)
