"""The dashboard: what the table waits for, the verdict, why, and the picture it rests on."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template

from referee.snapshot import Snapshot
from rules.core.asks import Ask
from web import live
from web.scene import scene
from web.simulation import LASTING, ONCE

page = Blueprint("table", __name__)


@page.get("/")
def show() -> str:
    """The whole page; an open one fetches it anew when the table changes, and exchanges what differs."""
    table = live.table()
    snapshot = table.now()
    shown = scene(table, snapshot)
    return render_template("table.html", ready=table.readiness(), **shown, **_simulation(snapshot, shown["asks"]))


def _simulation(snapshot: Snapshot, asks: tuple[Ask, ...]) -> dict[str, Any]:
    if not snapshot.simulated:
        return {}
    throw = next((ask for ask in asks if ask.pieces and snapshot.eyes != "starting"), None)
    return {"thrown_now": throw, "throw_faults": ONCE, "lasting_faults": LASTING}
