"""The running hub: one thread receives and stores the tables' messages, another has their games judged again."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from queue import Empty, SimpleQueue

from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from hub.board import Board
from hub.intake import Intake
from hub.judge import Judge, JudgingQueue
from hub.store import Store
from referee.startup.threads import FAILURES, keep_going
from rules.core.phrases import Phrase
from sharing.link import Connected, Disconnected, Link, LinkEvent
from sharing.messages import Kind, Message, topic_of
from sharing.settings import Broker

log = logging.getLogger(__name__)
TICK_S = 0.2  # all messages of this time are stored in one transaction
ACKNOWLEDGE_S = 3.0  # between two acknowledgements; one per transaction would cost as much as storing
NO_DATABASE = Phrase("The database does not answer. The tables keep what they have to tell.")
LOOK_S = 1.0  # between two tries to reach the database
MOST_MESSAGES = 2000  # messages of one transaction
SUBSCRIBED: tuple[Kind, ...] = ("event", "summary", "status")


class HubService:
    """Connects broker, database, judge and board; the hub's pages read `board` and `store`."""

    def __init__(self, broker: Broker, store: Store, clock: Callable[[], str]) -> None:
        """Connect to the broker and start both threads.

        Raises:
            SharingError: where the broker's settings cannot be used.
        """
        broker.check_broker()
        self.store, self.board = store, Board()
        self.clock = clock
        self._no_broker: str = Phrase("Connecting to {broker} …", broker=broker.broker)
        self._no_database = ""
        self._intake = Intake(store, self.board, clock)
        self._work: SimpleQueue[LinkEvent | Callable[[], None] | None] = SimpleQueue()
        self._unchecked = JudgingQueue()
        self._acknowledged_s = 0.0
        self._closed = threading.Event()
        self._is_stale = True  # whether to call `Intake.load` before the next messages
        self._link = Link(broker, self._work.put, [topic_of("+", kind) for kind in SUBSCRIBED])
        self._threads = [
            threading.Thread(target=self._receive, name="hub intake", daemon=True),
            threading.Thread(target=self._judge, name="hub checker", daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._link.start()

    @property
    def words(self) -> str:
        """What is wrong with the broker, the database or the hub itself; empty where nothing is wrong."""
        return self._no_broker or self._no_database or FAILURES.words

    @property
    def refused(self) -> dict[str, int]:
        """How many messages were dropped, by reason."""
        return dict(self._intake.refused)

    def pair(self, name: str) -> str:
        """Pair a table, and return its code.

        Raises:
            SharingError: where the name cannot be used.
        """
        code = self.store.pair(name)
        self._reload()
        return code

    def unpair(self, table: str) -> None:
        """Remove the pairing with a table: its messages are dropped from now on."""
        self.store.unpair(table)
        self._reload()

    def _reload(self) -> None:
        """Read the pairings from the database again, and wait until that is done."""
        self._is_stale = True
        self.wait_until_stored()

    def wait_until_stored(self) -> None:
        """Block until every message received before this call is stored, or refused by the database."""
        done = threading.Event()
        self._work.put(done.set)
        done.wait()

    def close(self) -> None:
        """Disconnect, and end both threads."""
        self._link.close()
        self._closed.set()
        self._work.put(None)
        for thread in self._threads:
            thread.join()

    # The receiving thread

    def _receive(self) -> None:
        keep_going(self._receive_once, self._closed)
        self._unchecked.close()

    def _receive_once(self) -> bool:
        """Handle everything in the queue; False once the hub is closed."""
        items = self._received()
        try:
            for item in items:
                if isinstance(item, Connected | Disconnected):
                    self._connection_changed(item)
            self._store([item for item in items if isinstance(item, Message)])
        finally:
            for item in items:
                if callable(item):
                    item()
        self.board.notify()
        if self._work.qsize() < MOST_MESSAGES:
            self._closed.wait(TICK_S)
        return None not in items

    def _received(self) -> list[LinkEvent | Callable[[], None] | None]:
        """Up to `MOST_MESSAGES` items of the queue; waits at most `LOOK_S` for the first."""
        items = []
        try:
            items.append(self._work.get(timeout=LOOK_S))
            while len(items) < MOST_MESSAGES:
                items.append(self._work.get_nowait())
        except Empty:
            pass
        return items

    def _connection_changed(self, item: Connected | Disconnected) -> None:
        self._no_broker = item.words if isinstance(item, Disconnected) else ""
        self._is_stale = True

    def _store(self, messages: Sequence[Message]) -> None:
        """Store these messages; while the database fails, the tables keep their events and send them again."""
        try:
            self._store_together(messages)
            self._no_database = ""
        except Exception as error:
            self._is_stale = True  # what was received and not stored must not be acknowledged
            if not isinstance(error, SQLAlchemyError):
                raise
            self._no_database = NO_DATABASE
            log.error("the database does not answer: %s", str(error).partition("\n")[0])
        if self._intake.changed:
            self._unchecked.add(self._intake.changed)
            self._intake.changed = set()

    def _store_together(self, messages: Sequence[Message]) -> None:
        """Store these messages in one transaction; if that fails because of one of them, each in its own."""
        try:
            if self._is_stale:
                self._load()
            for message in messages:
                self._intake.receive(message)
            self._intake.store_received()
        except Exception as error:
            if not _is_of_message(error):
                raise
            log.exception("messages could not be stored together")
            self._store_singly(messages)
        self._acknowledge()

    def _store_singly(self, messages: Sequence[Message]) -> None:
        """Store each message in a transaction of its own, and leave those out that cannot be stored."""
        self._load()
        for message in messages:
            try:
                self._intake.receive(message)
                self._intake.store_received()
            except Exception as error:
                if not _is_of_message(error):
                    raise
                log.exception("a message to %s cannot be stored and is left out", message.topic)
                self._load()
                self._intake.leave_out(message)
                self._intake.store_received()

    def _acknowledge(self) -> None:
        if (now := time.monotonic()) >= self._acknowledged_s + ACKNOWLEDGE_S:
            self._acknowledged_s = now
            self._send(self._intake.acknowledgements())

    def _load(self) -> None:
        self._is_stale = False
        self._send(self._intake.load())
        self._unchecked.add(self.store.unchecked())

    def _send(self, messages: Sequence[Message]) -> None:
        for message in messages if not self._no_broker else ():
            self._link.send(message)

    # The judging thread

    def _judge(self) -> None:
        with closing(Judge(self.store.url)) as judge:
            keep_going(partial(self._judge_some, judge), self._closed)

    def _judge_some(self, judge: Judge) -> bool:
        """Have some of the waiting games judged; False once the hub is closed."""
        games = self._unchecked.first()
        if games is None:
            return False
        rows = judge.check(games)
        if rows is None:
            self._closed.wait(LOOK_S)
            return True
        self._unchecked.remove(games)
        for row in rows:
            self.board.show_check(row["of_game"], row["checked_to"], row["wrong_at"])
        return True


def _is_of_message(error: Exception) -> bool:
    """Whether an error comes from what is to be stored, and not from the database."""
    return isinstance(error, DataError | IntegrityError) or not isinstance(error, SQLAlchemyError)
