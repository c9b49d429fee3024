"""The rewards of a fight, how they are shared, and the end of the fight."""

from __future__ import annotations

from functools import partial

from rules.core.copies import replace
from rules.core.phrases import Phrase, listing
from rules.core.rulings import Ruling
from rules.munchkin.cards.notation import number_of
from rules.munchkin.character.character import lying, without
from rules.munchkin.fight.combat import Combat, Deal
from rules.munchkin.fight.fight import fight_of
from rules.munchkin.fight.messages import (
    BRIBE,
    BRIBE_DUE,
    BRIBE_LOST,
    CURSE_USED_UP,
    FIGHT_OVER,
    ROOM_AFTER_ALL,
    ROOM_SKIPPED,
    TREASURES_ALONE,
    TREASURES_DEAD,
    TREASURES_HELPED,
    TREASURES_KEPT,
    TREASURES_NONE,
    TREASURES_NONE_UNKILLED,
    TREASURES_SHORT,
    WON_WITHOUT_KILL,
)
from rules.munchkin.fight.strength import treasures, worth
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, Rulings, State, draw, then

_KILLED = BOOK.cite("MUN-COMBAT-10")
_UNKILLED = BOOK.cite("MUN-COMBAT-12")
_ALL_HAVE_RUN = BOOK.cite("MUN-RUN-11")
_ONE_SHOTS = BOOK.cite("MUN-ITEM-22")
_SKIPPED = BOOK.cite("MUN-TURN-07")
_LEAST = BOOK.cite("MUN-Q-17")
_ENHANCED = BOOK.cite("MUN-ENH-02")
_PICKS = BOOK.cite("MUN-HELP-07")
_PROMISE_KEPT = BOOK.cite("MUN-Q-16")
_JOINED = BOOK.cite("MUN-Q-36")


def claim(state: State) -> Outcome:
    """Hand out the Treasures and the promised Items, and end the fight."""
    return then(_treasures(state), _promises, over)


def _treasures(state: State) -> Outcome:
    combat = fight_of(state)
    if state.winners:
        return state, ()
    number = worth(state, combat)
    if not number:
        return state, ((TREASURES_NONE if combat.foes else TREASURES_NONE_UNKILLED)(also=_why(state, combat)),)
    if not state.who(combat.fighter).alive:
        return state, (TREASURES_DEAD(player=combat.fighter),)
    share = min(number, combat.deal.treasures) if combat.deal else 0
    state = draw(draw(state, combat.fighter, number - share), combat.helper or combat.fighter, share)
    return state, (_drawn(state, combat, number, share),)


def _drawn(state: State, combat: Combat, number: int, share: int) -> Ruling:
    count = number_of(number, "Treasure")
    by, also = _KILLED if combat.foes else _UNKILLED, _why(state, combat)
    if not combat.helper or not combat.deal:
        return TREASURES_ALONE.by(by)(player=combat.fighter, number=count, also=also)
    if not combat.deal.first:
        return TREASURES_KEPT.by(by)(player=combat.fighter, number=count, also=also)
    first = Phrase("{player} picks first.", player=combat.deal.first)
    rules = also + _PICKS + _PROMISE_KEPT
    if share < combat.deal.treasures:
        agreed = number_of(combat.deal.treasures, "Treasure")
        return TREASURES_SHORT.by(by)(
            player=combat.fighter, number=count, helper=combat.helper, agreed=agreed, first=first, also=rules
        )
    return TREASURES_HELPED.by(by)(
        player=combat.fighter, number=count, share=share, helper=combat.helper, first=first, also=rules
    )


def _why(state: State, combat: Combat) -> tuple[str, ...]:
    enhanced = any(line.treasures for foe in combat.foes for line in foe.enhancers)
    least = any(treasures(foe) <= 0 for foe in combat.foes)
    return (
        *(_UNKILLED if combat.booty else ()),
        *(_ENHANCED if enhanced else ()),
        *(_LEAST if least else ()),
        *(_JOINED if len(combat.foes) > 1 else ()),
    )


