"""The set-up page: from a bare table to the first game, step by step."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from web import live

page = Blueprint("setup", __name__, url_prefix="/setup")


@page.get("")
def show() -> str:
    """What is done, what comes next, and how far to trust the eyes."""
    table = live.table()
    ready = table.readiness()
    names = {side.piece: side.name or side.piece for side in table.gallery().sides}
    return render_template("setup.html", snap=table.now(), ready=ready, names=names, back=request.path)
