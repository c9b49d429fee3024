"""The lock of a home folder: one process at a time uses it, and other users of the machine cannot look into it."""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path

from calibration.storage.files import bytes_in, private_file

HANDED_OVER = "OWLEYE_LOCK"  # the environment variable with the descriptor of a lock that was handed over
TAKEN = "{home} is in use by another Owleye{holder}: stop that one, or give this one its own folder with --home."
FIRST_STEPS = {
    errno.EACCES: "give this user the rights to it, or ",
    errno.EPERM: "give this user the rights to it, or ",
    errno.ENOSPC: "free some space, or ",
    errno.EROFS: "start the machine again, or ",
}
"""What to try, by the reason why a home cannot be written, before another home without its games."""
PRIVATE = 0o077  # the rights that other users of the machine do not get


class HomeTakenError(ValueError):
    """The home cannot be used now; the message is a sentence with the next step."""


class HomeLock:
    """Locks a home folder until `close`, or until the process ends in any way; what is written meanwhile is private."""

    def __init__(self, home: Path, taken: str = TAKEN) -> None:
        """Lock *home*; the folder is created if it is missing.

        *taken* is what to say where another process has locked it, with gaps for the home and the holder.

        Raises:
            HomeTakenError: where another process has locked it, or it cannot be written.
        """
        path = home / "owleye.lock"
        try:
            home.mkdir(parents=True, exist_ok=True)
            _make_private(home)
            self._descriptor = _opened(path)
        except OSError as error:
            step = FIRST_STEPS.get(error.errno or 0, "")
            raise HomeTakenError(
                f"{home} cannot be written ({error.strerror}): {step}choose another folder with --home."
            ) from None
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._descriptor)
            holder = _holder(path)
            raise HomeTakenError(taken.format(home=home, holder=holder)) from None
        with suppress(OSError):  # on a full disk; a second Owleye then does not name this process
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, str(os.getpid()).encode())
        self._mask_before = os.umask(PRIVATE)

    def hand_over(self) -> None:
        """Keep the home locked for the program that replaces this one (`os.execv`)."""
        os.set_inheritable(self._descriptor, True)
        os.environ[HANDED_OVER] = str(self._descriptor)

    def close(self) -> None:
        """Release the home."""
        os.close(self._descriptor)
        os.umask(self._mask_before)


def _opened(path: Path) -> int:
    """The descriptor of the lock at *path*: the one that was handed over, else a new one; 0 is a descriptor too."""
    handed_over = _handed_over(path)
    return private_file(str(path), os.O_RDWR | os.O_APPEND | os.O_CREAT) if handed_over is None else handed_over


def _handed_over(path: Path) -> int | None:
    """The descriptor of the lock at *path* that the program before this one has handed over; None where it has not."""
    with suppress(OSError, ValueError):
        number = int(os.environ.pop(HANDED_OVER, ""))
        if os.path.samestat(os.fstat(number), path.stat()):
            os.set_inheritable(number, False)
            return number
    return None


def _make_private(home: Path) -> None:
    """Make *home* private: it contains players' secrets, pictures of the room, the PIN and the key of the cookies."""
    if home.stat().st_uid == os.geteuid():
        home.chmod(0o700)


def _holder(lock: Path) -> str:
    number = bytes_in(lock).decode(errors="replace").strip()
    return f" (process {number})" if number.isdigit() else ""
