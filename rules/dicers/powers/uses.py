"""Using a die in Reserve: when it is offered, what happens, and where the die goes."""

from __future__ import annotations

from rules.core.copies import replace
from rules.core.facts import Choose
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.dicers import messages
from rules.dicers.dice import is_limited, limit_rules
from rules.dicers.powers.calls import modifier_rules
from rules.dicers.powers.moments import Use, challengeable, why_not_now
from rules.dicers.powers.reserve import NUMBERED, RESERVE_POWERS, ReservePower
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Outcome, Rulings, State, Task, put, with_round
from rules.dicers.turn.rounds import closing_face_words
from rules.dicers.turn.stages import ahead, running, stage

PASS = "pass"


def ready(state: State, player: str) -> tuple[str, ...]:
    """The player's dice in Reserve whose Power makes sense now, as far as everybody can see (DIC-A-26)."""
    if not state.setting.advanced or state.phase != "round" or state.todo or not _open(state):
        return ()
    return tuple(die for die in state.row(player, "reserve") if _is_ready(state, Use(player, die)))


def usable(state: State, player: str) -> tuple[str, ...]:
    """The dice of `ready` that the player may use: a Power for one type needs a die of that type.

    This is checked for own dice only.  Whether a Power reaches a hidden die of the other player shows when it is used.
    """
    return tuple(die for die in ready(state, player) if why_not_use(state, player, die) is None)


def gives_away_type(state: State, player: str) -> bool:
    """Whether the options of the player give away the type of their own die (DIC-I-21)."""
    uses = (Use(player, die) for die in ready(state, player))
    return any(_hits_own(state, use) and is_limited(state.power(use.die)) for use in uses)


def _open(state: State) -> bool:
    """Whether Reserve Powers may be used: until the winner chooses, not in a forced roll or half a tie (DIC-Q-04)."""
    now = stage(state)
    early = now in ("advance", "cast")
    late = now in ("tie", "decided") and not running(state).fresh
    return early or (late and not _are_casts_over(state))


def waited_for(state: State) -> tuple[str, ...]:
    """Who may use a Reserve Power now; by house rule the Defender uses one or passes before the Challenger may."""
    players = tuple(player for player in state.setting.players if ready(state, player))
    if defender_first(state):
        return (state.setting.other(running(state).challenger),)
    return tuple(player for player in players if player not in running(state).passed)


def loser_with_reserve(state: State) -> str:
    """The loser of a decided Round who may still use a Reserve Power; empty for nobody."""
    if state.phase != "round" or state.todo or stage(state) != "decided":
        return ""
    loser = state.setting.other(ahead(state))
    return loser if loser in waited_for(state) else ""


def defender_first(state: State) -> bool:
    """Whether the Defender has to use a Power or pass first (DIC-Q-50)."""
    both = state.setting.on("defender_first") and all(ready(state, player) for player in state.setting.players)
    return both and not running(state).passed


def use_at_once(state: State) -> Outcome:
    """Use the Powers of the dice in ``state.at_once`` as the Round begins; others are skipped (DIC-Q-47)."""
    rulings: Rulings = ()
    while state.at_once and not state.todo:
        die, *rest = state.at_once
        state = replace(state, at_once=tuple(rest))
        player = state.owners[die]
        if die in usable(state, player):
            state, more = activate(state, player, die)
            rulings += more
    return state, rulings


def _is_ready(state: State, use: Use) -> bool:
    return _why_not_ready(state, use) is None


def _why_not_ready(state: State, use: Use) -> Reason | None:
    """Why a die in Reserve cannot be used now, as far as everybody can see."""
    if reason := why_not_now(state, use):
        return reason
    target = RESERVE_POWERS[state.power(use.die).name].on(state, use)
    return DID_NOT_REACH if (use.die, target) in running(state).unfit else None


_because = BOOK.because
DID_NOT_REACH = _because("That Power has turned out not to reach the die.", "DIC-M-GEN-01", "DIC-A-32")
OTHER_TYPE = _because("The Power works only on dice of its type.", "DIC-M-GEN-01")
NO_RESERVE = _because("The Reserve is played in the Advanced game only.", "DIC-I-17")
NOT_STORED = _because("Only a die of the player's own Reserve can be used so.", "DIC-A-22", "DIC-A-29")
NOT_AGAIN = _because(
    "That die does not lie in the Reserve. A Reserve Power works once, and again after its die was put there again.",
    *("DIC-A-29", "DIC-A-22"),
)
BETWEEN_ROUNDS = _because(
    "A Reserve Power is used during a Round, until its winner has chosen.", "DIC-A-26", "DIC-Q-04"
)
POWER_FIRST = _because("The Power at work is finished first.", "DIC-A-30", "DIC-Q-50")
ROLL_FIRST = _because("The roll that is due comes first.", "DIC-Q-04")
DURING_CASTS = _because("By your house rules Reserve Powers are used until both dice are set.", "DIC-Q-04")
PASSED = _because("The player has just used none; the next chance comes once something has happened.", "DIC-A-26")
DEFENDER_FIRST = _because("By your house rules the Defender uses a Power or passes first.", "DIC-Q-50")
NOTHING_TO_PASS = _because("The player is not asked for a Reserve Power now.", "DIC-A-26")


def why_not_use(state: State, player: str, die: str) -> Reason | None:
    """Why *player* may not use a die of their Reserve; a reason that reveals a type is shown to that player only."""
    if reason := _why_not_ready(state, Use(player, die)):
        return reason
    use = Use(player, die)
    unfit = _hits_own(state, use) and not _fits(state, use)
    return OTHER_TYPE.by(limit_rules(state.power(die))) if unfit else None


