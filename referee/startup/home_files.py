"""Lists the files of a home that are set aside if damaged, checks them before a start or a restore, and tidies up.

Damage that costs only single values (`DamagedFileError.rest`) never keeps a file out: the start sets those aside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path

from calibration.storage.damaged import without_damaged
from calibration.storage.files import SIMULATED, UNFINISHED, DamagedFileError
from calibration.storage.lens_file import read_lens
from calibration.storage.table_files import load_calibration, load_empty, read_gallery
from calibration.table.accuracy import load_proof
from referee.inventory import munchkin_cards
from referee.inventory.casting_stones import load_cards
from referee.inventory.pieces import load_dice, load_owned_stones
from referee.startup.settings import load_settings

READERS: Mapping[str, Callable[[Path], object]] = {
    "settings.json": load_settings,
    "calibration.json": load_calibration,
    "empty.png": load_empty,
    "lens.json": read_lens,
    "gallery.npz": read_gallery,
    "proof.json": load_proof,
    "owned.json": load_owned_stones,
    "dice.json": load_dice,
    "casting-stones.json": load_cards,
    "munchkin-cards.json": munchkin_cards.saved_cards,
}
"""The files that are set aside where they are damaged, by name, and what reads each."""

PARTS = tuple(f"{place}*.part" for place in ("", "calibrations/*/", "damaged/", "lesson/", "portraits/*/", "sharing/"))
"""Where files of a home are written; `Evidence` looks after its own folder, and a running hub after its own."""


def remove_unfinished(home: Path) -> None:
    """Remove what a power cut left of files that were being written; the caller must hold the lock of the home."""
    for folder in (home, home / SIMULATED):
        for path in chain.from_iterable(map(folder.glob, PARTS)):
            if UNFINISHED.fullmatch(path.name):
                with suppress(OSError):
                    path.unlink()


def check_files(home: Path) -> None:
    """Read every file of *home* that is set aside where it is damaged.

    Raises:
        DamagedFileError: at the first one that is damaged.
    """
    for read in READERS.values():
        read(home)


def check_backup(folder: Path) -> None:
    """Read these files of a backup that was unpacked into *folder*.

    Raises:
        DamagedFileError: at the first one of which nothing can be used.
    """
    for read in READERS.values():
        try:
            read(folder)
        except DamagedFileError as error:
            if error.rest is None:
                raise


def set_damaged_aside(home: Path) -> None:
    """Move each damaged file of *home* and of its simulated table to the folder `damaged`, and report it on the pages.

    Raises:
        StoreError: where one cannot be moved away.
    """
    for folder in (home, home / SIMULATED):
        without_damaged(folder, partial(check_files, folder))
