"""Named parts: an open page fetches those of its parts that differ, each under its id, instead of the whole page.

All open pages ask for the same parts after each fact, so one drawing of a page serves every browser with the same
rights and language for a moment; the CSRF token in its forms is replaced by each browser's own.

A part is an element with an ``id`` and the attribute ``data-part``; parts do not lie in each other.  A page that sends
the header ``X-Owleye-Parts: name=digest ...`` with the digests that it got is answered with JSON: the ``title``, the
``names`` of all parts, of those that changed the ``html`` within and its ``digest``, and the ``sheets``: the addresses
of the page's styles.  A page that has other styles, such as those of another game, loads itself again; also one in
another language than that of the answer, which its header Content-Language names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from html import unescape
from threading import Lock
from time import monotonic
from typing import cast

from flask import Flask, Response, current_app, json, request

from web.languages import language
from web.live import event_id, table
from web.security.guard import token
from web.security.rights import Me, me

HEADER = "X-Owleye-Parts"
OPENING = re.compile(r"<(?P<tag>\w+)(?=[^>]*\sdata-part\b)[^>]*\sid=\"(?P<id>[\w-]+)\"[^>]*>")
MARK = re.compile(r"data-part\b")  # found much faster than every tag with its attributes
SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
TITLE = re.compile(r"<title>(.*?)</title>", re.S)
FRESH_S = 0.3  # longer than pages take to ask, shorter than anybody would notice in a countdown

Key = tuple[str, str, Me, str]
"""Path, id of the table's state, rights of the reader, language: pages with an equal key differ in the token only."""


def init_app(app: Flask) -> None:
    """Answer requests for parts with the parts of the page that they ask for."""
    app.extensions["owleye.drawings"] = Drawings()
    app.after_request(_split)


def parts_of(html: str) -> dict[str, str]:
    """The inner HTML of each part of a page (attribute ``data-part``), by id.

    >>> parts_of('<div id="ask" data-part><div>Bo</div></div><p id="x" data-part></p>')
    {'ask': '<div>Bo</div>', 'x': ''}
    """
    return {found["id"]: html[found.end() : _end(html, found)] for found in _openings(html)}


def _openings(html: str) -> Iterator[re.Match[str]]:
    """The opening tags of all parts."""
    for mark in MARK.finditer(html):
        opening = OPENING.match(html, html.rfind("<", 0, mark.start()))
        if opening and opening.end() > mark.start():
            yield opening


def _end(html: str, opening: re.Match[str]) -> int:
    """Where the element that *opening* begins is closed: after as many closing as opening tags of its name."""
    depth = 1
    for tag in re.compile(rf"<(/?){opening['tag']}\b").finditer(html, opening.end()):
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.start()
    raise ValueError(f"The part {opening['id']} is never closed.")


def digest(html: str) -> str:
    """A short mark of the content of a part."""
    return sha256(html.encode()).hexdigest()[:12]


def _split(response: Response) -> Response:
    if HEADER not in request.headers or response.status_code != 200 or response.mimetype != "text/html":
        return response
    known = dict(pair.split("=", 1) for pair in request.headers[HEADER].split() if "=" in pair)
    html = response.get_data(as_text=True)
    title, parts = TITLE.search(html), parts_of(html)
    marks = {name: digest(part) for name, part in parts.items()}
    body = {
        "title": unescape(title[1]) if title else "",
        "names": list(parts),
        "sheets": SHEET.findall(html),
        "parts": {
            name: {"html": parts[name], "digest": mark} for name, mark in marks.items() if known.get(name) != mark
        },
    }
    response.set_data(json.dumps(body))
    response.mimetype = "application/json"
    return response


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A page, the token in its forms, and until when it is fresh (s of the steady clock)."""

    html: str
    token: str
    until: float


class Drawings:
    """The pages that were drawn in the last `FRESH_S` seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """*clock* is a steady clock (s)."""
        self._clock = clock
        self._drawings: dict[Key, _Drawing] = {}
        self._lock = Lock()

    def html(self, key: Key, own_token: str, draw: Callable[[], str]) -> str:
        """The page for *key*, drawn at most once in a moment, with the reader's own token; the others wait for it."""
        with self._lock:
            now = self._clock()
            self._drawings = {other: one for other, one in self._drawings.items() if now < one.until}
            if key not in self._drawings:
                self._drawings[key] = _Drawing(draw(), own_token, self._clock() + FRESH_S)
            drawing = self._drawings[key]
        return drawing.html.replace(drawing.token, own_token)


def shared(draw: Callable[[], str]) -> str:
    """The page of this request as *draw* draws it; a request for parts may get what was drawn for an equal reader."""
    if HEADER not in request.headers:
        return draw()
    drawings = cast(Drawings, current_app.extensions["owleye.drawings"])
    return drawings.html((request.path, event_id(table().now()), me(), language()), token(), draw)
