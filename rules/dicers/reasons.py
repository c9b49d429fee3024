"""Why a choice that is not offered may not be made now; nothing here gives a hidden Power away."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.facts import Choose
from rules.core.reasons import Reason
from rules.dicers.powers import DEEDS
from rules.dicers.reserve import EFFECTS
from rules.dicers.rounds import advancer, ahead, caster, stage
from rules.dicers.rulebook import BOOK
from rules.dicers.state import State

_because = BOOK.because

TAKEN = _because("That die is taken already.", "DIC-B-07")
IN_TURN = _because("Dice are chosen one at a time, in turn, the higher roller first.", "DIC-B-07")
CHALLENGER_FIRST = _because("The Challenger advances first, then the Defender, one die each.", "DIC-B-11", "DIC-B-12")
OTHERS_DIE = _because("Each advances a die of his own.", "DIC-B-11", "DIC-B-12")
RESTS = _because("No die is used in two Rounds running, unless it is the only one.", "DIC-B-27")
WHERE: Mapping[str, Reason] = {
    "keep": _because("A die in the Keep cannot be cast until it is in the Front Line again.", "DIC-I-10"),
    "dungeon": _because("A die in the Dungeon is out of the game.", "DIC-I-15"),
    "banished": _because("A banished die comes back only by an escape roll.", "DIC-P-BAN-04"),
    "reserve": _because("A die in Reserve is out of play until it is used.", "DIC-A-32"),
    "hostage": _because("A hostage is out of play.", "DIC-P-CAP-14"),
    "out": _because("That die is out for the rest of the game.", "DIC-B-25"),
}
NOT_CASTING = _because("It is not that player's cast.", "DIC-B-15", "DIC-B-21")
NOTHING_ROLLED = _because("There is no roll to keep yet.", "DIC-B-19")
SET = _because("A die that is set stays as it lies.", "DIC-B-20")
NOT_DECIDED = _because("The Round is not decided yet.", "DIC-I-22", "DIC-I-23")
LOST_IT = _because("Only the winner of the Round expels or uses a Power.", "DIC-I-23")
BASIC_WIN = _because("In the Basic game the beaten die just goes out; there are no Powers.", "DIC-B-25", "DIC-G-10")
NOT_CALLABLE = _because(
    "The winner expels, or uses a Power of his winning die or of its hostages that can be used now.", "DIC-I-23"
)
NO_RESERVE = _because("The Reserve is played in the Advanced game only.", "DIC-I-17")
NOT_STORED = _because("Only a die of one's own that lies in Reserve can be used so.", "DIC-A-21", "DIC-A-29")
NO_SENSE = "It makes no sense at this moment."
ALLIANCE = _because("An Alliance is chosen before the die is rolled, out of the two on it.", "DIC-A-14", "DIC-Q-43")
SHIELD = _because("A Shield in Reserve saves the beaten die when it is expelled, nothing else.", "DIC-P-SHD-03")


def why_not(state: State, choice: Choose) -> Reason | None:
    """One sentence with rule ids, or nothing where the asks say enough."""
    if choice.kind in DEEDS:
        return _because("It cannot be applied so.", *DEEDS[choice.kind].rules)
    why = _WHY.get(choice.kind)
    return why(state, choice) if why and state.phase != "over" else None


def _draft(state: State, choice: Choose) -> Reason | None:
    return TAKEN if state.zones.get(choice.pick) == "front" else IN_TURN


def _advance(state: State, choice: Choose) -> Reason | None:
    if state.owners.get(choice.pick, choice.player) != choice.player:
        return OTHERS_DIE
    zone = state.zones.get(choice.pick, "pool")
    if zone in WHERE:
        return WHERE[zone]
    waits = state.phase == "round" and not state.todo and advancer(state) == choice.player
    return RESTS if waits and zone == "front" else CHALLENGER_FIRST


def _keep(state: State, choice: Choose) -> Reason | None:
    cast = state.cast(choice.player)
    if cast and cast.set:
        return SET
    waits = state.phase == "round" and stage(state) == "cast" and caster(state) == choice.player
    return NOTHING_ROLLED if waits else NOT_CASTING


def _win(state: State, choice: Choose) -> Reason | None:
    if state.deal.basic:
        return BASIC_WIN
    if state.phase != "round" or stage(state) != "decided":
        return NOT_DECIDED
    return NOT_CALLABLE if ahead(state) == choice.player else LOST_IT


def _reserve(state: State, choice: Choose) -> Reason | None:
    if not state.deal.advanced:
        return NO_RESERVE
    if choice.pick not in state.row(choice.player, "reserve"):
        return NOT_STORED
    effect = EFFECTS.get(state.power(choice.pick).name)
    return _because(NO_SENSE, "DIC-A-26", *(effect.rules if effect else ()))


_WHY: Mapping[str, Callable[[State, Choose], Reason | None]] = {
    "draft": _draft,
    "advance": _advance,
    "keep": _keep,
    "win": _win,
    "reserve": _reserve,
    "alliance": lambda state, choice: ALLIANCE,
    "shield": lambda state, choice: SHIELD,
}
