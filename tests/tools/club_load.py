"""Load on a club's hub: many simulated tables send their games over a real Mosquitto; times, memory and growth.

``python -m tests.tools.club_load [--tables 10 100 1000] [--rate 2] [--seconds 60]``

The tables are signed and paired as real ones are, and send the state of the table with each fact; a few connections
speak for all of them.  A fact is on the page when the page, fetched again and again, shows a table that has it; that
interval is part of the time.  A measurement ends when every fact is stored and judged, or when nothing more has been
for `STILL_S`, so that it takes at most a little longer than the tables send.
"""

from __future__ import annotations

import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, process_time
from typing import NamedTuple
from urllib.request import urlopen

from hub.cli import FOLDER
from hub.schema import open_database
from hub.store import Store
from rules.core.facts import Fact
from rules.core.game import Game, Setup
from sharing.messages import Kind, Message, Stamp, as_json, key_of, stamped, topic_of
from sharing.public import events, state_of, summary_of
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.sharing.kit import Mosquitto, free_port, mosquitto, snapshot_of, until

SEEDS = range(1, 6)  # of the games that the tables play, one after the other
LINKS = 8  # connections that speak for all tables
STEP_S = 0.05
BROKER = ("allow_anonymous true", "max_queued_messages 100000", "max_inflight_messages 2000")  # docs/mosquitto.conf
LOOK_S = 0.25  # between two looks at the page, or at the database
STILL_S = 10.0  # without anything stored or judged, after which nothing more is expected
CARD = re.compile(rb'id="table-(\d+)" data-facts="(\d+)"')
KEY = "0123456789abcdef"  # in place of the game's key, until a table plays it


class Line:
    """A connection of MQTT 5 that only sends: a whole client takes more time for a message than the hub does."""

    def __init__(self, port: int) -> None:
        self._socket, self._packet = socket.create_connection(("127.0.0.1", port)), 0
        self._send(0x10, _text("MQTT") + bytes((5, 2, 0, 0, 0)) + _text(""))
        assert self._socket.recv(4096)[0] == 0x20, "the broker accepts"

    def send(self, message: Message) -> None:
        """Send a message with QoS 1, and throw away what the broker has confirmed by now."""
        self._packet = self._packet % 65535 + 1
        named = b"".join(b"\x26" + _text(name) + _text(value) for name, value in _named(message))
        head = _text(message.topic) + self._packet.to_bytes(2, "big") + _length(len(named)) + named
        self._send(0x33 if message.retain else 0x32, head + message.payload)
        with suppress(BlockingIOError):
            self._socket.recv(1 << 16, socket.MSG_DONTWAIT)

    def close(self) -> None:
        """Take leave once the broker has everything."""
        self._send(0xE0, b"")
        while self._socket.recv(1 << 16):
            pass
        self._socket.close()

    def _send(self, kind: int, body: bytes) -> None:
        self._socket.sendall(bytes((kind,)) + _length(len(body)) + body)


def _named(message: Message) -> tuple[tuple[str, str], ...]:
    return ("stamp", message.stamp), ("signed", message.signed)


def _text(words: str) -> bytes:
    data = words.encode()
    return len(data).to_bytes(2, "big") + data


def _length(number: int) -> bytes:
    """A number in the variable length of MQTT: seven bits a byte, the lowest first."""
    more, seven = divmod(number, 128)
    return bytes((seven | 128,)) + _length(more) if more else bytes((seven,))


class FactMessages(NamedTuple):
    """The messages of a table for one fact: the event, the state after it, and the summary."""

    event: bytes
    state: bytes
    summary: bytes


