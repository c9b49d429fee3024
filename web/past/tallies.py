"""What each game adds to the statistics: the faces that came up, and who won; counted once, then cached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

from referee.model.snapshot import GameSummary
from referee.table.service import TableService
from rules.core.asks import Ask
from rules.core.facts import Throw
from rules.core.game import player_key
from web.past.games import PastGame, past_game

Piece = tuple[str, str]
"""The name of a game and the id of a piece in it."""


@dataclass(frozen=True, slots=True)
class GameTally:
    """One game: how often each face of each piece came up, the pieces' names, and the result if it is over."""

    faces: Mapping[Piece, Mapping[str, int]]
    names: Mapping[Piece, str]
    game: str
    players: tuple[str, ...]
    over: bool
    winners: tuple[str, ...]


@dataclass(slots=True)
class Tallies:
    """The tallies of all games that were counted already, by game and number of facts."""

    _tallies: dict[tuple[str, int], GameTally] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def count(
        self, live: TableService, games: Iterable[GameSummary], until: Callable[[], bool]
    ) -> tuple[list[GameTally], int]:
        """The tallies of *games* and how many are still to be counted, because *until* became true before."""
        tallies, left = [], 0
        for game in games:
            key = (game.id, _facts(live, game))
            known = self._tallies  # Another page that counts the same game replaces it.
            if key not in known and until():
                left += 1
                continue
            tally = known[key] if key in known else self._new(live, game, key)
            if tally is not None:
                tallies.append(tally)
        return tallies, left

    def _new(self, live: TableService, game: GameSummary, key: tuple[str, int]) -> GameTally | None:
        """The tally of *game*, remembered in place of its earlier one; None where the game cannot be read or folded."""
        past = past_game(live, game)
        if past is None:
            return None
        tally = tally_of(past)
        with self._lock:
            others = {known: old for known, old in self._tallies.items() if known[0] != game.id}
            self._tallies = {**others, key: tally}
        return tally


def _facts(live: TableService, game: GameSummary) -> int:
    now = live.now()
    return now.length if game.id == now.game_id else game.facts


def tally_of(past: PastGame) -> GameTally:
    """The contribution of one game, with all corrections applied.

    A face counts where the piece lay as it should; a piece that leans or lies off the table shows none.  Pieces that
    may have been kept do not count.
    """
    faces: dict[Piece, Counter[str]] = {}
    lying: dict[str, str] = {}
    answered = {line.seq for line in past.log if line.evidence and line.by != "camera"}
    state = past.game.start(past.table.setup)
    for entry in past.table.entries:
        if isinstance(entry.play, Throw):
            asks = past.game.asks(state)
            regular = {piece: sides for ask in asks for piece, sides in ask.pieces}
            kept = entry.seq in answered and _may_be_kept(entry.play, asks, lying)
            lying.update(entry.play.shown)
            for piece, side in () if kept else entry.play.shown:
                if side in regular.get(piece, ()):
                    known = faces.setdefault((past.game.name, piece), Counter(dict.fromkeys(regular[piece], 0)))
                    known[side] += 1
        state = entry.after
    called = past.table.at_table.names(past.table.setup)
    names = {piece: called.get(piece[1], piece[1]) for piece in faces}
    return GameTally(faces, names, past.game.name, past.players, past.over, past.winners)


def _may_be_kept(throw: Throw, asks: Sequence[Ask], lying: Mapping[str, str]) -> bool:
    """Whether the players, asked about pieces on the sides where they were *lying*, said only that some were thrown."""
    shown = dict(throw.shown)
    may_keep = any(ask.some and ask.player == throw.player and shown.keys() <= dict(ask.pieces).keys() for ask in asks)
    return may_keep and len(shown) > 1 and shown.items() <= lying.items()


def all_faces(tallies: Iterable[GameTally]) -> dict[Piece, Counter[str]]:
    """The faces of every piece over all games, every face with its count."""
    faces: dict[Piece, Counter[str]] = {}
    for tally in tallies:
        for piece, counts in tally.faces.items():
            known = faces.setdefault(piece, Counter())
            for side, count in counts.items():
                known[side] = known.get(side, 0) + count
    return faces


@dataclass(frozen=True, slots=True)
class Result:
    """How a player did in one kind of game."""

    player: str
    played: int
    won: int

    @property
    def share(self) -> float:
        """The share of games that were won, 0 to 1."""
        return self.won / self.played


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who met: how often each won while the other played too, and how often they met."""

    one: str
    other: str
    won: int
    lost: int
    met: int


def results(tallies: Sequence[GameTally], game: str) -> list[Result]:
    """Every player's finished games of one kind, the one who won most first."""
    over = [tally for tally in tallies if tally.over and tally.game == game]
    played = Counter(player_key(player) for tally in over for player in tally.players)
    won = Counter(player_key(player) for tally in over for player in tally.winners)
    spelled = {player_key(player): player for tally in reversed(over) for player in tally.players}
    return sorted(
        (Result(spelled[person], count, won[person]) for person, count in played.items()),
        key=lambda result: (-result.won, -result.share, result.player),
    )


def pairs(tallies: Sequence[GameTally], game: str) -> list[Pair]:
    """How the players of one kind of game did against each other, those who met most often first."""
    people = [result.player for result in results(tallies, game)]
    over = [tally for tally in tallies if tally.over and tally.game == game]
    found = [_pair(over, one, other) for place, one in enumerate(people) for other in people[place + 1 :]]
    return sorted((pair for pair in found if pair.met), key=lambda pair: -pair.met)


def _pair(over: Sequence[GameTally], one: str, other: str) -> Pair:
    both = [tally for tally in over if {player_key(one), player_key(other)} <= set(map(player_key, tally.players))]
    won, lost = (sum(player_key(name) in map(player_key, tally.winners) for tally in both) for name in (one, other))
    return Pair(one, other, won, lost, len(both))
