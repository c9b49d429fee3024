"""The HTTP server: waitress with limits per address, so that no device in the network can shut out the others."""

from __future__ import annotations

import socket
from collections.abc import Callable
from time import monotonic
from typing import Any

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from web.api.stream import STREAMS
from web.app import LARGEST_FORM

THREADS = STREAMS + 32
CONNECTIONS = 512  # open at once
CONNECTIONS_EACH = 48  # open at once from one address: a browser opens six, and eight phones may share a router
REQUEST_S = 20.0  # for sending a whole request
IDLE_S = 20.0  # without a request, then the connection ends; a browser opens another
LARGEST_HEADER = 16 * 1024
CHECK_S = 1.0


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """One connection, with the times that limit it (s of the steady clock, which no setting of the time changes)."""

    def __init__(self, server: Server, *arguments: Any, **options: Any) -> None:
        self._clock = server.clock
        self.heard = self.began = self._clock()
        super().__init__(server, *arguments, **options)

    def received(self, data: bytes) -> bool:
        """Take what the client sent."""
        self.heard = self._clock()
        if self.request is None:
            self.began = self.heard
        return bool(super().received(data))

    def is_late(self, now: float) -> bool:
        """Whether the client takes too long for its request, or has not asked for anything lately."""
        if self.requests or self.total_outbufs_len:
            return False
        if self.request is not None:
            return now - self.began > REQUEST_S
        return now - self.heard > IDLE_S


class Server(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Waitress that limits connections per address and ends those that send slowly."""

    channel_class = Channel

    def __init__(self, app: Any, listener: socket.socket, clock: Callable[[], float] = monotonic) -> None:
        self.clock, self._checked = clock, clock()
        super().__init__(
            app,
            _sock=listener,
            bind_socket=False,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            threads=THREADS,
            connection_limit=CONNECTIONS,
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

    def readable(self) -> bool:
        """Whether new connections are accepted; called in every turn of the server's loop."""
        now = self.clock()
        if now - self._checked >= CHECK_S:
            self._checked = now
            self._end_late(now)
        return bool(super().readable())

    def _connections(self, address: str) -> int:
        return sum(channel.addr[0] == address for channel in self.active_channels.values())

    def _end_late(self, now: float) -> None:
        for channel in self.active_channels.values():
            if channel.is_late(now):
                channel.will_close = True
