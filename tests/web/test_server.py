"""The real server on real sockets: one device that floods or delays requests never shuts out another."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from select import select
from threading import Event, Thread
from typing import Any

import pytest
from waitress import wasyncore

from sharing.publisher import TableSharing
from tests.web.kit import open_bench
from web.api.stream import STREAMS_EACH
from web.app import create_app
from web.security.rights import me, right_of
from web.server import (
    BESIDES,
    CONNECTIONS_EACH,
    IDLE_S,
    READ_S,
    REQUEST_S,
    THREADS,
    THREADS_AT_FIRST,
    UNREAD,
    Server,
    answers,
)
from web.turns import EACH, STRANGERS

HERE, CROWD = "127.0.0.1", "127.0.0.2"
GET = "GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n"
STRANGE = "GET {} HTTP/1.1\r\nHost: owl.local\r\n\r\n"
PATIENCE_S = 10.0


def _is_whole(answer: bytes) -> bool:
    head, ended, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"Content-Length: (\d+)", head, re.IGNORECASE)
    return bool(ended) and len(body) >= (int(length[1]) if length else 0)


@dataclass
class Served:
    """A server whose loop turns only while the test waits for something."""

    server: Server
    port: int
    open: ExitStack
    ahead: list[float] = field(default_factory=lambda: [0.0])

    def connect(self, address: str, sent: str = "") -> socket.socket:
        """A connection from *address* that sends *sent* at once."""
        client = self.open.enter_context(socket.create_connection((HERE, self.port), source_address=(address, 0)))
        client.setblocking(False)
        client.send(sent.encode())
        return client

    def slow_reader(self, address: str) -> socket.socket:
        """A connection from *address* that has hardly any room for answers."""
        self.server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        client = self.connect(address)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        return client

    def unread(self) -> int:
        """The bytes of answers that wait for their clients."""
        return sum(channel.total_outbufs_len for channel in self.server.active_channels.values())

    def turn(self) -> None:
        """Run one turn of the server's loop."""
        self.server.turn(0.02)

    def until(self, holds: Callable[[], object]) -> None:
        """Run the server's loop until the condition holds."""
        ends = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < ends
            self.turn()

    def answer(self, client: socket.socket) -> bytes:
        """The bytes that the client receives: a whole answer, the head of a stream, or all until it ends."""
        got = bytearray()

        def is_whole() -> bool:
            try:
                data = client.recv(65536)
            except BlockingIOError:
                return False
            except ConnectionResetError:
                return True
            got.extend(data)
            return not data or _is_whole(bytes(got))

        self.until(is_whole)
        return bytes(got)

    def page(self, address: str, path: str = "/version") -> bytes:
        """The page as sent to the device with this address."""
        with self.connect(address, GET.format(path)) as client:
            return self.answer(client)

    def later(self, seconds: float) -> None:
        """Advance the monotonic clock, then run one turn of the server's loop."""
        self.ahead[0] += seconds
        for _ in range(5):
            self.turn()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    bench = open_bench(tmp_path)
    ahead = [0.0]
    with ExitStack() as open_, socket.create_server((HERE, 0), backlog=1024) as listener:
        app = create_app(bench.table, bench.devices, TableSharing(tmp_path), tmp_path, b"only for tests")
        server = Server(app, listener, lambda: time.monotonic() + ahead[0], knows=right_of(app, lambda: me().plays))
        table = Served(server, listener.getsockname()[1], open_, ahead)
        yield table
        open_.close()
        table.until(lambda: not server.active_channels)
        server.task_dispatcher.shutdown(cancel_pending=True, timeout=PATIENCE_S)
        wasyncore.close_all(server._map)
    bench.close()


def test_the_front_page_is_probed(served: Served) -> None:
    got: list[bool] = []
    Thread(target=lambda: got.append(answers(HERE, served.port))).start()
    served.until(lambda: got)
    with socket.create_server((HERE, 0)) as closed:
        port = closed.getsockname()[1]
    assert (got, answers(HERE, port)) == ([True], False)


def test_one_address_with_a_thousand_connections_leaves_room_for_others(served: Served) -> None:
    for _ in range(300):
        served.connect(CROWD, "GET / HTTP/1.1\r\n")
        served.turn()
    assert len(served.server.active_channels) <= CONNECTIONS_EACH
    assert served.page(HERE).startswith(b"HTTP/1.1 200")