@dataclass
class Table:
    """One simulated table: its key, the game it plays, and when each of its facts was sent (s)."""

    number: int
    key: bytes
    script: list[list[FactMessages]]
    sent: list[float] = field(default_factory=list)  # of the game on the table, fact by fact
    count: int = 0
    games: int = 0
    at: int = 0

    def tell(self, link: Line) -> None:
        """Send the next fact and the state after it."""
        game = self.script[(self.number + self.games) % len(self.script)]
        event, state, summary = game[self.at]
        self.count += 1
        if self.at == 0:
            link.send(self._signed("summary", summary))
        link.send(self._signed("state", state))
        link.send(self._signed("event", event.replace(KEY.encode(), f"{self.games:016x}".encode())))
        self.sent = [monotonic()] if self.at == 0 else [*self.sent, monotonic()]
        self.at += 1
        if self.at == len(game):
            self.at, self.games = 0, self.games + 1

    def _signed(self, kind: Kind, payload: bytes) -> Message:
        topic = topic_of(f"table-{self.number}", kind)
        return stamped(topic, payload, Stamp("ab", self.count), self.key, retain=kind != "event")


def script() -> list[list[FactMessages]]:
    """The messages of a whole game, for some games."""
    kit = kit_of("casting-stones")
    return [_messages(kit.game, game.setup, game.log) for game in (play(kit, seed) for seed in SEEDS)]


def _messages(game: Game, setup: Setup, log: Sequence[Fact]) -> list[FactMessages]:
    snapshots = [snapshot_of(game, setup, log[:count]) for count in range(len(log) + 1)]
    lines = [event for event in events(snapshots[-1], None) if event["event_type"] != "record"]
    return [
        FactMessages(as_json({**event, "game": KEY}), as_json(state_of(snapshot)), as_json(summary_of(snapshot)))
        for event, snapshot in zip(lines, snapshots, strict=True)
    ]


