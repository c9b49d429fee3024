"""Serve the pages until the program stops: waitress, with limits per address so that one device cannot block others."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import ExitStack
from errno import EACCES, EADDRINUSE
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.wasyncore import poll2

from referee.devices import Devices
from referee.startup.safe_start import NotAFailedStartError
from referee.table.service import TableService
from sharing.publisher import TableSharing
from web.api.stream import STREAMS, STREAMS_EACH
from web.app import LARGEST_FORM, create_app
from web.security.guard import secret_of
from web.security.rights import me, right_of
from web.turns import EACH, STRANGERS, Turns

THREADS = STREAMS + 32  # at most
CONNECTIONS = 512  # open at once; one more ends an idle one of the address that has the most
BESIDES = 8  # sockets of the server itself, and connections that are to be closed in this turn
CONNECTIONS_EACH = 48  # open at once from one address: a browser opens six, and eight phones may share a router
THREADS_AT_FIRST = STREAMS_EACH + EACH  # as many as one address can keep busy
REQUEST_S = 20.0  # time in which a client must have sent a whole request
IDLE_S = 20.0  # without a request, then the connection ends; a browser opens another
READ_S = 60.0  # in which a client must read some of its answer: a phone may lose its network for a moment
UNREAD = 64 * 1024  # bytes of answers that wait for a client to read them; with more, its next answer waits
LARGEST_HEADER = 16 * 1024
ANSWER_S = 10.0  # in which the front page must come
CHECK_S = 1.0
LAST_PORT = 65535
STEPS = {
    EADDRINUSE: "is Owleye running already? Try --port {port}.",
    EACCES: "choose one from 1024 on with --port.",
}
"""What to do where an address cannot be had, by the number of the system's error; else `OTHER_ADDRESS`."""
OTHER_ADDRESS = "choose 0.0.0.0 or an address of this machine with --host."


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """One connection, with the times that limit it (s of the steady clock, which no setting of the time changes)."""

    def __init__(self, server: Server, *arguments: Any, **options: Any) -> None:
        self._clock, self._turn = server.clock, ExitStack()
        self.turns = server.strangers
        self.last_received = self.last_sent = self.began = self._clock()
        super().__init__(server, *arguments, **options)

    def received(self, data: bytes) -> bool:
        """Receive the bytes that the client sent."""
        self.last_received = self._clock()
        if self.request is None:
            self.began = self.last_received
        try:
            return bool(super().received(data))
        except ValueError:  # such as a Content-Length of 5,000 digits
            self.handle_close()
            return False

    def write_soon(self, data: bytes) -> int:
        """Queue a part of an answer; where nothing was queued, the client's time to read it begins now."""
        if not self.total_outbufs_len:
            self.last_sent = self._clock()
        length = int(super().write_soon(data))
        if self.is_stream:
            self._turn.close()
        return length

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Wait until the client of a stream has read enough; one that asks on without reading loses its connection."""
        if self.is_stream:
            super()._flush_outbufs_below_high_watermark()
        elif self.total_outbufs_len > UNREAD:
            self.connected, self.will_close = False, True

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what the connection takes now; returns the number of bytes."""
        sent = int(super().send(data, do_close))
        if sent:
            self.last_sent = self._clock()
        return sent

    @property
    def is_stream(self) -> bool:
        """Whether the current request is an event stream: it stays open, and its turn ends when it begins."""
        if not self.requests or self.requests[0].error:  # a request that cannot be parsed has no path
            return False
        path = "/" + self.requests[0].path.lstrip("/")  # as the app reads it, also where a client sends //api/events
        return bool(path == self.server.stream)

    def service(self) -> None:
        """Answer one request."""
        with ExitStack() as self._turn:
            self._turn.callback(self.server.end_turn, self, self.turns)
            try:
                super().service()
            finally:
                self.server.task_dispatcher.finish()

    def is_late(self, now: float) -> bool:
        """Whether the client takes too long to send its request or to read its answer, or asks on without reading."""
        if self.will_close:
            return True
        if self.total_outbufs_len:
            return now - self.last_sent > READ_S
        if self.requests:
            return False
        if self.request is not None:
            return now - self.began > REQUEST_S
        return now - self.last_received > IDLE_S


