"""What a fight brings once it is over, and how it is shared."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rules.core.rulings import Ruling
from rules.munchkin.character import lying, without
from rules.munchkin.fight import fight_of
from rules.munchkin.monsters import counted
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Combat, Outcome, State, draw, then
from rules.munchkin.strength import treasures, worth

_ALONE = BOOK.says(
    "treasures-alone",
    "{player} draws {number} face down, and may play them as they come.",
    *("MUN-COMBAT-10", "MUN-REWARD-02", "MUN-REWARD-03", "MUN-REWARD-05"),
)
_HELPED = BOOK.says(
    "treasures-helped",
    "{player} draws {number} face up and gives {share} to {helper} as agreed. {first}",
    *("MUN-COMBAT-10", "MUN-REWARD-02", "MUN-REWARD-04", "MUN-REWARD-05", "MUN-HELP-15"),
)
_NONE = BOOK.says("treasures-none", "There is no Treasure in this.", "MUN-COMBAT-10", "MUN-REWARD-02")
_NONE_UNKILLED = BOOK.says("treasures-none-unkilled", "There is no Treasure in this.", "MUN-COMBAT-12")
_NOT_KILLED = BOOK.says(
    "won-without-kill", "The fight is won without a kill: {player} gets no Level.", "MUN-COMBAT-11", "MUN-COMBAT-12"
)
_PROMISED = BOOK.says(
    "bribe-due",
    "{player} has promised {helper} {items}. That is on {player}'s honour.",
    "MUN-HELP-05",
    "MUN-Q-16",
    "MUN-Q-33",
)
_HANDED = BOOK.says("bribe", "{player} gives {items} to {helper}.", "MUN-HELP-05", "MUN-Q-33")
_CLEARED = BOOK.says("fight-over", "The monsters and every card spent on them are discarded.", "MUN-COMBAT-13")
_ONE_SHOTS = BOOK.cite("MUN-ITEM-22")
_SPENT = BOOK.says("curse-used-up", "{curse} was for this fight: {player} discards it.", "MUN-CURSE-05")
_SKIPPED = BOOK.cite("MUN-TURN-07")
_STILL_FOUGHT = BOOK.says("room-skipped", "That counts as a fight for {player}: the room is not looted.", "MUN-Q-02")
_LOOT_AFTER = BOOK.says("room-after-all", "No blow was struck, so the room is still open to {player}.", "MUN-Q-02")
_LEAST = BOOK.cite("MUN-Q-17")
_ENHANCED = BOOK.cite("MUN-ENH-02")
_PICKS = BOOK.cite("MUN-HELP-07")
_PROMISE_KEPT = BOOK.cite("MUN-Q-16")
_JOINED = BOOK.cite("MUN-Q-36")


def claim(state: State) -> Outcome:
    """The Treasures, the promises, and the end of the fight."""
    return then(_treasures(state), _promises, over)


def _treasures(state: State) -> Outcome:
    combat = fight_of(state)
    if state.winners:
        return state, ()
    number = worth(state, combat)
    if not number:
        return state, ((_NONE if combat.foes else _NONE_UNKILLED)(also=_why(state, combat)),)
    share = min(number, combat.deal.treasures) if combat.deal else 0
    state = draw(draw(state, combat.fighter, number - share), combat.helper or combat.fighter, share)
    return state, (_drawn(state, combat, number, share),)


def _drawn(state: State, combat: Combat, number: int, share: int) -> Ruling:
    count = counted(number, "Treasure")
    also = _why(state, combat)
    if not combat.helper or not combat.deal:
        return _ALONE(player=combat.fighter, number=count, also=also)
    first = f"{combat.deal.first} picks first." if combat.deal.first else "None were promised."
    rules = also + (_PICKS if combat.deal.first else ()) + _PROMISE_KEPT
    return _HELPED(player=combat.fighter, number=count, share=share, helper=combat.helper, first=first, also=rules)


def _why(state: State, combat: Combat) -> tuple[str, ...]:
    enhanced = any(line.treasures for foe in combat.foes for line in foe.enhancers)
    least = any(treasures(foe) <= 0 for foe in combat.foes)
    return (
        *(_ENHANCED if enhanced else ()),
        *(_LEAST if least else ()),
        *(_JOINED if len(combat.foes) > 1 else ()),
    )


def bloodless(state: State) -> Outcome:
    """The last monster went without being killed: Treasures only where its card gave them."""
    combat = fight_of(state)
    told: Outcome = state, (_NOT_KILLED(player=combat.fighter),)
    told = then(told, _treasures, _promises, over)
    if combat.at_door and state.rules.on("loot_after_no_fight"):
        return then(told, lambda s: (replace(s, phase="room"), (_LOOT_AFTER(player=combat.fighter),)))
    return then(told, lambda s: (s, (_STILL_FOUGHT(player=combat.fighter),)))


def _promises(state: State) -> Outcome:
    combat = fight_of(state)
    if not combat.deal or state.winners:
        return state, ()
    own = [item.name for item in state.who(combat.fighter).items]
    due = tuple(name for name in combat.deal.items if name in own)
    if not due:
        return state, ()
    if state.rules.on("enforce_all_deals"):
        return hand_over(state, combat.fighter, combat.helper, due)
    return state, (_PROMISED(player=combat.fighter, helper=combat.helper, items=" and ".join(due)),)


def hand_over(state: State, giver: str, taker: str, names: tuple[str, ...]) -> Outcome:
    """Items go from one table to the other, carried."""
    for name in names:
        state = move_item(state, giver, taker, name)
    return state, (_HANDED(player=giver, helper=taker, items=" and ".join(names)),)


def move_item(state: State, giver: str, taker: str, name: str) -> State:
    """One Item changes its owner; a Cheat! on it goes with it, and it is carried, not equipped."""
    who = state.who(giver)
    moved = replace(lying(who, name), equipped=False)
    state = state.put(without(who, name))
    receiver = state.who(taker)
    return state.put(replace(receiver, items=(*receiver.items, moved)))


def over(state: State) -> Outcome:
    """Monsters and all cards spent on the fight are discarded; Curses of this one combat are used up."""
    combat = fight_of(state)
    phase = "over" if state.winners else "charity"
    state = replace(state, combat=None, flight=None, phase=phase, discarded=state.discarded + combat.spent)
    also = (*(_ONE_SHOTS if combat.boosts else ()), *(_SKIPPED if combat.at_door else ()))
    told: Outcome = state, (_CLEARED(also=also),)
    return then(told, *(partial(_used_up, player=player) for player in combat.side))


def _used_up(state: State, player: str) -> Outcome:
    who = state.who(player)
    gone = [name for name in who.curses if state.card(name).lasts == "combat"]
    for name in gone:
        who = without(who, name)
    state = replace(state.put(who), discarded=state.discarded + len(gone))
    return state, tuple(_SPENT(player=player, curse=name) for name in gone)
