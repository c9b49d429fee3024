"""Topics and messages of shared tables, and the signatures that the messages of a paired table carry.

``owleye/<table>/event``     every fact that counts, with its public rulings, in order (QoS 1)
``owleye/<table>/state``     how the table stands, for onlookers (retained; with every fact)
``owleye/<table>/summary``   which game is on the table, and whether somebody is needed, for the hub (retained)
``owleye/<table>/status``    "online" or "offline" (retained; the last will)
``owleye/<table>/received``  from the hub: how far it has everything (retained)
"""

from __future__ import annotations

import hmac
import json
import re
from dataclasses import dataclass
from hashlib import sha256
from secrets import choice
from typing import Any, Literal, get_args

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no letter looks like a digit
LOOKALIKES = str.maketrans("OIL", "011")
RANDOM, GROUP = 15, 4  # 75 random bits and one letter that shows a slip
WRONG_CODE = "That is not a pairing code: it has four groups of four letters and digits, as the hub shows it."
_STAMP = re.compile(r"([0-9a-f]{1,32}):([0-9]{1,18})")
PREFIX = "owleye"
Kind = Literal["event", "state", "summary", "status", "received"]
LARGEST = 256 * 1024  # bytes of a payload
ONLINE, OFFLINE = b"online", b"offline"


def new_code() -> str:
    """A new pairing code, such as ``7K3M-Q2XD-9A0F-ZT4R``."""
    letters = "".join(choice(LETTERS) for _ in range(RANDOM))
    return grouped(letters + _check(letters))


def grouped(letters: str) -> str:
    """A code in the groups that people read."""
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def key_of(code: str) -> bytes:
    """The key (32 bytes) that a pairing code stands for; small letters, spaces and lookalikes do not matter.

    Raises:
        ValueError: with one sentence, where it is no code or has a slip in it.
    """
    letters = re.sub(r"[\s-]", "", code).upper().translate(LOOKALIKES)
    if len(letters) != RANDOM + 1 or set(letters) - set(LETTERS) or _check(letters[:RANDOM]) != letters[RANDOM]:
        raise ValueError(WRONG_CODE)
    return sha256(b"owleye pairing\0" + letters.encode()).digest()


def _check(letters: str) -> str:
    return LETTERS[sha256(letters.encode()).digest()[0] % len(LETTERS)]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Which message of which stream it is; numbers only grow, so a message that is sent again is noticed."""

    stream: str
    number: int

    def __str__(self) -> str:
        return f"{self.stream}:{self.number}"


def read_stamp(text: str) -> Stamp | None:
    """A stamp read back; None where it is none."""
    match = _STAMP.fullmatch(text)
    return Stamp(match[1], int(match[2])) if match else None


def signature(key: bytes, topic: str, stamp: Stamp, payload: bytes) -> str:
    """The signature (HMAC-SHA256, hexadecimal) of a message under its topic and stamp."""
    return hmac.new(key, b"\0".join((topic.encode(), str(stamp).encode(), payload)), sha256).hexdigest()


def is_signed(key: bytes, topic: str, stamp: Stamp, payload: bytes, signed: str) -> bool:
    """Whether the signature is that of the holder of *key*."""
    return hmac.compare_digest(signature(key, topic, stamp, payload).encode(), signed.encode())


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
