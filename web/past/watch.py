"""Watch again: the pictures of a game with their rulings, step by step or as a slide show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from rules.core.fold import Entry
from rules.core.phrases import Phrase
from web import live
from web.pages.table_view import drawn_for, entry_of, page_frame, with_proof
from web.past.games import PastGame, past_game_of
from web.past.story import shown_entries, title_of

page = Blueprint("watch", __name__, url_prefix="/games")
SECONDS = (2, 4, 8)
"""For how long a step may be shown while the game plays by itself."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the replay this is: the ``step`` from 1 to ``steps``, and for how many ``seconds`` (0: until a tap)."""

    game: str
    step: int
    steps: int
    seconds: int

    @property
    def earlier(self) -> str | None:
        """The address of the step before."""
        return self.to(self.step - 1) if self.step > 1 else None

    @property
    def later(self) -> str | None:
        """The address of the next step."""
        return self.to(self.step + 1) if self.step < self.steps else None

    def to(self, step: int, seconds: int = 0) -> str:
        """The address of a step."""
        return url_for("watch.show", game=self.game, step=step, seconds=seconds or None)


@page.get("/<int:game>/watch")
@page.get("/<int:game>/watch/<int:step>")
def show(game: int, step: int = 1) -> Response:
    """One step of the replay; while it plays by itself the browser asks for the next one."""
    past = past_game_of(live.table(), str(game))
    entries = shown_entries(past)
    if not 1 <= step <= max(1, len(entries)):
        raise NotFound(Phrase("This game has no such step. Watch it from the beginning."))
    place = Place(past.id, step, len(entries), _seconds())
    drawn = _drawn(past, entries[step - 1]) if entries else page_frame(past.as_snapshot(live.table().now()))
    frame = {**drawn, "place": place, "past": past, "title": title_of(past), "speeds": SECONDS}
    response = make_response(render_template("past/watch.html", **frame))
    if place.seconds and place.later:
        response.headers["Refresh"] = f"{place.seconds}; url={place.to(step + 1, place.seconds)}"
    return response


def _drawn(past: PastGame, entry: Entry) -> dict[str, Any]:
    """The table after *entry*, as everybody may see it, with the picture of the throw."""
    live_table = live.table()
    whole = past.as_snapshot(live_table.now())
    entries = tuple(one for one in past.table.entries if one.seq <= entry.seq)
    then = replace(whole, table=replace(past.table, state=entry.after, entries=entries, waits=tuple))
    return {
        **page_frame(then),
        **drawn_for(then, None),
        "scores": past.scores(entry),
        "entry": with_proof(live_table, whole, entry_of(whole, entry)),
    }


def _seconds() -> int:
    """How long each step is shown (s); 0 without a slide show."""
    asked = request.args.get("seconds", "")
    return int(asked) if asked in map(str, SECONDS) else 0
