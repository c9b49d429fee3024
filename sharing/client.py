"""The MQTT library's client, which reads everything that has arrived at once.

The library alone asks the system five times for each message.  Each time another thread may take Python's lock for
5 ms, so that a hub whose pages are busy would receive fewer messages than its tables send.
"""

from __future__ import annotations

from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

AT_ONCE = 64 * 1024  # bytes of one reading


class BufferedClient(Client):
    """A client for MQTT 5 that connects again by itself, and handles all messages that have arrived before it waits."""

    def __init__(self) -> None:
        super().__init__(CallbackAPIVersion.VERSION2, protocol=MQTTv5, reconnect_on_failure=True)
        self._buffer, self._at = b"", 0

    def reconnect(self) -> MQTTErrorCode:
        """Connect again; what is left of the connection before is forgotten."""
        self._buffer, self._at = b"", 0
        return super().reconnect()

    def loop_read(self, max_packets: int = 1) -> MQTTErrorCode:
        """Handle all messages that have been read: the library would wait for more bytes after the first one."""
        reason = super().loop_read(max_packets)
        while reason == MQTTErrorCode.MQTT_ERR_SUCCESS and self._at < len(self._buffer):
            reason = super().loop_read(max_packets)
        return reason

    def _sock_recv(self, bufsize: int) -> bytes:
        if self._at == len(self._buffer):
            self._buffer, self._at = super()._sock_recv(AT_ONCE), 0
        begin, self._at = self._at, min(self._at + bufsize, len(self._buffer))
        return self._buffer[begin : self._at]
