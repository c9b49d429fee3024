"""The end of the turn: five cards at most, and the rest to whoever stands lowest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from rules.core.options import Option
from rules.munchkin.action import Action, plain
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, discard_hand, draw, then
from rules.munchkin.turn import next_turn

MOST = 5

_TOO_MANY = BOOK.says(
    "charity-due",
    "{player} holds {number} cards: play some, as in any turn out of combat, or give away what is more than five.",
    *("MUN-CARD-08", "MUN-CHARITY-01", "MUN-Q-20"),
)
_GIVES = BOOK.says(
    "charity", "{player} gives away what is more than five cards: {shares}.", "MUN-CHARITY-01", "MUN-CHARITY-02"
)
_SHARED = BOOK.cite("MUN-CHARITY-03", "MUN-Q-22")
_DEAD = BOOK.cite("MUN-Q-21")
_OVERFULL = BOOK.cite("MUN-Q-46")
_DISCARDS = BOOK.says(
    "charity-lowest", "{player} stands lowest and discards {number}.", "MUN-CHARITY-01", "MUN-CHARITY-04"
)
_ENDS = BOOK.says("turn-ends", "{player} holds {number} cards and ends the turn.", "MUN-CARD-08", "MUN-TURN-14")


def excess(state: State) -> int:
    """How many cards the active player holds beyond five."""
    return max(0, state.who(state.active).hand - MOST)


def lowest(state: State) -> tuple[str, ...]:
    """The living players on the lowest Level."""
    alive = [seat for seat in state.seats if seat.alive]
    level = min(seat.level for seat in alive)
    return tuple(seat.player for seat in alive if seat.level == level)


def _ways(state: State) -> Iterator[str]:
    """All even ways to share: ``Ana 2, Bo 1``; those who would get nothing are left out."""
    poor = lowest(state)
    each, odd = divmod(excess(state), len(poor))
    for lucky in combinations(poor, odd):
        shares = ((name, each + (name in lucky)) for name in poor)
        yield ", ".join(f"{name} {number}" for name, number in shares if number)


def _options(state: State, player: str) -> tuple[Option, ...]:
    if not excess(state):
        return ()
    if player in lowest(state):
        return plain("discard")
    return tuple(Option(way, f"Give {way}") for way in _ways(state))


def give_away(state: State, player: str, pick: str) -> Outcome:
    """The excess is given or discarded, and the turn is over."""
    number = excess(state)
    poor = any(not seat.alive for seat in state.seats)
    also = _DEAD if poor else ()
    state = discard_hand(_stale(state), player, number)
    if pick == "discard":
        return then((state, (_DISCARDS(player=player, number=number, also=also),)), next_turn)
    for share in pick.split(", "):
        name, _, count = share.rpartition(" ")
        state = draw(state, name, int(count))
    if ", " in pick or len(lowest(state)) > 1:
        also += _SHARED
    if any(seat.hand > MOST for seat in state.seats):
        also += _OVERFULL
    # What was given came from a hand, not from the decks.
    state = replace(state, drawn=state.drawn - number, discarded=state.discarded - number)
    return then((state, (_GIVES(player=player, shares=pick, also=also),)), next_turn)


def _stale(state: State) -> State:
    return replace(state, seats=tuple(replace(seat, fresh=False) for seat in state.seats))


def end_turn(state: State, player: str, pick: str) -> Outcome:
    """Five cards or fewer: nothing is given."""
    told = _ENDS(player=player, number=state.who(player).hand)
    return then((_stale(state), (told,)), next_turn)


def begins(before: State, state: State) -> Outcome:
    """The third phase: too many cards are said at once."""
    if state.phase != "charity" or before.phase == "charity" or not excess(state):
        return state, ()
    return state, (_TOO_MANY(player=state.active, number=state.who(state.active).hand),)


ACTIONS = {
    "charity": Action(
        "{player} holds more than five cards and must play some or give the rest away.",
        BOOK.cite("MUN-CHARITY-01", "MUN-CHARITY-02", "MUN-CHARITY-03", "MUN-CHARITY-04", "MUN-Q-20"),
        _options,
        give_away,
    ),
    "end": Action(
        "{player} may end the turn.",
        BOOK.cite("MUN-TURN-14", "MUN-CARD-08"),
        lambda state, player: () if excess(state) else plain("turn"),
        end_turn,
    ),
}
