"""A connection to an MQTT broker that reconnects by itself (MQTT 5, paho-mqtt)."""

from __future__ import annotations

import logging
import ssl
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.core.phrases import Phrase
from sharing.messages import LARGEST, Message
from sharing.settings import Broker, SharingError

if TYPE_CHECKING:
    from sharing.client import BufferedClient

log = logging.getLogger(__name__)
INSTALL = Phrase('Sharing needs one more package: run `.venv/bin/pip install -e ".[club]"` where Owleye is installed.')
WRONG_CERTIFICATE = Phrase("The certificate {file} cannot be used: choose another file, or leave the field empty.")
REFUSED_CERTIFICATE = Phrase(
    "The certificate of {broker} is refused: check the path of its certificate file, the name of the broker, "
    "and the clock of this machine."
)
REFUSED = Phrase("The broker does not let Owleye in: check the user and the password.")
SHORTEST_S, LONGEST_S = 1, 30  # between two tries to connect
KEEP_ALIVE_S = 20
ENVELOPE = 16 * 1024  # bytes of a packet besides its payload: topic, stamp, signature
WITH_WILL = 4  # the reason code of a disconnection after which the broker publishes the will


@dataclass(frozen=True, slots=True)
class Connected:
    """The broker has accepted the connection."""


@dataclass(frozen=True, slots=True)
class Disconnected:
    """There is no connection, for the reason ``words``; the link keeps trying to connect."""

    words: str


@dataclass(frozen=True, slots=True)
class Delivered:
    """The broker has confirmed the message for which `Link.send` returned ``number``."""

    number: int


LinkEvent = Connected | Disconnected | Delivered | Message


def client_kind() -> type[BufferedClient]:
    """Import the MQTT client.

    Raises:
        SharingError: where its library is not installed; the message says how to install it.
    """
    try:
        from sharing.client import BufferedClient
    except ImportError:
        raise SharingError(INSTALL) from None
    return BufferedClient


class Link:
    """One MQTT client, which connects again whenever it has lost its connection."""

    def __init__(
        self,
        broker: Broker,
        on_event: Callable[[LinkEvent], None],
        topics: Sequence[str],
        will: Callable[[], Message] | None = None,
    ) -> None:
        """Prepare a client that subscribes to *topics*; *will* returns the last will, before each connection.

        *on_event* is called from the client's thread with each connection, disconnection, confirmation and message; it
        must return quickly.

        Raises:
            SharingError: where the library is missing or the certificate cannot be read.
        """
        self._client, self._broker, self._on_event = client_kind()(), broker, on_event
        self._topics, self._will, self._is_up, self._has_answered = topics, will, False, False
        self._logged = ""
        self._prepare()

    def _prepare(self) -> None:
        client, broker = self._client, self._broker
        client.reconnect_delay_set(SHORTEST_S, LONGEST_S)
        client.on_pre_connect = lambda *_: self._before_connecting()
        client.on_connect = self._on_connected
        client.on_connect_fail = lambda *_: self._on_not_reached(sys.exc_info()[1])
        client.on_disconnect = lambda *_: self._on_disconnected()
        client.on_publish = lambda client, data, number, *_: self._on_event(Delivered(number))
        client.on_message = self._on_message
        if broker.user:
            client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            self._encrypt()

    def _encrypt(self) -> None:
        try:
            self._client.tls_set(ca_certs=self._broker.ca_file or None)
        except (OSError, ValueError) as error:
            log.warning("the certificate %s cannot be used: %s", self._broker.ca_file, error)
            raise SharingError(WRONG_CERTIFICATE.about(file=self._broker.ca_file)) from None

    def start(self) -> None:
        """Connect in the background, and reconnect whenever the connection is lost."""
        self._set_will()
        self._client.connect_async(
            self._broker.broker, self._broker.port, keepalive=KEEP_ALIVE_S, properties=self._limits()
        )
        self._client.loop_start()

    def send(self, message: Message) -> int:
        """Send a message; returns the number by which `Delivered` confirms it."""
        properties = self._properties(message)
        return int(self._client.publish(message.topic, message.payload, message.qos, message.retain, properties).mid)

    def close(self) -> None:
        """Disconnect; the broker then publishes the last will."""
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.reasoncodes import ReasonCode

        self._client.on_disconnect = None
        self._client.disconnect(ReasonCode(PacketTypes.DISCONNECT, identifier=WITH_WILL))
        self._client.loop_stop()

    def _before_connecting(self) -> None:
        self._has_answered = False
        self._set_will()

    def _set_will(self) -> None:
        if self._will:
            last = self._will()
            self._client.will_set(last.topic, last.payload, 1, last.retain, self._properties(last, is_will=True))

    def _limits(self) -> Any:
        """Let the broker hold back larger messages (MQTT 5, 3.1.2.11.4): the library would read up to 256 MB."""
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.MaximumPacketSize = LARGEST + ENVELOPE
        return properties

    def _properties(self, message: Message, is_will: bool = False) -> Any:
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        properties = Properties(PacketTypes.WILLMESSAGE if is_will else PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        named = (("stamp", message.stamp), ("signed", message.signed))
        properties.UserProperty = [pair for pair in named if pair[1]]
        return properties

    def _on_connected(self, client: Any, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._has_answered = True
        if reason.is_failure:
            self._log(str(reason))
            self._on_event(Disconnected(REFUSED))
            return
        self._logged = ""
        for topic in self._topics:
            client.subscribe(topic, 1)
        self._is_up = True
        self._on_event(Connected())

    def _on_not_reached(self, error: BaseException | None) -> None:
        self._log(str(error))
        self._on_event(Disconnected(_not_reached(self._broker, error)))

    def _log(self, why: str) -> None:
        """Log why there is no connection, in the words of the broker or the system; once while they stay the same."""
        if why != self._logged:
            log.warning("no connection to %s: %s", self._broker.broker, why)
            self._logged = why

    def _on_disconnected(self) -> None:
        if self._is_up:
            self._is_up = False
            self._on_event(Disconnected(Phrase("The broker is gone.")))
        elif not self._has_answered:
            self._on_event(Disconnected(_hung_up(self._broker)))

    def _on_message(self, client: Any, data: Any, message: Any) -> None:
        if len(message.payload) <= LARGEST:
            named = dict(getattr(message.properties, "UserProperty", ()))
            stamp, signed = named.get("stamp", ""), named.get("signed", "")
            self._on_event(Message(message.topic, message.payload, message.retain, stamp, signed))


def _not_reached(broker: Broker, error: BaseException | None) -> Phrase:
    """Why the broker was not reached: no answer, another certificate, or no encryption."""
    match error:
        case ssl.SSLCertVerificationError():
            return REFUSED_CERTIFICATE.about(broker=broker.broker)
        case ssl.SSLError() | ConnectionResetError() if broker.tls:
            return Phrase(
                "The broker at {broker}:{port} does not encrypt: enter the port on which it does, "
                "or switch encryption (TLS) off.",
                broker=broker.broker,
                port=broker.port,
            )
    return Phrase("No broker answers at {broker}:{port}.", broker=broker.broker, port=broker.port)


def _hung_up(broker: Broker) -> Phrase:
    return Phrase(
        "The broker at {broker}:{port} ends each connection at once: if it encrypts, switch encryption (TLS) on.",
        broker=broker.broker,
        port=broker.port,
    )
