"""Any app behind the real server, in a thread of the test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from flask import Flask
from waitress import wasyncore

from web.server import Server, listening


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """The address at which *app* is served until the end."""
    stop = Event()
    with listening("127.0.0.1", 0) as listener:
        server = Server(app, listener)
        thread = Thread(target=_run, args=(server, stop))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            stop.set()
            thread.join()
            server.task_dispatcher.shutdown(cancel_pending=True)
            wasyncore.close_all(server._map)


def _run(server: Server, stop: Event) -> None:
    while not stop.is_set():
        server.turn(0.1)
