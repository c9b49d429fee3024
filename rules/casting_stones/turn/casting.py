"""Throws: first casts, second casts, and stones that do not lie flat."""

from __future__ import annotations

from collections.abc import Mapping

from rules.casting_stones import messages
from rules.casting_stones.cards import calls
from rules.casting_stones.casts import SIDES, Cast
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import State, Step, Task, cast, due, front, put, stones, then, unsettled
from rules.casting_stones.turn import words
from rules.casting_stones.turn.irregular_stones import (
    HIDDEN,
    IRREGULAR,
    OFF,
    STACKED,
    any_side,
    first_to_settle,
    irregular_rulings,
    judge_cast,
    lay,
    thrown_while_unsettled,
)
from rules.core.asks import Ask, Option
from rules.core.copies import replace
from rules.core.facts import Choose, Throw
from rules.core.phrases import Phrase, sentences
from rules.core.rulings import Message, Reason, Ruling

_because = BOOK.because
STAND = "stand"
CAST_OR_STAND = _because("A player casts any of the stones again, or stands.", "CST-B-31", "CST-Q-08")
NO_FIRST_CAST = _because("A second cast comes after the player's first.", "CST-G-14", "CST-B-11")
FINAL = _because("The cast is final: its player has decided already whether to cast again.", "CST-B-37", "CST-G-14")
GOOD = _because("Only a failed first cast may be cast again, so a good one stands.", "CST-B-31", "CST-Q-06")
CALLED = _because("A cast that is called a Spell stands.", "CST-A-13", "CST-Q-25")
FIRST_DECIDES = _because("The player who cast first also decides first whether to cast again.", "CST-B-32")
CALLS_FIRST = _because("{player} first says whether the cast is called a Spell.", "CST-B-32", "CST-Q-25")
BOTH_FIRST = _because("Both first casts come before any second cast.", "CST-Q-07")
_PICKED_FIRST = {
    "draft": BOOK.cite("CST-B-07"),
    "hands": BOOK.cite("CST-A-05"),
    "take-card": BOOK.cite("CST-I-04"),
    "chaser": BOOK.cite("CST-Q-29"),
}
"""The rule by which something is picked before a turn begins, by the kind of its task."""
_BEFORE_NEXT_TURN = {"cards": messages.CARD_FIRST, "gain": messages.GAIN_FIRST}
_KNOCK_OUT_FIRST = {"give": messages.GIVE_FIRST, "replace": messages.REPLACE_FIRST}


def cast_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Ask for the first cast of a turn, of all five stones."""
    shakes = Phrase("Shake well: three good shakes!") if state.setting.house["strict_throw"] else ""
    sentence = sentences(Phrase("{player} casts all five stones.", player=task.player), shakes)
    rules = BOOK.cite("CST-G-13", "CST-B-12", "CST-B-14")
    return (Ask(task.player, "cast", sentence, rules, pieces=any_side(state.hands[task.player])),)


def second_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Ask for the second cast, of any of the five stones or of none."""
    made = cast(state, task.player)
    sentence = Phrase("{player} casts any stones again, or stands.", player=task.player)
    rules = _why_again(state, made) + BOOK.cite("CST-B-34")
    if made and made.wild and not state.setting.house["free_second_cast"]:
        sentence = Phrase(
            "{player} may cast again although it is a Spell: a Chaser stands for another type in it.",
            player=task.player,
        )
        rules = BOOK.cite("CST-G-12", "CST-Q-29", "CST-Q-43")
    pieces = any_side(state.hands[task.player])
    options = (Option(STAND, Phrase("Stand: cast nothing again")),)
    return (Ask(task.player, "second", sentence, rules, options, pieces, some=True),)


def why_not_second(state: State, choice: Choose) -> Reason | None:
    """Why that player cannot decide on a second cast now; None where only unsettled stones come first."""
    player, task = choice.player, front(state)
    if (task.kind, task.player) == ("second", player):
        return None if choice.pick == STAND else CAST_OR_STAND
    if not state.casts.get(player):
        return NO_FIRST_CAST
    if player in state.claims:
        return CALLED
    if state.casts[player] == 2:
        return FINAL
    made = cast(state, player)
    if not due(state, "second", player) or (made and made.good and not _may_cast_again(state, made)):
        return GOOD
    if unsettled(state, player):
        return None
    if not _both_have_cast(state):
        return BOTH_FIRST
    if unsettled(state, task.player):
        return None
    return CALLS_FIRST.about(player=task.player) if task.kind == "call" else FIRST_DECIDES


