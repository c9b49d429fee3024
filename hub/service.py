"""The running hub: one thread hears the tables and stores what they tell, another has their games judged again."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from queue import Empty, SimpleQueue

from sqlalchemy.exc import SQLAlchemyError

from hub.board import Board
from hub.intake import Intake
from hub.judge import Judge
from hub.settings import HubSettings
from hub.store import Store
from rules.core.phrases import Phrase
from sharing.link import Connected, Happening, Link, Lost
from sharing.messages import Kind, Message, topic_of

log = logging.getLogger(__name__)
TICK_S = 0.2  # what came in this time is stored in one transaction
ANSWER_S = 3.0  # how often a table is told what of it is stored: with each transaction it would cost as much as storing
NO_DATABASE = Phrase("The database does not answer. The tables keep what they have to tell.")
LOOK_S = 1.0  # how often is looked whether the database is back
MOST = 2000  # messages of one transaction
SWITCH_S = 0.0005  # the link gives up the interpreter five times a message: with the usual 5 ms it would starve
AT_ONCE = 200  # games that are judged between two looks for new ones
HEARS: tuple[Kind, ...] = ("event", "summary", "status")


class HubService:
    """Everything behind the hub's pages; they read `board` and `store`."""

    def __init__(self, settings: HubSettings, store: Store, clock: Callable[[], str]) -> None:
        """Start hearing.

        Raises:
            SharingError: where the broker's settings cannot be used.
        """
        settings.check_broker()
        self.store, self.board = store, Board()
        self.clock = clock
        self._no_broker: str = Phrase("Connecting to {broker} …", broker=settings.broker)
        self._no_database = ""
        self._intake = Intake(store, self.board, clock)
        self._work: SimpleQueue[Happening | Callable[[], None] | None] = SimpleQueue()
        self._unchecked: SimpleQueue[set[str] | None] = SimpleQueue()
        self._answered_s = 0.0
        self._is_stale = True  # whether the tables have to be read from the database, and asked what did not come
        self._link = Link(settings, self._work.put, [topic_of("+", kind) for kind in HEARS])
        self._threads = [
            threading.Thread(target=self._hear, name="hub intake", daemon=True),
            threading.Thread(target=self._judge, name="hub checker", daemon=True),
        ]
        sys.setswitchinterval(SWITCH_S)
        for thread in self._threads:
            thread.start()
        self._link.start()

    @property
    def words(self) -> str:
        """What keeps the hub from its work; empty where nothing does."""
        return self._no_broker or self._no_database

    @property
    def refused(self) -> dict[str, int]:
        """How many messages were dropped, by reason."""
        return dict(self._intake.refused)

    def pair(self, name: str) -> str:
        """Pair a table; the answer is its code.

        Raises:
            SharingError: where it cannot have that name.
        """
        code = self.store.pair(name)
        self._read_again()
        return code

    def unpair(self, table: str) -> None:
        """Hear no more of a table."""
        self.store.unpair(table)
        self._read_again()

    def _read_again(self) -> None:
        """Know the tables as the database has them now."""
        self._is_stale = True
        self.settle()

    def settle(self) -> None:
        """Return once everything that came before is stored."""
        done = threading.Event()
        self._work.put(done.set)
        done.wait()

    def close(self) -> None:
        """Stop hearing and judging."""
        self._link.close()
        self._work.put(None)
        for thread in self._threads:
            thread.join()

    # The thread that hears

    def _hear(self) -> None:
        pause = threading.Event()
        while self._round():
            if self._work.qsize() < MOST:
                pause.wait(TICK_S)
        self._unchecked.put(None)

    def _round(self) -> bool:
        """Take in what has come; False at the end."""
        items = self._waiting()
        for item in items:
            if isinstance(item, Connected | Lost):
                self._happened(item)
        self._take([item for item in items if isinstance(item, Message)])
        for item in items:
            if callable(item):
                item()
        self.board.tell()
        return None not in items

    def _waiting(self) -> list[Happening | Callable[[], None] | None]:
        """What has come; waits a moment for the first."""
        items = []
        try:
            items.append(self._work.get(timeout=LOOK_S))
            while len(items) < MOST:
                items.append(self._work.get_nowait())
        except Empty:
            pass
        return items

    def _happened(self, item: Connected | Lost) -> None:
        self._no_broker = item.words if isinstance(item, Lost) else ""
        self._is_stale = True

    def _take(self, messages: Sequence[Message]) -> None:
        """Store what the tables told; while the database is away they keep it and tell it again."""
        try:
            if self._is_stale:
                self._load()
            for message in messages:
                self._intake.hear(message)
            self._intake.settle()
            self._answer()
            self._no_database = ""
        except SQLAlchemyError as error:
            self._is_stale, self._no_database = True, NO_DATABASE
            log.error("the database does not answer: %s", str(error).partition("\n")[0])
        if self._intake.changed:
            self._unchecked.put(self._intake.changed)
            self._intake.changed = set()

    def _answer(self) -> None:
        if (now := time.monotonic()) >= self._answered_s + ANSWER_S:
            self._answered_s = now
            self._send(self._intake.answers())

    def _load(self) -> None:
        self._is_stale = False
        self._send(self._intake.load())
        self._unchecked.put(set(self.store.unchecked()))

    def _send(self, messages: Sequence[Message]) -> None:
        for message in messages if not self._no_broker else ():
            self._link.send(message)

    # The thread that judges

    def _judge(self) -> None:
        waiting = set[str]()
        with closing(Judge(self.store.url)) as judge:
            while (new := self._news() if waiting else self._unchecked.get()) is not None:
                waiting |= new
                some = [waiting.pop() for _ in range(min(AT_ONCE, len(waiting)))]
                rows = judge.check(some)
                if rows is None:
                    waiting |= set(some)
                    threading.Event().wait(LOOK_S)
                for row in rows or ():
                    self.board.show_check(row["of_game"], row["checked_to"], row["wrong_at"])

    def _news(self) -> set[str] | None:
        """The games that have changed since, without waiting."""
        try:
            return self._unchecked.get_nowait()
        except Empty:
            return set()
