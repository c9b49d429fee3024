"""The owner's casting cards, each described once in a small form, and what each player brings to an Advanced game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from calibration.teaching.ids import free_id
from referee.inventory.casting_stones import OwnersCards, forget_card, keep_card, load_cards
from rules.casting_stones.cards.cards import GIVES, KNOWN, Card, cards_of
from rules.casting_stones.casts import KINDS, SIDES
from rules.casting_stones.setup import COLLECTION, LIBRARY
from rules.casting_stones.stones import CATALOGUE
from rules.core.game import id_word, plain_name
from rules.core.phrases import Phrase, joined, listing
from web.games.game_pages import Form, TaughtPieces, all_games
from web.live import devices, done, home, table
from web.pages.table_view import page_frame, styling_of
from web.security.rights import need_host

page = Blueprint("cards", __name__, url_prefix="/cards")
STONES, GAINS = 5, 4  # lines of the form
LONGEST = 200
BLANK: Mapping[str, Any] = {"gives": ["gem"]}
GIVE_WORDS = {
    "gem": Phrase("a gem on any empty turret"),
    "swap": Phrase("a swap"),
    "knock-out": Phrase("a knock-out"),
    "by-hand": Phrase("something else: you do it and tell what changed"),
}
OWNER, CARDS = "owner.", "cards."
SECOND = "-2"  # the end of the second player's card id where both bring the same card
Owned = tuple[frozenset[str], frozenset[str]]  # what is ticked for the first and for the second player


@page.get("")
def show() -> str:
    """All cards, and the form for another one."""
    return _page(BLANK, "")


@page.get("/<card>")
def change(card: str) -> str:
    """The form for a card that was described before."""
    body = load_cards(home()).cards.get(card)
    if body is None:
        raise NotFound
    return _page(body, card)


@page.post("")
def describe() -> Response:
    """Keep the card that the form describes."""
    need_host()
    try:
        body = card_of(request.form, load_cards(home()).cards)
        keep_card(home(), body)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    return done(Phrase("{card} is described: any game may be played with it now.", card=body["name"]))


@page.post("/<card>/forget")
def forget(card: str) -> Response:
    """Remove a card that the owner no longer has."""
    need_host()
    forget_card(home(), card)
    return done(Phrase("The card is forgotten. Games that were begun with it go on."))


def card_of(form: Form, described: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The card as a set-up describes it; *described* are the owner's cards by id.

    Raises:
        BadRequest: where it has no name, or a field is beyond all measure.
        SentenceError: where a text has an invisible character.
    """
    texts = {field: plain_name(form.get(field, "")) for field in ("name", "words")}
    if not texts["name"] or any(len(text) > LONGEST for text in form.values()):
        raise BadRequest(Phrase("Give the card its name, as it is printed."))
    stones = [(plain_name(form.get(f"stone.{i}", "")), form.get(f"side.{i}")) for i in range(STONES)]
    counter = "counter_spell" in form
    gives = [give for i in range(GAINS) if (give := form.get(f"gives.{i}", ""))]
    return {
        "card": form.get("card") or _id(texts["name"], described),
        "name": texts["name"],
        "row": form.get("row", ""),
        "symbols": [name for name, side in stones if name and side != "number"],
        "numbers": [name for name, side in stones if name and side == "number"],
        "holds": form.getlist("holds"),
        "even_lost": "even_lost" in form,
        "counter_spell": counter,
        "gives": [] if counter else gives,
        "words": texts["words"],
    }


def _id(name: str, described: Mapping[str, Mapping[str, Any]]) -> str:
    """The id of a card, made from its name; never that of another card, or of one that comes with the program."""
    word = f"card:{id_word(name, 'nameless')}"
    others = (card for card, body in described.items() if body.get("name") != name)
    return free_id(f"{word}-own" if word in KNOWN else word, {*others})


