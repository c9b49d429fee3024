"""The public view: everything but the cards in the hands, of which the referee knows only the number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.core.phrases import Phrase
from rules.munchkin.cards.cards import Card
from rules.munchkin.character.character import Character, Item, ranks
from rules.munchkin.character.sale import HAND
from rules.munchkin.fight import strength
from rules.munchkin.fight.combat import Combat, Deal, Flight, Foe, Line
from rules.munchkin.fight.flight import target
from rules.munchkin.state import Body, State


def view(state: State) -> Mapping[str, Any]:
    """The table as plain JSON, the same for every viewer; docs/facts/munchkin.md lists the keys."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "active": state.active,
        "top": state.rules.top,
        "counts_hands": state.rules.counts_hands,
        "levels": {seat.player: seat.level for seat in state.seats},
        "characters": {seat.player: _sheet(state, seat) for seat in state.seats},
        "combat": _combat(state, state.combat) if state.combat else None,
        "flight": _flight(state.flight) if state.flight else None,
        "body": _body(state.bodies[0]) if state.bodies else None,
        "sale": [
            {"card": Phrase("an Item not on the table") if name == HAND else name, "gold": gold}
            for name, gold in state.sale
        ],
        "history": [
            {"player": c.player, "before": c.before, "after": c.after, "reason": c.reason} for c in state.history
        ],
        "winners": list(state.winners),
        "house_rules": dict(state.rules.house),
    }


def _sheet(state: State, who: Character) -> dict[str, Any]:
    lines = strength.alone(state, who)
    return {
        "house": who.house,
        "sex": who.sex,
        "level": who.level,
        "roles": list(who.roles),
        "dual_role": who.dual,
        "proficiencies": list(who.proficiencies),
        "rank_of": {name: state.card(name).rank for name in who.proficiencies},
        "ranks": ranks(state.rules.cards, who),
        "ally": who.ally,
        "items": [_item(state, item) for item in who.items],
        "curses": list(who.curses),
        "others": list(who.others),
        "hand": who.hand if state.rules.counts_hands else None,
        "alive": who.alive,
        "alone": {"strength": strength.total(lines), "parts": _parts(lines)},
    }


def _item(state: State, item: Item) -> dict[str, Any]:
    card = state.card(item.name)
    return {
        "name": item.name,
        "equipped": item.equipped,
        "cheat": item.cheat,
        "one_shot": card.kind == "one-shot",
        "bonus": _known(card, "bonus"),
        "slot": _known(card, "slot"),
        "gold": _known(card, "gold"),
        "only": card.only,
    }


def _known(card: Card, field: str) -> Any:
    """A field of an Item; None where nobody has described it yet."""
    return None if field in card.unknown else getattr(card, field)


def _combat(state: State, combat: Combat) -> dict[str, Any]:
    ours, theirs = strength.players_side(state, combat), strength.monsters_side(state, combat)
    return {
        "fighter": combat.fighter,
        "helper": combat.helper,
        "deal": _deal(combat.deal),
        "offer": _deal(combat.offer),
        "players": {"strength": strength.total(ours), "parts": _parts(ours)},
        "monsters": {"strength": strength.total(theirs), "parts": _parts(theirs)},
        "each": [_foe(state, combat, foe) for foe in combat.foes],
        "winning": strength.winning(state, combat),
        "level_only": strength.level_only(combat),
        "treasures": strength.worth(state, combat),
        "running_away": combat.run_called,
        "clock": {
            "word": combat.clock,
            "seconds": state.rules.house["kill_wait_seconds"],
            "start": state.beat,
            "stopped_by": combat.objector,
        },
    }


def _foe(state: State, combat: Combat, foe: Foe) -> dict[str, Any]:
    lines = strength.monster(state, combat, foe)
    return {
        "name": foe.name,
        "level": foe.card.level,
        "strength": strength.total(lines),
        "parts": _parts(lines),
        "treasures": strength.brings(state, foe),
        "levels": foe.card.levels,
        "tags": list(foe.card.tags),
    }


def _parts(lines: Iterable[Line]) -> list[dict[str, Any]]:
    return [{"name": line.name, "amount": line.amount, "rules": list(line.rules)} for line in lines]


def _deal(deal: Deal | None) -> dict[str, Any] | None:
    if deal is None:
        return None
    return {"helper": deal.helper, "treasures": deal.treasures, "first": deal.first, "items": list(deal.items)}


def _flight(flight: Flight) -> dict[str, Any]:
    return {
        "runners": list(flight.runners),
        "monsters": list(flight.foes),
        "target": target(flight),
        "bonus": flight.bonus,
    }


def _body(body: Body) -> dict[str, Any]:
    return {
        "dead": body.dead,
        "cards": list(body.cards),
        "hand": None if body.uncounted else body.hand,
        "looters": list(body.looters),
    }
