"""Using a casting card: which conditions it asks for, and when it is offered."""

from __future__ import annotations

from rules.casting_stones import messages
from rules.casting_stones.cards.calls import COUNTER, NO, NOT_SHOWN
from rules.casting_stones.cards.cards import Card
from rules.casting_stones.cards.library import NO_CARDS, NOT_OWN, face_up, turn_face_down, why_not_held
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import (
    Compared,
    State,
    Step,
    Task,
    due,
    front,
    then,
)
from rules.core.asks import Ask, Option, sift
from rules.core.copies import replace
from rules.core.facts import Choose
from rules.core.phrases import Phrase
from rules.core.rulings import Reason

_because = BOOK.because
USED = _because("A card works only once in a game.", "CST-I-06", "CST-I-07", "CST-Q-24")
USED_ADVANCED = _because("A used card lies face down until the game ends.", "CST-A-21", "CST-I-06", "CST-Q-24")
IN_VAULT = _because("A card in the vault does not work until it is swapped back.", "CST-I-06", "CST-A-23", "CST-Q-33")
NOT_YET = _because("Cards are used once both casts of the turn have been compared.", "CST-Q-20", "CST-Q-23")
AFTER_WINNER = _because("Another player's reward or card comes first.", "CST-Q-23", "CST-Q-20")
AFTER_REWARD = _because("The reward of the turn comes before the card.", "CST-Q-20")
KNOCK_OUT_FIRST = _because("The stone that is knocked out is replaced before a card is used.", "CST-Q-19", "CST-B-50")
ONE_BY_ONE = _because("What the card just used gives is done first.", "CST-I-02")
TIME_OVER = _because("The time for cards of that turn is over.", "CST-Q-23")
NOT_ASKED = _because("That player is not asked about a card now.", "CST-Q-22", "CST-I-02")
TURNED_UP = _because("By your house rules a card swapped in works from the next turn on.", "CST-Q-44", "CST-Q-33")
_ROW = {
    "spell": _because("{card} needs a Spell in two turns in a row.", "CST-A-16"),
    "potion": _because("{card} needs a Potion in two turns in a row.", "CST-I-08"),
    "charm": _because("{card} needs a Charm in two turns in a row.", "CST-I-09"),
}
TIE_BREAKS = _because(
    "{card} needs two turns in a row, and by your house rules a tied turn breaks the row.", "CST-Q-03", "CST-A-16"
)
UNWON = _because("{card} needs a turn that was won.", "CST-I-13")
UNWON_PATTERN = _because("{card} also needs the turn to be won.", "CST-A-11", "CST-I-13")


def why_not_use(state: State, player: str, card_id: str) -> Reason | None:
    """Why *player* cannot use that card for the turn that was compared last."""
    shelf, last = state.shelves[player], state.last
    if card_id in shelf.used:
        return USED_ADVANCED if state.setting.advanced else USED
    if card_id in shelf.vault:
        return IN_VAULT
    if card_id not in shelf.up:
        return NOT_OWN
    if last is None:
        return NOT_YET
    if card_id in state.turned_up and state.setting.house["swapped_card_waits"]:
        return TURNED_UP
    return _unmet(state, player, state.setting.cards[card_id], last)


def _unmet(state: State, player: str, card: Card, last: Compared) -> Reason | None:
    """The first condition of a card that the turn just compared does not meet."""
    if card.counter_spell:
        return COUNTER
    if card.row and last.rows.get(player) != card.row:
        return (TIE_BREAKS if last.broken.get(player) == card.row else _ROW[card.row]).about(card=card.name)
    if card.needs and not shown_in(state, last, player, card):
        return NOT_SHOWN
    if last.winner != player and not card.even_lost:
        return (UNWON_PATTERN if card.needs else UNWON).about(card=card.name)
    return why_not_held(state, player, card)


def shown_in(state: State, last: Compared, player: str, card: Card) -> bool:
    """Whether *player*'s stones matched *card* in the turn just compared."""
    return card.shown_by((state.setting.stones[piece], side) for piece, side in last.casts[player][1].items())


