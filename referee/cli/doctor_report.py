"""`owleye doctor --report`: what a helper elsewhere needs to know, without secrets, names and pictures.

It contains only what an allow-list permits: figures, known file names, and the words of the checks without paths.
"""

from __future__ import annotations

import io
import json
import os
import platform
import re
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any

from calibration.storage.damaged import FOLDER as DAMAGED
from calibration.storage.files import StoreError, utc_now, write_atomically
from calibration.storage.table_files import load_calibration, load_gallery
from referee.backup.contents import FOLDERS, PICTURES, SINGLE
from referee.journal.errors import JournalError
from referee.journal.journal import JOURNAL
from referee.journal.journal_files import journal_for_reading
from referee.startup.settings import load_settings
from rules.games import GAMES

SOURCE = re.compile(r"auto|simulated|picamera(:\d)?|usb:\d+|/dev/video\d+")
LISTED = (JOURNAL, f"{JOURNAL}-wal", *SINGLE, *FOLDERS, PICTURES, DAMAGED, "lesson", "backup", "simulated")
ABOUT = """What Owleye's doctor found, for somebody who helps from elsewhere.
It holds no PIN, no codes, no names of players, pieces or cards, and no pictures.
"""


def write_report(home: Path, target: Path, checks: Sequence[Any]) -> None:
    """Write a ZIP file with the *checks* of the doctor and figures about *home*.

    Raises:
        ValueError: where the file exists, or cannot be written; no part of it is left then.
    """
    if target.exists():
        raise ValueError(f"{target} exists already: choose another name.")
    body = {
        "made": utc_now(),
        "machine": _machine(),
        "checks": [{**asdict(check), "words": _without_paths(check.words, home)} for check in checks],
        "files": {name: _size(home / name) for name in LISTED if os.path.exists(home / name)},
        "settings": _settings(home),
        "journal": _journal(home),
        "table": _table(home),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in (("README.txt", ABOUT), ("report.json", json.dumps(body, indent=1))):
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    write_atomically(target, packed.getvalue())


def _machine() -> Mapping[str, Any]:
    wanted = ("owleye", "numpy", "opencv-python-headless", "onnxruntime", "flask", "waitress", "gpiozero", "picamera2")
    found = {one.name: one.version for one in metadata.distributions() if one.name in wanted}
    model = Path("/proc/device-tree/model")
    return {
        "model": model.read_text(errors="replace").strip("\0") if model.exists() else platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "packages": found,
    }


def _without_paths(words: str, home: Path) -> str:
    """The words of a check without paths, because folders may contain the name of their owner."""
    for path, plain in ((home, "HOME"), (Path.home(), "~")):
        words = words.replace(str(path), plain)
    return re.sub(r"(/home|/Users)/[^/\s:]+", "~", words)


def _size(path: Path) -> Mapping[str, int]:
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return {"files": len(files), "bytes": sum(one.stat().st_size for one in files)}


def _settings(home: Path) -> Mapping[str, Any]:
    try:
        settings = load_settings(home)
    except StoreError:
        return {"trouble": "cannot be used"}
    camera = settings.camera if SOURCE.fullmatch(settings.camera) else "a file"
    plain = settings.model_dump(include={"port", "screen", "screen_address", "evidence_mb"})
    return {**plain, "camera": camera, "names": len(settings.names), "open to phones": settings.host != "127.0.0.1"}


def _journal(home: Path) -> Mapping[str, Any]:
    try:
        if not (home / JOURNAL).exists():
            return {"games": 0}
        with journal_for_reading(home / JOURNAL) as journal:
            games = journal.games()
            journal.prove()
    except (JournalError, OSError) as error:
        return {"trouble": type(error).__name__}
    kinds = Counter(game.game for game in games if game.game in GAMES)
    return {"games": len(games), "kinds": dict(kinds), "facts": sum(game.facts for game in games)}


def _table(home: Path) -> Mapping[str, Any]:
    try:
        calibration, gallery = load_calibration(home), load_gallery(home)
    except (StoreError, OSError) as error:
        return {"trouble": _without_paths(str(error), home)}
    plane = calibration.plane if calibration else None
    return {
        "calibrated": calibration is not None,
        "picture": list(plane.size) if plane else None,
        "error_mm": calibration.error_mm if calibration else None,
        "taught": dict(Counter(side.kind for side in gallery.sides)),
    }
