"""Dicers as one of the games that the pages know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint

from referee.snapshot import Snapshot
from web.dicers.children import page as children
from web.dicers.drawing import TOOLS, draw
from web.dicers.editor import page as editor
from web.dicers.plan import plan_of, setup_of
from web.dicers.portraits import page as portraits
from web.live import table
from web.pages import Form, GamePages, Pieces
from web.rights import is_host

routes = Blueprint("dicers", __name__)
routes.register_blueprint(children)
routes.register_blueprint(editor)
routes.register_blueprint(portraits)


def plan(snapshot: Snapshot, _: Pieces) -> Mapping[str, Any]:
    """What the form for a new game shows; the dice are the owner's business, so only the host sees them."""
    return {"plan": plan_of(snapshot, table().dice() if is_host() else ()), **TOOLS}


def begin(form: Form, _: Pieces) -> Mapping[str, Any]:
    """Line 1 of the game that the form describes."""
    return setup_of(form, table().dice())


def nothing_hidden(setup: Mapping[str, Any]) -> bool:
    """Only the Basic game plays without secrets."""
    return setup.get("level") == "basic"


PAGES = GamePages(
    name="dicers",
    title="Dicers",
    words="For two, from age five. Roll your dice against the other's; later with Powers and secrets.",
    draw=draw,
    plan=plan,
    setup_of=begin,
    blueprint=routes,
    script=True,
    pieces="dice",
    open=nothing_hidden,
)
