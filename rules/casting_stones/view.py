"""What anybody may see of the table; only the Advanced game has secrets, the private vaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.casting_stones import casts, ring
from rules.casting_stones.casts import Cast
from rules.casting_stones.state import SHARED, State, cast, compared_turn, lying, stones, type_of, unsettled
from rules.casting_stones.stones import CHASER, TYPES, Stone
from rules.casting_stones.turn import words
from rules.core.phrases import Phrase

_PHASES = {"hands": "hand", "cast": "first casts", "second": "second casts", "give": "victory"}


def view(state: State, viewer: str | None) -> Mapping[str, Any]:
    """The table as JSON; docs/facts/casting-stones.md describes it."""
    return {
        "game": "casting-stones",
        "level": state.setting.level,
        "phase": _phase(state),
        "turn": state.turn,
        "casts_first": state.first,
        "seats": {player: _seat(state, player, viewer) for player in state.setting.players},
        "middle": [_stone(stone) for stone in stones(state, state.middle)],
        "vault": [_stone(stone) for stone in stones(state, state.vaults.get(SHARED, ()))],
        "turrets": [
            {"turret": number, "name": name, "gem": owner}
            for number, (name, owner) in enumerate(zip(state.setting.turret_names, state.turrets, strict=True), start=1)
        ],
        "odds": _odds(state),
        "house_rules": dict(state.setting.house),
        "last": _last(state),
        "over": not state.todo,
        "winner": state.winner,
        "winning": _winning(state),
    }


def _phase(state: State) -> str:
    if not state.todo:
        return "over"
    if any(unsettled(state, player) for player in state.setting.players) and state.todo[0].kind != "cast":
        return "settling"
    return _PHASES.get(state.todo[0].kind, state.todo[0].kind)


def _stone(stone: Stone) -> dict[str, Any]:
    return {"piece": stone.piece, "name": stone.name, "type": stone.type, "number": stone.number}


def _seat(state: State, player: str, viewer: str | None) -> dict[str, Any]:
    sides = state.sides.get(player, {})
    hand = stones(state, state.hands[player])
    return {
        "colour": state.setting.colours[player],
        "gems_left": state.gems[player],
        "hand": [{**_stone(stone), "side": sides.get(stone.piece)} for stone in hand],
        "wins_with": [turret + 1 for turret in _wins_with(state, player)],
        "library": [_card(state, card) for card in state.shelves[player].up],
        "used_cards": [_card(state, card) for card in state.shelves[player].used],
        "vault": _vault(state, player, viewer) if state.setting.advanced else None,
        "called": state.claims.get(player),
        "casts": state.casts.get(player, 0),
        "cast": _cast(state, player),
    }


def _wins_with(state: State, player: str) -> list[int]:
    """The turrets on which *player*'s next gem would win: one more, or a moved one where the house allows it."""
    open_ends = bool(state.setting.house["ring_open"])
    if state.gems[player]:
        return ring.winning_turrets(state.turrets, player, open_ends)
    return ring.winning_moves(state.turrets, player, open_ends) if state.setting.house["move_own_gem"] else []


def _card(state: State, card: str) -> dict[str, Any]:
    known = state.setting.cards[card]
    lists = {field: list(getattr(known, field)) for field in ("symbols", "numbers", "holds", "gives")}
    return {
        "card": known.card,
        "name": known.name,
        "row": known.row,
        "even_lost": known.even_lost,
        "counter_spell": known.counter_spell,
        "words": known.words,
        **lists,
    }


def _vault(state: State, player: str, viewer: str | None) -> dict[str, Any]:
    """A private vault: its owner sees the stones, everybody else their number."""
    pieces, cards = state.vaults[player], state.shelves[player].vault
    counted = {"stones_left": len(pieces), "cards_left": len(cards)}
    if viewer != player:
        return counted
    inside = {
        "stones": [_stone(stone) for stone in stones(state, pieces)],
        "cards": [_card(state, card) for card in cards],
    }
    return {**counted, **inside}


