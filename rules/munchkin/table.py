"""How Munchkin behaves on a real table: lamps and buttons for turns, fights and Levels, the countdown, the display."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from rules.core.asks import Ask
from rules.core.at_table import Countdown, Lamp, TableRules
from rules.core.facts import Choose
from rules.core.fold import Table
from rules.core.phrases import Phrase, figure
from rules.core.screen import LETTER_WIDE, SCREEN_HIGH, SCREEN_WIDE, Bar, Inverted, Mark, ScreenState, Text
from rules.munchkin.fight.combat import Combat
from rules.munchkin.state import State


class MunchkinTable(TableRules):
    """The table rules of Munchkin: the Level tracker and the die."""

    urgent: ClassVar[tuple[str, ...]] = ("object", "ready")
    onward: ClassVar[tuple[str, ...]] = ("ready", "listen", "end")
    turn: ClassVar[tuple[str, ...]] = ("listen", "unlock", "room", "run", "end", "charity")
    step = "level"
    confirm = "won"
    stop = "object"
    time = "time"
    to_throw = Phrase("Throw the die")
    throws = Phrase("{player} throws the die.")

    def names(self, setup: Mapping[str, Any]) -> dict[str, str]:
        """The name of the one die."""
        return {**super().names(setup), _die(setup): Phrase("the die")}

    def labels(self, setup: Mapping[str, Any]) -> dict[str, str]:
        """The label of the one die."""
        return {_die(setup): Phrase("Die")}

    def nothing_hidden(self, setup: Mapping[str, Any]) -> bool:
        """Always true: hands are only counted, so that the log contains no secrets."""
        return True

    def lamps(self, table: Table) -> Mapping[str, Lamp]:
        """The lamp of the player whose turn or fight it is, because much may be done by anybody at any time.

        While the countdown runs all blink, for all may speak up; once somebody has, only that player's.  Where there
        are no turns the lamps flash the Levels.
        """
        state: State = table.state
        if state.phase == "levels":
            return {seat.player: seat.level for seat in state.seats}
        running = "" if state.combat is None or state.questions else state.combat.clock
        if running == "running":
            return dict.fromkeys(state.players, "blink")
        if running == "stopped" and state.combat:
            return {state.combat.objector: "blink"}
        return dict.fromkeys(state.winners or _due(table, state), "on")

    def share(self, table: Table) -> float:
        """The Level of the player whose turn it is, and without turns the highest one, as a share of the top Level."""
        state: State = table.state
        levels = [seat.level for seat in state.seats if state.phase == "levels" or seat.player == state.active]
        return max(levels, default=0) / state.rules.top

    def step_pick(self, ask: Ask, by: int) -> str | None:
        """A change of Level, with the first reason that is offered: a kill, a card; or bad stuff."""
        offered = {option.pick for option in ask.options}
        picks = (f"{by:+d} {reason}" for reason in (("kill", "card") if by > 0 else ("bad stuff",)))
        return next((pick for pick in picks if pick in offered), None)

    def countdown(self, table: Table, before: Countdown | None, now: float) -> tuple[Countdown | None, Choose | None]:
        """The countdown before a fight is decided."""
        return tick(table.state, before, now)

    def screen(self, view: Mapping[str, Any], state: ScreenState) -> tuple[Mark, ...] | None:
        """The fight, the flight, or everybody's Level."""
        if view["flight"]:
            return tuple(_flight(view["flight"]))
        return tuple(_fight(view["combat"], state) if view["combat"] else _levels(view, state))


def _due(table: Table, state: State) -> tuple[str, ...]:
    """The players for whom the game waits; else the player whose fight or turn it is."""
    alone = state.questions or (state.bodies and not state.combat)  # Nothing else is asked meanwhile.
    due = tuple(ask.player for ask in table.asks if alone or ask.pieces or ask.kind == "ready")
    return due or (state.combat.side if state.combat else (state.active,))


