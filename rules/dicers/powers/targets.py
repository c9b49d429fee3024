"""Which dice a player would expect a Power to reach, and why one of them is not reached."""

from __future__ import annotations

from rules.core.copies import replace
from rules.core.reasons import Reason
from rules.dicers.powers import aims
from rules.dicers.powers.powers import DEEDS, Deed
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Call, State

_TYPE = BOOK.because("The Power works only on dice of its type.", "DIC-M-GEN-01", "DIC-M-ALN-01", "DIC-M-COL-01")

_IN_RESERVE = BOOK.because("Swap does not reach dice in Reserve.", "DIC-P-SWP-03", "DIC-Q-23")

_IN_ARENA = BOOK.because("Swap does not reach dice in the Arena.", "DIC-Q-24")

BANISHED = BOOK.because(
    "A banished die is out of reach: it comes back only by an escape roll.", "DIC-P-BAN-03", "DIC-P-BAN-04"
)

_BOTH_SIDES = BOOK.because("One of yours is never swapped with one of the other player's.", "DIC-P-SWP-10")

_SAME_PLACE = BOOK.because("Both dice lie in the same place: the swap would change nothing.", "DIC-P-SWP-02")

_DUNGEON_FIRST = BOOK.because(
    "A die of the Keep is summoned only while the Dungeon is empty.", "DIC-P-SUM-02", "DIC-P-SUM-01"
)

_NOT_STORED = BOOK.because("That die has no Reserve Power.", "DIC-P-ACT-01")

_TOO_FEW = BOOK.because("The Power works on as many dice as it says, where there are so many.", "DIC-I-25")


def why_not_aim(state: State, call: Call, pick: str) -> Reason | None:
    """Why a Power cannot be applied to that die: the condition without which it could."""
    deed = DEEDS[call.power.name]
    if pick in deed.aims(state, call):
        return None
    if pick == "done":
        return _TOO_FEW
    if pick in deed.aims(state, _for_any_type(call, deed)):
        return _TYPE
    zone = state.zones.get(pick, "")
    if call.power.name == "swap":
        return _why_not_swap(state, call, pick) or deed.where
    if zone == "banished" and call.power.name == "summon":
        return BANISHED
    own = state.owners.get(pick) == call.player
    if call.power.name == "summon" and own and zone == "keep":
        return _DUNGEON_FIRST
    if call.power.name == "activate-reserve" and own and zone in ("front", "keep"):
        return _NOT_STORED
    return deed.where


def _for_any_type(call: Call, deed: Deed) -> Call:
    """The same use of the Power without its limit to a type."""
    bare = replace(call.power, only=())
    return replace(call, power=bare, type="" if deed.single else call.type)


def _why_not_swap(state: State, call: Call, pick: str) -> Reason | None:
    zone = state.zones.get(pick, "")
    if zone in ("reserve", "arena", "banished"):
        return {"reserve": _IN_RESERVE, "arena": _IN_ARENA, "banished": BANISHED}[zone]
    if call.first and pick in state.owners:
        return _SAME_PLACE if state.owners[pick] == state.owners[call.first] else _BOTH_SIDES
    return None


def expected(state: State, call: Call) -> tuple[str, ...]:
    """The dice that a player would expect a Power to reach: those on the side that it works on, in any place."""
    deed = DEEDS[call.power.name]
    offered = deed.aims(state, call)
    if any(pick not in state.deal.dice for pick in offered):
        return offered  # a player's rows, not dice
    foe = aims.foe(state, call)
    sides = {"own": (call.player,), "foe": (foe,), "either": (call.player, foe)}[deed.side]
    lying = (die for player in sides for die in state.row(player, "front", "keep", "dungeon", "reserve"))
    return tuple(dict.fromkeys((*offered, *(die for die in lying if die != call.first))))
