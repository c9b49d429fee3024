"""Topics and messages of shared tables, and the signatures that the messages of a paired table carry.

``owleye/<table>/event``     each logged fact with its public rulings, in order (QoS 1)
``owleye/<table>/state``     the public state of the table, for onlookers (retained; sent with every fact)
``owleye/<table>/summary``   which game is on the table, and whether it needs somebody, for the hub (retained)
``owleye/<table>/status``    "online" or "offline" (retained; the last will)
``owleye/<table>/received``  from the hub: up to which event everything is stored (retained)
"""

from __future__ import annotations

import hmac
import json
import re
from dataclasses import dataclass
from hashlib import sha256
from secrets import choice
from typing import Any, Literal, get_args

from rules.core.phrases import Phrase

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no letter looks like a digit
LOOKALIKES = str.maketrans("OIL", "011")
RANDOM, GROUP = 15, 4  # 15 letters with 75 random bits; one more letter is the checksum
WRONG_CODE = Phrase("That is not a pairing code: it has four groups of four letters and digits, as the hub shows it.")
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
    """A code with a dash after every `GROUP` letters."""
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def key_of(code: str) -> bytes:
    """The key (32 bytes) of a pairing code; small letters, spaces and lookalike letters are accepted.

    Raises:
        ValueError: where the code is malformed or its checksum is wrong, with one sentence for people.
    """
    letters = re.sub(r"[\s-]", "", code).upper().translate(LOOKALIKES)
    if len(letters) != RANDOM + 1 or set(letters) - set(LETTERS) or _check(letters[:RANDOM]) != letters[RANDOM]:
        raise ValueError(WRONG_CODE)
    return sha256(b"owleye pairing\0" + letters.encode()).digest()


def _check(letters: str) -> str:
    return LETTERS[sha256(letters.encode()).digest()[0] % len(LETTERS)]


@dataclass(frozen=True, slots=True)
class Stamp:
    """The stream and number of a message; numbers only grow, so that a repeated message is recognised."""

    stream: str
    number: int

    def __str__(self) -> str:
        return f"{self.stream}:{self.number}"


def read_stamp(text: str) -> Stamp | None:
    """Parse a stamp; None where *text* is not one."""
    match = _STAMP.fullmatch(text)
    return Stamp(match[1], int(match[2])) if match else None


def signature(key: bytes, topic: str, stamp: Stamp, payload: bytes) -> str:
    """The signature (HMAC-SHA256, hexadecimal) over topic, stamp and payload."""
    return hmac.new(key, b"\0".join((topic.encode(), str(stamp).encode(), payload)), sha256).hexdigest()


def is_signed(key: bytes, topic: str, stamp: Stamp, payload: bytes, signed: str) -> bool:
    """Whether *signed* is the signature made with *key* (compared in constant time)."""
    return hmac.compare_digest(signature(key, topic, stamp, payload).encode(), signed.encode())


@dataclass(frozen=True, slots=True)
class Message:
    """One message; ``stamp`` and ``signed`` (the signature) are user properties of MQTT 5.

    ``qos`` 1: the broker confirms the message; 0: the message may be lost with the connection.
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
    """Table and kind of a topic; None where it is not a topic of Owleye."""
    match topic.split("/"):
        case [prefix, table, kind] if prefix == PREFIX and kind in get_args(Kind):
            return table, kind  # type: ignore[return-value]  # the condition says so
    return None


def as_json(body: Any) -> bytes:
    """*body* as compact UTF-8 JSON, the payload of a message."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def stamped(topic: str, payload: bytes, stamp: Stamp, key: bytes | None, retain: bool = False) -> Message:
    """A message with its stamp, and with a signature where there is a *key*."""
    signed = signature(key, topic, stamp, payload) if key else ""
    return Message(topic, payload, retain, str(stamp), signed)
