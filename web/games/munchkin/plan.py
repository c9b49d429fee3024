"""The form for a new game of Munchkin: who plays, how much of it, with which cards and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.inventory import munchkin_cards as box
from referee.model.snapshot import Snapshot
from rules.core.game import player_key
from rules.core.phrases import Phrase
from rules.munchkin.house_rules import HOUSE_RULES
from rules.munchkin.setup import SEXES
from web import live
from web.games.game_pages import Form, TaughtPieces
from web.games.new_game_form import LONGEST, HouseQuestion, answers, is_short, last_setup, names, one_of, questions

GAME = "munchkin"
SEATS = 6
WAYS = (
    ("own", Phrase("Levels and fights"), Phrase("Everybody counts their own cards.")),
    ("levels", Phrase("Only the Levels"), Phrase("For any Munchkin: the table keeps the score.")),
    ("turn", Phrase("The whole game, from the first turn"), Phrase("The table also counts the cards in the hands.")),
    (
        "create",
        Phrase("The whole game, from the first eight cards"),
        Phrase("Everybody lays down first cards, then the turns begin."),
    ),
)
HOUSES = ("", "Gryffindor", "Hufflepuff", "Ravenclaw", "Slytherin")
OPTIONS = ("listen_at_the_door", "draw_treasure", "shared_victory", "epic")


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's line in the form."""

    name: str
    house: str
    sex: str
    first: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the form shows; ``options`` are the house rules that make another game, ``questions`` the others."""

    seats: tuple[Seat, ...]
    way: str
    options: tuple[HouseQuestion, ...]
    questions: tuple[HouseQuestion, ...]
    cards: int
    ways: tuple[tuple[str, str, str], ...] = WAYS
    houses: tuple[str, ...] = HOUSES
    sexes: tuple[str, ...] = SEXES


def plan(snapshot: Snapshot, pieces: TaughtPieces) -> Mapping[str, Any]:
    """The form, filled in with the players and options of the game on the table."""
    last = last_setup(snapshot, GAME)
    asked = questions(HOUSE_RULES, last.get("house_rules", {}))
    form = Plan(
        seats=_seats(last),
        way=_way(last),
        options=tuple(question for question in asked if question.key in OPTIONS),
        questions=tuple(question for question in asked if question.key not in OPTIONS),
        cards=len(box.saved_cards(live.home())),
    )
    return {"plan": form}


def _way(last: Mapping[str, Any]) -> str:
    """How the last game was played; the first way where there was none."""
    if last.get("level") == "levels":
        return "levels"
    return "own" if last.get("hands") == "own" or not last else str(last.get("begin", "create"))


def _seats(last: Mapping[str, Any]) -> tuple[Seat, ...]:
    names = [*last.get("players", ()), *("",) * SEATS][:SEATS]
    characters = last.get("characters", {})
    first = last.get("first", names[0])
    entered = (characters.get(name, {}) for name in names)
    return tuple(
        Seat(name, who.get("house", ""), who.get("sex", ""), name == first and (bool(name) or i == 0))
        for i, (name, who) in enumerate(zip(names, entered, strict=True))
    )


def setup_of(form: Form, pieces: TaughtPieces) -> dict[str, Any]:
    """Line 1 of the game that the form describes; the game's own rules judge the rest of it.

    Raises:
        ValueError: with one sentence for people, where the form is not filled in properly.
    """
    fields = names(form, "player")
    players = [name for name in fields if name]
    _check_names(players)
    way = one_of(form.get("way", "own"), [way for way, *_ in WAYS])
    setup = {"game": GAME, "format": 1, "players": players, "house_rules": answers(HOUSE_RULES, form)}
    if way == "levels":
        return {**setup, "level": "levels"}
    return {
        **setup,
        "first": _first(form, fields) or players[0],
        **({"begin": "turn", "hands": "own"} if way == "own" else {"begin": way}),
        "characters": _characters(form, fields),
        "cards": [dict(body) for body in box.saved_cards(live.home())],
    }


def _check_names(players: Sequence[str]) -> None:
    if not 3 <= len(players) <= SEATS:
        raise ValueError(
            Phrase("Munchkin is for three to six players, and {named} have a name here.", named=len(players))
        )
    if not all(map(is_short, players)):
        raise ValueError(Phrase("A player's name has at most {most} letters.", most=LONGEST))
    if len(set(map(player_key, players))) < len(players):
        raise ValueError(Phrase("Two players have the same name: give them different ones."))


def _first(form: Form, fields: Sequence[str]) -> str:
    return fields[int(one_of(form.get("first", "0"), [str(i) for i in range(len(fields))]))]


def _characters(form: Form, fields: Sequence[str]) -> dict[str, dict[str, str]]:
    houses, sexes = form.getlist("house"), form.getlist("sex")
    entered = {
        name: {"house": one_of(house, HOUSES), "sex": one_of(sex, SEXES)}
        for name, house, sex in zip(fields, houses, sexes, strict=False)
        if name
    }
    return {name: {key: value for key, value in who.items() if value} for name, who in entered.items()}
