"""Swiss pairings: no rematch, one bye each at most, equals against equals."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.tournaments import FIRST, Pair, TournamentError, had_bye, next_round, standings

NAMES = [f"P{number}" for number in range(40)]


def met(rounds: list[list[Pair]]) -> list[frozenset[str]]:
    return [frozenset((pair.first, pair.second)) for pairs in rounds for pair in pairs]


@settings(max_examples=40)
@given(st.integers(2, 17), st.data())
def test_any_tournament_keeps_the_rules(size: int, data: st.DataObject) -> None:
    players, rounds = NAMES[:size], list[list[Pair]]()
    for _ in range(min(5, size // 2)):
        pairs = next_round(players, rounds)
        assert sorted(name for pair in pairs for name in (pair.first, pair.second) if name) == sorted(players)
        outcomes = st.sampled_from(["first", "second", "draw"])
        rounds.append([Pair(p.first, p.second, data.draw(outcomes) if p.second else "") for p in pairs])
    assert len(met(rounds)) == len(set(met(rounds)))
    byes = [pair.first for pairs in rounds for pair in pairs if not pair.second]
    assert len(byes) == len(set(byes)) == (len(rounds) if size % 2 else 0)
    assert had_bye(rounds) == set(byes)


def test_winners_meet_winners() -> None:
    first = [Pair(p.first, p.second, FIRST) for p in next_round(NAMES[:8], [])]
    second = next_round(NAMES[:8], [first])
    points = {one.player: one.points for one in standings(NAMES[:8], [first])}
    assert all(points[pair.first] == points[pair.second] for pair in second)


def test_the_lowest_player_without_a_bye_gets_the_bye() -> None:
    first = next_round(NAMES[:5], [])
    assert [pair.first for pair in first if not pair.second] == ["P4"]
    played = [Pair(p.first, p.second, FIRST if p.second else "") for p in first]
    second = next_round(NAMES[:5], [played])
    [bye] = [pair.first for pair in second if not pair.second]
    points = {one.player: one.points for one in standings(NAMES[:5], [played])}
    assert bye != "P4"
    assert points[bye] == min(value for player, value in points.items() if player != "P4")


def test_all_rounds_of_four_players_and_no_more() -> None:
    rounds: list[list[Pair]] = []
    for _ in range(3):
        rounds.append([Pair(p.first, p.second, FIRST) for p in next_round(NAMES[:4], rounds)])
    assert len(set(met(rounds))) == 6
    with pytest.raises(TournamentError, match="Everybody has met everybody"):
        next_round(NAMES[:4], rounds)
    with pytest.raises(TournamentError, match="at least two"):
        next_round(NAMES[:1], [])


def test_standings_by_points_then_by_those_of_opponents() -> None:
    rounds = [[Pair("a", "b", "first"), Pair("c", "d", "first")], [Pair("a", "c", "draw"), Pair("b", "d", "second")]]
    table = standings(["a", "b", "c", "d"], rounds)
    assert [(one.player, one.points, one.buchholz) for one in table] == [
        ("c", 1.5, 2.5),
        ("a", 1.5, 1.5),
        ("d", 1.0, 1.5),
        ("b", 0.0, 2.5),
    ]


def test_a_hundred_players_in_seven_rounds() -> None:
    players, rounds = [f"P{number}" for number in range(101)], list[list[Pair]]()
    for _ in range(7):
        rounds.append([Pair(p.first, p.second, FIRST if p.second else "") for p in next_round(players, rounds)])
    assert len(set(met(rounds))) == 7 * 51
    points = [one.points for one in standings(players, rounds)]
    assert all(a >= b for a, b in pairwise(points))
    assert points[0] == 7.0