def _cast(state: State, player: str) -> dict[str, Any] | None:
    made = cast(state, player)
    if made is None:
        return None
    final = not any(task.player == player and task.kind == "second" for task in state.todo)
    spoken = Phrase("Nothing yet") if made.kind == "bungle" and not final else words.cast_words(made)
    return {**_made(made), "words": spoken, "final": final, **_why_not(made, *_hand(state, player))}


def _hand(state: State, player: str) -> tuple[list[Stone], casts.Types, casts.Sides]:
    """The stones of *player*'s cast, with their types and sides."""
    lying_stones = lying(state, player)
    types = tuple(type_of(state, stone) for stone, _ in lying_stones)
    return [stone for stone, _ in lying_stones], types, tuple(side for _, side in lying_stones)


def _why_not(made: Cast, hand: list[Stone], types: casts.Types, sides: casts.Sides) -> dict[str, Any]:
    """What a cast lacks for each other kind, and what the Chasers in it count as."""
    if not made.good and made.kind != "bungle":
        return {"lacks": [], "counts_as": {}}
    lacks = [
        {
            "kind": kind,
            "turned": None if places is None else [hand[place].piece for place in places],
            "words": words.lack_words(
                kind,
                None if places is None else [hand[place] for place in places],
                [sides[place] for place in places or ()],
            ),
        }
        for kind, places in casts.lacks(types, sides)
        if kind != made.kind and places != ()  # a Potion that is called a Spell lacks nothing to be a Potion
    ]
    return {"lacks": lacks, "counts_as": _counts_as(made, hand, types, sides)}


def _counts_as(made: Cast, hand: list[Stone], types: casts.Types, sides: casts.Sides) -> dict[str, str]:
    """The types that the Chasers of a Spell count as: those that no other symbol shows, in order."""
    up = [(stone, kind) for stone, kind, side in zip(hand, types, sides, strict=True) if side == "symbol"]
    free = [kind for kind in TYPES if kind not in [kind for _, kind in up]]
    wild = [stone.piece for stone, kind in up if kind == CHASER]
    return dict(zip(wild, free, strict=False)) if made.wild else {}


def _odds(state: State) -> list[dict[str, Any]]:
    """While a second cast is due: the best chance of each kind, and which stones to cast again for it."""
    if not state.todo or state.todo[0].kind != "second" or any(unsettled(state, p) for p in state.setting.players):
        return []
    hand, types, sides = _hand(state, state.todo[0].player)
    return [
        {
            "kind": way.kind,
            "chance": str(way.chance),
            "percent": round(100 * way.chance),
            "again": [hand[place].piece for place in way.again],
        }
        for way in casts.best(types, sides)
    ]


def _made(made: Cast) -> dict[str, Any]:
    return {
        "kind": made.kind,
        "numbers": list(made.numbers),
        "sum": made.sum,
        "words": words.cast_words(made),
        "why": list(made.rules),
    }


def _last(state: State) -> dict[str, Any] | None:
    if state.last is None:
        return None
    casts = {player: _compared(state, made, sides) for player, (made, sides) in state.last.casts.items()}
    return {"turn": compared_turn(state), "winner": state.last.winner, "casts": casts}


def _compared(state: State, made: Cast, sides: Mapping[str, str]) -> dict[str, Any]:
    hand = stones(state, sides)
    types = tuple(type_of(state, stone) for stone in hand)
    return {
        **_made(made),
        "stones": [{**_stone(stone), "side": side} for stone, side in zip(hand, sides.values(), strict=True)],
        **_why_not(made, hand, types, tuple(sides.values())),
    }


def _winning(state: State) -> list[int]:
    open_ends = bool(state.setting.house["ring_open"])
    row = ring.row_of(state.turrets, state.winner, open_ends) if state.winner else None
    return [turret + 1 for turret in row or ()]
