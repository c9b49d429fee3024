"""The Intermediate game, written a second time from the rule sheet alone and without words, to compare the engine with.

A game is a generator: it asks, and is sent the pick, or the side that a die showed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

OTHER = {"Ana": "Bo", "Bo": "Ana"}
ROLLS = ("cast", "tie", "escape", "spell")


class Asked(NamedTuple):
    """A question to a player: the picks, or for a roll the die; ``may_keep``: the die may also be kept as it lies."""

    player: str
    kind: str
    picks: frozenset[str]
    may_keep: bool = False


class Won(NamedTuple):
    """A decided Round: its winner, the winning die and the beaten one."""

    player: str
    die: str
    beaten: str

    @property
    def other(self) -> str:
        """The loser."""
        return OTHER[self.player]


Play = Generator[Asked, str, None]
Answer = Generator[Asked, str, str]


def _pick(player: str, kind: str, picks: set[str]) -> Answer:
    return (yield Asked(player, kind, frozenset(picks)))


def _roll(player: str, kind: str, die: str) -> Generator[Asked, str, int]:
    return int((yield Asked(player, kind, frozenset({die}))))


@dataclass
class Model:
    """Where all dice are; ``under`` has the hostages under a die, topmost first; Ana begins.

    ``capturing``: dice that have captured, for as long as they hold hostages (P-SPL-05).
    """

    bonus: Mapping[str, int]
    power: Mapping[str, str]
    owner: Mapping[str, str]
    zone: dict[str, str] = field(init=False)
    under: dict[str, list[str]] = field(default_factory=dict)
    capturing: set[str] = field(default_factory=set)
    challenger: str = "Ana"
    winner: str = ""

    def __post_init__(self) -> None:
        self.zone = dict.fromkeys(self.bonus, "front")

    def game(self) -> Play:
        """Play Rounds until somebody has won."""
        while not self.winner:
            won = yield from self._cast_both()
            yield from self._choose(won)
            yield from self._clean_up(won)

    def row(self, player: str, *zones: str) -> set[str]:
        """The player's dice in these zones."""
        return {die for die, zone in self.zone.items() if self.owner[die] == player and zone in zones}

    # One Round -----------------------------------------------------------------------------------------------------

    def _cast_both(self) -> Generator[Asked, str, Won]:
        order, die = (self.challenger, OTHER[self.challenger]), dict[str, str]()
        for player in order:
            die[player] = yield from _pick(player, "advance", self.row(player, "front"))
            self.zone[die[player]] = "arena"
        shown = dict[str, int]()
        for player in order:
            shown[player] = yield from self._cast(player, die[player])
        while len(set(shown.values())) == 1:
            for player in order:
                shown[player] = yield from _roll(player, "tie", die[player])
        best = max(order, key=lambda player: shown[player])
        return Won(best, die[best], die[OTHER[best]])

    def _cast(self, player: str, die: str) -> Generator[Asked, str, int]:
        side = yield Asked(player, "cast", frozenset({die}))
        for _ in range(self.bonus[die] - 1):
            answer = yield Asked(player, "cast", frozenset({die}), may_keep=True)
            if answer == "keep":
                break
            side = answer
        return int(side)

    def _clean_up(self, won: Won) -> Play:
        for die in self.row(won.player, "arena") | self.row(won.other, "arena"):
            self.zone[die] = "keep"
        if self.row(won.other, "front", "keep") or not self.row(won.player, "front", "keep"):
            for die in sorted(self.row(won.player, "banished")):
                if (yield from _roll(won.player, "escape", die)) == 6:
                    self.zone[die] = "keep"
        for player in OTHER:
            if not self.row(player, "front"):
                self.zone.update(dict.fromkeys(self.row(player, "keep"), "front"))
        empty = [player for player in OTHER if not self.row(player, "front")]
        self.winner = OTHER[empty[0]] if len(empty) == 1 else won.player if empty else ""
        self.challenger = won.player

    # What the winner does --------------------------------------------------------------------------------------------

    def _choose(self, won: Won) -> Play:
        pick = yield from _pick(won.player, "win", self._choices(won.die))
        if pick == "expel":
            self._out(won.beaten, "dungeon")
        elif pick == "capture":
            self._capture(won)
        else:
            power = self.power[pick.removeprefix("hostage:") if ":" in pick else won.die]
            yield from self._use(self.power[won.beaten] if power == "mimic" else power, won)

    def _choices(self, die: str) -> set[str]:
        held = self.under.get(die, [])
        powers = {"evoke": self.power[die], **{f"hostage:{one}": self.power[one] for one in held}}
        captures = self.power[die] == "capture" or die in self.capturing
        may_capture = captures and self._has_room(die)
        usable = {pick for pick, power in powers.items() if power != "capture" or may_capture}
        again = {"capture"} if may_capture and self.power[die] != "capture" else set[str]()
        return {"expel"} | usable | again

    def _use(self, power: str, won: Won) -> Play:
        if power == "expel":
            self._out(won.beaten, "dungeon")
        elif power == "capture":
            self._capture(won)
        elif power not in ("mimic", "spy"):  # Mimic against Mimic does nothing
            yield from POWERS[power](self, won)

    def _has_room(self, die: str) -> bool:
        return len(self.under.get(die, [])) < self.bonus[die]

    def _capture(self, won: Won) -> None:
        held = self.under.get(won.die, [])
        # A die that came on top of a hostage by Swap takes no more (P-SWP-08).
        swapped = bool(held) and self.power[won.die] != "capture" and won.die not in self.capturing
        if self._has_room(won.die) and not swapped:
            self._free(won.beaten)
            self.under[won.die] = [*held, won.beaten]
            self.zone |= {won.beaten: "hostage", won.die: "keep"}
            self.capturing.add(won.die)

    def _free(self, die: str) -> None:
        for held in self.under.pop(die, []):
            self.zone[held] = "keep"
        self.capturing.discard(die)

    def _out(self, die: str, zone: str) -> None:
        self._free(die)
        self.zone[die] = zone

    def _holder(self, die: str) -> str:
        return next((top for top, held in self.under.items() if die in held), "")

    # The Powers ------------------------------------------------------------------------------------------------------

    def _move_one(self, player: str, kind: str, dice: set[str], zone: str) -> Play:
        if dice:
            die = yield from _pick(player, kind, dice)
            self._leave_stack(die)
            self.zone[die] = zone

    def _leave_stack(self, die: str) -> None:
        if holder := self._holder(die):
            self.under[holder].remove(die)
            if not self.under[holder]:
                self._free(holder)

    def _expel_one(self, player: str, kind: str, dice: set[str], zone: str = "dungeon") -> Play:
        if dice:
            self._out((yield from _pick(player, kind, dice)), zone)

    def summon(self, won: Won) -> Play:
        """Bring back a die of the Dungeon, or of the Keep if the Dungeon is empty, or a hostage."""
        dice = self.row(won.player, "dungeon") or self.row(won.player, "keep")
        yield from self._move_one(won.player, "summon", dice | self.row(won.player, "hostage"), "front")

    def greater_expel(self, won: Won) -> Play:
        """Expel any die of the other player, the beaten one too (Q-21)."""
        yield from self._expel_one(won.player, "greater-expel", self.row(won.other, "front", "keep") | {won.beaten})

    def banish(self, won: Won) -> Play:
        """Banish any die of the other player, the beaten one too (Q-21)."""
        dice = self.row(won.other, "front", "keep", "dungeon") | {won.beaten}
        yield from self._expel_one(won.player, "banish", dice, "banished")

    def retire(self, won: Won) -> Play:
        """Send a die of the other Front Line to its Keep."""
        yield from self._move_one(won.player, "retire", self.row(won.other, "front"), "keep")

    def refresh(self, won: Won) -> Play:
        """Bring a die of the own Keep to the Front Line."""
        yield from self._move_one(won.player, "refresh", self.row(won.player, "keep"), "front")

    def reverse(self, won: Won) -> Play:
        """Exchange Front Line and Keep of either player."""
        player = yield from _pick(won.player, "reverse", set(OTHER))
        front, keep = self.row(player, "front"), self.row(player, "keep")
        self.zone |= dict.fromkeys(front, "keep") | dict.fromkeys(keep, "front")

    def counter_capture(self, won: Won) -> Play:
        """Free the hostages under one die of the other player, which goes to its Keep."""
        tops = {top for top in self.under if self.owner[top] == won.other}
        if tops:
            self._out((yield from _pick(won.player, "counter-capture", tops)), "keep")

    def swap(self, won: Won) -> Play:
        """Exchange the places of two dice of one player; hostages stay where they are."""
        partners = {die: found for die in self.zone if (found := self._partners(die))}
        if partners:
            first = yield from _pick(won.player, "swap", set(partners))
            second = yield from _pick(won.player, "swap-with", partners[first])
            self._exchange(first, second)

    def _partners(self, die: str) -> set[str]:
        dice = self.row(self.owner[die], "front", "keep", "dungeon", "hostage")
        return {other for other in dice - {die} if self._place(die) != self._place(other)} if die in dice else set()

    def _place(self, die: str) -> tuple[str, str, tuple[str, ...]]:
        return self.zone[die], self._holder(die), tuple(self.under.get(die, ()))

    def _exchange(self, first: str, second: str) -> None:
        other = {first: second, second: first}
        self.under = {other.get(top, top): [other.get(one, one) for one in held] for top, held in self.under.items()}
        self.zone[first], self.zone[second] = self.zone[second], self.zone[first]
        self.capturing -= {first, second}

    def cast_spell(self, won: Won) -> Play:
        """Roll again, and do what the chart says."""
        side = yield from _roll(won.player, "spell", won.die)
        if side == 1:
            self._out(won.die, "dungeon")
        elif side == 2:
            yield from self._move_one(won.player, "cast-spell", self.row(won.player, "keep"), "front")
        elif side == 3:
            yield from self._send_back(won)
        elif side == 4:
            self._capture(won)
        for _ in range(max(0, side - 4)):
            yield from self._expel_one(won.player, "cast-spell", self.row(won.other, "front", "keep"))

    def _send_back(self, won: Won) -> Play:
        """Send up to two dice of the other Front Line to the Keep."""
        for _ in range(2):
            dice = self.row(won.other, "front")
            pick = (yield from _pick(won.player, "cast-spell", dice | {"done"})) if dice else "done"
            if pick == "done":
                return
            self.zone[pick] = "keep"


POWERS: Mapping[str, Callable[[Model, Won], Play]] = {
    "summon": Model.summon,
    "swap": Model.swap,
    "cast-spell": Model.cast_spell,
    "greater-expel": Model.greater_expel,
    "banish": Model.banish,
    "retire": Model.retire,
    "refresh": Model.refresh,
    "reverse": Model.reverse,
    "counter-capture": Model.counter_capture,
}
EVERY = (*POWERS, "expel", "capture", "mimic", "spy")
