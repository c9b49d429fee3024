"""The story of the game: every play that stands, its picture, and the way to correct it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from referee.snapshot import Snapshot
from rules.core import Ask, Entry
from rules.facts import Throw
from web import live
from web.scene import asks_before, drawn_for, frame_of, story, tell, with_proof

page = Blueprint("history", __name__, url_prefix="/history")
PICTURES = 12  # throws that are shown with their crops at once; the others a tap away


@page.get("")
def show() -> str:
    """The whole story, the newest first."""
    table = live.table()
    snapshot = table.now()
    return render_template("history.html", **frame_of(snapshot), told=story(table, snapshot, PICTURES))


@page.get("/<int:seq>")
def one(seq: int) -> str:
    """One play: what was said, the whole picture, corrections."""
    table = live.table()
    snapshot = table.now()
    entry = _entry(snapshot, seq)
    told = with_proof(table, snapshot, tell(snapshot, entry))
    if not (told.throw or told.rulings):
        raise NotFound
    return render_template(
        "fact.html", **frame_of(snapshot), entry=told, **drawn_for(snapshot, None), **_correction(snapshot, entry)
    )


def _entry(snapshot: Snapshot, seq: int) -> Entry:
    entries = snapshot.table.entries if snapshot.table else ()
    entry = next((entry for entry in entries if entry.seq == seq), None)
    if entry is None:
        raise NotFound
    return entry


def _correction(snapshot: Snapshot, entry: Entry) -> dict[str, Any]:
    """What the form for another throw needs: the pieces of the ask that this throw answered."""
    if snapshot.game is None or snapshot.table is None or not isinstance(entry.play, Throw):
        return {}
    asks = asks_before(snapshot.game, snapshot.table, entry.seq)
    ask = next((ask for ask in asks if _answers(ask, entry.play)), None)
    return {
        "pieces": ask.pieces if ask else (),
        "some": ask is not None and ask.some,
        "pick": dict(entry.play.shown),
    }


def _answers(ask: Ask, throw: Throw) -> bool:
    return bool(ask.pieces) and ask.player == throw.player
