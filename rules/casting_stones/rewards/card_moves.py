"""Moves of casting cards in the Advanced game: which are legal, and what each changes."""

from __future__ import annotations

from collections.abc import Iterator

from rules.casting_stones import messages
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import Shelf, State, Step, put
from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason

_because = BOOK.because

NOT_ADVANCED = _because("Cards are swapped and knocked out in the Advanced game only.", "CST-A-22")
USED = _because("A card that was used can be neither swapped nor knocked out.", "CST-Q-32")
NOT_UP = _because("The card that is given away must lie face up in the library of the player who swaps.", "CST-A-24")
NOT_IN_VAULT = _because("The card that is taken must lie in the vault of the player who swaps.", "CST-A-24", "CST-A-07")
EMPTY_VAULT = _because("No card lies in the vault of the player who swaps.", "CST-A-24")
NOT_THEIRS = _because("Only a card that lies face up before the other player is knocked out.", "CST-A-23")


def swap_options(state: State, player: str) -> Iterator[Option]:
    """One option for each own card of the library and each card of the vault, legal or not; one for an empty vault."""
    if not state.setting.advanced:
        return
    shelf = state.shelves[player]
    if not shelf.vault:
        yield Option("swap-card", Phrase("Swap a card"))
    for given in (*shelf.up, *shelf.used):
        for taken in shelf.vault:
            words = Phrase("Swap the card {name} for {name2}", name=_name(state, given), name2=_name(state, taken))
            yield Option(f"swap-card {given} {taken}", words)


def why_not_swap(state: State, player: str, about: list[str]) -> Reason | None:
    """Why those two cards cannot be exchanged."""
    if not state.setting.advanced:
        return NOT_ADVANCED
    given, taken = about if len(about) == 2 else ("", "")
    shelf = state.shelves[player]
    if not about and not shelf.vault:
        return EMPTY_VAULT
    if given in shelf.used:
        return USED
    if given not in shelf.up:
        return NOT_UP
    return None if taken in shelf.vault else NOT_IN_VAULT


def knock_options(state: State, player: str) -> Iterator[Option]:
    """One option for each card of the other library to knock out, legal or not."""
    other = state.setting.other(player)
    shelf = state.shelves[other]
    for card in (*shelf.up, *shelf.used) if state.setting.advanced else ():
        yield Option(
            f"knock-card {card}", Phrase("Knock out {other}'s card {name}", other=other, name=_name(state, card))
        )


def why_not_knock(state: State, player: str, about: list[str]) -> Reason | None:
    """Why that card cannot be knocked out."""
    if not state.setting.advanced:
        return NOT_ADVANCED
    shelf, card = state.shelves[state.setting.other(player)], " ".join(about)
    if card in shelf.used:
        return USED
    return None if card in shelf.up else NOT_THEIRS


def _name(state: State, card: str) -> str:
    return state.setting.cards[card].name


def swap_for(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    """Exchange a card of the library with a card of the vault."""
    given, taken = about
    shelf = state.shelves[player]
    up = (*(card for card in shelf.up if card != given), taken)
    vault = (*(card for card in shelf.vault if card != taken), given)
    after = replace(state, shelves=put(state.shelves, player, Shelf(up, shelf.used, vault)))
    after = replace(after, turned_up=state.turned_up | {taken})
    ruling = messages.SWAP_CARD.by(rules)(player=player, card=_name(state, given), gets=_name(state, taken))
    return after, (ruling,)


def knock_out(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    """Send a card of the other library to its owner's vault."""
    [card], other = about, state.setting.other(player)
    shelf = state.shelves[other]
    up = tuple(one for one in shelf.up if one != card)
    after = replace(state, shelves=put(state.shelves, other, Shelf(up, shelf.used, (*shelf.vault, card))))
    return after, (messages.KNOCK_CARD.by(rules)(other=other, card=_name(state, card)),)
