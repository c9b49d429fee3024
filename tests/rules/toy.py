"""The smallest game with everything the core can do: throws, choices, secrets, and an end.

Each player throws a die of three sides; then each in turn may show a secret power that changes it once: ``turn`` makes
it 4 minus the face, ``nudge`` adds one.  The higher face wins.  A die that shows ``cocked`` is thrown again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.core.asks import Ask, Option
from rules.core.at_table import TableRules
from rules.core.facts import Choose, Play, Throw
from rules.core.game import Counters, Setup
from rules.core.guide import Guide, guide
from rules.core.house_rules import HouseRule
from rules.core.rulebook import Book, Rule
from rules.core.rulings import Reason, Ruling

BOOK = Book(
    [
        Rule("TOY-1", "Both throw, in order."),
        Rule("TOY-2", "A cocked die is thrown again."),
        Rule("TOY-3", "A power changes one's own die, once."),
        Rule("TOY-4", "The higher die wins."),
        Rule("TOY-5", "Nobody peeks.", honour="eyes are not watched"),
    ]
)
THROWN = BOOK.message("thrown", "{player} throws {face}.", "TOY-1")
AGAIN = BOOK.message("again", "{player} throws again.", "TOY-2")
SHOWS = BOOK.message("shown", "{player} shows {power}: now {face}.", "TOY-3")
KEEPS = BOOK.message("kept", "{player} keeps {face}.", "TOY-3")
WON = BOOK.message("won", "{player} wins.", "TOY-4")
AT_TABLE = TableRules()
GUIDE = guide(BOOK, "Throw higher than the other player.", ("TOY-4",), ())
POWERS = {"turn": lambda face: 4 - face, "nudge": lambda face: face + 1}


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    powers: Mapping[str, str]
    faces: tuple[int, ...] = ()
    moved: int = 0


@dataclass(frozen=True, slots=True)
class Toy:
    name: str = "toy"
    book: Book = BOOK
    guide: Guide = GUIDE
    house_rules: tuple[HouseRule, ...] = ()
    at_table: TableRules = AT_TABLE
    counters: Counters = ()
    seats: str = ""

    def start(self, setup: Setup) -> State:
        if len(setup["players"]) != 2:
            raise ValueError("Two play the toy game.")
        return State(tuple(setup["players"]), setup["powers"])

    def asks(self, state: State) -> tuple[Ask, ...]:
        if len(state.faces) < 2:
            player = state.players[len(state.faces)]
            return (
                Ask(player, "throw", f"{player} throws.", ("TOY-1",), pieces=((f"die:{player}", ("1", "2", "3")),)),
            )
        if state.moved < 2:
            player = state.players[state.moved]
            options = (Option("keep", "Keep it"), Option(state.powers[player], "Show your power"))
            return (Ask(player, "power", f"{player} keeps or changes.", ("TOY-3",), options, hides="options"),)
        return ()

    def admits(self, state: State, play: Play) -> bool:
        return any(ask.admits(play) for ask in self.asks(state))

    def step(self, state: State, play: Play) -> tuple[State, tuple[Ruling, ...]]:
        return self._thrown(state, play) if isinstance(play, Throw) else self._chosen(state, play)

    def why_not(self, state: State, choice: Choose) -> Reason | None:
        if choice.kind == "throw":
            return BOOK.because("A die is thrown, and not chosen.", "TOY-1")
        if choice.kind != "power":
            return None
        if choice.pick == "jump":
            return BOOK.because("Nobody jumps.", "TOY-3")
        return BOOK.because("Powers are shown in order, after both throws, and only one's own.", "TOY-3", "TOY-1")

    def over(self, state: State) -> Reason:
        return BOOK.because("The game is over: the higher die has won.", "TOY-4")

    def _thrown(self, state: State, throw: Throw) -> tuple[State, tuple[Ruling, ...]]:
        due = any(ask.admits(throw) for ask in self.asks(state))
        if not due:
            return state, (AGAIN(player=throw.player),)
        face = int(throw.shown[0][1])
        return replace(state, faces=(*state.faces, face)), (THROWN(player=throw.player, face=face),)

    def _chosen(self, state: State, choice: Choose) -> tuple[State, tuple[Ruling, ...]]:
        seat, faces = state.moved, list(state.faces)
        if choice.pick == "keep":
            rulings = [KEEPS(player=choice.player, face=faces[seat])]
        else:
            faces[seat] = POWERS[choice.pick](faces[seat])
            reveals = (f"power:{choice.player}",)
            rulings = [SHOWS(reveals=reveals, player=choice.player, power=choice.pick, face=faces[seat])]
        if seat == 1 and faces[0] != faces[1]:
            rulings.append(WON(player=state.players[faces[1] > faces[0]]))
        return replace(state, faces=tuple(faces), moved=seat + 1), tuple(rulings)

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        known = {p: w for p, w in state.powers.items() if p == viewer or f"power:{p}" in revealed}
        return {"faces": list(state.faces), "powers": known}
