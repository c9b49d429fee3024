"""One drawing for many: after each fact all open pages ask for the same parts of the same page at once.

A drawing serves browsers with the same rights and language while the table's state is the same, for a moment; the CSRF
token in its forms is replaced by each browser's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import cast

from flask import Flask, current_app, request

from web.languages import language
from web.live import event_id, table
from web.parts import HEADER
from web.security.guard import token
from web.security.rights import Me, me

FRESH_S = 0.3  # longer than pages take to ask, shorter than anybody would notice in a countdown

Key = tuple[str, str, Me, str]


@dataclass(frozen=True, slots=True)
class _Drawing:
    html: str
    token: str
    until: float


class Drawings:
    """The drawings of the last moment; *clock* is a steady clock (s)."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._kept: dict[Key, _Drawing] = {}
        self._lock = Lock()

    def html(self, key: Key, own_token: str, draw: Callable[[], str]) -> str:
        """The page for *key*, drawn at most once in a moment, with the reader's own token; the others wait for it."""
        with self._lock:
            now = self._clock()
            self._kept = {other: one for other, one in self._kept.items() if now < one.until}
            if key not in self._kept:
                self._kept[key] = _Drawing(draw(), own_token, self._clock() + FRESH_S)
            drawing = self._kept[key]
        return drawing.html.replace(drawing.token, own_token)


def init_app(app: Flask) -> None:
    """Let pages of *app* share drawings."""
    app.extensions["owleye.drawings"] = Drawings()


def shared(draw: Callable[[], str]) -> str:
    """The page of this request as *draw* draws it; a request for parts may get one that was drawn for another."""
    if HEADER not in request.headers:
        return draw()
    drawings = cast(Drawings, current_app.extensions["owleye.drawings"])
    return drawings.html((request.path, event_id(table().now()), me(), language()), token(), draw)
