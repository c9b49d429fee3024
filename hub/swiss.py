"""Swiss pairings: everybody plays each round, against somebody new with about as many points.

The pairs of a round are a matching of least cost in the graph of players who have not met (networkx, Blossom): the
squares of the differences in points count first, then how far apart two players stand (the Monrad order).  With an odd
number of players the lowest one who had no bye yet has it, and a point.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

import networkx

WIN, DRAW = 1.0, 0.5
FIRST, SECOND, DRAWN = "first", "second", "draw"
FAR = 10_000  # the cost of one point of difference against one place of difference


class NoPairingError(ValueError):
    """There is no further round; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players of a round, or one with a bye (``second`` empty); ``result`` is empty until it is known."""

    first: str
    second: str
    result: str = ""

    def points(self, player: str) -> float:
        """What the pair brought *player*."""
        if not self.second:
            return WIN if player == self.first else 0.0
        if self.result == DRAWN:
            return DRAW if player in (self.first, self.second) else 0.0
        return WIN if player == {FIRST: self.first, SECOND: self.second}.get(self.result) else 0.0


@dataclass(frozen=True, slots=True)
class Standing:
    """One player: points, and as a tie-break those of all opponents (Buchholz)."""

    player: str
    points: float
    buchholz: float


Round = Sequence[Pair]


def standings(players: Sequence[str], rounds: Sequence[Round]) -> list[Standing]:
    """The players, the best first; equal ones in the order in which they entered."""
    points = {player: sum(pair.points(player) for pairs in rounds for pair in pairs) for player in players}
    table = [
        Standing(player, points[player], sum(points.get(other, 0.0) for other in _opponents(player, rounds)))
        for player in players
    ]
    return sorted(table, key=lambda one: (-one.points, -one.buchholz))


def next_round(players: Sequence[str], rounds: Sequence[Round]) -> list[Pair]:
    """The pairs of the next round among *players*, the best pair first; a bye comes last.

    Raises:
        NoPairingError: where no two players are left who have not met, or too few play.
    """
    if len(players) < 2:
        raise NoPairingError("Pairings need at least two players.")
    order = standings(players, rounds)
    graph = networkx.Graph()
    for (place, one), (below, other) in combinations(enumerate(order), 2):
        if other.player not in _opponents(one.player, rounds):
            cost = FAR * (one.points - other.points) ** 2 + below - place
            graph.add_edge(place, below, weight=-cost)
    if len(order) % 2:
        _add_byes(graph, order, had_bye(rounds))
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    if len(matched) < (len(order) + 1) // 2:
        raise NoPairingError("Everybody has met everybody who is left: these were all the rounds there can be.")
    places = sorted(tuple(sorted(edge)) for edge in matched)
    pairs = [Pair(order[a].player, order[b].player if b < len(order) else "") for a, b in places]
    return sorted(pairs, key=lambda pair: not pair.second)


def _add_byes(graph: networkx.Graph, order: Sequence[Standing], had: Collection[str]) -> None:
    for place, one in enumerate(order):
        if one.player not in had:
            graph.add_edge(place, len(order), weight=-(FAR * one.points**2 + len(order) - place))


def had_bye(rounds: Sequence[Round]) -> set[str]:
    """Who has had a bye."""
    return {pair.first for pairs in rounds for pair in pairs if not pair.second}


def _opponents(player: str, rounds: Sequence[Round]) -> list[str]:
    met = (pair for pairs in rounds for pair in pairs if pair.second and player in (pair.first, pair.second))
    return [pair.second if pair.first == player else pair.first for pair in met]
