"""Calling a cast a Spell by a Counter Spell."""

from __future__ import annotations

from rules.casting_stones import messages
from rules.casting_stones.cards.cards import Card
from rules.casting_stones.cards.library import NO_CARDS, NOT_OWN, face_up, makes_spell, turn_face_down, why_not_held
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import (
    State,
    Step,
    Task,
    cast,
    due,
    front,
    lying,
    put,
    then,
    unsettled,
)
from rules.core.asks import Ask, Option
from rules.core.copies import replace
from rules.core.facts import Choose
from rules.core.phrases import Phrase, sentences
from rules.core.rulings import Reason

_because = BOOK.because
NO = "no"
COUNTER = _because("A Counter Spell is called when it is cast; it gives nothing else.", "CST-A-12", "CST-A-13")
NO_COUNTER = _because("Only a cast that matches a Counter Spell may be called a Spell.", "CST-A-12", "CST-Q-27")
NO_WHOLE_HAND = _because(
    "Only a cast that matches a Counter Spell, or a card that names all five stones, may be called a Spell.",
    "CST-Q-27",
    "CST-A-12",
)
DECLINED = _because("The player has decided already not to call the cast a Spell.", "CST-Q-25")
CALLED_BEFORE = _because("Its card is out of play, so the cast is no longer a Spell.", "CST-A-14")
NOT_CAST = _because("A cast is called a Spell once its stones lie flat.", "CST-A-12", "CST-Q-37")
NOT_SHOWN = _because("The cast does not match the stones that the card shows.", "CST-A-10", "CST-A-16")
SPELL_ALREADY = _because("That cast is a Spell already.", "CST-A-12", "CST-Q-27")
NOTHING_TO_CALL = _because("There is no cast that matches a Counter Spell.", "CST-A-12")
CALL_LATER = _because("The player may still call it, or leave it, once no more stones are cast again.", "CST-Q-25")
TOO_LATE = _because("The casts of that turn have been compared.", "CST-A-13", "CST-B-11")
_ONLY_IF_WON = Phrase("The card is turned over only if the turn is won.")
_EVEN_LOST = Phrase("The card is turned over, even if the turn is lost.")


def callable_cards(state: State, player: str) -> list[Card]:
    """List the cards that let *player* call the current cast a Spell, although it is another kind of cast."""
    made = cast(state, player)
    if made is None or made.kind in ("spell", "unsure"):
        return []
    cards = [card for card in face_up(state, player) if makes_spell(state, card)]
    return [card for card in cards if _why_unmet(state, player, card) is None]


def _why_unmet(state: State, player: str, card: Card) -> Reason | None:
    """The first condition of a card that *player*'s cast or turrets do not meet."""
    if not card.shown_by(lying(state, player)):
        return NOT_SHOWN.by(BOOK.cite("CST-A-12"))
    return why_not_held(state, player, card)


def skip_call(state: State) -> Step | None:
    """Pass over the calling of a cast that no card fits; None while a card fits or stones are unsettled.

    A ruling names a used Counter Spell that would have fitted.
    """
    player = state.todo[0].player
    if any(unsettled(state, seat) for seat in state.setting.players) or callable_cards(state, player):
        return None
    used = [state.setting.cards[card] for card in state.shelves[player].used]
    late = [] if _is_spell(state, player) else [card for card in used if card.counter_spell]
    late = [card for card in late if card.shown_by(lying(state, player))]
    return then(state), tuple(messages.CALLED_TOO_LATE(player=player, card=card.name) for card in late)


def _is_spell(state: State, player: str) -> bool:
    """Whether *player*'s cast of this turn is a Spell, by its stones or because it was called one."""
    made = cast(state, player)
    return made is not None and made.kind == "spell"


def call_asks(state: State) -> tuple[Ask, ...]:
    """Ask players whether they call a cast a Spell: from the cast on, at the latest when no stones are cast again."""
    due_now = [task.player for task in state.todo if task.kind == "call"]
    return tuple(
        _call_ask(state, player) for player in due_now if not unsettled(state, player) and callable_cards(state, player)
    )


