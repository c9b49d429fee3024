"""The text of a card in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.core.phrases import Phrase, capital, listing, plural
from rules.munchkin.cards.cards import Card, Harm
from rules.munchkin.cards.notation import counted

DURATIONS: Mapping[str, Phrase] = {
    "": Phrase("it strikes and is gone"),
    "combat": Phrase("the next fight"),
    "turn": Phrase("the next turn"),
    "always": Phrase("until it is lifted"),
}
"""How long a Curse lasts, by the card's field ``lasts``."""


def facts_of(card: Card) -> tuple[Phrase, ...]:
    """What is known of *card* beside its name and kind, each part as the beginning of a sentence."""
    return tuple(capital(fact) for part in _PARTS for fact in part(card))


def _as_monster(card: Card) -> Iterator[str]:
    if card.level:
        yield Phrase("Level {level}", level=card.level)
    if card.treasures or card.kind == "monster":
        yield counted(card.treasures, "Treasure")
    if card.kind == "monster" and card.levels != 1:
        yield plural("{number} Level for the kill", "{number} Levels for the kill", card.levels)
    if card.level_only:
        yield Phrase("Only Levels count against it")
    yield from map(Phrase, card.tags)


def _in_a_fight(card: Card) -> Iterator[str]:
    if card.bonus:
        yield Phrase("bonus {bonus}", bonus=_signed(card.bonus))
    for trait, bonus in card.against:
        yield Phrase("{bonus} against {trait}", bonus=_signed(bonus), trait=Phrase(trait))
    if card.power:
        price = Phrase("a monster of the hand") if card.cost == "monster" else Phrase("any card")
        yield Phrase("{bonus} for {price}", bonus=_signed(card.power), price=price)
    if card.run:
        yield Phrase("{bonus} to the throw for running away", bonus=_signed(card.run))


def _as_belonging(card: Card) -> Iterator[str]:
    if card.rank:
        yield Phrase("Rank {rank}", rank=card.rank)
    if card.kind == "item" and "slot" not in card.unknown:
        yield Phrase(card.slot or "no slot")
    if card.is_item and "gold" not in card.unknown:
        yield Phrase("{gold} gold", gold=card.gold) if card.gold else Phrase("No Value")
    if card.only:
        yield Phrase("for {only} only", only=card.only)
    if card.lifts:
        yield Phrase("Its owner has no limits for Items")


def _as_level_up(card: Card) -> Iterator[str]:
    if card.kind == "level up":
        yield plural("up by {number} Level", "up by {number} Levels", card.levels)
    if card.wins:
        yield Phrase("It may win the game")


def _as_harm(card: Card) -> Iterator[str]:
    if not card.harm.nothing:
        yield _harm(card.harm)
    if card.lasts:
        yield Phrase("lasts: {duration}", duration=DURATIONS[card.lasts])


def _harm(harm: Harm) -> str:
    """Everything that a victim loses; what happens instead to those who lack a thing stands in brackets."""
    if harm.death:
        return Phrase("Death")
    parts = (
        counted(harm.levels, "Level") if harm.levels else "",
        counted(harm.hand, "card") if harm.hand else "",
        Phrase(harm.lose) if harm.lose else "",
    )
    lost = Phrase("lost: {what}", what=listing(part for part in parts if part))
    return Phrase("{lost} (or else: {instead})", lost=lost, instead=_harm(harm.instead)) if harm.instead else lost


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}")


_PARTS: tuple[Callable[[Card], Iterator[str]], ...] = (_as_monster, _in_a_fight, _as_belonging, _as_level_up, _as_harm)
