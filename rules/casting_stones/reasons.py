"""Why a choice that is not offered may not be made now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.casting_stones import library
from rules.casting_stones.cards import Card
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import Shelf, State, Task, cast, stones
from rules.casting_stones.stones import HAND, within
from rules.core.facts import Choose
from rules.core.reasons import Reason

_because = BOOK.because

PICKED = _because("That stone is picked already.", "CST-B-07")
IN_TURN = _because("Stones are picked one at a time, in turn, the youngest first.", "CST-B-07")
TOO_MANY = _because("A hand is picked as 1 Character, 2 Artifacts and 2 Elements.", "CST-B-08")
NOT_NOW = _because("There is no second cast to decide on now.", "CST-G-14", "CST-B-31")
GOOD = _because("Only a failed first cast may be cast again, so a good one stands by itself.", "CST-B-31", "CST-Q-06")
FIRST_DECIDES = _because("Who cast first decides first about casting again.", "CST-B-32")
TIPPED = _because("That stone does not lean, and a leaner once tipped stays so.", "CST-B-17", "CST-B-18")
PLAIN = _because("What that stone shows is known.", "CST-B-16", "CST-Q-37")
LOSER = _because("Only the winner of the turn is rewarded.", "CST-B-43")
ONE = _because("No reward is due now, and of several only one is taken.", "CST-B-43", "CST-B-44")
ONLY_SPELL = _because("Only a Spell puts a gem on a turret.", "CST-B-54")
TAKEN = _because("A gem goes on an empty turret of the mat.", "CST-B-45")
NO_MOVING = _because("Gems that stand are not moved about while others are left, or at all.", "CST-Q-11")
SWAP_GEM = _because("An own gem is swapped with an opposing gem on a turret beside it.", "CST-B-46")
SWAP_STONE = _because(
    "A stone of one's own hand is swapped with one in one's own vault or the shared one.", "CST-B-47", "CST-A-07"
)
SAME_TYPE = _because("By your house rules stones are exchanged only for the same type.", "CST-Q-18")
KNOCK_GEM = _because("No opposing gem stands there.", "CST-B-48")
KNOCK_STONE = _because("A stone of the other hand is knocked out.", "CST-B-49")
OWN_PICK = _because("By your house rules the loser picks the stone that goes.", "CST-Q-17")
SWAP_CARD = _because(
    "In the Advanced game one's own card that lies face up is swapped with one in one's own vault.",
    "CST-A-24",
    "CST-Q-32",
)
KNOCK_CARD = _because("In the Advanced game an opposing card that lies face up is knocked out.", "CST-A-23", "CST-Q-32")
OTHER_REWARD = _because("The winning cast earns another reward than that.", "CST-B-43")
JUST_OUT = _because("The stone that was just knocked out may not come back at once.", "CST-B-51")
FROM_VAULT = _because("The new stone comes out of the vault of its player.", "CST-B-50", "CST-Q-31")
OTHERS_CARD = _because("The youngest takes a card, the other player gets what is left.", "CST-I-04")
OWN_TEN = _because("The hand is five of one's own ten stones.", "CST-A-05", "CST-A-06")
NO_CARDS = _because("Cards are not played in the Basic game.", "CST-I-01")
USED = _because("A card works only face up and once in a game.", "CST-I-06", "CST-I-07")
NOT_OWN = _because("That card does not lie in the caster's own library.", "CST-I-05")
NOT_YET = _because("Cards are used when the turn has been compared.", "CST-Q-20", "CST-Q-23")
ROW = _because("It needs its cast in two turns in a row.", "CST-I-08", "CST-I-09")
UNWON = _because("It needs a turn that was won.", "CST-I-13", "CST-A-11")
NOT_SHOWN = _because("The stones it names were not cast as it shows.", "CST-A-10", "CST-A-16")
NOT_HELD = _because("It needs turrets that are not held.", "CST-A-15", "CST-A-16")
COUNTER = _because("A Counter Spell is called when it is cast; it gives nothing else.", "CST-A-12", "CST-A-13")
NO_COUNTER = _because("Only what a Counter Spell shows may be called a Spell.", "CST-A-12", "CST-Q-27")
CALLED_BEFORE = _because("Its card is out of play, so the cast is no Spell any more.", "CST-A-14")


def why_not(state: State, choice: Choose) -> Reason | None:
    """One sentence with rule ids, or nothing where the asks say enough."""
    why = _WHY.get(choice.kind)
    return why(state, choice) if why and state.todo else None


def _task(state: State) -> Task:
    return state.todo[0]


def _draft(state: State, choice: Choose) -> Reason | None:
    if choice.pick in state.setting.stones and choice.pick not in state.middle:
        return PICKED
    if choice.player != _task(state).player:
        return IN_TURN
    hand = stones(state, (*state.hands[choice.player], choice.pick)) if choice.pick in state.middle else []
    return None if within(hand, HAND) else TOO_MANY


def _second(state: State, choice: Choose) -> Reason | None:
    made = cast(state, choice.player)
    later = any(task.kind == "second" and task.player == choice.player for task in state.todo[1:])
    if made and later:
        return GOOD if made.good else FIRST_DECIDES
    return NOT_NOW


def _victory(state: State, choice: Choose) -> Reason | None:
    task = _task(state)
    if task.kind not in ("victory", "gain"):
        return ONE
    if task.player != choice.player:
        return LOSER
    verb = choice.pick.split(" ")[0]
    if verb in _MOVES and not verb.startswith(_EARNS[task.about[0]]):
        return ONLY_SPELL if verb == "gem" else OTHER_REWARD
    if verb == "knock-stone" and state.setting.house["victim_picks"]:
        return OWN_PICK
    strict = verb == "swap-stone" and state.setting.house["always_1_2_2"] and not state.setting.advanced
    return SAME_TYPE if strict else _MOVES.get(verb)


_EARNS = {
    **dict.fromkeys(("spell", "gem"), ("gem", "move-gem")),
    **dict.fromkeys(("potion", "swap"), ("swap-",)),
    **dict.fromkeys(("charm", "knock-out"), ("knock-",)),
    library.BY_HAND: ("",),
}
_MOVES = {
    "gem": TAKEN,
    "move-gem": NO_MOVING,
    "swap-gem": SWAP_GEM,
    "swap-stone": SWAP_STONE,
    "swap-card": SWAP_CARD,
    "knock-gem": KNOCK_GEM,
    "knock-stone": KNOCK_STONE,
    "knock-card": KNOCK_CARD,
}


def _replace(state: State, choice: Choose) -> Reason | None:
    return JUST_OUT if choice.pick in _task(state).about else FROM_VAULT


def _card(state: State, choice: Choose) -> Reason | None:
    if state.setting.level == "basic":
        return NO_CARDS
    shelf = state.shelves[choice.player]
    if choice.pick not in shelf.up:
        return USED if choice.pick in shelf.used else NOT_OWN
    if _task(state).kind != "cards":
        return NOT_YET
    return _unmet(state, choice.player, state.setting.cards[choice.pick])


def _unmet(state: State, player: str, card: Card) -> Reason | None:
    last = state.last
    if card.counter_spell:
        return COUNTER
    if last is None or (last.winner != player and not card.even_lost):
        return UNWON
    if card.row and last.rows.get(player) != card.row:
        return ROW
    return NOT_SHOWN if card.needs and not library.shown_in(state, last, player, card) else NOT_HELD


def _call(state: State, choice: Choose) -> Reason | None:
    used = choice.pick in state.shelves.get(choice.player, Shelf()).used
    return CALLED_BEFORE if used else NO_COUNTER


_WHY: Mapping[str, Callable[[State, Choose], Reason | None]] = {
    "draft": _draft,
    "second": _second,
    "tip": lambda state, choice: TIPPED,
    "tell": lambda state, choice: PLAIN,
    "victory": _victory,
    "gain": _victory,
    "give": lambda state, choice: KNOCK_STONE,
    "replace": _replace,
    "take-card": lambda state, choice: OTHERS_CARD,
    "hand": lambda state, choice: OWN_TEN,
    "card": _card,
    "call": _call,
}
