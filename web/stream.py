"""Server-sent events: tell pages that the table has changed, so that they fetch themselves again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from secrets import token_hex
from threading import BoundedSemaphore

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import ServiceUnavailable

from referee.model.snapshot import Snapshot
from referee.table.service import TableService
from web.live import table

page = Blueprint("stream", __name__)

STREAMS = 32  # open at once; each holds a thread of the server
PING_S = 5.0  # a vanished client is noticed only when something is written to it
_free = BoundedSemaphore(STREAMS)
_run = token_hex(4)  # versions begin again with each start of the program


@page.get("/events")
def events() -> Response:
    """The event stream; event ids are ``run.length.version``, so that a stream that resumes gets nothing twice."""
    if not _free.acquire(blocking=False):
        raise ServiceUnavailable("Too many pages listen already: this one asks every few seconds instead.")
    known = request.headers.get("Last-Event-ID", "")
    response = Response(told(table(), known), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    response.call_on_close(_free.release)
    return response


@page.get("/version")
def version() -> Response:
    """The same information for pages without a stream."""
    return jsonify(_body(table().now()))


def told(live: TableService, known: str) -> Iterator[str]:
    """One event for each change since the event id *known*, for ever; pings while nothing happens."""
    snapshot = live.now()
    yield "retry: 2000\n\n"
    while True:
        if event_id(snapshot) == known:
            yield "event: ping\ndata: {}\n\n"
        else:
            known = event_id(snapshot)
            yield f"id: {known}\nevent: table\ndata: {json.dumps(_body(snapshot))}\n\n"
        snapshot = live.wait(snapshot.version, PING_S)


def event_id(snapshot: Snapshot) -> str:
    """The id of this state of the table."""
    return f"{_run}.{snapshot.length}.{snapshot.version}"


def _body(snapshot: Snapshot) -> dict[str, str | int]:
    return {"id": event_id(snapshot), "length": snapshot.length, "version": snapshot.version}
