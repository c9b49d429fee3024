"""The dashboard and its short form for a small screen: what the table waits for, the verdict, why, and the picture."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, url_for

from referee.model.snapshot import Snapshot
from rules.core.asks import Ask
from web import live
from web.games.new_game_form import known_names
from web.pages.games import games_by_start
from web.pages.simulation import LASTING, MISHAPS
from web.pages.table_view import table_view
from web.parts import shared
from web.past.games import stored_past_game
from web.past.story import summary_of
from web.security.seats import code_to

page = Blueprint("table", __name__)


@page.get("/")
def show() -> str:
    """The table's page; when the table changes, its script loads it again and replaces the parts that differ."""
    return shared(_drawn)


def _drawn() -> str:
    table = live.table()
    snapshot = table.now()
    view = table_view(table, snapshot)
    first = {} if snapshot.table else _first_page(snapshot)
    ready = live.devices().setup_status()
    more = {**first, **_ending(snapshot), **_simulation(snapshot, view["asks"])}
    return render_template("table.html", ready=ready, **view, **more)


def _first_page(snapshot: Snapshot) -> dict[str, Any]:
    """What the page needs before the first game; ``learning``: a simulated table does not know its stones yet."""
    learning = snapshot.simulated and not live.devices().stones()
    return {"known_names": known_names(snapshot), "learning": learning, **games_by_start()}


def _ending(snapshot: Snapshot) -> dict[str, Any]:
    """The chart and the best throws of the game on the table, once it is over."""
    if snapshot.game is None or snapshot.table is None or snapshot.table.asks:
        return {}
    past = stored_past_game(live.table(), snapshot.game_id)
    if past is None:
        return {}
    summary = summary_of(past)
    return {"past": past, "chart": summary.chart, "feats": summary.feats}


def _simulation(snapshot: Snapshot, asks: tuple[Ask, ...]) -> dict[str, Any]:
    if not snapshot.simulated:
        return {}
    throw = next((ask for ask in asks if ask.pieces and snapshot.eyes != "starting"), None)
    return {"thrown_now": throw, "mishaps": MISHAPS, "lasting_faults": LASTING}


@page.get("/small")
def small() -> str:
    """The page for a screen of 480x320 px; its script loads it again when the table changes."""
    table = live.table()
    return render_template("small.html", **table_view(table, table.now()), way=code_to(url_for("table.show")))
