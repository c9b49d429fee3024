"""Server-sent events: one whenever the table has changed, with the verdict, question and trouble to announce."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from gettext import NullTranslations
from threading import Lock
from typing import Any

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import ServiceUnavailable

from referee.model.snapshot import Snapshot, Tone, last_verdict
from referee.panel.speaker import read_out
from referee.table.service import TableService
from rules.core.phrases import Phrase, names_kept, translated
from web.languages import catalogue, language
from web.live import event_id, table
from web.pages.words import pill

page = Blueprint("stream", __name__)

STREAMS = 32  # open at once; each holds a thread of the server
STREAMS_EACH = 12  # open at once from one address: the 6 of a browser, and as many that it just left
PASSING = ("hand", "moving", "reading")
"""States of the camera that only the pill shows."""
FULL = Phrase("Too many pages listen already: this one asks every few seconds instead.")
PING_S = 5.0
LOOK_S = 1.0  # how soon the end of a connection is noticed
ENGLISH = NullTranslations()


class Places:
    """Counts the open streams, all together and for each address."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Take a place for a stream to *address*; False where there is none left."""
        with self._lock:
            free = self._open.total() < STREAMS and self._open[address] < STREAMS_EACH
            self._open[address] += free
            return free

    def give_back(self, address: str) -> None:
        """Free a place that *address* took."""
        with self._lock:
            self._open[address] -= 1
            self._open += Counter()  # drops the addresses without a stream


def _stays() -> bool:
    """The client of a server that does not notice when a client leaves."""
    return False


_places = Places()


@page.get("/api/events")
def events() -> Response:
    """The event stream; event ids are ``start.length.version``, so that a stream that resumes gets nothing twice."""
    address = request.remote_addr or ""
    if not _places.take(address):
        raise ServiceUnavailable(FULL)
    known = request.headers.get("Last-Event-ID", "")
    is_gone = request.environ.get("waitress.client_disconnected", _stays)
    stream = event_stream(table(), known, is_gone, catalogue(language()))
    response = Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    response.call_on_close(lambda: _places.give_back(address))
    return response


@page.get("/version")
def version() -> Response:
    """The data of an event as JSON, for pages without a stream."""
    return jsonify(_body(table().now(), catalogue(language())))


def event_stream(
    live: TableService, known: str, is_gone: Callable[[], bool] = _stays, texts: NullTranslations = ENGLISH
) -> Iterator[str]:
    """Yield an event for each change since the event id *known*, and pings in between, until *is_gone* returns True.

    Texts are in the language of the catalogue *texts*.
    """
    snapshot, before = live.now(), None
    yield "retry: 2000\n\n"
    while not is_gone():
        if event_id(snapshot) == known:
            yield "event: ping\ndata: {}\n\n"
        else:
            known = event_id(snapshot)
            yield f"id: {known}\nevent: table\ndata: {json.dumps(_body(snapshot, texts, before))}\n\n"
        before = snapshot
        snapshot = _next(live, snapshot.version, is_gone)


def _next(live: TableService, version: int, is_gone: Callable[[], bool]) -> Snapshot:
    """Wait for a newer state than *version*; the present one when the next ping is due or the client is gone."""
    snapshot = live.now()
    for _ in range(round(PING_S / LOOK_S)):
        snapshot = live.wait(version, LOOK_S)
        if snapshot.version != version or is_gone():
            break
    return snapshot


def _is_passing(snapshot: Snapshot, before: Snapshot) -> bool:
    """Whether nothing changed but that the camera sees a movement, after which more will follow."""
    return snapshot.eyes in PASSING and replace(before, eyes=snapshot.eyes, version=snapshot.version) == snapshot


def verdict(snapshot: Snapshot) -> dict[str, Any] | None:
    """The last public verdict as JSON."""
    last = last_verdict(snapshot)
    return None if last is None else asdict(last)


def _body(snapshot: Snapshot, texts: NullTranslations, before: Snapshot | None = None) -> dict[str, Any]:
    said = verdict(snapshot)
    question = snapshot.question.words if snapshot.question else None
    trouble = next((notice.words for notice in snapshot.notices if notice.trouble), None)

    def spoken(words: str | None, tone: Tone = "noted") -> str | None:
        return read_out(translated(names_kept(words), texts), tone) if words else None

    body = {
        "passing": before is not None and _is_passing(snapshot, before),
        "id": event_id(snapshot),
        "length": snapshot.length,
        "version": snapshot.version,
        "pill": pill(snapshot),
        "said": said,
        "question": question,
        "trouble": trouble,
        "spoken": {
            "said": spoken(said["words"], said["tone"]) if said else None,
            "question": spoken(question),
            "trouble": spoken(trouble),
        },
    }
    return dict(translated(body, texts))