def _both_have_cast(state: State) -> bool:
    """Whether each player has made the first cast of this turn."""
    return len(state.casts) == len(state.setting.players)


def judge_throw(state: State, throw: Throw) -> Step:
    """Judge a throw, regular or not."""
    sides = {piece: side if side in (*SIDES, *IRREGULAR) else HIDDEN for piece, side in throw.shown}
    strange = [piece for piece in sides if piece not in state.hands.get(throw.player, ())]
    waits = unsettled(state, throw.player)
    task = state.todo[0]
    if not waits and (task.player != throw.player or task.kind not in ("cast", "second")):
        again = sides.keys() < set(state.hands.get(throw.player, ()))
        return state, (_not_due(state, throw.player, again=again),)
    if strange:
        stone = state.setting.stones.get(strange[0])
        return state, (messages.NOT_IN_HAND(player=throw.player, stone=stone.name if stone else strange[0]),)
    if waits:
        return thrown_while_unsettled(state, throw.player, sides)
    if blocked := unsettled(state, state.setting.other(throw.player)) if is_blocked(state) else ():
        return state, (first_to_settle(state, state.setting.other(throw.player), blocked),)
    return (_first_cast if task.kind == "cast" else _second_cast)(state, throw.player, sides)


def is_blocked(state: State) -> bool:
    """Whether unsettled stones stop the other player: leaners do not stop a first cast."""
    return state.todo[0].kind != "cast" or any(
        unsettled(state, player, STACKED, OFF, HIDDEN) for player in state.setting.players
    )


def _not_due(state: State, player: str, *, again: bool) -> Ruling:
    """The ruling that a throw of *player* does not count, because somebody else casts or something is decided first.

    *again*: it shows some of the player's stones only, as a second cast may.
    """
    task = state.todo[0]
    made = cast(state, player)
    waits = any(later.player == player and later.kind in ("cast", "second") for later in state.todo)
    if task.kind in _PICKED_FIRST:
        return messages.NO_CAST_NOW.by(_PICKED_FIRST[task.kind])(player=player)
    if task.kind in _KNOCK_OUT_FIRST:
        return _KNOCK_OUT_FIRST[task.kind](player=player, other=task.player)
    if state.casts and not due(state, "compare") and not (again and made):
        return _before_next_turn(state, task)(player=player, other=task.player)
    if made is None:
        return _settle_or_call_first(state, player, task) or _not_first(state, player, task.player)
    if state.casts[player] == 2:
        return messages.NO_CAST_LEFT(player=player)
    if not waits or (made.good and not _may_cast_again(state, made)):
        return messages.GOOD_STANDS(player=player)
    if not _both_have_cast(state):
        return messages.NOT_YOUR_TURN.by(BOOK.cite("CST-Q-07"))(player=player, other=task.player)
    first_decides = messages.NOT_YOUR_TURN.by(BOOK.cite("CST-B-32"))(player=player, other=task.player)
    return _settle_or_call_first(state, player, task) or first_decides


def _settle_or_call_first(state: State, player: str, task: Task) -> Ruling | None:
    """The ruling that a throw of *player* waits for stones or a Counter Spell of the other; None where it does not."""
    if pieces := unsettled(state, task.player):
        return first_to_settle(state, task.player, pieces)
    return messages.CALL_FIRST(player=player, other=task.player) if task.kind == "call" else None


def _before_next_turn(state: State, task: Task) -> Message:
    """The ruling that *task*, which belongs to the turn compared last, comes before a cast."""
    message = _BEFORE_NEXT_TURN.get(task.kind, messages.REWARD_FIRST)
    of_winner = task.kind == "cards" and state.last is not None and state.last.winner == task.player
    return message.by(BOOK.cite("CST-Q-20")) if of_winner else message


