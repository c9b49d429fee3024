"""A card that the table did not know yet is told in the middle of a game, and is known from then on."""

from __future__ import annotations

from dataclasses import replace

from rules.munchkin.action import Action
from rules.munchkin.cards import Card
from rules.munchkin.notation import read
from rules.munchkin.offers import QUICK, offers
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Combat, Foe, Outcome, Rules, State
from rules.munchkin.unlisted import ITEMS

_TOLD = BOOK.says("card-told", "{player} shows everybody a new card: {card}.", "MUN-CARD-05")
_PUT_RIGHT = BOOK.says("card-put-right", "{player} puts the card {card} right.", "MUN-CARD-05")


def fault(state: State, line: str) -> str:
    """What is wrong with a card told as in `notation`; "" where it will do."""
    try:
        card = read(line)
    except ValueError as error:
        return str(error)
    known = state.rules.cards.get(card.name)
    if card.name in ITEMS or card.name in QUICK:
        return f"{card.name!r} is what the table calls a card that is not listed: give the card its own name."
    if known and known.kind != card.kind:
        return f"{card.name} is known as a card of the kind {known.kind}: a {card.kind} needs another name."
    return ""


def tell_card(state: State, player: str, pick: str) -> Outcome:
    """The card is known now, also where it lies already."""
    card = read(pick)
    says = _PUT_RIGHT if card.name in state.rules.cards else _TOLD
    combat = _mended(state.combat, card) if state.combat else None
    state = replace(state, rules=with_card(state.rules, card), combat=combat)
    return state, (says(player=player, card=card.name),)


def with_card(rules: Rules, card: Card) -> Rules:
    """The settled things of a game with one card more, or with that card as it is told now."""
    cards = {**rules.cards, card.name: card}
    listed = {name: known for name, known in cards.items() if name not in ITEMS}
    return replace(rules, cards=cards, offers={**rules.offers, **offers(listed)})


def _mended(combat: Combat, card: Card) -> Combat:
    return replace(combat, foes=tuple(_as_told(foe, card) for foe in combat.foes))


def _as_told(foe: Foe, card: Card) -> Foe:
    return replace(foe, card=card) if foe.card.name == card.name else foe


ACTIONS = {
    "card": Action(
        "{player} may show a card that the table does not know yet.",
        BOOK.cite("MUN-CARD-05"),
        lambda state, player: (),
        tell_card,
        reads=fault,
    ),
}
