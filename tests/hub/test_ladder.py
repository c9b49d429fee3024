"""Results and ladders: who counts, what counts, and which evening it was."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from hub.ladder import LadderRow, evening_of, ladder, season_of, utc_span, why_not_counted


def game(players: list[str], winners: list[str], **fields: Any) -> dict[str, Any]:
    return {
        "players": players,
        "winners": winners,
        "facts": 9,
        "checked": 9,
        "wrong": 0,
        "why": "",
        "why_phrases": "",
        **fields,
    }


def test_wins_draws_and_shared_places() -> None:
    games = [
        game(["Ana", "Bo"], ["Ana"]),
        game(["Ana", "Cy"], []),
        game(["bo ", "Cy"], ["bo "]),
        game(["Di", "Ed", "Flo"], ["Di", "Flo"]),
    ]
    assert ladder(games) == [
        LadderRow(1, "Ana", 1.5, 1, 2),
        LadderRow(2, "Di", 1.0, 1, 1),
        LadderRow(2, "Flo", 1.0, 1, 1),
        LadderRow(4, "Bo", 1.0, 1, 2),
        LadderRow(5, "Cy", 0.5, 0, 2),
        LadderRow(6, "Ed", 0.0, 0, 1),
    ]


@pytest.mark.parametrize("fields", [{"wrong": 3}, {"checked": 8}, {"facts": 0, "checked": 0}])
def test_games_not_judged_twice_do_not_count(fields: dict[str, int]) -> None:
    forged = game(["Ana", "Bo"], ["Ana"], **fields)
    assert ladder([forged]) == []
    assert why_not_counted(forged)
    assert why_not_counted(game(["Ana", "Bo"], ["Ana"])) == ""


def test_an_evening_lasts_beyond_midnight() -> None:
    assert evening_of(datetime(2026, 1, 2, 5, 59)) == date(2026, 1, 1)
    assert evening_of(datetime(2026, 1, 2, 6, 0)) == date(2026, 1, 2)
    begin, end = utc_span(date(2026, 1, 1), date(2026, 1, 1))
    assert begin < end
    assert (datetime.fromisoformat(end) - datetime.fromisoformat(begin)).total_seconds() == 86400
    assert begin.endswith("+00:00")


def test_seasons_follow_each_other_and_the_year_where_there_are_none() -> None:
    seasons = [{"name": "Spring", "begins": "2026-03-01"}, {"name": "Winter", "begins": "2026-01-10"}]
    assert season_of(seasons, date(2026, 3, 1)) == ("Spring", date(2026, 3, 1))
    assert season_of(seasons, date(2026, 2, 1)) == ("Winter", date(2026, 1, 10))
    assert season_of(seasons, date(2026, 1, 2)) == ("2026", date(2026, 1, 1))
