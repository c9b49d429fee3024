"""Throws: first casts, second casts, and stones that do not lie flat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.casting_stones import calls, messages
from rules.casting_stones.casts import SIDES, WRONG_TYPES, Cast
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import State, Step, Task, cast, due, front, lying, put, stones, then, type_of, unsettled
from rules.core.asks import Ask
from rules.core.facts import Choose, Throw
from rules.core.options import Option
from rules.core.reasons import Reason
from rules.core.rulings import Ruling, Says

LEANER, STACKED, OFF, HIDDEN = IRREGULAR = ("leaner", "stacked", "off", "hidden")
_SAID: Mapping[str, Says] = {
    LEANER: messages.LEANS,
    STACKED: messages.STACKED,
    OFF: messages.OFF,
    HIDDEN: messages.HIDDEN,
}

_WHY_TOLD: Mapping[str, tuple[str, ...]] = {
    STACKED: BOOK.cite("CST-B-16"),
    OFF: BOOK.cite("CST-Q-35"),
    HIDDEN: (),
}

_because = BOOK.because
CAST_OR_STAND = _because("A player casts any of the stones again, or stands.", "CST-B-31", "CST-Q-08")
NO_FIRST_CAST = _because("A second cast comes after the player's first.", "CST-G-14", "CST-B-11")
FINAL = _because("After the second cast nothing changes any more.", "CST-B-37", "CST-G-14")
GOOD = _because("Only a failed first cast may be cast again, so a good one stands.", "CST-B-31", "CST-Q-06")
FIRST_DECIDES = _because("Who cast first also decides first about casting again.", "CST-B-32")
BOTH_FIRST = _because("Both first casts come before any second cast.", "CST-Q-07")
OWN_LEANER = _because("A leaner is tipped by the player who cast it.", "CST-B-17")
OWN_STONE = _because("Each player says what the stones of the own hand show.", "CST-Q-37")
NOT_CAST = _because("That stone has not been cast in this turn.", "CST-Q-37")
LEANS = _because("That stone stands on its edge: its player tips it.", "CST-B-17", "CST-B-19")
IS_OFF = _because("That stone is off the table: it is cast again, alone.", "CST-Q-35")
LIES_FLAT = _because("That stone does not lean, and a leaner once tipped stays so.", "CST-B-18", "CST-B-17")
KNOWN = _because("What that stone shows is known.", "CST-Q-37", "CST-B-16")
NO_LEANER = _because("That stone does not stand on its edge.", "CST-B-17")


def cast_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """The first cast of a turn: all five stones."""
    shakes = " Shake well: three good shakes!" if state.setting.house["strict_throw"] else ""
    sentence = f"{task.player} casts all five stones.{shakes}"
    rules = BOOK.cite("CST-G-13", "CST-B-12", "CST-B-14")
    return (Ask(task.player, "cast", sentence, rules, pieces=_any_side(state.hands[task.player])),)


def second_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """The second cast: any of the five stones, or none."""
    made = cast(state, task.player)
    sentence = f"{task.player} casts any stones again, or stands."
    rules = BOOK.cite("CST-B-31", "CST-B-34")
    if made and made.wild:
        sentence = f"{task.player} may cast again although it is a Spell: a Chaser stands for another type in it."
        rules = BOOK.cite("CST-G-12", "CST-Q-29", "CST-Q-43")
    pieces = _any_side(state.hands[task.player])
    stand = (Option("stand", "Stand: cast nothing again"),)
    return (Ask(task.player, "second", sentence, rules, stand, pieces, some=True),)


def why_not_second(state: State, choice: Choose) -> Reason:
    """Why that player does not decide on a second cast now."""
    player, task = choice.player, front(state)
    if (task.kind, task.player) == ("second", player):
        return CAST_OR_STAND
    if not state.casts.get(player):
        return NO_FIRST_CAST
    if state.casts[player] == 2:
        return FINAL
    made = cast(state, player)
    if not due(state, "second", player) or (made and made.good):
        return GOOD
    return FIRST_DECIDES if task.kind == "second" else BOTH_FIRST


def settle_asks(state: State) -> tuple[Ask, ...]:
    """What is asked about stones that lean, lie on another, cannot be seen or left the table."""
    players = [player for player in state.setting.players if unsettled(state, player)]
    return tuple(ask for player in players for ask in _settle_asks(state, player))


def _settle_asks(state: State, player: str) -> Iterable[Ask]:
    if leaners := unsettled(state, player, LEANER):
        sentence = f"{player} tips {messages.names(stones(state, leaners))} to either side."
        yield _which_side(state, player, "tip", sentence, leaners, BOOK.cite("CST-B-17", "CST-B-19"))
    stays = bool(state.setting.house["off_table_stays"])
    if unclear := unsettled(state, player, STACKED, HIDDEN, *((OFF,) if stays else ())):
        sentence = f"{player} tells what {messages.names(stones(state, unclear))} shows."
        yield _which_side(state, player, "tell", sentence, unclear, BOOK.cite("CST-B-16", "CST-Q-37"))
    if lost := () if stays else unsettled(state, player, OFF):
        sentence = f"{player} casts {messages.names(stones(state, lost))} again, alone."
        yield Ask(player, "recast", sentence, BOOK.cite("CST-Q-35"), pieces=_any_side(lost), some=True)


def _which_side(
    state: State, player: str, kind: str, sentence: str, pieces: tuple[str, ...], rules: tuple[str, ...]
) -> Ask:
    options = tuple(
        Option(f"{stone.piece} {side}", f"{stone.name}: {side}") for stone in stones(state, pieces) for side in SIDES
    )
    return Ask(player, kind, sentence, rules, options, _any_side(pieces), some=True)


def _any_side(pieces: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((piece, SIDES) for piece in pieces)


def why_not_settle(state: State, choice: Choose) -> Reason:
    """Why that player does not tip that stone, or say what it shows."""
    piece = choice.pick.partition(" ")[0]
    if piece not in state.hands[choice.player]:
        return OWN_LEANER if choice.kind == "tip" else OWN_STONE
    side = state.sides.get(choice.player, {}).get(piece)
    if side is None:
        return NOT_CAST
    if side == LEANER:
        return LEANS
    if side == OFF and not state.setting.house["off_table_stays"]:
        return IS_OFF
    if side in SIDES:
        return LIES_FLAT if choice.kind == "tip" else KNOWN
    return NO_LEANER


def settle(state: State, choice: Choose) -> Step:
    """A player tips a leaner, or tells what a stone shows."""
    piece, side = choice.pick.split()
    return _settled(state, choice.player, {piece: side})


def thrown(state: State, throw: Throw) -> Step:
    """Judge any throw whatever."""
    shown = {piece: side if side in (*SIDES, *IRREGULAR) else HIDDEN for piece, side in throw.shown}
    strange = [piece for piece in shown if piece not in state.hands.get(throw.player, ())]
    waits = unsettled(state, throw.player)
    task = state.todo[0]
    if not waits and (task.player != throw.player or task.kind not in ("cast", "second")):
        return state, (_not_due(state, throw.player),)
    if strange:
        stone = state.setting.stones.get(strange[0])
        return state, (messages.NOT_IN_HAND(player=throw.player, stone=stone.name if stone else strange[0]),)
    if waits:
        return _thrown_while_unsettled(state, throw.player, shown)
    if blocked := unsettled(state, state.setting.other(throw.player)) if is_blocked(state) else ():
        return state, (_first(state, state.setting.other(throw.player), blocked),)
    return (_first_cast if task.kind == "cast" else _second_cast)(state, throw.player, shown)


def is_blocked(state: State) -> bool:
    """Only a leaner may wait while the other player casts a first time."""
    return state.todo[0].kind != "cast" or any(
        unsettled(state, player, STACKED, OFF, HIDDEN) for player in state.setting.players
    )


def _not_due(state: State, player: str) -> Ruling:
    """Why that throw of *player* does not count: the rule that decides who casts now."""
    task = state.todo[0]
    made = cast(state, player)
    waits = any(later.player == player and later.kind in ("cast", "second") for later in state.todo)
    if made is None:
        return _not_first(state, player, task.player) if waits else messages.NO_CAST_NOW(player=player)
    if state.casts[player] == 2:
        return messages.NO_CAST_LEFT(player=player)
    if not waits or (made.good and not _may_cast_again(state, made)):
        return messages.GOOD_STANDS(player=player)
    rules = BOOK.cite("CST-B-32") if task.kind == "second" else BOOK.cite("CST-Q-07")
    return messages.NOT_YOUR_TURN.by(rules)(player=player, other=task.player)


def _not_first(state: State, player: str, other: str) -> Ruling:
    """Why *other* makes the first cast before *player*."""
    if not state.last:
        why, rules = "The youngest casts first in the first turn.", BOOK.cite("CST-B-13")
    elif state.last.winner:
        why, rules = f"{state.last.winner} won the turn before.", BOOK.cite("CST-B-56")
    else:
        why, rules = "Nobody won the turn before.", BOOK.cite("CST-Q-01")
    if state.casts:
        return messages.NOT_YOUR_TURN(player=player, other=other)
    return messages.CASTS_FIRST.by(rules)(player=player, other=other, why=why)


def _first(state: State, player: str, pieces: tuple[str, ...]) -> Ruling:
    leaners = unsettled(state, player, LEANER)
    said = messages.TIP_FIRST if leaners else messages.SETTLE_FIRST
    return said(stones=messages.names(stones(state, leaners or pieces)))


def _thrown_while_unsettled(state: State, player: str, shown: Mapping[str, str]) -> Step:
    waits = unsettled(state, player)
    due = {piece: side for piece, side in shown.items() if piece in waits}
    if not due:
        return state, (_first(state, player, waits),)
    before = state.sides[player]
    turned = [piece for piece, side in shown.items() if piece not in due and before[piece] != side]
    after, said = _settled(state, player, due)
    return after, tuple(_turned(state, player, piece) for piece in turned) + said


def _turned(state: State, player: str, piece: str) -> Ruling:
    return messages.TURNED(stone=state.setting.stones[piece].name, side=state.sides[player][piece])


def _settled(state: State, player: str, shown: Mapping[str, str]) -> Step:
    before = state.sides[player]
    after = _lay(state, player, {**before, **shown})
    said = tuple(_one_settled(state, player, piece, side) for piece, side in shown.items() if side in SIDES)
    return _judged(after, player, said + _irregular(after, player, shown))


def _one_settled(state: State, player: str, piece: str, side: str) -> Ruling:
    stone, was = state.setting.stones[piece].name, state.sides[player][piece]
    if was == LEANER:
        also = BOOK.cite("CST-Q-34") if state.casts[player] == 2 else ()
        return messages.TIPPED(player=player, stone=stone, side=side, also=also)
    if was == OFF and not state.setting.house["off_table_stays"]:
        return messages.RECAST(player=player, stone=stone, side=side)
    return messages.TOLD(stone=stone, side=side, also=_WHY_TOLD[was])


def _first_cast(state: State, player: str, shown: Mapping[str, str]) -> Step:
    sides = {piece: shown.get(piece, OFF) for piece in state.hands[player]}
    after = _lay(then(state), player, sides)
    after = replace(after, casts=put(after.casts, player, 1))
    return _judged(after, player, _irregular(after, player, sides))


def _second_cast(state: State, player: str, shown: Mapping[str, str]) -> Step:
    kept = [stone for stone in stones(state, state.hands[player]) if stone.piece not in shown]
    again = [stone for stone in stones(state, state.hands[player]) if stone.piece in shown]
    after = _lay(then(state), player, {**state.sides[player], **shown})
    after = replace(after, casts=put(after.casts, player, 2))
    order = BOOK.cite("CST-B-32" if player == state.first else "CST-B-33")
    if kept:
        said = messages.CASTS_AGAIN(player=player, kept=messages.names(kept), again=messages.names(again), also=order)
    else:
        said = messages.CASTS_ALL_AGAIN(player=player, also=order)
    return _judged(after, player, (said, *_irregular(after, player, shown)))


def stand(state: State, choice: Choose) -> Step:
    """No second cast."""
    after = replace(then(state), casts=put(state.casts, choice.player, 2))
    made = cast(after, choice.player)
    assert made is not None  # a second cast is asked after the first
    if made.good:
        return after, (_kept(state, choice.player, made),)
    if calls.callable_cards(after, choice.player):
        return after, (messages.STANDS_FIRM(player=choice.player),)
    return after, (messages.STANDS(player=choice.player, also=made.rules),)


def keep(state: State) -> Step | None:
    """A good first cast stands by itself; nothing happens while anything is unsettled or the player may choose."""
    player = state.todo[0].player
    made = cast(state, player)
    if not made or any(unsettled(state, seat) for seat in state.setting.players):
        return None
    if not made.good or _may_cast_again(state, made):
        return None
    return then(state), (_kept(state, player, made),)


def _may_cast_again(state: State, made: Cast) -> bool:
    """Whether a good first cast may be cast again by a house rule."""
    house = state.setting.house
    return bool(house["free_second_cast"] or (made.wild and house["chaser_spell_recast"]))


def _kept(state: State, player: str, made: Cast) -> Ruling:
    rules = BOOK.cite("CST-Q-43" if made.wild else "CST-Q-06")
    return messages.KEEPS(player=player, what=f"the {messages.NAMES[made.kind]}", also=rules)


def _lay(state: State, player: str, sides: Mapping[str, str]) -> State:
    """*sides*, always in the order of the hand."""
    in_order = {piece: sides[piece] for piece in state.hands[player]}
    return replace(state, sides=put(state.sides, player, in_order))


def _irregular(state: State, player: str, shown: Iterable[str]) -> tuple[Ruling, ...]:
    stays = {OFF: messages.STAYS_OFF} if state.setting.house["off_table_stays"] else {}
    said = {**_SAID, **stays}
    return tuple(
        said[side](stones=stone.name, player=player)
        for stone, side in lying(state, player)
        if stone.piece in shown and side in said
    )


def _judged(state: State, player: str, said: tuple[Ruling, ...]) -> Step:
    """Say what the cast is, once all its stones lie flat."""
    made = cast(state, player)
    if made is None or unsettled(state, player):
        return state, said
    shown = lying(state, player)
    what = messages.what_words([type_of(state, stone) for stone, _ in shown], [side for _, side in shown], made)
    if state.casts[player] == 2:
        return state, (*said, messages.SECOND_CAST.by(made.rules)(player=player, what=what), *_fits(state, player))
    rules = made.rules if made.good else tuple(rule for rule in made.rules if rule in WRONG_TYPES)  # no Bungle yet
    return state, (*said, messages.CASTS.by(rules)(player=player, what=what), *_fits(state, player))


def _fits(state: State, player: str) -> tuple[Ruling, ...]:
    """The cards by which the cast may be called a Spell."""
    return tuple(messages.FITS_COUNTER(player=player, card=card.name) for card in calls.callable_cards(state, player))
