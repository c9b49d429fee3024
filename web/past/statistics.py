"""Statistics over all games: the faces of each die and stone with a fairness test, and results between players.

The test is Pearson's chi-square (1900), with Holm's correction (1979) for many pieces at once. The upper tail of the
distribution is computed by the recurrence of the incomplete gamma function (Abramowitz and Stegun 6.5.22, 26.4.4 and
26.4.5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt
from time import monotonic
from typing import Literal, cast

from flask import Blueprint, Flask, current_app, make_response, render_template, url_for
from werkzeug.wrappers import Response

from rules.core.phrases import Phrase, capital, figure
from rules.games import GAMES
from web import live
from web.games.game_pages import all_games
from web.pages.table_view import page_frame
from web.pages.words import side
from web.past.tallies import GameTally, Pair, Piece, Result, Tallies, all_faces, pairs, results

FEWEST_A_FACE = 10
"""Expected throws of each face below which nothing is said; 5 is the usual limit of the approximation."""
LEVEL = 0.01  # how often all fair pieces together may be called loaded

Verdict = Literal["few", "fair", "loaded"]
BUDGET_S = 0.7  # of counting for one page; a longer count goes on when the page is fetched again


@dataclass(frozen=True, slots=True)
class FaceTest:
    """The counts of each face of one piece, and the share of fair pieces that would differ as much or more."""

    counts: tuple[tuple[str, int], ...]
    p: float

    @property
    def throws(self) -> int:
        """How often the piece was thrown."""
        return sum(count for _, count in self.counts)

    @property
    def expected(self) -> float:
        """How often each face of a fair piece comes up on average."""
        return self.throws / len(self.counts)

    @property
    def needed(self) -> int:
        """How many throws the test needs."""
        return FEWEST_A_FACE * len(self.counts)


def compare_faces(counts: Mapping[str, int]) -> FaceTest:
    """Test *counts*, which name every face, those too that never came up."""
    total = sum(counts.values())
    if not total or len(counts) < 2:
        return FaceTest(tuple(counts.items()), 1.0)
    expected = total / len(counts)
    distance = sum((count - expected) ** 2 / expected for count in counts.values())
    return FaceTest(tuple(counts.items()), upper_tail(distance, len(counts) - 1))


def upper_tail(distance: float, freedom: int) -> float:
    """The chance that a chi-square variable with *freedom* degrees is at least *distance*.

    >>> round(upper_tail(11.07, 5), 3), round(upper_tail(3.841, 1), 3)
    (0.05, 0.05)
    """
    if distance <= 0:
        return 1.0
    half, a = distance / 2, 1.0 if freedom % 2 == 0 else 0.5
    tail = exp(-half) if freedom % 2 == 0 else erfc(sqrt(half))
    while a < freedom / 2:
        tail += exp(a * log(half) - half - lgamma(a + 1))
        a += 1
    return min(1.0, tail)


def verdicts(tests: Sequence[FaceTest]) -> tuple[Verdict, ...]:
    """The statement about each piece, such that at most 1 % of tables with fair pieces get a warning about one.

    Many pieces are tested at once, so the least likely is compared with a stricter limit (Holm's method).
    """
    enough = sorted((i for i, test in enumerate(tests) if test.throws >= test.needed), key=lambda i: tests[i].p)
    found: list[Verdict] = ["fair" if i in enough else "few" for i in range(len(tests))]
    for place, i in enumerate(enough):
        if tests[i].p > LEVEL / (len(enough) - place):
            break
        found[i] = "loaded"
    return tuple(found)


def in_words(test: FaceTest, verdict: Verdict) -> str:
    """The verdict as a sentence for people; empty where too few throws allow none."""
    if verdict == "few":
        return ""
    if verdict == "fair":
        return Phrase("No sign that it is loaded: {share} fair ones differ at least as much.", share=_share(test.p))
    return Phrase("It looks loaded: only {share} fair ones differ so much. Throw on to be sure.", share=_share(test.p))


def _share(p: float) -> str:
    """A probability as "37 of 100" or the like, out of a round number.

    >>> _share(0.37), _share(0.0004)
    ('37 of 100', '4 of 10,000')
    """
    of = next((of for of in (100, 1000, 10_000, 100_000) if round(p * of) >= 1), 1_000_000)
    return (
        Phrase("{max} of {of}", max=max(1, round(p * of)), of=figure(of))
        if p * of >= 0.5
        else Phrase("fewer than 1 of {of}", of=figure(of))
    )


page = Blueprint("statistics", __name__)


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
    """The pieces of *game* with enough throws for a test of fairness, and the others, nearest to enough first."""
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
    return {piece: _faces(capital(names[piece]), tests[piece], judged[piece], piece[0]) for piece in ordered}


def _faces(name: str, test: FaceTest, verdict: Verdict, game: str) -> PieceFaces:
    highest = max([test.expected, *(count for _, count in test.counts)])
    bars = tuple((side(face, GAMES[game]), count, count / highest) for face, count in test.counts)
    return PieceFaces(name, test, verdict, in_words(test, verdict), bars, test.expected / highest)
