"""The dice, stacks or players that each Power may be applied to in a state."""

from __future__ import annotations

from collections.abc import Iterable

from rules.dicers.state import Call, Cast, State, Zone

Picks = tuple[str, ...]


def foe(state: State, call: Call) -> str:
    """The player whom the Power is used against."""
    return state.setting.other(call.player)


def fits(state: State, call: Call, die: str) -> bool:
    """Whether the Power, as it is modified, may be applied to that die (DIC-M-ALN-01, COL-01, ALL-01)."""
    printed = state.die(die)
    return printed.fits(call.power.only) and (not call.type or call.type in printed.types)


def _fitting(state: State, call: Call, dice: Iterable[str]) -> Picks:
    return tuple(die for die in dice if fits(state, call, die))


def defeated(state: State, call: Call) -> Picks:
    """The beaten die, while it still lies in the Arena."""
    cast: Cast | None = state.cast(foe(state, call))
    dice = (cast.die,) if cast and state.zones[cast.die] == "arena" else ()
    return _fitting(state, call, dice)


def _rows(state: State, call: Call, player: str, *zones: Zone) -> Picks:
    return _fitting(state, call, state.row(player, *zones))


def expellable(state: State, call: Call) -> Picks:
    """Targets of Expel as a Power: the beaten die; with All, the dice of the type that Greater Expel would reach."""
    return greater(state, call) if call.type else defeated(state, call)


def greater(state: State, call: Call) -> Picks:
    """Targets of Greater Expel: Front Line, Keep, Reserve, and the beaten die (DIC-Q-21)."""
    return _rows(state, call, foe(state, call), "front", "keep", "reserve") + _beaten_too(state, call)


def banishable(state: State, call: Call) -> Picks:
    """Targets of Banish: Front Line, Keep, Dungeon, Reserve, and the beaten die (DIC-Q-21)."""
    return _rows(state, call, foe(state, call), "front", "keep", "dungeon", "reserve") + _beaten_too(state, call)


def _beaten_too(state: State, call: Call) -> Picks:
    return () if state.setting.on("strict_zone_lists") else defeated(state, call)


def storable(state: State, call: Call) -> Picks:
    """Targets of Activate Reserve: own dice with a Reserve Power in Front Line or Keep."""
    return tuple(die for die in _rows(state, call, call.player, "front", "keep") if state.power(die).stored)


def capturable(state: State, call: Call) -> Picks:
    """Target of Capture: the beaten die, while there is room for a hostage."""
    return defeated(state, call) if has_room(state, call.die) else ()


def has_room(state: State, die: str) -> bool:
    """Whether a die may take another hostage: at most its printed casting bonus (DIC-P-CAP-06, CAP-07)."""
    return len(state.stacks.get(die, ())) < state.die(die).cb


def stacks_against(state: State, call: Call) -> Picks:
    """Targets of Counter Capture: the other player's dice with hostages of *call*'s player."""
    tops = state.row(foe(state, call), "front", "keep", "arena", "dungeon", "reserve", "banished")
    return tuple(top for top in tops if _fitting(state, call, state.stacks.get(top, ())))


def refreshable(state: State, call: Call) -> Picks:
    """Targets of Refresh and Cast Spell 2: the player's own Keep."""
    return _rows(state, call, call.player, "keep")


def retirable(state: State, call: Call) -> Picks:
    """Targets of Retire and Cast Spell 3: the other player's Front Line."""
    return _rows(state, call, foe(state, call), "front")


def spellbound(state: State, call: Call) -> Picks:
    """Targets of Cast Spell 5 and 6: the other player's Front Line and Keep."""
    return _rows(state, call, foe(state, call), "front", "keep")


def reversible(state: State, call: Call) -> Picks:
    """Targets of Reverse: either player."""
    return (call.player, foe(state, call))


def reversed_rows(state: State, call: Call, player: str) -> tuple[Picks, Picks]:
    """The dice that come to the Front Line, and those that go to the Keep."""
    return _rows(state, call, player, "keep"), _rows(state, call, player, "front")


def spied(state: State, call: Call) -> Picks:
    """Targets of Spy: the other player's dice, without those in Reserve and hostages, which are no secret."""
    return _rows(state, call, foe(state, call), "front", "keep", "arena", "dungeon", "banished")


def summonable(state: State, call: Call) -> Picks:
    """Targets of Summon: the player's Dungeon, or Keep where that is empty; and own dice held hostage (DIC-Q-29)."""
    if call.type:
        return _summon_all(state, call)
    hostages = _fitting(state, call, state.held_by(foe(state, call)))
    blocks: tuple[Zone, ...] = (
        ("dungeon", "banished") if state.setting.on("banished_blocks_summon_keep") else ("dungeon",)
    )
    rows: Zone = "dungeon" if state.row(call.player, *blocks) else "keep"
    return _rows(state, call, call.player, rows) + hostages


def _summon_all(state: State, call: Call) -> Picks:
    """Targets of Summon All: Dungeon and Keep (DIC-Q-61)."""
    only_dungeon = state.setting.on("summon_all_dungeon_only")
    return _rows(state, call, call.player, *(("dungeon",) if only_dungeon else ("dungeon", "keep")))


def summonable_stored(state: State, call: Call) -> Picks:
    """The dice in Reserve that Summon All may bring if its player likes; none for any other Power (DIC-Q-61)."""
    all_of_a_type = call.power.name == "summon" and bool(call.type)
    if not all_of_a_type or state.setting.on("summon_all_dungeon_only"):
        return ()
    return _rows(state, call, call.player, "reserve")


def swappable(state: State, call: Call) -> Picks:
    """Targets of Swap: for the first die those with a partner, for the second its partners."""
    if call.first:
        return partners(state, call, call.first)
    return tuple(die for die in _movable(state, call) if partners(state, call, die))


def partners(state: State, call: Call, first: str) -> Picks:
    """The dice that *first* may change places with: of the same player, in another place (DIC-P-SWP-04, SWP-10)."""
    owner, place = state.owners[first], _place(state, first)
    return tuple(die for die in _movable(state, call) if state.owners[die] == owner and _place(state, die) != place)


def swapped_zones(state: State) -> tuple[Zone, ...]:
    """The places, besides under another die, out of which Swap moves a die (DIC-P-SWP-02, DIC-Q-23, DIC-Q-24)."""
    zones: list[Zone] = ["front", "keep", "dungeon"]
    zones += ["reserve"] if state.setting.on("swap_reaches_reserve") else []
    zones += ["arena"] if state.setting.on("swap_reaches_arena") else []
    return tuple(zones)


def _movable(state: State, call: Call) -> Picks:
    zones = swapped_zones(state)
    lying = (*state.row(call.player, *zones), *state.row(foe(state, call), *zones))
    hostages = (*state.held_by(call.player), *state.held_by(foe(state, call)))
    return _fitting(state, call, (*lying, *hostages))


def _place(state: State, die: str) -> tuple[Zone, str, Picks]:
    """Where a die lies: its zone, the die that it lies under as a hostage, and the hostages under it."""
    return state.zones[die], state.captor(die), state.stacks.get(die, ())
