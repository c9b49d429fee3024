"""Decides which messages a shared table sends, and when, to onlookers, the hub and Home Assistant.

It has no threads and no network: time and received messages are arguments.
"""

from __future__ import annotations

import json
from itertools import count

from referee.model.snapshot import Snapshot
from sharing.home_assistant import discovery
from sharing.messages import (
    LARGEST,
    OFFLINE,
    ONLINE,
    Kind,
    Message,
    Stamp,
    as_json,
    is_signed,
    read_stamp,
    stamped,
    topic_of,
)
from sharing.outbox import Outbox
from sharing.public import Event, events, game_key, state_of, summary_of
from sharing.settings import ShareSettings

WINDOW = 200  # events sent and not yet confirmed
RESEND_S = 10.0  # without a confirmation, after which unconfirmed events are sent again; doubled with each try
LONGEST_S = 600.0  # longest time between two tries
NUMBERS_PER_START = 10**9  # each start of the program has a range of message numbers of its own


class Publication:
    """One shared table: turns snapshots into events in the outbox, and returns the messages that are due.

    A paired table keeps each event until the hub confirms that it is stored; without a hub the broker's confirmation
    is enough.
    """

    def __init__(self, settings: ShareSettings, outbox: Outbox, t: float) -> None:
        """Begin at *t* s of a monotonic clock."""
        self._settings, self._outbox, self._key = settings, outbox, settings.key
        self._numbers = count(outbox.starts * NUMBERS_PER_START, 2)
        self._connection = next(self._numbers)
        self._sent = self._confirmed = outbox.confirmed
        self._progress, self._patience = t, RESEND_S
        self._version = 0
        self._last_bodies: dict[Kind, bytes] = {}  # of the retained messages as last sent
        self._followed = outbox.stream  # the stream of the hub's latest confirmation
        self._missing: dict[str, Snapshot] = {}  # by game: the snapshot with facts that are not in the outbox yet

    @property
    def waiting(self) -> int:
        """How many events are not confirmed yet."""
        return self._outbox.newest - self._confirmed

    @property
    def is_displaced(self) -> bool:
        """Whether events wait because the hub follows another table with the same pairing code."""
        return self.waiting > 0 and self._followed != self._outbox.stream

    def take(self, snapshot: Snapshot) -> list[Message]:
        """Note a snapshot, whose events `fill` adds to the outbox.

        Returns the messages with the table's summary and state, where they changed.
        """
        if snapshot.version <= self._version:
            return []
        self._version = snapshot.version
        if snapshot.game_id is not None:
            self._missing[game_key(snapshot)] = snapshot
        bodies: dict[Kind, bytes] = {"summary": as_json(summary_of(snapshot)), "state": as_json(state_of(snapshot))}
        changed = [kind for kind in bodies if bodies[kind] != self._last_bodies.get(kind)]
        self._last_bodies = bodies
        return [self._retained(kind) for kind in changed]

    def fill(self) -> None:
        """Add new events to the outbox, as far as there is room.

        Raises:
            sqlite3.Error, OSError: where the disk does not take them; the next call adds them.
        """
        while self._missing and self._outbox.has_room:
            key, snapshot = next(iter(self._missing.items()))
            reached = self._outbox.reached(key)
            since = None if reached is None else min(reached, snapshot.length)
            new = [payload for event in events(snapshot, since) if (payload := _payload_within_limit(event))]
            if new or reached != snapshot.length:  # a damaged journal may have lost facts
                self._outbox.put(key, snapshot.length, new)
            del self._missing[key]

    def will(self) -> Message:
        """The last will for the next connection, which the broker publishes when the connection is lost."""
        self._connection = next(self._numbers)
        return self._status(OFFLINE, self._connection + 1)

    def first_messages(self) -> list[Message]:
        """The first messages of a new connection: status online, Home Assistant's discovery, summary and state."""
        found = discovery(self._settings.id, self._settings.table) if self._settings.home_assistant else []
        return [self._status(ONLINE, self._connection), *found, *map(self._retained, self._last_bodies)]

    def due(self, t: float) -> list[tuple[int, Message]]:
        """The events to send at *t* s, each as (number, message); raises like `fill`."""
        self.fill()
        if self._sent > self._confirmed and t - self._progress >= self._patience and self._key:
            self._sent, self._progress = self._confirmed, t
            self._patience = min(2 * self._patience, LONGEST_S)
        if self._sent == self._confirmed:
            self._progress = t
        rows = self._outbox.after(self._sent, max(0, self._confirmed + WINDOW - self._sent))
        if rows:
            self._sent = rows[-1][0]
        return [(number, self._event(number, payload)) for number, payload in rows]

    def on_delivered(self, number: int, t: float) -> None:
        """Note that the broker has confirmed event *number* at *t* s: without a hub it is delivered then."""
        if self._key is None:
            self._confirm(number, t)

    def on_hub_message(self, message: Message, t: float) -> None:
        """Take the hub's confirmation at *t* s; a message without the hub's signature is ignored."""
        stamp = read_stamp(message.stamp)
        if self._key is None or stamp is None or message.topic != self.received_topic:
            return
        if not is_signed(self._key, message.topic, stamp, message.payload, message.signed):
            return
        self._followed = stamp.stream
        if stamp.stream == self._outbox.stream and stamp.number >= self._confirmed:
            self._confirm(stamp.number, t)
            if _wants_resend(message.payload):
                self._sent = self._confirmed

    @property
    def received_topic(self) -> str:
        """The topic of the hub's confirmations."""
        return topic_of(self._settings.id, "received")

    def _confirm(self, number: int, t: float) -> None:
        if number > self._confirmed:
            self._outbox.confirm(number)
            self._confirmed, self._sent = number, max(self._sent, number)
            self._progress, self._patience = t, RESEND_S

    def _event(self, number: int, payload: bytes) -> Message:
        return self._signed("event", payload, number)

    def _retained(self, kind: Kind) -> Message:
        return self._signed(kind, self._last_bodies[kind], next(self._numbers), retain=True)

    def _status(self, word: bytes, number: int) -> Message:
        return self._signed("status", word, number, retain=True)

    def _signed(self, kind: Kind, payload: bytes, number: int, retain: bool = False) -> Message:
        stamp = Stamp(self._outbox.stream, number)
        return stamped(topic_of(self._settings.id, kind), payload, stamp, self._key, retain)


def _payload_within_limit(event: Event) -> bytes:
    """An event as a payload of at most `LARGEST` bytes: without its set-up if need be, or else empty (not sent)."""
    without_setup = [as_json({**event, "setup": None})] if event["event_type"] == "begin" else []
    payloads = (as_json(event), *without_setup, b"")
    return next(payload for payload in payloads if len(payload) <= LARGEST)


def _wants_resend(payload: bytes) -> bool:
    """Whether the hub asks for all unconfirmed events again."""
    body = json.loads(payload)
    return isinstance(body, dict) and body.get("again") is True
