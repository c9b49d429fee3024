"""Casting Stones as the page draws it: the ring of turrets, hands, vaults, libraries, and the casting circles.

All of it is read off the game's own view for whoever looks (docs/facts/casting-stones.md); nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from rules.casting_stones.cards.cards import Card
from rules.core.asks import Option
from rules.core.fold import Entry
from rules.core.phrases import Phrase, joined
from web.games.casting_stones.cards import card_words
from web.games.casting_stones.circles import (
    Arc,
    Cast,
    Chance,
    Stone,
    Turret,
    arcs_of,
    casts_of,
    chances,
    stone_of,
    turn_winner,
    turrets_of,
)

FEW = 8  # options that need no groups
TITLES = {
    "gem": Phrase("Put a gem"),
    "move-gem": Phrase("Move a gem"),
    "swap-gem": Phrase("Swap two gems"),
    "swap-card": Phrase("Swap a card"),
    "knock-gem": Phrase("Send a gem home"),
    "knock-stone": Phrase("Knock a stone out"),
    "knock-card": Phrase("Knock a card out"),
}


@dataclass(frozen=True, slots=True)
class Printed:
    """A casting card as it is drawn; ``words`` is what it needs and gives."""

    id: str
    name: str
    words: str
    counter_spell: bool


@dataclass(frozen=True, slots=True)
class Vault:
    """A private vault: everybody sees how much it holds; ``stones`` and ``cards`` are empty for all but its owner."""

    stones_left: int
    cards_left: int
    stones: tuple[Stone, ...]
    cards: tuple[Printed, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """A player's gems that are left, hand, vault and cards; ``called`` is the name of the card called in this turn.

    ``next`` says where one more gem wins; empty where it wins nowhere.
    """

    name: str
    colour: str
    gems: int
    hand: tuple[Stone, ...]
    cards: tuple[Printed, ...]
    used_cards: tuple[Printed, ...]
    called: str
    vault: Vault | None
    next: str


@dataclass(frozen=True, slots=True)
class Board:
    """All that the page draws of a game."""

    level: str = "basic"
    phase: str = ""
    stones: Mapping[str, Stone] = field(default_factory=dict)
    cards: Mapping[str, Printed] = field(default_factory=dict)
    players: tuple[Player, ...] = ()
    casts: tuple[Cast, ...] = ()
    odds: tuple[Chance, ...] = ()
    turrets: tuple[Turret, ...] = ()
    arcs: tuple[Arc, ...] = ()
    middle: tuple[Stone, ...] = ()
    vault: tuple[Stone, ...] = ()
    winner: str | None = None
    turn_winner: str | None = None
    turn: int = 0
    first: str = ""

    def colour_of(self, player: str) -> str:
        """The colour of a player's gems; "none" before it is chosen."""
        return next((p.colour for p in self.players if p.name == player), "none")

    def stone(self, piece: str) -> Stone:
        """The stone to draw for a piece."""
        return self.stones.get(piece) or Stone(piece, piece, "plain", None)

    def stones_in(self, pick: str) -> list[Stone]:
        """The stones that an option names, to be drawn on its button."""
        return [self.stones[word] for word in pick.split() if word in self.stones]

    def card_in(self, pick: str) -> Printed | None:
        """The one card that an option names."""
        named = [self.cards[word] for word in pick.split() if word in self.cards]
        return named[0] if len(named) == 1 else None

    @property
    def ring_words(self) -> str:
        """The ring of turrets in words, for screen readers."""
        held = [f"{turret.name}: {turret.owner}" for turret in self.turrets if turret.owner]
        return Phrase(
            "{number} turrets in a ring. {held}.",
            number=len(self.turrets),
            held=joined(", ", held) or Phrase("All are empty"),
        )


