"""The command line as strangers use it: one sentence for an error, a non-zero exit, stable JSON."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.storage.damaged import unseen
from calibration.storage.files import LARGEST
from calibration.table.lens_sheet import board
from calibration.teaching.shots import shot_of
from hardware.simulated.art import starter
from hardware.simulated.table import SimulatedTable
from owleye import main
from referee.backup.archive import write_backup
from referee.backup.restore import prepare
from referee.journal.journal import Journal
from referee.startup.home_files import check_backup
from referee.startup.home_lock import HomeLock
from tests.hardware.fake_lgpio import Lines
from tests.referee.backup.homes import SINGLE_FILES, contents, home_at, is_prepared
from tests.referee.journal.written import written
from tests.referee.kit import SETUP, THROW_A, clock

FIELDS = {
    "kind",
    "piece",
    "side",
    "value",
    "colour",
    "confidence",
    "sure",
    "candidates",
    "centre_px",
    "outline_px",
    "centre_mm",
    "notes",
    "margin",
}


def owleye(home: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--home", str(home), *words])


def test_home_behind_the_command_is_told_where_it_belongs(tmp_path: Path) -> None:
    for words in (("run", "--home", str(tmp_path)), ("games", f"--home={tmp_path}")):
        answer = CliRunner().invoke(main, words)
        assert answer.exit_code == 2
        assert "--home comes before the command" in answer.stderr
    assert "--host" not in CliRunner().invoke(main, ("run", "--home", str(tmp_path))).stderr


def error_of(result: Result) -> str:
    """The one sentence of a command that failed."""
    assert result.exit_code != 0
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


CLUB = ("networkx", "paho", "psycopg", "sqlalchemy")  # the packages of the extra; the table has to do without them


def test_every_command_exists_without_the_packages_of_a_club() -> None:
    without = f"import sys; sys.modules.update(dict.fromkeys({CLUB})); import owleye; owleye.main(['hub', '--help'])"
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "every table of a club" in done.stdout


def test_help_reads_like_a_page() -> None:
    page = CliRunner().invoke(main, ["--help"]).stdout
    assert "A new table, in this order:" in page
    assert all(name in page for name in ("replay", "export", "games", "doctor", "OWLEYE_HOME"))


def test_kept_games_are_listed_and_exported(tmp_path: Path) -> None:
    written(tmp_path / "owleye.sqlite").close()
    assert owleye(tmp_path, "games").stdout == "   1  2026-01-01 12:00  toy: A and B, 4 facts\n"
    assert json.loads(owleye(tmp_path, "games", "--json").stdout) == {
        "id": "1",
        "game": "toy",
        "players": ["A", "B"],
        "started": clock(),
        "facts": 4,
    }
    lines = owleye(tmp_path, "export", "1").stdout.splitlines()
    assert json.loads(lines[0]) == SETUP
    assert json.loads(lines[1]) == {"fact": "throw", "player": THROW_A.player, "shown": {"die:A": "1"}}
    assert "There is no game 9" in error_of(owleye(tmp_path, "export", "9"))


def test_games_are_read_and_saved_from_a_disk_that_turned_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    running = written(home / "owleye.sqlite")  # its facts are in the write-ahead log only
    files = {path.name for path in home.iterdir()}
    opened: list[Path] = []

    class Opened(Journal):
        def __init__(self, path: Path) -> None:
            opened.append(path)
            super().__init__(path)

    monkeypatch.setattr("referee.journal.journal_files.Journal", Opened)
    monkeypatch.setattr("os.access", lambda path, mode, **_: (Path(path), mode) != (home, os.W_OK))
    assert "toy: A and B, 4 facts" in owleye(home, "games").stdout
    assert len(owleye(home, "export", "1").stdout.splitlines()) == 5
    assert owleye(home, "backup", str(tmp_path / "b.zip")).exit_code == 0
    assert [home in path.parents for path in opened] == [False] * 3
    assert {path.name for path in home.iterdir()} == files
    running.close()


def test_an_empty_home_has_no_games_and_is_not_made(tmp_path: Path) -> None:
    assert "No games are kept" in owleye(tmp_path / "home", "games").stdout
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("content", [b"", b"scribble" * 1000])
def test_a_file_that_is_no_journal_is_reported_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "owleye.sqlite").write_bytes(content)
    result = owleye(tmp_path, "games")
    assert "damaged" in error_of(result) if content else result.exit_code == 0


def test_a_bad_game_file_is_reported_with_its_line(tmp_path: Path) -> None:
    game = tmp_path / "game.jsonl"
    game.write_text('{"game": "chess"}\n')
    assert "Line 1: There is no game called 'chess'" in error_of(owleye(tmp_path, "replay", str(game)))
    game.write_bytes(b"\xff\xfe\x00")
    assert error_of(owleye(tmp_path, "replay", str(game)))
    game.write_text("\n" + " " * LARGEST + "\n")
    assert "Line 2: it is longer" in error_of(owleye(tmp_path, "replay", str(game)))


def test_doctor_answers_in_words_and_in_json(tmp_path: Path) -> None:
    assert "Python: Python 3." in owleye(tmp_path, "doctor").stdout
    checks = [json.loads(line) for line in owleye(tmp_path, "doctor", "--json").stdout.splitlines()]
    assert {"name", "health", "words"} == set(checks[0])


def test_a_stopped_command_prints_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("referee.cli.doctor.clock", stopped)
    result = owleye(tmp_path, "doctor")
    assert (result.exit_code, result.stdout, result.stderr) == (128 + signal.SIGINT, "", "")


def test_an_unknown_camera_is_reported_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    assert "No camera is called 'nonsense': say simulated" in error_of(owleye(tmp_path, "run", "--camera", "nonsense"))


def test_a_pin_that_cannot_be_read_ends_the_start_before_there_is_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    monkeypatch.setattr("owleye.table_at", lambda *_: pytest.fail("a table was made"))
    (tmp_path / "pin").mkdir()
    assert "pin cannot be used (not a file): move it away" in error_of(owleye(tmp_path, "run", "--simulate"))


def ended_after_its_reader(home: Path, *words: str) -> subprocess.Popen[bytes]:
    """A command whose output goes to a pipe that nobody reads any more."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "owleye", "--home", str(home), *words], stdout=writer, stderr=subprocess.PIPE
        )
    finally:
        os.close(writer)


