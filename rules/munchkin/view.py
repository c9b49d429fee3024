"""What all may see: everything but the cards in the hands, of which the referee knows only the number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.munchkin.character import Character, ranks
from rules.munchkin.state import State


def view(state: State) -> Mapping[str, Any]:
    """The table as plain JSON, the same for every viewer; docs/facts/munchkin.md lists the keys."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "active": state.active,
        "top": state.rules.top,
        "levels": {seat.player: seat.level for seat in state.seats},
        "characters": {seat.player: _sheet(state, seat) for seat in state.seats},
        "history": [
            {"player": c.player, "before": c.before, "after": c.after, "reason": c.reason} for c in state.history
        ],
        "winners": list(state.winners),
        "house_rules": dict(state.rules.house),
    }


def _sheet(state: State, who: Character) -> dict[str, Any]:
    return {
        "house": who.house,
        "sex": who.sex,
        "level": who.level,
        "roles": list(who.roles),
        "dual_role": who.dual,
        "proficiencies": list(who.proficiencies),
        "ranks": ranks(state.rules.cards, who),
        "ally": who.ally,
        "items": [_item(state, item.name, item.equipped, item.cheat) for item in who.items],
        "curses": list(who.curses),
        "others": list(who.others),
        "hand": who.hand,
        "alive": who.alive,
    }


def _item(state: State, name: str, equipped: bool, cheat: bool) -> dict[str, Any]:
    card = state.card(name)
    told = {
        "name": name,
        "equipped": equipped,
        "cheat": cheat,
        "bonus": card.bonus,
        "slot": card.slot,
        "gold": card.gold,
    }
    return told | {"one_shot": card.kind == "one-shot"}
