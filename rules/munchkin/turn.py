"""The turn: listening, arranging, the door, the room; and how one turn follows the other."""

from __future__ import annotations

from dataclasses import replace

from rules.core.options import Option
from rules.munchkin import fight
from rules.munchkin.action import Action, plain
from rules.munchkin.curses import strike, turn_over
from rules.munchkin.death import awake
from rules.munchkin.offers import QUICK
from rules.munchkin.play import play
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, draw, from_hand, then

_BEGINS = BOOK.says(
    "game-begins",
    "All {number} are ready: they began on Level 1 with eight cards. {player} has the first turn, and it goes left.",
    *("MUN-SETUP-01", "MUN-SETUP-08", "MUN-SETUP-11", "MUN-SETUP-17", "MUN-SETUP-19", "MUN-STAT-01", "MUN-CARD-05"),
)
_READY = BOOK.says("ready", "{player} is ready.", "MUN-SETUP-17")
_TURN = BOOK.says(
    "turn", "It is the turn of {player}: set out your cards, then open the door.", "MUN-TURN-01", "MUN-TURN-02"
)
_MAY = BOOK.says(
    "turn-may",
    "{player} may sell Items and lay cards down. Anybody out of combat may trade and change Items.",
    *("MUN-TIMING-04", "MUN-TIMING-05", "MUN-TIMING-07", "MUN-TIMING-08", "MUN-TIMING-09"),
)
_LISTENS = BOOK.says(
    "listens", "{player} listens at the door and takes a Door in hand, unseen.", "MUN-FAST-01", "MUN-FAST-02"
)
_OPENS = BOOK.says("opens", "{player} opens the door: {card}.", "MUN-TURN-03")
_KEEPS = BOOK.says("door-kept", "{player} takes {card} in hand.", "MUN-TURN-06")
_PLAYS = BOOK.says("door-played", "{player} may play {card} at once.", "MUN-TURN-06")
_ENHANCER = BOOK.cite("MUN-Q-42")
_UNKNOWN_CURSE = BOOK.says(
    "door-curse", "The Curse strikes {player}; what it does is for the players to tell.", "MUN-CURSE-01", "MUN-TURN-05"
)
_ROOM = BOOK.says("room", "{player} is Up to No Good or loots the room.", "MUN-TURN-08")
_NO_GOOD = BOOK.says("no-good", "{player} is Up to No Good: a monster of the hand.", "MUN-TURN-09")
_NO_GOOD_DRAWS = BOOK.says("no-good-draws", "{player} draws a Treasure face down with it.", "MUN-FAST-03", "MUN-Q-01")
_LOOTS = BOOK.says("loots-room", "{player} loots the room: a Door, unseen, in hand.", "MUN-TURN-10")
_LOOTS_TREASURE = BOOK.says(
    "loots-treasure", "{player} loots the room: a Treasure, unseen, in hand.", "MUN-FAST-03", "MUN-Q-01"
)


# Before the first turn --------------------------------------------------------------------------------------------


def ready(state: State, player: str, pick: str) -> Outcome:
    """*player* has laid down all that is wanted; with the last one the game begins."""
    state = replace(state, ready=(*state.ready, player))
    if len(state.ready) < len(state.seats):
        return state, (_READY(player=player),)
    state = replace(state, ready=())
    told = _BEGINS(number=len(state.seats), player=state.active)
    return then((state, (told,)), begin_turn)


# The turn ---------------------------------------------------------------------------------------------------------


def begin_turn(state: State) -> Outcome:
    """The active player's turn starts, with listening where the house has it."""
    phase = "listen" if state.rules.on("listen_at_the_door") else "arrange"
    state = replace(state, phase=phase, turn=state.turn + 1, fought=False)
    told = (_TURN(player=state.active), _MAY(player=state.active))
    return then((state, told), awake)


def next_turn(state: State) -> Outcome:
    """The turn goes to the left."""
    told = turn_over(state)
    return then(told, lambda s: (replace(s, active=s.next_player), ()), begin_turn)


def listen(state: State, player: str, pick: str) -> Outcome:
    """A Door, unseen, before all else."""
    return replace(draw(state, player, 1), phase="arrange"), (_LISTENS(player=player),)


def unlock(state: State, player: str, pick: str) -> Outcome:
    """What lay behind the door: a monster, a Curse, or ``Prefect > hand``, ``Prefect > play``."""
    name, _, way = pick.partition(" > ")
    state = replace(state, drawn=state.drawn + 1, phase="room")
    told: Outcome = state, (_OPENS(player=player, card=name),)
    card = QUICK.get(name) or state.rules.cards.get(name)
    if name == "another curse":
        state = replace(state, discarded=state.discarded + 1)
        return then((state, told[1]), lambda s: (s, (_UNKNOWN_CURSE(player=player),)), _room)
    if card and card.kind == "monster":
        return then(told, lambda s: fight.begin(s, card))
    if card and card.kind == "curse":
        return then(told, lambda s: strike(s, player, card), _room)
    return then(told, lambda s: _keep(s, player, name, way), _room)


def _keep(state: State, player: str, name: str, way: str) -> Outcome:
    who = state.who(player)
    state = state.put(replace(who, hand=who.hand + 1))
    if way == "play":
        return then((state, (_PLAYS(player=player, card=name),)), lambda s: play(s, player, name))
    card = state.rules.cards.get(name)
    also = _ENHANCER if card and card.kind == "enhancer" else ()
    return state, (_KEEPS(player=player, card=name, also=also),)


def _room(state: State) -> Outcome:
    return (state, (_ROOM(player=state.active),)) if state.who(state.active).alive else (state, ())


def _rooms(state: State, player: str) -> tuple[Option, ...]:
    held = state.rules.offers["room"] if state.who(player).hand else ()
    return (*plain("loot"), *held)


def room(state: State, player: str, pick: str) -> Outcome:
    """Second phase: ``loot``, or ``no good > Peter Pettigrew``."""
    literal = state.rules.on("draw_treasure") and state.rules.on("fast_literal")
    if pick == "loot":
        says = _LOOTS_TREASURE if state.rules.on("draw_treasure") and not literal else _LOOTS
        return replace(draw(state, player, 1), phase="charity"), (says(player=player),)
    name = pick.removeprefix("no good > ")
    told: Outcome = from_hand(state, player), (_NO_GOOD(player=player),)
    if literal:
        told = then(told, lambda s: (draw(s, player, 1), (_NO_GOOD_DRAWS(player=player),)))
    return then(told, lambda s: fight.begin(s, QUICK.get(name) or s.card(name), at_door=False))


ACTIONS = {
    "ready": Action(
        "{player} may lay down first cards, and then is ready.",
        BOOK.cite("MUN-SETUP-14", "MUN-SETUP-15", "MUN-SETUP-16", "MUN-SETUP-17"),
        lambda state, player: () if player in state.ready else plain("ready"),
        ready,
    ),
    "listen": Action(
        "{player} listens at the door.", BOOK.cite("MUN-FAST-01"), lambda state, player: plain("draw"), listen
    ),
    "unlock": Action(
        "{player} sets out cards and then opens the door.",
        BOOK.cite("MUN-TURN-02", "MUN-TURN-03"),
        lambda state, player: state.rules.offers["doors"],
        unlock,
    ),
    "room": Action(
        "{player} loots the room or is Up to No Good.",
        BOOK.cite("MUN-TURN-08", "MUN-TURN-09", "MUN-TURN-10"),
        _rooms,
        room,
    ),
}
