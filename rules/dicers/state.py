"""The state of a game of Dicers: where every die is, and what stage the Round has reached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.core.copies import replace
from rules.core.phrases import Phrase, listing
from rules.core.rulings import Ruling
from rules.dicers.dice import Die, Power
from rules.dicers.setup import Setting

Zone = Literal["pool", "front", "keep", "arena", "aside", "dungeon", "banished", "reserve", "hostage", "out"]
Phase = Literal["draft-roll", "draft", "first-roll", "round", "power", "escape", "over"]
Rulings = tuple[Ruling, ...]
DRAW = "draw"
MOST_FRIENDS = 3


@dataclass(frozen=True, slots=True)
class Cast:
    """One player's die in the Arena.

    ``face`` is what it shows, 1 to 6 (0: nothing yet), ``change`` what Add and Subtract did to that roll, ``made`` the
    rolls that used up bonus, ``friends`` the rolls lent by Alliances (-1: not counted yet), ``extra`` those by Extra
    Roll, ``symbol`` the Alliance its owner asked for, ``guarded`` the die that this Guardian protects.  ``set``: its
    roll is kept, or the last one; ``frozen``: a Freeze set it; ``forced``: the rule by which it has to be rolled
    once more; ``stands_in``: it came out of the Reserve as a Guardian.
    """

    die: str
    face: int = 0
    change: int = 0
    made: int = 0
    friends: int = -1
    extra: int = 0
    set: bool = False
    frozen: bool = False
    forced: str = ""
    symbol: str = ""
    guarded: str = ""
    stands_in: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """One Round: who challenges, and each player's cast.

    ``beats`` is who has won by Always Beats (empty: nobody), ``used`` how many Reserve Powers were used, ``fresh`` what
    was rolled so far in the re-roll of a tie.  ``early`` is the first roll of the second player where it came before
    the first had decided (0: none).  ``passed`` are those who use no Reserve Power just now; ``unfit`` pairs a die in
    Reserve with one that its Power turned out not to reach (empty: none of those it might name).
    """

    challenger: str
    casts: Mapping[str, Cast] = field(default_factory=dict)
    defender_first: bool = False
    beats: str = ""
    used: int = 0
    fresh: Mapping[str, int] = field(default_factory=dict)
    early: int = 0
    passed: tuple[str, ...] = ()
    unfit: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Call:
    """A Power at work: whose, the die that won, the die whose Power it is, and how far it got.

    ``type`` is the type that an All Power reaches; ``times`` how often it works (0: Double Down not decided yet);
    ``left`` how many dice may still be chosen; ``first`` the first die of a Swap; ``used`` sources used in this win.
    """

    player: str
    die: str
    source: str
    power: Power
    type: str = ""
    times: int = 0
    left: int = 0
    first: str = ""
    used: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """A question that a player must answer before the game continues; ``die``: the die that it is about, if any.

    ``rules`` and ``plain`` belong to the Expel that a Shield may take; ``others`` are Shields which the same Power
    expels after the answer.
    """

    kind: str
    player: str
    call: Call | None = None
    die: str = ""
    rules: tuple[str, ...] = ()
    plain: bool = False
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The whole game; every die of the game is in exactly one zone.

    ``rolls`` are those before the first Round, by player and die; ``tied``: they were equal, and are made again.
    ``chooser`` takes the first die of the pool; ``last`` is the die that each player used in the Round before, noted in
    the Basic game only; ``escapes`` are banished dice that may still be rolled for this win.  ``stacks`` pairs a die
    with the hostages under it, topmost first; ``capturing`` are dice that work like a Capture die since a Cast Spell or
    Mimic; ``borrowed`` pairs a die in Reserve with the one whose Power it holds; ``at_once`` are dice in Reserve whose
    Power is used as the next Round begins; ``past`` is the Round before, and ``past_winner`` who won it.
    """

    setting: Setting
    phase: Phase
    zones: Mapping[str, Zone]
    owners: Mapping[str, str]
    challenger: str = ""
    round_number: int = 0
    rolls: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    tied: bool = False
    chooser: str = ""
    round: Round | None = None
    last: Mapping[str, str] = field(default_factory=dict)
    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    capturing: frozenset[str] = frozenset()
    borrowed: Mapping[str, str] = field(default_factory=dict)
    at_once: tuple[str, ...] = ()
    todo: tuple[Task, ...] = ()
    escapes: tuple[str, ...] = ()
    round_winner: str = ""
    past: Round | None = None
    past_winner: str = ""
    winner: str = ""

    def die(self, die: str) -> Die:
        """The description of the die with the id *die*."""
        return self.setting.dice[die]

    def name(self, die: str) -> str:
        """The name of the die, with its id where two dice share a name."""
        name = self.setting.dice[die].name
        shared = sum(other.name == name for other in self.setting.dice.values()) > 1
        return f"{name} ({die})" if shared else name

    def names(self, dice: Iterable[str]) -> str:
        """Several dice in words."""
        return listing(self.name(die) for die in dice) or Phrase("nothing")

    def row(self, player: str, *zones: Zone) -> tuple[str, ...]:
        """The player's own dice in any of *zones*, in the order of the set-up."""
        return tuple(die for die in self.setting.dice if self.owners.get(die) == player and self.zones[die] in zones)

    def captor(self, die: str) -> str:
        """The die that *die* lies under; empty where it is no hostage."""
        return next((top for top, under in self.stacks.items() if die in under), "")

    def held_by(self, player: str) -> tuple[str, ...]:
        """The hostages that lie under *player*'s dice."""
        return tuple(die for top, under in self.stacks.items() if self.owners.get(top) == player for die in under)

    def power(self, die: str) -> Power:
        """The Power printed on a die, or the one it holds in Reserve for another.

        Raises:
            ValueError: where nobody told it; only the Basic game allows that.
        """
        power = self.setting.dice[self.borrowed.get(die, die)].power
        if power is None:
            raise ValueError(f"Nobody has told the Power of {self.name(die)}.")
        return power

    def cast(self, player: str) -> Cast | None:
        """The player's cast in the running Round; None before that player has advanced a die."""
        return self.round.casts.get(player) if self.round else None


