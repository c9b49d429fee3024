"""A player's private page: secrets, and what the table waits for from this player."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, render_template

from referee.model.snapshot import Snapshot, last_verdict, taken_back
from rules.core.asks import visible_asks
from rules.core.fold import Table
from rules.core.rulings import Ruling, audience
from sharing.public import waits_for
from web.live import table
from web.pages.table_view import drawn_for, glimpse, page_frame
from web.pictures.evidence import evidence_picture
from web.security.rights import viewer

page = Blueprint("mine", __name__, url_prefix="/mine")
MOST_RULINGS = 5  # rulings for this player alone that the page shows


@page.get("")
def show() -> str:
    """The page; without a seat it says how to get one."""
    now = table().now()
    player = viewer()
    return render_template("mine.html", **{**page_frame(now), **(_own(now, player) if player else {})})


def _own(now: Snapshot, player: str) -> dict[str, Any]:
    if now.table is None:
        return {}
    asks = visible_asks(now.table.asks, player)
    return {
        "headline": waits_for(now.table),
        **drawn_for(now, player),
        "viewer": player,
        "asks": tuple(ask for ask in asks if ask.player == player),
        "others": tuple(ask for ask in asks if ask.player != player),
        "last_verdict": last_verdict(now),
        "taken_back": taken_back(now.table),
        "glimpse": glimpse(now),
        "private_rulings": private_rulings(now.table, player),
        "proof_of": partial(evidence_picture, table()),
    }


def private_rulings(table: Table, player: str) -> tuple[Ruling, ...]:
    """The rulings that only *player* may read, the newest first."""
    private = [ruling for ruling in audience(table.rulings, player) if ruling.to == player]
    return tuple(private[: -MOST_RULINGS - 1 : -1])
