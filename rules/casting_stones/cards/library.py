"""The library: how the cards are taken, and who has which face up."""

from __future__ import annotations

from rules.casting_stones import messages
from rules.casting_stones.cards.cards import Card
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import (
    Shelf,
    State,
    Step,
    Task,
    front,
    put,
    then,
)
from rules.core.asks import Ask, Option
from rules.core.copies import replace
from rules.core.facts import Choose
from rules.core.phrases import Phrase, listing
from rules.core.rulings import Reason

_because = BOOK.because
NO_CARDS = _because("Cards are not played in the Basic game.", "CST-B-01", "CST-I-01")
NOT_OWN = _because("That card does not lie in the player's own library.", "CST-I-05")
OWN_CARDS = _because(
    "In the Advanced game each player brings their own cards, all of them face up.", "CST-A-04", "CST-A-02"
)
CARDS_DEALT = _because("The cards were shared out at the start.", "CST-I-04", "CST-I-05")
AFTER_STONES = _because("The cards are taken once the stones are shared out.", "CST-I-03")
NOT_HELD = _because("{card} needs a gem on the turret {turrets}.", "CST-A-15", "CST-A-16")
NO_SUCH_CARD = _because("No such card lies on the table.", "CST-I-03")
YOUNGEST_TAKES = _because("{player} is the youngest and takes a card; the other player gets the other one.", "CST-I-04")


def deal_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Ask a player to take one of the cards that lie face down, and to say which one it is."""
    options = tuple(Option(card, state.setting.cards[card].name) for card in state.deck)
    sentence = Phrase("{player} takes one of the cards: which is it?", player=task.player)
    return (Ask(task.player, "take-card", sentence, BOOK.cite("CST-I-03", "CST-I-04"), options),)


def why_not_deal(state: State, choice: Choose) -> Reason:
    """Why that player cannot take that card at the start."""
    if state.setting.level == "basic":
        return NO_CARDS
    if state.setting.advanced:
        return OWN_CARDS
    task = front(state)
    if task.kind != "take-card":
        return CARDS_DEALT if not state.deck else AFTER_STONES
    return NO_SUCH_CARD if task.player == choice.player else YOUNGEST_TAKES.about(player=task.player)


def take_card(state: State, choice: Choose) -> Step:
    """Give the card to its taker, and the other card to the other player."""
    other = state.setting.other(choice.player)
    [left] = (card for card in state.deck if card != choice.pick)
    shelves = {choice.player: Shelf((choice.pick,)), other: Shelf((left,))}
    ruling = messages.CARDS_TAKEN(
        player=choice.player,
        card=state.setting.cards[choice.pick].name,
        other=other,
        left=state.setting.cards[left].name,
    )
    return replace(then(state), shelves=shelves, deck=()), (ruling,)


def face_up(state: State, player: str) -> list[Card]:
    """List the cards that lie face up in *player*'s library."""
    return [state.setting.cards[card] for card in state.shelves[player].up]


def makes_spell(state: State, card: Card) -> bool:
    """Whether a cast that matches the card may be called a Spell: by a Counter Spell, by house rule by a whole hand."""
    return card.counter_spell or (bool(state.setting.house["card_pattern_is_spell"]) and card.names_a_hand)


def why_not_held(state: State, player: str, card: Card) -> Reason | None:
    """Name the turrets that the card asks for and that *player* does not hold; None where there are none."""
    held = {name for name, owner in zip(state.setting.turret_names, state.turrets, strict=True) if owner == player}
    missing = [name for name in card.holds if name not in held]
    return NOT_HELD.about(card=card.name, turrets=listing(missing)) if missing else None


def turn_face_down(state: State, player: str, card: str) -> State:
    """Turn that card of *player* face down for the rest of the game."""
    shelf = state.shelves[player]
    up = tuple(one for one in shelf.up if one != card)
    return replace(state, shelves=put(state.shelves, player, Shelf(up, (*shelf.used, card), shelf.vault)))
