"""The host's page: pair tables, begin a season."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from hub.ladder import evening_of
from hub.web.public_pages import hub
from rules.core.phrases import Phrase
from web.live import done
from web.security.rights import need_host

REASONS = {
    "not paired": Phrase("not paired"),
    "not signed": Phrase("not signed"),
    "old": Phrase("old"),
    "not understood": Phrase("not understood"),
}
"""The words for each reason in `Intake.refused`."""
page = Blueprint("club", __name__, url_prefix="/club")


@page.get("")
def show() -> str:
    """List the paired tables, with forms to pair and unpair them and to begin a season."""
    need_host()
    return _page()


@page.post("/pair")
def pair() -> str:
    """Pair a table; its code is shown this once."""
    need_host()
    name = request.form.get("name", "")
    code = hub().pair(name)
    return _page(name, code)


@page.post("/unpair")
def unpair() -> Response:
    """Remove the pairing with a table."""
    need_host()
    hub().unpair(request.form.get("table", ""))
    return done(Phrase("That table is no longer heard. Its results stay."))


@page.post("/season")
def season() -> Response:
    """Begin a season; this evening is its first."""
    need_host()
    name = request.form.get("name", "")
    hub().store.begin_season(name, evening_of(datetime.now()).isoformat())
    return done(Phrase("The season {name} begins with this evening.", name=name.strip()))


def _page(name: str = "", code: str = "") -> str:
    seasons, refused = hub().store.seasons(), sorted(hub().refused.items())
    tables = hub().board.cards
    return render_template(
        "club.html",
        tables=tables,
        seasons=seasons,
        refused=refused,
        reasons=REASONS,
        name=name,
        code=code,
        back=url_for("club.show"),
    )