def test_a_command_whose_reader_has_gone_ends_quietly(tmp_path: Path) -> None:
    _, printed = ended_after_its_reader(tmp_path, "games").communicate(timeout=60)
    assert printed == b""


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGHUP])
def test_a_table_goes_on_when_nobody_reads_what_it_prints_and_is_closed_with_its_terminal(
    tmp_path: Path, stop: signal.Signals
) -> None:
    running = ended_after_its_reader(tmp_path, "run", "--simulate", "--host", "127.0.0.1", "--port", "0")
    assert running.stderr is not None
    assert b"Simulated buttons and lamps" in running.stderr.readline()  # written after the lines for the terminal
    running.send_signal(stop)
    running.communicate(timeout=60)
    assert running.returncode == 0
    assert not (tmp_path / "starts.json").exists()


def test_relative_paths_mean_the_same_beside_real_pins(
    lgpio: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(live: object, devices: object, sharing: object, home: Path, *rest: object) -> None:
        assert home == tmp_path / "table"
        raise KeyboardInterrupt

    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    monkeypatch.setattr("owleye.serve", stopped)
    monkeypatch.chdir(tmp_path)
    cv2.imwrite("one.png", np.full((72, 128, 3), 90, np.uint8))
    result = owleye(Path("table"), "run", "--camera", "one.png")
    assert (result.exit_code, "every game is kept" in result.stdout) == (0, True)
    assert {path.name for path in tmp_path.iterdir()} == {"one.png", "table"}
    assert not (tmp_path / "table" / "table").exists()


def test_the_journal_can_be_read_while_the_table_runs(tmp_path: Path) -> None:
    running: Journal = written(tmp_path / "owleye.sqlite")
    assert owleye(tmp_path, "games").exit_code == 0
    running.close()


def pictured(folder: Path) -> list[str]:
    """Pictures of a simulated table with one stone: empty.png, and two of each side; the lines of the shots file."""
    stone = starter()[0]
    table = SimulatedTable(lambda: 0.0, pieces=[stone])
    cv2.imwrite(str(folder / "empty.png"), table.empty())
    lines = []
    for number, portrait in enumerate(table.enrol_shots(2)):
        cv2.imwrite(str(folder / f"{number}.png"), portrait.image)
        lines.append(json.dumps({**shot_of(portrait).model_dump(), "image": f"{number}.png"}))
    return lines


def test_a_table_is_calibrated_taught_and_read(tmp_path: Path) -> None:
    shots = tmp_path / "shots.jsonl"
    shots.write_text("\n".join(pictured(tmp_path)))
    printed = owleye(tmp_path, "calibrate", "--from", str(tmp_path / "empty.png")).stdout
    assert "A dark table is fine for stones." in printed
    assert "The mat is found, exact to 0." in printed
    assert owleye(tmp_path, "teach", "--from", str(shots)).stdout == "Known now: 1 piece, 2 sides.\n"
    (tmp_path / "broken.jpg").write_text("no picture")
    pictures = [str(tmp_path / name) for name in ("0.png", "broken.jpg", "3.png")]
    words = ("read", *pictures, "--json", "--game", "casting-stones", "--expect", "stone:1", "--annotate")
    result = owleye(tmp_path, *words, str(tmp_path / "seen"))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    bodies = [json.loads(line) for line in result.stdout.splitlines()]
    assert [body["image"] for body in bodies] == [pictures[0], pictures[2]]
    assert set(bodies[0]) == {"image", "pieces", "problems", "ms", "cast"}
    stones = [next(piece for piece in body["pieces"] if piece["kind"] == "stone") for body in bodies]
    assert [(stone["piece"], stone["side"]) for stone in stones] == [("stone:1", "symbol"), ("stone:1", "number")]
    assert set(stones[0]) == FIELDS
    assert {path.name for path in (tmp_path / "seen").iterdir()} == {"0.jpg", "3.jpg"}
    assert "stone stone:1: number" in owleye(tmp_path, "read", pictures[2]).stdout


def test_the_mat_is_printed(tmp_path: Path) -> None:
    assert owleye(tmp_path, "mat", str(tmp_path / "mat.pdf")).exit_code == 0
    assert (tmp_path / "mat.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("more", [(), ("--lens",)])
def test_a_sheet_that_cannot_be_written_is_named(tmp_path: Path, more: tuple[str, ...]) -> None:
    out = tmp_path / "none" / "mat.pdf"
    words = f"{out} could not be written, because its folder is not there: make it, then do it again."
    assert words in error_of(owleye(tmp_path, "mat", *more, str(out)))


def test_pictures_that_cannot_be_calibrated_or_taught_are_reported_in_a_sentence(tmp_path: Path) -> None:
    grey = tmp_path / "grey.png"
    cv2.imwrite(str(grey), np.full((400, 600, 3), 90, np.uint8))
    assert "marker" in error_of(owleye(tmp_path, "calibrate", "--from", str(grey)))
    (tmp_path / "lens.json").write_text("{}")
    assert error_of(owleye(tmp_path, "calibrate", "--from", str(grey), "--lens", str(tmp_path / "lens.json")))
    for text in ("[" * 100_000, "9" * 10_000, "{}".ljust(LARGEST + 1)):
        (tmp_path / "lens.json").write_text(text)
        failed = owleye(tmp_path, "calibrate", "--from", str(grey), "--lens", str(tmp_path / "lens.json"))
        assert "is not JSON" in error_of(failed)
    for size in ("wide", "400x0", "nanxnan", "400xinf"):
        assert "is no size" in owleye(tmp_path, "calibrate", "--from", str(grey), "--mat-mm", size).stderr
    (tmp_path / "shots.jsonl").write_text('{"image": "grey.png", "piece": "stone:1", "kind": "stone", "side": "back"}')
    assert "line 1" in error_of(owleye(tmp_path, "teach", "--from", str(tmp_path / "shots.jsonl")))


def test_a_camera_out_of_focus_calibrates_nothing_and_the_last_good_one_stays(tmp_path: Path) -> None:
    sharp = SimulatedTable(lambda: 0.0, pieces=[]).empty()
    cv2.imwrite(str(tmp_path / "sharp.png"), sharp)
    cv2.imwrite(str(tmp_path / "soft.png"), cv2.GaussianBlur(sharp, (0, 0), 3))
    assert owleye(tmp_path, "calibrate", "--camera", str(tmp_path / "sharp.png")).exit_code == 0
    before = (tmp_path / "calibration.json").read_bytes()
    assert "out of focus" in error_of(owleye(tmp_path, "calibrate", "--camera", str(tmp_path / "soft.png")))
    assert (tmp_path / "calibration.json").read_bytes() == before
    assert "out of focus" in owleye(tmp_path, "calibrate", "--from", str(tmp_path / "soft.png")).stdout


def test_a_damaged_home_is_reported_in_a_sentence(tmp_path: Path) -> None:
    for name in ("calibration.json", "gallery.npz"):
        (tmp_path / name).write_text("scribble")
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((400, 600, 3), 90, np.uint8))
    assert "calibration.json is damaged" in error_of(owleye(tmp_path, "read", str(tmp_path / "grey.png")))
    (tmp_path / "calibration.json").unlink()
    assert "gallery.npz is damaged" in error_of(owleye(tmp_path, "read", str(tmp_path / "grey.png")))


def test_a_home_that_cannot_be_found_is_reported_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to("circle")
    for home in (tmp_path / "circle", Path("~nobody-of-this-name/table"), tmp_path / "gr\udcfcn"):
        assert "choose another one with --home" in error_of(owleye(home, "games"))


def test_a_file_in_place_of_a_folder_is_reported_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "evidence").write_text("no folder")
    words = error_of(owleye(tmp_path, "run", "--simulate", "--port", "0"))
    assert "evidence cannot be used (File exists): move it away" in words


