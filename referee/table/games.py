"""Begins, continues, deletes and restores stored games."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from referee.journal.journal import StoredGame
from referee.journal.journal_files import begin, delete, game_lists, game_on_table, put_on_table, remove_old, restore
from referee.model.snapshot import Answer, GameSummary
from referee.table.live_table import LiveTable
from rules.core.fold import Table, advance, opening
from rules.core.game import Game, Setup
from rules.core.phrases import Phrase

log = logging.getLogger(__name__)
NOT_REMOVED = Phrase("Deleted games could not be removed.")
NOT_LISTED = Phrase("There is no such game in the list any more: load the page again.")
NO_SUCH_GAME = Phrase("There is no game {game_id} here that could go on: choose another one, or begin one.")
NOT_JUDGED = Phrase("The rules fail on a play in it. Begin another game; the log of `owleye run` says why.")


class StoredGames:
    """The games in the journal of one live table."""

    def __init__(self, live: LiveTable, games: Mapping[str, Game]) -> None:
        """*games* are those that the table can referee, by name."""
        self._live, self._games = live, games
        self._show()

    def continue_last(self) -> None:
        """Continue the game that was on the table when the program ended."""
        last = game_on_table(self._live.journal, self._live.now.games)
        if last:
            answer = self.resume(last)
            self._live.notify("game", "" if answer.ok else answer.words)

    def load(self, game: str) -> StoredGame | None:
        """A stored game; None where it does not exist or was deleted."""
        return self._live.journal.load(game) if _is_among(self._live.now.games, game) else None

    def begin(self, setup: Setup) -> Answer:
        """Begin a game, and remove from the journal the games that were deleted long ago.

        Raises:
            JournalError: where the game cannot be stored.
        """
        game = self._games.get(str(setup.get("game")))
        if game is None:
            return Answer(
                False,
                Phrase(
                    "I know no game '{game}': choose one of {games}.",
                    game=setup.get("game"),
                    games=", ".join(self._games),
                ),
            )
        try:
            opening(game, setup)
        except ValueError as error:
            return Answer(False, str(error))
        live = self._live
        begun = begin(live.journal, setup, live.wall_clock())
        self._show()
        answer = self.resume(begun)
        live.attempt("deleted games", lambda: remove_old(live.journal), NOT_REMOVED)
        self._show()
        return answer

    def resume(self, game_id: str) -> Answer:
        """Put a stored game on the table, in the state after its last fact.

        Raises:
            JournalError: where its facts cannot be read, or the disk does not take which game is on the table.
        """
        stored = self.load(game_id)
        game = self._games.get(stored.setup["game"]) if stored else None
        if stored is None or game is None:
            return Answer(False, NO_SUCH_GAME.about(game_id=game_id))
        try:
            table = folded(game, stored)
        except ValueError as error:
            return Answer(False, Phrase("Game {game_id} cannot go on: {error}", game_id=game_id, error=error))
        put_on_table(self._live.journal, game_id)
        self._live.put(game_id, game, table, stored.log)
        self._show()
        return Answer(True, Phrase("Game {game_id} is on the table.", game_id=game_id))

    def delete(self, game: str) -> Answer:
        """Hide a game that is not on the table from the list."""
        if game == self._live.now.game_id:
            return Answer(
                False, Phrase("That game is on the table: begin another one or go on with one, then delete it.")
            )
        if not _is_among(self._live.now.games, game):
            return Answer(False, NOT_LISTED)
        delete(self._live.journal, game)
        self._show()
        return Answer(True, Phrase("The game is deleted. You can still undo that, under “Deleted games”."))

    def restore(self, game: str) -> Answer:
        """List a deleted game again."""
        if not _is_among(self._live.now.deleted, game):
            return Answer(False, NOT_LISTED)
        restore(self._live.journal, game)
        self._show()
        return Answer(True, Phrase("The game is back in the list."))

    def _show(self) -> None:
        lists = game_lists(self._live.journal)
        self._live.show(games=lists.listed, deleted=lists.deleted)


def folded(game: Game, stored: StoredGame) -> Table:
    """The table after the last fact of a stored game.

    Raises:
        ValueError: with one sentence for people, where the set-up cannot be played any more, or the rules fail on a
            play, for example of a journal that was tampered with: the table must start all the same.
    """
    table = opening(game, stored.setup)
    try:
        for line in stored.log:
            table = advance(game, table, line.fact)
    except Exception as error:
        log.exception("game %s could not be judged", stored.id)
        raise ValueError(NOT_JUDGED) from error
    return table


def _is_among(games: Iterable[GameSummary], game: str) -> bool:
    return any(line.id == game for line in games)