def board(view: Mapping[str, Any], entries: Sequence[Entry]) -> Board:
    """The board that shows *view*; *entries*, the plays that stand, say in which throw each stone was last seen."""
    turrets, stones = turrets_of(view), {stone.id: stone for stone in _everywhere(view)}
    players = tuple(_player(name, seat, turrets) for name, seat in view["seats"].items())
    return Board(
        level=view["level"],
        phase=view["phase"],
        stones=stones,
        cards={card.id: card for player in players for card in _cards_of(player)},
        players=players,
        casts=casts_of(view, entries),
        odds=chances(view, stones),
        turrets=turrets,
        arcs=arcs_of(turrets, bool(view["house_rules"].get("ring_open"))),
        middle=tuple(map(stone_of, view["middle"])),
        vault=tuple(map(stone_of, view["vault"])),
        winner=view["winner"],
        turn_winner=turn_winner(view),
        turn=view["turn"],
        first=view["casts_first"],
    )


def _everywhere(view: Mapping[str, Any]) -> Iterator[Stone]:
    for seat in view["seats"].values():
        yield from map(stone_of, seat["hand"])
        yield from map(stone_of, (seat["vault"] or {}).get("stones", ()))
    for pile in (view["middle"], view["vault"]):
        yield from map(stone_of, pile)


def _player(name: str, seat: Mapping[str, Any], turrets: Sequence[Turret]) -> Player:
    wins = [turret.name for turret in turrets if turret.number in seat["wins_with"]]
    return Player(
        name=name,
        colour=seat["colour"],
        gems=seat["gems_left"],
        hand=tuple(map(stone_of, seat["hand"])),
        cards=tuple(map(printed, seat["library"])),
        used_cards=tuple(map(printed, seat["used_cards"])),
        called=next(
            (card["name"] for card in seat["library"] + seat["used_cards"] if card["card"] == seat["called"]), ""
        ),
        vault=_vault(seat["vault"]) if seat["vault"] else None,
        next=Phrase("{player} wins with a gem on: {turrets}.", turrets=joined(", ", wins), player=name) if wins else "",
    )


def _vault(vault: Mapping[str, Any]) -> Vault:
    stones, cards = tuple(map(stone_of, vault.get("stones", ()))), tuple(map(printed, vault.get("cards", ())))
    return Vault(vault["stones_left"], vault["cards_left"], stones, cards)


def _cards_of(player: Player) -> tuple[Printed, ...]:
    return player.cards + player.used_cards + (player.vault.cards if player.vault else ())


def printed(body: Mapping[str, Any]) -> Printed:
    """A card of a view."""
    lists: dict[str, Any] = {field: tuple(body[field]) for field in ("symbols", "numbers", "holds", "gives")}
    plain: dict[str, Any] = {field: body[field] for field in ("card", "name", "row", "even_lost", "counter_spell")}
    card = Card(**plain, **lists)
    return Printed(card.card, card.name, body["words"] or card_words(card), card.counter_spell)


@dataclass(frozen=True, slots=True)
class Group:
    """Options under one title; an empty title for those that need none.

    ``gives``: the stone given in these swaps.  ``places``: the turrets' names, where a gem is put on one of them.
    """

    title: str
    options: tuple[Option, ...]
    gives: Stone | None = None
    places: tuple[str, ...] = ()


def groups(options: Sequence[Option], board: Board) -> list[Group]:
    """The options by what they do, swaps of stones by the stone that is given away."""
    if len(options) > 1 and all(option.pick.startswith("gem ") for option in options):
        names = {str(turret.number): turret.name for turret in board.turrets}
        return [Group("", tuple(options), places=tuple(names[option.pick.split()[1]] for option in options))]
    if len(options) <= FEW:
        return [Group("", tuple(options))]
    return [_group(key, tuple(some), board) for key, some in groupby(options, _key)]


def _key(option: Option) -> tuple[str, str]:
    verb, *about = option.pick.split()
    return verb, about[0] if verb == "swap-stone" else ""


def _group(key: tuple[str, str], options: tuple[Option, ...], board: Board) -> Group:
    verb, piece = key
    if not piece:
        return Group(TITLES.get(verb, ""), options)
    stone = board.stone(piece)
    return Group(Phrase("Give {stone} for", stone=stone.name), options, stone)
