"""The small screen beside the table (480x320): who, what, the verdict, the turrets."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for

from web import live
from web.reach import code_to
from web.scene import scene

page = Blueprint("small", __name__)


@page.get("/small")
def show() -> str:
    """The page; it fetches itself anew when the table changes."""
    table = live.table()
    return render_template("small.html", **scene(table, table.now()), way=code_to(url_for("table.show")))
