"""The history of the game: all plays that were not undone, with picture and correction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from referee.model.snapshot import Snapshot
from rules.core.asks import Ask
from rules.core.facts import Throw
from rules.core.fold import Entry, advance
from web import live
from web.pages.table_view import drawn_for, entry_of, history_of, page_frame, state_before, with_proof

page = Blueprint("history", __name__, url_prefix="/history")
PICTURES = 12  # throws that are shown with their crops at once; the others a tap away


@page.get("")
def show() -> str:
    """The whole history, the newest first."""
    table = live.table()
    snapshot = table.now()
    return render_template("history.html", **page_frame(snapshot), entries=history_of(table, snapshot, PICTURES))


@page.get("/<int:seq>")
def one(seq: int) -> str:
    """Show one play with its rulings, the whole picture, and corrections."""
    table = live.table()
    snapshot = table.now()
    entry = _entry(snapshot, seq)
    drawn = with_proof(table, snapshot, entry_of(snapshot, entry))
    if not (drawn.throw or drawn.rulings):
        raise NotFound
    undone = len(_entries(snapshot)) - _entries(snapshot).index(entry)
    return render_template("fact.html", **page_frame(snapshot), entry=drawn, undone=undone, **_there(snapshot, entry))


def _entries(snapshot: Snapshot) -> Sequence[Entry]:
    return snapshot.table.entries if snapshot.table else ()


def _entry(snapshot: Snapshot, seq: int) -> Entry:
    entry = next((entry for entry in _entries(snapshot) if entry.seq == seq), None)
    if entry is None:
        raise NotFound
    return entry


def _there(snapshot: Snapshot, entry: Entry) -> dict[str, Any]:
    """The table after this play, and for a throw the fields of the correction form."""
    game, table = snapshot.game, snapshot.table
    if game is None or table is None:
        return {}
    came = state_before(game, table, entry.seq)
    left = replace(snapshot, table=advance(game, came, entry.play))
    return {**drawn_for(left, None), **_correction(came.asks, entry)}


def _correction(asks: Iterable[Ask], entry: Entry) -> dict[str, Any]:
    """The pieces of the ask that this throw answered; one that was taken for another begins with the side read."""
    if not isinstance(entry.play, Throw):
        return {}
    ask = next((ask for ask in asks if _answers(ask, entry.play)), None)
    pieces, thrown = ask.pieces if ask else (), dict(entry.play.shown)
    lone = {piece: side for side in thrown.values() for piece, _ in pieces} if len(thrown) == 1 else {}
    return {"pieces": pieces, "some": ask is not None and ask.some, "pick": lone | thrown, "thrown": thrown}


def _answers(ask: Ask, throw: Throw) -> bool:
    return bool(ask.pieces) and ask.player == throw.player