def _not_first(state: State, player: str, other: str) -> Ruling:
    """The ruling that *other* makes the first cast before *player*."""
    if not state.last:
        why, rules = Phrase("The youngest casts first in the first turn."), BOOK.cite("CST-B-13")
    elif state.last.winner:
        why, rules = Phrase("{player} won the turn before.", player=state.last.winner), BOOK.cite("CST-B-56")
    else:
        bungled = state.last.casts[player][0].kind == "bungle"
        why, rules = Phrase("Nobody won the turn before."), BOOK.cite("CST-Q-04" if bungled else "CST-Q-01")
    if state.casts:
        first_finishes = state.setting.house["cast_both_then_opponent"]
        return messages.NOT_YOUR_TURN.by(BOOK.cite("CST-Q-07") if first_finishes else ())(player=player, other=other)
    return messages.CASTS_FIRST.by(rules)(player=player, other=other, why=why)


def _first_cast(state: State, player: str, thrown_sides: Mapping[str, str]) -> Step:
    sides = {piece: thrown_sides.get(piece, OFF) for piece in state.hands[player]}
    after = lay(then(state), player, sides)
    after = replace(after, casts=put(after.casts, player, 1))
    return judge_cast(after, player, irregular_rulings(after, player, sides))


def _second_cast(state: State, player: str, thrown_sides: Mapping[str, str]) -> Step:
    unthrown = [stone for stone in stones(state, state.hands[player]) if stone.piece not in thrown_sides]
    again = [stone for stone in stones(state, state.hands[player]) if stone.piece in thrown_sides]
    after = lay(then(state), player, {**state.sides[player], **thrown_sides})
    after = replace(after, casts=put(after.casts, player, 2), tipped=state.tipped.difference(thrown_sides))
    order = BOOK.cite("CST-B-32" if player == state.first else "CST-B-33")
    why = _why_again(state, cast(state, player))
    if unthrown:
        ruling = messages.CASTS_AGAIN.by(why)(
            player=player, kept=words.names(unthrown), again=words.names(again), also=order
        )
    elif dict(thrown_sides) == state.sides[player]:  # After an outage nobody may have seen which stones were cast.
        ruling = messages.CASTS_ALIKE.by(why)(player=player, also=order)
    else:
        ruling = messages.CASTS_ALL_AGAIN.by(why)(player=player, also=order)
    return judge_cast(after, player, (ruling, *irregular_rulings(after, player, thrown_sides)))


def stand(state: State, choice: Choose) -> Step:
    """Judge the choice to make no second cast."""
    after = replace(then(state), casts=put(state.casts, choice.player, 2))
    made = cast(after, choice.player)
    assert made is not None  # a second cast is asked after the first
    if made.good:
        return after, (_keeps(state, choice.player, made),)
    if calls.callable_cards(after, choice.player):
        return after, (messages.STANDS_FIRM(player=choice.player),)
    return after, (messages.STANDS(player=choice.player, also=made.rules),)


def keep(state: State) -> Step | None:
    """Let a good first cast stand; None while stones are unsettled, or the player may cast again."""
    player = state.todo[0].player
    made = cast(state, player)
    if not made or any(unsettled(state, seat) for seat in state.setting.players):
        return None
    if not made.good or _may_cast_again(state, made):
        return None
    return then(state), (_keeps(state, player, made),)


def _may_cast_again(state: State, made: Cast) -> bool:
    """Whether a good first cast may be cast again by a house rule."""
    house = state.setting.house
    return bool(house["free_second_cast"] or (made.wild and house["chaser_spell_recast"]))


def _why_again(state: State, made: Cast | None) -> tuple[str, ...]:
    """The rule by which a first cast may be cast again: a good one by a house rule only."""
    return _by_house(state, made) if made and made.good else BOOK.cite("CST-B-31")


def _by_house(state: State, made: Cast) -> tuple[str, ...]:
    """The question that decides whether a good first cast may be cast again."""
    return BOOK.cite("CST-Q-43" if made.wild and not state.setting.house["free_second_cast"] else "CST-Q-06")


def _keeps(state: State, player: str, made: Cast) -> Ruling:
    rules = _by_house(state, made)
    return messages.KEEPS(player=player, what=words.THE_CAST[made.kind], also=rules)
