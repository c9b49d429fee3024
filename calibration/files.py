"""Files of the home folder are whole after a power cut: old or new, never half."""

from __future__ import annotations

import os
from pathlib import Path


class StoreError(ValueError):
    """A file of the home folder is damaged or cannot be written; the sentence says which and what to do."""


def write_atomically(path: Path, data: bytes, private: bool = False) -> None:
    """Write a file so that after a power cut it is either the old one or the new one, whole.

    A *private* one is never readable by anybody but its owner, not even while it is written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    mode = 0o600 if private else 0o666
    try:
        with open(part, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        _sync_folder(path.parent)
    except OSError as trouble:
        part.unlink(missing_ok=True)
        raise StoreError(
            f"{path} could not be written ({trouble.strerror}). Free some space or check rights."
        ) from None


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
