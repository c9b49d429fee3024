"""What each player brings to an Advanced game: ten own stones and own cards, told once and proposed again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.inventory.cards import OwnersCards
from rules.casting_stones.cards.cards import KNOWN, Card, cards_of
from rules.casting_stones.setup import COLLECTION, LIBRARY
from rules.core.phrases import Phrase, joined
from web.games.game_pages import Form, TaughtPieces

OWNER, CARDS = "owner.", "cards."
SECOND = "-2"  # of two real cards alike the second player's
Owned = tuple[frozenset[str], frozenset[str]]  # what is ticked for the first and for the second player


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card in the form, with what it says in short; ``owners`` (0, 1) have it ticked."""

    id: str
    name: str
    words: str
    owners: tuple[int, ...]


def owned_before(inventory: OwnersCards, players: Sequence[str], pieces: TaughtPieces) -> Owned:
    """What both brought last time; for players nobody knows yet the stones are shared out in turn."""
    kept = [inventory.collections.get(player) for player in players]
    if kept and all(kept):
        one, two = (frozenset((*own["stones"], *map(_kind, own["cards"]))) for own in kept if own)
        return one, two - one | (two & frozenset((*KNOWN, *inventory.cards)))
    here = [str(piece["piece"]) for piece in pieces]
    cards = frozenset(KNOWN)
    return frozenset(here[: 2 * COLLECTION : 2]) | cards, frozenset(here[1 : 2 * COLLECTION : 2]) | cards


def card_choices(inventory: OwnersCards, owned: Owned) -> tuple[CardChoice, ...]:
    """Every card that may be brought."""
    cards = all_cards(inventory)
    return tuple(
        CardChoice(card.card, card.name, card_words(card), tuple(i for i in (0, 1) if card.card in owned[i]))
        for card in cards.values()
    )


def all_cards(inventory: OwnersCards) -> dict[str, Card]:
    """The cards that come with the program, then those that the owner described."""
    told = {card: body for card, body in inventory.cards.items() if card not in KNOWN}
    named = [turret for body in told.values() for turret in _turrets_in(body)]
    return {**KNOWN, **cards_of(list(told.values()), [*inventory.turrets, *named])}


def _turrets_in(body: Mapping[str, Any]) -> list[str]:
    gems = [give.removeprefix("gem ") for give in body.get("gives", ()) if give.startswith("gem ")]
    return [*body.get("holds", ()), *gems]


TWO_IN_A_ROW = {
    "spell": Phrase("two Spells in a row"),
    "potion": Phrase("two Potions in a row"),
    "charm": Phrase("two Charms in a row"),
}


def card_words(card: Card) -> str:
    """What a card needs and gives, in one line."""
    shows = [
        *(Phrase("{name}: symbol", name=name) for name in card.symbols),
        *(Phrase("{name}: number", name=name) for name in card.numbers),
    ]
    needs = [
        *([TWO_IN_A_ROW[card.row]] if card.row else []),
        *([joined(", ", shows)] if shows else []),
        *([Phrase("your gems on {turrets}", turrets=", ".join(card.holds))] if card.holds else []),
    ]
    if card.counter_spell:
        return Phrase("Counter Spell. {needs}: it counts as a Spell.", needs=joined("; ", needs))
    won = Phrase("won or not") if card.even_lost else Phrase("in a turn you won")
    gifts = joined(", ", map(_gift, card.gives))
    return Phrase("{needs}, {won}: {gifts}.", needs=joined("; ", needs), won=won, gifts=gifts)


def _gift(give: str) -> str:
    if give.startswith("gem "):
        return Phrase("a gem on {turret}", turret=give.removeprefix("gem "))
    return {"gem": Phrase("a gem"), "swap": Phrase("a swap"), "knock-out": Phrase("a knock-out")}.get(
        give, Phrase("what the card says")
    )


def collections_of(form: Form, players: Sequence[str], pieces: TaughtPieces, inventory: OwnersCards) -> dict[str, Any]:
    """The set-up's pieces, cards and collections, as the form tells them.

    Raises:
        ValueError: with one sentence for people.
    """
    stones = [[str(p["piece"]) for p in pieces if form.get(OWNER + str(p["piece"])) == str(i)] for i in (0, 1)]
    cards = [form.getlist(f"{CARDS}{i}") for i in (0, 1)]
    _check(players, stones, cards)
    both = [card for card in cards[1] if card in cards[0]]
    brought = [cards[0], [card + SECOND if card in both else card for card in cards[1]]]
    bodies = [inventory.body(card) for card in dict.fromkeys((*cards[0], *cards[1]))]
    return {
        "pieces": [dict(piece) for piece in pieces if any(piece["piece"] in own for own in stones)],
        "cards": [*bodies, *(_copy(card, inventory) for card in both)],
        "collections": {
            player: {"stones": own, "cards": lib} for player, own, lib in zip(players, stones, brought, strict=True)
        },
    }


def _check(players: Sequence[str], stones: Sequence[Sequence[str]], cards: Sequence[Sequence[str]]) -> None:
    for player, own in zip(players, stones, strict=True):
        if len(own) != COLLECTION:
            raise ValueError(f"{player} brings ten stones to an Advanced game; {len(own)} are ticked.")
    if len(cards[0]) != len(cards[1]) or len(cards[0]) < LIBRARY:
        told = " and ".join(f"{player} {len(own)}" for player, own in zip(players, cards, strict=True))
        raise ValueError(f"Both bring the same number of cards, at least {LIBRARY}; {told} are ticked.")


def _copy(card: str, inventory: OwnersCards) -> dict[str, Any]:
    """Another real card that says the same."""
    told = all_cards(inventory)[card]
    lists = {field: list(getattr(told, field)) for field in ("symbols", "numbers", "holds", "gives")}
    yes = {"even_lost": told.even_lost, "counter_spell": told.counter_spell}
    return {"card": card + SECOND, "name": told.name, "row": told.row, "words": told.words, **lists, **yes}


def _kind(card: str) -> str:
    """The card that a second copy is a copy of."""
    return card.removesuffix(SECOND)
