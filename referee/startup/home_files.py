"""Lists all files of a home with their readers, and checks them before a start and before a restore.

Damage that costs only single values (`DamagedFileError.rest`) never keeps a file out: the start sets those aside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from calibration.storage.damaged import without_damaged
from calibration.storage.files import SIMULATED, DamagedFileError
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


def check_files(home: Path) -> None:
    """Read every file of *home*.

    Raises:
        DamagedFileError: at the first one that is damaged.
    """
    for read in READERS.values():
        read(home)


def check_backup(folder: Path) -> None:
    """Read every file of a backup that was unpacked into *folder*.

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