def _levels(view: Mapping[str, Any], state: ScreenState) -> Iterator[Mark]:
    """A line a player: an arrow for whose turn it is, name and Level, inverted where a button is to be pressed again.

    Up to four players have tall letters; with more there is room for a bar as well.
    """
    levels = view["levels"]
    scale = 2 if len(levels) <= 4 else 1
    pitch = SCREEN_HIGH // max(len(levels), 4 if scale == 2 else 6)
    for n, (player, level) in enumerate(levels.items()):
        top, step = n * pitch, state.steps.get(player)
        if player == view["active"] and view["phase"] != "levels":
            yield Text(">", top + 1, scale=scale)
        yield Text(player, top + 1, LETTER_WIDE * scale, scale, letters=9 if scale == 1 else 6, instead=f"SEAT {n + 1}")
        yield Text(str(level) if step is None else f"{step:+d}?", top + 1, scale=scale, align="right")
        if scale == 1:
            yield Bar(top + 1, 66, 104, level / view["top"])
        if step is not None:
            yield Inverted(top, top + pitch - 1)


def _fight(combat: Mapping[str, Any], state: ScreenState) -> Iterator[Mark]:
    """Both strengths, as large as they go; below them the countdown, or who stopped it."""
    ours, theirs = str(combat["players"]["strength"]), str(combat["monsters"]["strength"])
    yield Text(" & ".join(name for name in (combat["fighter"], combat["helper"]) if name), 1, letters=10)
    yield Text(" & ".join(foe["name"] for foe in combat["each"]), 1, align="right", letters=10)
    scale = 4 if max(len(ours), len(theirs)) < 3 else 3
    yield Text(ours, 13, scale=scale)
    yield Text(theirs, 13, scale=scale, align="right")
    yield Text(">" if combat["winning"] else "<", 22, scale=2, align="middle")
    if state.seconds_left is not None:
        yield Bar(46, 0, SCREEN_WIDE, state.share_left)
        yield Text(Phrase("{seconds} S", seconds=figure(state.seconds_left, 1)), 56, align="middle")
    elif combat["clock"]["word"] == "stopped":
        yield Text(Phrase("{player} SAYS STOP", player=combat["clock"]["stopped_by"][:12]), 50, align="middle")


def _flight(flight: Mapping[str, Any]) -> Iterator[Mark]:
    yield Text(flight["runners"][0] if flight["runners"] else "", 4, scale=2, align="middle")
    yield Text(
        Phrase("runs from {monster}.", monster=flight["target"] or Phrase("one of them")), 26, align="middle", lines=2
    )
    yield Text(Phrase("THROW THE DIE: 5+"), 52, align="middle")


def _die(setup: Mapping[str, Any]) -> str:
    return str(setup.get("die", "die:munchkin"))


# The countdown before a fight is decided: time is an argument here, never looked up -------------------------------

STOPPED_S = 60.0  # How long a player may stop the countdown: enough to find a card, too short to forget it.


def tick(state: State, countdown: Countdown | None, now: float) -> tuple[Countdown | None, Choose | None]:
    """The countdown to keep for the next call, and the fact to log once its time has passed.

    No countdown runs while a question is open, and each change starts it again.  A stopped countdown starts again after
    STOPPED_S, or earlier by the player who stopped it.
    """
    combat = state.combat
    if combat is None or not combat.clock or state.questions:
        return None, None
    stopped = combat.clock == "stopped"
    if countdown is None or (countdown.beat, countdown.stopped) != (state.beat, stopped):
        length = STOPPED_S if stopped else float(state.rules.house["kill_wait_seconds"])
        return Countdown(state.beat, now, length, stopped), None
    return countdown, _passed(combat) if now >= countdown.ends else None


def _passed(combat: Combat) -> Choose:
    if combat.clock == "stopped":
        return Choose(combat.objector, "object", "go on")
    return Choose(combat.fighter, "time", "passed")


TABLE = MunchkinTable()
