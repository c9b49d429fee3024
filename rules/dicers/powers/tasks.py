"""Asks for what a Power still needs, with the targets that players would expect and why one of them is excluded.

Also tells which tasks leave nothing to choose (`idle`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial

from rules.core.asks import Ask, Excluded, Option, sift
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.dicers.dice import is_limited, limit_rules
from rules.dicers.powers import aims
from rules.dicers.powers.calls import named_types, own_copies, shields_for, spoken_type
from rules.dicers.powers.evoke import call_of, is_alone, remaining_calls
from rules.dicers.powers.moments import Use, challenged, why_not_challenge
from rules.dicers.powers.powers import EVOKED_POWERS, EvokedPower
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Call, State, Task, Zone

_TYPE = BOOK.because("The Power works only on dice of its type.", "DIC-M-GEN-01")
_IN_RESERVE = BOOK.because("Swap does not reach dice in Reserve.", "DIC-P-SWP-03", "DIC-Q-23")
_IN_ARENA = BOOK.because("Swap does not reach dice in the Arena.", "DIC-Q-24")
BANISHED = BOOK.because(
    "A banished die is out of reach: it comes back only by an escape roll.", "DIC-P-BAN-03", "DIC-P-BAN-04"
)
_BOTH_SIDES = BOOK.because("One of yours is never swapped with one of the other player's.", "DIC-P-SWP-10")
_SAME_PLACE = BOOK.because("Both dice lie in the same place: the swap would change nothing.", "DIC-P-SWP-02")
_SAME_DIE = BOOK.because("A die does not change places with itself: choose another one.", "DIC-P-SWP-01")
_NO_PARTNER = BOOK.because(
    "That player has no die in another place with which it could change places.", "DIC-P-SWP-01", "DIC-P-SWP-02"
)
_DUNGEON_FIRST = BOOK.because(
    "A die of the Keep is summoned only while the Dungeon is empty.", "DIC-P-SUM-02", "DIC-P-SUM-01"
)
_NOT_STORED = BOOK.because("That die has no Reserve Power.", "DIC-P-ACT-01")
TOO_FEW = BOOK.because("All the dice that the Power names have to be chosen, as long as there are any.", "DIC-I-25")
_CITE = BOOK.cite
_NOT_IN_ARENA = ("spell-5", "spell-6", "greater-expel", "banish")  # the last two by house rule only
_UNFIT = BOOK.because("That Shield saves only dice of its type.", "DIC-M-GEN-01")
_NO_TYPE = BOOK.because("The name of a Group or an Alliance is a word, such as Gryffindor.", "DIC-M-ALL-03")
_MISSPELT = 0.75  # the similarity of two words from which on one is taken for the other, misspelt: 0 to 1
_MISSPELT_TYPE = BOOK.because(
    "{type} looks like a slip for {meant}: name the Group or the Alliance as it is written.",
    *("DIC-M-ALL-03", "DIC-M-ALL-05"),
)
PLACES: Mapping[Zone, Phrase] = {
    "front": Phrase("Front Line"),
    "keep": Phrase("Keep"),
    "dungeon": Phrase("Dungeon"),
    "reserve": Phrase("Reserve"),
    "arena": Phrase("die in the Arena"),
    "banished": Phrase("banished die"),
}
DONE = "done"
_DOUBLE = (Option("normal", Phrase("Use it as it is")), Option("roll", Phrase("Roll for double")))


def why_not_aim(state: State, call: Call, pick: str) -> Reason | None:
    """Why a Power cannot be applied to that die: the condition without which it could."""
    entry = EVOKED_POWERS[call.power.name]
    if pick in entry.aims(state, call):
        return None
    if pick in entry.aims(state, _for_any_type(call, entry)):
        return _TYPE.by(limit_rules(call.power) or _CITE("DIC-M-ALL-01"))
    own = state.owners.get(pick) == call.player
    if call.power.name == "activate-reserve" and own and state.zones.get(pick) in ("front", "keep"):
        return _NOT_STORED
    return why_not_there(state, call, pick)


def why_not_there(state: State, call: Call, pick: str) -> Reason:
    """Why a Power does not reach that die in the place where it lies, as far as everybody can see."""
    where, zone = EVOKED_POWERS[call.power.name].where, state.zones.get(pick, "")
    if call.power.name == "swap":
        return why_not_swap(state, call, pick) or where
    if zone == "banished":
        return BANISHED
    if zone == "arena" and state.owners[pick] != call.player and call.power.name in _NOT_IN_ARENA:
        return where.by(_CITE("DIC-Q-21"))
    first = call.power.name == "summon" and zone == "keep" and state.owners[pick] == call.player
    return _DUNGEON_FIRST if first else where


def _for_any_type(call: Call, entry: EvokedPower) -> Call:
    """The same use of the Power without its limit to a type."""
    bare = replace(call.power, only=())
    return replace(call, power=bare, type="" if entry.single else call.type)


def why_not_swap(state: State, call: Call, pick: str) -> Reason | None:
    """Why Swap does not reach that die, judged by where the dice lie; None where their places are not the reason."""
    zone = state.zones.get(pick, "")
    if zone in ("reserve", "arena", "banished"):
        return {"reserve": _IN_RESERVE, "arena": _IN_ARENA, "banished": BANISHED}[zone]
    if call.first == pick:
        return _SAME_DIE
    if call.first and pick in state.owners:
        return _SAME_PLACE if state.owners[pick] == state.owners[call.first] else _BOTH_SIDES
    alone = zone in ("front", "keep", "dungeon", "hostage") and not aims.partners(
        state, _for_any_type(call, EVOKED_POWERS["swap"]), pick
    )
    return _NO_PARTNER if alone else None


def expected(state: State, call: Call) -> tuple[str, ...]:
    """The dice that a player would expect a Power to reach: those on the side that it works on, in any place.

    Of one's own dice the winning one is expected by Swap only.
    """
    entry = EVOKED_POWERS[call.power.name]
    offered = entry.aims(state, call)
    if any(pick not in state.setting.dice for pick in offered):
        return offered  # a player's rows, not dice
    foe = aims.foe(state, call)
    sides = {"own": (call.player,), "foe": (foe,), "either": (call.player, foe)}[entry.side]
    zones = tuple(zone for zone in PLACES if zone != "arena" or entry.side != "own")
    lying = (die for player in sides for die in state.row(player, *zones))
    return tuple(dict.fromkeys((*offered, *(die for die in lying if die != call.first))))


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
    options, excluded = sift(_named(state, expected(state, call)), lambda pick: why_not_aim(state, call, pick))
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
    options = (*_named(state, own_copies(state, call_of(task))), Option("none", Phrase("Copy none")))
    words = Phrase("{player} chooses a die of one's own to copy.", player=task.player)
    return Ask(task.player, "mimic", words, _CITE("DIC-Q-33"), options, hides="options")


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
    return Ask(
        task.player,
        "double",
        Phrase("{player} decides on Double Down.", player=task.player),
        _CITE("DIC-M-DBL-01"),
        _DOUBLE,
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
        Excluded(option, _UNFIT.by(limit_rules(state.power(option.pick))))
        for option in _named(state, tuple(die for die in shields if die not in fitting))
    )
    options = (*_named(state, fitting), Option("no", Phrase("Let it go")))
    words = Phrase("{player} may save {die} with a Shield.", player=task.player, die=state.name(task.die))
    rules = _CITE("DIC-P-SHD-01", "DIC-P-SHD-03")
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


def _more(state: State, task: Task) -> Ask:
    call = call_of(task)
    picks = (
        ("evoke" if each.source == call.die else f"hostage:{each.source}") for each in remaining_calls(state, call)
    )
    options = tuple(Option(pick, pick.partition(":")[2] or Phrase("its own Power")) for pick in picks)
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
        return is_alone(state, call_of(task))
    return task.kind == "shield" and not shields_for(state, call_of(task), task.die)
