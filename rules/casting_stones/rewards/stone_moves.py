"""Moves of stones: which are legal, and what each changes."""

from __future__ import annotations

from collections.abc import Iterator

from rules.casting_stones import messages
from rules.casting_stones.cards.library import makes_spell
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import State, Step, Task, put, stones, type_of
from rules.casting_stones.stones import Stone
from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason, Ruling

_because = BOOK.because

NOT_IN_HAND = _because("The stone that is given away must be in the hand of the player who swaps.", "CST-B-47")
NOT_IN_VAULT = _because("The stone that is taken must lie in the vault.", "CST-B-47")
NOT_IN_OWN_VAULT = _because(
    "The stone that is taken must lie in the vault of the player who swaps.", "CST-B-47", "CST-A-07"
)
SAME_TYPE = _because("By your house rules stones are exchanged only for the same type.", "CST-Q-18")
NOT_THEIR_STONE = _because("Only a stone of the other player's hand is knocked out.", "CST-B-49")
VICTIM_PICKS = _because("By your house rules the player who loses the stone picks it.", "CST-Q-17")
KNOCKER_PICKS = _because("Whoever knocks a stone out picks it.", "CST-Q-17", "CST-B-49")
ONE_STONE = _because("One stone is knocked out at a time.", "CST-B-49")
NO_REPLACEMENT = _because(
    "By your house rules it could be replaced only by the same type, and the vault has none.", "CST-Q-18"
)
JUST_OUT = _because("The stone that was just knocked out may not come back at once.", "CST-B-51")
FROM_VAULT = _because("The new stone comes out of the vault.", "CST-B-50")
FROM_OWN_VAULT = _because("The new stone comes out of the vault of its player.", "CST-Q-31", "CST-A-07", "CST-B-50")


def swap_options(state: State, player: str) -> Iterator[Option]:
    """One option for each stone of the hand and each stone of the vault, legal or not."""
    for given in stones(state, state.hands[player]):
        for taken in _vault(state, player):
            yield Option(
                f"swap-stone {given.piece} {taken.piece}",
                Phrase("Swap {given} for {taken}", given=given.name, taken=taken.name),
            )


def why_not_swap(state: State, player: str, about: list[str]) -> Reason | None:
    """Why those two stones cannot be exchanged."""
    given, taken = about if len(about) == 2 else ("", "")
    if given not in state.hands[player]:
        return NOT_IN_HAND
    if taken not in state.vaults[state.setting.vault(player)]:
        return NOT_IN_OWN_VAULT if state.setting.advanced else NOT_IN_VAULT
    return None if _may_replace(state, given, taken) else SAME_TYPE


def knock_options(state: State, player: str) -> Iterator[Option]:
    """One option for each stone of the other hand, legal or not; one for all where a house rule lets its owner pick."""
    other = state.setting.other(player)
    if state.setting.house["victim_picks"]:
        yield Option("knock-stone", Phrase("Knock out a stone that {other} picks", other=other))
        return
    for stone in stones(state, state.hands[other]):
        yield Option(f"knock-stone {stone.piece}", Phrase("Knock out {other}'s {stone}", other=other, stone=stone.name))


def why_not_knock(state: State, player: str, about: list[str]) -> Reason | None:
    """Why that stone cannot be knocked out."""
    other = state.setting.other(player)
    if state.setting.house["victim_picks"]:
        if about:
            return VICTIM_PICKS
        return (
            None if any(why_not_lose(state, other, piece) is None for piece in state.hands[other]) else NO_REPLACEMENT
        )
    if len(about) > 1:
        return ONE_STONE
    return why_not_lose(state, other, about[0]) if about else KNOCKER_PICKS


