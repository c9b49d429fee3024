"""Past games: a stored game is folded once and cached."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from werkzeug.exceptions import NotFound

from referee.journal.errors import JournalError
from referee.model.snapshot import GameSummary, LogEntry, Snapshot
from referee.table.games import folded
from referee.table.service import TableService
from rules.core.fold import Entry, Table
from rules.core.game import Game, winners_of
from rules.games import GAMES
from web.games.game_pages import PLAIN, GameStory, View, all_games

log = logging.getLogger(__name__)
REMEMBERED = 24  # games, more than a list shows; one of 500 facts takes about 1 MB


@dataclass(frozen=True, slots=True, eq=False)
class PastGame:
    """A stored game with its log; *id* is its number in the journal."""

    id: str
    game: Game
    table: Table
    log: tuple[LogEntry, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return tuple(self.table.setup["players"])

    @property
    def over(self) -> bool:
        """Whether the game has no asks left."""
        return not self.table.asks

    @property
    def story(self) -> GameStory:
        """The functions that summarise a game of this kind."""
        pages = all_games().get(self.game.name)
        return pages.story if pages else PLAIN

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners; empty while the game runs, and in a draw."""
        return winners_of(self.view(), self.players)

    def tint(self, player: str) -> str:
        """The CSS class of a player's colour."""
        return self.story.tint(self.view(), player) or f"seat-{self.players.index(player)}"

    @property
    def first_scores(self) -> Mapping[str, int]:
        """What is counted, before the first play."""
        state = self.game.start(self.table.setup)
        return self._counted(self.game.view(state, None, self.table.revealed))

    def scores(self, entry: Entry | None = None) -> Mapping[str, int]:
        """The counted values by player, in the order of the seats, after *entry* (None: at the end)."""
        return self._counted(self.view(entry))

    def _counted(self, view: View) -> Mapping[str, int]:
        counts = self.story.scores(view)
        return {player: counts[player] for player in self.players if player in counts}

    def view(self, entry: Entry | None = None) -> View:
        """The public view of the game after *entry*; without an entry, at its end."""
        state = self.table.state if entry is None else entry.after
        return self.game.view(state, None, self.table.revealed)

    def as_snapshot(self, now: Snapshot) -> Snapshot:
        """*now* with this game on the table, to be drawn by the templates of the table."""
        return replace(now, game_id=self.id, game=self.game, table=self.table, log=self.log)


def past_game(live: TableService, summary: GameSummary) -> PastGame | None:
    """The game of *summary*, cached until something is logged in it; None where it cannot be read or folded."""
    try:
        return _past_game(live, summary)
    except JournalError as error:
        log.warning("game %s cannot be read: %s", summary.id, error)
        return None


def past_game_of(live: TableService, game: str) -> PastGame:
    """The stored game with this id.

    Raises:
        NotFound: where there is no such game, or it cannot be folded.
        JournalError: where it cannot be read.
    """
    summary = _summary(live, game)
    past = _past_game(live, summary) if summary else None
    if past is None:
        raise NotFound
    return past


def stored_past_game(live: TableService, game: str | None) -> PastGame | None:
    """The stored game with this id; None where there is none that can be read and folded."""
    summary = _summary(live, game)
    return past_game(live, summary) if summary else None


def _summary(live: TableService, game: str | None) -> GameSummary | None:
    return next((line for line in live.now().games if line.id == game), None)


def _past_game(live: TableService, summary: GameSummary) -> PastGame | None:
    now = live.now()
    if summary.id == now.game_id:
        return _on_table(live, summary.id, now.length)
    return _folded(live, summary.id, summary.facts)


@lru_cache(maxsize=1)
def _on_table(live: TableService, game: str, facts: int) -> PastGame | None:
    """The game on the table, which is folded already; its earlier states are not cached."""
    now = live.now()
    if now.game_id != game or now.game is None or now.table is None:
        return _folded(live, game, facts)
    return PastGame(game, now.game, now.table, now.log)


@lru_cache(maxsize=REMEMBERED)
def _folded(live: TableService, game: str, facts: int) -> PastGame | None:
    stored = live.stored_game(game)
    rules = GAMES.get(stored.setup["game"]) if stored else None
    if stored is None or rules is None:
        return None
    try:
        table = folded(rules, stored)
    except ValueError:
        return None
    return PastGame(game, rules, table, stored.log)
