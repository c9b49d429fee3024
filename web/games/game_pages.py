"""What the pages know of a game: how it is drawn for somebody's eyes, and how a new one is begun."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from flask import Blueprint, Flask, current_app
from werkzeug.datastructures import MultiDict

from referee.model.snapshot import Snapshot
from rules.core.phrases import Phrase
from web.past.telling import PLAIN, Telling

TaughtPieces = Sequence[Mapping[str, Any]]
Form = MultiDict[str, str]


def _needs_none(_: bool) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class GamePages:
    """One game's own part of the pages.

    ``draw(snapshot, viewer)`` gives its templates what they show, read off the game's view for that viewer alone (None:
    the whole table).  ``plan(snapshot, pieces)`` fills the form for a new game; ``setup_of(form, pieces)`` is line 1 of
    the game that the form describes, or a ValueError with one sentence for people.  ``no_pieces(simulated)``: why it
    cannot begin before pieces are taught; empty where it can.  ``throw``: the words of the button that throws on the
    simulated table.  ``record`` is the endpoint of the page that tells a kept ``game`` turn by turn, if there is one;
    ``telling`` has what its story needs.  ``dealt(setup, chance)`` is a set-up with its pieces shared out at random,
    where a quick game makes sense.

    Templates are found by convention, in the folder of the same name with ``_``: ``players.html``, ``board.html``,
    ``mine.html``, ``small.html``, ``new.html``, ``picture.html``, and where the game wants them ``art.html``,
    ``scene.html`` (over the live picture), ``verdict.html``, ``reasons.html``, ``hint.html``, ``fact.html``,
    ``ask.html``, or ``asks.html`` and ``my_asks.html`` for all asks of a page at once; its style is
    ``static/<name>.css``, and with ``script`` it has a ``static/<name>.js``.
    """

    name: str
    title: str
    words: str
    draw: Callable[[Snapshot, str | None], Mapping[str, Any]]
    plan: Callable[[Snapshot, TaughtPieces], Mapping[str, Any]]
    setup_of: Callable[[Form, TaughtPieces], Mapping[str, Any]]
    blueprint: Blueprint | None = None
    throw: str = Phrase("Throw the pieces")
    script: bool = False
    no_pieces: Callable[[bool], str] = _needs_none
    record: str = ""
    telling: Telling = PLAIN
    dealt: Callable[[Mapping[str, Any], Random], Mapping[str, Any]] | None = None

    @property
    def folder(self) -> str:
        """Where its templates lie."""
        return self.name.replace("-", "_")


def init_app(app: Flask, games: Mapping[str, GamePages]) -> None:
    """Let every page of *app* find the pages of its *games*, and give those their own addresses."""
    app.extensions["owleye.games"] = games
    for pages in games.values():
        if pages.blueprint:
            app.register_blueprint(pages.blueprint)


def all_games() -> Mapping[str, GamePages]:
    """All games that the running app has pages for, in the order in which a new game offers them."""
    return cast(Mapping[str, GamePages], current_app.extensions["owleye.games"])
