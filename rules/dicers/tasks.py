"""How the players are asked for what a Power still needs, and which tasks settle themselves."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.asks import Ask
from rules.core.options import Option
from rules.dicers.calls import named_types, own_copies, shields_for
from rules.dicers.dice import is_limited
from rules.dicers.evoke import call_of, is_alone, remaining_calls
from rules.dicers.powers import DEEDS
from rules.dicers.reserve import Use, challengeable
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Call, State, Task

_CITE = BOOK.cite
_DOUBLE = (Option("normal", "use it as it is"), Option("roll", "roll for double"))


def ask(state: State, task: Task) -> Ask:
    """What the first task waits for."""
    return ASKS[task.kind](state, task)


def _named(state: State, dice: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(die, state.name(die) if die in state.deal.dice else f"{die}'s rows") for die in dice)


def _aim(state: State, task: Task) -> Ask:
    call = call_of(task)
    deed = DEEDS[call.power.name]
    options = _named(state, deed.aims(state, call))
    if deed.upto:
        options += (Option("done", "that is enough"),)
    kind = "cast-spell" if call.power.name.startswith("spell-") else call.power.name
    if call.first:
        return Ask(call.player, "swap-with", _swap_words(state, call), deed.rules, options, hides="options")
    return Ask(call.player, kind, f"{call.player} {deed.asks}.", deed.rules, options, hides="options")


def _swap_words(state: State, call: Call) -> str:
    return f"{call.player} chooses the die to change places with {state.name(call.first)}."


def _mimic(state: State, task: Task) -> Ask:
    options = (*_named(state, own_copies(state, call_of(task))), Option("none", "copy none"))
    words = f"{task.player} chooses a die of one's own to copy."
    return Ask(task.player, "mimic", words, _CITE("DIC-Q-33"), options, hides="options")


def _type(state: State, task: Task) -> Ask:
    options = tuple(Option(name, name.title()) for name in named_types(state))
    return Ask(task.player, "type", f"{task.player} names a type of dice.", _CITE("DIC-M-ALL-03"), options)


def _double(state: State, task: Task) -> Ask:
    return Ask(task.player, "double", f"{task.player} decides on Double Down.", _CITE("DIC-M-DBL-01"), _DOUBLE)


def _rolled(kind: str, words: str, rule: str) -> Callable[[State, Task], Ask]:
    def make(state: State, task: Task) -> Ask:
        dice = dict.fromkeys((task.call.die, task.call.source) if task.call else (task.die,))
        pieces = tuple((die, state.die(die).sides) for die in dice)
        named = state.name(next(iter(dice)))
        spoken = f"{task.player} rolls {named} {words}."
        return Ask(task.player, kind, spoken, _CITE(rule), pieces=pieces, some=True, most=1)

    return make


def _shield(state: State, task: Task) -> Ask:
    shields = shields_for(state, call_of(task), task.die)
    fitting = tuple(die for die in shields if state.die(task.die).fits(state.power(die).only))
    options = (*_named(state, fitting), Option("no", "let it go"))
    words = f"{task.player} may save {state.name(task.die)} with a Shield."
    rules = _CITE("DIC-P-SHD-01", "DIC-P-SHD-03")
    secret = any(is_limited(state.power(die)) for die in shields)
    return Ask(task.player, "shield", words, rules, options, hides="options" if secret else "nothing")


def _still(state: State, task: Task) -> Ask:
    options = (Option("expel", "expel the beaten die"), Option("no", "leave it"))
    return Ask(task.player, "still", f"{task.player} may still expel.", _CITE("DIC-Q-36"), options)


def _stored_too(state: State, task: Task) -> Ask:
    options = (Option("yes", "bring them too"), Option("no", "leave them in Reserve"))
    words = f"{task.player} may bring the dice in Reserve too."
    return Ask(task.player, "stored-too", words, _CITE("DIC-Q-61"), options)


def _more(state: State, task: Task) -> Ask:
    call = call_of(task)
    picks = (
        ("evoke" if each.source == call.die else f"hostage:{each.source}") for each in remaining_calls(state, call)
    )
    options = tuple(Option(pick, pick.partition(":")[2] or "its own Power") for pick in picks)
    words = f"{task.player} may use another Power."
    return Ask(
        task.player, "more", words, _CITE("DIC-Q-32"), (*options, Option("done", "that is enough")), hides="options"
    )


def _challenge(state: State, task: Task) -> Ask:
    options = _named(state, challengeable(state, Use(task.player, task.die)))
    words = f"{task.player} chooses the die that {state.deal.other(task.player)} has to advance."
    return Ask(task.player, "challenge", words, _CITE("DIC-P-CHL-01"), options, hides="options")


ASKS: dict[str, Callable[[State, Task], Ask]] = {
    "aim": _aim,
    "mimic": _mimic,
    "type": _type,
    "double": _double,
    "use-double": _double,
    "double-roll": _rolled("double-roll", "for Double Down", "DIC-M-DBL-01"),
    "use-double-roll": _rolled("double-roll", "for Double Down", "DIC-M-DBL-01"),
    "spell": _rolled("spell", "for the spell", "DIC-P-SPL-01"),
    "shield": _shield,
    "still": _still,
    "stored-too": _stored_too,
    "more": _more,
    "challenge": _challenge,
}


def idle(state: State, task: Task) -> bool:
    """Whether there is nothing to choose: no die left to aim at, no other Power, no Shield."""
    if task.kind == "aim":
        call = call_of(task)
        return not DEEDS[call.power.name].aims(state, call)
    if task.kind == "more":
        return is_alone(state, call_of(task))
    return task.kind == "shield" and not shields_for(state, call_of(task), task.die)
