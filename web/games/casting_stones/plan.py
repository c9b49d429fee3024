"""The form for a new game: its fields, its proposals, and the set-up made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from referee.inventory.casting_stones import OwnersCards, change_cards, load_cards
from referee.model.snapshot import Snapshot
from rules.casting_stones.house_rules import HOUSE_RULES
from rules.casting_stones.ring import NAMES
from rules.casting_stones.setup import COLOURS
from rules.casting_stones.stones import HAND, STARTER
from rules.core.phrases import Phrase
from web.games.casting_stones.cards import CardChoice, Owned, card_choices, collections_of, owned_before
from web.games.casting_stones.circles import Stone, stone_of
from web.games.game_pages import Form, TaughtPieces
from web.games.new_game_form import (
    LONGEST,
    HouseQuestion,
    answers,
    is_short,
    last_setup,
    names,
    one_of,
    questions,
    two_players,
)
from web.live import home

GAME = "casting-stones"
LEVELS = (
    ("basic", Phrase("Basic"), Phrase("Twelve stones, no cards. Start here.")),
    ("intermediate", Phrase("Intermediate"), Phrase("The same, with the cards Double Potion and Charms.")),
    ("advanced", Phrase("Advanced"), Phrase("Each of you brings ten own stones and three or more own cards.")),
)
NO_STONES = Phrase("No stones are taught yet. Open “Set up” and teach them: two pictures for up to twenty stones.")
LEARNING = Phrase("The simulated table is still getting to know its own stones: they appear here in a moment.")
TURRETS = 12  # fields for names; no mat has more


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's line in the form."""

    name: str
    youngest: bool
    colour: str


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the form shows.

    ``starters`` are ticked for a Basic or Intermediate game, ``owned`` for an Advanced one; ``turrets`` as they stand
    around the mat.
    """

    level: str
    seats: tuple[Seat, ...]
    stones: tuple[Stone, ...]
    starters: frozenset[str]
    owned: Owned
    cards: tuple[CardChoice, ...]
    turrets: tuple[str, ...]
    questions: tuple[HouseQuestion, ...]
    no_stones: str
    levels: tuple[tuple[str, str, str], ...] = LEVELS
    most_turrets: int = TURRETS
    colours: tuple[str, ...] = COLOURS


def plan_of(snapshot: Snapshot, pieces: TaughtPieces) -> Plan:
    """The form, filled in with what was played last; but who brought what is no secret only once that game is over."""
    last = last_setup(snapshot, GAME)
    players = tuple(last.get("players", ("", "")))
    youngest = last.get("youngest", players[0])
    colours = {**dict(zip(players, COLOURS, strict=False)), **last.get("colours", {})}
    inventory, usable = load_cards(home()), playable(pieces)
    over = snapshot.table is not None and snapshot.table.setup is last and not snapshot.table.asks
    secret = last.get("level") == "advanced" and not over
    owned = owned_before(inventory, () if secret else players, usable)
    return Plan(
        level=last.get("level", "basic"),
        seats=tuple(
            Seat(name, name == youngest and (bool(name) or i == 0), colours[name] if name else COLOURS[i])
            for i, name in enumerate(players)
        ),
        stones=tuple(stone_of(piece) for piece in usable),
        starters=frozenset(starter_set(usable, last)),
        owned=owned,
        cards=card_choices(inventory, owned),
        turrets=inventory.turrets,
        questions=questions(HOUSE_RULES, last.get("house_rules", {})),
        no_stones=no_stones(snapshot.simulated),
    )


def no_stones(simulated: bool) -> str:
    """Why there are no stones to play with, and the next step."""
    return LEARNING if simulated else NO_STONES


def playable(pieces: TaughtPieces) -> TaughtPieces:
    """The taught stones that can be played: their name, number and type are known."""
    return [piece for piece in pieces if piece.get("type") and piece.get("number")]


def starter_set(pieces: TaughtPieces, last: Mapping[str, Any]) -> list[str]:
    """The stones of the last game where they are all here, else the first that make a starter set."""
    here = [str(piece["piece"]) for piece in pieces]
    before = [str(piece["piece"]) for piece in last.get("pieces", ())]
    if len(before) == sum(STARTER.values()) and set(before) <= set(here):
        return before
    return [
        str(piece["piece"])
        for kind, count in STARTER.items()
        for piece in [piece for piece in pieces if piece["type"] == kind][:count]
    ]


def setup_of(form: Form, pieces: TaughtPieces) -> dict[str, Any]:
    """Line 1 of the game that the form describes; the game's own rules judge the rest of it.

    The mat's turrets and the collections are remembered for the next game.

    Raises:
        ValueError: with one sentence for people, where the form is not filled in properly.
    """
    players, inventory = two_players(form, "Casting Stones"), load_cards(home())
    level = one_of(form.get("level", "basic"), [level for level, *_ in LEVELS])
    house = answers(HOUSE_RULES, form)
    turrets = _turrets(form, int(house.get("turret_count", len(NAMES))))
    body = {
        "game": GAME,
        "format": 1,
        "level": level,
        "players": players,
        "youngest": players[int(one_of(form.get("youngest", "0"), ["0", "1"]))],
        "house_rules": house,
        **_colours(form, players),
        **({"turrets": list(turrets)} if turrets else {}),
    }
    if turrets:
        inventory = replace(inventory, turrets=turrets)
    if level == "advanced":
        brought = collections_of(form, players, playable(pieces), inventory)
    else:
        brought = {"pieces": _starters(form, playable(pieces))}
    change_cards(home(), lambda before: _remembering(before, turrets, brought.get("collections", {})))
    return {**body, **brought}


def dealt(setup: Mapping[str, Any], chance: Random) -> Mapping[str, Any]:
    """A set-up of a Basic game with a random hand for each player, and a random one of them to begin."""
    left = list(setup["pieces"])
    chance.shuffle(left)
    hands: dict[str, list[str]] = {}
    for player in setup["players"]:
        hand = [piece for kind, count in HAND.items() for piece in _of_kind(left, kind)[:count]]
        left = [piece for piece in left if piece not in hand]
        hands[player] = [piece["piece"] for piece in hand]
    return {**setup, "youngest": chance.choice(setup["players"]), "hands": hands}


def _of_kind(pieces: TaughtPieces, kind: str) -> TaughtPieces:
    return [piece for piece in pieces if piece["type"] == kind]


def _remembering(inventory: OwnersCards, turrets: tuple[str, ...], collections: Mapping[str, Any]) -> OwnersCards:
    """*inventory* with the mat (where one was described) and the collections of this game."""
    return replace(
        inventory, turrets=turrets or inventory.turrets, collections={**inventory.collections, **collections}
    )


def _colours(form: Form, players: list[str]) -> dict[str, Any]:
    """The gems' colours from the form if it has both, else the game's default colours."""
    colours = [form.get(f"colour.{i}", "") for i in range(2)]
    if not any(colours):
        return {}
    if colours[0] == colours[1]:
        raise ValueError(Phrase("Both players have gems of the same colour: give each another one."))
    return {"colours": dict(zip(players, (one_of(c, COLOURS) for c in colours), strict=True))}


def _turrets(form: Form, count: int) -> tuple[str, ...]:
    """The turrets' names in the order on the mat; empty where the form has none, or only those of another mat."""
    turrets = tuple(name for name in names(form, "turret") if name)
    if not turrets or (turrets == NAMES and count != len(NAMES)):
        return ()
    if len(turrets) != count or len(set(turrets)) != count:
        raise ValueError(Phrase("Name each of your mat's {count} turrets once, in their order around it.", count=count))
    if not all(map(is_short, turrets)):
        raise ValueError(Phrase("A turret's name has at most {most} letters.", most=LONGEST))
    return turrets


def _starters(form: Form, pieces: TaughtPieces) -> list[dict[str, Any]]:
    """The stones that were ticked; a form without ticks means the proposed ones."""
    ticked = form.getlist("stone") or starter_set(pieces, {})
    return [dict(piece) for piece in pieces if piece["piece"] in ticked]