def test_a_home_in_use_and_a_port_in_use_are_reported_in_a_sentence(tmp_path: Path) -> None:
    first = HomeLock(tmp_path)
    assert "is in use by another Owleye" in error_of(owleye(tmp_path, "run", "--simulate"))
    first.close()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = owleye(tmp_path, "run", "--simulate", "--host", "127.0.0.1", "--port", str(port))
    assert f"Port {port} on 127.0.0.1 cannot be used" in error_of(result)


CHANGES_THE_TABLE = pytest.mark.parametrize(
    "words",
    [
        ("calibrate", "--from"),
        ("teach", "--from"),
        ("teach",),
        ("prove", "--from"),
        ("lens", *["{file}"] * 6),
        ("share", "--off"),
        ("share", "--ask-password"),
    ],
)


@CHANGES_THE_TABLE
def test_nothing_is_changed_by_a_command_beside_a_running_table(tmp_path: Path, words: tuple[str, ...]) -> None:
    sheet = tmp_path / "sheet.png"
    cv2.imwrite(str(sheet), board().generateImage((1260, 900)))
    running = HomeLock(tmp_path / "home")
    given = [word.format(file=sheet) for word in words] + [str(sheet)] * (words[-1] == "--from")
    said = error_of(owleye(tmp_path / "home", *given))
    running.close()
    assert f"The table is running (process {os.getpid()}): use its page “Set up”, or stop it" in said
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["owleye.lock"]


