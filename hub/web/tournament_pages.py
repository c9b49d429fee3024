"""The pages of a tournament: begin it, draw rounds, enter results."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, render_template, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from hub.ladder import evening_of, utc_span
from hub.tournaments import Tournament, standings
from hub.web.public_pages import hub
from rules.core.phrases import Phrase
from web.live import done
from web.pages.actions import number, text
from web.security.rights import need_host

page = Blueprint("tournament", __name__, url_prefix="/pairings")


@page.get("")
def show() -> str:
    """Show all rounds and the standings."""
    found = _latest()
    table = standings(found.players, found.rounds) if found else []
    return render_template("tournament.html", tournament=found, standings=table, back=request.path)


@page.post("")
def begin() -> Response:
    """Begin a tournament; it replaces the one before."""
    need_host()
    hub().store.tournaments.begin(request.form.get("name", ""), request.form.get("players", "").splitlines())
    return done(Phrase("The tournament begins: draw the first round."))


@page.post("/draw")
def draw() -> Response:
    """Draw the next round."""
    need_host()
    hub().store.tournaments.draw(_current(), hub().clock())
    return done(Phrase("The next round is drawn."))


@page.post("/result")
def result() -> Response:
    """Enter the result of a pair by hand."""
    need_host()
    hub().store.tournaments.result(_current(), text("round"), number("board"), request.form.get("result", ""))
    return done(Phrase("Entered."))


def _latest() -> Tournament | None:
    since = hub().store.tournaments.latest()
    if since is None or not since.began:
        return since
    day = evening_of(datetime.now())
    _, until = utc_span(day, day)
    return hub().store.tournaments.latest(hub().store.ended(since.began[0], until))


def _current() -> Tournament:
    found = _latest()
    if found is None:
        raise BadRequest(Phrase("There is no tournament yet: begin one first."))
    return found
