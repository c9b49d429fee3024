"""Why a choice is not possible now: which stage of the game is reached, then the predicate that offers the options.

Everybody may read these reasons: they use only what everybody can see.  What only one player may know stands in
that player's ask, as an excluded option.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.facts import Choose
from rules.core.phrases import Phrase
from rules.core.rulings import Reason, comes_first
from rules.dicers.powers.evoke import call_of
from rules.dicers.powers.moments import NOT_CHALLENGED, why_not_shield
from rules.dicers.powers.powers import EVOKED_POWERS
from rules.dicers.powers.reach import why_not_there
from rules.dicers.powers.tasks import DONE, TOO_FEW, ask, kind_of
from rules.dicers.powers.uses import NO_RESERVE, why_not_reserve
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Call, State, Task
from rules.dicers.turn import opening
from rules.dicers.turn.rounds import why_not_advance
from rules.dicers.turn.stages import advancer, ahead, caster, first_rule, forced, running, stage

_because = BOOK.because

OVER_BASIC = _because("The game is over: a player has no dice left.", "DIC-B-29", "DIC-B-30")
OVER = _because("The game is over: a player has no die left to advance.", "DIC-I-30", "DIC-I-31")
OVER_ADVANCED = _because("The game is over: a player has no die left to advance.", "DIC-A-33", "DIC-A-36")
NO_DIE_HERE = _because("No die of that name plays in this game.", "DIC-B-13")
NO_SUCH_DIE = _because("No die of that name is left to choose.", "DIC-B-07")
TAKEN = _because("That die is taken already.", "DIC-B-07")
IN_TURN = _because("Dice are chosen one at a time, in turn: {player} chooses now.", "DIC-B-07")
ROLL_FIRST = _because("The players roll for who chooses first.", "DIC-B-03", "DIC-B-06")
SHARED = _because("The dice are shared out.", "DIC-B-07", "DIC-B-09")
BROUGHT = _because("Both players have brought their own dice: none are shared out.", "DIC-A-01")
NOT_BEGUN = _because("The first Round has not begun.", "DIC-B-10")
ADVANCES_FIRST = _because("{player} advances now: the Challenger first, then the Defender.", "DIC-B-11", "DIC-B-12")
BOTH_ADVANCED = _because("Both dice are in the Arena, one of each player.", "DIC-B-10", "DIC-B-12")
TIED = _because("The Round is tied: the roll that breaks the tie comes first.", "DIC-B-22")
WINNER_FIRST = _because("{player} has won the Round, and first says what to do.", "DIC-I-23")
NEXT_CHALLENGER = _because("{player} won the Round, and advances the next die.", "DIC-I-29")
NO_DIE = _because("The player has no die in the Arena.", "DIC-B-10")
MUST_ROLL = _because("{die} has to be rolled once more: the roll that lies there cannot be kept.", "DIC-P-FRL-01")
MUST_ROLL_FIRST = _because(
    "{die} has to be rolled once more before the Round is decided.", "DIC-P-FRL-01", "DIC-P-FRL-03"
)
FROZEN = _because("The die is frozen: its roll stays, and nothing is left to decide.", "DIC-P-FRZ-01")
SET = _because("A die that is set stays as it lies.", "DIC-B-20")
OTHERS_CAST = _because("{player} rolls first.", "DIC-B-15", "DIC-B-21")
NO_ROLL_YET = _because("There is no roll to keep yet.", "DIC-B-19")
BASIC_WIN = _because("In the Basic game the beaten die just goes out; there are no Powers.", "DIC-B-25", "DIC-G-10")
NO_POWERS = _because("In the Basic game dice have no Powers.", "DIC-G-10")
NOT_DECIDED = _because("The Round is not decided yet: both dice have to be set.", "DIC-I-22", "DIC-I-23")
CHOSEN = _because("The winner has chosen already, one of the two things.", "DIC-I-23", "DIC-Q-32")
LOST_IT = _because("{player} is ahead, and only the winner expels or uses a Power.", "DIC-I-23")
NO_HOSTAGE = _because("That die is no hostage under the winning die.", "DIC-P-CAP-04")
NO_SUCH_WIN = _because("The winner expels the beaten die or uses a Power.", "DIC-I-23")
CAPTURES_BY_POWER = _because(
    "A die captures by its own Power, or beside it while it holds a hostage that it captured.",
    *("DIC-P-CAP-04", "DIC-P-SPL-05"),
)
NO_ALLIANCES = _because("Alliances are played in the Advanced game only.", "DIC-I-05", "DIC-I-17")
ALLIANCE = _because(
    "An Alliance is chosen before the die is rolled, out of the two on it, where it makes a difference.",
    *("DIC-A-14", "DIC-Q-43"),
)
OTHERS_SHIELD = _because("{player} loses the die, and decides about the Shield.", "DIC-P-SHD-01")
NO_SHIELD = _because("That is no Shield in this player's Reserve that saves the die.", "DIC-P-SHD-01")
OTHERS_POWER = _because("{player} uses the Power and chooses.", "DIC-I-25")
NOT_AT_WORK = _because("No Power that asks for this is at work.", "DIC-I-25")
NO_CHALLENGE = _because("No Challenge is being used.", "DIC-P-CHL-01")
ONE_OF_THESE = _because("That is not one of the answers that the rule allows.", "DIC-I-25")
_ROLL = Phrase("The dice are rolled: there is nothing to choose.")
ROLLED = {
    "draft-roll": _because(_ROLL, "DIC-B-02"),
    "first-roll": _because(_ROLL, "DIC-I-19", "DIC-A-07"),
    "cast": _because(_ROLL, "DIC-G-09"),
    "tie": _because(_ROLL, "DIC-B-22"),
    "forced": _because(_ROLL, "DIC-P-FRL-01"),
    "escape": _because(_ROLL, "DIC-P-BAN-05"),
    "spell": _because(_ROLL, "DIC-P-SPL-01"),
    "double-roll": _because(_ROLL, "DIC-M-DBL-01"),
}
TASK_RULES: Mapping[str, tuple[str, ...]] = {
    "type": BOOK.cite("DIC-M-ALL-03", "DIC-M-ALL-01"),
    "double": BOOK.cite("DIC-M-DBL-01"),
    "still": BOOK.cite("DIC-Q-36"),
    "stored-too": BOOK.cite("DIC-Q-61"),
    "more": BOOK.cite("DIC-Q-32"),
    "mimic": BOOK.cite("DIC-Q-33"),
    "cast-spell": BOOK.cite("DIC-P-SPL-01"),
    "swap-with": BOOK.cite("DIC-P-SWP-01"),
}


def why_not(state: State, choice: Choose) -> Reason | None:
    """Why a choice that is not offered may not be made now; None for a kind that this game does not have."""
    if not any(choice.kind in known for known in (_WHY, EVOKED_POWERS, TASK_RULES, ROLLED)):
        return None
    if state.phase == "over":
        return over(state)
    if choice.kind in ROLLED:
        return ROLLED[choice.kind]
    if state.phase in ("draft-roll", "draft", "first-roll") and choice.kind != "draft":
        return NOT_BEGUN.by(opening.asks(state)[0].rules[:1])
    return _WHY.get(choice.kind, _task)(state, choice)


def over(state: State) -> Reason:
    """Why nothing can be thrown or chosen any more, once the game is over."""
    if state.setting.basic:
        return OVER_BASIC
    return OVER_ADVANCED if state.setting.advanced else OVER


def _draft(state: State, choice: Choose) -> Reason:
    if state.phase == "draft-roll" and not state.owners:
        return ROLL_FIRST.by(opening.again(state))
    if state.phase != "draft":
        return BROUGHT if state.setting.advanced else SHARED
    if choice.pick in state.owners:
        return TAKEN
    if state.zones.get(choice.pick) != "pool":
        return NO_SUCH_DIE
    return IN_TURN.about(player=state.setting.other(choice.player))


def _advance(state: State, choice: Choose) -> Reason:
    if state.todo:
        return _pending(state, state.todo[0])
    legal = why_not_advance(state, choice.player, choice.pick)
    if state.phase == "escape":
        return legal or NEXT_CHALLENGER.about(player=state.round_winner)
    if stage(state) != "advance":
        return _advanced(state)
    return legal or _advances_first(state).about(player=advancer(state))


def _advances_first(state: State) -> Reason:
    """Why the other player advances a die now: as the winner of the Round before, or by the order of a Round."""
    if advancer(state) != state.past_winner:
        return ADVANCES_FIRST
    return NEXT_CHALLENGER.by(BOOK.cite("DIC-B-28")) if state.setting.basic else NEXT_CHALLENGER


def _pending(state: State, task: Task) -> Reason:
    """What a player must answer before all else."""
    due = ask(state, task)
    return comes_first(due.words, due.rules)


def _advanced(state: State) -> Reason:
    """Why no die is advanced once both players have done so."""
    if stage(state) == "tie":
        return TIED
    return WINNER_FIRST.about(player=ahead(state)) if stage(state) == "decided" else BOTH_ADVANCED


def _keep(state: State, choice: Choose) -> Reason:
    if state.todo:
        return _pending(state, state.todo[0])
    cast = state.cast(choice.player)
    if not cast or state.phase != "round":
        return NO_DIE
    if cast.forced:
        return _must_roll(state, MUST_ROLL, choice.player)
    if cast.set:
        return TIED if stage(state) == "tie" else FROZEN if cast.frozen else SET
    if advancer(state):
        return ADVANCES_FIRST.about(player=advancer(state))
    if forced(state):
        return _must_roll(state, MUST_ROLL, forced(state))
    if stage(state) == "decided":  # by Always Beats
        return WINNER_FIRST.about(player=ahead(state))
    other = caster(state)
    if other and other != choice.player:
        return OTHERS_CAST.about(player=other).by(first_rule(state))
    return Reason(ONE_OF_THESE.words, NO_ROLL_YET.rules) if cast.face else NO_ROLL_YET


def _win(state: State, choice: Choose) -> Reason:
    if state.setting.basic:
        return BASIC_WIN if choice.pick == "expel" else BASIC_WIN.by(BOOK.cite("DIC-G-10"))
    between = state.past_winner and not any(state.cast(player) for player in state.setting.players)
    if between or state.phase in ("power", "escape") or (state.todo and state.round_winner):
        return CHOSEN
    if stage(state) != "decided":
        return _undecided(state)
    if state.todo:
        return _pending(state, state.todo[0])
    if ahead(state) != choice.player:
        return LOST_IT.about(player=ahead(state))
    if choice.pick.startswith("hostage:"):
        return NO_HOSTAGE
    return CAPTURES_BY_POWER if choice.pick == "capture" else NO_SUCH_WIN


def _undecided(state: State) -> Reason:
    """What still has to be rolled before a player has won the Round."""
    if stage(state) == "tie":
        return TIED
    if stage(state) == "forced":
        return _must_roll(state, MUST_ROLL_FIRST, forced(state))
    return NOT_DECIDED


def _must_roll(state: State, reason: Reason, player: str) -> Reason:
    """The *reason* that the die of *player* has to be rolled once more, with the rule by which that is so."""
    cast = running(state).casts[player]
    named = reason.about(die=state.name(cast.die))
    return named if cast.forced in named.rules else Reason(named.words, (cast.forced,))


def _alliance(state: State, choice: Choose) -> Reason:
    return ALLIANCE if state.setting.advanced else NO_ALLIANCES


def _shield(state: State, choice: Choose) -> Reason | None:
    if not state.setting.advanced:
        return NO_RESERVE
    task = state.todo[0] if state.todo else None
    if task and task.kind == "shield":
        return NO_SHIELD if task.player == choice.player else OTHERS_SHIELD.about(player=task.player)
    if choice.pick in state.zones and choice.pick not in state.row(choice.player, "reserve"):
        return why_not_reserve(state, choice)
    return why_not_shield(state, choice.player)


def _challenge(state: State, choice: Choose) -> Reason:
    if not state.setting.advanced:
        return NO_RESERVE
    task = state.todo[0] if state.todo else None
    if task is None or task.kind != "challenge":
        return NO_CHALLENGE
    return NOT_CHALLENGED if task.player == choice.player else OTHERS_POWER.about(player=task.player)


def _task(state: State, choice: Choose) -> Reason:
    """An answer that some Power asks for: is that Power at work, and who chooses?"""
    if state.setting.basic:
        return NO_POWERS
    task = state.todo[0] if state.todo else None
    if task is None or (
        task.kind == "aim" and choice.kind in EVOKED_POWERS and call_of(task).power.name != choice.kind
    ):
        return Reason(NOT_AT_WORK.words, _rules(choice.kind))
    asked = kind_of(call_of(task)) if task.kind == "aim" else task.kind.removeprefix("use-")
    if asked != choice.kind:
        return (
            _pending(state, task)
            if _comes_later(state, choice.kind)
            else Reason(NOT_AT_WORK.words, _rules(choice.kind))
        )
    if task.player != choice.player:
        return OTHERS_POWER.about(player=task.player)
    if task.kind != "aim":
        return Reason(ONE_OF_THESE.words, ask(state, task).rules)
    return _out_of_reach(state, call_of(task), choice.pick)


def _comes_later(state: State, kind: str) -> bool:
    """Whether the running Power asks for that kind of choice later, after its present ask."""
    own = state.todo[0].call
    return (own is not None and own.power.name == kind) or any(task.kind == kind for task in state.todo[1:])


def _out_of_reach(state: State, call: Call, die: str) -> Reason:
    """Why a Power does not reach that die, by the place where it lies."""
    if die == DONE:
        return TOO_FEW.by(EVOKED_POWERS[call.power.name].where.rules)
    if die not in state.zones and call.power.name != "reverse":  # which changes a player's rows
        return NO_DIE_HERE
    return why_not_there(state, call, die)


def _rules(kind: str) -> tuple[str, ...]:
    return EVOKED_POWERS[kind].rules if kind in EVOKED_POWERS else TASK_RULES[kind]


_WHY: Mapping[str, Callable[[State, Choose], Reason | None]] = {
    "draft": _draft,
    "advance": _advance,
    "keep": _keep,
    "win": _win,
    "reserve": why_not_reserve,
    "alliance": _alliance,
    "shield": _shield,
    "challenge": _challenge,
}
