"""The controller of the live table: carries out one command at a time, journals facts, then publishes a snapshot.

It knows no threads: the service (referee/table/service.py) calls it from its writer thread only.  games.py and
throws.py beside it decide what a command does to games, throws and corrections; panel/buttons.py what a button means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from referee.journal.errors import JournalError
from referee.journal.journal import Journal, StoredGame
from referee.model.commands import (
    CameraStateChanged,
    Command,
    Correct,
    DeleteGame,
    Enter,
    FaultsChanged,
    Hold,
    Inform,
    Key,
    NewGame,
    PanelChanged,
    Press,
    Reply,
    RestoreGame,
    Resume,
    Saw,
    Trouble,
    Undo,
    WizardChanged,
)
from referee.model.snapshot import Answer, CameraState, Snapshot
from referee.observe.evidence import Evidence
from referee.panel import buttons
from referee.table import throws
from referee.table.games import StoredGames
from referee.table.live_table import DONE, NO_GAME, STALE, TOO_LATE, LiveTable
from rules.core.facts import Choose
from rules.core.fold import Table
from rules.core.game import Game
from rules.core.phrases import Phrase

CLOCK_ONLY = Answer(False, Phrase("Only the clock can end the countdown: stop it while it runs, or wait."))
RETRY_S = 5.0  # pause before a throw that the journal has refused is logged again
FROM_PEOPLE = (Enter, Undo, Correct, Reply, Press, Hold, Key)


class TableController:
    """The only writer of the live table."""

    def __init__(
        self, journal: Journal, evidence: Evidence, games: Mapping[str, Game], clock: Callable[[], str], now: Snapshot
    ) -> None:
        """*clock* gives the time as ISO 8601 in UTC; *now* is the first snapshot, without a game."""
        self._live = LiveTable(journal, evidence, clock, now)
        self._games = StoredGames(self._live, games)
        self._games.continue_last()
        self._retry_at = 0.0

    @property
    def now(self) -> Snapshot:
        """The current snapshot; it contains only journaled facts."""
        return self._live.now

    def do(self, command: Command, t: float = 0.0) -> Answer:
        """Carry out one command, given at *t* s of a monotonic clock; only journaled facts are published."""
        self._live.clock.t = t
        try:
            if isinstance(command, FROM_PEOPLE):
                pressed = command.t if isinstance(command, Press) else None
                self._let_time_pass(t if pressed is None else pressed)
            return self._do(command)
        except JournalError as error:
            return self._refused(error, t)

    @property
    def due(self) -> float | None:
        """When `wake` must be called (s of the monotonic clock); None where nothing is due."""
        countdown = self._live.clock.due
        ends = [] if countdown is None else [countdown]
        if self._live.unlogged:
            ends.append(self._retry_at)
        return min([*ends, *(proposal.until for proposal in self._live.proposals)], default=None)

    def wake(self, t: float) -> None:
        """Log what is due at *t* s."""
        try:
            self._let_time_pass(t)
            if self._live.unlogged:
                self._live.unlogged()
        except JournalError as error:
            self._refused(error, t)

    def close(self) -> None:
        """Close the journal."""
        self._live.journal.close()

    def stored(self, game: str) -> StoredGame | None:
        """A stored game; None where it does not exist or was deleted."""
        return self._games.load(game)

    def _refused(self, error: JournalError, t: float) -> Answer:
        """Report what the journal refused at *t* s; a throw is logged again later."""
        self._retry_at = t + RETRY_S
        self._live.notify("journal", str(error))
        return Answer(False, str(error))

    def _do(self, command: Command) -> Answer:
        match command:
            case NewGame(setup, instead):
                return self._games.begin(setup) if instead in (None, self.now.game_id or "") else STALE
            case Resume(game):
                return self._games.resume(game)
            case DeleteGame(game):
                return self._games.delete(game)
            case RestoreGame(game):
                return self._games.restore(game)
            case Saw():
                return throws.take_reading(self._live, command)
            case CameraStateChanged() | FaultsChanged() | PanelChanged() | WizardChanged():
                self._publish_change(command)
                return DONE
            case Trouble(source, words) | Inform(source, words):
                self._live.notify(source, words)
                return DONE
            case _:
                return self._at_the_table(command)

    def _publish_change(self, change: CameraStateChanged | FaultsChanged | PanelChanged | WizardChanged) -> None:
        """Publish a change that is no fact of the game: of camera, simulated faults, panel or wizard."""
        match change:
            case CameraStateChanged(word):
                self._follow_camera(word)
            case FaultsChanged(faults):
                self._live.show(faults=faults)
            case PanelChanged():
                self._live.show(panel=self.now.panel + 1)
            case WizardChanged(wizard):
                self._live.show(wizard=wizard)

    def _follow_camera(self, word: CameraState) -> None:
        """Publish what the watched picture shows."""
        live = self._live
        if word == "reading":
            live.evidence.release()
        elif word == "watching":
            live.tracker.see_bare_mat()
            live.notify("throw")  # what was said of pieces that have been taken away is not true any more
        elif word in ("hand", "moving"):
            live.tracker.has_moved = True
        live.show(eyes=word)
        if word == "settled":
            throws.count_late_answer(live)

    def _at_the_table(self, command: Command) -> Answer:
        live, table = self._live, self.now.table
        if table is None:
            return NO_GAME
        if isinstance(command, Enter | Undo | Correct) and command.at != table.length:
            return TOO_LATE if _stops_countdown(table, command) and live.clock.is_late else STALE
        match command:
            case Enter(fact):
                return CLOCK_ONLY if live.clock.is_reserved(table, fact) else throws.enter(live, table, fact)
            case Undo():
                return throws.undo(live, table)
            case Correct(seq, piece, side):
                return throws.correct(live, table, seq, piece, side)
            case Reply(question, key):
                return throws.reply(live, table, question, key, "hand")
            case Press(seat):
                return _press(live, table, seat)
            case Hold(seat, since):
                return _hold(live, table, seat, since)
            case Key(word):
                return _key(live, table, word)
        return Answer(False, Phrase("The table cannot do that here."))

    def _let_time_pass(self, t: float) -> None:
        """Log the fact of a countdown that has ended by *t* s, and drop proposals that were not confirmed in time."""
        live, table = self._live, self.now.table
        fact = live.clock.pass_time(table, t)
        if table and fact:
            live.log(table, fact, "clock")
            live.clock.note_end()
        live.proposals = buttons.still_open(live.proposals, t)
        live.show()


def _stops_countdown(table: Table, command: Command) -> bool:
    """Whether a player wants to stop the countdown from a page."""
    return isinstance(command, Enter) and isinstance(command.fact, Choose) and command.fact.kind == table.at_table.stop


# The buttons of the panel --------------------------------------------------------------------------------------------


def _press(live: LiveTable, table: Table, seat: int) -> Answer:
    """Handle the button of a seat: it answers a question, confirms a proposal, or makes the game's choice."""
    players = live.now.players
    if seat >= len(players):
        return Answer(False, Phrase("Nobody sits at button {value}.", value=seat + 1))
    if live.now.question is not None:
        return throws.confirm(live, table, live.now.question, players[seat])
    if live.clock.is_late:
        return TOO_LATE
    proposed = buttons.proposal_of(live.proposals, players[seat])
    return _carry_out(live, table, buttons.meaning_of_press(table, players[seat], proposed, live.clock.t or 0.0))


def _hold(live: LiveTable, table: Table, seat: int, since: float) -> Answer:
    """Handle the held button of a seat, pressed at *since* s: its proposal goes down instead of up."""
    player = live.now.players[seat] if seat < len(live.now.players) else ""
    return _carry_out(
        live, table, buttons.proposal_when_held(table, buttons.proposal_of(live.proposals, player), since)
    )


def _key(live: LiveTable, table: Table, word: Literal["next", "up", "down"]) -> Answer:
    """Handle a button without a seat: "next" continues the game, "up" and "down" change the latest proposal."""
    if word == "next":
        return _carry_out(live, table, buttons.onward(table))
    latest = live.proposals[-1] if live.proposals else None
    return _carry_out(live, table, buttons.proposal_after(table, latest, word, live.clock.t or 0.0))


def _carry_out(live: LiveTable, table: Table, meaning: buttons.Meaning) -> Answer:
    """Log the choice that a button means, or publish its proposal; a meaning in words is the reason why it has none."""
    if isinstance(meaning, str):
        return Answer(False, meaning)
    if isinstance(meaning, Choose):
        return live.log(table, meaning, "button")
    live.proposals = buttons.with_proposal(live.proposals, meaning)
    live.show()
    return Answer(True, meaning.words)
