"""From the set-up, line 1 of a game, to the opening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.casting_stones import draft, ring
from rules.casting_stones.house import Answer, house
from rules.casting_stones.state import GEMS, SHARED, Setting, State, Task
from rules.casting_stones.stones import CHASER, HAND, STARTER, Stone, stones_of, within
from rules.core import Setup

COLOURS = ("red", "blue", "green", "yellow")
LEVELS = ("basic",)


def start(setup: Setup) -> State:
    """The opening.

    Raises:
        ValueError: with one sentence for people, where the set-up cannot be played.
    """
    setting = _setting(setup)
    hands = _hands(setting, setup.get("hands"))
    picked = [piece for hand in hands.values() for piece in hand]
    left = tuple(piece for piece in setting.stones if piece not in picked)
    return State(
        setting=setting,
        todo=(*(() if picked else draft.tasks(setting.players)), Task("turn")),
        middle=() if picked else left,
        hands=hands,
        vaults={SHARED: left if picked else ()},
        gems=dict.fromkeys(setting.players, GEMS),
        turrets=(None,) * len(setting.turret_names),
        first=setting.players[0],
    )


def _setting(setup: Setup) -> Setting:
    level = setup.get("level", "basic")
    if level not in LEVELS:
        raise ValueError(f"There is no level {level!r}: choose {', '.join(LEVELS)}.")
    players = _players(setup)
    chosen = house(_mapping(setup, "house_rules"))
    stones = stones_of(setup.get("pieces"))
    _check_starter(stones.values(), bool(chosen["chaser_wild_always"]))
    return Setting(
        level=level,
        players=players,
        stones=MappingProxyType(stones),
        house=chosen,
        turret_names=_turret_names(setup.get("turrets"), chosen),
        colours=_colours(_mapping(setup, "colours"), players),
    )


def _mapping(setup: Setup, field: str) -> Mapping[str, Any]:
    value = setup.get(field) or {}
    if not isinstance(value, Mapping):
        raise ValueError(f"The field {field!r} of the set-up pairs names with values.")
    return value


def _players(setup: Setup) -> tuple[str, str]:
    players, youngest = setup.get("players"), setup.get("youngest")
    if not isinstance(players, list | tuple) or len(players) != 2 or players[0] == players[1] or not _named(players):
        raise ValueError("Casting Stones is for two players with different names.")
    if youngest is not None and youngest not in players:
        raise ValueError(f"The youngest must be {players[0]} or {players[1]}, not {youngest!r}.")
    one, two = players
    return (two, one) if youngest == two else (one, two)


def _named(names: Any) -> bool:
    return all(isinstance(name, str) and name.strip() for name in names)


def _check_starter(stones: Any, with_chasers: bool) -> None:
    count = Counter(stone.type for stone in stones)
    if count[CHASER] and not with_chasers:
        raise ValueError(
            "Black Chaser stones are played in the Advanced game only, unless your house rules allow them."
        )
    if not within(stones, STARTER) or count.total() != sum(STARTER.values()):
        has = ", ".join(f"{count[kind]} {kind}s" for kind in STARTER)
        raise ValueError(f"This game needs 12 stones: 2 characters, 4 artifacts and 6 elements; here are {has}.")


def _turret_names(names: Any, chosen: Mapping[str, Answer]) -> tuple[str, ...]:
    count = int(chosen["turret_count"])
    if names is None:
        return ring.NAMES if count == len(ring.NAMES) else tuple(f"turret {turret + 1}" for turret in range(count))
    if not isinstance(names, list | tuple) or not _named(names) or len(names) != count or len(set(names)) != count:
        raise ValueError(f"'turrets' names the {count} turrets of your mat in order around it, each once.")
    return tuple(names)


def _colours(chosen: Mapping[str, Any], players: tuple[str, str]) -> Mapping[str, str]:
    colours = {**dict(zip(players, COLOURS, strict=False)), **chosen}
    if set(colours) != set(players) or not set(colours.values()) <= set(COLOURS) or len(set(colours.values())) != 2:
        raise ValueError(f"'colours' gives each player another gem colour out of {', '.join(COLOURS)}.")
    return MappingProxyType(colours)


def _hands(setting: Setting, given: Any) -> Mapping[str, tuple[str, ...]]:
    """The hands of five that were picked at the table already, or nothing in either."""
    if given is None:
        return dict.fromkeys(setting.players, ())
    if not isinstance(given, Mapping) or set(given) != set(setting.players):
        raise ValueError('\'hands\' gives each player five stones, such as {"Ana": ["stone:11", ...], ...}.')
    hands = {player: tuple(given[player]) for player in setting.players}
    held = [piece for hand in hands.values() for piece in hand]
    if len(set(held)) != len(held) or not set(held) <= set(setting.stones):
        raise ValueError("Each stone in 'hands' is one of 'pieces', and in one hand only.")
    for player, hand in hands.items():
        _check_hand(player, [setting.stones[piece] for piece in hand])
    return hands


def _check_hand(player: str, hand: list[Stone]) -> None:
    if not within(hand, HAND) or len(hand) != 5:
        raise ValueError(f"{player}'s hand must be 1 character, 2 artifacts and 2 elements.")
