"""Who is answered next: a few requests at a time, so that no crowd slows down the reading of the table.

Python runs one thread at a time. With each further request that is answered at the same time, the threads that read the
table and judge the throw wait longer for theirs.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

EACH = 4  # requests of one address that are answered at the same time, without its streams; others wait
STRANGERS = 2  # requests of all who neither play nor host, together; with four, a verdict took three times as long

Request = TypeVar("Request", bound=Hashable)


class Turns(Generic[Request]):
    """Admits at most *each* requests of an address at a time, and *together* of all; the addresses take turns."""

    def __init__(self, address_of: Callable[[Request], str], each: int, together: int) -> None:
        self._address_of, self._each, self._together = address_of, each, together
        self._lock = Lock()
        self._working: Counter[str] = Counter()
        self._waiting: dict[str, deque[Request]] = {}  # by address; the one that is next comes first

    def admit(self, request: Request) -> bool:
        """Whether *request* is answered now; otherwise `finish` returns it in its turn."""
        address = self._address_of(request)
        with self._lock:
            if self._working[address] < self._each and self._working.total() < self._together:
                self._working[address] += 1
                return True
            self._waiting.setdefault(address, deque()).append(request)
            return False

    def finish(self, request: Request) -> Request | None:
        """Note that an admitted request was answered; returns the one whose turn is next."""
        with self._lock:
            self._working[self._address_of(request)] -= 1
            self._working += Counter()  # drops the addresses without a request
            address = next((one for one in self._waiting if self._working[one] < self._each), None)
            return None if address is None else self._next_of(address)

    def _next_of(self, address: str) -> Request:
        """The first request that waits of this address, whose others come after those of all other addresses."""
        waiting = self._waiting.pop(address)
        request = waiting.popleft()
        if waiting:
            self._waiting[address] = waiting
        self._working[address] += 1
        return request