@contextmanager
def hub(home: Path, broker: Mosquitto) -> Iterator[tuple[int, str]]:
    """A hub as `owleye hub` runs it: its process and the address of its pages."""
    port = free_port()
    where = ["--broker", "127.0.0.1", "--broker-port", str(broker.port), "--no-tls", "--host", "127.0.0.1"]
    command = [sys.executable, "-m", "owleye", "--home", str(home), "hub", *where, "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        until(lambda: "watching" in _pill(address), "the hub hears the broker", 120)
        yield process.pid, address
    finally:
        process.terminate()
        process.wait()


def _pill(address: str) -> str:
    with suppress(OSError), urlopen(f"{address}/version") as answer:
        return str(json.load(answer)["pill"]["state"])
    return ""


def paired(home: Path, count: int, games: list[list[FactMessages]]) -> list[Table]:
    """This many tables, paired in the hub's database."""
    (home / FOLDER).mkdir(parents=True)
    store = Store(open_database("", home / FOLDER))
    tables = [Table(number, key_of(store.pair(f"Table {number}")), games) for number in range(count)]
    store.close()
    return tables


def watch(address: str, tables: list[Table], times: list[float], over: Event) -> None:
    """Fetch the page until it is *over*; *times* get how long each new fact took to be there (s)."""
    newest = dict.fromkeys(range(len(tables)), 0)
    while not over.wait(LOOK_S):
        with urlopen(f"{address}/") as answer:
            page = answer.read()
        now = monotonic()
        for number, facts in ((int(a), int(b)) for a, b in CARD.findall(page)):
            sent = tables[number].sent
            begin = newest[number] + 1 if facts >= newest[number] else 1
            new = range(begin, facts + 1)
            times += [now - sent[fact] for fact in new if fact < len(sent) and now > sent[fact]]
            newest[number] = facts


def drive(tables: list[Table], broker: Mosquitto, rate: float, seconds: float) -> float:
    """Let every table send *rate* facts a second; returns how many were sent a second in all."""
    links = [Line(broker.port) for _ in range(LINKS)]
    begin, sent, pause = monotonic(), 0, Event()
    while (passed := monotonic() - begin) < seconds:
        while sent < passed * rate * len(tables):
            tables[sent % len(tables)].tell(links[sent % len(tables) % LINKS])
            sent += 1
        pause.wait(STEP_S)
    rate_s = sent / (monotonic() - begin)
    for link in links:
        link.close()
    return rate_s


def measure(count: int, rate: float, seconds: float, games: list[list[FactMessages]]) -> str:
    """One line of figures for this many tables."""
    with TemporaryDirectory() as folder, mosquitto(Path(folder), *BROKER) as broker:
        home, times, over = Path(folder) / "home", list[float](), Event()
        tables = paired(home, count, games)
        with hub(home, broker) as (pid, address):
            began = used(pid)
            watcher = Thread(target=watch, args=(address, tables, times, over))
            watcher.start()
            before_cpu = process_time()
            rate_s = drive(tables, broker, rate, seconds)
            own, of_broker = (process_time() - before_cpu) / seconds, _cpu_s(broker.pid) / seconds
            facts = sum(table.count for table in tables)
            late_s = settle(home, facts)
            over.set()
            watcher.join()
            (missing, unjudged), ended = _left(home, facts), used(pid)
        size = sum(file.stat().st_size for file in (home / FOLDER).iterdir()) / 1e6
    times.sort()
    middle, p95 = (times[int(len(times) * share)] if times else float("nan") for share in (0.5, 0.95))
    return (
        f"{count:5} tables {rate_s:7.0f} facts/s {facts:7} facts, {missing} not stored, {unjudged} not judged "
        f"{late_s:.0f} s after the last; fact to page: median {middle:.2f} s, p95 {p95:.2f} s; "
        f"{_growth('hub', began.hub, ended.hub, facts)}; {_growth('judge', began.judge, ended.judge, facts)}; "
        f"disk {size:.0f} MB; of a core: this generator {own:.2f}, the broker {of_broker:.2f}; "
        f"load {os.getloadavg()[0]:.1f}"
    )


def settle(home: Path, facts: int) -> float:
    """Wait until all *facts* are stored and judged, or nothing more was for `STILL_S`; the answer is how long (s)."""
    begin = latest = monotonic()
    left, pause = _left(home, facts), Event()
    while any(left) and monotonic() < latest + STILL_S:
        pause.wait(LOOK_S)
        if (now := _left(home, facts)) != left:
            left, latest = now, monotonic()
    return monotonic() - begin


def _left(home: Path, facts: int) -> tuple[int, int]:
    """How many of the *facts* are not stored, and how many of the stored ones are not judged."""
    with closing(sqlite3.connect(home / FOLDER / "hub.sqlite", timeout=30)) as db:
        stored = db.execute("SELECT SUM(number) FROM tables").fetchone()[0]
        return facts - int(stored), int(db.execute("SELECT SUM(facts - MAX(checked, 0)) FROM games").fetchone()[0] or 0)


class Use(NamedTuple):
    """The use of a process: CPU (s) and memory (MB)."""

    cpu_s: float
    memory_mb: float


class Used(NamedTuple):
    """The use of the hub and of the process that judges for it."""

    hub: Use
    judge: Use


def used(pid: int) -> Used:
    """The use of the hub with this process until now."""
    [judge] = (
        int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()
    )
    return Used(*(Use(_cpu_s(one), _rss_mb(one)) for one in (pid, judge)))


def _growth(name: str, began: Use, ended: Use, facts: int) -> str:
    cpu_ms = 1000 * (ended.cpu_s - began.cpu_s) / facts
    return f"{name}: {cpu_ms:.2f} ms CPU a fact, memory {began.memory_mb:.0f} -> {ended.memory_mb:.0f} MB"


def _rss_mb(pid: int) -> float:
    match = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(match[1]) / 1024 if match else float("nan")


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main() -> None:
    """Measure for each number of tables."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--rate", type=float, default=2.0, help="facts a second and table")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    games = script()
    for count in options.tables:
        print(measure(count, options.rate, options.seconds, games), flush=True)


if __name__ == "__main__":
    main()
