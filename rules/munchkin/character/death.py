"""Death: which cards are laid out, who loots them in which order, and the return of the dead."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase, joined, listing
from rules.core.rulings import Reason
from rules.munchkin.action import Action, first, living, no_options, plain, thrown
from rules.munchkin.cards.notation import monster_name
from rules.munchkin.messages import (
    DIES,
    LAID_OUT,
    LIVES_AGAIN,
    LIVES_IN_TURN,
    LOOT_ORDER,
    LOOT_REST,
    LOOT_THROW,
    LOOTED_OUT,
    LOOTERS_DEAD,
    LOOTS,
    NEW_CARDS,
    NOBODY_LOOTS,
    NOTHING_LEFT,
)
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import DEALT, Body, Outcome, Rulings, State, draw, without_fresh

_ALLY = BOOK.cite("MUN-Q-04")
_CHEAT = BOOK.cite("MUN-DEATH-05")
_BY_DIE = BOOK.cite("MUN-DEATH-07", "MUN-Q-23")
_BOTH_DEAD = BOOK.cite("MUN-Q-24", "MUN-DEATH-11")
_HELPER_TOO = BOOK.cite("MUN-Q-25")


def die(state: State, player: str, about: str) -> Outcome:
    """Let *player* die by *about*, a card or monster, and lose all belongings, which are looted after the fight."""
    who = state.who(player)
    cheats = ("Cheat!",) * sum(item.cheat for item in who.items)
    cards = (*(item.name for item in who.items), *cheats, *who.allies, *who.others)
    dead = replace(who, items=(), ally="", others=(), hand=0, alive=False, reborn=True, fresh=False)
    questions = tuple(question for question in state.questions if question.player != player)
    helper = state.combat.helper if state.combat and state.combat.fighter == player else ""
    body = Body(player, cards, who.hand, helper=helper, uncounted=not state.rules.counts_hands)
    bodies = (*state.bodies, body)
    state = replace(state.put(dead), bodies=bodies, questions=questions)
    also = (*(_ALLY if who.ally else ()), *(_CHEAT if cheats else ()))
    return state, (DIES(player=player, about=monster_name(about), also=also),)


def lay_out(state: State) -> Outcome:
    """Lay out the cards of the first of the dead, and name those who may loot them.

    Where the player whose turn it was has died, the turn is over, and with it the time for cards received in it.
    """
    state = state if state.who(state.active).alive else without_fresh(state)
    body = state.bodies[0]
    looters = tuple(seat.player for seat in state.seats if seat.player != body.dead and seat.alive)
    if not (_cards_left(body) or body.uncounted) or not looters:
        state = replace(state, bodies=state.bodies[1:], discarded=state.discarded + _cards_left(body))
        return state, ((NOTHING_LEFT if looters else NOBODY_LOOTS)(player=body.dead),)
    state = _with_body(state, replace(body, looters=looters))
    return state, (LAID_OUT(player=body.dead, number="" if body.uncounted else f": {_cards_left(body)}"),)


def put_in_order(state: State) -> Outcome:
    """Put the looters in order once all throws are made: by Level, the highest first, then by throw."""
    body = state.bodies[0]
    rolls = dict(body.rolls)
    order = tuple(sorted(body.looters, key=lambda name: _rank(state, rolls, name)))
    dead = any(not seat.alive and seat.player != body.dead for seat in state.seats)
    helped = body.helper in order
    also = (*(_BY_DIE if rolls else ()), *(_BOTH_DEAD if dead else ()), *(_HELPER_TOO if helped else ()))
    return _with_body(state, replace(body, looters=order, ordered=True)), (
        LOOT_ORDER(players=joined(", ", order), also=also),
    )


def _rank(state: State, rolls: dict[str, tuple[int, ...]], name: str) -> tuple[int, tuple[int, ...]]:
    return -state.who(name).level, tuple(-roll for roll in rolls.get(name, ()))


def _with_body(state: State, body: Body) -> State:
    return replace(state, bodies=(body, *state.bodies[1:]))


def _cards_left(body: Body) -> int:
    return len(body.cards) + body.hand


def due_to_throw(state: State) -> tuple[str, ...]:
    """Who still has to throw the die: looters on one Level whose throws do not differ yet."""
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
    """Judge a looter's throw for the order of looting."""
    number = state.rules.number_on(side)
    body = state.bodies[0]
    rolls = dict(body.rolls)
    rolls[player] = (*rolls.get(player, ()), number)
    return _with_body(state, replace(body, rolls=tuple(rolls.items()))), (LOOT_THROW(player=player, number=number),)


A_CARD_HELD = "a card of the hand"
NOTHING = "nothing"


def loot(state: State, player: str, pick: str) -> Outcome:
    """Move one card of the dead to the looter's hand; pick ``nothing``: an uncounted hand has no cards left."""
    body = state.bodies[0]
    if pick == NOTHING:
        return _looted(state, replace(body, uncounted=False), ())
    card = Phrase("a card that {dead} held", dead=body.dead) if pick == A_CARD_HELD else pick
    held = pick == A_CARD_HELD
    state = draw(state, player, 1)
    if not (held and body.uncounted):
        state = replace(state, drawn=state.drawn - 1)  # it was no card of the decks
    return _looted(state, _without(body, pick), (LOOTS(player=player, card=card),))


