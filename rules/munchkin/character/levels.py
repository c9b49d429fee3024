"""The Levels: up and down with a reason, never under 1, and the last one by a kill or a card that says so."""

from __future__ import annotations

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.game import whole_number
from rules.core.phrases import Phrase
from rules.core.rulings import Reason, Ruling
from rules.munchkin.action import Action, alive, first
from rules.munchkin.messages import (
    IS_IT_WON,
    LAST_STEP,
    LEVEL_BOTTOM,
    LEVEL_CAPPED,
    LEVEL_CARD,
    LEVEL_CARD_REFUSED,
    LEVEL_KILL,
    LEVEL_LOST,
    LEVEL_SALE,
    LEVEL_SALE_REFUSED,
    LEVEL_SET,
    NOT_WON,
    SHARED_VICTORY,
    WON,
    WON_EPIC,
)
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import LevelChange, Outcome, Question, Rulings, State, with_question

REASONS = {
    "kill": Phrase("killed a monster"),
    "card": Phrase("a card"),
    "winning card": Phrase("a card that may win the game"),
    "sale": Phrase("sold Items"),
    "curse": Phrase("a Curse"),
    "bad stuff": Phrase("Bad Stuff"),
    "correction": Phrase("a correction"),
}

_SHARING = BOOK.cite("MUN-WIN-03")
_NO_LEVEL = BOOK.cite("MUN-DEATH-12", "MUN-DEATH-11")


def climb(state: State, player: str, number: int, reason: str, *, may_win: bool, also: tuple[str, ...] = ()) -> Outcome:
    """Move *player* up by *number* Levels, to the last Level only if the reason *may_win*."""
    before, top = state.who(player).level, state.rules.top
    if number <= 0:
        return state, ()
    after = min(before + number, top if may_win else top - 1)
    if after <= before:
        return state, (refused(player, reason),)
    state = _moved(state, player, after, reason)
    rulings: Rulings = (_up(player, after, reason, (*also, *_sharing(state, player))),)
    if after < before + number and not may_win:
        rulings += (LEVEL_CAPPED(player=player, level=after),)
    if after == top:
        return _won(state, player, rulings)
    if after == top - 1:
        rulings += (LAST_STEP(player=player),)
    return state, rulings


def refused(player: str, reason: str) -> Ruling:
    """Why *player* cannot make the last step for that reason."""
    return (LEVEL_SALE_REFUSED if reason == "sale" else LEVEL_CARD_REFUSED)(player=player)


def drop(state: State, player: str, number: int, reason: str) -> Outcome:
    """Move *player* down by *number* Levels, never below Level 1."""
    before = state.who(player).level
    after = max(1, before - number)
    if number <= 0:
        return state, ()
    bottom = (LEVEL_BOTTOM(player=player),) if before - number < 1 else ()
    if after == before:
        return state, bottom
    state = _moved(state, player, after, reason)
    lost = LEVEL_LOST(player=player, level=after, why=REASONS[reason], also=_sharing(state, player))
    return state, (lost, *bottom)


def put_right(state: State, player: str, level: int) -> Outcome:
    """Correct the Level of a player whose figure stands elsewhere."""
    return _moved(state, player, level, "correction"), (LEVEL_SET(player=player, level=level),)


def _moved(state: State, player: str, after: int, reason: str) -> State:
    who = state.who(player)
    history = (*state.history, LevelChange(player, who.level, after, reason))
    return replace(state.put(replace(who, level=after)), history=history)


def _up(player: str, level: int, reason: str, also: tuple[str, ...]) -> Ruling:
    message = {"kill": LEVEL_KILL, "sale": LEVEL_SALE}.get(reason, LEVEL_CARD)
    return message(player=player, level=level, also=also)


def _sharing(state: State, player: str) -> tuple[str, ...]:
    level = state.who(player).level
    return _SHARING if sum(seat.level == level for seat in state.seats) > 1 else ()


def _won(state: State, player: str, rulings: Rulings) -> Outcome:
    won = WON_EPIC if state.rules.on("epic") else WON
    state = replace(state, winners=(*state.winners, player), phase="over")
    return state, (*rulings, won(player=player, level=state.rules.top))


# The actions ------------------------------------------------------------------------------------------------------

_UPS = {"kill": (1, 2, 3), "card": (1, 2, 3), "winning card": (1, 2, 3), "sale": (1, 2, 3)}
_DOWNS = {"curse": (1, 2, 3), "bad stuff": (1, 2, 3, 4, 5)}

_BY_FIGHT = BOOK.because("A Level for a kill comes from the fight itself.", "MUN-CONF-05", "MUN-COMBAT-09")
_BY_SALE = BOOK.because("A Level for a sale comes from selling the Items.", "MUN-SELL-01", "MUN-STAT-03")
_NOT_LAST = BOOK.because("The last Level takes a kill, or a card that says so.", "MUN-WIN-02", "MUN-CONF-07")
_NOT_LESS = BOOK.because("Nobody goes below Level 1.", "MUN-CONF-03")
_NOT_SO_FAR = BOOK.because("One card, kill or sale changes a Level by one to three.", "MUN-STAT-03")
_NO_LEVEL_OF_THE_BOARD = BOOK.because("The Levels go from 1 to {top}.", "MUN-STAT-02", "MUN-WIN-01")
_AT_THE_START = BOOK.because("Everybody begins on Level 1.", "MUN-SETUP-11")
_NOTHING_WON = BOOK.because("{player} has not just reached the last Level.", "MUN-WIN-01")
_WHOLE_OR_NOT = BOOK.because("The answer is yes or no.", "MUN-WIN-01")
_NO_SHARING = BOOK.because(
    "A helper shares the victory only where the house plays so, and only in a winning fight.", "MUN-FAST-04"
)


