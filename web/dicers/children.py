"""Dicers for somebody who cannot read yet: two big dice, two big numbers, and whose turn it is."""

from __future__ import annotations

from flask import Blueprint, render_template

from web import live
from web.dicers.drawing import TOOLS
from web.pages import all_games
from web.scene import dress_of, scene

page = Blueprint("children", __name__, url_prefix="/children")


@page.get("")
def show() -> str:
    """The page; it fetches itself anew when the table changes."""
    table = live.table()
    return render_template(
        "dicers/children.html", **{**scene(table, table.now()), **dress_of(all_games()["dicers"]), **TOOLS}
    )