class Threads(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Starts a further thread when a request finds none idle: each keeps 0.1 MB of stack once it has drawn a page."""

    def __init__(self, first: int = THREADS_AT_FIRST, most: int = THREADS) -> None:
        super().__init__()
        self._most, self._open, self._counting = most, 0, Lock()
        self.set_thread_count(first)

    def add_task(self, task: Channel) -> None:
        """Have a thread answer the request of a channel, which calls `finish` afterwards."""
        with self._counting:
            self._open += 1
            if len(self.threads) < min(self._open, self._most):
                self.set_thread_count(len(self.threads) + 1)
        super().add_task(task)

    def finish(self) -> None:
        """Note that a request was answered, and that its thread is idle."""
        with self._counting:
            self._open -= 1


class Server(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Waitress that limits connections per address and ends those that send slowly."""

    channel_class = Channel

    def __init__(
        self,
        app: Any,
        listener: socket.socket,
        clock: Callable[[], float] = monotonic,
        stream: str = "/api/events",
        knows: Callable[[Any], bool] = lambda environ: False,
    ) -> None:
        """*stream*: the path of the event stream of *app*.  *knows*: whether a request comes from no stranger."""
        self.clock, self._checked = clock, clock()
        self.stream, self._knows = stream, knows
        self.strangers = Turns[Channel](address_of, EACH, STRANGERS)
        self._known = Turns[Channel](address_of, EACH, THREADS)
        super().__init__(
            app,
            _sock=listener,
            bind_socket=False,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            dispatcher=Threads(),
            connection_limit=CONNECTIONS + BESIDES,
            outbuf_high_watermark=UNREAD,
            asyncore_use_poll=True,
            channel_request_lookahead=1,  # notices a client that leaves during its request
            max_request_body_size=LARGEST_FORM,
            max_request_header_size=LARGEST_HEADER,
            ident="owleye",
        )

    def accept(self) -> tuple[socket.socket, Any] | None:
        """The next connection; one too many from its address is closed at once."""
        pair: tuple[socket.socket, Any] | None = super().accept()
        if pair is None or self._connections(pair[1][0]) < CONNECTIONS_EACH:
            return pair
        pair[0].close()
        return None

    def add_task(self, task: Channel) -> None:
        """Have the request of a channel answered as soon as it is its turn."""
        task.turns = self._known if self._is_known(task) else self.strangers
        if task.turns.admit(task):
            super().add_task(task)

    def end_turn(self, channel: Channel, turns: Turns[Channel]) -> None:
        """Let the next request begin, because that of *channel* was answered."""
        following = turns.finish(channel)
        if following is not None:
            super().add_task(following)

    def _is_known(self, channel: Channel) -> bool:
        request = channel.requests[0]
        return not request.error and self._knows(channel.task_class(channel, request).get_environment())

    def run(self) -> None:
        """Serve until the program is stopped."""
        try:
            while True:
                self.turn(CHECK_S)
        except (SystemExit, KeyboardInterrupt):
            self.task_dispatcher.shutdown()

    def turn(self, wait_s: float) -> None:
        """Wait up to *wait_s* for sockets that are ready, serve them, and then close the connections that are late.

        None is closed while `poll2` collects the sockets: a connection accepted in the same turn would get the closed
        one's file descriptor, and `poll2` would close it for the error that it found for that descriptor.
        """
        poll2(wait_s, self._map)
        self._end_surplus()
        now = self.clock()
        if now - self._checked >= CHECK_S:
            self._checked = now
            self._end_late(now)

    def _connections(self, address: str) -> int:
        return sum(channel.addr[0] == address for channel in self.active_channels.values())

    def _end_surplus(self) -> None:
        """Close the most idle connection of the address that has the most, where too many are open in all.

        Otherwise a device that takes a dozen addresses would leave no room for anybody.
        """
        channels = list(self.active_channels.values())
        if len(channels) > CONNECTIONS:
            open_of = Counter(map(address_of, channels))
            order = [(-open_of[address_of(one)], bool(one.requests), one.last_received) for one in channels]
            channels[order.index(min(order))].handle_close()

    def _end_late(self, now: float) -> None:
        for channel in list(self.active_channels.values()):
            if channel.is_late(now):
                channel.handle_close()  # at once: a client that does not read never becomes ready to be written to


def address_of(channel: Channel) -> str:
    """The address of the client at the other end."""
    return str(channel.addr[0])


class AddressTakenError(NotAFailedStartError):
    """The address of the pages cannot be had; the message is a sentence with the next step."""


def serve(
    table: TableService,
    devices: Devices,
    sharing: TableSharing,
    home: Path,
    host: str,
    port: int,
    ready: Callable[[int], None],
    names: Collection[str] = (),
    restart: Callable[[], None] | None = None,
) -> None:
    """Serve the pages of *table*, which is shared by *sharing*, until the program is stopped.

    *ready* is called with the port (a free one, for port 0) once the address answers.
    *names* are further names that this machine answers to, as in the setting ``names``.  *restart* starts the whole
    table again.

    Raises:
        AddressTakenError: with one sentence for people, where the address cannot be had.
    """
    app = create_app(table, devices, sharing, home, secret_of(home), names, restart)
    app.config["LISTENS_ON"] = host
    draw_front_page(app)
    with listening(host, port) as listener:
        ready(listener.getsockname()[1])
        Server(app, listener, knows=right_of(app, lambda: me().plays)).run()


def draw_front_page(app: Flask) -> None:
    """Draw the front page once, which compiles its templates and loads the catalogues of texts.

    Otherwise the first requests after a start each compile them at the same time, and all are slow.
    """
    app.test_client().get("/")


def answers(host: str, port: int) -> bool:
    """Whether the server at this address answers for the front page within ANSWER_S, with a status below 500."""
    connection = HTTPConnection(host, port, timeout=ANSWER_S)
    try:
        connection.request("GET", "/", headers={"Host": "localhost"})
        return connection.getresponse().status < HTTPStatus.INTERNAL_SERVER_ERROR
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens on this address; port 0 is any free one.

    Raises:
        AddressTakenError: with one sentence for people, where the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        why = (error.strerror or "").partition(" (")[0]
        hint = STEPS.get(error.errno or 0, OTHER_ADDRESS).format(port=min(port + 1, LAST_PORT))
        raise AddressTakenError(f"Port {port} on {host} cannot be used ({why}): {hint}") from error
