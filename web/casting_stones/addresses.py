"""The addresses that only Casting Stones has."""

from __future__ import annotations

from flask import Blueprint, render_template

from rules.casting_stones.messages import SUMMARY
from rules.casting_stones.rulebook import BOOK
from web.casting_stones import cards, record
from web.live import table
from web.pages import all_games
from web.scene import dress_of, frame_of

page = Blueprint("casting_stones", __name__, url_prefix="/casting-stones")
page.register_blueprint(cards.page)
page.register_blueprint(record.page)


@page.get("/summary")
def summary() -> str:
    """Who beats whom, on one page."""
    frame = {**frame_of(table().now()), **dress_of(all_games()["casting-stones"]), "book": BOOK}
    return render_template("casting_stones/summary.html", **frame, summary=SUMMARY)
