"""Cards that are described in the middle of a game, by themselves or with the move that plays them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.munchkin.action import Action, no_options, whole_game
from rules.munchkin.cards.cards import ANOTHER_CURSE, KINDS, SLOTS, Card, completed, described
from rules.munchkin.cards.notation import SIGN, monster_by_numbers, monster_heading, price_words, read_line
from rules.munchkin.fight.combat import Combat, Foe
from rules.munchkin.messages import CARD_CORRECTED, CARD_DESCRIBED, NEW_CARD
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, Rules, State

_IS_KNOWN = BOOK.because("There is nothing left to describe on {card}.", "MUN-CARD-05")
_NOT_LYING = BOOK.because("{player} has no Item called {card} in play.", "MUN-CARD-04", "MUN-CARD-05")
_NO_SUCH_PART = BOOK.because(
    "Pick what is still unknown: the bonus, where the Item is worn, or its price up to 1,500 gold.",
    *("MUN-ITEM-03", "MUN-CARD-05"),
)
_UNKNOWN = BOOK.because("The table knows no card called '{card}': describe it.", "MUN-CARD-05")
_NO_OWN_NAME = BOOK.because(
    "'{card}' is how the table calls a card that is not listed: give the card its own name.", "MUN-CARD-05"
)
_NAMELESS = BOOK.because(
    "A card is described by its name, its kind and what it has, such as Troll > monster > level 6.", "MUN-CARD-05"
)
_NO_MONSTER = BOOK.because("{card} is no monster.", "MUN-MULTI-01", "MUN-TURN-09")
NO_LEVEL_KNOWN = BOOK.because("The Level of {card} is not known yet: describe the card.", "MUN-COMBAT-03")
AIM = "at "
PLAY = "play"


@dataclass(frozen=True, slots=True)
class Description:
    """A card described in a text together with what is done with it.

    ``card`` is the part that `notation` reads; ``target`` is whom or what the card is played on, "" where it is played
    on nobody; ``at_once``: it is played as soon as it is drawn.
    """

    card: str
    target: str = ""
    at_once: bool = False


def description(state: State, text: str) -> Description | None:
    """What *text* describes: ``Blast > enhancer > bonus 5 > at Troll``; None where it only names a card.

    The last part may be ``at`` with a target, or ``play``.
    """
    name, *parts = text.split(SIGN)
    listed = name == ANOTHER_CURSE or name in state.rules.cards
    if not parts or parts[0] not in KINDS or (listed and parts[0] in state.players):
        return None
    if parts[-1].startswith(AIM):
        return Description(SIGN.join((name, *parts[:-1])), parts[-1].removeprefix(AIM))
    if parts[-1] == PLAY:
        return Description(SIGN.join((name, *parts[:-1])), at_once=True)
    return Description(text)


def fault(state: State, text: str) -> Reason | None:
    """Why the description of a card cannot be used; None where it can."""
    if not text.partition(SIGN)[0].strip():
        return _NAMELESS
    try:
        card = read_line(text)
    except ValueError as error:
        return BOOK.because(error.args[0], "MUN-CARD-05")
    known = state.rules.cards.get(card.name)
    if monster_by_numbers(card.name) and not _foe_called(state, card.name):
        return _NO_OWN_NAME.about(card=card.name)
    if known and known.kind != card.kind:
        words = Phrase(
            "{card} is the name of another kind of card, {kind}: give this {kind2} a name of its own.",
            card=card.name,
            kind=known.kind,
            kind2=card.kind,
        )
        return BOOK.because(words, "MUN-CARD-05")
    return None


def learn(state: State, text: str) -> tuple[State, Card]:
    """The state that knows the described card, and the card; what was known and is not told now stays known."""
    card = read_line(text)
    card = completed(card, state.rules.cards.get(card.name))
    return with_card(state, card), card


def monster_of(state: State, text: str) -> tuple[State, Card]:
    """The monster that *text* names or describes; a described one is known from now on."""
    if description(state, text):
        return learn(state, text)
    return state, monster_by_numbers(text) or state.card(text)


def why_no_monster(state: State, text: str, rule: str) -> Reason | None:
    """Why *text* is no monster that could be fought, by the *rule* that calls for one; None where it describes one."""
    if description(state, text):
        return fault(state, text) or _kind_fault(read_line(text), rule)
    if monster_by_numbers(text):
        return None
    card = state.rules.cards.get(text)
    if card is None:
        return unknown(text)
    return _kind_fault(card, rule)


def unknown(name: str) -> Reason:
    """Why nothing can be done with a card of that name: nobody has described it."""
    return _UNKNOWN.about(card=name)


def _kind_fault(card: Card, rule: str) -> Reason | None:
    if card.kind != "monster":
        return _NO_MONSTER.about(card=card.name).by((rule,))
    if not card.level:
        return NO_LEVEL_KNOWN.about(card=card.name)
    return None


def show_card(state: State, player: str, pick: str) -> Outcome:
    """Add a described card to the known cards, and use its description where it lies already."""
    after, card = learn(state, pick)
    message = CARD_CORRECTED if card.name in state.rules.cards or monster_by_numbers(card.name) else NEW_CARD
    return after, (message(player=player, card=monster_heading(card.name)),)


def with_card(state: State, card: Card) -> State:
    """The state with one card more, or with that card as it is described now, also in the fight.

    A monster without a name of its own is known in the fight only.
    """
    combat = _corrected(state.combat, card) if state.combat else None
    rules = state.rules if monster_by_numbers(card.name) else _with_card(state.rules, card)
    return replace(state, rules=rules, combat=combat)


def _with_card(rules: Rules, card: Card) -> Rules:
    cards = {**rules.cards, card.name: card}
    return replace(rules, cards=cards, offers=rules.offers.about(cards))


def _corrected(combat: Combat, card: Card) -> Combat:
    return replace(combat, foes=tuple(_as_described(foe, card) for foe in combat.foes))


def _as_described(foe: Foe, card: Card) -> Foe:
    return replace(foe, card=card) if foe.card.name == card.name else foe


def _foe_called(state: State, name: str) -> bool:
    return state.combat is not None and any(foe.card.name == name for foe in state.combat.foes)


# What is still unknown of an Item in play -------------------------------------------------------------------------

NO_SLOT = "no slot"
PRICES = tuple(range(0, 1600, 100))
_BONUSES = tuple(range(11))


def _to_describe(state: State, player: str) -> tuple[Option, ...]:
    names = dict.fromkeys(item.name for item in state.who(player).items)
    return tuple(option for name in names for option in _gaps(state.card(name)))


def _gaps(card: Card) -> list[Option]:
    found: list[Option] = []
    if "bonus" in card.unknown:
        found += [_gap(card, "bonus", f"+{n}", f"bonus {n}", n) for n in _BONUSES]
    if "slot" in card.unknown:
        found += [_gap(card, "slot", Phrase(slot), f"slot {slot}") for slot in (*SLOTS, NO_SLOT)]
    if "gold" in card.unknown:
        found += [_gap(card, "gold", price_words(n), f"gold {n}", n) for n in PRICES]
    return found


def _gap(card: Card, field: str, words: str, part: str, amount: int | None = None) -> Option:
    return Option(
        f"{card.name} > {part}", Phrase("{card}: {words}", card=card.name, words=words), field, card.name, words, amount
    )


def _why_not_described(state: State, player: str, pick: str) -> Reason:
    """Why *pick* does not say anything that is still unknown about an Item of *player*."""
    name = pick.partition(SIGN)[0]
    if name not in state.rules.cards:
        return unknown(name)
    if all(item.name != name for item in state.who(player).items):
        return _NOT_LYING.about(player=player, card=name)
    return _NO_SUCH_PART if _gaps(state.card(name)) else _IS_KNOWN.about(card=name)


def describe(state: State, player: str, pick: str) -> Outcome:
    """Note what is printed on an Item in play: ``Dress Robes > slot armor``, ``Dress Robes > gold 300``."""
    name, _, part = pick.partition(SIGN)
    field, _, value = part.partition(" ")
    known: str | int = ("" if value == NO_SLOT else value) if field == "slot" else int(value)
    what = price_words(int(value)) if field == "gold" else Phrase(value) if field == "slot" else f"+{value}"
    card = described(state.card(name), **{field: known})
    return with_card(state, card), (CARD_DESCRIBED(player=player, card=name, what=what),)


ACTIONS = {
    "describe": Action(
        "{player} may say what is printed on an Item.",
        BOOK.cite("MUN-ITEM-03", "MUN-CARD-05"),
        whole_game,
        _to_describe,
        _why_not_described,
        describe,
    ),
    "card": Action(
        "{player} may show a card that the table does not know yet.",
        BOOK.cite("MUN-CARD-05"),
        whole_game,
        no_options,
        lambda state, player, pick: fault(state, pick),
        show_card,
        texts=True,
    ),
}