def options(top: int, *, by_hand: bool) -> tuple[Option, ...]:
    """Changes of a Level: ``+1 card``, ``-2 bad stuff``, ``set 7``; kills and sales only where *by_hand*."""
    ups = {why: numbers for why, numbers in _UPS.items() if by_hand or why in ("card", "winning card")}
    return (
        *(
            Option(f"+{n} {why}", Phrase("Up {n}: {reasons}", n=n, reasons=REASONS[why]), why, amount=n)
            for why, ns in ups.items()
            for n in ns
        ),
        *(
            Option(f"-{n} {why}", Phrase("Down {n}: {reasons}", n=n, reasons=REASONS[why]), why, amount=-n)
            for why, ns in _DOWNS.items()
            for n in ns
        ),
        *(
            Option(f"set {level}", Phrase("Correct it: Level {level}", level=level), "set", amount=level)
            for level in range(1, top)
        ),
    )


def change_level(state: State, player: str, pick: str) -> Outcome:
    """A change of Level that a player enters: see `options`."""
    state = replace(state, questions=tuple(q for q in state.questions if (q.kind, q.player) != ("won", player)))
    number, _, reason = pick.partition(" ")
    if number == "set":
        return put_right(state, player, int(reason))
    if number.startswith("-"):
        return drop(state, player, int(number[1:]), reason)
    may_win = reason in ("kill", "winning card")
    if state.phase == "levels" and may_win and state.who(player).level + int(number) >= state.rules.top:
        return with_question(state, Question("won", player, reason)), (IS_IT_WON(player=player, top=state.rules.top),)
    return climb(state, player, int(number), reason, may_win=may_win)


def _why_no_change(state: State, player: str, pick: str) -> Reason | None:
    number, _, reason = pick.partition(" ")
    if reason == "kill" and state.phase != "levels":
        return _BY_FIGHT
    if reason == "sale" and state.phase != "levels":
        return _BY_SALE
    if number == "set":
        return _why_not_set(state, reason)
    return _NOT_SO_FAR


def _why_not_set(state: State, level: str) -> Reason:
    number = whole_number(level)
    if number is not None and number < 1:
        return _NOT_LESS
    return _NOT_LAST if number == state.rules.top else _NO_LEVEL_OF_THE_BOARD.about(top=state.rules.top)


def _dead(state: State, player: str) -> Reason | None:
    """A gate: closed to the dead, by the rule that they gain no Level."""
    reason = alive(state, player)
    return reason and Reason(reason.words, _NO_LEVEL)


def _won_question(state: State, player: str) -> Question | None:
    return next((q for q in state.questions if (q.kind, q.player) == ("won", player)), None)


def _answers(state: State, player: str) -> tuple[Option, ...]:
    question = _won_question(state, player)
    assert question is not None
    shared = state.rules.on("shared_victory") and question.about == "kill"
    others = [name for name in state.players if name != player] if shared else []
    return (
        Option("yes", Phrase("Yes, the game is won")),
        *(
            Option(f"yes > {name}", Phrase("Yes, and {name} helped and wins too", name=name), target=name)
            for name in others
        ),
        Option("no", Phrase("No")),
    )


def answer_won(state: State, player: str, pick: str) -> Outcome:
    """Judge the answer whether the last Level was reached: ``yes``, ``yes > Bo`` (Bo wins too), ``no``."""
    question = _won_question(state, player)
    assert question is not None
    state = replace(state, questions=tuple(q for q in state.questions if q is not question))
    if pick == "no":
        return state, (NOT_WON(player=player, level=state.who(player).level),)
    before = state.who(player).level
    state, rulings = climb(state, player, state.rules.top - before, question.about, may_win=True)
    _, _, helper = pick.partition(" > ")
    if not helper:
        return state, rulings
    return replace(state, winners=(*state.winners, helper)), (*rulings, SHARED_VICTORY(helper=helper))


ACTIONS = {
    "won": Action(
        "{player} says whether the game is won.",
        BOOK.cite("MUN-WIN-01", "MUN-WIN-02", "MUN-FAST-04"),
        lambda state, player: None if _won_question(state, player) else _NOTHING_WON.about(player=player),
        _answers,
        lambda state, player, pick: _NO_SHARING if pick.startswith("yes > ") else _WHOLE_OR_NOT,
        answer_won,
    ),
    "level": Action(
        "{player} may change their Level.",
        BOOK.cite("MUN-STAT-03", "MUN-STAT-04", "MUN-CONF-03", "MUN-CONF-07"),
        first(lambda state, player: _AT_THE_START if state.phase == "create" else None, _dead),
        lambda state, player: state.rules.offers["level"],
        _why_no_change,
        change_level,
    ),
}