def _call_ask(state: State, player: str) -> Ask:
    cards = callable_cards(state, player)
    options = [Option(card.card, Phrase("Call it a Spell: {card}", card=card.name)) for card in cards]
    last = front(state) == Task("call", player)
    at_once = Phrase("{player} may call the cast a Spell at once.", player=player)
    sentence = Phrase("{player} may call the cast a Spell.", player=player) if last else at_once
    counters = any(card.counter_spell for card in cards)
    if counters:
        sentence = sentences(sentence, _ONLY_IF_WON if state.setting.house["only_if_won"] else _EVEN_LOST)
    no = (Option(NO, Phrase("No")),) if last else ()
    rules = BOOK.cite("CST-A-12", "CST-Q-25") if counters else BOOK.cite("CST-Q-27")
    return Ask(player, "call", sentence, rules, (*options, *no))


def why_not_call(state: State, choice: Choose) -> Reason | None:
    """Why that player cannot call a cast a Spell by that card now; None where only unsettled stones come first."""
    player, shelf = choice.player, state.shelves[choice.player]
    if state.setting.level == "basic":
        return NO_CARDS
    if due(state, "compare") and choice.pick in (NO, state.claims.get(player)) and player in state.claims:
        return SPELL_ALREADY.by(BOOK.cite("CST-A-13"))
    if choice.pick == NO:
        return _why_not_now(state, player) if callable_cards(state, player) else NOTHING_TO_CALL
    if choice.pick in shelf.used:
        return CALLED_BEFORE
    return _why_not_matching(state, player, choice.pick) if choice.pick in shelf.up else NOT_OWN


def _why_not_matching(state: State, player: str, card_id: str) -> Reason | None:
    """Why *player* cannot call the cast a Spell by a card of the own library."""
    card = state.setting.cards[card_id]
    if not makes_spell(state, card):
        return NO_WHOLE_HAND if state.setting.house["card_pattern_is_spell"] else NO_COUNTER
    if cast(state, player) is None:
        return NOT_CAST
    if _is_spell(state, player):
        return SPELL_ALREADY
    unmet = _why_unmet(state, player, card)
    return unmet or (None if due(state, "call", player) else _why_not_now(state, player))


def _why_not_now(state: State, player: str) -> Reason | None:
    """Why *player* can neither call a cast that matches a card, nor leave it, now; None for unsettled stones."""
    if due(state, "call", player):
        return None if front(state) == Task("call", player) else CALL_LATER
    return DECLINED if due(state, "compare") else TOO_LATE


def answer_call(state: State, choice: Choose) -> Step:
    """Judge whether a player calls the cast a Spell; by default a Counter Spell's card is turned over at once."""
    if choice.pick == NO:
        return then(state), (messages.NOT_CALLED(player=choice.player),)
    player = choice.player
    todo = tuple(task for task in state.todo if task not in (Task("second", player), Task("call", player)))
    after = replace(state, todo=todo, casts=put(state.casts, player, 2))
    card = state.setting.cards[choice.pick]
    after = replace(after, claims=put(state.claims, choice.player, choice.pick))
    if not card.counter_spell:
        return after, (messages.CALLED_PATTERN(player=choice.player, card=card.name),)
    if state.setting.house["only_if_won"]:
        return after, (messages.CALLED(player=choice.player, card=card.name),)
    after = turn_face_down(after, choice.player, choice.pick)
    return after, (messages.CALLED_AND_SPENT(player=choice.player, card=card.name),)


def turn_counter_spell_down(state: State) -> Step:
    """Turn over the Counter Spell's card now that the turn is won, if a house rule says so."""
    player = state.todo[0].player
    card = state.claims.get(player, "")
    if card not in state.shelves[player].up or not state.setting.cards[card].counter_spell:
        return then(state), ()
    return turn_face_down(then(state), player, card), (
        messages.SPENT(player=player, card=state.setting.cards[card].name),
    )