def bloodless(state: State) -> Outcome:
    """End a fight whose last monster left without being killed: Treasures only where the card gave them."""
    combat = fight_of(state)
    outcome: Outcome = state, (WON_WITHOUT_KILL(player=combat.fighter),)
    outcome = then(outcome, _treasures, _promises, over)
    if _room_left(state, combat):
        return then(outcome, lambda s: (replace(s, phase="room", second=""), (ROOM_AFTER_ALL(player=combat.fighter),)))
    if combat.at_door:
        skipped = (ROOM_SKIPPED(player=combat.fighter),)
        return then(outcome, lambda s: (replace(s, second="removed"), skipped))
    return then(outcome, lambda s: (replace(s, second="no good removed"), ()))


def _room_left(state: State, combat: Combat) -> bool:
    """Whether the room may be looted after the fight: by house rule, where all monsters at the door left unkilled."""
    fought = combat.foes or state.flight
    return combat.at_door and not fought and state.rules.on("loot_after_no_fight")


def _promises(state: State) -> Outcome:
    combat = fight_of(state)
    if not combat.deal or state.winners:
        return state, ()
    if state.rules.on("enforce_all_deals"):
        return hand_over(state, combat.fighter, combat.deal)
    due, rulings = _promised(state, combat.fighter, combat.deal)
    if due:
        rulings += (BRIBE_DUE(player=combat.fighter, helper=combat.helper, items=listing(due)),)
    return state, rulings


def _promised(state: State, giver: str, deal: Deal) -> tuple[tuple[str, ...], Rulings]:
    """The promised Items that *giver* still has, and the ruling on those that are lost."""
    own = [item.name for item in state.who(giver).items]
    due = tuple(name for name in deal.items if name in own)
    lost = tuple(name for name in deal.items if name not in own)
    return due, (BRIBE_LOST(player=giver, helper=deal.helper, items=listing(lost)),) if lost else ()


def hand_over(state: State, giver: str, deal: Deal) -> Outcome:
    """Give the promised Items that *giver* still has to the helper, who carries them unequipped."""
    due, rulings = _promised(state, giver, deal)
    for name in due:
        state = move_item(state, giver, deal.helper, name)
    if due:
        rulings += (BRIBE(player=giver, helper=deal.helper, items=listing(due)),)
    return state, rulings


def move_item(state: State, giver: str, taker: str, name: str) -> State:
    """Give one Item to another player, who carries it unequipped; a Cheat! on it goes with it."""
    who = state.who(giver)
    moved = replace(lying(who, name), equipped=False)
    state = state.put(without(who, name))
    receiver = state.who(taker)
    return state.put(replace(receiver, items=(*receiver.items, moved)))


def over(state: State) -> Outcome:
    """End the fight: discard its monsters and all cards spent on it, and the Curses that lasted for this fight."""
    combat = fight_of(state)
    phase = "over" if state.winners else "charity"
    skipped = combat.at_door and not _room_left(state, combat)
    also = (*(_ONE_SHOTS if combat.boosts else ()), *(_SKIPPED if skipped else ()))
    lead = _ALL_HAVE_RUN if state.flight and not state.winners else ()
    state = replace(state, combat=None, flight=None, phase=phase, discarded=state.discarded + combat.spent)
    outcome: Outcome = state, (FIGHT_OVER.by(lead)(also=also),)
    return then(outcome, *(partial(used_up, player=player) for player in combat.side))


def used_up(state: State, player: str) -> Outcome:
    """Discard the Curses of *player* that lasted for this fight."""
    who = state.who(player)
    ended = [name for name in who.curses if state.card(name).lasts == "combat"]
    for name in ended:
        who = without(who, name)
    state = replace(state.put(who), discarded=state.discarded + len(ended))
    return state, tuple(CURSE_USED_UP(player=player, curse=name) for name in ended)
