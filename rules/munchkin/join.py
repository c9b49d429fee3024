"""Into a fight: One-Shots, enhancers, further monsters, powers, and bonuses without a card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.core.options import Option
from rules.munchkin.action import Action, plain
from rules.munchkin.cards import Card
from rules.munchkin.character import cards_of, find, without
from rules.munchkin.fight import fight_of
from rules.munchkin.offers import QUICK, aimed, called, capital, new, numbers
from rules.munchkin.reward import bloodless
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Combat, Foe, Line, Outcome, State, from_hand, then
from rules.munchkin.strength import level_only, treasures

KINDRED = ("Death Eater", "Dragon")

_ONE_SHOT = BOOK.says(
    "one-shot",
    "{player} uses {card}: {amount} for {side} in this fight.",
    *("MUN-ITEM-20", "MUN-ITEM-21", "MUN-INTERF-01", "MUN-COMBAT-06"),
)
_ENHANCER = BOOK.says(
    "enhancer",
    "{player} plays {card} on {monster}: {amount}, and {treasures} Treasures.",
    *("MUN-ENH-01", "MUN-ENH-02", "MUN-ENH-03", "MUN-INTERF-02", "MUN-COMBAT-08"),
)
_WHICH = BOOK.cite("MUN-ENH-05")
_HARMFUL = BOOK.cite("MUN-INTERF-05")
_JOINS = BOOK.says("joins", "{monster}, Level {level}, joins the fight: {how}.", "MUN-MULTI-02", "MUN-INTERF-03")
_WANDERS = BOOK.cite("MUN-MULTI-01")
_EATER = BOOK.cite("MUN-MULTI-07", "MUN-MULTI-08", "MUN-Q-36")
_DRAGON = BOOK.cite("MUN-MULTI-07", "MUN-MULTI-09", "MUN-Q-36")
_QUICK = BOOK.says("bonus", "{player} tells of {amount} for {side} in this fight.", "MUN-COMBAT-06")
_WORTH = BOOK.says("treasures-changed", "{monster} is worth {number} Treasures now.", "MUN-ENH-02", "MUN-REWARD-02")
_POWER = BOOK.says("power", "{player} uses {power} and discards {cost}: {amount} for {side}.", "MUN-COMBAT-06")
_HOUSE = BOOK.cite("MUN-SETUP-12", "MUN-Q-34")
_ROLE = BOOK.cite("MUN-ROLE-03", "MUN-CURSE-06")
_STILL_PAID = BOOK.cite("MUN-ROLE-10")
_PROFICIENCY = BOOK.cite("MUN-PROF-10", "MUN-CURSE-06")
_ONLY = BOOK.says("level-only-told", "{player} tells that only Levels count in this fight.", "MUN-MULTI-03")
_GONE = BOOK.says(
    "monster-gone", "{monster} is out of the fight without being killed.", "MUN-MULTI-04", "MUN-COMBAT-11"
)

_BONUSES = tuple(f"{n:+d}" for n in range(-10, 11) if n)


def fighting(state: State) -> bool:
    """Whether there is a fight that cards can still change."""
    return state.combat is not None and state.flight is None


def options(state: State, player: str) -> tuple[Option, ...]:
    """The cards that *player* may play into the fight, as ``card > target``."""
    if not fighting(state):
        return ()
    combat, who, offers = fight_of(state), state.who(player), state.rules.offers
    foes = tuple(foe.name for foe in combat.foes)
    own = tuple(Option(i.name, i.name) for i in who.items if state.card(i.name).kind == "one-shot")
    shots = (*own, *offers["play one-shot"]) if who.hand else own
    found = aimed(tuple(dict.fromkeys(shots)), ("players", *foes))
    if who.hand:
        found += aimed(offers["play enhancer"], foes) + _kindred(state, combat)
    if who.hand > 1:
        found += offers["play wandering"]
    return found


def _kindred(state: State, combat: Combat) -> tuple[Option, ...]:
    marks = {mark for foe in combat.foes for mark in foe.card.tags if mark in KINDRED}
    return tuple(option for mark in KINDRED if mark in marks for option in state.rules.offers[f"kindred {mark}"])


def _one_shot(state: State, player: str, card: Card, target: str) -> Outcome:
    """From the table if it lies there, else from the hand."""
    who = state.who(player)
    at = find(who, card.name)
    state = state.put(without(who, card.name)) if at is not None else from_hand(state, player)
    spent = 1 if at is None else cards_of(who, card.name)
    also = _HARMFUL if (target != "players") == (player in fight_of(state).side) else ()
    told = _ONE_SHOT(player=player, card=card.name, amount=f"{card.bonus:+d}", side=_side(target), also=also)
    return _add(state, target, Line(card.name, card.bonus, BOOK.cite("MUN-COMBAT-06")), spent), (told,)


def _side(target: str) -> str:
    return "the players" if target == "players" else target


def _add(state: State, target: str, line: Line, spent: int = 0) -> State:
    combat = fight_of(state)
    combat = replace(combat, spent=combat.spent + spent)
    if target == "players":
        return replace(state, combat=replace(combat, boosts=(*combat.boosts, line)))
    foes = tuple(_enhanced(foe, line) if foe.name == target else foe for foe in combat.foes)
    return replace(state, combat=replace(combat, foes=foes))


def _enhanced(foe: Foe, line: Line) -> Foe:
    return replace(foe, enhancers=(*foe.enhancers, line))


def _enhancer(state: State, player: str, card: Card, target: str) -> Outcome:
    line = Line(card.name, card.bonus, BOOK.cite("MUN-ENH-01"), card.treasures)
    also = _WHICH if len(fight_of(state).foes) > 1 else ()
    amount, more = f"{card.bonus:+d}", f"{card.treasures:+d}"
    told = _ENHANCER(player=player, card=card.name, monster=called(target), amount=amount, treasures=more, also=also)
    return _add(from_hand(state, player), target, line, 1), (told,)


def _wandering(state: State, player: str, card: Card, target: str) -> Outcome:
    state = from_hand(from_hand(state, player), player)
    return _enter(state, QUICK.get(target) or state.card(target), f"sent by {player} with {card.name}", _WANDERS, 2)


def _kin(state: State, player: str, card: Card, target: str) -> Outcome:
    mark = next(m for m in KINDRED if m in card.tags and any(m in foe.card.tags for foe in fight_of(state).foes))
    also = _EATER if mark == "Death Eater" else _DRAGON
    return _enter(from_hand(state, player), card, f"{player} sends it, {mark} to {mark}", also, 1)


def _enter(state: State, card: Card, how: str, also: tuple[str, ...], spent: int) -> Outcome:
    combat = fight_of(state)
    taken = {foe.name for foe in combat.foes} | set(combat.removed)
    name, number = card.name, 2
    while name in taken:
        name, number = f"{card.name} ({number})", number + 1
    combat = replace(combat, foes=(*combat.foes, Foe(name, card)), spent=combat.spent + spent)
    told = _JOINS(monster=capital(new(name)), level=card.level, how=how, also=also)
    return replace(state, combat=combat), (told,)


JOINS: Mapping[str, Callable[[State, str, Card, str], Outcome]] = {
    "one-shot": _one_shot,
    "enhancer": _enhancer,
    "wandering": _wandering,
    "monster": _kin,
}


# Without a card ---------------------------------------------------------------------------------------------------


def _bonuses(state: State, player: str) -> tuple[Option, ...]:
    return numbers(("players", *(foe.name for foe in fight_of(state).foes)), _BONUSES)


def tell_bonus(state: State, player: str, pick: str) -> Outcome:
    """A bonus that no listed card explains: ``players +3``."""
    target, _, amount = pick.rpartition(" ")
    line = Line(f"{player}: {amount}", int(amount), BOOK.cite("MUN-COMBAT-06"))
    return _add(state, target, line), (_QUICK(player=player, amount=amount, side=_side(target)),)


def _worths(state: State, player: str) -> tuple[Option, ...]:
    return numbers(tuple(foe.name for foe in fight_of(state).foes), ("+1", "+2", "-1", "-2"))


def tell_worth(state: State, player: str, pick: str) -> Outcome:
    """A card changes what a monster is worth: ``Peter Pettigrew +1``."""
    target, _, amount = pick.rpartition(" ")
    state = _add(state, target, Line(f"{player}: Treasures {amount}", 0, treasures=int(amount)))
    foe = next(foe for foe in fight_of(state).foes if foe.name == target)
    return state, (_WORTH(monster=capital(called(target)), number=treasures(foe)),)


def _only(state: State, player: str) -> tuple[Option, ...]:
    return () if level_only(fight_of(state)) else plain("level only")


def tell_only(state: State, player: str, pick: str) -> Outcome:
    """A card lets nothing but Levels count."""
    combat = replace(fight_of(state), level_only=True)
    return replace(state, combat=combat), (_ONLY(player=player),)


def _removable(state: State, player: str) -> tuple[Option, ...]:
    foes = tuple(foe.name for foe in fight_of(state).foes)
    return aimed(plain(*foes), ("no reward", "its treasures"))


def remove(state: State, player: str, pick: str) -> Outcome:
    """A card takes a monster out without killing it; the last one gone, the fight is won without a kill."""
    name, _, reward = pick.partition(" > ")
    combat = fight_of(state)
    foe = next(foe for foe in combat.foes if foe.name == name)
    booty = max(0, treasures(foe)) if reward == "its treasures" else 0
    left = tuple(other for other in combat.foes if other is not foe)
    combat = replace(combat, foes=left, removed=(*combat.removed, name), booty=combat.booty + booty)
    told: Outcome = replace(state, combat=combat), (_GONE(monster=capital(called(name))),)
    return told if left else then(told, bloodless)


def _powers(state: State, player: str) -> tuple[Option, ...]:
    """Powers of House, Roles and Proficiencies, each with what may be paid; from outside the House's, for a side."""
    who, combat = state.who(player), fight_of(state)
    inside = player in combat.side
    sides = () if inside else ("players", *(foe.name for foe in combat.foes))
    found: tuple[Option, ...] = ()
    for name in ((who.house,) if who.house else ()) + ((*who.roles, *who.proficiencies) if inside else ()):
        card = state.card(name)
        if card.power and not _used_up(state, combat, player, card):
            paid = aimed(plain(name), _payments(state, player, card))
            found += paid if inside else aimed(paid, sides)
    return found