@CHANGES_THE_TABLE
def test_a_command_that_changes_the_table_finishes_an_interrupted_restore_first(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    home, sheet = interrupted_at(tmp_path), tmp_path / "sheet.png"
    cv2.imwrite(str(sheet), board().generateImage((1260, 900)))
    given = [word.format(file=sheet) for word in words] + [str(sheet)] * (words[-1] == "--from")
    assert "The backup was restored." in owleye(home, *given).stderr
    assert not is_prepared(home)
    assert (home / "settings.json").read_bytes() == SINGLE_FILES["settings.json"]
    assert (home / "before-restore-20260101" / "settings.json").read_bytes() == b'{"evidence_mb": 999}'


@pytest.mark.parametrize("words", [("share",), ("prove",), ("read", "{file}")])
def test_a_command_beside_the_table_waits_for_an_interrupted_restore(tmp_path: Path, words: tuple[str, ...]) -> None:
    home, picture = interrupted_at(tmp_path), tmp_path / "grey.png"
    cv2.imwrite(str(picture), np.full((400, 600, 3), 90, np.uint8))
    before = contents(home)
    assert "A restore was interrupted" in error_of(owleye(home, *(word.format(file=picture) for word in words)))
    assert contents(home) == before


def interrupted_at(folder: Path) -> Path:
    """A home whose restore a power cut ended when its own settings and portraits were moved out."""
    home, file = home_at(folder / "home"), folder / "b.zip"
    write_backup(home, file, clock())
    (home / "settings.json").write_bytes(b'{"evidence_mb": 999}')
    prepare(home, file, "20260101", check_backup)
    aside = home / "before-restore-20260101"
    aside.mkdir()
    for name in ("settings.json", "portraits"):
        (home / name).rename(aside / name)
    return home


def test_a_table_starts_with_damaged_files_and_keeps_them(tmp_path: Path) -> None:
    for name in ("calibration.json", "gallery.npz", "settings.json", "owleye.sqlite"):
        (tmp_path / name).write_text("scribble")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        owleye(tmp_path, "run", "--simulate", "--host", "127.0.0.1", "--port", str(port))
    reports = " ".join(report.words for report in unseen(tmp_path))
    assert [f"{name} was damaged" in reports for name in ("settings.json", "calibration.json", "owleye.sqlite")] == [
        True
    ] * 3
    assert (tmp_path / "damaged" / "settings.json").read_text() == "scribble"
    assert "No games are kept" in owleye(tmp_path, "games").stdout


def test_a_table_is_saved_in_one_file_and_restored_from_it(tmp_path: Path) -> None:
    home, file = tmp_path / "home", tmp_path / "b.zip"
    home.mkdir()
    written(home / "owleye.sqlite").close()
    assert "is ready" in owleye(home, "backup", str(file)).stdout
    assert "exists already" in error_of(owleye(home, "backup", str(file)))
    assert "was restored" in owleye(tmp_path / "new", "restore", str(file)).stdout
    assert owleye(tmp_path / "new", "games").stdout == owleye(home, "games").stdout
    first = HomeLock(home)
    assert ": use its page “Set up”, or stop it" in error_of(owleye(home, "restore", str(file)))
    first.close()
    assert "There is no table in" in error_of(owleye(tmp_path / "none", "backup", str(tmp_path / "c.zip")))


def test_a_home_that_may_not_be_read_is_an_error_with_the_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = home_at(tmp_path / "home")
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != home)
    said = error_of(owleye(home, "backup", str(tmp_path / "b.zip")))
    assert f"{home} cannot be read: give this user the rights to it" in said
    assert "Usage" not in said


def test_a_reset_moves_the_files_of_the_home_to_a_folder(tmp_path: Path) -> None:
    home = home_at(tmp_path / "home")
    (home / "hub").mkdir()
    (home / "hub" / "pin").write_text("1234")
    before = contents(home)
    assert "Put away all games" in CliRunner().invoke(main, ["--home", str(home), "reset"], input="n\n").output
    assert {name: data for name, data in contents(home).items() if name != "owleye.lock"} == before
    first = HomeLock(home)
    assert f"The table is running (process {os.getpid()}): stop it" in error_of(owleye(home, "reset", "--yes"))
    first.close()
    assert "The table is as new" in owleye(home, "reset", "--yes").stdout
    (aside,) = home.glob("before-reset-*")
    assert contents(aside) == {name: data for name, data in before.items() if not name.startswith("hub/")}
    assert {path.name for path in home.iterdir()} == {"owleye.lock", "hub", aside.name}
    assert "No games are kept" in owleye(home, "games").stdout


def test_missing_benchmarks_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.cli.bench.find_spec", lambda _: None)
    result = owleye(tmp_path, "bench", "speed")
    assert result.exit_code == 1
    assert "run `owleye bench` from a checkout of the source" in result.output
