"""The owner's casting cards: each is described once, in a small form, and may be brought to any later game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from referee.inventory.cards import forget_card, keep_card, load_cards
from rules.casting_stones.cards.cards import GIVES, KNOWN, ROWS
from rules.casting_stones.pieces.catalogue import CATALOGUE
from rules.core.phrases import Phrase
from web.games.casting_stones.collections import all_cards, card_words
from web.games.game_pages import Form, all_games
from web.live import devices, done, home, table
from web.pages.table_view import page_frame, styling_of
from web.security.rights import need_host

page = Blueprint("cards", __name__, url_prefix="/cards")
STONES, GAINS = 5, 4  # lines of the form
LONGEST = 200
SIDES = ("symbol", "number")
BLANK: Mapping[str, Any] = {"gives": ["gem"]}
GIVE_WORDS = {
    "gem": Phrase("a gem on any empty turret"),
    "swap": Phrase("a swap"),
    "knock-out": Phrase("a knock-out"),
    "by-hand": Phrase("something else: you do it and tell what changed"),
}


@page.get("")
def show() -> str:
    """All cards, and the form for another one."""
    return _page(BLANK, "")


@page.get("/<card>")
def change(card: str) -> str:
    """The form for a card that was described before."""
    told = load_cards(home()).cards.get(card)
    if told is None:
        raise NotFound
    return _page(told, card)


@page.post("")
def describe() -> Response:
    """Keep the card that the form describes."""
    need_host()
    told = card_of(request.form)
    try:
        keep_card(home(), told)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    return done(Phrase("{told} is described: any game may be played with it now.", told=told["name"]))


@page.post("/<card>/forget")
def forget(card: str) -> Response:
    """The owner has it no longer."""
    need_host()
    forget_card(home(), card)
    return done(Phrase("The card is forgotten. Games that were begun with it go on."))


def card_of(form: Form) -> dict[str, Any]:
    """The card as a set-up describes it.

    Raises:
        BadRequest: where it has no proper name, or a field is beyond all measure.
    """
    texts = {field: " ".join(form.get(field, "").split()) for field in ("name", "words")}
    if not texts["name"] or any(len(text) > LONGEST for text in form.values()):
        raise BadRequest(Phrase("Give the card its name, as it is printed."))
    shown = [(form.get(f"stone.{i}", "").strip(), form.get(f"side.{i}")) for i in range(STONES)]
    counter = "counter_spell" in form
    gives = [give for i in range(GAINS) if (give := form.get(f"gives.{i}", ""))]
    return {
        "card": form.get("card") or _id(texts["name"]),
        "name": texts["name"],
        "row": form.get("row", ""),
        "symbols": [name for name, side in shown if name and side != "number"],
        "numbers": [name for name, side in shown if name and side == "number"],
        "holds": form.getlist("holds"),
        "even_lost": "even_lost" in form,
        "counter_spell": counter,
        "gives": [] if counter else gives,
        "words": texts["words"],
    }


def _id(name: str) -> str:
    """A word for the card, unlike those that come with the program."""
    word = "card:" + (re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "nameless")
    return f"{word}-own" if word in KNOWN else word


def _page(told: Mapping[str, Any], card: str) -> str:
    inventory, now = load_cards(home()), table().now()
    cards = [(one, card_words(one), one.card in inventory.cards) for one in all_cards(inventory).values()]
    shown = [*((name, "symbol") for name in told.get("symbols", ())), *((n, "number") for n in told.get("numbers", ()))]
    taught = [str(stone["name"]) for stone in devices().stones()]
    gives = [*((give, GIVE_WORDS[give]) for give in GIVES), *((f"gem {t}", f"a gem on {t}") for t in inventory.turrets)]
    return render_template(
        "casting_stones/cards.html",
        **{
            **page_frame(now),
            **styling_of(all_games()["casting-stones"]),
            "back": url_for("casting_stones.cards.show"),
        },
        cards=cards,
        card=card,
        told=told,
        shown=[*shown, *[("", "symbol")] * STONES][:STONES],
        names=sorted({*taught, *(entry.name for entry in CATALOGUE)}),
        turrets=inventory.turrets,
        rows=ROWS,
        sides=SIDES,
        gives=gives,
        gains=[*told.get("gives", ()), *[""] * GAINS][:GAINS],
    )
