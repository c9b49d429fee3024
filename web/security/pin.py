"""The host's PIN: shown where Owleye runs; whoever enters it may begin games and assign seats from any device."""

from __future__ import annotations

from hmac import compare_digest
from math import ceil
from pathlib import Path
from secrets import randbelow
from threading import Lock

from calibration.storage.files import write_atomically

DIGITS = 6
GUESSES = 5  # wrong ones, then everybody waits; a machine that tries all PINs would need months
WAIT_S = 60.0


class Pin:
    """The PIN of a home, kept readable by its owner only, and the count of wrong guesses."""

    def __init__(self, home: Path) -> None:
        """Read the PIN, or create one at the first start."""
        self._path = home / "pin"
        self._lock = Lock()
        self._wrong, self._until = 0, 0.0
        kept = self._path.read_text().strip() if self._path.exists() else ""
        self._number = kept if proper(kept) else ""
        if not self._number:
            self.change(f"{randbelow(10**DIGITS):0{DIGITS}}")

    @property
    def number(self) -> str:
        """The PIN itself; only for the machine that Owleye runs on."""
        return self._number

    def change(self, number: str) -> None:
        """Set another PIN; hosts that entered the old one must enter the new one.

        Raises:
            ValueError: where it is no PIN.
        """
        if not proper(number):
            raise ValueError(f"A PIN is {DIGITS} digits: choose others.")
        write_atomically(self._path, number.encode(), private=True)
        self._number = number

    def guess(self, said: str, now: float) -> bool:
        """Whether *said* is the PIN; *now* is the time (s) of a monotonic clock.

        Raises:
            ValueError: while too many guesses were wrong; the sentence says how long to wait.
        """
        with self._lock:
            if now < self._until:
                wait = ceil(self._until - now)
                raise ValueError(f"Too many wrong PINs: wait {wait} seconds, then read it off the machine again.")
            if compare_digest(said.encode(), self._number.encode()):
                self._wrong = 0
                return True
            self._wrong += 1
            if self._wrong >= GUESSES:
                self._wrong, self._until = 0, now + WAIT_S
            return False


def proper(number: str) -> bool:
    """Whether this can be a PIN."""
    return len(number) == DIGITS and number.isascii() and number.isdecimal()


def pin_words(pin: Pin) -> str:
    """The line about the PIN in the window where Owleye was started."""
    return f"The host's PIN, for any other device that shall begin games: {pin.number}"
