"""Damaged files of a home: moved out of the way, and reported until the host has seen it.

HOME/damaged/ keeps the files; HOME/damaged/unseen.json holds the reports that nobody has acknowledged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any, TypeVar

from calibration.storage.files import DamagedFileError, JsonStore, StoreError, sync_folder

T = TypeVar("T")
FOLDER = "damaged"
SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class Report:
    """A damaged file: its name, the name under which it is kept in the home, and the next step."""

    file: str
    kept: str
    mend: str

    @property
    def words(self) -> str:
        """The report for people."""
        return f"{self.file} was damaged. It is kept as {self.kept}. {self.mend}"


LOST = (Report("A file", FOLDER, "Look into that folder for what is missing, or restore a backup."),)
"""What is said where the reports themselves are damaged."""


def unseen(home: Path) -> tuple[Report, ...]:
    """The reports that nobody has acknowledged, of this home and of its simulated table."""
    return (*_load(home), *_load(home / SIMULATED))


def acknowledge(home: Path) -> None:
    """Somebody has seen all reports; the damaged files are kept."""
    for folder in (home, home / SIMULATED):
        (folder / _STORE.name).unlink(missing_ok=True)


def report(home: Path, file: str, kept: str, mend: str) -> None:
    """Report that *file* was damaged and is kept as *kept*; the same report is kept once.

    Raises:
        StoreError: where the disk will not take it.
    """
    made = Report(file, kept, mend)
    try:
        _STORE.change(home, lambda known: known if made in known else (*known, made))
    except DamagedFileError as error:
        error.path.unlink(missing_ok=True)
        _STORE.change(home, lambda _: (*LOST, made))


def set_aside(home: Path, error: DamagedFileError) -> None:
    """Move a damaged file of *home* out of the way, and report it.

    The report is written first: a power cut between the two leaves a file that is found damaged again.

    Raises:
        StoreError: where the disk will not take it.
    """
    kept = _free(home / FOLDER / error.path.name)
    report(home, error.path.name, kept.relative_to(home).as_posix(), error.mend)
    try:
        error.path.rename(kept)
        sync_folder(home)
    except FileNotFoundError:
        return  # another thread was faster
    except OSError as trouble:
        raise StoreError(f"{error} It could not be moved by itself ({trouble.strerror}).") from None


def without_damaged(home: Path, read: Callable[[], T]) -> T:
    """What *read* returns once every damaged file that it meets has been set aside.

    Raises:
        StoreError: where one cannot be moved away.
    """
    while True:
        try:
            return read()
        except DamagedFileError as error:
            set_aside(home, error)


def _free(wanted: Path) -> Path:
    """A path like *wanted* where no file is."""
    numbered = (wanted.with_name(f"{wanted.stem}-{n}{wanted.suffix}") for n in count(2))
    return next(path for path in chain([wanted], numbered) if not path.exists())


def _load(home: Path) -> tuple[Report, ...]:
    try:
        return _STORE.load(home)
    except DamagedFileError:
        return LOST


def _reports(kept: Any) -> tuple[Report, ...]:
    return tuple(Report(str(one["file"]), str(one["kept"]), str(one["mend"])) for one in kept)


_STORE: JsonStore[tuple[Report, ...]] = JsonStore(
    name=f"{FOLDER}/unseen.json",
    read=_reports,
    body=lambda reports: [asdict(report) for report in reports],
    empty=(),
    mend="Look into the folder of damaged files.",
)
