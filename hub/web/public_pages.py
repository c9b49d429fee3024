"""The public pages: all tables, the big screen, results and the ladder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import lru_cache, partial
from time import sleep
from typing import Any, cast

from babel.dates import format_date
from flask import Blueprint, Response, current_app, jsonify, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import BadRequest, ServiceUnavailable

from hub.board import Board, Card
from hub.ladder import evening_of, ladder, season_of, utc_span, why_not_counted
from hub.service import HubService
from rules.core.phrases import Catalogue, Phrase, listing, plural, translated
from sharing.public import OVER
from web.api.stream import FULL, Places
from web.languages import language, texts

page = Blueprint("table", __name__)
PING_S = 5.0
SLOWEST_S = 1.0  # least time between two events of a stream
YEARS = range(1970, 9999)  # all hours of their evenings can be converted to UTC
CACHED_CARDS = 4000  # rendered cards in the cache
CONNECTED = Phrase("Connected")
_places = Places()


def hub() -> HubService:
    """The `HubService` of the current app."""
    return cast(HubService, current_app.extensions["owleye.hub"])


def pill(service: HubService) -> dict[str, str]:
    """What the top of each page shows: ``state``, a CSS class, and ``words`` about broker, database and hub."""
    return {"state": "trouble" if service.words else "watching", "words": service.words or CONNECTED}


def victory(winners: Sequence[str], drawn: str = OVER) -> str:
    """A sentence that names the winners; *drawn* where there are none."""
    if not winners:
        return drawn
    return plural("{winners} has won", "{winners} have won", len(winners), winners=listing(winners))


@page.get("/")
def show() -> str:
    """Show all tables; those that need somebody come first."""
    cards = hub().board.cards
    needing = [card for card in cards if card.needs]
    return render_template(
        "tables.html", cards=cards, needing=needing, card_html=partial(card_html, language=language())
    )


@lru_cache(maxsize=CACHED_CARDS)
def card_html(card: Card, language: str) -> Markup:
    """The HTML of one card in *language*; cached, because most cards are unchanged when the page is loaded again."""
    return Markup(current_app.jinja_env.get_template("_card.html").render(card=card))


@page.get("/screen")
def screen() -> str:
    """Show the big screen: the latest verdicts, and the tables that need somebody."""
    board = hub().board
    return render_template("screen.html", latest=board.latest, needing=[card for card in board.cards if card.needs])


@page.get("/results")
def results() -> str:
    """Show an evening's results and ladder, and the ladder of its season."""
    day = _day(request.args.get("day", ""))
    name, begins = season_of(hub().store.seasons(), day)
    season = hub().store.ended(*utc_span(begins, day))
    since, _ = utc_span(day, day)
    evening = [game for game in season if game["ended"] >= since]
    return render_template(
        "results.html",
        day=day,
        in_words=format_date(day, "long", locale=language()),
        games=[(game, why_not_counted(game)) for game in evening],
        evening=ladder(evening),
        season=ladder(season),
        season_name=name,
    )


@page.get("/events")
def events() -> Response:
    """Server-sent events: one whenever the board has changed."""
    address = request.remote_addr or ""
    if not _places.take(address):
        raise ServiceUnavailable(FULL)
    response = Response(event_stream(hub(), request.environ, texts()), mimetype="text/event-stream")
    response.call_on_close(lambda: _places.give_back(address))
    return response


@page.get("/version")
def version() -> Response:
    """The data of an event as JSON, for pages that poll because no stream is free."""
    return jsonify(_changes(hub()))


def event_stream(service: HubService, environ: Any, texts: Catalogue) -> Iterator[str]:
    """Yield an event for each change, at most one in `SLOWEST_S`, and pings in between, until the client disconnects.

    The texts are in the language of the catalogue *texts*.
    """
    is_gone = environ.get("waitress.client_disconnected", lambda: False)
    board, known = service.board, -1
    yield "retry: 2000\n\n"
    while not is_gone():
        if board.version == known:
            yield "event: ping\ndata: {}\n\n"
        else:
            known = board.version
            yield f"event: table\ndata: {json.dumps(translated(_changes(service), texts))}\n\n"
        _wait(board, known, is_gone)


def _wait(board: Board, known: int, is_gone: Any) -> None:
    sleep(SLOWEST_S)
    for _ in range(round(PING_S)):
        if board.wait(known, SLOWEST_S) != known or is_gone():
            return


def _changes(service: HubService) -> dict[str, Any]:
    return {"id": f"{service.board.version}{service.words}", "pill": pill(service)}


def _day(text: str) -> date:
    """The date in the query string, or this evening's where it is empty.

    Raises:
        BadRequest: where *text* is not an ISO 8601 date, or in none of `YEARS`.
    """
    if not text:
        return evening_of(datetime.now())
    with suppress(ValueError):
        day = date.fromisoformat(text)
        if day.year in YEARS:
            return day
    raise BadRequest(Phrase("An evening is a day such as 2026-01-31."))
