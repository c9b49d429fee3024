"""Topics and messages of shared tables.

``owleye/<table>/event``     every fact that counts, with its public rulings, in order (QoS 1)
``owleye/<table>/state``     how the table stands (retained)
``owleye/<table>/status``    "online" or "offline" (retained; the last will)
``owleye/<table>/received``  from the hub: how far it has everything (retained)
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sharing.signing import Stamp, signature

PREFIX = "owleye"
Kind = Literal["event", "state", "status", "received"]
LARGEST = 256 * 1024  # bytes of a payload
ONLINE, OFFLINE = b"online", b"offline"


@dataclass(frozen=True, slots=True)
class Message:
    """One message; ``stamp`` and ``signed`` travel as user properties of MQTT 5.

    ``qos`` 1: the broker confirms it; 0: it may be lost with the connection.
    """

    topic: str
    payload: bytes
    retain: bool = False
    stamp: str = ""
    signed: str = ""
    qos: Literal[0, 1] = 1


def topic_of(table: str, kind: Kind) -> str:
    """The topic of a table's messages of this kind; ``+`` as *table* means all tables."""
    return f"{PREFIX}/{table}/{kind}"


def read_topic(topic: str) -> tuple[str, Kind] | None:
    """The table and the kind of a topic; None for a topic that is not ours."""
    match topic.split("/"):
        case [prefix, table, kind] if prefix == PREFIX and kind in get_args(Kind):
            return table, kind  # type: ignore[return-value]  # the condition says so
    return None


def as_json(body: Any) -> bytes:
    """A payload."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def stamped(topic: str, payload: bytes, stamp: Stamp, key: bytes | None, retain: bool = False) -> Message:
    """A message with its stamp, and its signature where there is a *key*."""
    signed = signature(key, topic, stamp, payload) if key else ""
    return Message(topic, payload, retain, str(stamp), signed)
