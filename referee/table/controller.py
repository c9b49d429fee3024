"""The controller of the live table: carries out one command at a time, journals facts, then publishes a snapshot.

It knows no threads: the service (referee/table/service.py) calls it from its writer thread only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

from referee.journal.backup import back_up
from referee.journal.deleted import delete, remove_old, restore, stored_games
from referee.journal.journal import Journal, JournalError, StoredGame
from referee.journal.on_table import game_on_table, put_on_table
from referee.model.commands import (
    CameraStateChanged,
    Command,
    Correct,
    DeleteGame,
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
    Say,
    Trouble,
    Undo,
    WizardChanged,
)
from referee.model.snapshot import Answer, By, GameSummary, LastReading, LogEntry, Notice, Proposal, Snapshot
from referee.model.tracks import identified
from referee.observe.evidence import Evidence
from referee.observe.interpretation import NoThrow, PossibleThrow
from referee.observe.questions import BY, NO
from referee.observe.throw_tracker import Pending, ThrowTracker, answered
from referee.observe.verdicts import looked_for
from referee.panel import buttons
from referee.panel.lamps import lamps
from referee.table import countdowns
from referee.table.undo import taking_back
from rules.core.at_table import Countdown
from rules.core.facts import Amend, Choose, Fact, Play, Retract, Throw
from rules.core.fold import Table, advance, opening
from rules.core.game import Game, Setup
from rules.core.refusals import refusal
from rules.core.serialise import to_json

STALE = Answer(False, "The table has moved on since this page was drawn: look again, then answer.", stale=True)
NO_GAME = Answer(False, "No game is on the table: begin one first.")
GONE = "There is no such game in the list any more: load the page again."
QUIET = NoThrow()
CALM = ("throw", "kept", "first day", "machine note")  # Notices from these need patience, not a hand.
DONE = Answer(True, "Done.")
BY_ITSELF = Answer(False, "Only the clock can end the countdown: stop it while it runs, or wait.")
TOO_LATE = Answer(False, "Too late: the countdown had run out.")
GRACE_S = 0.1  # A press in the last moment is known this much later at most: contacts bounce, and threads take turns.
LATE_S = 1.0  # A press this soon after the end of a countdown was meant to stop it, and means nothing else.
FROM_PEOPLE = (Say, Undo, Correct, Reply, Press, Hold, Key)


class TableController:
    """The only writer of the live table.  ``now`` is the current snapshot; it shows a fact once that is journaled."""

    def __init__(
        self, journal: Journal, evidence: Evidence, games: Mapping[str, Game], clock: Callable[[], str], now: Snapshot
    ) -> None:
        """*clock* gives the time as ISO 8601 in UTC; *now* is the first snapshot, without a game."""
        self.now = now
        self._journal, self._games, self._clock = journal, games, clock
        self._tracker = ThrowTracker(evidence)
        self._troubles: dict[str, NoThrow] = {}
        self._t: float | None = None  # No countdown runs before the first command has a time.
        self._countdown: Countdown | None = None
        self._ran_out: float | None = None
        self._proposals: tuple[Proposal, ...] = ()
        self._show_games()
        if last := game_on_table(journal, self.now.games):
            answer = self._resume(last)
            self._trouble("game", QUIET if answer.ok else NoThrow(answer.words))

    def do(self, command: Command, t: float = 0.0) -> Answer:
        """Carry out one command, given at *t* s of a steady clock; nothing is published that is not journaled."""
        self._t = t
        try:
            if isinstance(command, FROM_PEOPLE):
                pressed = command.t if isinstance(command, Press) else None
                self._let_time_pass(t if pressed is None else pressed)
            return self._do(command)
        except JournalError as error:
            self._trouble("journal", NoThrow(str(error)))
            return Answer(False, str(error))

    @property
    def due(self) -> float | None:
        """When `wake` must be called (s of the steady clock); None where no time runs."""
        countdown = self._countdown
        ends = [countdown.ends + GRACE_S] if countdown and not countdowns.is_over(countdown, self._t) else []
        return min([*ends, *(proposal.until for proposal in self._proposals)], default=None)

    def wake(self, t: float) -> None:
        """Log what is due at *t* s."""
        try:
            self._let_time_pass(t)
        except JournalError as error:
            self._trouble("journal", NoThrow(str(error)))

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()

    def kept(self, game: str) -> StoredGame | None:
        """A game as the journal has it; None where there is none, or where it was deleted."""
        return self._journal.load(game) if _is_among(self.now.games, game) else None

    def _do(self, command: Command) -> Answer:
        match command:
            case NewGame(setup, instead):
                return self._begin(setup) if instead in (None, self.now.game_id or "") else STALE
            case Resume(game):
                return self._resume(game)
            case DeleteGame(game):
                return self._delete(game)
            case RestoreGame(game):
                return self._restore(game)
            case Saw():
                return self._saw(command)
            case CameraStateChanged() | FaultsChanged() | PanelChanged() | WizardChanged():
                self._note(command)
                return DONE
            case Trouble(source, words) | Inform(source, words):
                self._trouble(source, NoThrow(words))
                return DONE
            case _:
                return self._at_the_table(command)

    def _note(self, change: CameraStateChanged | FaultsChanged | PanelChanged | WizardChanged) -> None:
        """Show what changed around the game."""
        match change:
            case CameraStateChanged(word):
                self._show(eyes=word)
            case FaultsChanged(faults):
                self._show(faults=faults)
            case PanelChanged():
                self._show(panel=self.now.panel + 1)
            case WizardChanged(wizard):
                self._show(wizard=wizard)

    def _at_the_table(self, command: Command) -> Answer:
        table = self.now.table
        if table is None:
            return NO_GAME
        if isinstance(command, Say | Undo | Correct) and command.at != table.length:
            return TOO_LATE if _speaks_up(table, command) and self._is_late() else STALE
        match command:
            case Say(fact):
                by_itself = self._countdown and countdowns.tells_time(table, fact)
                return BY_ITSELF if by_itself else self._say(table, fact)
            case Undo():
                return self._undo(table)
            case Correct(seq, piece, side):
                return self._correct(table, seq, piece, side)
            case Reply(question, key):
                return self._reply(table, question, key, "hand")
            case Press(seat):
                return self._press(table, seat)
            case Hold(seat, since):
                return self._hold(table, seat, since)
            case Key(word):
                return self._key(table, word)
        return Answer(False, "The table cannot do that here.")

    # Games

    def _begin(self, setup: Setup) -> Answer:
        game = self._games.get(str(setup.get("game")))
        if game is None:
            return Answer(False, f"I know no game {setup.get('game')!r}: choose one of {', '.join(self._games)}.")
        try:
            opening(game, setup)
        except ValueError as error:
            return Answer(False, str(error))
        begun = self._journal.begin(setup, self._clock())
        self._show_games()
        answer = self._resume(begun)
        self._spare("deleted games", lambda: remove_old(self._journal), "Deleted games could not be removed")
        self._show_games()
        return answer

    def _delete(self, game: str) -> Answer:
        if game == self.now.game_id:
            return Answer(False, "That game is on the table: begin another one or go on with one, then delete it.")
        if not _is_among(self.now.games, game):
            return Answer(False, GONE)
        delete(self._journal, game)
        self._show_games()
        return Answer(True, "The game is deleted. You can still undo that, under “Deleted games”.")

    def _restore(self, game: str) -> Answer:
        if not _is_among(self.now.deleted, game):
            return Answer(False, GONE)
        restore(self._journal, game)
        self._show_games()
        return Answer(True, "The game is back in the list.")

    def _show_games(self) -> None:
        stored = stored_games(self._journal)
        self._show(games=stored.listed, deleted=stored.deleted)

    def _resume(self, game_id: str) -> Answer:
        kept = self.kept(game_id)
        game = self._games.get(kept.setup["game"]) if kept else None
        if kept is None or game is None:
            return Answer(False, f"There is no game {game_id} here that could go on.")
        try:
            table = opening(game, kept.setup)
        except ValueError as error:
            return Answer(False, f"Game {game_id} cannot go on: {error}")
        for line in kept.log:
            table = advance(game, table, line.fact)
        put_on_table(self._journal, game_id)
        self._tracker.forget()
        self._countdown, self._proposals = None, ()
        self._trouble("throw", QUIET)
        self._show(game_id=game_id, game=game, table=table, log=kept.log, seen=None)
        self._show_games()
        return Answer(True, f"Game {game_id} is on the table.")

    # Facts

    def _log(self, table: Table, fact: Fact, by: By, evidence: str | None = None) -> Answer:
        """Judge a fact, journal it, then publish the result."""
        game, game_id = self.now.game, self.now.game_id
        if game is None or game_id is None:
            return NO_GAME
        if why := refusal(game, table, fact) or countdowns.too_early(table, self._running(), fact):
            return Answer(False, why)
        judged = advance(game, table, fact)
        line = LogEntry(judged.length, fact, self._clock(), by, evidence)
        self._journal.append(game_id, line)
        self._tracker.pending, self._proposals = None, buttons.still_offered(self._proposals, judged, fact)
        if isinstance(fact, Amend | Retract):
            self._countdown = None  # A correction is a change as well: the countdown begins anew.
        self._troubles.pop("journal", None)
        self._trouble("throw", QUIET)
        self._show(table=judged, log=(*self.now.log, line))
        if not judged.asks:
            self._spare("backup", lambda: back_up(self._journal, game_id), "No backup could be made after this game")
        return Answer(True, " ".join(ruling.text for ruling in _said(judged, line.seq)) or DONE.words)

    def _spare(self, source: str, work: Callable[[], object], failed: str) -> None:
        """Do *work* that the game does not depend on; where it fails, a notice says so."""
        words = ""
        try:
            work()
        except (JournalError, OSError) as error:
            words = f"{failed}: {error}"
        self._trouble(source, NoThrow(words))

    def _say(self, table: Table, fact: Fact) -> Answer:
        """Log what was entered by hand."""
        answer = self._log(table, fact, "hand")
        if answer.ok and isinstance(fact, Throw):
            self._tracker.entered(fact)
            self._show()
        return answer

    def _undo(self, table: Table) -> Answer:
        fact = taking_back(self.now.log, table)
        if fact is None:
            return Answer(False, "There is nothing to undo.")
        return self._mend(table, fact) if isinstance(fact, Amend) else self._log(table, fact, "hand")

    def _correct(self, table: Table, seq: int, piece: str, side: str) -> Answer:
        play = next((entry.play for entry in table.entries if entry.seq == seq), None)
        if not isinstance(play, Throw) or piece not in dict(play.shown):
            return Answer(False, f"Number {seq} is no throw of that piece: look again.")
        shown = tuple((name, side if name == piece else old) for name, old in play.shown)
        return self._mend(table, Amend(seq, replace(play, shown=shown)))

    def _mend(self, table: Table, fact: Amend) -> Answer:
        """Amend a play, and correct the tracks of the pieces that were read wrong."""
        before = next(entry.play for entry in table.entries if entry.seq == fact.seq)
        answer = self._log(table, fact, "hand")
        if answer.ok and isinstance(before, Throw) and isinstance(fact.play, Throw):
            for piece, side in set(fact.play.shown) - set(before.shown):
                self._tracker.corrected(piece, side)
        return answer

    # Buttons and questions

    def _press(self, table: Table, seat: int) -> Answer:
        """A seat's button: yes to a question, a confirmation, or what the game lets a button choose."""
        players, question = self.now.players, self.now.question
        if seat >= len(players):
            return Answer(False, f"Nobody sits at button {seat + 1}.")
        if question is not None:
            own = BY + players[seat]
            key = next((choice.key for choice in question.choices if choice.key == own), question.choices[0].key)
            return self._reply(table, question.id, key, "button")
        if self._is_late():
            return TOO_LATE
        proposed = buttons.proposal_of(self._proposals, players[seat])
        return self._meant(table, buttons.pressed(table, players[seat], proposed, self._t or 0.0))

    def _hold(self, table: Table, seat: int, since: float) -> Answer:
        player = self.now.players[seat] if seat < len(self.now.players) else ""
        return self._meant(table, buttons.held(table, buttons.proposal_of(self._proposals, player), since))

    def _key(self, table: Table, word: Literal["next", "up", "down"]) -> Answer:
        if word == "next":
            return self._meant(table, buttons.onward(table))
        latest = self._proposals[-1] if self._proposals else None
        return self._meant(table, buttons.changed(table, latest, word, self._t or 0.0))

    def _meant(self, table: Table, meaning: buttons.Meaning) -> Answer:
        if isinstance(meaning, str):
            return Answer(False, meaning)
        if isinstance(meaning, Choose):
            return self._log(table, meaning, "button")
        self._proposals = buttons.with_proposal(self._proposals, meaning)
        self._show()
        return Answer(True, meaning.words)

    # Time

    def _is_late(self) -> bool:
        """Whether a countdown ran out a moment ago."""
        return self._ran_out is not None and self._t is not None and self._t - self._ran_out < LATE_S

    def _running(self) -> Countdown | None:
        return countdowns.running(self._countdown, self._t)

    def _let_time_pass(self, t: float) -> None:
        """Log what ran out by *t* s, and forget proposals that nobody confirmed in time."""
        self._t, table = t, self.now.table
        fact = table.at_table.countdown(table, self._countdown, t)[1] if table else None
        if table and fact:
            self._countdown = None  # If the journal refuses the fact, the countdown begins anew.
            self._log(table, fact, "clock")
            self._ran_out = t
        self._proposals = buttons.still_open(self._proposals, t)
        self._show()

    def _reply(self, table: Table, question: str, key: str, by: By) -> Answer:
        now, pending = self.now.question, self._tracker.pending
        if now is None or pending is None or now.id != question or all(key != c.key for c in now.choices):
            return STALE
        if key == NO:
            self._tracker.counted(pending)
            self._show()
            if instead := pending.thrown.ambiguities[0].instead:
                return self._witnessed(table, instead, pending.seen, by)
            return Answer(True, "Then I wait for the throw.")
        return self._decide(table, answered(pending, key), by)

    # Readings

    def _saw(self, saw: Saw) -> Answer:
        """Judge a reading of the resting table; the answer is not ok where a throw is still due."""
        table = self.now.table
        if saw.why in ("before", "back"):
            missed = self._tracker.saw_before(table, saw)
            if missed.words:
                self._trouble("throw", missed)
            return DONE
        told = self._tracker.observe(table, saw, self._clock(), self.now.game_id)
        self._troubles["evidence"] = NoThrow(self._tracker.trouble)
        self._troubles["kept"] = told.warning
        self._show(seen=told.seen)
        if told.repeated:
            return DONE
        match told.verdict:
            case PossibleThrow() as thrown if table:
                return self._decide(table, Pending(thrown, told.seen, told.readings), "camera")
            case Choose() as choice if table:
                return self._witnessed(table, choice, told.seen, "camera")
            case NoThrow(words) as wait:
                self._tracker.pending = None
                self._trouble("throw", wait)
                waits = table is not None and any(ask.pieces for ask in table.asks)
                return Answer(not words and not waits, words or DONE.words)
        return NO_GAME

    def _decide(self, table: Table, pending: Pending, by: By) -> Answer:
        """Log the throw where nothing is ambiguous; otherwise ask."""
        if pending.thrown.ambiguities:
            self._tracker.ambiguities(pending)
            self._trouble("throw", QUIET)
            return Answer(True, self.now.question.words if self.now.question else DONE.words)
        answer = self._witnessed(table, pending.thrown.throw, pending.seen, by)
        if answer.ok:
            self._tracker.counted(pending)
            self._show()
        return answer

    def _witnessed(self, table: Table, play: Play, seen: LastReading, by: By) -> Answer:
        """Log what was read; add to the record of its picture the ruling, and what people said of the pieces."""
        answer = self._log(table, play, by, seen.evidence or None)
        judged = self.now.table
        if answer.ok and judged is not None:
            rules = sorted({rule for ruling in _said(judged, judged.length) for rule in ruling.rules})
            more = {} if by == "camera" else {"reading": seen.reading.to_json()}
            self._tracker.note(seen.evidence, {"fact": to_json(play), "seq": judged.length, "rules": rules, **more})
        return answer

    # The snapshot

    def _trouble(self, source: str, what: NoThrow) -> None:
        self._troubles[source] = what
        self._show()

    def _show(self, **changes: Any) -> None:
        now = replace(self.now, **changes)
        table, tracker = now.table, self._tracker
        if self._t is not None:
            self._countdown = table.at_table.countdown(table, self._countdown, self._t)[0] if table else None
        question = tracker.question(table)
        notices = (
            Notice(told.words, source not in CALM, told.rules, source) for source, told in self._troubles.items()
        )
        now = replace(
            now,
            question=question,
            notices=tuple(notice for notice in notices if notice.words),
            expect=tuple(dict.fromkeys((*looked_for(table), *(name for name, _ in identified(tracker.tracks)))))
            if table
            else (),
            tracks=tracker.tracks,
            countdown=self._running(),
            proposals=self._proposals,
            lamps=lamps(table, question, self._proposals) if table else (),
        )
        if now != self.now:
            self.now = replace(now, version=now.version + 1)


def _said(table: Table, seq: int) -> tuple[Any, ...]:
    return tuple(ruling for entry in table.entries if entry.seq == seq for ruling in entry.rulings if ruling.to is None)


def _is_among(games: Iterable[GameSummary], game: str) -> bool:
    return any(line.id == game for line in games)


def _speaks_up(table: Table, command: Command) -> bool:
    """Whether a player wants to stop the countdown from a page."""
    return isinstance(command, Say) and isinstance(command.fact, Choose) and command.fact.kind == table.at_table.stop
