"""Death: what is left lying, who loots it in which order, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.core.options import Option
from rules.core.rulings import Ruling
from rules.munchkin.action import Action, plain
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Body, Outcome, State, draw

_DIES = BOOK.says(
    "dies",
    "{player} dies: {about}. House, Level, Roles, Proficiencies and lasting Curses stay; the rest lies there. "
    "Till the next turn {player} gets no card, no Level and no Curse, and cannot win.",
    *("MUN-DEATH-01", "MUN-DEATH-02", "MUN-DEATH-03", "MUN-DEATH-11", "MUN-DEATH-12"),
    *("MUN-PROF-09", "MUN-Q-03", "MUN-Q-26", "MUN-Q-40"),
)
_LAID_OUT = BOOK.says("laid-out", "{number} cards of {player} lie there to be looted.", "MUN-DEATH-04")
_NOTHING = BOOK.says("nothing-left", "There is nothing to loot, or nobody to loot {player}.", "MUN-DEATH-08")
_ALLY = BOOK.cite("MUN-Q-04")
_CHEAT = BOOK.cite("MUN-DEATH-05")
_ORDER = BOOK.says("loot-order", "The order of looting: {players}.", "MUN-DEATH-06")
_BY_DIE = BOOK.cite("MUN-DEATH-07", "MUN-Q-23")
_BOTH_DEAD = BOOK.cite("MUN-Q-24", "MUN-DEATH-11")
_HELPER_TOO = BOOK.cite("MUN-Q-25")
_THREW = BOOK.says("loot-throw", "{player} throws {number} for the order of looting.", "MUN-DEATH-07")
_TAKES = BOOK.says("loots", "{player} takes {card}, which goes into {player}'s hand.", "MUN-DEATH-06", "MUN-DEATH-10")
_TOO_LATE = BOOK.says("looted-out", "Nothing is left for {players}.", "MUN-DEATH-08")
_REST = BOOK.says("loot-rest", "Everybody had a card: {number} left over are discarded.", "MUN-DEATH-09")
_LIVES = BOOK.says(
    "lives-again",
    "{player} lives again, with no cards but those given, and may help.",
    *("MUN-DEATH-13", "MUN-DEATH-14"),
)
_NEW_CARDS = BOOK.says(
    "new-cards",
    "{player} draws four Doors and four Treasures and may lay down what is legal.",
    *("MUN-DEATH-15", "MUN-DEATH-16"),
)


def die(state: State, player: str, about: str) -> Outcome:
    """*player* dies: no more running, nothing owned; the looting waits for the end of the fight."""
    who = state.who(player)
    cheats = ("Cheat!",) * sum(item.cheat for item in who.items)
    cards = (*(item.name for item in who.items), *cheats, *((who.ally,) if who.ally else ()), *who.others)
    dead = replace(who, items=(), ally="", others=(), hand=0, alive=False, reborn=True, fresh=False)
    questions = tuple(question for question in state.questions if question.player != player)
    side = state.combat.side if state.combat else ()
    fellow = next((name for name in side if name != player), "") if player in side else ""
    bodies = (*state.bodies, Body(player, cards, who.hand, fellow=fellow))
    state = replace(state.put(dead), bodies=bodies, questions=questions)
    also = (*(_ALLY if who.ally else ()), *(_CHEAT if cheats else ()))
    return state, (_DIES(player=player, about=about, also=also),)


def lay_out(state: State) -> Outcome:
    """The first body is ready to be looted: who may, and what there is."""
    body = state.bodies[0]
    looters = tuple(seat.player for seat in state.seats if seat.player != body.dead and seat.alive)
    if not _left(body) or not looters:
        state = replace(state, bodies=state.bodies[1:], discarded=state.discarded + _left(body))
        return state, (_NOTHING(player=body.dead),)
    state = _with(state, replace(body, looters=looters))
    return state, (_LAID_OUT(player=body.dead, number=_left(body)),)


def put_in_order(state: State) -> Outcome:
    """All throws are made: from the highest Level down, the higher throw first."""
    body = state.bodies[0]
    rolls = dict(body.rolls)
    order = tuple(sorted(body.looters, key=lambda name: _rank(state, rolls, name)))
    dead = any(not seat.alive and seat.player != body.dead for seat in state.seats)
    helped = body.fellow in order
    also = (*(_BY_DIE if rolls else ()), *(_BOTH_DEAD if dead else ()), *(_HELPER_TOO if helped else ()))
    return _with(state, replace(body, looters=order, ordered=True)), (_ORDER(players=", ".join(order), also=also),)


def _rank(state: State, rolls: dict[str, tuple[int, ...]], name: str) -> tuple[int, tuple[int, ...]]:
    return -state.who(name).level, tuple(-roll for roll in rolls.get(name, ()))


def _with(state: State, body: Body) -> State:
    return replace(state, bodies=(body, *state.bodies[1:]))


def _left(body: Body) -> int:
    return len(body.cards) + body.hand


def due_to_throw(state: State) -> tuple[str, ...]:
    """Who still has to throw, because others of that Level threw as high or nobody threw yet."""
    body = state.bodies[0]
    rolls = dict(body.rolls)
    levels = dict.fromkeys(state.who(name).level for name in body.looters)
    groups = ([name for name in body.looters if state.who(name).level == level] for level in levels)
    return tuple(name for group in groups for name in _undecided(group, rolls, 0))


def _undecided(group: list[str], rolls: dict[str, tuple[int, ...]], depth: int) -> Iterator[str]:
    if len(group) < 2:
        return
    waiting = [name for name in group if len(rolls.get(name, ())) <= depth]
    if waiting:
        yield from waiting
        return
    for number in dict.fromkeys(rolls[name][depth] for name in group):
        yield from _undecided([name for name in group if rolls[name][depth] == number], rolls, depth + 1)


def throw_for_order(state: State, player: str, side: str) -> Outcome:
    """One throw for the order of looting."""
    number = int(state.rules.house["die_symbol_value"]) if side == "power" else int(side)
    body = state.bodies[0]
    rolls = dict(body.rolls)
    rolls[player] = (*rolls.get(player, ()), number)
    return _with(state, replace(body, rolls=tuple(rolls.items()))), (_THREW(player=player, number=number),)


def loot(state: State, player: str, pick: str) -> Outcome:
    """One card of the dead goes into the looter's hand."""
    body = state.bodies[0]
    if pick == "a card of the hand":
        body = replace(body, hand=body.hand - 1)
    else:
        at = body.cards.index(pick)
        body = replace(body, cards=body.cards[:at] + body.cards[at + 1 :])
    body = replace(body, looters=body.looters[1:])
    state = draw(_with(state, body), player, 1)
    state = replace(state, drawn=state.drawn - 1)  # it was no card of the decks
    card = f"a card of {body.dead}'s hand" if pick == "a card of the hand" else pick
    said: tuple[Ruling, ...] = (_TAKES(player=player, card=card),)
    if body.looters and _left(body):
        return state, said
    if body.looters:
        said += (_TOO_LATE(players=", ".join(body.looters)),)
    elif _left(body):
        said += (_REST(number=_left(body)),)
    return replace(state, bodies=state.bodies[1:], discarded=state.discarded + _left(body)), said


