"""The form for a new game: what it asks, what it proposes, and the set-up that comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.snapshot import Snapshot
from rules.casting_stones.house import HOUSE_RULES, HouseRule
from web.casting_stones.board import Stone, stone_of
from web.pages import Form, Pieces

GAME = "casting-stones"
LEVELS = (
    ("basic", "Casting Stones, the Basic game"),
    ("intermediate", "Casting Stones, Intermediate: with the cards Double Potion and Charms"),
)
RULE = "rule."
NO_STONES = "No stones are taught yet. Show your stones to the camera with `owleye teach`, then load this page again."
LEARNING = "The simulated table is still getting to know its own stones: they appear here in a moment."


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's line in the form."""

    name: str
    youngest: bool


@dataclass(frozen=True, slots=True)
class HouseQuestion:
    """A house rule in the form; ``chosen`` is the number of the answer that is ticked."""

    key: str
    id: str
    words: str
    choices: tuple[tuple[int, str], ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the form shows."""

    seats: tuple[Seat, ...]
    stones: tuple[Stone, ...]
    questions: tuple[HouseQuestion, ...]
    no_stones: str
    game: str = GAME
    levels: tuple[tuple[str, str], ...] = LEVELS


def plan_of(snapshot: Snapshot, pieces: Pieces) -> Plan:
    """The form, filled in with the players and house rules of the game on the table."""
    last = snapshot.table.setup if snapshot.table and snapshot.table.setup.get("game") == GAME else {}
    players = last.get("players", ("", ""))
    youngest = last.get("youngest", players[0])
    seats = tuple(Seat(name, name == youngest and (bool(name) or i == 0)) for i, name in enumerate(players))
    chosen = last.get("house_rules", {})
    questions = tuple(_question(rule, chosen.get(rule.key, rule.default)) for rule in HOUSE_RULES)
    stones = tuple(stone_of(piece) for piece in pieces)
    return Plan(seats, stones, questions, no_stones(snapshot.simulated))


def no_stones(simulated: bool) -> str:
    """Why there are none to play with, and what to do."""
    return LEARNING if simulated else NO_STONES


def _question(rule: HouseRule, chosen: Any) -> HouseQuestion:
    values = [value for value, _ in rule.answers]
    choices = tuple(enumerate(words for _, words in rule.answers))
    return HouseQuestion(rule.key, rule.rule, rule.question, choices, values.index(chosen) if chosen in values else 0)


def setup_of(form: Form, pieces: Pieces) -> dict[str, Any]:
    """Line 1 of the game that the form describes; the game's own rules judge the rest of it.

    Raises:
        ValueError: with one sentence for people, where the form is not filled in properly.
    """
    players = [" ".join(name.split()) for name in form.getlist("player")]
    if len(players) != 2 or not all(0 < len(name) <= 24 and name.isprintable() for name in players):
        raise ValueError("Casting Stones is for two: give both players a name of at most 24 letters.")
    if players[0].casefold() == players[1].casefold():
        raise ValueError(f"Both players are called {players[0]}: give them different names.")
    return {
        "game": GAME,
        "format": 1,
        "level": _one_of(form.get("level", "basic"), [level for level, _ in LEVELS], "level"),
        "players": players,
        "youngest": players[int(_one_of(form.get("youngest", "0"), ["0", "1"], "youngest player"))],
        "pieces": [dict(piece) for piece in pieces],
        "house_rules": {rule.key: rule.answers[i][0] for rule in HOUSE_RULES if (i := _chosen(form, rule))},
    }


def _chosen(form: Form, rule: HouseRule) -> int:
    """The number of the answer to a house rule; 0, its default, where the form does not say."""
    allowed = [str(i) for i in range(len(rule.answers))]
    return int(_one_of(form.get(RULE + rule.key, "0"), allowed, "house rule"))


def _one_of(value: str, allowed: Sequence[str], what: str) -> str:
    if value not in allowed:
        raise ValueError(f"There is no such {what} here. Load the page again and choose one that it shows.")
    return value
