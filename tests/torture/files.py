"""Damaged files of every kind: each is refused in a sentence or set aside, and nothing else is lost."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
from click.testing import CliRunner

from calibration.storage.files import utc_now
from calibration.storage.table_files import Calibration, save_calibration, save_gallery
from hardware.simulated.table import SimulatedTable
from owleye import main
from referee.backup.archive import BackupError, write_backup
from referee.backup.restore import prepare
from referee.startup.home_files import READERS, check_backup, check_files, set_damaged_aside
from tests.referee.backup.homes import home_at
from tests.torture.report import Report
from vision.geometry.plane import Geometry
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side

LENS = {"camera_matrix": [[9, 0, 1], [0, 9, 1], [0, 0, 1]], "dist_coeffs": [0] * 5, "width": 4, "height": 3}
PLAIN: dict[str, bytes] = {
    "lens.json": json.dumps(LENS).encode(),
    "proof.json": b'{"throws": []}',
    "owned.json": b'{"format": 1, "stones": [11, 12]}',
    "casting-stones.json": b'{"format": 1, "cards": {}, "turrets": ["a"], "collections": {}}',
}
GAMES = sorted((Path(__file__).parents[1] / "rules").glob("*/goldens/*.jsonl"))
Damage = Callable[[bytes, Random], bytes]


def _flipped(data: bytes, rng: Random) -> bytes:
    body = bytearray(data or b"?")
    for _ in range(rng.choice((1, 1, 3, 30))):
        body[rng.randrange(len(body))] ^= 1 << rng.randrange(8)
    return bytes(body)


DAMAGES: tuple[Damage, ...] = (
    _flipped,
    _flipped,
    lambda data, rng: data[: rng.randrange(len(data) + 1)],
    lambda data, rng: data[: len(data) // 3] + bytes(120) + data[len(data) // 3 + 120 :],
    lambda data, rng: data[len(data) // 2 :] + data[: len(data) // 2],
    lambda data, rng: rng.randbytes(rng.choice((1, 100, 5000))),
    lambda data, rng: data.replace(b":", b": 9" + b"9" * rng.choice((3, 5000)), 1),
    lambda data, rng: b"[" * rng.choice((10, 100_000)),
    lambda data, rng: data.replace(b'"', b"\xff", rng.randrange(1, 4)),
    lambda data, rng: rng.choice((b"", b"null", b"[]", b"{}", b"7", b'"x"', b'{"format": 2}')),
)


def damaged_files(folder: Path, amount: int, seed: int) -> Report:
    """Damage the files of a home, backups, pictures and game files, one at a time."""
    report, rng = Report("damaged files"), Random(seed)
    home = home_at(folder / "home")
    for name, data in PLAIN.items():
        (home / name).write_bytes(data)
    crops = np.random.default_rng(1).integers(0, 256, (2, 64, 64, 3), dtype=np.uint8)
    save_gallery(
        home,
        Gallery.empty().with_crops(Side("stone:1", "stone", "number", 25, "silver", "Cat"), crops, load_embedder()),
    )
    save_calibration(home, Calibration("a1", utc_now(), None, Geometry(), 0.4), SimulatedTable(lambda: 0.0).small())
    check_files(home)
    write_backup(home, folder / "b.zip", utc_now(), pictures=True)
    kinds = (_home_file, _home_file, _backup, _game, _picture)
    for number in range(amount):
        kinds[number % len(kinds)](folder, rng.choice(DAMAGES), rng, report)
        report.count("files")
    return report


def _home_file(folder: Path, damage: Damage, rng: Random, report: Report) -> None:
    """A table starts with one damaged file; all others are as they were."""
    home, name = folder / "torn", rng.choice(list(READERS))
    shutil.copytree(folder / "home", home)
    before = {path.name: path.read_bytes() for path in home.iterdir() if path.is_file()}
    (home / name).write_bytes(damage(before[name], rng))
    try:
        set_damaged_aside(home)
        check_files(home)
        report.count("set aside", int((home / "damaged").exists()))
    except Exception as error:
        report.check(False, f"{name}: {type(error).__name__}: {error}")
    lost = [one for one, data in before.items() if one != name and (home / one).read_bytes() != data]
    report.check(not lost, f"a damaged {name} changed {lost}")
    shutil.rmtree(home)


def _backup(folder: Path, damage: Damage, rng: Random, report: Report) -> None:
    home = folder / "torn"
    home.mkdir()
    (folder / "torn.zip").write_bytes(damage((folder / "b.zip").read_bytes(), rng))
    try:
        prepare(home, folder / "torn.zip", "20260101", check_backup)
        report.count("backups that were whole")
    except BackupError as error:
        report.count("backups refused")
        report.check(not list(home.iterdir()), "a refused backup left something")
        _check_words(str(error), report)
    except Exception as error:
        report.check(False, f"backup: {type(error).__name__}: {error}")
    shutil.rmtree(home)


def _game(folder: Path, damage: Damage, rng: Random, report: Report) -> None:
    (folder / "torn.jsonl").write_bytes(damage(rng.choice(GAMES).read_bytes(), rng))
    _command(folder, ("replay", str(folder / "torn.jsonl")), report)


def _picture(folder: Path, damage: Damage, rng: Random, report: Report) -> None:
    (folder / "torn.png").write_bytes(damage((folder / "home" / "empty.png").read_bytes(), rng))
    _command(folder, ("calibrate", "--from", str(folder / "torn.png")), report)


def _command(folder: Path, words: tuple[str, ...], report: Report) -> None:
    result = CliRunner().invoke(main, ["--home", str(folder / "other"), *words])
    if result.exit_code == 0:
        report.count(f"{words[0]} done")
        return
    report.count(f"{words[0]} refused")
    report.check(isinstance(result.exception, SystemExit), f"{words[0]}: {result.exception!r}")
    _check_words(result.stderr, report)


def _check_words(words: str, report: Report) -> None:
    """One sentence or a few, of a length that people read, without the words of a library."""
    report.check(words.strip().endswith((".", ")")) and len(words) < 700, f"odd sentence: {words[:150]!r}")
    jargon = [one for one in ("codec", "Traceback", "object", "NoneType", "Errno") if one in words]
    report.check(not jargon, f"jargon {jargon} in {words[:150]!r}")