def awake(state: State) -> Outcome:
    """The next turn begins: whoever was dead lives again, and draws new cards if it is their own."""
    dead = [seat.player for seat in state.seats if not seat.alive]
    for player in dead:
        state = state.put(replace(state.who(player), alive=True))
    said = tuple(_LIVES(player=player) for player in dead)
    who = state.who(state.active)
    if not who.reborn:
        return state, said
    state = draw(state.put(replace(who, reborn=False)), who.player, 8)
    return state, (*said, _NEW_CARDS(player=who.player))


def _to_loot(state: State, player: str) -> tuple[Option, ...]:
    body = state.bodies[0]
    if not body.ordered or body.looters[0] != player:
        return ()
    hand = plain("a card of the hand") if body.hand else ()
    return (*plain(*dict.fromkeys(body.cards)), *hand)


ACTIONS = {
    "loot order": Action(
        "{player} throws the die for the order of looting.",
        BOOK.cite("MUN-DEATH-07", "MUN-Q-23"),
        lambda state, player: plain("due") if player in due_to_throw(state) and not state.bodies[0].ordered else (),
        throw_for_order,
        throws=True,
    ),
    "loot": Action("{player} takes one card of the dead.", BOOK.cite("MUN-DEATH-06", "MUN-DEATH-10"), _to_loot, loot),
}
