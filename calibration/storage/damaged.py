"""Damaged files: moved to HOME/damaged/, and reported until the host has acknowledged it (HOME/damaged/unseen.json)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any, TypeVar

from calibration.storage.files import (
    NO_STEP,
    SIMULATED,
    DamagedFileError,
    JsonStore,
    StoreError,
    bytes_in,
    sync_folder,
    write_atomically,
    writing,
)
from calibration.storage.phrases import packed, unpacked
from rules.core.phrases import Phrase, sentences

T = TypeVar("T")
log = logging.getLogger(__name__)
FOLDER = "damaged"


@dataclass(frozen=True, slots=True)
class Report:
    """A damaged file: its name, the path to which it was moved in the home, and the next step."""

    file: str
    kept: str
    mend: str

    @property
    def words(self) -> Phrase:
        """The report as a sentence for people."""
        return sentences(Phrase("{file} was damaged. It is kept as {kept}.", file=self.file, kept=self.kept), self.mend)


LOST = (Report(Phrase("A file"), FOLDER, Phrase("Look into that folder for what is missing, or restore a backup.")),)
"""Reports shown where the file of reports is itself damaged."""


def unseen(home: Path) -> tuple[Report, ...]:
    """Return the reports that nobody has acknowledged, of this home and of its simulated table."""
    return (*_load(home), *_load(home / SIMULATED))


def acknowledge(home: Path) -> None:
    """Delete all reports once somebody has seen them; the damaged files stay.

    Raises StoreError where the disk cannot be written.
    """
    for path in (home / _STORE.name, home / SIMULATED / _STORE.name):
        with writing(path):
            path.unlink(missing_ok=True)


def report(home: Path, file: str, stored_as: str, mend: Phrase) -> None:
    """Report on the pages and in the log that *file* was damaged and moved to *stored_as*; equal reports appear once.

    Raises StoreError where the disk cannot be written.
    """
    new = Report(file, stored_as, mend)
    log.warning("%s", new.words)
    try:
        _STORE.change(home, lambda known: known if new in known else (*known, new))
    except DamagedFileError as error:
        with writing(error.path):
            error.path.unlink(missing_ok=True)
        _STORE.change(home, lambda _: (*LOST, new))


def set_aside(home: Path, error: DamagedFileError) -> None:
    """Move a damaged file of *home* away, and report it; what of it can be used takes its place.

    Nothing happens where the file is gone: another thread has moved it, or put it away with its camera. The report is
    written first: after a power cut in between, the file is found damaged again. Raises StoreError where the disk
    cannot be written.
    """
    if not error.path.exists():
        return
    place = _free(home / FOLDER / error.path.name)
    report(home, error.path.name, place.relative_to(home).as_posix(), error.mend)
    try:
        if error.rest is None:
            error.path.rename(place)
            sync_folder(home)
        else:
            write_atomically(place, bytes_in(error.path))
            write_atomically(error.path, error.rest)
    except FileNotFoundError:
        return  # another thread was faster, after all
    except OSError as trouble:
        log.warning("%s could not be moved: %s", error.path, trouble.strerror)
        raise StoreError(sentences(error.words, Phrase("It could not be moved by itself."))) from None


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
    except StoreError:
        return LOST


def _reports(body: Any) -> tuple[Report, ...]:
    return tuple(_report(**each) for each in body)


def _report(file: str, kept: str, mend: str, phrases: str = "") -> Report:
    """The report in a line of the file; *phrases* has those of its texts that are phrases, an older line none."""
    return Report(unpacked(phrases, "file", str(file)), str(kept), unpacked(phrases, "mend", str(mend)))


def _body(report: Report) -> dict[str, str]:
    return {**asdict(report), "phrases": packed(file=report.file, mend=report.mend)}


_STORE: JsonStore[tuple[Report, ...]] = JsonStore(
    name=f"{FOLDER}/unseen.json",
    read=_reports,
    body=lambda reports: [_body(report) for report in reports],
    empty=(),
    mend=NO_STEP,
)
