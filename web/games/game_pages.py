"""What a game provides for the pages: its drawing for a viewer, the form for a new game, the summary of an old one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from flask import Blueprint, Flask, current_app
from werkzeug.datastructures import MultiDict

from referee.model.snapshot import Snapshot
from rules.core.facts import Throw

TaughtPieces = Sequence[Mapping[str, Any]]
Form = MultiDict[str, str]
View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Feat:
    """Something remarkable, in words; ``seq`` is the play, ``worth`` how it compares with others of its ``kind``."""

    kind: str
    words: str
    seq: int
    worth: float


@dataclass(frozen=True, slots=True)
class GameStory:
    """What one game adds to the story of a game that was played (web/past/story.py).

    ``scored`` names what ``scores(view)`` counts for each player; ``lowest`` is where the count begins.  ``feats(throw,
    seq, view)`` are remarkable things about a throw, given the view after it; the best of each kind is shown.
    ``tint(view, player)`` is the CSS class of the player's colour; empty: that of the seat.
    """

    scored: str = ""
    lowest: int = 0
    scores: Callable[[View], Mapping[str, int]] = lambda view: {}
    length: Callable[[View], str] = lambda view: ""
    feats: Callable[[Throw, int, View], Iterable[Feat]] = lambda throw, seq, view: ()
    tint: Callable[[View, str], str] = lambda view, player: ""


PLAIN = GameStory()
"""The story of a game that adds nothing of its own."""


def _needs_none(_: bool) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class GamePages:
    """One game's own part of the pages.

    ``draw(snapshot, viewer)`` gives its templates what they show, read off the game's view for that viewer alone (None:
    the whole table).  ``plan(snapshot, pieces)`` fills the form for a new game; ``setup_of(form, pieces)`` is line 1 of
    the game that the form describes, or a ValueError with one sentence for people.  ``no_pieces(simulated)``: why it
    cannot begin before pieces are taught; empty where it can.  ``record`` is the endpoint of the page that tells a kept
    ``game`` turn by turn, if there is one; ``story`` is its part of the story of a game.  ``dealt(setup, chance)`` is a
    set-up with its pieces shared out at random, where a quick game makes sense.

    Templates are found by convention, in the folder of the same name with ``_``: ``players.html``, ``board.html``,
    ``mine.html``, ``small.html``, ``new.html``, ``picture.html``, and where the game wants them ``art.html``,
    ``scene.html`` (over the live picture), ``verdict.html``, ``reasons.html``, ``hint.html``, ``fact.html``,
    ``ask.html``, or ``asks.html`` and ``my_asks.html`` for all asks of a page at once; its style is
    ``static/<name>.css``, then ``static/<name>-<part>.css`` for each of ``style_parts``, and with ``script`` it has a
    ``static/<name>.js``.
    """

    name: str
    title: str
    words: str
    draw: Callable[[Snapshot, str | None], Mapping[str, Any]]
    plan: Callable[[Snapshot, TaughtPieces], Mapping[str, Any]]
    setup_of: Callable[[Form, TaughtPieces], Mapping[str, Any]]
    blueprint: Blueprint | None = None
    style_parts: tuple[str, ...] = ()
    script: bool = False
    no_pieces: Callable[[bool], str] = _needs_none
    record: str = ""
    story: GameStory = PLAIN
    dealt: Callable[[Mapping[str, Any], Random], Mapping[str, Any]] | None = None

    @property
    def sheets(self) -> tuple[str, ...]:
        """The names of its style sheets, in the order in which they apply."""
        return (self.name, *(f"{self.name}-{part}" for part in self.style_parts))

    @property
    def folder(self) -> str:
        """The folder of its templates."""
        return self.name.replace("-", "_")


def init_app(app: Flask, games: Mapping[str, GamePages]) -> None:
    """Register *games* with *app*: `all_games` returns them, and the routes of each are served."""
    app.extensions["owleye.games"] = games
    for pages in games.values():
        if pages.blueprint:
            app.register_blueprint(pages.blueprint)


def all_games() -> Mapping[str, GamePages]:
    """All games that the running app has pages for, in the order in which a new game offers them."""
    return cast(Mapping[str, GamePages], current_app.extensions["owleye.games"])


def best(feats: Iterable[Feat]) -> tuple[Feat, ...]:
    """The best feat of each kind, such as the highest Spell; the earliest of equal ones, and one for each play."""
    found: dict[str, Feat] = {}
    for feat in feats:
        if feat.kind not in found or feat.worth > found[feat.kind].worth:
            found[feat.kind] = feat
    plays = [feat.seq for feat in found.values()]
    return tuple(feat for place, feat in enumerate(found.values()) if feat.seq not in plays[:place])
