"""Messages arrive whole, in one piece or in pieces of any length, over a connection to a broker."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import pairwise

import pytest
from paho.mqtt.client import MQTTMessage

from sharing.client import BufferedClient

ADMITTED = b"\x20\x03\x00\x00\x00"
MALFORMED = b"\x30\x01\x00"
PAYLOADS = [b"x" * length for length in (1, 100, 130, 20_000, 2)]


def published(payload: bytes) -> bytes:
    """A packet of MQTT 5 with this payload under the topic `t`, to be confirmed by nobody."""
    body = b"\x00\x01t\x00" + payload
    length, size = b"", len(body)
    while size > 127:
        length, size = length + bytes((size % 128 | 128,)), size // 128
    return b"\x30" + length + bytes((size,)) + body


class Receiver:
    """A client, the payloads it received, and the broker's end of its connection."""

    def __init__(self, broker: socket.socket) -> None:
        self._broker, self.received, self.connections = broker, list[bytes](), ExitStack()
        self.client = BufferedClient()
        self.client.on_message = self._on_message
        self.client.connect(*broker.getsockname())
        self.accept()

    def accept(self) -> None:
        """Admit the client, which has connected."""
        connection, _ = self._broker.accept()
        self._connection = self.connections.enter_context(connection)
        self._connection.recv(4096)
        self.tell(ADMITTED)

    def tell(self, data: bytes) -> None:
        """Send *data*, and let the client read once, as it does when data has arrived."""
        self._connection.sendall(data)
        self.client.loop_read()

    def _on_message(self, client: object, data: object, message: MQTTMessage) -> None:
        self.received.append(bytes(message.payload))


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A client that is connected."""
    with closing(socket.create_server(("127.0.0.1", 0))) as broker:
        receiver = Receiver(broker)
        with receiver.connections:
            yield receiver
            receiver.client.disconnect()
            receiver.client.loop_read()


@pytest.mark.parametrize("cuts", [(), (1,), (2, 3), (40,), (700, 701, 5000)])
def test_messages_that_arrive_together_are_handled_at_once(receiver: Receiver, cuts: tuple[int, ...]) -> None:
    stream = b"".join(map(published, PAYLOADS))
    for begin, end in pairwise((0, *cuts, len(stream))):
        receiver.tell(stream[begin:end])
    assert receiver.received == PAYLOADS


def test_bytes_after_a_malformed_message_are_not_read_on_the_next_connection(receiver: Receiver) -> None:
    receiver.tell(MALFORMED + published(b"lost"))
    receiver.client.reconnect()
    receiver.accept()
    receiver.tell(published(b"new"))
    assert receiver.received == [b"new"]
