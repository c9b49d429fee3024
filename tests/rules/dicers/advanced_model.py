"""The Advanced game, written a second time from the rule sheet alone: with Reserve Powers and Alliances."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from tests.rules.dicers.sheet_model import OTHER, Answer, Asked, Model, Play, Won

STORED = (
    *("add", "subtract", "always-beats-odd", "always-beats-even", "challenge", "escape", "extra-roll"),
    *("first-cast", "force-roll", "freeze", "guardian", "shield"),
)


@dataclass
class Cast:
    """One player's die in the Arena; ``guarded``: the die for which it fights."""

    die: str
    face: int = 0
    change: int = 0
    made: int = 0
    extra: int = 0
    friends: int = -1
    set: bool = False
    frozen: bool = False
    forced: bool = False
    guarded: str = ""

    @property
    def worth(self) -> int:
        """What the roll counts."""
        return self.face + self.change


class Due(NamedTuple):
    """What a Round waits for: advance, forced, cast, tie or win."""

    stage: str
    player: str


@dataclass
class Advanced(Model):
    """The state of the Intermediate game, the symbols and numbers of the dice, and the running Round."""

    symbols: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    number: Mapping[str, int] = field(default_factory=dict)
    casts: dict[str, Cast] = field(default_factory=dict)
    fresh: dict[str, int] = field(default_factory=dict)
    beats: str = ""
    swapped_order: bool = False

    def game(self) -> Play:
        """Play Rounds until somebody has won."""
        while not self.winner:
            self.casts, self.fresh, self.beats, self.swapped_order = {}, {}, "", False
            won = yield from self._round()
            if won:
                yield from self._clean_up(won)
            else:
                self._end_without_winner()

    # One Round -------------------------------------------------------------------------------------------------------

    def due(self) -> Due:
        """What the Round waits for."""
        defender = OTHER[self.challenger]
        for player in (self.challenger, defender):
            if player not in self.casts:
                return Due("advance", player)
        if self.beats:
            return Due("win", self.beats)
        for stage, players in self._to_roll((defender, self.challenger)[:: 1 if self.swapped_order else -1]):
            if players:
                return Due(stage, players[0])
        first, second = (self.casts[player].worth for player in OTHER)
        if first != second:
            return Due("win", "Ana" if first > second else "Bo")
        return Due("tie", next(player for player in OTHER if player not in self.fresh))

    def _to_roll(self, order: tuple[str, ...]) -> tuple[tuple[str, list[str]], ...]:
        forced = [player for player in order if self.casts[player].forced]
        return ("forced", forced), ("cast", [player for player in order if not self.casts[player].set])

    def _round(self) -> Generator[Asked, str, Won | None]:
        while True:
            stage, player = self.due()
            answer = yield self._asked(stage, player)
            if answer.startswith("use:"):
                die = answer.removeprefix("use:")
                if self.power[die] == "escape":
                    self.zone[die] = "keep"
                    return None
                yield from self._use_stored(self.owner[die], die)
            elif stage == "advance":
                self._advance(player, answer)
            elif stage == "win":
                return (yield from self._win(player, answer))
            else:
                self._rolled(stage, self.casts[player], player, answer)

    def _asked(self, stage: str, player: str) -> Asked:
        if stage == "advance":
            return Asked(player, stage, frozenset(self.row(player, "front")))
        cast = self.casts[player]
        if stage == "win":
            return Asked(player, stage, frozenset(self._choices(cast.guarded or cast.die)))
        return Asked(player, stage, frozenset({cast.die}), may_keep=stage == "cast" and bool(cast.face))

    def _advance(self, player: str, die: str) -> None:
        self.zone[die] = "arena"
        self.casts[player] = Cast(die)
        self._count_friends()

    def _count_friends(self) -> None:
        """Count once both dice are in the Arena (Q-44)."""
        for player, cast in self.casts.items() if len(self.casts) == 2 else ():
            if cast.friends < 0:
                front = self.row(player, "front")
                lent = [sum(symbol in self.symbols[die] for die in front) for symbol in self.symbols[cast.die]]
                cast.friends = min(3, max(lent, default=0))

    def left(self, cast: Cast) -> int:
        """The rolls left of a cast."""
        return self.bonus[cast.die] + cast.friends + cast.extra - cast.made

    def _rolled(self, stage: str, cast: Cast, player: str, answer: str) -> None:
        if answer == "keep":
            cast.set = True
        elif stage == "tie":
            self.fresh[player] = int(answer)
            if len(self.fresh) == 2:
                for who, face in self.fresh.items():
                    self.casts[who].face, self.casts[who].change = face, 0
                self.fresh = {}
        else:
            cast.face, cast.change, cast.forced = int(answer), 0, False
            cast.made += stage == "cast"
            cast.set = cast.set or (stage == "cast" and not self.left(cast))

    def _win(self, player: str, pick: str) -> Generator[Asked, str, Won]:
        mine, theirs = self.casts[player], self.casts[OTHER[player]]
        if mine.guarded:
            self.zone |= {mine.guarded: "arena", mine.die: "keep"}
        if theirs.guarded:
            self.zone[theirs.guarded] = "keep"
        won = Won(player, mine.guarded or mine.die, theirs.die)
        yield from self._carry_out(won, pick)
        return won

    def _carry_out(self, won: Won, pick: str) -> Play:
        power = self.power[pick.removeprefix("hostage:") if ":" in pick else won.die]
        power = self.power[won.beaten] if power == "mimic" else power
        if pick == "expel" or (pick != "capture" and power == "expel"):
            yield from self._expel_beaten(won)
        elif pick == "capture":
            self._capture(won)
        elif power in STORED:
            self.zone[won.die] = "reserve"
        elif power == "activate-reserve":
            dice = {die for die in self.row(won.player, "front", "keep") if self.power[die] in STORED}
            yield from self._move_one(won.player, "activate-reserve", dice, "reserve")
        elif power == "greater-expel":
            yield from self.greater_expel(won)
        elif power == "banish":
            yield from self.banish(won)
        else:
            yield from self._use(power, won)

    def _choices(self, die: str) -> set[str]:
        beaten = self.casts[OTHER[self.owner[die]]].die
        powers = {"evoke": self.power[die]} | {f"hostage:{one}": self.power[one] for one in self.under.get(die, [])}
        useless = {pick for pick, power in powers.items() if power in STORED and pick != "evoke"}
        if self.power[beaten] in STORED:
            useless |= {pick for pick, power in powers.items() if power == "mimic"}
        return super()._choices(die) - useless

    def _expel_beaten(self, won: Won) -> Play:
        shields = {die for die in self.row(won.other, "reserve") if self.power[die] == "shield"}
        answer = (yield Asked(won.other, "shield", frozenset(shields | {"no"}))) if shields else "no"
        self._out(won.beaten if answer == "no" else answer, "dungeon")
        if answer != "no":
            self.zone[won.beaten] = "keep"

    def _end_without_winner(self) -> None:
        for player in OTHER:
            for die in self.row(player, "arena", "aside"):
                self.zone[die] = "keep"
            if not self.row(player, "front"):
                self.zone.update(dict.fromkeys(self.row(player, "keep"), "front"))

    # Powers that reach the Reserve -----------------------------------------------------------------------------------

    def greater_expel(self, won: Won) -> Play:
        """Expel any die of the other player."""
        die = yield from self._one(won, "greater-expel", self.row(won.other, "front", "keep", "reserve") | {won.beaten})
        if die == won.beaten:
            yield from self._expel_beaten(won)
        else:
            self._out(die, "dungeon")

    def banish(self, won: Won) -> Play:
        """Banish any die of the other player."""
        dice = self.row(won.other, "front", "keep", "dungeon", "reserve") | {won.beaten}
        self._out((yield from self._one(won, "banish", dice)), "banished")

    def _one(self, won: Won, kind: str, dice: set[str]) -> Answer:
        return (yield Asked(won.player, kind, frozenset(dice)))

    # Reserve Powers --------------------------------------------------------------------------------------------------

    def ready(self, player: str) -> set[str]:
        """The dice in the player's Reserve that make sense now (A-26, Q-04)."""
        stage, who = self.due()
        if stage == "forced" or self.fresh:
            return set()
        if self.beats:
            return set()
        sensible = self._on_rolls(player) | self._on_order(player) | self._on_casts(player, stage == "cast" and who)
        return {die for die in self.row(player, "reserve") if self.power[die] in sensible}

    def _on_rolls(self, player: str) -> set[str]:
        """The Powers that change or beat a roll."""
        mine, theirs = self.casts.get(player), self.casts.get(OTHER[player])
        powers = {"add"} if mine and mine.face else set[str]()
        if theirs and theirs.face:
            powers |= {"subtract", "force-roll"}
            if mine and theirs.set:
                powers.add("always-beats-odd" if theirs.worth % 2 else "always-beats-even")
        return powers

    def _on_order(self, player: str) -> set[str]:
        """The Powers of the Challenger before the first roll."""
        theirs = self.casts.get(OTHER[player])
        if player != self.challenger or any(cast.made for cast in self.casts.values()):
            return set()
        challenge = set[str]() if theirs and theirs.guarded else {"challenge"}
        return challenge if self.swapped_order else challenge | {"first-cast"}

    def _on_casts(self, player: str, casting: str | Literal[False]) -> set[str]:
        """The Powers on how a die is cast; *casting*: whose cast it is, if any."""
        mine, theirs = self.casts.get(player), self.casts.get(OTHER[player])
        sensible = {
            "escape": mine and casting == player and self.left(mine),
            "extra-roll": mine and not mine.frozen,
            "freeze": theirs and casting == OTHER[player] and theirs.face,
            "guardian": mine and not mine.guarded and not mine.made,
        }
        return {power for power, fits in sensible.items() if fits}

    def _use_stored(self, player: str, die: str) -> Play:
        mine, theirs = self.casts.get(player), self.casts.get(OTHER[player])
        self.zone[die] = "arena" if self.power[die] == "guardian" else "keep"
        match self.power[die], mine, theirs:
            case "add", Cast(), _:
                mine.change += self.number[die]
            case "subtract", _, Cast():
                theirs.change -= self.number[die]
            case "always-beats-odd" | "always-beats-even", _, _:
                self.beats = player
            case "first-cast", _, _:
                self.swapped_order = True
            case "force-roll", _, Cast():
                theirs.forced = True
            case "freeze", _, Cast():
                theirs.set = theirs.frozen = True
            case "extra-roll", Cast(), _:
                self._roll_on(mine, self.number[die])
            case "challenge", _, _:
                yield from self._challenge(player)
            case "guardian", Cast(), _:
                self.casts[player] = Cast(die, extra=mine.extra, guarded=mine.die)
                self.zone[mine.die] = "aside"
                self._count_friends()

    def _roll_on(self, cast: Cast, more: int) -> None:
        if cast.set:  # What was left when it was set is lost (B-20).
            cast.extra -= self.left(cast)
        cast.extra += more
        cast.set = False

    def _challenge(self, player: str) -> Play:
        other = OTHER[player]
        die = yield Asked(player, "challenge", frozenset(self.row(other, "front", "arena")))
        before = self.casts.pop(other, None)
        if before:
            self.zone[before.die] = "front"
        self.zone[die] = "arena"
        self.casts[other] = Cast(die, extra=before.extra if before else 0)
        self._count_friends()
