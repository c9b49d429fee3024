"""Which files of a home a backup holds.

The PIN, the devices that entered it, the seats' codes and the cookie key are left out: whoever gets the file must not
become host of the table.  The same holds for the password and the pairing code of a shared table (`WITHOUT`): it comes
back switched off, and the host enters them again.  Its outbox is left out because a stream of facts that goes back in
time would be refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from pydantic_core import from_json, to_json

from calibration.storage.files import bytes_in, open_file, sync_file
from referee.journal.journal import JOURNAL
from referee.journal.journal_files import DELETED, ON_TABLE
from referee.journal.last_line import SUFFIX
from referee.startup.home_files import READERS

SHARING = "sharing/settings.json"
SETTINGS = "settings.json"
OF_MACHINE = ("camera", "host", "names", "port")
"""The settings of the machine, and not of the table: a restore leaves them as they are.

Another machine has another camera and another address.  The maker of a backup could otherwise let the table answer to a
name of theirs, open it to the network, or watch another camera or a file.
"""
SINGLE = (ON_TABLE, DELETED, *READERS, "language.json", "panel.json")
WITHOUT = {SHARING: {"password": "", "code": "", "on": False}}
"""Fields of JSON files that have other values in a backup."""
FOLDERS = ("calibrations", "portraits")
PICTURES = "evidence"
REPLACED = (
    *(f"{JOURNAL}{suffix}" for suffix in ("", "-wal", "-shm", SUFFIX)),
    *(*SINGLE, *FOLDERS, PICTURES, "sharing", "lesson", "seats.json"),
)
"""What a restore takes out of a home before it puts the backup in: seats and lessons belong to what was there."""

_PART = r"[\w%~-][\w.%~-]{0,250}"
_NAME = re.compile(
    "|".join(
        (
            *map(re.escape, (JOURNAL, *SINGLE, SHARING)),
            rf"calibrations/{_PART}/(calibration\.json|empty\.png|lens\.json)",
            rf"portraits/{_PART}/{_PART}\.jpg",
            r"evidence/[0-9]{6,12}\.(jpg|json)",  # the table counts on from the largest, and reads up to 18 digits
        )
    ),
    re.ASCII,
)


def is_known(name: str) -> bool:
    """Whether a backup may hold a file of this name, relative to the home.

    >>> is_known("evidence/000001.jpg"), is_known("portraits/../pin"), is_known("pin")
    (True, False, False)
    """
    return bool(_NAME.fullmatch(name))


def opened(name: str, path: Path) -> BinaryIO:
    """Open a file for a backup, in which it is called *name*; the fields listed in `WITHOUT` are replaced, as secrets.

    Raises:
        FileNotFoundError: where there is none, or where one of `WITHOUT` cannot be parsed: it may hold any secret.
    """
    if name not in WITHOUT:
        return open_file(path)
    try:
        body = {**json.loads(bytes_in(path)), **WITHOUT[name]}
    except (OSError, ValueError, TypeError, RecursionError):
        raise FileNotFoundError(path) from None
    return BytesIO(json.dumps(body).encode())


def switch_off(folder: Path) -> None:
    """Replace the fields of `WITHOUT` in the files of an unpacked backup too, for somebody else may have made it.

    A file that cannot be parsed is removed. Raises OSError where a file cannot be written.
    """
    for name in WITHOUT:
        try:
            with opened(name, folder / name) as file:
                data = file.read()
        except FileNotFoundError:
            (folder / name).unlink(missing_ok=True)
        else:
            (folder / name).write_bytes(data)
            sync_file(folder / name)


def keep_machine_settings(folder: Path, home: Path) -> None:
    """Give the settings of an unpacked backup those `OF_MACHINE` of *home* in place of their own.

    Settings that are damaged stay as they are, for the check to find. Raises OSError where the file cannot be written.
    """
    own = _fields(home / SETTINGS) or {}
    restored = _fields(folder / SETTINGS) if (folder / SETTINGS).exists() else {}
    if restored is None:
        return
    body = {name: value for name, value in restored.items() if name not in OF_MACHINE}
    body |= {name: own[name] for name in OF_MACHINE if name in own}
    if body != restored:
        (folder / SETTINGS).write_bytes(to_json(body, indent=1))
        sync_file(folder / SETTINGS)


def _fields(path: Path) -> dict[str, Any] | None:
    """The fields of a file with settings, as `settings_in` parses it; None where there are none."""
    try:
        body = from_json(bytes_in(path))
    except (OSError, ValueError):
        return None
    return body if isinstance(body, dict) else None


def files_of(home: Path, pictures: bool) -> Iterator[str]:
    """The names of all files of *home* that belong to a backup, except the journal; with *pictures* those too, last."""
    folders = (*FOLDERS, PICTURES) if pictures else FOLDERS
    found = [home / name for name in (*SINGLE, SHARING)]
    found += [path for folder in folders for path in sorted((home / folder).rglob("*"))]
    names = (path.relative_to(home).as_posix() for path in found if path.is_file() and not path.is_symlink())
    return filter(is_known, names)
