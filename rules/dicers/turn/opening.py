"""Before the first Round: who chooses dice, the sharing out, and who is the first Challenger."""

from __future__ import annotations

from rules.core.asks import Ask, Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Ruling, cited
from rules.dicers import messages
from rules.dicers.rulebook import BOOK
from rules.dicers.setup import SHARE, Setting
from rules.dicers.state import Outcome, State, Zone, put
from rules.dicers.turn.clean_up import refill
from rules.dicers.turn.rounds import begin_round, face_words, six

_ROLL = BOOK.cite("DIC-B-02", "DIC-B-03")
_CHOOSE = BOOK.cite("DIC-B-07")


def start(setting: Setting) -> State:
    """The opening state: a pool to share out, or the lines as the set-up gives them."""
    zones: dict[str, Zone] = {die: "front" if die in setting.owners else "pool" for die in setting.dice}
    zones |= {die: _zone(row) for die, row in setting.rows.items()}
    zones |= {die: "hostage" for held in setting.hostages.values() for die in held}
    state = State(
        setting,
        "draft-roll",
        zones,
        setting.owners,
        stacks=setting.hostages,
        last=setting.last,
        capturing=setting.capturing,
    )
    if setting.rows:
        return begin_round(_ready(state), setting.challenger)
    if setting.owners:
        return _shared(replace(state, chooser=setting.challenger))
    if setting.basic and setting.challenger:
        return replace(state, phase="draft", chooser=setting.challenger)
    return state


def _ready(state: State) -> State:
    """Fill an empty Front Line of a game that starts from a position."""
    state, _ = refill(state)
    for player in state.setting.players:
        if not state.row(player, "front"):
            words = Phrase("{player} has no die to advance in this position: the game is over.")
            raise ValueError(words.about(player=player))
    return state


def _zone(row: str) -> Zone:
    zones: tuple[Zone, ...] = ("front", "keep", "dungeon", "banished", "reserve", "out")
    return next(zone for zone in zones if zone == row)


def _shared(state: State) -> State:
    """Go on after the dice are shared out: to the first Round, or to the roll for its Challenger."""
    first = state.setting.challenger or (state.chooser if state.setting.basic else "")
    if first:
        return begin_round(state, first)
    return replace(state, phase="draft-roll" if state.setting.basic else "first-roll", rolls={})


def asks(state: State) -> tuple[Ask, ...]:
    """What the table waits for before the first Round."""
    if state.phase == "draft":
        player = _to_choose(state)
        options = tuple(Option(die, Phrase("Take {die}", die=state.name(die))) for die in _pool(state))
        return (Ask(player, "draft", Phrase("{player} chooses a die.", player=player), _CHOOSE, options),)
    if state.phase == "draft-roll":
        waiting = [player for player in state.setting.players if player not in state.rolls]
        return tuple(_draft_roll(state, player) for player in waiting)
    return tuple(_first_roll(state, player) for player in state.setting.players if _missing(state, player))


def _pool(state: State) -> tuple[str, ...]:
    return tuple(die for die in state.setting.dice if state.zones[die] == "pool")


def _draft_roll(state: State, player: str) -> Ask:
    taken = {die for rolls in state.rolls.values() for die in rolls}
    pieces = tuple((die, state.die(die).sides) for die in _rollable(state, player) if die not in taken)
    return Ask(
        player,
        "draft-roll",
        Phrase("{player} rolls any one die.", player=player),
        cited(again(state), _ROLL),
        pieces=pieces,
        some=True,
        most=1,
    )


def _rollable(state: State, player: str) -> tuple[str, ...]:
    return _pool(state) or state.row(player, "front")


def _first_roll(state: State, player: str) -> Ask:
    rules = BOOK.cite(*(("DIC-A-07", "DIC-Q-55") if state.setting.advanced else ("DIC-I-19",)))
    missing = _missing(state, player)
    rolled = state.rolls.get(player, {})
    pieces = tuple((die, state.die(die).sides) for die in state.row(player, "front") if die not in rolled)
    words = (
        Phrase("{player} rolls {missing} dice of the Front Line.", player=player, missing=missing)
        if missing > 1
        else Phrase("{player} rolls one more die.", player=player)
    )
    return Ask(player, "first-roll", words, cited(again(state), rules), pieces=pieces, some=True, most=missing)


def again(state: State) -> tuple[str, ...]:
    """The rule by which the players roll again, after a tie of those rolls; else empty."""
    return _tie_rule(state) if state.tied else ()


def _tie_rule(state: State) -> tuple[str, ...]:
    if state.phase == "draft-roll":
        return ("DIC-B-04",)
    return ("DIC-A-08",) if state.setting.advanced else ("DIC-I-20",)


def _missing(state: State, player: str) -> int:
    """How many dice the player still rolls for the first Challenger."""
    return SHARE - len(state.rolls.get(player, {}))


