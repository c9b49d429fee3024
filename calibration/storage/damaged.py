"""Move damaged files of a home away, and report them until the host has seen the report.

HOME/damaged/ holds the files; HOME/damaged/unseen.json holds the reports that nobody has acknowledged.
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
    """A damaged file: its name, the path to which it was moved in the home, and the next step."""

    file: str
    kept: str
    mend: str

    @property
    def words(self) -> str:
        """The report as a sentence for people."""
        return f"{self.file} was damaged. It is kept as {self.kept}. {self.mend}"


LOST = (Report("A file", FOLDER, "Look into that folder for what is missing, or restore a backup."),)
"""Reports shown where the file of reports is itself damaged."""


def unseen(home: Path) -> tuple[Report, ...]:
    """Return the reports that nobody has acknowledged, of this home and of its simulated table."""
    return (*_load(home), *_load(home / SIMULATED))


def acknowledge(home: Path) -> None:
    """Delete all reports once somebody has seen them; the damaged files stay."""
    for folder in (home, home / SIMULATED):
        (folder / _STORE.name).unlink(missing_ok=True)


def report(home: Path, file: str, kept: str, mend: str) -> None:
    """Report that *file* was damaged and moved to *kept*; equal reports are stored once.

    Raises StoreError where the disk cannot be written.
    """
    new = Report(file, kept, mend)
    try:
        _STORE.change(home, lambda known: known if new in known else (*known, new))
    except DamagedFileError as error:
        error.path.unlink(missing_ok=True)
        _STORE.change(home, lambda _: (*LOST, new))


def set_aside(home: Path, error: DamagedFileError) -> None:
    """Move a damaged file of *home* away, and report it.

    The report is written first: after a power cut in between, the file is found damaged again. Raises StoreError where
    the disk cannot be written.
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
    """Return the result of *read*, after moving away every damaged file that it meets.

    Raises StoreError where a file cannot be moved.
    """
    while True:
        try:
            return read()
        except DamagedFileError as error:
            set_aside(home, error)


def _free(path: Path) -> Path:
    """Return *path*, or a numbered path next to it, where no file exists."""
    numbered = (path.with_name(f"{path.stem}-{n}{path.suffix}") for n in count(2))
    return next(each for each in chain([path], numbered) if not each.exists())


def _load(home: Path) -> tuple[Report, ...]:
    try:
        return _STORE.load(home)
    except DamagedFileError:
        return LOST


def _reports(body: Any) -> tuple[Report, ...]:
    return tuple(Report(str(each["file"]), str(each["kept"]), str(each["mend"])) for each in body)


_STORE: JsonStore[tuple[Report, ...]] = JsonStore(
    name=f"{FOLDER}/unseen.json",
    read=_reports,
    body=lambda reports: [asdict(report) for report in reports],
    empty=(),
    mend="Look into the folder of damaged files.",
)
