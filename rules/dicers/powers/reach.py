"""The dice that a player would expect a Power to reach, and why it does not reach one of them."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.dicers.dice import limit_rules
from rules.dicers.powers import aims
from rules.dicers.powers.powers import EVOKED_POWERS, EvokedPower
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Call, State, Zone

_TYPE = BOOK.because("The Power works only on dice of its type.", "DIC-M-GEN-01")
_IN_RESERVE = BOOK.because("Swap does not reach dice in Reserve.", "DIC-P-SWP-03", "DIC-Q-23")
_IN_ARENA = BOOK.because("Swap does not reach dice in the Arena.", "DIC-Q-24")
_BANISHED = BOOK.because(
    "A banished die is out of reach: it comes back only by an escape roll.", "DIC-P-BAN-03", "DIC-P-BAN-04"
)
_NOT_SWAPPED: Mapping[str, Reason] = {"reserve": _IN_RESERVE, "arena": _IN_ARENA, "banished": _BANISHED}
_BOTH_SIDES = BOOK.because("One of yours is never swapped with one of the other player's.", "DIC-P-SWP-10")
_SAME_PLACE = BOOK.because("Both dice lie in the same place: the swap would change nothing.", "DIC-P-SWP-02")
_SAME_DIE = BOOK.because("A die does not change places with itself: choose another one.", "DIC-P-SWP-01")
_NO_PARTNER = BOOK.because(
    "That player has no die in another place with which it could change places.", "DIC-P-SWP-01", "DIC-P-SWP-02"
)
_DUNGEON_FIRST = BOOK.because(
    "A die of the Keep is summoned only while the Dungeon is empty.", "DIC-P-SUM-02", "DIC-P-SUM-01"
)
_BANISHED_COUNT = BOOK.because(
    "By your house rules banished dice count too: a die of the Keep is summoned only while none lies in the Dungeon.",
    *("DIC-Q-29", "DIC-P-SUM-02"),
)
_NOT_STORED = BOOK.because("That die has no Reserve Power.", "DIC-P-ACT-01")
_NOT_IN_ARENA = ("spell-5", "spell-6", "greater-expel", "banish")  # the last two by house rule only
_REACH_HOSTAGES = ("summon", "swap")
PLACES: Mapping[Zone, Phrase] = {
    "front": Phrase("Front Line"),
    "keep": Phrase("Keep"),
    "dungeon": Phrase("Dungeon"),
    "reserve": Phrase("Reserve"),
    "arena": Phrase("die in the Arena"),
    "banished": Phrase("banished die"),
}


def why_not_aim(state: State, call: Call, pick: str) -> Reason | None:
    """Why a Power cannot be applied to that die; None where it can."""
    entry = EVOKED_POWERS[call.power.name]
    if pick in entry.aims(state, call):
        return None
    if pick in entry.aims(state, _for_any_type(call, entry)):
        return _TYPE.by(limit_rules(call.power) or BOOK.cite("DIC-M-ALL-01"))
    own = state.owners.get(pick) == call.player
    if call.power.name == "activate-reserve" and own and state.zones.get(pick) in ("front", "keep"):
        return _NOT_STORED
    return why_not_there(state, call, pick)


def why_not_there(state: State, call: Call, pick: str) -> Reason:
    """Why a Power does not reach that die in the place where it lies, as far as everybody can see."""
    where, zone = EVOKED_POWERS[call.power.name].where, state.zones.get(pick, "")
    if call.power.name == "swap":
        return _why_not_swap(state, call, pick) or where
    if zone == "banished":
        return _BANISHED
    if zone == "arena" and state.owners[pick] != call.player and call.power.name in _NOT_IN_ARENA:
        return where.by(BOOK.cite("DIC-Q-21"))
    first = call.power.name == "summon" and zone == "keep" and state.owners[pick] == call.player
    if not first:
        return where
    only_banished = not state.row(call.player, "dungeon") and state.row(call.player, "banished")
    return _BANISHED_COUNT if only_banished and state.setting.on("banished_blocks_summon_keep") else _DUNGEON_FIRST


def _for_any_type(call: Call, entry: EvokedPower) -> Call:
    """The same use of the Power without its limit to a type."""
    bare = replace(call.power, only=())
    return replace(call, power=bare, type="" if entry.single else call.type)


def _why_not_swap(state: State, call: Call, pick: str) -> Reason | None:
    """Why Swap does not reach that die, judged by where the dice lie; None where their places are not the reason."""
    zone = state.zones.get(pick, "")
    if zone not in (*aims.swapped_zones(state), "hostage"):
        return _NOT_SWAPPED.get(zone)
    if call.first == pick:
        return _SAME_DIE
    if call.first:
        return _SAME_PLACE if state.owners[pick] == state.owners[call.first] else _BOTH_SIDES
    alone = not aims.partners(state, _for_any_type(call, EVOKED_POWERS["swap"]), pick)
    return _NO_PARTNER if alone else None


def expected_dice(state: State, call: Call) -> tuple[str, ...]:
    """The dice that a player would expect a Power to reach: those on the side that it works on, in any place.

    The winning die itself is among them only for a Power that works on either side, such as Swap.
    """
    entry = EVOKED_POWERS[call.power.name]
    offered = entry.aims(state, call)
    if any(pick not in state.setting.dice for pick in offered):
        return offered  # a player's rows, not dice
    foe = aims.foe(state, call)
    sides = {"own": (call.player,), "foe": (foe,), "either": (call.player, foe)}[entry.side]
    zones = tuple(zone for zone in PLACES if zone != "arena" or entry.side != "own")
    zones += ("hostage",) if call.power.name in _REACH_HOSTAGES else ()
    lying = (die for player in sides for die in state.row(player, *zones))
    return tuple(dict.fromkeys((*offered, *(die for die in lying if die != call.first))))
