"""Dicers for the core: start, asks, step and view; and how one play is judged, with all that follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.asks import Ask
from rules.core.at_table import TableRules
from rules.core.copies import replace
from rules.core.facts import Choose, Play, Throw
from rules.core.game import Counters, Setup
from rules.core.guide import Guide
from rules.core.house_rules import HouseRule
from rules.core.rulebook import Book
from rules.core.rulings import Reason, Ruling
from rules.dicers import messages
from rules.dicers.asks import asks
from rules.dicers.guide import GUIDE
from rules.dicers.house_rules import HOUSE_RULES
from rules.dicers.powers import evoke, reserve, uses
from rules.dicers.powers.tasks import ask, idle
from rules.dicers.rulebook import BOOK
from rules.dicers.setup import read_deal
from rules.dicers.state import Outcome, Rulings, State, total_rolls, with_cast, worth
from rules.dicers.table import TABLE
from rules.dicers.turn import clean_up, opening
from rules.dicers.turn.rounds import advance_die, carry, count_alliances, keep, roll_in_round, tie_words
from rules.dicers.turn.stages import advancer, ahead, running, stage
from rules.dicers.view import view
from rules.dicers.why_not import over, why_not

FACES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "power": 6}
_CARRY_OUT = BOOK.cite("DIC-I-25")


def apply(state: State, play: Throw | Choose) -> Outcome:
    """Judge one play, and everything that follows without a choice."""
    if not (isinstance(play, Choose) and play.pick == uses.PASS):
        state = _at_a_new_moment(state)
    if isinstance(play, Choose):
        after, rulings = _choose(state, play)
        return follow(state, after, rulings)
    return _throw(state, play)


def _at_a_new_moment(state: State) -> State:
    """Let players who passed use Reserve Powers again, because something has happened (DIC-A-26, DIC-Q-50)."""
    if not state.round or not state.round.passed:
        return state
    return replace(state, round=replace(state.round, passed=()))


def _choose(state: State, choice: Choose) -> Outcome:
    if state.todo:
        return _answer(state, choice)
    return CHOICES[choice.kind](state, choice.player, choice.pick)


def _answer(state: State, choice: Choose) -> Outcome:
    task, *rest = state.todo
    if task.kind == "challenge":
        return reserve.name_challenged(replace(state, todo=tuple(rest)), choice.player, choice.pick)
    if task.kind == "use-double":
        return uses.decide_double(replace(state, todo=tuple(rest)), task, choice.pick)
    return evoke.answer(state, choice.player, choice.pick)


def _advance(state: State, player: str, die: str) -> Outcome:
    if state.phase != "escape":
        return advance_die(state, player, die)
    state, rulings = clean_up.forfeit_escapes(state)
    state, more = advance_die(state, player, die)
    return state, (*rulings, *more)


def _alliance(state: State, player: str, symbol: str) -> Outcome:
    """Judge the choice of an Alliance: the number of rolls is public, the Alliance is not."""
    cast = replace(running(state).casts[player], symbol=symbol, friends=-1)
    state, rulings = count_alliances(with_cast(state, player, cast))
    chosen = BOOK.cite("DIC-A-14")
    if running(state).casts[player].friends:
        return state, tuple(word.by(chosen) for word in rulings)
    return state, (
        messages.ALONE.by(chosen)(die=state.name(cast.die), count=messages.rolls(total_rolls(state, player, cast))),
    )


CHOICES: dict[str, Callable[[State, str, str], Outcome]] = {
    "draft": opening.choose,
    "advance": _advance,
    "keep": lambda state, player, pick: keep(state, player),
    "win": evoke.choose,
    "reserve": uses.choose,
    "alliance": _alliance,
}


def _throw(state: State, throw: Throw) -> Outcome:
    rulings: Rulings = ()
    for die, side in throw.shown:
        after, more = _roll(state, throw.player, die, side)
        state, rulings = follow(state, after, (*rulings, *more))
    return state, rulings


def _roll(state: State, player: str, die: str, side: str) -> Outcome:
    if die not in state.setting.dice:
        return state, (messages.STRANGER(die=die),)
    if side.removeprefix("-").isdecimal() and side not in FACES:
        return state, (messages.NO_SIDE(die=state.name(die), side=side),)
    if side not in FACES:
        return state, _irregular(state, player, die)
    return _roll_by_phase(state, player, die, FACES[side])


def _irregular(state: State, player: str, die: str) -> Rulings:
    """What to do about a die that does not lie flat; nothing is rolled again where no roll of it is due."""
    after, rulings = _roll_by_phase(state, player, die, FACES["1"])  # whether it is due is the same for any face
    if after == state:
        return rulings
    message = messages.READ_IT if state.setting.on("off_table_counts") else messages.AGAIN
    return (message(die=state.name(die)),)


def _roll_by_phase(state: State, player: str, die: str, face: int) -> Outcome:
    if state.phase in ("draft-roll", "draft", "first-roll"):
        return opening.roll(state, player, die, face)
    if state.todo:
        return _roll_for_task(state, player, die, face)
    if state.phase == "escape" and die in state.escapes and player == state.round_winner:
        return clean_up.roll_to_escape(state, die, face)
    if state.phase == "round" and not advancer(state) and state.zones[die] != "banished":
        return roll_in_round(state, player, die, face)
    return state, (_not_due(state, player, die),)


def _not_due(state: State, player: str, die: str) -> Ruling:
    """Why no roll of that die is due; a banished one may have missed its escape roll."""
    named, owner = state.name(die), state.owners.get(die, "")
    if die in state.escapes:
        return messages.NOT_THEIRS.by(("DIC-P-BAN-05",))(player=player, die=named)
    if state.zones[die] == "banished":
        return _no_escape_roll(state, named, owner)
    due = over(state) if state.phase == "over" else asks(state)[0]
    return messages.NO_ROLL.by(due.rules[:1])(die=named)


def _no_escape_roll(state: State, named: str, owner: str) -> Ruling:
    """Why a banished die of *owner* is not rolled: made for this win, too late, or not won yet."""
    if state.phase == "escape" and owner == state.round_winner:
        return messages.ESCAPE_ROLLED(die=named)
    won = owner == state.past_winner and state.phase == "round" and advancer(state)
    if not won:
        return messages.ESCAPE_LATER(die=named, player=owner)
    if running(state).casts:
        return messages.ESCAPE_TOO_LATE(die=named, player=owner)
    return messages.ESCAPE_ROLLED(die=named)


def _roll_for_task(state: State, player: str, die: str, face: int) -> Outcome:
    task, *rest = state.todo
    dice = (task.call.die, task.call.source) if task.call else (task.die,)
    if not task.kind.endswith(("roll", "spell")) or die not in dice:
        rules = _CARRY_OUT if task.kind == "aim" else ask(state, task).rules[:1]
        return state, (messages.NO_ROLL.by(rules)(die=state.name(die)),)
    if player != task.player:
        rules = ask(state, task).rules
        return state, (messages.NOT_THEIRS.by(rules)(player=player, die=state.name(die)),)
    if task.kind == "use-double-roll":
        return uses.roll_double(replace(state, todo=tuple(rest)), task, face)
    return evoke.roll(state, face)


def follow(before: State, state: State, rulings: Rulings) -> Outcome:
    """Carry out what needs no choice: tasks with one answer, the end of a Round, Alliances, a tie, house rules."""
    state, settled = _settle_tasks(state)
    state, hasty = _hasty(state)
    rulings += settled + hasty
    if state.phase == "power" and not state.todo:
        state, ended = clean_up.end_round(state)
        rulings += ended
    state, hasty = _hasty(state)
    rulings += hasty
    return _follow_round(before, state, rulings) if state.phase == "round" and not state.todo else (state, rulings)


def _settle_tasks(state: State) -> Outcome:
    """Answer the tasks in which nothing can be chosen."""
    rulings: Rulings = ()
    while state.todo and idle(state, state.todo[0]):
        if state.todo[0].kind == "shield":
            state, more = evoke.answer(state, state.todo[0].player, "no")
            rulings += more
        else:
            state = replace(state, todo=state.todo[1:])
    return state, rulings


def _hasty(state: State) -> Outcome:
    """Refill an empty Front Line and look for a loser at once, where house rules say so (DIC-Q-39, Q-40)."""
    rulings: Rulings = ()
    if state.phase not in ("round", "power", "escape") or state.setting.basic:
        return state, rulings
    if state.setting.on("refill_immediately"):
        state, rulings = clean_up.refill(state)
    if state.setting.on("check_immediately"):
        state, lost = clean_up.check_loss(state)
        rulings += lost
    return state, rulings


def _follow_round(before: State, state: State, rulings: Rulings) -> Outcome:
    state, used = uses.use_at_once(state)
    state, lent = count_alliances(state)
    rulings += used + lent
    if state.todo:
        return state, rulings
    if stage(state) == "tie":
        return _call_tie(before, state, rulings)
    if stage(state) == "decided" and state.setting.basic:
        state, more = clean_up.close_basic_round(state, ahead(state))
        return state, (*rulings, *more)
    return state, (*rulings, *_lead(before, state))


def _lead(before: State, state: State) -> Rulings:
    """The ruling that compares the two rolls as soon as both are set, before the winner chooses."""
    if stage(state) != "decided" or running(state).beats or _leader(before) == ahead(state):
        return ()
    player = ahead(state)
    value, less = (worth(state, running(state).casts[who]) for who in (player, state.setting.other(player)))
    return (messages.AHEAD(player=player, value=value, less=less),)


def _leader(state: State) -> str:
    """The player who was ahead once both dice were set; empty before that."""
    decided = state.phase == "round" and not state.todo and not advancer(state) and stage(state) == "decided"
    return ahead(state) if decided else ""


def _call_tie(before: State, state: State, rulings: Rulings) -> Outcome:
    if state.setting.on("bonus_carries_to_tie"):
        state, more = carry(state)
        return state, (*rulings, *more)
    tied_before = before.phase == "round" and not advancer(before) and stage(before) == "tie"
    if tied_before or running(state).fresh:
        return state, rulings
    return state, (*rulings, tie_words(state))


@dataclass(frozen=True, slots=True)
class Dicers:
    """The Basic, the Intermediate and the Advanced game of Dicers."""

    name: str = "dicers"
    book: Book = BOOK
    guide: Guide = GUIDE
    house_rules: tuple[HouseRule, ...] = HOUSE_RULES
    at_table: TableRules = TABLE
    counters: Counters = ("round_number",)
    seats: str = ""

    def start(self, setup: Setup) -> State:
        """The opening state.

        Raises:
            ValueError: with one sentence for people, where the set-up cannot be played.
        """
        return opening.start(read_deal(setup))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """What the table waits for; nothing means that the game is over."""
        return asks(state)

    def admits(self, state: State, play: Play) -> bool:
        """Whether an ask admits *play*."""
        return any(ask.admits(play) for ask in asks(state))

    def step(self, state: State, play: Play) -> tuple[State, tuple[Ruling, ...]]:
        """Judge one play."""
        return apply(state, play)

    def why_not(self, state: State, choice: Choose) -> Reason | None:
        """Why a choice that is not offered may not be made now."""
        return why_not(state, choice)

    def over(self, state: State) -> Reason:
        """Why nothing can be thrown or chosen any more; see `rules.core.game.Game`."""
        return over(state)

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """What *viewer* may see, JSON-ready."""
        return view(state, viewer, revealed)


DICERS = Dicers()
