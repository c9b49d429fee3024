"""Tournaments with Swiss pairings: in each round every player meets a new opponent with about the same points.

Tournaments are stored in the database.  Results come from the shared tables, or the host enters them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import networkx
from sqlalchemy import Engine, Row, and_, delete, insert, select, update

from hub.ladder import DRAW, WIN, is_counted
from hub.schema import ENTRANTS, PAIRS, TOURNAMENTS, name_of
from rules.core.game import player_key
from rules.core.phrases import Phrase, SentenceError

FIRST, SECOND, DRAWN = "first", "second", "draw"
FAR = 10_000  # cost of a difference of one point; a difference of one place in the standings costs 1
FEWEST, MOST = 2, 200  # players


class TournamentError(SentenceError):
    """A step of a tournament that is not possible, such as a round without enough players."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players of a round, or one player with a bye (``second`` is empty); ``result`` is empty until it is known."""

    first: str
    second: str
    result: str = ""

    def points(self, player: str) -> float:
        """The points that *player* gets from this pair: 1 for a win or a bye, half a point for a draw, else 0."""
        if not self.second:
            return WIN if player == self.first else 0.0
        if self.result == DRAWN:
            return DRAW if player in (self.first, self.second) else 0.0
        return WIN if player == {FIRST: self.first, SECOND: self.second}.get(self.result) else 0.0


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's points, with the sum of all opponents' points as the tie-break (Buchholz)."""

    player: str
    points: float
    buchholz: float


Round = Sequence[Pair]


def standings(players: Sequence[str], rounds: Sequence[Round]) -> list[Standing]:
    """The players, the best first; ties are in the order of entry."""
    points = {player: sum(pair.points(player) for pairs in rounds for pair in pairs) for player in players}
    table = [
        Standing(player, points[player], sum(points.get(other, 0.0) for other in _opponents(player, rounds)))
        for player in players
    ]
    return sorted(table, key=lambda one: (-one.points, -one.buchholz))


def next_round(players: Sequence[str], rounds: Sequence[Round]) -> list[Pair]:
    """Pair *players* for the next round by a minimum-cost perfect matching; the best pair first, a bye last.

    Raises:
        TournamentError: where not everybody can get an opponent whom they have not met, or fewer than two play.
    """
    if len(players) < 2:
        raise TournamentError(Phrase("Pairings need at least two players."))
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
        raise TournamentError(
            Phrase("Everybody has met everybody who is left: these were all the rounds there can be.")
        )
    places = sorted(tuple(sorted(edge)) for edge in matched)
    pairs = [Pair(order[a].player, order[b].player if b < len(order) else "") for a, b in places]
    return sorted(pairs, key=lambda pair: not pair.second)


def _add_byes(graph: networkx.Graph, order: Sequence[Standing], had: Collection[str]) -> None:
    for place, one in enumerate(order):
        if one.player not in had:
            graph.add_edge(place, len(order), weight=-(FAR * one.points**2 + len(order) - place))


def had_bye(rounds: Sequence[Round]) -> set[str]:
    """The players who have had a bye."""
    return {pair.first for pairs in rounds for pair in pairs if not pair.second}


def _opponents(player: str, rounds: Sequence[Round]) -> list[str]:
    met = (pair for pairs in rounds for pair in pairs if pair.second and player in (pair.first, pair.second))
    return [pair.second if pair.first == player else pair.first for pair in met]


@dataclass(frozen=True, slots=True)
class Tournament:
    """One tournament with all its rounds; ``began`` has the time (ISO 8601) at which each round was drawn."""

    id: int
    name: str
    players: tuple[str, ...]
    rounds: tuple[tuple[Pair, ...], ...]
    began: tuple[str, ...]

    @property
    def round_id(self) -> str:
        """What tells the last round from all other rounds, also of other tournaments."""
        return f"{self.id}.{len(self.rounds)}"

    @property
    def waits(self) -> bool:
        """Whether results of the last round are missing."""
        return any(pair.second and not pair.result for pair in self.rounds[-1]) if self.rounds else False


class Tournaments:
    """All tournaments; each method is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def begin(self, name: str, players: Iterable[str]) -> None:
        """Begin a tournament; the order of *players* is their ranking before the first round.

        Raises:
            SentenceError: where a name is missing, occurs twice or cannot be shown.
        """
        plain_name, names = name_of(name), list(filter(None, map(name_of, players)))
        if not plain_name or not FEWEST <= len(names) <= MOST:
            raise TournamentError(
                Phrase(
                    "A tournament has a name, and {least} to {most} players, one in each line.", least=FEWEST, most=MOST
                )
            )
        if len({player_key(player) for player in names}) < len(names):
            raise TournamentError(Phrase("A name is there twice: add a letter to one of them."))
        with self._engine.begin() as db:
            made = db.execute(insert(TOURNAMENTS).values(name=plain_name)).inserted_primary_key
            assert made is not None
            db.execute(
                insert(ENTRANTS), [{"tournament_id": made[0], "place": n, "player": p} for n, p in enumerate(names)]
            )

    def latest(self, ended: Sequence[Mapping[str, Any]] = ()) -> Tournament | None:
        """The tournament that began last, None before the first; missing results are taken from the games *ended*."""
        with self._engine.connect() as db:
            row = db.execute(select(TOURNAMENTS).order_by(TOURNAMENTS.c.id.desc()).limit(1)).first()
            if row is None:
                return None
            players = db.execute(_players(row.id)).scalars().all()
            pairs = db.execute(_pairs(row.id)).all()
        rounds = [[one for one in pairs if one.round == number] for number in sorted({one.round for one in pairs})]
        filled = tuple(tuple(_with_result(one, ended) for one in pairs) for pairs in rounds)
        return Tournament(row.id, row.name, tuple(players), filled, tuple(pairs[0].began for pairs in rounds))

    def draw(self, tournament: Tournament, now: str) -> None:
        """Draw and store the next round, together with the results of all earlier rounds.

        Raises:
            TournamentError: where results are missing or no further round is possible.
        """
        if tournament.waits:
            raise TournamentError(Phrase("Some results of this round are missing: enter them first."))
        number, pairs = len(tournament.rounds) + 1, next_round(tournament.players, tournament.rounds)
        rows = [_row(tournament.id, number, board, pair, now) for board, pair in enumerate(pairs, 1)]
        earlier = [
            _row(tournament.id, n, board, pair, tournament.began[n - 1])
            for n, before in enumerate(tournament.rounds, 1)
            for board, pair in enumerate(before, 1)
        ]
        with self._engine.begin() as db:
            db.execute(delete(PAIRS).where(PAIRS.c.tournament_id == tournament.id))
            db.execute(insert(PAIRS), [*earlier, *rows])

    def result(self, tournament: Tournament, round_id: str, board: int, result: str) -> None:
        """Store the host's result of pair number *board* of the last round; empty: use the result of the table.

        Raises:
            TournamentError: where *result* is none of the known ones, or the pair is of another round than the last.
        """
        if result not in ("", FIRST, SECOND, DRAWN):
            raise TournamentError(Phrase("That is no result: load the page again."))
        pairs = tournament.rounds[-1] if tournament.rounds else ()
        if round_id != tournament.round_id or not 1 <= board <= len(pairs):
            raise TournamentError(Phrase("Another round was drawn meanwhile: load the page again."))
        one = and_(
            PAIRS.c.tournament_id == tournament.id, PAIRS.c.round == len(tournament.rounds), PAIRS.c.board == board
        )
        with self._engine.begin() as db:
            db.execute(update(PAIRS).where(one).values(result=result))


