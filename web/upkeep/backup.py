"""The host's page for backups: make one, download it, upload one, restore one, delete one.

A backup or a restore runs in a thread of its own, while the page shows its progress.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread
from typing import cast

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template, request, send_file
from werkzeug.exceptions import BadRequest, Conflict, NotFound
from werkzeug.wrappers import Response as AnyResponse

from calibration.storage.files import StoreError, name_stamp, private_file, sync_file, sync_folder, utc_now, writing
from referee.backup.archive import BackupError, Progress, write_backup
from referee.backup.restore import BEFORE_RESTORE, prepare
from referee.model.snapshot import BROKEN
from referee.startup.home_files import check_backup
from rules.core.phrases import Phrase, figure
from web import live
from web.pages.actions import number, text
from web.security.rights import need_host

log = logging.getLogger(__name__)
FOLDER = "backup"
NAME = re.compile(r"table-[0-9T]{15}(-[0-9]{1,3})?\.zip", re.ASCII)
BUSY = Phrase("Another backup or restore is running: wait until it is done.")
PART = "brought.part"
LEAST_MB = 0.1  # shown for a smaller file: it is not empty
UNFINISHED = re.compile(rf"{re.escape(PART)}|{NAME.pattern}(\.journal)?\.part(-journal|-wal|-shm)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class JobStatus:
    """The progress of a backup or restore: ``percent`` while it runs, then its outcome in ``words``."""

    running: bool = False
    percent: int = 0
    words: str = ""
    ok: bool = True


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """A backup on this machine: its ``name``, when it was ``saved`` here, as in its name, and its size in ``mb``."""

    name: str
    saved: str
    mb: str


class Job:
    """Runs at most one backup or restore in a thread; ``status`` says how far it is."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.status = JobStatus()

    def start(self, what: str, work: Callable[[Progress], str]) -> bool:
        """Run *work*, which returns a sentence; False if a job is running already.  *what* is shown meanwhile."""
        with self._lock:
            if self.status.running:
                return False
            self.status = JobStatus(True, 0, what)
        Thread(target=self._run, args=(what, work), name="backup", daemon=True).start()
        return True

    def tell(self, words: str) -> None:
        """Show *words* as the last outcome, unless a job is running."""
        with self._lock:
            if not self.status.running:
                self.status = JobStatus(words=words)

    def _run(self, what: str, work: Callable[[Progress], str]) -> None:
        def progress(done: int, total: int) -> None:
            self.status = JobStatus(True, 100 * done // max(total, 1), what)

        try:
            self.status = JobStatus(words=work(progress))
        except (BackupError, StoreError) as error:
            self.status = JobStatus(words=str(error), ok=False)
        except Exception:
            log.exception("a backup failed")
            self.status = JobStatus(words=BROKEN.words, ok=False)


page = Blueprint("backup", __name__, url_prefix="/backup")


def init_app(app: Flask, home: Path, restart: Callable[[], None] | None) -> None:
    """Enable restoring in *app*: *restart* starts the process again; without it, people are asked to do so.

    Backups and uploads that were cut short before this start are removed from *home*.
    """
    app.extensions["owleye.job"], app.extensions["owleye.restart"] = Job(), restart
    for path in (home / FOLDER).glob("*.part*"):
        if UNFINISHED.fullmatch(path.name):
            with suppress(OSError):
                path.unlink()


@page.before_request
def _hosts_only() -> None:
    need_host()


@page.get("")
def show() -> str:
    """The backups on this machine, how far the running backup or restore is, and what the last restore replaced."""
    names = sorted((path.name for path in _folder().glob("table-*.zip") if NAME.fullmatch(path.name)), reverse=True)
    files = [_kept(_folder() / name) for name in names]
    replaced = max((path.name for path in live.home().glob(f"{BEFORE_RESTORE}*")), default="")
    return render_template(
        "backup.html", job=_job().status, files=files, folder=_folder(), replaced=replaced, back=request.path
    )


@page.post("/make")
def make() -> AnyResponse:
    """Begin a backup."""
    home, target, pictures = live.home(), _free(), "pictures" in request.form

    def work(progress: Progress) -> str:
        with writing(target):
            target.parent.mkdir(exist_ok=True)
        write_backup(home, target, utc_now(), pictures, progress)
        return Phrase("{target} is ready: save it on another machine.", target=target.name)

    return _begin(Phrase("The table is being saved."), work)


@page.get("/file/<name>")
def take(name: str) -> Response:
    """Download a backup."""
    return send_file(_chosen(name), mimetype="application/zip", as_attachment=True, max_age=0)


@page.post("/restore")
def restore() -> AnyResponse:
    """Check a backup and replace the table's data by it; the table starts again."""
    home, file = live.home(), _chosen(text("name"))
    again = current_app.extensions["owleye.restart"]

    def work(progress: Progress) -> str:
        prepare(home, file, name_stamp(), check_backup, progress)
        if again is None:
            return Phrase("The backup is checked. Stop Owleye and start it again: then it is put in its place.")
        again()
        return Phrase("The backup is checked. The table starts again with it; this takes some seconds.")

    return _begin(Phrase("The backup is being checked."), work)


@page.post("/delete")
def delete() -> AnyResponse:
    """Delete a backup on this machine."""
    file = _chosen(text("name"))
    with writing(file):
        file.unlink(missing_ok=True)
    return live.done(Phrase("Deleted."))


@page.post("/bring")
def bring() -> AnyResponse:
    """Receive one piece of a backup that a browser uploads; the last one makes it a backup on this machine.

    Raises:
        BadRequest: for an empty piece.
        Conflict: where a piece before it is missing: the browser begins again.
        StoreError: where the disk refuses it.
    """
    part, at, data = _folder() / PART, number("offset"), request.files["piece"].read() if request.files else b""
    if not data:
        raise BadRequest(Phrase("The piece is empty: choose the file again."))
    try:
        with writing(part):
            _add(part, at, data)
    except StoreError:
        with suppress(OSError):
            part.unlink(missing_ok=True)  # makes room
        raise
    if "last" not in request.form:
        return jsonify(ok=True, words="")
    target = _free()
    with writing(target):
        sync_file(part)
        part.rename(target)
        sync_folder(target.parent)
    words = Phrase("{target} is here now: press “More” beside it, then “Restore this backup”.", target=target.name)
    _job().tell(words)
    return jsonify(ok=True, words=words)


def _add(part: Path, at: int, data: bytes) -> None:
    """Append a piece that begins at byte *at* of the file; the piece at 0 begins the file anew."""
    part.parent.mkdir(exist_ok=True)
    with open(part, "ab" if at else "wb", opener=private_file) as file:
        if file.tell() != at:
            raise Conflict(Phrase("Pieces of the file are missing: send it again."))
        file.write(data)


@page.post("/start")
def start() -> AnyResponse:
    """Start the table again with all its devices, after a safe start."""
    again = current_app.extensions["owleye.restart"]
    if again is None:
        raise BadRequest(Phrase("Stop Owleye and start it again."))
    again()
    return live.done(Phrase("The table starts again; this takes some seconds."))


def _begin(what: str, work: Callable[[Progress], str]) -> AnyResponse:
    if not _job().start(what, work):
        raise Conflict(BUSY)
    return live.done("")


def _job() -> Job:
    return cast(Job, current_app.extensions["owleye.job"])


def _folder() -> Path:
    return live.home() / FOLDER


def _kept(file: Path) -> KeptBackup:
    return KeptBackup(file.name, file.stem.split("-")[1], figure(max(LEAST_MB, file.stat().st_size / 1e6), 1))


def _free() -> Path:
    """An unused path for a new backup."""
    names = (f"table-{name_stamp()}{end}.zip" for end in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(_folder() / name for name in names if not (_folder() / name).exists())


def _chosen(name: str) -> Path:
    """A backup on this machine.

    Raises:
        NotFound: where there is none of this name.
    """
    if not NAME.fullmatch(name) or not (_folder() / name).is_file():
        raise NotFound(Phrase("There is no backup of this name here: load the page again."))
    return _folder() / name
