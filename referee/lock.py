"""One table, one home, one process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class HomeTakenError(ValueError):
    """The home cannot be used now; the message is a sentence with the next step."""


class HomeLock:
    """Holds a home until it is closed or the process ends, however it ends."""

    def __init__(self, home: Path) -> None:
        """Take *home*, making it where it is missing.

        Raises:
            HomeTakenError: where another process has it, or it cannot be written.
        """
        try:
            home.mkdir(parents=True, exist_ok=True)
            self._file = open(home / "owleye.lock", "a+")  # noqa: SIM115 -- held open on purpose: the lock lives as long
        except OSError as error:
            raise HomeTakenError(
                f"{home} cannot be written ({error.strerror}): choose another folder with --home."
            ) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = _holder(self._file.name)
            self._file.close()
            raise HomeTakenError(
                f"{home} is in use by another Owleye{holder}: stop that one, "
                "or give this one its own folder with --home."
            ) from None
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def close(self) -> None:
        """Let the home go."""
        self._file.close()


def _holder(name: str) -> str:
    with open(name) as file:
        number = file.read().strip()
    return f" (process {number})" if number.isdigit() else ""