def _players(tournament: int) -> Any:
    return select(ENTRANTS.c.player).where(ENTRANTS.c.tournament_id == tournament).order_by(ENTRANTS.c.place)


def _pairs(tournament: int) -> Any:
    return select(PAIRS).where(PAIRS.c.tournament_id == tournament).order_by(PAIRS.c.round, PAIRS.c.board)


def _row(tournament: int, number: int, board: int, pair: Pair, began: str) -> dict[str, Any]:
    places = {"tournament_id": tournament, "round": number, "board": board, "began": began}
    return {**places, "first": pair.first, "second": pair.second, "result": pair.result}


def _with_result(row: Row[Any], ended: Sequence[Mapping[str, Any]]) -> Pair:
    pair = Pair(row.first, row.second, row.result)
    if pair.result or not pair.second:
        return pair
    players = sorted(map(player_key, (pair.first, pair.second)))
    games = [game for game in ended if is_counted(game) and game["ended"] >= row.began]
    for game in games:
        if sorted(map(player_key, game["players"])) == players:
            return replace(pair, result=_result(pair, game["winners"]))
    return pair


def _result(pair: Pair, winners: Sequence[str]) -> str:
    won = {player_key(player) for player in winners}
    return DRAWN if len(won) != 1 else FIRST if player_key(pair.first) in won else SECOND