def skip(state: State) -> Step | None:
    """Skip the ask where no card can be used; None where one can.  A ruling mentions a card that was nearly earned."""
    player = state.todo[0].player
    reasons = [(card, why_not_use(state, player, card.card)) for card in face_up(state, player)]
    if any(reason is None for _, reason in reasons):
        return None
    rulings = tuple(
        messages.CARD_UNMET.by(reason.rules)(player=player, card=card.name, why=reason.words)
        for card, reason in reasons
        if reason and _nearly(state, player, card)
    )
    return then(state), rulings


def _nearly(state: State, player: str, card: Card) -> bool:
    """Whether the cast is of the card's kind, or the stones match the card."""
    last = state.last
    if last is None or card.counter_spell:
        return False
    return last.casts[player][0].kind == card.row or shown_in(state, last, player, card)


def card_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Ask a player whether to use a card."""
    shelf = state.shelves[task.player]
    named = [state.setting.cards[card] for card in (*shelf.up, *shelf.used)]
    offered, excluded = sift(
        [Option(card.card, Phrase("Use {card}", card=card.name)) for card in named],
        lambda card: why_not_use(state, task.player, card),
    )
    sentence = Phrase("{player} may use a card.", player=task.player)
    rules = BOOK.cite("CST-I-02", "CST-I-06", "CST-Q-22")
    return (Ask(task.player, "card", sentence, rules, (*offered, Option(NO, Phrase("Use none"))), excluded=excluded),)


def why_not_card(state: State, choice: Choose) -> Reason | None:
    """Why that player cannot use that card now."""
    if state.setting.level == "basic":
        return NO_CARDS
    player, task = choice.player, front(state)
    unmet = why_not_use(state, player, choice.pick) if choice.pick != NO else None
    if (task.kind, task.player) == ("cards", player) or unmet in (USED, USED_ADVANCED, IN_VAULT, NOT_OWN, NOT_YET):
        return unmet
    if state.last is None or (due(state, "compare") and state.casts):
        return NOT_YET
    if task.kind == "gain" and task.player == player:
        return ONE_BY_ONE
    if due(state, "cards", player):
        return unmet or _comes_before(player, task)
    return unmet or (NOT_ASKED if choice.pick == NO else TIME_OVER)


def _comes_before(player: str, task: Task) -> Reason:
    """Why *player* waits with a card until *task* is done."""
    if task.kind in ("give", "replace"):
        return KNOCK_OUT_FIRST
    return AFTER_REWARD if task.player == player else AFTER_WINNER


def use(state: State, choice: Choose) -> Step:
    """Turn the card face down, and queue its gains."""
    task = state.todo[0]
    if choice.pick == NO:
        return then(state), (messages.NO_CARD(player=choice.player),)
    card = state.setting.cards[choice.pick]
    gains = tuple(Task("gain", choice.player, (give, card.card)) for give in card.gives)
    after = turn_face_down(then(state, *gains, task), choice.player, card.card)
    if state.setting.house["card_replaces_action"]:
        after = replace(after, todo=tuple(t for t in after.todo if (t.kind, t.player) != ("victory", choice.player)))
    also = _moment(state, choice.player, card)
    ruling = messages.CARD_USED.by(_why(card))(player=choice.player, card=card.name, also=also)
    return after, (ruling,)


def _why(card: Card) -> tuple[str, ...]:
    """The rules of the conditions that the card asked for and that were met."""
    named = BOOK.cite("CST-A-10") if card.needs and not card.rules else ()
    held = BOOK.cite("CST-A-15") if card.holds else ()
    won = () if card.even_lost else BOOK.cite("CST-I-13")
    return card.rules + named + held + won


def _moment(state: State, player: str, card: Card) -> tuple[str, ...]:
    """The rules by which the card may be used at this moment."""
    special = BOOK.cite("CST-A-20") if card.needs else ()
    special += BOOK.cite("CST-Q-44") if card.card in state.turned_up else ()
    if state.last and state.last.winner is None:
        return special + (BOOK.cite("CST-Q-03") if card.row else ())
    return special + BOOK.cite("CST-Q-20" if state.last and state.last.winner == player else "CST-Q-23")