def _used_up(state: State, combat: Combat, player: str, card: Card) -> bool:
    uses = int(state.rules.house["house_power_uses"])
    return card.kind == "house" and uses > 0 and combat.powers.count(f"{player}: {card.name}") >= uses


def _payments(state: State, player: str, card: Card) -> tuple[str, ...]:
    who = state.who(player)
    hand = ("hand",) if who.hand else ()
    if card.cost == "monster":
        return hand
    ally = (who.ally,) if who.ally else ()
    taught = (name for name in (*who.roles, *who.proficiencies) if name != card.name)
    return (*hand, *dict.fromkeys((*(item.name for item in who.items), *ally, *who.others, *taught)))


def use_power(state: State, player: str, pick: str) -> Outcome:
    """A power is paid for and adds to its owner's side: ``Slytherin > hand``, ``Prefect > Dress Robes``.

    Who is not in the fight says to which side: ``Slytherin > hand > Troll``.
    """
    name, cost, side = (*pick.split(" > "), "players")[:3]
    card, who, combat = state.card(name), state.who(player), fight_of(state)
    paid = 1 if cost == "hand" else cards_of(who, cost)
    state = from_hand(state, player) if cost == "hand" else state.put(without(who, cost))
    combat = replace(combat, powers=(*combat.powers, f"{player}: {name}"))
    state = replace(state, combat=combat, discarded=state.discarded + paid)
    also = {"house": _HOUSE, "role": _ROLE}.get(card.kind, _PROFICIENCY) + (_STILL_PAID if who.dual else ())
    amount = f"{card.power:+d}"
    what = f"a {card.cost} of the hand" if cost == "hand" else cost
    line = Line(f"{player}: {name}", card.power, BOOK.cite("MUN-COMBAT-02"))
    told = _POWER(player=player, power=name, cost=what, amount=amount, side=_side(side), also=also)
    return _add(state, side, line), (told,)


ACTIONS = {
    "bonus": Action(
        "{player} may tell a bonus for a side.", BOOK.cite("MUN-COMBAT-06", "MUN-HELP-04"), _bonuses, tell_bonus
    ),
    "treasures": Action("{player} may tell what a monster is worth.", BOOK.cite("MUN-ENH-02"), _worths, tell_worth),
    "fight": Action("{player} may tell that only Levels count.", BOOK.cite("MUN-MULTI-03"), _only, tell_only),
    "remove": Action(
        "{player} may take a monster out of the fight by a card.", BOOK.cite("MUN-MULTI-04"), _removable, remove
    ),
    "power": Action("{player} may use a power.", BOOK.cite("MUN-COMBAT-06", "MUN-ROLE-03"), _powers, use_power),
}
