"""Statistics over all games: the faces of each die and stone with a fairness test, and results between players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import cast

from flask import Blueprint, Flask, current_app, make_response, render_template, url_for
from werkzeug.wrappers import Response

from web import live
from web.games.game_pages import all_games
from web.pages.table_view import page_frame
from web.pages.words import side
from web.past.fairness import FaceTest, Verdict, compare_faces, in_words, verdicts
from web.past.tallies import GameTally, Pair, Piece, Result, Tallies, all_faces, pairs, results

page = Blueprint("statistics", __name__)
BUDGET_S = 0.7  # of counting for one page; a longer count goes on when the page is fetched again


@dataclass(frozen=True, slots=True)
class PieceFaces:
    """One piece with its test; ``bars`` are face, count and height as a share of the highest, ``fair`` the expected."""

    name: str
    test: FaceTest
    verdict: Verdict
    words: str
    bars: tuple[tuple[str, int, float], ...]
    fair: float


@dataclass(frozen=True, slots=True)
class GameFigures:
    """What is shown of one kind of game; ``untested`` pieces have too few throws, the nearest to a test first."""

    title: str
    tested: tuple[PieceFaces, ...]
    untested: tuple[PieceFaces, ...]
    results: tuple[Result, ...]
    pairs: tuple[Pair, ...]


def init_app(app: Flask) -> None:
    """Remember tallies as long as *app* runs."""
    app.extensions["owleye.tallies"] = Tallies()


@page.get("/statistics")
def show() -> Response:
    """The page; while games are still being counted it says how many, and the browser asks again by itself."""
    table = live.table()
    now, end = table.now(), monotonic() + BUDGET_S
    tallies, left = _tallies().count(table, now.games, lambda: monotonic() > end)
    frame = {**page_frame(now), "figures": figures(tallies), "left": left, "games": len(now.games)}
    response = make_response(render_template("past/statistics.html", **frame))
    if left:
        response.headers["Refresh"] = f"1; url={url_for('statistics.show')}"
    return response


def _tallies() -> Tallies:
    return cast(Tallies, current_app.extensions["owleye.tallies"])


def figures(tallies: Sequence[GameTally]) -> list[GameFigures]:
    """The figures of every kind of game that was played, in the order in which a new game offers them."""
    played = {tally.game for tally in tallies}
    pieces = _judged(tallies)
    return [
        GameFigures(pages.title, *_split(pieces, game), tuple(results(tallies, game)), tuple(pairs(tallies, game)))
        for game, pages in all_games().items()
        if game in played
    ]


def _split(pieces: Mapping[Piece, PieceFaces], game: str) -> tuple[tuple[PieceFaces, ...], tuple[PieceFaces, ...]]:
    """The pieces of *game* that were thrown often enough for a test, and the others."""
    mine = [faces for (name, _), faces in pieces.items() if name == game]
    few = [faces for faces in mine if faces.verdict == "few"]
    few.sort(key=lambda faces: -faces.test.throws / faces.test.needed)
    return tuple(faces for faces in mine if faces.verdict != "few"), tuple(few)


def _judged(tallies: Sequence[GameTally]) -> dict[Piece, PieceFaces]:
    """Every piece that was thrown with its test, all of them judged together, in the order of their names."""
    tests = {piece: compare_faces(counts) for piece, counts in all_faces(tallies).items()}
    judged = dict(zip(tests, verdicts(list(tests.values())), strict=True))
    names = {piece: name for tally in reversed(tallies) for piece, name in tally.names.items()}
    ordered = sorted(tests, key=lambda piece: names[piece].casefold())
    return {piece: _faces(names[piece], tests[piece], judged[piece]) for piece in ordered}


def _faces(name: str, test: FaceTest, verdict: Verdict) -> PieceFaces:
    highest = max([test.expected, *(count for _, count in test.counts)])
    bars = tuple((side(face), count, count / highest) for face, count in test.counts)
    return PieceFaces(name, test, verdict, in_words(test, verdict), bars, test.expected / highest)
