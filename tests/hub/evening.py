"""A club on real servers: a hub, tables that send it their games, and the cables between them."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from hub.cli import HubSettings
from hub.schema import open_database
from hub.service import HubService
from hub.store import Store
from sharing.public import game_key
from sharing.publisher import Publisher
from sharing.settings import Broker, ShareSettings
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.sharing.kit import snapshot_of, until

KIT = kit_of("casting-stones")
GAME = play(KIT, 3)


class Wire:
    """A network cable between two programs on this machine, which can be pulled out and put back."""

    def __init__(self, to_port: int) -> None:
        self._to, self._pairs = to_port, set[tuple[socket.socket, socket.socket]]()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._to))
                except OSError:
                    near.close()
                    continue
                self._pairs.add((near, far))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if not self.is_cut:  # a cable that is out loses what is sent into it
                    other.sendall(data)
        for end in (one, other):
            end.close()

    def repair(self) -> None:
        """Put the cable back: what was connected has to connect again."""
        self.is_cut = False
        pairs, self._pairs = self._pairs, set()
        for end in (end for pair in pairs for end in pair):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Take everything down."""
        self._listener.close()
        self.repair()


@dataclass
class Club:
    """A hub and tables that play the same game, each at its own pace."""

    folder: Path
    broker: Broker
    url: str = ""
    codes: dict[str, str] = field(default_factory=dict)
    stack: ExitStack = field(default_factory=ExitStack)
    tables: dict[str, Publisher] = field(default_factory=dict)

    def open_hub(self) -> None:
        """Start the hub."""
        self.store = Store(open_database(self.url, self.folder))
        settings = HubSettings(**self.broker.model_dump(), database=self.url)
        self.hub = HubService(settings, self.store, lambda: "2026-01-01T20:00:00+00:00")
        until(lambda: not self.hub.words, "the hub hears the broker")

    def close_hub(self) -> None:
        """Stop the hub."""
        self.hub.close()
        self.store.close()

    def open_table(self, name: str, broker: Broker | None = None) -> None:
        """Pair a table and start sharing it."""
        self.codes[name] = self.hub.pair(name)
        self.hub.wait_until_stored()
        body = {**(broker or self.broker).model_dump(), "on": True, "table": name, "code": self.codes[name]}
        self.tables[name] = Publisher(ShareSettings.model_validate(body), self.folder / name)

    def play(self, first: int, last: int) -> None:
        """Every table sends its facts from *first* to *last*."""
        for count in range(first, last + 1):
            for publisher in self.tables.values():
                publisher.on_snapshot(replace(snapshot_of(KIT.game, GAME.setup, GAME.log[:count]), version=count + 1))

    def facts(self, name: str) -> list[object]:
        """What the hub has stored of a table's game."""
        key = game_key(snapshot_of(KIT.game, GAME.setup, ()))
        return [row["seq"] for row in self.store.facts(f"{name.lower().replace(' ', '-')}/{key}")]

    def has_all(self, count: int) -> bool:
        """Whether every fact of every table is stored, once and in order, judged twice and confirmed."""
        cards = self.hub.board.cards
        return (
            all(self.facts(name) == list(range(1, count + 1)) for name in self.tables)
            and all((card.facts, card.checked, card.wrong) == (count, count, 0) for card in cards)
            and not any(publisher.waiting for publisher in self.tables.values())
        )

    def close(self) -> None:
        """Stop everything."""
        for publisher in self.tables.values():
            publisher.close()
        self.close_hub()


@contextmanager
def club(folder: Path, broker: Broker, url: str = "") -> Iterator[Club]:
    """A club that runs, without tables."""
    folder.mkdir(parents=True, exist_ok=True)
    found = Club(folder, broker, url)
    found.open_hub()
    with closing(found):
        yield found