Outcome = tuple[State, Rulings]


def put(state: State, die: str, zone: Zone) -> State:
    """Move a die to another zone and out of its stack.  Hostages under it stay there."""
    stacks = {top: tuple(held for held in under if held != die) for top, under in state.stacks.items()}
    stacks = {top: under for top, under in stacks.items() if under}
    return replace(
        state,
        zones={**state.zones, die: zone},
        stacks=stacks,
        capturing=state.capturing.intersection(stacks),
        borrowed={stored: source for stored, source in state.borrowed.items() if stored != die},
    )


def with_round(state: State, current: Round) -> State:
    """The state with *current* as its running Round."""
    return replace(state, round=current)


def with_cast(state: State, player: str, cast: Cast) -> State:
    """The state with *cast* as the cast of *player* in the running Round."""
    assert state.round is not None
    return replace(state, round=replace(state.round, casts={**state.round.casts, player: cast}))


def total_rolls(state: State, player: str, cast: Cast) -> int:
    """How often the die of a cast may be rolled in this Round, in total: its casting bonus and what is added."""
    live = state.setting.on("alliance_live") or cast.friends < 0
    friends = lent(state, player, cast) if live else cast.friends
    return state.die(_rolls_like(state, cast)).cb + friends + cast.extra


def _rolls_like(state: State, cast: Cast) -> str:
    """Whose bonus counts: by house rule a Guardian has that of the die it protects (DIC-Q-17)."""
    return cast.guarded if cast.guarded and state.setting.on("guardian_uses_protected_bonus") else cast.die


def lent(state: State, player: str, cast: Cast) -> int:
    """How many rolls Alliances add to a cast by the Front Line as it is now; `Cast.friends` was counted once."""
    return count_friends(state, player, _rolls_like(state, cast), cast.symbol)


def left(state: State, player: str, cast: Cast) -> int:
    """How many rolls the cast has left."""
    return max(0, total_rolls(state, player, cast) - cast.made)


def count_friends(state: State, player: str, die: str, symbol: str = "") -> int:
    """The number of rolls that Alliances lend to *die*, at most three (DIC-A-11 to DIC-A-18).

    A die with two symbols counts by the better one, or by *symbol* where that is given.
    """
    if not state.setting.advanced:
        return 0
    front = [state.die(other).alliances for other in state.row(player, "front")]
    symbols = (symbol,) if symbol else state.die(die).alliances
    lent = (sum(wanted in alliances for alliances in front) for wanted in symbols)
    return min(MOST_FRIENDS, max(lent, default=0))


def worth(state: State, cast: Cast) -> int:
    """The value of a cast, with Add and Subtract."""
    counted = cast.face + cast.change
    return min(6, max(1, counted)) if state.setting.on("cap_rolls_1_6") else counted