def test_a_crowd_of_addresses_leaves_room_for_others(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 2 * CONNECTIONS_EACH  # few enough for the test to open
    monkeypatch.setattr("web.server.CONNECTIONS", most)
    served.server.adj.connection_limit = most + BESIDES
    mine = served.connect(HERE)
    for address in ("127.0.1.1", "127.0.1.2", "127.0.1.3"):
        for _ in range(CONNECTIONS_EACH):
            served.connect(address)
            served.turn()
    assert _is_whole(served.page(HERE))
    mine.send(GET.format("/version").encode())
    assert _is_whole(served.answer(mine)), "a connection of an address with few stays open"
    assert len(served.server.active_channels) <= most


def test_streams_of_one_address_leave_room_for_others(served: Served) -> None:
    streams = [served.connect(CROWD, GET.format("/api/events")) for _ in range(CONNECTIONS_EACH)]
    heads = [served.answer(stream)[:12] for stream in streams]
    assert heads.count(b"HTTP/1.1 200") == STREAMS_EACH
    other = served.connect(HERE, GET.format("/api/events"))
    assert served.answer(other).startswith(b"HTTP/1.1 200")


def test_threads_are_started_for_what_is_open_at_once(served: Served) -> None:
    threads = served.server.task_dispatcher.threads
    assert len(threads) == THREADS_AT_FIRST
    for number in range(3 * STREAMS_EACH):
        served.page(f"127.0.0.{3 + number}")
    assert len(threads) == THREADS_AT_FIRST, "one at a time"
    for address in ("127.0.0.3", "127.0.0.4"):
        streams = [served.connect(address, GET.format("/api/events")) for _ in range(STREAMS_EACH)]
        assert {served.answer(stream)[:12] for stream in streams} == {b"HTTP/1.1 200"}
    assert 2 * STREAMS_EACH <= len(threads) <= THREADS
    assert served.page(HERE).startswith(b"HTTP/1.1 200")


def test_a_stream_is_released_soon_after_its_page_has_gone(served: Served) -> None:
    streams = [served.connect(CROWD, GET.format("/api/events")) for _ in range(STREAMS_EACH)]
    assert {served.answer(stream)[:12] for stream in streams} == {b"HTTP/1.1 200"}
    for stream in streams:
        stream.close()
    served.until(lambda: served.page(CROWD, "/api/events").startswith(b"HTTP/1.1 200"))


def test_a_request_sent_byte_by_byte_is_ended(served: Served) -> None:
    slow = served.connect(CROWD, "GET / HT")
    for byte in "TP/1.":
        served.later(REQUEST_S / 4.5)
        slow.send(byte.encode())
    served.later(1.5)
    assert served.answer(slow) == b""


def test_an_idle_connection_is_closed(served: Served) -> None:
    quiet = served.connect(CROWD)
    asked = served.connect(HERE, GET.format("/version"))
    served.answer(asked)
    served.later(IDLE_S - 2)
    asked.send(GET.format("/version").encode())
    assert served.answer(asked).startswith(b"HTTP/1.1 200")
    served.later(3.0)
    assert served.answer(quiet) == b""
    asked.send(GET.format("/version").encode())
    assert served.answer(asked).startswith(b"HTTP/1.1 200")


def test_a_connection_is_kept_that_comes_when_an_idle_one_ends(served: Served) -> None:
    quiet = served.connect(CROWD)
    served.turn()
    served.ahead[0] += IDLE_S + 1
    new = served.connect(HERE, GET.format("/version"))
    assert served.answer(new).startswith(b"HTTP/1.1 200")
    assert served.answer(quiet) == b""


def test_a_request_that_arrives_while_the_server_was_held_up_is_answered(served: Served) -> None:
    client = served.connect(HERE)
    served.turn()
    served.ahead[0] += IDLE_S + 1
    client.send(GET.format("/version").encode())
    assert served.answer(client).startswith(b"HTTP/1.1 200")


def test_answers_that_nobody_reads_take_little_memory_and_end(served: Served) -> None:
    client = served.slow_reader(CROWD)
    client.send(GET.format("/static/icon-512.png").encode() * 140)
    served.until(lambda: served.unread() > UNREAD)
    assert served.unread() < UNREAD + 100_000
    served.until(lambda: served.page(HERE) and not served.unread())
    assert served.page(CROWD).startswith(b"HTTP/1.1 200")


def test_an_answer_that_nobody_reads_ends_in_time(served: Served) -> None:
    served.slow_reader(CROWD).send(GET.format("/static/icon-512.png").encode())
    served.until(served.unread)
    served.later(READ_S - 1.0)
    assert served.server.active_channels
    served.later(2.0)
    assert not served.server.active_channels


def test_readers_that_do_not_read_hold_up_no_other_stranger(served: Served) -> None:
    for number in range(3 * STRANGERS):
        served.slow_reader(f"127.0.1.{1 + number}").send(STRANGE.format("/static/icon-512.png").encode() * 60)
    for _ in range(50):
        served.turn()
    assert served.answer(served.connect(CROWD, STRANGE.format("/version"))).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("size", [64 * 1024 + 1, 100_000_000, 10**18])
def test_a_body_too_large_is_refused_before_it_is_sent(served: Served, size: int) -> None:
    head = f"POST /say/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n"
    assert served.answer(served.connect(CROWD, head)).startswith(b"HTTP/1.1 413")


def test_a_body_without_a_length_is_refused_when_it_grows_too_large(served: Served) -> None:
    head = "POST /say/undo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    flood = served.connect(CROWD, head)
    for _ in range(20):
        served.turn()
        if select([flood], [], [], 0)[0]:
            break
        flood.send(b"2000\r\n" + b"x" * 0x2000 + b"\r\n")
    assert served.answer(flood).startswith(b"HTTP/1.1 413")


def test_an_oversized_length_ends_the_connection_and_is_not_logged(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    head = f"POST /say/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: {'9' * 5000}\r\n\r\n"
    assert served.answer(served.connect(CROWD, head)) == b""
    assert not caplog.records
    assert served.page(HERE).startswith(b"HTTP/1.1 200")


@dataclass
class Held:
    """Requests that the server has begun to answer, all held until the test lets them go."""

    paths: list[str] = field(default_factory=list)
    free: Event = field(default_factory=Event)


@pytest.fixture
def held(served: Served, monkeypatch: pytest.MonkeyPatch) -> Held:
    answer, held = served.server.application, Held()

    def slow(environ: dict[str, Any], start: Any) -> Any:
        if environ["REMOTE_ADDR"] != HERE:
            held.paths.append(environ["PATH_INFO"])
            held.free.wait(PATIENCE_S)
        return answer(environ, start)

    monkeypatch.setattr(served.server, "application", slow)
    return held


def test_many_requests_of_one_address_are_answered_a_few_at_a_time(served: Served, held: Held) -> None:
    crowd = [served.connect(CROWD, GET.format("/version")) for _ in range(3 * EACH)]
    served.until(lambda: len(held.paths) == EACH)
    assert served.page(HERE).startswith(b"HTTP/1.1 200")
    assert len(held.paths) == EACH
    held.free.set()
    assert {served.answer(client)[:12] for client in crowd} == {b"HTTP/1.1 200"}


@pytest.mark.parametrize("path", ["/version", "/api/events"])
def test_strangers_are_answered_a_few_at_a_time_and_players_meanwhile(served: Served, held: Held, path: str) -> None:
    crowd = [served.connect(f"127.0.1.{1 + number}", STRANGE.format(path)) for number in range(5 * STRANGERS)]
    served.until(lambda: len(held.paths) == STRANGERS)
    assert served.page(HERE).startswith(b"HTTP/1.1 200")
    assert len(held.paths) == STRANGERS
    held.free.set()
    assert {served.answer(client)[:12] for client in crowd} == {b"HTTP/1.1 200"}


def test_streams_do_not_use_up_the_turns_of_their_address(served: Served) -> None:
    for _ in range(EACH + 1):
        served.answer(served.connect(CROWD, GET.format("/api/events")))
    assert served.page(CROWD).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("path", ["//api/events", "api/events", "http://owl.local//api/events"])
def test_streams_hold_no_turn_of_a_stranger_however_their_address_is_spelt(served: Served, path: str) -> None:
    for _ in range(STRANGERS):
        assert b"text/event-stream" in served.answer(served.connect(CROWD, STRANGE.format(path)))
    assert served.answer(served.connect("127.0.0.3", STRANGE.format("/version"))).startswith(b"HTTP/1.1 200")


def test_a_client_that_leaves_during_its_request_blocks_nobody(served: Served) -> None:
    for _ in range(3 * EACH):
        served.connect(CROWD, GET.format("/")).close()
    assert served.page(CROWD).startswith(b"HTTP/1.1 200")


NO_REQUESTS = {
    "an encrypted hello": b"\x16\x03\x01\x02\x00\x01\xfc\r\n\r\n",
    "an address that is no text": b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a space in a name": b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
    "a long header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000 + b"\r\n\r\n",
}


@pytest.mark.parametrize("sent", NO_REQUESTS.values(), ids=NO_REQUESTS)
def test_a_malformed_request_is_refused_and_not_logged(
    served: Served, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    client = served.connect(CROWD)
    client.sendall(sent)
    assert served.answer(client).split()[1].startswith(b"4")
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
