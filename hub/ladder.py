"""The ladder of an evening or a season, computed from its games.

A game counts when it is over and the hub has judged all its facts as the table did.  A win is one point; a drawn game
is half a point for each of its players.  Players are identified by name: "Ana" and "ana " are the same player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from calibration.storage.phrases import unpacked
from rules.core.game import player_key
from rules.core.phrases import Phrase

DAY_BEGINS_H = 6  # local hour at which a day begins, because evenings last beyond midnight
WIN, DRAW = 1.0, 0.5
Game = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One player of the ladder; ``rank`` is shared by players with the same points and games."""

    rank: int
    name: str
    points: float
    won: int
    played: int


def is_counted(game: Game) -> bool:
    """Whether a game that is over counts for the ladder: the hub has judged all its facts as the table did."""
    return not game["wrong"] and game["checked"] >= game["facts"] > 0


def why_not_counted(game: Game) -> str:
    """Why a game that is over does not count; empty where it counts."""
    if game["wrong"]:
        why = unpacked(game["why_phrases"], "why", game["why"])
        return Phrase("The hub judges fact {number} differently. {why}", number=game["wrong"], why=why)
    return "" if is_counted(game) else Phrase("The hub has not judged the whole game yet.")


def ladder(games: Iterable[Game]) -> list[LadderRow]:
    """The ladder of all players of these games, the best first."""
    points: dict[str, list[float]] = {}
    names: dict[str, str] = {}
    for game in filter(is_counted, games):
        for player, gained in _points(game).items():
            key = player_key(player)
            names.setdefault(key, player.strip())
            points.setdefault(key, []).append(gained)
    order = sorted(points, key=lambda key: (-sum(points[key]), len(points[key]), key))
    scores = [(-sum(points[key]), len(points[key])) for key in order]
    return [
        LadderRow(scores.index(score) + 1, names[key], sum(points[key]), points[key].count(WIN), len(points[key]))
        for key, score in zip(order, scores, strict=True)
    ]


def _points(game: Game) -> dict[str, float]:
    won = set(game["winners"])
    return {player: DRAW if not won else WIN if player in won else 0.0 for player in game["players"]}


def evening_of(when: datetime) -> date:
    """The date of the evening to which a local time belongs: until `DAY_BEGINS_H` it is still the day before."""
    return (when - timedelta(hours=DAY_BEGINS_H)).date()


def utc_span(first: date, last: date) -> tuple[str, str]:
    """From the beginning of the evening *first* to the end of the evening *last*, as ISO 8601 in UTC."""
    hour = timedelta(hours=DAY_BEGINS_H)
    begin = datetime(first.year, first.month, first.day) + hour
    end = datetime(last.year, last.month, last.day) + timedelta(days=1) + hour
    return _utc(begin), _utc(end)


def _utc(local: datetime) -> str:
    return datetime.fromtimestamp(local.timestamp(), UTC).isoformat(timespec="seconds")


def season_of(seasons: Sequence[Mapping[str, Any]], day: date) -> tuple[str, date]:
    """Name and first day of the season that contains *day*; the calendar year, where *day* is before all *seasons*.

    *seasons* are rows of the database, the newest first.
    """
    for season in seasons:
        if season["begins"] <= day.isoformat():
            return season["name"], date.fromisoformat(season["begins"])
    return str(day.year), date(day.year, 1, 1)