def why_not_reserve(state: State, choice: Choose) -> Reason | None:
    """Why that player cannot use, or pass on, a Reserve Power now, as far as everybody can see."""
    player, die = choice.player, choice.pick
    if not state.setting.advanced:
        return NO_RESERVE
    if die != PASS and die not in state.row(player, "reserve"):
        return _why_not_stored(state, player, die)
    if state.phase != "round":
        return _why_not_outside(state)
    if state.todo:
        return POWER_FIRST
    if not _open(state):
        return DURING_CASTS if _are_casts_over(state) else ROLL_FIRST
    if die != PASS and (reason := _why_not_ready(state, Use(player, die))):
        return reason
    if player in running(state).passed:
        return PASSED
    return DEFENDER_FIRST if defender_first(state) else NOTHING_TO_PASS


def _why_not_outside(state: State) -> Reason:
    """Why no Reserve Power is used before the first Round, or once the winner of a Round has chosen."""
    if state.setting.on("reserve_only_during_cast"):
        return DURING_CASTS
    return BETWEEN_ROUNDS.by(("DIC-Q-04",)) if state.phase == "power" else BETWEEN_ROUNDS


def _are_casts_over(state: State) -> bool:
    """Whether both dice are set and, by house rule, the time for Reserve Powers is over."""
    return state.setting.on("reserve_only_during_cast") and stage(state) in ("tie", "decided")


def _why_not_stored(state: State, player: str, die: str) -> Reason:
    """Why a die that is not in the player's Reserve cannot be used from there: it was used, or lies elsewhere."""
    zone = state.zones.get(die)
    if state.owners.get(die) == player and zone in ("front", "keep"):
        return NOT_AGAIN
    return NOT_STORED.by(("DIC-P-CAP-14",)) if zone == "hostage" else NOT_STORED


def _hits_own(state: State, use: Use) -> bool:
    return state.owners.get(RESERVE_POWERS[state.power(use.die).name].on(state, use)) == use.player


def _fits(state: State, use: Use) -> bool:
    """Whether there is a die of the type that the Power is limited to."""
    power = state.power(use.die)
    if power.name == "challenge":
        return bool(challengeable(state, use))
    target = RESERVE_POWERS[power.name].on(state, use)
    return not target or state.die(target).fits(power.only)


def choose(state: State, player: str, pick: str) -> Outcome:
    """Use a die in Reserve, or none just now."""
    if pick != PASS:
        return activate(state, player, pick)
    words = messages.PASSES if defender_first(state) else messages.USES_NONE
    current = running(state)
    return with_round(state, replace(current, passed=(*current.passed, player))), (words(player=player),)


def activate(state: State, player: str, die: str) -> Outcome:
    """Use the die's Power now (DIC-A-27), if it reaches its target; for Double Down the player is asked first."""
    power = state.power(die)
    entry = RESERVE_POWERS[power.name]
    current = running(state)
    if not _fits(state, Use(player, die)):
        return _miss(state, Use(player, die))
    several = ("DIC-A-25", "DIC-A-30", "DIC-Q-50") if current.used else ()
    also = (*modifier_rules(power), *several)
    ruling = messages.USES.by(entry.rules)(
        player=player, die=state.name(die), power=power.words, also=also, reveals=(die,)
    )
    state = with_round(state, replace(current, used=current.used + 1))
    if power.double:
        return replace(state, todo=(Task("use-double", player, die=die), *state.todo)), (ruling,)
    state, more = _perform(state, Use(player, die, power.number), entry)
    return state, (ruling, *more)


def _miss(state: State, use: Use) -> Outcome:
    """Judge a Power that does not reach the other player's die: both learn of it, and the die stays in Reserve."""
    power, current = state.power(use.die), running(state)
    target = RESERVE_POWERS[power.name].on(state, use)
    missed = state.name(target) if target else Phrase("any of {player}'s dice", player=state.setting.other(use.player))
    ruling = messages.UNFIT(
        player=use.player, die=state.name(use.die), power=power.words, target=missed, also=modifier_rules(power)
    )
    return with_round(state, replace(current, unfit=current.unfit | {(use.die, target)})), (ruling,)


def _perform(state: State, use: Use, entry: ReservePower) -> Outcome:
    state, rulings = entry.does(state, use)
    if entry.keeps:
        return state, rulings
    return put(state, use.die, "keep"), (*rulings, messages.BACK(die=state.name(use.die), player=use.player))


def decide_double(state: State, task: Task, pick: str) -> Outcome:
    """Judge the choice between the Power as it is and a roll for Double Down."""
    if pick == "roll":
        return replace(state, todo=(replace(task, kind="use-double-roll"), *state.todo)), ()
    power = state.power(task.die)
    state, more = _perform(state, Use(task.player, task.die, power.number), RESERVE_POWERS[power.name])
    return state, (messages.AS_PRINTED(), *more)


def roll_double(state: State, task: Task, face: int) -> Outcome:
    """Judge the roll for Double Down: 1 to 3 spends the Power for nothing, 4 to 6 doubles its number (DIC-Q-48)."""
    value = closing_face_words(state.die(task.die), face)
    if face <= 3:
        ruling = messages.LOST_CONTROL(player=task.player, value=value)
        return put(state, task.die, "keep"), (ruling, messages.BACK(die=state.name(task.die), player=task.player))
    power = state.power(task.die)
    use = Use(task.player, task.die, 2 * power.number)
    state, more = _perform(state, use, RESERVE_POWERS[power.name])
    message = messages.DOUBLED if power.name in NUMBERED else messages.DOUBLED_ALIKE
    return state, (message(player=task.player, value=value, also=("DIC-Q-48",)), *more)