def _page(body: Mapping[str, Any], card: str) -> str:
    inventory, now = load_cards(home()), table().now()
    cards = [(one, card_words(one), one.card in inventory.cards) for one in all_cards(inventory).values()]
    stones = [
        *((name, "symbol") for name in body.get("symbols", ())),
        *((n, "number") for n in body.get("numbers", ())),
    ]
    taught = [str(stone["name"]) for stone in devices().stones()]
    on_turrets = [(f"gem {name}", Phrase("a gem on {turret}", turret=name)) for name in inventory.turrets]
    return render_template(
        "casting_stones/cards.html",
        **{
            **page_frame(now),
            **styling_of(all_games()["casting-stones"]),
            "back": url_for("casting_stones.cards.show"),
        },
        cards=cards,
        card=card,
        described=body,
        stones=[*stones, *[("", "symbol")] * STONES][:STONES],
        names=sorted({*taught, *(entry.name for entry in CATALOGUE)}),
        turrets=inventory.turrets,
        rows=KINDS,
        sides=SIDES,
        gives=[*((give, GIVE_WORDS[give]) for give in GIVES), *on_turrets],
        gains=[*body.get("gives", ()), *[""] * GAINS][:GAINS],
    )


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card in the form; ``words``: what it does; ``owners``: the players (0, 1) for whom it is ticked."""

    id: str
    name: str
    words: str
    owners: tuple[int, ...]


def owned_before(inventory: OwnersCards, players: Sequence[str], pieces: TaughtPieces) -> Owned:
    """What both players brought to their last game; for new players the stones are shared out in turn."""
    collections = [inventory.collections.get(player) for player in players]
    if collections and all(collections):
        one, two = (frozenset((*own["stones"], *map(_kind, own["cards"]))) for own in collections if own)
        return one, two - one | (two & frozenset((*KNOWN, *inventory.cards)))
    here = [str(piece["piece"]) for piece in pieces]
    cards = frozenset(KNOWN)
    return frozenset(here[: 2 * COLLECTION : 2]) | cards, frozenset(here[1 : 2 * COLLECTION : 2]) | cards


def card_choices(inventory: OwnersCards, owned: Owned) -> tuple[CardChoice, ...]:
    """Every card that a player may bring to a game, ticked for those who own it."""
    cards = all_cards(inventory)
    return tuple(
        CardChoice(card.card, card.name, card_words(card), tuple(i for i in (0, 1) if card.card in owned[i]))
        for card in cards.values()
    )


def all_cards(inventory: OwnersCards) -> dict[str, Card]:
    """The cards that come with the program, then those that the owner described."""
    described = {card: body for card, body in inventory.cards.items() if card not in KNOWN}
    named = [turret for body in described.values() for turret in _turrets_in(body)]
    return {**KNOWN, **cards_of(list(described.values()), [*inventory.turrets, *named])}


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
    """The set-up's pieces, cards and collections, from the fields of the form.

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
            short = Phrase("{player} brings ten stones to an Advanced game; {count} are ticked.")
            raise ValueError(short.about(player=player, count=len(own)))
    if len(cards[0]) != len(cards[1]) or len(cards[0]) < LIBRARY:
        ticked = [f"{player} {len(own)}" for player, own in zip(players, cards, strict=True)]
        unequal = Phrase("Both bring the same number of cards, at least {fewest}. Ticked are: {ticked}.")
        raise ValueError(unequal.about(fewest=LIBRARY, ticked=listing(ticked)))


def _copy(card: str, inventory: OwnersCards) -> dict[str, Any]:
    """A second copy of *card*, as a set-up describes it: people may own two of one card."""
    known = all_cards(inventory)[card]
    lists = {field: list(getattr(known, field)) for field in ("symbols", "numbers", "holds", "gives")}
    yes = {"even_lost": known.even_lost, "counter_spell": known.counter_spell}
    return {
        "card": card + SECOND,
        "name": known.name,
        "row": known.row,
        "words": known.words,
        **lists,
        **yes,
    }


def _kind(card: str) -> str:
    """The id of a card without the mark of a second copy."""
    return card.removesuffix(SECOND)
