"""The level tracker: up and down with a reason, never under 1, and the last Level by a kill or a card that says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.core.options import Option
from rules.core.rulings import Ruling
from rules.munchkin.action import Action
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import LevelChange, Outcome, State

REASONS = {
    "kill": "killed a monster",
    "card": "a card",
    "winning card": "a card that may win the game",
    "sale": "sold Items",
    "curse": "a Curse",
    "bad stuff": "Bad Stuff",
    "correction": "a correction",
}

_KILLED = BOOK.says(
    "level-kill",
    "{player} goes up to Level {level}: killed a monster.",
    *("MUN-STAT-02", "MUN-STAT-03", "MUN-COMBAT-09", "MUN-REWARD-01"),
)
_CARD_UP = BOOK.says("level-card", "{player} goes up to Level {level}: a card says so.", "MUN-STAT-02", "MUN-STAT-03")
_SOLD = BOOK.says("level-sale", "{player} goes up to Level {level}: sold Items.", "MUN-STAT-03", "MUN-SELL-01")
_LOST = BOOK.says("level-lost", "{player} goes down to Level {level}: {why}.", "MUN-STAT-02", "MUN-STAT-04")
_BOTTOM = BOOK.says("level-bottom", "{player} stays on Level 1: nobody goes lower.", "MUN-CONF-03", "MUN-STAT-04")
_SET = BOOK.says("level-set", "Put right: {player} stands on Level {level}.", "MUN-STAT-02")
_CARD_REFUSED = BOOK.says(
    "level-card-refused",
    "No: {player} is one step from the end, and this card cannot make the last one. The last Level takes a kill.",
    *("MUN-Q-08", "MUN-CONF-07", "MUN-WIN-02"),
)
_SALE_REFUSED = BOOK.says(
    "level-sale-refused",
    "No: the last Level is not for sale, so {player} keeps the Items. It takes a kill.",
    *("MUN-SELL-05", "MUN-CONF-07", "MUN-Q-07"),
)
_CAPPED = BOOK.says(
    "level-capped",
    "{player} gets no further than Level {level} that way: the last Level takes a kill.",
    *("MUN-CONF-07", "MUN-WIN-02"),
)
_LAST_STEP = BOOK.says(
    "last-step",
    "{player} is one step from the end: neither a sale nor a plain card will do, only a kill or a card that says so.",
    *("MUN-WIN-02", "MUN-CONF-07"),
)
_SHARED = BOOK.says("shared-level", "{players} stand on one Level now, which is fine.", "MUN-WIN-03")
_WON = BOOK.says("won", "{player} is the first on Level {level} and wins the game.", "MUN-WIN-01", "MUN-WIN-02")
_WON_EPIC = BOOK.says(
    "won-epic", "{player} is the first on Level {level} and wins the Epic game.", "MUN-WIN-01", "MUN-EPIC-01"
)


def climb(state: State, player: str, number: int, reason: str, *, may_win: bool, also: tuple[str, ...] = ()) -> Outcome:
    """*player* goes up by *number*, to the last Level only where the reason *may_win*."""
    before, top = state.who(player).level, state.rules.top
    if number <= 0:
        return state, ()
    after = min(before + number, top if may_win else top - 1)
    if after <= before:
        return state, (refused(player, reason),)
    state = _moved(state, player, after, reason)
    said: list[Ruling] = [_up(player, after, reason, also)]
    if after < before + number and not may_win:
        said.append(_CAPPED(player=player, level=after))
    if after == top:
        return _won(state, player, said)
    if after == top - 1:
        said.append(_LAST_STEP(player=player))
    return state, (*said, *_sharing(state, player))


def refused(player: str, reason: str) -> Ruling:
    """Why *player* cannot make the last step for that reason."""
    return (_SALE_REFUSED if reason == "sale" else _CARD_REFUSED)(player=player)


def drop(state: State, player: str, number: int, reason: str, *, also: tuple[str, ...] = ()) -> Outcome:
    """*player* goes down by *number*, never under Level 1."""
    before = state.who(player).level
    after = max(1, before - number)
    if number <= 0:
        return state, ()
    bottom = (_BOTTOM(player=player, also=also),) if before - number < 1 else ()
    if after == before:
        return state, bottom
    state = _moved(state, player, after, reason)
    why = REASONS[reason]
    return state, (_LOST(player=player, level=after, why=why, also=also), *bottom, *_sharing(state, player))


def put_right(state: State, player: str, level: int) -> Outcome:
    """The figure stands elsewhere than the referee thought."""
    return _moved(state, player, level, "correction"), (_SET(player=player, level=level),)


def _moved(state: State, player: str, after: int, reason: str) -> State:
    who = state.who(player)
    history = (*state.history, LevelChange(player, who.level, after, reason))
    return replace(state.put(replace(who, level=after)), history=history)


def _up(player: str, level: int, reason: str, also: tuple[str, ...]) -> Ruling:
    says = {"kill": _KILLED, "sale": _SOLD}.get(reason, _CARD_UP)
    return says(player=player, level=level, also=also)


def _sharing(state: State, player: str) -> Iterable[Ruling]:
    level = state.who(player).level
    equal = [seat.player for seat in state.seats if seat.level == level]
    return (_SHARED(players=" and ".join(equal)),) if len(equal) > 1 else ()


def _won(state: State, player: str, said: list[Ruling]) -> Outcome:
    won = _WON_EPIC if state.rules.on("epic") else _WON
    state = replace(state, winners=(*state.winners, player), phase="over")
    return state, (*said, won(player=player, level=state.rules.top))


# The deed --------------------------------------------------------------------------------------------------------

_UPS = {"kill": (1, 2, 3), "card": (1, 2, 3), "winning card": (1, 2, 3), "sale": (1, 2, 3)}
_DOWNS = {"curse": (1, 2, 3), "bad stuff": (1, 2, 3, 4, 5)}


def options(top: int, *, by_hand: bool) -> tuple[Option, ...]:
    """What may be told of a Level: ``+1 card``, ``-2 bad stuff``, ``set 7``; kills and sales only where *by_hand*."""
    ups = {why: numbers for why, numbers in _UPS.items() if by_hand or why in ("card", "winning card")}
    return (
        *(Option(f"+{n} {why}", f"Up {n}: {REASONS[why]}") for why, numbers in ups.items() for n in numbers),
        *(Option(f"-{n} {why}", f"Down {n}: {REASONS[why]}") for why, numbers in _DOWNS.items() for n in numbers),
        *(Option(f"set {level}", f"Put right: Level {level}") for level in range(1, top)),
    )


def tell(state: State, player: str, pick: str) -> Outcome:
    """A change of Level as told: see `options`."""
    number, _, reason = pick.partition(" ")
    if number == "set":
        return put_right(state, player, int(reason))
    if number.startswith("-"):
        return drop(state, player, int(number[1:]), reason)
    return climb(state, player, int(number[1:]), reason, may_win=reason in ("kill", "winning card"))


ACTIONS = {
    "level": Action(
        "{player} may tell a change of Level.",
        BOOK.cite("MUN-STAT-03", "MUN-STAT-04", "MUN-CONF-03", "MUN-CONF-07"),
        lambda state, player: state.rules.offers["level"],
        tell,
    )
}