def _without(body: Body, pick: str) -> Body:
    """The body without the card *pick* and without the looter who took it."""
    body = replace(body, looters=body.looters[1:])
    if pick == A_CARD_HELD:
        return replace(body, hand=max(0, body.hand - 1))
    at = body.cards.index(pick)
    return replace(body, cards=body.cards[:at] + body.cards[at + 1 :])


def without_dead_looters(state: State) -> Outcome:
    """Take looters out of the order who died before they took a card, to a Curse for example."""
    body = state.bodies[0]
    alive = tuple(name for name in body.looters if state.who(name).alive)
    dead = listing(name for name in body.looters if name not in alive)
    return _looted(state, replace(body, looters=alive), (LOOTERS_DEAD(players=dead),))


def _looted(state: State, body: Body, rulings: Rulings) -> Outcome:
    more = _cards_left(body) or body.uncounted
    if body.looters and more:
        return _with_body(state, body), rulings
    if body.looters:
        rulings += (LOOTED_OUT(players=joined(", ", body.looters)),)
    elif more:
        rulings += (LOOT_REST(),)
    return replace(state, bodies=state.bodies[1:], discarded=state.discarded + _cards_left(body)), rulings


def revive(state: State) -> Outcome:
    """Begin a turn: the dead live again, and a player who begins a turn after death draws eight cards."""
    dead = [seat.player for seat in state.seats if not seat.alive]
    for player in dead:
        state = state.put(replace(state.who(player), alive=True))
    rulings = tuple((LIVES_IN_TURN if player == state.active else LIVES_AGAIN)(player=player) for player in dead)
    who = state.who(state.active)
    if not who.reborn:
        return state, rulings
    state = draw(state.put(replace(who, reborn=False)), who.player, DEALT)
    return state, (*rulings, NEW_CARDS(player=who.player))


_NOBODY_DEAD = BOOK.because("There is nobody to loot.", "MUN-DEATH-06")
_AFTER_FIGHT = BOOK.because("{dead} is looted once the fight is over.", "MUN-DEATH-04", "MUN-DEATH-02")
_NO_TIE = BOOK.because("The Levels decide the order of looting: no throw is needed.", "MUN-DEATH-06", "MUN-DEATH-07")
_HAS_THROWN = BOOK.because("{player} has thrown for the order of looting already.", "MUN-DEATH-07", "MUN-Q-23")
_ORDER_FIRST = BOOK.because("The die decides the order of looting first.", "MUN-DEATH-07")
_TAKES_FIRST = BOOK.because("{player} takes a card first.", "MUN-DEATH-06")
_ONE_EACH = BOOK.because("{player} has taken a card already: one each.", "MUN-DEATH-09", "MUN-DEATH-06")
_KEEPS = BOOK.because("{dead} keeps House, Roles, Proficiencies and lasting Curses.", "MUN-DEATH-03", "MUN-Q-03")
_NOT_THERE = BOOK.because("That card is not among those to be looted.", "MUN-DEATH-06")


def _looting(state: State, player: str) -> Reason | None:
    if state.bodies and state.combat:
        return _AFTER_FIGHT.about(dead=state.bodies[0].dead)
    return None if state.bodies and state.bodies[0].looters else _NOBODY_DEAD


def _order_closed(state: State, player: str) -> Reason | None:
    body = state.bodies[0]
    if not body.ordered and player in due_to_throw(state):
        return None
    return _HAS_THROWN.about(player=player) if player in dict(body.rolls) else _NO_TIE


def _turn_to_loot(state: State, player: str) -> Reason | None:
    body = state.bodies[0]
    if not body.ordered:
        return _ORDER_FIRST
    if body.looters[0] == player:
        return None
    if player in body.looters:
        return _TAKES_FIRST.about(player=body.looters[0])
    return _ONE_EACH.about(player=player)


def _to_loot(state: State, player: str) -> tuple[Option, ...]:
    body = state.bodies[0]
    held = (
        (Option(A_CARD_HELD, Phrase("A card that {dead} held", dead=body.dead)),) if body.hand or body.uncounted else ()
    )
    nothing = (Option(NOTHING, Phrase("Nothing is left")),) if body.uncounted and not body.cards else ()
    return (*plain(*dict.fromkeys(body.cards)), *held, *nothing)


def _why_not_looted(state: State, player: str, pick: str) -> Reason:
    dead = state.who(state.bodies[0].dead)
    return _KEEPS.about(dead=dead.player) if pick == dead.house or pick in dead.in_play() else _NOT_THERE


ACTIONS = {
    "loot order": Action(
        "{player} throws the die for the order of looting.",
        BOOK.cite("MUN-DEATH-07", "MUN-Q-23"),
        first(living, _looting, _order_closed),
        no_options,
        thrown("MUN-DEATH-07"),
        throw_for_order,
        throws=True,
    ),
    "loot": Action(
        "{player} takes one card of the dead.",
        BOOK.cite("MUN-DEATH-06", "MUN-DEATH-10"),
        first(living, _looting, _turn_to_loot),
        _to_loot,
        _why_not_looted,
        loot,
    ),
}