def why_not_lose(state: State, player: str, piece: str) -> Reason | None:
    """Why *player* cannot lose that stone: the hand does not hold it, or no stone could replace it."""
    if piece not in state.hands[player]:
        return NOT_THEIR_STONE
    vault = state.vaults[state.setting.vault(player)]
    return None if any(why_not_replace(state, player, piece, taken) is None for taken in vault) else NO_REPLACEMENT


def why_not_replace(state: State, player: str, lost: str, taken: str) -> Reason | None:
    """Why *taken* cannot replace the stone that was knocked out."""
    if taken == lost:
        return JUST_OUT
    if taken not in state.vaults[state.setting.vault(player)]:
        return FROM_OWN_VAULT if state.setting.advanced else FROM_VAULT
    return None if _may_replace(state, lost, taken) else SAME_TYPE


def _vault(state: State, player: str) -> list[Stone]:
    return stones(state, state.vaults[state.setting.vault(player)])


def _may_replace(state: State, given: str, taken: str) -> bool:
    strict = state.setting.house["always_1_2_2"] and not state.setting.advanced
    return not strict or state.setting.stones[given].type == state.setting.stones[taken].type


def swap_for(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    """Exchange a stone of the hand with a stone of the vault."""
    given, taken = stones(state, about)
    after = _moved(state, player, leaves=given.piece, joins=taken.piece)
    ruling = messages.SWAP_STONE.by(rules)(
        player=player, stone=given.name, gets=taken.name, also=_any_types(given, taken)
    )
    return after, (ruling, *_lacks_character(after, player))


def knock_out(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    """Send a stone of the other hand to the vault; by house rule its owner picks it first."""
    other = state.setting.other(player)
    if not about:
        return replace(state, todo=(Task("give", other, rules), *state.todo)), ()
    return send_to_vault(state, other, about[0], rules)


def send_to_vault(state: State, victim: str, piece: str, rules: tuple[str, ...]) -> Step:
    """Send a stone of *victim*'s hand to the vault; the victim replaces it at once."""
    after = _moved(state, victim, leaves=piece)
    after = replace(after, todo=(Task("replace", victim, (piece,)), *after.todo))
    also = BOOK.cite("CST-Q-31") if state.setting.advanced else ()
    return after, (messages.KNOCK_STONE.by(rules)(other=victim, stone=state.setting.stones[piece].name, also=also),)


def take_replacement(state: State, player: str, lost: Stone, taken: Stone) -> Step:
    """Take another stone into the hand in place of the one that was knocked out."""
    after = _moved(state, player, joins=taken.piece)
    also = _any_types(lost, taken) + (BOOK.cite("CST-Q-31") if state.setting.advanced else ())
    ruling = messages.REPLACED(player=player, stone=taken.name, also=also)
    return after, (ruling, *_lacks_character(after, player))


def _moved(state: State, player: str, leaves: str = "", joins: str = "") -> State:
    """Move one stone from the hand to the vault, one from the vault to the hand, or both."""
    key = state.setting.vault(player)
    hand = (*(p for p in state.hands[player] if p != leaves), *((joins,) if joins else ()))
    vault = (*(p for p in state.vaults[key] if p != joins), *((leaves,) if leaves else ()))
    return replace(state, hands=put(state.hands, player, hand), vaults=put(state.vaults, key, vault))


def _any_types(given: Stone, taken: Stone) -> tuple[str, ...]:
    return BOOK.cite("CST-Q-18") if given.type != taken.type else ()


def _lacks_character(state: State, player: str) -> tuple[Ruling, ...]:
    held = {type_of(state, stone) for stone in stones(state, state.hands[player])}
    if held & {"character", "chaser"}:
        return ()
    cards = [state.setting.cards[card] for card in state.shelves[player].up]
    if any(card.counter_spell for card in cards):
        return (messages.NO_CHARACTER_BUT_COUNTER(player=player),)
    by_card = any(makes_spell(state, card) for card in cards)
    return ((messages.NO_CHARACTER_BUT_CARD if by_card else messages.NO_CHARACTER)(player=player),)
