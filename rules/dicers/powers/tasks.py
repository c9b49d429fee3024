"""Asks for what a Power still needs; and which tasks leave nothing to choose (`idle`)."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial

from rules.core.asks import Ask, Excluded, Option, sift
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.dicers.dice import is_limited, limit_rules
from rules.dicers.powers.calls import doubles, is_last, is_useless, shield_rules, shields_for, why_not_copy
from rules.dicers.powers.evoke import call_of, is_stack_used_up, remaining_calls
from rules.dicers.powers.moments import Use, challenged, why_not_challenge
from rules.dicers.powers.powers import EVOKED_POWERS
from rules.dicers.powers.reach import PLACES, expected_dice, why_not_aim
from rules.dicers.powers.reserve import NUMBERED
from rules.dicers.powers.types import named_types, spoken_type
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Call, State, Task

TOO_FEW = BOOK.because("All the dice that the Power names have to be chosen, as long as there are any.", "DIC-I-25")
_CITE = BOOK.cite
UNFIT_SHIELD = BOOK.because("That Shield saves only dice of its type.", "DIC-M-GEN-01")
_NO_TYPE = BOOK.because("The name of a Group or an Alliance is a word, such as Gryffindor.", "DIC-M-ALL-03")
_MISSPELT = 0.75  # the similarity of two words from which on one is taken for the other, misspelt: 0 to 1
_MISSPELT_TYPE = BOOK.because(
    "{type} looks like a slip for {meant}: name the Group or the Alliance as it is written.",
    *("DIC-M-ALL-03", "DIC-M-ALL-05"),
)
DONE = "done"
_NORMAL = Option("normal", Phrase("Use it as it is"))
_ROLL = Option("roll", Phrase("Roll for double"))
_ROLL_FOR_NOTHING = Option("roll", Phrase("Roll, though there is nothing to double"))


def ask(state: State, task: Task) -> Ask:
    """The ask for the first task that is still to do."""
    return ASKS[task.kind](state, task)


def _named(state: State, dice: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(die, _target(state, die)) for die in dice)


def _target(state: State, pick: str) -> str:
    """E.g. ``Troll (Bo's Keep)``; or a player's rows."""
    if pick not in state.setting.dice:
        return Phrase("{player}'s rows", player=pick)
    captor = state.captor(pick)
    place = Phrase("hostage under {die}", die=state.name(captor)) if captor else PLACES.get(state.zones[pick], "")
    named = state.name(pick)
    return Phrase("{die} ({player}'s {place})", die=named, player=state.owners[pick], place=place) if place else named


def _aim(state: State, task: Task) -> Ask:
    call = call_of(task)
    entry = EVOKED_POWERS[call.power.name]
    options, excluded = sift(_named(state, expected_dice(state, call)), lambda pick: why_not_aim(state, call, pick))
    options += (Option(DONE, Phrase("That is enough")),) if entry.upto else ()
    words = _swap_words(state, call) if call.first or not entry.asks else entry.asks.about(player=call.player)
    return Ask(call.player, kind_of(call), words, entry.rules, options, hides="options", excluded=excluded)


def kind_of(call: Call) -> str:
    """The kind of the choice for which a Power waits."""
    if call.first:
        return "swap-with"
    return "cast-spell" if call.power.name.startswith("spell-") else call.power.name


def _swap_words(state: State, call: Call) -> str:
    return Phrase(
        "{player} chooses the die to change places with {die}.", player=call.player, die=state.name(call.first)
    )


def _mimic(state: State, task: Task) -> Ask:
    dice = _named(state, state.row(task.player, "front", "keep"))
    offered, excluded = sift(dice, lambda die: why_not_copy(state, die))
    options = (*offered, Option("none", Phrase("Copy none")))
    words = Phrase("{player} chooses a die of one's own to copy.", player=task.player)
    return Ask(task.player, "mimic", words, _CITE("DIC-Q-33"), options, hides="options", excluded=excluded)


def _type(state: State, task: Task) -> Ask:
    options = tuple(Option(name, Phrase(name.title())) for name in named_types(state, task.player))
    words = Phrase("{player} names a type of dice: a Group, or an Alliance.", player=task.player)
    return Ask(
        task.player,
        "type",
        words,
        _CITE("DIC-M-ALL-03"),
        options,
        hides="options",
        reads=_why_no_word,
        stricter=partial(_why_no_type, state, task.player),
    )


def _why_no_type(state: State, player: str, text: str) -> Reason | None:
    """Why *text* is a misspelt type; None for any other word, for a hidden die may have any Alliance (DIC-M-ALL-05).

    Hidden dice must not decide: the player could find out by guessing what is on them.
    """
    listed = named_types(state, player)
    named = spoken_type(text)
    meant = get_close_matches(named, listed, n=1, cutoff=_MISSPELT)
    if not meant or named in listed:
        return None
    return _MISSPELT_TYPE.about(type=text, meant=Phrase(meant[0].title()))


def _why_no_word(text: str) -> Reason | None:
    """Why *text* is no word."""
    plain = text.replace(" ", "").replace("-", "").replace("'", "").isalpha() and len(text) <= 30
    return None if plain else _NO_TYPE


def _double(state: State, task: Task) -> Ask:
    gains = doubles(state, task.call) if task.call else state.power(task.die).name in NUMBERED
    return Ask(
        task.player,
        "double",
        Phrase("{player} decides on Double Down.", player=task.player),
        _CITE("DIC-M-DBL-01"),
        (_NORMAL, _ROLL if gains else _ROLL_FOR_NOTHING),
    )


def _rolled(kind: str, words: Phrase, rule: str) -> Callable[[State, Task], Ask]:
    def make(state: State, task: Task) -> Ask:
        dice = dict.fromkeys((task.call.die, task.call.source) if task.call else (task.die,))
        pieces = tuple((die, state.die(die).sides) for die in dice)
        named = state.name(next(iter(dice)))
        spoken = words.about(player=task.player, die=named)
        return Ask(task.player, kind, spoken, _CITE(rule), pieces=pieces, some=True, most=1)

    return make


def _shield(state: State, task: Task) -> Ask:
    shields = shields_for(state, call_of(task), task.die)
    fitting = tuple(die for die in shields if state.die(task.die).fits(state.power(die).only))
    unfit = tuple(
        Excluded(option, UNFIT_SHIELD.by(limit_rules(state.power(option.pick))))
        for option in _named(state, tuple(die for die in shields if die not in fitting))
    )
    options = (*_named(state, fitting), Option("no", Phrase("Let it go")))
    words = Phrase("{player} may save {die} with a Shield.", player=task.player, die=state.name(task.die))
    by, also = shield_rules(state, call_of(task), task.die)
    rules = (by + also)[:2]
    secret = any(is_limited(state.power(die)) for die in shields)
    return Ask(task.player, "shield", words, rules, options, hides="options" if secret else "nothing", excluded=unfit)


def _still(state: State, task: Task) -> Ask:
    options = (Option("expel", Phrase("Expel the beaten die")), Option("no", Phrase("Leave it")))
    return Ask(
        task.player, "still", Phrase("{player} may still expel.", player=task.player), _CITE("DIC-Q-36"), options
    )


def _stored_too(state: State, task: Task) -> Ask:
    options = (Option("yes", Phrase("Bring them too")), Option("no", Phrase("Leave them in Reserve")))
    words = Phrase("{player} may bring the dice in Reserve too.", player=task.player)
    return Ask(task.player, "stored-too", words, _CITE("DIC-Q-61"), options)


def power_option(state: State, call: Call) -> Option:
    """The option to use a Power of the winning stack, with a warning where it would do nothing or lose the game."""
    idle = Phrase(": it would do nothing now") if is_useless(state, call) else ""
    if call.source != call.die:
        return Option(
            f"hostage:{call.source}",
            Phrase(
                "Use {source}'s Power: {power}{idle}", source=state.name(call.source), power=call.power.words, idle=idle
            ),
        )
    if not call.power.stored:
        return Option("evoke", Phrase("Use {power}{idle}", power=call.power.words, idle=idle))
    lost = _lost_words(state, call.player)
    words = Phrase("Put {die} in Reserve: {power}{lost}", die=state.name(call.die), power=call.power.words, lost=lost)
    return Option("evoke", words)


def _lost_words(state: State, player: str) -> str:
    """A warning where the last die would go to the Reserve (DIC-Q-42); a banished one may still escape for this win,
    unless by house rule the game is lost at once (DIC-Q-40)."""
    if not is_last(state, player):
        return ""
    if state.row(player, "banished") and not state.setting.on("check_immediately"):
        return Phrase(" (your last die: you lose unless a banished die escapes)")
    return Phrase(" (your last die: you would lose)")


def _more(state: State, task: Task) -> Ask:
    call = call_of(task)
    options = tuple(power_option(state, each) for each in remaining_calls(state, call))
    words = Phrase("{player} may use another Power.", player=task.player)
    return Ask(
        task.player,
        "more",
        words,
        _CITE("DIC-Q-32"),
        (*options, Option("done", Phrase("That is enough"))),
        hides="options",
    )


def _challenge(state: State, task: Task) -> Ask:
    use = Use(task.player, task.die)
    options, excluded = sift(_named(state, challenged(state, use)), lambda die: why_not_challenge(state, use, die))
    words = Phrase(
        "{player} chooses the die that {other} has to advance.",
        player=task.player,
        other=state.setting.other(task.player),
    )
    return Ask(task.player, "challenge", words, _CITE("DIC-P-CHL-01"), options, hides="options", excluded=excluded)


ASKS: dict[str, Callable[[State, Task], Ask]] = {
    "aim": _aim,
    "mimic": _mimic,
    "type": _type,
    "double": _double,
    "use-double": _double,
    "double-roll": _rolled("double-roll", Phrase("{player} rolls {die} for Double Down."), "DIC-M-DBL-01"),
    "use-double-roll": _rolled("double-roll", Phrase("{player} rolls {die} for Double Down."), "DIC-M-DBL-01"),
    "spell": _rolled("spell", Phrase("{player} rolls {die} for the spell."), "DIC-P-SPL-01"),
    "shield": _shield,
    "still": _still,
    "stored-too": _stored_too,
    "more": _more,
    "challenge": _challenge,
}


def idle(state: State, task: Task) -> bool:
    """Whether the task leaves nothing to choose: no target, no other Power, no Shield."""
    if task.kind == "aim":
        call = call_of(task)
        return not EVOKED_POWERS[call.power.name].aims(state, call)
    if task.kind == "more":
        return is_stack_used_up(state, call_of(task))
    return task.kind == "shield" and not shields_for(state, call_of(task), task.die)