def _to_choose(state: State) -> str:
    taken = len(state.owners)
    return state.chooser if taken % 2 == 0 else state.setting.other(state.chooser)


def choose(state: State, player: str, die: str) -> Outcome:
    """Take a die of the pool."""
    state = replace(put(state, die, "front"), owners={**state.owners, die: player})
    rulings = (messages.TAKES(player=player, die=state.name(die)),)
    if _pool(state):
        return state, rulings
    shared = messages.SHARED(count=SHARE, also=() if state.setting.basic else ("DIC-I-18", "DIC-I-21"))
    first = (_first_basic(state, state.chooser),) if state.setting.basic else ()
    return _shared(state), (*rulings, shared, *first)


def _first_basic(state: State, player: str) -> Ruling:
    return messages.FIRST_BASIC(player=player, other=state.setting.other(player))


def roll(state: State, player: str, die: str, face: int) -> Outcome:
    """Judge a roll before the first Round."""
    if state.phase == "draft":
        return state, (messages.NO_ROLL.by(_CHOOSE)(die=state.name(die)),)
    return (
        _roll_draft(state, player, die, face) if state.phase == "draft-roll" else _roll_first(state, player, die, face)
    )


def _roll_draft(state: State, player: str, die: str, face: int) -> Outcome:
    taken = {other for rolls in state.rolls.values() for other in rolls}
    if player in state.rolls:
        return state, (messages.ENOUGH(player=player, die=state.name(die)),)
    if die in taken:
        return state, (messages.ROLL_ANOTHER.by(("DIC-B-02",))(player=player, die=state.name(die)),)
    if die not in _rollable(state, player):
        return state, (messages.NOT_THEIRS(player=player, die=state.name(die)),)
    state = replace(state, rolls={**state.rolls, player: {die: face}})
    also = ("DIC-B-05", *six(face)) if face == 6 else ()
    ruling = messages.DRAFT_ROLL(player=player, value=face_words(state.die(die), face), die=state.name(die), also=also)
    state, more = _compare_draft(state) if len(state.rolls) == 2 else (state, ())
    return state, (ruling, *more)


def _compare_draft(state: State) -> Outcome:
    sums = {player: sum(rolls.values()) for player, rolls in state.rolls.items()}
    high = max(sums, key=lambda player: sums[player])
    if len(set(sums.values())) == 1:
        return replace(state, rolls={}, tied=True), (messages.DRAFT_TIE(value=sums[high]),)
    state = replace(state, chooser=high, rolls={}, tied=False)
    if state.owners:
        return _shared(state), (_first_basic(state, high),)
    return replace(state, phase="draft"), (messages.CHOOSES(player=high),)


def _roll_first(state: State, player: str, die: str, face: int) -> Outcome:
    rolled = state.rolls.get(player, {})
    if state.owners.get(die) != player:
        return state, (messages.NOT_THEIRS(player=player, die=state.name(die)),)
    rule = "DIC-A-07" if state.setting.advanced else "DIC-I-19"
    if die in rolled and _missing(state, player):
        return state, (messages.ROLL_ANOTHER.by((rule,))(player=player, die=state.name(die)),)
    if not _missing(state, player):
        enough = messages.ENOUGH_BROUGHT if state.setting.advanced else messages.ENOUGH_SUM
        return state, (enough(player=player, die=state.name(die)),)
    rolled = {**rolled, die: face}
    state = replace(state, rolls={**state.rolls, player: rolled})
    value = face_words(state.die(die), face)
    total = sum(rolled.values())
    ruling = messages.FIRST_ROLL.by((rule,))(player=player, die=state.name(die), value=value, sum=total, also=six(face))
    complete = not any(_missing(state, each) for each in state.setting.players)
    state, more = _compare_first(state) if complete else (state, ())
    return state, (ruling, *more)


def _compare_first(state: State) -> Outcome:
    sums = {player: sum(rolls.values()) for player, rolls in state.rolls.items()}
    high, low = sorted(sums, key=lambda player: -sums[player])
    if sums[high] == sums[low]:
        return replace(state, rolls={}, tied=True), (messages.FIRST_TIE.by(_tie_rule(state))(sum=sums[high]),)
    rules = _brought(state) if state.setting.advanced else ("DIC-I-19", "DIC-Q-62", "DIC-Q-59")
    ruling = messages.FIRST.by(rules)(player=high, other=low, sum=sums[high], less=sums[low])
    return begin_round(replace(state, rolls={}, tied=False), high), (ruling,)


def _brought(state: State) -> tuple[str, ...]:
    """The rules that the players' dice comply with, cited where collections were brought to the game."""
    names = [die.name.partition(" (#")[0] for die in state.setting.dice.values()]
    versions = ("DIC-A-05", "DIC-G-13") if len(set(names)) < len(names) else ()
    return ("DIC-A-07", "DIC-Q-55", "DIC-A-01", "DIC-A-02", "DIC-A-03", "DIC-A-04", "DIC-A-06", "DIC-A-09", *versions)
